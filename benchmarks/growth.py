"""Calls and queries that a hall asks of the site: ``python -m benchmarks.growth`` (``--help``).

Calls of Python functions and queries, which neighbours do not move, of an evening of so many tables
that is over: its standings, their page and their paper, the check of its log and the page of it,
its score sheets; each with nothing remembered of it. And of one row from a captain's phone. For
several sizes also the power of the number of tables with which the calls grow. With ``--against
COMMIT`` the build before does the same work after this one.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent.parent
SIZES = (8, 32, 125, 250)
Costs = dict[str, dict[str, Sequence[int]]]
"""Calls and queries of each work, by the number of tables."""


def played(tables: int) -> str:
    """Make an evening of two partite that is over. Returns its code."""
    from king_tournament import demo

    demo.PEOPLE = tuple((f"Cognome{number}", f"Nome{number}") for number in range(4 * tables))
    demo.MOST_TABLES = tables
    return demo.make_demo(stage="finished", seed=tables, tables=tables, language="it").code


def cost_of(work: Callable[[], object], *, remembered: bool = False) -> Sequence[int]:
    """Calls of Python functions and queries of a piece of work. Nothing of any evening is cached
    unless ``remembered``. The work is done once before, so that nothing is loaded or compiled while
    it is measured.
    """
    from django.core.cache import caches
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from scoring.standings_cache import forget

    def anew() -> None:
        if not remembered:
            forget()
            caches["pages"].clear()

    calls = 0

    def count(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal calls
        calls += event == "call"

    work()
    anew()
    with CaptureQueriesContext(connection) as log:
        work()
    queries = len(log)
    anew()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls, queries


def of_an_evening(code: str) -> dict[str, Callable[[], object]]:
    """Requests of an evening that is over, by name."""
    from django.contrib.auth.models import User
    from django.test import Client
    from django.urls import reverse

    from printing.document_context import Options
    from printing.document_list import DOCUMENTS
    from scoring.log_check import check_log
    from scoring.standing import tournament_standings
    from tournaments.models import Tournament

    evening = Tournament.objects.get(code=code)
    sheets, paper = DOCUMENTS["score_sheets"], DOCUMENTS["standings"]
    headers = {"accept-language": "it", "host": "localhost"}
    anybody, desk = Client(headers=headers), Client(headers=headers)
    desk.force_login(User.objects.get_or_create(username="growth", is_superuser=True)[0])

    def page(client: Client, address: str) -> None:
        answer = client.get(reverse(address, args=[code]))
        assert answer.status_code == 200, f"{address}: {answer.status_code}"

    return {
        "standings": lambda: tournament_standings(evening),
        "page of the standings": lambda: page(anybody, "live:standing"),
        "paper of the standings": lambda: paper.render(paper.gather(evening, Options())),
        "check of the log": lambda: check_log(evening),
        "page of the log": lambda: page(desk, "desk:log"),
        "score sheets": lambda: sheets.render(sheets.gather(evening, Options(round=1))),
    }


def a_row() -> Callable[[], object]:
    """Function that sends the next hand of a sheet as a captain's phone does. The sheet has three
    hands already.
    """
    from django.test import Client

    from benchmarks.phones import Phone, prepare

    card = prepare(8)[1][0]
    phone = Phone(0, card, "")
    client = Client(headers={"accept-language": "it", "host": "localhost"})

    def send() -> None:
        form = json.dumps(phone.next_row())
        answer = client.post(f"/t/{card}/1/rows", form, content_type="application/json")
        assert answer.status_code == 200, answer.content

    for _hand in range(3):
        send()
    return send


def measured(tables: Sequence[int]) -> Costs:
    """Calls and queries of each piece of work, measured in a data folder of its own."""
    from benchmarks.site import own_site
    from king_tournament.installation.translations import compile_catalogues

    compile_catalogues(Path("locale"))
    with own_site():
        costs = {"a row": {"8": cost_of(a_row(), remembered=True)}}
        for size in tables:
            for name, work in of_an_evening(played(size)).items():
                costs.setdefault(name, {})[str(size)] = cost_of(work)
    return costs


def of_build(tree: Path, tables: Sequence[int]) -> Costs:
    """Calls and queries of the build in that folder, measured by this file with that build's
    modules.
    """
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    # Not by the folder of this file, where modules have the names of apps.
    command = [sys.executable, "-P", str(Path(__file__).resolve()), *map(str, tables)]
    process = subprocess.run(
        command, cwd=tree, env=environment, check=True, capture_output=True, text=True
    )
    costs: Costs = json.loads(process.stdout.splitlines()[-1])
    return costs


def exponent(calls: Mapping[str, Sequence[int]]) -> float:
    """Power of the number of tables with which the calls grow, by least squares."""
    points = [(math.log(int(size)), math.log(cost[0])) for size, cost in calls.items()]
    across, up = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    return sum((x - across) * (y - up) for x, y in points) / sum(
        (x - across) ** 2 for x, _y in points
    )


def main() -> None:
    """Print a line for each work and size."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=__doc__)
    parser.add_argument("--against", default="", help="a commit of this repository")
    parser.add_argument("--tables", type=int, nargs="+", default=SIZES)
    options = parser.parse_args()
    now, before = of_build(HERE, options.tables), Costs()
    if options.against:
        from benchmarks.library import built

        with built(options.against) as tree:
            before = of_build(tree, options.tables)
    print(f"{'work':<22}{'tables':>7}{'before':>12}{'now':>12}{'share':>7}{'queries':>12}")
    for name, of_size in now.items():
        was = before.get(name, {})
        for size, (calls, queries) in of_size.items():
            line = f"{name:<22}{size:>7}"
            if size in was:
                share = calls / was[size][0]
                line += f"{was[size][0]:>12,}{calls:>12,}{share:>7.2f}"
                line += f"{was[size][1]:>6} to {queries}"
            else:
                line += f"{'':>12}{calls:>12,}{'':>7}{queries:>12}"
            print(line)
        if len(of_size) > 1:
            powers = [f"n^{exponent(costs):.2f}" for costs in (was, of_size) if costs]
            print(f"{name:<29}{powers[0] if was else '':>12}{powers[-1]:>12}")


if __name__ == "__main__":
    # Numbers alone are the question of ``of_build``.
    if sys.argv[1:] and all(word.isdecimal() for word in sys.argv[1:]):
        print(json.dumps(measured([int(word) for word in sys.argv[1:]])))
    else:
        main()
