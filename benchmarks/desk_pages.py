"""Cost of each page of the desk: ``python -m benchmarks.desk_pages`` (``--help``).

Evenings of 8 and of 100 tables, in play and played to the end, in a data folder of their own. Every
address of the desk that answers with a page is asked within this process: processor time, the least
of several times since others use the machine too, queries, kilobytes. It ends with 1 where a page
costs more than its limit: 60 ms for 8 tables, 300 for 100, a sheet's page 50.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any

LIMITS = {8: 60.0, 100: 300.0}
"""Milliseconds of processor time, by the number of tables."""
SHEET = 50.0
LEFT_OUT = {"rehearsal", "standings_folder"}
"""No page: a folder is made of all the evening's."""


def prepare(tables: int) -> dict[str, str]:
    """Make evenings of this size. Returns their codes by stage."""
    from king_tournament import demo

    demo.PEOPLE = tuple((f"Cognome{number}", f"Nome{number}") for number in range(4 * tables))
    demo.MOST_TABLES = tables
    return {
        stage: demo.make_demo(stage=stage, seed=tables, tables=tables, language="it").code
        for stage in ("playing", "finished")
    }


def addresses(code: str) -> Iterator[tuple[str, str]]:
    """Yield every address of the desk, with values that lead to the first partita, table, hand and
    player.
    """
    from django.urls import reverse

    from king_tournament.desk.urls import urlpatterns
    from tournaments.models import Player

    first = Player.objects.values_list("pk", flat=True).first()
    for pattern in urlpatterns:
        own = {"edition": "none", "rules": "lab12"}.get(str(pattern.name).partition("_")[0], code)
        values = {"code": own, "number": 1, "table": 1, "hand": 1, "pk": first, "kind": "none"}
        if pattern.name not in LEFT_OUT:
            yield (
                pattern.name,
                reverse(
                    f"desk:{pattern.name}",
                    kwargs={key: values[key] for key in pattern.pattern.converters},
                ),
            )


def cost(client: Any, address: str, times: int) -> tuple[float, int, float] | None:
    """Milliseconds, queries and kilobytes of a page; None if the address is not an HTML page."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client.get(address)  # Templates are compiled, what is remembered is there.
    with CaptureQueriesContext(connection) as log:
        answer = client.get(address)
    if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
        return None
    queries, least = len(log), float("inf")
    for _time in range(times):
        began = time.process_time()
        client.get(address)
        least = min(least, time.process_time() - began)
    return least * 1000, queries, len(answer.content) / 1000


def measure(client: Any, tables: int, times: int, every: bool) -> int:
    """Print the cost of the pages. Returns how many cost more than their limit."""
    codes, over = prepare(tables), 0
    # A server has not made the evenings: what that left behind is not looked through again with
    # every page.
    gc.collect()
    gc.freeze()
    for stage, code in codes.items():
        for name, address in addresses(code):
            costs = cost(client, address, times)
            limit = SHEET if name == "sheet" else LIMITS[tables]
            if costs is None or (not every and costs[0] < limit / 2):
                continue
            over += costs[0] > limit
            line = f"{name:<18} {tables:>6} {stage:<8} {costs[0]:>5.0f} {limit:>5.0f}"
            print(line, f"{costs[1]:>7} {costs[2]:>5.0f}", "over" * (costs[0] > limit), flush=True)
    return over


def main(arguments: list[str]) -> int:
    """Measure all pages and report. Returns 1 if a page costs more than its limit."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.desk_pages", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[8, 100], choices=LIMITS)
    parser.add_argument("--times", type=int, default=12)
    parser.add_argument(
        "--all",
        action="store_true",
        help="every page, not only those that cost half of their limit",
    )
    parser.add_argument(
        "--database", default="", help="an empty database for it, as DATABASE_URL names one"
    )
    return 1 if run(parser.parse_args(arguments)) else 0


def run(options: argparse.Namespace) -> int:
    """Measure the pages in a data folder of their own. Returns how many cost more than their
    limit.
    """
    with tempfile.TemporaryDirectory(prefix="king-desk-") as folder:
        os.environ |= {
            "KING_DATA_DIR": folder,
            "DATABASE_URL": options.database,
            "DJANGO_SETTINGS_MODULE": "king_tournament.settings",
        }
        import django

        django.setup()
        from django.contrib.auth.models import User
        from django.core.management import call_command
        from django.test import Client

        call_command("collectstatic", interactive=False, verbosity=0)
        call_command("migrate", verbosity=0)
        client = Client(headers={"accept-language": "it", "host": "localhost"})
        client.force_login(User.objects.get_or_create(username="desk-pages", is_superuser=True)[0])
        print(
            f"{'page':<18} {'tables':>6} {'stage':<8} {'ms':>5} {'limit':>5} {'queries':>7} {'kB':>5}"
        )
        over = sum(
            measure(client, tables, options.times, options.all) for tables in sorted(options.tables)
        )
    print(f"{over} pages cost too much." if over else "No page costs more than its limit.")
    return over


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
