"""The one answer of the reader: people, what of each is doubtful, and what was left over,
counted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.forms import EmailField
from django.utils.translation import gettext_noop

from king.words import folded
from tournaments.likeness import spellings
from tournaments.models import Player
from wording.sentences import Sentence

MOST_LENGTH = {"card_number": 30, "surname": 80, "given_name": 80, "club": 80, "email": 254}
EMAIL = EmailField(required=False, max_length=MOST_LENGTH["email"])
PART = 100_000
"""The second person of a line has this more than the line for a key, the third twice as much."""


class RosterRow(NamedTuple):
    """A person as a line says it; ``faults`` is what is wrong with the line by itself, ``fatal`` if
    nothing is left.
    """

    line: int
    card_number: str
    surname: str
    given_name: str
    club: str
    email: str
    emails_agreed: bool | None = None
    """None where the list says nothing about it."""
    faults: tuple[Sentence, ...] = ()
    fatal: bool = False
    part: int = 0
    """Which of several people of one line."""

    @property
    def key(self) -> int:
        return self.line + PART * self.part

    @property
    def full_name(self) -> str:
        return f"{self.surname} {self.given_name}".strip()

    def doubted(self, *faults: Sentence) -> RosterRow:
        return self._replace(faults=(*self.faults, *faults))

    def player(self, card_number: str | None = None) -> Player:
        return Player(
            card_number=self.card_number if card_number is None else card_number,
            surname=self.surname or self.given_name,
            given_name=self.given_name if self.surname else "",
            club=self.club,
            email=self.email,
            emails_agreed=bool(self.emails_agreed),
        )

    def as_json(self) -> tuple[Any, ...]:
        return (*self[:7], [fault.as_json() for fault in self.faults], *self[8:])

    @classmethod
    def from_json(cls, form: list[Any]) -> RosterRow:
        faults = tuple(map(Sentence.from_json, form[7]))
        return cls(*form[:7])._replace(faults=faults, fatal=form[8], part=form[9])


class LeftOver(NamedTuple):
    """A cell, a line or a part of one that became nothing of a person: where it stands, and why."""

    line: int
    text: str
    why: Sentence
    column: int | None = None
    """From 0; None for a line without cells."""
    header: str = ""
    """The heading of a column that was not read."""
    whole: bool = True
    """A cell, or a line without cells; else a part of one of which the rest was read."""

    @property
    def place(self) -> Sentence:
        if self.column is None:
            return Sentence(gettext_noop("line %(line)s"), line=self.line)
        letters, rest = "", self.column + 1
        while rest:
            rest, letter = divmod(rest - 1, 26)
            letters = chr(65 + letter) + letters
        return Sentence(gettext_noop("cell %(cell)s"), cell=f"{letters}{self.line}")


class Known(NamedTuple):
    """The roster, as far as reading needs it: who is called so, whose a card is, which words are
    clubs.
    """

    spellings: frozenset[str] = frozenset()
    cards: Mapping[str, Collection[str]] = {}
    """The words of the holder's name, folded, by the card."""
    clubs: Collection[str] = frozenset()
    given_names: Collection[str] = frozenset()

    def calls(self, *name: str) -> bool:
        return not self.spellings.isdisjoint(spellings(*name)) if self.spellings else False

    def holds(self, card: str, name: str) -> bool:
        return not set(self.cards.get(card.casefold(), ())).isdisjoint(folded(name).split())


class Reading(NamedTuple):
    """People and left-overs of a sheet or a message: ``filled`` cells in are those read and those
    left over.
    """

    rows: tuple[RosterRow, ...]
    left_over: tuple[LeftOver, ...]
    filled: int
    notes: tuple[Sentence, ...] = ()
    headings: frozenset[int] = frozenset()
    """Lines that say which column is which."""

    def conservation(self) -> Sentence:
        """``of 48 filled cells 44 were read; 4 were not: …``."""
        cells = [part for part in self.left_over if part.whole]
        if not cells:
            text = gettext_noop("All %(filled)s filled cells were read.")
            return Sentence(text, filled=self.filled)
        text = gettext_noop(
            "Of %(filled)s filled cells %(read)s were read; %(left)s were not: %(which)s"
        )
        left = len(cells)
        return Sentence(
            text, filled=self.filled, read=self.filled - left, left=left, which=_gathered(cells)
        )

    def parts_left(self) -> list[Sentence]:
        """The texts beside names that are not kept, by why."""
        texts: dict[str, list[str]] = {}
        for part in self.left_over:
            if not part.whole:
                texts.setdefault(part.why.template, []).append(part.text)
        text = gettext_noop("%(why)s %(texts)s")
        return [
            Sentence(text, why=str(Sentence(why)), texts="; ".join(listed[:MOST_NAMED]))
            for why, listed in texts.items()
        ]


MOST_NAMED = 40


def _gathered(cells: Sequence[LeftOver]) -> str:
    """Cells of one column are named by it."""
    columns = Counter(cell.header for cell in cells if cell.header)
    named = [f"{column} ({count})" for column, count in columns.items()]
    named += [f"{cell.place}: {cell.text[:60]}" for cell in cells if not cell.header][:MOST_NAMED]
    more = len(cells) - columns.total() - MOST_NAMED
    return "; ".join(named) + (f"; … +{more}" if more > 0 else "")


def is_telephone(text: str) -> bool:
    """Seven digits, a plus or three groups."""
    digits = sum(map(str.isdigit, text))
    return (
        digits >= 7
        or (digits > 2 and "+" in text)
        or (digits > 4 and len(re.findall(r"\d+", text)) > 2)
    )


def no_name(text: str) -> bool:
    """A telephone number or an address in a name would be public with it."""
    return is_telephone(text) or "@" in text


HEADS = gettext_noop("It heads the list, or a part of it.")
SEVERAL = gettext_noop("There are several names on this line: “%(text)s”.")
NO_EMAIL = gettext_noop("“%(email)s” is no e-mail address: the player would be added without it.")
NO_NAME = gettext_noop("A telephone number or an address is no part of a name: “%(text)s”.")


def checked_row(row: RosterRow, *faults: Sentence) -> RosterRow:
    wrong = list(faults)
    fatal = not folded(row.surname) and not folded(row.given_name)
    if not folded(row.surname):
        row = row._replace(surname="")
        missing = gettext_noop("There is no surname: the name stands in its place.")
        wrong.append(Sentence(gettext_noop("There is no name on this line.") if fatal else missing))
    for column in ("card_number", "surname", "given_name", "club"):
        text, most = getattr(row, column), MOST_LENGTH[column]
        if len(text) > most:
            fatal = True
            long = gettext_noop("“%(text)s…” is too long: %(length)s characters, at most %(most)s.")
            wrong.append(Sentence(long, text=text[:30], length=len(text), most=most))
    if no_name(row.full_name):
        fatal = True
        wrong.append(Sentence(NO_NAME, text=row.full_name[:60]))
    try:
        EMAIL.clean(row.email)
    except ValidationError:
        wrong.append(Sentence(NO_EMAIL, email=row.email[:60]))
        row = row._replace(email="")
    return row._replace(faults=(*row.faults, *wrong), fatal=fatal)
