"""What differs between two rows of the same hand, cell by cell and in words: two versions, or two readings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from king.cards import DECK_52, SUITS
from king.row import Row, Sale
from king.winds import SIDES, WINDS, Wind
from king.words import Phrase, gettext_noop


@dataclass(frozen=True)
class Difference:
    """One cell that is not the same.

    ``place`` is a wind or a side where a count differs, else the row's own field (``trump``, ``sale``,
    ``contract`` …); ``before`` and ``after`` as a person writes them, None for an empty cell.
    """

    place: str
    before: Phrase | None
    after: Phrase | None
    phrase: Phrase


def row_differences(before: Row | None, after: Row | None) -> tuple[Difference, ...]:
    """Every cell that differs, counts first in the order of the winds; None is a row that is not there."""
    old, new = cells_of(before), cells_of(after)
    answer = []
    for place in _ordered(dict.fromkeys((*old, *new))):
        one, other = old.get(place), new.get(place)
        if one is None or other is None or str(one) != str(other):
            answer.append(Difference(place, one, other, _changed(place, one, other)))
    return tuple(answer)


def cells_of(row: Row | None) -> dict[str, Phrase]:
    """What stands in each cell of a row; cells with nothing in them are left out."""
    if row is None:
        return {}
    cells = {str(place): Phrase("{count}", {"count": count}) for place, count in row.units.items()}
    if row.contract is not None:
        cells["contract"] = Phrase("{code}", {"code": row.contract})
    if row.trump is not None:
        cells["trump"] = _trump(row.trump)
    if row.sale is not None:
        cells["sale"] = _sale(row.sale)
    for place in ("chooser", "partner"):
        who = getattr(row, place)
        if who is not None:
            cells[place] = Phrase("{who}", {"who": _place(who)})
    if row.direction is not None:
        direction = _DIRECTIONS.get(row.direction)
        cells["direction"] = Phrase("{word}", {"word": row.direction if direction is None else Phrase(direction)})
    if row.start is not None:
        card = next((card for card in DECK_52 if str(card) == row.start), row.start)
        cells["start"] = Phrase("{card}", {"card": card})
    for place in ("third", "unplayed", "blind"):
        if getattr(row, place):
            cells[place] = Phrase(YES)
    if row.blind_tricks is not None:
        cells["blind_tricks"] = Phrase("{count}", {"count": row.blind_tricks})
    return cells


def _ordered(places: Iterable[str]) -> Iterator[str]:
    found = list(places)
    yield from (place for place in _PLACES if place in found)
    yield from sorted(place for place in found if place not in _PLACES and place not in PLACE_NAMES)
    yield from (place for place in found if place in PLACE_NAMES)


def _trump(trump: str) -> Phrase:
    if trump == "NT":
        return Phrase(NO_TRUMP)
    suit = next((suit for suit in SUITS if suit == trump), None)
    return Phrase("{suit}", {"suit": trump if suit is None else suit.symbol})


def _sale(sale: Sale) -> Phrase:
    template = SOLD_FOR_NULLS if sale.polarity == "null" else SOLD
    return Phrase(template, {"seller": _place(sale.seller), "buyer": _place(sale.buyer), "price": _or_dash(sale.price)})


def _place(place: str | None) -> object:
    return Wind(place) if place in WINDS else _or_dash(place)


def _or_dash(value: object) -> object:
    return "–" if value is None else value


def _changed(place: str, before: Phrase | None, after: Phrase | None) -> Phrase:
    name = Phrase(PLACE_NAMES[place]) if place in PLACE_NAMES else _place(place)
    if before is None:
        return Phrase(WRITTEN, {"place": name, "after": after})
    if after is None:
        return Phrase(EMPTIED, {"place": name, "before": before})
    return Phrase(CHANGED, {"place": name, "before": before, "after": after})


_PLACES = [str(place) for place in (*WINDS, *SIDES)]
_DIRECTIONS = {"up": gettext_noop("up"), "down": gettext_noop("down")}
PLACE_NAMES = {
    "contract": gettext_noop("hand"),
    "trump": gettext_noop("trump"),
    "sale": gettext_noop("sale"),
    "chooser": gettext_noop("chosen by"),
    "partner": gettext_noop("partner"),
    "direction": gettext_noop("played"),
    "start": gettext_noop("first card"),
    "third": gettext_noop("third option"),
    "unplayed": gettext_noop("not played"),
    "blind": gettext_noop("declared blind"),
    "blind_tricks": gettext_noop("the declarer's own tricks"),
}
CHANGED = gettext_noop("{place}: {before} → {after}")
WRITTEN = gettext_noop("{place}: {after}")
EMPTIED = gettext_noop("{place}: {before} taken away")
SOLD = gettext_noop("{seller} to {buyer} for {price}")
SOLD_FOR_NULLS = gettext_noop("{seller} to {buyer} for {price} nulls")
NO_TRUMP = gettext_noop("no trump")
YES = gettext_noop("yes")
