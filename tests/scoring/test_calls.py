"""A table calls the arbiter: one open call per table, taken by an arbiter, ended once."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from scoring.calls import LONGEST_TEXT, call_arbiter, end_call, open_call, open_calls, take_call
from scoring.decisions import annul_hand, rule
from scoring.models import Call
from tests.evenings import a_round, a_sheet, a_tournament, fill, good_rows
from tournaments.models import LogEntry, Table

pytestmark = pytest.mark.django_db


def a_table() -> Table:
    return a_sheet().table


def test_a_call_names_table_hand_and_what_it_is_about() -> None:
    table = a_table()
    call = call_arbiter(table=table, hand=5, text="A revoke in hearts", device="p1")
    assert (call.table, call.hand, call.text, call.device) == (table, 5, "A revoke in hearts", "p1")
    assert open_calls(table.round.tournament) == (call,)
    assert LogEntry.objects.get(kind="arbiter_called").fields["hand"] == 5


@pytest.mark.database
def test_a_second_tap_and_a_second_phone_are_one_call_and_lose_no_word() -> None:
    table = a_table()
    first = call_arbiter(table=table, text="A revoke")
    again = call_arbiter(table=table, hand=5, text="A revoke", device="p2")
    other = call_arbiter(table=table, hand=7, text="and a card on the floor")
    assert first.pk == again.pk == other.pk
    assert (other.hand, other.text) == (5, "A revoke\nand a card on the floor")
    assert LogEntry.objects.filter(kind="arbiter_called").count() == 1


def test_who_is_on_the_way_is_shown_and_may_change(arbiter: User) -> None:
    table = a_table()
    call = call_arbiter(table=table)
    other = User.objects.create_user("helper")
    taken_call = take_call(call=call, author=arbiter)
    assert (taken_call.taken_by, open_call(table).taken_by) == (arbiter, arbiter)
    assert take_call(call=call, author=arbiter).taken_at == taken_call.taken_at
    assert take_call(call=call, author=other).taken_by == other
    assert LogEntry.objects.filter(kind="call_taken").count() == 2


def test_a_settled_call_is_no_longer_open_and_another_may_be_made(arbiter: User) -> None:
    table = a_table()
    call = call_arbiter(table=table)
    done = end_call(call=call, author=arbiter)
    assert end_call(call=call, author=None).done_at == done.done_at
    assert (done.done_by, open_call(table)) == (arbiter, None)
    assert take_call(call=call, author=arbiter).taken_by is None
    assert call_arbiter(table=table).pk != call.pk
    assert Call.objects.count() == 2


def test_a_ruling_at_the_table_settles_its_call_and_a_hand_annulled_everywhere_does_not(
    arbiter: User,
) -> None:
    sheet = fill(a_sheet(), good_rows())
    call = call_arbiter(table=sheet.table)
    annul_hand(round=sheet.table.round, hand=2, reason="Time.", arbiter=arbiter)
    assert open_call(sheet.table) == call
    ruling = rule(
        sheet=sheet,
        kind="adjustment",
        offender="E",
        effect={"points": "-1"},
        reason="Late.",
        arbiter=arbiter,
    )
    call.refresh_from_db()
    assert (ruling.call, call.done_by, open_call(sheet.table)) == (call, arbiter, None)


def test_a_table_takes_its_own_call_back() -> None:
    table = a_table()
    end_call(call=call_arbiter(table=table), author=None)
    assert open_calls(table.round.tournament) == ()


@pytest.mark.database
def test_calls_that_nobody_has_taken_come_first_and_cost_one_query(
    arbiter: User, django_assert_num_queries
) -> None:
    round_ = a_round(a_tournament(), 4)
    calls = [call_arbiter(table=table) for table in round_.tables.order_by("number")]
    take_call(call=calls[0], author=arbiter)
    end_call(call=calls[2], author=arbiter)
    with django_assert_num_queries(1):
        order = [
            (call.table.number, call.table.round.number, call.taken_by)
            for call in open_calls(round_.tournament)
        ]
    assert order == [(2, 1, None), (4, 1, None), (1, 1, arbiter)]


@pytest.mark.parametrize("hand", [0, 13, -1, "5", True, 2.5])
def test_a_hand_that_is_none_is_refused(hand: object) -> None:
    with pytest.raises(ValidationError) as error:
        call_arbiter(table=a_table(), hand=hand)
    assert error.value.code == "no_such_hand"


def test_a_long_story_is_cut_and_not_refused() -> None:
    assert len(call_arbiter(table=a_table(), text="oh " * 1000).text) == LONGEST_TEXT


@pytest.mark.database
def test_the_database_itself_allows_one_open_call_a_table() -> None:
    table = a_table()
    call_arbiter(table=table)
    with pytest.raises(IntegrityError), transaction.atomic():
        Call.objects.create(table=table)
