"""One row of a score sheet as it was written, and what differs between two rows of the same hand.

A row keeps what the table wrote, right or wrong; whether it can be true is for ``king.sheet.checks`` to say. So winds
and codes are text here, and what is missing is None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from king.cards import DECK_52, SIDES, SUITS, WINDS, Wind
from king.reading import Node
from king.words import Phrase, gettext_noop

LARGEST_COUNT = 10**9
"""The largest number read in a row; a larger one is no score but an attack on the printer."""


@dataclass(frozen=True, slots=True)
class Sale:
    """A declaration sold: by whom, to whom, for how many tricks; ``polarity`` is ``null`` for an offer of nulls."""

    seller: str | None = None
    buyer: str | None = None
    price: int | None = None
    polarity: str | None = None

    @classmethod
    def from_json(cls, source: Node | Mapping[str, object]) -> Sale:
        """Read ``{"seller": "N", "buyer": "E", "price": 4}``; raises ``InputError`` for a wrong type."""
        return cls(**_read(as_node(source, "sale"), _SALE))

    def as_json(self) -> dict[str, object]:
        answer: dict[str, object] = {"seller": self.seller, "buyer": self.buyer, "price": self.price}
        return answer if self.polarity is None else answer | {"polarity": self.polarity}


@dataclass(frozen=True, slots=True)
class Row:
    """One row as written.

    ``hand`` is the row's number on the sheet; ``units`` what was counted, by wind or by side (Domino: cards left);
    ``trump`` S H D C or NT; ``chooser`` whose choice the hand was, where hands are chosen; ``partner`` the dealer's
    secret partner; ``third`` a third option; ``direction`` up or down; ``unplayed`` a failed auction booked;
    ``blind`` a declaration made before seeing the cards, and ``blind_tricks`` what its declarer took himself where
    only the two sides are written; ``start`` the card, as ``D7``, that its chooser lets a Domino
    begin with.
    """

    hand: int
    contract: str | None = None
    units: Mapping[str, int] = field(default_factory=dict)
    trump: str | None = None
    sale: Sale | None = None
    chooser: str | None = None
    partner: str | None = None
    third: bool = False
    direction: str | None = None
    unplayed: bool = False
    blind: bool = False
    blind_tricks: int | None = None
    start: str | None = None

    def __hash__(self) -> int:
        return hash((self.hand, self.contract, self.trump, frozenset(self.units.items())))

    @classmethod
    def from_json(cls, source: Node | Mapping[str, object]) -> Row:
        """Read a row of the form of ``king score``; raises ``InputError`` naming the place of a wrong type."""
        node = as_node(source, "row")
        return cls(node["hand"].integer(-LARGEST_COUNT, LARGEST_COUNT), **_read(node, _ROW))

    def as_json(self) -> dict[str, object]:
        answer: dict[str, object] = {"hand": self.hand}
        if self.contract is not None:
            answer["contract"] = self.contract
        if self.units:
            answer["units"] = {str(place): count for place, count in self.units.items()}
        if self.sale is not None:
            answer["sale"] = self.sale.as_json()
        for key in ("trump", "chooser", "partner", "direction", "start"):
            value = getattr(self, key)
            if value is not None:
                answer[key] = str(value)
        for key in ("third", "unplayed", "blind"):
            if getattr(self, key):
                answer[key] = True
        if self.blind_tricks is not None:
            answer["blind_tricks"] = self.blind_tricks
        return answer


def as_node(source: Node | Mapping[str, object], name: str) -> Node:
    """The mapping as a node that names itself in errors; a node as it is."""
    return source if isinstance(source, Node) else Node(dict(source), name, "")


def _count(node: Node) -> int:
    return node.integer(-LARGEST_COUNT, LARGEST_COUNT)


def _units(node: Node) -> dict[str, int]:
    """The counts by place; a place whose count is null is one where nothing was written."""
    return {place: _count(value) for place, value in node.items() if value.value is not None}


_SALE: Mapping[str, Callable[[Node], Any]] = {
    **dict.fromkeys(("seller", "buyer", "polarity"), Node.text), "price": _count,
}  # fmt: skip
_ROW: Mapping[str, Callable[[Node], Any]] = {
    **dict.fromkeys(("contract", "trump", "chooser", "partner", "direction", "start"), Node.text),
    **dict.fromkeys(("third", "unplayed", "blind"), Node.boolean),
    "units": _units, "sale": Sale.from_json, "blind_tricks": _count,
}  # fmt: skip
"""How each key of the form is read. Keys that are not here are somebody else's."""


def _read(node: Node, readers: Mapping[str, Callable[[Node], Any]]) -> dict[str, Any]:
    return {key: readers[key](value) for key, value in node.items() if key in readers and value.value is not None}


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
