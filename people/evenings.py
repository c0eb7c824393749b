"""A person over all evenings, of what is published alone: places, winds, best partite, table mates,
seasons.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import Max, Q

from king.cards import SIDES, WINDS
from king.standing.ranking import Standings
from king.standing.round_results import RoundStanding, seat_order
from scoring.models import Publication
from scoring.publishing.final_hold import last_visible
from scoring.standings_cache import digest
from seasons.season import competitor, season_of
from tournaments.circuits import Circuit
from tournaments.models import Entry, Player, Seat, Tournament
from wording.columns import PartitaLine, PlacedLine
from wording.rests import Rests, plain_foot


@dataclass(frozen=True, slots=True)
class Partita:
    """A partita of a person. ``place`` is among the ``count`` players who were compared; ``share``
    is the share of the others who did worse. ``wind`` is "" if there was no single wind or side, as
    in a team.
    """

    evening: Tournament
    entry: int
    number: int
    wind: str
    place: int
    count: int
    share: Fraction | None
    match_points: Fraction
    total: Fraction | None


@dataclass(frozen=True, slots=True)
class Evening:
    """A published evening of a person, without a place if they are not ranked. ``entry`` is their
    number there. ``rests`` are the partite that they sat out, with match points.
    """

    tournament: Tournament
    official: bool
    entry: int
    winds: tuple[str, ...]
    partite: tuple[Partita, ...]
    place: int | None = None
    count: int = 0
    share: Fraction | None = None
    match_points: Fraction | None = None
    total: Fraction | None = None
    rests: Rests = field(default_factory=dict)


Sat = Mapping[tuple[int, int], tuple[str, int]]
"""By evening and partita the wind and the table at which he sat."""


class Person(NamedTuple):
    """A person over all evenings. ``evenings`` are newest first. ``by_wind`` has each wind with how
    often it was played and its mean share. ``best`` has the best partite, best first. ``mates`` has
    the number of partite at one table with each player, most first.
    """

    player: Player
    evenings: tuple[Evening, ...]
    by_wind: tuple[tuple[str, int, Fraction | None], ...]
    best: tuple[Partita, ...]
    mates: tuple[tuple[Player, int], ...]

    @property
    def shares(self) -> tuple[tuple[Evening, Fraction], ...]:
        return tuple(
            (evening, evening.share)
            for evening in reversed(self.evenings)
            if evening.share is not None
        )

    @property
    def rests_note(self) -> str:
        return plain_foot(evening.rests for evening in self.evenings)

    @property
    def mean_share(self) -> Fraction | None:
        return mean([share for _evening, share in self.shares])


MOST_BEST = 5


def mean(shares: Sequence[Fraction]) -> Fraction | None:
    return sum(shares, Fraction(0)) / len(shares) if shares else None


def share_of(rank: int, ranks: Iterable[int]) -> Fraction | None:
    """Share of the others who are behind this place; equals count half. None if there are no
    others.

    >>> share_of(1, [1, 2, 3]), share_of(2, [1, 2, 2])
    (Fraction(1, 1), Fraction(1, 4))
    """
    listed = list(ranks)
    if len(listed) < 2:
        return None
    behind, equal = sum(other > rank for other in listed), listed.count(rank) - 1
    return Fraction(2 * behind + equal, 2 * (len(listed) - 1))


def entries_by_evening(player: Player) -> dict[int, Entry]:
    entries = Entry.objects.filter(members__player=player).with_players()
    return {entry.tournament_id: entry for entry in entries}


def person_of(player: Player) -> Person:
    publications = last_visible(Q(tournament__members__player=player))[0]
    entries = entries_by_evening(player)
    names = {
        publication.tournament_id: name
        for publication in publications
        for name, key in publication.named.items()
        if key == entries[publication.tournament_id].pk
    }
    seats = Seat.objects.first_sitting().filter(player=player, round__tournament__in=entries)
    sat = {
        (evening, number): (wind, table)
        for evening, number, wind, table in seats.order_by("-table__number").values_list(
            "round__tournament_id", "round__number", "wind", "table_id"
        )
    }
    entered = [
        _evening(
            publication, entries[publication.tournament_id], names[publication.tournament_id], sat
        )
        for publication in reversed(publications)
        if publication.tournament_id in names
    ]
    evenings = tuple(
        evening
        for evening in entered
        if evening.partite or evening.winds or evening.place is not None
    )
    partite = [partita for evening in evenings for partita in evening.partite]

    def worth(partita: Partita) -> tuple[Fraction | int, ...]:
        return partita.share or 0, partita.count, partita.match_points, partita.total or 0

    ranked = (partita for partita in partite if partita.share is not None)
    best = tuple(sorted(ranked, key=worth, reverse=True)[:MOST_BEST])
    covered = {
        sat[place][1]
        for publication in publications
        for round_ in publication.standings["rounds"]
        if (place := (publication.tournament_id, round_["round"])) in sat
    }
    return Person(player, evenings, _results_by_wind(partite), best, _mates(player, covered))


def _evening(publication: Publication, entry: Entry, name: str, sat: Sat) -> Evening:
    read = Standings.from_json(publication.standings)
    partite = tuple(
        partita
        for round_ in read.rounds
        if (partita := _partita(publication.tournament, entry, round_, name, sat)) is not None
    )
    places = [(publication.tournament_id, round_.number) for round_ in read.rounds]
    winds = tuple(sorted({sat[place][0] for place in places if place in sat}, key=seat_order))
    return Evening(
        publication.tournament,
        publication.state == Publication.State.OFFICIAL,
        entry.number,
        winds,
        partite,
        **_result(name, read.overall),
        rests=next((line.rests for line in read.overall if line.entry == name), {}),
    )


def _partita(
    evening: Tournament,
    entry: Entry,
    read: RoundStanding,
    name: str,
    sat: Sat,
) -> Partita | None:
    for label, lines in (read.tables or read.winds).items():
        if result := _result(name, map(PartitaLine.of, lines)):
            wind = label
            if wind not in (*WINDS, *SIDES):
                wind, _table = sat.get((evening.pk, read.number), ("", 0))
            return Partita(evening, entry.number, read.number, wind, **result)
    return None


def _result(name: str, lines: Iterable[PlacedLine]) -> dict[str, Any]:
    """Place, count, share and points of a name in a published list. Empty if the name has no
    place.
    """
    listed = list(lines)
    ranks = {line.entry: line.rank for line in listed if line.rank is not None}
    if name not in ranks:
        return {}
    line = next(line for line in listed if line.entry == name)
    return {
        "place": ranks[name],
        "count": len(ranks),
        "share": share_of(ranks[name], ranks.values()),
        "match_points": line.match_points,
        "total": line.total,
    }


def _results_by_wind(partite: Iterable[Partita]) -> tuple[tuple[str, int, Fraction | None], ...]:
    winds: dict[str, list[Partita]] = {}
    for partita in partite:
        if partita.wind:
            winds.setdefault(partita.wind, []).append(partita)
    return tuple(
        (wind, len(own), mean([partita.share for partita in own if partita.share is not None]))
        for wind, own in sorted(winds.items(), key=lambda item: seat_order(item[0]))
    )


def _mates(player: Player, tables: Iterable[int]) -> tuple[tuple[Player, int], ...]:
    seats = Seat.objects.first_sitting().filter(
        table__seats__player=player, table__seats__from_hand=1
    )
    others = seats.exclude(player=player).exclude(player__is_house=True)
    at = {*tables}
    pairs = others.values_list("player_id", "table_id").distinct()
    times = Counter(key for key, table in pairs if table in at)
    people = Player.objects.in_bulk(times)
    mates = ((people[key], count) for key, count in times.items())
    return tuple(sorted(mates, key=lambda mate: (-mate[1], mate[0].search)))


def seasons_of(player: Player) -> Iterator[tuple[Circuit, int | None, int, Fraction | None]]:
    """Yield the seasons of the player, newest first, each with place, number of ranked entries and
    match points. Five queries, and nine more for each circuit that changed since anybody asked.
    """
    played = Circuit.objects.filter(tournaments__members__player=player)
    circuits = list(played.annotate(newest=Max("tournaments__date")).order_by("-newest", "name"))
    for circuit, stamp in zip(circuits, _stamps(circuits), strict=True):
        key = f"season-{circuit.pk}-{stamp}"
        places = cache.get(key)
        if places is None:
            places = _season_places(circuit)
            cache.set(key, places, 60 * 60 * 24 * 7)
        if player.pk in places:
            place, count, points = places[player.pk]
            yield circuit, place, count, points


def _stamps(circuits: Sequence[Circuit]) -> list[str]:
    evenings = Tournament.objects.filter(circuit__in=circuits).order_by("pk")
    by_circuit: dict[int, list[tuple[int, ...]]] = {circuit.pk: [] for circuit in circuits}
    for circuit, *numbers in evenings.values_list("circuit", "pk", "posted_revision"):
        by_circuit[circuit].append(tuple(numbers))
    return [digest(repr((circuit.revision, by_circuit[circuit.pk]))) for circuit in circuits]


def _season_places(circuit: Circuit) -> dict[int, tuple[int | None, int, Fraction | None]]:
    season = season_of(circuit)
    lines = {line.entry: line for line in season.standings.overall}
    places: dict[int, tuple[int | None, int, Fraction | None]] = {}
    for sitting in season.sittings.values():
        for name, entry in sitting.entries.items():
            line = lines.get(name)
            place, points = (None, None) if line is None else (line.rank, line.match_points)
            places |= {key: (place, len(lines), points) for key in competitor(entry)}
    return places
