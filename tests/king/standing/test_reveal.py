"""Places revealed from the last prize upwards, and the hand that decided each; the numbers are made
up.
"""

from __future__ import annotations

from fractions import Fraction

from king.standing.ranking import standings
from king.standing.reveal import Moment, deciding_moment, reveal_steps
from king.standing.round_results import Result, RoundResults
from king.standing.standing_settings import StandingSettings
from king.standing.tiebreaks import Settled


def moments(*figures: dict[str, int]) -> list[Moment]:
    """Totals after each hand of one partita, the same in match points and in points."""
    return [
        Moment(
            1,
            hand,
            {name: (Fraction(points), Fraction(points)) for name, points in standing.items()},
        )
        for hand, standing in enumerate(figures, 1)
    ]


def after(*totals: dict[str, str]) -> RoundResults:
    """Results of partita 1: players of each wind in the order of the tables."""
    results = [
        Result(name, table, wind, Fraction(total))
        for wind, by_name in zip("NESW", totals, strict=False)
        for table, (name, total) in enumerate(by_name.items(), 1)
    ]
    return RoundResults(1, tuple(results))


# --- the hand


def test_the_hand_after_which_the_one_was_ahead_for_good_decided_not_the_largest_swing() -> None:
    evening = moments({"A": 10, "B": 0}, {"A": 10, "B": 12}, {"A": 13, "B": 12}, {"A": 33, "B": 12})
    found = deciding_moment(evening, ["A"], ["B"])
    assert found is not None
    assert (found.moment.hand, found.first) == (3, False)
    assert (found.ahead, found.behind) == ((Fraction(3),), (Fraction(0),))


def test_level_is_not_ahead() -> None:
    evening = moments({"A": 5, "B": 0}, {"A": 5, "B": 5}, {"A": 6, "B": 5})
    found = deciding_moment(evening, ["A"], ["B"])
    assert found is not None
    assert found.moment.hand == 3


def test_who_led_throughout_led_from_the_first_hand_on() -> None:
    found = deciding_moment(moments({"A": 1, "B": 0}, {"A": 2, "B": 1}), ["A"], ["B"])
    assert found is not None
    assert (found.moment.hand, found.first, found.ahead, found.behind) == (1, True, (1,), (0,))


def test_all_who_share_a_place_must_be_ahead_of_all_who_share_the_next() -> None:
    evening = moments(
        {"A": 3, "B": 1, "C": 0, "D": 2},
        {"A": 3, "B": 3, "C": 0, "D": 2},
        {"A": 4, "B": 4, "C": 1, "D": 1},
    )
    found = deciding_moment(evening, ["A", "B"], ["C", "D"])
    assert found is not None
    assert (found.moment.hand, found.ahead, found.behind) == (2, (0, 2), (0, 0))


def test_thirds_are_exact_and_who_has_not_played_yet_has_nothing() -> None:
    third = Fraction(1, 3)
    evening = [
        Moment(1, 1, {"A": (third, third), "B": (-third, -third)}),
        Moment(2, 1, {"A": (third, third), "C": (third, third)}),
        Moment(2, 2, {"A": (2 * third, third), "C": (third, third)}),
    ]
    found = deciding_moment(evening, ["A"], ["C"])
    assert found is not None
    assert (found.moment.round, found.moment.hand) == (2, 2)
    by_total = deciding_moment(evening, ["A"], ["C"], by_total=True)
    assert by_total is None


def test_who_is_not_ahead_at_the_end_was_decided_by_no_hand() -> None:
    assert deciding_moment(moments({"A": 2, "B": 1}, {"A": 2, "B": 2}), ["A"], ["B"]) is None
    assert deciding_moment([], ["A"], ["B"]) is None


# --- the steps


def test_each_wind_from_its_last_prize_upward_then_the_whole() -> None:
    found = standings(
        [after({"N1": "9", "N2": "3", "N3": "-1"}, {"E1": "4", "E2": "8", "E3": "0"})]
    )
    steps = reveal_steps(found, [], winds=2, overall=1)
    said = [
        (step.standing, step.lines[0].rank, [line.entry for line in step.lines]) for step in steps
    ]
    assert said == [
        ("N", 2, ["N2"]),
        ("N", 1, ["N1"]),
        ("E", 2, ["E1"]),
        ("E", 1, ["E2"]),
        ("overall", 1, ["N1"]),
    ]
    # By the club's scale, 10 6 4, both winners have 10, so the points of the sheets decide.
    assert [step.margin for step in steps] == [2, 4, 2, 4, 0]
    assert (steps[-1].tiebreak, steps[-1].decided) == ("raw_points", None)
    assert [step.below for step in steps] == [("N3",), ("N2",), ("E3",), ("E1",), ("E2",)]


def test_who_shares_a_place_is_shown_together_and_the_place_after_them_is_left_out() -> None:
    found = standings(
        [
            after(
                {"A": "5", "B": "5", "C": "2", "D": "1"},
                {"E": "0", "F": "-3", "G": "-4", "H": "-6"},
            )
        ]
    )
    steps = [step for step in reveal_steps(found, [], winds=2, overall=0) if step.standing == "N"]
    assert [[line.entry for line in step.lines] for step in steps] == [["A", "B"]]
    steps = [step for step in reveal_steps(found, [], winds=3, overall=0) if step.standing == "N"]
    assert [(step.lines[0].rank, len(step.lines)) for step in steps] == [(3, 1), (1, 2)]


def test_more_prizes_than_players_is_everybody_and_the_last_has_no_margin() -> None:
    found = standings([after({"A": "5", "B": "2"}, {"C": "-1", "D": "-6"})])
    steps = reveal_steps(found, [], winds=5, overall=9)
    assert len(steps) == 2 + 2 + len({line.rank for line in found.overall})
    assert (steps[0].lines[0].entry, steps[0].margin, steps[0].below, steps[0].decided) == (
        "B",
        None,
        (),
        None,
    )


def test_a_wind_with_one_player_and_an_evening_of_one_have_the_whole_alone() -> None:
    found = standings([after({"A": "5", "B": "2"}, {"C": "-1"})])
    assert {step.standing for step in reveal_steps(found, [], winds=3, overall=3)} == {"overall"}
    alone = standings([after({"A": "5"})])
    [step] = reveal_steps(alone, moments({"A": 5}), winds=3, overall=3)
    assert (step.standing, step.margin, step.decided) == ("overall", None, None)
    assert step.as_json()["hand"] is None


def test_a_standing_without_anybody_shows_nothing() -> None:
    assert reveal_steps(standings([]), [], winds=3, overall=3) == ()


def test_a_wind_that_ranks_by_points_has_its_margin_in_points() -> None:
    found = standings([after({"A": "5", "B": "2"}, {"C": "1", "D": "-8"})])
    steps = reveal_steps(
        found, moments({"A": 5, "B": 2, "C": 1, "D": -8}), winds=1, overall=0, winds_by_total=True
    )
    assert [(step.lines[0].entry, step.margin) for step in steps] == [("A", 3), ("C", 9)]
    assert [step.decided and step.decided.first for step in steps] == [True, True]


def test_what_decided_between_equals_is_the_rule_that_parted_the_two_places() -> None:
    """Each wind's winner has 10. By points A and B (+5) are ahead of C and D (+3); the lot puts A
    ahead of B.
    """
    shared = after(
        {"A": "5", "I": "0"}, {"B": "5", "J": "0"}, {"C": "3", "K": "0"}, {"D": "3", "L": "0"}
    )
    [second, first] = reveal_steps(standings([shared]), [], winds=0, overall=3)
    assert ([line.entry for line in first.lines], [line.entry for line in second.lines]) == (
        ["A", "B"],
        ["C", "D"],
    )
    assert (first.margin, first.tiebreak) == (0, "raw_points")

    drawn = Settled("overall", "lot", (("A", 1), ("B", 2)), "A drew the higher card.")
    found = standings([shared], StandingSettings(settled=(drawn,)))
    steps = {
        step.lines[0].entry: step.tiebreak for step in reveal_steps(found, [], winds=0, overall=3)
    }
    assert (steps["A"], steps["B"]) == ("lot", "raw_points")
