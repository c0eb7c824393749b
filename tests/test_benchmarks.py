"""Benchmarks are rarely run by hand, so this checks that their imports exist."""

from __future__ import annotations

import ast
import asyncio
import gzip
import importlib
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from benchmarks.line import Line, request

BENCHMARKS = sorted((Path(__file__).parents[1] / "benchmarks").rglob("*.py"))


@pytest.mark.parametrize("path", BENCHMARKS, ids=lambda path: path.stem)
def test_what_a_benchmark_imports_is_there(path: Path) -> None:
    missing = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules = {alias.name: () for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules = {node.module: tuple(alias.name for alias in node.names)}
        else:
            continue
        for module, names in modules.items():
            try:
                library = importlib.import_module(module)
            except ImportError as error:
                missing.append(f"line {node.lineno}: {error}")
                continue
            for name in names:
                if not hasattr(library, name):
                    try:
                        importlib.import_module(f"{module}.{name}")
                    except ImportError:
                        missing.append(f"line {node.lineno}: {module} has no {name}")
    assert missing == []


PAGE = gzip.compress(b"a page")
ANSWERS = [
    b"HTTP/1.1 200 OK\r\nETag: W/1\r\nContent-Encoding: gzip\r\n"
    b"Content-Length: %d\r\n\r\n%s" % (len(PAGE), PAGE),
    b"HTTP/1.1 304 Not Modified\r\nETag: W/1\r\nContent-Length: 7\r\n\r\n",
]


def test_a_line_of_the_hall_reads_answers_in_pieces_and_asks_again_when_it_was_closed() -> None:
    heard = []

    def serve(listening: socket.socket) -> None:
        # The first connection takes two requests, then it is closed without an answer.
        for _connection in range(2):
            with listening.accept()[0] as connection:
                for answer in ANSWERS:
                    heard.append(connection.recv(4096))
                    for at in range(0, len(answer), 30):
                        connection.sendall(answer[at : at + 30])
                        time.sleep(0.001)
                connection.recv(4096)

    async def ask(port: int) -> list[tuple[int, str, bytes]]:
        line = Line(port)
        answers = [await line.ask(request("GET", "/live/")) for _time in range(4)]
        line.close()
        return [(answer.status, answer.header("ETag"), answer.body) for answer in answers]

    page, not_modified = (200, "W/1", b"a page"), (304, "W/1", b"")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=serve, args=(listening,))
        thread.start()
        # In a thread: the loop of a browser test may run in this one.
        with ThreadPoolExecutor() as threads:
            answers = threads.submit(asyncio.run, ask(listening.getsockname()[1])).result()
        thread.join()
    assert answers == [page, not_modified, page, not_modified]
    assert heard[0].startswith(b"GET /live/ HTTP/1.1\r\nHost: localhost\r\n")
