"""Watch for writes to an evening, a sheet or a circuit that do not raise its revision."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

WRITES = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"')
COUNTS = re.compile(
    r'UPDATE "(\w+)" SET .*?"revision" = \("\1"\."revision" \+ '
    r'|INSERT INTO "(tournaments_tournament|tournaments_circuit)"'
)
"""Statements that raise a revision, or insert a new evening or circuit, which no page shows yet."""
OF_A_SHEET = {
    "scoring_sheet",
    "scoring_handresult",
    "scoring_signature",
    "scoring_ruling",
    "scoring_redeal",
    "scoring_seatreport",
    "scoring_call",
}
OF_AN_EVENING = {
    "tournaments_round",
    "tournaments_table",
    "tournaments_seat",
    "tournaments_entry",
    "tournaments_entrymember",
    "scoring_publication",
    "scoring_finalhold",
    "scoring_settlement",
    "scoring_protest",
    "screens_clockchange",
}
OF_A_CIRCUIT = {"seasons_seasonposting", "tournaments_circuit_guests"}
GATES = (
    (OF_A_SHEET, {"scoring_sheet", "tournaments_tournament"}),
    (OF_AN_EVENING, {"tournaments_tournament"}),
    (OF_A_CIRCUIT, {"tournaments_circuit"}),
    ({"seasons_qualification"}, {"tournaments_circuit", "tournaments_tournament"}),
)


class Watch:
    """Records what each service writes, from its outermost savepoint to that savepoint's release.
    Tests open no savepoints themselves.
    """

    def __init__(self) -> None:
        self.depth = 0
        self.written: set[str] = set()
        self.counted: set[str] = set()
        self.uncounted: list[str] = []

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        if sql.startswith("SAVEPOINT"):
            if not self.depth:
                self.written, self.counted = set(), set()
            self.depth += 1
        answer = execute(sql, params, many, context)
        if sql.startswith(("RELEASE SAVEPOINT", "ROLLBACK TO SAVEPOINT")):
            if sql.startswith("RELEASE"):
                self.depth = max(0, self.depth - 1)
                if not self.depth:
                    self._look()
            else:
                self.written = set()
        elif self.depth and sql.startswith(("INSERT", "UPDATE", "DELETE")):
            self.written |= set(WRITES.findall(sql))
            self.counted |= {old or new for old, new in COUNTS.findall(sql)}
        return answer

    def _look(self) -> None:
        for tables, gates in GATES:
            if self.written & tables and not self.counted & gates:
                self.uncounted.append(f"{sorted(self.written & tables)} without {sorted(gates)}")
