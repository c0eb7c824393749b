"""Scripts without a page: unfinished rows, the outbox, the storage of a phone.

Node runs the tests beside this file, without a browser.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.services import Missing, node

HERE = Path(__file__).parent


@pytest.mark.parametrize(
    "subject", sorted(HERE.glob("*.test.mjs")), ids=lambda subject: subject.name
)
def test_the_scripts_keep_what_they_promise(subject: Path) -> None:
    try:
        program = node()
    except Missing as reason:
        pytest.skip(str(reason))
    command = [program, "--test", "--test-reporter=tap", str(subject)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert re.search(r"^# pass [1-9]", run.stdout, re.M)
