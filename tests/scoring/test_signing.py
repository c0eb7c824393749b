"""Signatures: required as the tournament says, and valid only for the rows that the signers saw."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import translation

from scoring.models import Sheet, Signature
from scoring.rows import enter_row
from scoring.sheet_steps import (
    close_ready_sheets,
    close_sheet,
    content_hash,
    hand_in,
    missing_signatures,
    sign_sheet,
    signed_winds,
)
from tests.evenings import a_sheet, fill
from tournaments.models import LogEntry, Seat
from tournaments.services import change_settings

pytestmark = pytest.mark.django_db


def sheet_signed_by(policy: str) -> Sheet:
    return fill(a_sheet(signatures=policy))


def change_a_row(sheet: Sheet, origin: str = "phone") -> None:
    row = sheet.results.current().get(hand=8)
    trump = "H" if row.content["trump"] != "H" else "S"
    enter_row(sheet=sheet, hand=8, content={**row.content, "trump": trump}, origin=origin)


def test_where_nothing_is_asked_for_nobody_need_sign() -> None:
    sheet = sheet_signed_by("none")
    assert missing_signatures(sheet) == ()
    assert hand_in(sheet=sheet, by="phone").state == "handed_in"


def test_with_all_four_the_refusal_names_who_has_still_to_sign() -> None:
    sheet = sheet_signed_by("all")
    sign_sheet(sheet=sheet, wind="N")
    sign_sheet(sheet=sheet, wind="W")
    with pytest.raises(ValidationError) as error:
        hand_in(sheet=sheet, by="phone", captain="N")
    assert (error.value.code, error.value.params["missing"]) == ("signatures_missing", ("E", "S"))
    with translation.override("en"):
        assert error.value.messages == [
            "The sheet of table 1 is not signed yet. Still to sign: East, South."
        ]
    for wind in "ES":
        sign_sheet(sheet=sheet, wind=wind)
    assert hand_in(sheet=sheet, by="phone", captain="N").state == "handed_in"


def test_one_other_wind_is_not_the_captain_himself() -> None:
    sheet = sheet_signed_by("one")
    sign_sheet(sheet=sheet, wind="N")
    with pytest.raises(ValidationError) as error:
        hand_in(sheet=sheet, by="phone", captain="N")
    assert error.value.params["missing"] == ("E", "S", "W")
    sign_sheet(sheet=sheet, wind="S")
    assert hand_in(sheet=sheet, by="phone", captain="N").state == "handed_in"


def test_only_winds_where_somebody_sits_are_asked() -> None:
    sheet = sheet_signed_by("all")
    Seat.objects.filter(table=sheet.table, wind="W").delete()
    assert missing_signatures(sheet) == ("N", "E", "S")


def test_a_change_asks_everybody_again() -> None:
    sheet = sheet_signed_by("all")
    for wind in "NESW":
        sign_sheet(sheet=sheet, wind=wind)
    change_a_row(sheet)
    assert missing_signatures(sheet) == ("N", "E", "S", "W")
    with pytest.raises(ValidationError):
        hand_in(sheet=sheet, by="phone")
    for wind in "NESW":
        sign_sheet(sheet=sheet, wind=wind)
    assert hand_in(sheet=sheet, by="phone").state == "handed_in"
    assert sheet.signatures.count() == 8


def test_the_same_rows_signed_twice_are_signed_once() -> None:
    sheet = sheet_signed_by("all")
    first = sign_sheet(sheet=sheet, wind="E", device="p2")
    assert sign_sheet(sheet=sheet, wind="E", device="p2") == first
    assert signed_winds(sheet) == {"E"}
    with pytest.raises(IntegrityError), transaction.atomic():
        Signature.objects.create(sheet=sheet, wind="E", content_hash=first.content_hash)


def test_nobody_signs_what_has_changed_under_his_eyes() -> None:
    sheet = sheet_signed_by("all")
    seen = content_hash(sheet)
    change_a_row(sheet)
    with pytest.raises(ValidationError) as error:
        sign_sheet(sheet=sheet, wind="E", seen=seen)
    assert error.value.code == "rows_changed"
    assert sign_sheet(sheet=sheet, wind="E", seen=content_hash(sheet)).wind == "E"


@pytest.mark.parametrize("wind", ["", "X", "NS", None])
def test_only_a_wind_signs(wind: str) -> None:
    with pytest.raises(ValidationError) as error:
        sign_sheet(sheet=sheet_signed_by("all"), wind=wind)
    assert error.value.code == "wind_unknown"


def test_a_closed_sheet_is_not_signed() -> None:
    sheet = sheet_signed_by("none")
    sign_sheet(sheet=sheet, wind="N")
    close_sheet(sheet=sheet, author=None)
    with pytest.raises(ValidationError) as error:
        sign_sheet(sheet=sheet, wind="E")
    assert error.value.code == "sheet_closed"
    assert signed_winds(sheet) == {"N"}


def test_who_will_not_sign_does_not_stop_the_table_but_the_sheet_waits_for_the_arbiter() -> None:
    sheet = sheet_signed_by("all")
    handed = hand_in(sheet=sheet, by="phone", with_problems=True)
    assert handed.handed_in_unsigned
    assert "not signed by all" in LogEntry.objects.get(kind="sheet_handed_in").sentence
    round_ = sheet.table.round
    assert close_ready_sheets(round=round_, author=None) == ()
    for wind in "NESW":
        sign_sheet(sheet=sheet, wind=wind)
    assert [closed.pk for closed in close_ready_sheets(round=round_, author=None)] == [sheet.pk]


def test_the_desk_takes_a_paper_sheet_without_asking_for_signatures(arbiter: User) -> None:
    sheet = sheet_signed_by("all")
    handed = hand_in(sheet=sheet, by="arbiter", author=arbiter)
    assert not handed.handed_in_unsigned
    assert len(close_ready_sheets(round=sheet.table.round, author=arbiter)) == 1


def test_what_must_be_signed_may_be_changed_during_the_evening(arbiter: User) -> None:
    sheet = sheet_signed_by("all")
    change_settings(tournament=sheet.table.round.tournament, author=arbiter, signatures="none")
    sheet = Sheet.objects.get()
    assert hand_in(sheet=sheet, by="phone").state == "handed_in"
    with pytest.raises(ValidationError):
        change_settings(tournament=sheet.table.round.tournament, author=arbiter, signatures="three")
