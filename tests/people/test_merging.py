"""Two rows of the roster for one person: merging and its undo, with all that was played, signed and
published.
"""

from __future__ import annotations

import random
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import timezone

from king.reading import Node
from people.merging import are_two_people, merge, merge_obstacle, pairs_to_look_at
from people.models import Membership, Merge, TwoPeople
from printing.models import Mailing
from scoring.log_check import check_log
from scoring.models import Publication, Redeal, SeatReport, Sheet, Signature
from scoring.standing import tournament_standings
from seasons.season import load_season, read_season, season_of
from tests.evenings import a_tournament, enter, in_play, night_file, played
from tests.rooms import WITH_ROWS
from tournaments.circuits import Circuit
from tournaments.models import LogEntry, Player, Seat, Tournament
from tournaments.player_columns import player_rows

pytestmark = pytest.mark.django_db


def rows(*, without: tuple[type, ...] = (LogEntry, Merge)) -> dict[str, set[tuple[Any, ...]]]:
    """Every row of the evenings' tables."""
    tables = {}
    for label in WITH_ROWS:
        for model in apps.get_app_config(label).get_models(include_auto_created=True):
            if model not in without:
                with connection.cursor() as cursor:
                    # Revisions do not matter here.
                    columns = [
                        field.column
                        for field in model._meta.concrete_fields
                        if "revision" not in field.name
                    ]
                    cursor.execute(f"SELECT {', '.join(columns)} FROM {model._meta.db_table}")
                    tables[model._meta.label] = set(map(tuple, cursor.fetchall()))
    return tables


def merged(player: Player, gone: Player, **chosen: Any) -> Merge:
    return merge(player=player, gone=gone, chosen=chosen, author=None)


def codes(error: pytest.ExceptionInfo[ValidationError]) -> list[str | None]:
    return [problem.code for problem in error.value.error_list]


# --- a season


def two_evenings() -> Circuit:
    """Eight people in two evenings; Anna Rossi's second evening was typed for an Anna Rosi."""
    people = [
        "Anna Rossi",
        "Bice Costa",
        "Carlo Erba",
        "Dino Gallo",
        "Elsa Ferri",
        "Ivo Bruno",
        "Ugo Sala",
        "Ada Verdi",
    ]
    chance = random.Random("two evenings")
    sheets = [sheet["rows"] for round_ in night_file()["rounds"] for sheet in round_["sheets"]]
    evenings = []
    for date, here in (("2026-01-15", people), ("2026-01-29", ["Anna Rosi", *people[1:]])):
        seats = [dict(zip("NESW", here[place : place + 4], strict=True)) for place in (0, 4)]
        tables = [
            {"table": number, "seats": four, "rows": chance.choice(sheets)}
            for number, four in enumerate(seats, 1)
        ]
        night = {"ruleset": "lab12", "rounds": [{"round": 1, "sheets": tables}]}
        evenings.append({"date": date, "night": night})
    form = {
        "name": "Inverno",
        "settings": {"scale": [10, 6, 4, 3], "tail": 1},
        "evenings": evenings,
    }
    return load_season(read_season(Node(form, "season.json", "")))


def figures(circuit: Circuit) -> dict[str, tuple[Fraction, Fraction]]:
    """Match points and total of each name in the season."""
    lines = season_of(circuit).as_json()["overall"]
    return {
        line["entry"]: (Fraction(line["match_points"]), Fraction(line["total"])) for line in lines
    }


def places(circuit: Circuit) -> list[list[tuple[int, str]]]:
    """Ranks and totals of each evening, computed from its current sheets."""
    evenings = [
        tournament_standings(evening).as_json() for evening in circuit.tournaments.order_by("date")
    ]
    return [
        [(line["rank"], line["total"]) for line in standing["overall"]] for standing in evenings
    ]


def test_a_season_counts_both_names_for_one_person_and_its_sums_stay() -> None:
    circuit = two_evenings()
    before, everything, evenings = figures(circuit), rows(), places(circuit)
    [first, second] = Player.objects.filter(given_name="Anna").order_by("pk")
    assert (first.surname, second.surname) == ("Rossi", "Rosi")
    assert [pair[:2] for pair in pairs_to_look_at()] == [(first.pk, second.pk)]

    merged(first, second)
    after = figures(circuit)
    both = tuple(
        one + other for one, other in zip(before["Rossi Anna"], before["Rosi Anna"], strict=True)
    )
    assert after == {name: figure for name, figure in before.items() if name != "Rosi Anna"} | {
        "Rossi Anna": both
    }
    assert places(circuit) == evenings
    published = Publication.objects.order_by("pk")
    assert {row[0] for row in everything["scoring.Publication"]} == {
        publication.pk for publication in published
    }
    assert rows()["scoring.Publication"] == everything["scoring.Publication"]
    assert "Rosi Anna" in str(published.last().standings)
    assert [check_log(evening).fault for evening in Tournament.objects.all()] == [None, None]


# --- every row that names a player


def test_every_column_that_names_a_player_is_known_to_the_merge() -> None:
    """Declare a new column with ``names_players`` in its app."""
    relations = (
        field for field in Player._meta.get_fields(include_hidden=True) if field.one_to_many
    )
    columns = {
        f"{relation.related_model._meta.label}.{relation.field.name}" for relation in relations
    }
    known = {column.place for column in player_rows()} | {
        f"{TwoPeople._meta.label}.{name}" for name in ("first", "second")
    }
    assert columns == known - {"scoring.SeatReport.players"}


def test_all_that_names_who_is_gone_names_who_stays() -> None:
    evening = played().tournament
    sheet = Sheet.objects.filter(table__round__tournament=evening).first()
    seats = {seat.wind: seat.player for seat in sheet.table.seats.select_related("player")}
    gone = seats["N"]
    gone.given_name, gone.card_number, gone.email = "Ada", "7", "ada@example.org"
    gone.save()
    player, third = (
        Player.objects.create(surname="Costa", card_number="3"),
        Player.objects.create(surname="Erba"),
    )
    Signature.objects.create(sheet=sheet, wind="N", content_hash="x", player=gone)
    Redeal.objects.create(sheet=sheet, hand=1, wind="N", player=gone, extremes=8, time_voided=1)
    report = SeatReport.objects.create(
        sheet=sheet, players={wind: person.pk for wind, person in seats.items()}
    )
    Mailing.objects.create(
        tournament=evening, player=gone, address="a@example.org", changed_at=timezone.now()
    )
    for name in ("Inverno", "Estate"):
        Circuit.objects.create(name=name).guests.add(gone)
    Circuit.objects.get(name="Estate").guests.add(player)
    are_two_people(first=gone, second=third)
    gone.apart.add(third, player)
    for one, year, fee in (
        (player, 2025, "30.00"),
        (player, 2026, None),
        (gone, 2026, "40.50"),
        (gone, 2024, None),
    ):
        Membership.objects.create(player=one, year=year, fee=fee, paid_on=fee and "2026-01-07")
    # Faults of the rows inserted above.
    faults = {fault.reason for fault in check_log(evening).faults}

    merged(player, gone, surname=gone.surname, given_name="Ada", card_number="7", email=gone.email)
    for column in player_rows():
        assert not column.of(gone.pk).exists(), column
    counts = {
        column.model.partition(".")[2]: column.of(player.pk).count() for column in player_rows()
    }
    assert counts == {
        "EntryMember": 1,
        "Seat": 1,
        "Circuit_guests": 2,
        "Merge": 1,
        "Signature": 1,
        "Redeal": 1,
        "SeatReport": 1,
        "Mailing": 1,
        "Membership": 3,
        "Player_apart": 1,
    }
    years = player.club_years.order_by("year").values_list("year", "fee")
    assert list(years) == [(2024, None), (2025, Decimal(30)), (2026, Decimal("40.50"))]
    assert SeatReport.objects.get(pk=report.pk).players == report.players | {"N": player.pk}
    player.refresh_from_db()
    assert (player.full_name, player.card_number, player.email) == (
        gone.full_name,
        "7",
        "ada@example.org",
    )
    assert not Player.objects.filter(pk=gone.pk).exists()
    assert {fault.reason for fault in check_log(evening).faults} <= faults
    [line] = evening.log.filter(kind="merged")
    assert "were one person" in line.sentence


# --- obstacles


def test_who_came_to_the_same_evening_is_two_people() -> None:
    evening = a_tournament()
    first, second = (enter(evening, surname).players.get() for surname in ("Rossi", "Rosi"))
    assert pairs_to_look_at() == []
    with pytest.raises(ValidationError, match="Giovedì") as error:
        merged(first, second)
    assert codes(error) == ["same_evening"]
    assert Player.objects.count() == 2


def test_a_substitute_was_there_too() -> None:
    round_ = played()
    seat = round_.seats.first()
    second = Player.objects.create(surname="Rossi")
    Seat.objects.create(
        round=round_, table=seat.table, wind=seat.wind, entry=seat.entry, player=second, from_hand=5
    )
    assert [error.code for error in merge_obstacle(seat.player, second)] == ["same_evening"]


def test_nobody_is_merged_in_the_middle_of_a_partita() -> None:
    seat = in_play().seats.first()
    with pytest.raises(ValidationError, match="partita 1") as error:
        merged(Player.objects.create(surname="Rossi"), seat.player)
    assert codes(error) == ["in_play"]


def test_a_house_player_and_the_same_row_are_refused() -> None:
    player, house = (
        Player.objects.create(surname="Rossi"),
        Player.objects.create(surname="Jolly 1", is_house=True),
    )
    assert [error.code for error in merge_obstacle(player, house)] == ["house_player"]
    assert [error.code for error in merge_obstacle(player, player)] == ["same_player"]


# --- candidates


def test_what_tells_two_people_apart_is_not_asked_about() -> None:
    people = [
        ("Rossi", "Mario", "1"),
        ("Rossi", "Maria", "2"),
        ("Costa", "Ugo", "3"),
        ("Ugo", "Costa", "4"),
        ("Erba", "Ida", ""),
        ("Erbi", "Ida", ""),
    ]
    _mario, _maria, ugo, costa, erba, erbi = (
        Player.objects.create(surname=surname, given_name=name, card_number=card)
        for surname, name, card in people
    )
    assert [pair[:2] for pair in pairs_to_look_at()] == [(ugo.pk, costa.pk), (erba.pk, erbi.pk)]
    are_two_people(first=erbi, second=erba)
    are_two_people(first=erba, second=erbi)
    assert [pair[:2] for pair in pairs_to_look_at()] == [(ugo.pk, costa.pk)]
    assert TwoPeople.objects.get().first == erba
    enter(a_tournament(is_demo=True), "x").members.update(player=ugo)
    assert pairs_to_look_at() == []
