"""A process that reads one file or plays one hand's games."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from ground import system
from tests.processes import becomes, ends, runs
from tests.sources import ROOT

ASKER = """
import sys
from ground import isolation
isolation.ask("tests.ground.waiting", sys.argv[1].encode(), 600)
"""


@pytest.mark.skipif(os.name == "nt", reason="a process of Windows does not see its parent end")
def test_it_ends_with_whoever_asked(tmp_path: Path) -> None:
    """Thirty games of robots went on for a minute after the site had stopped."""
    note = tmp_path / "pid"
    command = [*system.python_command(), "-c", ASKER, str(note)]
    with subprocess.Popen(command, cwd=ROOT) as asker:
        try:
            assert becomes(note.exists)
            pid = int(note.read_text())
            assert runs(pid)
        finally:
            asker.kill()
    assert ends(pid)
