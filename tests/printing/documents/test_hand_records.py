"""Hand records: every board with its cards, each table's results, the mean and the luck of the
cards.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone, translation

from king.cards import WINDS, Deal, Wind
from king.rulesets import find_ruleset
from king.sheet import ruling_kinds
from king.sheet.comparison import PlayedSheet, compare
from king.sheet.full_sheet import score
from king.sheet.row import Row
from king.sheet.rulings import Ruling
from printing.document_context import Occasion, Options
from printing.document_list import DOCUMENTS
from printing.documents import hand_records
from printing.documents.slips import SlipBoard
from tests.evenings import demo
from tests.printing.asking import printed
from tests.printing.pages import MM, PageText, letters_outside, read_pages, rows_of
from tournaments.models import Round, Tournament
from wording.naming import game_of

LAB12 = find_ruleset("lab12")


def an_occasion() -> Occasion:
    return Occasion(
        "Giovedì", datetime.date(2026, 11, 20), "Genova", 1, "3fa912bc77d0", timezone.now()
    )


def played(tables: int, **fouled: Fraction) -> tuple[Any, ...]:
    """Results of hand 2 (no queens, −3 each) at so many tables. At each table two neighbours take
    two queens each, a different pair at each of four tables.
    """
    sheets = []
    for table in range(1, tables + 1):
        units = dict.fromkeys("NESW", 0)
        units["NESW"[table % 4]] += 2
        units["NESW"[(table + 1) % 4]] += 2
        rulings = (
            (Ruling(ruling_kinds.FOULED, 2, points=fouled or None),)
            if table == 2 and fouled
            else ()
        )
        row = Row.from_json({"hand": 2, "contract": "Q", "units": units})
        sheets.append(PlayedSheet(table, score(LAB12, [row], rulings), rulings))
    return compare(sheets)


def lines_of(page: PageText) -> list[str]:
    """Rows of results beside the hands: over the whole width, then in its left half and its right
    half.
    """
    left, middle, right = 90 * MM, 144.5 * MM, 200 * MM
    halves = (left, right), (left, middle), (middle, right)
    return [line for start, end in halves for line in rows_of(page, start, end)]


def records_of(*records: dict[str, Any]) -> list[PageText]:
    paper = {
        "occasion": an_occasion(),
        "records": records,
        "columns": WINDS,
        "suits": "grey",
        "chosen": False,
    }
    with translation.override("en"):
        return read_pages(DOCUMENTS["hand_records"].render(paper))


def a_record(
    fields: Any, number: int = 2, contract: Any = None, dealer: Wind = Wind.E, **more: Any
) -> dict[str, Any]:
    board = SlipBoard(
        number, contract or LAB12.find_contract("Q"), dealer, None, Deal.numbered(12345)
    )
    return {"board": board, "fields": fields, "luck": {}, "typed": False, **more}


def test_each_board_has_the_mean_of_every_column_and_the_luck_of_its_cards() -> None:
    """Two neighbours take two queens each at four tables, so every wind's mean is −3."""
    luck = dict(
        zip(WINDS, (Fraction(9, 8), Fraction(-1), Fraction(0), Fraction(-1, 8)), strict=True)
    )
    (page,) = records_of(a_record(played(4)[0].fields, luck=luck))
    assert "Hand 2 · No donne · dealer East" in page.text
    assert "1 0 −6 −6 0" in lines_of(page)
    assert "mean −3 −3 −3 −3" in lines_of(page)
    assert "luck +1.1 −1 0 −0.1" in lines_of(page)
    assert "Luck: what the cards of each column were worth" in page.text


def test_a_fouled_board_is_marked_explained_and_not_in_the_mean() -> None:
    (page,) = records_of(a_record(played(4, **dict.fromkeys("NESW", Fraction(-9)))[0].fields))
    assert "2 −9 a −9 a −9 a −9 a" in lines_of(page)
    assert "mean −4 −4 −2 −2" in lines_of(page)
    assert "a fouled board: points given by the arbiter" in " ".join(page.text.split())


def test_one_table_alone_is_compared_with_nobody() -> None:
    (page,) = records_of(a_record(played(1)[0].fields))
    assert not any(line.startswith(("mean", "luck")) for line in lines_of(page))


@pytest.mark.parametrize(("tables", "pages"), [(2, 3), (8, 3)])
def test_four_boards_stand_on_a_page_and_can_be_read(tables: int, pages: int, db: None) -> None:
    """The twelve boards of an evening of eight tables take three pages, with cards and results in
    type of 9 points or more.
    """
    evening = demo(stage="finished", seed=8, tables=tables, rounds=1, language="en")
    page_texts = printed("hand_records", evening)
    assert len(page_texts) == pages
    assert [page for page in page_texts if letters_outside(page)] == []
    kings = [letter for page in page_texts for letter in page.letters if letter.text == "K"]
    assert len(kings) >= 48
    assert min(king.top - king.bottom for king in kings) > 8.9 * 0.7
    values = [
        letter for page in page_texts for letter in page.letters if letter.text in "0123456789"
    ]
    assert min(digit.top - digit.bottom for digit in values) > 8 * 0.7


@pytest.mark.parametrize("tables", [1, 33, 120])
def test_the_hand_records_have_every_tables_result_below_the_hands(tables: int) -> None:
    board = a_record(played(tables)[0].fields)
    pages = records_of(board)
    assert not any(letters_outside(page) for page in pages)
    rows = set()
    for page in pages:
        for line in lines_of(page):
            words = line.split()
            if len(words) == 5 and words[0].isdecimal() and set(words[1:]) <= {"0", "−3", "−6"}:
                rows.add((int(words[0]), *words[1:]))
    expected = set()
    for result in board["fields"][0].results:
        points = [str(result.points[wind]).replace("-", "−") for wind in WINDS]
        expected.add((result.table, *points))
    assert rows == expected


def test_what_the_public_takes_away_has_the_results_of_the_published_standing(
    played: Callable[..., Round], evening: Tournament, author: User
) -> None:
    from scoring import decisions
    from scoring.models import Sheet
    from scoring.publishing import last_publication, read_publication

    round_ = played(2)
    before = hand_records.gather(evening, Options(board=2))["records"][0]["fields"]
    sheet = Sheet.objects.filter(table__round=round_).order_by("table__number")[0]
    decisions.rule(
        sheet=sheet, kind="illegal_play", hand=2, offender="N", reason="revoked", arbiter=author
    )
    publication = last_publication(evening)
    assert publication is not None
    published = read_publication(evening, publication)
    assert (
        hand_records.gather_published(evening, published, Options(board=2))["records"][0]["fields"]
        == before
    )
    assert hand_records.gather(evening, Options(board=2))["records"][0]["fields"] != before


def test_the_hand_records_say_trump_sale_and_played_down_beside_the_results() -> None:
    rules = find_ruleset("pt_ind")
    rows = (
        {"trump": "S", "sale": {"seller": "N", "buyer": "W", "price": 5}},
        {"direction": "down"},
        {"trump": "NT"},
        {
            "direction": "down",
            "sale": {"seller": "N", "buyer": "W", "price": 2, "polarity": "null"},
        },
    )
    units = {"units": {"N": 4, "E": 3, "S": 2, "W": 4}}
    sheets = [
        PlayedSheet(
            table, score(rules, [Row.from_json({"hand": 9, "contract": "POS", **units, **row})])
        )
        for table, row in enumerate(rows, 1)
    ]
    (compared,) = compare(sheets)
    record = a_record(compared.fields, 9, rules.find_contract("POS"), Wind.N)
    (page,) = records_of(record)
    assert letters_outside(page) == []
    cells = [line.split(maxsplit=5) for line in rows_of(page, 90 * MM, page.width)]
    beside = {line[0]: line[5] for line in cells if len(line) == 6 and line[0].isdecimal()}
    assert beside == {
        "1": "N›W 5",
        "2": "played down",
        "3": "no trump",
        "4": "N›W 2, for nulls",
    }
    assert "N›W 5: sold by North to West for 5" in " ".join(page.text.split())


def test_a_sale_alone_stands_in_short_and_is_explained() -> None:
    rules = find_ruleset("pt_ind")
    sale = {"trump": "S", "sale": {"seller": "N", "buyer": "W", "price": 5}}
    units = {"units": {"N": 4, "E": 3, "S": 2, "W": 4}}
    rows = [{**units, **sale}, {**units, "trump": "H"}]
    sheets = [
        PlayedSheet(table, score(rules, [Row.from_json({"hand": 9, "contract": "POS", **row})]))
        for table, row in enumerate(rows, 1)
    ]
    (compared,) = compare(sheets)
    (page,) = records_of(a_record(compared.fields, 9, rules.find_contract("POS"), Wind.N))
    assert any(line.endswith("N›W 5") and line.startswith("1 ") for line in lines_of(page))
    assert "N›W 5: sold by North to West for 5" in " ".join(page.text.split())


def test_bold_figures_are_explained_where_tables_are_compared(db: None) -> None:
    several, alone = (demo(stage="finished", seed=4, tables=tables, rounds=1) for tables in (2, 1))
    assert "The best of each column is in bold" in printed("hand_records", several)[0].text
    assert "In bold" not in printed("hand_records", alone)[0].text


def test_all_at_once_is_named_and_no_column_ends_with_the_name_of_a_hand() -> None:
    """Six counts of the same cards have one title, each with its lines below it (§13.17)."""
    rules = find_ruleset("russian")
    plans = [plan for plan in rules.schedule() if 7 in plan.together]
    contracts = tuple(plan.contract for plan in plans if plan.contract)
    rows = [
        Row.from_json(
            {
                "hand": plan.number,
                "contract": plan.contract.code,
                "units": {"N": plan.contract.units, "E": 0, "S": 0, "W": 0},
            }
        )
        for plan in plans
        if plan.contract
    ]
    sheets = [PlayedSheet(table, score(rules, rows)) for table in (1, 2)]
    board = SlipBoard(
        7,
        contracts[0],
        Wind.S,
        None,
        Deal("N" * 8 + "E" * 8 + "S" * 8 + "W" * 8),
        together=tuple(plan.number for plan in plans),
        also=contracts[1:],
        game=game_of(rules, contracts),
    )
    fields = [part for comparison in compare(sheets) for part in comparison.fields]
    luck = dict(zip(WINDS, map(Fraction, (-6, 2, 2, 2)), strict=True))
    (page,) = records_of({"board": board, "fields": fields, "luck": luck, "typed": False})
    assert "Hands 7 to 12 · Все подряд" in " ".join(page.text.split())
    lines = [line.strip() for line in page.text.splitlines()]
    heads = [at for at, line in enumerate(lines) if line.startswith("Tbl.")]
    assert len(heads) == 2
    assert lines[heads[1] - 1].startswith("mean")
