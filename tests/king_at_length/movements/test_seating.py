"""Seatings of every known size: each certificate is recounted, pair by pair, from the seats alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product

import pytest

from king.cards import WINDS, Wind
from king.movements.fixed_winds import longest_known, plan_keep
from king.movements.rotation import longest_rotating, plan_rotating
from king.movements.seating import draw_order
from tests.king_at_length.certified import certified, repeats, winds_had


@pytest.mark.parametrize("tables", [*range(4, 17), 18, 21, 22, 24, 28])
def test_the_longest_seating_of_a_size_repeats_no_meeting(tables):
    """There are T rounds for every prime power T from 4 on, by its field; 5 for 6 tables, 9 for 10."""
    rounds = longest_known(tables)
    assert certified(plan_keep(tables, rounds)).certificate.meetings_repeated == 0
    short = {6: 5, 10: 9, 14: 13, 18: 17, 22: 21}
    assert rounds == short.get(tables, tables)


@pytest.mark.parametrize("tables", [26, 33, 42, 57, 60])
def test_large_rooms_play_twenty_rounds_without_a_repeat(tables):
    assert certified(plan_keep(tables, 20)).certificate.meetings_repeated == 0


def kept_seatings(tables: int, rounds: int) -> Iterator[list[list[dict[Wind, str]]]]:
    """Yield every seating in which players keep their winds; the first round and all Norths are
    fixed.
    """
    orders = list(permutations(range(tables)))
    for moved in product(orders, repeat=3 * (rounds - 1)):
        columns = [tuple(range(tables))] * 3 + list(moved)
        yield [
            [
                {
                    w: f"{w}{n}"
                    for w, n in zip(
                        WINDS, (t, *(columns[3 * r + i][t] for i in range(3))), strict=True
                    )
                }
                for t in range(tables)
            ]
            for r in range(rounds)
        ]


@pytest.mark.parametrize(("tables", "rounds"), [(2, 2), (2, 3), (3, 2)])
def test_the_fewest_repeats_of_tiny_rooms_are_those_of_trying_everything(tables, rounds):
    fewest = min(repeats(seating) for seating in kept_seatings(tables, rounds))
    assert plan_keep(tables, rounds).certificate.optimum.repeats == fewest


ROTATING = {
    8: 1,
    12: 1,
    16: 5,
    20: 5,
    24: 7,
    28: 9,
    32: 10,
    36: 11,
    40: 13,
    44: 13,
    48: 15,
    52: 17,
    60: 19,
    64: 21,
}
"""Published numbers of rounds without a repeated meeting, by the number of players."""


@pytest.mark.parametrize(("players", "rounds"), ROTATING.items())
def test_rotating_seatings_reach_the_known_numbers_of_rounds(players, rounds):
    assert longest_rotating(players) == rounds
    movement = certified(plan_rotating(players, rounds))
    assert movement.certificate.meetings_repeated == 0
    assert all(
        max(h[w] for w in WINDS) - min(h[w] for w in WINDS) <= 1
        for h in winds_had(movement).values()
    )


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(25, 5), (26, 5), (27, 5), (29, 6), (31, 6), (37, 7), (41, 8), (42, 9), (47, 10)],
)
def test_odd_numbers_of_players_meet_nobody_twice_where_that_is_known(players, rounds):
    certificate = certified(plan_rotating(players, rounds)).certificate
    assert (certificate.meetings_repeated, certificate.most_sitting_out) == (0, 1)


def test_four_hundred_players_are_seated_for_ten_rounds():
    assert certified(plan_rotating(400, 10)).certificate.meetings_repeated == 0


@pytest.mark.parametrize("plan", [plan_keep, lambda t, r, s, a: plan_rotating(4 * t + 1, r, s, a)])
@pytest.mark.parametrize(("tables", "rounds"), [(3, 4), (6, 7), (26, 20)])
def test_the_same_seed_gives_the_same_seating(plan, tables, rounds):
    assert plan(tables, rounds, b"seed", 3000) == plan(tables, rounds, b"seed", 3000)


def test_each_order_of_three_is_drawn_about_as_often_as_the_others():
    """600 seeds make each of six orders about 100 times; five standard deviations are 46."""
    orders = Counter(draw_order("abc", seed.to_bytes(2, "big")) for seed in range(600))
    assert len(orders) == 6
    assert all(54 < times < 146 for times in orders.values())
