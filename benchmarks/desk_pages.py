"""Cost of each page of the desk and of the public: ``python -m benchmarks.desk_pages`` (``--help``).

Evenings of 8 and of 100 tables, in play and played to the end, in a data folder of their own. Every
address of the desk, of the public pages and of the screens that answers with a page is asked within
this process: calls of Python functions and queries, which neighbours do not move, and kilobytes. What
the site remembers of an evening is there, a public page itself is made anew. It ends with 1 where a
page calls more functions than its limit. With ``--against COMMIT`` the build before is asked the same
after this one.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import json
import math
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent.parent
SIZES = (8, 100)
LEFT_OUT = {"desk:rehearsal", "desk:standings_folder"}
"""No page: a folder is made of all the evening's."""

MARGIN = 1.15
LIMITS = {
    "desk:home": (94, 95),
    "desk:new": (81, 81),
    "desk:calls_everywhere": (24, 28),
    "desk:search_everywhere": (10, 10),
    "desk:rules": (19, 19),
    "desk:rules_page": (13, 13),
    "desk:editions": (14, 14),
    "desk:tournament": (32, 32),
    "desk:search": (36, 36),
    "desk:close": (102, 434),
    "desk:settings": (99, 99),
    "desk:players": (93, 589),
    "desk:find_players": (7, 7),
    "desk:find_filler": (5, 5),
    "desk:entry": (97, 593),
    "desk:whole_paper": (10, 10),
    "desk:winds": (49, 202),
    "desk:boards": (92, 380),
    "desk:type_board": (38, 38),
    "desk:import_boards": (30, 30),
    "desk:print": (92, 92),
    "desk:print_queue": (11, 11),
    "desk:calls": (26, 26),
    "desk:play": (44, 49),
    "desk:look": (25, 232),
    "desk:sheet": (115, 125),
    "desk:row_story": (61, 61),
    "desk:history": (63, 63),
    "desk:who_sits": (58, 58),
    "desk:find_sitter": (15, 15),
    "desk:rule": (91, 91),
    "desk:redeals": (38, 38),
    "desk:judge": (73, 73),
    "desk:rulings": (42, 47),
    "desk:standings": (98, 468),
    "desk:copy": (29, 29),
    "desk:log": (75, 245),
    "desk:list_entries": (53, 307),
    "desk:list_log": (77, 405),
    "desk:list_decks": (138, 237),
    "desk:list_delivery": (42, 125),
    "desk:list_plan": (37, 37),
    "desk:list_ticks": (98, 612),
    "live:front": (28, 29),
    "live:evening": (44, 50),
    "live:standing": (129, 105),
    "live:entry": (80, 147),
    "live:boards": (65, 230),
    "live:verify_last": (16, 16),
    "live:verify": (16, 16),
    "live:table": (48, 48),
    "screens:hall": (38, 42),
    "screens:hall:progress": (38, 42),
    "screens:screen": (41, 41),
    "screens:screen:progress": (41, 41),
    "screens:addresses": (28, 28),
    "screens:reveal": (32, 32),
    "live:posted": (87, 74),
    "live:winds": (22, 39),
    "live:partita": (25, 57),
    "live:board": (111, 649),
}
"""Thousands of calls that a page may take, for 8 tables and for 100: those of 2026-12-01 in the dearer of both
stages, with ``MARGIN``. ``--limits`` prints the table from today's figures."""

Cost = tuple[int, int, float]
"""Calls of Python functions, queries, kilobytes."""
Costs = dict[str, Cost]
"""Cost by page, stage and number of tables, in one word each."""


def prepare(tables: int) -> dict[str, str]:
    """Make evenings of this size. Returns their codes by stage."""
    from king_tournament import demo

    demo.PEOPLE = [(f"Cognome{number}", f"Nome{number}") for number in range(4 * tables)]
    demo.MOST_TABLES = tables
    return {
        stage: demo.make_demo(stage=stage, seed=tables, tables=tables, language="it").code
        for stage in ("playing", "finished")
    }


def addresses(code: str) -> Iterator[tuple[str, str]]:
    """Yield every address of desk, public pages and screens, with values that lead to the first
    partita, table, hand, board and player.
    """
    from django.urls import NoReverseMatch, reverse

    from king_tournament.desk.urls import urlpatterns as desk
    from king_tournament.live.urls import urlpatterns as live
    from screens.urls import urlpatterns as screens
    from tournaments.models import Player

    first = Player.objects.values_list("pk", flat=True).first()
    for app, patterns in (("desk", desk), ("live", live), ("screens", screens)):
        for pattern in patterns:
            name = f"{app}:{pattern.name}"
            own = {"edition": "none", "rules": "lab12"}.get(
                str(pattern.name).partition("_")[0], code
            )
            values = {"code": own, "pk": first, "kind": "none", "key": "none", "role": "progress"}
            converters = pattern.pattern.converters
            kwargs = {key: values.get(key, 1) for key in converters}
            if name not in LEFT_OUT:
                with contextlib.suppress(NoReverseMatch):
                    role = f":{kwargs['role']}" if "role" in kwargs else ""
                    yield name + role, reverse(name, kwargs=kwargs)


def cost(client: Any, address: str) -> Cost | None:
    """Cost of a page; None if the address is not an HTML page."""
    from django.core.cache import caches

    from benchmarks.growth import cost_of

    def ask() -> Any:
        caches["pages"].clear()
        return client.get(address)

    answer = ask()
    if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
        return None
    calls, queries = cost_of(ask, remembered=True)
    return calls, queries, round(len(answer.content) / 1000, 1)


def measured(tables: Sequence[int], database: str) -> Costs:
    """Costs of all pages, measured in a data folder of their own."""
    from benchmarks.site import own_site
    from king_tournament.installation.translations import compile_catalogues

    compile_catalogues(Path("locale"))
    costs: Costs = {}
    with own_site(database):
        from django.contrib.auth.models import User
        from django.test import Client

        headers = {"accept-language": "it", "host": "localhost"}
        anybody, desk = Client(headers=headers), Client(headers=headers)
        desk.force_login(User.objects.get_or_create(username="desk-pages", is_superuser=True)[0])
        for size in tables:
            codes = prepare(size)
            gc.collect()
            for stage, code in codes.items():
                for name, address in addresses(code):
                    client = desk if address.startswith("/desk/") else anybody
                    found = cost(client, address)
                    if found is not None:
                        costs[f"{name} {stage} {size}"] = found
    return costs


def of_build(tree: Path, tables: Sequence[int], database: str) -> Costs:
    """Costs of the pages of the build in that folder, measured by this file with that build's
    modules.
    """
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    # Not by the folder of this file, where modules have the names of apps.
    command = [sys.executable, "-P", str(Path(__file__).resolve()), "--measure", database]
    process = subprocess.run(
        [*command, *map(str, tables)],
        cwd=tree,
        env=environment,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    costs: Costs = json.loads(process.stdout.splitlines()[-1])
    return costs


def limit_of(page: str) -> int | None:
    """Calls that the page may take, or None if ``LIMITS`` does not name it."""
    name, _stage, size = page.split()
    return 1000 * LIMITS[name][SIZES.index(int(size))] if name in LIMITS else None


def report(now: Costs, before: Costs, *, every: bool) -> int:
    """Print a line for each page. Returns how many call more functions than their limit, or have
    none.
    """
    over = 0
    print(f"{'page':<42}{'before':>10}{'calls':>10}{'limit':>10}{'queries':>12}{'kB':>8}")
    for page, (calls, queries, kilobytes) in now.items():
        limit = limit_of(page)
        is_over = limit is None or calls > limit
        over += is_over
        was = before.get(page)
        if not (every or is_over or was):
            continue
        line = f"{page:<42}{was[0] if was else '':>10}{calls:>10}{limit or 'none':>10}"
        queries_in_words = f"{was[1]} to {queries}" if was else queries
        print(f"{line}{queries_in_words:>12}{kilobytes:>8}", "over" * is_over)
    print(f"{over} pages call too much." if over else "No page calls more than its limit.")
    return over


def limits_of(costs: Costs) -> Iterator[str]:
    """Yield the lines of ``LIMITS`` for these costs."""
    most: dict[str, dict[str, int]] = {}
    for page, (calls, _queries, _kilobytes) in costs.items():
        name, _stage, size = page.split()
        sizes = most.setdefault(name, {})
        sizes[size] = max(sizes.get(size, 0), calls)
    for name, sizes in most.items():
        limits = (str(math.ceil(MARGIN * calls / 1000)) for calls in sizes.values())
        yield f'    "{name}": ({", ".join(limits)}),'


def main() -> int:
    """Measure all pages and report. Returns 1 if a page calls more functions than its limit."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.desk_pages", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=SIZES, choices=SIZES)
    parser.add_argument("--against", default="", help="a commit of this repository")
    parser.add_argument("--all", action="store_true", help="every page, not only those over")
    parser.add_argument("--limits", action="store_true", help="print the limits of these figures")
    parser.add_argument(
        "--database", default="", help="a PostgreSQL server, postgres://user@host/postgres"
    )
    options = parser.parse_args()
    tables = sorted(options.tables)
    now, before = of_build(HERE, tables, options.database), Costs()
    if options.against:
        from benchmarks.library import built

        with built(options.against) as tree:
            before = of_build(tree, tables, options.database)
    if options.limits:
        print("\n".join(limits_of(now)))
    return 1 if report(now, before, every=options.all) else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:  # the question of ``of_build``
        print(json.dumps(measured([int(word) for word in sys.argv[3:]], sys.argv[2])))
    else:
        sys.exit(main())
