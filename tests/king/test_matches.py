"""Tables that seat two sides play matches (rules §13.14): their worth, and the tie-breaks between
sides.
"""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, strategies as st

from king.standing.ranking import standings
from king.standing.round_results import Result, RoundResults
from king.standing.standing_settings import StandingSettings
from king.standing.tiebreaks import MATCH_TIEBREAKS

OF_PAIRS = StandingSettings(method="matches", tiebreaks=MATCH_TIEBREAKS[:-1])


def partita(number: int, *tables: tuple[str, int, str, int]) -> RoundResults:
    """Results of tables given as ``("A", 10, "B", 16)``: North-South with its points, then
    East-West.
    """
    return RoundResults(
        number,
        tuple(
            result
            for table, (one, own, other, theirs) in enumerate(tables, start=1)
            for result in (
                Result(one, table, "NS", Fraction(own)),
                Result(other, table, "EW", Fraction(theirs)),
            )
        ),
    )


def test_a_draw_is_worth_half_a_win_and_a_defeat_nothing():
    """A sheet of Labyrinth's pairs makes 26, so 13 each is a draw."""
    result = standings([partita(1, ("A", 20, "B", 6), ("C", 13, "D", 13))], OF_PAIRS)
    assert {line.entry: str(line.match_points) for line in result.overall} == {
        "A": "2",
        "B": "0",
        "C": "1",
        "D": "1",
    }


def test_the_match_between_two_level_pairs_decides_before_every_difference():
    """A and B win two matches each. B has by far the better difference, but lost to A by one."""
    played = [
        partita(1, ("A", 14, "B", 13), ("C", 0, "D", 26)),
        partita(2, ("A", 12, "C", 14), ("B", 40, "D", -14)),
        partita(3, ("A", 14, "D", 12), ("B", 40, "C", -14)),
    ]
    result = standings(played, OF_PAIRS)
    assert [(line.rank, line.entry, line.tiebreak) for line in result.overall[:2]] == [
        (1, "A", "match"),
        (2, "B", "match"),
    ]
    assert "the match between them: 14 against 13" in " ".join(
        map(str, result.overall[0].explanation)
    )


def test_among_three_level_pairs_the_difference_decides():
    """A beat B, B beat C and C beat A, so no single match decides."""
    played = [
        partita(1, ("A", 16, "B", 10), ("C", 20, "D", 6)),
        partita(2, ("B", 18, "C", 8), ("A", 20, "D", 6)),
        partita(3, ("C", 14, "A", 12), ("B", 20, "D", 6)),
    ]
    result = standings(played, OF_PAIRS)
    # A +6 +14 -2, B -6 +10 +14, C +14 -10 +2
    assert [(line.rank, line.entry) for line in result.overall] == [
        (1, "A"),
        (1, "B"),
        (3, "C"),
        (4, "D"),
    ]


def test_two_pairs_that_met_twice_are_parted_by_the_difference():
    played = [partita(1, ("A", 14, "B", 12)), partita(2, ("A", 3, "B", 23))]
    result = standings(played, OF_PAIRS)
    assert [(line.entry, line.tiebreak) for line in result.overall] == [
        ("B", "difference"),
        ("A", "difference"),
    ]


def test_a_pair_that_lost_twice_is_not_before_one_that_lost_once_and_rested():
    """Losing a match is not a second place: those count in fields of three and more."""
    rested = Result("C", None, None, None, bye=True)
    played = [
        partita(1, ("A", 20, "B", 6), ("C", 12, "D", 14)),
        RoundResults(2, (*partita(2, ("D", 20, "B", 6)).results, rested)),
    ]
    by_places = StandingSettings(method="matches", tiebreaks=("seconds", "difference"))
    result = standings(played, by_places)
    assert [(line.rank, line.entry) for line in result.overall] == [
        (1, "D"),
        (2, "A"),
        (3, "C"),
        (4, "B"),
    ]


def test_a_match_against_a_house_pair_is_won_by_playing():
    """Sitting down against a house pair does not win; a disqualified opponent loses anyway."""
    house = Result("Jolly", 1, "EW", Fraction(20), ranked=False)
    lost = [RoundResults(1, (Result("A", 1, "NS", Fraction(6)), house))]
    assert [str(line.match_points) for line in standings(lost, OF_PAIRS).overall] == ["0"]
    won = [
        RoundResults(
            1,
            (
                Result("A", 1, "NS", Fraction(6)),
                Result("B", 1, "EW", Fraction(20), ranked=False, out=True),
            ),
        )
    ]
    assert [str(line.match_points) for line in standings(won, OF_PAIRS).overall] == ["2"]


@given(
    st.lists(st.permutations("ABCDEF"), min_size=1, max_size=4),
    st.lists(st.integers(-3, 3), min_size=12, max_size=12),
)
def test_every_rank_of_a_night_of_pairs_agrees_with_a_second_writing(orders, figures):
    """The order is: match points, the match between two level pairs, the difference, matches not
    lost, points made.
    """
    played, matches = [], []
    for number, order in enumerate(orders, start=1):
        tables = []
        for table in range(3):
            own = figures[(3 * number + table) % len(figures)]
            one, other = order[2 * table : 2 * table + 2]
            tables.append((one, 13 + own, other, 13 - own))
            matches.append((one, other, own))
        played.append(partita(number, *tables))
    points = dict.fromkeys("ABCDEF", 0)
    difference, scores, firsts = dict(points), dict(points), dict(points)
    for one, other, own in matches:
        for who, margin in ((one, own), (other, -own)):
            points[who] += 1 + (margin > 0) - (margin < 0)
            difference[who] += 2 * margin
            scores[who] += 13 + margin
            firsts[who] += margin >= 0

    def between(who: str) -> int:
        level = [other for other in points if points[other] == points[who]]
        own = [
            margin if one == who else -margin
            for one, other, margin in matches
            if {one, other} == set(level)
        ]
        return own[0] if len(level) == 2 and len(own) == 1 else 0

    key = {
        who: (points[who], max(-1, min(1, between(who))), difference[who], firsts[who], scores[who])
        for who in points
    }
    expected = {who: 1 + sum(other > key[who] for other in key.values()) for who in key}
    result = standings(played, OF_PAIRS)
    assert {line.entry: line.rank for line in result.overall} == expected
