"""Standings from stored sheets: the points of each entry, places, byes."""

from __future__ import annotations

import io
import json
import random
import re
from fractions import Fraction

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from king.cards import Wind
from king.standing.ranking import standings
from king.standing.round_results import Result, RoundResults
from scoring.decisions import rule
from scoring.models import Ruling, Sheet
from scoring.publishing import publish, read_publication
from scoring.scored_sheets import scored_round, scored_rounds
from scoring.sheet_steps import close_sheet
from scoring.standing import hand_by_hand, standing_settings, tournament_standings
from tests.evenings import (
    a_round,
    a_tournament,
    closed,
    demo,
    enter,
    fill,
    fill_and_close,
    fill_quickly,
    good_rows,
    put_in_play,
    sheet_of,
)
from tests.markup import flat
from tournaments.models import Entry, Player, Round, Seat, Tournament

pytestmark = pytest.mark.django_db


def played(tournament: Tournament, tables: int = 2) -> Round:
    return closed(a_round(tournament, tables))


@pytest.mark.at_length
@pytest.mark.parametrize("tables", [1, 30])
def test_a_partita_is_read_in_the_same_queries_for_one_table_and_for_thirty(
    tables: int, django_assert_num_queries
) -> None:
    round_ = a_round(a_tournament(), tables)
    fill_quickly(round_)
    for sheet in Sheet.objects.all():
        Ruling.objects.create(
            sheet=sheet, kind="adjustment", offender="N", effect={"points": "-1"}, reason="Late."
        )
    with django_assert_num_queries(5):
        scored = scored_round(round_)
        text = [
            (
                table.table.place.code,
                table.seats["N"].player.full_name,
                table.entries(Wind.E)[0].title,
                table.scored.totals,
                [(ruling.reason, ruling.arbiter) for ruling in table.rulings],
                len(table.rows),
            )
            for table in scored
        ]
    assert [table.table.number for table in scored] == list(range(1, tables + 1))
    assert {line[-1] for line in text} == {12}
    assert all(sum(table.scored.totals.values()) == -1 for table in scored)


@pytest.mark.parametrize("rounds", [1, 3])
def test_a_standing_takes_the_same_queries_for_one_partita_and_for_three(
    rounds: int, django_assert_num_queries
) -> None:
    tournament = a_tournament()
    for _ in range(rounds):
        played(tournament)
    tournament = Tournament.objects.get()
    with django_assert_num_queries(9):
        tournament_standings(tournament).as_json()


def test_a_single_table_ranks_within_itself_and_two_by_wind() -> None:
    """With one table per wind a ranking by wind is meaningless, so a table's places are worth 10,
    6, 3, 1 (§6).
    """
    tournament = a_tournament()
    round_ = a_round(tournament, 1)
    # Fixed counts, because those that depend on the sheet's key in the database are sometimes equal.
    sheet = fill(Sheet.objects.get(table__round=round_), good_rows(random.Random(1)))
    close_sheet(sheet=sheet, author=None)
    Round.objects.filter(pk=round_.pk).update(stage="provisional", closed_at=timezone.now())
    totals = scored_round(round_)[0].scored.totals
    lines = tournament_standings(tournament).standings.overall
    assert [line.total for line in lines] == sorted(totals.values(), reverse=True)
    assert (len(set(totals.values())), [line.match_points for line in lines]) == (4, [10, 6, 3, 1])
    published = publish(tournament=tournament, author=None)
    assert published.standings["overall"][3]["match_points"] == "1"
    played(tournament, tables=2)
    # The publication keeps its explanations, although winds can be compared from now on.
    assert read_publication(tournament, published).standings is not None
    assert {
        line.match_points
        for line in tournament_standings(tournament).standings.rounds[0].winds["N"]
    } == {10}


def test_a_single_table_ranks_as_its_evening_says_where_it_says() -> None:
    tournament = a_tournament(standing_settings={"method": "raw"})
    played(tournament, tables=1)
    lines = tournament_standings(tournament).standings.overall
    assert [line.match_points for line in lines] == [line.total for line in lines]


def test_an_evening_may_compare_board_by_board_and_its_publication_holds_the_boards() -> None:
    """Computed a second time: in each hand a North gets 2 for a row that it beats and 1 for an
    equal one, out of 4.
    """
    tournament = a_tournament(standing_settings={"method": "boards"})
    round_ = played(tournament, tables=3)
    sheets = scored_round(round_)
    norths = [[row.points[Wind.N] for row in table.scored.rows] for table in sheets]
    expected = {
        table.entries(Wind.N)[0].title: sum(
            Fraction(sum(2 if mine > other else mine == other for other in board) - 1, 4) * 100
            for mine, board in zip(own, zip(*norths, strict=True), strict=True)
        )
        / 12
        for table, own in zip(sheets, norths, strict=True)
    }
    evening_standings = tournament_standings(tournament).standings
    earned = {line.entry: line.match_points for line in evening_standings.winds["N"]}
    assert earned == expected
    assert len(set(earned.values())) > 1
    published = publish(tournament=tournament, author=None)
    read = read_publication(tournament, published)
    assert read.standings is not None
    assert [len(result.boards) for result in read.results[0].results] == [12] * 12


def test_a_fouled_board_is_the_mean_of_its_field_where_boards_are_compared() -> None:
    """The mean of a field is half the points. The two other Norths compare the board with each
    other.
    """
    tournament = a_tournament(standing_settings={"method": "boards"})
    round_ = a_round(tournament, 3)
    fill_and_close(round_)
    sheet = Sheet.objects.get(table__number=1)
    rule(
        sheet=sheet,
        kind="fouled",
        hand=2,
        effect={"average": True},
        reason="Two cards changed places.",
        arbiter=None,
    )
    Round.objects.update(stage="provisional", closed_at=timezone.now())
    sheets = scored_round(round_)
    evening_standings = tournament_standings(tournament).standings
    boards = {
        one.result.entry: {board.board: board for board in one.result.boards}
        for one in evening_standings.rounds[0].winds["N"]
    }
    own, other = (sheets[at].entries(Wind.N)[0].title for at in (0, 1))
    assert boards[own]["2"].points is None
    assert boards[other]["2"].points == sheets[1].scored.rows[1].points[Wind.N]
    norths = [[row.points[Wind.N] for row in table.scored.rows] for table in sheets]
    assert norths[1][1] != norths[2][1]
    earned = {line.entry: line.match_points for line in evening_standings.winds["N"]}
    for at, table in enumerate(sheets):
        shares = [
            Fraction(1, 2)
            if (at, hand) == (0, 1)
            else share_of_board(at, [north[hand] for north in norths], without=hand == 1)
            for hand in range(12)
        ]
        assert earned[table.entries(Wind.N)[0].title] == sum(shares) * 100 / 12


def share_of_board(at: int, points: list[Fraction], *, without: bool) -> Fraction:
    """Part of the points of a board that a North gets; ``without`` the first one, whose board is
    fouled.
    """
    others = [
        one for place, one in enumerate(points) if place != at and not (without and place == 0)
    ]
    won = sum(2 if points[at] > one else points[at] == one for one in others)
    return Fraction(won, 2 * len(others))


def test_totals_count_after_penalties_and_only_closed_partite_count() -> None:
    tournament = a_tournament()
    first = played(tournament)
    sheet = Sheet.objects.get(table__round=first, table__number=1)
    rule(
        sheet=sheet,
        kind="adjustment",
        offender="N",
        effect={"points": "-7/2"},
        reason="Late.",
        arbiter=None,
    )
    a_round(tournament, 2)
    standing = tournament_standings(tournament)
    assert standing.rounds == (first,)
    total = next(line.total for line in standing.standings.overall if line.entry == "Player 1")
    sheets = scored_rounds([first])[first.pk]
    assert total == sheets[0].scored.sheet["N"] - Fraction(7, 2)
    assert sum(line.total for line in standing.standings.overall) == Fraction(-7, 2)


def test_a_partita_in_play_ranks_the_sheets_that_are_closed_so_far() -> None:
    round_ = a_round(a_tournament(), 2)
    close_sheet(sheet=fill(Sheet.objects.get(table__number=1)), author=None)
    fill(Sheet.objects.get(table__number=2))
    (live,) = tournament_standings(round_.tournament, rounds=[round_]).standings.rounds
    norths = {line.result.entry: line.result.total for line in live.winds["N"]}
    assert norths["Player 1"] is not None
    assert norths["Player 5"] is None


def test_a_substitute_plays_for_the_entry_that_was_drawn() -> None:
    tournament = a_tournament()
    round_ = a_round(tournament, 2)
    seat = Seat.objects.get(table__number=1, wind="E")
    jolly = enter(tournament, "Jolly 1", unranked=True)
    Seat.objects.create(
        round=round_,
        table=seat.table,
        wind="E",
        entry=seat.entry,
        player=jolly.players.get(),
        from_hand=7,
    )
    fill_and_close(round_)
    Round.objects.update(stage="provisional", closed_at=timezone.now())
    (table, _) = scored_round(round_)
    assert table.seats["E"].player.surname == "Player 2"
    assert [(seat.player.surname, seat.from_hand) for seat in table.substitutes] == [("Jolly 1", 7)]
    names = [line.entry for line in tournament_standings(tournament).standings.overall]
    assert "Player 2" in names
    assert "Jolly 1" not in names


def test_a_house_player_takes_no_place_and_pushes_nobody_down() -> None:
    tournament = a_tournament()
    for number in range(1, 9):
        enter(tournament, f"Player {number}", unranked=number == 5)
    played(tournament)
    answer = tournament_standings(tournament).as_json()
    norths = answer["rounds"][0]["winds"]["N"]
    assert [(line["entry"], line["rank"], line["match_points"]) for line in norths] == [
        ("Player 1", 1, "10")
    ]
    assert [line["entry"] for line in answer["rounds"][0]["unranked"]] == ["Player 5"]
    assert answer["unranked"] == ["Player 5"]


def test_who_sat_out_gets_the_mean_of_the_other_partite() -> None:
    """A bye is worth the mean of the entry's own other results (A21)."""
    tournament = a_tournament()
    for number in range(1, 10):
        enter(tournament, f"Player {number}")
    played(tournament)
    second = a_round(tournament, 2)
    Round.objects.filter(number=1).update(seating_note={"sitting_out": [9]})
    Round.objects.filter(number=2).update(seating_note={"sitting_out": [1]})
    Seat.objects.filter(round=second, entry__number=1).update(
        entry=Entry.objects.get(number=9), player=Player.objects.get(surname="Player 9")
    )
    fill_and_close(second)
    Round.objects.update(stage="provisional", closed_at=timezone.now())
    standing = tournament_standings(tournament)
    points = {
        (round_.number, one.result.entry): one.match_points
        for round_ in standing.standings.rounds
        for one in (*round_.winds["N"], *round_.byes)
    }
    assert {one.result.entry for one in standing.standings.rounds[1].byes} == {"Player 1"}
    assert points[2, "Player 1"] == points[1, "Player 1"]
    assert points[1, "Player 9"] == points[2, "Player 9"]


def test_who_has_left_or_came_late_gets_no_bye() -> None:
    tournament = a_tournament()
    for number in range(1, 10):
        enter(tournament, f"Player {number}")
    first = played(tournament)
    Entry.objects.filter(number=2).update(withdrawn_at=timezone.now(), withdrawn_because="Unwell.")
    second = a_round(tournament, 2)
    Seat.objects.filter(round=second, entry__number=2).update(
        entry=Entry.objects.get(number=9), player=Player.objects.get(surname="Player 9")
    )
    fill_and_close(second)
    Round.objects.filter(pk=second.pk).update(stage="provisional", closed_at=timezone.now())
    standing = tournament_standings(tournament).standings
    line = next(line for line in standing.overall if line.entry == "Player 2")
    assert [one.round for one in line.counted] == [first.number]
    assert [one.result.entry for round_ in standing.rounds for one in round_.byes] == []


def test_players_of_one_name_are_told_apart_by_their_entry_number() -> None:
    tournament = a_tournament()
    for number in range(1, 9):
        enter(tournament, "Rossi" if number in (1, 5) else f"Player {number}")
    played(tournament)
    standing = tournament_standings(tournament)
    names = {line.entry for line in standing.standings.overall}
    assert {"Rossi (1)", "Rossi (5)"} <= names
    assert "Rossi" not in names
    assert standing.entries["Rossi (5)"].number == 5
    assert len(standing.entries) == 8


def test_an_entry_called_like_a_numbered_namesake_is_not_taken_for_it() -> None:
    tournament = a_tournament()
    for title in ("Rossi", "Rossi", "Rossi (1)", ""):
        Entry.objects.create(
            tournament=tournament, number=tournament.entries.count() + 1, name=title
        )
    assert sorted(tournament_standings(tournament).entries) == [
        "(4)",
        "Rossi (1)",
        "Rossi (1) (3)",
        "Rossi (2)",
    ]


def test_a_pair_scores_in_its_own_column() -> None:
    """In Labyrinth's game of pairs each pair has one result, which is compared with the pairs of
    the same axis.
    """
    tournament = demo(stage="seated", seed=1, ruleset="squadre", tables=1, rounds=1)
    round_ = put_in_play(tournament.rounds.get())
    pair = {seat.wind: seat.entry.title for seat in round_.seats.select_related("entry")}
    rows = {}
    for plan in tournament.rules.schedule():
        units = plan.contract.units
        rows[plan.number] = {
            "units": {"NS": units, "EW": 0}
            if units is not None
            else {"N": 0, "S": 1, "E": 2, "W": 3}
        }
        if plan.contract.trump:
            rows[plan.number]["trump"] = "H"
    close_sheet(sheet=fill(Sheet.objects.get(), rows), author=None)
    Round.objects.update(stage="provisional", closed_at=timezone.now())
    standing = tournament_standings(tournament)
    totals = {
        (line.result.entry, line.result.wind): line.result.total
        for lines in standing.standings.rounds[0].winds.values()
        for line in lines
    }
    assert set(totals) == {(pair["N"], "NS"), (pair["E"], "EW")}
    # Scored by difference: −78 for all negatives, +52 and +26 for all tricks, 5 − 1 in Domino and 10 for
    # closing it.
    assert totals[pair["N"], "NS"] == -78 + 52 + 26 + 4 + 10
    assert totals[pair["E"], "EW"] == -totals[pair["N"], "NS"]


def test_lists_have_the_surname_first_and_programs_read_the_names_of_their_file() -> None:
    tournament = a_tournament()
    played(tournament)
    person = tournament.entries.get(number=1).players.get()
    Player.objects.filter(pk=person.pk).update(given_name="Laura", surname="Lo Presti")
    assert "Lo Presti Laura" in {
        line.entry for line in tournament_standings(tournament).standings.overall
    }
    out = io.StringIO()
    call_command("export_results", tournament.code, stdout=out)
    assert "Laura Lo Presti" in {line["entry"] for line in json.loads(out.getvalue())["overall"]}


@pytest.mark.database
def test_the_winds_of_a_published_standing_are_in_their_order_on_every_database() -> None:
    tournament = a_tournament()
    played(tournament)
    published = publish(tournament=tournament, author=None)
    published.refresh_from_db()
    assert list(published.standings["winds"]) == ["N", "E", "S", "W"]
    assert [list(partita["winds"]) for partita in published.standings["rounds"]] == [
        ["N", "E", "S", "W"]
    ]
    page = (
        Client(headers={"accept-language": "en"})
        .get(f"/live/{tournament.code}/standings/")
        .content.decode()
    )
    assert re.findall(r"(North|East|South|West)</span></caption>", flat(page))[:4] == [
        "North",
        "East",
        "South",
        "West",
    ]


def test_a_moment_of_an_evening_is_the_standing_of_the_rows_up_to_its_hand() -> None:
    """Totals are added up anew for each hand from the rows of every table. One sheet is fined from
    hand 5 on.
    """
    evening = demo(stage="finished", seed=3, tables=3, rounds=2, language="en")
    fined = sheet_of(evening.rounds.get(number=2), 2)
    rule(
        sheet=fined,
        kind="adjustment",
        offender="N",
        effect={"points": "-40"},
        hand=5,
        reason="Late.",
        arbiter=None,
    )
    rounds = list(evening.rounds.order_by("number"))

    def up_to(round_: Round, hand: int) -> RoundResults:
        results = []
        for table in scored_round(round_):
            for wind, seat in table.seats.items():
                rows = (row for row in table.scored.rows if row.hand <= hand)
                total = sum((row.points[wind] for row in rows), Fraction(0))
                if (table.sheet, str(wind)) == (fined, "N") and hand >= 5:
                    total -= 40
                results.append(Result(seat.entry.title, table.number, str(wind), total))
        return RoundResults(round_.number, tuple(results))

    moments = hand_by_hand(evening)
    assert len(moments) == 24
    for moment in moments:
        before = [up_to(round_, 12) for round_ in rounds if round_.number < moment.round]
        now = [*before, up_to(rounds[moment.round - 1], moment.hand)]
        lines = standings(now, standing_settings(evening, {1, 2, 3})).overall
        assert moment.figures == {line.entry: (line.match_points, line.total) for line in lines}
