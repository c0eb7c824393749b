"""Write ``boards.json`` again: ``python tests/king/golden/derive.py >
tests/king/golden/boards.json``.

It runs the program printed in ``docs/dealing.md`` and imports nothing of ``king``: hashlib, hmac
and math.comb alone determine the boards. The file must never change, because a published commitment
has to open the same boards in twenty years.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[3] / "docs" / "dealing.md"

CASES: tuple[dict[str, Any], ...] = (
    {
        "name": "twelve hands",
        "seed": bytes(range(32)).hex(),
        "datum": "",
        "round": 1,
        "boards": 12,
        "filtered": [],
    },
    {
        "name": "the second partita of the same seed",
        "seed": bytes(range(32)).hex(),
        "datum": "",
        "round": 2,
        "boards": 12,
        "filtered": [],
    },
    {
        "name": "a public datum with an accent",
        "seed": "a5" * 32,
        "datum": "41 7 88 è",
        "round": 1,
        "boards": 12,
        "filtered": [],
    },
    {
        "name": "thirteen hands and three spares, Domino filtered",
        "seed": "00" * 31 + "01",
        "datum": "",
        "round": 1,
        "boards": 16,
        "filtered": [8, 14, 15, 16],
    },
    {
        "name": "the last round",
        "seed": "ff" * 32,
        "datum": "77",
        "round": 99,
        "boards": 3,
        "filtered": [2],
    },
)


def printed_program() -> dict[str, Any]:
    """The names that the page's program defines."""
    program = PAGE.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    names: dict[str, Any] = {}
    exec(compile(program, str(PAGE), "exec"), names)  # noqa: S102
    return names


def derive() -> list[dict[str, Any]]:
    """Every case with the owners of the cards, ace of spades first, for each of its boards."""
    board = printed_program()["board"]
    return [
        case
        | {
            "owners": [
                board(
                    bytes.fromhex(case["seed"]),
                    case["datum"],
                    case["round"],
                    number,
                    most_extremes=3 if number in case["filtered"] else 8,
                )
                for number in range(1, case["boards"] + 1)
            ]
        }
        for case in CASES
    ]


if __name__ == "__main__":
    json.dump(derive(), sys.stdout, indent=1, ensure_ascii=False)
    sys.stdout.write("\n")
