"""Cards as a person types them: those of a hand that lies on the table, or those of a play in
order.

A hand is ``AK3.105.QJ.98642``, ``AK3 105 – QJ98642``, or each suit after its mark: ``♠AK3 ♥105 ♦QJ
♣98642``.
"""

import re
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import NamedTuple

from king.cards import (
    DECK_52,
    LONGEST_TEXT,
    SUITS,
    WINDS,
    Card,
    Deal,
    DealError,
    DealProblem,
    Rank,
    Suit,
    Wind,
    ranks_read,
    read_each,
    read_hand,
)
from king.words import Phrase, gettext_noop

_MARKS: Mapping[str, Suit] = {
    **{suit.value: suit for suit in SUITS},
    **{suit.symbol: suit for suit in SUITS},
    **dict(zip("♤♡♢♧", SUITS, strict=True)),
}
_PASSED_OVER = re.compile(r"[-–—\s,;:/\ufe0e\ufe0f]+")
"""Signs for a void suit, or between cards."""


def read_typed_hand(text: str, wind: Wind) -> tuple[Card, ...]:
    """Cards in the order typed, duplicates included. Raises ``DealError`` if the text cannot be
    read.

    >>> " ".join(str(card) for card in read_typed_hand("h 10 5 s ak3", Wind.N))
    'HT H5 SA SK S3'
    """
    written = text.strip().upper().replace("10", "T")
    if len(text) > LONGEST_TEXT:
        raise DealError([_unreadable(wind, text)])
    has_points = "." in written
    suits = written.split(".") if has_points else written.split()
    # A "D" alone among the letters of suits is a queen of a pack that is not English.
    unmarked = (has_points or len(suits) == 4) and suits[0].strip() != "D"
    letters = set(written) & set(_MARKS) - ({"D"} if unmarked else set())
    if letters:
        return _read_marked(written, wind)
    if has_points or len(suits) == 4:
        return read_hand(".".join(_PASSED_OVER.sub("", suit) for suit in suits), wind)
    raise DealError([_unreadable(wind, text)])


def read_typed_deal(hands: Mapping[Wind, str], deck: tuple[Card, ...] = DECK_52) -> Deal:
    """Read a deal from typed hands. Raises one ``DealError`` with all cards that are unreadable,
    missing or duplicate.
    """
    typed = {wind: hands[wind] for wind in WINDS if hands.get(wind, "").strip()}
    return Deal.of(read_each(typed, read_typed_hand), deck)


def _read_marked(written: str, wind: Wind) -> tuple[Card, ...]:
    """Read ranks after the mark of their suit. Ranks before the first mark have no suit."""
    suit: Suit | None = None
    cards: list[Card] = []
    signs = {mark for mark in written if mark in _MARKS and not mark.isascii()}
    marks = {mark: one for mark, one in _MARKS.items() if not (signs and mark.isascii())}
    for letter in _PASSED_OVER.sub("", written).replace(".", ""):
        rank = ranks_read(letter)
        if letter in marks:
            suit = marks[letter]
        elif suit is None or rank not in "AKQJT98765432":
            template = gettext_noop(
                "{wind}: {letter} is not a card here: write a suit (S H D C), then its ranks A K "
                "Q J 10 … 2"
            )
            phrase = Phrase(template, wind=wind, letter=repr(letter))
            raise DealError([DealProblem("hand_unreadable", wind, (), phrase)])
        else:
            cards.append(Card(suit, Rank(rank)))
    return tuple(cards)


def _unreadable(wind: Wind, text: str) -> DealProblem:
    template = gettext_noop(
        "{wind}: write the four suits one after the other, such as AK3.105.QJ.98642; found {found}"
    )
    excerpt = text if len(text) <= 40 else text[:39] + "…"
    return DealProblem(
        "hand_unreadable", wind, (), Phrase(template, wind=wind, found=repr(excerpt))
    )


# The cards of a hand as an arbiter writes them down, a trick on a line, from the leader on: ``E:
# h10 h2 hk h5``. ``E:`` says that East led, rightly or not. A pass in Domino is ``pass`` or a dash.

LONGEST = 2_000
"""Most characters. Fifty-two cards with their tricks take less than three hundred."""
PASS = "–"
_PASSES = ("pass", "passa", "-", "–", "—")
_LEADER = re.compile(r"\b([NESW])\s*:", re.IGNORECASE)
_SUIT = re.compile(r"([♠♥♦♣♤♡♢♧])[\ufe0e\ufe0f]?\s*")
_HOLLOW = str.maketrans("♤♡♢♧", "♠♥♦♣")


class PlayedCards(NamedTuple):
    """Cards in order, None for a pass, as far as they could be read. ``leaders`` are by the trick's
    number from 1.

    Nothing after the first problem is in ``cards``: with one card missing, all later ones would be
    given to the wrong players.
    """

    cards: tuple[Card | None, ...]
    leaders: Mapping[int, Wind]
    problems: tuple[Phrase, ...]


def read_played(text: str, players: int = 4) -> PlayedCards:
    """Read played cards; problems are returned, never raised. ``players`` is the number of cards in
    a trick.

    >>> read_played("sa s3, h10").cards[2]
    Card.parse('HT')
    """
    if len(text) > LONGEST:
        return PlayedCards(
            (), {}, (Phrase(gettext_noop("This is too long to be the cards of a hand")),)
        )
    cards: list[Card | None] = []
    leaders: dict[int, Wind] = {}
    problems: list[Phrase] = []
    place = 0
    for word in _words(text):
        if word[:-1] in list(Wind) and word.endswith(":"):
            if place % players:
                template = gettext_noop(
                    "{wind} stands before a card within a trick: say who led before the trick"
                )
                problems.append(Phrase(template, wind=Wind(word[0])))
            else:
                leaders[place // players + 1] = Wind(word[0])
            continue
        place += 1
        try:
            card = None if word.lower() in _PASSES else Card.parse(word)
        except ValueError:
            template = gettext_noop(
                "Card {place}: {found} is not a card; write a suit, S H D C, then A K Q J 10 … 2"
            )
            problems.append(Phrase(template, found=repr(word[:20]), place=place))
        else:
            cards += [] if problems else [card]
    tricks = -(-len(cards) // players) + (not problems)
    leaders = {trick: wind for trick, wind in leaders.items() if trick <= tricks}
    return PlayedCards(tuple(cards), leaders, tuple(problems))


def _words(text: str) -> list[str]:
    spaced = _LEADER.sub(lambda match: f" {match[1].upper()}: ", text.translate(_HOLLOW))
    return _SUIT.sub(r"\1", re.sub(r"[,;|]", " ", spaced)).split()


def write_played(
    cards: tuple[Card | None, ...],
    leaders: Mapping[int, Wind],
    players: int = 4,
    *,
    letters: Callable[[Card], str] = attrgetter("label"),
) -> str:
    """Write cards as ``read_played`` reads them, a trick on a line, each card in these ``letters``.

    >>> write_played(read_played("sa s3 s4 s5 E: h10").cards, {2: Wind.E})
    '♠A ♠3 ♠4 ♠5\\nE: ♥10'
    """
    lines = []
    for at in range(0, len(cards), players):
        words = [PASS if card is None else letters(card) for card in cards[at : at + players]]
        leader = leaders.get(at // players + 1)
        lines.append(" ".join([f"{leader}:", *words] if leader else words))
    return "\n".join(lines)
