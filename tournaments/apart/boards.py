"""Whether a PBN file is read within the limits. Its boards are read again where they are wanted."""

from king.notation.pbn import read
from tournaments.apart import answer

SECONDS_OF_WORK = 1

if __name__ == "__main__":
    answer(lambda content: b"" if read(content) else b"", SECONDS_OF_WORK)
