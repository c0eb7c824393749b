"""A simultaneous event of 200 halls with 20 tables each, two partite: its reports checked and ranked.

``python -m benchmarks.simultaneous``; ``--halls``, ``--tables``, ``--rounds``. For each method a
process of its own reads every report, as ``king merge`` does; and another posts the standing of the
same reports from the site's rows, every line of it stored. 1 where one needs more than
``MOST_SECONDS`` of processor or ``MOST_MB`` of memory.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from king.reading import read_json
from king.rulesets import find_ruleset
from king.simultaneous.documents import METHODS_OF_EVENTS, Event, Plan, Report

MOST_SECONDS, MOST_MB = 10, 400
LAB12 = find_ruleset("lab12")


def sheet(table: int, chance: random.Random) -> dict[str, Any]:
    """Whole and right, the units at random."""
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
    """Every tenth hall had a board fouled at one table, so that the field's mean is asked for."""
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
    """An event whose every hall reported in time; the answer is the size of the reports."""
    plan = Plan(
        event="Measured",
        date="2026-11-27",
        ruleset=LAB12,
        halls=tuple(f"Hall {number}" for number in range(1, halls + 1)),
        rounds=rounds,
        standing={"method": method},
    )
    event, _keys = plan.draw(bytes(32))
    reports = [a_report(event, hall.number, tables) for hall in event.halls]
    told = zip(event.halls, reports, strict=True)
    event = replace(event, halls=tuple(replace(hall, code=report.code) for hall, report in told))
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
    """What a process of its own prints, its seconds of processor, its megabytes at the most."""
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
    """``king merge``: how many it ranked, seconds and megabytes."""
    script = "from king.__main__ import main\nassert main(sys.argv[1:]) == 0\n"
    files = sorted(map(str, folder.glob("report-*")))
    told, seconds, megabytes = measured(script, "merge", str(folder / "event.json"), *files)
    answer = json.loads(told)
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
POST = """
import time
from simultaneous.models import Event
from simultaneous.ranking import post
began = time.process_time()
posting = post(event=Event.objects.get())
print(posting.lines.filter(wind="").count(), time.process_time() - began)
"""


def take_in(folder: Path) -> None:
    """The event of these files as rows."""
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
    )
    for hall in drawn.halls:
        row = models.Hall.objects.create(
            event=event,
            number=hall.number,
            name=hall.name,
            secret=hall.secret or "",
            code=hall.code or "",
            code_at=now,
        )
        report = Report.read(read_json(str(folder / f"report-{hall.number}.king")))
        digest = report.salted(row.secret).digest
        content = json.dumps(report.as_json(), ensure_ascii=False)
        row.reports.create(source="", content=content, digest=digest)


def posted(folder: Path) -> tuple[int, float, float]:
    """The site, in a worker that stands ready: how many it ranked, seconds and megabytes."""
    settings = {
        "KING_DATA_DIR": str(folder / "site"),
        "DJANGO_SETTINGS_MODULE": "king_tournament.settings",
    }
    measured(f"{SITE}{TAKE_IN}", str(folder), **settings)
    told, _seconds, megabytes = measured(f"{SITE}{POST}", **settings)
    players, seconds = told.split()
    return int(players), float(seconds), megabytes


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, usual in ("halls", 200), ("tables", 20), ("rounds", 2):
        parser.add_argument(f"--{name}", type=int, default=usual)
    asked = parser.parse_args()
    print("| method | by | players | MB of reports | seconds of processor | MB |")
    print("|---|---|---:|---:|---:|---:|")
    enough = True
    for method in METHODS_OF_EVENTS:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            size = write_event(folder, method, asked.halls, asked.tables, asked.rounds)
            for by, rank in ("king merge", merged), ("the site", posted):
                players, seconds, megabytes = rank(folder)
                enough = enough and seconds <= MOST_SECONDS and megabytes <= MOST_MB
                figures = f"{players:,} | {size / 1e6:.1f} | {seconds:.1f} | {megabytes:.0f}"
                print(f"| {method} | {by} | {figures} |", flush=True)
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
