"""Rows of many phones in one commit: each answered for itself, nobody before it is stored."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import DatabaseError, OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext

from king_tournament.sheet import entry
from king_tournament.sheet.entry import enter_sent, stored_together
from scoring.models import HandResult
from tests.evenings import a_sheet
from tournaments.models import Player

pytestmark = [pytest.mark.django_db(transaction=True)]


def together(*writes: Callable[[], Any]) -> tuple[list[Any], list[str]]:
    """Results or errors of writes that all waited while another was at the disk, and the SQL statements of all."""
    if connection.vendor != "sqlite":
        pytest.skip("a database server commits together by itself")
    became: list[Any] = [None] * len(writes)
    statements: list[str] = []

    def write(place: int, one: Callable[[], Any]) -> None:
        with CaptureQueriesContext(connection) as asked:
            try:
                became[place] = stored_together(one)
            except Exception as error:  # noqa: BLE001 - it is what the test asks for
                became[place] = error
        statements.extend(query["sql"] for query in asked.captured_queries)
        connection.close()

    threads = [threading.Thread(target=write, args=(place, one)) for place, one in enumerate(writes)]
    with entry._turn:
        for thread in threads:
            thread.start()
        until = time.monotonic() + 30
        while len(entry._waiting) < len(writes) and time.monotonic() < until:
            time.sleep(0.01)
    for thread in threads:
        thread.join(timeout=60)
    return became, statements


def row(surname: str) -> Callable[[], Player]:
    return transaction.atomic(lambda: Player.objects.create(surname=surname))


@transaction.atomic
def refused() -> Player:
    Player.objects.create(surname="half of what was refused")
    raise ValidationError("no")


def test_what_waits_is_committed_at_once_and_a_refusal_is_its_senders_own() -> None:
    became, statements = together(row("Rossi"), refused, row("Bianchi"))
    assert [type(outcome) for outcome in became] == [Player, ValidationError, Player]
    assert {player.surname for player in Player.objects.all()} == {"Rossi", "Bianchi"}
    assert statements.count("COMMIT") == 1


def test_after_a_fault_of_one_the_others_are_stored_all_the_same() -> None:
    @transaction.atomic
    def fault() -> Player:
        Player.objects.create(surname="half of what failed")
        raise DatabaseError("database or disk is full")

    became, _statements = together(row("Rossi"), fault, row("Bianchi"))
    assert [type(outcome) for outcome in became] == [Player, DatabaseError, Player]
    assert {player.surname for player in Player.objects.all()} == {"Rossi", "Bianchi"}


def test_a_commit_that_fails_confirms_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the disk is full at the last moment: whoever is told that his row is saved has it."""

    def no_room(_self: Any) -> None:
        raise DatabaseError("database or disk is full")

    monkeypatch.setattr("django.db.backends.sqlite3.base.DatabaseWrapper._commit", no_room)
    became, _statements = together(row("Rossi"), row("Bianchi"))
    monkeypatch.undo()
    assert [type(outcome) for outcome in became] == [DatabaseError, DatabaseError]
    assert not Player.objects.exists()


def test_while_another_program_holds_the_database_they_wait_for_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty seconds each, one after another, would be minutes in which no phone is answered."""
    waited: list[Any] = []

    def is_held(self: Any) -> None:
        waited.append(self)
        raise OperationalError("database is locked")

    monkeypatch.setattr("django.db.backends.sqlite3.base.DatabaseWrapper._start_transaction_under_autocommit", is_held)
    became, _statements = together(row("Rossi"), row("Bianchi"), row("Verdi"))
    monkeypatch.undo()
    assert [type(outcome) for outcome in became] == [OperationalError] * 3
    assert len(waited) == 1
    assert not Player.objects.exists()


def test_one_row_sent_twice_at_once_is_one_version() -> None:
    sheet, mark = a_sheet(), str(uuid.uuid4())
    sent = {"hand": 2, "content": {"units": {"N": 4, "E": 0, "S": 0, "W": 0}}, "client_id": mark, "based_on": 0}
    became, _statements = together(*[lambda: enter_sent(sheet, sent)] * 3)
    assert len({result.pk for result in became}) == HandResult.objects.count() == 1
