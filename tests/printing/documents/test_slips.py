"""Deal slips: the right cards on each slip, no text over a cut line, and a small file drawn fast
for a big hall.
"""

from __future__ import annotations

import datetime
import json
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from django.utils import timezone, translation

from king.cards import WINDS, Deal, Wind
from king.rulesets import find_ruleset
from printing.document_context import Occasion
from printing.document_list import DOCUMENTS
from printing.documents.slips import SHEET, RoundSlips, SlipBoard, Slips
from tests.king.by_definition import checksum_by_hand
from tests.printing.pages import MM, PageText, read_pages, within

LONG_NAME = "Torneo di King del venerdì sera – Circolo Dopolavoro «Łukasz Şahin» di Genova Sampierdarena, terza serata"
NIGHT = json.loads((Path(__file__).parents[2] / "data" / "night.json").read_text(encoding="utf-8"))
NIGHT_DEALS = [board["pbn"] for board in NIGHT["rounds"][0]["boards"]]
# North holds every spade, East every heart, South every diamond, West every club.
ONE_SUIT_EACH = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"

render = DOCUMENTS["slips"].render


def an_occasion() -> Occasion:
    return Occasion(
        LONG_NAME, datetime.date(2026, 11, 20), "Genova", 1, "3fa912bc77d0", timezone.now()
    )


def some_slips(
    *deals: str, tables: tuple[int | None, ...] = (1,), order: str = "table", suits: str = "grey"
) -> Slips:
    plans = find_ruleset("lab12").schedule()
    boards = tuple(
        SlipBoard(
            plan.number, plan.contract, plan.dealer or Wind.N, plan.leader, Deal.parse_pbn(deal)
        )
        for plan, deal in zip(plans, deals, strict=False)
    )
    return Slips(an_occasion(), (RoundSlips(1, boards, tables),), order, suits)


def slip_boxes(page: PageText) -> list[tuple[float, float, float, float]]:
    """The eight slips of a page in reading order: left, bottom, right, top."""
    left, top = 10 * MM, page.height - 10 * MM
    width, height = SHEET.width, SHEET.height
    return [
        (
            left + column * width,
            top - (row + 1) * height,
            left + (column + 1) * width,
            top - row * height,
        )
        for row in range(4)
        for column in range(2)
    ]


def cards_on(slip: str) -> str:
    """The hand as PBN writes it, from the four lines of cards on a slip."""
    marks = {"A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "–"}
    lines = [
        line for line in slip.split("\n") if len(line.split()) > 0 and set(line.split()) <= marks
    ]
    return ".".join(line.replace("10", "T").replace(" ", "").replace("–", "") for line in lines)


@pytest.mark.parametrize("deal", [*NIGHT_DEALS, ONE_SUIT_EACH])
def test_each_slip_shows_its_own_thirteen_cards_and_no_other(deal: str) -> None:
    (page,) = read_pages(render(some_slips(deal)))
    hands = deal.removeprefix("N:").split()
    for box, hand in zip(slip_boxes(page), hands, strict=False):
        assert cards_on(within(page, *box)) == hand


@pytest.mark.parametrize("deal", [NIGHT_DEALS[3], ONE_SUIT_EACH])
def test_the_checksum_of_a_slip_can_be_counted_by_hand(deal: str) -> None:
    (page,) = read_pages(render(some_slips(deal)))
    for box, hand in zip(slip_boxes(page), deal.removeprefix("N:").split(), strict=False):
        assert f"{checksum_by_hand(hand):02d}" in within(page, *box).split()


def test_a_slip_says_hand_contract_dealer_wind_table_and_partita() -> None:
    with translation.override("en"):
        (page,) = read_pages(render(some_slips(NIGHT_DEALS[0], tables=(7,))))
        east = within(page, *slip_boxes(page)[1])
    for words in (
        "East",
        "Hand 1",
        "No re e fanti",
        "dealer North",
        "East leads",
        "Table 7",
        "Partita 1",
    ):
        assert words in east


def test_a_table_has_six_pages_of_twelve_hands_for_four_winds() -> None:
    assert len(read_pages(render(some_slips(*NIGHT_DEALS)))) == 12 * 4 // 8
    assert len(read_pages(render(some_slips(*NIGHT_DEALS, tables=(1, 2, 3))))) == 3 * 6


def test_one_set_without_a_table_is_printed_once() -> None:
    with translation.override("en"):
        pages = read_pages(render(some_slips(*NIGHT_DEALS, tables=(None,))))
    assert len(pages) == 6
    assert not any("Table" in page.text for page in pages)


def test_a_hand_looks_the_same_at_every_table() -> None:
    with translation.override("en"):
        first, second = read_pages(render(some_slips(*NIGHT_DEALS[:2], tables=(1, 2))))
    for box in slip_boxes(first):
        assert within(first, *box).replace("Table 1", "") == within(second, *box).replace(
            "Table 2", ""
        )


def test_slips_can_come_board_by_board() -> None:
    with translation.override("en"):
        pages = read_pages(render(some_slips(*NIGHT_DEALS[:2], tables=(1, 2), order="board")))
    heads = [within(page, *slip_boxes(page)[place]) for page in pages for place in (0, 4)]
    assert ["Hand 1" in head for head in heads] == [True, True, False, False]
    assert ["Table 1" in head for head in heads] == [True, False, True, False]


@pytest.mark.parametrize("language", ["it", "en"])
def test_nothing_runs_over_a_cut_line(language: str) -> None:
    with translation.override(language):
        pages = read_pages(render(some_slips(*NIGHT_DEALS, ONE_SUIT_EACH, tables=(188,))))
        pages += read_pages(render(some_slips(ONE_SUIT_EACH, ONE_SUIT_EACH, tables=(188,))))
    for page in pages:
        boxes = slip_boxes(page)
        lowest = min(box[1] for box in boxes)
        for letter in page.letters:
            if letter.top < lowest:
                continue  # the footer
            middle = (letter.left + letter.right) / 2, (letter.bottom + letter.top) / 2
            homes = [
                box for box in boxes if box[0] < middle[0] < box[2] and box[1] < middle[1] < box[3]
            ]
            assert len(homes) == 1
            (home,) = homes
            assert home[0] + MM < letter.left
            assert letter.right < home[2] - MM
            assert home[1] + MM < letter.bottom
            assert letter.top < home[3] - MM


def test_a_very_long_contract_name_stays_on_its_slip() -> None:
    slips = some_slips(NIGHT_DEALS[0])
    board = slips.rounds[0].boards[0]
    assert board.contract is not None
    name = "Nessuna figura di cuori né di quadri presa nelle ultime tre prese della mano"
    board = board._replace(contract=replace(board.contract, name=name))
    slips = slips._replace(rounds=(slips.rounds[0]._replace(boards=(board,)),))
    (page,) = read_pages(render(slips))
    north = within(page, *slip_boxes(page)[0])
    # The name is on three lines, and the letter of the badge may be between them.
    assert re.search(r"\s+(?:N\s+)?".join(map(re.escape, name.split())), north)


def test_every_page_says_which_it_is_and_under_which_commitment() -> None:
    with translation.override("en"):
        pages = read_pages(render(some_slips(*NIGHT_DEALS)))
    for number, page in enumerate(pages, start=1):
        assert f"page {number} of 6" in page.text
        assert "3fa912bc77d0" in page.text


@pytest.mark.at_length
def test_the_slips_of_fifty_tables_and_two_partite_tell_how_far_they_are_and_stay_small() -> None:
    slips = some_slips(*NIGHT_DEALS, tables=tuple(range(1, 51)))
    slips = slips._replace(rounds=(slips.rounds[0], slips.rounds[0]._replace(number=2)))
    progress: list[tuple[int, int]] = []
    pdf = render(slips, lambda done, count: progress.append((done, count)))
    assert len(pdf) < 2_000_000
    assert progress[-1] == (600, 600)
    assert all(after[0] - before[0] == 1 for before, after in pairwise(progress))


def test_suits_are_drawn_in_black_and_grey_unless_colours_are_asked_for() -> None:
    assert render(some_slips(NIGHT_DEALS[0])) != render(some_slips(NIGHT_DEALS[0], suits="four"))


def test_winds_come_in_the_order_of_the_turn() -> None:
    with translation.override("en"):
        (page,) = read_pages(render(some_slips(NIGHT_DEALS[0])))
        slip_texts = [within(page, *box) for box in slip_boxes(page)[:4]]
    names = ["North", "East", "South", "West"]
    assert [
        name in slip.split("Hand")[0] for name, slip in zip(names, slip_texts, strict=True)
    ] == [True] * len(WINDS)


def test_a_slip_that_is_cut_out_still_says_its_commitment_and_asks_for_thirteen_cards() -> None:
    slips = some_slips(NIGHT_DEALS[0])
    slips = slips._replace(rounds=(slips.rounds[0]._replace(commitment="3fa912bc77d0"),))
    with translation.override("en"):
        (page,) = read_pages(render(slips))
        for box in slip_boxes(page)[:4]:
            slip = within(page, *box)
            assert "seal 3fa912bc77d0" in slip
            assert "13 cards? If not, call the arbiter." in slip
            # The rule for its two digits is on the helpers' papers only.
            assert "Checksum" not in slip


def test_the_cards_of_a_slip_are_read_at_arms_length() -> None:
    (page,) = read_pages(render(some_slips(NIGHT_DEALS[0])))
    left, _low, right, high = slip_boxes(page)[0]
    aces = [
        ace
        for ace in page.letters
        if ace.text == "A" and left < ace.left < right and ace.top < high - 60
    ]
    # The type is a third larger than 17 points; a capital's height is 0.714 of the type size.
    assert all(ace.top - ace.bottom >= 17 * 4 / 3 * 0.7 for ace in aces)
    assert aces


def test_a_spare_is_not_taken_for_the_board_whose_place_it_took() -> None:
    slips = some_slips(*NIGHT_DEALS[:2])
    first, second = slips.rounds[0].boards
    slips = slips._replace(
        rounds=(slips.rounds[0]._replace(boards=(first._replace(spare=13), second)),)
    )
    with translation.override("en"):
        (page,) = read_pages(render(slips))
        texts = [within(page, *box) for box in slip_boxes(page)]
    assert ["spare 13" in text for text in texts] == [True] * 4 + [False] * 4
