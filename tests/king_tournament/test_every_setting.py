"""A match played by a tournament's rules gives a sheet without problems under any settings."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from king.rulesets import RULESETS
from king.rulesets.base import RuleSet
from king.rulesets.setting import Setting
from king.sheet.full_sheet import score
from king.sheet.row import Problem
from king_tournament.demo_hands import deal_hands, play_match
from tests.evenings import SYSTEMS
from tests.services import examples


def value_of(setting: Setting) -> st.SearchStrategy[Any]:
    """Any value of the setting."""
    if setting.kind == "flag":
        return st.booleans()
    if setting.kind == "count":
        return st.integers(setting.least, setting.most)
    if setting.kind == "number":
        return st.fractions(-50, 50, max_denominator=4)
    return st.sampled_from(setting.choices)


def settings_of(ruleset: RuleSet) -> st.SearchStrategy[dict[str, Any]]:
    """Any subset of the system's settings with any values; each example gets its own mapping."""
    return st.fixed_dictionaries(
        {}, optional={setting.key: value_of(setting) for setting in ruleset.settings}
    )


def is_expected(problem: Problem, given_settings: dict[str, Any]) -> bool:
    """Whether the problem is queens that fell one to each, in a tournament that plays that hand
    again (O16).
    """
    return problem.code == "queens_one_each" and given_settings.get("queens_replayed") is True


@pytest.mark.parametrize("code", SYSTEMS)
@settings(max_examples=examples(6), deadline=None)
@given(chosen=st.data(), seed=st.integers(0, 2**32))
def test_a_match_under_any_settings_is_a_sheet_without_a_problem(
    code: str, chosen: Any, seed: int
) -> None:
    ruleset = RULESETS[code]
    given_settings = chosen.draw(settings_of(ruleset))
    # If the players may choose fewer declarations than the match has, it cannot be finished (A34).
    if any(quota.setting for quota in ruleset.quotas):
        given_settings.pop("max_declarations_per_player", None)
    configured = ruleset.configure(given_settings)
    boards = deal_hands(ruleset, random.Random(seed))
    rows = play_match(ruleset, configured, boards, random.Random(seed))
    scored = score(ruleset, rows, (), configured)
    assert [
        problem for problem in scored.problems if not is_expected(problem, given_settings)
    ] == []
    assert scored.complete
    assert scored.residual == 0
    assert ruleset.configure(configured.as_json()) == configured
