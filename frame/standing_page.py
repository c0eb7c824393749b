"""Published standing as a page: lines with linked names, and the reason for each place."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from king.cards import SIDES, WINDS
from king.standing.ranking import Line
from king.standing.round_results import EVERYBODY, Compared, RoundStanding
from scoring.publishing import PublishedStandings, wins_as_published
from tournaments.models import Entry
from wording import naming
from wording.columns import PartitaLine, Ranked, partite
from wording.errata import OVERALL, round_label, wind_label
from wording.rests import foot
from wording.results import notes_of
from wording.sentences import say

SHORT = 80
"""Lines of a standing whose lists by wind and by partita are shown with it."""

_FIRST, _MOST_FIRST = 8, 12
"""Lines of a short standing, and the most that equals at its end may make of it."""


Shown = dict[str, Any]
"""Figures and words of an entry in a list: ``line`` of its standing or partita, ``entry``, and ``why``,
but for a list by wind; of all partite ``rests``, those sat out with their match points, and
``decided_by`` (what broke a tie with the line above); of one its ``table`` and ``wind``. ``rank``,
``name``, ``match_points``, ``total`` and ``rested`` are the line's.
"""


class StandingPage(NamedTuple):
    """Content of a standing's page. ``winds`` and the ``groups`` of a partita are lists of entries
    that are compared with one another: a wind, a side, or a table (then ``wind`` is "").
    ``corrected`` says, for each list too, which figures differ from those published before. Entries
    ``apart`` were compared with nobody. With ``at_desk`` tables link to their sheets. With
    ``whole`` all is shown, however long.
    """

    published: PublishedStandings
    overall: Sequence[Shown]
    winds: Sequence[dict[str, Any]]
    rounds: Sequence[dict[str, Any]]
    unranked: Sequence[str]
    notes: str
    corrected: tuple[str, ...] = ()
    ranked: Ranked = Ranked(())
    at_desk: bool = False
    whole: bool = False

    @property
    def raw(self) -> bool:
        """Whether points of the sheets are ranked, so that they are shown once."""
        return self.ranked.raw

    @property
    def rests_note(self) -> str:
        """Footnote of every list with a partita that somebody sat out."""
        return foot((line["rests"] for line in self.overall), self.published.settings.bye_points)

    @property
    def first_rests_note(self) -> str:
        """Footnote on partite sat out, if only the first lines are shown."""
        return foot((line["rests"] for line in self.first), self.published.settings.bye_points)

    @property
    def carries(self) -> bool:
        return self.ranked.carries

    @property
    def is_long(self) -> bool:
        return len(self.overall) > SHORT and not self.whole

    @property
    def first(self) -> Sequence[Shown]:
        """First lines, for a page with little room. Includes all that share the last of these
        places.
        """
        places = [line["rank"] for line in self.overall]
        last = places[min(_FIRST, len(places)) - 1] if places else 0
        return [line for line in self.overall if line["rank"] <= last][:_MOST_FIRST]

    @property
    def equals_left_out(self) -> int:
        first = self.first
        return sum(line["rank"] == first[-1]["rank"] for line in self.overall[_MOST_FIRST:])

    def of_entry(self, entry: Entry) -> tuple[Shown | None, dict[int, Shown]]:
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


def standing_page(published: PublishedStandings) -> StandingPage:
    erratum, now = published.publication.correction, published.standings
    read = published.frozen
    numbers = [round_.number for round_ in read.rounds]
    ranked = Ranked(read.overall, partite(numbers, raw=read.raw), once=read.raw)
    return StandingPage(
        published,
        _overall(published, ranked, now.overall if now else ()),
        [_wind_standing(published, ranked, wind, lines) for wind, lines in read.winds.items()],
        [_round(published, round_) for round_ in read.rounds],
        read.unranked,
        " ".join(filter(None, (notes_of(now) if now else "", *_outright_wins(published)))),
        erratum.of(OVERALL),
        ranked,
    )


def _wind_standing(
    published: PublishedStandings, whole: Ranked, wind: str, lines: Sequence[Line]
) -> dict[str, Any]:
    ranked = replace(whole, lines=lines, parts=(), by=published.settings.winds_by)
    return {
        "label": _label(wind),
        "wind": wind,
        "ranked": ranked,
        "lines": _placed(published, ranked),
        "corrected": published.publication.correction.of(wind_label(wind)),
    }


def _outright_wins(published: PublishedStandings) -> Iterator[str]:
    """Yield sentences on matches that were won outright: by what (R15) or by a "Mesa" (R10), and
    whether the winner is first at the table.
    """
    first = published.publication.tournament.configured.king_place == "first"
    for win in wins_as_published(published):
        yield win.words
        if win.outright is not None and first:
            yield _("They are first at their table, whatever the points.")


def _overall(
    published: PublishedStandings, ranked: Ranked, computed: Iterable[Line]
) -> list[Shown]:
    """Lines of the overall standing. Reasons are those of the standing ``computed`` now, if there
    is one, in the reader's language.
    """
    sentences = {line.entry: [say(phrase) for phrase in line.explanation] for line in computed}
    return [
        row | {"why": sentences.get(line.entry) or [str(phrase) for phrase in line.explanation]}
        for line, row in zip(ranked.lines, _placed(published, ranked), strict=True)
    ]


def _placed(published: PublishedStandings, ranked: Ranked) -> list[Shown]:
    return [
        _line_context(published, line)
        | {"rests": line.rests, "decided_by": ranked.ties[line.entry]}
        for line in ranked.lines
    ]


def _line_context(published: PublishedStandings, line: Line | PartitaLine) -> Shown:
    figures = {key: getattr(line, key) for key in ("rank", "match_points", "total")}
    return figures | {"line": line, "name": line.entry, "entry": published.entries.get(line.entry)}


def _label(label: str) -> str:
    if label in (*WINDS, *SIDES, EVERYBODY):
        return naming.column_name(label)
    return _("Table %(number)s") % {"number": label}


def _round(published: PublishedStandings, read: RoundStanding) -> dict[str, Any]:
    """Lists of a partita. ``by_wind`` is false for tables, teams and soloists, which are compared
    otherwise.
    """
    number = read.number
    rounds = published.standings.rounds if published.standings else ()
    now = next((standing for standing in rounds if standing.number == number), None)
    known = {
        one.result.entry: one for lines in (now.winds.values() if now else ()) for one in lines
    }
    tables = {result.entry: result.table for result in now.unranked} if now else {}
    groups = [
        {
            "label": _label(label),
            "wind": label if label in (*WINDS, *SIDES) else "",
            "lines": [
                _partita_line(published, line, known.get(line.result.entry)) for line in lines
            ],
        }
        for label, lines in (read.tables or read.winds).items()
    ]
    apart = [
        _line_context(
            published,
            PartitaLine(None, one.entry, one.wind, tables.get(one.entry), one.total, None),
        )
        | {"why": _("not ranked"), "wind": one.wind, "rested": False}
        for one in read.unranked
    ]
    apart += [
        _line_context(
            published, PartitaLine(None, bye.result.entry, None, None, None, bye.match_points, True)
        )
        | {"why": _("sat out"), "rested": True}
        for bye in read.byes
    ]
    return {
        "number": number,
        "groups": groups,
        "apart": apart,
        "by_wind": all(group["wind"] for group in groups),
        "corrected": published.publication.correction.of(round_label(number)),
    }


def _partita_line(published: PublishedStandings, one: Compared, now: Compared | None) -> Shown:
    """Line of a partita. ``now`` is the same line as computed today, which has the table and the
    reason.
    """
    known = (now or one).result
    wind = None if now is None or known.wind in (None, EVERYBODY) else str(known.wind)
    table = known.table if now else None
    result = one.result
    line = PartitaLine(one.rank, result.entry, wind, table, result.total, one.match_points)
    return _line_context(published, line) | {
        "wind": wind or "",
        "why": say(now.phrase) if now else "",
    }
