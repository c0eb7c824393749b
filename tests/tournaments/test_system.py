"""Requests to the operating system: a core for each process, and an end for all of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

TWO_THAT_SAY_THEIR_CORES = """
import os, sys
from tournaments import system

ask = "import os; print(*os.sched_getaffinity(0))"

def say_cores():
    apart = system.start_apart([sys.executable, "-c", "input(); " + ask], stdin=-1, stdout=-1)
    of_program = apart.communicate(b"go\\n")[0].decode().strip()
    cores = " ".join(map(str, os.sched_getaffinity(0)))
    os.write(1, f"{cores}|{of_program}\\n".encode())  # at once: the other one writes into the same pipe

sys.exit(system.in_processes(say_cores, 2, None))
"""


def test_each_process_keeps_to_a_core_and_what_it_starts_has_them_all() -> None:
    said = subprocess.run([sys.executable, "-c", TWO_THAT_SAY_THEIR_CORES], capture_output=True, text=True, check=True)
    cores = sorted(os.sched_getaffinity(0))
    kept = sorted(int(line.split("|")[0]) for line in said.stdout.splitlines())
    assert kept == sorted(cores[place % len(cores)] for place in range(2))
    assert {line.split("|")[1] for line in said.stdout.splitlines()} == {" ".join(map(str, cores))}


TWO_THAT_HAVE_NOT_BEGUN_TO_LISTEN = """
import os, sys, time
from tournaments import system

def begin():
    os.write(1, b"beginning\\n")
    time.sleep(120)

sys.exit(system.in_processes(begin, 2, None))
"""


def test_processes_that_are_told_to_stop_before_they_listen_for_it_end_too() -> None:
    """They had the ears of the process that started them, and only wrote the signal down."""
    command = [sys.executable, "-c", TWO_THAT_HAVE_NOT_BEGUN_TO_LISTEN]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert [program.stdout.readline() for _process in range(2)] == ["beginning\n"] * 2
        program.send_signal(signal.SIGTERM)
        assert program.wait(60) == 0
