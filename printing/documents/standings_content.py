"""Content of a printed standing: the published one, or one computed from the sheets now."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from dataclasses import replace
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop

from king.cards import SIDES, WINDS
from king.standing.money import money_of
from king.standing.ranking import Line, Standings
from king.standing.round_results import EVERYBODY, Compared, Result
from printing.document_context import Occasion, Options, occasion_of
from scoring.log_check import publication_line
from scoring.models import Publication
from scoring.publishing import PublishedStandings, last_publication, read_back, wins_as_published
from scoring.publishing.spelling import with_current_names
from scoring.standing import (
    BigWin,
    closed_rounds,
    standing_settings,
    tournament_standings,
)
from tournaments.head_count import tables_of_a_meeting
from tournaments.models import Entry, Tournament
from wording.columns import PartitaLine
from wording.errata import Erratum, changes_between, written_anew
from wording.naming import short_form
from wording.rests import foot
from wording.results import notes_of
from wording.sentences import refusal


class Compares(Enum):
    """Kinds of groups that a list compares. The value of a kind has the title of the spreadsheet
    and of a partita's list.
    """

    WINDS = gettext_noop("P%(number)d by wind"), gettext_noop("Partita %(number)d by wind")
    LINES = gettext_noop("P%(number)d by line"), gettext_noop("Partita %(number)d by line")
    TABLES = gettext_noop("P%(number)d by table"), gettext_noop("Partita %(number)d by table")
    MATCHES = gettext_noop("P%(number)d, matches"), gettext_noop("Partita %(number)d: matches")
    EVERYBODY = gettext_noop("P%(number)d"), gettext_noop("Partita %(number)d")


def compares(lists: Mapping[str, Sized]) -> Compares:
    """Kind of the lists, told by their labels. Lists of two at a table are matches."""
    known = {label for label in lists if label and label != RESTED}
    if EVERYBODY in known:
        return Compares.EVERYBODY
    if known & set(SIDES):
        return Compares.LINES
    if not known or known & set(WINDS):
        return Compares.WINDS
    return Compares.MATCHES if all(len(lists[label]) <= 2 for label in known) else Compares.TABLES


def title_of(by: Compares, partita: int | None) -> str:
    """Title of the lists of a partita, or of all partite together."""
    if partita is None:
        return _("Standings by line") if by is Compares.LINES else _("Standings by wind")
    return _(by.value[1]) % {"number": partita}


Row = Line | PartitaLine
"""A line of a list: of a wind that of the standing, of a partita its own."""

RESTED = "rested"
"""The label of those who sat a partita out, below its lists; those who are compared with nobody have none."""

Lists = Mapping[str, Sequence[Row]]
"""The lines by wind, side or table; under the empty name those who have no place."""


class StandingsPaper(NamedTuple):
    """A standing as printed. ``number`` and ``official`` are those of the publication; None if it
    was not published.

    ``pages``: lists that share a page if they fit, each with its partita; the last, for all
    partite, has none. ``sealed``: short commitment of each partita's boards, and ``address`` where
    anybody can check them. ``big_wins``: sheets won by a "Mesa". ``log``: number and seal of the
    log's line about the publication. ``notes``: where entries that changed wind are ranked, and
    ties settled after play. ``money``: what each entry gets, negative if it pays. ``written``:
    corrected names. ``rests``: worth of a partita that was sat out, if there is any.
    """

    occasion: Occasion
    number: int | None
    official: bool
    erratum: Erratum
    pages: tuple[tuple[int | None, Lists], ...]
    rounds: tuple[int, ...]
    overall: tuple[Line, ...]
    unranked: tuple[str, ...]
    sealed: tuple[tuple[int, str], ...] = ()
    address: str = ""
    big_wins: tuple[BigWin, ...] = ()
    notes: str = ""
    log: tuple[int, str] | None = None
    money: Mapping[str, Fraction] = {}
    point: Fraction = Fraction(0)
    written: tuple[str, ...] = ()
    rests: str = ""


def gather(tournament: Tournament, options: Options) -> StandingsPaper:
    closed = closed_rounds(tournament)
    if not closed:
        raise refusal(
            gettext_lazy(
                "No partita is closed yet, so there are no standings to print: close the first one."
            ),
            "no_standing",
        )
    if options.round is not None and options.round not in [round_.number for round_ in closed]:
        raise refusal(
            gettext_lazy("Partita %(number)s is not closed yet, so it has no standings to print."),
            "round_open",
            number=options.round,
        )
    now = tournament_standings(tournament, closed)
    publication = last_publication(tournament)
    publication = None if publication is None else with_current_names(publication)
    if publication is not None and changes_between(read_back(publication), now.standings):
        publication = None
    return _paper(tournament, now.standings, now.entries, publication, options, now.big_wins)


def unreadable(publication: Publication) -> ValidationError:
    return refusal(
        gettext_lazy(
            "Standings no. %(number)s can be read on their page, but can no longer be printed."
        ),
        "posted_unreadable",
        number=publication.number,
    )


def gather_published(
    tournament: Tournament, published: PublishedStandings, options: Options
) -> StandingsPaper:
    """Standing as it was published, whatever the sheets say now."""
    if published.standings is None:
        raise unreadable(published.publication)
    won = wins_as_published(published)
    paper = _paper(
        tournament, published.standings, published.entries, published.publication, options, won
    )
    return paper._replace(occasion=paper.occasion._replace(printed_at=published.at))


def _paper(
    tournament: Tournament,
    whole: Standings,
    entries: Mapping[str, Entry],
    publication: Publication | None,
    options: Options,
    won: Iterable[BigWin],
) -> StandingsPaper:
    occasion = occasion_of(tournament)._replace(round=options.round)
    on_paper = occasion.names.published(entries)

    def full_name(name: str) -> str:
        return on_paper.get(name, name)

    pages = _pages(full_name, whole, options.round, tables_of_a_meeting(tournament))
    numbers = {number for number, _lists in pages if number}
    sets = tournament.rounds.filter(number__in=numbers, board_set__isnull=False).order_by("number")
    line = publication_line(publication) if publication is not None else None
    settings = standing_settings(tournament)
    point = settings.money_per_point or Fraction(0)
    played = [round_.of for round_ in whole.rounds] if options.round is None and point else []
    erratum = Erratum() if publication is None else publication.correction
    anew = tuple(
        (full_name(was), full_name(now))
        for was, now in (publication.written if publication else ())
    )
    corrected = erratum.lists and {
        place: [(full_name(entry), change) for entry, change in lines]
        for place, lines in erratum.lists.items()
    }
    return StandingsPaper(
        occasion=occasion,
        number=publication.number if publication is not None else None,
        official=publication is not None and publication.state == publication.State.OFFICIAL,
        erratum=Erratum(occasion.names.written(erratum.words), corrected),
        written=tuple(map(occasion.names.written, written_anew(anew))),
        pages=tuple(pages),
        rounds=tuple(round_.number for round_ in whole.rounds),
        overall=tuple(
            replace(line, entry=full_name(line.entry))
            for line in whole.overall
            if options.round is None
        ),
        unranked=tuple(map(full_name, whole.unranked)),
        sealed=tuple(
            (number, short_form(commitment))
            for number, commitment in sets.values_list("number", "board_set__commitment")
        ),
        address=f"{options.base_url}/live/{tournament.code}/verify/" if options.base_url else "",
        big_wins=tuple(
            win._replace(entries=tuple(map(full_name, win.entries)))
            for win in won
            if win.round in numbers
        ),
        notes=occasion.names.written(notes_of(whole)),
        log=(line.sequence, short_form(line.hash)) if line is not None else None,
        money={full_name(name): amount for name, amount in money_of(played, point).items()},
        point=point,
        rests=foot((line.rests for line in whole.overall), settings.bye_points),
    )


def _pages(
    full_name: Callable[[str], str], whole: Standings, number: int | None, meeting: int
) -> list[tuple[int | None, Lists]]:
    pages: list[tuple[int | None, Lists]] = []
    for round_ in whole.rounds:
        if number in (None, round_.number):
            lists: dict[str, Sequence[Row]] = {
                label: [_row(full_name, one.result, meeting, one) for one in lines]
                for label, lines in (round_.tables or round_.winds).items()
            }
            unranked = [_row(full_name, result, meeting) for result in round_.unranked]
            rested = [
                PartitaLine(
                    None, full_name(bye.result.entry), None, "", None, bye.match_points, True
                )
                for bye in round_.byes
            ]
            apart = {label: rows for label, rows in (("", unranked), (RESTED, rested)) if rows}
            pages.append((round_.number, lists | apart))
    if number is None and len(whole.rounds) > 1 and whole.winds:
        pages.append((None, _whole_evening(full_name, whole)))
    return pages


def _row(
    full_name: Callable[[str], str], result: Result, meeting: int, compared: Compared | None = None
) -> PartitaLine:
    """Row of a result. ``meeting`` is the number of tables at which two teams meet."""
    table = "" if result.table is None else str(result.table)
    if isinstance(result.table, int) and meeting > 1:
        table += f"–{result.table + meeting - 1}"
    rank, points = (compared.rank, compared.match_points) if compared else (None, None)
    return PartitaLine(rank, full_name(result.entry), result.wind, table, result.total, points)


def _whole_evening(full_name: Callable[[str], str], whole: Standings) -> Lists:
    """Lists of the whole evening. Entries that are in no list of a wind follow in a list of their
    own.
    """

    def row(line: Line, rank: int = 0) -> Line:
        return replace(line, entry=full_name(line.entry), rank=rank)

    lists: dict[str, list[Row]] = {
        label: [row(line, line.rank) for line in lines] for label, lines in whole.winds.items()
    }
    listed = {line.entry for lines in whole.winds.values() for line in lines}
    apart: list[Row] = [row(line) for line in whole.overall if line.entry not in listed]
    apart += [PartitaLine(None, full_name(name), None, "", None, None) for name in whole.unranked]
    return lists | ({"": apart} if apart else {})
