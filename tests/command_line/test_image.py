"""The container image's steps, run in a clean root: an overlay over the system's files."""

from __future__ import annotations

import contextlib
import fnmatch
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

import pytest
import yaml

from tests.real_servers import PATIENCE, free_port, until

ROOT = Path(__file__).parents[2]
IN_A_ROOT = """
umask 022
mount -t overlay overlay -o lowerdir=/,upperdir="$1/upper",workdir="$1/work" "$1/root"
mount --rbind /proc "$1/root/proc"
mount --rbind /dev "$1/root/dev"
exec chroot "$1/root" sh -c "$2"
"""


def instructions() -> list[tuple[str, str]]:
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    lines = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)).splitlines()
    return [(word, rest) for word, _blank, rest in (line.partition(" ") for line in lines if line)]


def copied_files() -> Iterator[str]:
    """Files that ``COPY . .`` takes from a checkout."""
    left_out = [
        line
        for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    ]
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in listed.stdout.splitlines():
        top = name.partition("/")[0]
        if (ROOT / name).exists() and not any(fnmatch.fnmatch(top, one) for one in left_out):
            yield name


class Image:
    """A root directory in which the image's steps have been run."""

    def __init__(self, place: Path) -> None:
        self.place, self.variables, self.user, self.command = place, {}, "root", list[str]()
        for name in ("upper", "work", "root"):
            (place / name).mkdir()
        (place / "upper").chmod(0o755)

    def program(self, command: str) -> list[str]:
        return ["unshare", "--mount", "sh", "-ec", IN_A_ROOT, "sh", str(self.place), command]

    def run(self, command: str) -> str:
        done = subprocess.run(
            self.program(command), capture_output=True, text=True, check=False, timeout=600
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def build(self) -> None:
        folder, stages = "/", 0
        for word, rest in instructions():
            if word == "FROM":
                stages += 1
                folder = "/"
            elif word == "WORKDIR":
                folder = rest
            elif word == "RUN":
                self.run(f"mkdir -p {folder} && cd {folder} && {rest}")
            elif (word, rest) == ("COPY", ". ."):
                for name in copied_files():
                    target = self.place / "upper" / folder.lstrip("/") / name
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(ROOT / name, target)
            elif word == "COPY":  # the second stage starts in the folder that the first one wrote
                assert rest == "--from=build /opt/king /opt/king"
                shutil.rmtree(self.place / "upper" / "source")
            elif word == "ENV":
                self.variables |= dict(pair.split("=", 1) for pair in shlex.split(rest))
            elif word == "USER":
                self.user = rest
            elif word == "CMD":
                self.command = json.loads(rest)
        assert stages == 2
        # This machine's Python may be readable by root alone, unlike the base image's.
        self.run("""
            for place in $(readlink -f /opt/king/bin/python3); do
                while [ "$place" != / ]; do chmod a+rX "$place"; place=$(dirname "$place"); done
            done
        """)

    def start(self, port: int) -> subprocess.Popen[bytes]:
        words = [str(port) if word == "8000" else word for word in self.command]
        variables = " ".join(
            f"{name}={value.replace('$PATH', '/usr/bin:/bin')}"
            for name, value in self.variables.items()
        )
        program = f"env -i {variables} {shlex.join(words)}"
        return subprocess.Popen(
            self.program(f"exec setpriv --reuid {self.user} --clear-groups {program}"),
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root can make a clean root")
    built = Image(tmp_path_factory.mktemp("image"))
    built.build()
    return built


@pytest.mark.at_length
def test_the_image_runs_the_site_as_an_account_without_rights(image: Image) -> None:
    port = free_port()
    program = image.start(port)
    pages = build_opener(ProxyHandler({}))

    def answers() -> bool:
        assert program.poll() is None
        with (
            contextlib.suppress(OSError),
            pages.open(f"http://127.0.0.1:{port}/health", timeout=PATIENCE) as answer,
        ):
            return answer.status == 200
        return False

    try:
        until(answers)
        health = next(rest for word, rest in instructions() if word == "HEALTHCHECK")
        checked = json.loads(health.partition(" CMD ")[2])
        checked[-1] = checked[-1].replace(":8000/", f":{port}/")
        image.run(shlex.join(checked))
        written = image.place / "upper" / "data" / "king.sqlite3"
        assert written.stat().st_uid == 10001
        with pages.open(f"http://127.0.0.1:{port}/rules/", timeout=PATIENCE) as page:
            assert b"Labyrinth" in page.read()
    finally:
        os.killpg(program.pid, signal.SIGINT)
        program.wait(PATIENCE)
    assert not (image.place / "upper" / "source").exists()


def test_the_image_is_made_of_nothing_of_the_makers_own() -> None:
    tops = {name.partition("/")[0] for name in copied_files()}
    assert {"king", "king_site", "king_tournament", "setup.py", "requirements.lock"} <= tops
    assert tops.isdisjoint({"tests", "benchmarks", "findings", ".ci", ".gitignore"})


def test_the_servers_of_compose_are_those_of_the_federation_page() -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    named = services["services"]
    assert named["database"]["image"].partition(":")[0].endswith("/postgres")
    assert {"web1", "web2", "worker", "worker-later", "proxy", "prepare", "due"} <= set(named)
    queues = {
        word
        for name in ("worker", "worker-later")
        for flag, word in zip(named[name]["command"], named[name]["command"][1:], strict=False)
        if flag == "--queues"
    }
    page = (ROOT / "docs" / "federation.md").read_text(encoding="utf-8")
    assert queues == set(re.findall(r"worker --queues (\S+)", page))
    assert named["web1"]["command"][:2] == ["king-site", "web"]
    # The proxy has the same locations and directives as the documented one.
    proxy = services["configs"]["proxy"]["content"].replace("$$", "$")
    for place in ("/static/", "/t/", "~ ^/(live|circuits)/", "= /metrics"):
        own, theirs = (
            re.search(rf"location {re.escape(place)} {{(.*?)}}", text, re.DOTALL)
            for text in (proxy, page)
        )
        assert own is not None, place
        assert theirs is not None, place
        assert own[1].split() == theirs[1].split()
