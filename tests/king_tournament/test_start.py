"""The script ``start.py`` run with a bare Python, and the contents of the archive for other laptops."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from king_tournament.management.commands import bundle
from tests.real_servers import PATIENCE, free_port, is_alive, until

ROOT = Path(__file__).parents[2]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the program in a folder with a space in its name, with its libraries installed."""
    place = tmp_path / "King di sabato"
    (place / ".venv").mkdir(parents=True)
    for path in ROOT.iterdir():
        if path.name in ("start.py", "manage.py", "Makefile", "requirements.lock"):
            shutil.copy(path, place)
        elif path.is_dir() and not path.name.startswith(".") and path.name not in ("var", "build"):
            (place / path.name).symlink_to(path)
    for path in Path(sys.prefix).iterdir():
        if not path.name.startswith(".installed"):
            (place / ".venv" / path.name).symlink_to(path)
    return place


def starting(place: Path, *words: str, **environment: str) -> subprocess.Popen[str]:
    variables = {key: value for key, value in os.environ.items() if key in {"PATH", "HOME"}}
    return subprocess.Popen(
        [sys.executable, "start.py", *words],
        cwd=place,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={
            **variables,
            "LANG": "it_IT.UTF-8",
            "KING_DATA_DIR": str(place / "var"),
            **environment,
        },
        encoding="utf-8",
    )


@pytest.mark.at_length
def test_python_alone_starts_the_site_and_ctrl_c_ends_all_its_processes(checkout: Path) -> None:
    shutil.copy(checkout / "requirements.lock", checkout / ".venv" / ".installed")
    port = free_port()
    program = starting(checkout, "--port", str(port), KING_NO_BROWSER="1")
    assert program.stdout is not None
    output = ""
    while "Ctrl-C" not in output:
        line = program.stdout.readline()
        assert line, output
        output += line
    assert f"http://localhost:{port}/" in output
    assert "Per i telefoni" in output
    opener = build_opener(ProxyHandler({}))

    def health() -> dict[str, object]:
        return json.loads(opener.open(f"http://127.0.0.1:{port}/health", timeout=PATIENCE).read())

    assert health()["database"] is True
    listed = subprocess.run(
        ["ps", "-eo", "pid,ppid"], capture_output=True, text=True, check=True
    ).stdout
    children = [
        int(pid)
        for pid, parent in map(str.split, listed.splitlines())
        if parent == str(program.pid)
    ]
    assert children
    program.send_signal(signal.SIGINT)
    program.communicate(timeout=PATIENCE)
    assert program.returncode == 0
    until(lambda: not any(is_alive(pid) for pid in children))


def test_libraries_that_are_not_in_the_folder_are_said_and_nothing_is_asked_of_the_internet(
    checkout: Path,
) -> None:
    (checkout / "wheels").mkdir()
    (checkout / "requirements.lock").write_text("no-such-library==1.0 --hash=sha256:" + "0" * 64)
    program = starting(checkout, "--install", PIP_FIND_LINKS="", PIP_CONFIG_FILE=os.devnull)
    output, _nothing = program.communicate(timeout=PATIENCE)
    assert program.returncode == 1
    assert "no-such-library==1.0" in output
    assert "La cartella wheels non ha tutte le librerie" in output
    assert "Traceback" not in output
    assert not (checkout / ".venv" / ".installed").exists()


def written_long_ago(path: Path, content: str) -> None:
    """Write a file with an old date, as an unpacked archive has it."""
    path.write_text(content)
    os.utime(path, (1577905200, 1577905200))


@pytest.mark.at_length
def test_an_archive_unpacked_over_an_older_folder_has_its_libraries_installed_whatever_its_dates(
    checkout: Path,
) -> None:
    lock, first = checkout / "requirements.lock", "# of the first archive: nothing\n"
    written_long_ago(lock, first)
    assert installing(checkout) == (
        0,
        "Preparo: installo le librerie (solo questa volta; serve internet)\n",
    )
    written_long_ago(lock, "no-such-library==1.0 --hash=sha256:" + "0" * 64)
    (checkout / "wheels").mkdir()
    status, output = installing(checkout)
    assert status == 1
    assert "no-such-library==1.0" in output
    lock.write_text(first)
    assert installing(checkout) == (0, "")  # the libraries have not changed


def installing(checkout: Path) -> tuple[int, str]:
    program = starting(checkout, "--install", PIP_CONFIG_FILE=os.devnull)
    output, _nothing = program.communicate(timeout=PATIENCE)
    return program.returncode, "".join(
        line for line in output.splitlines(True) if not line.startswith("WARNING")
    )


@pytest.mark.at_length
@pytest.mark.skipif(shutil.which("make") is None, reason="without make there is start.py")
def test_make_looks_at_what_is_in_the_locks_and_not_at_their_dates(checkout: Path) -> None:
    for name in ("requirements.lock", "requirements-dev.lock"):
        written_long_ago(checkout / name, "# of the first archive: nothing\n")
    command = ["make", f"PYTHON={sys.executable}", "setup"]

    outside_make = {
        name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))
    }
    outside_make["LANG"] = "en"

    def first_words() -> list[str]:
        process = subprocess.run(
            command, cwd=checkout, env=outside_make, capture_output=True, text=True, check=True
        )
        return [
            line.partition(" ")[0]
            for line in process.stdout.splitlines()
            if "Nothing to be done" not in line
        ]

    assert first_words() == ["Preparing:", "Preparing:"]
    assert first_words() == []
    written_long_ago(checkout / "requirements-dev.lock", "# of the second archive: nothing\n")
    assert first_words() == ["Preparing:"]
    written_long_ago(checkout / "requirements.lock", "# of the second archive: nothing\n")
    assert first_words() == ["Preparing:"]
    assert first_words() == []


def test_each_system_gets_the_libraries_that_its_conditions_ask_for(
    tmp_path: Path, settings
) -> None:
    """pip would evaluate the conditions for the machine that it runs on."""
    settings.BASE_DIR = tmp_path
    hashes = " \\\n    --hash=sha256:aa \\\n    --hash=sha256:bb\n    # via something\n"
    lock = [
        "everywhere==1.0",
        "colours==2.0 ; sys_platform == 'win32'",
        "older==3.0 ; python_full_version < '3.11.3'",
        "quick==4.0 ; implementation_name != 'pypy'",
        "apple==5.0 ; platform_system == 'Darwin'",
    ]
    (tmp_path / "requirements.lock").write_text("".join(f"{line}{hashes}" for line in lock))

    def names(system: str, python: str) -> str:
        lines = list(bundle.requirements(system, python))
        assert all(line.count("--hash=sha256:") == 2 and ";" not in line for line in lines)
        return " ".join(line.partition("==")[0] for line in lines)

    assert names("Windows", "3.12") == "everywhere colours quick"
    assert names("Linux", "3.11") == "everywhere older quick"
    assert names("macOS (Apple)", "3.13") == "everywhere quick apple"


def test_a_library_that_a_system_has_no_wheel_of_is_named_and_no_archive_is_made(
    tmp_path: Path, settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BASE_DIR = tmp_path
    (tmp_path / "requirements.lock").write_text(
        "no-such-library==1.0 \\\n    --hash=sha256:" + "0" * 64
    )
    for name, value in (
        ("PIP_NO_INDEX", "1"),
        ("PIP_FIND_LINKS", str(tmp_path)),
        ("PIP_CONFIG_FILE", os.devnull),
    ):
        monkeypatch.setenv(name, value)
    with pytest.raises(CommandError, match=r"Windows.*3\.12.*no-such-library==1\.0"):
        call_command("bundle", system=["Windows"], python=["3.12"])
    assert list((tmp_path / "build").iterdir()) == []
