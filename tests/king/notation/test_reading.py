"""Reading the files of duplicating machines and viewers: BRI, DUP, DLM, LIN, one deal per line.

The records are composed by hand from the published layouts.
"""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from king.boards import DealtBoard, DealtSet
from king.cards import WINDS, Deal, Wind
from king.notation import NOTATIONS, read_boards
from king.notation.reading import BoardFile
from tests.king.deals import DEAL, SORTED, SUITS_APART, deals, problems

ALONE = "The file gives neither the round nor the hand of a board: only its number counts"
COUNTED = "The boards have no numbers: they are counted from 1, in the order of the file"


def notes(raw: str | bytes) -> list[str]:
    file = read_boards(raw if isinstance(raw, bytes) else raw.encode("iso-8859-1"))
    assert file.problems == ()
    assert file.boards != ()
    return [str(note) for note in file.notes]


def numbered(file: BoardFile) -> list[tuple[int, Deal]]:
    assert file.problems == ()
    return [(board.board, board.deal) for board in file.boards]


def read(raw: str | bytes) -> list[tuple[int, Deal]]:
    return numbered(read_boards(raw if isinstance(raw, bytes) else raw.encode("iso-8859-1")))


# -- round trips


@pytest.mark.parametrize("code", ["pbn", "dlm", "dup", "bri", "lin", "line"])
@given(st.lists(deals, min_size=1, max_size=5), st.integers(1, 90))
def test_what_is_written_is_read_back(code: str, dealt: list[Deal], first: int) -> None:
    boards = tuple(
        DealtBoard(None, first + place, None, WINDS[place % 4], deal)
        for place, deal in enumerate(dealt)
    )
    file = read_boards(NOTATIONS[code].write(DealtSet(boards)))
    has_numbers = code not in ("bri", "line")
    assert file.notation == code
    assert numbered(file) == [
        (board.board if has_numbers else place, board.deal)
        for place, board in enumerate(boards, start=1)
    ]
    dealers = [board.dealer for board in boards] if code in ("pbn", "lin") else [None] * len(boards)
    assert [board.dealer for board in file.boards] == dealers


@given(st.sampled_from(["pbn", "dlm", "dup", "bri", "lin", "line"]), deals, st.data(), st.binary())
def test_no_change_to_a_file_makes_the_reader_stumble(
    code: str, deal: Deal, data: st.DataObject, other: bytes
) -> None:
    board = DealtBoard(None, 1, None, None, deal)
    raw = NOTATIONS[code].write(DealtSet((board, board._replace(board=2))))
    start = data.draw(st.integers(0, len(raw)))
    end = data.draw(st.integers(start, len(raw)))
    file = read_boards(raw[:start] + other + raw[end:])
    assert bool(file.boards) != bool(file.problems)
    assert all(str(remark) for remark in (*file.problems, *file.notes))


def test_a_file_that_is_not_pbn_says_what_it_cannot_say() -> None:
    boards = (DealtBoard(3, 5, "KJ", Wind.E, DEAL),)
    for code in ("dlm", "dup", "lin"):
        assert notes(NOTATIONS[code].write(DealtSet(boards))) == [ALONE]
    for code in ("bri", "line"):
        assert ALONE in notes(NOTATIONS[code].write(DealtSet(boards)))


# -- BRI

BRI_PADDING = " " * 32 + "\0" * 18
SPADES, HEARTS, DIAMONDS = (
    "".join(f"{number:02d}" for number in range(first, first + 13)) for first in (1, 14, 27)
)
BRI = SPADES + HEARTS + DIAMONDS + BRI_PADDING
UNSORTED = "".join(f"{number:02d}" for number in range(13, 0, -1)) + HEARTS + DIAMONDS + BRI_PADDING
ANOTHER = HEARTS + SPADES + DIAMONDS + BRI_PADDING
HEARTS_TO_NORTH = Deal.parse_pbn(
    "N:.AKQJT98765432.. AKQJT98765432... ..AKQJT98765432. ...AKQJT98765432"
)


@pytest.mark.parametrize("ending", ["", "\r\n", "\x1a", "\n\x1a"])
def test_bri_has_three_hands_in_any_order_of_their_cards(ending: str) -> None:
    assert read(UNSORTED + ANOTHER + ending) == [(1, SUITS_APART), (2, HEARTS_TO_NORTH)]
    assert notes(UNSORTED + ANOTHER + ending) == [COUNTED, ALONE]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (BRI + BRI[:100], ["BRI has 128 bytes for each board; the last one here has 100"]),
        (BRI[:78], ["BRI has 128 bytes for each board; the last one here has 78"]),
        (
            BRI + BRI.replace("02", "53", 1),
            ["Board 2: '53' is not a card; cards go from 01 to 52"],
        ),
        (
            # West gets the ♥A that nobody holds, and with it a fourteenth card.
            BRI + BRI.replace("14", "01", 1),
            [
                "Board 2: ♠A appears twice: N and E both hold it",
                "Board 2: W holds 14 cards instead of 13",
            ],
        ),
        (
            # One space is lost, so the second board begins a byte too late, with 10 20 30 40 50 60.
            BRI[:78] + BRI[79:] + BRI + BRI,
            [
                "BRI has 128 bytes for each board; the last one here has 127",
                "Board 2: '60' is not a card; cards go from 01 to 52",
            ],
        ),
    ],
)
def test_a_bri_file_that_is_spoiled_says_which_board(raw: str, expected: list[str]) -> None:
    assert sorted(problems(raw)) == sorted(expected)


# -- DUP


def dge(ranks: str, suit: int) -> str:
    """Hand of one suit: four suit marks, ♠ ♥ ♦ ♣, and thirteen ranks."""
    marks = ["\x06", "\x03", "\x04", "\x05"]
    marks[suit] += ranks
    return "".join(marks)


ALL = "AKQJT98765432"
HANDS = "".join(dge(ALL, suit) for suit in range(4))
HANDS_TURNED = dge(ALL, 1) + dge(ALL[::-1], 0) + dge(ALL, 2) + dge(ALL, 3)
DUP_1 = SPADES + HEARTS + DIAMONDS + HANDS
DUP_2 = HEARTS + SPADES + DIAMONDS + HANDS_TURNED


@pytest.mark.parametrize(
    ("endings", "numbers", "remarks"),
    [
        (("YN1  1 2  ", "YN1  1 2  "), [1, 2], [ALONE]),
        (("NN7  0 8  ", "NN7  0 8  "), [7, 8], [ALONE]),
        # Big Deal writes an ending after the first board only.
        (("YN14 0 15 ", "\0" * 10), [14, 15], [ALONE]),
        ((" " * 10, " " * 10), [1, 2], [ALONE, COUNTED]),
        (
            ("YN1  1 32 ", "YN1  1 32 "),
            [1, 2],
            [ALONE, "DUP says boards 1 to 32; counted from 1, the file has them to 2"],
        ),
    ],
)
def test_dup_counts_from_the_lowest_board_of_its_set(
    endings: tuple[str, str], numbers: list[int], remarks: list[str]
) -> None:
    raw = DUP_1 + endings[0] + DUP_2 + endings[1]
    assert len(raw) == 2 * 156
    assert read(raw) == list(zip(numbers, [SUITS_APART, HEARTS_TO_NORTH], strict=True))
    assert sorted(notes(raw)) == sorted(remarks)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (
            SPADES + HEARTS + DIAMONDS + HANDS_TURNED + "YN4  1 4  ",
            ["Board 4: DUP writes every hand twice, and here the two are not the same"],
        ),
        (
            DUP_1 + "YY1  1 1  ",
            [
                "DUP counts the boards backwards here, so it is uncertain which is the first; use PBN"
            ],
        ),
        (
            DUP_1 + "YN1  1 1  " + DUP_2,
            ["DUP has 156 bytes for each board; the last one here has 146"],
        ),
    ],
)
def test_a_dup_file_that_is_spoiled_is_refused(raw: str, expected: list[str]) -> None:
    assert problems(raw) == expected


# -- DLM

CODE = "aaaaaabffffffkkkkkklpppppp"
"""Big Deal's fixed deal, in which each wind holds a suit. A letter stands for two cards: six pairs of spades, ♠2 and ♥A,
six of hearts, and so on."""
TURNED = "ffffffeaaaaaakkkkkklpppppp"
"""The same with North's and East's cards exchanged: ``f`` is E E, ``e`` E N, ``a`` N N."""


def dlm(*lines: str, first: str = "1", last: str = "2", key: str = "0") -> str:
    head = ["[Document]", "Headline=Prova", "Status=Show", "Duplicates=1"]
    head += [f"From board={first}", f"To board={last}", f"Crypto key={key}", "Checksum=2"]
    return "\n".join([*head, *lines, ""])


# Checksum of the fixed deal: its letters XOR to 14, and 1 XOR 14 is 15. The other deal has e for b,
# which changes the XOR of its letters.
BOARD_1, BOARD_2 = f"Board 01={CODE}015", f"Board 02={TURNED}{2 ^ 14 ^ ord('e') ^ ord('b'):03d}"
BOARD_3 = f"Board 03={CODE}013"


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r\r\n"])
@pytest.mark.parametrize("encoding", ["ascii", "utf-8-sig", "utf-16"])
def test_dlm_has_the_boards_from_its_first_to_its_last(line_end: str, encoding: str) -> None:
    text = dlm("Duplicates 01=0", BOARD_1, "Duplicates 02=0", BOARD_2, BOARD_3)
    file = read_boards(text.replace("\n", line_end).encode(encoding))
    assert numbered(file) == [(1, SUITS_APART), (2, HEARTS_TO_NORTH)]
    assert [board.line for board in file.boards] == [10, 12]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            dlm(BOARD_1.replace("015", "014"), BOARD_2),
            [
                "line 9: The checksum of board 1 is 14 and has to be 15: the file is damaged",
            ],
        ),
        (
            dlm(BOARD_1, "Board 02=aaaa"),
            [
                "line 10: Board 2 of a DLM file is 26 letters from a to p and a checksum; found "
                "'aaaa'"
            ],
        ),
        (
            # ``f`` for the first ``a``: East has two of North's cards. 15 XOR a XOR f is 8.
            dlm("Board 01=f" + CODE[1:] + "008", BOARD_2),
            [
                "line 9: N holds 11 cards instead of 13",
                "line 9: E holds 15 cards instead of 13",
            ],
        ),
        (dlm(BOARD_1, last="3"), ["line 6: These boards are missing: 2, 3"]),
        (
            dlm(BOARD_1, first=""),
            ["line 5: From board is a number from 1 to 99; found ''"],
        ),
        (
            dlm(BOARD_1, BOARD_2, key="4711"),
            [
                "line 7: The boards of this DLM file are encrypted: save it without a crypto key, "
                "or as PBN"
            ],
        ),
        ("[Document]\n", ["line 1: From board is a number from 1 to 99; found ''"]),
        (
            dlm(BOARD_1, BOARD_2, f"Board 02={CODE}012"),
            ["line 11: Board 2 appears twice; the first is on line 10"],
        ),
    ],
)
def test_a_dlm_file_that_is_spoiled_says_where(text: str, expected: list[str]) -> None:
    assert problems(text)[: len(expected)] == expected


# -- LIN

SOUTH, WEST, NORTH, EAST = (
    "SHDAKQJT98765432C",
    "SHDCAKQJT98765432",
    "SAKQJT98765432HDC",
    "SHAKQJT98765432DC",
)
APART = f"{SOUTH},{WEST},{NORTH}"
EAST_TO_NORTH = f"{SOUTH},{WEST},{EAST}"
BOTH = [(1, SUITS_APART), (2, HEARTS_TO_NORTH)]


@pytest.mark.parametrize(
    ("text", "boards"),
    [
        # Hands of Bridge Base: deal, then heading; East empty, written out, or left out.
        (f"pn|a,b,c,d|st||md|3{APART},|rh||ah|Board 1|sv|o|mb|p|pg||", BOTH[:1]),
        (f"st||md|3{APART},{EAST}|ah|Board 2|sv|0|pg||\n", [(2, SUITS_APART)]),
        (
            f"pn|a,b,c,d|md|1{APART}|ah|Board 1|pg||pc|C9|\npn|a,b,c,d|md|2{EAST_TO_NORTH}|ah|Board 2|pg||",
            BOTH,
        ),
        # Vugraph: a label, and no heading.
        (f"vg|x,y,I,1,2|\nqx|o1|md|3{APART}|sv|o|pg||\nqx|o2|md|4{EAST_TO_NORTH}|pg||", BOTH),
        (f"qx|o1,BOARD 1|md|3{APART}|ah||sv|n|pg||qx|o2,BOARD 2|md|4{EAST_TO_NORTH}|", BOTH),
        # aaBridge: label and heading before the deal. The heading's number is used.
        (
            f"qx|o7|rh||ah|Board 1|md|1{APART}|sv|O|sk||pg||\nqx|o8|ah|Board 2|md|1{EAST_TO_NORTH}|pg||",
            BOTH,
        ),
        (f"rh||ah|Board 1|md|1{APART}|pg||\nrh||ah|Board 2|md|1{EAST_TO_NORTH}|pg||", BOTH),
        # Headings of the play after the deal do not begin another board.
        (
            f"qx|o1|ah|Board 1|md|1{APART}|pg||ah|Trick 3|qx|o2|ah|Board 2|md|1{EAST_TO_NORTH}|",
            BOTH,
        ),
        # Both rooms.
        (f"qx|o1|md|3{APART}|pg||qx|c1|md|3{APART}|pg||", BOTH[:1]),
        # Small letters, suits in another order, low cards first, tens in full.
        ("md|3s h d234567891 0jqkac,SHDCAKQJT98765432,c d h s23456789TJQKA|ah|Tavola 1|", BOTH[:1]),
        # No number at all.
        (f"md|3{APART}|pg||md|3{EAST_TO_NORTH}|pg||", BOTH),
    ],
)
def test_lin_is_read_as_it_is_met(text: str, boards: list[tuple[int, Deal]]) -> None:
    for line_end in ("\n", "\r\n"):
        assert read(text.replace("\n", line_end)) == boards


def test_lin_says_the_dealer_the_line_and_what_was_taken_once() -> None:
    text = f"qx|o1|md|1{APART}|\nqx|c1|md|2{APART}|\nqx|o2|md|3{EAST_TO_NORTH}|"
    file = read_boards(text.encode())
    assert [(board.line, board.dealer) for board in file.boards] == [(1, "S"), (3, "N")]
    assert notes(text) == [
        ALONE,
        "line 2: These boards appear more than once with the same cards and are read once: 1",
    ]
    assert notes(f"md|3{APART}|\nmd|4{EAST_TO_NORTH}|") == [ALONE, f"line 1: {COUNTED}"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            f"md|3{SOUTH},{WEST}|ah|Board 1|",
            [
                "line 1: A LIN deal is the hands of South, West and North, separated by commas; "
                f"found '{SOUTH},{WEST}'"
            ],
        ),
        (
            f"\nmd|3{SOUTH},{WEST},AKQJT98765432|ah|Board 1|",
            ["line 2: N: a LIN hand is S H D C, each followed by its ranks; found 'AKQJT98765432'"],
        ),
        (
            f"md|3{SOUTH.replace('3', 'X')},{WEST},{NORTH}|ah|Board 1|",
            ["line 1: S: 'X' among the ♦ is not a rank: A K Q J T 9 8 7 6 5 4 3 2"],
        ),
        (
            f"md|3{SOUTH.replace('32', '3')},{WEST},{NORTH},{EAST}|ah|Board 1|",
            [
                "line 1: ♦2 is missing: nobody holds it",
                "line 1: S holds 12 cards instead of 13",
            ],
        ),
        (
            f"md|3{APART}|ah|Board 1|\nmd|3{EAST_TO_NORTH}|ah|Board 1|",
            ["line 2: Board 1 appears twice; the first is on line 1"],
        ),
        (
            f"md|3{APART}|ah|Board 1|\nmd|3{EAST_TO_NORTH}|ah|Another|",
            ["line 2: This board has no number, and others have one"],
        ),
    ],
)
def test_a_lin_file_that_is_spoiled_says_where(text: str, expected: list[str]) -> None:
    assert problems(text) == expected


# -- one deal per line


def test_deals_a_line_are_boards_in_their_order() -> None:
    turned = "E:" + " ".join(SORTED.removeprefix("N:").split()[1:] + SORTED[2:].split()[:1])
    assert read(f"{SORTED}\n\n{DEAL}\r\n{turned}") == [
        (1, SUITS_APART),
        (2, DEAL),
        (3, SUITS_APART),
    ]


def test_a_line_that_is_no_deal_is_named() -> None:
    assert problems(f"{SORTED}\n{SORTED[:-1]}\n") == [
        "line 2: ♣2 is missing: nobody holds it",
        "line 2: W holds 12 cards instead of 13",
    ]
