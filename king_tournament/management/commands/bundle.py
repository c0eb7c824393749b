"""Command ``manage.py bundle``: make one archive from which a laptop without internet can start."""

import re
import subprocess
import sys
import tempfile
import zipfile
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from packaging.requirements import Requirement

from frame.command import HouseCommand
from king import __version__

SYSTEMS = {
    "Windows": (
        ("win_amd64",),
        {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
    ),
    "macOS (Apple)": (
        ("macosx_14_0_arm64",),
        {"sys_platform": "darwin", "platform_system": "Darwin"},
    ),
    "macOS (Intel)": (
        ("macosx_13_0_x86_64",),
        {"sys_platform": "darwin", "platform_system": "Darwin"},
    ),
    "Linux": (
        ("manylinux2014_x86_64", "manylinux_2_17_x86_64", "manylinux_2_28_x86_64"),
        {"sys_platform": "linux", "platform_system": "Linux"},
    ),
}
"""The platforms of each, as wheels are named, and what the lock's conditions ask."""
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
LEFT_OUT = ("tests/", "benchmarks/", ".ci/", "requirements-dev")


class Command(HouseCommand):
    help = "One archive with the program and its libraries for Windows, macOS and Linux."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--system", choices=SYSTEMS, action="append")
        parser.add_argument("--python", choices=PYTHONS, action="append")

    def handle(
        self, *args: Any, system: list[str] | None, python: list[str] | None, **options: Any
    ) -> None:
        build = settings.BASE_DIR / "build"
        build.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=build) as place:
            for name in system or SYSTEMS:
                for version in python or PYTHONS:
                    _fetch(Path(place), name, version)
                    self.say(
                        _("%(system)s, Python %(version)s: every library is there."),
                        system=name,
                        version=version,
                    )
            archive = _pack(build / f"king-{__version__}.zip", sorted(Path(place).glob("*.whl")))
        self.say(_("Unpack it on any of them and run start.py: %(archive)s"), archive=archive)


def requirements(system: str, python: str) -> Iterator[str]:
    """Requirements with hashes. pip evaluates their conditions for this machine, whatever platform
    it fetches for.
    """
    full = {**SYSTEMS[system][1], "python_version": python, "python_full_version": f"{python}.0"}
    lock = (settings.BASE_DIR / "requirements.lock").read_text(encoding="utf-8")
    for block in re.findall(r"^[a-z].*(?:\n    --hash.*)*", lock, re.M):
        head, _slash, hashes = block.partition("\\\n")
        requirement = Requirement(head)
        if requirement.marker is None or requirement.marker.evaluate(full):
            yield f"{requirement.name}{requirement.specifier} \\\n{hashes}"


def _fetch(place: Path, system: str, python: str) -> None:
    wanted = place / "wanted.txt"
    wanted.write_text("\n".join(requirements(system, python)), encoding="utf-8")
    platforms = (word for platform in SYSTEMS[system][0] for word in ("--platform", platform))
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--only-binary=:all:",
        "--require-hashes",
        "--python-version",
        python,
        *platforms,
        "--dest",
        str(place),
        "--requirement",
        str(wanted),
    ]
    done = subprocess.run(command, check=False, capture_output=True, text=True, encoding="utf-8")
    if done.returncode:
        missing = re.findall(r"No matching distribution found for (\S+)", done.stderr)
        reason = ", ".join(missing) or done.stderr.strip().rpartition("\n")[2]
        sentence = _(
            "A library is not available for %(system)s with Python %(version)s: %(reason)s. No archive is made."
        )
        raise CommandError(sentence % {"system": system, "version": python, "reason": reason})


def _pack(archive: Path, wheels: list[Path]) -> Path:
    listed = subprocess.run(
        ["git", "ls-files"],
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=settings.BASE_DIR,
    )
    top = archive.stem
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in listed.stdout.splitlines():
            if not name.startswith(LEFT_OUT):
                packed.write(settings.BASE_DIR / name, f"{top}/{name}")
        for wheel in wheels:
            packed.write(wheel, f"{top}/wheels/{wheel.name}", zipfile.ZIP_STORED)
    return archive
