"""Domino at the final table: the right to void a deal, the number of aces and kings that it takes,
and how often (O3, O3b, A24).
"""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from king.play.domino import EXTREMES, deals_again, may_not_void, threshold
from king.rulesets import RULESETS, find_ruleset

LAB13 = find_ruleset("lab13")
DOMINO = LAB13.contract("DOM")


def refusal(extremes: int, voided: int = 0, code: str = "lab13", **settings: object) -> str:
    rules = find_ruleset(code)
    return str(may_not_void(rules.configure(settings), DOMINO, extremes, voided) or "")


def test_at_the_final_table_four_void_the_deal_and_the_same_player_then_needs_five_six_seven_eight() -> (
    None
):
    assert [min(n for n in range(9) if not refusal(n, voided)) for voided in range(5)] == [
        4,
        5,
        6,
        7,
        8,
    ]
    assert "cannot do so again" in refusal(8, 5)


def test_the_threshold_is_each_players_own() -> None:
    assert refusal(4, voided=0) == ""
    assert "now it takes 5 aces and kings, and this hand has 4" in refusal(4, voided=1)


@pytest.mark.parametrize(
    "code", ["itwiki13", "itwiki_scelta", "pirandello", "squadre", "squadre_terza"]
)
def test_in_wikipedias_game_it_is_off_and_where_it_is_wanted_it_stays_at_four(code: str) -> None:
    """S0 says that only some know it ("alcuni contemplano"), so a table has to choose it (§12.8)."""
    assert "a Domino is not dealt again" in refusal(8, 0, code)
    assert [refusal(4, voided, code, domino_redeal="fixed") for voided in range(6)] == [""] * 6
    assert "It takes 4" in refusal(3, 2, code, domino_redeal="fixed")


def test_only_a_domino_dealt_at_the_table_may_be_void() -> None:
    rules = LAB13.defaults
    assert "Dichiarazione" in str(may_not_void(rules, LAB13.contract("D"), 8, 0))
    assert "dealt beforehand" in str(may_not_void(rules, DOMINO, 8, 0, pre_dealt=True))
    assert "not dealt again" in refusal(8, domino_redeal="none")


def test_nine_aces_and_kings_are_a_slip_of_the_keyboard() -> None:
    assert "from 0 to 8" in refusal(9)
    assert "from 0 to 8" in refusal(-1)


@given(
    extremes=st.integers(0, EXTREMES),
    voided=st.integers(0, 12),
    start=st.integers(1, 8),
    way=st.sampled_from(["fixed", "rising"]),
)
def test_with_more_extremes_one_may_whatever_one_may_with_fewer(
    extremes: int, voided: int, start: int, way: str
) -> None:
    settings = LAB13.configure({"domino_redeal": way, "redeal_extremes": start})
    allowed = may_not_void(settings, DOMINO, extremes, voided) is None
    needed = threshold(settings, voided)
    assert needed is not None
    assert allowed == (extremes >= needed and needed <= EXTREMES)


@pytest.mark.parametrize(
    "code", [code for code, rules in RULESETS.items() if "DOM" in rules.counts]
)
def test_every_system_with_domino_says_whether_it_is_dealt_again(code: str) -> None:
    assert {"domino_redeal", "redeal_extremes"} <= {
        setting.key for setting in RULESETS[code].settings
    }


def test_nothing_is_dealt_again_in_a_system_without_a_domino_or_where_it_is_announced_so() -> None:
    for rules in RULESETS.values():
        assert deals_again(rules, rules.configure({"domino_redeal": "fixed"})) == (
            "DOM" in rules.counts or rules.defaults.misdeal_trump
        ), rules.code
    assert not deals_again(LAB13, LAB13.configure({"domino_redeal": "none"}))
