"""Boards with a chosen order of hands are compared if tables chose the same hand; otherwise only
whole sheets are.
"""

from __future__ import annotations

from king.rulesets import find_ruleset
from king.sheet.comparison import PlayedSheet, compare
from king.sheet.full_sheet import score
from king.sheet.row import Row

RULES = find_ruleset("lab_chiamata")


def sheet(table: int, *contracts: str) -> PlayedSheet:
    """First hands of a table, with all units for North."""
    rows = []
    for number, code in enumerate(contracts, 1):
        units = RULES.contract(code).units or 0
        rows.append(
            Row(number, code, {"N": units, "E": 0, "S": 0, "W": 0}, chooser="NESW"[number - 1])
        )
    return PlayedSheet(table, score(RULES, rows))


def test_a_board_compares_by_itself_only_where_two_tables_chose_the_same_hand() -> None:
    boards = compare([sheet(1, "Q", "KJ"), sheet(2, "Q", "NC"), sheet(3, "MIS", "KH")])
    assert [any(field.is_compared for field in board.fields) for board in boards] == [True, False]
    assert [len(board.fields) for board in boards] == [2, 3]
