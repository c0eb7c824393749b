"""A hand with robots at some seats and perhaps a person at one. The robots' cards are played until
it is the person's turn.

From a secret and the cards that were played, each card follows again: a hand that was put away goes
on as it would have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from king.cards import Deal, Wind
from king.play.declared import Declared
from king.reading import Refused
from king.robots.choice import WORK, choose, numbers_of
from king.robots.hand import Layout, Tricks, start
from king.robots.rules import NOTHING, Rules, has_dummy, rules_of
from king.robots.seen import Knowledge
from king.rulesets.base import RuleSet
from king.rulesets.settings import Settings
from king.words import Phrase, gettext_noop

Draws = Callable[[Wind, int], Iterator[int]]
"""Function that gives random numbers for a card, by the wind and the card's place in the hand from
1."""

GAMES = 30
"""Number of games of robots alone, with which a person's game is compared."""

SEVERAL = gettext_noop("Robots play one contract at a time, and these cards are played for several")
DUMMY = gettext_noop("Robots do not play with a dummy")


def robot_rules(ruleset: RuleSet, settings: Settings, declared: Declared) -> Rules:
    """Compile the rules of the hand. Raises ``Refused`` with a sentence if robots do not play such
    a hand, and ``InputError`` if these rules of play cannot be combined.
    """
    if declared.also:
        raise Refused(Phrase(SEVERAL))
    if has_dummy(ruleset, declared.contract, settings):
        raise Refused(Phrase(DUMMY))
    contract, trump, down, first = (
        declared.contract,
        declared.trump,
        declared.down,
        declared.start,
    )
    return rules_of(ruleset, contract, settings, trump=trump, down=down, start=first)


def played_on(
    rules: Rules,
    hands: Sequence[int],
    leader: Wind,
    draws: Draws,
    *,
    works: Mapping[Wind, int | None],
    played: Iterable[int] = (),
) -> tuple[list[int], Tricks | Layout]:
    """Play until the hand is over or a person may choose. Returns all cards and the hand.

    ``works`` gives for each wind how many cards its robot may play on, or None for a person. If the
    person can only pass, or has one card left, the program plays for them.
    """
    hand = start(rules, hands, rules.seat(leader))
    first, cards = hand.turn, list[int]()
    for card in played:
        hand.play(card)
        cards.append(card)
    while not hand.over:
        seat, wind = hand.turn, rules.seats[hand.turn]
        holding, legal, work = hand.hands[seat], hand.legal(), works[wind]
        if not legal or not holding & (holding - 1):
            card = legal.bit_length() - 1 if legal else NOTHING
        elif work is None:
            break
        else:
            seen = Knowledge(rules, seat, hands[seat], first, tuple(cards))
            card = choose(seen, draws(wind, len(cards) + 1), work).card
        hand.play(card)
        cards.append(card)
    return cards, hand


def played_with(
    rules: Rules,
    deal: Deal,
    leader: Wind,
    person: Wind,
    secret: bytes,
    board: int,
    played: Iterable[int] = (),
) -> list[int]:
    """Play until the hand is over or the person may choose. Returns all cards. The robots' numbers
    are those of the secret, the board, the wind and the place of the card.
    """

    def draws(wind: Wind, card: int) -> Iterator[int]:
        return numbers_of(secret, board, wind, card)

    works = {wind: None if wind is person else WORK for wind in rules.seats}
    return played_on(rules, rules.hands(deal), leader, draws, works=works, played=played)[0]


def alone(
    rules: Rules, deal: Deal, leader: Wind, secret: bytes, games: int = GAMES, work: int = WORK
) -> list[dict[Wind, int]]:
    """Let robots play every seat, ``games`` times. Returns the units of each wind, game by game."""
    hands, works = rules.hands(deal), dict.fromkeys(rules.seats, work)
    results = []
    for game in range(games):

        def draws(wind: Wind, card: int, game: int = game) -> Iterator[int]:
            return numbers_of(secret, game, wind, card)

        _cards, hand = played_on(rules, hands, leader, draws, works=works)
        results.append(dict(zip(rules.seats, hand.units(), strict=True)))
    return results
