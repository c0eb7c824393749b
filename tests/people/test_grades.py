"""Grades from all published partite: the results that count, and changes that must not matter."""

from __future__ import annotations

import datetime
import random
from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from people.erasure import forget
from people.evenings import person_of
from people.grades import Grade, draws_of, graded_players, grades, rate_players
from people.merging import merge
from scoring.models import FinalHold, Publication
from tests.evenings import published_evening
from tournaments.models import Player, Seat, Tournament
from tournaments.roster import save_player

DATE = datetime.date(2026, 1, 15)


def test_equals_stay_level_and_nobody_alone_is_rated() -> None:
    by_player = rate_players([{1: Fraction(5), 2: Fraction(5)}, {3: Fraction(1)}])
    assert {player: grade.mu for player, grade in by_player.items()} == {1: 1000, 2: 1000}
    assert by_player[1].sigma == by_player[2].sigma < 200


def test_the_order_of_the_players_in_a_game_is_nothing() -> None:
    game = {player: Fraction(total) for player, total in enumerate((5, -3, 5, 12, 0, -3))}
    again = dict(reversed(game.items()))
    assert rate_players([game] * 9) == rate_players([again] * 9)


def test_uncertainty_falls_with_the_partite_and_the_better_comes_out_higher() -> None:
    chance = random.Random("strength")
    games = [
        {player: Fraction(player * 3 + chance.randint(-20, 20)) for player in range(10)}
        for _ in range(60)
    ]
    known = [rate_players(games[:count])[0].sigma for count in range(1, 61, 6)]
    assert known == sorted(known, reverse=True)
    by_player = rate_players(games)
    assert by_player[9].mu > by_player[5].mu > by_player[0].mu
    assert (rate_players(games[:23])[0].missing, rate_players(games[:24])[0].missing) == (1, 0)


# --- of what is published


def people(count: int = 8) -> list[Player]:
    return [
        Player.objects.create(surname=f"Rossi{number}", given_name="Anna")
        for number in range(count)
    ]


def totals(seed: object, count: int = 8) -> list[list[int]]:
    chance = random.Random(f"totals {seed}")
    return [[chance.randint(-40, 40) for _ in range(count)] for _partita in range(2)]


def on(evening: int) -> datetime.date:
    return DATE + datetime.timedelta(weeks=evening)


def by_hand(
    evenings: Sequence[tuple[Sequence[Player], Sequence[Sequence[int]]]],
) -> Mapping[int, Grade]:
    """Grades computed from given results. Every fourth player has the same wind."""
    return rate_players(
        {
            player.pk: Fraction(total)
            for player, total in zip(players[wind::4], partita[wind::4], strict=True)
        }
        for players, results in evenings
        for partita in results
        for wind in range(4)
    )


@pytest.mark.django_db
def test_a_game_is_a_wind_of_a_partita_in_the_order_of_the_evenings() -> None:
    here = people(12)
    evenings = [(random.Random(number).sample(here, 8), totals(number)) for number in range(4)]
    for number in (2, 0, 3, 1):
        published_evening(*evenings[number], date=on(number))
    assert grades() == by_hand(evenings)
    assert {grade.partite for grade in grades().values()} <= {2, 4, 6, 8}


@pytest.mark.django_db
def test_only_what_everybody_sees_of_single_players_with_the_same_cards_counts() -> None:
    here = people()
    published_evening(here, totals(0), date=on(0))
    before = by_hand([(here, totals(0))])
    assert grades() == before
    published_evening(here, totals(1), date=on(1), pre_dealt=False)
    published_evening(here, totals(2), date=on(2), ruleset="lab_coppie", pre_dealt=True)
    assert grades() == before
    final = published_evening(here, totals(3), date=on(3))
    assert grades() == by_hand([(here, totals(0)), (here, totals(3))])
    FinalHold.objects.create(tournament=final)
    Tournament.objects.filter(pk=final.pk).count_change(is_published=True)
    assert grades() == before


@pytest.mark.django_db
def test_a_correction_that_is_published_moves_every_grade_since() -> None:
    here = people()
    evenings = [published_evening(here, totals(number), date=on(number)) for number in range(2)]
    before = grades()
    right = published_evening(here, totals("right"), date=on(0)).publications.get()
    Publication.objects.create(
        tournament=evenings[0],
        number=2,
        after_round=evenings[0].rounds.last(),
        standings=right.standings,
        named={player.full_name: player.entries.get(tournament=evenings[0]).pk for player in here},
    )
    corrected = Tournament.objects.filter(pk__in=[right.tournament_id, evenings[0].pk])
    corrected.filter(pk=right.tournament_id).update(pre_dealt=False)
    corrected.count_change(is_published=True)
    assert grades() == by_hand([(here, totals("right")), (here, totals(1))]) != before


@pytest.mark.django_db
def test_names_change_nothing_and_two_rows_of_one_person_count_together() -> None:
    here = people(9)
    first, other = here[:8], [here[8], *here[1:8]]
    published_evening(first, totals(0), date=on(0))
    published_evening(other, totals(1), date=on(1))
    two = grades()
    here[1].surname = "Verdi"
    save_player(player=here[1], author=None)
    cache.clear()
    assert grades() == two
    partite = two[here[0].pk].partite + two[here[8].pk].partite
    merge(player=here[0], gone=here[8], chosen={}, author=None)
    assert grades() == by_hand([(first, totals(0)), (first, totals(1))])
    assert grades()[here[0].pk].partite == partite == 4


@pytest.mark.django_db
def test_house_players_and_what_a_substitute_played_are_left_out() -> None:
    here = people(12)
    Player.objects.filter(pk=here[4].pk).update(is_house=True)
    evening = published_evening(here, totals(0, 12), date=on(0))
    seat = evening.rounds.get(number=2).seats.get(player=here[1])
    substitute = Player.objects.create(surname="Riserva")
    Seat.objects.create(
        round=seat.round,
        table=seat.table,
        wind=seat.wind,
        entry=seat.entry,
        player=substitute,
        from_hand=7,
    )
    by_player = grades()
    assert not {here[4].pk, substitute.pk} & {*by_player}
    assert [by_player[player.pk].partite for player in here if player != here[4]] == [
        2,
        1,
        *[2] * 9,
    ]
    assert (by_player[here[0].pk].mu - 1000) * (
        by_player[here[8].pk].mu - 1000
    ) < 0  # the only two of their wind who are left


@pytest.mark.django_db
def test_whoever_is_forgotten_is_not_listed_and_the_others_keep_their_grades() -> None:
    here = people()
    evening = published_evening(here, totals(0), date=on(0))
    Tournament.objects.filter(pk=evening.pk).update(closed_at=evening.created_at)
    before = grades()
    assert len(graded_players()) == 8
    forget(player=here[3], author=None)
    cache.clear()
    assert grades() == before
    assert {player.pk for player, _grade in graded_players()} == {player.pk for player in here} - {
        here[3].pk
    }


@pytest.mark.django_db
def test_six_evenings_ask_no_more_than_two_and_a_known_state_little() -> None:
    here = people()
    counts = []
    for number in range(6):
        published_evening(here, totals(number), date=on(number))
        with CaptureQueriesContext(connection) as queries:
            grades()
        counts.append(len(queries))
    with CaptureQueriesContext(connection) as known:
        grades()
    assert ({*counts}, len(known)) == ({5}, 1)


@pytest.mark.django_db
def test_the_draw_compares_ones_tables_with_the_field_once_all_mates_are_graded() -> None:
    here = people(12)
    for number in range(12):
        evening = published_evening(here, totals(number, 12), date=on(number))
    known, person = grades(), person_of(here[0])
    assert {grade.missing for grade in known.values()} == {0}
    draw = draws_of(person, known)[evening.pk]
    mates = [
        seat.player_id
        for round_ in evening.rounds.all()
        for seat in round_.seats.get(player=here[0]).table.seats.exclude(player=here[0])
    ]
    assert len(mates) == 6
    assert draw.mates == round(sum(known[mate].mu for mate in mates) / 6)
    assert draw.field == round(sum(known[player.pk].mu for player in here[1:]) / 11)
    assert draw.luck == draw.field - draw.mates
    fewer = known | {mates[0]: Grade(1000, 180, 23)}
    assert draws_of(person, fewer) == {}
    with CaptureQueriesContext(connection) as queries:
        draws_of(person, known)
    assert len(queries) == 1
