"""The model of strengths, compared with its formulas and with a library, and properties of its
order.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, strategies as st
from openskill.models import PlackettLuce

from people.grades import MODEL, rate_players
from people.plackett_luce import Rating

EIGHT = [1, 1, 3, 4, 5, 6, 7, 8]


def after_a_game(
    players: Sequence[tuple[float, float]], ranks: Sequence[int], beta: float, tau: float
) -> list[tuple[float, float]]:
    """μ and σ of each player for ranks without ties, implemented from Weng and Lin (JMLR 12, 2011),
    algorithm 4, without the program.
    """
    sigmas = [math.hypot(sigma, tau) for _mu, sigma in players]
    c = math.sqrt(sum(sigma**2 + beta**2 for sigma in sigmas))
    worth = [math.exp(mu / c) for mu, _sigma in players]
    behind = [
        sum(worth[s] for s, rank in enumerate(ranks) if rank >= ranks[q])
        for q in range(len(players))
    ]
    pairs = []
    for i, ((mu, _sigma), sigma) in enumerate(zip(players, sigmas, strict=True)):
        share = {q: worth[i] / behind[q] for q, rank in enumerate(ranks) if rank <= ranks[i]}
        omega = sigma**2 / c * sum((q == i) - part for q, part in share.items())
        delta = sigma / c * sigma**2 / c**2 * sum(part * (1 - part) for part in share.values())
        pairs.append((mu + omega, sigma * math.sqrt(1 - delta)))
    return pairs


def test_the_formulas_give_the_published_example_of_the_library() -> None:
    new = (25, 25 / 3)
    winner, loser = after_a_game([new, new], [1, 2], beta=25 / 6, tau=0)
    assert winner == pytest.approx((27.63523138347365, 8.065506316323548))
    assert loser == pytest.approx((22.36476861652635, 8.065506316323548))


def test_grades_are_those_of_the_formulas_over_many_games() -> None:
    chance = random.Random("games")
    games = [
        {player: Fraction(total) for total, player in enumerate(chance.sample(range(12), 7))}
        for _ in range(40)
    ]
    expected = dict.fromkeys(range(12), (1000.0, 200.0))
    for game in games:
        players = [*game]
        before = [expected[player] for player in players]
        expected |= zip(
            players,
            after_a_game(before, [-game[player] for player in players], 100, 2),
            strict=True,
        )
    grades = rate_players(games)
    assert {player: (grade.mu, grade.sigma) for player, grade in grades.items()} == {
        player: pytest.approx(pair) for player, pair in expected.items()
    }
    assert sum(grade.partite for grade in grades.values()) == 40 * 7


def test_strict_orders_are_rated_as_the_library_rates_them() -> None:
    chance = random.Random("library")
    peer = PlackettLuce(mu=1000, sigma=200, beta=100, tau=2)
    for count in (2, 7, 30):
        before = [
            Rating(chance.gauss(1000, 150), chance.uniform(40, 200)) for _player in range(count)
        ]
        ranks = chance.sample(range(1, count + 1), count)
        theirs = peer.rate(
            [[peer.rating(*rating)] for rating in before], ranks=[float(rank) for rank in ranks]
        )
        assert MODEL.rate(before, ranks) == [
            pytest.approx((rating.mu, rating.sigma)) for [rating] in theirs
        ]


# --- ties


def mean_of_strict_orders(
    before: Sequence[tuple[float, float]], ranks: Sequence[int]
) -> list[tuple[float, float]]:
    """Mean of μ and of the variance over all strict orders that these ranks allow."""
    orders = [
        order
        for order in permutations(range(len(ranks)))
        if [ranks[player] for player in order] == sorted(ranks)
    ]
    sums = [[0.0, 0.0] for _ in ranks]
    for order in orders:
        places = [order.index(player) + 1 for player in range(len(ranks))]
        for total, (mu, sigma) in zip(
            sums, after_a_game(before, places, MODEL.beta, MODEL.tau), strict=True
        ):
            total[0] += mu / len(orders)
            total[1] += sigma**2 / len(orders)
    return [(mu, math.sqrt(variance)) for mu, variance in sums]


def gains(before: Sequence[Rating], ranks: Sequence[int]) -> list[float]:
    return [new.mu - old.mu for old, new in zip(before, MODEL.rate(before, ranks), strict=True)]


def test_joint_winners_of_eight_newcomers_gain_the_mean_of_first_and_second_place() -> None:
    alone = gains([MODEL.newcomer] * 8, range(1, 9))
    together = gains([MODEL.newcomer] * 8, EIGHT)
    assert together[0] == together[1] == pytest.approx((alone[0] + alone[1]) / 2)
    assert together[2:] == pytest.approx(alone[2:])
    assert together == sorted(together, reverse=True)


ratings = st.builds(Rating, st.floats(200, 1800), st.floats(30, 200))


@given(st.lists(st.tuples(ratings, st.integers(1, 3)), min_size=2, max_size=6))
def test_equals_are_rated_in_the_mean_of_the_orders_that_they_leave_open(
    field: list[tuple[Rating, int]],
) -> None:
    before, places = [rating for rating, _place in field], [place for _rating, place in field]
    if max(places.count(place) for place in places) == 6:
        places[0] = 4  # for six equals the program takes a sample of orders
    expected = mean_of_strict_orders(before, places)
    assert MODEL.rate(before, places) == [pytest.approx(pair) for pair in expected]


def test_a_sample_of_the_orders_comes_near_their_mean() -> None:
    before = [Rating(1000 + 60 * player, 200 - 12 * player) for player in range(8)]
    ranks = [1, 2, 2, 2, 2, 2, 2, 8]
    expected = mean_of_strict_orders(before, ranks)
    for own, (mu, sigma) in zip(MODEL.rate(before, ranks), expected, strict=True):
        assert own == (pytest.approx(mu, abs=1.5), pytest.approx(sigma, abs=0.5))


@given(
    st.lists(
        st.sampled_from((MODEL.newcomer, Rating(1240.5, 90.0), Rating(790.25, 120.0))),
        min_size=2,
        max_size=40,
    ),
    st.randoms(use_true_random=False),
    st.integers(1, 12),
)
def test_of_two_with_the_same_grade_whoever_finishes_higher_gains_no_less(
    before: list[Rating], chance: random.Random, places: int
) -> None:
    ranks = [chance.randint(1, places) for _player in before]
    changes = gains(before, ranks)
    for mine, own in enumerate(before):
        for other, theirs in enumerate(before):
            if own == theirs and ranks[mine] == ranks[other]:
                assert changes[mine] == changes[other]
            elif own == theirs and ranks[mine] < ranks[other]:
                assert changes[mine] > changes[other]


@given(
    st.lists(ratings, min_size=2, max_size=30),
    st.randoms(use_true_random=False),
    st.integers(1, 12),
)
def test_whoever_finishes_above_a_grade_as_high_gains_no_less_for_his_uncertainty(
    before: list[Rating], chance: random.Random, places: int
) -> None:
    """A gain is proportional to the square of the player's own uncertainty. Divided by it, gains
    follow the order of the result for any grades, except between a favourite and a lower-rated
    player behind.
    """
    ranks = [chance.randint(1, places) for _player in before]
    moved = [
        gain / (own.sigma**2 + MODEL.tau**2)
        for gain, own in zip(gains(before, ranks), before, strict=True)
    ]
    for mine, own in enumerate(before):
        for other, theirs in enumerate(before):
            if ranks[mine] < ranks[other] and own.mu <= theirs.mu:
                assert moved[mine] >= moved[other] - 1e-12


@given(st.lists(ratings, min_size=2, max_size=5), st.randoms(use_true_random=False))
def test_one_place_higher_nobody_gains_less_than_he_would_have(
    before: list[Rating], chance: random.Random
) -> None:
    """The player takes every possible place while the others' are fixed: behind, level with or
    ahead of each of them.
    """
    others = [2 * chance.randint(1, 3) for _player in before[1:]]
    own = [gains(before, [place, *others])[0] for place in range(7, 0, -1)]
    assert own == [pytest.approx(gain, abs=1e-9) for gain in sorted(own)]


def test_a_favourite_who_wins_may_gain_less_than_an_outsider_behind_him() -> None:
    """No rating could avoid that: docs/decisions.md."""
    field = [Rating(1400, 100), *[Rating(1000, 100)] * 7]
    changes = gains(field, range(1, 9))
    assert 0 < changes[0] < changes[1]


def test_no_newcomer_of_a_hundred_games_at_25_tables_gains_less_than_somebody_below() -> None:
    chance = random.Random("25 tables")
    for _game in range(100):
        totals = [Fraction(round(chance.gauss(0, 20))) for _player in range(25)]
        after = rate_players([dict(enumerate(totals))])
        by_total = sorted(range(25), key=lambda player: totals[player], reverse=True)
        strengths = [after[player].mu for player in by_total]
        assert strengths == sorted(strengths, reverse=True)
