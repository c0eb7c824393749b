"""Fields of a disputed hand's pages: what is chosen before its first card, what was proposed."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from frame.page import Context
from king.cards import SUITS, Deal
from king.rulesets.base import RuleSet
from wording import naming
from wording.sentences import say

STANDS = {"legal": gettext_lazy("legal"), "played": gettext_lazy("played")}
"""What is said of a card to those who listen; nothing of one that is only held."""

Option = tuple[str, Any, list[tuple[Any, str]], Any]
"""Name, label, values with their words, and the one that is chosen."""


def asked_of(facts: Any, deal: Deal, trumps: tuple[tuple[str, str], ...]) -> list[Option]:
    """Choices that a hand's play follows from; each judges again."""
    winds: list[tuple[Any, str]] = [(wind, naming.wind_name(wind)) for wind in deal.winds]
    asked: list[Option] = [("leader", _("First lead"), winds, facts.leader)]
    if facts.is_domino:
        cards: list[tuple[Any, str]] = [("", _("as usual"))]
        cards += ((card, say(card)) for card in deal.deck)
        asked.append(("start", _("The opening card of Domino"), cards, facts.start or ""))
    if trumps:
        first = [] if facts.trump else [("", _("choose"))]
        asked.append(("trump", _("Trump"), [*first, *trumps], facts.trump))
    return asked


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
