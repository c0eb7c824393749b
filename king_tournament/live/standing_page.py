"""A posted standing as it is read: its lines with names that lead on, and why each is where it
is.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from king.cards import SIDES, WINDS
from king.standing.round_results import EVERYBODY
from scoring.publishing import Posted
from tournaments.models import Entry
from wording import naming
from wording.errata import OVERALL, of_round, of_wind
from wording.results import notes_of, tiebreak_in_words
from wording.sentences import say

SHORT = 80
"""Lines of a standing whose lists by wind and by partita are shown with it."""

_FIRST, _MOST_FIRST = 8, 12
"""Lines of a short standing, and the most that equals at its end may make of it."""


@dataclass(frozen=True)
class OverallLine:
    """``by_round`` are match points, ``dropped`` the partite left out of the sum."""

    rank: int
    name: str
    entry: Entry | None
    match_points: Fraction
    total: Fraction
    by_round: Mapping[int, Fraction]
    dropped: frozenset[int]
    decided_by: str
    why: tuple[str, ...]
    carried: Fraction = Fraction(0)


@dataclass(frozen=True)
class RoundLine:
    """No rank: no sheet, a house player, or a rest."""

    rank: int | None
    name: str
    entry: Entry | None
    table: int | str | None
    total: Fraction | None
    match_points: Fraction | None
    why: str = ""
    wind: str = ""


@dataclass(frozen=True)
class Group:
    """Compared with one another: a wind, a side, or a table (``wind`` is "" then). ``corrected``
    says, here and below, which figures of the list are not those posted before.
    """

    label: str
    wind: str
    lines: Sequence[OverallLine | RoundLine]
    corrected: tuple[str, ...] = ()


@dataclass(frozen=True)
class RoundLists:
    """``apart`` were compared with nobody."""

    number: int
    groups: tuple[Group, ...]
    apart: tuple[RoundLine, ...]
    corrected: tuple[str, ...] = ()

    @property
    def by_wind(self) -> bool:
        """Tables, teams and soloists are compared otherwise."""
        return all(group.wind for group in self.groups)


@dataclass(frozen=True)
class StandingPage:
    posted: Posted
    overall: tuple[OverallLine, ...]
    winds: tuple[Group, ...]
    rounds: tuple[RoundLists, ...]
    unranked: tuple[str, ...]
    notes: str
    corrected: tuple[str, ...] = ()

    @property
    def raw(self) -> bool:
        """The points of the sheets themselves count, so that saying them once is enough."""
        return all(line.match_points == line.total for line in self.overall)

    @property
    def carries(self) -> bool:
        return any(line.carried for line in self.overall)

    @property
    def is_long(self) -> bool:
        return len(self.overall) > SHORT

    @property
    def first(self) -> tuple[OverallLine, ...]:
        """For a page that has room for a few; equals at the last of their places are there too."""
        places = [line.rank for line in self.overall]
        last = places[min(_FIRST, len(places)) - 1] if places else 0
        return tuple(line for line in self.overall if line.rank <= last)[:_MOST_FIRST]

    @property
    def equals_left_out(self) -> int:
        return (
            sum(line.rank == self.first[-1].rank for line in self.overall[_MOST_FIRST:])
            if self.overall
            else 0
        )

    def of_entry(self, entry: Entry) -> tuple[OverallLine | None, dict[int, RoundLine]]:
        overall = next((line for line in self.overall if line.entry == entry), None)
        lines = {
            round_.number: line
            for round_ in self.rounds
            for line in (*(line for group in round_.groups for line in group.lines), *round_.apart)
            if isinstance(line, RoundLine) and line.entry == entry
        }
        return overall, lines


def standing_page(posted: Posted) -> StandingPage:
    frozen, erratum = posted.publication.standings, posted.publication.correction
    computed = posted.standings.winds if posted.standings else {}
    return StandingPage(
        posted,
        _overall(posted, frozen["overall"], posted.standings.overall if posted.standings else ()),
        tuple(
            Group(
                _label(wind),
                wind,
                _overall(posted, lines, computed.get(wind, ())),
                erratum.of(of_wind(wind)),
            )
            for wind, lines in frozen["winds"].items()
        ),
        tuple(_round(posted, round_) for round_ in frozen["rounds"]),
        tuple(frozen.get("unranked", ())),
        notes_of(posted.standings) if posted.standings else "",
        erratum.of(OVERALL),
    )


def _overall(
    posted: Posted, lines: Iterable[Mapping[str, Any]], computed: Iterable[Any]
) -> tuple[OverallLine, ...]:
    sentences = {line.entry: tuple(map(say, line.explanation)) for line in computed}
    return tuple(
        OverallLine(
            rank=line["rank"],
            name=line["entry"],
            entry=posted.entries.get(line["entry"]),
            match_points=Fraction(line["match_points"]),
            total=Fraction(line["total"]),
            by_round={
                result["round"]: Fraction(result["match_points"])
                for result in (*line["counted"], *line["dropped"])
            },
            dropped=frozenset(result["round"] for result in line["dropped"]),
            decided_by=tiebreak_in_words(line["tiebreak"]),
            why=sentences.get(line["entry"], tuple(line["explanation"])),
            carried=Fraction(line.get("carried", 0)),
        )
        for line in lines
    )


def _label(label: str) -> str:
    if label in (*WINDS, *SIDES, EVERYBODY):
        return naming.column_name(label)
    return _("Table %(number)s") % {"number": label}


def _badge(label: object) -> str:
    return "" if label is None or label == EVERYBODY else str(label)


def _round(posted: Posted, frozen: Mapping[str, Any]) -> RoundLists:
    number = frozen["round"]
    ranked = posted.standings.rounds if posted.standings else ()
    computed = next((standing for standing in ranked if standing.number == number), None)
    known = {
        one.result.entry: (one.result.table, say(one.phrase), _badge(one.result.wind))
        for lines in (computed.winds.values() if computed else ())
        for one in lines
    }
    tables = {result.entry: result.table for result in computed.unranked} if computed else {}
    groups = tuple(
        Group(
            _label(label), label if label in (*WINDS, *SIDES) else "", _lines(posted, lines, known)
        )
        for label, lines in (frozen.get("tables") or frozen["winds"]).items()
    )
    apart = [
        RoundLine(
            None,
            line["entry"],
            posted.entries.get(line["entry"]),
            tables.get(line["entry"]),
            _fraction(line["total"]),
            None,
            _("not ranked"),
            line["wind"],
        )
        for line in frozen.get("unranked", ())
    ]
    apart += [
        RoundLine(
            None,
            line["entry"],
            posted.entries.get(line["entry"]),
            None,
            None,
            _fraction(line["match_points"]),
            _("sat out"),
        )
        for line in frozen.get("byes", ())
    ]
    return RoundLists(
        number, groups, tuple(apart), posted.publication.correction.of(of_round(number))
    )


def _lines(
    posted: Posted,
    lines: Iterable[Mapping[str, Any]],
    known: Mapping[str, tuple[int | str | None, str, str]],
) -> tuple[RoundLine, ...]:
    read = []
    for line in lines:
        table, why, wind = known.get(line["entry"], (None, "", ""))
        read.append(
            RoundLine(
                line["rank"],
                line["entry"],
                posted.entries.get(line["entry"]),
                table,
                _fraction(line["total"]),
                Fraction(line["match_points"]),
                why,
                wind,
            )
        )
    return tuple(read)


def _fraction(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)
