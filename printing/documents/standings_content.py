"""The content of standings on paper: the posted standing, or the one that the sheets make now, as
plain values.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from king.cards import SIDES, WINDS
from king.standing.money import money_of
from king.standing.ranking import Line, Standings
from king.standing.round_results import EVERYBODY, Result, RoundStanding
from printing.names import PaperNames
from printing.occasion import Occasion, Options, find_round, occasion_of
from scoring.log_check import posting_line
from scoring.models import Publication
from scoring.publishing import Posted, last_publication, tables_as_posted
from scoring.standing import (
    BigWin,
    big_wins,
    closed_rounds,
    standing_settings,
    tournament_standings,
)
from tournaments.head_count import tables_of_a_meeting
from tournaments.models import Entry, Tournament
from wording.errata import Erratum, changes_between
from wording.naming import short_form
from wording.results import notes_of


class Compares(Enum):
    WINDS = "winds"
    LINES = "lines"
    TABLES = "tables"
    EVERYBODY = "everybody"


def compares(labels: Iterable[str]) -> Compares:
    known = {label for label in labels if label}
    if EVERYBODY in known:
        return Compares.EVERYBODY
    if known & set(SIDES):
        return Compares.LINES
    return Compares.TABLES if known and not known & set(WINDS) else Compares.WINDS


@dataclass(frozen=True, slots=True)
class ListLine:
    """No rank: listed apart, without a place."""

    rank: int | None
    name: str
    table: str
    total: Fraction | None
    match_points: Fraction | None


@dataclass(frozen=True, slots=True)
class WindList:
    """``label``: a wind, a side or a table, empty for those who have no place."""

    label: str
    lines: tuple[ListLine, ...]

    @property
    def raw(self) -> bool:
        """Its match points are the points themselves, and need not stand there twice."""
        return all(
            line.total is not None and line.match_points == line.total for line in self.lines
        )


@dataclass(frozen=True, slots=True)
class ListPage:
    """Lists that belong on one page where they fit; ``round`` None: of all partite."""

    round: int | None
    lists: tuple[WindList, ...]


@dataclass(frozen=True, slots=True)
class StandingsPaper:
    """A standing as it is printed. ``number`` and ``official`` are the posted one's; None when it
    was not posted.

    ``sealed`` has the short commitment of each partita's boards, ``address`` where anybody can
    check them; ``big_wins`` are the sheets won by a "Mesa", where the system has one; ``log`` the
    line that says that it was posted, by its number and its seal.
    """

    occasion: Occasion
    number: int | None
    official: bool
    erratum: Erratum
    pages: tuple[ListPage, ...]
    rounds: tuple[int, ...]
    overall: tuple[Line, ...]
    unranked: tuple[str, ...]
    sealed: tuple[tuple[int, str], ...] = ()
    address: str = ""
    big_wins: tuple[BigWin, ...] = ()
    notes: str = ""
    """Where whoever changed wind is ranked, and which ties were settled after play."""
    log: tuple[int, str] | None = None
    money: Mapping[str, Fraction] = field(default_factory=dict)
    """What each entry gets, negative where it pays; nothing where no money is played for."""
    point: Fraction = Fraction(0)


def gather(tournament: Tournament, options: Options) -> StandingsPaper:
    closed = closed_rounds(tournament)
    if not closed:
        raise ValidationError(
            gettext_lazy(
                "No partita is closed yet, so there is no standing to print: close the first one."
            ),
            code="no_standing",
        )
    if options.round is not None and options.round not in [round_.number for round_ in closed]:
        raise ValidationError(
            gettext_lazy("Partita %(number)s is not closed yet, so it has no standing to print."),
            code="round_open",
            params={"number": options.round},
        )
    found = tournament_standings(tournament, closed)
    posted = last_publication(tournament)
    if posted is not None and changes_between(posted.standings, found.as_json()):
        posted = None
    return _paper(tournament, found.standings, found.entries, posted, options, found.big_wins)


def unreadable(posted: Publication) -> ValidationError:
    return ValidationError(
        gettext_lazy(
            "Standing no. %(number)s can be read on its page, but not be printed any more."
        ),
        code="posted_unreadable",
        params={"number": posted.number},
    )


def gather_posted(tournament: Tournament, posted: Posted, options: Options) -> StandingsPaper:
    """As it hangs on the wall, whatever the sheets say by now."""
    if posted.standings is None:
        raise unreadable(posted.publication)
    won: tuple[BigWin, ...] = ()
    if tournament.rules.big_win is not None:
        names = {entry.pk: name for name, entry in posted.entries.items()}
        tables = tables_as_posted(posted)
        won = tuple(
            win for round_ in posted.rounds for win in big_wins(round_, tables[round_.pk], names)
        )
    paper = _paper(tournament, posted.standings, posted.entries, posted.publication, options, won)
    return replace(paper, occasion=replace(paper.occasion, printed_at=posted.at))


def _paper(
    tournament: Tournament,
    whole: Standings,
    entries: Mapping[str, Entry],
    posted: Publication | None,
    options: Options,
    won: Iterable[BigWin],
) -> StandingsPaper:
    rounds = [round_ for round_ in whole.rounds if options.round in (None, round_.number)]
    occasion = occasion_of(
        tournament, find_round(tournament, options.round or whole.rounds[-1].number)
    )
    shown = {round_.number for round_ in rounds}
    sets = tournament.rounds.filter(number__in=shown, board_set__isnull=False).order_by("number")
    commitments = sets.values_list("number", "board_set__commitment")
    line = posting_line(posted) if posted is not None else None
    names = occasion.names.posted(entries)
    point = standing_settings(tournament).money_per_point or Fraction(0)
    played = [round_.of for round_ in whole.rounds] if options.round is None and point else []
    return StandingsPaper(
        occasion=replace(occasion, round=options.round, commitment=""),
        number=posted.number if posted is not None else None,
        official=posted is not None and posted.state == posted.State.OFFICIAL,
        erratum=_erratum(posted.correction, occasion.names, names)
        if posted is not None
        else Erratum(),
        pages=(
            *(_round_page(round_, tables_of_a_meeting(tournament), names) for round_ in rounds),
            *(_whole_page(whole, names) if options.round is None else ()),
        ),
        rounds=tuple(round_.number for round_ in whole.rounds),
        overall=tuple(map(_named(names), whole.overall)) if options.round is None else (),
        unranked=tuple(names.get(name, name) for name in whole.unranked),
        sealed=tuple((number, short_form(commitment)) for number, commitment in commitments),
        address=f"{options.base_url}/live/{tournament.code}/verify/" if options.base_url else "",
        big_wins=tuple(
            replace(win, entries=tuple(names.get(name, name) for name in win.entries))
            for win in won
            if win.round in shown
        ),
        notes=occasion.names.written(notes_of(whole)),
        log=(line.sequence, short_form(line.hash)) if line is not None else None,
        money={names.get(name, name): amount for name, amount in money_of(played, point).items()},
        point=point,
    )


def _named(names: Mapping[str, str]) -> Callable[[Line], Line]:
    return lambda line: replace(line, entry=names.get(line.entry, line.entry))


def _erratum(erratum: Erratum, paper: PaperNames, names: Mapping[str, str]) -> Erratum:
    lists = erratum.lists and {
        place: [(names.get(entry, entry), said) for entry, said in lines]
        for place, lines in erratum.lists.items()
    }
    return Erratum(paper.written(erratum.words), lists)


def _round_page(standing: RoundStanding, tables: int, names: Mapping[str, str]) -> ListPage:
    def name(result: Result) -> str:
        return names.get(result.entry, result.entry)

    groups = standing.tables or standing.winds
    lists = [
        WindList(
            label,
            tuple(
                ListLine(
                    line.rank,
                    name(line.result),
                    _where(line.result.table, tables),
                    line.result.total,
                    line.match_points,
                )
                for line in lines
            ),
        )
        for label, lines in groups.items()
    ]
    apart = [
        ListLine(None, name(result), _where(result.table, tables), result.total, None)
        for result in standing.unranked
    ]
    apart += [ListLine(None, name(bye.result), "", None, bye.match_points) for bye in standing.byes]
    if apart:
        lists.append(WindList("", tuple(apart)))
    return ListPage(standing.number, tuple(lists))


def _where(table: int | str | None, tables: int) -> str:
    if isinstance(table, int) and tables > 1:
        return f"{table}–{table + tables - 1}"
    return "" if table is None else str(table)


def _whole_page(whole: Standings, names: Mapping[str, str]) -> tuple[ListPage, ...]:
    if len(whole.rounds) < 2 or not whole.winds:
        return ()
    lists = tuple(
        WindList(
            label,
            tuple(
                ListLine(line.rank, line.entry, "", line.total, line.match_points)
                for line in map(_named(names), lines)
            ),
        )
        for label, lines in whole.winds.items()
    )
    # An entry in no list of a wind is on the page all the same.
    listed = {line.name for group in lists for line in group.lines}
    apart = tuple(
        ListLine(None, line.entry, "", line.total, line.match_points)
        for line in map(_named(names), whole.overall)
        if line.entry not in listed
    )
    apart += tuple(ListLine(None, names.get(name, name), "", None, None) for name in whole.unranked)
    return (ListPage(None, (*lists, WindList("", apart)) if apart else lists),)
