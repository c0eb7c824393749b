"""The desk asks about a paper that is typed at a second table, and goes on after one answer."""

from __future__ import annotations

import re

from django.test import Client

from scoring.sheet_steps import close_sheet
from tests.evenings import a_round, a_tournament, fill, good_rows, sheet_of


def test_the_question_stands_on_the_page_with_a_button_that_goes_on(organizer: Client) -> None:
    evening = a_tournament()
    round_ = a_round(evening, 2)
    for table in (1, 2):
        fill(sheet_of(round_, table), good_rows())
    close_sheet(sheet=sheet_of(round_, 2), author=None)
    address = f"/desk/{evening.code}/play/1/1/"
    assert "other_paper" not in organizer.get(address).content.decode()
    seen = re.search(r'name="seen" value="(\w+)"', organizer.get(address).content.decode())
    assert seen is not None
    answer = organizer.post(f"{address}close/", {"seen": seen[1]})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert 'name="other_paper" value="1"' in page
    assert sheet_of(round_, 1).is_open
    organizer.post(f"{address}close/", {"seen": seen[1], "other_paper": "1"})
    assert sheet_of(round_, 1).is_closed
