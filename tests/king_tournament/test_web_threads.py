"""The web server's own parts: the memory of a thread's calls, the door that its processes share."""

from __future__ import annotations

import contextlib
import resource
import signal
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
import sys, threading, time
from king_tournament.installation.web import door_at, serve

def site(about, begin):
    while about["PATH_INFO"].startswith("/live/"):
        time.sleep(0.05)
    begin("200 OK", [("Content-Type", "text/plain")])
    return [b"here"]

serve(site, door_at("127.0.0.1", int(sys.argv[1])), threading.Event())
"""


@pytest.mark.parametrize("path", ["/t/abcdef/1/state", "/desk/", "/health", "/ready"])
def test_the_public_cannot_take_the_threads_of_phones_and_desk(path: str) -> None:
    """A hundred readers, each of whom keeps a thread busy for ever, hold up one another."""
    port = a_port()
    server = subprocess.Popen([sys.executable, "-c", HANGING, str(port)], cwd=ROOT)
    readers = []
    try:
        once_it_listens(port, path)
        readers += [asked(port, "/live/abcd/1/hands.pdf") for _number in range(100)]
        for _time in range(2):
            with asked(port, path) as phone:
                answer = phone.recv(100)
            assert answer.startswith(b"HTTP/1.1 200")
    finally:
        server.kill()
        server.wait()
        for reader in readers:
            reader.close()


def a_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


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


FAMILY = """
import os, sys, threading
from king_tournament.installation.web import door_at, serve
from tournaments import system

def site(about, begin):
    begin("200 OK", [("Content-Type", "text/plain")])
    return [str(os.getpid()).encode()]

door = door_at("127.0.0.1", int(sys.argv[1]))
system.in_processes(lambda: serve(site, door, threading.Event()), 2, None)
"""


@pytest.mark.parametrize("ended_by", [signal.SIGKILL, signal.SIGTERM])
def test_the_processes_of_a_server_end_with_the_first_one(ended_by: int) -> None:
    """After kill -9 they had gone on to answer at its port, with the code of before."""
    port = a_port()
    server = subprocess.Popen([sys.executable, "-c", FAMILY, str(port)], cwd=ROOT)
    once_it_listens(port, "/")
    listed = ["ps", "-o", "pid=", "--ppid", str(server.pid)]
    children = subprocess.run(listed, capture_output=True, text=True, check=True).stdout.split()
    server.send_signal(ended_by)
    server.wait(60)
    assert len(children) == 2
    deadline = time.monotonic() + 60
    while any(alive(pid) for pid in children):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def alive(pid: str) -> bool:
    with contextlib.suppress(OSError):
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return False
