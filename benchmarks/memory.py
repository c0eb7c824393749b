"""Memory of the program as a club starts it, all processes: proportional set size (PSS), in MB.

``python -m benchmarks.memory [--against COMMIT]``: idle after the first page of a second start; then after an evening
whose desk, public pages and papers have all been asked; with two web processes and with one. On
Linux, with the libraries of this environment.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import tempfile
import time
import urllib.parse
from pathlib import Path

from benchmarks.library import HERE, built
from benchmarks.start import Installation, family

SECONDS_TO_SETTLE = 3
MOST_PAGES = 250
LINK = re.compile(r'href="(/[^"#?]*)"')
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


def megabytes(first: int) -> float:
    """Memory (PSS) of a process and all its descendants, in megabytes."""
    kilobytes = 0
    for pid in family(first):
        with contextlib.suppress(OSError):  # one that has just ended
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
            [pss] = re.findall(r"^Pss: +(\d+)", rollup, re.MULTILINE)
            kilobytes += int(pss)
    return kilobytes / 1024


def sign_in(installation: Installation, folder: Path) -> None:
    """Make the first account, as the terminal's word allows."""
    page = installation.get("/").decode()
    [token, *_others] = TOKEN.findall(page)
    form = {
        "csrfmiddlewaretoken": token,
        "username": "desk",
        "password1": "sera-di-prova-12",
        "password2": "sera-di-prova-12",
    }
    sent = urllib.parse.urlencode(form).encode()
    with installation.browser.open(f"{installation.home}/accounts/first", sent, timeout=60):
        pass


def ask_all(installation: Installation, code: str) -> int:
    """Ask every page and paper of an evening that links lead to; returns how many answered."""
    waiting = [f"/desk/{code}/standings/", f"/desk/{code}/print/", f"/live/{code}/"]
    links, answered = set(waiting), 0
    for path in waiting:
        if answered == MOST_PAGES:
            break
        with contextlib.suppress(OSError):
            body = installation.get(path)
            answered += 1
            for link in LINK.findall(body.decode(errors="ignore")):
                if link not in links and link.startswith((f"/desk/{code}/", f"/live/{code}/")):
                    links.add(link)
                    waiting.append(link)
    return answered


def measure(tree: Path, processes: int) -> tuple[float, float, int]:
    """Megabytes idle and after an evening, and the number of pages that were asked for in it."""
    with tempfile.TemporaryDirectory(prefix="king-memory-") as folder:
        installation = Installation(tree, Path(folder), processes)
        printed = installation.manage("demo", "--seed", "1", "--tables", "6", "--stage", "finished")
        with installation.running():
            pass  # The first start makes tables and static files.
        with installation.running() as first:
            time.sleep(SECONDS_TO_SETTLE)
            idle = megabytes(first)
            sign_in(installation, Path(folder))
            pages = ask_all(installation, printed.split()[-1])
            time.sleep(SECONDS_TO_SETTLE)
            return idle, megabytes(first), pages


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.memory", description=__doc__)
    parser.add_argument("--against", default="", help="a commit of this repository")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        trees = {"now": HERE}
        if options.against:
            trees["before"] = stack.enter_context(built(options.against))
        print(
            f"{'build':7} {'web processes':>13} {'idle':>5} {'after an evening':>16} {'pages':>6}"
        )
        for processes in (2, 1):
            for name, tree in trees.items():
                idle, after, pages = measure(tree, processes)
                print(
                    f"{name:7} {processes:>13} {idle:>5.0f} {after:>16.0f} {pages:>6}", flush=True
                )


if __name__ == "__main__":
    main()
