"""What a score sheet has beside counts and points: the list of hands to tick, trump, sale, boxes, the sum it must make.

Whatever king counts in a row has its place on the paper: the desk types nothing that the table was not asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from king.cards import WINDS, Side, Wind
from king.rulesets.base import HandPlan, Order, RuleSet, Scoring
from king.rulesets.contracts import Contract, Family
from king.rulesets.settings import Settings
from printing.paper import Box, Pen
from wording.figures import number
from wording.naming import column_letters, contract_name, played_with, wind_letter
from wording.rules import bonus_words, sum_notes, to_tick, worth

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
            boxes = tuple(column for column in choosers for _box in range(most))
        if chooser is not None:
            boxes = tuple(box for box in boxes if box in (None, chooser))
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


def draw_notes(pen: Pen, box: Box, plan: HandPlan, rules: RuleSet | None, settings: Settings | None) -> None:
    """Room for the trump; grey where the hand has none; a box to tick for what changes its points."""
    contract = plan.contract
    shared = rules is not None and rules.scoring is Scoring.SHARED
    if contract is not None and not (contract.trump or contract.sale) and not shared:
        pen.frame(box, 0.3, fill=0.94, grey=0.3)
        words = ", ".join(filter(None, (played_with(plan), bonus_words(contract, rules, settings))))
        pen.text(box.inset(1 * mm, 0.5 * mm), words, 8, align="center", grey=0.15)
    if shared:
        _draw_partners(pen, box, plan)
    for place, words in enumerate(to_tick(plan, rules, settings)):
        tick = Box(box.x + 1 * mm, box.y + (1 + 4 * place) * mm, 2.6 * mm, 2.6 * mm)
        pen.frame(tick, 0.5)
        beside = Box(tick.right + 0.8 * mm, tick.y - 0.5 * mm, box.right - tick.right - 1 * mm, 3.6 * mm)
        pen.text(beside, words, 6.5, grey=0.3)


def _draw_partners(pen: Pen, box: Box, plan: HandPlan) -> None:
    """A box for each wind that may be the dealer's partner, so that nobody has to write which it was (R5)."""
    side, left = 3.4 * mm, box.x + 1 * mm
    for wind in WINDS:
        if wind == plan.dealer:
            continue
        tick = Box(left, box.y + 0.8 * mm, side, side)
        pen.frame(tick, 0.5)
        pen.text(tick.inset(0.3 * mm, 0.3 * mm), wind_letter(wind), 7, grey=0.3, align="center")
        left += side + 1 * mm
    pen.text(Box(left, box.y + 0.8 * mm, box.right - left - 0.5 * mm, side), _("partner"), 6.5, grey=0.3)


def draw_partners_apart(pen: Pen, cell: Box, side: Side) -> None:
    """In Domino each partner's cards are counted apart, so that the sheet says who closed (A25)."""
    middle = cell.x + cell.width / 2
    pen.line(middle, cell.y, middle, cell.top, 0.3, 0.3)
    for wind, half in zip(side.winds, cell.columns(cell.width / 2, cell.width / 2), strict=True):
        corner = Box(half.x + 0.7 * mm, half.top - 3.4 * mm, 4 * mm, 3 * mm)
        pen.text(corner, wind_letter(wind), 6.5, grey=0.3, upright="top")


def draw_sum(pen: Pen, box: Box, expected: Fraction, rules: RuleSet | None, settings: Settings | None) -> None:
    """What the sheet must make, and below it what may be added to that."""
    said = sum_notes(rules, settings) if rules is not None and settings is not None else []
    inner = box.inset(1 * mm, 0.5 * mm)
    upper, lower = inner.rows(inner.height * (0.6 if said else 1), inner.height * 0.4)
    pen.text(upper, _("must be %(total)s") % {"total": number(expected)}, 11, bold=True, align="center")
    pen.text(lower, "; ".join(said), 7, align="center", grey=0.2)
