"""Command ``run_night`` in use: start, death of a process, stop, restart."""

from __future__ import annotations

import contextlib
import http.cookiejar
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import kombu
import pytest
import redis
from django.utils import translation
from django.utils.translation import gettext

from ground.folder import lock_folder
from tests.real_servers import PATIENCE, free_port, is_alive, until
from tests.rooms import ROOMS
from tests.services import Missing, rabbitmq_url, redis_url

ROOT = Path(__file__).parents[4]
STOPPED = "Stopped. Everything is saved; the same command starts it again."


class Night:
    """A running ``run_night`` with its own folder, port and HTTP client."""

    def __init__(self, folder: Path, port: int, **environment: str) -> None:
        self.port = port
        variables = {
            key: value for key, value in os.environ.items() if key in {"PATH", "HOME", "LANG"}
        }
        self.log = folder / "terminal.txt"
        self.environment = {
            **variables,
            "KING_DATA_DIR": str(folder),
            "KING_WEB_PROCESSES": "1",
            **environment,
        }
        with self.log.open("wb") as log:
            self.program = subprocess.Popen(
                [sys.executable, "manage.py", "run_night", "--port", str(port)],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
            )
        self.browser = urllib.request.build_opener(
            urllib.request.ProxyHandler({}),
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()),
        )

    def output(self) -> str:
        return self.log.read_text()

    def wait_until_ready(self) -> None:
        until(
            lambda: (
                f"http://localhost:{self.port}/" in self.output() or self.program.poll() is not None
            )
        )
        assert self.program.poll() is None, self.output()

    def get(self, path: str) -> str:
        return (
            self.browser.open(f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE)
            .read()
            .decode()
        )

    def answers(self) -> bool:
        try:
            return bool(self.get("/health"))
        except OSError:
            return False

    def children(self) -> list[int]:
        """Process ids of the supervisor's living children: the web server, and never two of them."""
        listed = ["ps", "-eo", "pid,ppid,stat"]
        lines = subprocess.run(listed, capture_output=True, text=True, check=True).stdout
        parts = [line.split() for line in lines.splitlines()[1:]]
        return [
            int(pid)
            for pid, parent, state in parts
            if parent == str(self.program.pid) and "Z" not in state
        ]

    def stop(self, with_signal: int = signal.SIGINT) -> int:
        self.program.send_signal(with_signal)
        return self.program.wait(PATIENCE)


@pytest.fixture(scope="module")
def night(installation: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Night]:
    """A running night, for tests that leave it running."""
    folder = tmp_path_factory.mktemp("night")
    shutil.copytree(installation, folder, dirs_exist_ok=True)
    running = Night(folder, free_port())
    running.wait_until_ready()
    yield running
    running.stop(signal.SIGTERM)


@pytest.fixture
def start(tmp_path: Path, installation: Path) -> Iterator[Callable[..., Night]]:
    shutil.copytree(installation, tmp_path, dirs_exist_ok=True)
    nights: list[Night] = []

    def begin(port: int | None = None, **environment: str) -> Night:
        nights.append(Night(tmp_path, port or free_port(), **environment))
        return nights[-1]

    yield begin
    for night in nights:
        if night.program.poll() is None:
            night.stop(signal.SIGTERM)


@pytest.mark.at_length
def test_an_evening_starts_survives_its_server_stops_without_orphans_and_is_found_again(
    start: Callable[..., Night],
) -> None:
    night = start()
    night.wait_until_ready()
    word = (Path(night.environment["KING_DATA_DIR"]) / "first_word").read_text()
    assert word in night.output()
    assert night.output().startswith("Preparo il database…\n")
    page = night.get("/")
    token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    password = "quattro-venti-12"
    form = {
        "username": "anna",
        "password1": password,
        "password2": password,
        "csrfmiddlewaretoken": token,
    }
    body = urllib.parse.urlencode(form).encode()
    first = f"http://127.0.0.1:{night.port}/accounts/first"
    home = night.browser.open(first, data=body, timeout=PATIENCE).read().decode()
    assert "anna" in home
    stylesheet = home.split('rel="stylesheet" href="')[1].split('"')[0]
    assert night.get(stylesheet)

    [first_server] = night.children()
    os.kill(first_server, signal.SIGKILL)
    until(lambda: night.children() not in ([], [first_server]))
    until(night.answers)
    assert "anna" in night.get("/")

    children = night.children()
    assert night.stop() == 0
    with translation.override("it"):
        farewell = [gettext(sentence) for sentence in ("Stopping.", STOPPED)]
    assert night.output().splitlines()[-2:] == farewell
    assert len(children) == 1
    until(lambda: not any(is_alive(pid) for pid in children))

    again = start(night.port)
    again.wait_until_ready()
    assert 'name="password1"' not in again.get("/")  # the account is still there
    assert word not in again.output()
    assert answer_before_it_stops(again).startswith(b"HTTP/1.1 403")
    assert again.program.wait(PATIENCE) == 0


def half_a_request(port: int) -> socket.socket:
    """Connection that has sent only part of a request."""
    opened = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    opened.sendall(b"POST /t/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\ncode=")
    return opened


@pytest.mark.at_length
def test_requests_sent_by_half_hold_nobody_up_and_come_to_an_end(night: Night) -> None:
    """Sixteen such requests used to block the whole site for as long as they lasted."""
    halves = [half_a_request(night.port) for _ in range(64)]
    begun = time.monotonic()
    for _ in range(20):
        assert night.get("/health")
    assert time.monotonic() - begun < 15  # no request waited for an unfinished one
    for half in halves:
        assert half.recv(100) == b""
        half.close()


@pytest.mark.at_length
def test_one_address_holds_no_more_than_its_share_of_connections(night: Night) -> None:
    halves = [half_a_request(night.port) for _ in range(260)]
    until(lambda: night.get("/health") and sum(is_closed(half) for half in halves[:60]) >= 50, 10)
    assert not any(is_closed(half) for half in halves[-100:])
    for half in halves:
        half.close()


def is_closed(connection: socket.socket) -> bool:
    connection.settimeout(0)
    try:
        return connection.recv(1, socket.MSG_PEEK) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


@pytest.mark.at_length
def test_an_answer_that_was_begun_is_given_before_two_processes_stop(
    start: Callable[..., Night],
) -> None:
    night = start(KING_WEB_PROCESSES="2")
    night.wait_until_ready()
    assert answer_before_it_stops(night).startswith(b"HTTP/1.1 403")
    assert night.program.wait(PATIENCE) == 0


def answer_before_it_stops(night: Night) -> bytes:
    """First 100 bytes of the answer to a request that was half sent when the server was told to
    stop.
    """
    with half_a_request(night.port) as request:
        request.sendall(b"x" * 995)
        night.program.send_signal(signal.SIGTERM)
        return request.recv(100)


@pytest.mark.at_length
def test_one_of_two_processes_is_killed_and_started_again_while_the_other_answers(
    start: Callable[..., Night],
) -> None:
    night = start(KING_WEB_PROCESSES="2")
    night.wait_until_ready()
    one, other = night.children()
    os.kill(one, signal.SIGKILL)
    for _ in range(20):
        assert night.get("/health")
    until(lambda: len(night.children()) == 2 and one not in night.children())
    assert other in night.children()
    os.kill(other, signal.SIGKILL)
    until(lambda: len(night.children()) == 2 and other not in night.children())
    # Nobody is left who shares the memory of the first start.
    assert night.get("/health")
    assert night.stop() == 0
    assert "Traceback" not in night.output()


@pytest.mark.at_length
def test_copies_and_due_work_go_on_when_the_process_that_looks_after_them_is_killed(
    start: Callable[..., Night], tmp_path: Path
) -> None:
    variables = {key: value for key, value in os.environ.items() if key in {"PATH", "HOME", "LANG"}}
    subprocess.run(
        [sys.executable, "manage.py", "demo", "--seed=1", "--tables=1", "--stage=finished"],
        cwd=ROOT,
        env={**variables, "KING_DATA_DIR": str(tmp_path)},
        check=True,
        capture_output=True,
    )
    copies = tmp_path / "backups"
    night = start(KING_WEB_PROCESSES="2")
    night.wait_until_ready()
    until(lambda: copies.is_dir() and [*copies.iterdir()])
    # Robots play in a program of its own.
    until(lambda: count(tmp_path, "scoring_robotsmean"))
    for pid in night.children():
        os.kill(pid, signal.SIGKILL)
    for copy in copies.iterdir():
        copy.unlink()
    until(lambda: [*copies.iterdir()])
    assert night.stop() == 0


def count(folder: Path, table: str) -> int:
    address = f"file:{folder / 'king.sqlite3'}?mode=ro"
    with contextlib.closing(sqlite3.connect(address, uri=True)) as database:
        [[number]] = database.execute(f'select count(*) from "{table}"')
        return int(number)


@pytest.mark.at_length
@pytest.mark.parametrize("was_restarted", [False, True])
def test_a_supervisor_that_is_killed_leaves_no_orphan(
    was_restarted: bool, start: Callable[..., Night]
) -> None:
    night = start()
    night.wait_until_ready()
    children = night.children()
    assert len(children) == 1
    if was_restarted:
        os.kill(children[0], signal.SIGKILL)
        until(lambda: night.children() not in ([], children))
        until(night.answers)
        children = night.children()
    night.program.kill()
    night.program.wait(PATIENCE)
    # Its forked children never held the lock of the folder.
    with lock_folder(Path(night.environment["KING_DATA_DIR"]), "http://localhost/"):
        until(lambda: not any(is_alive(pid) for pid in children))
    until(lambda: not night.answers())


@pytest.mark.at_length
def test_a_busy_port_is_said_in_one_sentence_with_another_one_to_use(
    start: Callable[..., Night],
) -> None:
    with socket.socket() as other:
        other.bind(("0.0.0.0", 0))
        other.listen()
        port = other.getsockname()[1]
        night = start(port)
        assert night.program.wait(PATIENCE) == 1
    assert f" {port} " in night.output()
    assert "non portano a un'altra porta" in night.output()
    assert "start.py --port " in night.output()
    assert "Traceback" not in night.output()


@pytest.mark.at_length
def test_a_second_start_on_one_folder_is_refused_by_name_whatever_the_port(night: Night) -> None:
    second = subprocess.run(
        [sys.executable, "manage.py", "run_night", "--port", str(free_port())],
        check=False,
        cwd=ROOT,
        env=night.environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert second.returncode == 1
    assert night.environment["KING_DATA_DIR"] in second.stderr
    assert f"http://localhost:{night.port}/" in second.stderr
    assert "Traceback" not in second.stderr


def test_a_folder_that_cannot_be_is_said_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("")
    impossible = tmp_path / "a file" / "var"
    process = subprocess.run(
        [sys.executable, "manage.py", "run_night"],
        check=False,
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={"PATH": os.environ["PATH"], "KING_DATA_DIR": str(impossible)},
        timeout=PATIENCE,
    )
    assert process.returncode == 1
    assert process.stderr.count("\n") == 1
    assert str(impossible) in process.stderr
    assert "KING_DATA_DIR" in process.stderr


@pytest.mark.at_length
def test_a_database_that_does_not_answer_is_said_without_a_traceback(
    start: Callable[..., Night],
) -> None:
    night = start(DATABASE_URL=f"postgres://nobody@127.0.0.1:{free_port()}/none")
    assert night.program.wait(PATIENCE) == 1
    assert "DATABASE_URL" in night.output()
    assert "Traceback" not in night.output()


BROKERS = {"redis": redis_url, "rabbitmq": rabbitmq_url}


def forget(broker: str, address: str, queue: str) -> None:
    """Delete this test's queue from a shared broker."""
    if broker == "rabbitmq":
        with kombu.Connection(address) as connection:
            connection.channel().queue_delete(queue)
            connection.channel().exchange_delete(queue)
    elif broker == "redis":
        with redis.Redis.from_url(address) as client:
            client.delete(*client.keys(f"*{queue}"))


@pytest.mark.at_length
@pytest.mark.services
@pytest.mark.parametrize("broker", BROKERS)
def test_the_same_task_is_done_whichever_broker_carries_it(broker: str, tmp_path: Path) -> None:
    try:
        address = BROKERS[broker]()
    except Missing as reason:
        pytest.skip(str(reason))
    variables = {key: value for key, value in os.environ.items() if key in {"PATH", "HOME", "LANG"}}
    environment = {
        **variables,
        "KING_DATA_DIR": str(tmp_path),
        "CELERY_BROKER_URL": address,
        "KING_QUEUE": f"king-test-{os.getpid()}",
    }
    done = tmp_path / "done"

    def ask(text: str) -> None:
        code = f"from tests.worker_tasks import write; write.delay({str(done)!r}, {text!r})"
        subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, env=environment, check=True, timeout=PATIENCE
        )

    ask("before the worker is there")
    assert not done.exists()
    worker = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "celery",
            "--app",
            "king_tournament",
            "--quiet",
            "worker",
            "--include",
            "tests.worker_tasks",
            "--pool",
            "threads",
            "--concurrency",
            "1",
            "--loglevel",
            "ERROR",
        ],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
    )
    try:
        until(lambda: done.exists() and "before" in done.read_text())
        ask("while it is at work")
        until(
            lambda: (
                done.read_text().splitlines()
                == ["before the worker is there", "while it is at work"]
            )
        )
    finally:
        worker.terminate()
        status = worker.wait(PATIENCE)
        forget(broker, address, environment["KING_QUEUE"])
    assert status == 0


@pytest.mark.services
def test_a_broker_that_is_away_does_not_hold_up_the_page(tmp_path: Path) -> None:
    code = (
        "import time; from kombu.exceptions import OperationalError; from tests.worker_tasks import write\n"
        "begun = time.monotonic()\n"
        "try: write.delay('x', 'y')\n"
        "except OperationalError: print(time.monotonic() - begun < 20)\n"
    )
    for scheme in ("redis", "amqp"):
        broker = f"{scheme}://127.0.0.1:{free_port()}"
        environment = {**os.environ, "KING_DATA_DIR": str(tmp_path), "CELERY_BROKER_URL": broker}
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        answer = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env=environment,
            check=True,
            timeout=PATIENCE,
            capture_output=True,
            text=True,
        )
        assert answer.stdout.strip() == "True", answer.stderr


@pytest.mark.at_length
def test_the_very_first_start_speaks_italian_before_any_catalogue_was_compiled(
    tmp_path: Path,
) -> None:
    for name in (*ROOMS, "locale"):
        shutil.copytree(
            ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.mo", "__pycache__")
        )
    shutil.copy(ROOT / "manage.py", tmp_path)
    process = subprocess.run(
        [sys.executable, "manage.py", "run_night", "--port", "99999"],
        check=False,
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert process.returncode == 1
    assert "La porta 99999" in process.stderr
