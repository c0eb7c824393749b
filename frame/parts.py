"""Parts that a page draws from lists: links, tables of a standing."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from wording.naming import Number


class Link(NamedTuple):
    text: str
    url: str


class Column(NamedTuple):
    """``kind`` is the class of its cells too."""

    title: str
    kind: str = "num"
    hint: str = ""


class Cell(NamedTuple):
    """A figure, or ``words``."""

    figure: Number | None = None
    kind: str = "num"
    words: str = ""
    url: str = ""
    hint: str = ""


class Table(NamedTuple):
    """A list of places: each of ``lines`` has ``rank``, ``name`` and ``cells``, one a column; also
    ``wind``, ``url``, ``why``, ``decided``, ``note`` and ``hint`` where the name says or leads to
    more. ``corrected``: its figures that are not those posted before.
    """

    label: str
    columns: Sequence[Column]
    lines: Sequence[Mapping[str, Any]]
    wind: str = ""
    title: str = ""
    kind: str = ""
    corrected: Sequence[str] = ()
