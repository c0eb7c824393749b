"""Hands that are chosen at the table: the list to tick off beside the sheet, and the rules of choosing in words."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from king.contracts import Contract, Family
from king.rulesets import RuleSet, Settings
from king.rulesets.base import Chooser, Order, Scoring
from king.winds import Side, Wind
from printing.paper import Box, Pen
from printing.wording import contract_name, joined, number, wind_letter

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
        words = f"{contract_name(tick.contract)} {_worth(tick.contract, by_unit)}"
        if tick.apart:
            words += " · " + _("each one's cards")
        pen.text(Box(left + 1.5, line.y, line.right - left - 1.5, high), words, 7.5, grey=0.1)


def _worth(contract: Contract, by_unit: bool) -> str:
    if not by_unit or contract.units is None:
        return number(contract.total, signed=True)
    value = number(contract.value, signed=True)
    return value if contract.units == 1 else f"{contract.units} × {value}"


def column_letters(column: Column) -> str:
    """``N``; ``NS`` for a pair, by the letters of the active language."""
    winds = column.winds if isinstance(column, Side) else (column,)
    return "".join(wind_letter(wind) for wind in winds)


def choosing_rules(rules: RuleSet, settings: Settings) -> list[str]:
    """Who chooses which hand, how often and how; nothing where the order is fixed."""
    if rules.order is Order.FIXED:
        return []
    said = [_who_chooses(rules)]
    said += _quotas(rules, settings)
    if _some_are_free(rules):
        said.append(_("A deal that a pair or player needs for these cannot go to another hand."))
    if rules.last is not None:
        said.append(
            _("%(hand)s is not chosen: it closes the match.") % {"hand": contract_name(rules.contract(rules.last))}
        )
    if rules.third is not None and rules.third > 1:
        said.append(
            _("If the partner takes a hand that was not proposed and his pair loses it, it counts %(times)d times.")
            % {"times": rules.third}
        )
    if rules.trump_in_proposals:
        said += _proposed_declarations(rules)
    return said


def _some_are_free(rules: RuleSet) -> bool:
    """Whether some hands have to be played by each chooser and others by nobody in particular (R2, R4)."""
    bound = {code for quota in rules.quotas for code in quota.contracts}
    return bool(bound) and rules.scoring is not Scoring.SOLOIST and bool(rules.counts.keys() - bound - {rules.last})


def _proposed_declarations(rules: RuleSet) -> list[str]:
    """What may be said of a hand with trumps that is proposed, and when another one is a third option (R7)."""
    declarations = [code for code in rules.counts if rules.contract(code).trump and rules.counts[code] > 1]
    said = _(
        "%(hand)s: the trump is said in a proposal only where both hands are such; beside another hand it is said once "
        "the partner turns to it, who may still leave it. Another one may be the third option while two are left."
    )
    return [said % {"hand": contract_name(rules.contract(code))} for code in declarations]


def _who_chooses(rules: RuleSet) -> str:
    if rules.chooser is Chooser.SOLOIST:
        return _("The soloist, who sees his hand and the dummy's, chooses among those that he has not played.")
    if rules.chooser is Chooser.LEFT_OF_DEALER:
        return _(
            "The player on the dealer's left says positive or negative; his partner says which negative hand, or "
            "which trump."
        )
    if rules.order is Order.PROPOSED:
        return _(
            "The dealer proposes two hands that are left, one after the other; his partner takes one of them, or any "
            "other that is left."
        )
    return _("The dealer, having seen his cards, chooses among the hands that are left.")


def _quotas(rules: RuleSet, settings: Settings) -> list[str]:
    """How many of each kind one player, or pair, chooses in a match."""
    said = []
    for quota in rules.quotas:
        most = getattr(settings, quota.setting) if quota.setting else quota.most
        names = [contract_name(rules.contract(code)) for code in quota.contracts]
        if len(names) == 1 and rules.scoring is Scoring.SOLOIST and most == 1:
            continue
        fields = {"count": most, "hands": joined(names)}
        said.append(
            ngettext("%(hands)s: each pair %(count)d.", "%(hands)s: each pair %(count)d.", most) % fields
            if rules.by_side
            else ngettext("%(hands)s: each player %(count)d.", "%(hands)s: each player %(count)d.", most) % fields
        )
    if rules.scoring is Scoring.SOLOIST:
        said.insert(0, _("Every soloist plays each negative hand once."))
    return said
