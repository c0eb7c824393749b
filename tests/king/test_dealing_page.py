"""The program printed in docs/dealing.md deals the same boards as ``king``."""

from __future__ import annotations

from typing import Any

import pytest

from king.dealing import BoardFilter, deal_board
from tests.king.golden.derive import printed_program


@pytest.fixture(scope="module")
def printed() -> dict[str, Any]:
    return printed_program()


@pytest.mark.parametrize("round_number", [1, 2, 12])
def test_the_printed_program_deals_our_boards(printed: dict[str, Any], round_number: int) -> None:
    for seed, datum in ((bytes(range(32)), ""), (bytes.fromhex("a5" * 32), "41 7 88 è")):
        for board in range(1, 14):
            assert (
                printed["board"](seed, datum, round_number, board)
                == deal_board(seed, datum, round_number, board).owners
            )


def test_the_printed_program_knows_the_filter(printed: dict[str, Any]) -> None:
    condition = BoardFilter("DOM", (8,))
    for round_number in range(1, 30):
        ours = deal_board(bytes(32), "", round_number, 8, condition)
        assert printed["board"](bytes(32), "", round_number, 8, most_extremes=3) == ours.owners
