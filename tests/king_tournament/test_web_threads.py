"""The web server's own parts: the memory of a thread's calls, the door that its processes share."""

from __future__ import annotations

import resource
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from king_tournament.installation.web import Server, with_room

ROOT = Path(__file__).parents[2]
DEEPEST, TIMES = 250, 500


def faults_at_every_depth() -> int:
    """How often memory is mapped while a function is called again and again, from each depth of calls."""
    nothing = [0] * TIMES

    def called(value: int) -> int:
        return value

    def at(depth: int) -> None:
        if depth:
            at(depth - 1)
        for value in nothing:
            called(value)

    before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
    at(DEEPEST)
    return resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before


def test_the_calls_of_a_thread_have_their_memory_in_one_piece() -> None:
    found: list[int] = []
    thread = threading.Thread(target=with_room(lambda number: found.append(faults_at_every_depth())), args=(0,))
    thread.start()
    thread.join()
    assert found[0] < TIMES


def test_a_door_that_another_process_has_shut_is_no_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        server = Server.__new__(Server)
        server.socket = door
        door.shutdown(socket.SHUT_RDWR)
        assert server.accept() is None


HANGING = """
import sys, time
from king_tournament.installation.web import door_at, serve

def site(about, begin):
    while about["PATH_INFO"].startswith("/live/"):
        time.sleep(0.05)
    begin("200 OK", [("Content-Type", "text/plain")])
    return [b"here"]

serve(site, door_at("127.0.0.1", int(sys.argv[1])))
"""


@pytest.mark.parametrize("path", ["/t/abcdef/1/state", "/desk/", "/health", "/ready"])
def test_the_public_cannot_take_the_threads_of_phones_and_desk(path: str) -> None:
    """A hundred readers, each of whom keeps a thread busy for ever, hold up one another."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen([sys.executable, "-c", HANGING, str(port)], cwd=ROOT)
    readers = []
    try:
        once_it_listens(port, path)
        for _number in range(100):
            readers.append(asked(port, "/live/abcd/1/hands.pdf"))
        for _time in range(2):
            with asked(port, path) as phone:
                answer = phone.recv(100)
            assert answer.startswith(b"HTTP/1.1 200")
    finally:
        server.kill()
        server.wait()
        for reader in readers:
            reader.close()


def asked(port: int, path: str) -> socket.socket:
    opened = socket.create_connection(("127.0.0.1", port), timeout=60)
    opened.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return opened


def once_it_listens(port: int, path: str) -> None:
    while True:
        try:
            with asked(port, path) as opened:
                opened.recv(100)
                return
        except ConnectionRefusedError:
            time.sleep(0.1)
