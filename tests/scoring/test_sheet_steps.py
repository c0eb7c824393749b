"""A sheet on its way from the table to the desk: handed in, closed, reopened. No row is emptied."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import translation

from scoring.decisions import rule
from scoring.models import Sheet
from scoring.rows import enter_row
from scoring.sheet_steps import (
    close_ready_sheets,
    close_sheet,
    hand_in,
    reopen_sheet,
    sign_sheet,
    signed_winds,
    take_back,
)
from tests.evenings import a_round, a_sheet, a_tournament, fill, good_rows
from tournaments.models import LogEntry
from wording.sentences import SheetRefused

pytestmark = pytest.mark.django_db


def lines(error: pytest.ExceptionInfo[ValidationError]) -> list[str]:
    with translation.override("en"):
        return list(error.value.messages)


def short_of_a_queen() -> dict:
    rows = good_rows()
    rows[2] = {"contract": "Q", "units": {"N": 1, "E": 1, "S": 1, "W": 0}}
    return rows


def test_a_sheet_that_adds_up_is_handed_in_once_however_often_it_is_clicked() -> None:
    sheet = fill(a_sheet())
    first = hand_in(sheet=sheet, by="phone 7")
    again = hand_in(sheet=sheet, by="phone 8")
    assert (again.state, again.handed_in_by, again.handed_in_at) == (
        "handed_in",
        "phone 7",
        first.handed_in_at,
    )
    assert LogEntry.objects.filter(kind="sheet_handed_in").count() == 1


def test_a_sheet_that_lacks_hands_is_not_handed_in_and_they_are_named() -> None:
    rows = good_rows()
    del rows[4], rows[11]
    sheet = fill(a_sheet(), rows)
    for with_problems in (False, True):
        with pytest.raises(ValidationError) as error:
            hand_in(sheet=sheet, by="phone", with_problems=with_problems)
        assert error.value.code == "hands_missing"
        assert "4, 11" in lines(error)[0]
    sheet.refresh_from_db()
    assert sheet.state == "open"


def test_an_emptied_row_is_a_missing_hand() -> None:
    sheet = fill(a_sheet())
    enter_row(sheet=sheet, hand=6, content=None, origin="phone")
    with pytest.raises(ValidationError) as error:
        hand_in(sheet=sheet, by="phone")
    assert error.value.params == {"table": 1, "hands": "6", "missing": (6,)}


def test_a_sheet_that_does_not_add_up_says_where_and_may_go_to_the_arbiter() -> None:
    sheet = fill(a_sheet(), short_of_a_queen())
    with pytest.raises(SheetRefused) as error:
        hand_in(sheet=sheet, by="phone")
    assert [(problem.code, problem.hand) for problem in error.value.problems] == [
        ("units_short", 2)
    ]
    assert lines(error)[1].startswith("Hand 2: ")
    assert "one queen is missing (3 of 4)" in lines(error)[1]
    assert hand_in(sheet=sheet, by="phone", with_problems=True).state == "handed_in"


def test_a_sheet_with_a_difference_is_closed_only_once_it_is_ruled(arbiter: User) -> None:
    sheet = fill(a_sheet(), short_of_a_queen())
    hand_in(sheet=sheet, by="phone", with_problems=True)
    with pytest.raises(SheetRefused) as error:
        close_sheet(sheet=sheet, author=arbiter)
    assert [problem.hand for problem in error.value.problems] == [2]
    rule(sheet=sheet, kind="score_error", hand=2, reason="The table cannot agree.", arbiter=arbiter)
    closed = close_sheet(sheet=sheet, author=arbiter)
    assert (closed.state, closed.closed_by) == ("closed", arbiter)
    assert close_sheet(sheet=sheet, author=None).closed_by == arbiter


def test_a_sheet_typed_at_the_desk_is_closed_without_a_phone() -> None:
    assert close_sheet(sheet=fill(a_sheet()), author=None).state == "closed"


def test_a_taken_back_sheet_is_the_captains_again() -> None:
    sheet = fill(a_sheet())
    hand_in(sheet=sheet, by="phone")
    take_back(sheet=sheet, author=None)
    enter_row(sheet=sheet, hand=1, content=good_rows()[1], origin="phone")
    assert hand_in(sheet=sheet, by="phone").state == "handed_in"


def test_a_closed_sheet_is_reopened_with_a_reason_and_loses_nothing(arbiter: User) -> None:
    sheet = fill(a_sheet())
    sign_sheet(sheet=sheet, wind="N")
    rule(
        sheet=sheet,
        kind="adjustment",
        offender="E",
        effect={"points": -2},
        reason="Late.",
        arbiter=arbiter,
    )
    close_sheet(sheet=sheet, author=arbiter)
    before = list(sheet.results.values())
    with pytest.raises(ValidationError) as error:
        reopen_sheet(sheet=sheet, author=arbiter, reason="  ")
    assert error.value.code == "reason_missing"
    opened = reopen_sheet(sheet=sheet, author=arbiter, reason="Hands 3 and 4 were swapped.")
    assert opened.state == "open"
    assert list(sheet.results.values()) == before
    assert (sheet.signatures.count(), sheet.rulings.standing().count()) == (1, 1)
    assert (
        LogEntry.objects.get(kind="sheet_reopened").fields["reason"]
        == "Hands 3 and 4 were swapped."
    )


def test_a_signature_holds_for_exactly_the_rows_it_was_given_for() -> None:
    sheet = fill(a_sheet())
    sign_sheet(sheet=sheet, wind="N")
    sign_sheet(sheet=sheet, wind="N")
    sign_sheet(sheet=sheet, wind="W")
    assert signed_winds(sheet) == {"N", "W"}
    old = sheet.results.current().get(hand=8).content
    enter_row(
        sheet=sheet,
        hand=8,
        content={**old, "trump": "H" if old["trump"] != "H" else "S"},
        origin="phone",
    )
    assert signed_winds(sheet) == frozenset()
    enter_row(sheet=sheet, hand=8, content=old, origin="phone")
    assert signed_winds(sheet) == {"N", "W"}


def test_one_action_closes_what_is_ready_and_leaves_the_rest() -> None:
    round_ = a_round(a_tournament(), tables=4)
    sheets = list(Sheet.objects.filter(table__round=round_).order_by("table__number"))
    hand_in(sheet=fill(sheets[0]), by="phone")
    fill(sheets[1])
    hand_in(sheet=fill(sheets[2], short_of_a_queen()), by="phone", with_problems=True)
    hand_in(sheet=fill(sheets[3]), by="phone")
    assert [sheet.table.number for sheet in close_ready_sheets(round=round_, author=None)] == [1, 4]
    states = (
        Sheet.objects.filter(table__round=round_)
        .order_by("table__number")
        .values_list("state", flat=True)
    )
    assert list(states) == ["closed", "open", "handed_in", "closed"]


def test_the_refusal_is_said_in_the_readers_language() -> None:
    sheet = fill(a_sheet(), short_of_a_queen())
    with pytest.raises(SheetRefused) as error:
        hand_in(sheet=sheet, by="phone")
    with translation.override("en"):
        english = list(error.value.messages)
    with translation.override("it"):
        italian = list(error.value.messages)
    assert len(english) == len(italian) == 2
    assert all("%(" not in line and "{" not in line for line in [*english, *italian])
