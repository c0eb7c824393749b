"""A match played by a tournament's rules is a sheet without a problem, whatever the tournament
decides.
"""

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
    """Anything that the setting may be."""
    if setting.kind == "flag":
        return st.booleans()
    if setting.kind == "count":
        return st.integers(setting.least, setting.most)
    if setting.kind == "number":
        return st.fractions(-50, 50, max_denominator=4)
    return st.sampled_from(setting.choices)


def settings_of(ruleset: RuleSet) -> st.SearchStrategy[dict[str, Any]]:
    """Any of the settings that are asked in the system, each with any value; a mapping of its own
    for each sheet.
    """
    return st.fixed_dictionaries(
        {}, optional={setting.key: value_of(setting) for setting in ruleset.settings}
    )


def is_expected(problem: Problem, given_settings: dict[str, Any]) -> bool:
    """Queens that fell one to each are a problem where that hand is played again (O16)."""
    return problem.code == "queens_one_each" and given_settings.get("queens_replayed") is True


@pytest.mark.parametrize("code", SYSTEMS)
@settings(max_examples=examples(6), deadline=None)
@given(chosen=st.data(), seed=st.integers(0, 2**32))
def test_a_match_under_any_settings_is_a_sheet_without_a_problem(
    code: str, chosen: Any, seed: int
) -> None:
    ruleset = RULESETS[code]
    given_settings = chosen.draw(settings_of(ruleset))
    # With fewer declarations for each player than there are hands to choose, no match could be
    # played out (A34).
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
