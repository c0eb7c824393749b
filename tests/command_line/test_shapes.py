"""Commands ``king deal``, ``verify`` and ``play`` with three players and 36 cards, and with several
units counted in one hand (R16, R17).
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from king.__main__ import main
from king.cards import Deal
from king.match import Match

SEED = "5a" * 32


def answer(capsys: Any, *arguments: str, status: int = 0) -> Any:
    assert main([*arguments]) == status
    return json.loads(capsys.readouterr().out)


def hand_played(code: str, chance: random.Random) -> tuple[str, list[str]]:
    """PBN and cards of the first hand of a match with random legal moves."""
    match = Match(code)
    rules = match.ruleset
    deal = Deal.numbered(chance.randrange(10**9), rules.deck, len(rules.winds))
    match.deal(deal)
    cards = []
    while not match.rows:
        cards.append(chance.choice(match.legal()))
        match.play(cards[-1])
    return deal.pbn, cards


def test_three_hands_of_twelve_are_dealt_from_the_seed_and_verified(
    capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    assert main(["deal", "--seed", SEED, "--ruleset", "king_three", "--format", "pbn"]) == 0
    path = tmp_path / "three.pbn"
    path.write_bytes(capfdbinary.readouterr().out)
    assert main(["verify", "--seed", SEED, str(path)]) == 0
    result = json.loads(capfdbinary.readouterr().out)
    assert result["boards"] == {"checked": 12, "agree": True, "first_difference": None}
    assert (result["document"]["deck"], result["document"]["players"]) == (36, 3)


def test_a_deal_of_three_has_its_number(capsys: pytest.CaptureFixture[str]) -> None:
    result = answer(capsys, "deal", "--index", "0", "--ruleset", "king_three")
    assert result["deal"] == "N:AKQJT9876.AKQ.. .JT9876.AKQJT9. ..876.AKQJT9876 ..."


def test_a_hand_of_three_is_judged_by_its_tricks_of_three(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    deal, cards = hand_played("king_three", random.Random(4))
    path = tmp_path / "hand.json"
    path.write_text(json.dumps({"ruleset": "king_three", "hand": 1, "deal": deal, "cards": cards}))
    result = answer(capsys, "play", str(path))
    assert result["illegal"] == result["problems"] == []
    assert set(result["units"]) == {"N", "E", "S"}
    assert sum(result["units"].values()) == 12
    assert {len(trick["cards"]) for trick in result["tricks"]} == {3}
    four = {"ruleset": "king_three", "hand": 1, "deal": Deal.numbered(0, 36).pbn, "cards": cards}
    path.write_text(json.dumps(four))
    assert main(["play", str(path)]) == 2
    assert "a deal of the 36 cards of king_three to N E S" in capsys.readouterr().err


def test_all_at_once_is_counted_for_each_of_its_units(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    deal, cards = hand_played("russian", random.Random(5))
    path = tmp_path / "hand.json"
    document = {"ruleset": "russian", "hand": 7, "deal": deal, "leader": "E", "cards": cards}
    path.write_text(json.dumps(document | {"settings": {"restricted_lead": "free"}}))
    assert main(["play", str(path)]) in (0, 1)
    result = json.loads(capsys.readouterr().out)
    assert result["contract"] == "V+C+H+M+2U+K"
    assert {code: sum(units.values()) for code, units in result["units"].items()} == {
        "V": 8,
        "C": 8,
        "H": 8,
        "M": 4,
        "2U": 2,
        "K": 1,
    }
