"""The prize-giving: who is called up, and a standing read out place by place. Nothing is ranked
anew.

A hand decided a place if after it all at that place were, for good, ahead of all at the next: the
evening is ranked as if every table had stopped there. Where both end level a tie-break decided, and
no hand.
"""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from king.reading import picked
from king.standing.ranking import Line, Standings
from king.standing.round_results import Seat
from king.standing.tiebreaks import parted


class BestSheet(NamedTuple):
    """The highest total of a single partita, with whose it is and in which partita; equals are all
    there.
    """

    entry: str
    round: int
    total: Fraction


class Prizes(NamedTuple):
    """``overall``: the lines of the first places. ``winds``: the first of each wind. ``best``: the
    best sheets. ``newcomers``: the best placed of those who play their first evening.
    """

    overall: tuple[Line, ...]
    winds: Mapping[Seat, tuple[Line, ...]]
    best: tuple[BestSheet, ...]
    newcomers: tuple[Line, ...] = ()


def prizes(
    standings: Standings,
    places: int = 3,
    *,
    winds: bool = True,
    best: bool = True,
    newcomers: Collection[str] = (),
) -> Prizes:
    """Of winds only where these are compared."""
    compared = compared_winds(standings) if winds else {}
    new = [line for line in standings.overall if line.entry in newcomers]
    first = min((line.rank for line in new), default=0)
    return Prizes(
        tuple(line for line in standings.overall if line.rank <= places),
        {wind: tuple(line for line in lines if line.rank == 1) for wind, lines in compared.items()},
        best_sheets(standings) if best else (),
        tuple(line for line in new if line.rank == first),
    )


def compared_winds(standings: Standings) -> Mapping[Seat, tuple[Line, ...]]:
    """The lists by wind where they are a comparison: there is more than one, each has two to
    compare, and the tables did not deal cards of their own, which rank within themselves. Else
    none.
    """
    by_table = any(round_.tables for round_ in standings.rounds)
    compared = (
        not by_table
        and len(standings.winds) > 1
        and all(len(lines) > 1 for lines in standings.winds.values())
    )
    return standings.winds if compared else {}


def best_sheets(standings: Standings) -> tuple[BestSheet, ...]:
    sheets = [
        BestSheet(line.result.entry, standing.number, line.result.total)
        for standing in standings.rounds
        for lines in standing.winds.values()
        for line in lines
        if line.result.total is not None
    ]
    most = max((sheet.total for sheet in sheets), default=None)
    return tuple(sheet for sheet in sheets if sheet.total == most)


Figures = Mapping[str, tuple[Fraction, Fraction]]
"""Figures of each entry: match points, and the points of all its sheets."""
NOTHING = Fraction(0), Fraction(0)


class Moment(NamedTuple):
    """The evening when every table has played that hand; ``contract`` where all played the same."""

    round: int
    hand: int
    figures: Figures
    contract: str = ""


class Decided(NamedTuple):
    """The hand that decided, whether it was the first of all, and what each side made in it on its
    sheets.
    """

    moment: Moment
    first: bool
    ahead: tuple[Fraction, ...]
    behind: tuple[Fraction, ...]


class Step(NamedTuple):
    """A place of a standing (``overall``, a wind, a side) with everybody who shares it.

    ``margin`` to those at the next place ``below``, in what the standing ranks by (``by_total``:
    the points of the sheets); None where there is nobody. ``tiebreak`` decided where the margin is
    nothing.
    """

    standing: str
    lines: tuple[Line, ...]
    below: tuple[str, ...]
    margin: Fraction | None
    by_total: bool
    tiebreak: str | None
    decided: Decided | None

    def as_json(self) -> dict[str, Any]:
        hand = None
        if self.decided is not None:
            hand = picked(self.decided.moment, "round", "hand", "contract")
            hand |= picked(self.decided, "first", "ahead", "behind")
        lines = [picked(line, "entry", "match_points", "total") for line in self.lines]
        answer = picked(self, "standing", "below", "margin", "by_total", "tiebreak")
        return answer | {"rank": self.lines[0].rank, "lines": lines, "hand": hand}


def reveal_steps(
    standings: Standings,
    moments: Sequence[Moment],
    *,
    winds: int,
    overall: int,
    winds_by_total: bool = False,
) -> tuple[Step, ...]:
    """In the order in which they are shown: up to ``winds`` places of each wind, ``overall`` of
    all.

    Equals are shown together. Where winds are not compared (``compared_winds``) there is the whole
    alone.
    """
    lists = [
        (str(wind), lines, winds, winds_by_total)
        for wind, lines in compared_winds(standings).items()
    ]
    lists.append(("overall", standings.overall, overall, False))
    return tuple(
        step
        for standing, lines, places, by_total in lists
        for step in _steps_of(standing, lines, places, by_total, moments)
    )


def _steps_of(
    standing: str, lines: Sequence[Line], places: int, by_total: bool, moments: Sequence[Moment]
) -> list[Step]:
    groups = [tuple(level) for _rank, level in groupby(lines, key=lambda line: line.rank)]
    steps = []
    for group, below in zip(groups, [*groups[1:], ()], strict=False):
        if group[0].rank > places:
            break
        margin = _measure(group[0], by_total) - _measure(below[0], by_total) if below else None
        ahead, behind = [line.entry for line in group], [line.entry for line in below]
        steps.append(
            Step(
                standing,
                group,
                tuple(behind),
                margin,
                by_total,
                parted(group[0].explanation, below[0].explanation) if margin == 0 else None,
                decided(moments, ahead, behind, by_total=by_total) if margin else None,
            )
        )
    return steps[::-1]


def _measure(line: Line, by_total: bool) -> Fraction:
    return line.total if by_total else line.match_points


def decided(
    moments: Sequence[Moment],
    ahead: Collection[str],
    behind: Collection[str],
    *,
    by_total: bool = False,
) -> Decided | None:
    """The first moment from which on all of ``ahead`` have more than any of ``behind``."""
    place = len(moments)
    while place and _leads(moments[place - 1].figures, ahead, behind, int(by_total)):
        place -= 1
    if place == len(moments):
        return None
    before = moments[place - 1].figures if place else {}

    def made(entries: Collection[str]) -> tuple[Fraction, ...]:
        after = moments[place].figures
        return tuple(
            after.get(entry, NOTHING)[1] - before.get(entry, NOTHING)[1] for entry in entries
        )

    return Decided(moments[place], place == 0, made(ahead), made(behind))


def _leads(figures: Figures, ahead: Collection[str], behind: Collection[str], measure: int) -> bool:
    least = min(figures.get(entry, NOTHING)[measure] for entry in ahead)
    return all(least > figures.get(entry, NOTHING)[measure] for entry in behind)
