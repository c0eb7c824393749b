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
    """A kind of rows that nobody may see yet.

    ``places``: where they are stored, ``app.Model.column``, with a path for JSON. ``rows``: the
    rows that are sealed now. ``check``: raises a refusal if the account may not open a row.
    ``evening``: the tournament whose log notes an opening, or None for the installation's log.
    ``title``: what that line calls the row.
    """

    places: tuple[str, ...]
    rows: Callable[[], Iterable[Any]]
    check: Callable[[Any, Any], None]
    evening: Callable[[Any], Any]
    title: Callable[[Any], str]


@dataclass(frozen=True)
class Key:
    """Columns that give access to anybody who has them, as long as they exist. The archive of an
    evening never contains them.

    ``opens`` describes in words the thing that they open. ``in_copies``: whether a backup contains
    them; if not, the rows are removed from it.
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
    """Models whose rows are left out of backups."""
    return {model for key in _KEYS if not key.in_copies for model in key.models}


def sealed_now() -> Iterator[tuple[Sealed, Any]]:
    """Yield each row that is sealed now, with its declaration."""
    for sealed in _SEALED:
        for row in sealed.rows():
            yield sealed, row
