"""Command ``king deal``: its JSON, its formats, its refusals."""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path
from typing import Any

import pytest

from king.__main__ import main
from king.boards import bare_document
from king.cards import WINDS, Deal
from king.dealing import BoardFilter, Document, deal_board, seed_sha256
from king.reading import Node
from king.rulesets import RULESETS, find_ruleset

SEED = bytes(range(32))
D = 53_644_737_765_488_792_839_237_440_000
BASE = ["deal", "--ruleset", "lab12", "--seed", SEED.hex()]

Capture = pytest.CaptureFixture[str]


def answer(capsys: Capture, *arguments: str) -> Any:
    assert main(list(arguments)) == 0
    return json.loads(capsys.readouterr().out)


def refusal(capsys: Capture, *arguments: str) -> str:
    """Return the single line on standard error of a call that is refused with exit status 2."""
    try:
        status = main(list(arguments))
    except SystemExit as stopped:
        status = stopped.code  # argparse exits by itself
    captured = capsys.readouterr()
    assert (status, captured.out) == (2, "")
    assert captured.err.count("\n") == 1
    return captured.err


def test_a_round_is_its_twelve_boards_with_contract_dealer_number_and_deal(capsys: Capture) -> None:
    result = answer(capsys, *BASE, "--round", "2")
    assert list(result) == ["seed_sha256", "commitment", "rounds"]
    assert result["seed_sha256"] == hashlib.sha256(SEED).hexdigest()
    (only,) = result["rounds"]
    assert only["round"] == 2
    assert [board["board"] for board in only["boards"]] == list(range(1, 13))
    assert [board["dealer"] for board in only["boards"]] == list("NESW" * 3)
    assert [board["contract"] for board in only["boards"]][:3] == ["KJ", "Q", "KH"]
    for board in only["boards"]:
        deal = deal_board(SEED, "", 2, board["board"])
        assert (board["deal"], board["number"]) == (deal.pbn, str(deal.number))


def test_the_same_call_always_gives_the_same_answer(capsys: Capture) -> None:
    assert answer(capsys, *BASE, "--round", "1-3") == answer(capsys, *BASE, "--round", "1-3")


def test_several_rounds_and_one_board_of_each(capsys: Capture) -> None:
    result = answer(capsys, *BASE, "--round", "2-4", "--board", "7")
    assert [entry["round"] for entry in result["rounds"]] == [2, 3, 4]
    assert [[board["board"] for board in entry["boards"]] for entry in result["rounds"]] == [
        [7]
    ] * 3


def test_the_commitment_is_that_of_the_bare_document(capsys: Capture) -> None:
    result = answer(capsys, *BASE, "--round", "1-2")
    assert (
        result["commitment"]
        == bare_document(find_ruleset("lab12"), (1, 2), seed_sha256(SEED)).commitment
    )


def test_without_a_seed_a_fresh_one_is_printed_with_its_document(capsys: Capture) -> None:
    first, second = (answer(capsys, "deal", "--ruleset", "lab12", "--round", "1") for _ in range(2))
    assert first["seed"] != second["seed"]
    document = Document.read(Node(first["document"], "answer", ""))
    assert document.opens(bytes.fromhex(first["seed"]))
    assert document.commitment == first["commitment"]
    again = answer(capsys, "deal", "--ruleset", "lab12", "--round", "1", "--seed", first["seed"])
    assert again["rounds"] == first["rounds"]


def test_a_fresh_seed_of_a_format_without_room_for_it_is_told_beside(capsys: Capture) -> None:
    assert main(["deal", "--ruleset", "lab12", "--round", "1", "--format", "line"]) == 0
    captured = capsys.readouterr()
    seed = captured.err.split("seed ")[1][:64]
    assert captured.out.splitlines()[0] == deal_board(bytes.fromhex(seed), "", 1, 1).pbn


def test_the_domino_board_of_the_thirteen_hands_is_filtered(capsys: Capture) -> None:
    base = ["deal", "--ruleset", "lab13", "--seed", SEED.hex(), "--round", "1-40", "--board", "8"]
    for entry in answer(capsys, *base)["rounds"]:
        (board,) = entry["boards"]
        assert board["contract"] == "DOM"
        deal = Deal.parse_pbn(board["deal"])
        assert all(deal.extremes(wind) <= 3 for wind in WINDS)


@pytest.mark.parametrize("code", sorted(RULESETS))
def test_every_system_has_a_board_for_each_hand(capsys: Capture, code: str) -> None:
    result = answer(capsys, "deal", "--ruleset", code, "--seed", SEED.hex(), "--round", "1")
    ruleset = find_ruleset(code)
    boards = result["rounds"][0]["boards"]
    assert len(boards) == ruleset.schedule(ruleset.configure({}))[-1].board
    assert {Deal.parse_pbn(board["deal"]).size for board in boards} == {ruleset.deck}


def test_the_datum_changes_every_board_but_not_the_commitment(capsys: Capture) -> None:
    without, with_datum = answer(capsys, *BASE), answer(capsys, *BASE, "--datum", "41 7 88 è")
    assert without["commitment"] == with_datum["commitment"]
    pairs = zip(without["rounds"][0]["boards"], with_datum["rounds"][0]["boards"], strict=True)
    assert all(one["deal"] != other["deal"] for one, other in pairs)
    assert with_datum["rounds"][0]["boards"][0]["deal"] == deal_board(SEED, "41 7 88 è", 1, 1).pbn


def test_a_published_document_gives_event_rounds_and_filter(
    capsys: Capture, tmp_path: Path
) -> None:
    document = Document(
        "lab13",
        (2, 5),
        13,
        seed_sha256(SEED),
        "Coppa",
        "2026-11-20",
        BoardFilter("DOM", (8,), 2),
        "Lotto, Genova",
    )
    path = tmp_path / "document.json"
    path.write_text(json.dumps(document.as_json(), indent=2))
    arguments = ["deal", "--document", str(path), "--seed", SEED.hex(), "--datum", "7"]
    result = answer(capsys, *arguments)
    assert result["commitment"] == document.commitment
    assert [entry["round"] for entry in result["rounds"]] == [2, 5]
    deal = Deal.parse_pbn(result["rounds"][1]["boards"][7]["deal"])
    assert [deal.extremes(wind) for wind in WINDS] == [2, 2, 2, 2]
    assert main([*arguments, "--format", "pbn"]) == 0
    assert '[Event "Coppa"]' in capsys.readouterr().out


def test_a_document_that_announces_a_datum_is_not_dealt_without_it(
    capsys: Capture, tmp_path: Path
) -> None:
    """Other boards than those that were played would be dealt without the datum."""
    path = tmp_path / "document.json"
    announced = bare_document(find_ruleset("lab12"), (1,), seed_sha256(SEED), datum="Lotto, Genova")
    path.write_text(json.dumps(announced.as_json()))
    arguments = ["deal", "--document", str(path), "--seed", SEED.hex()]
    assert "announces a public datum, and its value is needed to deal: Lotto, Genova" in refusal(
        capsys, *arguments
    )
    result = answer(capsys, *arguments, "--datum", "41 7")
    assert result["rounds"][0]["boards"][0]["deal"] == deal_board(SEED, "41 7", 1, 1).pbn


def test_a_value_that_is_not_the_one_a_document_carries_the_hash_of_is_refused(
    capsys: Capture, tmp_path: Path
) -> None:
    # The SHA-256 of "41 7", by sha256sum.
    digest = "66e60fab9fa9006ff0adc21089b1ae7e12015552c098da6d54e42d8f98faadb8"
    path = tmp_path / "document.json"
    known = bare_document(
        find_ruleset("lab12"),
        (1,),
        seed_sha256(SEED),
        datum="The arbiter's number",
        datum_sha256=digest,
    )
    path.write_text(json.dumps(known.as_json()))
    arguments = ["deal", "--document", str(path), "--seed", SEED.hex(), "--datum"]
    assert answer(capsys, *arguments, "41 7")["commitment"] == known.commitment
    assert f"does not match the SHA-256 in the document: {digest}" in refusal(
        capsys, *arguments, "41 8"
    )
    path.write_text(json.dumps(known.as_json() | {"datum_sha256": "41 7"}))
    assert "datum_sha256: expected a SHA-256 of 64 hex digits" in refusal(
        capsys, *arguments, "41 7"
    )


def test_a_document_without_the_datums_hash_has_the_commitment_that_it_always_had() -> None:
    text = (
        '{"algorithm":"king-deal-1","boards":12,"date":null,"datum":"Lotto","deck":52,"event":null,"filter":null,'
        '"rounds":[1],"ruleset":"lab12","seed_sha256":"' + hashlib.sha256(SEED).hexdigest() + '"}'
    )
    document = bare_document(find_ruleset("lab12"), (1,), seed_sha256(SEED), datum="Lotto")
    assert document.commitment == hashlib.sha256(text.encode()).hexdigest()
    with_hash = bare_document(
        find_ruleset("lab12"), (1,), seed_sha256(SEED), datum="Lotto", datum_sha256="0" * 64
    )
    assert with_hash.canonical == text.replace(
        '"Lotto",', '"Lotto","datum_sha256":"' + "0" * 64 + '",'
    )


def test_a_document_may_count_its_rounds(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "document.json"
    path.write_text(
        json.dumps(
            {**bare_document(find_ruleset("lab12"), (1,), seed_sha256(SEED)).as_json(), "rounds": 3}
        )
    )
    result = answer(capsys, "deal", "--document", str(path), "--seed", SEED.hex())
    assert [entry["round"] for entry in result["rounds"]] == [1, 2, 3]


def test_a_document_of_another_seed_is_refused(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "document.json"
    path.write_text(
        json.dumps(bare_document(find_ruleset("lab12"), (1,), seed_sha256(bytes(32))).as_json())
    )
    assert "sealed with another seed" in refusal(capsys, *BASE, "--document", str(path))
    assert "needs the seed" in refusal(capsys, "deal", "--document", str(path))
    assert "the document covers the rounds 1" in refusal(
        capsys, "deal", "--document", str(path), "--seed", "00" * 32, "--round", "2"
    )
    assert "--ruleset: the document is for 'lab12'" in refusal(
        capsys, "deal", "--document", str(path), "--seed", "00" * 32, "--ruleset", "lab13"
    )


@pytest.mark.parametrize(("code", "size"), [("dup", 12 * 156), ("bri", 12 * 128)])
def test_binary_formats_come_as_bytes(
    capfdbinary: pytest.CaptureFixture[bytes], code: str, size: int
) -> None:
    assert main([*BASE, "--format", code]) == 0
    assert len(capfdbinary.readouterr().out) == size


def test_pbn_keeps_its_line_ends_and_its_encoding(
    capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    path = tmp_path / "document.json"
    document = bare_document(find_ruleset("lab12"), (1,), seed_sha256(SEED), event="Città")
    path.write_text(document.canonical, encoding="utf-8")
    assert main([*BASE, "--document", str(path), "--format", "pbn"]) == 0
    raw = capfdbinary.readouterr().out
    assert b'[Event "Citt\xe0"]\r\n' in raw
    assert raw.count(b"\n") == raw.count(b"\r\n")


# -- deals by number


def test_a_deal_by_its_number(capsys: Capture) -> None:
    assert answer(capsys, "deal", "--index", "0") == {"number": "0", "deal": Deal.numbered(0).pbn}
    assert answer(capsys, "deal", "--index", str(D - 1))["deal"].startswith(
        "N:...AKQJT98765432 ..AKQJT98765432. "
    )
    result = answer(capsys, "deal", "--index", "0", "--ruleset", "fr32")
    assert result["deal"] == "N:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987"


def test_many_deals_by_their_numbers_one_a_line(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = [0, D - 1, 10**28, 7]
    text = "\n".join(map(str, numbers)) + "\n\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["deal", "--index", "-", "--format", "line"]) == 0
    assert capsys.readouterr().out.splitlines() == [Deal.numbered(number).pbn for number in numbers]


def test_a_line_that_is_no_number_stops_everything(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"1\n2\nthree\n")))
    error = refusal(capsys, "deal", "--index", "-", "--format", "line")
    assert (
        error
        == f"king deal: standard input: line 3: expected the number of a deal, 0 to {D - 1}; found 'three'\n"
    )


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--seed", "ab"], "seed: expected 64 hex digits (256 bits), found 2 characters"),
        (["--seed", "g" * 64], "seed: expected 64 hex digits"),
        (["--round", "0"], "--round: expected rounds from 1 to 99"),
        (["--round", "3-2"], "the first not after the last; found '3-2'"),
        (
            ["--round", "1-"],
            "--round: expected a round such as 2, or rounds such as 2-4; found '1-'",
        ),
        (["--round", "100"], "--round: expected rounds from 1 to 99"),
        (["--board", "0"], "--board: expected the number of a board"),
        (["--board", "13"], "board 13: expected 1 to 12"),
        (["--board", "x"], "--board: expected the number of a board, from 1 on; found 'x'"),
        (["--format", "doc"], "invalid choice: 'doc'"),
        (["--ruleset", "lab99"], "ruleset: expected one of lab12"),
        (["--datum", "\udcff"], "--datum: expected text in UTF-8"),
        (["--document", "/nowhere.json"], "/nowhere.json: cannot be opened"),
        (["--index", "1"], "--index: a deal by its number has no --seed"),
        (["--format", "dup", "--round", "1-2"], "DUP holds the boards of one round"),
    ],
)
def test_what_cannot_be_read_is_said_in_one_line(
    capsys: Capture, arguments: list[str], expected: str
) -> None:
    assert expected in refusal(capsys, *BASE, *arguments)


@pytest.mark.parametrize("index", [str(D), "-1", "1.5", "x", "", "9" * 5000, "٣"])
def test_a_number_that_no_deal_has_is_refused(capsys: Capture, index: str) -> None:
    assert f"--index: expected the number of a deal, 0 to {D - 1}" in refusal(
        capsys, "deal", f"--index={index}"
    )


def test_a_system_has_to_be_named(capsys: Capture) -> None:
    assert "--ruleset: expected the code of a rule system" in refusal(
        capsys, "deal", "--round", "1"
    )
