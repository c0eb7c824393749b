"""A posted standing as it is read: its lines with names that lead on, and why each is where it
is.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from king.cards import SIDES, WINDS
from king.standing.round_results import EVERYBODY
from scoring.publishing import Posted, won_as_posted
from tournaments.models import Entry
from wording import naming
from wording.errata import OVERALL, of_round, of_wind
from wording.rests import foot, rests_of
from wording.results import RAW_POINTS, notes_of, ties_in_words
from wording.sentences import say

SHORT = 80
"""Lines of a standing whose lists by wind and by partita are shown with it."""

_FIRST, _MOST_FIRST = 8, 12
"""Lines of a short standing, and the most that equals at its end may make of it."""


Line = dict[str, Any]
"""What a list says of an entry: ``rank`` (none of who has no place), ``name``, ``entry``,
``match_points``, ``total`` and ``why``; of all partite ``by_round`` the match points, ``dropped``
the partite left out of the sum, ``rests`` those sat out with their match points, ``decided_by`` (what
broke a tie with the line above) and ``carried``; of one its ``table`` and ``wind``, and whether it was
``rested``.
"""


class StandingPage(NamedTuple):
    """``winds`` and the ``groups`` of a partita are lists of those who are compared with one
    another: a wind, a side, or a table (``wind`` is "" then). ``corrected`` says, of each list too,
    which figures are not those posted before; ``apart`` were compared with nobody. ``at_desk`` its
    tables lead to the sheets; ``whole`` it is shown in full, however long.
    """

    posted: Posted
    overall: Sequence[Line]
    winds: Sequence[dict[str, Any]]
    rounds: Sequence[dict[str, Any]]
    unranked: Sequence[str]
    notes: str
    corrected: tuple[str, ...] = ()
    at_desk: bool = False
    whole: bool = False

    @property
    def raw(self) -> bool:
        """The points of the sheets themselves count, so that saying them once is enough."""
        return all(line["match_points"] == line["total"] for line in self.overall)

    @property
    def rests_note(self) -> str:
        """The line at the foot of every list with a partita that somebody sat out."""
        return foot((line["rests"] for line in self.overall), self.posted.settings.bye_points)

    @property
    def first_rests_note(self) -> str:
        """The same where only the first are shown."""
        return foot((line["rests"] for line in self.first), self.posted.settings.bye_points)

    @property
    def carries(self) -> bool:
        return any(line["carried"] for line in self.overall)

    @property
    def is_long(self) -> bool:
        return len(self.overall) > SHORT and not self.whole

    @property
    def first(self) -> Sequence[Line]:
        """For a page that has room for a few; equals at the last of their places are there too."""
        places = [line["rank"] for line in self.overall]
        last = places[min(_FIRST, len(places)) - 1] if places else 0
        return [line for line in self.overall if line["rank"] <= last][:_MOST_FIRST]

    @property
    def equals_left_out(self) -> int:
        first = self.first
        return sum(line["rank"] == first[-1]["rank"] for line in self.overall[_MOST_FIRST:])

    def of_entry(self, entry: Entry) -> tuple[Line | None, dict[int, Line]]:
        overall = next((line for line in self.overall if line["entry"] == entry), None)
        lines = {
            round_["number"]: line
            for round_ in self.rounds
            for line in (
                *(line for group in round_["groups"] for line in group["lines"]),
                *round_["apart"],
            )
            if line["entry"] == entry
        }
        return overall, lines


def standing_page(posted: Posted) -> StandingPage:
    frozen, erratum = posted.publication.standings, posted.publication.correction
    now = posted.standings
    ranked_by = "total" if posted.settings.winds_by == RAW_POINTS else "match_points"
    return StandingPage(
        posted,
        _overall(posted, frozen["overall"], now.overall if now else ()),
        [
            {
                "label": _label(wind),
                "wind": wind,
                "lines": _overall(posted, lines, now.winds.get(wind, ()) if now else (), ranked_by),
                "corrected": erratum.of(of_wind(wind)),
            }
            for wind, lines in frozen["winds"].items()
        ],
        [_round(posted, round_) for round_ in frozen["rounds"]],
        frozen.get("unranked", ()),
        " ".join(filter(None, (notes_of(now) if now else "", *_won_at_once(posted)))),
        erratum.of(OVERALL),
    )


def _won_at_once(posted: Posted) -> Iterator[str]:
    """Name who has won a match at once, by what (R15), and whether that makes him first at his
    table; a "Mesa" too (R10).
    """
    first = posted.publication.tournament.configured.king_place == "first"
    for win in won_as_posted(posted):
        yield win.words
        if win.outright is not None and first:
            yield _("He is first at his table, whatever the points.")


def _overall(
    posted: Posted,
    lines: Iterable[Mapping[str, Any]],
    computed: Iterable[Any],
    points: str = "match_points",
) -> list[Line]:
    """``points``: the figure by which they are ranked."""
    sentences = {line.entry: [say(phrase) for phrase in line.explanation] for line in computed}
    lines = tuple(lines)
    ties = ties_in_words(
        (Fraction(line[points]), line["rank"], line["explanation"]) for line in lines
    )
    rests = rests_of(posted.publication.standings)
    return [
        _line(posted, line)
        | {
            "by_round": {
                result["round"]: Fraction(result["match_points"])
                for result in (*line["counted"], *line["dropped"])
            },
            "dropped": {result["round"] for result in line["dropped"]},
            "rests": rests.get(line["entry"], {}),
            "decided_by": tie,
            "why": sentences.get(line["entry"], line["explanation"]),
            "carried": Fraction(line.get("carried", 0)),
        }
        for line, tie in zip(lines, ties, strict=True)
    ]


def _line(posted: Posted, line: Mapping[str, Any]) -> Line:
    match_points, total = line.get("match_points"), line.get("total")
    return {
        "rank": line.get("rank"),
        "name": line["entry"],
        "entry": posted.entries.get(line["entry"]),
        "match_points": None if match_points is None else Fraction(match_points),
        "total": None if total is None else Fraction(total),
    }


def _label(label: str) -> str:
    if label in (*WINDS, *SIDES, EVERYBODY):
        return naming.column_name(label)
    return _("Table %(number)s") % {"number": label}


def _round(posted: Posted, frozen: Mapping[str, Any]) -> dict[str, Any]:
    """``by_wind``: tables, teams and soloists are compared otherwise."""
    number = frozen["round"]
    ranked = posted.standings.rounds if posted.standings else ()
    now = next((standing for standing in ranked if standing.number == number), None)
    known = {
        one.result.entry: {
            "table": one.result.table,
            "why": say(one.phrase),
            "wind": "" if one.result.wind in (None, EVERYBODY) else str(one.result.wind),
        }
        for lines in (now.winds.values() if now else ())
        for one in lines
    }
    tables = {result.entry: result.table for result in now.unranked} if now else {}
    groups = [
        {
            "label": _label(label),
            "wind": label if label in (*WINDS, *SIDES) else "",
            "lines": [_line(posted, line) | known.get(line["entry"], {}) for line in lines],
        }
        for label, lines in (frozen.get("tables") or frozen["winds"]).items()
    ]
    apart = [
        _line(posted, line)
        | {"table": tables.get(line["entry"]), "why": _("not ranked"), "wind": line["wind"]}
        for line in frozen.get("unranked", ())
    ]
    apart += [
        _line(posted, line) | {"why": _("sat out"), "rested": True}
        for line in frozen.get("byes", ())
    ]
    return {
        "number": number,
        "groups": groups,
        "apart": apart,
        "by_wind": all(group["wind"] for group in groups),
        "corrected": posted.publication.correction.of(of_round(number)),
    }
