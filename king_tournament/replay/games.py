"""One person's hand of a board, from its first card to its last, and the signed text that is all
that is kept of it: in its link, and in a cookie of the browser that plays it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.core import signing
from django.utils.crypto import salted_hmac

from king.cards import Card, Wind
from king.play.domino import Domino
from king.play.tricks import Breach, IllegalPlay, Play
from king.reading import as_json
from king.robots.rules import card_of, number_of
from king_tournament.replay.boards import PublishedBoard, Way
from king_tournament.replay.card_letters import cards_of, letters_of
from king_tournament.replay.robot_cards import ask_for_cards

LONGEST = 400
"""Characters of a game; a Domino with all its passes has under three hundred."""


class NoGame(Exception):
    """Raised for a text that is no game of this board: cut short, changed, or of an earlier
    standing.
    """


class Game:
    """A hand of a board, played in one ``way`` by a person at ``seat``; ``cards`` in their order,
    None for a pass.
    """

    def __init__(
        self, published: PublishedBoard, way: Way, seat: Wind, cards: tuple[Card | None, ...] = ()
    ) -> None:
        self.published, self.way, self.seat, self.cards = published, way, seat, cards

    @classmethod
    def read(cls, published: PublishedBoard, text: str) -> Game:
        """Read a game from its signed text. Raises ``NoGame`` if it is none of this board."""
        try:
            content = _signer(published).unsign(text[:LONGEST])
            seat, key, letters = Wind(content[0]), content[1:9], content[9:]
            cards = cards_of(letters)
        except (signing.BadSignature, KeyError, IndexError, ValueError):
            raise NoGame from None
        way = published.way(key)
        if way is None:
            raise NoGame
        return cls(published, way, seat, cards)

    @property
    def text(self) -> str:
        letters = letters_of(self.cards)
        return _signer(self.published).sign(f"{self.seat}{self.way.key}{letters}")

    def dealt(self, wind: Wind) -> Sequence[Card]:
        return self.published.deal.hand(wind)

    # --- where it stands, by the judge

    @cached_property
    def states(self) -> list[Play | Domino]:
        """States of the hand: before its first card, and after each."""
        way = self.way
        states = [way.declared.begin(self.published.ruleset, way.settings, self.published.deal)]
        for card in self.cards:
            states.append(states[-1].placed(card))  # type: ignore[arg-type]
        return states

    @property
    def state(self) -> Play | Domino:
        return self.states[-1]

    @property
    def over(self) -> bool:
        return self.state.settled

    @property
    def is_own_turn(self) -> bool:
        """Whether the person may choose a card. If they can only pass, the program passes for them."""
        own = not self.over and self.state.turn is self.seat
        return own and any(self.breach(card) is None for card in self.hand)

    @property
    def hand(self) -> tuple[Card, ...]:
        """Cards that the person holds, in the order of the deck."""
        holding = self.state.hands[self.seat]
        return tuple(card for card in self.published.deal.deck if card in holding)

    def breach(self, card: Card) -> Breach | None:
        return self.state.breach(card)

    @property
    def units(self) -> dict[Wind, int]:
        return dict(self.state.units)

    @property
    def last_own(self) -> int:
        """Index of the person's last card or pass, from 0; -1 before their first."""
        own = [
            place
            for place, state in enumerate(self.states[:-1])
            if state.turn is self.seat and self._was_chosen(place)
        ]
        return own[-1] if own else -1

    def _was_chosen(self, place: int) -> bool:
        """Whether the person chose this card, and not the program for them."""
        holding = self.states[place].hands[self.seat]
        return self.cards[place] is not None and len(holding) > 1

    # --- the next cards

    def play(self, card: Card) -> Game:
        """Play a card and have the robots answer. Raises ``IllegalPlay`` with the judge's sentence."""
        breach = self.breach(card)
        if breach is not None:
            raise IllegalPlay(breach)
        return Game(self.published, self.way, self.seat, (*self.cards, card)).answered()

    def answered(self) -> Game:
        """Play on for the robots until the person may choose, or the hand is over. Raises ``Busy``
        if they do not answer.
        """
        question = {
            "hand": json.dumps(hand_content(self.published, self.way)),
            "owners": self.published.deal.owners,
            "secret": secret_of(self.published, self.way).hex(),
            "board": self.published.number,
            "seat": self.seat.value,
            "cards": [number_of(card) for card in self.cards],
        }
        cards = ask_for_cards(question)
        return Game(self.published, self.way, self.seat, tuple(map(card_of, cards)))


def hand_content(published: PublishedBoard, way: Way) -> dict[str, Any]:
    """Content from which a separate process compiles the rules of the hand."""
    return {
        "ruleset": as_json(published.ruleset),
        "settings": way.settings.as_json(),
        "declared": way.declared.as_json(),
    }


def secret_of(published: PublishedBoard, way: Way) -> bytes:
    """Secret of the robots, made from the site's key: the same cards always find the same answers."""
    content = f"{published.name} {published.deal.owners} {way.key}"
    return bytes(salted_hmac("king.replay", content, algorithm="sha256").digest())


def _signer(published: PublishedBoard) -> signing.Signer:
    return signing.Signer(salt=f"king.replay {published.name} {published.deal.owners}", sep=".")
