"""Commands ``king deal`` and ``king verify`` with a document that announces spares."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from king.__main__ import main
from king.boards import bare_document
from king.dealing import deal_board, seed_sha256
from king.rulesets import find_ruleset

SEED = bytes(range(32))
DOCUMENT = bare_document(
    find_ruleset("lab12"), (1,), seed_sha256(SEED), event="Torneo", date="2026-11-20", spares=2
)


@pytest.fixture
def document(tmp_path: Path) -> str:
    path = tmp_path / "document.json"
    path.write_text(json.dumps(DOCUMENT.as_json()), encoding="utf-8")
    return str(path)


def boards(document: str, tmp_path: Path, capfdbinary: Any, **changed: str) -> str:
    """PBN of the round in which board 5 has the cards of spare 13, optionally with the tag that
    says so.
    """
    assert main(["deal", "--seed", SEED.hex(), "--document", document, "--format", "pbn"]) == 0
    text = capfdbinary.readouterr().out.decode("iso-8859-1")
    deal, spare = deal_board(SEED, "", 1, 5).pbn, deal_board(SEED, "", 1, 13).pbn
    assert text.count(deal) == 1
    text = text.replace(f'[Deal "{deal}"]', f'[Deal "{spare}"]' + changed.get("tag", ""))
    path = tmp_path / "boards.pbn"
    path.write_bytes(text.encode("iso-8859-1"))
    return str(path)


def verified(capfdbinary: Any, *arguments: str) -> tuple[int, Any]:
    status = main(["verify", "--seed", SEED.hex(), *arguments])
    return status, json.loads(capfdbinary.readouterr().out)


def test_the_spare_of_a_sealed_round_can_be_dealt_by_its_number(document: str, capsys: Any) -> None:
    for number in (13, 14):
        assert (
            main(["deal", "--seed", SEED.hex(), "--document", document, "--board", str(number)])
            == 0
        )
        (board,) = json.loads(capsys.readouterr().out)["rounds"][0]["boards"]
        assert (board["board"], board["contract"]) == (number, None)
        assert board["deal"] == deal_board(SEED, "", 1, number).pbn
    assert main(["deal", "--seed", SEED.hex(), "--document", document, "--board", "15"]) == 2
    assert "expected 1 to 14" in capsys.readouterr().err


def test_a_replaced_board_agrees_where_the_file_names_its_spare(
    document: str, tmp_path: Path, capfdbinary: Any
) -> None:
    file = boards(document, tmp_path, capfdbinary, tag='\r\n[KingSpare "13"]')
    status, result = verified(capfdbinary, "--commitment", DOCUMENT.commitment, file)
    assert (status, result["opens"], result["boards"]["agree"]) == (0, True, True)
    assert [(note["code"], note["board"]) for note in result["notes"]] == [("spare", 5)]
    assert result["notes"][0]["message"].endswith("Spare 13 took the place of board 5")


def test_a_replaced_board_that_says_nothing_is_told_for_what_it_is(
    document: str, tmp_path: Path, capfdbinary: Any
) -> None:
    status, result = verified(capfdbinary, boards(document, tmp_path, capfdbinary))
    assert status == 1
    assert result["boards"]["first_difference"]["spare"] == 13


def test_a_spare_that_was_not_announced_does_not_agree(
    document: str, tmp_path: Path, capfdbinary: Any
) -> None:
    status, result = verified(
        capfdbinary, boards(document, tmp_path, capfdbinary, tag='\r\n[KingSpare "15"]')
    )
    assert status == 1
    assert result["boards"]["first_difference"]["message"] == (
        "Partita 1, board 5: there is no spare 15, or it is already used"
    )
