"""An evening and a season exported from one database and imported into another give the same
answers, letter by letter.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import IntegrityError, connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from deals.models import Board, BoardSet
from ground import guards
from ground.isolation.gzip_json import MOST_UNPACKED, MOST_VALUES
from king.reading import Node
from people.erasure import forget
from scoring.decisions import revoke_ruling, rule
from scoring.log_check import check_log
from scoring.models import HandResult, Publication, SeatReport, Settlement, Sheet
from scoring.publishing import publish
from scoring.publishing.final_hold import hold_final
from scoring.round_steps import withdraw_official
from screens.models import ClockChange
from seasons.archive import MOST_BYTES, first_guess, read_archive, same_names
from seasons.archive_import import import_archive
from seasons.archive_rows import CIRCUIT, PARTS, PUBLICATIONS, STAYS
from seasons.models import SeasonPublication
from seasons.season import load_season, publish_season, read_season, season_of
from tests.evenings import a_tournament, demo, kept, short_night
from tests.seasons.moving import emptied, over, packed, taken_in
from tests.services import some
from tournaments.circuits import Circuit
from tournaments.log import LogKind, record
from tournaments.models import Entry, LogEntry, Place, Player, Seat, Tournament
from tournaments.roster import RosterIndex
from tournaments.services import close_tournament, open_tournament_again

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.django_db


@kept
def closed() -> Tournament:
    """Make a closed evening with boards, signatures, a ruling and a revoked one, a correction after
    publication, a settled tie, time given and taken back, and a table's report of its seats.
    """
    evening = demo(stage="finished", seed=4, tables=3, language="en")
    sheet = Sheet.objects.filter(table__round__tournament=evening, table__number=2).first()
    assert sheet is not None
    rule(sheet=sheet, kind="warning", offender="N", reason="Slow.", arbiter=None)
    gone = rule(
        sheet=sheet,
        kind="adjustment",
        offender="N",
        effect={"points": "-5"},
        reason="Late.",
        arbiter=None,
    )
    revoke_ruling(ruling=gone, author=None, reason="It was the tram.")
    rule(
        sheet=sheet,
        kind="adjustment",
        offender="E",
        effect={"points": "-3"},
        reason="Late.",
        arbiter=None,
    )
    entries = list(evening.entries.order_by("number")[:2])
    Settlement.objects.create(
        tournament=evening,
        standing="overall",
        kind="play_off",
        reason="Played.",
        places=[[entries[0].pk, 1], [entries[1].pk, 2]],
    )
    SeatReport.objects.create(
        sheet=sheet, players=dict(sheet.table.seats.values_list("wind", "player")), device="a phone"
    )
    extra_time = ClockChange.objects.create(
        round=sheet.table.round, kind="extra", seconds=60, at=evening.created_at
    )
    ClockChange.objects.create(
        round=sheet.table.round, kind="undo", undoes=extra_time, at=evening.created_at
    )
    ClockChange.objects.create(
        round=sheet.table.round, kind="pause", table=sheet.table, at=evening.created_at
    )
    publish(tournament=evening, author=None)
    return over(evening)


@kept
def season() -> Circuit:
    """Make a season of two evenings of two tables, with one guest, published twice."""
    night = short_night()
    evenings = [{"date": date, "night": night} for date in ("2026-01-15", "2026-01-29")]
    circuit = load_season(read_season(Node({"name": "Re Cuori", "evenings": evenings}, "", "")))
    circuit.guests.add(Player.objects.order_by("pk")[2])
    publish_season(circuit=circuit, author=None)
    for evening in circuit.tournaments.all():
        over(evening)
    publish_season(circuit=circuit, author=None)
    return circuit


def everything(owner: Tournament | Circuit) -> dict[str, Any]:
    """Public results, publications and log."""
    circuit = owner if isinstance(owner, Circuit) else None
    evenings = (
        [owner] if isinstance(owner, Tournament) else list(owner.tournaments.order_by("date", "pk"))
    )
    result: dict[str, Any] = {
        "published": list(
            Publication.objects.filter(tournament__in=evenings)
            .order_by("tournament__date", "number")
            .values_list(
                "tournament__code",
                "number",
                "state",
                "standings",
                "erratum",
                "corrections",
                "created_at",
                "protest_minutes",
                "after_round__number",
            )
        )
    }
    for evening in evenings:
        result[evening.code] = output_of("export_results", evening.code)
        result[f"log of {evening.code}"] = list(
            evening.log.exclude(kind__in=(LogKind.ARCHIVED, LogKind.TAKEN_IN))
            .order_by("sequence")
            .values_list("sequence", "sentence", "fields", "author_name", "at", "hash", "key")
        )
        rows = HandResult.objects.filter(sheet__table__round__tournament=evening).order_by("pk")
        result[f"rows of {evening.code}"] = list(
            rows.values_list(
                "sheet__table__number", "hand", "version", "content", "origin", "created_at"
            )
        )
        boards = Board.objects.filter(board_set__round__tournament=evening).order_by(
            "board_set__round_number", "pk"
        )
        result[f"boards of {evening.code}"] = list(
            boards.values_list("number", "owners", "board_set__seed")
        )
    if circuit is not None:
        result["season"] = output_of("export_season", circuit.code)
        result["season published"] = list(
            circuit.publications.values_list(
                "number", "official", "standings", "evenings", "settings", "created_at"
            )
        )
    return result


def output_of(command: str, code: str) -> str:
    out = io.StringIO()
    call_command(command, code, stdout=out)
    return out.getvalue()


def changed(content: bytes, change: Callable[[Any], Any]) -> bytes:
    form = json.loads(gzip.decompress(content))
    change(form)
    return gzip.compress(json.dumps(form).encode())


# --- exported rows


def test_every_model_with_a_way_to_an_evening_goes_along_or_says_why_not() -> None:
    def owned(model: type[Model], met: frozenset[Any] = frozenset()) -> bool:
        return model is Tournament or any(
            field.many_to_one or field.one_to_one
            for field in model._meta.concrete_fields
            if field.related_model
            and field.related_model not in met | {model}
            and owned(field.related_model, met | {model})
        )

    backwards = {BoardSet, Board}  # a partita names its set
    models = {model for model in apps.get_models() if owned(model) or model in backwards}
    parts = {part.model for part in PARTS}
    assert {model._meta.label for model in models - parts} == set(STAYS)
    assert parts <= models


def test_secrets_and_marks_of_devices_stay() -> None:
    """The file has no codes of tables, secrets of signing codes, marks of phones or addresses."""
    evening = closed()
    Player.objects.filter(memberships__tournament=evening).update(email="anna@example.org")
    Player.objects.filter(pk=Player.objects.filter(memberships__tournament=evening)[:1]).update(
        page_code="pagecode1"
    )
    text = gzip.decompress(packed(evening)).decode()
    secret = [evening.signing_secret, "anna@example.org", "pagecode1", "a phone"]
    secret += [*Place.objects.filter(tournament=evening).values_list("code", flat=True)]
    secret += [str(mark) for mark in HandResult.objects.values_list("client_id", flat=True)]
    assert [word for word in secret if f'"{word}"' in text] == []
    form = json.loads(text)
    names = {name for rows in form["evenings"][0]["rows"].values() for row in rows for name in row}
    assert not names & {
        "device",
        "client_id",
        "signing_secret",
        "remote",
        "author_id",
        "arbiter_id",
        "created_by_id",
    }


# --- round trips


@pytest.mark.database
def test_an_evening_comes_into_an_empty_database_to_the_letter() -> None:
    evening = closed()
    before, content = everything(evening), packed(evening)
    emptied()
    [new] = taken_in(content)
    assert everything(new) == before
    assert (new.closed_at, new.date, new.name) == (evening.closed_at, evening.date, evening.name)
    assert check_log(new).fault is None
    kinds = list(new.log.order_by("-sequence").values_list("kind", flat=True)[:2])
    assert kinds == [LogKind.TAKEN_IN, LogKind.ARCHIVED]


def test_people_of_the_same_names_are_the_roster_s_own() -> None:
    evening = closed()
    before, content = everything(evening), packed(evening)
    emptied(people_too=False)
    count = Player.objects.count()
    [new] = taken_in(content)
    assert everything(new) == before
    assert Player.objects.count() == count


def whose_published(circuit: Circuit) -> list[dict[str, list[str]]]:
    """Players of each name in each published season."""
    return [
        {
            name: [str(one) for one in Entry.objects.get(pk=key).players.all()]
            for name, key in publication.named.items()
        }
        for publication in circuit.publications.all()
    ]


@pytest.mark.database
def test_a_season_comes_with_its_regulation_its_evenings_and_what_was_published() -> None:
    circuit = season()
    before, content = everything(circuit), packed(circuit)
    guests = [str(guest) for guest in circuit.guests.all()]
    whose = whose_published(circuit)
    assert all(player in entries for published in whose for player, entries in published.items())
    emptied()
    evenings = taken_in(content)
    new = Circuit.objects.get(code=circuit.code)
    assert {evening.circuit for evening in evenings} == {new}
    assert everything(new) == before
    assert [str(guest) for guest in new.guests.all()] == guests
    assert whose_published(new) == whose
    assert SeasonPublication.objects.count() == 2


def test_what_came_in_goes_out_again_with_its_log_and_is_corrected_like_any_evening() -> None:
    """Moved twice, with a row corrected in between: the log lines of both installations fit their
    rows.
    """
    content = packed(closed())
    emptied()
    [second] = taken_in(content)
    open_tournament_again(tournament=second, author=None, reason="A queen.")
    second.refresh_from_db()
    sheet = Sheet.objects.filter(table__round__tournament=second).first()
    assert sheet is not None
    withdraw_official(round=sheet.table.round, author=None, reason="A queen.")
    rule(
        sheet=sheet,
        kind="adjustment",
        offender="N",
        effect={"points": "-2"},
        reason="Late.",
        arbiter=None,
    )
    publish(tournament=second, author=None)
    over(second)
    before, content = everything(second), packed(second)
    assert check_log(second).fault is None
    emptied()
    [third] = taken_in(content)
    assert everything(third) == before
    assert check_log(third).fault is None
    row = HandResult.objects.filter(sheet__table__round__tournament=third).order_by("-pk").first()
    assert row is not None
    with guards.guards_off(connection):
        HandResult.objects.filter(pk=row.pk).update(content={"contract": "D"})
    assert check_log(third).fault is not None


def test_a_log_whose_key_is_elsewhere_keeps_its_order(settings: Any) -> None:
    """The second installation cannot check the first one's seals, and reports that; it can check
    its own line.
    """
    content = packed(closed())
    emptied()
    settings.LOG_KEYS = ["another installation's key"]
    [new] = taken_in(content)
    chain = check_log(new)
    assert chain.fault is None
    assert [count for _key, count in chain.unknown] == [new.log.count() - 1]


def test_one_whom_the_club_has_forgotten_is_nobody_of_another_roster() -> None:
    evening = closed()
    player = Player.objects.filter(memberships__tournament=evening).first()
    assert player is not None
    forget(player=player, author=None)
    before, content = everything(evening), packed(evening)
    emptied()
    other = Player.objects.create(surname=f"Giocatore {player.pk}")
    [new] = taken_in(content)
    assert everything(new) == before
    assert not Seat.objects.filter(player=other).exists()
    assert check_log(new).fault is None


# --- people


def test_a_name_that_may_be_one_of_ours_must_be_said_and_a_card_stays_its_holder_s() -> None:
    evening = closed()
    two = list(Player.objects.filter(memberships__tournament=evening).order_by("pk")[:2])
    Player.objects.filter(pk=two[0].pk).update(card_number="17")
    content = packed(evening)
    emptied()
    ours = Player.objects.create(surname="Quite", given_name="Another", card_number="17")
    with pytest.raises(ValidationError, match=two[0].surname):
        taken_in(content)
    [new] = taken_in(content, **{f"p{two[0].pk}": None})
    came = Player.objects.get(
        memberships__tournament=new, surname=two[0].surname, given_name=two[0].given_name
    )
    assert (came.card_number, came == ours) == ("", False)


def test_two_people_of_a_file_are_not_one_of_the_roster() -> None:
    evening = closed()
    two = list(Player.objects.filter(memberships__tournament=evening).order_by("pk")[:2])
    content = packed(evening)
    emptied()
    ours = Player.objects.create(surname="Quite", given_name="Another")
    with pytest.raises(ValidationError) as refused:
        taken_in(content, **{f"p{player.pk}": ours.pk for player in two})
    assert refused.value.error_list[0].code == "archive_twice"


def elsewhere() -> None:
    """Become another installation, with no name of the file's people."""
    emptied()
    for number, player in enumerate(Player.objects.filter(is_house=False)):
        player.surname, player.given_name, player.card_number = f"Altrove{number:04}", "", ""
        player.save()


def as_here(content: bytes, **facts: dict[str, str]) -> list[Any]:
    """People of a file as they are matched with this roster. ``facts`` changes their rows."""
    archive = read_archive(content)
    for person in archive.people:
        row = person.row
        plain = {
            "surname": row.surname,
            "given_name": row.given_name,
            "card_number": row.card_number,
            "club": row.club,
        }
        Player.objects.create(**plain | facts.get(row.full_name, facts["everybody"]))
    return archive.judged(RosterIndex.load())


def test_only_a_card_says_by_itself_that_somebody_is_the_same_person() -> None:
    """Sixteen people of another club with the same names used to become the club's own players."""
    evening = closed()
    players = Player.objects.filter(memberships__tournament=evening)
    content = packed(evening)
    assert set(players.values_list("card_number", flat=True)) != {""}
    Player.objects.update(card_number="")
    without_cards = packed(evening)
    elsewhere()
    judged = as_here(content, everybody={})
    assert set(first_guess(judged).values()) == {
        person.member.pk for person in judged if person.row.card_number
    }
    elsewhere()
    judged = as_here(without_cards, everybody={})
    assert first_guess(judged) == {}
    assert len(same_names(judged)) == len(judged) > 0


def test_one_card_of_two_clubs_is_two_people_and_a_player_is_offered_once() -> None:
    """Card 17 belongs to Rossi Anna there and to Rossi Bruno here. A player who is identified by a
    card is not offered for anybody else of the file.
    """
    evening = closed()
    first, second, third = Player.objects.filter(memberships__tournament=evening).order_by("pk")[:3]
    Player.objects.update(card_number="")
    for player, name, card in (
        (first, "Anna", "17"),
        (second, "Carla", "18"),
        (third, "Carla", ""),
    ):
        player.surname, player.given_name, player.card_number = "Rossi", name, card
        player.save()
    content = packed(evening)
    elsewhere()
    bruno = Player.objects.create(surname="Rossi", given_name="Bruno", card_number="17")
    carla = Player.objects.create(surname="Rossi", given_name="Carla", card_number="18")
    archive = read_archive(content)
    judged = {person.line: person for person in archive.judged(RosterIndex.load())}
    guess = first_guess(list(judged.values()))
    assert first.pk not in guess
    assert [member.pk for member in judged[first.pk].candidates] == [bruno.pk]
    assert (guess[second.pk], guess[third.pk]) == (carla.pk, None)
    import_archive(archive=archive, people=guess | {first.pk: None}, author=None)
    assert Player.objects.filter(surname="Rossi").count() == 4


@pytest.mark.parametrize(
    "regulation",
    [
        {},
        {"tiebreaks": ["lot"], "lot_seed": "6b696e67"},
        {"tiebreaks": ["lot"], "lot_order": "names"},
        {"tiebreaks": ["previous"], "previous": "names"},
    ],
)
def test_a_player_who_is_spelt_otherwise_here_is_accepted_when_chosen(
    regulation: dict[str, Any],
) -> None:
    """Lots and earlier standings refer to names. The results used to be refused as if the file had
    been changed.
    """
    circuit = season()
    order = Entry.objects.filter(tournament__circuit=circuit).with_players().order_by("-pk")
    names = list(dict.fromkeys(entry.spoken_title for entry in order))
    circuit.settings |= {
        key: names if value == "names" else value for key, value in regulation.items()
    }
    circuit.save()

    def places() -> list[tuple[int, str]]:
        lines = season_of(Circuit.objects.get(code=circuit.code)).standings.overall
        return [(line.rank, " ".join(sorted(line.entry.lower().split()))) for line in lines]

    before, content = places(), packed(circuit)
    elsewhere()
    archive = read_archive(content)
    for person in archive.people:
        Player.objects.create(surname=person.row.given_name.upper(), given_name=person.row.surname)
    judged = archive.judged(RosterIndex.load())
    people = {person.line: person.candidates[0].pk for person in judged}
    import_archive(archive=archive, people=people, author=None)
    assert places() == before
    assert (
        Player.objects.get(pk=next(iter(people.values()))).given_name
        == archive.people[0].row.surname
    )


def test_a_name_for_paper_goes_along() -> None:
    evening = closed()
    player = Player.objects.filter(memberships__tournament=evening).order_by("pk")[0]
    Player.objects.filter(pk=player.pk).update(
        surname="李", given_name="小龍", name_for_paper="Li Xiaolong"
    )
    content = packed(evening)
    elsewhere()
    assert taken_in(content)
    assert Player.objects.get(surname="李").name_for_paper == "Li Xiaolong"


# --- refusals


def test_a_file_that_nobody_could_take_in_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = closed()
    monkeypatch.setattr("seasons.archive.MOST_UNPACKED", 1000)
    with pytest.raises(ValidationError) as refused:
        packed(evening)
    assert refused.value.error_list[0].code == "archive_too_large"
    assert not LogEntry.objects.filter(kind=LogKind.ARCHIVED).exists()


@pytest.mark.at_length
def test_the_largest_season_has_room() -> None:
    """Extrapolated to six evenings of 250 tables and four partite, from the size of a table per
    partita.
    """
    sizes = []
    for tables in (1, 5):
        content = packed(
            over(demo(stage="finished", seed=tables, tables=tables, rounds=2, language="en"))
        )
        sizes.append((len(content), len(gzip.decompress(content))))
    of_a_table = [(large - small) / 8 for small, large in zip(*sizes, strict=True)]
    assert of_a_table[0] * 6000 * 1.5 < MOST_BYTES
    assert of_a_table[1] * 6000 * 1.5 < MOST_UNPACKED


def test_an_evening_goes_out_when_it_is_over() -> None:
    """A file of an evening in play would contain its cards and its last standings."""
    with pytest.raises(ValidationError) as refused:
        packed(demo(stage="playing", seed=3, tables=1, language="en"))
    assert refused.value.error_list[0].code == "not_over"
    evening = a_tournament()
    hold_final(tournament=evening, author=None)
    close_tournament(tournament=evening, author=None)
    evening.refresh_from_db()
    with pytest.raises(ValidationError) as refused:
        packed(evening)
    assert refused.value.error_list[0].code == "not_over"
    assert not LogEntry.objects.filter(kind=LogKind.ARCHIVED).exists()


def test_an_evening_or_a_circuit_that_is_here_is_not_taken_in_again() -> None:
    circuit = season()
    first = circuit.tournaments.order_by("date").first()
    assert first is not None
    for owner in (circuit, first):
        with pytest.raises(ValidationError) as refused:
            taken_in(packed(owner))
        assert refused.value.error_list[0].code == "archive_here"


BROKEN: dict[str, tuple[Callable[[Any], Any], str]] = {
    "another version": (lambda form: form.update(form="king-archive-2"), "archive_form"),
    "no people": (lambda form: form.pop("people"), "archive_form"),
    "no evening's rows": (lambda form: form["evenings"][0].pop("rows"), "archive_form"),
    "a part is missing": (lambda form: form["evenings"][0]["rows"].pop("seat"), "archive_form"),
    "a row that is none": (
        lambda form: form["evenings"][0]["rows"]["seat"].append(7),
        "archive_row",
    ),
    "a wind of no compass": (
        lambda form: form["evenings"][0]["rows"]["seat"][0].update(wind="X"),
        "archive_row",
    ),
    "a seat of nobody": (
        lambda form: form["evenings"][0]["rows"]["seat"][0].update(player_id=0),
        "archive_row",
    ),
    "a newer column": (
        lambda form: form["evenings"][0]["rows"]["seat"][0].update(cushion="red"),
        "archive_newer",
    ),
    "a seat too few": (lambda form: form["evenings"][0]["rows"]["seat"].pop(), "archive_results"),
    "a seat twice": (
        lambda form: form["evenings"][0]["rows"]["seat"].append(
            form["evenings"][0]["rows"]["seat"][0]
        ),
        "archive_rows",
    ),
    "a sheet that was changed": (
        lambda form: form["evenings"][0]["rows"]["handresult"][0].update(content=None),
        "archive_results",
    ),
    "other rules": (
        lambda form: form["evenings"][0]["rows"]["tournament"][0].update(ruleset="bridge"),
        "archive_form",
    ),
    "half a letter": (lambda form: form["people"][0].update(surname="\ud800"), "archive_form"),
    "a name without end": (lambda form: form["people"][0].update(surname="A" * 81), "archive_form"),
    "a number without end": (
        lambda form: form["evenings"][0]["rows"]["seat"][0].update(from_hand=10**30),
        "archive_row",
    ),
    "a line of a key that is here": (
        lambda form: form["evenings"][0]["rows"]["logentry"][3].update(fields={"player": "Nobody"}),
        "archive_log",
    ),
    "each line of a key that is here": (
        lambda form: [
            line.update(author_name="nobody") for line in form["evenings"][0]["rows"]["logentry"]
        ],
        "archive_log",
    ),
    "a line of the log is missing": (
        lambda form: form["evenings"][0]["rows"]["logentry"].pop(3),
        "archive_log",
    ),
    "the first line of the log is missing": (
        lambda form: form["evenings"][0]["rows"]["logentry"].pop(0),
        "archive_log",
    ),
    "the last line of the log is missing": (
        lambda form: form["evenings"][0]["rows"]["logentry"].pop(),
        "archive_log",
    ),
    "the end of the log is missing": (
        lambda form: [form["evenings"][0]["rows"]["logentry"].pop() for _line in range(5)],
        "archive_log",
    ),
    "no log": (
        lambda form: form["evenings"][0]["rows"]["logentry"].clear(),
        "archive_log",
    ),
    "a log in disorder": (
        lambda form: form["evenings"][0]["rows"]["logentry"][1].update(sequence=1),
        "archive_rows",
    ),
}


@pytest.mark.parametrize(
    "how",
    [
        pytest.param(
            how,
            marks=pytest.mark.database
            if code in ("archive_row", "archive_rows", "archive_results")
            else (),
        )
        for how, (_change, code) in some(list(BROKEN.items()))
    ],
)
def test_a_broken_file_is_refused_whole(how: str) -> None:
    content = packed(closed())
    emptied()
    before = {
        part.name: part.model._base_manager.count() for part in (*PARTS, CIRCUIT, PUBLICATIONS)
    }
    change, code = BROKEN[how]
    with pytest.raises(ValidationError) as refused:
        taken_in(changed(content, change))
    assert [error.code for error in refused.value.error_list] == [code]
    assert {
        part.name: part.model._base_manager.count() for part in (*PARTS, CIRCUIT, PUBLICATIONS)
    } == before


def test_a_log_cut_off_elsewhere_is_refused_too(settings: Any) -> None:
    content = packed(closed())
    emptied()
    settings.LOG_KEYS = ["another installation's key"]
    change, code = BROKEN["the end of the log is missing"]
    with pytest.raises(ValidationError) as refused:
        taken_in(changed(content, change))
    assert [error.code for error in refused.value.error_list] == [code]


@pytest.mark.database
def test_an_evening_with_steps_that_were_given_up_half_way_comes_in() -> None:
    """On PostgreSQL a rolled-back transaction uses up keys of rows. On no database does it use up a
    number of the log.
    """
    evening = closed()
    for _attempt in range(2):
        with contextlib.suppress(IntegrityError), transaction.atomic():
            record(evening, LogKind.BACKUP, "A copy of everything was downloaded.")
            raise IntegrityError
    content = packed(evening)
    numbers = [line.sequence for line in evening.log.order_by("sequence")]
    assert numbers == list(range(1, len(numbers) + 1))
    emptied()
    [new] = taken_in(content)
    assert check_log(new).faults == ()


def test_a_file_that_is_no_archive_is_refused_with_what_to_do() -> None:
    content = packed(closed())
    emptied()
    for other in (
        b"",
        b"%PDF-1.7",
        b"[]",
        b"[" * 100_000,
        b'{"form": 3}',
        "perché".encode("latin-1"),
        b'["\\ud800"]',
        b"[NaN]",
    ):
        with pytest.raises(ValidationError) as refused:
            read_archive(other)
        assert refused.value.error_list[0].code == "archive_form", other
    for damaged in (content[:-40], content[:200] + b"\0\0\0\0" + content[204:]):
        with pytest.raises(ValidationError) as refused:
            read_archive(damaged)
        assert refused.value.error_list[0].code in ("archive_damaged", "archive_form")
    for large in (
        b"\0" * (MOST_BYTES + 1),
        gzip.compress(b" " * (MOST_UNPACKED + 1)),
        gzip.compress(b"[" + b"[]," * MOST_VALUES),
    ):
        with pytest.raises(ValidationError) as refused:
            read_archive(large)
        assert refused.value.error_list[0].code == "archive_too_large"
    assert read_archive(gzip.decompress(content)).people == read_archive(content).people


BOMBS = {
    "lists": lambda: b"[]," * 19_000_000 + b"[]",
    "rows": lambda: b"{}," * 19_000_000 + b"{}",
    "numbers": lambda: b"12345," * 9_900_000 + b"1",
    "words": lambda: b'"ab",' * 11_900_000 + b'"ab"',
    "deep": lambda: b"[" * 20_000_000 + b"]" * 20_000_000,
    "people": lambda: b"{}," * 100_000 + b"{}",
}
"""Made by the test that needs it: together they are a quarter of a gigabyte."""


@pytest.mark.parametrize(
    "bomb",
    ["lists", *(pytest.param(bomb, marks=pytest.mark.at_length) for bomb in list(BOMBS)[1:])],
)
def test_an_archive_made_to_fill_the_memory_is_refused_in_a_process_of_its_own(bomb: str) -> None:
    """A file of 43 kB used to take 25 seconds and two gigabytes."""
    content = gzip.compress(b'{"form":"king-archive-1","people":[' + BOMBS[bomb]() + b"]}")
    code = (
        "import resource, sys\n"
        "from django.core.exceptions import ValidationError\n"
        "import django; django.setup()\n"
        "from seasons.archive import read_archive\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "try: read_archive(sys.stdin.buffer.read())\n"
        "except ValidationError as refusal: print(refusal.error_list[0].code)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    process = subprocess.run(
        [sys.executable, "-c", code],
        input=content,
        env=environment,
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    refusal, kilobytes = process.stdout.split()
    assert (len(content) < MOST_BYTES, refusal) == (True, b"archive_too_large")
    assert int(kilobytes) < 100_000


# --- number of queries


@pytest.mark.at_length
@pytest.mark.parametrize("direction", ["out", "in"])
def test_the_queries_do_not_grow_with_the_tables(direction: str) -> None:
    counts = []
    for tables in (1, 4):
        evening = over(demo(stage="finished", seed=6, tables=tables, rounds=1, language="en"))
        with CaptureQueriesContext(connection) as out:
            content = packed(evening)
        emptied()
        with CaptureQueriesContext(connection) as into:
            taken_in(content)
        counts.append(len(out if direction == "out" else into))
    assert counts[0] == counts[1] < 130


# --- the command line


def test_the_commands_write_a_file_and_take_it_in(tmp_path: Path) -> None:
    """A season is named by its circuit's code, an evening by its own."""
    circuit = season()
    before, file = everything(circuit), tmp_path / "season.king"
    call_command("export_archive", circuit.code.upper(), str(file))
    codes = [evening.code for evening in circuit.tournaments.order_by("date", "pk")]
    emptied()
    out = io.StringIO()
    call_command("load_archive", str(file), stdout=out)
    assert [line.split()[-1] for line in out.getvalue().splitlines()] == codes
    assert everything(Circuit.objects.get(code=circuit.code)) == before
    with pytest.raises(CommandError, match="|".join(codes)):
        call_command("load_archive", str(file))
    with pytest.raises(CommandError):
        call_command("load_archive", str(tmp_path / "nowhere.king"))
    open_one = demo(stage="playing", seed=3, tables=1, language="en")
    with pytest.raises(CommandError):
        call_command("export_archive", open_one.code, str(tmp_path / "open.king"))


def test_the_command_refuses_with_the_list_of_whom_the_desk_asks_about(tmp_path: Path) -> None:
    circuit = season()
    Player.objects.update(card_number="")
    file = tmp_path / "season.king"
    file.write_bytes(packed(circuit))
    elsewhere()
    people = read_archive(file.read_bytes()).people
    for person in people:
        Player.objects.create(surname=person.row.surname, given_name=person.row.given_name)
    were = Tournament.objects.count()
    with pytest.raises(CommandError) as refused:
        call_command("load_archive", str(file))
    said_no = str(refused.value)
    for person in people:
        assert f"{person.row.full_name}: {person.row.full_name}" in said_no
    assert Tournament.objects.count() == were
