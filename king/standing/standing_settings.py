"""Settings of a standing: their declarations, defaults and possible values (rules §6, A18–A21,
A37).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from king.cards import SIDES, WINDS
from king.reading import Node
from king.standing.matchpoints import (
    MATCH_SCALE,
    METHODS,
    TABLE_SCALE,
    TIES,
    WIND_SCALE,
    Comparison,
)
from king.standing.tiebreaks import DEFAULT_TIEBREAKS, SETTLED_BY, TIEBREAKS, Settled
from king.words import Phrase, gettext_noop as _

NO_SETTING = _("no such setting; there are {keys}")
BOUNDED = _("a number of points (below a thousand million, in parts of a thousand at most)")
FROM_TO = _("a number from {least} to {most}")

LARGEST_NUMBER = 10**9
MOST_MONEY = 100
"""Most money for a point. More is a slip of the keyboard."""
LARGEST_DENOMINATOR = 1000
"""Bounds of every number read: a sheet's total is a few hundred points in halves, thirds or hundredths."""

EVENING, SEASON, EDITION = "evening", "season", "edition"
"""Forms that ask for a setting. A setting that no form asks for comes from a file, or from
decisions after play."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class StandingSetting:
    """Declaration of a setting of standings. ``kind`` is a key of ``_READERS``. ``labels`` maps its
    words to their sentences. ``least`` and ``most`` are the bounds of a count, or of a number that
    has bounds. ``forms`` lists the forms that ask for it.
    """

    kind: str
    title: str
    help: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    forms: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    key: str = ""

    def read(self, node: Node) -> Any:
        return _READERS[self.kind](self, node)


def setting(default: T, kind: str, title: str, help: str = "", **more: Any) -> T:
    """Make a field of ``StandingSettings`` with its declaration. The field's name is the setting's
    key.
    """
    return field(default=default, metadata={"setting": StandingSetting(kind, title, help, **more)})


@dataclass(frozen=True, slots=True)
class StandingSettings:
    """Settings of a standing.

    ``scale`` None is the method's own scale. ``bye_points`` None is the mean of the entry's other
    results. ``by_wind`` None gives each wind an overall standing of its own as long as more than
    half of the entries keep their wind. ``changed_winds`` says where an entry is ranked that
    changed its wind; half and half counts where it began. ``winds_by``: within a wind the sheets
    are comparable (A19). ``team_scale`` has rising steps, for matches between teams
    (``king.sheet.comparison``). ``lot_seed`` draws the lots of the tie-break ``lot``; ``lot_order``
    lists the entries in the order in which lots were drawn by hand. ``previous`` lists the entries
    of an earlier standing, best first. ``carried`` has the points that entries bring along, added
    to what they earn here. ``missed_points`` and ``late_points`` are of one partita, or of one
    evening if its place counts; None makes no result at all.
    """

    method: str = setting(
        "places",
        "choice",
        _("What a result is worth"),
        forms=(EVENING, SEASON),
        labels={code: method.title for code, method in METHODS.items()},
    )
    scale: tuple[Fraction, ...] | None = setting(
        None,
        "scale",
        _("Match points of the places"),
        _(
            "Best place first. Empty: 10 6 4 3 2 by wind, 10 6 3 by table; 2 1 0 for a match won, "
            "drawn, lost."
        ),
        forms=(EVENING, SEASON, EDITION),
    )
    tail: Fraction = setting(
        Fraction(1), "number", _("Every later place"), forms=(EVENING, SEASON, EDITION)
    )
    ties: str = setting(
        "share", "choice", _("Equal results"), labels=TIES, forms=(EVENING, SEASON, EDITION)
    )
    count_best: int | None = setting(
        None,
        "count",
        _("Best partite that count"),
        _("Empty: all of them."),
        least=1,
        most=1000,
        forms=(EVENING, SEASON),
    )
    tiebreaks: tuple[str, ...] = setting(
        DEFAULT_TIEBREAKS,
        "order",
        _("Tie-breaks"),
        forms=(EVENING, SEASON),
        labels={code: rule.title for code, rule in TIEBREAKS.items()},
    )
    bye_points: Fraction | None = setting(
        None,
        "bye",
        _("Points for sitting out"),
        forms=(EVENING,),
        labels={
            "average": _("the mean of the other results"),
            "zero": _("nothing"),
        },
    )
    by_wind: bool | None = setting(
        None,
        "flag",
        _("Overall standings for each wind"),
        forms=(EVENING,),
        labels={"": _("unless winds are drawn again"), "yes": _("always"), "no": _("never")},
    )
    changed_winds: str = setting(
        "most",
        "choice",
        _("A player who changes wind is ranked"),
        labels={"most": _("where they played most hands"), "first": _("where they started")},
    )
    winds_by: str = setting(
        "match_points",
        "choice",
        _("The standings of a wind go by"),
        forms=(EVENING,),
        labels={"match_points": _("match points"), "raw_points": _("points made at the table")},
    )
    datum_drop: int = setting(
        1, "count", _("Extremes left out at each end of the datum"), most=1000
    )
    team_scale: tuple[tuple[int, int], ...] = setting(
        (),
        "steps",
        _("Match points between teams"),
        _(
            "The difference of points, and the match points that it is worth: 100=1 300=2. Empty: "
            "the difference itself."
        ),
        forms=(EVENING,),
    )
    money_per_point: Fraction | None = setting(
        None,
        "number",
        _("Money per point"),
        _(
            "Empty: none. Otherwise the printed standings and the workbook say what everybody "
            "pays or gets."
        ),
        most=MOST_MONEY,
        forms=(EVENING,),
    )
    lot_seed: bytes | None = setting(None, "seed", _("Seed of the draw"))
    lot_order: tuple[str, ...] = setting((), "names", _("Order in which lots were drawn"))
    previous: tuple[str, ...] = setting((), "names", _("Earlier standings"))
    carried: tuple[tuple[str, Fraction], ...] = setting((), "carried", _("Points brought along"))
    settled: tuple[Settled, ...] = setting((), "settled", _("Ties settled after play"))
    minimum_evenings: int = setting(
        0,
        "count",
        _("Evenings needed for a place"),
        _("Players who came to fewer are listed separately."),
        most=1000,
        forms=(SEASON,),
    )
    missed_points: Fraction | None = setting(
        None,
        "number",
        _("An evening missed is worth"),
        _("Empty: nothing is written down for it."),
        forms=(SEASON,),
    )
    late_points: Fraction | None = setting(
        None, "number", _("A partita missed by coming late is worth"), forms=(SEASON,)
    )

    def comparison(self, expected: int | None) -> Comparison:
        own = TABLE_SCALE if METHODS[self.method].by_table else WIND_SCALE
        if self.is_match:
            own = MATCH_SCALE
        scale = own if self.scale is None else self.scale
        return Comparison(scale, self.tail, self.ties, expected, self.datum_drop)

    @property
    def is_match(self) -> bool:
        return METHODS[self.method].is_match

    @property
    def places(self) -> tuple[Fraction, ...]:
        """Points of the places, without those at the end that equal the points of all later places.
        For a match, all of them.
        """
        scale = self.comparison(None).scale
        while not self.is_match and scale and scale[-1] == self.tail:
            scale = scale[:-1]
        return scale

    @classmethod
    def from_json(cls, settings: Node) -> StandingSettings:
        """Read the settings. Null is the default. Raises ``InputError`` with what was expected and
        where.
        """
        for key, value in settings.items():
            if key not in STANDING_SETTINGS:
                raise value.wrong(Phrase(NO_SETTING, keys=" ".join(STANDING_SETTINGS)))
        values = ((setting, settings.get(key)) for key, setting in STANDING_SETTINGS.items())
        return cls(
            **{setting.key: setting.read(node) for setting, node in values if node is not None}
        )


STANDING_SETTINGS: Mapping[str, StandingSetting] = {
    declared.name: replace(declared.metadata["setting"], key=declared.name)
    for declared in fields(StandingSettings)
}
"""Every setting of a standing by its key."""


def settings_on(form: str) -> tuple[StandingSetting, ...]:
    """Settings that a form asks for: ``EVENING``, ``SEASON`` or ``EDITION``."""
    return tuple(setting for setting in STANDING_SETTINGS.values() if form in setting.forms)


def bounded(node: Node) -> Fraction:
    number = node.number()
    numerator, denominator = number.as_integer_ratio()
    if abs(numerator) > LARGEST_NUMBER * denominator or denominator > LARGEST_DENOMINATOR:
        raise node.fail(BOUNDED)
    return number


def _number(setting: StandingSetting, node: Node) -> Fraction:
    """Read a number. It must lie between ``least`` and ``most`` if the setting has these bounds."""
    number = bounded(node)
    if setting.most and not setting.least <= number <= setting.most:
        raise node.fail(Phrase(FROM_TO, least=setting.least, most=setting.most))
    return number


def _order(setting: StandingSetting, node: Node) -> tuple[str, ...]:
    codes = tuple(code.choice(tuple(setting.labels)) for code in node.list())
    if len(set(codes)) < len(codes):
        raise node.fail(_("each tie-break once"))
    return codes


def _bye_points(_setting: StandingSetting, node: Node) -> Fraction | None:
    if node.value == "average":
        return None
    return Fraction(0) if node.value == "zero" else bounded(node)


def _steps(_setting: StandingSetting, node: Node) -> tuple[tuple[int, int], ...]:
    """Read the steps of a scale: pairs of a difference and its worth from there up, both rising."""
    steps: list[tuple[int, int]] = []
    for step in node.list():
        pair = step.list()
        if len(pair) != 2:
            raise step.fail(_("a difference and the points it is worth"))
        steps.append((pair[0].integer(0, LARGEST_NUMBER), pair[1].integer(0, LARGEST_NUMBER)))
        if len(steps) > 1 and not (steps[-2][0] < steps[-1][0] and steps[-2][1] <= steps[-1][1]):
            raise step.fail(_("differences and points that rise from step to step"))
    return tuple(steps)


def _seed(_setting: StandingSetting, node: Node) -> bytes:
    try:
        return bytes.fromhex(node.text())
    except ValueError:
        raise node.fail(_("a seed in hexadecimal digits, two for each byte")) from None


def read_settled(node: Node) -> tuple[Settled, ...]:
    """Read settled ties. Places are those among the tied entries, best first, however they are
    given.
    """
    return tuple(
        Settled(
            settlement["standing"].choice(("overall", *WINDS, *SIDES)),
            settlement["kind"].choice(tuple(SETTLED_BY)),
            tuple(
                sorted(
                    (
                        (entry, place.integer(1, 100_000))
                        for entry, place in settlement["places"].items()
                    ),
                    key=lambda settled: settled[1],
                )
            ),
            settlement["reason"].text(),
        )
        for settlement in node.list()
    )


def _names(_setting: StandingSetting, node: Node) -> tuple[str, ...]:
    names = tuple(entry.text() for entry in node.list())
    if len(set(names)) < len(names):
        raise node.fail(_("each entry once"))
    return names


_READERS: Mapping[str, Callable[[StandingSetting, Node], Any]] = {
    "choice": lambda setting, node: node.choice(tuple(setting.labels)),
    "scale": lambda _setting, node: tuple(bounded(place) for place in node.list()),
    "number": _number,
    "count": lambda setting, node: node.integer(setting.least, setting.most),
    "order": _order,
    "bye": _bye_points,
    "flag": lambda _setting, node: node.boolean(),
    "steps": _steps,
    "seed": _seed,
    "names": _names,
    "carried": lambda _setting, node: tuple(
        (entry, bounded(points)) for entry, points in node.items()
    ),
    "settled": lambda _setting, node: read_settled(node),
}
"""Readers of values, by the kind of setting."""

# The regulations that a season may start from (T-39).

COUNTS: Mapping[str, str] = {
    "partite": _("each partita"),
    "evenings": _("the place of an evening"),
}
"""Results that a season counts, by code."""


class SeasonPreset(NamedTuple):
    """A regulation to start from. ``counts`` is a code of ``COUNTS``, ``settings`` are in the form
    of ``king standings``, and ``evenings`` is the number of evenings, if the regulation gives it.
    """

    title: str
    counts: str
    settings: Mapping[str, Any]
    evenings: int | None = None


PRESETS: Mapping[str, SeasonPreset] = {
    "genoa": SeasonPreset(
        _("Genoese circuit: twelve partite in six evenings, the best nine count"),
        "partite",
        {
            "method": "places",
            "scale": [10, 6, 4, 3, 2, 1],
            "tail": 1,
            "count_best": 9,
            "tiebreaks": ["firsts", "seconds", "thirds", "dropped"],
        },
        evenings=6,
    ),
    "places": SeasonPreset(
        _("Season scale: the places of the evenings, 32, 27, 22, 17, 16 … 1"),
        "evenings",
        {
            "method": "places",
            "scale": [32, 27, 22, 17, *range(16, 0, -1)],
            "tail": 0,
            "tiebreaks": ["firsts", "seconds", "thirds"],
        },
    ),
    "sum": SeasonPreset(
        _("Plain sum: the points of all sheets"),
        "partite",
        {"method": "raw", "tiebreaks": ["best_sheet"]},
    ),
}
"""Presets by code: Labyrinth's King circuit (RegolamentoReCuori), its season of many games
(RegolamentoGGA), and a sum."""
