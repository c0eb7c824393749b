"""Prize-giving: the prize winners, and a standing read out place by place. The ranking itself is
not changed.

A hand decided a place if, from then on, everybody at that place was ahead of everybody at the next.
To find it, the evening is ranked as if every table had stopped after each hand. If both end equal,
a tie-break decided, and no hand.
"""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from king.reading import picked
from king.standing.ranking import Line, Standings
from king.standing.round_results import Seat
from king.standing.tiebreaks import separating_reason


class BestSheet(NamedTuple):
    """The highest total of a single partita, with its entry and partita. Equal totals are all
    listed.
    """

    entry: str
    round: int
    total: Fraction


class Prizes(NamedTuple):
    """Prize winners. ``overall`` has the lines of the first places, ``winds`` the first of each
    wind, ``best`` the best sheets, ``newcomers`` the best placed of those who play their first
    evening.
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
    """Prize winners of the standings. Prizes of winds are given only if winds are compared."""
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
    """Lists by wind, if they compare anything: there are several, each has at least two entries,
    and tables did not deal cards of their own (then each ranks within itself). Otherwise empty.
    """
    winds, by_table = standings.winds, any(round_.tables for round_ in standings.rounds)
    compared = len(winds) > 1 and all(len(lines) > 1 for lines in winds.values())
    return winds if compared and not by_table else {}


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
    """State of the evening when every table has played that hand. ``contract`` is set if all tables
    played the same one.
    """

    round: int
    hand: int
    figures: Figures
    contract: str = ""


class DecidingHand(NamedTuple):
    """The hand that decided a place, whether it was the first hand of all, and the points that each
    side made in it.
    """

    moment: Moment
    first: bool
    ahead: tuple[Fraction, ...]
    behind: tuple[Fraction, ...]


class Step(NamedTuple):
    """A place of a standing (``overall``, a wind, a side) with all entries that share it.

    ``margin`` is the lead over those at the next place (``below``), in the figure that ranks (with
    ``by_total``, points of the sheets); None if there is nobody below. With no lead, ``tiebreak``
    decided.
    """

    standing: str
    lines: tuple[Line, ...]
    below: tuple[str, ...]
    margin: Fraction | None
    by_total: bool
    tiebreak: str | None
    decided: DecidingHand | None

    def as_json(self) -> dict[str, Any]:
        hand = None
        if self.decided is not None:
            hand = picked(self.decided.moment, "round", "hand", "contract")
            hand |= picked(self.decided, "first", "ahead", "behind")
        lines = [_as_line(line) for line in self.lines]
        answer = picked(self, "standing", "below", "margin", "by_total", "tiebreak")
        return answer | {"rank": self.lines[0].rank, "lines": lines, "hand": hand}


def _as_line(line: Line) -> dict[str, Any]:
    rests = {str(round_): str(points) for round_, points in line.rests.items()}
    fields = picked(line, "entry", "match_points", "total")
    return fields | ({"rests": rests} if rests else {})


def reveal_steps(
    standings: Standings,
    moments: Sequence[Moment],
    *,
    winds: int,
    overall: int,
    winds_by_total: bool = False,
) -> tuple[Step, ...]:
    """Steps of the reveal, in the order in which they are shown: up to ``winds`` places of each
    wind, then ``overall`` places of all.

    Equal ranks are shown together. If winds are not compared (``compared_winds``), only the overall
    standing is shown.
    """
    steps = []
    for wind, lines in compared_winds(standings).items():
        steps += _steps_of(str(wind), lines, winds, winds_by_total, moments)
    return (*steps, *_steps_of("overall", standings.overall, overall, False, moments))


def _steps_of(
    standing: str, lines: Sequence[Line], places: int, by_total: bool, moments: Sequence[Moment]
) -> list[Step]:
    groups = [tuple(level) for _rank, level in groupby(lines, key=lambda line: line.rank)]
    steps = []
    for group, below in zip(groups, [*groups[1:], ()], strict=False):
        if group[0].rank > places:
            break
        ahead, behind = [line.entry for line in group], tuple(line.entry for line in below)
        margin, tiebreak, hand = None, None, None
        if below:
            first, next_first = group[0], below[0]
            margin = first.match_points - next_first.match_points
            if by_total:
                margin = first.total - next_first.total
            if margin:
                hand = deciding_moment(moments, ahead, behind, by_total=by_total)
            else:
                parting = separating_reason(first.explanation, next_first.explanation)
                tiebreak = parting.code if parting else None
        steps.append(Step(standing, group, behind, margin, by_total, tiebreak, hand))
    return steps[::-1]


def deciding_moment(
    moments: Sequence[Moment],
    ahead: Collection[str],
    behind: Collection[str],
    *,
    by_total: bool = False,
) -> DecidingHand | None:
    """First moment from which on all of ``ahead`` have more than any of ``behind``, or None if
    there is none.
    """

    def leads(moment: Moment) -> bool:
        mine, theirs = (
            [moment.figures.get(entry, NOTHING)[by_total] for entry in entries]
            for entries in (ahead, behind)
        )
        return min(mine) > max(theirs)

    place = len(moments)
    while place and leads(moments[place - 1]):
        place -= 1
    if place == len(moments):
        return None
    before, after = moments[place - 1].figures if place else {}, moments[place].figures
    gain, lost = (
        tuple(after.get(entry, NOTHING)[1] - before.get(entry, NOTHING)[1] for entry in entries)
        for entries in (ahead, behind)
    )
    return DecidingHand(moments[place], place == 0, gain, lost)
