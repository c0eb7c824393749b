"""A club whose socket is held by another process: it starts at a request, sleeps, and starts again."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import shutil
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.clubs.holder import Held, Holder, environment_of
from ground import due, system
from ground.clubs import Club, run, write_variables
from king_tournament.installation.door import Door
from tests.real_servers import PATIENCE, until

pytestmark = pytest.mark.skipif(system.WINDOWS, reason="sockets of Unix")


class ByPath(http.client.HTTPConnection):
    def __init__(self, path: str) -> None:
        super().__init__("localhost", timeout=PATIENCE)
        self.path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(PATIENCE)
        self.sock.connect(self.path)


class AClub:
    """A club with tables, static files and a held socket."""

    def __init__(self, holder: Holder, root: Path, name: str, installation: Path) -> None:
        self.club = Club(root / name)
        shutil.copytree(installation, self.club.data)
        variables = {
            "KING_ADDRESS": f"http://{name}.example.org",
            "KING_LANGUAGE": "en",
            "KING_WEB_PROCESSES": "1",
            "KING_IDLE_MINUTES": "0.1",
            "KING_PROXIES": "1",
        }
        write_variables(self.club.folder / "club.env", variables)
        self.path = root / f"{name}.sock"
        self.log = root / f"{name}.txt"
        environment = environment_of(self.club.environment())
        self.held: Held = holder.hold(name, self.path, environment, self.log)

    def ask(self, path: str = "/health", **headers: str) -> tuple[int, str]:
        with contextlib.closing(ByPath(str(self.path))) as connection:
            connection.request("GET", path, headers={**headers, "Host": "localhost"})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()

    def sleeps(self) -> bool:
        return not self.held.is_running


@pytest.fixture
def holder() -> Iterator[Holder]:
    with Holder() as instance:
        yield instance


def test_connections_of_a_socket_without_a_port_are_told_apart(tmp_path: Path) -> None:
    with contextlib.ExitStack() as opened:
        listening = opened.enter_context(socket.socket(socket.AF_UNIX))
        listening.bind(str(tmp_path / "s"))
        listening.listen(300)
        door = opened.enter_context(Door("", 0, os.dup(listening.fileno())))
        addresses = []
        for _number in range(250):
            caller = opened.enter_context(socket.socket(socket.AF_UNIX))
            caller.connect(str(tmp_path / "s"))
            connection, address = door.accept()
            opened.enter_context(connection)
            addresses.append(address)
        assert len(set(addresses)) == len(door.callers()) == 250
        # All connections come through one proxy, so none is closed for exceeding a visitor's share.
        assert all(caller.fileno() != -1 for caller in door.callers())
        door.has_come_whole(addresses[7])
        assert time.monotonic() - door.last_asked < 60


def test_sockets_are_taken_only_by_the_process_that_they_are_handed_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LISTEN_FDS", "1")
    monkeypatch.setenv("LISTEN_PID", str(os.getpid() + 1))
    assert system.handed_sockets() == []
    monkeypatch.setenv("LISTEN_PID", "")
    assert system.handed_sockets() == []
    monkeypatch.setenv("LISTEN_PID", str(os.getpid()))
    monkeypatch.setenv("LISTEN_FDS", "")
    assert system.handed_sockets() == []
    assert "LISTEN_PID" not in os.environ


@pytest.mark.at_length
def test_a_club_starts_at_a_request_sleeps_and_starts_again(
    holder: Holder, tmp_path: Path, installation: Path
) -> None:
    club = AClub(holder, tmp_path, "rossa", installation)
    assert club.sleeps()
    status, body = club.ask()
    assert (status, json.loads(body)["database"]) == (200, True)
    # A visitor from elsewhere is asked for the word, which the link fills in.
    assert not (club.club.data / "first_word").exists()
    status, page = club.ask("/accounts/first?word=abc234")
    assert 'value="abc234"' in page
    assert (club.club.data / "first_word").exists()
    until(club.sleeps)
    until(lambda: club.held.statuses)
    assert club.held.statuses == [0]
    # The sleeping club left a note, by which nothing is due.
    assert not due.is_due(club.club.data)
    assert run(club.club, ["check_log"]).returncode == 0
    assert not due.is_due(club.club.data)
    assert club.ask()[0] == 200
    assert club.held.starts == 2
    assert "Traceback" not in club.log.read_text()


@pytest.mark.at_length
def test_a_request_that_is_being_sent_keeps_it_awake(
    holder: Holder, tmp_path: Path, installation: Path
) -> None:
    club = AClub(holder, tmp_path, "rossa", installation)
    assert club.ask()[0] == 200
    with contextlib.closing(ByPath(str(club.path))) as connection:
        connection.putrequest("POST", "/t/", skip_host=True)
        connection.putheader("Host", "localhost")
        connection.putheader("Content-Length", "9")
        connection.endheaders(b"code=")
        begun = time.monotonic()
        while time.monotonic() - begun < 10:  # it would fall asleep after six seconds
            assert not club.sleeps()
            time.sleep(0.2)
        connection.send(b"abcd")
        assert connection.getresponse().status == 403
    assert club.held.starts == 1


@pytest.mark.at_length
def test_one_club_is_killed_and_the_other_notices_nothing(
    holder: Holder, tmp_path: Path, installation: Path
) -> None:
    rossa, blu = (AClub(holder, tmp_path, name, installation) for name in ("rossa", "blu"))
    assert (rossa.ask()[0], blu.ask()[0]) == (200, 200)
    assert rossa.held.program is not None
    os.killpg(rossa.held.program.pid, signal.SIGKILL)
    assert rossa.ask()[0] == 200  # the request waited for the new start
    assert rossa.held.starts == 2
    assert blu.held.starts == 1
    keys = {(club.club.data / "secret_key").read_text() for club in (rossa, blu)}
    assert len(keys) == 2
