"""Standings as they are published: numbered, frozen and read back. ``ahead`` lets them be computed
before the lock, ``final_hold`` holds them until the prize-giving, ``review`` marks them while sheets
are open again, ``spelling`` puts names as they are spelled now.
"""

import datetime
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _, gettext_noop

from ground import monotonic_clock
from ground.guards import Author
from king.reading import Node
from king.sheet.comparison import BoardComparison, Peers, pool_boards
from king.standing.ranking import Standings, standings
from king.standing.round_results import Result, RoundResults, RoundStanding
from king.standing.standing_settings import StandingSettings, read_settled
from scoring.log_check import evidence, standing_digest
from scoring.models import HandResult, Publication, Sheet
from scoring.publishing.ahead import Ahead, Basis, computed_ahead
from scoring.publishing.spelling import corrected_names, with_current_names
from scoring.scored_sheets import ScoredTable, compare_tables, scored_rounds
from scoring.standing import (
    BigWin,
    big_wins,
    closed_rounds,
    display_names,
    from_qualification,
    standing_settings,
    tournament_standings,
)
from scoring.standings_cache import cached_for_tournament
from tournaments.log import LogKind, canonical_json, read_ahead, record_in
from tournaments.models import Entry, Round, Seat, Tournament
from wording.columns import with_columns
from wording.errata import OVERALL, Change, Erratum, changes_between, erratum_of, round_label
from wording.rests import foot
from wording.sentences import refusal


def last_publication(tournament: Tournament) -> Publication | None:
    return tournament.publications.order_by("-number").first()


def standing_changed(tournament: Tournament) -> bool:
    """Whether figures of the standing changed since the last publication. A corrected name does not
    count.
    """
    last = last_publication(tournament)
    return last is None or bool(
        changes_between(
            read_back(with_current_names(last)), tournament_standings(tournament).standings
        )
    )


Changed = Ahead[bool]
"""Whether figures of the standing changed since the last publication, as it was before the lock."""


def changed_since_published(tournament: Tournament) -> Changed:
    basis = Basis.of(tournament)
    return Ahead(basis, standing_changed(Tournament.objects.get(pk=tournament.pk)))


def read_back(publication: Publication) -> Standings:
    return Standings.from_json(publication.standings)


PUBLISHED = gettext_noop("Standings no. %(number)s were published after partita %(round)s.")
CORRECTED = gettext_noop(
    "Standings no. %(number)s were published after partita %(round)s and correct the earlier ones."
)


@dataclass(frozen=True)
class Draft:
    """Everything of a publication but its number and its time. ``last`` is the publication before
    it; ``is_new`` is False if that one says the same already. ``canonical`` is the standings in the
    form of which the log has a digest; ``known`` and ``evidence`` are parts of its line.
    """

    rounds: Sequence[Round]
    last: Publication | None
    is_new: bool = False
    standings: Mapping[str, Any] = field(default_factory=dict)
    canonical: bytes = b""
    named: Mapping[str, int] = field(default_factory=dict)
    corrections: Sequence[str] = ()
    erratum: Erratum = field(default_factory=Erratum)
    repeats: Mapping[str, int] = field(default_factory=dict)
    evidence: Mapping[str, Any] = field(default_factory=dict)
    known: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def is_official(self) -> bool:
        return all(round_.is_official for round_ in self.rounds)


def drafted(tournament: Tournament, closing: Round | None = None) -> Ahead[Draft] | None:
    """Compute a publication before the lock is taken. ``closing`` is a partita in play that counts
    as if it were closed. None if there is nothing to publish, or a sheet is open.
    """
    basis = Basis.of(tournament, closing)
    # Read after the numbers, like all the rest: the caller's copy may be older.
    tournament = Tournament.objects.get(pk=tournament.pk)
    rounds = closed_rounds(tournament)
    if closing is not None:
        [*in_play] = tournament.rounds.filter(pk=closing.pk, stage=Round.Stage.PLAYING)
        for round_ in in_play:
            round_.stage = Round.Stage.PROVISIONAL
        rounds = sorted((*rounds, *in_play), key=lambda round_: round_.number)
        if not in_play:
            return None
    if not rounds or _open_sheets(rounds).exists():
        return None
    return Ahead(basis, _draft(tournament, rounds))


def _draft(tournament: Tournament, rounds: Sequence[Round]) -> Draft:
    last = last_publication(tournament)
    evening = tournament_standings(tournament, rounds)
    entry_keys = {name: entry.pk for name, entry in evening.entries.items()}
    entries = {entry.pk: entry for entry in evening.entries.values()}
    before = None if last is None else read_back(with_current_names(last, entries))
    changes = () if before is None else changes_between(before, evening.standings)
    corrections = () if before is None else _corrections(before, evening.standings, changes)
    written = () if last is None else corrected_names(last, entry_keys)
    new_round = last is None or last.after_round_id != rounds[-1].pk
    same_figures = before is not None and not new_round and not changes
    repeats = {} if last is None or not same_figures else {"repeats": last.repeats or last.number}
    worth = standing_settings(tournament).bye_points
    rests = foot((dict(change.rests) for change in corrections), worth)
    if last is not None and same_figures and not written:
        return Draft(rounds, last)
    standings = json.loads(json.dumps(evening.as_json()))
    return Draft(
        rounds,
        last,
        True,
        standings,
        canonical_json(standings),
        entry_keys,
        [*map(str, corrections), rests],
        erratum_of("", corrections, written),
        repeats,
        evidence(HandResult.objects.filter(sheet__table__round__in=rounds)),
        read_ahead(tournament, LogKind.PUBLISHED),
    )


def publish(
    *, tournament: Tournament, author: Author, erratum: str = "", ahead: Ahead[Draft] | None = None
) -> Publication:
    """Publish the standing. ``erratum`` is the desk's text above the list of changes.

    If nothing changed and no partita was added, the last publication is returned. If only names
    were corrected, the new one keeps the figures and the time for protests. Refused while a sheet
    of a closed partita is open.

    Computed before the evening is locked. ``ahead`` is ``drafted``, for a caller within a
    transaction.
    """

    def write(ahead: Ahead[Draft] | None) -> Publication:
        return _publish(tournament, author, erratum, ahead)

    return computed_ahead(lambda: drafted(tournament), write, ahead)


@transaction.atomic
def _publish(
    tournament: Tournament, author: Author, erratum: str, ahead: Ahead[Draft] | None
) -> Publication:
    locked = tournament.lock_open()
    rounds = closed_rounds(locked)
    if not rounds:
        raise refusal(
            _("No partita is closed yet, so there are no standings to publish."),
            "nothing_to_publish",
        )
    _check_all_sheets_closed(rounds)
    draft = _draft(locked, rounds) if ahead is None else ahead.at(Basis.of(locked))
    return publish_draft(locked, draft, author, erratum)


def publish_draft(
    locked: Tournament, draft: Draft, author: Author, erratum: str = ""
) -> Publication:
    """Store a draft that was made, or found to hold, under the lock of the evening."""
    # Sheets that were opened again are published with this, or are as they were.
    take_marks_off(locked)
    last = draft.last
    if last is not None and not draft.is_new:
        return last
    erratum = erratum.strip()
    corrections = replace(draft.erratum, words=erratum).as_json() or {}
    publication = Publication.objects.create(
        tournament=locked,
        number=last.number + 1 if last else 1,
        after_round=draft.rounds[-1],
        state=Publication.State.OFFICIAL if draft.is_official else Publication.State.PROVISIONAL,
        standings=draft.standings,
        named=draft.named,
        erratum="\n".join(filter(None, [erratum, *draft.corrections])),
        corrections={**corrections, **draft.repeats},
        author=author,
        protest_minutes=0 if draft.is_official else locked.protest_minutes,
        created_steady=monotonic_clock.mark(),
    )
    record_in(
        draft.rounds[-1],
        LogKind.PUBLISHED,
        CORRECTED if draft.erratum.lists else PUBLISHED,
        author,
        number=publication.number,
        standing=standing_digest(publication, draft.canonical),
        state_ahead=draft.known,
        **draft.evidence,
    )
    return publication


def take_marks_off(tournament: Tournament) -> None:
    """Remove the marks of reopened sheets. A sheet that somebody is writing to keeps its mark:
    waiting for it here would deadlock, because its writer's log line waits for the tournament that
    is locked here.
    """
    marked = Sheet.objects.filter(table__round__tournament=tournament, reopened_at__isnull=False)
    free = [
        sheet.pk for sheet in marked.select_for_update(of=("self",), skip_locked=True).only("pk")
    ]
    Sheet.objects.filter(pk__in=free).update(reopened_at=None, revision=F("revision") + 1)


def _open_sheets(rounds: Iterable[Round]) -> QuerySet[Sheet]:
    sheets = Sheet.objects.filter(table__round__in=list(rounds))
    return sheets.exclude(state=Sheet.State.CLOSED)


def _check_all_sheets_closed(rounds: Iterable[Round]) -> None:
    open_sheets = _open_sheets(rounds).order_by("table__round", "table")
    places = list(open_sheets.values_list("table__round__number", "table__number"))
    if places:
        raise refusal(
            _(
                "Reopened and not closed again (partita/table): %(places)s. Close each of them, then publish the standings."
            ),
            "sheets_open",
            places=", ".join(f"{round_}/{table}" for round_, table in places),
            open=places,
        )


def _corrections(
    last: Standings, now: Standings, changes: tuple[Change, ...]
) -> tuple[Change, ...]:
    """Return the ``changes`` in results that the last publication already had.

    A new partita corrects nothing. So lists over the evening are compared only in what the
    published partite gave. A rest is worth the mean of the other partite (A21), and so changes with
    each new one.
    """
    labels_before = {round_label(round_.number) for round_ in last.rounds}
    if labels_before >= {round_label(round_.number) for round_ in now.rounds}:
        return changes
    resting = _rests(last) & _rests(now)
    return (
        *_of_published_partite(last, now, resting),
        *(
            change
            for change in changes
            if change.place in labels_before and (change.place, change.entry) not in resting
        ),
    )


def _of_published_partite(
    last: Standings, now: Standings, resting: set[tuple[str, str]]
) -> Iterator[Change]:
    changed: dict[str, list[tuple[int, str, str]]] = {}
    before = {(number, entry): value for number, entry, value in _match_points(last)}
    for number, entry, value in _match_points(now):
        was = before.get((number, entry), value)
        if was != value and (round_label(number), entry) not in resting:
            changed.setdefault(entry, []).append((number, was, value))
    for line in now.overall:
        if line.entry in changed:
            yield Change(OVERALL, line.entry, ("", "", ""), ("", "", ""), (*changed[line.entry],))


def _match_points(standings: Standings) -> Iterator[tuple[int, str, str]]:
    for round_ in standings.rounds:
        for one in (*chain.from_iterable(round_.winds.values()), *round_.byes):
            yield round_.number, one.result.entry, str(one.match_points)


def _rests(standings: Standings) -> set[tuple[str, str]]:
    return {
        (round_label(round_.number), bye.result.entry)
        for round_ in standings.rounds
        for bye in round_.byes
    }


# A published standing read back from its frozen form: the same lines, with their reasons in the
# reader's language. A publication keeps figures and English sentences. Its results ranked again by
# the same rules give the same lines with sentences that can be translated; where they would not,
# the frozen figures stand and nothing is computed.


class PublishedStandings(NamedTuple):
    """A publication and the data that it was made of. ``publication`` is a copy with names as they
    are spelled now. ``standings`` has exactly its figures, or is None if the results no longer give
    them. ``frozen`` is the published form, read back. ``entries`` are keyed by the names in it,
    ``everybody`` by primary key. ``results`` and ``settings`` are the input of the ranking.
    """

    publication: Publication
    standings: Standings | None
    frozen: Standings
    entries: Mapping[str, Entry]
    rounds: tuple[Round, ...]
    results: tuple[RoundResults, ...]
    settings: StandingSettings
    everybody: Mapping[int, Entry]

    @property
    def at(self) -> datetime.datetime:
        return self.publication.created_at


def read_publication(tournament: Tournament, publication: Publication) -> PublishedStandings:
    """Read a publication with everything that it was made of. Takes six queries; three if it is
    cached.
    """
    return cached_for_tournament(
        tournament, lambda: _read(tournament, publication), "published", publication.pk
    )


def _read(tournament: Tournament, publication: Publication) -> PublishedStandings:
    entries = {entry.pk: entry for entry in tournament.entries.with_players()}
    publication = with_current_names(publication, entries)
    numbers = [round_["round"] for round_ in publication.standings["rounds"]]
    rounds = tuple(
        tournament.rounds.filter(number__in=numbers)
        .select_related("board_set", "tournament")
        .order_by("number")
    )
    names = published_names(publication, entries)
    # A team's match goes by its first table: the lower number is read last.
    seats = (
        Seat.objects.filter(round__in=rounds)
        .first_sitting()
        .order_by("-table__number")
        .values_list("round__number", "entry_id", "table__number")
    )
    tables = {(number, names[entry]): table for number, entry, table in seats}
    settings = standing_settings(tournament, set(tables.values()))
    if chosen := publication.standings.get("changed_by"):
        settings = replace(settings, changed_winds=chosen)
    ties = [tie for key in ("settled", "unfit") for tie in publication.standings.get(key, ())]
    settings = replace(settings, settled=read_settled(Node(ties, "", "")))
    settings = from_qualification(tournament, settings, entries, names)
    frozen = read_back(publication)
    results = tuple(_results_of(frozen.rounds, tables))
    ranked = standings(results, settings)
    same = ranked if not changes_between(frozen, ranked) else None
    by_name = {names[key]: entries[key] for key in entries}
    return PublishedStandings(
        publication, same, frozen, by_name, rounds, results, settings, entries
    )


class ComparedEvening(NamedTuple):
    """Comparisons of an evening. ``tables`` and ``boards`` are keyed by the partita's primary key.
    ``dealt`` has the partite in which all tables had the same cards. ``pool`` has all results of
    the other partite, by code of the contract. ``places`` has the overall place of each entry after
    each partita: ``places[number][entry key]``.
    """

    tables: Mapping[int, tuple[ScoredTable, ...]]
    boards: Mapping[int, tuple[BoardComparison, ...]]
    dealt: frozenset[int]
    pool: Mapping[str, Peers]
    places: Mapping[int, Mapping[int, int]]


def compared_evening(
    published: PublishedStandings, tables: Mapping[int, tuple[ScoredTable, ...]]
) -> ComparedEvening:
    boards = {key: compare_tables(partita) for key, partita in tables.items()}
    dealt = frozenset(round_.pk for round_ in published.rounds if round_.board_set_id is not None)
    own_cards = [board for key in boards.keys() - dealt for board in boards[key]]
    rules = published.publication.tournament.rules
    return ComparedEvening(
        tables, boards, dealt, pool_boards(rules, own_cards), _places_after(published)
    )


def _places_after(published: PublishedStandings) -> dict[int, dict[int, int]]:
    """Places after each partita, corrections included. After the last one, its own published
    places; only these if the results no longer give its figures.
    """
    unsettled = replace(
        published.settings, settled=()
    )  # what was settled after play says nothing of before
    before = range(1, len(published.results)) if published.standings is not None else ()
    places = {
        published.results[count - 1].number: [
            (line.entry, line.rank)
            for line in standings(published.results[:count], unsettled).overall
        ]
        for count in before
    }
    frozen = published.frozen
    places[frozen.rounds[-1].number] = [(line.entry, line.rank) for line in frozen.overall]
    return {
        number: {
            published.entries[name].pk: rank for name, rank in lines if name in published.entries
        }
        for number, lines in places.items()
    }


def entries_of(evenings: Iterable[int]) -> dict[int, dict[int, Entry]]:
    """Entries by primary key, for each evening's key. No query if there are no evenings."""
    entries: dict[int, dict[int, Entry]] = {evening: {} for evening in evenings}
    for entry in Entry.objects.filter(tournament__in=entries).with_players().order_by("pk"):
        entries[entry.tournament_id][entry.pk] = entry
    return entries


def published_names(publication: Publication, entries: Mapping[int, Entry]) -> dict[int, str]:
    """Names of entries by primary key, as published; entries that are not in the publication have
    their name of today. An entry is found by its key even if its name was corrected.
    """
    names_by_key = {key: name for name, key in publication.named.items() if key in entries}
    return display_names(entries.values()) | names_by_key


def tables_as_published(
    published: PublishedStandings, rounds: Iterable[Round] | None = None
) -> dict[int, tuple[ScoredTable, ...]]:
    """Tables as the publication counted them, by primary key of the partita.

    Takes six queries, twelve if the machine's clock was set back during the evening. In that case
    rows seem to be newer than the standing that counts them: a sheet whose totals are not the
    published ones is then read as it is now, and used if it agrees. Empty while the evening is held
    for an event, because nobody may see its rows.
    """
    covered = {round_.pk for round_ in published.rounds}
    rounds_compared = (
        published.rounds
        if rounds is None
        else [round_ for round_ in rounds if round_.pk in covered]
    )
    if published.publication.tournament.held_for:
        return {round_.pk: () for round_ in rounds_compared}
    then = scored_rounds(rounds_compared, at=published.at)
    totals = _frozen_totals(published)
    if all(_agrees(table, totals) for tables in then.values() for table in tables):
        return then
    now = scored_rounds(rounds_compared)
    return {
        key: tuple(
            current if _agrees(current, totals) else earlier
            for earlier, current in zip(then[key], now[key], strict=True)
        )
        for key in then
    }


def wins_as_published(published: PublishedStandings) -> tuple[BigWin, ...]:
    """Sheets of the published standing won by a "Mesa" or outright. No query if the system has
    neither.
    """
    tournament = published.publication.tournament
    if tournament.rules.big_win is None and not tournament.configured.king_tricks:
        return ()
    names = {entry.pk: name for name, entry in published.entries.items()}
    tables = tables_as_published(published)
    return tuple(
        win for round_ in published.rounds for win in big_wins(round_, tables[round_.pk], names)
    )


def _frozen_totals(published: PublishedStandings) -> dict[tuple[int, int], Fraction | None]:
    return {
        (round_.number, published.entries[result.entry].pk): result.total
        for round_ in _results_of(published.frozen.rounds, {})
        for result in round_.results
        if result.entry in published.entries and not result.bye
    }


def _agrees(scored: ScoredTable, totals: Mapping[tuple[int, int], Fraction | None]) -> bool:
    number = scored.round.number
    return all(
        totals.get((number, score.entry.pk), score.total) == score.total
        for score in scored.entry_points()
    )


def public_form(form: Mapping[str, Any], evenings: Iterable[Tournament]) -> Mapping[str, Any]:
    """Form of a standing as everybody may read it: with every column of the API, and without points
    of single hands while its evening is held for an event.
    """
    whole = with_columns(form)
    if not any(evening.held_for for evening in evenings):
        return whole
    bare: dict[str, Any] = _without_boards(whole)
    return bare


def _without_boards(form: Any) -> Any:
    if isinstance(form, list | tuple):
        return [_without_boards(part) for part in form]
    if not isinstance(form, dict):
        return form
    return {key: _without_boards(part) for key, part in form.items() if key != "boards"}


def frozen_results(
    frozen: Mapping[str, Any], tables: Mapping[tuple[int, str], int]
) -> Iterator[RoundResults]:
    """Results of each partita as a publication stored them. ``tables`` gives the table of each seat
    in rounds that compare no tables.
    """
    yield from _results_of(map(RoundStanding.from_json, frozen["rounds"]), tables)


def _results_of(
    rounds: Iterable[RoundStanding], tables: Mapping[tuple[int, str], int]
) -> Iterator[RoundResults]:
    for read in rounds:
        ranked = [one.result for lines in read.winds.values() for one in lines]
        results = [_with_table(result, read.number, tables) for result in (*ranked, *read.unranked)]
        results += [bye.result for bye in read.byes]
        yield RoundResults(read.number, tuple(results))


def _with_table(result: Result, number: int, tables: Mapping[tuple[int, str], int]) -> Result:
    if result.table is not None:
        return result
    return replace(result, table=tables.get((number, result.entry)))
