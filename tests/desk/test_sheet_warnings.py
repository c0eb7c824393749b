"""Warnings that do not block: equal sheets, exchanged winds, rows far from those of every other
table, a buyer who is short.
"""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from king_tournament.desk.tables.warnings import SheetWarning, warnings_of
from scoring.decisions import rule
from scoring.models import HandResult, Sheet
from scoring.scored_sheets import scored_round
from scoring.wrong_winds import report_seats
from tests.evenings import a_round, a_tournament, fill, fill_quickly, good_rows, sheets_of
from tournaments.models import LogEntry, Player, Round, Seat
from tournaments.seat_changes import swap_seats

pytestmark = pytest.mark.django_db


def warnings_with(round_: Round, code: str) -> list[SheetWarning]:
    return [warning for warning in warnings_of(round_) if warning.code == code]


def test_a_sheet_entered_for_the_wrong_table_too_is_named_at_both() -> None:
    round_ = a_round(a_tournament(), 3)
    first, second, third = sheets_of(round_)
    for sheet, rows in ((first, good_rows()), (second, None), (third, good_rows())):
        fill(sheet, rows)
    warnings = warnings_with(round_, "equal_sheet")
    assert [(warning.table, warning.hand) for warning in warnings] == [(1, None), (3, None)]
    assert (
        str(warnings[0].phrase)
        == "This sheet is the same as that of table 3: was it entered for the wrong table?"
    )


def a_field(tables: int = 7) -> Round:
    """Make tables whose hearts differ by one trick; at the last one two winds are exchanged."""
    round_ = a_round(a_tournament(), tables)
    for number, sheet in enumerate(sheets_of(round_), 1):
        units = {"N": 1, "E": 2, "S": 4, "W": 6} if number % 2 else {"N": 1, "E": 1, "S": 4, "W": 7}
        if number == tables:
            units = {"N": 6, "E": 2, "S": 4, "W": 1}
        HandResult.objects.create(
            sheet=sheet, hand=5, version=1, content={"contract": "NC", "units": units}
        )
    return round_


def test_a_row_that_no_other_table_comes_near_is_named_with_what_would_explain_it() -> None:
    warnings = warnings_with(a_field(), "row_far")
    assert [(warning.table, warning.hand, warning.wind) for warning in warnings] == [
        (7, 5, "N"),
        (7, 5, "W"),
    ]
    assert dict(warnings[0].suggestion.row.units) == {"N": 1, "E": 2, "S": 4, "W": 6}


def test_a_row_that_the_arbiter_has_ruled_on_is_his_already() -> None:
    round_ = a_field()
    rule(
        sheet=sheets_of(round_)[-1],
        kind="fouled",
        hand=5,
        reason="Two hands exchanged.",
        arbiter=User.objects.create_user("arbiter"),
    )
    assert warnings_with(round_, "row_far") == []


def test_a_buyer_who_cannot_pay_is_a_note_and_no_problem() -> None:
    round_ = a_round(a_tournament(), 1)
    content = {
        "contract": "D",
        "units": {"N": 3, "E": 2, "S": 4, "W": 4},
        "trump": "S",
        "sale": {"seller": "W", "buyer": "E", "price": 4},
    }
    HandResult.objects.create(sheet=sheets_of(round_)[0], hand=8, version=1, content=content)
    (warning,) = warnings_of(round_)
    assert (warning.code, warning.hand, warning.wind) == ("buyer_short", 8, "E")
    assert scored_round(round_)[0].scored.problems == ()


def players_of(sheet: Sheet) -> dict[str, int]:
    return {seat.wind: seat.player_id for seat in Seat.objects.filter(table=sheet.table)}


def exchanged(sheet: Sheet, one: str = "N", other: str = "E") -> dict[str, int]:
    players = players_of(sheet)
    return players | {one: players[other], other: players[one]}


def test_a_table_that_says_who_really_sits_there_warns_the_desk_until_the_seats_are_exchanged() -> (
    None
):
    round_ = a_round(a_tournament(), 2)
    sheet = sheets_of(round_)[0]
    report_seats(sheet=sheet, players=exchanged(sheet), device="p1")
    warnings = warnings_with(round_, "seats_exchanged")
    assert [(warning.table, warning.wind) for warning in warnings] == [(1, "N"), (1, "E")]
    assert (
        str(warnings[0].phrase)
        == "The table says that Player 2 sits N, but the seating has Player 1"
    )
    seats = {seat.wind: seat for seat in Seat.objects.filter(table=sheet.table)}
    swap_seats(round=round_, first=seats["N"], second=seats["E"], author=None)
    assert warnings_with(round_, "seats_exchanged") == []


def test_a_report_that_is_taken_back_warns_no_more_and_both_are_kept() -> None:
    round_ = a_round(a_tournament(), 1)
    (sheet,) = sheets_of(round_)
    first = report_seats(sheet=sheet, players=exchanged(sheet))
    assert report_seats(sheet=sheet, players=exchanged(sheet)) == first
    report_seats(
        sheet=sheet,
        players={wind: Player.objects.get(pk=key) for wind, key in players_of(sheet).items()},
    )
    assert warnings_with(round_, "seats_exchanged") == []
    assert sheet.seat_reports.count() == 2
    assert LogEntry.objects.filter(kind="seats_reported").count() == 2


def test_who_does_not_sit_at_the_table_is_for_the_arbiter() -> None:
    round_ = a_round(a_tournament(), 2)
    one, other = sheets_of(round_)
    stranger = players_of(other)["N"]
    for players in (players_of(one) | {"N": stranger}, {"N": 1}, {}, exchanged(one) | {"E": "x"}):
        with pytest.raises(ValidationError) as error:
            report_seats(sheet=one, players=players)
        assert error.value.code == "other_players"


@pytest.mark.at_length
@pytest.mark.parametrize("tables", [1, 40])
def test_warnings_cost_the_same_queries_for_one_table_and_for_forty(
    tables: int, django_assert_num_queries
) -> None:
    round_ = a_round(a_tournament(), tables)
    fill_quickly(round_)
    for sheet in sheets_of(round_):
        report_seats(sheet=sheet, players=exchanged(sheet))
    with django_assert_num_queries(6):
        assert len(warnings_with(round_, "seats_exchanged")) == 2 * tables
