"""Money per point (S0, §12.7): payments of a table, which sum to zero."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from king.reading import InputError, Node
from king.standing.money import changes_hands, money_of
from king.standing.round_results import Result, RoundResults
from king.standing.standing_settings import StandingSettings


def table(number: int, totals: dict[str, int | Fraction], unranked: str = "") -> list[Result]:
    return [
        Result(entry, number, wind, Fraction(total), ranked=entry != unranked)
        for wind, (entry, total) in zip("NESW", totals.items(), strict=False)
    ]


def amounts_of(*rounds: list[Result], point: Fraction = Fraction(1, 10)) -> dict[str, str]:
    amounts = money_of(
        [RoundResults(number, tuple(each)) for number, each in enumerate(rounds, 1)], point
    )
    assert sum(amounts.values()) == 0
    return {entry: f"{float(amount):.2f}" for entry, amount in amounts.items()}


def test_a_sheet_that_makes_nothing_is_paid_point_by_point() -> None:
    """Two partite at 0.10 a point: A has +25 −3, B −3 +3, C −10 +6, D −12 −6."""
    first, second = {"A": 25, "B": -3, "C": -10, "D": -12}, {"A": -3, "B": 3, "C": 6, "D": -6}
    assert amounts_of(table(1, first), table(1, second)) == {
        "A": "2.20",
        "B": "0.00",
        "C": "-0.40",
        "D": "-1.80",
    }


def test_a_penalty_and_a_sheet_that_makes_26_move_no_money_into_the_room() -> None:
    # A has −5, the others 0: compared with the mean of −5/4 that is −3.75, and +1.25 for the others.
    assert amounts_of(table(1, {"A": -5, "B": 0, "C": 0, "D": 0}), point=Fraction(1)) == {
        "A": "-3.75",
        "B": "1.25",
        "C": "1.25",
        "D": "1.25",
    }
    # S2: NS 23 and EW 3 have a mean of 13, so one side gets ten and the other pays ten.
    assert amounts_of(table(1, {"NS": 23, "EW": 3}), point=Fraction(1)) == {
        "NS": "10.00",
        "EW": "-10.00",
    }


def test_a_house_player_pays_and_gets_too_and_who_sat_out_does_not() -> None:
    played = [
        *table(1, {"A": 3, "B": 1, "C": -1, "Jolly": -3}, unranked="Jolly"),
        Result("E", None, None, None, bye=True),
    ]
    assert amounts_of(played) == {"A": "0.30", "B": "0.10", "C": "-0.10", "Jolly": "-0.30"}


def test_cents_that_rounding_leaves_go_to_the_largest_remainders() -> None:
    # At 0.05 per point, +1/3, +1/3, −2/3 are 1.67, 1.67, −3.33 cents. Rounded down they are 1, 1, −4,
    # which leaves two cents. All remainders are two thirds, so the names decide.
    totals = {"A": Fraction(1, 3), "B": Fraction(1, 3), "C": Fraction(-2, 3), "D": Fraction(0)}
    assert amounts_of(table(1, totals), point=Fraction(1, 20)) == {
        "A": "0.02",
        "B": "0.02",
        "C": "-0.04",
        "D": "0.00",
    }


@given(
    st.lists(st.lists(st.integers(-200, 200), min_size=4, max_size=4), min_size=1, max_size=5),
    st.fractions(Fraction(1, 1000), 100, max_denominator=1000),
)
def test_together_it_is_nothing_and_nobody_is_a_cent_from_his_due(
    sheets: list[list[int]], point: Fraction
) -> None:
    rounds = [
        RoundResults(
            1,
            tuple(
                r
                for at, sheet in enumerate(sheets)
                for r in table(
                    at, dict(zip((f"{at}{wind}" for wind in "NESW"), sheet, strict=True))
                )
            ),
        )
    ]
    amounts = money_of(rounds, point)
    assert sum(amounts.values()) == 0
    assert changes_hands(amounts.values()) == -sum(
        amount for amount in amounts.values() if amount < 0
    )
    for at, sheet in enumerate(sheets):
        for wind, total in zip("NESW", sheet, strict=True):
            due = (total - Fraction(sum(sheet), 4)) * point
            assert abs(amounts[f"{at}{wind}"] - due) < Fraction(1, 100)
            assert amounts[f"{at}{wind}"].denominator in (1, 2, 4, 5, 10, 20, 25, 50, 100)


def test_it_is_off_and_a_slip_of_the_keyboard_is_refused() -> None:
    assert StandingSettings().money_per_point is None
    assert StandingSettings.from_json(
        Node({"money_per_point": "1/20"}, "", "")
    ).money_per_point == Fraction(1, 20)
    for wrong in (-1, 101, "0.0001", "five"):
        with pytest.raises(InputError, match="money_per_point"):
            StandingSettings.from_json(Node({"money_per_point": wrong}, "", ""))
