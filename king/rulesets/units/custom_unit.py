"""Unit of a club's own, as the file of a house edition declares it (§13.13).

``{"name": "diamonds", "cards": {"D": 1}}``; hearts whose ace counts three times:
``{"name": "hearts", "cards": {"H": 1, "HA": 3}, "restricted": "H"}``; the last trick twice the one
before: ``{"name": "last tricks", "tricks": {"-1": 2, "-2": 1}}``.
"""

import re
from collections.abc import Mapping

from king.cards import DECK_52, RANKS, SUITS, Card, Suit
from king.reading import Node
from king.rulesets.units import BANS, OWN, TO_AVOID, UNITS, Tricks, Unit
from king.words import Phrase, gettext_noop

HEAVIEST = 1_000
"""Largest weight of one card or trick."""

LONGEST_NAME = 40

KEYS = ("name", "cards", "tricks", "restricted", "forced", "one_each", "ban")

_KEY = re.compile(r"[a-z][a-z0-9_]{0,39}")
_CARDS = {str(card): (card,) for card in DECK_52}
_OF_SUIT = {str(suit): tuple(card for card in DECK_52 if card.suit is suit) for suit in SUITS}
_OF_RANK = {str(rank): tuple(card for card in DECK_52 if card.rank is rank) for rank in RANKS}

OWN_KEY = gettext_noop("a key of its own, of small letters, digits and _,")
A_NAME = gettext_noop("a name of at most {most} letters without braces")
A_CARD = gettext_noop("cards as HK, a suit as H or a rank as K")
A_TRICK = gettext_noop("tricks as 1 (the first), -1 (the last) or each")
SOMETHING = gettext_noop("cards or tricks that count")


def own_unit(key: str, node: Node) -> Unit:
    """Read a unit. Raises ``InputError`` with the place of what is impossible."""
    if not _KEY.fullmatch(key) or key in UNITS:
        raise node.refused(OWN_KEY, key)
    for name, value in node.items():
        if name not in KEYS:
            raise value.refused(Phrase(gettext_noop("one of {codes}"), codes=" ".join(KEYS)), name)
    cards, tricks = _cards(node.get("cards")), _tricks(node.get("tricks"))
    if not cards and tricks == Tricks():
        raise node.fail(SOMETHING)
    suit, forced = node.get("restricted"), node.get("forced")
    heading = _name(node["name"])
    counted = f"%(count)d {heading.replace('%', '%%')}"
    return Unit(
        key=key,
        heading=heading,
        meaning=TO_AVOID,
        counted=(counted, counted),
        wrong=OWN,
        cards=cards,
        tricks=tricks,
        ban=node["ban"].choice(BANS) if node.has("ban") else "",
        restricted=None if suit is None else Suit(suit.choice(tuple(_OF_SUIT))),
        forced=None if forced is None else Card.parse(forced.choice(tuple(map(str, cards)))),
        one_each=node.has("one_each") and node["one_each"].boolean(),
        of_layout=False,
    )


def _name(node: Node) -> str:
    text = node.text().strip()
    if not text or len(text) > LONGEST_NAME or "{" in text or "}" in text:
        raise node.fail(Phrase(A_NAME, most=LONGEST_NAME))
    return text


def _cards(node: Node | None) -> Mapping[Card, int]:
    """Read the weights of cards. A card has precedence over its rank, and a rank over its suit:
    ``{"H": 1, "HA": 3}``.
    """
    weights: dict[Card, int] = {}
    if node is None:
        return weights
    for table in (_OF_SUIT, _OF_RANK, _CARDS):
        for name, value in node.items():
            weights |= dict.fromkeys(table.get(name, ()), value.integer(0, HEAVIEST))
    for name, value in node.items():
        if not any(name in table for table in (_OF_SUIT, _OF_RANK, _CARDS)):
            raise value.refused(A_CARD, name)
    return {card: weight for card, weight in weights.items() if weight}


def _tricks(node: Node | None) -> Tricks:
    each, nth = 0, dict[int, int]()
    for name, value in () if node is None else node.items():
        weight = value.integer(1, HEAVIEST)
        if name == "each":
            each = weight
        elif re.fullmatch(r"-?[1-9]|-?1[0-7]", name):
            nth[int(name)] = weight
        else:
            raise value.refused(A_TRICK, name)
    return Tricks(each=each, nth=nth)
