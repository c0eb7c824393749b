"""A simultaneous event of 200 halls with 20 tables each, two partite: its reports checked and ranked.

``python -m benchmarks.simultaneous``; ``--halls``, ``--tables``, ``--rounds``. For each method a
process of its own reads every report, as ``king merge`` does. 1 where one needs more than
``MOST_SECONDS`` of processor or ``MOST_MB`` of memory.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

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
        for number in event.document.rounds
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
    event, _key = plan.draw(bytes(32))
    reports = [a_report(event, hall.number, tables) for hall in event.halls]
    told = zip(event.halls, reports, strict=True)
    event = replace(event, halls=tuple(replace(hall, code=report.code) for hall, report in told))
    (folder / "event.json").write_text(json.dumps(event.as_json()), encoding="utf-8")
    for report in reports:
        path = folder / f"report-{report.hall}.king"
        path.write_text(json.dumps(report.as_json()), encoding="utf-8")
    return sum(path.stat().st_size for path in folder.glob("report-*"))


def merged(folder: Path) -> tuple[float, float, int]:
    """Seconds of processor and megabytes at the most of ``king merge``, and how many it ranked."""
    script = (
        "import resource, sys\n"
        "from king.__main__ import main\n"
        "status = main(sys.argv[1:])\n"
        "used = resource.getrusage(resource.RUSAGE_SELF)\n"
        "print(status, used.ru_utime + used.ru_stime, used.ru_maxrss, file=sys.stderr)\n"
    )
    files = sorted(map(str, folder.glob("report-*")))
    command = [sys.executable, "-c", script, "merge", str(folder / "event.json"), *files]
    done = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8")
    status, seconds, kilobytes = done.stderr.split()
    answer = json.loads(done.stdout)
    assert (status, answer.get("doubts")) == ("0", None)
    return float(seconds), int(kilobytes) / 1024, len(answer["overall"])


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, usual in ("halls", 200), ("tables", 20), ("rounds", 2):
        parser.add_argument(f"--{name}", type=int, default=usual)
    asked = parser.parse_args()
    print("| method | players | MB of reports | seconds of processor | MB |")
    print("|---|---:|---:|---:|---:|")
    enough = True
    for method in METHODS_OF_EVENTS:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            size = write_event(folder, method, asked.halls, asked.tables, asked.rounds)
            seconds, megabytes, players = merged(folder)
        enough = enough and seconds <= MOST_SECONDS and megabytes <= MOST_MB
        figures = f"{players:,} | {size / 1e6:.1f} | {seconds:.1f} | {megabytes:.0f}"
        print(f"| {method} | {figures} |", flush=True)
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
