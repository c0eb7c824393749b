"""What the formats of duplicating machines cannot hold, said before anything is written."""

from __future__ import annotations

from king.boards import DealtSet
from king.errors import InputError
from king.words import Phrase, gettext_noop

ONE_ROUND = gettext_noop("{notation} holds the boards of one round; take a file for each round")
WITHOUT_GAP = gettext_noop("{notation} holds boards 1 to {most} without a gap")

MOST_BOARDS = 99


def require_full_deck(dealt: DealtSet, notation: str) -> None:
    """Refuse the deck of 32 cards, which these formats have no way to say."""
    if dealt.deck != 52:
        raise InputError(
            Phrase(
                gettext_noop("{notation} holds deals of 52 cards only; take json, pbn, text or line for {deck} cards"),
                {"notation": notation, "deck": dealt.deck},
            )
        )


def require_numbered_run(dealt: DealtSet, notation: str) -> tuple[int, int]:
    """The lowest and highest board of a set whose numbers run without a gap, at most 99 of them, in one round."""
    require_full_deck(dealt, notation)
    numbers = [board.board for board in dealt.boards]
    if len({board.round_number for board in dealt.boards}) > 1:
        raise InputError(Phrase(ONE_ROUND, {"notation": notation}))
    if not numbers or numbers != list(range(numbers[0], numbers[0] + len(numbers))) or numbers[-1] > MOST_BOARDS:
        raise InputError(Phrase(WITHOUT_GAP, {"notation": notation, "most": MOST_BOARDS}))
    return numbers[0], numbers[-1]
