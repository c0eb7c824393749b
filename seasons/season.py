"""A season: the standing over a circuit's evenings, computed from what each has published; whole
seasons from a file.
"""

import datetime
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop

from ground.guards import stored_author
from ground.names import clean_text
from king.reading import Node, picked
from king.sheet import comparison
from king.standing.ranking import Line, Standings, standings
from king.standing.round_results import EVERYBODY, Result, RoundResults
from king.standing.standing_settings import COUNTS, StandingSettings
from scoring.models import Publication
from scoring.night_file import Night, read_date, read_name, read_night
from scoring.night_import import NightRefused, load_night
from scoring.publishing import entries_of, frozen_results, published_names
from scoring.publishing.final_hold import last_visible
from scoring.publishing.spelling import replace_names
from seasons.models import SeasonPublication
from tournaments.circuits import Circuit
from tournaments.log import LogKind, record
from tournaments.models import Entry, Player, Seat, Tournament
from tournaments.services import noted_change
from wording.columns import Ranked
from wording.errata import OVERALL, changes_between
from wording.rests import foot, marks
from wording.sentences import refusal

Competitor = frozenset[int]
"""The mark of a competitor from evening to evening: the keys of an entry's players."""


class Sitting(NamedTuple):
    """A partita of an evening, or the evening as a whole (``partita`` None). ``entries`` are keyed
    by their names in the season.
    """

    evening: int
    partita: int | None
    publication: Any
    entries: Mapping[str, Entry]

    @property
    def tournament(self) -> Tournament:
        tournament: Tournament = self.publication.tournament
        return tournament


class Season(NamedTuple):
    """A season with its standings. ``sittings`` are by number of the round. ``calendar`` has every
    evening of the circuit, past or future. ``kept`` has the keys of evenings whose final standing
    is held for the prize-giving. ``apart`` are evenings of another kind.
    """

    circuit: Circuit
    settings: StandingSettings
    standings: Standings
    sittings: Mapping[int, Sitting]
    calendar: tuple[Tournament, ...]
    kept: frozenset[int] = frozenset()
    apart: tuple[Tournament, ...] = ()
    results: tuple[RoundResults, ...] = ()

    @property
    def evenings(self) -> dict[Tournament, list[int]]:
        evenings: dict[Tournament, list[int]] = {}
        for number, sitting in self.sittings.items():
            evenings.setdefault(sitting.tournament, []).append(number)
        return evenings

    def to_come(self, today: datetime.date) -> int:
        """Number of results still to come. Past midnight it is still yesterday's evening. A final
        standing held for the prize-giving is still to come.
        """
        first = today - datetime.timedelta(days=1)
        of_partite = self.circuit.counts == "partite"
        counted = Counter(sitting.tournament.pk for sitting in self.sittings.values())
        ahead = sum(
            max((evening.planned_rounds if of_partite else 1) - counted[evening.pk], 0)
            for evening in self.calendar
            if evening.pk in self.kept or (evening.date >= first and evening.closed_at is None)
        )
        undated = max((self.circuit.planned_evenings or 0) - len(self.calendar), 0)
        return ahead + undated * (
            self.calendar[-1].planned_rounds if of_partite and self.calendar else 1
        )

    @property
    def raw(self) -> bool:
        """Whether the regulation ranks by points of the sheets, so that match points are not shown
        beside them.
        """
        return self.settings.method == "raw"

    def ranked(self, **more: Any) -> Ranked:
        """Overall standing in the form that its columns need."""
        return Ranked(self.standings.overall, rests=self.rests, once=self.raw, **more)

    @property
    def rests_note(self) -> str:
        """Footnote on partite that were sat out, empty if there are none."""
        return foot((line.rests for line in self.standings.overall), self.settings.bye_points)

    def rests(self, line: Line) -> str:
        sat_out = [
            (self.sittings[number].tournament.date, self.sittings[number].partita, points)
            for number, points in line.rests.items()
        ]
        return rests_in_words(sat_out)

    @property
    def official(self) -> bool:
        states = {sitting.publication.state for sitting in self.sittings.values()}
        return states == {Publication.State.OFFICIAL}

    def corrected(self, since: Mapping[str, int] = MappingProxyType({})) -> Iterator[str]:
        counting = {sitting.evening: sitting.publication for sitting in self.sittings.values()}
        for evening, publication in counting.items():
            tournament = publication.tournament
            if any(number > since.get(tournament.code, 0) for number in publication.errata):
                yield _(
                    "Evening %(evening)s, %(date)s, was corrected: its standings no. %(number)s count."
                ) % {
                    "evening": evening,
                    "date": date_format(tournament.date),
                    "number": publication.number,
                }

    def as_json(self) -> dict[str, Any]:
        """Answer of ``king standings``. Each result, counted or left out, has its evening's date
        and code.
        """
        answer = self.standings.as_json()
        for lines in answer["overall"], *answer["winds"].values():
            for result in results_in(lines):
                tournament = self.sittings[result["round"]].tournament
                result |= {"date": tournament.date.isoformat(), "code": tournament.code}
        return answer


def rests_in_words(
    sat_out: Iterable[tuple[datetime.date | None, int | None, Fraction]],
) -> str:
    """Partite that were sat out, to show beside a sum that includes them: ``20/11 P2 (10)`` has
    day, partita and match points.
    """
    return ", ".join(
        f"{date_format(day, 'j/n') if day else ''} {marks({partita or 1: points})}".strip()
        for day, partita, points in sat_out
    )


def places_after(season: Season) -> dict[str, list[int | None]]:
    """Places of each entry after each evening, in the order of the standing. None before its first
    evening that gives a place.
    """
    last = [numbers[-1] for numbers in season.evenings.values()]
    ranked = [
        {
            line.entry: line.rank
            for line in standings(
                [round_ for round_ in season.results if round_.number <= number], season.settings
            ).overall
        }
        for number in last[:-1]
    ]
    ranked.append({line.entry: line.rank for line in season.standings.overall})
    return {
        line.entry: [places.get(line.entry) for places in ranked]
        for line in season.standings.overall
    }


def results_in(lines: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the results in lines of the form of ``king standings``: those that count, then those
    left out.
    """
    return (result for line in lines for result in (*line["counted"], *line["dropped"]))


def season_of(circuit: Circuit, *, spoken: bool = False) -> Season:
    """Compute the season in seven queries. An evening counts with the standing that everybody sees.
    If places of evenings count, it counts once that is its last standing.
    """
    # Evenings of another kind than the first (pairs among single players) stand apart.
    every = tuple(circuit.tournaments.order_by("date", "pk"))
    publications, on_hold = last_visible(Q(tournament__circuit=circuit))
    kinds = [one.rules.sides for one in (*(read.tournament for read in publications), *every)]
    calendar = tuple(evening for evening in every if evening.rules.sides == kinds[0])
    counted = [
        standing
        for standing in publications
        if standing.tournament in calendar and (circuit.counts == "partite" or _is_last(standing))
    ]
    # A person or pair is known by the players (``competitor``), whatever its name on an evening.
    numbers = {read.tournament_id: number for number, read in enumerate(counted, start=1)}
    entries = entries_of(standing.tournament_id for standing in counted)
    names = season_names(
        (entry for standing in counted for entry in entries[standing.tournament_id].values()),
        spoken,
    )
    tables = _tables(counted)
    guests = set(circuit.guests.values_list("pk", flat=True))
    rounds: list[RoundResults] = []
    sittings: dict[int, Sitting] = {}
    for publication in counted:
        # Translate the names of this evening: published name -> entry -> name of the season.
        own = entries[publication.tournament_id]
        by_name = {name: own[key] for key, name in published_names(publication, own).items()}
        here = {names[competitor(entry)]: entry for entry in own.values()}
        at = {
            (number, name): table
            for name, entry in by_name.items()
            for number, table in tables.get(entry.pk, ())
        }
        # Rounds are numbered through the season. Guests play, but are not ranked.
        for round_ in _rounds_of(circuit, publication, at):
            number, evening = len(rounds) + 1, numbers[publication.tournament_id]
            results = []
            for result in round_.results:
                if result.entry in by_name:
                    who = competitor(by_name[result.entry])
                    ranked = result.ranked and not who & guests
                    result = replace(result, entry=names[who], ranked=ranked)
                results.append(result)
            rounds.append(replace(round_, number=number, evening=evening, results=tuple(results)))
            sittings[number] = Sitting(evening, round_.partita, publication, here)
    settings = _regulation(circuit, calendar, names, entries)
    apart = tuple(evening for evening in every if evening not in calendar)
    return Season(
        circuit,
        settings,
        standings(rounds, settings),
        sittings,
        calendar,
        on_hold,
        apart,
        tuple(rounds),
    )


def _is_last(publication: Any) -> bool:
    tournament, after = publication.tournament, publication.after_round
    is_over = tournament.closed_at is not None and publication.is_newest
    return is_over or (after is not None and after.number >= tournament.planned_rounds)


def competitor(entry: Entry) -> Competitor:
    return frozenset(member.player_id for member in entry.members.all())


def season_names(entries: Iterable[Entry], spoken: bool) -> dict[Competitor, str]:
    """Names in the season. Equal names get the marks of an evening that both played, if there is
    one, else numbers.
    """
    titles, marked = dict[Competitor, str](), dict[Competitor, str]()
    for entry in entries:
        plain = entry.plain_spoken_title if spoken else entry.plain_title
        title = entry.spoken_title if spoken else entry.title
        if titles.get(who := competitor(entry)) != plain or title != plain:
            marked[who] = title
        titles[who] = plain
    times = Counter(titles.values())
    titles = {who: marked[who] if times[title] > 1 else title for who, title in titles.items()}
    times, numbers = Counter(titles.values()), Counter[str]()
    names = {}
    for who in sorted(titles, key=sorted):
        title = titles[who]
        numbers[title] += 1
        names[who] = title if times[title] == 1 else f"{title} ({numbers[title]})"
    return names


def _tables(publications: Iterable[Publication]) -> dict[int, list[tuple[int, int]]]:
    evenings = [standing.tournament_id for standing in publications]
    seats = Seat.objects.filter(round__tournament__in=evenings).first_sitting()
    rows = seats.values_list("entry_id", "round__number", "table__number")
    tables: dict[int, list[tuple[int, int]]] = {}
    for entry, number, table in rows.order_by("-table__number"):
        tables.setdefault(entry, []).append((number, table))
    return tables


def _rounds_of(
    circuit: Circuit, publication: Publication, tables: Mapping[tuple[int, str], int]
) -> Iterator[RoundResults]:
    frozen = publication.standings
    if circuit.counts == "partite":
        for round_ in frozen_results(frozen, tables):
            yield replace(round_, partita=round_.number)
        return
    places = [
        Result(line.entry, None, EVERYBODY, line.total, place=line.rank)
        for line in map(Line.from_json, frozen["overall"])
    ]
    places += [
        Result(name, None, EVERYBODY, None, ranked=False) for name in frozen.get("unranked", ())
    ]
    yield RoundResults(0, tuple(places))


def _regulation(
    circuit: Circuit,
    calendar: Sequence[Tournament],
    names: Mapping[Competitor, str],
    entries: Mapping[int, Mapping[int, Entry]],
) -> StandingSettings:
    """Regulation with people named as in the standing. If it names no method, it has the usual
    one.
    """
    settings = circuit.regulation
    if "method" not in circuit.settings and circuit.counts == "partite" and calendar:
        last = calendar[-1]
        usual = comparison.usual_standing(last.rules, last.plays_boards, circuit.settings)
        ties = tuple(usual.get("tiebreaks", settings.tiebreaks))
        settings = replace(settings, method=usual["method"], tiebreaks=ties)
    if not settings.previous and not settings.lot_order:
        return settings
    called = {
        entry.plain_spoken_title: names[competitor(entry)]
        for own in entries.values()
        for entry in own.values()
    }
    previous, lot_order = (
        tuple(called.get(name, name) for name in order)
        for order in (settings.previous, settings.lot_order)
    )
    return replace(settings, previous=previous, lot_order=lot_order)


@transaction.atomic
def change_circuit(
    *, circuit: Circuit, author: User | None, guests: Sequence[Player] | None = None, **changes: Any
) -> Circuit:
    """Change a circuit, and log it in its last evening. Raises ``ValidationError`` by field: an
    unknown setting, a taken name.
    """
    locked = circuit.lock()
    before = {field: getattr(locked, field) for field in changes}
    for field, value in changes.items():
        setattr(locked, field, clean_text(value) if field == "name" else value)
    locked.full_clean()
    locked.save(update_fields=list(changes))
    if guests is not None:
        locked.guests.set(guests)
    last = locked.tournaments.order_by("-date", "-pk").first()
    if last is not None:
        noted = []
        for field, was in before.items():
            kind = "standing_settings" if field == "settings" else field
            noted += noted_change(kind, was, getattr(locked, field))
        record(
            last,
            LogKind.CIRCUIT,
            gettext_noop("The regulation of the circuit was changed. %(changes)s"),
            author=author,
            changes=[line for line in noted if line[1] != line[2]],
        )
    return locked


@transaction.atomic
def publish_season(*, circuit: Circuit, author: User | None) -> SeasonPublication:
    """Publish the season's standing. If nothing changed, return the last publication. Raises
    ``ValidationError`` while there is nothing to publish.
    """
    locked = circuit.lock()
    season = season_of(locked)
    if not season.sittings:
        raise refusal(
            gettext_lazy("No evening of the circuit has published standings yet."), "no_evening"
        )
    last = locked.publications.order_by("-number").first()
    frozen = json.loads(json.dumps(season.as_json()))
    if last is not None and (last.standings, last.official) == (frozen, season.official):
        return last
    entry_keys = {
        name: entry.pk
        for sitting in season.sittings.values()
        for name, entry in sitting.entries.items()
    }
    publication = SeasonPublication.objects.create(
        circuit=locked,
        number=last.number + 1 if last else 1,
        official=season.official,
        standings=frozen,
        evenings={
            sitting.tournament.code: sitting.publication.number
            for sitting in season.sittings.values()
        },
        settings=locked.settings | picked(season.settings, "method", "previous", "lot_order"),
        named=entry_keys,
        erratum="" if last is None else "\n".join(_erratum(last, season)),
        author=stored_author(author),
    )
    digest = hashlib.sha256(json.dumps(frozen, sort_keys=True).encode()).hexdigest()
    record(
        season.calendar[-1],
        LogKind.SEASON_PUBLISHED,
        gettext_noop(
            "Standings no. %(number)s of the circuit “%(circuit)s” were published (%(standing)s)."
        ),
        author=author,
        number=publication.number,
        circuit=locked.name,
        standing=digest,
    )
    return publication


def _erratum(last: SeasonPublication, season: Season) -> Iterator[str]:
    counting = {sitting.tournament.code for sitting in season.sittings.values()}
    gone = last.evenings.keys() - counting
    now = {
        entry.pk: name
        for sitting in season.sittings.values()
        for name, entry in sitting.entries.items()
    }
    anew = {name: now[key] for name, key in last.named.items() if key in now}
    # A name put right corrects nothing.
    read_before = Standings.from_json(replace_names(last.standings, anew))
    results = results_in(last.standings["overall"])
    for date in sorted({result["date"] for result in results if result["code"] in gone}):
        yield _("The evening of %(date)s no longer counts.") % {
            "date": date_format(datetime.date.fromisoformat(date))
        }
    added = dict.fromkeys(counting - last.evenings.keys(), sys.maxsize)
    corrected = list(season.corrected(added | last.evenings))
    yield from corrected
    before, after = (
        [round_.number for round_ in standing.rounds]
        for standing in (read_before, season.standings)
    )
    if last.evenings.keys() != counting or before != after:
        return
    changed = changes_between(read_before, season.standings)
    changes = [change for change in changed if change.place == OVERALL]
    if changes and not corrected:
        yield _("The regulation or the guests of the circuit were changed.")
    for change in changes:
        if words := change._replace(partite=()).words():
            yield f"{change.entry}: {words}"


def published_season(stored: SeasonPublication) -> Season | None:
    """Season of a publication. None if its results no longer give its figures, or if one of its
    evenings was deleted. Two queries.
    """
    frozen, circuit = stored.standings, copy(stored.circuit)
    by_partita = any("partita" in round_ for round_ in frozen["rounds"])
    circuit.counts = "partite" if by_partita else "evenings"
    circuit.settings = stored.settings
    standing = Publication.objects.filter(tournament__code__in=stored.evenings)
    publications: dict[str, Any] = {
        publication.tournament.code: publication
        for publication in standing.select_related("tournament")
        if publication.number == stored.evenings[publication.tournament.code]
    }
    codes = {result["round"]: result["code"] for result in results_in(frozen["overall"])}
    rounds, sittings = [], {}
    for round_, read in zip(frozen["rounds"], frozen_results(frozen, {}), strict=True):
        publication = publications.get(codes.get(round_["round"], ""))
        if publication is None:
            return None
        publication.errata = []
        partita, results = round_.get("partita"), read.results
        if partita is None:  # the places among themselves of those who were compared
            places = {
                line["entry"]: line["rank"] for lines in round_["winds"].values() for line in lines
            }
            results = tuple(replace(result, place=places.get(result.entry)) for result in results)
        rounds.append(replace(read, evening=round_["evening"], partita=partita, results=results))
        sittings[read.number] = Sitting(round_["evening"], partita, publication, {})
    calendar = tuple(dict.fromkeys(sitting.tournament for sitting in sittings.values()))
    settings = _regulation(circuit, calendar, {}, {})
    ranked = standings(rounds, settings)
    if changes_between(Standings.from_json(frozen), ranked):
        return None
    return Season(circuit, settings, ranked, sittings, calendar, results=tuple(rounds))


# --- from a file


SeasonFile = tuple[Circuit, list[tuple[datetime.date, Night]]]
"""A circuit that is not stored yet, and its evenings."""


def read_season(node: Node) -> SeasonFile:
    """Read ``{"name", "settings", "counts", "evenings": [{"date", "night"}, …]}``; raises
    ``InputError`` naming the place. ``settings`` are in the form of ``king standings``.
    """
    circuit = Circuit(name=read_name(node["name"]), counts="partite")
    circuit.settings = {"method": StandingSettings().method}
    if settings := node.get("settings"):
        StandingSettings.from_json(settings)
        circuit.settings |= json.loads(json.dumps(settings.value, default=str))
    if counts := node.get("counts"):
        circuit.counts = counts.choice(tuple(COUNTS))
    evenings = [
        (read_date(evening["date"]), read_night(evening["night"]))
        for evening in node["evenings"].list()
    ]
    if not evenings:
        raise node["evenings"].fail(gettext_noop("at least one evening"))
    return circuit, evenings


@transaction.atomic
def load_season(season: SeasonFile) -> Circuit:
    """Store a season. Raises ``NightRefused`` with the place, and then stores nothing. A taken name
    gets a number.
    """
    circuit, evenings = season
    name, number = circuit.name, 1
    while Circuit.objects.filter(name=circuit.name).exists():
        number += 1
        circuit.name = f"{name[:110]} ({number})"
    circuit.full_clean()
    circuit.save(force_insert=True)
    for number, (date, night) in enumerate(evenings, start=1):
        fields = {"circuit": circuit.name[:100], "number": number}
        usual = _("%(circuit)s, evening %(number)s") % fields
        try:
            load_night(night._replace(name=night.name or usual, date=date), circuit)
        except NightRefused as error:
            raise NightRefused(f"{date_format(date)}: {error}") from None
    return circuit
