"""How a tournament ranks: the settings of a standing, their defaults, and what each may be (rules §6, A18–A21, A37)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from king.cards import SIDES, WINDS
from king.reading import Node
from king.standings.matchpoints import METHODS, TABLE_SCALE, TIES, WIND_SCALE, Comparison
from king.standings.tiebreaks import DEFAULT_TIEBREAKS, SETTLED_BY, TIEBREAKS, Settled
from king.words import Phrase, gettext_noop

NO_SETTING = gettext_noop("no such setting; there are {keys}")
BOUNDED = gettext_noop("a number of points (below a thousand million, in parts of a thousand at most)")

CHANGED_WINDS = ("most", "first")
"""Where whoever changed wind is ranked: where he played most (half and half: where he set out), or where he set out."""

LARGEST_NUMBER = 10**9
LARGEST_DENOMINATOR = 1000
"""Bounds of every number read: a sheet's total is a few hundred points in halves, thirds or hundredths."""


@dataclass(frozen=True, slots=True)
class StandingSettings:
    """The settings of a standing.

    ``method``: a code of ``METHODS``. ``scale``: place points, best first (None: the method's own), ``tail`` for every
    later place. ``ties``: a code of ``TIES``. ``count_best``: how many results count (None: all). ``tiebreaks``: codes
    of ``TIEBREAKS`` in order. ``bye_points``: None for the mean of the entry's other results, or a number.
    ``by_wind``: None gives the overall by wind while more than half keep a wind. ``changed_winds``: whoever did not is
    ranked at the wind where he played ``most``, or ``first``. ``winds_by``: whether the standing of a wind ranks by
    ``match_points`` or by ``raw_points`` (A19: within a wind the sheets are comparable). ``datum_drop``:
    extremes left out at each end of the datum. ``team_scale``: steps of a conversion of a match between teams, rising
    (``king.sheet.comparison``); none by default. ``lot_seed`` draws the lots of the tie-break ``lot``; ``lot_order``
    are the entries in the order in which hands drew them. ``previous``: the entries of an earlier standing, best first.
    ``carried``: the points that entries bring along from their qualification, added to what they make here.
    ``settled``: ties that all of this left open, settled after play. In a season: ``minimum_evenings`` of attendance
    give a place; ``missed_points`` and ``late_points`` are what a partita (or an evening, where its place counts) is
    worth to whoever missed the evening, or came late to it (None: there is no result at all).
    """

    method: str = "places"
    scale: tuple[Fraction, ...] | None = None
    tail: Fraction = Fraction(1)
    ties: str = "share"
    count_best: int | None = None
    tiebreaks: tuple[str, ...] = DEFAULT_TIEBREAKS
    bye_points: Fraction | None = None
    by_wind: bool | None = None
    changed_winds: str = "most"
    winds_by: str = "match_points"
    datum_drop: int = 1
    team_scale: tuple[tuple[int, int], ...] = ()
    lot_seed: bytes | None = None
    lot_order: tuple[str, ...] = ()
    previous: tuple[str, ...] = ()
    carried: tuple[tuple[str, Fraction], ...] = ()
    settled: tuple[Settled, ...] = ()
    minimum_evenings: int = 0
    missed_points: Fraction | None = None
    late_points: Fraction | None = None

    def comparison(self, expected: int | None) -> Comparison:
        own = TABLE_SCALE if METHODS[self.method].by_table else WIND_SCALE
        scale = own if self.scale is None else self.scale
        return Comparison(scale, self.tail, self.ties, expected, self.datum_drop)

    @classmethod
    def from_json(cls, settings: Node) -> StandingSettings:
        """Null is the default. ``InputError`` says what was expected where."""
        for key, value in settings.items():
            if key not in _READERS:
                raise value.wrong(Phrase(NO_SETTING, {"keys": " ".join(_READERS)}))
        given = ((key, read, settings.get(key)) for key, read in _READERS.items())
        return cls(**{key: read(node) for key, read, node in given if node is not None})


def bounded(node: Node) -> Fraction:
    number = node.number()
    if abs(number) > LARGEST_NUMBER or number.denominator > LARGEST_DENOMINATOR:
        raise node.fail(BOUNDED)
    return number


def _points(node: Node) -> tuple[Fraction, ...]:
    return tuple(bounded(place) for place in node.list())


def _tiebreaks(node: Node) -> tuple[str, ...]:
    codes = tuple(code.choice(tuple(TIEBREAKS)) for code in node.list())
    if len(set(codes)) < len(codes):
        raise node.fail(gettext_noop("each tie-break once"))
    return codes


def _bye_points(node: Node) -> Fraction | None:
    if node.value == "average":
        return None
    return Fraction(0) if node.value == "zero" else bounded(node)


def _steps(node: Node) -> tuple[tuple[int, int], ...]:
    """Pairs of a difference and its worth from there up, both rising."""
    steps: list[tuple[int, int]] = []
    for step in node.list():
        pair = step.list()
        if len(pair) != 2:
            raise step.fail(gettext_noop("a difference and the points it is worth"))
        steps.append((pair[0].integer(0, LARGEST_NUMBER), pair[1].integer(0, LARGEST_NUMBER)))
        if len(steps) > 1 and not (steps[-2][0] < steps[-1][0] and steps[-2][1] <= steps[-1][1]):
            raise step.fail(gettext_noop("differences and points that rise from step to step"))
    return tuple(steps)


def _seed(node: Node) -> bytes:
    try:
        return bytes.fromhex(node.text())
    except ValueError:
        raise node.fail(gettext_noop("a seed in hexadecimal digits, two for each byte")) from None


def read_settled(node: Node) -> tuple[Settled, ...]:
    """Each entry's place is among those level with it, best first, however they are given."""
    return tuple(
        Settled(
            settlement["standing"].choice(("overall", *WINDS, *SIDES)),
            settlement["kind"].choice(tuple(SETTLED_BY)),
            tuple(
                sorted(
                    ((entry, place.integer(1, 100_000)) for entry, place in settlement["places"].items()),
                    key=lambda settled: settled[1],
                )
            ),
            settlement["reason"].text(),
        )
        for settlement in node.list()
    )


def _names(node: Node) -> tuple[str, ...]:
    names = tuple(entry.text() for entry in node.list())
    if len(set(names)) < len(names):
        raise node.fail(gettext_noop("each entry once"))
    return names


_READERS: Mapping[str, Callable[[Node], Any]] = {
    "method": lambda node: node.choice(tuple(METHODS)),
    "scale": _points,
    "tail": bounded,
    "ties": lambda node: node.choice(tuple(TIES)),
    "count_best": lambda node: node.integer(1, 1000),
    "tiebreaks": _tiebreaks,
    "bye_points": _bye_points,
    "by_wind": Node.boolean,
    "changed_winds": lambda node: node.choice(CHANGED_WINDS),
    "winds_by": lambda node: node.choice(("match_points", "raw_points")),
    "datum_drop": lambda node: node.integer(0, 1000),
    "team_scale": _steps,
    "lot_seed": _seed,
    "lot_order": _names,
    "previous": _names,
    "carried": lambda node: tuple((entry, bounded(points)) for entry, points in node.items()),
    "settled": read_settled,
    "minimum_evenings": lambda node: node.integer(0, 1000),
    "missed_points": bounded,
    "late_points": bounded,
}

# The regulations that a season may start from (T-39).

COUNTS: Mapping[str, str] = {
    "partite": gettext_noop("each partita"),
    "evenings": gettext_noop("the place of an evening"),
}
"""Results that a season counts, by code."""


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
