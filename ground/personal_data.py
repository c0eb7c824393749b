"""Texts and JSON that name a person, a card number or an address. Each is declared once by the app
that stores it. Forgetting a person, and the answer to *what do you hold on me*, both use this list.

Columns that point to a player are declared with ``tournaments.player_columns.names_players``. A
test finds every text and JSON column that is neither declared nor named with the reason why not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple


class Named(NamedTuple):
    """A person of the roster: the row's key, every spelling of the name that this installation has
    had, the text that replaces it, the card's number, and the person's evenings.
    """

    player: int
    names: frozenset[str]
    number: str
    card: str
    evenings: frozenset[int]


class Wrote(Enum):
    """Origin of a text, which tells the words in it that may name a person."""

    PUBLISHED = "published"
    """Names as a published standing of an evening calls them."""
    SEASON = "season"
    """Names as a published standing of a season calls them."""
    LOG = "log"
    """Lines of the log: in some fields people wrote, in the others the program."""
    PEOPLE = "people"
    """Texts written by people, in which a surname alone may stand."""
    PROGRAM = "program"
    """Texts written by the program, with whole names."""


@dataclass(frozen=True)
class Texts:
    """Texts of one kind of row, and all texts within their JSON. Forgetting replaces the name in
    them by a number. ``columns`` are those of ``model`` (``app.Model``). ``kind`` is a plural word
    for such rows. ``evening`` is the path to their evening; empty if rows without an evening are
    included.
    """

    model: str
    columns: tuple[str, ...]
    kind: str
    evening: str
    wrote: Wrote

    @property
    def places(self) -> tuple[str, ...]:
        return tuple(f"{self.model}.{column}" for column in self.columns)

    @property
    def kinds(self) -> Mapping[str, str]:
        return {self.model: self.kind}


@dataclass(frozen=True)
class Reports:
    """Rows of an app that finds people in a way of its own.

    ``places``: ``app.Model.column``, with a path for JSON. ``kinds``: plural words for the rows of
    each model. ``forgotten``: the rows that change when a person is forgotten, with new values by
    column. ``disclosed``: the content of these rows about a person, as JSON, which is put under
    ``name`` in the person's file.
    """

    name: str
    places: tuple[str, ...]
    kinds: Mapping[str, str]
    forgotten: Callable[[Named], Iterable[tuple[Any, dict[str, Any]]]]
    disclosed: Callable[[Named], list[dict[str, Any]]]


@dataclass(frozen=True)
class Own:
    """Rows and columns that belong to the person or are derived from them. ``forget`` empties the
    columns, or deletes the rows with their files.
    """

    places: tuple[str, ...]
    forget: Callable[[Named], object]


NamesPeople = Texts | Reports | Own
_DECLARED: list[NamesPeople] = []


def declare(*names: NamesPeople) -> None:
    _DECLARED.extend(names)


def declarations() -> tuple[NamesPeople, ...]:
    return tuple(_DECLARED)


def texts(*wrote: Wrote) -> Iterator[Texts]:
    """Yield the texts that were declared with one of these origins."""
    for names in _DECLARED:
        if isinstance(names, Texts) and names.wrote in wrote:
            yield names


def reports() -> Iterator[Reports]:
    return (names for names in _DECLARED if isinstance(names, Reports))


def forget_own(person: Named) -> None:
    for names in _DECLARED:
        if isinstance(names, Own):
            names.forget(person)


def kinds() -> dict[str, str]:
    """Plural words for the rows of each model in which a name may stand."""
    all_kinds: dict[str, str] = {}
    for names in _DECLARED:
        if not isinstance(names, Own):
            all_kinds |= names.kinds
    return all_kinds
