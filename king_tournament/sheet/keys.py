"""Hands of a partita as keys to press. The phone knows no rule of the game: what may be counted,
sold and chosen, and the sentences on wrong counts, are computed by ``king`` once, when the page is
opened.
"""

import functools
from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language, gettext as _, pgettext

from king.cards import RANKS, SUITS, WINDS
from king.rulesets.base import Chooser, HandPlan, Order, RuleSet, Scoring, leader_of
from king.rulesets.contracts import Contract, Family
from king.rulesets.settings import Settings
from king.sheet.checks import check_row, most_for_sale
from king.sheet.choice import is_proposed, next_choice, voices
from king.sheet.points import counted_units
from king.sheet.row import Row, closers_problem, units_problem
from king.sheet.sale import may_buy
from wording import naming
from wording.naming import (
    column_name,
    contract_name,
    merged_name,
    names_trump,
    played_with,
    suit_name,
    term,
    term_heading,
    unit_name,
    wind_name,
)
from wording.sentences import contract_gloss, say

Shown = dict[str, Any]
"""What a page or its script is shown."""

NOT_PLAYED = {"key": "unplayed", "value": True}
DOWN = {"key": "direction", "value": "down"}
SOLD_FOR_NULLS = {"key": "sale.polarity", "value": "null"}


def content_keyed(rules: RuleSet, content: Mapping[str, Any] | None) -> Shown | None:
    """Content of a row with its counts under the keys of the telephone."""
    if content is None or not isinstance(content.get("units"), Mapping):
        return None if content is None else dict(content)
    return {**content, "units": counted_units(rules, content)}


def contract_keys(rules: RuleSet, settings: Settings, *, boards: bool = False) -> dict[str, Shown]:
    """Facts of each contract for the page's script, by code. ``boards``: the cards are stored, so
    that a named card determines the partner (R5).
    """
    return {code: _contract(rules, settings, rules.contract(code), boards) for code in rules.counts}


def _contract(rules: RuleSet, settings: Settings, contract: Contract, boards: bool) -> Shown:
    columns = rules.counted_columns(contract)
    most = rules.cards_each
    if contract.units is not None:
        most = contract.unit.most(contract.units, most)
    return {
        "code": contract.code,
        "title": contract_name(contract),
        "gloss": contract_gloss(contract),
        "counted": unit_name(contract.unit),
        "beside": _unless_in_name(contract, unit_name(contract.unit)),
        "units": contract.units,
        "most": most,
        "times": rules.counts[contract.code],
        "columns": [str(column) for column in columns],
        "trump": contract.trump,
        "wins": settings.king_tricks if contract.trump else 0,
        "words": _count_words(get_language(), contract, most * len(columns)),
        "one_each": _one_each(rules, settings, contract),
        "closers": _closers_words(settings, contract, len(columns)),
        "fields": _choice_fields(rules, settings, contract, boards),
        "odd": _odd_fields(rules, settings, contract),
    }


def _unless_in_name(contract: Contract, words: str) -> str:
    """Return what is counted, or "" if the hand's name has each word of it: “plis” in “Sans plis”,
    “rois et valets” in “Sans rois ni valets”. Words of two letters join, and are not looked for; a
    plural has its singular.
    """
    name_words = contract_name(contract).casefold().split()
    longer = [word for word in words.casefold().split() if len(word) > len("et")]
    is_there = all(any(name.startswith(word) for name in name_words) for word in longer)
    return "" if longer and is_there else words


@functools.lru_cache(maxsize=1024)
def _count_words(language: str, contract: Contract, most: int) -> Mapping[str, str]:
    """Sentence for each wrong count: some five hundred a match, cached."""
    if contract.units is None:
        return {}
    words = {
        str(count): say(units_problem(1, contract, count).phrase)
        for count in range(most + 1)
        if count != contract.units
    }
    return {**words, "more": say(units_problem(1, contract, most + 1).phrase)}


def _one_each(rules: RuleSet, settings: Settings, contract: Contract) -> str:
    """Sentence for the case that everybody has taken one, if such a hand is played again (O16)."""
    if contract.units is None:
        return ""
    row = Row(1, contract.code, dict.fromkeys(map(str, rules.winds), 1))
    problems = check_row(rules, row, settings) if contract.units == len(rules.winds) else ()
    return next((say(one.phrase) for one in problems if one.code == "queens_one_each"), "")


def _closers_words(settings: Settings, contract: Contract, places: int) -> dict[str, str]:
    """Sentence for each impossible number of winds without cards. Only for contracts that count
    nothing else.
    """
    if contract.units is not None:
        return {}
    problems = {
        closers: closers_problem(1, contract, closers, settings.domino_winners)
        for closers in range(places + 1)
    }
    return {
        str(closers): say(problem.phrase)
        for closers, problem in problems.items()
        if problem is not None
    }


def _choice_fields(
    rules: RuleSet, settings: Settings, contract: Contract, boards: bool
) -> list[Shown]:
    fields: list[Shown] = []
    if contract.trump:
        suits: list[dict[str, str]] = [
            {"value": str(suit), "label": suit_name(suit), "suit": str(suit)} for suit in SUITS
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
        fields.append(_card_field("start", _("First card")))
    if rules.scoring is Scoring.SHARED:
        needed = boards and contract.code != rules.last
        missing = (
            {"missing": _("The named card is missing: the player who holds it is the partner")}
            if needed
            else {}
        )
        # There is room for one short word beside four suits and the sale.
        short = {"short": pgettext("one that is named", "Card")}
        fields.append(_card_field("card", _("Named card")) | short | missing)
    return fields


def _card_field(key: str, title: str) -> Shown:
    suits = [{"value": str(suit), "label": suit_name(suit)} for suit in SUITS]
    ranks = [{"value": str(rank), "label": naming.rank_letter(rank)} for rank in RANKS]
    return {"key": key, "title": title, "suits": suits, "ranks": ranks}


def _odd_fields(rules: RuleSet, settings: Settings, contract: Contract) -> Shown | None:
    odd: Shown = {}
    if contract.sale:
        odd["prices"] = list(range(1, most_for_sale(contract, null=False) + 1))
        if rules.by_side and not rules.sale_within_pair and settings.sale_counts == "buyer":
            odd["buyer_tricks"] = {
                "title": _("Taken by the buyer"),
                "counts": _counts_to(contract),
            }
        if contract.nulls:
            odd["null_prices"] = list(range(1, most_for_sale(contract, null=True) + 1))
            if settings.buyer_may_turn:
                odd["turned"] = {
                    "up": _("The buyer plays it up"),
                    "down": _("The buyer plays it down"),
                }
    flags: list[Shown] = []
    if contract.nulls:
        down = term_heading(rules, "down")
        label, sign = _("%(down)s: every trick costs") % {"down": down}, f"▼ {down}"
        flags.append({**DOWN, "label": label, "sign": sign})
        if contract.sale and settings.sale_procedure == "auction":
            # The same row: the key says how it came to it (§11.5).
            button_label = _("“8 %(ultimatum)s”: nobody offers 8, the declarer plays down")
            button_label %= {"ultimatum": term(rules, "ultimatum")}
            flags.append({**DOWN, "act": "ultimatum", "label": button_label, "sign": sign})
    if contract.sale and rules.unplayed is not None:
        own, other = rules.unplayed
        booked = _("%(unplayed)s: %(own)d for the owner, %(other)d for each other") % {
            "unplayed": term_heading(rules, "unplayed"),
            "own": own,
            "other": other,
        }
        flags.append({**NOT_PLAYED, "label": booked, "sign": f"{own}-{other}-{other}-{other}"})
    if contract.trump and settings.blind:
        label = _("Declared blind, before seeing the cards")
        flag = {"key": "blind", "value": True, "label": label, "sign": term(rules, "blind")}
        if rules.by_side and settings.blind_counts == "declarer":
            flag["label"] = _("Declared blind, before seeing the cards; taken by the declarer")
            flag["tricks"] = _counts_to(contract)
        flags.append(flag)
    if flags:
        odd["flags"] = flags
    return odd or None


def _counts_to(contract: Contract) -> list[int]:
    return list(range((contract.units or 0) + 1))


def hand_keys(rules: RuleSet, settings: Settings, *, boards: bool = False) -> list[Shown]:
    """Facts of each hand for the page's script. ``boards`` is that of ``contract_keys``."""
    return [_hand(rules, settings, plan, boards) for plan in rules.schedule(settings)]


def _hand(rules: RuleSet, settings: Settings, plan: HandPlan, boards: bool) -> Shown:
    dealer, owner = plan.dealer, plan.owner
    asks_partner = rules.scoring is Scoring.SHARED and not boards
    deals = "" if dealer is None else _("%(wind)s deals") % {"wind": wind_name(dealer)}
    return {
        "hand": plan.number,
        "contract": None if not plan.contract else plan.contract.code,
        "deals": " · ".join(
            filter(None, (deals, _leads(rules, plan), names_trump(plan), played_with(rules, plan)))
        ),
        "game": _game(rules, plan),
        "leads": _leader_words(rules, settings, plan, trump=False),
        "leads_trump": _leader_words(rules, settings, plan, trump=True),
        "chooser": None if not plan.chooser or plan.contract else str(plan.chooser),
        "chooses": _chooser_words(plan),
        "voices": _speaker_words(rules, plan),
        "seller": None if owner is None else str(owner),
        "buyers": [str(wind) for wind in may_buy(rules, plan)],
        "partners": [str(wind) for wind in WINDS if wind != dealer] if asks_partner else [],
        "third": rules.third_counts and is_proposed(rules, plan),
    }


def _game(rules: RuleSet, plan: HandPlan) -> Shown | None:
    """Numbers and title of the game if the hand's rows are counted at once; on a phone it is one
    hand (§13.17). Else None.
    """
    if not rules.merged(plan):
        return None
    ends = f"{plan.together[0]}–{plan.together[-1]}"
    return {"ends": ends, "title": merged_name(rules, plan), "hands": list(plan.together)}


def _leads(rules: RuleSet, plan: HandPlan) -> str:
    """Sentence on who leads, for games with a dummy only, which is laid open after the lead (R12).
    Else empty.
    """
    if rules.scoring is not Scoring.SOLOIST or plan.leader is None:
        return ""
    return _("%(wind)s leads") % {"wind": wind_name(plan.leader)}


def _leader_words(rules: RuleSet, settings: Settings, plan: HandPlan, *, trump: bool) -> str:
    """Sentence on who leads a chosen hand: in some systems a declaration has another leader (A3)."""
    contract = plan.contract or next(
        (other for other in rules.contracts if other.trump == trump), None
    )
    if not plan.dealer or not contract or contract.trump != trump:
        return ""
    leader = leader_of(plan.dealer, settings, contract, rules.winds)
    return "" if leader is None else _("%(wind)s leads") % {"wind": wind_name(leader)} + "."


def _speaker_words(rules: RuleSet, plan: HandPlan) -> str:
    speaker, decider = voices(rules, plan)
    if rules.scoring is Scoring.SHARED and not plan.contract and speaker:
        winds = {"who": wind_name(speaker)}
        return _("%(who)s chooses and names a card: the player who holds it is the partner") % winds
    if plan.contract or not speaker or decider is None or speaker == decider:
        return _chooser_words(plan)
    winds = {"speaker": wind_name(speaker), "decider": wind_name(decider)}
    if rules.chooser is Chooser.LEFT_OF_DEALER:
        winds |= {key: term(rules, key) for key in ("positive", "negative")}
        return _("%(speaker)s says %(positive)s or %(negative)s, %(decider)s chooses") % winds
    return _("%(speaker)s proposes two, %(decider)s chooses one of them or a third") % winds


def _chooser_words(plan: HandPlan) -> str:
    if plan.contract or not plan.chooser:
        return ""
    return _("%(who)s chooses") % {"who": column_name(plan.chooser)}


def choice_now(rules: RuleSet, settings: Settings, rows: list[Row]) -> Shown | None:
    if rules.order is Order.FIXED:
        return None
    choice = next_choice(rules, rows, settings)
    if not choice:
        return None
    options = {
        option.contract.code: {
            "left": option.own,
            "reason": None if not option.reason else say(option.reason),
            "used_up": ""
            if option.quota is None
            else _("%(who)s: %(count)d of %(most)d")
            % {"who": column_name(choice.column), "count": option.quota, "most": option.quota},
        }
        for option in choice.options
    }
    return {"hand": choice.plan.number, "options": options}
