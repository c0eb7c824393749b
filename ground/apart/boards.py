"""Whether a file of boards is read within the limits. Its boards are read again where they are wanted."""

from ground.apart import answer
from king.notation import read_boards

SECONDS_OF_WORK = 1


def read(content: bytes) -> bytes:
    read_boards(content)
    return b""


if __name__ == "__main__":
    answer(read, SECONDS_OF_WORK)
