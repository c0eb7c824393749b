"""One row of a score sheet as it was written: what was counted, who declared, what was sold.

A row keeps what the table wrote, right or wrong; whether it can be true is for ``king.checks`` to say. So winds and
codes are text here, and what is missing is None.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from king.commands.reading import Node

LARGEST_COUNT = 10**9
"""The largest number read in a row; a larger one is no score but an attack on the printer."""


@dataclass(frozen=True, slots=True)
class Sale:
    """A declaration sold: by whom, to whom, for how many tricks; ``polarity`` is ``null`` for an offer of nulls."""

    seller: str | None
    buyer: str | None
    price: int | None
    polarity: str | None = None

    @classmethod
    def from_json(cls, source: Node | Mapping[str, object]) -> Sale:
        """Read ``{"seller": "N", "buyer": "E", "price": 4}``; raises ``InputError`` for a wrong type."""
        node = as_node(source, "sale")
        return cls(_text(node, "seller"), _text(node, "buyer"), _count(node.get("price")), _text(node, "polarity"))

    def as_json(self) -> dict[str, object]:
        """The form that ``from_json`` reads."""
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

    @classmethod
    def from_json(cls, source: Node | Mapping[str, object]) -> Row:
        """Read a row of the form of ``king score``; raises ``InputError`` naming the place of a wrong type."""
        node = as_node(source, "row")
        sale = node.get("sale")
        return cls(
            hand=node["hand"].integer(-LARGEST_COUNT, LARGEST_COUNT),
            contract=_text(node, "contract"),
            units=_units(node.get("units")),
            trump=_text(node, "trump"),
            sale=None if sale is None else Sale.from_json(sale),
            chooser=_text(node, "chooser"),
            partner=_text(node, "partner"),
            third=_flag(node, "third"),
            direction=_text(node, "direction"),
            unplayed=_flag(node, "unplayed"),
            blind=_flag(node, "blind"),
            blind_tricks=_count(node.get("blind_tricks")),
            start=_text(node, "start"),
        )

    def as_json(self) -> dict[str, object]:
        """The form that ``from_json`` reads, without the keys that say nothing."""
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


def _text(node: Node, key: str) -> str | None:
    value = node.get(key)
    return None if value is None else value.text()


def _flag(node: Node, key: str) -> bool:
    value = node.get(key)
    return value is not None and value.boolean()


def _count(node: Node | None) -> int | None:
    return None if node is None else node.integer(-LARGEST_COUNT, LARGEST_COUNT)


def _units(node: Node | None) -> dict[str, int]:
    """The counts by place; a place whose count is null is one where nothing was written."""
    counts = {} if node is None else {place: _count(value) for place, value in node.items() if value.value is not None}
    return {place: count for place, count in counts.items() if count is not None}
