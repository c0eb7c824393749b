"""A simultaneous event of 200 halls with 20 tables each, two partite: its reports checked and ranked.

``python -m benchmarks.simultaneous``; ``--halls``, ``--tables``, ``--rounds``. For each method a
process of its own reads every report, as ``king merge`` does; and another publishes the standings of the
same reports from the site's rows, every line of it stored. 1 where one needs more than
``MOST_SECONDS`` of processor or ``MOST_MB`` of memory.

``--pages`` measures instead what the centre and everybody ask for while the event runs and after its
close, in seconds of processor the first time and the next: of 300 halls with 5 tables, unless it is
said otherwise.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from king.reading import read_json
from king.rulesets import find_ruleset
from king.simultaneous.documents import METHODS_OF_EVENTS, Event, Plan, Report

MOST_SECONDS, MOST_MB = 10, 400
LAB12 = find_ruleset("lab12")


def sheet(table: int, chance: random.Random) -> dict[str, Any]:
    """Sheet of a table, complete and valid, with units at random."""
    rows: list[dict[str, Any]] = []
    for plan in LAB12.schedule():
        assert plan.contract is not None
        units = dict.fromkeys("NESW", 0)
        for _ in range(plan.contract.units or 0):
            units[chance.choice("NESW")] += 1
        trump = {"trump": chance.choice("SHDC")} if plan.contract.trump else {}
        rows.append({"hand": plan.number, "units": units} | trump)
    seats = {wind: f"Player {table} {wind}" for wind in "NESW"}
    return {"table": table, "seats": seats, "rows": rows}


def a_report(event: Event, hall: int, tables: int) -> Report:
    """Report of a hall. In every tenth hall a board was fouled at one table, so that the mean of
    the field is needed.
    """
    chance = random.Random(hall)
    rounds = [
        {"round": number, "sheets": [sheet(table, chance) for table in range(1, tables + 1)]}
        for number in event.rounds
    ]
    fouled = {"round": 1, "table": 1, "kind": "fouled", "hand": 3, "average": True}
    night = {"ruleset": "lab12", "rounds": rounds, "rulings": [] if hall % 10 else [fouled]}
    unsealed = Report(event="", hall=hall, commitment="", written="2026-11-27T23:40", night=night)
    return event.invitation(hall).report(unsealed)


def write_event(folder: Path, method: str, halls: int, tables: int, rounds: int) -> int:
    """Write an event to which every hall has reported in time. Returns the size of the reports."""
    plan = Plan(
        event="Measured",
        date="2026-11-27",
        ruleset=LAB12,
        halls=tuple(f"Hall {number}" for number in range(1, halls + 1)),
        rounds=rounds,
        standing={"method": method},
    )
    event, keys = plan.draw(bytes(32))
    reports = [a_report(event, hall.number, tables) for hall in event.halls]
    pairs = zip(event.halls, reports, strict=True)
    event = replace(event, halls=tuple(replace(hall, code=report.code) for hall, report in pairs))
    (folder / "keys.json").write_text(json.dumps(keys), encoding="utf-8")
    (folder / "event.json").write_text(json.dumps(event.as_json()), encoding="utf-8")
    for report in reports:
        path = folder / f"report-{report.hall}.king"
        path.write_text(json.dumps(report.as_json()), encoding="utf-8")
    return sum(path.stat().st_size for path in folder.glob("report-*"))


USED = (
    "used = resource.getrusage(resource.RUSAGE_SELF)\n"
    "print(used.ru_utime + used.ru_stime, used.ru_maxrss, file=sys.stderr)\n"
)


def measured(script: str, *arguments: str, **environment: str) -> tuple[str, float, float]:
    """Run a script in a process of its own. Returns its output, processor seconds and peak memory
    in megabytes.
    """
    command = [sys.executable, "-c", f"import resource, sys\n{script}{USED}", *arguments]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
        env={**os.environ, **environment},
    )
    seconds, kilobytes = done.stderr.split()
    return done.stdout, float(seconds), int(kilobytes) / 1024


def merged(folder: Path) -> tuple[int, float, float]:
    """Run ``king merge``. Returns the number ranked, seconds and megabytes."""
    script = "from king.__main__ import main\nassert main(sys.argv[1:]) == 0\n"
    files = sorted(map(str, folder.glob("report-*")))
    output, seconds, megabytes = measured(script, "merge", str(folder / "event.json"), *files)
    answer = json.loads(output)
    assert answer.get("doubts") is None
    return len(answer["overall"]), seconds, megabytes


SITE = "import django\ndjango.setup()\n"
TAKE_IN = """
from pathlib import Path
from django.core.management import call_command
from benchmarks.simultaneous import take_in
call_command("migrate", verbosity=0)
take_in(Path(sys.argv[1]))
"""
PUBLISH = """
import time
from simultaneous.models import Event
from simultaneous.ranking import publish_event
began = time.process_time()
publication = publish_event(event=Event.objects.get())
print(publication.lines.filter(wind="").count(), time.process_time() - began)
"""


def take_in(folder: Path) -> None:
    """Store the event of these files as rows."""
    from django.utils import timezone

    from simultaneous import models
    from simultaneous.event_file import terms_form

    drawn = Event.read(read_json(str(folder / "event.json")))
    now = timezone.now()
    event = models.Event.objects.create(
        name=drawn.event,
        date=drawn.date,
        plan={},
        terms=terms_form(drawn),
        commitment=drawn.commitment,
        drawn_at=now,
        released_at=now,
        revision=1,
    )
    keys = json.loads((folder / "keys.json").read_text(encoding="utf-8"))
    for number, key in zip(drawn.rounds, keys, strict=True):
        event.keys.create(round=number, letters=key, told_at=now)
    for hall in drawn.halls:
        row = models.Hall.objects.create(
            event=event,
            number=hall.number,
            name=hall.name,
            secret=hall.secret or "",
            code=hall.code or "",
            code_at=now,
            contact="Anna Rossi",
            phone="010 123 456",
            email=f"hall-{hall.number}@example.org",
            tables=5,
            opened_at=now,
        )
        report = Report.read(read_json(str(folder / f"report-{hall.number}.king")))
        digest = report.salted(row.secret).digest
        content = json.dumps(report.as_json(), ensure_ascii=False)
        row.reports.create(source="", content=content, digest=digest)


def published(folder: Path) -> tuple[int, float, float]:
    """Let the site publish the standings, in a worker that is already running. Returns the number
    ranked, seconds and megabytes.
    """
    settings = {
        "KING_DATA_DIR": str(folder / "site"),
        "DJANGO_SETTINGS_MODULE": "king_tournament.settings",
    }
    measured(f"{SITE}{TAKE_IN}", str(folder), **settings)
    output, _seconds, megabytes = measured(f"{SITE}{PUBLISH}", **settings)
    players, seconds = output.split()
    return int(players), float(seconds), megabytes


PAGES = """
from benchmarks.simultaneous import measure_pages
measure_pages()
"""
PUBLIC = (
    "/api/simultaneous/{0}/",
    "/api/simultaneous/{0}/halls/",
    "/simultaneous/{0}/",
    "/simultaneous/{0}/standing/",
)
AT_THE_CENTRE = ("", "?show=open", "mail/", "doubtful/", "lot/", "standing/")


def measure_pages() -> None:
    """Print a line for each address, while the event runs and once it is closed."""
    from django.contrib.auth.models import User
    from django.test import Client

    from king_tournament.installation.static_files import make_static_files
    from simultaneous import centre, ranking
    from simultaneous.models import Event

    make_static_files()
    runs = Client()
    runs.force_login(User.objects.create_superuser("runs"))
    event = Event.objects.get()
    for address in "/", "/api/simultaneous/none/":  # what a process reads once is in nobody's time
        Client().get(address, headers={"host": "localhost"})
    for _state in "in play", "closed":
        ranking.rank_event(event.pk)
        for client, addresses in (Client(), PUBLIC), (runs, AT_THE_CENTRE):
            for address in addresses:
                whole = address if client is not runs else f"/desk/simultaneous/{{0}}/{address}"
                seconds, size = _measure_requests(client, whole.format(event.code))
                times = " | ".join(f"{one:.3f}" for one in seconds)
                print(
                    f"| {event.state.label} | {whole.format('CODE')} | {times} | {size / 1000:.0f} |",
                    flush=True,
                )
        event = centre.close_event(event)


def _measure_requests(client: Any, address: str) -> tuple[list[float], int]:
    """Seconds of processor of the first and the next answers, and the size of an answer."""
    seconds, size = [], 0
    for _time in range(2):
        began = time.process_time()
        answer = client.get(address, headers={"host": "localhost"})
        size = len(answer.content)
        seconds.append(time.process_time() - began)
    return seconds, size


def pages(halls: int, tables: int, rounds: int) -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_event(folder, "percent", halls, tables, rounds)
        settings = {
            "KING_DATA_DIR": str(folder / "site"),
            "DJANGO_SETTINGS_MODULE": "king_tournament.settings",
        }
        measured(f"{SITE}{TAKE_IN}", str(folder), **settings)
        print("| state | address | first, seconds | next | kB |")
        print("|---|---|---:|---:|---:|")
        output, _seconds, _megabytes = measured(f"{SITE}{PAGES}", **settings)
        print(output, end="")
    return 0


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in "halls", "tables", "rounds":
        parser.add_argument(f"--{name}", type=int)
    parser.add_argument("--pages", action="store_true", help="measure pages instead")
    arguments = parser.parse_args()
    usual = (300, 5, 2) if arguments.pages else (200, 20, 2)
    sizes = arguments.halls, arguments.tables, arguments.rounds
    halls, tables, rounds = (one or other for one, other in zip(sizes, usual, strict=True))
    if arguments.pages:
        return pages(halls, tables, rounds)
    print("| method | by | players | MB of reports | seconds of processor | MB |")
    print("|---|---|---:|---:|---:|---:|")
    enough = True
    for method in METHODS_OF_EVENTS:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            size = write_event(folder, method, halls, tables, rounds)
            for by, rank in ("king merge", merged), ("the site", published):
                players, seconds, megabytes = rank(folder)
                enough = enough and seconds <= MOST_SECONDS and megabytes <= MOST_MB
                figures = f"{players:,} | {size / 1e6:.1f} | {seconds:.1f} | {megabytes:.0f}"
                print(f"| {method} | {by} | {figures} |", flush=True)
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
