"""The hands of a partita as keys to press: what each contract counts, which fields it asks for, who may choose what.

The phone knows no rule of the game. How many units a hand has, what may be sold to whom, when a trump is asked for and
how a wrong count is said: all of it is read here from ``king``, once, when the page is opened.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from king.cards import RANKS, SUITS
from king.checks import most_for_sale
from king.choice import next_choice, voices
from king.contracts import Contract, Family
from king.problems import closers_problem, units_problem
from king.row import Row
from king.rulesets.base import Chooser, HandPlan, Order, RuleSet, Scoring
from king.rulesets.settings import Settings
from king.winds import SIDES, WINDS, Side, Wind
from printing import wording

NOT_PLAYED = {"key": "unplayed", "value": True}
DOWN = {"key": "direction", "value": "down"}
SOLD_FOR_NULLS = {"key": "sale.polarity", "value": "null"}


def counted_columns(rules: RuleSet, contract: Contract) -> tuple[Wind | Side, ...]:
    """Where units are written: sides where there are sides; in Domino winds, because who went out matters."""
    sided = rules.by_side or rules.scoring is Scoring.SOLOIST
    return SIDES if sided and contract.units is not None else WINDS


def counted_units(rules: RuleSet, contract: Contract | None, units: Mapping[str, Any]) -> dict[str, Any]:
    """Counts under the keys that write them: of two winds together where they came by wind and are counted by side.

    Rows of programs and of a whole night's file may be written so. What is no count stays as it is.
    """
    if contract is None or counted_columns(rules, contract) != SIDES:
        return dict(units)
    found: dict[str, Any] = {str(side): units[side] for side in SIDES if side in units}
    for side in SIDES:
        both = [units[wind] for wind in side.winds if wind in units]
        if both and str(side) not in found and all(isinstance(count, int) for count in both):
            found[str(side)] = sum(both)
    return found or dict(units)


def content_keyed(rules: RuleSet, content: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """What a row holds, with its counts under the keys that write them; None where nothing is entered."""
    if content is None or not isinstance(content.get("units"), Mapping):
        return None if content is None else dict(content)
    contract = rules.find_contract(str(content.get("contract") or ""))
    return {**content, "units": counted_units(rules, contract, content["units"])}


def contract_keys(rules: RuleSet, settings: Settings) -> dict[str, dict[str, Any]]:
    """Every contract of the system by its code: its name, what is counted for whom, its fields."""
    return {code: _contract(rules, settings, rules.contract(code)) for code in rules.counts}


def _contract(rules: RuleSet, settings: Settings, contract: Contract) -> dict[str, Any]:
    columns = counted_columns(rules, contract)
    most = rules.cards_each if contract.units is None else min(contract.units, rules.cards_each)
    return {
        "code": contract.code,
        "title": wording.contract_name(contract),
        "counted": wording.unit_name(contract.unit),
        "units": contract.units,
        "most": most,
        "times": rules.counts[contract.code],
        "columns": [str(column) for column in columns],
        "words": _count_words(get_language(), contract, most * len(columns)),
        "closers": _closers_words(settings, contract, len(columns)),
        "fields": _choice_fields(rules, settings, contract),
        "odd": _odd_fields(rules, settings, contract),
    }


@functools.lru_cache(maxsize=1024)
def _count_words(language: str, contract: Contract, most: int) -> Mapping[str, str]:
    """What to say for every count that is not the right one: some five hundred sentences a match, made once."""
    if contract.units is None:
        return {}
    words = {
        str(found): wording.phrase(units_problem(1, contract, found).phrase)
        for found in range(most + 1)
        if found != contract.units
    }
    return {**words, "more": wording.phrase(units_problem(1, contract, most + 1).phrase)}


def _closers_words(settings: Settings, contract: Contract, places: int) -> dict[str, str]:
    """What to say for every number of winds with no card left that cannot be: only where nothing else is counted."""
    if contract.units is not None:
        return {}
    found = {closers: closers_problem(1, contract, closers, settings.domino_winners) for closers in range(places + 1)}
    return {str(closers): wording.phrase(each.phrase) for closers, each in found.items() if each is not None}


def _choice_fields(rules: RuleSet, settings: Settings, contract: Contract) -> list[dict[str, Any]]:
    """The keys in the line above the winds: the trump, or the card that Domino begins with where one may be named."""
    fields: list[dict[str, Any]] = []
    if contract.trump:
        suits: list[dict[str, str]] = [
            {"value": str(suit), "label": wording.suit_name(suit), "suit": str(suit)} for suit in SUITS
        ]
        if settings.allow_no_trump:
            suits.append({"value": "NT", "label": _("no trump"), "sign": _("NT")})
        fields.append(
            {
                "key": "trump",
                "title": _("Trump"),
                "options": suits,
                "missing": _("The trump is missing"),
                "hidden_if": [NOT_PLAYED, DOWN, SOLD_FOR_NULLS],
            }
        )
    if rules.start_named and contract.family is Family.DOMINO:
        suits = [{"value": str(suit), "label": wording.suit_name(suit)} for suit in SUITS]
        ranks = [{"value": str(rank), "label": rank.label} for rank in RANKS]
        fields.append({"key": "start", "title": _("First card"), "suits": suits, "ranks": ranks})
    return fields


def _odd_fields(rules: RuleSet, settings: Settings, contract: Contract) -> dict[str, Any] | None:
    """What happens now and then, behind one key: a sale, a hand played down or not at all, a blind declaration."""
    odd: dict[str, Any] = {}
    if contract.sale:
        odd["prices"] = list(range(1, most_for_sale(contract, null=False) + 1))
        if contract.nulls is not None:
            odd["null_prices"] = list(range(1, most_for_sale(contract, null=True) + 1))
            if settings.buyer_may_turn:
                odd["turned"] = {"up": _("The buyer plays it up"), "down": _("The buyer plays it down")}
    flags: list[dict[str, Any]] = []
    if contract.nulls is not None:
        flags.append({**DOWN, "label": _("Played down: every trick costs"), "sign": "▼"})
    if contract.sale and rules.unplayed is not None:
        own, other = rules.unplayed
        booked = _("Not played: %(own)d for the owner, %(other)d for each other") % {"own": own, "other": other}
        flags.append({**NOT_PLAYED, "label": booked, "sign": f"{own}-{other}-{other}-{other}"})
    if contract.trump and settings.blind:
        label = _("Declared blind, before seeing the cards")
        flag = {"key": "blind", "value": True, "label": label, "sign": _("blind")}
        if rules.by_side and settings.blind_counts == "declarer":
            flag["label"] = _("Declared blind, before seeing the cards; the declarer himself took")
            flag["tricks"] = list(range((contract.units or 0) + 1))
        flags.append(flag)
    if flags:
        odd["flags"] = flags
    return odd or None


def hand_keys(rules: RuleSet, settings: Settings) -> list[dict[str, Any]]:
    """The hands of the sheet in order: contract where it is fixed, who deals, who chooses, who may buy."""
    return [_hand(rules, plan) for plan in rules.schedule(settings)]


def _hand(rules: RuleSet, plan: HandPlan) -> dict[str, Any]:
    seller = plan.dealer
    buyers = [wind for wind in WINDS if wind != seller]
    if rules.sale_within_pair and seller is not None:
        buyers = [seller.partner]
    return {
        "hand": plan.number,
        "contract": None if plan.contract is None else plan.contract.code,
        "deals": " · ".join(filter(None, (_deals(seller), wording.played_with(plan)))),
        "chooser": None if plan.chooser is None or plan.contract is not None else str(plan.chooser),
        "chooses": _who_chooses(plan),
        "voices": _who_speaks(rules, plan),
        "seller": None if seller is None else str(seller),
        "buyers": [str(wind) for wind in buyers],
        "partners": [str(wind) for wind in WINDS if wind != seller] if rules.scoring is Scoring.SHARED else [],
        "third": _asks_for_third(rules, plan),
    }


def _deals(dealer: Wind | None) -> str:
    return "" if dealer is None else _("%(wind)s deals") % {"wind": wording.wind_name(dealer)}


def _asks_for_third(rules: RuleSet, plan: HandPlan) -> bool:
    """Whether a third option is written down: where it can change the points (R7), not for the club's pairs (R2)."""
    return rules.third is not None and rules.third > 1 and plan.contract is None and rules.order is Order.PROPOSED


def _who_speaks(rules: RuleSet, plan: HandPlan) -> str:
    """Who says what at the table before the hand is known: one player alone, or one and then the partner."""
    speaker, decider = voices(rules, plan)
    if rules.scoring is Scoring.SHARED and plan.contract is None and speaker is not None:
        said = {"who": wording.wind_name(speaker)}
        return _("%(who)s chooses and names a card: whoever holds it is the partner") % said
    if plan.contract is not None or speaker is None or decider is None or speaker == decider:
        return _who_chooses(plan)
    said = {"speaker": wording.wind_name(speaker), "decider": wording.wind_name(decider)}
    if rules.chooser is Chooser.LEFT_OF_DEALER:
        return _("%(speaker)s says positive or negative, %(decider)s chooses") % said
    return _("%(speaker)s proposes two, %(decider)s chooses one of them or a third") % said


def _who_chooses(plan: HandPlan) -> str:
    if plan.contract is not None or plan.chooser is None:
        return ""
    return _("%(who)s chooses") % {"who": wording.column_name(plan.chooser)}


def choice_now(rules: RuleSet, settings: Settings, rows: list[Row]) -> dict[str, Any] | None:
    """What may be chosen for the next hand and why the rest may not; None in a fixed order or on a full sheet."""
    if rules.order is Order.FIXED:
        return None
    choice = next_choice(rules, rows, settings)
    if choice is None:
        return None
    options = {
        option.contract.code: {
            "left": option.own,
            "reason": None if option.reason is None else wording.phrase(option.reason),
        }
        for option in choice.options
    }
    return {"hand": choice.plan.number, "options": options}
