"""The arbiter may accept any sheet, with a reason that is recorded, for exactly its current rows;
this can be revoked.
"""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from scoring.decisions import revoke_ruling
from scoring.models import Ruling, Sheet
from scoring.round_steps import close_round
from scoring.rows import enter_row
from scoring.scored_sheets import scored_sheet
from scoring.sheet_steps import accept_sheet, close_sheet, hand_in, is_accepted, reopen_sheet
from tests.evenings import a_round, a_sheet, a_tournament, fill, good_rows
from tournaments.log.verification import check_chain
from tournaments.models import LogEntry, Round, Tournament
from wording.sentences import SheetRefused

pytestmark = pytest.mark.django_db

WRONG = {"contract": "Q", "units": {"N": 1, "E": 1, "S": 1, "W": 0}}


def a_wrong_sheet() -> Sheet:
    return fill(a_sheet(), good_rows() | {2: WRONG})


def accepted(sheet: Sheet, arbiter: User) -> Ruling:
    return accept_sheet(
        sheet=sheet, author=arbiter, reason="The box held three queens; nobody minds."
    )


def test_a_sheet_that_does_not_add_up_is_closed_with_the_reason_kept(arbiter: User) -> None:
    sheet = a_wrong_sheet()
    with pytest.raises(SheetRefused):
        close_sheet(sheet=sheet, author=arbiter)
    ruling = accepted(sheet, arbiter)
    sheet.refresh_from_db()
    assert (sheet.state, sheet.closed_by) == ("closed", arbiter)
    assert (ruling.kind, ruling.reason, ruling.arbiter) == (
        "accepted",
        "The box held three queens; nobody minds.",
        arbiter,
    )
    assert [(problem["code"], problem["hand"]) for problem in ruling.effect["problems"]] == [
        ("units_short", 2)
    ]
    kinds = LogEntry.objects.order_by("sequence").values_list("kind", flat=True)
    assert list(kinds) == ["sheet_accepted", "sheet_closed"]


def test_accepting_changes_no_point(arbiter: User) -> None:
    sheet = a_wrong_sheet()
    before = scored_sheet(sheet)
    accepted(sheet, arbiter)
    after = scored_sheet(sheet)
    assert (after.totals, after.problems, after.sum) == (before.totals, before.problems, before.sum)


def test_without_a_reason_nothing_is_accepted(arbiter: User) -> None:
    sheet = a_wrong_sheet()
    with pytest.raises(ValidationError) as error:
        accept_sheet(sheet=sheet, author=arbiter, reason=" \n ")
    assert error.value.code == "reason_missing"
    assert not Ruling.objects.exists()


def test_a_sheet_that_lacks_hands_is_accepted_too_and_says_which(arbiter: User) -> None:
    rows = good_rows()
    del rows[11], rows[12]
    ruling = accepted(fill(a_sheet(), rows), arbiter)
    assert ruling.effect["missing"] == [11, 12]
    assert Sheet.objects.get().state == "closed"


def test_the_night_goes_on_with_a_sheet_that_our_checks_refuse(arbiter: User) -> None:
    round_ = a_round(a_tournament(), 2)
    first, second = Sheet.objects.order_by("pk")
    close_sheet(sheet=fill(first), author=arbiter)
    accepted(fill(second, good_rows() | {2: WRONG}), arbiter)
    close_round(round=round_, author=arbiter)
    assert Round.objects.get().stage == "provisional"
    assert check_chain(Tournament.objects.get()).fault is None


def test_accepting_twice_is_one_acceptance(arbiter: User) -> None:
    sheet = a_wrong_sheet()
    assert accepted(sheet, arbiter) == accepted(sheet, arbiter)
    assert LogEntry.objects.filter(kind="sheet_accepted").count() == 1


def test_a_row_changed_after_the_acceptance_is_not_accepted(arbiter: User) -> None:
    sheet = a_wrong_sheet()
    accepted(sheet, arbiter)
    reopen_sheet(sheet=sheet, author=arbiter, reason="A protest.")
    assert is_accepted(sheet)
    enter_row(
        sheet=sheet,
        hand=2,
        content={**WRONG, "units": {"N": 3, "E": 3, "S": 0, "W": 0}},
        origin="desk",
    )
    assert not is_accepted(sheet)
    with pytest.raises(SheetRefused):
        close_sheet(sheet=sheet, author=arbiter)
    enter_row(sheet=sheet, hand=2, content=WRONG, origin="desk")
    assert close_sheet(sheet=sheet, author=arbiter).state == "closed"


def test_it_is_revoked_with_a_reason_and_stays_on_record(arbiter: User) -> None:
    sheet = a_wrong_sheet()
    ruling = accepted(sheet, arbiter)
    with pytest.raises(ValidationError) as error:
        revoke_ruling(ruling=ruling, author=arbiter, reason="The fourth queen was found.")
    assert error.value.code == "sheet_needs_ruling"
    reopen_sheet(sheet=sheet, author=arbiter, reason="The fourth queen was found.")
    revoked = revoke_ruling(ruling=ruling, author=arbiter, reason="The fourth queen was found.")
    assert (revoked.revoked_by, revoked.revoked_because) == (arbiter, "The fourth queen was found.")
    assert not is_accepted(sheet)
    assert "no longer accepted" in LogEntry.objects.get(kind="ruling_revoked").sentence


@pytest.mark.parametrize("stage", ["seating", "official"])
def test_the_stage_of_the_partita_is_no_check_of_ours(arbiter: User, stage: str) -> None:
    sheet = a_wrong_sheet()
    Round.objects.update(stage=stage)
    with pytest.raises(ValidationError) as error:
        accepted(sheet, arbiter)
    assert error.value.code == "round_not_in_play"


def test_a_sheet_handed_in_with_problems_is_accepted_from_there(arbiter: User) -> None:
    sheet = a_wrong_sheet()
    hand_in(sheet=sheet, by="phone", with_problems=True)
    accepted(sheet, arbiter)
    sheet.refresh_from_db()
    assert (sheet.state, sheet.handed_in_by) == ("closed", "phone")
