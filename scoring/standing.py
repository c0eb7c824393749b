"""Standings of an evening, computed each time; the ties that they leave open; and the warnings and
rulings on a person.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, groupby
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext, gettext_lazy as _, gettext_noop

from ground.guards import Author, stored_author
from ground.names import clean_text, read_reason
from king.cards import Side
from king.movements.seating import draw_order
from king.reading import Node
from king.rulesets.base import RuleSet
from king.sheet import comparison
from king.sheet.board_results import boards_by_hand
from king.sheet.comparison import TableOfMatch, matches
from king.sheet.full_sheet import ScoredSheet
from king.sheet.ruling_kinds import KINDS, Effect
from king.standing.matchpoints import METHODS
from king.standing.ranking import PointsSoFar, Standings, standings
from king.standing.reveal import Moment
from king.standing.round_results import EVERYBODY, BoardResult, Result, RoundResults, ranked_wind
from king.standing.standing_settings import StandingSettings
from king.standing.tiebreaks import TIED, Settled
from scoring.models import Ruling, RulingQuerySet, Settlement
from scoring.scored_sheets import (
    ScoredTable,
    hand_after_hand,
    played_sheet,
    sat,
    scored_rounds,
    seat_in,
)
from scoring.standings_cache import cached_for_tournament
from tournaments.editions import standing_in_force
from tournaments.log import LogKind, record
from tournaments.models import Entry, Player, Round, Seat, Tournament, WindPolicy
from tournaments.wind_draw import read_seed
from wording import naming
from wording.errata import OVERALL
from wording.results import won_outright
from wording.sentences import refusal

CLOSED_STAGES = (Round.Stage.PROVISIONAL, Round.Stage.OFFICIAL)


class BigWin(NamedTuple):
    """A sheet won by more than a "Mesa" (R10), or a match won outright (R15), whose sheet is
    ``outright``. ``entries`` are the winners' names.
    """

    round: int
    table: int
    entries: tuple[str, ...]
    total: Fraction
    outright: ScoredSheet | None = None

    @property
    def words(self) -> str:
        names = ", ".join(self.entries)
        where = gettext("Partita %(round)d, table %(table)d:")
        where %= {"round": self.round, "table": self.table}
        if self.outright is not None:
            return f"{where} {won_outright(self.outright, names)}"
        mesa = gettext("Mesa, %(names)s (%(points)s).")
        return (
            f"{where} {mesa % {'names': names, 'points': naming.number(self.total, signed=True)}}"
        )


@dataclass(frozen=True)
class TournamentStandings:
    standings: Standings
    entries: Mapping[str, Entry]
    rounds: tuple[Round, ...]
    big_wins: tuple[BigWin, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return self._json

    @functools.cached_property
    def _json(self) -> dict[str, Any]:
        return self.standings.as_json()


def tournament_standings(
    tournament: Tournament,
    rounds: Iterable[Round] | None = None,
    tried: Ruling | None = None,
    *,
    spoken: bool = False,
) -> TournamentStandings:
    """Return standings over ``rounds``, or over every closed partita, in a constant number of
    queries.

    A total is the sheet's after penalties. In a partita in play only closed sheets have one. Points
    belong to the entry that was drawn for the seat, whoever substituted. If no hand was played at a
    table, players who were not in the hall have no total.

    House players and disqualified entries are not ranked, so that others move up. An entry that the
    seating left out has a bye (A21); one that came late or left has no result.

    ``tried`` adds a ruling that is not stored. ``spoken`` puts the given name first.
    """
    counted = tuple(
        closed_rounds(tournament)
        if rounds is None
        else sorted(rounds, key=lambda round_: round_.number)
    )
    if tried is not None:
        return _compute(tournament, counted, tried, spoken)
    what = "standings", spoken, *(round_.pk for round_ in counted)
    return cached_for_tournament(
        tournament, lambda: _compute(tournament, counted, None, spoken), *what
    )


def _compute(
    tournament: Tournament, counted: tuple[Round, ...], tried: Ruling | None, spoken: bool
) -> TournamentStandings:
    evening, tables = _gather(tournament, counted, tried, spoken)
    names = evening.names
    results = [_round_results(evening, round_, tables[round_.pk]) for round_ in counted]
    return TournamentStandings(
        standings(results, evening.settings),
        {names[key]: entry for key, entry in evening.entries.items()},
        counted,
        tuple(win for round_ in counted for win in big_wins(round_, tables[round_.pk], names)),
    )


def _gather(
    tournament: Tournament,
    counted: tuple[Round, ...],
    tried: Ruling | None = None,
    spoken: bool = False,
    entries: Mapping[int, Entry] | None = None,
) -> tuple[_Evening, dict[int, tuple[ScoredTable, ...]]]:
    if entries is None:
        entries = {entry.pk: entry for entry in tournament.entries.with_players()}
    names = display_names(entries.values(), spoken)
    tables = scored_rounds(counted, tried=tried, entries=entries)
    settings = standing_settings(
        tournament, {table.number for listed in tables.values() for table in listed}
    )
    settled = tournament.settlements.filter(revoked_at__isnull=True)
    settings = replace(
        settings, settled=tuple(as_settled(settlement, names) for settlement in settled)
    )
    settings = from_qualification(tournament, settings, entries, names)
    out = disqualified(tournament, tried)
    one_field = comparison.one_field(tournament.rules, tournament.plays_boards)
    return _Evening(tournament.rules, one_field, settings, entries, names, out), tables


def hand_by_hand(
    tournament: Tournament,
    rounds: Iterable[Round] | None = None,
    entries: Mapping[int, Entry] | None = None,
) -> tuple[Moment, ...]:
    """Standings as if every table had stopped after each hand, of the closed partite or of these
    ``rounds``; the last one is now. ``entries`` by primary key, if they were read before. Empty for
    an evening that is held for an event, because they tell who lost which hand.
    """
    if tournament.held_for:
        return ()
    counted = tuple(closed_rounds(tournament) if rounds is None else rounds)
    evening, tables = _gather(tournament, counted, entries=entries)
    moments = []
    before = PointsSoFar(evening.settings)
    for round_ in counted:
        played = tables[round_.pk]
        contracts: dict[int, set[str]] = {}
        for table in played:
            for row in table.scored.rows:
                code = row.contract.code if row.contract else ""
                contracts.setdefault(row.hand, set()).add(code)
        for hand, results in enumerate(_results_by_hand(evening, round_, played), start=1):
            figures = before.and_then(results).figures
            codes = contracts.get(hand, set())
            moments.append(
                Moment(round_.number, hand, figures, codes.pop() if len(codes) == 1 else "")
            )
        before = before.and_then(_round_results(evening, round_, played))
    return tuple(moments)


def _results_by_hand(
    evening: _Evening, round_: Round, tables: Sequence[ScoredTable]
) -> Iterator[RoundResults]:
    """Yield the results of the round after each hand."""
    byes = _byes(evening, round_, tables)
    if evening.rules.sides == "teams":
        by_hand = zip(*(hand_after_hand(table) for table in tables), strict=True)
        listed = [_team_results(evening, round_, played) for played in by_hand]
    else:
        by_table = [_table_by_hand(evening, round_, table) for table in tables]
        listed = [chain.from_iterable(of_hand) for of_hand in zip(*by_table, strict=True)]
    for results in listed:
        yield RoundResults(round_.number, (*results, *byes))
    if not tables:
        yield from [RoundResults(round_.number, tuple(byes))] * evening.rules.length


def _table_by_hand(
    evening: _Evening, round_: Round, table: ScoredTable
) -> Iterator[Iterable[Result]]:
    """Yield the results of a table after each hand. If only totals can change, only these are
    computed again.
    """
    results = [*_results(evening, round_, [table])]
    moves = METHODS[evening.settings.method].by_board or table.rulings or table.substitutes
    if moves or not all(score.entry.is_playing for score in table.entry_points()):
        for played in hand_after_hand(table):
            yield _results(evening, round_, [played])
        return
    columns = [score.sat[0][0] for score in table.entry_points()]
    for played in hand_after_hand(table):
        totals = played.scored.totals
        yield [
            result if result.total is None else replace(result, total=totals[column])
            for result, column in zip(results, columns, strict=True)
        ]


def closed_rounds(tournament: Tournament) -> list[Round]:
    return list(tournament.rounds.filter(stage__in=CLOSED_STAGES).order_by("number"))


def standing_settings(tournament: Tournament, tables: Collection[int] = ()) -> StandingSettings:
    """Settings of the standing: the tournament's, else those of its edition, else the defaults.
    ``tables`` are the numbers of the tables whose sheets are ranked, if known.
    """
    in_force = standing_in_force(tournament.rules, tournament.standing_settings)
    usual = comparison.usual_standing(
        tournament.rules, tournament.plays_boards, in_force, len(set(tables)) or None
    )
    if tournament.wind_policy == WindPolicy.KEEP and usual.get("by_wind") is None:
        usual["by_wind"] = True
    return StandingSettings.from_json(Node(usual, "standing settings", ""))


def from_qualification(
    tournament: Tournament,
    settings: StandingSettings,
    entries: Mapping[int, Entry],
    names: Mapping[int, str],
) -> StandingSettings:
    """Return the settings with the points that entries of a final bring along, and with their
    earlier places in the order of their numbers. Takes no query.
    """
    carried = tuple(
        (names[key], Fraction(entry.carried)) for key, entry in entries.items() if entry.carried
    )
    if tournament.wind_policy == WindPolicy.IN_TURN and not settings.previous:
        placed = sorted(entries, key=lambda key: entries[key].number)
        settings = replace(settings, previous=tuple(names[key] for key in placed))
    return replace(settings, carried=carried) if carried else settings


def as_settled(settlement: Settlement, names: Mapping[int, str]) -> Settled:
    return Settled(
        settlement.standing,
        settlement.kind,
        tuple((names[key], place) for key, place in settlement.places if key in names),
        f"{settlement.source}: {settlement.reason}" if settlement.source else settlement.reason,
    )


def display_names(entries: Iterable[Entry], spoken: bool = False) -> dict[int, str]:
    titles = {
        entry.pk: (entry.spoken_title if spoken else entry.title, entry.number) for entry in entries
    }
    times = Counter(title for title, _number in titles.values())
    # A title that itself ends like such a number gets one too, or it could be taken for somebody
    # else's; not where it is its own, as the mark of a namesake may be.
    return {
        key: title
        if times[title] == 1
        and re.search(r"(^|\(\d+\))$", title.removesuffix(f"({number})")) is None
        else f"{title} ({number})".strip()
        for key, (title, number) in titles.items()
    }


class _Evening(NamedTuple):
    rules: RuleSet
    one_field: bool
    settings: StandingSettings
    entries: Mapping[int, Entry]
    names: Mapping[int, str]
    out: Mapping[int, set[int]]

    def is_ranked(self, entry: Entry, round_: Round) -> bool:
        return not entry.unranked and not self.is_out(entry, round_)

    def is_out(self, entry: Entry, round_: Round) -> bool:
        return entry.pk in self.out.get(round_.number, ())


WITH_SCOPE = [kind.code for kind in KINDS.values() if kind.effect is Effect.SCOPE]
WARNINGS = [kind.code for kind in KINDS.values() if kind.warns]


def disqualified(tournament: Tournament, tried: Ruling | None = None) -> dict[int, set[int]]:
    rulings = list(
        Ruling.objects.standing()
        .filter(kind__in=WITH_SCOPE, sheet__table__round__tournament=tournament)
        .select_related("sheet__table__round")
    )
    rulings += [tried] if tried is not None and tried.kind in WITH_SCOPE else []
    rulings = [ruling for ruling in rulings if ruling.effect.get("scope") != "hand"]
    if not rulings:
        return {}
    numbers = tuple(tournament.rounds.values_list("number", flat=True))
    seats = seats_by_table(ruling.sheet.table_id for ruling in rulings)
    out: dict[int, set[int]] = {}
    for ruling in rulings:
        entries = {
            seat.entry_id
            for seat in offender_seats(ruling, tournament.rules, seats[ruling.sheet.table_id])
        }
        whole_evening = ruling.effect.get("scope") == "evening"
        for number in numbers if whole_evening else (ruling.sheet.round.number,):
            out.setdefault(number, set()).update(entries)
    return out


def _round_results(evening: _Evening, round_: Round, tables: Iterable[ScoredTable]) -> RoundResults:
    listed = list(tables)
    results_of = _team_results if evening.rules.sides == "teams" else _results
    results = results_of(evening, round_, listed)
    return RoundResults(round_.number, (*results, *_byes(evening, round_, listed)))


def _byes(evening: _Evening, round_: Round, tables: Iterable[ScoredTable]) -> list[Result]:
    """Results of the entries that the seating left out."""
    resting = set(round_.seating_note.get("sitting_out", ()))
    if not resting:
        return []
    seated = {score.entry.pk for table in tables for score in table.entry_points()}
    return [
        Result(evening.names[key], None, None, None, True, bye=True)
        for key, entry in evening.entries.items()
        if entry.number in resting and key not in seated and evening.is_ranked(entry, round_)
    ]


def _is_in(round_: Round, table: ScoredTable) -> bool:
    return round_.is_closed or table.sheet.is_closed


def _results(evening: _Evening, round_: Round, tables: Iterable[ScoredTable]) -> Iterator[Result]:
    for table in tables:
        by_board = METHODS[evening.settings.method].by_board and _is_in(round_, table)
        boards = _boards(evening, table) if by_board else {}
        first = won_by(table) if table.scored.settings.king_place == "first" else ()
        for score in table.entry_points():
            if not (table.scored.rows or score.entry.is_playing):
                # The chair was empty and nobody played, so the entry has no result, rather than 0.
                continue
            sat = (
                tuple((str(column), hands) for column, hands in score.sat)
                if len(score.sat) > 1
                else ()
            )
            field = (
                EVERYBODY
                if evening.one_field
                else ranked_wind(score.sat, evening.settings.changed_winds)[0]
            )
            yield Result(
                evening.names[score.entry.pk],
                table.number,
                str(field),
                score.total if _is_in(round_, table) else None,
                evening.is_ranked(score.entry, round_),
                sat=() if evening.one_field else sat,
                boards=boards.get(score.entry.pk, ()),
                won=score.entry in first,
                out=evening.is_out(score.entry, round_),
            )


def _boards(evening: _Evening, table: ScoredTable) -> dict[int, tuple[BoardResult, ...]]:
    """Results by board, keyed by the entry that sat there at that hand."""
    boards: dict[int, tuple[BoardResult, ...]] = {}
    for hand, columns in boards_by_hand(played_sheet(table), table.averages):
        for column, board in columns.items():
            own = board if evening.one_field else board._replace(wind=str(column))
            for entry in table.entries(column, hand):
                boards[entry.pk] = (*boards.get(entry.pk, ()), own)
    return boards


def _team_results(
    evening: _Evening, round_: Round, tables: Iterable[ScoredTable]
) -> Iterator[Result]:
    of_name = {evening.names[key]: entry for key, entry in evening.entries.items()}
    played = [
        TableOfMatch(
            table.number,
            {
                Side(score.sat[0][0]): evening.names[score.entry.pk]
                for score in table.entry_points()
            },
            {Side(score.sat[0][0]): score.total for score in table.entry_points()}
            if _is_in(round_, table)
            else None,
        )
        for table in tables
    ]
    for match in matches(played, evening.settings.team_scale):
        for team, total in match.results.items():
            entry = of_name[team]
            ranked, out = evening.is_ranked(entry, round_), evening.is_out(entry, round_)
            yield Result(team, match.number, EVERYBODY, total, ranked, out=out)


def won_by(table: ScoredTable) -> tuple[Entry, ...]:
    """Entries that won the match outright, by the seats of the hand that won it (R15); empty if
    nobody did.
    """
    winner, hand = table.scored.winner, table.scored.won_with
    return () if winner is None or hand is None else table.entries(winner, hand)


def big_wins(
    round_: Round, tables: Iterable[ScoredTable], names: Mapping[int, str]
) -> Iterator[BigWin]:
    for table in tables:
        outright = table.scored.winner
        if outright is not None and _is_in(round_, table):
            entries = tuple(names[entry.pk] for entry in won_by(table))
            total = table.scored.totals[outright]
            yield BigWin(round_.number, table.number, entries, total, table.scored)
        if table.scored.big_win and _is_in(round_, table):
            column = max(table.scored.totals, key=lambda place: table.scored.totals[place])
            winners = tuple(names[entry.pk] for entry in table.entries(column))
            yield BigWin(round_.number, table.number, winners, table.scored.totals[column])


# Ties that every tie-break leaves open: which there are, and how they are settled after play. A
# draw is one that anybody can repeat: the entries' numbers, ordered by HMAC-SHA256 of
# ``lot|number`` with the recorded seed as key (``king.movements.seating.draw_order``).

LONGEST_SOURCE = 120


class Tie(NamedTuple):
    """Entries that share a place of a standing (``overall``, a wind, a side) on every rule."""

    standing: str
    rank: int
    entries: tuple[Entry, ...]

    @property
    def key(self) -> str:
        return f"{self.standing}:{'-'.join(str(entry.number) for entry in self.entries)}"


def open_ties(standings: Standings, entries: Mapping[str, Entry]) -> tuple[Tie, ...]:
    lists = {OVERALL: standings.overall, **standings.winds}
    return tuple(
        Tie(
            where,
            rank,
            tuple(sorted((entries[line.entry] for line in tied), key=lambda entry: entry.number)),
        )
        for where, lines in lists.items()
        for rank, tied in groupby(
            (line for line in lines if line.tiebreak == TIED), key=lambda line: line.rank
        )
    )


def all_settled(
    tournament: Tournament, entries: Mapping[str, Entry]
) -> list[tuple[Settlement, Settled, tuple[int, ...]]]:
    names = {entry.pk: name for name, entry in entries.items()}
    numbers = {entry.pk: entry.number for entry in entries.values()}
    rows = tournament.settlements.select_related("arbiter", "revoked_by")
    return [
        (
            row,
            as_settled(row, names),
            tuple(numbers[key] for key, _place in row.places if key in numbers),
        )
        for row in rows
    ]


@transaction.atomic
def settle_tie(
    *,
    tournament: Tournament,
    tie: str,
    kind: str,
    reason: str,
    arbiter: Author,
    places: Mapping[int, int] | None = None,
    source: str = "",
    seed: str = "",
) -> Settlement:
    """Settle a tie, after play has ended and before the standing is official.

    A draw of lots is made here, from ``seed`` or a fresh one. A play-off or an earlier standing
    (named in ``source``) needs the place of each entry, by number; equal places stay tied.
    """
    reason, source = read_reason(reason), clean_text(source)[:LONGEST_SOURCE]
    locked = _lock_to_settle(tournament)
    evening = tournament_standings(locked)
    ties = {open_tie.key: open_tie for open_tie in open_ties(evening.standings, evening.entries)}
    open_now = ties.get(tie)
    if open_now is None:
        raise refusal(
            _("This tie is no longer open: look at the standings as they are now."), "tie_not_open"
        )
    if kind not in Settlement.Kind.values:
        raise refusal(_("Say how the tie was settled."), "settled_how")
    if kind == Settlement.Kind.PREVIOUS and not source:
        raise refusal(_("Name the standings that these places come from."), "source_missing")
    read = read_seed(seed) if kind == Settlement.Kind.LOT else ""
    ordered = _draw_tie(open_now, read) if read else _typed_tie(open_now, places or {})
    settlement = Settlement.objects.create(
        tournament=locked,
        standing=open_now.standing,
        kind=kind,
        seed=read,
        reason=reason,
        arbiter=stored_author(arbiter),
        source=source if kind == Settlement.Kind.PREVIOUS else "",
        places=[[entry.pk, place] for entry, place in ordered],
    )
    _record(SETTLED[kind], settlement, LogKind.TIE_SETTLED, ordered, arbiter, reason)
    return settlement


@transaction.atomic
def revoke_settlement(*, settlement: Settlement, author: Author, reason: str) -> Settlement:
    reason = read_reason(reason)
    _lock_to_settle(settlement.tournament)
    revoked = Settlement.objects.select_related("tournament").get(pk=settlement.pk)
    if revoked.revoked_at:
        return revoked
    revoked.revoke(author, reason)
    entries = {entry.pk: entry for entry in revoked.tournament.entries.all()}
    ordered = [(entries[key], place) for key, place in revoked.places if key in entries]
    _record(REVOKED, revoked, LogKind.SETTLEMENT_REVOKED, ordered, author, reason)
    return revoked


def _lock_to_settle(tournament: Tournament) -> Tournament:
    locked = tournament.lock()
    closed = closed_rounds(locked)
    if locked.rounds.filter(stage=Round.Stage.PLAYING).exists() or not closed:
        raise refusal(_("A tie is settled after play, not while a partita is in play."), "in_play")
    check_not_official(closed)
    return locked


def check_not_official(closed: Collection[Round]) -> None:
    if closed and all(round_.is_official for round_ in closed):
        raise refusal(
            _("The standings are official. Take that back first, with a reason."),
            "standing_official",
        )


def _draw_tie(tie: Tie, seed: str) -> list[tuple[Entry, int]]:
    by_number = {str(entry.number): entry for entry in tie.entries}
    return [(by_number[number], place) for number, place in drawn(by_number, seed).items()]


def _typed_tie(tie: Tie, places: Mapping[int, int]) -> list[tuple[Entry, int]]:
    place_of = {entry: places.get(entry.number, 0) for entry in tie.entries}
    check_places(place_of.values())
    return sorted(place_of.items(), key=lambda item: (item[1], item[0].number))


def drawn(marks: Iterable[str], seed: str) -> dict[str, int]:
    return {
        mark: place
        for place, mark in enumerate(draw_order(marks, bytes.fromhex(seed), "lot"), start=1)
    }


def check_places(places: Collection[int]) -> None:
    if min(places) < 1 or len({*places}) == 1:
        raise refusal(
            _("Write the place of each, starting from 1; at least two of them must differ."),
            "places_missing",
        )


SETTLED: Mapping[str, str] = {
    Settlement.Kind.LOT: gettext_noop(
        "A tie was settled by a draw from seed %(seed)s (%(standing)s; entry and place: %(order)s). Reason: %(reason)s"
    ),
    Settlement.Kind.PLAY_OFF: gettext_noop(
        "A tie was settled by a play-off (%(standing)s; entry and place: %(order)s). Reason: %(reason)s"
    ),
    Settlement.Kind.PREVIOUS: gettext_noop(
        "A tie was settled by the places in “%(source)s” (%(standing)s; entry and place: %(order)s). Reason: %(reason)s"
    ),
}
REVOKED = gettext_noop(
    "The settlement of a tie is revoked (%(standing)s; entry and place: %(order)s). Reason: %(reason)s"
)


def _record(
    sentence: str,
    settlement: Settlement,
    event: LogKind,
    ordered: Iterable[tuple[Entry, int]],
    author: Author,
    reason: str,
) -> None:
    extra = {name: value for name in ("seed", "source") if (value := getattr(settlement, name))}
    order = ", ".join(f"{entry.number} → {place}" for entry, place in ordered)
    record(
        settlement.tournament,
        event,
        sentence,
        author,
        standing=settlement.standing,
        order=order,
        reason=reason,
        **extra,
    )


def rulings_on(player: Player) -> tuple[Ruling, ...]:
    tables = Seat.objects.filter(player=player).values("table")
    rulings = list(
        _with_table(Ruling.objects.filter(sheet__table__in=tables).order_by("-created_at", "-pk"))
    )
    erred = _people(rulings)
    return tuple(ruling for ruling in rulings if player.pk in erred[ruling.pk])


def warnings_so_far(tournament: Tournament) -> Counter[int]:
    """Number of warnings by the player's primary key. One query, and two more if there are
    warnings.
    """
    warnings = list(
        _with_table(Ruling.objects.standing()).filter(
            kind__in=WARNINGS, sheet__table__round__tournament=tournament
        )
    )
    return Counter(key for people in _people(warnings).values() for key in people)


def offender_seats(ruling: Ruling, rules: RuleSet, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Seats of the offenders at the hand of the ruling. A substitute is responsible for their own
    hands only.
    """
    columns = {rules.column(place) for place in ruling.offenders}
    by_wind: dict[str, list[Seat]] = {}
    for seat in seats:
        if rules.column(seat.wind) in columns:
            by_wind.setdefault(seat.wind, []).append(seat)
    sitting_then = (seat_in(sitting, ruling.hand or 1) for sitting in by_wind.values())
    return tuple(seat for seat in sitting_then if seat is not None)


def seats_by_table(tables: Iterable[int]) -> dict[int, list[Seat]]:
    seats: dict[int, list[Seat]] = {table: [] for table in tables}
    for seat in sat(Seat.objects.filter(table__in=seats)):
        seats[seat.table_id].append(seat)
    return seats


def _people(rulings: Iterable[Ruling]) -> Mapping[int, frozenset[int]]:
    listed = list(rulings)
    seats = seats_by_table(ruling.sheet.table_id for ruling in listed) if listed else {}
    return {
        ruling.pk: frozenset(
            seat.player_id
            for seat in offender_seats(
                ruling, ruling.sheet.tournament.rules, seats[ruling.sheet.table_id]
            )
        )
        for ruling in listed
    }


def _with_table(rulings: RulingQuerySet) -> RulingQuerySet:
    with_table = rulings.select_related("sheet__table__round__tournament", "arbiter")
    return with_table.prefetch_related("sheet__table__seats__player")
