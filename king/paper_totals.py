"""Why the totals on a paper sheet are not those of its rows: the slip that would make them so.

The sums of a sheet cannot tell that two winds were exchanged in a row, for the row still adds up; the totals that the
table wrote itself can.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from king.row import Row
from king.rulesets.base import RuleSet
from king.rulesets.settings import Settings
from king.scoring import ZERO, Column, counted_places, place_row, score_row
from king.sheet import check_row
from king.suggestions import Suggestion
from king.words import Phrase, gettext_noop

MOST_READINGS = 3
"""More explanations than this explain nothing."""


def explain_totals(
    ruleset: RuleSet, rows: Iterable[Row], totals: Mapping[str, Fraction], settings: Settings | None = None
) -> tuple[Suggestion, ...]:
    """The single slips after which the rows make exactly the ``totals`` of the paper, before rulings; none if they do.

    Two winds exchanged in one row; two columns of totals exchanged; a row added with the wrong sign, added twice, or
    left out of one total. The last three change no row: the rows are right and the paper's sums are not.
    """
    settings = settings or ruleset.defaults
    written = sorted(rows, key=lambda row: row.hand)
    points = {row.hand: _points(ruleset, row, settings) for row in written}
    made = {column: sum((each[column] for each in points.values()), ZERO) for column in ruleset.columns}
    paper = {column: totals.get(str(column)) for column in ruleset.columns}
    gaps = {column: given - made[column] for column, given in paper.items() if given is not None}
    if len(gaps) < len(made) or not any(gaps.values()):
        return ()
    found = [*_exchanged_winds(ruleset, written, gaps, points, settings)]
    found = found or [*_exchanged_totals(made, gaps), *_added_wrongly(points, gaps)]
    return tuple(found) if len(found) <= MOST_READINGS else ()


def _points(ruleset: RuleSet, row: Row, settings: Settings) -> Mapping[Column, Fraction]:
    return score_row(ruleset, place_row(ruleset, row, settings), settings).points


def exchanged(ruleset: RuleSet, row: Row) -> Iterator[tuple[Column, Column, Row]]:
    """The row with the counts of two winds exchanged, for each pair whose counts differ."""
    for one, other in combinations(counted_places(ruleset, row), 2):
        first, second = row.units.get(one), row.units.get(other)
        if first is not None and second is not None and first != second:
            units = {str(place): count for place, count in row.units.items()}
            yield one, other, replace(row, units=units | {str(one): second, str(other): first})


def _exchanged_winds(
    ruleset: RuleSet,
    rows: Iterable[Row],
    gaps: Mapping[Column, Fraction],
    points: Mapping[int, Mapping[Column, Fraction]],
    settings: Settings,
) -> Iterator[Suggestion]:
    for row in rows:
        if check_row(ruleset, row, settings):
            continue
        for one, other, changed in exchanged(ruleset, row):
            after = _points(ruleset, changed, settings)
            if all(after[column] - points[row.hand][column] == gap for column, gap in gaps.items()):
                fields = {"hand": row.hand, "one": one, "other": other}
                yield Suggestion("winds_exchanged", Phrase(WINDS_EXCHANGED, fields), (changed,))


def _exchanged_totals(made: Mapping[Column, Fraction], gaps: Mapping[Column, Fraction]) -> Iterator[Suggestion]:
    for one, other in combinations(made, 2):
        difference = made[other] - made[one]
        expected = dict.fromkeys(made, ZERO) | {one: difference, other: -difference}
        if difference and expected == gaps:
            yield Suggestion("totals_exchanged", Phrase(TOTALS_EXCHANGED, {"one": one, "other": other}))


def _added_wrongly(
    points: Mapping[int, Mapping[Column, Fraction]], gaps: Mapping[Column, Fraction]
) -> Iterator[Suggestion]:
    """One total alone is wrong, by one of the figures above it, or by twice that."""
    wrong = [column for column, gap in gaps.items() if gap]
    if len(wrong) != 1:
        return
    (column,) = wrong
    for hand, row in points.items():
        if not row[column]:
            continue
        for code, template, gap in (
            ("left_out", LEFT_OUT, -row[column]),
            ("added_twice", ADDED_TWICE, row[column]),
            ("sign", WRONG_SIGN, -2 * row[column]),
        ):
            if gaps[column] == gap:
                yield Suggestion(code, Phrase(template, {"hand": hand, "wind": column, "points": row[column]}))


WINDS_EXCHANGED = gettext_noop("In hand {hand} {one} and {other} are exchanged")
TOTALS_EXCHANGED = gettext_noop("On the paper the totals of {one} and {other} are exchanged")
LEFT_OUT = gettext_noop("The paper's total of {wind} leaves out hand {hand} ({points})")
ADDED_TWICE = gettext_noop("The paper's total of {wind} counts hand {hand} twice ({points})")
WRONG_SIGN = gettext_noop("The paper's total of {wind} takes hand {hand} with the wrong sign ({points})")
