"""Boards compared on paper, and the results beside the hands."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone, translation

from king.cards import WINDS, Deal, Wind
from king.rulesets import find_ruleset
from king.sheet.comparison import PlayedSheet, compare
from king.sheet.full_sheet import score
from king.sheet.row import Row
from king.sheet.rulings import Ruling, RulingKind
from printing.documents import hand_records
from printing.documents.hand_records import BoardRecord, ComparedBoards, HandRecords
from printing.occasion import Occasion, Options
from tests.evenings import demo
from tests.printing.asking import printed
from tests.printing.pages import PageText, letters_outside, read_pages, rows_of
from tournaments.models import Round, Tournament

LAB12 = find_ruleset("lab12")


def an_occasion() -> Occasion:
    return Occasion("Giovedì", datetime.date(2026, 11, 20), "Genova", 1, "3fa912bc77d0", timezone.now())


def played(tables: int, **fouled: Fraction) -> tuple[Any, ...]:
    """Hand 2 (no queens, −3 each) at so many tables: table t gives its queens to the wind t in turn, two and two."""
    sheets = []
    for table in range(1, tables + 1):
        units = dict.fromkeys("NESW", 0)
        units["NESW"[table % 4]] += 2
        units["NESW"[(table + 1) % 4]] += 2
        rulings = (Ruling(RulingKind.FOULED, 2, points=fouled or None),) if table == 2 and fouled else ()
        row = Row.from_json({"hand": 2, "contract": "Q", "units": units})
        sheets.append(PlayedSheet(table, score(LAB12, [row], rulings), rulings))
    return compare(sheets)


def pages_of(boards: tuple[Any, ...]) -> list[PageText]:
    with translation.override("en"):
        return read_pages(hand_records.render_comparison(ComparedBoards(an_occasion(), WINDS, {2: Wind.E}, boards)))


def lines_of(page: PageText) -> list[str]:
    return rows_of(page)


def test_each_table_has_its_points_and_how_far_they_are_from_the_mean() -> None:
    (page,) = pages_of(played(4))
    lines = lines_of(page)
    assert any("Hand 2 · No queens · dealer East" in line for line in lines)
    # Table 1: East and South took two queens each; every wind's mean over the four tables is −3.
    assert "1 0 +3 −6 −3 −6 −3 0 +3" in lines
    assert any(line.startswith("mean −3 −3 −3 −3") and line.endswith("of 4 results") for line in lines)
    assert "best 0 0 0 0" in lines
    assert "worst −6 −6 −6 −6" in lines
    assert "spread 6 6 6 6" in lines


def test_a_fouled_board_is_marked_explained_and_in_no_figure() -> None:
    (page,) = pages_of(played(4, N=Fraction(-3), E=Fraction(-3), S=Fraction(-3), W=Fraction(-3)))
    lines = lines_of(page)
    assert "2 −3 a −3 a −3 a −3 a" in lines
    assert any("a fouled board: points given by the arbiter" in line for line in lines)
    assert any(line.endswith("of 3 results") for line in lines)


def test_one_table_alone_is_compared_with_nobody() -> None:
    (page,) = pages_of(played(1))
    assert not any(line.startswith(("mean", "best")) for line in lines_of(page))


@pytest.mark.parametrize("tables", [60, 110])
def test_a_big_hall_goes_on_over_pages_and_loses_no_table(tables: int) -> None:
    pages = pages_of(played(tables))
    assert len(pages) > 1
    found = [line.split()[0] for page in pages for line in lines_of(page) if len(line.split()) == 9]
    assert [int(table) for table in found if table.isdecimal()] == [*range(1, tables + 1)]
    assert not any(letters_outside(page) for page in pages)
    assert "continued" in pages[1].text
    assert any(line.startswith("mean") for line in lines_of(pages[-1]))


@pytest.mark.parametrize("tables", [1, 33, 120])
def test_the_hand_records_have_every_tables_result_beside_the_hands(tables: int) -> None:
    board = BoardRecord(2, LAB12.find_contract("Q"), Wind.E, Deal.numbered(12345), played(tables)[0].fields)
    with translation.override("en"):
        pages = read_pages(hand_records.render(HandRecords(an_occasion(), (board,))))
    assert not any(letters_outside(page) for page in pages)
    found = set()
    for page in pages:
        middle = page.width * 0.72
        for line in rows_of(page, page.width * 0.48, middle) + rows_of(page, middle):
            words = line.split()
            if len(words) == 5 and words[0].isdecimal():
                found.add((int(words[0]), *words[1:]))
    expected = set()
    for result in board.fields[0].results:
        points = [str(result.points[wind]).replace("-", "−") for wind in WINDS]
        expected.add((result.table, *points))
    assert found == expected


def test_boards_are_compared_only_once_the_partita_is_closed(seated: Callable[..., Round], evening: Tournament) -> None:
    seated(1, started=True)
    with pytest.raises(ValidationError) as refused:
        hand_records.gather_comparison(evening, Options())
    assert refused.value.code == "round_open"


def test_what_the_public_takes_away_has_the_results_of_the_posted_standing(
    played: Callable[..., Round], evening: Tournament, author: User
) -> None:
    from scoring import decisions
    from scoring.models import Sheet
    from scoring.publishing import last_publication, read_posted

    round_ = played(2)
    before = hand_records.gather_comparison(evening, Options()).boards
    sheet = Sheet.objects.filter(table__round=round_).order_by("table__number")[0]
    decisions.rule(sheet=sheet, kind="illegal_play", hand=2, offender="N", reason="revoked", arbiter=author)
    publication = last_publication(evening)
    assert publication is not None
    posted = read_posted(evening, publication)
    assert hand_records.gather_posted_comparison(evening, posted, Options()).boards == before
    assert hand_records.gather_comparison(evening, Options()).boards != before
    records = hand_records.gather_posted(evening, posted, Options(board=2))
    assert records.boards[0].fields == before[1].fields


def test_the_hand_records_say_trump_sale_and_played_down_beside_the_results() -> None:
    rules = find_ruleset("pt_ind")
    rows = (
        {"trump": "S", "sale": {"seller": "N", "buyer": "W", "price": 5}},
        {"direction": "down"},
        {"trump": "NT"},
    )
    units = {"units": {"N": 4, "E": 3, "S": 2, "W": 4}}
    sheets = [
        PlayedSheet(table, score(rules, [Row.from_json({"hand": 9, "contract": "POS", **units, **row})]))
        for table, row in enumerate(rows, 1)
    ]
    (compared,) = compare(sheets)
    board = BoardRecord(9, rules.find_contract("POS"), Wind.N, Deal.numbered(12345), compared.fields)
    with translation.override("en"):
        (page,) = read_pages(hand_records.render(HandRecords(an_occasion(), (board,))))
    assert letters_outside(page) == []
    found = [line.split(maxsplit=5) for line in rows_of(page, page.width * 0.48)]
    beside = {line[0]: line[5] for line in found if len(line) == 6 and line[0].isdecimal()}
    assert beside == {"1": "sold by North to West for 5", "2": "played down", "3": "no trump"}


@pytest.mark.parametrize("key", ["comparison", "hand_records"])
def test_bold_and_grey_figures_are_explained_where_tables_are_compared(key: str, db: None) -> None:
    several, alone = (demo(stage="finished", seed=4, tables=tables, rounds=1) for tables in (2, 1))
    assert "In bold the best of each column" in printed(key, several)[0].text
    assert "In bold" not in printed(key, alone)[0].text
    assert ("in grey the difference from its mean" in printed(key, several)[0].text) == (key == "comparison")
