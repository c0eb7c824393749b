"""The rehearsal of an evening: it goes through all its faults, and it notices what is not as it was
acknowledged.
"""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from ground.folder import held
from king_tournament.installation.backup import opened
from king_tournament.rehearsal.client import Connection
from king_tournament.rehearsal.comparing import compare
from king_tournament.rehearsal.evening import Evening
from king_tournament.rehearsal.report import RIGHT, STEP, WRONG, Report, folder
from king_tournament.rehearsal.server import Server
from tests.desk.conftest import _signed_in
from tests.evenings import in_play
from tests.king_tournament.test_run_night import until


@pytest.fixture(autouse=True)
def own_folder() -> Iterator[None]:
    folder().mkdir(exist_ok=True)
    yield
    (folder() / "report.json").unlink(missing_ok=True)


@pytest.fixture
def organizer(db: None) -> Client:
    return _signed_in("organizer", "organizer")


def sentences(report: Report, kind: str) -> list[str]:
    return [line["sentence"] % line["fields"] for line in report.lines if line["kind"] == kind]


def alter(database: Path, sql: str) -> None:
    """Past the program and its guards."""
    with closing(opened(database)) as altered, altered:
        for (name,) in altered.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            altered.execute(f'DROP TRIGGER "{name}"')
        altered.execute(sql)


@pytest.mark.at_length
def test_an_evening_with_every_fault_holds_and_rows_altered_behind_its_back_are_named(
    tmp_path: Path,
) -> None:
    server, report, again = Server(tmp_path / "installation"), Report(), Report()

    async def rehearse() -> None:
        await server.come_up()
        evening = Evening(server, report, tables=2, phones=3, faults=True, pause=0)
        await evening.run()
        [(password,)] = server.asked("SELECT password FROM auth_user WHERE username = 'organizer'")
        assert not PBKDF2PasswordHasher().verify(
            "quattro-venti-12", password
        )  # what anybody can read here
        await compare(server, evening.desk, evening.known, report)
        database = server.place / "king.sqlite3"
        at = "sheet_id IN (SELECT s.id FROM scoring_sheet s JOIN tournaments_table t ON t.id = s.table_id"
        thirteen = "UPDATE scoring_handresult SET content = json_set(content, '$.units.N', 13)"
        alter(database, f"{thirteen} WHERE hand = 6 AND {at} WHERE t.number = 1)")
        alter(
            database, f"DELETE FROM scoring_handresult WHERE hand = 9 AND {at} WHERE t.number = 2)"
        )
        await compare(server, evening.desk, evening.known, again)
        evening.go_home()

    server.prepare()
    server.start()
    try:
        # In a thread of its own: a browser that an earlier test has opened keeps this one's loop.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, rehearse()).result()
    finally:
        server.stop()
    assert sentences(report, WRONG) == []
    right = " ".join(sentences(report, RIGHT))
    for what in (
        "was killed",
        "late player",
        "each other's winds",
        "protest",
        "answer lost",
        "Sent twice",
        "called",
    ):
        assert what in right
    wrong = sentences(again, WRONG)
    assert "Partita 1, table 1, hand 6: the row is another than was sent." in wrong
    assert "Partita 2, table 2, hand 9: the row is missing." in wrong
    assert any(sentence.startswith("The log does not hold") for sentence in wrong)
    assert any(
        sentence.startswith("On the disk 2 acknowledged rows are missing") for sentence in wrong
    )


def test_the_rehearsals_server_answers_this_machine_and_not_the_hall(tmp_path: Path) -> None:
    server = Server(tmp_path)

    def listens_at(address: str) -> bool:
        with socket.socket() as caller:
            caller.settimeout(5)
            return caller.connect_ex((address, server.port)) == 0

    server.web.start()
    try:
        until(lambda: listens_at("127.0.0.1"))
        assert not listens_at(
            "127.0.0.2"
        )  # another address of this machine, as the one in the hall is
    finally:
        server.stop()


def test_one_rehearsal_at_a_time_and_only_of_a_size_that_there_are_people_for() -> None:
    for options in ({"tables": 0}, {"tables": 400}, {"tables": 4, "phones": 3}):
        with pytest.raises(CommandError, match="16"):
            call_command("rehearse", **options)
    with held(folder(), ""), pytest.raises(CommandError):
        call_command("rehearse", tables=1)


def test_the_page_follows_a_rehearsal_and_then_says_what_went_wrong(organizer: Client) -> None:
    assert "every 2s" not in organizer.get("/desk/rehearsal/").content.decode()
    report = Report()
    report.step("Partita %(number)s is played.", number=1)
    page = organizer.get("/desk/rehearsal/", headers={"HX-Request": "true"}).content.decode()
    assert "Partita 1 is played." in page
    assert 'hx-trigger="every 2s"' in page
    assert (
        organizer.post("/desk/rehearsal/", {"rehearse": "plain"}).status_code == 422
    )  # one at a time
    report.right("The posted standing is the one that these sheets give.")
    report.wrong(
        "Partita %(number)s, table %(table)s, hand %(hand)s: the row is missing.",
        number=1,
        table=2,
        hand=3,
    )
    report.end()
    page = organizer.get("/desk/rehearsal/").content.decode()
    assert "every 2s" not in page
    assert "1 thing went wrong." in page
    assert "Partita 1, table 2, hand 3: the row is missing." in page


@pytest.mark.parametrize(
    "left",
    [
        b"",
        b"HTTP/1.1 2",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf",
    ],
)
def test_an_answer_that_a_killed_server_began_is_no_answer(left: bytes) -> None:
    async def begin(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(left)
        await writer.drain()
        writer.close()

    async def ask() -> None:
        async with await asyncio.start_server(begin, "127.0.0.1", 0) as server:
            with pytest.raises(ConnectionError, match="GET /"):
                await Connection(server.sockets[0].getsockname()[1]).ask("GET", "/")

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, ask()).result()


def test_a_rehearsal_that_was_broken_off_is_said(organizer: Client) -> None:
    (folder() / "report.json").write_text(
        json.dumps(
            {
                "lines": [
                    {
                        "kind": STEP,
                        "sentence": "Partita %(number)s is played.",
                        "fields": {"number": 1},
                    }
                ],
                "begun": time.time() - 60,
                "done": 3,
                "all": 192,
                "ended": None,
            }
        )
    )
    assert "It was broken off before its end" in organizer.get("/desk/rehearsal/").content.decode()


def test_no_rehearsal_is_started_while_tables_play_nor_by_anything_but_its_buttons(
    organizer: Client,
) -> None:
    assert organizer.post("/desk/rehearsal/", {"rehearse": "x"}).status_code == 422
    in_play()
    answer = organizer.post("/desk/rehearsal/", {"rehearse": "faults"})
    assert answer.status_code == 422
    assert "Tables are playing" in answer.content.decode()
    assert not (folder() / "report.json").exists()
