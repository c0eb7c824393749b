"""A season: what of an evening counts, and the regulations that clubs start from (rules §6, T-39)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from king.standings.matchpoints import METHODS, place_points
from king.standings.ranking import Line, Standings
from king.standings.standing_settings import StandingSettings
from king.words import gettext_noop

COUNTS: Mapping[str, str] = {
    "partite": gettext_noop("each partita"),
    "evenings": gettext_noop("the place of an evening"),
}
"""What a result of the season is, by code."""


@dataclass(frozen=True, slots=True)
class SeasonPreset:
    """A regulation to start from: ``counts`` is a code of ``COUNTS``, ``settings`` are in the form of
    ``king standings``, ``evenings`` how many the season has, where the regulation says so.
    """

    title: str
    counts: str
    settings: Mapping[str, Any]
    evenings: int | None = None


PRESETS: Mapping[str, SeasonPreset] = {
    "genoa": SeasonPreset(
        gettext_noop("Genoese circuit: twelve partite in six evenings, the best nine count"),
        "partite",
        {"method": "places", "scale": [10, 6, 4, 3, 2, 1], "tail": 1, "count_best": 9,
         "tiebreaks": ["firsts", "seconds", "thirds", "dropped"]},
        evenings=6,
    ),
    "places": SeasonPreset(
        gettext_noop("Season scale: the places of the evenings, 32, 27, 22, 17, 16 … 1"),
        "evenings",
        {"method": "places", "scale": [32, 27, 22, 17, *range(16, 0, -1)], "tail": 0,
         "tiebreaks": ["firsts", "seconds", "thirds"]},
    ),
    "sum": SeasonPreset(
        gettext_noop("Plain sum: the points of all sheets"),
        "partite",
        {"method": "raw", "tiebreaks": ["best_sheet"]},
    ),
}  # fmt: skip
"""By code: Labyrinth's King circuit (RegolamentoReCuori), its season of many games (RegolamentoGGA), and a sum."""


@dataclass(frozen=True, slots=True)
class Reach:
    """What an entry can still come to: the most points, and the best place that these may give."""

    entry: str
    points: Fraction
    most: Fraction
    best_place: int


def reach(found: Standings, settings: StandingSettings, to_come: int) -> tuple[Reach, ...]:
    """What each of the overall standing can still reach in ``to_come`` more rounds, winning them all.

    Whoever will have more than that, whatever comes, stays ahead. Nothing is said where results take points away (a
    value below nought), nor under a method that knows no most.
    """
    scale = settings.comparison(None).scale
    worths = (*scale, settings.tail, *(worth for worth in (settings.missed_points, settings.late_points) if worth))
    if METHODS[settings.method].points is not place_points or min(worths) < 0:
        return ()
    top, low = (which((*scale, settings.tail)) for which in (max, min))
    rests = {
        (one.result.entry, one.round) for round_ in found.rounds for one in round_.byes if settings.bye_points is None
    }

    def points(line: Line, more: Sequence[Fraction]) -> Fraction:
        """With these results more: a rest that is worth the mean of the others (A21) moves with them."""
        own = (*line.counted, *line.dropped)
        played = [*(one.match_points for one in own if one.result.total is not None), *more]
        mean = sum(played, Fraction(0)) / len(played) if played else Fraction(0)
        others = [mean if (line.entry, one.round) in rests else one.match_points
                  for one in own if one.result.total is None]  # fmt: skip
        return sum(sorted((*played, *others), reverse=True)[: settings.count_best], Fraction(0))

    least = [min(points(line, [low] * came) for came in range(to_come + 1)) for line in found.overall]
    most = [points(line, [top] * to_come) for line in found.overall]
    return tuple(
        Reach(line.entry, line.match_points, mine, 1 + sum(theirs > mine for theirs in least))
        for line, mine in zip(found.overall, most, strict=True)
    )
