"""Command ``manage.py bundle``: make one archive from which a laptop without internet can start;
with ``--windows``, one for Windows that brings its own Python.
"""

import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext as _, gettext_lazy
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
    "Linux (ARM)": (
        ("manylinux2014_aarch64", "manylinux_2_17_aarch64", "manylinux_2_28_aarch64"),
        {"sys_platform": "linux", "platform_system": "Linux", "platform_machine": "aarch64"},
    ),
}
"""The platforms of each, as wheels are named, and what the lock's conditions ask."""
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
LEFT_OUT = ("tests/", "benchmarks/", ".ci/", "requirements-dev")

WINDOWS_START = "King.cmd"
_START = '@"%~dp0python\\python.exe" -X utf8 "%~dp0start.py" %*\r\n'
"""Starts the program with the Python beside it, wherever the folder is."""


class Command(HouseCommand):
    help = "One archive with the program and its libraries for Windows, macOS and Linux."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--system", choices=SYSTEMS, action="append")
        parser.add_argument("--python", choices=PYTHONS, action="append")
        parser.add_argument(
            "--windows",
            type=Path,
            metavar="FILE",
            help="Python for Windows as an archive (the embeddable package of python.org, or an "
            "install_only archive of python-build-standalone): the laptop then needs none.",
        )

    def handle(
        self,
        *args: Any,
        system: list[str] | None,
        python: list[str] | None,
        windows: Path | None = None,
        **options: Any,
    ) -> None:
        build = settings.BASE_DIR / "build"
        if not (settings.BASE_DIR / "requirements.lock").is_file():
            raise CommandError(NO_CHECKOUT % {"folder": settings.BASE_DIR})
        build.mkdir(exist_ok=True)
        if windows is not None:
            archive = _with_python(windows, build)
            self.say(
                _("Unpack it on a laptop with Windows and start %(start)s: %(archive)s"),
                start=WINDOWS_START,
                archive=archive,
            )
            return
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
    """Yield requirements with hashes. pip evaluates their conditions for this machine, whatever
    platform it fetches for.
    """
    full = {**SYSTEMS[system][1], "python_version": python, "python_full_version": f"{python}.0"}
    lock = (settings.BASE_DIR / "requirements.lock").read_text(encoding="utf-8")
    for block in re.findall(r"^[a-z].*(?:\n    --hash.*)*", lock, re.M):
        head, _slash, hashes = block.partition("\\\n")
        requirement = Requirement(head)
        if requirement.marker is None or requirement.marker.evaluate(full):
            yield f"{requirement.name}{requirement.specifier} \\\n{hashes}"


def _fetch(place: Path, system: str, python: str, unpacked: Path | None = None) -> None:
    """Fetch the wheels into ``place``, or install what is in them into the folder ``unpacked``."""
    wanted = place / "wanted.txt"
    wanted.write_text("\n".join(requirements(system, python)), encoding="utf-8")
    platforms = (word for platform in SYSTEMS[system][0] for word in ("--platform", platform))
    target = ["download", "--dest", str(place)]
    if unpacked is not None:
        target = ["install", "--no-compile", "--target", str(unpacked)]
    command = [
        sys.executable,
        "-m",
        "pip",
        *target,
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--only-binary=:all:",
        "--require-hashes",
        "--python-version",
        python,
        *platforms,
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


NO_CHECKOUT = gettext_lazy(
    "An archive is made from a checkout with git, and %(folder)s is not one. No archive is made."
)


def _program() -> Iterator[str]:
    """Paths of the files that the program needs, from the checkout. Raises ``CommandError`` outside
    a checkout.
    """
    try:
        listed = subprocess.run(
            ["git", "ls-files"],
            check=True,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=settings.BASE_DIR,
        )
    except (OSError, subprocess.CalledProcessError):
        raise CommandError(NO_CHECKOUT % {"folder": settings.BASE_DIR}) from None
    return (name for name in listed.stdout.splitlines() if not name.startswith(LEFT_OUT))


def _pack(archive: Path, wheels: list[Path]) -> Path:
    top, program = archive.stem, list(_program())
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in program:
            packed.write(settings.BASE_DIR / name, f"{top}/{name}")
        for wheel in wheels:
            packed.write(wheel, f"{top}/wheels/{wheel.name}", zipfile.ZIP_STORED)
    return archive


def _with_python(python_archive: Path, build: Path) -> Path:
    """Make the archive for Windows from an archive of Python: the program, ``python`` and
    ``libraries`` side by side.
    """
    archive = build / f"king-{__version__}-windows.zip"
    program = list(_program())
    with tempfile.TemporaryDirectory(dir=build) as place:
        folder = Path(place) / archive.stem
        version = _unpack_python(python_archive, folder / "python")
        _fetch(Path(place), "Windows", version, folder / "libraries")
        shutil.rmtree(folder / "libraries" / "bin", ignore_errors=True)
        for name in program:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(settings.BASE_DIR / name, folder / name)
        (folder / WINDOWS_START).write_bytes(_START.encode())
        shutil.make_archive(str(archive.with_suffix("")), "zip", place, archive.stem)
    return archive


def _unpack_python(python_archive: Path, folder: Path) -> str:
    """Unpack Python for Windows and tell it the place of the libraries. Returns its version, like
    "3.13". Raises ``CommandError``.
    """
    with tempfile.TemporaryDirectory(dir=folder.parent.parent) as place:
        try:
            if tarfile.is_tarfile(python_archive):
                with tarfile.open(python_archive) as packed:
                    packed.extractall(place, filter="data")
            else:
                with zipfile.ZipFile(python_archive) as zipped:
                    zipped.extractall(place)
        except (OSError, zipfile.BadZipFile, tarfile.TarError) as error:
            sentence = _("%(file)s cannot be read as an archive of Python for Windows: %(reason)s.")
            raise CommandError(sentence % {"file": python_archive, "reason": error}) from None
        program = next(Path(place).rglob("python.exe"), None)
        libraries = [] if program is None else [*program.parent.glob("python3?*.dll")]
        if program is None or len(libraries) != 1:
            sentence = _(
                "There is no Python for Windows in %(file)s: take the embeddable package (64 bit) "
                "from python.org."
            )
            raise CommandError(sentence % {"file": python_archive})
        name = libraries[0].stem
        version = f"3.{name.removeprefix('python3')}"
        if version not in PYTHONS:
            sentence = _("%(file)s is Python %(version)s; the program needs one of %(versions)s.")
            raise CommandError(
                sentence
                % {"file": python_archive, "version": version, "versions": ", ".join(PYTHONS)}
            )
        shutil.move(program.parent, folder)
    # Python for Windows looks for modules where this file says, and nowhere else.
    places = [f"{name}.zip", ".", "Lib", "DLLs", r"..\libraries", ".."]
    (folder / f"{name}._pth").write_text("\n".join(places) + "\n", encoding="ascii")
    return version
