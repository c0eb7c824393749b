"""The polls of 250 phones: one without news costs one query, and every change that the phone shows
changes the stamp.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, pairwise
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from king_tournament.sheet.state import stamp_at, stamp_of, state_of
from scoring.calls import call_arbiter, end_call, take_call
from scoring.decisions import revoke_ruling, rule
from scoring.models import Sheet
from scoring.rows import enter_row
from scoring.sheet_steps import accept_sheet, content_hash, hand_in, reopen_sheet, sign_sheet
from screens.clock import change_clock, undo_clock_change
from tests.evenings import a_round, a_sheet, a_tournament, fill, good_rows
from tournaments.models import Place
from tournaments.services import change_settings

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def address(sheet: Sheet) -> str:
    return f"/t/{sheet.table.place.code}/{sheet.table.round.number}/state"


def test_nothing_new_costs_one_query(client: Client, django_assert_num_queries) -> None:
    sheet = fill(a_sheet())
    stamp = client.get(address(sheet)).json()["stamp"]
    with django_assert_num_queries(1):
        answer = client.get(address(sheet), {"stamp": stamp})
    assert (answer.status_code, answer.content) == (204, b"")
    assert "no-store" in answer["Cache-Control"]
    assert not answer.cookies


def test_a_new_row_is_sent_and_then_there_is_nothing_new_again(client: Client) -> None:
    sheet = fill(a_sheet())
    stamp = client.get(address(sheet)).json()["stamp"]
    enter_row(
        sheet=sheet, hand=2, content={"units": {"N": 4, "E": 0, "S": 0, "W": 0}}, origin="desk"
    )
    answer = client.get(address(sheet), {"stamp": stamp})
    assert answer.status_code == 200
    assert answer.json()["rows"]["2"]["content"]["units"]["N"] == 4
    assert client.get(address(sheet), {"stamp": answer.json()["stamp"]}).status_code == 204


def test_the_code_is_read_in_capitals_too_and_what_is_no_table_is_gone(client: Client) -> None:
    sheet = fill(a_sheet())
    stamp = client.get(address(sheet)).json()["stamp"]
    code = sheet.table.place.code
    assert client.get(f"/t/{code.upper()}/1/state", {"stamp": stamp}).status_code == 204
    assert stamp_at(code, 2) is None
    assert stamp_at("nothing", 1) is None
    assert client.get("/t/nothing/1/state", {"stamp": stamp}).status_code == 410
    for number in (9999, 10**30):
        assert client.get(f"/t/{code}/{number}/state", {"stamp": stamp}).status_code == 410


def test_two_tables_never_have_the_same_stamp() -> None:
    round_ = a_round(a_tournament(), 3)
    stamps = {stamp_at(place.code, round_.number) for place in Place.objects.all()}
    assert len(stamps) == 3


def steps(sheet: Sheet, arbiter: User) -> list[Callable[[], object]]:
    """Steps in their order, each of which changes something that the phone shows."""
    objects: dict[str, object] = {}

    def ruled() -> None:
        objects["ruling"] = rule(
            sheet=sheet,
            kind="adjustment",
            offender="N",
            effect={"points": "-1"},
            reason="Late.",
            arbiter=arbiter,
        )

    def called() -> None:
        objects["call"] = call_arbiter(table=sheet.table)

    return [
        lambda: enter_row(sheet=sheet, hand=3, content=None, origin="phone"),
        lambda: enter_row(
            sheet=sheet, hand=3, content={"units": {"N": 1, "E": 0, "S": 0, "W": 0}}, origin="phone"
        ),
        ruled,
        lambda: revoke_ruling(ruling=objects["ruling"], author=arbiter, reason="Not late."),
        called,
        lambda: call_arbiter(table=sheet.table, hand=4),
        lambda: take_call(call=objects["call"], author=arbiter),
        lambda: end_call(call=objects["call"], author=arbiter),
        lambda: sign_sheet(sheet=sheet, wind="E"),
        lambda: change_settings(
            tournament=sheet.table.round.tournament, author=arbiter, signatures="one"
        ),
        lambda: change_settings(
            tournament=sheet.table.round.tournament, author=arbiter, round_minutes=60
        ),
        lambda: change_settings(
            tournament=sheet.table.round.tournament, author=arbiter, hand_minutes=5
        ),
        lambda: change_clock(round=sheet.table.round, kind="pause", author=arbiter),
        lambda: undo_clock_change(change=sheet.table.round.clock_changes.get(), author=arbiter),
        lambda: hand_in(sheet=sheet, by="phone", with_problems=True),
        lambda: accept_sheet(sheet=sheet, author=arbiter, reason="As it is."),
        lambda: reopen_sheet(sheet=sheet, author=arbiter, reason="A protest."),
    ]


def test_whatever_the_phone_shows_changes_the_stamp(admin_user: User) -> None:
    sheet = fill(a_sheet())
    seen = [stamp_of(sheet).text]
    for step in steps(sheet, admin_user):
        step()
        seen.append(stamp_of(sheet).text)
    assert all(before != after for before, after in pairwise(seen))


@pytest.mark.parametrize("rows", [1, 12])
def test_a_row_is_answered_in_the_same_queries_for_the_first_and_for_the_last(
    rows: int, client: Client, django_assert_max_num_queries
) -> None:
    """The limit includes savepoints and the transaction."""
    sheet = a_sheet()
    wanted = dict(list(good_rows().items())[:rows])
    last, content = wanted.popitem()
    fill(sheet, wanted)
    form = {
        "hand": last,
        "content": content,
        "based_on": 0,
        "device": "p1",
        "client_id": "6b1f0f0e-54a5-4a3e-9d0c-0d9b6f5f7a01",
    }
    rows_address = address(sheet).replace("state", "rows")
    with django_assert_max_num_queries(17):
        answer = client.post(rows_address, form, content_type="application/json")
    assert answer.status_code == 200


def changed_before_query(sheet: Sheet, place: int) -> dict[str, Any]:
    """State of the sheet as sent to a phone, while another phone changes a row just before the
    query with this number.
    """
    query_numbers = count()
    content = {"units": {"N": 4, "E": 0, "S": 0, "W": 0}}

    def change(execute: Callable[..., Any], *query: Any) -> Any:
        if next(query_numbers) == place:
            enter_row(sheet=sheet, hand=2, content=content, origin="phone", device="another")
        return execute(*query)

    with connection.execute_wrapper(change):
        return state_of(sheet)


def test_rows_that_changed_while_a_phone_was_answered_could_be_signed_unseen() -> None:
    sheet = fill(a_sheet(signatures="all"))
    with CaptureQueriesContext(connection) as queries:
        state_of(sheet)
    assert len(queries) > 5
    for place in range(len(queries)):
        sheet = fill(a_sheet(signatures="all"))
        state = changed_before_query(sheet, place)
        assert sheet.results.filter(hand=2).count() == 2
        if state["seen"] == content_hash(sheet):
            assert state["rows"]["2"]["version"] == 2, place
