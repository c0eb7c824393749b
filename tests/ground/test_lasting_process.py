"""A process that stays for questions answers each once, and never outlives whoever asks."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ground import system
from ground.isolation import ReadError
from ground.isolation.lasting import SECONDS_OF_WORK, Lasting
from tests.processes import becomes, ends, runs
from tests.sources import ROOT

PROGRAM = "tests.ground.answering"
PATIENT = 120.0
"""Seconds for a process of low priority beside other tests."""

on_unix = pytest.mark.skipif(os.name == "nt", reason="signals")


@pytest.fixture
def lasting() -> Iterator[Lasting]:
    asked = Lasting(PROGRAM)
    yield asked
    asked.end()


def who(lasting: Lasting) -> int:
    return lasting.ask({"do": "answer"}, PATIENT)[0]


def test_nothing_runs_before_the_first_question(lasting: Lasting) -> None:
    assert lasting.process is None
    assert who(lasting) == lasting.process.pid  # type: ignore[union-attr]


def test_one_process_answers_all_questions(lasting: Lasting) -> None:
    assert len({who(lasting) for _question in range(5)}) == 1


def test_an_answer_longer_than_a_pipe_comes_whole(lasting: Lasting) -> None:
    question = {"do": "say more than a pipe holds", "filler": "y" * 300_000}
    assert lasting.ask(question, PATIENT) == "x" * 300_000


def test_threads_get_each_their_own_answer(lasting: Lasting) -> None:
    def number_of_the_answer(number: int) -> int:
        return lasting.ask({"do": "answer", "number": number}, PATIENT)[1]

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(number_of_the_answer, range(100))) == list(range(100))


def test_a_killed_process_is_replaced_and_leaves_no_zombie(lasting: Lasting) -> None:
    first = who(lasting)
    killed = lasting.process
    assert killed is not None
    killed.kill()
    # Nobody asks again meanwhile.
    assert becomes(lambda: killed.returncode is not None)
    assert who(lasting) != first
    with pytest.raises(ChildProcessError):
        os.waitpid(first, 0)


def test_one_that_dies_of_its_question_is_started_anew_once(
    lasting: Lasting, tmp_path: Path
) -> None:
    note = str(tmp_path / "pids")
    with pytest.raises(ReadError):
        lasting.ask({"do": "die", "note": note}, PATIENT)
    assert len(set(Path(note).read_text().split())) == 2
    again = str(tmp_path / "again")
    answered = lasting.ask({"do": "die at first", "note": again, "number": 7}, PATIENT)
    assert answered[1] == 7
    assert len(Path(again).read_text().split()) == 2


def test_one_that_hangs_is_ended(lasting: Lasting) -> None:
    who(lasting)
    hung = lasting.process
    assert hung is not None
    with pytest.raises(ReadError):
        lasting.ask({"do": "hang"}, 0.5)
    assert hung.wait(60) != 0
    assert lasting.process is None
    assert who(lasting) != hung.pid


@on_unix
def test_one_that_was_stopped_is_replaced(lasting: Lasting) -> None:
    first = who(lasting)
    os.kill(first, signal.SIGSTOP)
    assert lasting.ask({"do": "answer", "number": 3}, 5.0)[1] == 3
    assert ends(first)


def test_one_that_cannot_be_started_is_an_error_and_not_for_good(
    lasting: Lasting, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ReadError):
        Lasting("tests.ground.no_such_program").ask({}, PATIENT)
    with monkeypatch.context() as without:
        without.setattr(sys, "executable", str(ROOT / "no-such-python"))
        with pytest.raises(ReadError):
            lasting.ask({"do": "answer"}, PATIENT)
    assert who(lasting)


def test_an_error_is_told_and_the_process_stays(lasting: Lasting) -> None:
    first = who(lasting)
    with pytest.raises(ReadError, match="not so"):
        lasting.ask({"do": "fail"}, PATIENT)
    assert who(lasting) == first


@on_unix
def test_memory_is_bounded_and_the_process_gives_it_back(lasting: Lasting) -> None:
    first = who(lasting)
    with pytest.raises(ReadError):
        lasting.ask({"do": "fill the memory"}, PATIENT)
    assert ends(first)
    assert who(lasting) != first


@on_unix
def test_work_is_bounded_for_each_question_and_not_for_a_life(lasting: Lasting) -> None:
    limit = {"do": "tell the limit"}
    first = lasting.ask(limit, PATIENT)
    pid = who(lasting)
    lasting.ask({"do": "work"}, PATIENT)
    lasting.ask({"do": "work"}, PATIENT)
    for left in (first, lasting.ask(limit, PATIENT)):
        assert SECONDS_OF_WORK - 0.1 < left <= SECONDS_OF_WORK + 1
    assert who(lasting) == pid


@on_unix
def test_it_gives_way_to_the_site_and_does_not_hear_ctrl_c(lasting: Lasting) -> None:
    pid = who(lasting)
    assert os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0)
    os.kill(pid, signal.SIGINT)
    assert who(lasting) == pid


def test_it_ends_by_itself_after_a_while_without_a_question() -> None:
    program = "from ground.isolation.lasting import answer_all; answer_all(str, 0.2)"
    command = [*system.python_command(), "-c", program]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        # The pipe of the questions stays open.
        assert process.wait(60) == 0


ASKER = """
import os, sys, time
from ground.isolation.lasting import Lasting
lasting = Lasting("tests.ground.answering")
def who():
    return lasting.ask({"do": "answer"}, 120)[0]
first = who()
"""
ASKED_AND_KILLED = """
print(first, flush=True)
lasting.ask({"do": "hang", "note": sys.argv[1]}, 600)
"""
FORKED = """
child = os.fork()
if not child:
    own = who()
    print(first, os.getpid(), own, flush=True)
    time.sleep(600)
while True:
    assert who() == first
    time.sleep(0.05)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at /proc")
def test_it_ends_with_a_killed_asker_whatever_it_is_at(tmp_path: Path) -> None:
    note = tmp_path / "pids"
    command = [*system.python_command(), "-c", ASKER + ASKED_AND_KILLED, str(note)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as asker:
        assert asker.stdout is not None
        pid = int(asker.stdout.readline())
        try:
            assert becomes(note.exists)
            assert runs(pid)
        finally:
            asker.kill()
    assert ends(pid)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at /proc")
def test_a_forked_process_has_one_of_its_own_and_holds_no_other() -> None:
    command = [*system.python_command(), "-c", ASKER + FORKED]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as asker:
        assert asker.stdout is not None
        first, forked, own = map(int, asker.stdout.readline().split())
        try:
            assert first != own
            assert asker.poll() is None
            asker.kill()
            # The fork still runs; it does not hold the pipe of the process that it did not start.
            assert ends(first)
            assert runs(own)
        finally:
            asker.kill()
            os.kill(forked, signal.SIGKILL)
    assert ends(own)


@on_unix
def test_a_question_that_is_broken_off_leaves_no_answer_for_the_next(
    lasting: Lasting,
) -> None:
    first = who(lasting)

    def break_off(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, break_off)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            lasting.ask({"do": "work"}, 600)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert lasting.ask({"do": "answer", "number": 2}, PATIENT)[1] == 2
    assert ends(first)
