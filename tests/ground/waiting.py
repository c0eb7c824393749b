"""A reader that never answers. It notes its number in the file that it is asked about."""

import os
import time
from pathlib import Path

from ground.isolation import answer


def read(content: bytes) -> bytes:
    """Note the number of this process, then wait."""
    note = Path(content.decode())
    note.with_suffix(".new").write_text(str(os.getpid()))
    note.with_suffix(".new").rename(note)
    while True:
        time.sleep(1)


if __name__ == "__main__":
    answer(read)
