"""Files and requests handled in a separate process. A file can be made to keep its reader busy for
minutes and to fill the memory; then that process ends, not the site, and its memory is freed.
``gzip_json`` reads JSON packed with gzip, ``boards`` a file of boards; ``http_request`` asks
another site; ``robots`` plays many games of one hand, which takes seconds. ``lasting`` is a process
that stays for further questions, such as ``robot_cards``, the robots' cards in a person's hand.
"""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from ground import system

SECONDS_OF_WORK = 4
SECONDS_TO_WAIT = 15
"""Most seconds to wait for the answer, on a machine that has other things to do as well."""
MOST_MEMORY = 768 * 2**20
SECONDS_BETWEEN_LOOKS = 0.5

_REFUSED = 3


class ReadError(Exception):
    """Refusal to read. The text is the code of a sentence that gives the reason."""


def ask(
    module: str,
    content: bytes,
    seconds: float = SECONDS_TO_WAIT,
    late: str = "file_takes_too_long",
) -> bytes:
    """Run ``python -m module``, which calls ``answer``, on the content and return its output.
    Raises ``ReadError``; ``late`` is the code if the process takes too long.
    """
    command = [*system.python_command(), "-m", module]
    place = Path(__file__).resolve().parents[2]
    try:
        done = subprocess.run(
            command, input=content, capture_output=True, timeout=seconds, check=False, cwd=place
        )
    except subprocess.TimeoutExpired:
        raise ReadError(late) from None
    if done.returncode == _REFUSED:
        raise ReadError(done.stdout.decode())
    if done.returncode:
        raise ReadError(late)
    return done.stdout


def answer(read: Callable[[bytes], bytes], seconds: int = SECONDS_OF_WORK) -> None:
    """Read the input within the limits and write the answer. Called in the separate process."""
    system.limit(seconds=seconds, memory=MOST_MEMORY)
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    try:
        output, status = read(sys.stdin.buffer.read()), 0
    except ReadError as refusal:
        output, status = str(refusal).encode(), _REFUSED
    except MemoryError:
        output, status = b"file_too_large_unpacked", _REFUSED
    except Exception:  # noqa: BLE001 - a library meets a damaged file with whatever its own reading runs into
        output, status = b"file_damaged", _REFUSED
    sys.stdout.buffer.write(output)
    sys.stdout.flush()
    sys.exit(status)


def _end_with(parent: int) -> None:
    """End this process when the one that asked is gone, so that a stop of the site leaves nobody who
    works for it. On Windows the number stays, and the limits end the process.
    """
    while os.getppid() == parent:
        time.sleep(SECONDS_BETWEEN_LOOKS)
    os._exit(1)
