"""Draws of single players that consider the season's past meetings and the players' wishes: soft
conditions, with costs.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import gettext_noop

from king.cards import WINDS, Wind
from king.movements.local_search import Costs, settle
from king.movements.seating import Lots
from tournaments.models import Entry, Player, Round, Seat, Tournament
from tournaments.seat_planning import pair_key
from wording.sentences import Sentence

Pair = tuple[int, int]
"""Two entries by their keys, the lower first."""

WISH, WIND, MEETING = 10_000, 100, 10
"""Costs: of a wish that is not kept, of a wind that a player has more often than another, of a
meeting of two who have met or are of one club."""
TONIGHT = 1_000
"""Cost of a second meeting of two on one evening."""


class Memory(NamedTuple):
    """Facts about the entries of an evening that its seating depends on, keyed by entry.

    ``season``: whether any of them sat on an earlier evening. ``met`` counts their meetings there.
    ``had`` counts their winds in the order N E S W, this evening included. ``tables`` are numbered
    from 1.
    """

    season: bool
    met: Mapping[Pair, int]
    tonight: Mapping[Pair, int]
    had: Mapping[int, Sequence[int]]
    apart: frozenset[Pair]
    mates: frozenset[Pair]
    winds: Mapping[int, Wind]
    tables: Mapping[int, int]

    def __bool__(self) -> bool:
        return bool(self.season or self.apart or self.mates or self.winds)

    def settled(
        self, entries: Sequence[int], rounds: Sequence[Sequence[Sequence[int]]], seed: bytes
    ) -> list[int]:
        """Entries in the order of their slots. ``entries`` are in the order drawn. A table is four
        slots, N first; slots at no table cost nothing.
        """
        place = {entry: index for index, entry in enumerate(entries)}
        together: list[dict[int, int]] = [{} for _ in entries]

        for weight, counted in self._weights():
            for (first, second), times in counted.items():
                if first in place and second in place:
                    a, b = place[first], place[second]
                    together[a][b] = together[b][a] = together[a].get(b, 0) + weight * times

        sits: list[tuple[tuple[int, int], ...]] = [()] * len(entries)

        for seated in rounds:
            for number, table in enumerate(seated, 1):
                for wind, slot in enumerate(table):
                    sits[slot] = (*sits[slot], (wind, number if self.tables else 0))

        kinds = sorted(set(sits))
        index = {kind: number for number, kind in enumerate(kinds)}
        costs = Costs(
            together,
            [self._alone(entry, kinds) for entry in entries],
            [index[kind] for kind in sits],
        )
        tables = [table for seated in rounds for table in seated]
        return [entries[index] for index in settle(tables, costs, Lots(seed, "season"))]

    def _weights(self) -> Iterable[tuple[int, Mapping[Pair, int]]]:
        yield MEETING, self.met
        yield TONIGHT, self.tonight
        yield WISH, dict.fromkeys(self.apart, 1)
        yield MEETING, dict.fromkeys(self.mates, 1)

    def _alone(self, entry: int, kinds: Sequence[Sequence[tuple[int, int]]]) -> list[int]:
        had = self.had.get(entry, (0, 0, 0, 0))
        wind, table = self.winds.get(entry), self.tables.get(entry)
        costs = []

        for kind in kinds:
            cost = 0
            counts = [0] * 4
            for at, number in kind:
                # One more at a wind had h times already costs 2h + 1: the sum of squares grows by
                # so much.
                cost += (
                    WIND * (2 * (had[at] + counts[at]) + 1)
                    if wind is None
                    else WISH * (WINDS[at] is not wind)
                )
                cost += WISH * (table not in (None, number))
                counts[at] += 1
            costs.append(cost)

        least = min(cost for cost, kind in zip(costs, kinds, strict=True) if kind)
        return [cost - least if kind else 0 for cost, kind in zip(costs, kinds, strict=True)]

    def sentences(self, tables: Sequence[Mapping[Wind, int]]) -> tuple[Sentence, ...]:
        sentences = []
        pairs = [
            (at, pair_key(*two))
            for at, table in enumerate(tables, 1)
            for two in combinations(table.values(), 2)
        ]
        if self.season:
            again = sum(pair in self.met for _at, pair in pairs)
            sentences.append(Sentence(SEASON_AGAIN, count=again, pairs=len(pairs)))
            sentences.append(Sentence(SEASON_WINDS, count=self._unevenness(tables)))
        if self.mates:
            sentences.append(Sentence(MATES, count=sum(pair in self.mates for _at, pair in pairs)))
        playing = {entry for table in tables for entry in table.values()}
        wishes = sum(set(pair) <= playing for pair in self.apart)
        wishes += len(playing & set(self.winds)) + len(playing & set(self.tables))
        broken = [at for at, pair in pairs if pair in self.apart]

        for at, table in enumerate(tables, 1):
            for wind, entry in table.items():
                broken += [at] * (self.winds.get(entry, wind) is not wind)
                broken += [at] * (self.tables.get(entry, at) != at)

        if broken:
            at_tables = ", ".join(map(str, sorted(set(broken))))
            sentences.append(
                Sentence(WISHES_BROKEN, kept=wishes - len(broken), count=wishes, tables=at_tables)
            )
        elif wishes:
            sentences.append(Sentence(WISHES_KEPT, count=wishes))

        return tuple(sentences)

    def _unevenness(self, tables: Iterable[Mapping[Wind, int]]) -> int:
        spread = 0
        for table in tables:
            for wind, entry in table.items():
                if entry not in self.winds:
                    had = list(self.had.get(entry, (0, 0, 0, 0)))
                    had[WINDS.index(wind)] += 1
                    spread = max(spread, max(had) - min(had))
        return spread


SEASON_AGAIN = gettext_noop(
    "%(count)s of the %(pairs)s meetings of this partita are not the first of the season."
)
SEASON_WINDS = gettext_noop(
    "Over the season each player's most frequent wind is at most %(count)s ahead of the least frequent."
)
MATES = gettext_noop("Meetings of members of one club: %(count)s.")
WISHES_KEPT = gettext_noop("Wishes for the seating: %(count)s, all kept.")
WISHES_BROKEN = gettext_noop(
    "Wishes for the seating: %(count)s, of which %(kept)s are kept. Look at the tables: %(tables)s."
)


def memory_of(tournament: Tournament, entries: Iterable[Entry], number: int = 1) -> Memory:
    entry_of = {}
    if tournament.rules.sides == "individual":
        members = [(member.player, entry.pk) for entry in entries for member in entry.members.all()]
        entry_of = {player: entry for player, entry in members if not player.is_house}

    people = {player.pk: entry for player, entry in entry_of.items()}
    season, met, tonight, had = _sat(tournament, people, number)
    links = Player.apart.through.objects.filter(from_player__in=people, to_player__in=people)
    clubs = defaultdict(list)
    if tournament.mates_apart:
        for player, entry in entry_of.items():
            clubs[player.club].append(entry)

    return Memory(
        season=season,
        met=met,
        tonight=tonight,
        had=had,
        apart=frozenset(
            pair_key(people[first], people[second])
            for first, second in links.values_list("from_player", "to_player")
            if first != second
        ),
        mates=frozenset(
            pair_key(*two)
            for club, mates in clubs.items()
            if club
            for two in combinations(mates, 2)
        ),
        winds={entry: Wind(one.at_wind) for one, entry in entry_of.items() if one.at_wind},
        tables={entry: one.at_table for one, entry in entry_of.items() if one.at_table},
    )


def _sat(
    tournament: Tournament, people: Mapping[int, int], number: int
) -> tuple[bool, Counter[Pair], Counter[Pair], dict[int, list[int]]]:
    """Read the season's seats. Returns whether there were any before this evening, the meetings
    before it and on it, and the winds.
    """
    before = Q(tournament=tournament, number__lt=number)
    if tournament.circuit_id is not None:
        same_day = Q(tournament__date=tournament.date, tournament__lt=tournament.pk)
        earlier = Q(tournament__date__lt=tournament.date) | same_day
        before |= Q(tournament__circuit=tournament.circuit_id) & earlier

    rounds = Round.objects.filter(before).started()
    seats = Seat.objects.filter(round__in=rounds, player__in=people)
    at = defaultdict(list)
    had: dict[int, list[int]] = defaultdict(lambda: [0] * 4)
    fields = ("round__tournament", "table", "wind", "player", "from_hand")

    for evening, table, wind, player, from_hand in seats.order_by("pk").values_list(*fields):
        at[evening == tournament.pk, table].append((wind, people[player]))
        if from_hand == 1:
            had[people[player]]["NESW".index(wind)] += 1

    met: Counter[Pair] = Counter()
    tonight: Counter[Pair] = Counter()

    for (is_tonight, _table), sitters in at.items():
        for (wind, first), (other, second) in combinations(sitters, 2):
            if wind != other and first != second:
                (tonight if is_tonight else met)[pair_key(first, second)] += 1

    return any(not is_tonight for is_tonight, _table in at), met, tonight, dict(had)
