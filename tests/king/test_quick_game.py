"""The quick game (O15): hands 1 and 6, 2 and 5, 3 and 4 are played as one, each with its own row
and its own points.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from king.boards import bare_document, contracts_of_board, deal_boards, plan_boards, plan_filter
from king.cards import Card, Deal, Suit, Wind
from king.dealing import seed_sha256
from king.play.replay import replay, start_play
from king.play.tricks import Infraction, play_rules
from king.rulesets import RULESETS, find_ruleset, read_ruleset
from king.rulesets.base import Order
from king.rulesets.contracts import Family
from king.sheet import ruling_kinds
from king.sheet.comparison import Mark, PlayedSheet, compare
from king.sheet.full_sheet import score
from king.sheet.row import Row
from king.sheet.rulings import Ruling

PT_IND, LAB12, LAB13 = (find_ruleset(code) for code in ("pt_ind", "lab12", "lab13"))
QUICK = {"quick_game": True}
SEED = bytes(32)
N, E, S, W = Wind


def plans(ruleset):
    return ruleset.schedule(ruleset.configure(QUICK))


def test_it_belongs_to_every_fixed_order_of_52_cards_that_begins_with_six_negative_hands():
    for ruleset in RULESETS.values():
        begins = [ruleset.contract(code).family for code in ruleset.hands[:6]]
        fixed = ruleset.order is Order.FIXED and ruleset.deck == 52
        offered = "quick_game" in {setting.key for setting in ruleset.settings}
        assert offered == (fixed and begins == [Family.NEGATIVE] * 6), ruleset.code


def test_the_portuguese_rows_stand_two_by_two_with_the_running_totals_of_the_sums():
    rows = [
        (plan.contract.code, plan.dealer, int(plan.expected), int(plan.control))
        for plan in plans(PT_IND)
    ]
    # −260 − 180 = −440; −260 − 160 = −420; −200 − 240 = −440: −1300 in three plays, then four times
    # +325.
    assert rows == [
        ("V", N, -260, -260),
        ("2U", N, -180, -440),
        ("C", E, -260, -700),
        ("K", E, -160, -860),
        ("M", S, -200, -1060),
        ("H", S, -240, -1300),
        ("POS", W, 325, -975),
        ("POS", N, 325, -650),
        ("POS", E, 325, -325),
        ("POS", S, 325, 0),
    ]
    assert [(plan.board, plan.together) for plan in plans(PT_IND)][:7] == [
        (1, (1, 2)),
        (1, (1, 2)),
        (2, (3, 4)),
        (2, (3, 4)),
        (3, (5, 6)),
        (3, (5, 6)),
        (4, (7,)),
    ]


def test_the_genoese_order_merges_by_number_too_and_each_wind_still_declares_once():
    assert [plan.contract.code for plan in plans(LAB12)] == [
        "KJ",
        "MIS",
        "Q",
        "NC",
        "KH",
        "8D",
        "U2",
        "D",
        "D",
        "D",
        "D",
        "SA",
    ]
    assert {plan.dealer for plan in plans(LAB12) if plan.contract.code == "D"} == set(Wind)
    assert plans(LAB12)[-1].control == 0


def test_without_the_setting_and_where_it_changes_nothing_every_row_has_its_own_board():
    for ruleset in RULESETS.values():
        for plan in ruleset.schedule() if ruleset.rows == ruleset.hands else ():
            assert (plan.board, plan.together) == (plan.number, (plan.number,))
    lab_coppie = find_ruleset("lab_coppie")
    assert lab_coppie.schedule(lab_coppie.configure(QUICK)) == lab_coppie.schedule()


def test_seven_boards_are_dealt_for_ten_rows_and_the_document_says_so():
    settings = PT_IND.configure(QUICK)
    assert [
        (board.board, board.contract, board.dealer) for board in plan_boards(PT_IND, settings)
    ] == [
        (1, "V+2U", N),
        (2, "C+K", E),
        (3, "M+H", S),
        (4, "POS", W),
        (5, "POS", N),
        (6, "POS", E),
        (7, "POS", S),
    ]
    document = bare_document(PT_IND, (1,), seed_sha256(SEED), settings=settings)
    assert document.boards == 7
    dealt = deal_boards(PT_IND, document, SEED, "", (1,))
    assert [(board.board, board.contract) for board in dealt][:3] == [
        (1, "V+2U"),
        (2, "C+K"),
        (3, "M+H"),
    ]
    assert [contract.code for contract in contracts_of_board(PT_IND, "C+K")] == ["C", "K"]


def test_the_filter_of_domino_follows_its_board():
    settings = LAB13.configure(QUICK)
    condition = plan_filter(LAB13, 2, settings)
    assert condition is not None
    # The eighth row is on the fifth board. There are ten boards, so the spares are 11 and 12.
    assert condition.boards == (5, 11, 12)


def whole_sheet():
    """Sheet of a quick game of R8 with counts that are possible in one deal. N takes the last two
    tricks, E the king of hearts.
    """
    rows = [
        ("V", 5, 4, 2, 2),
        ("2U", 2, 0, 0, 0),
        ("C", 1, 6, 3, 3),
        ("K", 0, 1, 0, 0),
        ("M", 2, 1, 1, 0),
        ("H", 3, 0, 1, 4),
        ("POS", 4, 3, 3, 3),
        ("POS", 5, 4, 2, 2),
        ("POS", 0, 6, 5, 2),
        ("POS", 1, 1, 1, 10),
    ]
    return [
        Row(
            number,
            code,
            dict(zip("NESW", counts, strict=True)),
            trump="S" if code == "POS" else None,
        )
        for number, (code, *counts) in enumerate(rows, 1)
    ]


def test_a_whole_sheet_closes_at_nothing_with_the_points_of_both_parts():
    scored = score(PT_IND, whole_sheet(), settings=PT_IND.configure(QUICK))
    assert scored.closable
    assert scored.problems == ()
    # The first cards: N 5 tricks and the last two, 5 × −20 + 2 × −90 = −280; E 4 × −20 = −80.
    assert [scored.rows[0].points[N] + scored.rows[1].points[N], scored.rows[0].points[E]] == [
        -280,
        -80,
    ]
    assert [scored.rows[row].running for row in (1, 3, 5)] == [-440, -860, -1300]
    # N: −280 − 20 − 100 − 90 + 25 × (4 + 5 + 0 + 1) = −240; E: −80 − 280 − 50 + 25 × 14 = −60;
    # S: −40 − 60 − 50 − 30 + 25 × 11 = 95; W: −40 − 60 − 120 + 25 × 17 = 205.
    assert scored.totals == {N: -240, E: -60, S: 95, W: 205}
    assert scored.sum == scored.expected_sum == 0


def changed(rows, hand, **counts):
    return [row if row.hand != hand else Row(hand, row.contract, counts) for row in rows]


@pytest.mark.parametrize(
    ("hand", "counts"),
    [(2, {"N": 0, "E": 0, "S": 0, "W": 2}), (4, {"N": 1, "E": 0, "S": 0, "W": 0})],
)
def test_what_one_deal_can_give_is_no_problem(hand, counts):
    # West's two tricks may be the last two; North's one heart may be the king.
    assert (
        score(
            PT_IND, changed(whole_sheet(), hand, **counts), settings=PT_IND.configure(QUICK)
        ).problems
        == ()
    )


def test_nobody_takes_more_of_the_last_tricks_than_tricks_nor_the_king_of_hearts_without_a_heart():
    settings = PT_IND.configure(QUICK)
    rows = changed(whole_sheet(), 1, N=1, E=8, S=2, W=2)
    rows = changed(rows, 3, N=7, E=0, S=3, W=3)
    problems = score(PT_IND, rows, settings=settings).problems
    assert [
        (problem.code, problem.hand, problem.wind, problem.expected, problem.found)
        for problem in problems
    ] == [
        ("units_contradict", 2, "N", "1", "2"),
        ("units_contradict", 4, "E", "0", "1"),
    ]
    assert str(problems[0].phrase) == (
        "Não fazer as 2 últimas: N has 2, but 1 in hand 1, Não fazer vazas, which was played with the same cards"
    )
    # In the long game these hands have different cards.
    numbers = {"V": 1, "C": 2, "M": 3, "H": 4, "K": 5, "2U": 6}
    long = [
        Row(numbers[row.contract], row.contract, row.units)
        for row in rows
        if row.contract in numbers
    ]
    assert score(PT_IND, long).problems == ()


def test_who_plays_illegally_takes_the_points_of_both_parts():
    ruling = Ruling(ruling_kinds.ILLEGAL_PLAY, 4, "S")
    settings = PT_IND.configure(QUICK)
    scored = score(PT_IND, whole_sheet(), [ruling], settings)
    assert [dict(scored.rows[row].points) for row in (2, 3)] == [
        {N: 0, E: 0, S: -260, W: 0},
        {N: 0, E: 0, S: -160, W: 0},
    ]
    assert scored.sum == 0
    assert scored.closable
    # Both rows are one hand, so the arbiter has to judge a second offence in the other row.
    again = score(
        PT_IND, whole_sheet(), [ruling, Ruling(ruling_kinds.ILLEGAL_PLAY, 3, "W")], settings
    )
    assert [problem.code for problem in again.problems] == ["ruling_repeated"]


def test_both_rows_of_an_illegal_play_are_marked_where_boards_are_compared():
    settings = PT_IND.configure(QUICK)
    ruling = Ruling(ruling_kinds.ILLEGAL_PLAY, 3, "S")
    sheets = [
        PlayedSheet(1, score(PT_IND, whole_sheet(), [ruling], settings), (ruling,)),
        PlayedSheet(2, score(PT_IND, whole_sheet(), (), settings)),
    ]
    marks = {board.hand: board.fields[0].results[0].mark for board in compare(sheets)}
    assert (marks[3], marks[4], marks[5]) == (Mark.RULED, Mark.RULED, Mark.PLAYED)


# -- the cards


def contracts(ruleset, first, second):
    return ruleset.contract(first), (ruleset.contract(second),)


BOARD = Deal.parse_pbn("N:AKQJ.QJT9..65432 .AK87.AKQ8.KQJT9 T987.65432.JT97. 65432..65432.A87")


def test_a_lead_that_either_part_forbids_is_illegal():
    first, also = contracts(LAB12, "KH", "8D")
    play = start_play(BOARD, first, play_rules(LAB12), E, also=also)
    forbidden = {card for card in BOARD.hands[E] if play.breach(card) is not None}
    assert {card.suit for card in forbidden} == {Suit.HEARTS, Suit.DIAMONDS}
    # South holds spades besides both; North holds no diamond, and may lead spades and clubs.
    assert {card.suit for card in play.led_by(N).legal()} == {Suit.SPADES, Suit.CLUBS}


def test_of_two_cards_that_must_go_the_holder_chooses_which_goes_first():
    first, also = contracts(LAB12, "KH", "8D")
    play = start_play(BOARD, first, play_rules(LAB12), N, also=also).play(Card.parse("SA"))
    assert play.legal() == {Card.parse("HK"), Card.parse("D8")}
    report = replay(
        BOARD,
        first,
        [Card.parse("SA"), Card.parse("C9")],
        rules=play_rules(LAB12),
        leader=N,
        also=also,
    )
    assert [card.breach.infraction for card in report.illegal] == [Infraction.FORCED_DISCARD]


def test_cutting_one_suit_opens_that_one_alone():
    first, also = contracts(LAB12, "KH", "8D")
    play = start_play(BOARD, first, play_rules(LAB12), N, also=also)
    for card in ("SA", "HK", "S7", "S2"):
        play = play.play(Card.parse(card))
    assert play.opened == {Suit.HEARTS}
    assert {card.suit for card in play.legal()} == {Suit.SPADES, Suit.HEARTS, Suit.CLUBS}


def test_the_units_of_both_are_counted_and_the_hand_ends_when_both_are():
    first, also = contracts(LAB12, "KH", "8D")
    play = start_play(BOARD, first, play_rules(LAB12), N, also=also)
    for card in ("SA", "HK", "S7", "S2"):
        play = play.play(Card.parse(card))
    assert play.units_of(also[0]) == dict.fromkeys(Wind, 0)
    assert play.units_of(first)[N] == 1
    assert not play.settled
    for card in ("SK", "D8", "S8", "S3"):
        play = play.play(Card.parse(card))
    assert play.units_of(also[0])[N] == 1
    assert play.settled


# -- an edition


def test_a_house_edition_may_be_quick_by_itself_with_its_sum_computed():
    edition = read_ruleset(
        {
            "base": "pt_ind",
            "code": "porto",
            "name": "Porto",
            "changes": {"settings": QUICK, "values": {"K": "-200"}},
        }
    )
    assert edition.expected_sum == Fraction(-40)
    assert [plan.board for plan in edition.schedule()] == [1, 1, 2, 2, 3, 3, 4, 5, 6, 7]
    assert bare_document(edition, (1,), seed_sha256(SEED)).boards == 7


def test_the_long_game_of_a_quick_edition_was_dealt_with_the_boards_of_the_quick_one():
    edition = read_ruleset(
        {"base": "pt_ind", "code": "porto", "name": "Porto", "changes": {"settings": QUICK}}
    )
    long = edition.configure({"quick_game": False})
    document = bare_document(edition, (1,), seed_sha256(SEED), settings=long)
    dealt = deal_boards(edition, document, SEED, "", (1,))
    assert [(board.contract, board.dealer) for board in dealt] == [
        (plan.contract.code, plan.dealer) for plan in PT_IND.schedule()
    ]


def test_an_edition_that_begins_with_another_hand_has_no_quick_game():
    edition = read_ruleset(
        {
            "base": "lab12",
            "code": "short",
            "name": "Short",
            "changes": {"hands": ["KJ", "Q", "KH", "D", "D", "D", "D"]},
        }
    )
    assert not edition.may_be_quick
    assert "quick_game" not in {setting.key for setting in edition.settings}
    assert [plan.board for plan in edition.schedule(edition.configure(QUICK))] == list(range(1, 8))
