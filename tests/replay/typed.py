"""Links to hands that somebody typed."""

from __future__ import annotations

from urllib.parse import urlencode

from king.cards import Card
from king_tournament.replay.card_letters import LETTERS

HEARTS_LED = [f"{suit}{rank}" for rank in "AKQJT98765432" for suit in "HDCS"]
"""East leads hearts thirteen times and takes every trick, since nobody else has any."""


def letters(*cards: str) -> str:
    return "".join(LETTERS[Card.parse(card)] for card in cards)


def link(**parts: str) -> str:
    usual = {"ruleset": "lab12", "contract": "KJ", "leader": "E", "cards": letters(*HEARTS_LED)}
    return f"/hand/?{urlencode(usual | parts)}"
