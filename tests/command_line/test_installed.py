"""The wheel made by `pip install .`: the game and its command need nothing else; the site and its
command run without a checkout.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

import pytest

import king
from king_site.__main__ import data_folder
from tests.real_servers import PATIENCE, free_port, until
from tests.rooms import ROOMS

ROOT = Path(king.__file__).parents[1]
SITE = "king_site/site/"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Path of a wheel built from the files that git tracks."""
    source, wheels = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheels")
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in filter(None, listed.stdout.split("\0")):
        if not name.startswith(("tests/", "benchmarks/", "findings/")) and (ROOT / name).exists():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source / name)
    build = (sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation")
    run(*build, "--wheel-dir", wheels, source)
    [built] = wheels.glob("*.whl")
    return built


def environment_with(wheel: Path, folder: Path) -> Path:
    """Make a virtual environment with only this wheel installed; return its folder of programs."""
    run(sys.executable, "-m", "venv", folder)
    run(folder / "bin" / "python", "-m", "pip", "install", "--no-index", "--no-deps", wheel)
    return folder / "bin"


@pytest.mark.at_length
def test_the_game_installs_alone_with_its_command(wheel: Path, tmp_path: Path) -> None:
    packed = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in packed} == {
        "king",
        "king_site",
        f"duplicate_king-{king.__version__}.dist-info",
    }
    assert {name for name in packed if name.startswith("king/")} == {
        str(path.relative_to(ROOT)) for path in (ROOT / "king").rglob("*.py")
    } | {"king/py.typed", "king/README.md"}
    programs = environment_with(wheel, tmp_path / "environment")
    rulesets = json.loads(run(programs / "king", "rulesets"))
    assert [ruleset["code"] for ruleset in rulesets][:2] == ["lab12", "lab13"]
    refused = subprocess.run(
        [programs / "king-site", "run"], capture_output=True, text=True, check=False
    )
    assert refused.returncode == 1
    assert "pip install 'duplicate-king[site]'" in refused.stderr
    assert "Traceback" not in refused.stderr


def king_site(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the site's command on an installation folder."""
    variables = {name: value for name, value in os.environ.items() if name in {"PATH", "LANG"}}
    return subprocess.run(
        [sys.executable, "-m", "king_site", *words],
        cwd=ROOT,
        env={**variables, "KING_DATA_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
def test_the_site_says_how_it_is_started_before_anything_else(
    tmp_path: Path, words: list[str]
) -> None:
    process = king_site(tmp_path, *words)
    assert process.returncode == 0
    assert process.stdout.startswith("king-site run ")
    assert str(tmp_path) in process.stdout
    assert len(process.stdout.splitlines()) < 20


def test_the_site_says_the_version_of_the_game(tmp_path: Path) -> None:
    assert king_site(tmp_path, "--version").stdout == f"{king.__version__}\n"
    assert [*tmp_path.iterdir()] == []


def test_a_command_that_a_sentence_names_is_the_one_there_is(tmp_path: Path) -> None:
    """Messages of an installed site name ``king-site``, because the wheel has no ``start.py``."""
    code = (
        "import os, django; django.setup()\n"
        "from king_tournament.management.commands.run_night import Command\n"
        "import socket; taken = socket.socket(); taken.bind(('', 0)); taken.listen()\n"
        "try: Command()._check_port(taken.getsockname()[1])\n"
        "except Exception as refused: print(refused)"
    )
    environment = {
        **os.environ,
        "KING_DATA_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "king_tournament.settings",
    }
    environment.pop("KING_PROGRAM", None)
    for program, command in (("", "start.py --port "), ("king-site", "king-site run --port ")):
        process = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**environment, "KING_PROGRAM": program},
            capture_output=True,
            text=True,
            check=True,
        )
        assert command in process.stdout
        assert ("start.py" in process.stdout) == (not program)


def test_the_wheel_holds_all_that_the_site_reads(wheel: Path) -> None:
    packed = zipfile.ZipFile(wheel).namelist()
    files = {name.removeprefix(SITE) for name in packed if name.startswith(SITE)}
    listed = run("git", "-C", ROOT, "ls-files", "--", *ROOMS[1:], "templates", "static", "docs")
    assert {name for name in listed.splitlines() if (ROOT / name).exists()} <= files
    assert {"manage.py", "requirements.txt", "locale/it/LC_MESSAGES/django.mo"} <= files
    assert not [name for name in files if name.endswith((".po", ".pyc"))]
    needed = zipfile.ZipFile(wheel).read(f"duplicate_king-{king.__version__}.dist-info/METADATA")
    assert b'Requires-Dist: Django<6.2,>=5.2; extra == "site"' in needed


@pytest.mark.at_length
def test_the_site_of_the_wheel_plays_an_evening_without_the_checkout(
    wheel: Path, tmp_path: Path
) -> None:
    programs = environment_with(wheel, tmp_path / "environment")
    # The site's libraries come from the tests' environment, but the game and the site from the wheel.
    (libraries,) = (tmp_path / "environment").glob("lib/*/site-packages")
    (libraries / "libraries.pth").write_text(f"{Path(pytest.__file__).parents[1]}\n")
    port = free_port()
    variables = {name: value for name, value in os.environ.items() if name in {"PATH", "LANG"}}
    environment = {**variables, "HOME": str(tmp_path), "KING_NO_BROWSER": "1"}
    demo = subprocess.run(
        [programs / "king-site", "demo", "--seed", "1", "--tables", "2", "--stage", "finished"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    program = subprocess.Popen(
        [programs / "king-site", "run", "--port", str(port)],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    pages = build_opener(ProxyHandler({}))

    def is_up() -> bool:
        try:
            with pages.open(f"http://127.0.0.1:{port}/health", timeout=PATIENCE) as answer:
                return answer.status == 200
        except OSError:
            return False

    try:
        until(is_up)
        code = demo.stdout.split()[-1]
        for path in (f"/live/{code}/", f"/live/{code}/standings.pdf", "/rules/"):
            with pages.open(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE) as answer:
                assert answer.status == 200, path
    finally:
        program.send_signal(signal.SIGINT)
        assert program.wait(PATIENCE) == 0
    folder = data_folder({}, "linux").relative_to(Path.home())
    assert (tmp_path / folder / "king.sqlite3").exists()


def run(*command: object) -> str:
    answer = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout
