"""The boards of fixed seeds never change, on any Python: compared with a file that was made without
``king``.
"""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from king.boards import deal_boards
from king.dealing import BoardFilter, Document, deal_board, seed_sha256
from king.rulesets import find_ruleset

GOLDEN = Path(__file__).parent / "golden"
CASES = json.loads((GOLDEN / "boards.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_seed_deals_the_boards_of_the_golden_file(case: dict[str, Any]) -> None:
    condition = BoardFilter("DOM", tuple(case["filtered"])) if case["filtered"] else None
    for number, owners in enumerate(case["owners"], start=1):
        deal = deal_board(
            bytes.fromhex(case["seed"]), case["datum"], case["round"], number, condition
        )
        assert deal.owners == owners


def test_the_golden_file_is_what_the_printed_program_deals() -> None:
    spec = importlib.util.spec_from_file_location("golden_derive", GOLDEN / "derive.py")
    assert spec is not None
    assert spec.loader is not None
    derive = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(derive)
    assert derive.derive() == CASES


def test_a_sealed_round_and_its_spares_are_those_of_the_golden_file() -> None:
    case = next(case for case in CASES if "spares" in case["name"])
    seed = bytes.fromhex(case["seed"])
    lab13 = find_ruleset("lab13")
    condition = BoardFilter("DOM", tuple(case["filtered"]))
    document = Document("lab13", (1,), 13, seed_sha256(seed), filter=condition, spares=3)
    dealt = [board.deal.owners for board in deal_boards(lab13, document, seed, "", (1,))]
    dealt += [
        deal_boards(lab13, document, seed, "", (1,), spare)[0].deal.owners for spare in (14, 15, 16)
    ]
    assert dealt == case["owners"]
