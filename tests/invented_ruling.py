"""A kind of ruling that no game has, registered for a separate test run: ``pytest -p
tests.invented_ruling``.
"""

from __future__ import annotations

from typing import cast

from king.sheet import ruling_kinds
from king.sheet.points import Hand
from king.sheet.ruled_sheet import Case, RuledSheet
from king.sheet.ruling_kinds import Effect, Offenders, PeopleRuling, RulingKind
from wording import ruling_words
from wording.ruling_words import RulingWords

TWICE = "Late sheet: {who} {points}, beside the sheet"


def _late(sheet: RuledSheet, case: Case, hand: Hand | None) -> None:
    """Fine twice the points that are written."""
    for offender in case.columns:
        points = 2 * (case.points or 0)
        if hand is not None and not sheet.is_too_large(case, {offender: points}):
            sheet.fine(hand.row.hand, offender, points, TWICE)


LATE = PeopleRuling(
    code="late_sheet",
    label="late sheet",
    offenders=Offenders.ONE,
    effect=Effect.POINTS,
    turn=6,
    once=ruling_kinds._again,
    in_place=(),
    breach=False,
    warns=False,
    wrong_row=False,
    on_people=_late,
)
WORDS = RulingWords(
    code=LATE.code,
    choice="Late sheet. It costs twice what you write.",
    short="Late sheet",
    sentences={"": "Table %(table)s: the sheet of %(offender)s is late, %(points)s. %(reason)s"},
    revoked="Table %(table)s: the sheet of %(offender)s was not late. %(reason)s",
    effect=ruling_words.one_number,
    bare=False,
)
# The registries are read when pages are imported, so this comes first.
cast(dict[str, RulingKind], ruling_kinds.KINDS)[LATE.code] = LATE
cast(dict[str, RulingWords], ruling_words.WORDS)[LATE.code] = WORDS
