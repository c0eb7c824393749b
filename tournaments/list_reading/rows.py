"""Result of reading a list: people, doubts about each, and the cells that were not used."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.forms import EmailField
from django.utils.translation import gettext_noop

from king.words import card_key, folded
from tournaments.list_reading.answers import Says
from tournaments.models import Player
from tournaments.name_similarity import spellings
from wording.sentences import Sentence

MOST_LENGTH = {"card_number": 30, "surname": 80, "given_name": 80, "club": 80, "email": 254}
EMAIL = EmailField(required=False, max_length=MOST_LENGTH["email"])
PART = 100_000
"""Difference between the keys of two people of one line: the second person's key is the line plus
this, the third's is the line plus twice this."""


class RosterRow(NamedTuple):
    """A person as a line gives them. ``faults`` are problems of the line itself; if ``fatal``,
    nothing of the line is used.
    """

    line: int
    card_number: str
    surname: str
    given_name: str
    club: str
    email: str
    emails_agreed: bool | None = None
    """Whether the list says that the person agrees to e-mails; None if it says nothing."""
    faults: tuple[Sentence, ...] = ()
    fatal: bool = False
    part: int = 0
    """Number of the person, from 0, if a line has several."""
    says: Says | None = None
    """Answer, if it is no yes. The player is left out unless somebody says otherwise."""
    instead_of: str = ""
    """The player whose place this one takes, as it is written."""

    @property
    def key(self) -> int:
        return self.line + PART * self.part

    @property
    def full_name(self) -> str:
        return f"{self.surname} {self.given_name}".strip()

    @property
    def texts(self) -> tuple[str, ...]:
        return (self.card_number, self.surname, self.given_name, self.club, self.email)

    def doubted(self, *faults: Sentence) -> RosterRow:
        return self._replace(faults=(*self.faults, *faults))

    def kept_out(self, says: Says, reason: Sentence) -> RosterRow:
        return self.doubted(reason)._replace(says=says)

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
        return (*self[:7], [fault.as_json() for fault in self.faults], *self[8:11])

    @classmethod
    def from_json(cls, form: list[Any]) -> RosterRow:
        faults = tuple(map(Sentence.from_json, form[7]))
        says = Says(form[10]) if form[10] else None
        return cls(*form[:7])._replace(faults=faults, fatal=form[8], part=form[9], says=says)


class LeftOver(NamedTuple):
    """A cell, a line or a part of one that was not used: its place and the reason."""

    line: int
    text: str
    why: Sentence
    column: int | None = None
    """Number of the column from 0; None for a line without cells."""
    header: str = ""
    """The heading of a column that was not read."""
    whole: bool = True
    """Whether it is a whole cell, or a line without cells; if not, the rest of it was read."""

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
    """The roster as reading needs it: names, cards, and words that are clubs."""

    spellings: frozenset[str] = frozenset()
    cards: Mapping[str, Collection[str]] = {}
    """Words of the holder's name, folded, by card."""
    clubs: Collection[str] = frozenset()
    given_names: Collection[str] = frozenset()

    def calls(self, *name: str) -> bool:
        return not self.spellings.isdisjoint(spellings(*name)) if self.spellings else False

    def holds(self, card: str, name: str) -> bool:
        return not set(self.cards.get(card_key(card), ())).isdisjoint(folded(name).split())


class Reading(NamedTuple):
    """People and unused cells of a sheet or message. Every filled cell is counted in ``of_people``
    or ``of_headings``, or is left over.
    """

    rows: tuple[RosterRow, ...]
    left_over: tuple[LeftOver, ...]
    of_people: int
    """Number of cells, or of lines without cells, of which some part belongs to a person."""
    of_headings: int = 0
    """Number of cells that are headings of columns."""
    notes: tuple[Sentence, ...] = ()
    headings: frozenset[int] = frozenset()
    """Lines of the headings of columns."""

    @property
    def cells_left(self) -> list[LeftOver]:
        return [part for part in self.left_over if part.whole]

    @property
    def filled(self) -> int:
        return self.of_people + self.of_headings + len(self.cells_left)

    def balance(self) -> Sentence:
        """Sentence that accounts for every cell: ``48 cells = 44 read (people: 12) + 4 left over:
        …``.
        """
        cells = self.cells_left
        fields = {
            "filled": self.filled,
            "read": self.of_people + self.of_headings,
            "people": sum(not row.fatal for row in self.rows),
        }
        if not cells:
            text = gettext_noop(
                "%(filled)s cells = %(read)s read (people: %(people)s), none left over."
            )
            return Sentence(text, fields)
        text = gettext_noop(
            "%(filled)s cells = %(read)s read (people: %(people)s) + %(left)s left over: %(which)s"
        )
        return Sentence(text, fields, left=len(cells), which=_group_cells(cells))

    def cut(self) -> list[Sentence]:
        """Sentences on the texts that were cut off what was read, one for each reason."""
        texts: dict[str, list[str]] = {}
        for part in self.left_over:
            if not part.whole:
                texts.setdefault(part.why.template, []).append(part.text)
        text = gettext_noop("%(why)s %(texts)s")
        return [
            Sentence(
                text,
                why=str(Sentence(why)),
                texts=f"({len(listed)})" if why in _ON_EVERY_LINE else _unique_texts(listed),
            )
            for why, listed in texts.items()
        ]


def _unique_texts(texts: Sequence[str]) -> str:
    """List each text once, with its number if it occurs several times."""
    counted = Counter(texts)
    texts_once = [text if count == 1 else f"{text} ({count})" for text, count in counted.items()]
    more = len(texts_once) - MOST_NAMED
    return "; ".join(texts_once[:MOST_NAMED]) + (f"; … +{more}" if more > 0 else "")


_WORD = re.compile(r"[^\W_]+")


def unaccounted(text: str, texts: Iterable[str]) -> str:
    """Words of a text that are missing in ``texts``, as often as they are missing. Adjacent words
    are returned together, with the text between them.
    """
    have = Counter(folded(word) for part in texts for word in _WORD.findall(part))
    runs, is_open = list[tuple[int, int]](), False
    for word in _WORD.finditer(text):
        if have[folded(word[0])]:
            have[folded(word[0])] -= 1
            is_open = False
        else:
            runs.append((runs.pop()[0] if is_open else word.start(), word.end()))
            is_open = True
    return " ".join(text[start:end] for start, end in runs)


MOST_NAMED = 40


def _group_cells(cells: Sequence[LeftOver]) -> str:
    """List cells that were not used: by column with a count, or by place if they have no column."""
    columns = Counter(cell.header for cell in cells if cell.header)
    groups = [f"{column} ({count})" for column, count in columns.items()]
    groups += [f"{cell.place}: {cell.text[:60]}" for cell in cells if not cell.header][:MOST_NAMED]
    more = len(cells) - columns.total() - MOST_NAMED
    return "; ".join(groups) + (f"; … +{more}" if more > 0 else "")


DASHES = r"\-\u00ad\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d"
"""All dashes, for a character class of a pattern. A card is the same whichever of them is typed in
it (``king.words.card_key``)."""

NAMES_A_TELEPHONE = (
    r"(?:\b(?:telefon[oe]?|telephone|t[eé]l[eé]phone|telem[oó]vel|cellulare|tel|cell?|mob(?:ile)?|phone|handy|tlf|tfno"
    r"|portable|port|whatsapp|wa|num(?:ero)?)\b\.?\s*(?:n\.|n°|:)?\s*)"
)
_LABEL = re.compile(NAMES_A_TELEPHONE, re.IGNORECASE)
_FRACTION = re.compile(r"0?[.,]\d+")
"""A time, or a share, as a workbook stores it."""


def is_telephone(text: str) -> bool:
    """Whether the text is a telephone number and nothing else, apart from a label like ``tel.``"""
    bare = _LABEL.sub("", text)
    if _FRACTION.fullmatch(bare.strip()):
        return False
    return _holds_telephone(bare) and not re.search(r"[^\d\s()+./,\\-]", bare)


def _holds_telephone(text: str) -> bool:
    """Whether the text has enough digits for a telephone number: seven, three with a plus, or five
    in three groups.
    """
    digits = sum(map(str.isdigit, text))
    return (
        digits >= 7
        or (digits > 2 and "+" in text)
        or (digits > 4 and len(re.findall(r"\d+", text)) > 2)
    )


def no_name(text: str) -> bool:
    """Whether the text has a telephone number or an e-mail address, which must not become part of a
    name, because names are public.
    """
    return _holds_telephone(text) or "@" in text


PLACE = gettext_noop("Its place in the list.")
STAMP = gettext_noop("It says when the message was sent, and by whom.")
IS_ANSWER = gettext_noop("The answer of the player.")
_ON_EVERY_LINE = frozenset((PLACE, STAMP, IS_ANSWER))
"""Reasons for which a part is cut off every line of a list; a count is enough to report."""
HEADS = gettext_noop("It is the heading of the list, or of a part of it.")
SEVERAL = gettext_noop("There are several names on this line: “%(text)s”.")
NO_EMAIL = gettext_noop(
    "“%(email)s” is not an e-mail address: the player would be added without it."
)
NO_NAME = gettext_noop("A telephone number or an address is not part of a name: “%(text)s”.")


def checked_row(row: RosterRow, *faults: Sentence) -> RosterRow:
    wrong = list(faults)
    fatal = not folded(row.surname) and not folded(row.given_name)
    if not folded(row.surname):
        row = row._replace(surname="")
        missing = gettext_noop("There is no surname: the name is in its place.")
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
