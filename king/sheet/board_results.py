"""Hands of a sheet as results of their own, for comparing board by board (§6)."""

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction

from king.rulesets.base import Order, RuleSet
from king.sheet.comparison import PlayedSheet, compares
from king.sheet.full_sheet import ScoredSheet, score
from king.sheet.points import ZERO, Column
from king.sheet.rulings import Ruling
from king.standing.round_results import BoardResult

BoardsOfHand = Mapping[Column, BoardResult]


def boards_by_hand(
    sheet: PlayedSheet, averaged: Collection[int] = ()
) -> Iterator[tuple[int, BoardsOfHand]]:
    """Yield the number of each hand with the results of its columns.

    A penalty beside the sheet is taken from the hand that it names, or from the first hand. A
    fouled hand in ``averaged`` is worth the mean of its field. A fouled hand with the arbiter's own
    points is compared with the field without being part of it, as is a row that does not add up. An
    annulled hand is left out.
    """
    scored = sheet.scored
    beside = penalties_by_hand(scored, sheet.rulings)
    fouled = {ruling.hand for ruling in sheet.rulings if ruling.kind.replaces_row}
    for row in scored.rows:
        if row.hand in fouled and row.hand not in averaged and not any(row.points.values()):
            continue
        label = label_of(scored.ruleset, row.hand, row.contract.code if row.contract else None)
        apart = not compares(sheet, row)
        charges = beside.get(row.hand, {})
        boards = {}
        for column, points in row.points.items():
            worth = points + charges[column] if charges.get(column) else points
            is_mean = row.hand in averaged and worth is points
            boards[column] = BoardResult(label, None if is_mean else worth, None, apart)
        yield row.hand, boards


def label_of(ruleset: RuleSet, hand: int, contract: str | None) -> str:
    """Label of the board that a hand is compared on. If hands are chosen, it has the contract too:
    only those who played the same contract are compared.
    """
    if ruleset.order is Order.FIXED or contract is None:
        return str(hand)
    return f"{hand} {contract}"


def penalties_by_hand(
    scored: ScoredSheet, rulings: Collection[Ruling]
) -> dict[int, dict[Column, Fraction]]:
    """Points that rulings add or take beside the rows, by hand and column. Hands without any are
    left out.
    """
    hands = sorted({ruling.hand or 1 for ruling in rulings})
    rows = [row.row for row in scored.rows]
    before = dict.fromkeys(scored.ruleset.columns, ZERO)
    by_hand = {}
    for hand in hands:
        # A limit for the whole partita goes through the hands in order.
        so_far = [ruling for ruling in rulings if (ruling.hand or 1) <= hand]
        charged = score(scored.ruleset, rows, so_far, scored.settings).adjustments
        charges = {column: points - before[column] for column, points in charged.items()}
        if any(charges.values()):
            by_hand[hand] = charges
        before = dict(charged)
    return by_hand
