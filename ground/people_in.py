"""Texts and JSON that name a person, each declared once by the app that stores it.

Columns that point to a player are declared with ``tournaments.player_columns.names_players``; this
list is for names that stand in a text: forgetting a person and *what do you hold on me* ask it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple


class Named(NamedTuple):
    """A person of the roster: every spelling of the name that this installation has had, what
    stands in its place, the number of the membership card, and the evenings that they were in.
    """

    names: frozenset[str]
    number: str
    card: str
    evenings: frozenset[int]


class NamesPeople(NamedTuple):
    """Rows of one kind that name people.

    ``columns``: as ``app.Model.column``. ``forgotten``: the rows that change where a person is
    forgotten, each with its columns and what they become. ``told``: what they say of a person, as
    JSON.
    """

    columns: tuple[str, ...]
    forgotten: Callable[[Named], Iterable[tuple[Any, dict[str, Any]]]]
    told: Callable[[Named], list[dict[str, Any]]]


_DECLARED: dict[str, NamesPeople] = {}


def declare(name: str, names: NamesPeople) -> None:
    """``name``: the key under which ``told`` stands in a person's file."""
    _DECLARED[name] = names


def declared() -> dict[str, NamesPeople]:
    return dict(_DECLARED)
