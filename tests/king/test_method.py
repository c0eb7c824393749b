"""Default way of comparing an evening's results, by the rules' §6, R11 and R12."""

from __future__ import annotations

import pytest

from king.rulesets import find_ruleset
from king.sheet.comparison import one_field, usual_method


@pytest.mark.parametrize(
    ("code", "boards", "tables", "method"),
    [
        ("lab12", True, 8, "places"),  # §6: per partita, per wind
        ("lab12", True, None, "places"),
        (
            "lab12",
            True,
            1,
            "tables",
        ),  # §6: "With 1 table per wind ranking is meaningless: use table ranking"
        ("lab12", False, 8, "tables"),  # §6: "By table, for games without duplicates"
        ("lab_coppie", False, 4, "matches"),  # §13.14: where a table seats two sides, it is a match
        ("squadre", True, 1, "matches"),
        ("squadre", True, 4, "matches"),  # "nothing made for four single players applies unasked"
        ("lab_coppie", True, None, "matches"),
        ("pt_pareado", True, 4, "matches"),
        ("pt_fu", False, 1, "raw"),  # R12
    ],
)
def test_results_compare_by_wind_by_table_or_as_they_are(
    code: str, boards: bool, tables: int | None, method: str
) -> None:
    assert usual_method(find_ruleset(code), boards, tables) == method


def test_teams_and_soloists_without_boards_are_one_field() -> None:
    found = [
        (code, boards)
        for code in ("lab12", "pt_pareado", "pt_fu")
        for boards in (True, False)
        if one_field(find_ruleset(code), boards)
    ]
    assert found == [("pt_pareado", True), ("pt_pareado", False), ("pt_fu", False)]
