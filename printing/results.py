"""How a table's result on a board is written: its points, its mark, the trump and the sale behind it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from king.cards import Suit
from king.comparison import Field, Mark, TableResult
from king.row import Row
from king.scoring import Column
from king.winds import SIDES, WINDS
from printing.wording import card_written, column_name, in_words

SIGNS: Mapping[Mark, str] = {
    Mark.PLAYED: "", Mark.RULED: "r", Mark.AVERAGED: "m", Mark.ASSIGNED: "a", Mark.ANNULLED: "×", Mark.UNSOUND: "?",
}  # fmt: skip
"""What stands behind the points of a result that is not simply as it was played."""

MEANINGS: Mapping[Mark, str | Promise] = {
    Mark.RULED: gettext_lazy("the arbiter ruled on this hand"),
    Mark.AVERAGED: gettext_lazy("fouled board: the mean of the other tables"),
    Mark.ASSIGNED: gettext_lazy("fouled board: points given by the arbiter"),
    Mark.ANNULLED: gettext_lazy("fouled board: the row counts nothing"),
    Mark.UNSOUND: gettext_lazy("the row does not add up"),
}


def mark_words(mark: Mark) -> str:
    """The mark in words; nothing for a result as it was played."""
    return str(MEANINGS.get(mark, ""))


def legend(fields: Iterable[Field]) -> str:
    """What the signs used in these fields mean; nothing where there are none."""
    used = {result.mark for field in fields for result in field.results}
    return " · ".join(f"{SIGNS[mark]} {mark_words(mark)}" for mark in MEANINGS if mark in used)


def is_compared(field: Field) -> bool:
    """Whether there is something to compare: a result alone is neither good nor bad."""
    return any(figures.count > 1 for figures in field.figures.values())


def is_best(field: Field, result: TableResult, column: Column) -> bool:
    """Whether nobody did better on these cards, and somebody did worse."""
    figures = field.figures.get(column)
    return result.compares and figures is not None and figures.spread > 0 and result.points[column] == figures.best


def declaration(result: TableResult) -> str:
    """``spades; North to East for 4; played down``: what was declared at the table, as far as the row says it."""
    return "; ".join(filter(None, (trump_words(result.row), without_trump(result))))


def without_trump(result: TableResult) -> str:
    """The same without the trump, for a place where its suit is drawn."""
    said = []
    sale = result.row.sale
    if sale is not None:
        fields = {"seller": _who(sale.seller), "buyer": _who(sale.buyer), "price": in_words(sale.price)}
        said.append(_("%(seller)s to %(buyer)s for %(price)s") % fields)
    return "; ".join([*said, *rarer_marks(result.row)])


def trump_words(row: Row) -> str:
    """The trump in words; nothing where none was named."""
    trump = row.trump or ""
    if trump == "NT":
        return _("no trump")
    return in_words(Suit(trump)) if trump in list(Suit) else trump[:12]


def rarer_marks(row: Row) -> list[str]:
    """What few hands have: a secret partner, a third option, a hand that was not played, blind, or played down."""
    said = [_("partner %(wind)s") % {"wind": _who(row.partner)}] if row.partner else []
    if row.start:
        said.append(_("first card %(card)s") % {"card": card_written(row.start)})
    marks = (
        (row.third, _("third option")), (row.unplayed, _("not played")), (row.blind, _("blind")),
        (row.direction == "down", _("played down")),
    )  # fmt: skip
    return said + [word for given, word in marks if given]


def _who(place: str | None) -> str:
    if place is None:
        return in_words(None)
    return column_name(place) if place in [*WINDS, *SIDES] else place[:12]
