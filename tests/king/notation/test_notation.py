"""The notations, byte for byte against their published layouts."""

from __future__ import annotations

import json
from functools import reduce
from itertools import pairwise
from operator import xor

import pytest
from hypothesis import given

from king.boards import DealtBoard, DealtSet, bare_document, deal_boards, plan_boards, plan_filter
from king.cards import DECK_52, WINDS, Deal, Wind
from king.dealing import BoardFilter, Document, seed_sha256
from king.notation import NOTATIONS
from king.notation.files import packing_runs
from king.notation.pbn import latin, tag
from king.reading import InputError
from king.rulesets import find_ruleset
from tests.king.deals import deals

SEED = bytes(range(32))
LAB12 = find_ruleset("lab12")
DOCUMENT = bare_document(
    LAB12, (1,), seed_sha256(SEED), event='Coppa "Città" d’autunno', date="2026-11-20"
)
ROUND = DealtSet(
    deal_boards(LAB12, DOCUMENT, SEED, "", (1,)),
    DOCUMENT.event,
    "Genova",
    DOCUMENT.date,
    "lab12",
    DOCUMENT,
)
SORTED = DealtBoard(1, 1, "KJ", Wind.N, Deal.numbered(0))
SHORT = DealtSet((DealtBoard(1, 1, None, Wind.N, Deal.numbered(5, 32)),))


def written(code: str, dealt: DealtSet = ROUND) -> bytes:
    return NOTATIONS[code].write(dealt)


# -- PBN


def test_a_pbn_game_has_the_fifteen_tags_in_order_then_ours() -> None:
    lines = written("pbn").decode("iso-8859-1").split("\r\n")
    first = lines.index('[Event "Coppa \\"Città\\" d\'autunno"]')
    assert lines[:2] == ["% PBN 2.1", "% EXPORT"]
    assert lines[first : first + 19] == [
        '[Event "Coppa \\"Città\\" d\'autunno"]',
        '[Site "Genova"]',
        '[Date "2026.11.20"]',
        '[Board "1"]',
        '[West "?"]',
        '[North "?"]',
        '[East "?"]',
        '[South "?"]',
        '[Dealer "N"]',
        '[Vulnerable "None"]',
        f'[Deal "{ROUND.boards[0].deal.pbn}"]',
        '[Scoring "?"]',
        '[Declarer "?"]',
        '[Contract "?"]',
        '[Result "?"]',
        '[KingContract "KJ"]',
        '[KingRound "1"]',
        '[KingRuleset "lab12"]',
        "",
    ]


def test_pbn_is_crlf_latin_1_and_no_line_is_too_long() -> None:
    document = bare_document(
        LAB12, (1,), seed_sha256(SEED), event="  à " * 90, datum="Шахматы 国王 " * 30
    )
    raw = written("pbn", DealtSet(ROUND.boards, document.event, None, None, "lab12", document))
    assert raw.count(b"\n") == raw.count(b"\r\n")
    assert raw.endswith(b"]\r\n")
    assert max(map(len, raw.split(b"\r\n"))) <= 255
    assert not any(line.endswith(b" ") for line in raw.split(b"\r\n"))


def test_the_document_in_a_pbn_file_keeps_its_commitment() -> None:
    for event in (
        "Coppa",
        "  due   spazi " * 40,
        "Шахматы 国王 \U0001f0a1",
        'virgolette " e \\ barre',
    ):
        document = bare_document(LAB12, (1, 2), seed_sha256(SEED), event=event)
        raw = written("pbn", DealtSet(ROUND.boards, event, None, None, "lab12", document))
        mark = b"% KingDocument "
        text = b"".join(
            line.removeprefix(mark) for line in raw.split(b"\r\n") if line.startswith(mark)
        ).decode()
        assert Document.parse(text).commitment == document.commitment


def test_a_tag_value_keeps_to_one_line_and_to_its_quotes() -> None:
    assert tag("Site", 'a "b" \\ c\r\n[Board "2"]') == '[Site "a \\"b\\" \\\\ c [Board \\"2\\"]"]'
    assert tag("Site", None) == tag("Site", " \n") == '[Site "?"]'


def test_letters_outside_latin_1_become_plain_ones() -> None:
    assert latin("perché l’“ő” – Ж") == 'perché l\'"o" - ?'.encode("iso-8859-1")


# -- DUP and BRI


def test_dup_has_156_bytes_a_board_laid_out_as_published() -> None:
    raw = written("dup")
    assert len(raw) == 12 * 156
    for board in ROUND.boards:
        record = raw[(board.board - 1) * 156 : board.board * 156]
        numbers = [int(record[i : i + 2]) for i in range(0, 78, 2)]
        for wind, start in ((Wind.N, 0), (Wind.E, 13), (Wind.S, 26)):
            assert [DECK_52[number - 1] for number in numbers[start : start + 13]] == list(
                board.deal.hand(wind)
            )
        for place, wind in enumerate(WINDS):
            hand = record[78 + 17 * place : 95 + 17 * place]
            assert len(hand) == 17
            for mark, suit in zip(
                (b"\x06", b"\x03", b"\x04", b"\x05"),
                board.deal.hand_pbn(wind).split("."),
                strict=True,
            ):
                assert hand.startswith(mark + suit.encode())
                hand = hand[1 + len(suit) :]
        assert record[146:] == b"YN1  1 12 "


def test_dup_of_one_board_names_it_as_lowest_and_highest() -> None:
    assert written("dup", DealtSet(ROUND.boards[6:7]))[146:] == b"YN7  1 7  "


def test_bri_has_the_digits_then_spaces_then_nul() -> None:
    raw = written("bri", DealtSet((SORTED,)))
    assert raw == b"".join(b"%02d" % number for number in range(1, 40)) + b" " * 32 + b"\0" * 18
    assert len(written("bri")) == 12 * 128


# -- DLM


def test_dlm_always_has_99_boards_and_every_checksum_adds_up() -> None:
    lines = written("dlm").decode("iso-8859-1").split("\r\n")
    assert lines[:10] == [
        "[Document]",
        'Headline=Coppa "Città" d\'autunno',
        "Status=Show",
        "Duplicates=1",
        "From board=1",
        "To board=12",
        "Next board to duplimate=0",
        "PrintOuts=0",
        "Crypto key=0",
        f"Checksum={12 ^ 1}",
    ]
    assert len(lines) == 10 + 2 * 99 + 1
    for number in range(1, 100):
        assert lines[8 + 2 * number] == f"Duplicates {number:02d}=0"
        key, value = lines[9 + 2 * number].split("=")
        assert key == f"Board {number:02d}"
        assert reduce(xor, value[:26].encode(), number) == int(value[26:])
        assert len(value) == 29


def test_dlm_letters_say_who_holds_each_pair_of_cards() -> None:
    lines = dict(
        line.split("=") for line in written("dlm").decode("iso-8859-1").split("\r\n") if "=" in line
    )
    for board in ROUND.boards:
        letters = lines[f"Board {board.board:02d}"][:26]
        owners = "".join("NESW"[(ord(c) - 97) // 4] + "NESW"[(ord(c) - 97) % 4] for c in letters)
        assert Deal(owners) == board.deal


def test_dlm_fills_the_unused_boards_with_the_fixed_deal() -> None:
    text = written("dlm").decode("iso-8859-1")
    for number in (13, 50, 99):
        assert f"Board {number}=aaaaaabffffffkkkkkklpppppp{number ^ 14:03d}\r\n" in text


# -- LIN, text, lines


def test_lin_starts_with_south_and_its_dealer_counts_from_south() -> None:
    assert written("lin", DealtSet((SORTED,))) == (
        b"qx|o1|pn|S,W,N,E|st||md|3SHDAKQJT98765432C,SHDCAKQJT98765432,SAKQJT98765432HDC|rh||ah|Board 1|sv|o|pg||\n"
    )
    dealers = [line.split("md|")[1][0] for line in written("lin").decode().splitlines()]
    assert dealers == list("341234123412")


def test_text_is_a_diagram_with_voids_tens_and_checksums() -> None:
    deal = Deal.parse_pbn("N:T9.AKQ.AKQJ.AKQJ AKQJ8765432.JT.. .98765.T9876.T98 .432.5432.765432")
    assert written(
        "text", DealtSet((DealtBoard(2, 9, "D", Wind.E, deal),))
    ).decode().splitlines() == [
        "Round 2, board 9 · D · dealer E",
        "",
        "            N",
        "            ♠ 10 9",
        "            ♥ A K Q",
        "            ♦ A K Q J",
        "            ♣ A K Q J",
        "W                       E",
        "♠ —                     ♠ A K Q J 8 7 6 5 4 3 2",
        "♥ 4 3 2                 ♥ J 10",
        "♦ 5 4 3 2               ♦ —",
        "♣ 7 6 5 4 3 2           ♣ —",
        "            S",
        "            ♠ —",
        "            ♥ 9 8 7 6 5",
        "            ♦ 10 9 8 7 6",
        "            ♣ 10 9 8",
        "",
        # N: 19 + (26 + 3·20) + (37 + 4·40) + (37 + 4·60) = 579; E 72 + (21 + 40); S 135 + 240 +
        # 207; W 69 + 174 + 387.
        "checksums  N 79  E 33  S 82  W 30",
    ]


@given(deals)
def test_the_line_format_is_the_pbn_deal(deal: Deal) -> None:
    assert (
        written("line", DealtSet((DealtBoard(1, 1, None, None, deal),))) == f"{deal.pbn}\n".encode()
    )


# -- boards that a notation cannot hold


@pytest.mark.parametrize("code", ["dlm", "dup", "bri", "lin"])
def test_machines_for_52_cards_refuse_the_short_deck(code: str) -> None:
    with pytest.raises(InputError, match="52 cards only"):
        written(code, SHORT)


def test_pbn_and_text_hold_the_short_deck() -> None:
    assert f'[Deal "{SHORT.boards[0].deal.pbn}"]'.encode() in written("pbn", SHORT)
    assert "checksums" in written("text", SHORT).decode()


@pytest.mark.parametrize("code", ["dlm", "dup"])
def test_numbered_formats_refuse_two_rounds_gaps_and_board_100(code: str) -> None:
    one, two = ROUND.boards[0], DealtBoard(2, 2, None, None, Deal.numbered(7))
    with pytest.raises(InputError, match="one round"):
        written(code, DealtSet((one, two)))
    with pytest.raises(InputError, match="without a gap"):
        written(code, DealtSet((one, ROUND.boards[2])))
    with pytest.raises(InputError, match="boards 1 to 99"):
        written(code, DealtSet((DealtBoard(1, 100, None, None, Deal.numbered(7)),)))


# -- the packing list


@given(deals)
def test_the_packing_list_is_the_sorted_deck_in_runs(deal: Deal) -> None:
    runs = packing_runs(deal)
    assert [card for run in runs for card in run.cards] == list(DECK_52)
    assert all(deal.holder(card) is run.wind for run in runs for card in run.cards)
    assert all(
        first.wind is not second.wind or first.cards[-1].suit is not second.cards[0].suit
        for first, second in pairwise(runs)
    )


# -- the boards of a system


def test_a_fixed_order_knows_contract_and_dealer_of_every_board() -> None:
    plan = plan_boards(LAB12)
    assert [board.contract for board in plan[:8]] == ["KJ", "Q", "KH", "8D", "NC", "MIS", "U2", "D"]
    assert [board.dealer for board in plan] == [*WINDS, *WINDS, *WINDS]


def test_only_a_board_that_is_surely_domino_is_filtered() -> None:
    assert plan_filter(LAB12) is None
    assert plan_filter(find_ruleset("lab13")) == BoardFilter("DOM", (8,), 3)


def test_the_document_of_a_system_says_boards_filter_and_deck() -> None:
    document = bare_document(find_ruleset("lab13"), (2,), seed_sha256(SEED))
    assert json.loads(document.canonical) == {
        "event": None,
        "date": None,
        "ruleset": "lab13",
        "algorithm": "king-deal-1",
        "rounds": [2],
        "boards": 13,
        "filter": {"contract": "DOM", "boards": [8], "max_extremes": 3},
        "datum": None,
        "deck": 52,
        "seed_sha256": seed_sha256(SEED),
    }
