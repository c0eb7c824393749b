"""Seatings: every certificate is recounted here, pair by pair, from the seats alone (rules
§7.3-7.5).
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given, strategies as st

from king.cards import WINDS, Wind
from king.movements.fixed_winds import plan_keep
from king.movements.rotation import (
    balanced_winds,
    plan_redrawn,
    plan_rotating,
    replan_keep,
    replan_rotating,
)
from king.movements.seating import Lots, draw_order, draw_winds
from king.movements.starters import field_of, plus, prime_powers
from king.reading import InputError
from tests.king_at_length.certified import certified, repeats, winds_had


def test_the_sentence_for_the_hall_says_which_way_everybody_goes() -> None:
    """The sentence matches the seats. It used to read "one table on" while East of table 5 was
    seated at table 4.
    """
    movement = plan_keep(5, 3)
    down = {"E": 1, "S": 2, "W": 3, "N": 0}
    for before, after in pairwise(movement.seats):
        table_of = {seats[wind]: number for number, seats in enumerate(after) for wind in WINDS}
        for number, seats in enumerate(before):
            assert {wind.value: (number - table_of[seats[wind]]) % 5 for wind in WINDS} == down
    sentence = (
        "After each round East goes one table down (from 2 to 1, from 1 to the last), South two, West three; "
        "North stays."
    )
    assert sentence in [str(phrase) for phrase in movement.certificate.explanation]


# --- winds kept
# ------------------------------------------------------------------------------------------------------

EVEN_MOVES = {4: 2, 5: 5, 6: 2, 7: 7, 8: 4, 9: 3, 10: 5, 11: 11, 12: 4}
"""Rounds without a repeated meeting if East moves one table, South two, West three (rules §7.5)."""


@pytest.mark.parametrize(("tables", "rounds"), EVEN_MOVES.items())
def test_the_clubs_even_moves_are_kept_as_long_as_they_last(tables, rounds):
    movement = certified(plan_keep(tables, rounds))
    assert movement.certificate.method == "shift"
    assert movement.certificate.meetings_repeated == 0
    for r, seated in enumerate(movement.seats):
        for t, table in enumerate(seated):
            expected = {w: f"{w}{(t + i * r) % tables + 1}" for i, w in enumerate(WINDS)}
            assert table == expected
    if rounds < tables:
        assert plan_keep(tables, rounds + 1).certificate.method != "shift"


@given(st.sampled_from([4, 5, 7, 8, 9, 11, 13, 16]), st.data())
def test_a_field_makes_orthogonal_latin_squares(order, data):
    """For any two winds, each number meets each number of the other wind at exactly one table in
    all rounds.
    """
    movement = plan_keep(order, order)
    first, second = data.draw(st.sampled_from(list(combinations(WINDS, 2))))
    together = Counter((t[first], t[second]) for seated in movement.seats for t in seated)
    assert len(together) == order * order
    assert set(together.values()) == {1}


@pytest.mark.parametrize("tables", [1, 3, 6, 10])
@pytest.mark.parametrize("rounds", [2, 7])
def test_north_never_moves_and_everybody_begins_at_the_table_of_his_number(tables, rounds):
    movement = certified(plan_keep(tables, rounds, attempts=3000))
    for seated in movement.seats:
        assert [table[Wind.N] for table in seated] == [f"N{t}" for t in range(1, tables + 1)]
    assert movement.seats[0] == tuple({w: f"{w}{t}" for w in WINDS} for t in range(1, tables + 1))


@pytest.mark.parametrize(
    ("tables", "rounds", "fewest"), [(1, 3, 12), (2, 2, 4), (2, 3, 12), (3, 2, 3), (4, 5, 24)]
)
def test_where_repeats_cannot_be_avoided_there_are_as_few_as_can_be(tables, rounds, fewest):
    certificate = certified(plan_keep(tables, rounds)).certificate
    assert certificate.meetings_repeated == fewest == certificate.optimum.repeats


def test_more_rounds_than_tables_spread_the_repeats_evenly():
    certificate = certified(plan_keep(7, 10)).certificate
    assert (certificate.meetings_repeated, certificate.largest_meeting) == (6 * 7 * 3, 2)


@pytest.mark.parametrize(("tables", "rounds"), [(0, 1), (251, 1), (4, 0), (4, 101)])
def test_impossible_sizes_are_refused_with_what_was_expected(tables, rounds):
    with pytest.raises(InputError, match="expected from 1 to"):
        plan_keep(tables, rounds)


# --- fields
# ----------------------------------------------------------------------------------------------------------

elements = st.sampled_from([2, 3, 4, 5, 7, 8, 9, 16, 25, 27, 49, 64]).flatmap(
    lambda q: st.tuples(st.just(q), *[st.integers(0, q - 1)] * 3)
)


@given(elements)
def test_a_field_has_the_laws_of_a_field(drawn):
    q, a, b, c = drawn
    field = field_of(q)
    times = field.multiply

    def add(first, second):
        return plus(first, second, [field.prime] * field.degree)

    assert add(a, add(b, c)) == add(add(a, b), c)
    assert times(a, times(b, c)) == times(times(a, b), c)
    assert times(a, add(b, c)) == add(times(a, b), times(a, c))
    assert (add(a, b), times(a, b)) == (add(b, a), times(b, a))
    assert (add(a, 0), times(a, 1)) == (a, a)
    assert len({add(a, x) for x in range(q)}) == q
    if a:
        assert len({times(a, x) for x in range(q)}) == q


def test_a_number_is_the_product_of_its_prime_powers():
    assert [prime_powers(n) for n in (1, 12, 97, 360)] == [[], [4, 3], [97], [8, 9, 5]]


# --- winds rotated
# ---------------------------------------------------------------------------------------------------


@given(st.integers(4, 60), st.integers(1, 9))
def test_any_number_of_players_is_seated_with_balanced_winds_and_turns_to_sit_out(players, rounds):
    movement = certified(plan_rotating(players, rounds, attempts=500))
    for had in winds_had(movement).values():
        assert max(had[w] for w in WINDS) - min(had[w] for w in WINDS) <= 1
    over = players % 4
    assert all(len(resting) == over for resting in movement.sitting_out)
    assert movement.certificate.most_sitting_out == -(-rounds * over // players)


@given(st.integers(1, 8), st.integers(1, 9), st.randoms(use_true_random=False))
def test_winds_can_be_balanced_for_any_seating_whatever(tables, rounds, random):
    """By de Werra's theorem each player has each wind in a quarter of their rounds, rounded down or
    up.
    """
    seated = []
    for _ in range(rounds):
        players = random.sample(range(4 * tables + 3), 4 * tables)
        seated.append([players[i : i + 4] for i in range(0, 4 * tables, 4)])
    turned = balanced_winds(seated)
    assert [[sorted(four) for four in hall] for hall in turned] == [
        [sorted(four) for four in hall] for hall in seated
    ]
    for player in range(4 * tables + 3):
        had = Counter(four.index(player) for hall in turned for four in hall if player in four)
        played = sum(had.values())
        assert all(played // 4 <= had[wind] <= -(-played // 4) for wind in range(4))


def test_every_player_has_every_wind_once_in_four_rounds():
    assert all(
        set(had.values()) == {1} and len(had) == 4
        for had in winds_had(plan_rotating(32, 4)).values()
    )


# --- winds drawn anew
# ------------------------------------------------------------------------------------------------


def test_a_redrawn_seating_meets_nobody_twice_and_comes_out_again_from_its_seed():
    first = certified(plan_redrawn(32, 4, b"evening"))
    assert first.certificate.meetings_repeated == 0
    assert plan_redrawn(32, 4, b"evening") == first
    assert plan_redrawn(32, 4, b"another").seats != first.seats


def test_winds_drawn_anew_are_not_dealt_out_evenly():
    had = winds_had(plan_redrawn(32, 4, b"evening"))
    assert any(max(own.values()) > 1 for own in had.values())


# --- under way
# -------------------------------------------------------------------------------------------------------


def slips(**counts: int) -> dict[Wind, list[str]]:
    return {Wind(w): [f"{w}{i}" for i in range(1, counts[w] + 1)] for w in counts}


def test_planning_on_after_two_rounds_repeats_nothing():
    past = plan_keep(8, 2).seats
    more = replan_keep(past, slips(N=8, E=8, S=8, W=8), 2)
    assert repeats([*past, *more.seats]) == 0 == more.certificate.meetings_repeated


def test_a_table_that_comes_late_is_woven_in():
    past = plan_keep(8, 1).seats
    more = replan_keep(past, slips(N=9, E=9, S=9, W=9), 3)
    assert len(more.seats[0]) == 9
    assert repeats([*past, *more.seats]) == 0


def test_with_winds_kept_a_longer_wind_sits_out_in_turn():
    """Eight tables have nine Norths and nine Easts: one of each sits out, a different one each
    round.
    """
    movement = replan_keep([], slips(N=9, E=9, S=8, W=8), 4)
    certified(movement)
    assert movement.certificate.meetings_repeated == 0
    assert movement.certificate.most_sitting_out == 1
    assert all(
        sorted(slot[0] for slot in resting) == ["E", "N"] for resting in movement.sitting_out
    )
    assert all(
        str(table[w]).startswith(w) for seated in movement.seats for table in seated for w in WINDS
    )


def test_who_has_sat_out_sits_out_last():
    past = plan_rotating(21, 3, attempts=3000)
    more = replan_rotating(past.seats, list(range(1, 22)), 5, attempts=3000)
    out = Counter(slot for resting in (*past.sitting_out, *more.sitting_out) for slot in resting)
    assert max(out.values()) == 1


def test_after_a_withdrawal_and_a_late_entry_nobody_meets_twice_and_winds_even_out():
    past = plan_rotating(40, 3).seats
    players = [p for p in range(1, 41) if p != 7] + [41]
    more = replan_rotating(past, players, 2)
    assert repeats([*past, *more.seats]) == 0
    assert more.certificate.most_wind <= 2
    assert 7 not in winds_had(more)


@pytest.mark.parametrize(
    ("players", "message"),
    [([1, 2, 3], "four for a table"), ([1, 2, 3, 4, 1], "1 is listed twice")],
)
def test_an_impossible_list_of_players_is_refused(players, message):
    with pytest.raises(InputError, match=message):
        replan_rotating([], players, 1)


# --- the draw
# --------------------------------------------------------------------------------------------------------


def test_a_draw_can_be_repeated_with_any_tool_that_has_hmac():
    """The order is that of ``printf 'winds|Anna' | openssl dgst -sha256 -hmac evening`` and so on,
    sorted.
    """
    assert list(draw_winds(["Anna", "Bruno", "Carla", "Dino"], b"evening").items()) == [
        ("Dino", (Wind.N, 1)),
        ("Bruno", (Wind.E, 1)),
        ("Anna", (Wind.S, 1)),
        ("Carla", (Wind.W, 1)),
    ]


@given(
    st.sets(st.text(max_size=6), max_size=20),
    st.binary(max_size=8),
    st.randoms(use_true_random=False),
)
def test_a_draw_is_an_order_of_the_names_whatever_their_order_was(names, seed, random):
    composed = {unicodedata.normalize("NFC", name) for name in names}
    shuffled = sorted(composed)
    random.shuffle(shuffled)
    drawn = draw_order(shuffled, seed)
    assert sorted(drawn) == sorted(composed)
    assert drawn == draw_order(sorted(composed), seed)
    winds = draw_winds(shuffled, seed)
    assert sorted(winds.values()) == sorted(
        (WINDS[i % 4], i // 4 + 1) for i in range(len(composed))
    )


def test_a_name_that_is_drawn_twice_is_refused():
    with pytest.raises(InputError, match="'Anna' twice"):
        draw_order(["Anna", "Bruno", "Anna"], b"")


def test_lots_fall_on_every_number_below_the_bound():
    lots = Lots(b"seed", "test")
    assert Counter(lots.below(3) for _ in range(300)).keys() == {0, 1, 2}
    order = list(range(30))
    lots.shuffle(order)
    assert sorted(order) == list(range(30)) != order
