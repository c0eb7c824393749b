"""Input that cannot be read, said in one line: where it is, what is wrong, what was expected."""

from __future__ import annotations

from typing import Self

from king.words import Phrase


class InputError(ValueError):
    """Input that cannot be read at all; the text names the place and what was expected.

    ``source`` (a file) and ``place`` (``rows[3].units``) are codes and stay as they are; ``phrase`` is what is wrong
    there, for whoever says it in the reader's language. ``str(error)`` is all three in English.

    Problems *in* input that can be read (a queen missing, a repeated seat) are never raised: they are returned.
    """

    def __init__(self, problem: str | Phrase, *, source: str = "", place: str = "") -> None:
        self.phrase = problem if isinstance(problem, Phrase) else Phrase(problem)
        self.source, self.place = source, place
        super().__init__(": ".join(part for part in (source, place, str(self.phrase)) if part))

    @property
    def where(self) -> str:
        """Source and place as a line shows them; empty where neither is known."""
        return ": ".join(part for part in (self.source, self.place) if part)

    def within(self, source: str, place: str = "") -> Self:
        """The same error seen from outside: from the file, or the place in it, that holds what could not be read."""
        outside = type(self).__new__(type(self))
        outside.__dict__.update(self.__dict__)
        inner = ": ".join(part for part in (place, self.where) if part)
        InputError.__init__(outside, self.phrase, source=source, place=inner)
        return outside
