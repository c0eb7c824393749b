"""A paper that is typed at a second table raises a question before that sheet is handed in or
closed.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from scoring.duplicate_paper import SAME_SHEET
from scoring.models import Sheet
from scoring.sheet_steps import close_ready_sheets, close_sheet, hand_in
from tests.evenings import a_round, a_tournament, fill, good_rows, sheet_of
from tournaments.models import Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_() -> Round:
    """Three tables with the same twelve rows; the second one is closed."""
    round_ = a_round(a_tournament(), 3)
    for table in (1, 2, 3):
        fill(sheet_of(round_, table), good_rows())
    close_sheet(sheet=sheet_of(round_, 2), author=None)
    return round_


def refused(call: Any, **options: Any) -> ValidationError:
    with pytest.raises(ValidationError) as error:
        call(**options)
    return error.value


def test_the_first_closes_and_each_other_is_asked_about(round_: Round) -> None:
    for table, other in ((1, 2), (3, 1)):
        sheet = sheet_of(round_, table)
        error = refused(close_sheet, sheet=sheet, author=None)
        assert error.code == SAME_SHEET
        assert error.params == {"count": 12, "other": other}
        assert refused(hand_in, sheet=sheet, by="phone").code == SAME_SHEET
        assert sheet_of(round_, table).is_open
        assert close_sheet(sheet=sheet, author=None, other_paper=True).is_closed


def test_one_row_that_differs_is_another_paper(round_: Round) -> None:
    rows = good_rows()
    rows[12]["units"] = {"N": 13, "E": 0, "S": 0, "W": 0}
    sheet = fill(sheet_of(round_, 1), {12: rows[12]})
    assert close_sheet(sheet=sheet, author=None).is_closed


def test_what_is_closed_in_one_press_leaves_such_a_sheet_to_be_looked_at(round_: Round) -> None:
    first, third = sheet_of(round_, 1), sheet_of(round_, 3)
    for sheet in (first, third):
        hand_in(sheet=sheet, by="phone", other_paper=True)
    assert close_ready_sheets(round=round_, author=None) == ()
    assert sheet_of(round_, 1).state == Sheet.State.HANDED_IN


def test_the_phone_goes_on_with_one_press(round_: Round, client: Client) -> None:
    sheet = sheet_of(round_, 1)
    address = f"/t/{sheet.table.place.code}/1/hand-in"
    answers = [
        client.post(address, json.dumps(body), content_type="application/json")
        for body in ({}, {"other_paper": True})
    ]
    assert [answer.status_code for answer in answers] == [422, 200]
    assert answers[0].json()["code"] == SAME_SHEET
    assert answers[1].json()["sheet"]["state"] == "handed_in"
