"""Deals for the tests of the notations."""

from __future__ import annotations

from hypothesis import strategies as st

from king.cards import Card, Deal, number_of_deals
from king.notation import read_boards
from king.play.tricks import Infraction, Play

SORTED = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
SUITS_APART = Deal.parse_pbn(SORTED)
"""North has the spades, East the hearts, South the diamonds, West the clubs."""
DEAL = Deal.parse_pbn("N:AK3.T5.QJ4.98642 QJ9.AK3.T98.KQJ5 T876.QJ9.AK3.AT7 542.87642.7652.3")
HANDS = dict(zip("NESW", DEAL.pbn.removeprefix("N:").split(), strict=True))
"""Hands of ``DEAL`` by wind, as they are typed."""
deals = st.integers(0, number_of_deals() - 1).map(Deal.numbered)


def problems(text: str | bytes) -> list[str]:
    file = read_boards(text if isinstance(text, bytes) else text.encode("iso-8859-1"))
    assert not (file.boards and file.problems), "nothing by half"
    return [str(problem) for problem in file.problems]


def game(board: str = "1", deal: str = SORTED, more: str = "") -> str:
    return f'[Event "?"]\n[Board "{board}"]\n[Dealer "N"]\n[Deal "{deal}"]\n{more}\n'


def cards(text: str) -> list[Card]:
    """Parse cards that are separated by blanks."""
    return [Card.parse(word) for word in text.split()]


def rule(play: Play, card: str) -> Infraction | None:
    """Rule that this card would break, or ``None``."""
    breach = play.breach(Card.parse(card))
    return None if breach is None else breach.infraction
