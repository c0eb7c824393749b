"""The web server's own parts: its listening socket, which its processes share, and its shutdown."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from king_tournament.installation.door import MOST_FROM_ONE_ADDRESS, SECONDS_TO_SEND, Caller, Door

ROOT = Path(__file__).parents[3]


def caller(*, begun: float, come: int) -> Caller:
    one = Caller()
    one.begun, one.come, one.is_waiting = begun, come, True
    return one


@pytest.mark.parametrize(
    ("seconds", "come", "too_slow"),
    [
        (SECONDS_TO_SEND - 1, 10, False),
        (SECONDS_TO_SEND + 1, 10, True),
        # One second more per 50 kB, so that a roster arrives over slow wi-fi.
        (SECONDS_TO_SEND + 9, 500_000, False),
        (SECONDS_TO_SEND + 11, 500_000, True),
    ],
)
def test_a_request_has_fifteen_seconds_and_one_more_for_each_50_kb(
    seconds: float, come: int, too_slow: bool
) -> None:
    with caller(begun=100.0, come=come) as one:
        assert one.is_too_slow(100.0 + seconds) is too_slow


def test_one_connection_too_many_of_an_address_costs_it_the_one_that_has_waited_longest() -> None:
    with Door("127.0.0.1", 0) as door, contextlib.ExitStack() as opened:
        door.listen(MOST_FROM_ONE_ADDRESS + 10)
        phones = []
        for _number in range(MOST_FROM_ONE_ADDRESS + 1):
            phones.append(opened.enter_context(socket.create_connection(door.getsockname())))
            opened.enter_context(door.accept()[0])
        phones[0].settimeout(5)
        assert phones[0].recv(1) == b""
        phones[1].settimeout(0.2)
        with pytest.raises(TimeoutError):
            phones[1].recv(1)


def test_a_door_that_is_shut_refuses_and_the_server_goes_on_with_the_others() -> None:
    with Door("127.0.0.1", 0) as door:
        door.listen(5)
        place = door.getsockname()
        with socket.create_connection(place), door.accept()[0]:
            door.shut()
            with pytest.raises(BlockingIOError):
                door.accept()
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection(place)


def a_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def open_request(port: int, path: str) -> socket.socket:
    opened = socket.create_connection(("127.0.0.1", port), timeout=60)
    opened.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return opened


def once_it_listens(port: int, path: str) -> None:
    for _time in range(300):
        try:
            with open_request(port, path) as opened:
                opened.recv(100)
                return
        except ConnectionRefusedError:
            time.sleep(0.1)
    pytest.fail("the server did not start")


FAMILY = """
import os, sys
from king_tournament.installation.door import Door
from king_tournament.installation.web import serve
from ground import system

def site(about, begin):
    begin("200 OK", [("Content-Type", "text/plain")])
    return [str(os.getpid()).encode()]

door = Door("127.0.0.1", int(sys.argv[1]))
system.run_in_processes(lambda: serve(site, door), 2, None, door.close)
"""


@pytest.mark.parametrize("ended_by", [signal.SIGKILL, signal.SIGTERM])
def test_the_processes_of_a_server_end_with_the_first_one(ended_by: int) -> None:
    """They also end if the first one is killed with SIGKILL. They used to keep answering at its
    port, with old code.
    """
    port = a_port()
    server = subprocess.Popen([sys.executable, "-c", FAMILY, str(port)], cwd=ROOT)
    once_it_listens(port, "/")
    listed = ["ps", "-o", "pid=", "--ppid", str(server.pid)]
    children = subprocess.run(listed, capture_output=True, text=True, check=True).stdout.split()
    server.send_signal(ended_by)
    server.wait(60)
    assert len(children) == 2
    all_end(children, within=60)


def test_a_server_that_is_told_to_stop_many_times_stops() -> None:
    """Three signals at once used to make a process wait for a lock that it held itself, so it kept
    the port.
    """
    port = a_port()
    server = subprocess.Popen([sys.executable, "-c", FAMILY, str(port)], cwd=ROOT)
    once_it_listens(port, "/")
    listed = ["ps", "-o", "pid=", "--ppid", str(server.pid)]
    children = subprocess.run(listed, capture_output=True, text=True, check=True).stdout.split()
    for _signal in range(200):
        for pid in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGTERM)
    server.send_signal(signal.SIGTERM)
    all_end(children, within=30)
    assert server.wait(30) == 0


def all_end(children: list[str], within: float) -> None:
    deadline = time.monotonic() + within
    while any(alive(pid) for pid in children):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def alive(pid: str) -> bool:
    with contextlib.suppress(OSError):
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return False
