"""The history of a sheet: restoring an older version, and reopening a closed sheet. No row is ever
emptied.
"""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from scoring.models import HandResult, Sheet
from scoring.publishing import standing_changed
from scoring.round_steps import close_round
from scoring.rows import enter_row, sheet_events, sheet_history, take_up_version
from scoring.scored_sheets import scored_sheet
from scoring.sheet_steps import close_sheet, hand_in, reopen_sheet
from tests.evenings import a_round, a_sheet, a_tournament, fill, fill_and_close
from tests.scoring.phones import by_phone
from tournaments.models import LogEntry

pytestmark = pytest.mark.django_db

FIRST = {"contract": "Q", "units": {"N": 1, "E": 1, "S": 2, "W": 0}}
SECOND = {"contract": "Q", "units": {"N": 2, "E": 0, "S": 2, "W": 0}}


def typed(sheet: Sheet, content: dict | None, hand: int = 2, **fields) -> HandResult:
    return by_phone(sheet, hand, content, **fields)


@pytest.mark.database
def test_the_history_says_who_changed_what_on_which_phone(
    arbiter: User, django_assert_num_queries
) -> None:
    sheet = a_sheet()
    typed(sheet, FIRST)
    typed(sheet, SECOND, device="p2")
    typed(sheet, None, origin="desk", device="", author=arbiter)
    with django_assert_num_queries(1):
        history = sheet_history(sheet)
    rows, changes, current = zip(*history, strict=True)
    assert [(row.version, row.device, row.origin, row.author) for row in rows] == [
        (1, "p1", "phone", None),
        (2, "p2", "phone", None),
        (3, "", "desk", arbiter),
    ]
    assert current == (False, False, True)
    assert [str(change.phrase) for change in changes[1]] == ["N: 1 → 2", "E: 1 → 0"]
    assert [change.place for change in changes[2]] == ["N", "E", "S", "W", "contract"]
    assert [row.created_at for row in rows] == sorted(row.created_at for row in rows)


@pytest.mark.database
def test_the_history_goes_over_all_hands_in_the_order_of_writing() -> None:
    sheet = a_sheet()
    typed(sheet, FIRST)
    typed(sheet, {"units": {"N": 1, "E": 0, "S": 0, "W": 0}}, hand=3)
    typed(sheet, SECOND)
    assert [
        (row.hand, row.version, current) for row, _changes, current in sheet_history(sheet)
    ] == [
        (2, 1, False),
        (3, 1, True),
        (2, 2, True),
    ]


def test_an_older_version_is_taken_up_again_as_a_new_one(arbiter: User) -> None:
    sheet = a_sheet()
    first = typed(sheet, FIRST)
    typed(sheet, SECOND)
    new_version = take_up_version(result=first, author=arbiter, reason="The first was right.")
    assert (new_version.version, new_version.content, new_version.origin, new_version.author) == (
        3,
        FIRST,
        "desk",
        arbiter,
    )
    assert list(sheet.results.values_list("version", flat=True)) == [1, 2, 3]
    line = LogEntry.objects.get(kind="version_taken_up")
    assert (line.fields["old"], line.fields["version"], line.fields["reason"]) == (
        1,
        3,
        "The first was right.",
    )


def test_an_emptied_row_comes_back_and_a_row_may_be_emptied_again(arbiter: User) -> None:
    sheet = a_sheet()
    first = typed(sheet, FIRST)
    emptied = typed(sheet, None)
    assert (
        take_up_version(result=first, author=arbiter, reason="A pocket emptied it.").content
        == FIRST
    )
    assert (
        take_up_version(result=emptied, author=arbiter, reason="It was never played.").content
        is None
    )


def test_the_version_in_force_is_answered_as_it_is(arbiter: User) -> None:
    sheet = a_sheet()
    first = typed(sheet, FIRST)
    assert take_up_version(result=first, author=arbiter, reason="So be it.") == first
    typed(sheet, SECOND)
    third = typed(sheet, FIRST)
    with pytest.raises(ValidationError) as error:
        take_up_version(result=first, author=arbiter, reason="Again.")
    assert error.value.code == "same_version"
    assert sheet.results.latest("version") == third


def test_taking_up_needs_a_reason_and_an_open_sheet(arbiter: User) -> None:
    sheet = fill(a_sheet())
    old = sheet.results.get(hand=2)
    typed(sheet, SECOND if old.content != SECOND else FIRST, origin="desk")
    with pytest.raises(ValidationError) as error:
        take_up_version(result=old, author=arbiter, reason=" ")
    assert error.value.code == "reason_missing"
    close_sheet(sheet=sheet, author=arbiter)
    with pytest.raises(ValidationError) as error:
        take_up_version(result=old, author=arbiter, reason="It was right.")
    assert error.value.code == "sheet_closed"


def test_reopening_after_the_standing_was_published_marks_it_changed_only_by_what_changes(
    arbiter: User,
) -> None:
    round_ = a_round(a_tournament(), 2)
    fill_and_close(round_)
    close_round(round=round_, author=arbiter)
    tournament = round_.tournament
    sheet = Sheet.objects.order_by("pk").first()
    before = list(sheet.results.order_by("pk").values())
    with pytest.raises(ValidationError) as error:
        reopen_sheet(sheet=sheet, author=arbiter, reason="")
    assert error.value.code == "reason_missing"
    reopen_sheet(sheet=sheet, author=arbiter, reason="Kings and jacks counted twice.")
    assert list(sheet.results.order_by("pk").values()) == before
    assert not standing_changed(tournament)
    row = sheet.results.current().get(hand=1).content
    moved = dict(row["units"])
    giver = max(moved, key=moved.get)
    taker = next(wind for wind in "NESW" if wind != giver)
    moved |= {giver: moved[giver] - 1, taker: moved[taker] + 1}
    enter_row(sheet=sheet, hand=1, content={**row, "units": moved}, origin="desk", author=arbiter)
    assert standing_changed(tournament)
    old = sheet.results.get(hand=1, version=1)
    take_up_version(result=old, author=arbiter, reason="It was right after all.")
    assert not standing_changed(tournament)
    assert close_sheet(sheet=sheet, author=arbiter).state == "closed"
    assert set(before[0]) <= set(sheet.results.order_by("pk").values()[0])
    assert [result["id"] for result in before] == list(
        sheet.results.order_by("pk").values_list("id", flat=True)[:12]
    )


def test_what_else_happened_to_the_sheet_comes_from_the_log(arbiter: User) -> None:
    round_ = a_round(a_tournament(), 2)
    first, second = Sheet.objects.order_by("pk")
    for sheet in (first, second):
        hand_in(sheet=fill(sheet), by="phone")
    close_sheet(sheet=first, author=arbiter)
    reopen_sheet(sheet=first, author=arbiter, reason="A protest.")
    assert [event.kind for event in sheet_events(first)] == [
        "sheet_handed_in",
        "sheet_closed",
        "sheet_reopened",
    ]
    assert [event.kind for event in sheet_events(second)] == ["sheet_handed_in"]
    assert scored_sheet(first).complete
    assert round_.number == 1
