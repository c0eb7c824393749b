"""Pairs in lines, everybody against everybody, and tables of three: nobody meets twice for as long
as that is possible.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given, strategies as st

from king.movements.seating import Lots
from king.movements.sides import (
    balanced,
    circle,
    circle_optimum,
    lines_optimum,
    mitchell,
    pair_all,
    pair_lines,
    threes,
    threes_optimum,
)


@pytest.mark.parametrize("tables", range(1, 30))
def test_in_lines_kept_every_pair_meets_every_pair_of_the_other_line_once(tables: int) -> None:
    met = [meeting for number in range(1, tables + 1) for meeting in mitchell(tables, number)]
    assert sorted(met) == list(product(range(tables), repeat=2))
    assert lines_optimum(tables).rounds == tables


@pytest.mark.parametrize("entries", range(2, 42, 2))
def test_in_the_circle_all_meet_once_and_sit_as_often_on_either_side(entries: int) -> None:
    rounds = circle(entries)
    assert len(rounds) == circle_optimum(entries).rounds == entries - 1
    assert sorted(tuple(sorted(meeting)) for met in rounds for meeting in met) == list(
        combinations(range(entries), 2)
    )
    assert all(
        sorted(place for meeting in met for place in meeting) == list(range(entries))
        for met in rounds
    )
    first = Counter(meeting[0] for met in rounds for meeting in met)
    assert {first[place] for place in range(entries)} <= {entries // 2 - 1, entries // 2}
    assert rounds[0] == [(place, place + 1) for place in range(0, entries, 2)]


@pytest.mark.parametrize("entries", [0, 1, 7])
def test_an_odd_circle_is_refused(entries: int) -> None:
    with pytest.raises(ValueError, match="even number"):
        circle(entries)


@pytest.mark.parametrize("tables", range(1, 41))
def test_at_tables_of_three_nobody_meets_twice_for_as_many_rounds_as_the_optimum_says(
    tables: int,
) -> None:
    rounds = threes(tables)
    best = threes_optimum(tables)
    assert len(rounds) == best.rounds >= tables - 1
    met: Counter[tuple[str, str]] = Counter()
    for seated in rounds:
        for line in range(3):
            assert sorted(table[line] for table in seated) == list(range(tables))
        for table in seated:
            met.update(combinations([f"{line}{place}" for line, place in enumerate(table)], 2))
    assert max(met.values()) == 1
    assert best.rounds <= best.bound <= tables


@given(size=st.integers(1, 9), rounds=st.integers(0, 9), chance=st.randoms(use_true_random=False))
def test_whatever_was_played_a_round_without_a_repeat_is_found_while_each_has_met_so_few(
    size: int, rounds: int, chance: object
) -> None:
    """By König's theorem regular rounds can be taken out of the complete bipartite graph, and the
    rest still has a perfect matching.
    """
    first, second = list(range(size)), list(range(100, 100 + size))
    met: Counter[tuple[int, int]] = Counter()
    for _ in range(min(rounds, size)):
        pairs = pair_lines(first, second, lambda a, b: met[a, b])
        assert [a for a, _ in pairs] == first
        assert sorted(b for _, b in pairs) == second
        assert all(not met[pair] for pair in pairs)
        met.update(pairs)
        chance.shuffle(first)  # type: ignore[attr-defined]


def test_where_all_have_met_the_fewest_repeats_come_out() -> None:
    pairs = pair_lines(
        ["a", "b"], ["x", "y"], lambda a, b: {"ax": 2, "ay": 1, "bx": 1, "by": 2}[a + b]
    )
    assert pairs == [("a", "y"), ("b", "x")]


@given(st.integers(2, 8), st.binary(min_size=1, max_size=4))
def test_opponents_are_exchanged_until_nobody_meets_again(half: int, seed: bytes) -> None:
    played = [meeting for met in circle(2 * half)[: max(1, half // 2)] for meeting in met]
    met = Counter(frozenset(meeting) for meeting in played)
    meetings = pair_all(played[:half], lambda a, b: met[frozenset((a, b))], Lots(seed, "test"))
    assert sorted(place for meeting in meetings for place in meeting) == list(range(2 * half))
    if half > 2:
        assert not any(met[frozenset(meeting)] for meeting in meetings)


def test_who_was_first_less_often_is_first() -> None:
    before = {"a": 2, "b": 0, "c": 1, "d": 1}
    assert balanced([("a", "b"), ("c", "d")], before.__getitem__) == [("b", "a"), ("c", "d")]
