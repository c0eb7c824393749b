"""Cards, suits, ranks and decks; the four winds, turns round the table, partners and sides; and
deals, with their problems and their number in Big Deal's order.

A card is written suit first, ``SA`` ``HT`` ``D8``; the ten is ``T`` in notations and ``10`` for
people. Cards that were typed or read are at first plain hands; ``check_hands`` finds every fault of
them (rules §9b).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import compress
from math import comb, prod
from typing import NamedTuple

from king.reading import InputError, shortened
from king.words import Phrase, gettext_noop, listed


class Suit(StrEnum):
    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def symbol(self) -> str:
        return {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[self.value]


class Rank(StrEnum):
    """A rank. Ranks are declared from the ace down, the order of every notation and of taking power
    outside Domino.
    """

    ACE = "A"
    KING = "K"
    QUEEN = "Q"
    JACK = "J"
    TEN = "T"
    NINE = "9"
    EIGHT = "8"
    SEVEN = "7"
    SIX = "6"
    FIVE = "5"
    FOUR = "4"
    THREE = "3"
    TWO = "2"

    @property
    def power(self) -> int:
        """Taking power, from 14 for the ace down to 2 for the two."""
        return 14 - RANKS.index(self)

    @property
    def label(self) -> str:
        return "10" if self is Rank.TEN else self.value


PACKS: tuple[str, ...] = (
    "AKQJ",
    "ARDV",
    "ARDF",
    "AKDB",
    "\N{CYRILLIC CAPITAL LETTER TE}\N{CYRILLIC CAPITAL LETTER KA}"
    "\N{CYRILLIC CAPITAL LETTER DE}\N{CYRILLIC CAPITAL LETTER VE}",
)
"""Ace, king, queen and jack as they are printed on the cards of a country (§13.16): English, French
and Portuguese, Italian, German, Russian. No letter is two different cards."""

READ_AS: Mapping[str, str] = {
    letter: own for pack in PACKS[1:] for letter, own in zip(pack, PACKS[0], strict=True)
}
"""Our letter for each letter of any pack."""

_OTHER_PACKS = str.maketrans(dict(READ_AS))


def ranks_read(text: str) -> str:
    """Replace the letters of other packs by ours (§13.16), in a text that has only ranks: French
    and Portuguese R D V, Italian R D F, German K D B, Russian Т К Д В. The ten becomes one letter.

    >>> ranks_read("ARDV10"), ranks_read("ТКДВ9")
    ('AKQJT', 'AKQJ9')
    """
    return text.upper().replace("10", "T").translate(_OTHER_PACKS)


SUITS: tuple[Suit, ...] = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
RANKS: tuple[Rank, ...] = tuple(Rank)


@dataclass(frozen=True, slots=True, repr=False)
class Card:
    suit: Suit
    rank: Rank

    def __post_init__(self) -> None:
        if not isinstance(self.suit, Suit) or not isinstance(self.rank, Rank):
            raise InputError(f"Card: expected Suit and Rank, found {self.suit!r} and {self.rank!r}")

    def __str__(self) -> str:
        return f"{self.suit}{self.rank}"

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read ``SA``, ``h10`` or ``♥K``; raise ``ValueError`` with the text and what was
        expected.
        """
        if text in _AS_WRITTEN:
            return _AS_WRITTEN[text]
        letters = text.strip().upper()
        for suit in SUITS:
            letters = letters.replace(suit.symbol, suit.value)
        letters = letters[:1] + ranks_read(letters[1:])
        if len(letters) == 2 and letters[0] in "SHDC" and letters[1] in "AKQJT98765432":
            return cls(Suit(letters[0]), Rank(letters[1]))
        raise ValueError(
            f"{text!r} is no card: a suit S H D C, then a rank A K Q J T 9 8 7 6 5 4 3 2"
        )

    @property
    def label(self) -> str:
        return f"{self.suit.symbol}{self.rank.label}"

    @property
    def is_extreme(self) -> bool:
        """Whether the card is an ace or a king, the two ends of a suit in Domino (R1b)."""
        return self.rank in (Rank.ACE, Rank.KING)


DECK_52: tuple[Card, ...] = tuple(Card(suit, rank) for suit in SUITS for rank in RANKS)
"""The whole deck in the order of the dealing contract: ♠A … ♠2, ♥A … ♣2."""

_AS_WRITTEN: Mapping[str, Card] = {str(card): card for card in DECK_52}

DECK_36: tuple[Card, ...] = tuple(card for card in DECK_52 if card.rank.power >= 6)
"""The deck of King for three, with the six low (R17)."""

DECK_32: tuple[Card, ...] = tuple(card for card in DECK_52 if card.rank.power >= 7)
"""The deck of the French and the Russian game with the seven low (R14, R16)."""


class Direction(StrEnum):
    """Direction of play round the table (A2): clockwise in Genoa, Portugal and France,
    anticlockwise elsewhere.
    """

    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"


class Wind(StrEnum):
    """A seat at the table. Winds are declared clockwise; the value is the letter that every
    notation uses, whatever a page shows.
    """

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    @property
    def winds(self) -> tuple[Wind]:
        """The wind itself, as the only wind of its column, like ``Side.winds``."""
        return (self,)

    @property
    def side(self) -> Side:
        return Side.NS if self in (Wind.N, Wind.S) else Side.EW

    @property
    def partner(self) -> Wind:
        return self.after(2)

    def after(
        self,
        steps: int = 1,
        direction: Direction = Direction.CLOCKWISE,
        winds: tuple[Wind, ...] = (),
    ) -> Wind:
        """Wind ``steps`` turns later, among ``winds`` if fewer than four play.

        >>> Wind.N.after(), Wind.N.after(1, Direction.ANTICLOCKWISE), Wind.W.after(2)
        (<Wind.E: 'E'>, <Wind.W: 'W'>, <Wind.E: 'E'>)
        >>> Wind.S.after(1, winds=WINDS[:3])
        <Wind.N: 'N'>
        """
        sign = 1 if direction is Direction.CLOCKWISE else -1
        around = winds or WINDS
        return around[(around.index(self) + sign * steps) % len(around)]


class Side(StrEnum):
    NS = "NS"
    EW = "EW"

    @property
    def winds(self) -> tuple[Wind, Wind]:
        return (Wind.N, Wind.S) if self is Side.NS else (Wind.E, Wind.W)

    @property
    def other(self) -> Side:
        return Side.EW if self is Side.NS else Side.NS


WINDS: tuple[Wind, ...] = (Wind.N, Wind.E, Wind.S, Wind.W)
SIDES: tuple[Side, ...] = (Side.NS, Side.EW)


DECKS: Mapping[int, tuple[Card, ...]] = {52: DECK_52, 36: DECK_36, 32: DECK_32}

CHECKSUM_PIPS: Mapping[Rank, int] = {rank: 1 if rank is Rank.ACE else rank.power for rank in RANKS}
CHECKSUM_SUITS: Mapping[Suit, int] = {
    Suit.SPADES: 0,
    Suit.HEARTS: 20,
    Suit.DIAMONDS: 40,
    Suit.CLUBS: 60,
}

CHECKSUM_RULE = gettext_noop(
    "Checksum: add the pips (ace 1 … jack 11, queen 12, king 13), and 20 for each heart, 40 for "
    "each diamond, "
    "60 for each club. Keep the last two digits."
)
"""Instruction to count :meth:`Deal.checksum` by hand."""

NO_RANK = gettext_noop("{wind}: {letter} among the {suit} is not a rank: A K Q J T 9 8 7 6 5 4 3 2")

LONGEST_TEXT = 400
"""Most characters of a deal. A deal has 69; a much longer text is no deal and not worth a problem
for each letter."""

_POSITION = {size: {card: place for place, card in enumerate(deck)} for size, deck in DECKS.items()}
_FIRST_OF_HAND = re.compile(r"\s*([NESWnesw])\s*:(.*)", re.DOTALL)


class DealProblem(NamedTuple):
    """A problem of a deal. ``wind`` is the hand that has it, or None. ``code`` is one of
    ``card_twice`` ``card_missing`` ``card_foreign`` ``hand_size`` ``hand_unreadable``
    ``hands_unreadable``.
    """

    code: str
    wind: Wind | None
    cards: tuple[Card, ...]
    phrase: Phrase


class DealError(InputError):
    def __init__(self, problems: Iterable[DealProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__(listed((problem.phrase for problem in self.problems), "; "))


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Deal:
    """A deal, as the holder of each card in deck order: 52 letters, or 36 or 32 for decks down to
    the six or the seven. With three players West holds nothing (R17).

    >>> deal = Deal.numbered(0)
    >>> deal.pbn
    'N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432'
    >>> Deal.parse_pbn(deal.pbn) == deal
    True
    """

    owners: str

    def __post_init__(self) -> None:
        size, letters = len(self.owners), "NESW" if "W" in self.owners else "NES"
        each = size // len(letters)
        if size not in DECK_SIZES or any(self.owners.count(wind) != each for wind in letters):
            raise InputError(
                f"owners {self.owners[:60]!r}: expected 52, 36 or 32 letters, as many N as E, S and W "
                "or, of three, no W"
            )

    def __str__(self) -> str:
        return self.pbn

    def __repr__(self) -> str:
        return f"Deal.parse_pbn({self.pbn!r})"

    @classmethod
    def numbered(cls, number: int, size: int = 52, players: int = 4) -> Deal:
        """Return the deal with this number in Big Deal's order. Raises ``InputError`` if the number
        is not in 0 … D - 1.
        """
        return cls(owners_of_number(number, size, players))

    @classmethod
    def of(cls, hands: Mapping[Wind, Iterable[Card]], deck: tuple[Card, ...] | None = None) -> Deal:
        """Return the deal with these hands. Raises ``DealError`` with every missing, doubled or
        foreign card.
        """
        cards_of = {wind: tuple(hands.get(wind, ())) for wind in WINDS}
        deck = deck or guess_deck(cards_of)
        problems = check_hands(cards_of, deck)
        if problems:
            raise DealError(problems)
        holder = {card: wind.value for wind, cards in cards_of.items() for card in cards}
        return cls("".join(holder[card] for card in deck))

    @classmethod
    def parse_pbn(cls, text: str) -> Deal:
        """Read ``N:AK3.T5.QJ.98642 …``: four hands clockwise from any seat; raises ``DealError``
        with all problems.
        """
        return cls.of(read_hands(text))

    @property
    def size(self) -> int:
        return len(self.owners)

    @property
    def deck(self) -> tuple[Card, ...]:
        return DECKS[self.size]

    @property
    def winds(self) -> tuple[Wind, ...]:
        """Winds that hold cards."""
        return WINDS if "W" in self.owners else WINDS[:3]

    @property
    def cards_each(self) -> int:
        return len(self.owners) // (4 if "W" in self.owners else 3)

    @property
    def number(self) -> int:
        return number_of_owners(self.owners)

    @property
    def hands(self) -> Mapping[Wind, frozenset[Card]]:
        return {wind: frozenset(self.hand(wind)) for wind in WINDS}

    def hand(self, wind: Wind) -> tuple[Card, ...]:
        """Cards of this wind in deck order: spades, hearts, diamonds, clubs, each from the ace
        down.
        """
        return tuple(compress(self.deck, [owner == wind for owner in self.owners]))

    def in_order(self, cards: Iterable[Card]) -> list[Card]:
        """Sort the cards in deck order."""
        return sorted(cards, key=_POSITION[self.size].__getitem__)

    def suit(self, wind: Wind, suit: Suit) -> tuple[Rank, ...]:
        return tuple(card.rank for card in self.hand(wind) if card.suit is suit)

    def holder(self, card: Card) -> Wind:
        """Wind that holds the card. Raises ``KeyError`` if the card is not in the deck."""
        return Wind(self.owners[_POSITION[self.size][card]])

    def extremes(self, wind: Wind) -> int:
        return sum(card.is_extreme for card in self.hand(wind))

    def checksum(self, wind: Wind) -> str:
        """Two digits for a slip, defined by ``CHECKSUM_RULE``. A single wrong card always changes
        them, because no two cards have the same weight. Those of a board add up to 24 (36 cards:
        88, 32 cards: 44), modulo 100.
        """
        return f"{sum(CHECKSUM_PIPS[card.rank] + CHECKSUM_SUITS[card.suit] for card in self.hand(wind)) % 100:02d}"

    def hand_pbn(self, wind: Wind) -> str:
        return self._written()[wind]

    @property
    def pbn(self) -> str:
        return "N:" + " ".join(self._written().values())

    def _written(self) -> dict[str, str]:
        """Hands as PBN writes them, by letter. All four are made in one pass, because long lists of
        deals spend most of their time here.
        """
        length = self.size // 4
        ranks = _RANK_LETTERS[self.size]
        hands = {"N": "", "E": "", "S": "", "W": ""}
        for start in range(0, self.size, length):
            if start:
                for wind in hands:
                    hands[wind] += "."
            for owner, rank in zip(self.owners[start : start + length], ranks, strict=True):
                hands[owner] += rank
        return hands


_RANK_LETTERS = {
    size: "".join(card.rank for card in deck[: size // 4]) for size, deck in DECKS.items()
}


def read_hands(text: str) -> Mapping[Wind, tuple[Card, ...]]:
    """Read the hands of a PBN deal as they are written, complete or not. Raises ``DealError`` if
    they cannot be read.
    """
    match = _FIRST_OF_HAND.fullmatch(text) if len(text) <= LONGEST_TEXT else None
    hands = match[2].split() if match else []
    if match is None or len(hands) != 4:
        template = gettext_noop(
            "A deal is written N:…, that is, a first seat and then four hands separated by "
            "spaces; found {found}"
        )
        phrase = Phrase(template, found=shortened(repr(text)))
        raise DealError([DealProblem("hands_unreadable", None, (), phrase)])
    first = Wind(match[1].upper())
    in_order = {wind: hands[WINDS.index(wind) - WINDS.index(first)] for wind in WINDS}
    return read_each(in_order, read_hand)


def read_each(
    hands: Mapping[Wind, str], read: Callable[[str, Wind], tuple[Card, ...]]
) -> Mapping[Wind, tuple[Card, ...]]:
    """Read the hand of each wind. Raises one ``DealError`` with the problems of all hands."""
    hands_read: dict[Wind, tuple[Card, ...]] = {}
    problems: list[DealProblem] = []
    for wind, hand in hands.items():
        try:
            hands_read[wind] = read(hand, wind)
        except DealError as error:
            problems += error.problems
    if problems:
        raise DealError(problems)
    return hands_read


def read_hand(text: str, wind: Wind) -> tuple[Card, ...]:
    """Read the cards of ``AK3.105.QJ.98642`` in the order written, doubled ones included. Raises
    ``DealError`` with each letter that is no rank.
    """
    suits = ranks_read(text.strip()).split(".")
    if len(suits) != 4 or len(text) > LONGEST_TEXT:
        template = gettext_noop(
            "{wind}: a hand is four suits separated by full stops (spades.hearts.diamonds.clubs), "
            "found {found}"
        )
        phrase = Phrase(template, wind=wind, found=shortened(repr(text)))
        raise DealError([DealProblem("hand_unreadable", wind, (), phrase)])
    written = [
        (suit, letter) for suit, letters in zip(SUITS, suits, strict=True) for letter in letters
    ]
    phrases = [
        Phrase(NO_RANK, wind=wind, letter=repr(letter), suit=suit.symbol)
        for suit, letter in written
        if letter not in "AKQJT98765432"
    ]
    if phrases:
        raise DealError(DealProblem("hand_unreadable", wind, (), each) for each in phrases[:13])
    return tuple(Card(suit, Rank(letter)) for suit, letter in written)


def guess_deck(hands: Mapping[Wind, Iterable[Card]]) -> tuple[Card, ...]:
    """Deck that the cards probably belong to: 32 or 36 cards if there are about as many and none is
    lower, else the whole deck.
    """
    cards = [card for wind in WINDS for card in hands.get(wind, ())]
    for size in (32, 36):
        short = abs(len(cards) - size) <= 4
        if short and all(card in _POSITION[size] for card in cards):
            return DECKS[size]
    return DECK_52


def check_hands(
    hands: Mapping[Wind, Iterable[Card]], deck: tuple[Card, ...]
) -> tuple[DealProblem, ...]:
    cards_of = {wind: tuple(hands.get(wind, ())) for wind in WINDS}
    winds_of: dict[Card, list[Wind]] = {card: [] for card in deck}
    problems: list[DealProblem] = []
    for wind, cards in cards_of.items():
        for card in cards:
            if card in winds_of:
                winds_of[card].append(wind)
            else:
                template = gettext_noop("{wind}: {card} is not in the deck of {size} cards")
                phrase = Phrase(template, wind=wind, card=card, size=len(deck))
                problems.append(DealProblem("card_foreign", wind, (card,), phrase))
    for card, winds in winds_of.items():
        if len(winds) > 1:
            wind, other = winds[0], next((wind for wind in winds if wind != winds[0]), None)
            template = gettext_noop("{card} appears twice: {wind} and {other} both hold it")
            if other is None:
                template = gettext_noop("{card} appears twice in the hand of {wind}")
            phrase = Phrase(template, card=card, wind=wind, other=other)
            problems.append(DealProblem("card_twice", wind, (card,), phrase))
    missing = tuple(card for card, winds in winds_of.items() if not winds)
    if missing:
        template = gettext_noop("{cards} are missing: nobody holds them")
        if len(missing) == 1:
            template = gettext_noop("{cards} is missing: nobody holds it")
        phrase = Phrase(template, cards=listed(missing))
        problems.append(DealProblem("card_missing", None, missing, phrase))
    # West sits out where three play with 36 cards.
    players = 3 if len(deck) in DECKS_OF_THREE and not cards_of[Wind.W] else 4
    for wind, cards in tuple(cards_of.items())[:players]:
        if len(cards) != len(deck) // players:
            template = gettext_noop("{wind} holds {found} cards instead of {expected}")
            phrase = Phrase(template, wind=wind, found=len(cards), expected=len(deck) // players)
            problems.append(DealProblem("hand_size", wind, (), phrase))
    return tuple(problems)


# Every deal has a number: the order of Big Deal, from 0 to D - 1. Cards in deck order (♠A first, ♣2
# last); North's set in lexicographic rank, then East's among the cards that are left, then South's.
# A deal here is a string with the holder of each card in deck order, ``N`` ``E`` ``S`` or ``W``:
# the cheapest value that holds a deal, so that a hundred thousand of them take seconds.
#
# Hans van Staveren's Big Deal has dealt world championships of bridge in this order since 2000; its
# programs and the published deals of those events are free checks of ours.

DECK_SIZES = tuple(DECKS)

DECKS_OF_THREE = (36,)
"""Sizes of decks that three players share."""

_BINOMIALS = tuple(tuple(comb(n, k) for k in range(14)) for n in range(53))


def number_of_deals(size: int = 52, players: int = 4) -> int:
    hand = size // players
    return prod(comb(players_left * hand, hand) for players_left in range(2, players + 1))


def owners_of_number(number: int, size: int = 52, players: int = 4) -> str:
    """Holders of the cards, in deck order, of the deal with this number. Raises ``InputError`` if
    the number is not in 0 … D - 1.

    >>> owners_of_number(0, 32)
    'NNNNNNNNEEEEEEEESSSSSSSSWWWWWWWW'
    """
    if not 0 <= number < number_of_deals(size, players):
        last = number_of_deals(size, players) - 1
        raise InputError(f"deal number {number}: expected 0 to {last}")
    hand = size // players
    letters = "NESW"[:players]
    ranks = []
    for players_left in range(2, players + 1):
        number, rank = divmod(number, _BINOMIALS[players_left * hand][hand])
        ranks.append(rank)
    owners = [letters[-1]] * size
    free = list(range(size))
    for letter, rank in zip(letters, reversed(ranks), strict=False):
        for place in reversed(_places(rank, len(free), hand)):
            owners[free.pop(place)] = letter
    return "".join(owners)


def number_of_owners(owners: str) -> int:
    letters = "NESW" if "W" in owners else "NES"
    hand = len(owners) // len(letters)
    number = 0
    rest = owners
    for letter in letters[:-1]:
        number = number * _BINOMIALS[len(rest)][hand] + _rank(rest, letter, hand)
        rest = rest.replace(letter, "")
    return number


def _places(rank: int, size: int, count: int) -> list[int]:
    """Places, increasing, of the ``rank``-th set of ``count`` among ``size`` in lexicographic
    order.
    """
    places = []
    place = 0
    while count:
        size -= 1
        with_this_one = _BINOMIALS[size][count - 1]
        if rank < with_this_one:
            places.append(place)
            count -= 1
        else:
            rank -= with_this_one
        place += 1
    return places


def _rank(owners: str, letter: str, count: int) -> int:
    """Number of sets of places that come before that of ``letter`` in lexicographic order."""
    rank = 0
    letters_left = len(owners)
    for owner in owners:
        letters_left -= 1
        if owner == letter:
            count -= 1
            if not count:
                break
        else:
            rank += _BINOMIALS[letters_left][count - 1]
    return rank
