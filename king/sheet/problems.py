"""What can be wrong with a sheet: each problem with its code, its place, what was expected and what was found.

Problems are never raised. The table at the end words the missing and the surplus units of each kind of hand, so that
the captain reads "one queen is missing", not a number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from king.rulesets.contracts import Contract, Unit
from king.words import Phrase, gettext_noop, listed


@dataclass(frozen=True)
class Problem:
    """One thing wrong, with the sentence that says it.

    ``hand`` is None where the whole sheet is meant; ``wind`` the wind or side, where there is one; ``ruled`` whether
    a ruling of the arbiter covers it, so that it no longer keeps the sheet open.
    """

    code: str
    hand: int | None
    expected: str | None
    found: str | None
    phrase: Phrase
    wind: str | None = None
    ruled: bool = False

    def as_json(self) -> dict[str, object]:
        """The form of ``king score``; ``wind`` and ``ruled`` only where they say something."""
        answer: dict[str, object] = {
            "code": self.code,
            "hand": self.hand,
            "expected": self.expected,
            "found": self.found,
            "message": str(self.phrase),
        }
        if self.wind is not None:
            answer["wind"] = self.wind
        if self.ruled:
            answer["ruled"] = True
        return answer


def units_problem(hand: int, contract: Contract, found: int, holders: Sequence[str] = ()) -> Problem:
    """Too few or too many units were counted (I1). A card that is there once and has several ``holders`` names them."""
    expected = contract.units or 0
    missing = expected - found
    one_short, many_short, one_over, many_over = _UNIT_SENTENCES[contract.unit]
    if missing > 0:
        template = one_short if missing == 1 else many_short
    else:
        template = one_over if missing == -1 else many_over
    fields = {"contract": contract.title, "count": abs(missing), "found": found, "expected": expected}
    if len(holders) > 1 and contract.unit in _HELD_BY_SEVERAL:
        template = _HELD_BY_SEVERAL[contract.unit]
        fields["holders"] = listed(holders, ", ")
    code = "units_short" if missing > 0 else "units_over"
    return Problem(code, hand, str(expected), str(found), Phrase(template, fields))


def closers_problem(hand: int, contract: Contract, closers: int, winners: str) -> Problem | None:
    """Nobody in Domino, or more than may, has no card left; None where as many went out as can (I1, O2)."""
    if closers == 1 or (closers > 1 and winners != "one"):
        return None
    template = MANY_CLOSED if closers else NOBODY_CLOSED
    fields = {"contract": contract.title, "expected": 1, "found": closers}
    return Problem("domino_closers", hand, "1", str(closers), Phrase(template, fields))


NOBODY_CLOSED = gettext_noop("{contract}: nobody went out; one player has no card left")
MANY_CLOSED = gettext_noop("{contract}: {found} players have no card left; only one goes out")

_HELD_BY_SEVERAL: dict[Unit, str] = {
    Unit.KING_OF_HEARTS: gettext_noop("{contract}: the king of hearts is written for {holders}; only one took it"),
    Unit.EIGHT_OF_DIAMONDS: gettext_noop("{contract}: the 8 of diamonds is written for {holders}; only one took it"),
}


_UNIT_SENTENCES: dict[Unit, tuple[str, str, str, str]] = {
    Unit.KINGS_AND_JACKS: (
        gettext_noop("{contract}: one king or jack is missing ({found} of {expected})"),
        gettext_noop("{contract}: {count} kings and jacks are missing ({found} of {expected})"),
        gettext_noop("{contract}: one king or jack too many ({found} of {expected})"),
        gettext_noop("{contract}: {count} kings and jacks too many ({found} of {expected})"),
    ),
    Unit.QUEENS: (
        gettext_noop("{contract}: one queen is missing ({found} of {expected})"),
        gettext_noop("{contract}: {count} queens are missing ({found} of {expected})"),
        gettext_noop("{contract}: one queen too many ({found} of {expected})"),
        gettext_noop("{contract}: {count} queens too many ({found} of {expected})"),
    ),
    Unit.KING_OF_HEARTS: (
        gettext_noop("{contract}: nobody has the king of hearts"),
        gettext_noop("{contract}: nobody has the king of hearts ({found})"),
        gettext_noop("{contract}: the king of hearts is there twice"),
        gettext_noop("{contract}: the king of hearts is there {found} times"),
    ),
    Unit.EIGHT_OF_DIAMONDS: (
        gettext_noop("{contract}: nobody has the 8 of diamonds"),
        gettext_noop("{contract}: nobody has the 8 of diamonds ({found})"),
        gettext_noop("{contract}: the 8 of diamonds is there twice"),
        gettext_noop("{contract}: the 8 of diamonds is there {found} times"),
    ),
    Unit.HEARTS: (
        gettext_noop("{contract}: one heart is missing ({found} of {expected})"),
        gettext_noop("{contract}: {count} hearts are missing ({found} of {expected})"),
        gettext_noop("{contract}: one heart too many ({found} of {expected})"),
        gettext_noop("{contract}: {count} hearts too many ({found} of {expected})"),
    ),
    Unit.TRICKS: (
        gettext_noop("{contract}: one trick is missing ({found} of {expected})"),
        gettext_noop("{contract}: {count} tricks are missing ({found} of {expected})"),
        gettext_noop("{contract}: one trick too many ({found} of {expected})"),
        gettext_noop("{contract}: {count} tricks too many ({found} of {expected})"),
    ),
    Unit.LAST_TRICKS: (
        gettext_noop("{contract}: one of the last two tricks is missing ({found} of {expected})"),
        gettext_noop("{contract}: {count} of the last two tricks are missing ({found} of {expected})"),
        gettext_noop("{contract}: one last trick too many ({found} of {expected})"),
        gettext_noop("{contract}: {count} last tricks too many ({found} of {expected})"),
    ),
    Unit.CARDS_LEFT: (  # Domino has no fixed number of units; a house edition may give it one.
        gettext_noop("{contract}: one card is missing ({found} of {expected})"),
        gettext_noop("{contract}: {count} cards are missing ({found} of {expected})"),
        gettext_noop("{contract}: one card too many ({found} of {expected})"),
        gettext_noop("{contract}: {count} cards too many ({found} of {expected})"),
    ),
}
