"""Requests to the operating system: ending all processes of a server."""

from __future__ import annotations

import signal
import subprocess
import sys

TWO_THAT_HAVE_NOT_BEGUN_TO_LISTEN = """
import os, sys, time
from ground import system

def begin():
    os.write(1, b"beginning\\n")
    time.sleep(120)

sys.exit(system.run_in_processes(begin, 2, None, lambda: None))
"""


def test_processes_that_are_told_to_stop_before_they_listen_for_it_end_too() -> None:
    """They still have the signal handler of their parent process, which only records the signal."""
    command = [sys.executable, "-c", TWO_THAT_HAVE_NOT_BEGUN_TO_LISTEN]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert [program.stdout.readline() for _process in range(2)] == ["beginning\n"] * 2
        program.send_signal(signal.SIGTERM)
        assert program.wait(60) == 0
