"""Check of a file of boards in a separate process: whether it can be read within the limits. The
caller reads the boards again itself.
"""

from ground.isolation import answer
from king.notation import read_boards

SECONDS_OF_WORK = 1


def read(content: bytes) -> bytes:
    read_boards(content)
    return b""


if __name__ == "__main__":
    answer(read, SECONDS_OF_WORK)
