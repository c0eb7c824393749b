"""Hands that are chosen at the table: the list to tick off beside the sheet."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from king.cards.winds import Side, Wind
from king.rulesets.base import Order, RuleSet
from king.rulesets.contracts import Contract, Family
from king.rulesets.settings import Settings
from printing.paper import Box, Pen
from wording.naming import column_letters, contract_name
from wording.rules import worth

Column = Wind | Side


@dataclass(frozen=True, slots=True)
class Tick:
    """A contract and its boxes; a box that belongs to one player or pair says whose it is, any other is empty.

    ``apart``: what is counted is written for each partner apart, though the sheet has a column for each pair.
    """

    contract: Contract
    boxes: tuple[Column | None, ...]
    apart: bool = False


def tick_list(rules: RuleSet, settings: Settings, chooser: Column | None = None) -> tuple[Tick, ...]:
    """What is to be chosen in a match, each as often as it may be; for one ``chooser`` alone, what is his.

    Empty where the order is fixed. A contract that closes the match by itself is not among them.
    """
    if rules.order is Order.FIXED:
        return ()
    choosers = tuple(dict.fromkeys(plan.chooser for plan in rules.schedule(settings) if plan.chooser is not None))
    ticks = []
    for code, times in rules.counts.items():
        if code == rules.last:
            continue
        most = next(
            (getattr(settings, quota.setting) if quota.setting else quota.most
             for quota in rules.quotas if quota.contracts == (code,)), None,
        )  # fmt: skip
        boxes: tuple[Column | None, ...] = (None,) * times
        if most is not None and most * len(choosers) == times:
            boxes = tuple(each for each in choosers for _box in range(most))
        if chooser is not None:
            boxes = tuple(each for each in boxes if each in (None, chooser))
        contract = rules.contract(code)
        ticks.append(Tick(contract, boxes, apart=rules.by_side and contract.family is Family.DOMINO))
    return tuple(ticks)


def draw_ticks(pen: Pen, box: Box, ticks: tuple[Tick, ...], rows: int = 4, *, by_unit: bool = False) -> None:
    """The list in columns of ``rows`` lines: boxes for a pencil, then the hand and what it makes in all.

    ``by_unit``: how many are counted and for how much, where no side makes the whole of it.
    """
    columns = -(-len(ticks) // rows)
    wide, high = box.width / max(columns, 1), box.height / rows
    for place, tick in enumerate(ticks):
        column, row = divmod(place, rows)
        line = Box(box.x + column * wide, box.top - (row + 1) * high, wide - 2, high)
        side = min(high * 0.72, 9.5)
        left = line.x
        for mark in tick.boxes:
            across = side * (1.45 if isinstance(mark, Side) else 1)
            cell = Box(left, line.y + (high - side) / 2, across, side)
            pen.frame(cell, 0.5)
            if mark is not None:
                pen.text(cell.inset(0.6, 0.6), column_letters(mark), 6, grey=0.2, align="center")
            left += across + 1.2
        words = f"{contract_name(tick.contract)} {worth(tick.contract, by_unit)}"
        if tick.apart:
            words += " · " + _("each one's cards")
        pen.text(Box(left + 1.5, line.y, line.right - left - 1.5, high), words, 7.5, grey=0.1)
