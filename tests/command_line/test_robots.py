"""Command ``king robots``: the judge accepts the hands, and the same seed plays them again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from king.rulesets import RULESETS
from tests.command_line.asking import ask
from tests.services import thorough


def robots(*options: str) -> dict[str, Any]:
    status, out, error = ask("robots", *options)
    assert (status, error) == (0, "")
    answer: dict[str, Any] = json.loads(out)
    return answer


SYSTEMS = [code for code in RULESETS if code != "pt_fu"]


@pytest.mark.parametrize("code", SYSTEMS if thorough() else ["lab13", "squadre", "king_three"])
def test_robots_of_every_system_play_as_the_judge_judges(code: str) -> None:
    played = len(RULESETS[code].played)
    answer = robots("--ruleset", code, "--hands", str(played), "--work", "60")
    assert (answer["ruleset"], answer["hands"]) == (code, played)
    assert (answer["illegal"], answer["differs"]) == (0, 0)
    assert answer["cards"] > played * 4
    assert set(answer["units"]) == {contract.code for contract in RULESETS[code].played}
    speed = answer["cards_a_second"]
    assert speed["engine"] > speed["match"] > 0
    assert speed["thumb"] > speed["match"]


def test_the_same_seed_plays_the_same_hands() -> None:
    one, same, other = (
        robots("--ruleset", "russian", "--hands", "14", "--work", "100", "--seed", seed)
        for seed in ("a", "a", "b")
    )
    assert one["units"] == same["units"] != other["units"]
    assert set(one["units"]["V"]) == {"thumb", "sampling"}
    assert set(one["units"]["V"]["thumb"]) == {"mean", "spread"}


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (("--ruleset", "whist"), "ruleset: expected one of lab12"),
        (("--ruleset", "pt_fu"), "robots: pt_fu is played with a dummy, which no robot does"),
        (("--ruleset", "lab12", "--hands", "0"), "--hands: expected 1 to 100000, found 0"),
        (("--ruleset", "lab12", "--work", "-1"), "--work: expected 0 or more, found -1"),
    ],
)
def test_an_order_that_cannot_be_is_one_line(options: tuple[str, ...], error: str) -> None:
    status, out, err = ask("robots", *options)
    assert (status, out) == (2, "")
    assert err.startswith(f"king robots: {error}")
    assert err.count("\n") == 1
