"""Reading PBN returns all boards, or all problems with their lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from king.boards import DealtBoard, DealtSet, bare_document
from king.cards import WINDS, Deal
from king.dealing import Document, seed_sha256
from king.notation import read_boards
from king.notation.pbn import write
from king.notation.reading import BoardFile, Remark
from king.rulesets import find_ruleset
from tests.king.deals import DEAL, SORTED, SUITS_APART, deals, game, problems

DEALS_OF_ROUNDS = ((DEAL, 1), (SUITS_APART, 2), (SUITS_APART, 1))
DOCUMENT = bare_document(find_ruleset("lab12"), (1, 2), seed_sha256(bytes(32)), event="Città")


@given(st.lists(deals, min_size=1, max_size=6), st.sampled_from([None, "DOM", "KJ"]))
def test_what_is_written_is_read_back(dealt: list[Deal], contract: str | None) -> None:
    boards = tuple(
        DealtBoard(1 + place // 3, 1 + place % 3, contract, WINDS[place % 4], deal)
        for place, deal in enumerate(dealt)
    )
    file = read_boards(write(DealtSet(boards, DOCUMENT.event, None, None, "lab12", DOCUMENT)))
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
        '[Event "a \\"b\\""] [Board "4"] {a comment\nover [Deal "lines"]\n} [Dealer "w"] ; the '
        "rest\n"
        '[Deal "S:'
        + SORTED[2:]
        + '"]\n[Auction "N"]\nPass Pass [x] Pass\n[ScoreTable "Rank;Name"]\n1 "Rossi"\n'
    )
    file = read_boards(text.encode())
    assert file.problems == file.notes == ()
    (board,) = file.boards
    assert (board.board, board.dealer, board.line) == (4, "W", 8)
    assert board.deal.suit(WINDS[2], board.deal.deck[0].suit) == tuple(
        card.rank for card in board.deal.deck[:13]
    )


def test_a_value_of_the_game_before_is_taken_over() -> None:
    text = game(more='[KingRound "3"]\n') + game("2", more='[KingRound "#"]\n')
    assert [board.round_number for board in read_boards(text.encode()).boards] == [3, 3]


def test_games_without_an_empty_line_between_are_two_games() -> None:
    text = "".join(game(str(board)).rstrip("\n") + "\n" for board in (1, 2, 3))
    assert [board.board for board in read_boards(text.encode()).boards] == [1, 2, 3]


def test_fifty_one_cards_say_the_line_and_the_card() -> None:
    text = game("1") + game("2", SORTED.replace("65432.. ", "6543.. "))
    assert problems(text) == [
        "line 9: ♥2 is missing: nobody holds it",
        "line 9: E holds 12 cards instead of 13",
    ]


def test_two_aces_of_spades_say_the_line_and_both_hands() -> None:
    text = game("1", SORTED.replace(" .AKQJT98765432", " A.AKQJT9876543"))
    assert problems(text) == [
        "line 4: ♠A appears twice: N and E both hold it",
        "line 4: ♥2 is missing: nobody holds it",
    ]


def test_a_problem_of_a_deal_knows_board_wind_and_cards() -> None:
    file = read_boards(game("7", SORTED.replace(" .AKQJT98765432", " A.AKQJT9876543")).encode())
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
        "line 14: A deal is written N:…, that is, a first seat and then four hands separated by spaces; found "
        "'N:AKQ'",
        "line 17: Board 2 appears twice; the first is on line 12",
        "line 18: The dealer is N, E, S or W; found 'Q'",
        "line 21: This board has no deal",
    ]


def read(name: str) -> BoardFile:
    return read_boards((Path(__file__).parents[2] / "data" / "boards" / name).read_bytes())


def sentences(remarks: tuple[Remark, ...]) -> list[str]:
    return [str(remark) for remark in remarks]


def test_deals_without_numbers_are_counted_with_a_note() -> None:
    file = read("debian-deal.pbn")
    assert [(board.board, board.line, board.deal.pbn) for board in file.boards] == [
        (1, 1, "N:QT5.QJT863..AK83 743.A54.T8763.J2 KJ.K92.AK52.Q965 A9862.7.QJ94.T74"),
        (2, 3, "N:J43.K97.AQ43.A83 Q872.T5.986.QJT5 A.AQJ862.KJT2.K9 KT965.43.75.7642"),
    ]
    assert sentences(file.problems) == []
    assert sentences(file.notes) == [
        "line 1: The boards have no numbers: they are counted from 1, in the order of the file"
    ]


@pytest.mark.parametrize("between", ["", "\n", '[Dealer "E"]\n', '\n[Board "?"]\n'])
def test_deals_without_numbers_are_boards_with_or_without_a_line_between(between: str) -> None:
    text = f'[Dealer "N"]\n[Deal "{SORTED}"]\n{between}[Deal "{DEAL}"]\n'
    file = read_boards(text.encode())
    assert [(board.board, board.deal) for board in file.boards] == [(1, SUITS_APART), (2, DEAL)]
    assert [board.dealer for board in file.boards] == ["N", "E" if "Dealer" in between else None]


def test_boards_of_two_rounds_without_numbers_are_counted_in_each() -> None:
    games = (f'[Deal "{deal}"]\n[KingRound "{round_}"]\n\n' for deal, round_ in DEALS_OF_ROUNDS)
    file = read_boards("".join(games).encode())
    assert [(board.round_number, board.board) for board in file.boards] == [(1, 1), (2, 1), (1, 2)]


def test_cr_cr_lf_is_one_end_of_line() -> None:
    file = read("cr-cr-lf.pbn")
    assert sentences(file.problems) == sentences(file.notes) == []
    assert [(board.round_number, board.board) for board in file.boards] == [
        (1, number) for number in range(1, 14)
    ]
    first = file.boards[0]
    assert (first.line, first.contract, first.dealer, first.ruleset) == (15, "KJ", "N", "lab13")
    assert first.deal.pbn == "N:KT832.A2.Q62.Q76 AQJ75.T4.J53.JT8 64.Q93.K9874.A54 9.KJ8765.AT.K932"
    assert file.document is not None
    assert Document.parse(file.document).ruleset == "lab13"


FOUR_SUITS = "N:AKQJ.T987.654.32 T987.AKQJ.32.654 654.32.AKQJ.T987 32.654.T987.AKQJ"


def test_a_board_of_two_rooms_with_the_same_cards_is_one_board() -> None:
    file = read("two-rooms.pbn")
    assert [(board.board, board.line, board.deal.pbn) for board in file.boards] == [
        (1, 3, FOUR_SUITS)
    ]
    assert sentences(file.notes) == [
        "line 6: These boards appear more than once with the same cards and are read once: 1"
    ]


@pytest.mark.parametrize(
    ("first", "second", "boards"),
    [
        ("", "", 1),
        ('[KingContract "KJ"]\n', "", 1),
        ('[KingContract "KJ"]\n', '[KingContract "Q"]\n', 0),
        ("", '[KingRound "1"]\n', 2),
    ],
)
def test_the_same_cards_for_another_hand_are_another_board(
    first: str, second: str, boards: int
) -> None:
    file = read_boards((game(more=first) + game(more=second)).encode())
    assert len(file.boards) == boards
    assert bool(file.problems) is (boards == 0)


def test_the_statistics_of_a_dealing_program_are_passed_over_with_a_note() -> None:
    file = read("statistics.pbn")
    assert [(board.board, board.deal.pbn) for board in file.boards] == [(1, FOUR_SUITS)]
    assert sentences(file.problems) == []
    assert sentences(file.notes) == [
        "line 5: Text between the boards is skipped; the first is 'Frequency HCP South :'"
    ]


def test_text_before_the_boards_is_passed_over_too_and_long_tables_behind_them() -> None:
    table = "".join(f"{points}\t{points * 3}\n" for points in range(400))
    file = read_boards(f"Deal 3.1.9\n\n{game()}\n{table}".encode())
    assert [board.board for board in file.boards] == [1]
    assert [(note.code, note.line) for note in file.notes] == [("text_outside", 1)]


def test_a_tag_that_is_spoiled_between_the_boards_is_no_text() -> None:
    assert problems(game() + '[Board "2\n\n' + game("3")) == [
        'line 6: A tag is written [Name "value"]; found \'[Board "2\''
    ]


def test_the_same_board_of_two_rounds_is_not_twice() -> None:
    text = game(more='[KingRound "1"]\n') + game(more='[KingRound "2"]\n')
    assert [(b.round_number, b.board) for b in read_boards(text.encode()).boards] == [
        (1, 1),
        (2, 1),
    ]


def test_an_unknown_tag_is_a_note_and_told_once() -> None:
    file = read_boards(
        (game(more='[Colour "red"]\n') + game("2", more='[Colour "blue"]\n')).encode()
    )
    assert len(file.boards) == 2
    assert [str(note) for note in file.notes] == [
        "line 5: The tag Colour is unknown; it is skipped"
    ]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-8"])
def test_a_file_in_another_encoding_is_read_with_a_note(encoding: str) -> None:
    text = '[Event "Città"]\n' + game()[12:]
    file = read_boards(text.encode(encoding))
    assert len(file.boards) == 1
    assert [note.code for note in file.notes] == ["encoding"]
    assert read_boards(text.encode("iso-8859-1")).notes == ()


def test_a_mark_of_another_encoding_over_other_bytes_says_the_line() -> None:
    assert problems(b"\xef\xbb\xbf" + b"[Event]\n\n\xe0\n") == [
        "line 3: The file begins as UTF-8, but the rest is not: save it as ISO-8859-1 or UTF-8"
    ]


def test_nul_bytes_are_no_text() -> None:
    assert problems(game().encode("utf-16-le")) == [
        "line 1: The file contains NUL bytes, so it is not a text of boards: save it as "
        "ISO-8859-1 or UTF-8"
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["line 1: The file has no board"]),
        ("% PBN 2.1\n\n", ["line 3: The file has no board"]),
        ('[Generator "x"]\n', ["line 2: The file has no board"]),
        ("hello\n", ["line 1: Expected a tag such as [Board \"1\"]; found 'hello'"]),
        ("[Board 1]\n", ["line 1: A tag is written [Name \"value\"]; found '[Board 1]'"]),
        (
            game() + f'[Event "?"]\n[Deal "{SORTED}"]\n',
            ["line 6: This board has no number, and others have one"],
        ),
        (
            f'[Deal "{SORTED}"]\n[Deal "{DEAL}"]\n[Board "1"]\n',
            ["line 1: This board has no number, and others have one"],
        ),
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
    file = read_boards(raw)
    assert bool(file.boards) != bool(file.problems)
