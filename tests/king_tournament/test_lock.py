"""Libraries that `make run` and `make test` install: each is pinned to one version, with hashes of
its files.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name as canonical

from tests.rooms import ROOMS
from tests.sources import SOURCES, imports

ROOT = Path(__file__).parents[2]


def wanted(name: str) -> list[Requirement]:
    lines = (ROOT / name).read_text().splitlines()
    return [Requirement(line) for line in lines if line and not line.startswith(("#", "-r"))]


def locked(name: str) -> dict[str, tuple[Requirement, str]]:
    """Requirement and line with hashes of each pin, by name."""
    text = (ROOT / name).read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    pins = [(Requirement(line.split("--hash")[0].strip()), line) for line in lines]
    return {pin.name.lower().replace("_", "-"): (pin, line) for pin, line in pins}


@pytest.mark.parametrize(
    ("files", "lock"),
    [
        (["requirements.txt"], "requirements.lock"),
        (["requirements.txt", "requirements-dev.txt"], "requirements-dev.lock"),
    ],
)
def test_the_lock_has_every_library_that_is_asked_for_in_a_version_that_fits(
    files: list[str], lock: str
) -> None:
    pins = locked(lock)
    for file in files:
        for requirement in wanted(file):
            [version] = pins[requirement.name.lower().replace("_", "-")][0].specifier
            assert version.operator == "=="
            assert requirement.specifier.contains(version.version), (
                f"make lock: {requirement} in {lock}"
            )


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_every_locked_file_is_known_by_its_hash(lock: str) -> None:
    for _pin, line in locked(lock).values():
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", line)


def test_a_library_asked_for_with_an_extra_is_locked_with_it() -> None:
    """pip 23 treats ``coverage[toml]`` as different from ``coverage==7.17.3``, takes the newest
    version and refuses it because it is not pinned.
    """
    pins, missing = locked("requirements-dev.lock"), []
    for name, (pin, _line) in pins.items():
        try:
            wishes = [Requirement(text) for text in requires(name) or ()]
        except PackageNotFoundError:  # a library for another system
            continue
        for wish in wishes:
            wanted_here = wish.marker is None or any(
                wish.marker.evaluate({"extra": it}) for it in pin.extras or {""}
            )
            if wanted_here and not wish.extras <= pins[canonical(wish.name)][0].extras:
                missing.append(f"{name} asks for {wish}")
    assert missing == []


def test_the_tests_run_on_what_the_site_runs_on() -> None:
    site, tests = locked("requirements.lock"), locked("requirements-dev.lock")
    assert {name: str(pin.specifier) for name, (pin, _line) in site.items()}.items() <= {
        name: str(pin.specifier) for name, (pin, _line) in tests.items()
    }.items()


def test_what_the_product_imports_is_asked_for_by_name() -> None:
    """A library that only the tests require would be missing in a new installation."""
    known = packages_distributions()
    requirements = {canonical(requirement.name) for requirement in wanted("requirements.txt")}
    foreign = {
        imported.partition(".")[0]
        for name in SOURCES
        for _line, imported in imports(name)
        if imported.partition(".")[0] not in {*sys.stdlib_module_names, *ROOMS, "msvcrt"}
    }
    packages = {module: known.get(module, []) for module in foreign}
    assert {
        module: names
        for module, names in packages.items()
        if requirements.isdisjoint(map(canonical, names))
    } == {}
