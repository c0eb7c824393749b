"""Reading PBN: all boards, or all problems with their lines."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from king.boards import DealtBoard, DealtSet, bare_document
from king.cards import WINDS, Deal
from king.dealing import Document, seed_sha256
from king.notation.pbn import read, write
from king.rulesets import find_ruleset
from tests.king.deals import SORTED, deals, game, problems

DOCUMENT = bare_document(find_ruleset("lab12"), (1, 2), seed_sha256(bytes(32)), event="Città")


@given(st.lists(deals, min_size=1, max_size=6), st.sampled_from([None, "DOM", "KJ"]))
def test_what_is_written_is_read_back(dealt: list[Deal], contract: str | None) -> None:
    boards = tuple(
        DealtBoard(1 + place // 3, 1 + place % 3, contract, WINDS[place % 4], deal)
        for place, deal in enumerate(dealt)
    )
    file = read(write(DealtSet(boards, DOCUMENT.event, None, None, "lab12", DOCUMENT)))
    assert file.problems == file.notes == ()
    read_back = [
        DealtBoard(b.round_number, b.board, b.contract, b.dealer, b.deal) for b in file.boards
    ]
    assert tuple(read_back) == boards
    assert {board.ruleset for board in file.boards} == {"lab12"}
    assert file.document is not None
    assert Document.parse(file.document).commitment == DOCUMENT.commitment


def test_comments_sections_escapes_and_a_first_seat_are_understood() -> None:
    text = (
        '% PBN 2.1\n; a line of comment\n[Generator "x"]\n\n'
        '[Event "a \\"b\\""] [Board "4"] {a comment\nover [Deal "lines"]\n} [Dealer "w"] ; the rest\n'
        '[Deal "S:'
        + SORTED[2:]
        + '"]\n[Auction "N"]\nPass Pass [x] Pass\n[ScoreTable "Rank;Name"]\n1 "Rossi"\n'
    )
    file = read(text.encode())
    assert file.problems == file.notes == ()
    (board,) = file.boards
    assert (board.board, board.dealer, board.line) == (4, "W", 8)
    assert board.deal.suit(WINDS[2], board.deal.deck[0].suit) == tuple(
        card.rank for card in board.deal.deck[:13]
    )


def test_a_value_of_the_game_before_is_taken_over() -> None:
    text = game(more='[KingRound "3"]\n') + game("2", more='[KingRound "#"]\n')
    assert [board.round_number for board in read(text.encode()).boards] == [3, 3]


def test_games_without_an_empty_line_between_are_two_games() -> None:
    text = "".join(game(str(board)).rstrip("\n") + "\n" for board in (1, 2, 3))
    assert [board.board for board in read(text.encode()).boards] == [1, 2, 3]


def test_fifty_one_cards_say_the_line_and_the_card() -> None:
    text = game("1") + game("2", SORTED.replace("65432.. ", "6543.. "))
    assert problems(text) == [
        "line 9: ♥2 is missing: nobody holds it",
        "line 9: E holds 12 cards instead of 13",
    ]


def test_two_aces_of_spades_say_the_line_and_both_hands() -> None:
    text = game("1", SORTED.replace(" .AKQJT98765432", " A.AKQJT9876543"))
    assert problems(text) == [
        "line 4: ♠A is twice: N and E both hold it",
        "line 4: ♥2 is missing: nobody holds it",
    ]


def test_a_problem_of_a_deal_knows_board_wind_and_cards() -> None:
    file = read(game("7", SORTED.replace(" .AKQJT98765432", " A.AKQJT9876543")).encode())
    assert [(p.code, p.board, p.wind, list(map(str, p.cards))) for p in file.problems] == [
        ("card_twice", 7, "N", ["SA"]),
        ("card_missing", 7, None, ["H2"]),
    ]


def test_all_problems_of_a_file_are_told_at_once() -> None:
    text = (
        game("0")
        + game("x")
        + game("2", "N:AKQ")
        + game("2").replace('Dealer "N"', 'Dealer "Q"')
        + '[Board "9"]\n'
    )
    assert problems(text) == [
        "line 2: Board is a number from 1 to 999; found '0'",
        "line 7: Board is a number from 1 to 999; found 'x'",
        "line 14: A deal is written N:…, a first seat and four hands with a space between; found 'N:AKQ'",
        "line 17: Board 2 is there twice; the first is on line 12",
        "line 18: The dealer is N, E, S or W; found 'Q'",
        "line 21: This board has no deal",
    ]


def test_the_same_board_of_two_rounds_is_not_twice() -> None:
    text = game(more='[KingRound "1"]\n') + game(more='[KingRound "2"]\n')
    assert [(b.round_number, b.board) for b in read(text.encode()).boards] == [(1, 1), (2, 1)]


def test_an_unknown_tag_is_a_note_and_told_once() -> None:
    file = read((game(more='[Colour "red"]\n') + game("2", more='[Colour "blue"]\n')).encode())
    assert len(file.boards) == 2
    assert [str(note) for note in file.notes] == [
        "line 5: The tag Colour is not one we know; it is passed over"
    ]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-8"])
def test_a_file_in_another_encoding_is_read_with_a_note(encoding: str) -> None:
    text = '[Event "Città"]\n' + game()[12:]
    file = read(text.encode(encoding))
    assert len(file.boards) == 1
    assert [note.code for note in file.notes] == ["encoding"]
    assert read(text.encode("iso-8859-1")).notes == ()


def test_a_mark_of_another_encoding_over_other_bytes_says_the_line() -> None:
    assert problems(b"\xef\xbb\xbf" + b"[Event]\n\n\xe0\n") == [
        "line 3: The file begins as UTF-8 but is not: save it as ISO-8859-1 or UTF-8"
    ]


def test_nul_bytes_are_no_text() -> None:
    assert problems(game().encode("utf-16-le")) == [
        "line 1: There are NUL bytes, so this is no PBN text: save it as ISO-8859-1 or UTF-8"
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["line 1: The file has no board"]),
        ("% PBN 2.1\n\n", ["line 3: The file has no board"]),
        ('[Generator "x"]\n', ["line 2: The file has no board"]),
        ("hello\n", ["line 1: Expected a tag such as [Board \"1\"]; found 'hello'"]),
        ("[Board 1]\n", ["line 1: A tag is written [Name \"value\"]; found '[Board 1]'"]),
        ('[Deal "' + SORTED + '"]\n', ["line 1: This game has no number in the tag Board"]),
        (game() + "{ never closed\n", ["line 6: The comment that begins here with { never ends"]),
        (
            game(more=f'[Deal "{SORTED}"]\n'),
            ["line 5: A second deal for the same board; the first is on line 4"],
        ),
    ],
)
def test_a_file_that_is_no_set_of_boards_says_why_and_where(text: str, expected: list[str]) -> None:
    assert problems(text) == expected


@given(
    st.binary(max_size=400) | st.text('[]"\\{};%\n BoardDeal:N.AK1', max_size=200).map(str.encode)
)
def test_no_bytes_make_the_reader_stumble(raw: bytes) -> None:
    file = read(raw)
    assert bool(file.boards) != bool(file.problems)
