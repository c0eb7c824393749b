"""Places of sealed cards, seeds, keys and secrets, each declared once by the app that stores it.

Code that lets data out (a safety copy, the second place of copies, the archive of an evening) asks
this one list, so a new kind of secret cannot be forgotten there. A test finds every text and JSON
column that is neither declared nor named with the reason why not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Sealed:
    """Rows of one kind that nobody may see yet.

    ``places``: where they are stored, as ``app.Model.column``, with a path where the column is
    JSON. ``rows``: those that are sealed now. ``check``: raises a refusal where the account may not
    open a row. ``evening``: the tournament whose log tells of an opening, or None for the
    installation's. ``title``: what the line calls it.
    """

    places: tuple[str, ...]
    rows: Callable[[], Iterable[Any]]
    check: Callable[[Any, Any], None]
    evening: Callable[[Any], Any]
    title: Callable[[Any], str]


@dataclass(frozen=True)
class Key:
    """Columns that open something for whoever has them, for as long as they are there; the archive
    of an evening never holds them.

    ``opens``: what they open, in words. ``in_copies``: whether a safety copy holds them, which is
    brought back as a whole; the rows of others are taken out of it.
    """

    places: tuple[str, ...]
    opens: str
    in_copies: bool

    @property
    def models(self) -> set[str]:
        return {place.rpartition(".")[0] for place in self.places}


_SEALED: list[Sealed] = []
_KEYS: list[Key] = []


def declare(*secrets: Sealed | Key) -> None:
    for secret in secrets:
        if isinstance(secret, Sealed):
            _SEALED.append(secret)
        else:
            _KEYS.append(secret)


def sealed_places() -> set[str]:
    return {place for sealed in _SEALED for place in sealed.places}


def key_places() -> set[str]:
    return {place for key in _KEYS for place in key.places}


def models_of_no_copy() -> set[str]:
    """Models whose rows no safety copy holds."""
    return {model for key in _KEYS if not key.in_copies for model in key.models}


def sealed_now() -> Iterator[tuple[Sealed, Any]]:
    """Yield each row that is sealed now, with its declaration."""
    for sealed in _SEALED:
        for row in sealed.rows():
            yield sealed, row
