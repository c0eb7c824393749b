"""The web server's own parts: the memory of a thread's calls, the door that its processes share."""

from __future__ import annotations

import resource
import socket
import threading

from king_tournament.installation.web import Server, with_room

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
