"""The page of a disputed hand as lists: what is chosen before its first card, the cards that can be
tapped, what they say.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from frame.page import Context
from king.cards import SUITS, WINDS, Card, Deal, Wind
from king.rulesets.base import HandPlan, RuleSet
from scoring.scored_sheets import ScoredTable
from wording import naming
from wording.sentences import say

Option = tuple[str, str, str]
"""Value, words, and the attribute of the one that is chosen."""


def _options(values: list[tuple[Any, str]], chosen: object) -> list[Option]:
    return [(str(value), words, "selected" if value == chosen else "") for value, words in values]


def asked_of(facts: Any, deal: Deal, trumps: tuple[tuple[str, str], ...]) -> list[Context]:
    """Choices that a hand's play follows from; each judges again."""
    winds = [(wind, naming.wind_name(wind)) for wind in deal.winds]
    asked = [{"name": "leader", "label": _("First lead"), "options": _options(winds, facts.leader)}]
    if facts.is_domino:
        cards = [("", _("as usual")), *((card, say_card(card)) for card in deal.deck)]
        options = _options(cards, facts.start or "")
        asked.append(
            {"name": "start", "label": _("The opening card of Domino"), "options": options}
        )
    if trumps:
        named: list[tuple[Any, str]] = [*trumps] if facts.trump else [("", _("choose")), *trumps]
        options = _options(named, facts.trump)
        asked.append({"name": "trump", "label": _("Trump"), "options": options})
    return asked


def say_card(card: Card) -> str:
    return say(card)


def heading_of(facts: Any, plan: HandPlan) -> str:
    contract = facts.contract if facts else plan.contract
    return naming.contract_name(contract) if contract else ""


def judged_shown(judged: Context, table: ScoredTable, rule_url: str) -> Context:
    """``rule_url`` is empty where nothing can be ruled any more."""
    turn = judged["turn"]
    return {
        "turn_said": _turn_said(judged),
        "hint": _("Tap the card that was played; the framed ones are legal.") if turn else "",
        "sides": [_side(table, wind, suits, turn) for wind, suits in judged["hands"].items()],
        "led_by": [
            (wind, naming.wind_name(wind), "checked" if wind == turn else "")
            for wind in judged["hands"]
        ]
        if judged["starts_trick"] and judged["begun"]
        else [],
        "presses": _presses(judged),
        "findings_shown": [
            {
                **finding,
                "url": f"{rule_url}?{finding['query']}" if rule_url else "",
                "kind": "btn-quiet" if place else "btn-primary",
            }
            for place, finding in enumerate(judged["findings"])
        ],
        "verdict": _verdict(judged),
        "counted_title": _("by the cards") if judged["finished"] else _("by the cards so far"),
        "same": judged["finished"] and not judged["differs"],
        "tricks": [[_laid(*card) for card in line] for line in judged["lines"]],
        "rows": 13 if len(judged["lines"]) > 4 else 4,
        "read_kind": "btn-quiet" if judged["findings"] else "btn-primary",
    }


def _turn_said(judged: Context) -> str:
    if not judged["turn"]:
        return _("The hand is over.")
    words = _("%(wind)s leads.") if judged["starts_trick"] else _("%(wind)s is to play.")
    return words % {"wind": naming.wind_name(judged["turn"])}


def _verdict(judged: Context) -> str:
    if judged["findings"] or judged["problems"] or not judged["lines"]:
        return ""
    if judged["finished"]:
        return _("Every card was legal.")
    return _("Every card so far was legal.")


def _presses(judged: Context) -> list[Context]:
    back = {
        "name": "undo",
        "words": _("Undo the last card"),
        "disabled": "" if judged["begun"] else "disabled",
    }
    passes = {
        "name": "pass",
        "words": _("Passes"),
        "disabled": "" if judged["turn"] else "disabled",
    }
    return [passes, back] if judged["domino"] else [back]


def _side(table: ScoredTable, wind: Wind, suits: Any, turn: Wind | None) -> Context:
    return {
        "wind": wind,
        "kind": f"judge-{wind.lower()}{' judge-now' if wind == turn else ''}",
        "player": table.seats[wind].player.full_name if wind in table.seats else "",
        "suits": [
            (suit, [_key(wind, card, state, turn) for card, state in keys]) for suit, keys in suits
        ],
    }


def _key(wind: Wind, card: Card, state: str, turn: Wind | None) -> Context:
    stands = {"legal": _("legal"), "played": _("played")}.get(state)
    called = f"{naming.wind_name(wind)}: {say_card(card)}"
    return {
        "card": card,
        "kind": f"is-{state}",
        "called": f"{called}, {stands}" if stands else called,
        "disabled": "disabled" if state == "played" or not turn else "",
    }


def _laid(wind: Wind, card: Card | None, won: bool, breaches: list[str]) -> Context:
    marks = {"is-won": won, "is-wrong": breaches}
    return {
        "wind": wind,
        "card": card,
        "kind": " ".join(mark for mark, is_so in marks.items() if is_so),
        "won": won,
        "breaches": " · ".join(breaches),
    }


# --- what was said before the hand


def said_field(typed: Mapping[str, str], name: str, label: str, options: Any) -> Context:
    return {"name": name, "label": label, "options": options, "given": typed.get(name, "")}


def proposal_fields(
    rules: RuleSet, typed: Mapping[str, str], named: Mapping[str, str]
) -> list[list[Context]]:
    """A line for each hand that is ``named``; with its trump where one is said with it, and at the
    end the trump that the partner asked to hear.
    """
    contracts = [(code, naming.contract_name(rules.contract(code))) for code in rules.counts]
    lines = [[said_field(typed, name, label, contracts)] for name, label in named.items()]
    if not rules.trump_in_proposals:
        return lines
    suits = [(str(suit), naming.suit_name(suit)) for suit in SUITS]
    for line in lines:
        name = f"{line[0]['name']}_trump"
        line.append(said_field(typed, name, _("Trump said with it"), suits))
    asked = _("Trump that the partner asked to hear")
    return [*lines, [said_field(typed, "heard", asked, suits)]]


def speakers(table: ScoredTable, seller: Wind, speaker: Wind) -> list[Context]:
    return [
        {
            "wind": wind,
            "player": table.seats[wind].player.full_name,
            "chosen": "checked" if wind == speaker else "",
            "note": "(" + _("sells") + ")" if wind == seller else "",
        }
        for wind in WINDS
        if wind in table.seats
    ]


Calls = list[tuple[str, str, bool]]
"""Value, words, and whether it may be said now."""


def call_groups(owner: Wind, bids: Calls, owners_words: Calls) -> list[Context]:
    """Keys to be pressed: the bids of the others, and the words of the owner where he has some."""
    said = _("What he said; what is framed may be said now")
    words = _("The word of %(owner)s, who owns the hand") % {"owner": naming.wind_name(owner)}
    groups = [("add", said, bids), ("owner", words, owners_words)]
    return [
        {"name": name, "title": title, "keys": [_call_key(*call) for call in calls]}
        for name, title, calls in groups
        if calls
    ]


def _call_key(value: str, words: str, is_legal: bool) -> Context:
    return {
        "value": value,
        "words": words,
        "kind": "is-legal" if is_legal else "",
        "note": _("legal") if is_legal else "",
    }
