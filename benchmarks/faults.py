"""The power goes while tables write: ``python -m benchmarks.faults`` (as root on Linux; ``--help``).

A writer of ours stores rows with the site's own settings on a disk that is a file, and says of each when it is saved.
In mid-writing the writer is stopped and that file is copied: what a machine without power would find. On the copy every
row that was said to be saved must be there. ``--synchronous NORMAL`` shows what is lost without it.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

WRITER = """
import os, sys
from king_tournament import settings
options = settings.DATABASES["default"]["OPTIONS"]
options["init_command"] = options["init_command"].replace("=FULL", "=" + sys.argv[1])
import django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from tournaments.models import Player
while True:
    print(Player.objects.create(surname="saved").pk, flush=True)
"""


@contextmanager
def mounted(image: Path, at: Path) -> Iterator[Path]:
    """The file system in ``image``, for as long as it is needed."""
    at.mkdir(exist_ok=True)
    subprocess.run(["mount", "-o", "loop", str(image), str(at)], check=True)
    try:
        yield at
    finally:
        subprocess.run(["umount", str(at)], check=True)


def cut(folder: Path, synchronous: str, seconds: float) -> tuple[int, int]:
    """One cut after so many seconds of writing: the rows that were said to be saved, and those of them on the disk."""
    image, copy, said = folder / "disk.img", folder / "copy.img", folder / "said.txt"
    subprocess.run(["truncate", "-s", "96M", str(image)], check=True)
    subprocess.run(["mkfs.ext4", "-q", "-F", str(image)], check=True)
    with mounted(image, folder / "disk") as disk, said.open("w") as out:
        environment = os.environ | {"KING_DATA_DIR": str(disk / "var")}
        environment |= {"DJANGO_SETTINGS_MODULE": "king_tournament.settings"}
        environment.pop("DATABASE_URL", None)
        writer = subprocess.Popen([sys.executable, "-c", WRITER, synchronous], env=environment, stdout=out)
        try:
            while not said.stat().st_size and writer.poll() is None:
                time.sleep(0.05)
            time.sleep(seconds)
            writer.send_signal(signal.SIGSTOP)
            saved = [int(line) for line in said.read_text().splitlines(keepends=True) if line.endswith("\n")]
            shutil.copyfile(image, copy)
        finally:
            writer.kill()
            writer.wait()
    with (
        mounted(copy, folder / "after") as disk,
        closing(sqlite3.connect(disk / "var" / "king.sqlite3")) as database,
    ):
        try:
            found = {pk for (pk,) in database.execute("SELECT id FROM tournaments_player")}
        except sqlite3.OperationalError:
            found = set()  # Not even the tables had reached the disk.
    return len(saved), len(found.intersection(saved))


def main(arguments: list[str]) -> int:
    """Cut, look, report; 1 where a row that was saved is missing."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults", description=__doc__)
    parser.add_argument("--cuts", type=int, default=12)
    parser.add_argument("--synchronous", choices=("FULL", "NORMAL"), default="FULL")
    options = parser.parse_args(arguments)
    chance, results = random.Random(1), []
    for _ in range(options.cuts):
        with tempfile.TemporaryDirectory(prefix="king-faults-") as folder:
            results.append(cut(Path(folder), options.synchronous, chance.uniform(0.1, 4)))
    lost = [saved - found for saved, found in results]
    print(
        f"{options.synchronous}: {sum(saved for saved, _ in results):,} rows said to be saved, {sum(lost):,} of them "
        f"not on the disk; rows missing after {sum(map(bool, lost))} of {len(lost)} cuts, at most {max(lost):,}"
    )
    return 1 if any(lost) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
