"""The strength of everybody over all published partite, beside every standing and in none
(docs/grades.md).
"""

import datetime
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from statistics import fmean
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import Q

from king.cards import WINDS
from king.standing.matchpoints import ranks
from king.standing.round_results import RoundResults
from people.evenings import Person
from people.plackett_luce import Model, Rating
from scoring.publishing import frozen_results
from scoring.publishing.final_hold import last_visible
from scoring.standings_cache import digest
from tournaments.models import EntryMember, Player, Seat, Tournament
from tournaments.roster import is_forgotten

MODEL = Model(mu=1000, sigma=200, beta=100, tau=2)
"""In the figures of the pages: where everybody begins, how sure that is, how far one partita strays, and what is added
to the uncertainty before each."""

METHOD = "mean of the strict orders"
"""How equals are rated: part of the key of what is kept, so that another way works all grades out anew."""

SINCE = datetime.date(2026, 11, 29)
"""Since when ``METHOD`` is in force."""

ENOUGH = 24
"""Partite after which a grade is shown."""


class Grade(NamedTuple):
    mu: float
    sigma: float
    partite: int

    @property
    def missing(self) -> int:
        return max(ENOUGH - self.partite, 0)

    def __str__(self) -> str:
        return f"{self.mu:.0f}\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{self.sigma:.0f}"


class Draw(NamedTuple):
    """Mean grades of an evening: of those at the player's tables, and of everybody else."""

    mates: int
    field: int

    @property
    def luck(self) -> int:
        return self.field - self.mates


def rate_players(games: Iterable[Mapping[int, Fraction]]) -> dict[int, Grade]:
    """Grade of each player after these games in order. A game has the totals of those who held the
    same cards.
    """
    now: dict[int, Rating] = {}
    partite: Counter[int] = Counter()
    for game in games:
        if len(game) < 2:
            continue
        players = sorted(game)
        before = [now.get(player, MODEL.newcomer) for player in players]
        after = MODEL.rate(before, ranks([game[player] for player in players]))
        now |= zip(players, after, strict=True)
        partite.update(players)
    return {
        player: Grade(rating.mu, rating.sigma, partite[player]) for player, rating in now.items()
    }


def grades() -> dict[int, Grade]:
    """Grades of all players by key. Cached until another standing is published: one query, up to
    seven after a change.
    """
    evenings = Tournament.objects.order_by("pk").values_list("pk", "posted_revision")
    key = f"grades-{digest(repr((METHOD, MODEL, *evenings)))}"
    known: dict[int, Grade] | None = cache.get(key)
    if known is None:
        known = rate_players(_games())
        cache.set(key, known, 60 * 60 * 24 * 7)
    return known


def _games() -> Iterator[dict[int, Fraction]]:
    """Yield the games that count for grades, in order of time: those of evenings of single players
    in which all tables had the same cards. House players and hands of substitutes are left out.
    """
    publications = [
        standing for standing in last_visible(Q())[0] if _same_cards(standing.tournament)
    ]
    players = dict(
        EntryMember.objects.filter(player__is_house=False).values_list("entry", "player")
    )
    sat = Seat.objects.order_by().values_list("entry", "round__number", "player")
    others = {(entry, number) for entry, number, player in sat if players.get(entry) != player}
    for publication in publications:
        for round_ in frozen_results(publication.standings, {}):
            yield from _players_by_wind(
                round_,
                {
                    name: players[entry]
                    for name, entry in publication.named.items()
                    if entry in players and (entry, round_.number) not in others
                },
            )


def _same_cards(tournament: Tournament) -> bool:
    return tournament.rules.sides == "individual" and tournament.plays_boards


def _players_by_wind(
    round_: RoundResults, players: Mapping[str, int]
) -> Iterator[dict[int, Fraction]]:
    for wind in WINDS:
        yield {
            players[result.entry]: result.total
            for result in round_.results
            if result.wind == wind
            and result.total is not None
            and not result.sat
            and result.entry in players
        }


def graded_players() -> list[tuple[Player, Grade]]:
    known = grades()
    people = [
        (player, known[player.pk])
        for player in Player.objects.filter(pk__in=known)
        if not is_forgotten(player)
    ]
    return sorted(
        people,
        key=lambda person: (person[1].missing, 0 if person[1].missing else -round(person[1].mu)),
    )


def draws_of(person: Person, known: Mapping[int, Grade]) -> dict[int, Draw]:
    """Draws of the seats by key of the evening, for evenings in which every table mate has a shown
    grade. One query.
    """
    means = {key: grade.mu for key, grade in known.items() if not grade.missing}
    evenings = {
        night.tournament.pk: {partita.number for partita in night.partite}
        for night in person.evenings
        if night.tournament.rules.sides == "individual"
    }
    halls: dict[int, dict[int, list[int]]] = {}
    seats = Seat.objects.first_sitting().filter(round__tournament__in=evenings).order_by("pk")
    for evening, number, table, sitting in seats.values_list(
        "round__tournament", "round__number", "table", "player"
    ):
        if number in evenings[evening]:
            halls.setdefault(evening, {}).setdefault(table, []).append(sitting)
    draws, own = {}, person.player.pk
    for evening, tables in halls.items():
        mates = [mate for table in tables.values() if own in table for mate in table if mate != own]
        others = {sitting for table in tables.values() for sitting in table} - {own}
        if mates and all(mate in means for mate in mates):
            draws[evening] = Draw(
                _mean(means[mate] for mate in mates),
                _mean(means[other] for other in others & {*means}),
            )
    return draws


def _mean(figures: Iterable[float]) -> int:
    return round(fmean(figures))
