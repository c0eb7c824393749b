"""Measure what the library costs: sheets scored, and the standings of 16,000 players.

``python -m benchmarks.library --against COMMIT [--rounds N]``: this tree and the build before, in
turns, each time in a new process. Without ``--against`` this tree alone. Figures are seconds of
processor, the median of the rounds; a line per measured work says by how much they differ. Each
build is compiled before, as where it is installed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
PLAYERS, SHEETS, ROUNDS = 16_000, 300, 5

LOADED = """
import time
begun = time.process_time()
import king
king.Sheet
print(time.process_time() - begun)
"""

TIMED = """
import json, sys, time
import king
king.Sheet
sheets = json.load(open(sys.argv[1]))
loaded = time.process_time()
for rows in sheets:
    sheet = king.Sheet("lab12")
    for number, trump, units in rows:
        sheet = sheet.row(number, trump, **units) if trump else sheet.row(number, **units)
    written = sheet.scored
    assert not written.problems and len(written.totals) == 4, written.problems
print(time.process_time() - loaded)
"""
"""The same words for both builds: only names that ``import king`` has always had."""

COUNTS = (
    (1, "", (3, 1, 4, 0)),
    (2, "", (1, 2, 0, 1)),
    (3, "", (0, 0, 1, 0)),
    (4, "", (0, 1, 0, 0)),
    (5, "", (5, 2, 6, 0)),
    (6, "", (3, 4, 2, 4)),
    (7, "", (1, 0, 1, 0)),
    (8, "S", (2, 6, 3, 2)),
    (9, "H", (4, 4, 4, 1)),
    (10, "D", (1, 2, 3, 7)),
    (11, "C", (5, 0, 4, 4)),
    (12, "", (2, 3, 3, 5)),
)
"""One sheet of lab12 that adds up; each measured one gives these counts to other winds."""


def sheets(numbers: random.Random) -> list[list[tuple[int, str, dict[str, int]]]]:
    """Rows of many sheets, each with hand, trump and units by wind."""
    return [
        [
            (hand, trump, dict(zip("NESW", numbers.sample(units, 4), strict=True)))
            for hand, trump, units in COUNTS
        ]
        for _ in range(SHEETS)
    ]


def results(numbers: random.Random) -> dict[str, object]:
    """Results of two partite of ``PLAYERS`` players, in the form that ``king standings`` reads."""
    rounds = []
    for number in (1, 2):
        order = [f"P{place}" for place in range(PLAYERS)]
        numbers.shuffle(order)
        rounds.append(
            {
                "round": number,
                "tables": PLAYERS // 4,
                "results": [
                    {
                        "entry": entry,
                        "table": place // 4 + 1,
                        "wind": "NESW"[place % 4],
                        "total": str(numbers.randint(-40, 40)),
                    }
                    for place, entry in enumerate(order)
                ],
            }
        )
    return {"settings": {"method": "places"}, "rounds": rounds}


@contextmanager
def built(commit: str) -> Iterator[Path]:
    """Context manager with the tree of another commit."""
    with tempfile.TemporaryDirectory(prefix="king-against-") as folder:
        tree = Path(folder) / "tree"
        git = ["git", "-C", str(HERE), "worktree"]
        subprocess.run([*git, "add", "-q", "--detach", str(tree), commit], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


def loaded(tree: Path, bytecode: Path, _file: Path) -> float:
    """Seconds of processor until a sheet can be written."""
    return float(_of(tree, bytecode, ["-c", LOADED]))


def scored(tree: Path, bytecode: Path, file: Path) -> float:
    """Seconds of processor in which that build scores the sheets."""
    return float(_of(tree, bytecode, ["-c", TIMED, str(file)]))


def ranked(tree: Path, bytecode: Path, file: Path) -> float:
    """Seconds of processor of ``king standings``, its start included."""
    words = (
        "import resource, subprocess, sys; "
        f"subprocess.run([sys.executable, '-m', 'king', 'standings', {str(file)!r}], "
        "check=True, stdout=subprocess.DEVNULL); "
        "used = resource.getrusage(resource.RUSAGE_CHILDREN); print(used.ru_utime + used.ru_stime)"
    )
    return float(_of(tree, bytecode, ["-c", words]))


def _of(tree: Path, bytecode: Path, arguments: list[str]) -> str:
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(bytecode)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=tree,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()[-1]


def measure(trees: dict[str, Path], rounds: int) -> dict[str, dict[str, float]]:
    """Median seconds of each piece of work, by build."""
    numbers = random.Random(20_261_130)
    works = {
        "loaded": loaded,
        f"{SHEETS} sheets scored": scored,
        f"standings of {PLAYERS:,}": ranked,
    }
    with tempfile.TemporaryDirectory(prefix="king-library-") as folder:
        inputs = [Path(folder)]
        for name, value in (("sheets", sheets(numbers)), ("results", results(numbers))):
            inputs.append(Path(folder) / f"{name}.json")
            inputs[-1].write_text(json.dumps(value), encoding="utf-8")
        figures: dict[str, dict[str, float]] = {}
        for (work, run), file in zip(works.items(), inputs, strict=True):
            times_of: dict[str, list[float]] = {name: [] for name in trees}
            for turn in range(rounds + 1):
                for name in sorted(trees, reverse=bool(turn % 2)):
                    times_of[name].append(run(trees[name], Path(folder) / "bytecode", file))
            figures[work] = {
                name: statistics.median(times[1:])  # The first compiled.
                for name, times in times_of.items()
            }
    return figures


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", default="", help="a commit of this repository")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    if options.against:
        with built(options.against) as before:
            figures = measure({"before": before, "now": HERE}, options.rounds)
    else:
        figures = measure({"now": HERE}, options.rounds)
    for work, times in figures.items():
        line = f"{work:26}" + "".join(f"{name:>9} {time:7.3f} s" for name, time in times.items())
        if "before" in times:
            line += f"{times['now'] / times['before'] - 1:+9.1%}"
        print(line)


if __name__ == "__main__":
    main()
