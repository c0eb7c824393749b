"""Places of sealed cards, seeds, keys and secrets, each declared once by the app that stores it.

Code that lets data out (a safety copy, the second place of copies) asks this one list, so a new
kind of sealed thing cannot be forgotten there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple


class Sealed(NamedTuple):
    """Rows of one kind that nobody may see yet.

    ``columns``: where they are stored, as ``app.Model.column``. ``rows``: those that are sealed
    now. ``check``: raises a refusal where the account may not open a row. ``evening``: the
    tournament whose log tells of an opening, or None for the installation's. ``title``: what the
    line calls it.
    """

    columns: tuple[str, ...]
    rows: Callable[[], Iterable[Any]]
    check: Callable[[Any, Any], None]
    evening: Callable[[Any], Any]
    title: Callable[[Any], str]


_DECLARED: list[Sealed] = []


def declare(sealed: Sealed) -> None:
    _DECLARED.append(sealed)


def declared() -> list[Sealed]:
    return list(_DECLARED)


def sealed_now() -> Iterator[tuple[Sealed, Any]]:
    """Yield each row that is sealed now, with its declaration."""
    for sealed in _DECLARED:
        for row in sealed.rows():
            yield sealed, row
