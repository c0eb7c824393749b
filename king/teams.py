"""King Pareado: two pairs of a team play the same boards at two tables, in the opposite seats (R11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from king.sheet import ScoredSheet
from king.winds import Side

Scale = Sequence[tuple[int, int]]
"""Steps of a conversion: from so many points of difference up, so many match points; in rising order."""


def team_result(north_south: ScoredSheet, east_west: ScoredSheet, scale: Scale = ()) -> Fraction:
    """What a team makes that sits North-South on the first sheet and East-West on the second.

    The two differences are added; the contracts may differ from table to table, so only the totals are compared.
    With a ``scale`` the sum is converted, its sign kept; the source has none, so none is the default. The opposing
    team's result is the negative, but for penalties: who errs pays, and the other team is not given what he lost.

    >>> from king.rulesets import find_ruleset
    >>> from king.sheet import Row, score
    >>> queens = lambda ns, ew: score(find_ruleset("pt_pareado"), [Row(1, "M", {"NS": ns, "EW": ew})])
    >>> team_result(queens(1, 3), queens(2, 2))
    Fraction(100, 1)
    """
    return converted(north_south.totals[Side.NS] + east_west.totals[Side.EW], scale)


def converted(difference: Fraction, scale: Scale) -> Fraction:
    """The match points of a difference, its sign kept; the difference itself where there is no scale.

    >>> [str(converted(Fraction(points), [(100, 1), (300, 2)])) for points in (90, 100, -350)]
    ['0', '1', '-2']
    """
    if not scale:
        return difference
    points = max((worth for least, worth in scale if abs(difference) >= least), default=0)
    return Fraction(points if difference >= 0 else -points)


@dataclass(frozen=True, slots=True)
class TableOfMatch:
    """A table of a match: which team's pair sits on each side, and its totals (None: the sheet is not in)."""

    table: int
    teams: Mapping[Side, str]
    totals: Mapping[Side, Fraction] | None


@dataclass(frozen=True, slots=True)
class Match:
    """Two teams at their tables; ``results`` by team, None while a sheet is missing. ``number`` is the first table."""

    number: int
    tables: tuple[int, ...]
    results: Mapping[str, Fraction | None]


def matches(tables: Iterable[TableOfMatch], scale: Scale = ()) -> tuple[Match, ...]:
    """The matches that the tables make, in order: those where the same two teams sit belong together.

    A team's result is the sum of what its two pairs made. One table alone, the other never played, is no result.
    """
    found: dict[frozenset[str], list[TableOfMatch]] = {}
    for table in sorted(tables, key=lambda each: each.table):
        found.setdefault(frozenset(table.teams.values()), []).append(table)
    return tuple(_match(played, scale) for played in found.values())


def _match(played: Sequence[TableOfMatch], scale: Scale) -> Match:
    results: dict[str, Fraction | None] = {}
    for team in played[0].teams.values():
        made = [
            table.totals[side] if table.totals is not None else None
            for table in played
            for side, sitting in table.teams.items()
            if sitting == team
        ]
        whole = len(made) > 1 and None not in made
        total = sum((points for points in made if points is not None), Fraction(0))
        results[team] = converted(total, scale) if whole else None
    return Match(played[0].table, tuple(table.table for table in played), results)
