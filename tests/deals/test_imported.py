"""A file of boards from elsewhere is checked as a whole: each problem has its line, and a file with
problems is not taken at all.
"""

from __future__ import annotations

import hashlib
import json
import random

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from deals.models import BoardSet
from deals.services import verify_set
from deals.transfer import BoardsPreview, import_file, preview_file, remark_line
from king.boards import DealtSet, bare_document, deal_boards
from king.dealing import seed_sha256
from king.notation import NOTATIONS, pbn
from king.rulesets import find_ruleset
from tests.deals.sealing import DATE

SEED = bytes(range(32))
LAB12 = find_ruleset("lab12")


def a_file(code: str = "lab12", rounds: tuple[int, ...] = (1,), event: str = "Torneo") -> str:
    """Text of a file as ``king deal`` writes it."""
    rules = find_ruleset(code)
    document = bare_document(rules, rounds, seed_sha256(SEED), event=event)
    boards = deal_boards(rules, document, SEED, "", rounds)
    return pbn.write(DealtSet(boards, document.event, None, None, code, document)).decode(
        "iso-8859-1"
    )


def boards_in(notation: str, code: str = "lab12") -> bytes:
    rules = find_ruleset(code)
    document = bare_document(rules, (1,), seed_sha256(SEED))
    return NOTATIONS[notation].write(DealtSet(deal_boards(rules, document, SEED, "", (1,))))


def preview(text: str | bytes, code: str = "lab12", round_number: int = 1) -> BoardsPreview:
    raw = text if isinstance(text, bytes) else text.encode("iso-8859-1")
    rules = find_ruleset(code)
    return preview_file(raw=raw, ruleset=rules, settings=rules.defaults, round_number=round_number)


def problems(file_preview: BoardsPreview) -> list[str]:
    assert file_preview.boards == ()
    with translation.override("en"):
        return [remark_line(remark) for remark in file_preview.problems]


def line_of(text: str, start: str, occurrence: int = 0) -> int:
    """Number of the line that starts with this text."""
    return [number for number, line in enumerate(text.split("\r\n"), 1) if line.startswith(start)][
        occurrence
    ]


def changed(text: str, old: str, new: str) -> str:
    assert text.count(old) >= 1
    return text.replace(old, new, 1)


def test_a_file_of_ours_is_taken_whole_with_the_plans_contracts_and_dealers() -> None:
    file_preview = preview(a_file())
    assert (file_preview.problems, file_preview.numbers) == ((), (*range(1, 13),))
    contracts = ("KJ", "Q", "KH", "8D", "NC", "MIS", "U2", "D", "D", "D", "D", "SA")
    assert [(board.contract, board.dealer) for board in file_preview.boards] == [
        *zip(contracts, "NESW" * 3, strict=True)
    ]
    rules = find_ruleset("lab12")
    dealt = deal_boards(rules, bare_document(rules, (1,), seed_sha256(SEED)), SEED, "", (1,))
    assert [board.deal for board in file_preview.boards] == [board.deal for board in dealt]


def test_of_a_file_with_several_rounds_the_partitas_own_are_taken() -> None:
    text = a_file(rounds=(1, 2))
    first, second = preview(text), preview(text, round_number=2)
    assert first.problems == second.problems == ()
    assert [board.deal for board in first.boards] != [board.deal for board in second.boards]
    assert problems(preview(text, round_number=3)) == [
        f"Line {line_of(text, '[Deal ', -1)}: The file has no board of partita 3"
    ]


@pytest.mark.parametrize("notation", ["dlm", "dup", "bri", "lin", "line"])
def test_a_machines_file_is_the_same_boards_as_pbn(notation: str) -> None:
    file_preview = preview(boards_in(notation))
    assert file_preview.problems == ()
    assert file_preview.boards == preview(a_file()).boards
    with translation.override("en"):
        assert (
            "The file gives neither the round nor the hand of a board: only its number counts"
            in [remark_line(note) for note in file_preview.notes]
        )


@pytest.mark.parametrize("notation", ["dlm", "dup", "bri", "lin"])
def test_a_game_with_fewer_cards_is_told_once_that_the_notation_cannot_hold_it(
    notation: str,
) -> None:
    assert problems(preview(boards_in(notation), "fr32")) == [
        f"{notation.upper()} holds deals of 52 cards only; this game has 32: take PBN"
    ]


def test_a_bri_file_with_a_board_too_few_and_a_board_too_many_says_so() -> None:
    raw = boards_in("bri")
    assert problems(preview(raw[:-128])) == ["These boards are missing: 12"]
    assert problems(preview(raw + raw[:128])) == ["There is no board 13: the match has 12 boards"]


def test_boards_without_numbers_are_taken_in_their_order_with_a_note() -> None:
    text = "\r\n".join(line for line in a_file().split("\r\n") if not line.startswith("[Board "))
    file_preview = preview(text)
    assert (file_preview.problems, file_preview.boards) == ((), preview(a_file()).boards)
    with translation.override("en"):
        assert remark_line(file_preview.notes[0]) == (
            f"Line {line_of(text, '[Event ')}: The boards have no numbers: they are counted from 1, "
            "in the order of the file"
        )


def test_the_boards_of_both_rooms_are_taken_once() -> None:
    file_preview = preview(a_file() + "\r\n" + a_file())
    assert (file_preview.problems, file_preview.boards) == ((), preview(a_file()).boards)
    assert [note.code for note in file_preview.notes] == ["same_board"]


@pytest.mark.django_db
def test_a_problem_without_a_line_is_refused_as_it_is_said() -> None:
    file_preview = preview(boards_in("bri")[:-1])
    with translation.override("en"), pytest.raises(ValidationError) as refused:
        import_file(preview=file_preview, event="Giovedì", date=DATE, author=None)
    with translation.override("en"):
        assert [str(message) for message in refused.value.messages] == [
            "BRI has 128 bytes for each board; the last one here has 127"
        ]


@pytest.mark.django_db
def test_imported_boards_are_sealed_under_a_hash_and_not_yet_printed() -> None:
    file_preview = preview(a_file())
    board_set = import_file(preview=file_preview, event="Giovedì", date=DATE, author=None)
    assert (board_set.state, board_set.seed) == (BoardSet.State.SEALED, "")
    # An unsalted hash of the file would confirm a guess at its contents.
    raw = a_file().encode()
    assert hashlib.sha256(raw).hexdigest() not in json.dumps(board_set.document)
    text = [
        [row.number, row.contract or None, row.dealer, row.deal.pbn]
        for row in board_set.boards.order_by("number")
    ]
    content = json.dumps(text, ensure_ascii=False, separators=(",", ":")).encode()
    salted = hashlib.sha256(bytes.fromhex(board_set.salt) + content).hexdigest()
    assert board_set.document["salted_boards_sha256"] == salted
    check = verify_set(board_set)
    assert (check.holds, check.typed) == (True, (*range(1, 13),))
    assert {board.origin for board in board_set.boards.all()} == {"imported"}


@pytest.mark.django_db
def test_with_a_single_problem_nothing_is_stored_and_all_are_said() -> None:
    text = changed(changed(a_file(), '[Board "3"]', '[Board "2"]'), '[Dealer "N"]', '[Dealer "X"]')
    with translation.override("en"), pytest.raises(ValidationError) as refused:
        import_file(preview=preview(text), event="Giovedì", date=DATE, author=None)
    with translation.override("en"):
        messages = [str(message) for message in refused.value.messages]
    assert messages[0] == f"Line {line_of(text, '[Dealer ')}: The dealer is N, E, S or W; found 'X'"
    assert messages[1].startswith(f"Line {line_of(text, '[Board ', 2)}: Board 2 appears twice")
    assert BoardSet.objects.count() == 0


# --- bad input: one sentence, with the line, for each problem


def test_fifty_one_cards() -> None:
    text = a_file()
    deal = text.split('[Deal "')[1].split('"')[0]
    short = changed(text, deal, deal[:-1])
    lines = problems(preview(short))
    assert len(lines) == 2
    assert all(line.startswith(f"Line {line_of(short, '[Deal ')}: ") for line in lines)
    assert lines[0].endswith("is missing: nobody holds it")
    assert lines[1].endswith("West holds 12 cards instead of 13")


def test_two_aces_of_spades() -> None:
    text = a_file()
    deal = text.split('[Deal "')[1].split('"')[0]
    hands = deal.removeprefix("N:").split()
    place = next(i for i, hand in enumerate(hands) if "A" not in hand.split(".")[0])
    suits = hands[place].split(".")
    full = next(i for i, suit in enumerate(suits) if suit and i)
    suits[0], suits[full] = "A" + suits[0], suits[full][:-1]
    hands[place] = ".".join(suits)
    wrong = changed(text, deal, "N:" + " ".join(hands))
    lines = problems(preview(wrong))
    assert lines[0].startswith(f"Line {line_of(wrong, '[Deal ')}: ♠A appears twice: ")
    assert len(lines) == 2


def test_an_unknown_tag_is_a_note_and_no_problem() -> None:
    text = changed(a_file(), '[Board "1"]', '[Weather "rain"]\r\n[Board "1"]')
    file_preview = preview(text)
    assert (file_preview.problems, len(file_preview.boards)) == ((), 12)
    with translation.override("en"):
        assert remark_line(file_preview.notes[0]) == (
            f"Line {line_of(text, '[Weather ')}: The tag Weather is unknown; it is skipped"
        )


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (a_file().encode("utf-16"), None),
        (a_file(event="Città di Genova").encode("utf-8"), None),
        (
            a_file().encode("utf-16-le"),
            "Line 1: The file contains NUL bytes, so it is not a text of boards",
        ),
        (
            b"\xef\xbb\xbf" + b'[Board "1"]\n\xff\xfe',
            "Line 2: The file begins as UTF-8, but the rest is not",
        ),
        (
            b"\xff\xfe" + a_file().encode("utf-16-le")[:-1],
            "The file begins as UTF-16-LE, but the rest is not",
        ),
    ],
)
def test_another_encoding_is_read_where_it_says_what_it_is_and_named_where_it_does_not(
    raw: bytes, sentence: str | None
) -> None:
    file_preview = preview(raw)
    if sentence is None:
        assert (file_preview.problems, len(file_preview.boards)) == ((), 12)
        assert file_preview.notes[0].code == "encoding"
    else:
        assert sentence in problems(file_preview)[0]


def test_a_board_number_twice() -> None:
    text = changed(a_file(), '[Board "5"]', '[Board "4"]')
    first, second = line_of(text, '[Board "4"]'), line_of(text, '[Board "4"]', 1)
    assert problems(preview(text)) == [
        f"Line {second}: Board 4 appears twice; the first is on line {first}"
    ]


@pytest.mark.parametrize("kind", ["bytes", "letters", "tags", "one line"])
def test_ten_megabytes_of_noise_are_not_read(kind: str) -> None:
    size = 10 * 1024 * 1024
    chance = random.Random(7)
    noise = {
        "bytes": chance.randbytes(size),
        "letters": (b"lorem ipsum dolor sit amet " * (size // 27 + 1))[:size],
        "tags": (b'[Board "1"]\n[Deal "N:... ... ... ..."]\n\n' * (size // 41 + 1))[:size],
        "one line": b"[" * size,
    }[kind]
    file_preview = preview(noise)
    assert problems(file_preview)[0].startswith("Line 1: The file is larger than 4 MB")


@pytest.mark.parametrize("raw", [b"", b"\n\n", b"% PBN 2.1\n", b"Buonasera, ecco le smazzate"])
def test_a_file_without_boards_says_so(raw: bytes) -> None:
    assert len(problems(preview(raw))) == 1


def test_boards_that_are_missing_or_too_many_are_named() -> None:
    text = a_file()
    without = "\r\n".join(text.split("\r\n")[: line_of(text, '[Board "12"]') - 4])
    last = line_of(without, "[Deal ", -1)
    assert problems(preview(without)) == [f"Line {last}: These boards are missing: 12"]
    thirteen = a_file("lab13")
    lines = problems(preview(thirteen))
    assert (
        f"Line {line_of(thirteen, '[Deal ', -1)}: There is no board 13: the match has 12 boards"
        in lines
    )
    assert any(line.endswith("Board 8 is for the hand DOM; here hand 8 is D") for line in lines)


def test_the_short_deck_is_not_taken_for_a_game_of_52_cards() -> None:
    lines = problems(preview(a_file("fr32")))
    assert any(line.endswith("Board 1 has 32 cards; the game is played with 52") for line in lines)


def test_a_board_there_with_and_without_its_round_is_named() -> None:
    deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    text = a_file() + f'\r\n[Board "3"]\r\n[Deal "{deal}"]'
    assert problems(preview(text)) == [
        f"Line {line_of(text, '[Deal ', -1)}: Board 3 appears both with and without its round"
    ]


def test_another_dealer_is_only_noted_because_the_cards_are_what_is_taken() -> None:
    text = changed(a_file(), '[Dealer "N"]', '[Dealer "S"]')
    file_preview = preview(text)
    assert file_preview.problems == ()
    assert file_preview.boards[0].dealer == "N"
    assert [note.code for note in file_preview.notes] == ["dealer"]
