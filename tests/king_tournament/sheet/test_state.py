"""The answer to a row is the sheet's new state, in few queries."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client

from scoring.calls import call_arbiter, end_call
from scoring.decisions import revoke_ruling, rule
from scoring.models import Sheet
from scoring.rows import enter_row
from scoring.wrong_winds import report_seats
from tests.evenings import a_sheet, fill, good_rows
from tournaments.entries import add_player, set_present
from tournaments.roster import save_player
from tournaments.substitutes import substitute

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def send(client: Client, sheet: Sheet, hand: int, **more: Any) -> dict[str, Any]:
    """Send a row as a phone; return the sheet in the answer."""
    address = f"/t/{sheet.table.place.code}/1/rows"
    form = {"hand": hand, "content": good_rows()[hand] | more}
    answer = client.post(address, form, content_type="application/json")
    assert answer.status_code == 200
    state: dict[str, Any] = answer.json()["sheet"]
    return state


def beside_the_rows(sheet: Sheet) -> list[Callable[[], object]]:
    """Steps in their order, each of which changes something that the phone shows beside its rows."""
    seats = {seat.wind: seat for seat in sheet.table.seats.select_related("player", "entry")}
    players = {wind: seat.player for wind, seat in seats.items()}
    north, south = players["N"], players["S"]

    def renamed() -> None:
        north.surname = "Abbà"
        save_player(player=north, author=None)

    return [
        renamed,
        lambda: set_present(entry=seats["E"].entry, present=False, author=None),
        lambda: set_present(entry=seats["E"].entry, present=True, author=None),
        lambda: report_seats(sheet=sheet, players=players | {"N": south, "S": north}),
        lambda: call_arbiter(table=sheet.table),
        lambda: end_call(call=sheet.table.calls.get(), author=None),
        lambda: rule(
            sheet=sheet,
            kind="adjustment",
            offender="N",
            effect={"points": "-1"},
            reason="Late.",
            arbiter=None,
        ),
        lambda: revoke_ruling(ruling=sheet.rulings.get(), author=None, reason="Not late."),
        lambda: substitute(
            seat=seats["W"], player=add_player(surname="Zunino"), from_hand=2, author=None
        ),
    ]


def test_a_row_is_answered_with_all_that_changed_since_the_last_one(client: Client) -> None:
    sheet = fill(a_sheet(), {hand: good_rows()[hand] for hand in (1, 2, 3)})
    states = [send(client, sheet, 8)]
    for number, step in enumerate(beside_the_rows(sheet)):
        step()
        states.append(send(client, sheet, 8, trump="SHDC"[number % 4]))
        current = client.get(f"/t/{sheet.table.place.code}/1/state").json()
        assert states[-1] | {"made_at": 0} == current | {"made_at": 0}
    beside = [[state[part] for part in ("seats", "call", "rulings")] for state in states]
    assert all(before != after for before, after in pairwise(beside))


def test_the_next_row_of_a_table_takes_eight_queries(
    client: Client, django_assert_num_queries: Any
) -> None:
    """The number includes the transaction's own queries. It is the same if another server took the
    row before.
    """
    sheet = fill(a_sheet(), {hand: good_rows()[hand] for hand in (1, 2, 3)})
    send(client, sheet, 4)
    enter_row(sheet=sheet, hand=5, content=good_rows()[5], origin="phone")
    with django_assert_num_queries(8):
        send(client, sheet, 6)
