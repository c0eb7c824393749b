"""Requests and bytes of a captain's first visit to the sheet of a table, and of the second.

``python -m benchmarks.first_visit [--against COMMIT] [--language ru-RU] [--list]``: a browser with an empty cache
follows the link on the table's card, over plain http as in a hall; then it does so again. Between it and the site
stands a relay that counts: bytes are those of the answers as they came, headers included. Needs chromium (CHROMIUM
names another executable) and the libraries of this environment.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import socket
import socketserver
import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from benchmarks.library import HERE, built
from benchmarks.start import Installation
from tests.services import chromium

ASKED = re.compile(rb"(?:GET|POST) (\S+) HTTP/1\.1\r\n")
MILLISECONDS_TO_COME = 60_000
ASSETS = "/static/"
HALL = "king.club"
FLAGS = ["--no-sandbox", "--disable-gpu", f"--host-resolver-rules=MAP {HALL} 127.0.0.1"]
"""A name that is no local one: over plain http browsers keep back there what they keep back in a hall."""


@dataclass
class Visit:
    """Requests of a browser in their order, each with its path and the bytes of its answer."""

    answers: list[tuple[str, int]] = field(default_factory=list)

    @property
    def bytes(self) -> int:
        return sum(size for _path, size in self.answers)

    @property
    def assets(self) -> Visit:
        """Requests for files that are the same at every table."""
        return Visit([answer for answer in self.answers if answer[0].startswith(ASSETS)])


class Relay(socketserver.ThreadingTCPServer):
    """Relay that passes everything on to the site's port, and counts answers by their request."""

    daemon_threads = True

    def __init__(self, target: int) -> None:
        self.target, self.visit = target, Visit()
        super().__init__(("127.0.0.1", 0), HandOn)


class HandOn(socketserver.BaseRequestHandler):
    server: Relay

    def handle(self) -> None:
        """Pass on what one connection sends. A browser asks for the next thing only when it has all
        of the last one, so each answer belongs to the last request.
        """
        with (
            contextlib.suppress(OSError),
            socket.create_connection(("127.0.0.1", self.server.target)) as site,
        ):
            back = threading.Thread(target=self.hand_back, args=(site,), daemon=True)
            back.start()
            while heard := self.request.recv(65_536):
                if request_line := ASKED.match(heard):
                    self.server.visit.answers.append((request_line[1].decode(), 0))
                    self.place = self.server.visit, len(self.server.visit.answers) - 1
                site.sendall(heard)
            site.shutdown(socket.SHUT_WR)
            back.join()

    def hand_back(self, site: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while heard := site.recv(65_536):
                visit, number = self.place
                path, size = visit.answers[number]
                visit.answers[number] = path, size + len(heard)
                self.request.sendall(heard)
            self.request.shutdown(socket.SHUT_WR)


@contextlib.contextmanager
def a_phone(language: str) -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        context = browser.new_context(
            locale=language,
            viewport={"width": 360, "height": 640},
            has_touch=True,
            is_mobile=True,
            device_scale_factor=2,
        )
        yield context.new_page()
        browser.close()


def visits(page: Page, port: int, code: str) -> list[Visit]:
    """First and second visit of a browser to the sheet of a table."""
    found = []
    with Relay(port) as relay:
        threading.Thread(target=relay.serve_forever, daemon=True).start()
        address = f"http://{HALL}:{relay.server_address[1]}/t/{code}/"
        for _time in range(2):
            page.goto("about:blank")
            relay.visit = Visit()
            # The phone's first question is the last thing.
            with page.expect_response("**/state?*", timeout=MILLISECONDS_TO_COME):
                page.goto(address, wait_until="networkidle")
            found.append(relay.visit)
        page.goto("about:blank")
        relay.shutdown()
    return found


def visits_to(tree: Path, language: str) -> list[Visit]:
    """Both visits to a site that runs from that tree."""
    with tempfile.TemporaryDirectory(prefix="king-visit-") as folder:
        installation = Installation(tree, Path(folder))
        installation.environment["KING_HOSTS"] = HALL
        installation.manage("demo", "--seed", "1", "--tables", "4", "--stage", "playing")
        with contextlib.closing(sqlite3.connect(Path(folder) / "king.sqlite3")) as database:
            # The second table is still in play.
            query = "SELECT code FROM tournaments_place WHERE number = 2"
            [[code]] = database.execute(query).fetchall()
        with installation.running(), a_phone(language) as page:
            return visits(page, installation.port, code)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.first_visit", description=__doc__)
    parser.add_argument("--against", default="", help="a commit of this repository")
    parser.add_argument("--language", default="it-IT", help="of the phone (default: it-IT)")
    parser.add_argument("--list", action="store_true", help="also each request with its bytes")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        trees = {"now": HERE}
        if options.against:
            trees["before"] = stack.enter_context(built(options.against))
        found = {name: visits_to(tree, options.language) for name, tree in trees.items()}
    print(
        f"{'build':7} {'visit':6} {'requests':>8} {'bytes':>8} {'of them assets':>15} {'bytes':>8}"
    )
    for name, both in found.items():
        for which, visit in zip(("first", "second"), both, strict=True):
            of_all = f"{len(visit.answers):>8} {visit.bytes:>8,}"
            of_assets = f"{len(visit.assets.answers):>15} {visit.assets.bytes:>8,}"
            print(f"{name:7} {which:6} {of_all} {of_assets}")
            for path, size in visit.answers if options.list else ():
                print(f"{size:>14,} {path}")
    if "before" in found:
        print(
            f"ratio of the first visit's bytes {found['now'][0].bytes / found['before'][0].bytes:.2f}"
        )


if __name__ == "__main__":
    main()
