"""Parts that a page draws from lists: links, tables of a standing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _, gettext_lazy

from tournaments.models import Tournament
from wording import columns
from wording.naming import Number

KEPT_SHUT = gettext_lazy(
    "The final standings are held back until the prize-giving: until then only organizers and "
    "arbiters may see closed sheets."
)


def hidden_reason(tournament: Tournament) -> str:
    """Sentence on why rows and cards are hidden; empty if no event holds them back."""
    if not tournament.held_for:
        return ""
    return _(
        "This evening is part of “%(event)s”: hands and cards are shown when the event has closed "
        "in all its halls."
    ) % {"event": tournament.held_for}


def why_kept_shut(tournament: Tournament) -> str:
    return hidden_reason(tournament) or str(KEPT_SHUT)


class Link(NamedTuple):
    text: str
    url: str


class Column(NamedTuple):
    """Column of a table. ``kind`` is also the CSS class of its cells."""

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

    @property
    def is_strong(self) -> bool:
        return "strong" in self.kind


class Table(NamedTuple):
    """A list of places. Each of ``lines`` has ``rank``, ``name`` and ``cells``, one a column; also
    ``wind``, ``url``, ``why``, ``decided``, ``note`` and ``hint`` for badges, links and
    explanations. ``corrected`` lists figures that differ from those published before. ``key`` is
    its anchor on the page.
    """

    label: str
    columns: Sequence[Column]
    lines: Sequence[Mapping[str, Any]]
    wind: str = ""
    title: str = ""
    kind: str = ""
    corrected: Sequence[str] = ()
    key: str = ""


# --- the columns of a standing, as ``wording.columns`` declares them


def heads_of(figure_columns: Iterable[columns.Column[Any]], place: columns.Place) -> list[Column]:
    return [
        Column(str(column.short or ""), kind_of(column, place), str(column.hint))
        for column in figure_columns
    ]


def kind_of(column: columns.Column[Any], place: columns.Place) -> str:
    """CSS classes of the column's cells."""
    shows = getattr(column.faces, place.face)
    of_text = column.kind in (columns.Kind.TEXT, columns.Kind.NAME)
    on_phones = shows.value if isinstance(shows, columns.Shown) else ""
    return " ".join(filter(None, ("" if of_text else "num", on_phones)))


_IN_WORDS = columns.Kind.MONEY, columns.Kind.PERCENT


def cells_of(
    shown_columns: Sequence[columns.Column[Any]],
    place: columns.Place,
    lines: Iterable[Any],
    ranked: Any,
) -> Iterator[list[Cell]]:
    """Yield the cells of each line. The column that counts is strong."""
    kinds = [
        kind_of(column, place) + " strong" * (column.key == ranked.main) for column in shown_columns
    ]
    for line in lines:
        yield [
            _cell(column.of(line, ranked), kind, column.kind)
            for column, kind in zip(shown_columns, kinds, strict=True)
        ]


def _cell(figure: columns.Figure, kind: str, content: columns.Kind) -> Cell:
    value, rested, dropped = figure
    hint = ""
    if rested or dropped:
        reasons = (_("sat out"), rested), (_("left out of the sum"), dropped)
        hint = ", ".join(words for words, is_so in reasons if is_so)
        kind += " left-out" * dropped
    if isinstance(value, str) or rested or content in _IN_WORDS:
        # The style sheet says what is left out.
        return Cell(kind=kind, words=figure._replace(dropped=False).words(content), hint=hint)
    return Cell(value, kind, hint=hint)
