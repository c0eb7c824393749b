"""Parts that a page draws from lists: links, tables of a standing."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _, gettext_lazy

from tournaments.models import Tournament
from wording.naming import Number

KEPT_SHUT = gettext_lazy(
    "The final standing is kept for the prize-giving: until then closed sheets are for organizers and arbiters alone."
)


def until_the_event_closes(tournament: Tournament) -> str:
    """Why rows and cards are not shown; empty where no event holds them."""
    if not tournament.held_for:
        return ""
    return _(
        "This evening is part of “%(event)s”: hands and cards are shown when the event has closed in all its halls."
    ) % {"event": tournament.held_for}


def why_kept_shut(tournament: Tournament) -> str:
    return until_the_event_closes(tournament) or str(KEPT_SHUT)


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
    more. ``corrected``: its figures that are not those posted before; ``key`` its address on the
    page.
    """

    label: str
    columns: Sequence[Column]
    lines: Sequence[Mapping[str, Any]]
    wind: str = ""
    title: str = ""
    kind: str = ""
    corrected: Sequence[str] = ()
    key: str = ""
