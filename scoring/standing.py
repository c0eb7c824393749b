"""The standings of an evening: computed from the sheets each time, never stored but where they are posted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from king import method
from king.commands.reading import Node
from king.rounds import EVERYBODY, ranked_wind
from king.rulesets.base import RuleSet
from king.standings import Result, RoundResults, Standings, StandingSettings, standings
from king.teams import TableOfMatch, matches
from king.tiebreaks import Settled
from king.winds import Side, Wind
from scoring.models import Ruling, Settlement, Sheet
from scoring.offences import seats_by_table, who_erred
from scoring.reading import ScoredTable, scored_rounds
from tournaments.models import Entry, Round, Tournament, WindPolicy
from tournaments.services import standing_in_force

CLOSED_STAGES = (Round.Stage.PROVISIONAL, Round.Stage.OFFICIAL)


@dataclass(frozen=True)
class BigWin:
    """A sheet won by more than the system calls a big win, a "Mesa" (R10); ``entries`` are the winners' names."""

    round: int
    table: int
    entries: tuple[str, ...]
    total: Fraction


@dataclass(frozen=True)
class TournamentStandings:
    """King's standings, with the entries behind the names that stand in them."""

    standings: Standings
    entries: Mapping[str, Entry]
    rounds: tuple[Round, ...]
    big_wins: tuple[BigWin, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """To the letter the answer of ``king standings``."""
        return self.standings.as_json()


def tournament_standings(
    tournament: Tournament, rounds: Iterable[Round] | None = None, tried: Ruling | None = None
) -> TournamentStandings:
    """The standings over ``rounds``, or over every closed partita. A constant number of queries.

    A total is what the sheet comes to after penalties. In a partita still in play only closed sheets have one.
    Points belong to the entry that was drawn for the seat, whoever sat in for it; a team's are what its two pairs made
    at the two tables of its match. House players are not ranked, nor who is disqualified: those behind move up. Whom
    the seating of a partita let sit out has a bye there (A21); who came late or left has nothing. ``tried`` is a ruling
    that nobody has made yet: everything is ranked as if it stood.
    """
    counted = tuple(closed_rounds(tournament) if rounds is None else sorted(rounds, key=lambda each: each.number))
    entries = {entry.pk: entry for entry in tournament.entries.prefetch_related("members__player")}
    names = display_names(entries.values())
    tables = scored_rounds(counted, tried=tried)
    settings = standing_settings(tournament, {each.table.number for listed in tables.values() for each in listed})
    settings = replace(settings, settled=settled_ties(tournament, names))
    out = disqualified(tournament, tried)
    evening = _Evening(tournament.rules, one_field(tournament), settings, entries, names, out)
    results = [_round_results(evening, round_, tables[round_.pk]) for round_ in counted]
    return TournamentStandings(
        standings(results, settings),
        {names[key]: entry for key, entry in entries.items()},
        counted,
        tuple(win for round_ in counted for win in big_wins(round_, tables[round_.pk], names)),
    )


def closed_rounds(tournament: Tournament) -> list[Round]:
    """The partite whose sheets are all in, in order."""
    return list(tournament.rounds.filter(stage__in=CLOSED_STAGES).order_by("number"))


def standing_settings(tournament: Tournament, tables: Collection[int] = ()) -> StandingSettings:
    """The tournament's settings for its standings; where it has none those of its edition, then the defaults.

    ``tables`` are the numbers of those whose sheets are ranked, where that is known.
    """
    in_force = standing_in_force(tournament.rules, tournament.standing_settings)
    usual = method.usual_method(tournament.rules, tournament.plays_boards, len(set(tables)) or None)
    kept = {"method": usual, **in_force}
    if tournament.wind_policy == WindPolicy.KEEP and kept.get("by_wind") is None:
        kept["by_wind"] = True
    return StandingSettings.from_json(Node(kept, "standing settings", ""))


def settled_ties(tournament: Tournament, names: Mapping[int, str]) -> tuple[Settled, ...]:
    """The ties settled after play, as they are in force; ``names`` are the entries' by primary key. One query."""
    return tuple(as_settled(each, names) for each in tournament.settlements.filter(revoked_at__isnull=True))


def as_settled(settlement: Settlement, names: Mapping[int, str]) -> Settled:
    """What was settled in king's terms; an earlier standing is named with the reason."""
    return Settled(
        settlement.standing, settlement.kind,
        tuple((names[key], place) for key, place in settlement.places if key in names),
        f"{settlement.source}: {settlement.reason}" if settlement.source else settlement.reason,
    )  # fmt: skip


def one_field(tournament: Tournament) -> bool:
    """Whether all results of a partita compare with one another, whatever the wind."""
    return method.one_field(tournament.rules, tournament.plays_boards)


def display_names(entries: Iterable[Entry]) -> dict[int, str]:
    """A name for each entry, by primary key, that no other entry has: equal ones carry the entry's number."""
    listed = list(entries)
    times = Counter(entry.title for entry in listed)
    # A title that itself ends like such a number gets one too, or it could be taken for somebody else's.
    plain = {entry.pk: times[entry.title] == 1 and not re.search(r"(^|\(\d+\))$", entry.title) for entry in listed}
    return {entry.pk: entry.title if plain[entry.pk] else f"{entry.title} ({entry.number})".strip() for entry in listed}


@dataclass(frozen=True)
class _Evening:
    """What turns the sheets of a partita into results."""

    rules: RuleSet
    one_field: bool
    settings: StandingSettings
    entries: Mapping[int, Entry]
    names: Mapping[int, str]
    out: Mapping[int, frozenset[int]]

    def is_ranked(self, entry: Entry, round_: Round) -> bool:
        """Whether the entry has a place in the partita: house players have none, nor who is disqualified."""
        return not entry.unranked and entry.pk not in self.out.get(round_.number, ())


def disqualified(tournament: Tournament, tried: Ruling | None = None) -> dict[int, frozenset[int]]:
    """Who is disqualified from each partita of the evening: keys of entries by its number, of all where from it all.

    One query; three more where somebody is.
    """
    found = list(
        Ruling.objects.standing().filter(
            kind=Ruling.Kind.DISQUALIFICATION, sheet__table__round__tournament=tournament
        ).select_related("sheet__table__round")
    )  # fmt: skip
    found += [tried] if tried is not None and tried.kind == Ruling.Kind.DISQUALIFICATION else []
    found = [ruling for ruling in found if ruling.effect.get("scope") != "hand"]
    if not found:
        return {}
    numbers = tuple(tournament.rounds.values_list("number", flat=True))
    seats = seats_by_table(ruling.sheet.table_id for ruling in found)
    out: dict[int, set[int]] = {}
    for ruling in found:
        entries = {seat.entry_id for seat in who_erred(ruling, tournament.rules, seats[ruling.sheet.table_id])}
        for number in numbers if ruling.effect.get("scope") == "evening" else (ruling.sheet.table.round.number,):
            out.setdefault(number, set()).update(entries)
    return {number: frozenset(entries) for number, entries in out.items()}


def _round_results(evening: _Evening, round_: Round, tables: Iterable[ScoredTable]) -> RoundResults:
    listed = list(tables)
    seated = {made.entry.pk for each in listed for made in each.made()}
    results_of = _team_results if evening.rules.sides == "teams" else _results
    results = list(results_of(evening, round_, listed))
    resting = set(round_.seating_note.get("sitting_out", ()))
    byes = [
        each for key, each in evening.entries.items()
        if each.number in resting and key not in seated and evening.is_ranked(each, round_)
    ]  # fmt: skip
    results += [Result(evening.names[entry.pk], None, None, None, True, bye=True) for entry in byes]
    return RoundResults(round_.number, tuple(results))


def _is_in(round_: Round, table: ScoredTable) -> bool:
    return round_.is_closed or table.sheet.state == Sheet.State.CLOSED


def _results(evening: _Evening, round_: Round, tables: Iterable[ScoredTable]) -> Iterator[Result]:
    """What each entry made at its table, in the field of its column: of several, that of the setting."""
    for each in tables:
        for made in each.made():
            sat = tuple((str(column), hands) for column, hands in made.sat) if len(made.sat) > 1 else ()
            field = EVERYBODY if evening.one_field else ranked_wind(made.sat, evening.settings.changed_winds)[0]
            yield Result(
                evening.names[made.entry.pk], each.table.number, str(field),
                made.total if _is_in(round_, each) else None, evening.is_ranked(made.entry, round_),
                sat=() if evening.one_field else sat,
            )  # fmt: skip


def _team_results(evening: _Evening, round_: Round, tables: Iterable[ScoredTable]) -> Iterator[Result]:
    """What each team made in its match, which goes by the number of its first table."""
    unranked = {evening.names[key] for key, entry in evening.entries.items() if not evening.is_ranked(entry, round_)}
    played = [
        TableOfMatch(
            each.table.number,
            {Side(made.sat[0][0]): evening.names[made.entry.pk] for made in each.made()},
            {Side(made.sat[0][0]): made.total for made in each.made()} if _is_in(round_, each) else None,
        )
        for each in tables
    ]
    for match in matches(played, evening.settings.team_scale):
        for team, total in match.results.items():
            yield Result(team, match.number, EVERYBODY, total, team not in unranked)


def big_wins(round_: Round, tables: Iterable[ScoredTable], names: Mapping[int, str]) -> Iterator[BigWin]:
    """The sheets won by a "Mesa": who won them, and by how much. ``names`` are the entries' by primary key."""
    for each in tables:
        if each.scored.big_win and _is_in(round_, each):
            column: Wind | Side = max(each.scored.totals, key=lambda place: each.scored.totals[place])
            winners = tuple(names[entry.pk] for entry in each.entries(column))
            yield BigWin(round_.number, each.table.number, winners, each.scored.totals[column])
