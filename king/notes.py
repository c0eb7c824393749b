"""What a row says that is right and yet worth a second look: a buyer who cannot pay, and what the settlement does.

A note is no problem: it never keeps a sheet open (§2.3, A9, A33).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from king.contracts import Contract, Nulls
from king.row import Row
from king.rulesets.base import RuleSet
from king.rulesets.settings import Settings
from king.scoring import (
    ZERO,
    Column,
    Hand,
    column_units,
    is_down,
    is_turned,
    place_row,
    sale_columns,
    settle_down,
    slam_taker,
)  # fmt: skip
from king.settlement import settle_tricks
from king.words import Phrase, gettext_noop


@dataclass(frozen=True)
class Note:
    """One thing to know about a row; ``wind`` is the column that it concerns."""

    code: str
    hand: int
    wind: str | None
    phrase: Phrase


def notes_of(ruleset: RuleSet, row: Row, settings: Settings | None = None) -> tuple[Note, ...]:
    """The notes of one row: ``buyer_short`` (and which settlement follows), ``slam``."""
    settings = settings or ruleset.defaults
    hand = place_row(ruleset, row, settings)
    if hand.contract is None or row.unplayed:
        return ()
    return tuple(_notes(ruleset, hand, hand.contract, settings))


def _notes(ruleset: RuleSet, hand: Hand, contract: Contract, settings: Settings) -> Iterator[Note]:
    units = column_units(ruleset, hand.row)
    taker = slam_taker(contract, units, settings)
    if taker is not None:
        yield Note("slam", hand.row.hand, str(taker), Phrase(SLAM, {"who": taker, "contract": contract.title}))
    sold = sale_columns(ruleset, hand.row.sale, contract)
    if sold is None:
        return
    seller, buyer, _price = sold
    if contract.nulls is not None and is_down(hand.row, contract):
        phrase = _short_of_points(hand.row, contract, contract.nulls, units, sold, settings)
    else:
        phrase = _short_of_tricks(units[seller], units[buyer], sold, settings)
    if phrase is not None:
        yield Note("buyer_short", hand.row.hand, str(buyer), phrase)


def _short_of_tricks(seller: int, buyer: int, sold: tuple[Column, Column, int], settings: Settings) -> Phrase | None:
    price = sold[2]
    if buyer >= price:
        return None
    gets, keeps = settle_tricks(settings.sale_settlement, seller, buyer, price)
    fields = {
        "seller": sold[0], "buyer": sold[1], "price": price, "taken": buyer, "missing": price - buyer,
        "left": keeps, "gets": gets,
    }  # fmt: skip
    return Phrase(_SHORT[settings.sale_settlement], fields)


def _short_of_points(
    row: Row,
    contract: Contract,
    nulls: Nulls,
    units: Mapping[Column, int],
    sold: tuple[Column, Column, int],
    settings: Settings,
) -> Phrase | None:
    """Nulls are paid in points, or in the seller's tricks: who cannot pay them all pays less, or goes below zero."""
    price = sold[2] * (contract.value if is_turned(row) else -nulls.value)
    before = nulls.bonus + nulls.value * units[sold[1]]
    gets, left = settle_down(row, contract, nulls, units[sold[0]], units[sold[1]], sold[2], settings)
    paid: Fraction = before - left
    if paid == price and (left >= ZERO or before < ZERO):
        return None
    fields = {"buyer": sold[1], "seller": sold[0], "price": price, "paid": paid, "left": left, "gets": gets}
    return Phrase(SHORT_OF_POINTS, fields)


_SHORT = {
    "full": gettext_noop(
        "{buyer} took {taken} and owes {price}: he pays in full and ends with {left}, {seller} with {gets}"
    ),
    "double": gettext_noop(
        "{buyer} took {taken} and owes {price}: he gives them and two for each of the {missing} missing, "
        "and ends with {left}, {seller} with {gets}"
    ),
    "capped": gettext_noop(
        "{buyer} took {taken} and owes {price}: he gives what he has and the rest is forgiven; "
        "{seller} ends with {gets}"
    ),
}
SHORT_OF_POINTS = gettext_noop("{buyer} owes {price} points and pays {paid}: he ends with {left}, {seller} with {gets}")
SLAM = gettext_noop("{contract}: {who} took everything, which counts as a slam")
