"""Two phones, two clicks, or two people at the desk at the same moment: each gets one clear answer,
and nothing is lost.
"""

from __future__ import annotations

import threading
import time
import uuid
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.utils import timezone

from scoring.calls import call_arbiter
from scoring.decisions import rule
from scoring.models import Call, HandResult, Publication, Sheet, Signature
from scoring.publishing import publish
from scoring.round_steps import close_round, make_official, start_round
from scoring.rows import RowConflict, enter_row
from scoring.sheet_steps import (
    accept_sheet,
    close_sheet,
    hand_in,
    is_accepted,
    reopen_sheet,
    seen_of,
    sign_at_the_desk,
)
from tests.at_once import at_once
from tests.evenings import a_round, a_sheet, a_tournament, closed, fill, fill_and_close
from tournaments.log.verification import check_chain
from tournaments.models import LogEntry, Round, Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def queens(north: int) -> dict[str, Any]:
    return {"contract": "Q", "units": {"N": north, "E": 4 - north, "S": 0, "W": 0}}


def test_two_phones_on_one_row_one_is_stored_and_the_other_sees_it() -> None:
    sheet = a_sheet()
    answers = at_once(
        *(
            lambda north=north: enter_row(
                sheet=sheet,
                hand=2,
                content=queens(north),
                origin="phone",
                based_on=0,
                client_id=uuid.uuid4(),
            )
            for north in range(4)
        )
    )
    stored = [answer for answer in answers if isinstance(answer, HandResult)]
    refused = [answer for answer in answers if isinstance(answer, RowConflict)]
    assert (len(stored), len(refused)) == (1, 3)
    assert {refusal.current for refusal in refused} == set(stored)
    assert list(sheet.results.all()) == stored


def test_one_row_sent_twice_at_once_is_one_version() -> None:
    sheet, mark = a_sheet(), uuid.uuid4()
    answers = at_once(
        *[
            lambda: enter_row(
                sheet=sheet, hand=2, content=queens(1), origin="phone", client_id=mark, based_on=0
            )
        ]
        * 4
    )
    assert len({answer.pk for answer in answers}) == 1
    assert sheet.results.count() == 1


def test_versions_typed_at_once_by_people_who_do_not_look_are_all_kept() -> None:
    sheet = a_sheet()
    at_once(
        *(
            lambda north=north: enter_row(sheet=sheet, hand=2, content=queens(north), origin="desk")
            for north in range(4)
        )
    )
    assert list(sheet.results.order_by("version").values_list("version", flat=True)) == [1, 2, 3, 4]
    assert sorted(result.content["units"]["N"] for result in sheet.results.all()) == [0, 1, 2, 3]


def test_one_mark_for_two_sheets_at_once_is_stored_for_one_of_them() -> None:
    a_round(a_tournament(), 2)
    mark = uuid.uuid4()
    answers = at_once(
        *(
            lambda sheet=sheet: enter_row(
                sheet=sheet, hand=2, content=queens(1), origin="phone", client_id=mark
            )
            for sheet in Sheet.objects.all()
        )
    )
    assert HandResult.objects.count() == 1
    assert [answer.code for answer in answers if isinstance(answer, ValidationError)] == [
        "client_id_used_elsewhere"
    ]


def test_a_double_click_hands_in_once() -> None:
    sheet = fill(a_sheet())
    answers = at_once(*[lambda: hand_in(sheet=sheet, by="phone")] * 3)
    assert len({answer.handed_in_at for answer in answers}) == 1
    assert LogEntry.objects.filter(kind="sheet_handed_in").count() == 1


def until_somebody_waits() -> None:
    """On PostgreSQL, wait until another transaction waits for a lock. On SQLite whole transactions
    take turns.
    """
    for _time in range(3000 if connection.vendor == "postgresql" else 0):
        with connection.cursor() as cursor:
            cursor.execute("SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted)")
            if cursor.fetchone() == (True,):
                return
        time.sleep(0.02)


def test_the_desk_signs_no_row_that_came_while_it_waited_for_the_sheet(
    django_user_model: type[User],
) -> None:
    sheet, desk = (
        fill(a_sheet(), {2: queens(1)}),
        django_user_model.objects.create_user("direzione"),
    )
    seen, typing = seen_of(sheet), threading.Event()

    def type_another() -> None:
        with transaction.atomic():
            enter_row(sheet=sheet, hand=2, content=queens(3), origin="desk")
            typing.set()
            until_somebody_waits()

    def sign() -> Signature:
        typing.wait(timeout=300)
        return sign_at_the_desk(sheet=sheet, wind="S", author=desk, seen=seen)

    _typed, refused = at_once(type_another, sign)
    assert isinstance(refused, ValidationError)
    assert refused.code == "sheet_changed"
    assert not Signature.objects.exists()


def test_a_row_typed_while_the_sheet_closes_is_in_it_or_refused() -> None:
    sheet = fill(a_sheet())
    before = sheet.results.current().get(hand=2).content
    changed, closed = at_once(
        lambda: enter_row(sheet=sheet, hand=2, content=queens(3), origin="desk"),
        lambda: close_sheet(sheet=sheet, author=None),
    )
    assert closed.state == "closed"
    now = sheet.results.current().get(hand=2).content
    assert now == (before if isinstance(changed, ValidationError) else queens(3))


def test_a_partita_started_twice_at_once_has_one_sheet_for_each_table() -> None:
    round_ = a_round(a_tournament(), 3, started=False)
    at_once(*[lambda: start_round(round=round_, author=None)] * 3)
    assert Sheet.objects.count() == 3
    assert LogEntry.objects.filter(kind="round_started").count() == 1


def test_a_partita_closed_twice_while_the_last_sheets_come_in_is_closed_once_or_refused() -> None:
    round_ = a_round(a_tournament(), 2)
    first, second = Sheet.objects.order_by("pk")
    close_sheet(sheet=fill(first), author=None)
    hand_in(sheet=fill(second), by="phone")
    answers = at_once(
        lambda: close_round(round=round_, author=None),
        lambda: close_sheet(sheet=second, author=None),
        lambda: close_round(round=round_, author=None),
    )
    assert {answer.code for answer in answers if isinstance(answer, ValidationError)} <= {
        "sheets_open"
    }
    close_round(round=round_, author=None)
    assert Publication.objects.count() == 1
    assert check_chain(Tournament.objects.get()).fault is None


def test_an_official_partita_has_no_open_sheet_whoever_came_first() -> None:
    round_ = a_round(a_tournament(), 2)
    closed(round_)
    sheet = Sheet.objects.first()
    at_once(
        lambda: make_official(round=round_, author=None),
        lambda: reopen_sheet(sheet=sheet, author=None, reason="A protest."),
    )
    official = Round.objects.get().stage == "official"
    assert official == (not Sheet.objects.exclude(state="closed").exists())


def test_standings_published_at_once_have_numbers_without_gaps() -> None:
    round_ = a_round(a_tournament(), 2)
    fill_and_close(round_)
    Round.objects.update(stage="provisional", closed_at=timezone.now())
    at_once(*[lambda: publish(tournament=round_.tournament, author=None)] * 3)
    assert list(Publication.objects.values_list("number", flat=True)) == [1]


def test_two_phones_that_call_at_once_make_one_call_and_lose_no_word() -> None:
    table = a_sheet().table
    words = ("A revoke", "A card on the floor", "Somebody left")
    answers = at_once(*(lambda text=text: call_arbiter(table=table, text=text) for text in words))
    assert len({answer.pk for answer in answers}) == 1
    assert sorted(Call.objects.get().text.split("\n")) == sorted(words)
    assert LogEntry.objects.filter(kind="arbiter_called").count() == 1


def test_a_sheet_accepted_twice_at_once_while_a_row_comes_in_is_accepted_for_rows_that_it_has() -> (
    None
):
    sheet = fill(a_sheet())
    changed, one, other = at_once(
        lambda: enter_row(sheet=sheet, hand=2, content=queens(3), origin="desk"),
        lambda: accept_sheet(sheet=sheet, author=None, reason="As it is."),
        lambda: accept_sheet(sheet=sheet, author=None, reason="As it is."),
    )
    assert one.pk == other.pk
    assert is_accepted(sheet)
    assert isinstance(changed, ValidationError) == (
        sheet.results.current().get(hand=2).content != queens(3)
    )


def test_one_ruling_clicked_twice_at_once_is_one_ruling() -> None:
    sheet = fill(a_sheet())
    answers = at_once(
        *[
            lambda: rule(
                sheet=sheet,
                kind="illegal_play",
                hand=9,
                offender="S",
                reason="Revoked.",
                arbiter=None,
            )
        ]
        * 2
    )
    assert sorted(isinstance(answer, ValidationError) for answer in answers) == [False, True]
    assert sheet.rulings.count() == 1


def test_two_corrected_sheets_closed_while_the_standing_is_published_waited_for_each_other_for_ever() -> (
    None
):
    round_ = a_round(a_tournament(), 2)
    closed(round_)
    first, second = Sheet.objects.filter(table__round=round_).order_by("pk")
    for _time in range(5):
        for sheet in (first, second):
            reopen_sheet(sheet=sheet, author=None, reason="una somma")
        at_once(
            lambda: close_sheet(sheet=second, author=None),
            lambda: publish(tournament=round_.tournament, author=None),
            lambda: close_sheet(sheet=first, author=None),
        )
        assert set(Sheet.objects.values_list("state", flat=True)) == {Sheet.State.CLOSED}
        publish(tournament=round_.tournament, author=None)
        assert not Sheet.objects.filter(reopened_at__isnull=False).exists()
