"""Columns of standings, each declared once: heading, figure, condition, and how each medium shows
it.

A medium gets its columns, in order, from ``columns_at``. A column that its order does not name
stands where ``OTHERS`` does. ``STANDING`` has the columns of a standing's lines, ``PARTITA`` those
of a partita's.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, pgettext

from king.standing.ranking import Line, Standings, says_once
from king.standing.round_results import Compared
from wording.naming import NOTHING, number
from wording.rests import Rests, marks, points_text
from wording.results import MATCH_POINTS as BY_MATCH_POINTS, ties_of

Words = str | Promise
Value = str | int | Fraction | None


class Kind(Enum):
    """Content of a column: a place, a name, points as exact figures, per cent, money, or words."""

    PLACE = "place"
    NAME = "name"
    POINTS = "points"
    PERCENT = "percent"
    MONEY = "money"
    TEXT = "text"


class Figure(NamedTuple):
    """Content of a cell; for a partita also whether it was sat out, or left out of the sum."""

    value: Value
    rested: bool = False
    dropped: bool = False

    def words(self, kind: Kind, nothing: str = NOTHING) -> str:
        """Text as a reader sees it, with the brackets of ``wording.rests``."""
        if self.value is None:
            return nothing
        if isinstance(self.value, str):
            return self.value
        if kind is Kind.MONEY:
            return number(self.value, fixed=True, signed=True)
        if kind is Kind.PERCENT:
            return number(self.value, fixed=True)
        if kind is Kind.PLACE:
            return str(self.value)
        return points_text(Fraction(self.value), rested=self.rested, dropped=self.dropped)


class Shown(Enum):
    """Visibility of a column: always, or not on phones."""

    ALWAYS = ""
    NOT_ON_PHONES = "wide"


class Print(NamedTuple):
    """A column on paper: width in millimetres, type size relative to the list's, grey, text of an
    empty cell, and a heading of its own if there is no room for the short one.
    """

    width: float
    size: float
    grey: float
    nothing: str = NOTHING
    head: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Faces:
    """Places in which lists show the column; None or False if they do not. ``page`` is the page of
    desk, public and phone; ``by_wind`` its lists of a wind or partita; ``paper`` the overall list;
    ``narrow`` the same beside the winds; ``paper_by_wind`` those winds; ``results`` the sums alone
    on one page; ``book`` workbook and CSV; ``season_page`` and ``season_paper`` are for a season;
    ``screen`` is for the hall; ``api`` for its schema and answers.
    """

    page: Shown | None
    by_wind: Shown | None
    paper: Print | None
    narrow: Print | None
    paper_by_wind: Print | None
    results: Print | None
    book: bool
    book_by_wind: bool
    season_page: Shown | None
    season_paper: Print | None
    season_book: bool
    screen: bool
    api: bool


FIGURE = Print(18, 0.95, 0)
EVERYWHERE = Faces(
    page=Shown.ALWAYS,
    by_wind=Shown.ALWAYS,
    paper=FIGURE,
    narrow=Print(14, 0.95, 0),
    paper_by_wind=Print(14, 0.9, 0),
    results=Print(16, 0.95, 0),
    book=True,
    book_by_wind=True,
    season_page=Shown.ALWAYS,
    season_paper=Print(13, 1, 0),
    season_book=True,
    screen=True,
    api=True,
)
"""All faces show the column, as a figure."""


class Part(NamedTuple):
    """Heading of a partita's column, in full and in short; ``short`` is None on paper if the column
    before has the day already. ``marked``: a spreadsheet puts results that are left out in
    brackets.
    """

    number: int
    title: Words
    short: Words | None
    hint: Words
    marked: bool = False


def rests_of(line: Line) -> str:
    return marks(line.rests)


@dataclass(frozen=True)
class Ranked:
    """Lines of a standing, with the facts about the whole that columns need.

    ``by``: the figure that ranks them. ``money`` by entry, empty if not played for money. ``rests``
    in words. ``once``: match points are the points themselves. ``sat_out``: somebody sat out a
    partita, if the list covers more than its own lines.
    """

    lines: Sequence[Line]
    parts: Sequence[Part] = ()
    by: str = BY_MATCH_POINTS
    money: Mapping[str, Fraction] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    rests: Callable[[Line], str] = rests_of
    once: bool | None = None
    sat_out: bool | None = None

    @functools.cached_property
    def raw(self) -> bool:
        if self.once is not None:
            return self.once
        return says_once((line.match_points, line.total) for line in self.lines)

    @functools.cached_property
    def carries(self) -> bool:
        return any(line.carried for line in self.lines)

    @functools.cached_property
    def rested(self) -> bool:
        if self.sat_out is not None:
            return self.sat_out
        return any(line.rests for line in self.lines)

    @functools.cached_property
    def ties(self) -> Mapping[str, str]:
        return ties_of(self.lines, self.by)

    @property
    def main(self) -> str:
        """Key of the column that ranks: ``total`` if points themselves are ranked, else
        ``match_points``.
        """
        return "total" if self.raw else "match_points"


def partite(numbers: Iterable[int], *, raw: bool = False) -> tuple[Part, ...]:
    """Headings of the partite of an evening."""
    hint = _("Points of partita %(number)s") if raw else _("Match points of partita %(number)s")
    short = pgettext("partita, short", "P%(number)s")
    return tuple(
        Part(
            at,
            _("Partita %(number)d") % {"number": at},
            short % {"number": at},
            hint % {"number": at},
        )
        for at in numbers
    )


L = TypeVar("L")


@dataclass(frozen=True, kw_only=True)
class Column(Generic[L]):
    """Column of a standing. ``key`` is its name for programs. ``title`` heads a spreadsheet,
    ``short`` a page or paper; ``hint`` explains it on a page. ``value`` computes the figure of a
    line. ``when`` tells whether this standing has the column.
    """

    key: str
    title: Words
    short: Words | None
    hint: Words
    kind: Kind
    value: Callable[[L, Any], Value | Figure]
    when: Callable[[Any], bool]
    faces: Faces

    def of(self, line: L, ranked: Any) -> Figure:
        """Figure of the line. An entry that is only listed in a partita has just the columns of a
        partita.
        """
        if isinstance(line, PartitaLine) and self.key not in OF_PARTITA:
            return Figure(None)
        value = self.value(line, ranked)
        return value if isinstance(value, Figure) else Figure(value)


def always(_ranked: Any) -> bool:
    return True


class PartitaLine(NamedTuple):
    """A line of a partita; without ``rank`` if it has no place. ``rested``: it was sat out."""

    rank: int | None
    entry: str
    wind: str | None
    table: int | str | None
    total: Fraction | None
    match_points: Fraction | None
    rested: bool = False
    rests: Rests = MappingProxyType({})

    @classmethod
    def of(cls, one: Compared) -> PartitaLine:
        result = one.result
        return cls(
            one.rank, result.entry, result.wind, result.table, result.total, one.match_points
        )


class Partita(NamedTuple):
    """A list of a partita. ``raw``: match points are the points themselves. ``tables``: lines have
    their table.
    """

    raw: bool
    tables: bool = True
    names: Mapping[str, str] = MappingProxyType({})

    @property
    def main(self) -> str:
        return "total" if self.raw else "match_points"


class PlacedLine(Protocol):
    """A line that earned points, of a standing or of one partita."""

    @property
    def rank(self) -> int | None: ...
    @property
    def entry(self) -> str: ...
    @property
    def total(self) -> Fraction | None: ...
    @property
    def match_points(self) -> Fraction | None: ...


def everywhere(**otherwise: Any) -> Faces:
    """Faces that all show the column, except for the values given here."""
    return replace(EVERYWHERE, **otherwise)


def only(**otherwise: Any) -> Faces:
    """Faces of which only those given here show the column."""
    nowhere: dict[str, Any] = {face.name: None for face in fields(Faces)}
    return Faces(**nowhere | otherwise)


class Each(NamedTuple):
    """A group of columns, one for each partita of the standing."""

    key: str
    of: Callable[[Any], Iterable[Column[Any]]]


Declared = Sequence[Column[Any] | Each]

# --- a standing's columns, in the order in which they are declared

RANK = Column[PlacedLine](
    key="rank",
    title=gettext_lazy("Rank"),
    short=gettext_lazy("Place"),
    hint="",
    kind=Kind.PLACE,
    value=lambda line, _ranked: line.rank or None,
    when=always,
    faces=everywhere(
        paper=Print(8, 1, 0),
        narrow=Print(8, 1, 0),
        results=Print(8, 1, 0),
        paper_by_wind=Print(7, 1, 0, ""),
        season_paper=Print(11, 1, 0),
    ),
)
ENTRY = Column[PlacedLine](
    key="entry",
    title=gettext_lazy("Name"),
    short=gettext_lazy("Name"),
    hint="",
    kind=Kind.NAME,
    value=lambda line, ranked: ranked.names.get(line.entry, line.entry),
    when=always,
    faces=everywhere(
        paper=Print(0, 1, 0),
        narrow=Print(0, 1, 0),
        results=Print(0, 1, 0),
        paper_by_wind=Print(0, 1, 0),
        season_paper=Print(0, 1, 0),
    ),
)


def _parts(ranked: Ranked) -> Iterator[Column[Line]]:
    for part in ranked.parts:
        yield Column[Line](
            key=f"partita-{part.number}",
            title=part.title,
            short=part.short,
            hint=part.hint,
            kind=Kind.POINTS,
            value=functools.partial(_part_points, part),
            when=always,
            faces=only(
                page=Shown.NOT_ON_PHONES,
                paper=Print(14, 0.9, 0.2),
                narrow=Print(10, 0.9, 0.2),
                book=True,
                season_page=Shown.NOT_ON_PHONES,
                season_paper=Print(9.2, 0.85, 0, ""),
                season_book=True,
            ),
        )


def _part_points(part: Part, line: Line, _ranked: Ranked) -> Figure:
    for dropped, results in ((False, line.counted), (True, line.dropped)):
        for one in results:
            if one.round == part.number:
                if part.marked:
                    marked = f"[{number(one.match_points)}]" if dropped else one.match_points
                    return Figure(marked)
                return Figure(one.match_points, one.rested, dropped)
    return Figure(None)


PARTITE = Each("partite", _parts)
CARRIED = Column[Line](
    key="carried",
    title=gettext_lazy("Qualification"),
    short=gettext_lazy("Qualif."),
    hint=gettext_lazy("Brought along from the qualification"),
    kind=Kind.POINTS,
    value=lambda line, _ranked: line.carried,
    when=lambda ranked: ranked.carries,
    faces=everywhere(
        page=Shown.NOT_ON_PHONES,
        by_wind=None,
        paper=Print(18, 0.9, 0.2),
        narrow=Print(14, 0.9, 0.2),
        paper_by_wind=None,
        results=None,
        book_by_wind=False,
        season_page=None,
        season_paper=None,
        season_book=False,
        screen=False,
    ),
)
MATCH_POINTS = Column[PlacedLine](
    key="match_points",
    title=gettext_lazy("Match points"),
    short=gettext_lazy("Match points"),
    hint="",
    kind=Kind.POINTS,
    value=lambda line, _ranked: Figure(line.match_points, rested=getattr(line, "rested", False)),
    when=lambda ranked: not ranked.raw,
    faces=everywhere(
        paper=Print(17.3, 1, 0),
        narrow=Print(17.3, 1, 0),
        results=Print(17.3, 1, 0),
        paper_by_wind=Print(17.3, 0.9, 0, ""),
        season_paper=Print(15, 1, 0),
    ),
)


def _total(line: PlacedLine, ranked: Ranked | Partita) -> Figure:
    """Total of the line. If points themselves are ranked, it is the points that count; a partita
    that was sat out has only those.
    """
    if ranked.raw and line.match_points is not None:
        return Figure(line.match_points, rested=getattr(line, "rested", False))
    return Figure(line.total)


TOTAL = Column[PlacedLine](
    key="total",
    title=gettext_lazy("Points"),
    short=gettext_lazy("Points"),
    hint="",
    kind=Kind.POINTS,
    value=_total,
    when=always,
    faces=EVERYWHERE,
)
TIEBREAK = Column[Line](
    key="tiebreak",
    title=gettext_lazy("Tie-break"),
    short=gettext_lazy("Tie-break"),
    hint=gettext_lazy("The rule that decided; null if none was needed."),
    kind=Kind.TEXT,
    value=lambda line, ranked: ranked.ties.get(line.entry) or None,
    when=always,
    # A page has it beside the name.
    faces=only(paper=Print(46, 0.75, 0.3, ""), book=True, api=True),
)
MONEY = Column[Line](
    key="money",
    title=gettext_lazy("Money"),
    short=gettext_lazy("Money"),
    hint="",
    kind=Kind.MONEY,
    value=lambda line, ranked: ranked.money.get(line.entry),
    when=lambda ranked: bool(ranked.money),
    # Money is shown within the club, and not published.
    faces=only(paper=FIGURE, narrow=Print(14, 0.95, 0), book=True),
)
RESTS = Column[Line](
    key="rests",
    title=gettext_lazy("Sat out"),
    short=gettext_lazy("Sat out"),
    hint="",
    kind=Kind.TEXT,
    value=lambda line, ranked: ranked.rests(line) or None,
    when=lambda ranked: ranked.rested,
    # Everybody else has the marks beside the name: a spreadsheet takes round brackets for a minus.
    faces=only(book=True, book_by_wind=True, season_book=True),
)


STANDING: Declared = tuple(one for one in vars().copy().values() if isinstance(one, Column | Each))
"""Columns of a standing's lines: every column declared above, on each face that it names."""

TABLE = Column[PartitaLine](
    key="table",
    title=gettext_lazy("Table"),
    short=gettext_lazy("Table"),
    hint="",
    kind=Kind.TEXT,
    value=lambda line, _partita: line.table,
    when=lambda partita: partita.tables,
    faces=only(
        by_wind=Shown.ALWAYS,
        paper_by_wind=Print(9, 0.85, 0.3, "", gettext_lazy("Tbl.")),
        book_by_wind=True,
    ),
)
PARTITA = RANK, ENTRY, TABLE, MATCH_POINTS, TOTAL
OF_PARTITA = frozenset(column.key for column in PARTITA)
"""The columns of the lines of a partita."""

HEADINGS: Mapping[str, Words] = {
    one.key: one.title for one in STANDING if isinstance(one, Column) and one.key != "rank"
} | {"rank": gettext_lazy("Place")}
"""Headings by key, for a page that says a figure by itself."""

# --- where they stand

OTHERS = "…"
"""Sign in an order for the columns that it does not name, as they are declared."""


class Place(NamedTuple):
    """One list on a medium: its field of ``Faces``, and the order of its columns."""

    face: str
    order: tuple[str, ...]


_SUMS = "total", "match_points"
PAGE = Place("page", ("rank", "entry", "partite", "carried", OTHERS, *reversed(_SUMS)))
PAGE_BY_WIND = Place("by_wind", ("rank", "entry", "table", OTHERS, *_SUMS))
PAPER = Place("paper", ("rank", "entry", "partite", "carried", OTHERS, "tiebreak", *_SUMS, "money"))
NARROW = PAPER._replace(face="narrow")
PAPER_BY_WIND = PAGE_BY_WIND._replace(face="paper_by_wind")
RESULTS = Place("results", ("rank", "entry", OTHERS, *_SUMS))
BOOK = Place(
    "book",
    ("rank", "entry", "partite", "carried", OTHERS, *_SUMS, "money", "tiebreak", "rests"),
)
BOOK_BY_WIND = Place("book_by_wind", ("rank", "entry", "table", OTHERS, *_SUMS, "rests"))
SEASON_PAGE = Place("season_page", ("rank", "entry", *reversed(_SUMS), OTHERS, "partite"))
SEASON_PAPER = SEASON_PAGE._replace(face="season_paper")
SEASON_BOOK = Place("season_book", (*SEASON_PAGE.order, "rests"))
SCREEN = Place("screen", ("rank", "entry", OTHERS, *_SUMS))
API = Place("api", ("rank", "entry", *reversed(_SUMS), "tiebreak", "carried", OTHERS))

PLACES = {
    place.face: place
    for place in (
        PAGE,
        PAGE_BY_WIND,
        PAPER,
        NARROW,
        PAPER_BY_WIND,
        RESULTS,
        BOOK,
        BOOK_BY_WIND,
        SEASON_PAGE,
        SEASON_PAPER,
        SEASON_BOOK,
        SCREEN,
        API,
    )
}
assert PLACES.keys() == {face.name for face in fields(Faces)}, "a face without an order"
assert all(place.order.count(OTHERS) == 1 for place in PLACES.values())


def columns_at(place: Place, ranked: Any, declared: Declared | None = None) -> list[Column[Any]]:
    """Columns of this standing at this place, in order. For lists other than standings, those
    ``declared``.
    """
    declared = STANDING if declared is None else declared
    by_key = {one.key: one for one in declared}
    others = [one for one in declared if one.key not in place.order]
    ordered: list[Column[Any] | Each] = []
    for key in place.order:
        ordered += others if key == OTHERS else [by_key[key]] if key in by_key else []
    every = (
        column
        for one in ordered
        for column in (one.of(ranked) if isinstance(one, Each) else (one,))
    )
    return [column for column in every if getattr(column.faces, place.face) and column.when(ranked)]


def figures_at(place: Place, ranked: Any, declared: Declared | None = None) -> list[Column[Any]]:
    """Columns of ``columns_at`` without place and name, which each medium draws in its own way."""
    return [
        column
        for column in columns_at(place, ranked, declared)
        if column.kind not in (Kind.PLACE, Kind.NAME)
    ]


# --- for programs


def program_columns() -> list[Column[Any]]:
    return [one for one in STANDING if isinstance(one, Column) and one.faces.api]


def with_columns(form: Mapping[str, Any]) -> Mapping[str, Any]:
    """Standing in the form of ``king standings``, with the columns added that this form has no key
    for.
    """
    more = [column for column in program_columns() if column.key not in Line.KEYS]
    if not more:
        return form
    read = Standings.from_json(form)

    def extended(lines: Iterable[Mapping[str, Any]], again: Sequence[Line]) -> list[dict[str, Any]]:
        ranked = Ranked(again)
        return [
            {**line, **{one.key: _for_programs(one.of(own, ranked)) for one in more}}
            for line, own in zip(lines, again, strict=True)
        ]

    winds = {wind: extended(lines, read.winds[wind]) for wind, lines in form["winds"].items()}
    return {**form, "overall": extended(form["overall"], read.overall), "winds": winds}


def _for_programs(figure: Figure) -> str | None:
    return None if figure.value is None else str(figure.value)
