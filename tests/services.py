"""Thoroughness of the run, and the services and programs on this machine: PostgreSQL, Redis,
RabbitMQ, a browser, Node, Java.

Each function returns an address or a path, or raises ``Missing`` with the reason. With
``KING_NO_SKIP=1`` a missing service fails its tests; otherwise they are skipped with that reason.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import kombu
import playwright
import psycopg

Case = TypeVar("Case")


def thorough() -> bool:
    """Whether this is the long run (``make test-all``), with every rule system and all examples of
    every property.
    """
    return os.environ.get("KING_THOROUGH", "") not in {"", "0"}


def examples(many: int) -> int:
    """Number of examples for a property: half of ``many`` in the long run, else a tenth."""
    return max(many // (2 if thorough() else 10), 2)


def some(cases: Sequence[Case], part: int = 4) -> Sequence[Case]:
    """Return all cases in the long run, else every fourth (``part``-th). For cases that differ in
    details only.
    """
    return cases if thorough() else cases[::part]


class Missing(Exception):
    """A service does not answer, or a program is not installed; the text says where it was looked
    for.
    """


def no_skip() -> bool:
    """Whether a missing program or service is a failure, not a skip."""
    return os.environ.get("KING_NO_SKIP", "") not in {"", "0"}


def _first(
    name: str, variable: str, addresses: Iterable[str], answers: Callable[[str], bool]
) -> str:
    override = os.environ.get(variable)
    tried = [override] if override else list(addresses)
    for address in tried:
        if answers(address):
            return address
    raise Missing(
        f"{name} does not answer at {' or '.join(tried)} ({variable} names another address)"
    )


def _postgres_answers(address: str) -> bool:
    try:
        psycopg.connect(
            address.replace("postgres://", "postgresql://", 1), connect_timeout=10
        ).close()
    except psycopg.OperationalError:
        return False
    return True


def _broker_answers(address: str) -> bool:
    try:
        with kombu.Connection(
            address, connect_timeout=10, transport_options={"socket_connect_timeout": 10}
        ) as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, timeout=10)
    except (OSError, *kombu.Connection(address).connection_errors):
        return False
    return True


def postgres_url() -> str:
    """URL of a PostgreSQL server where databases may be created."""
    user = os.environ.get("PGUSER", "postgres")
    return _first(
        "PostgreSQL",
        "KING_TEST_POSTGRES_URL",
        [
            f"postgres://{user}@127.0.0.1:5432/postgres",
            "postgres://postgres:postgres@127.0.0.1:5432/postgres",
            "postgres://postgres:postgres@postgres:5432/postgres",
        ],
        _postgres_answers,
    )


def redis_url() -> str:
    """URL of database 9 on a Redis server."""
    return _first(
        "Redis",
        "KING_TEST_REDIS_URL",
        ["redis://127.0.0.1:6379/9", "redis://redis:6379/9"],
        _broker_answers,
    )


def rabbitmq_url() -> str:
    """URL of a RabbitMQ server with its default account."""
    return _first(
        "RabbitMQ",
        "KING_TEST_RABBITMQ_URL",
        ["amqp://guest:guest@127.0.0.1:5672//", "amqp://guest:guest@rabbitmq:5672//"],
        _broker_answers,
    )


def chromium() -> str:
    """Path of the browser. The headless shell is preferred, because it costs a quarter less."""
    names = (
        "chromium-headless-shell",
        "/usr/bin/chromium",
        "chromium",
        "chromium-browser",
        "google-chrome",
    )
    for candidate in (os.environ.get("CHROMIUM"), *names):
        if candidate and (found := shutil.which(candidate)):
            return found
    raise Missing("no chromium on this machine (CHROMIUM names another executable)")


def node() -> str:
    """Path of Node, for scripts that need no browser: the machine's own, else the one that comes
    with Playwright.
    """
    brought = Path(playwright.__file__).parent / "driver" / "node"
    for candidate in ("node", str(brought)):
        if found := shutil.which(candidate):
            return found
    raise Missing("no node on this machine")


def java() -> str:
    """Path of Java."""
    if found := shutil.which("java"):
        return found
    raise Missing("no java on this machine")


NODE_PBN = "pbn@1.6.1"
"""Package by another author that reads PBN, in the version that the tests were written for."""


def node_with_pbn() -> tuple[str, Path]:
    """Path of Node, and a folder where it finds the package, installed from the registry the first
    time.
    """
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise Missing("node and npm are not on this machine")
    folder = Path(tempfile.gettempdir()) / f"king-tests-{NODE_PBN.replace('@', '-')}-{os.getuid()}"
    if not (folder / "node_modules" / "pbn").is_dir():
        with tempfile.TemporaryDirectory() as fresh:
            command = [
                npm,
                "install",
                "--prefix",
                fresh,
                "--ignore-scripts",
                "--no-audit",
                "--no-fund",
                NODE_PBN,
            ]
            try:
                installation = subprocess.run(
                    command, capture_output=True, text=True, timeout=300, check=False
                )
            except subprocess.TimeoutExpired:
                raise Missing(f"npm could not install {NODE_PBN} within five minutes") from None
            if installation.returncode:
                raise Missing(
                    f"npm could not install {NODE_PBN}: {installation.stderr.strip()[-300:]}"
                )
            shutil.copytree(fresh, folder, dirs_exist_ok=True)
    return node, folder
