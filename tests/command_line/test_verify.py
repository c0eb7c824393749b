"""Command ``king verify`` opens a commitment and names boards that were dealt otherwise."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from king.__main__ import main
from king.boards import bare_document
from king.cards import Deal, Wind
from king.dealing import Document, seed_sha256
from king.rulesets import RULESETS, find_ruleset

SEED = bytes(range(32))
OTHER = "ff" * 32
LAB12 = find_ruleset("lab12")

Capture = pytest.CaptureFixture[str]
Binary = pytest.CaptureFixture[bytes]


def verify(capsys: Any, *arguments: str) -> tuple[int, Any]:
    status = main(["verify", "--seed", SEED.hex(), *arguments])
    return status, json.loads(capsys.readouterr().out)


def refusal(capsys: Any, *arguments: str) -> str:
    assert main(["verify", *arguments]) == 2
    captured = capsys.readouterr()
    assert not captured.out
    assert captured.err.count("\n" if isinstance(captured.err, str) else b"\n") == 1
    return captured.err if isinstance(captured.err, str) else captured.err.decode()


@pytest.fixture
def boards(tmp_path: Path, capfdbinary: Binary) -> Any:
    """Write the file of ``king deal`` with these options, as PBN by default; return its path."""

    def write(*arguments: str, notation: str = "pbn") -> Path:
        assert main(["deal", "--seed", SEED.hex(), "--format", notation, *arguments]) == 0
        path = tmp_path / f"boards.{notation}"
        path.write_bytes(capfdbinary.readouterr().out)
        return path

    return write


def commitment(capsys: Any, *arguments: str) -> str:
    assert main(["deal", "--seed", SEED.hex(), *arguments]) == 0
    return str(json.loads(capsys.readouterr().out)["commitment"])


@pytest.mark.parametrize("rounds", ["1", "3", "2-4", "1-20"])
@pytest.mark.parametrize("ruleset", ["lab12", "lab13"])
def test_seed_and_commitment_alone_are_enough(capsys: Capture, ruleset: str, rounds: str) -> None:
    published = commitment(capsys, "--ruleset", ruleset, "--round", rounds)
    status, result = verify(capsys, "--commitment", published)
    assert (status, result["opens"], result["by"], result["boards"]) == (
        0,
        True,
        "bare_document",
        None,
    )
    assert result["document"]["ruleset"] == ruleset
    assert result["problems"] == []


def test_rounds_beyond_those_tried_have_to_be_named(capsys: Capture) -> None:
    published = commitment(capsys, "--ruleset", "lab12", "--round", "31-40")
    assert verify(capsys, "--commitment", published)[0] == 1
    assert verify(capsys, "--commitment", published, "--round", "31-40")[0] == 0


def test_another_seed_does_not_open_the_commitment(capsys: Capture) -> None:
    published = commitment(capsys, "--ruleset", "lab12", "--round", "1")
    assert main(["verify", "--seed", OTHER, "--commitment", published]) == 1
    result = json.loads(capsys.readouterr().out)
    assert result["opens"] is False
    assert "matches no bare document with this commitment" in result["problems"][0]["message"]


def test_the_hash_of_the_seed_itself_is_a_commitment_too(capsys: Capture) -> None:
    status, result = verify(capsys, "--commitment", seed_sha256(SEED).upper())
    assert (status, result["opens"], result["by"]) == (0, True, "seed_sha256")


def test_a_document_is_opened_by_its_seed_and_commitment(capsys: Capture, tmp_path: Path) -> None:
    document = bare_document(LAB12, (2,), seed_sha256(SEED), event="Coppa", datum="Lotto")
    path = tmp_path / "document.json"
    path.write_text(json.dumps(document.as_json(), indent=1))
    status, result = verify(capsys, "--commitment", document.commitment, "--document", str(path))
    assert (status, result["opens"], result["by"]) == (0, True, "document")
    status, result = verify(capsys, "--document", str(path))
    assert (status, result["opens"]) == (0, True)
    status, result = verify(capsys, "--commitment", "0" * 64, "--document", str(path))
    assert (status, result["opens"]) == (1, False)
    assert result["problems"][0]["message"] == (
        f"The commitment of the document is {document.commitment}, not {'0' * 64}"
    )
    assert main(["verify", "--seed", OTHER, "--document", str(path)]) == 1
    assert (
        "sealed with another seed" in json.loads(capsys.readouterr().out)["problems"][0]["message"]
    )


@pytest.mark.parametrize(
    "options",
    [
        ["--ruleset", "lab12", "--round", "2"],
        ["--ruleset", "lab13", "--round", "1-3"],
        ["--ruleset", "lab12", "--round", "4", "--board", "9"],
        ["--ruleset", "lab13", "--round", "2", "--datum", "41 7 88"],
    ],
)
def test_the_boards_of_the_seed_agree(boards: Any, capfdbinary: Binary, options: list[str]) -> None:
    path = boards(*options)
    published = commitment(capfdbinary, *options)
    datum = options[4:] if "--datum" in options else []
    status, result = verify(capfdbinary, "--commitment", published, *datum, str(path))
    assert (status, result["opens"], result["by"]) == (0, True, "document")
    assert result["boards"]["agree"] is True
    assert result["boards"]["first_difference"] is None
    assert result["boards"]["checked"] == path.read_bytes().count(b"[Board ")


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_every_system_verifies_what_it_deals(
    boards: Any, capfdbinary: Binary, ruleset: str
) -> None:
    path = boards("--ruleset", ruleset, "--round", "2")
    published = commitment(capfdbinary, "--ruleset", ruleset, "--round", "2")
    status, result = verify(capfdbinary, "--commitment", published, str(path))
    assert (status, result["opens"], result["boards"]["agree"]) == (0, True, True)


def test_without_our_own_lines_round_and_filter_are_found_by_trying(
    boards: Any, capfdbinary: Binary
) -> None:
    path = boards("--ruleset", "lab13", "--round", "7")
    lines = path.read_bytes().split(b"\r\n")
    path.write_bytes(b"\r\n".join(line for line in lines if b"King" not in line))
    status, result = verify(capfdbinary, str(path))
    assert (status, result["opens"]) == (0, None)
    assert result["boards"] == {"checked": 13, "agree": True, "first_difference": None}
    assert verify(capfdbinary, "--round", "7", "--ruleset", "lab13", str(path))[0] == 0
    status, result = verify(capfdbinary, "--round", "6", "--ruleset", "lab13", str(path))
    assert (status, result["boards"]["first_difference"]["round"]) == (1, 6)


def test_two_cards_changed_name_board_wind_and_cards(boards: Any, capfdbinary: Binary) -> None:
    path = boards("--ruleset", "lab12", "--round", "2")
    deal = Deal.parse_pbn(
        path.read_text("latin-1").split('[Board "5"]')[1].split('[Deal "')[1].split('"')[0]
    )
    mine, yours = deal.hand(Wind.E)[3], deal.hand(Wind.S)[7]
    hands = dict(deal.hands)
    hands[Wind.E] = hands[Wind.E] - {mine} | {yours}
    hands[Wind.S] = hands[Wind.S] - {yours} | {mine}
    path.write_bytes(path.read_bytes().replace(deal.pbn.encode(), Deal.of(hands).pbn.encode()))
    published = commitment(capfdbinary, "--ruleset", "lab12", "--round", "2")
    status, result = verify(capfdbinary, "--commitment", published, str(path))
    assert (status, result["opens"], result["boards"]["agree"]) == (1, True, False)
    assert result["boards"]["first_difference"] == {
        "round": 2,
        "board": 5,
        "wind": "E",
        "dealt": [str(mine)],
        "found": [str(yours)],
        "message": f"Partita 2, board 5, E: the seed deals {mine}, here it is {yours}",
    }


def test_boards_of_another_seed_differ_from_the_first(boards: Any, capfdbinary: Binary) -> None:
    path = boards("--ruleset", "lab12", "--round", "1")
    assert main(["verify", "--seed", OTHER, str(path)]) == 1
    result = json.loads(capfdbinary.readouterr().out)
    assert (result["opens"], result["boards"]["agree"]) == (False, False)
    assert result["boards"]["first_difference"]["board"] == 1


def test_a_forged_document_in_the_file_does_not_hide_the_published_one(
    boards: Any, capfdbinary: Binary
) -> None:
    path = boards("--ruleset", "lab12", "--round", "1")
    published = commitment(capfdbinary, "--ruleset", "lab12", "--round", "1")
    path.write_bytes(path.read_bytes().replace(b'"event":null', b'"event":"x"'))
    status, result = verify(capfdbinary, "--commitment", published, str(path))
    assert (status, result["by"], result["boards"]["agree"]) == (0, "bare_document", True)


def test_problems_of_the_file_are_in_the_answer(boards: Any, capfdbinary: Binary) -> None:
    path = boards("--ruleset", "lab12", "--round", "1")
    path.write_bytes(
        path.read_bytes()
        .replace(b'[Board "3"]', b'[Board "2"]')
        .replace(b'[Dealer "W"]', b'[Dealer "9"]')
    )
    status, result = verify(capfdbinary, str(path))
    assert status == 1
    assert [problem["code"] for problem in result["problems"]] == ["board_twice"] + [
        "dealer_unreadable"
    ] * 3
    assert all(problem["message"].startswith("line ") for problem in result["problems"])
    assert result["boards"]["agree"] is False


@pytest.mark.parametrize("notation", ["pbn", "dlm", "dup", "bri", "lin", "line"])
def test_boards_are_verified_in_every_notation_that_is_written(
    boards: Any, capfdbinary: Binary, notation: str
) -> None:
    options = ["--ruleset", "lab13", "--round", "2"]
    path = boards(*options, notation=notation)
    published = commitment(capfdbinary, *options)
    status, result = verify(capfdbinary, "--commitment", published, *options, str(path))
    assert (status, result["opens"], result["problems"]) == (0, True, [])
    assert result["boards"] == {"checked": 13, "agree": True, "first_difference": None}
    # Round and system are guessed if the file does not name them.
    status, result = verify(capfdbinary, str(path))
    assert (status, result["boards"]["agree"]) == (0, True)
    notes = {"dlm": [], "dup": [], "lin": [], "bri": ["numbered"], "line": ["numbered"], "pbn": []}
    assert {note["code"] for note in result["notes"]} == {
        *notes[notation],
        *([] if notation == "pbn" else ["numbers_alone"]),
    }


def test_boards_of_another_round_differ_in_every_notation(boards: Any, capfdbinary: Binary) -> None:
    for notation in ("dlm", "dup", "bri", "lin"):
        path = boards("--ruleset", "lab12", "--round", "3", notation=notation)
        status, result = verify(capfdbinary, "--ruleset", "lab12", "--round", "4", str(path))
        assert (status, result["boards"]["first_difference"]["board"]) == (1, 1)


def test_a_problem_of_a_file_without_lines_names_its_board(
    boards: Any, capfdbinary: Binary
) -> None:
    path = boards("--ruleset", "lab12", notation="bri")
    raw = path.read_bytes()
    path.write_bytes(raw[:128] + b"99" + raw[130:-1])
    status, result = verify(capfdbinary, str(path))
    assert status == 1
    assert result["problems"] == [
        {
            "code": "card_unreadable",
            "line": None,
            "board": 2,
            "message": "Board 2: '99' is not a card; cards go from 01 to 52",
        },
        {
            "code": "cut_off",
            "line": None,
            "message": "BRI has 128 bytes for each board; the last one here has 127",
        },
    ]


def test_encrypted_boards_are_refused_in_one_line(boards: Any, capfdbinary: Binary) -> None:
    path = boards("--ruleset", "lab12", notation="dlm")
    path.write_bytes(path.read_bytes().replace(b"Crypto key=0", b"Crypto key=17"))
    assert "boards.dlm: line 9: The boards of this DLM file are encrypted" in refusal(
        capfdbinary, "--seed", SEED.hex(), str(path)
    )


@pytest.mark.parametrize("content", [b"", b"noise\n" * 200, b"\0\1\2" * 99, b"x" * 5_000_000])
def test_a_file_that_is_no_pbn_is_refused_in_one_line(
    tmp_path: Path, capsys: Capture, content: bytes
) -> None:
    path = tmp_path / "noise.pbn"
    path.write_bytes(content)
    assert "noise.pbn: line " in refusal(capsys, "--seed", SEED.hex(), str(path))


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "expected --commitment, --document or a file of boards"),
        (["--commitment", "abc"], "--commitment: expected 64 hex digits, found 3 characters"),
        (["--commitment", "z" * 64], "--commitment: expected 64 hex digits"),
        (["/nowhere.pbn"], "/nowhere.pbn: cannot be opened"),
        (["--ruleset", "nope", "/nowhere.pbn"], "ruleset: expected one of"),
        (["--round", "0", "/nowhere.pbn"], "--round: expected rounds from 1 to 99"),
    ],
)
def test_what_cannot_be_read_is_said_in_one_line(
    capsys: Capture, arguments: list[str], expected: str
) -> None:
    assert expected in refusal(capsys, "--seed", SEED.hex(), *arguments)


def test_a_document_in_a_file_that_is_no_document_is_refused(
    boards: Any, capfdbinary: Binary
) -> None:
    path = boards("--ruleset", "lab12", "--round", "1")
    path.write_bytes(path.read_bytes().replace(b'{"algorithm"', b'{{"algorithm"'))
    assert "boards.pbn: expected JSON" in refusal(capfdbinary, "--seed", SEED.hex(), str(path))


def test_the_document_of_the_answer_is_the_one_that_opens(capsys: Capture) -> None:
    published = commitment(capsys, "--ruleset", "lab12", "--round", "1-2")
    _, result = verify(capsys, "--commitment", published)
    assert Document.parse(json.dumps(result["document"])).commitment == published
