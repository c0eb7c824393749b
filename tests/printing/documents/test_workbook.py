"""The workbook, read back by openpyxl: numbers are numbers, and names are never formulas."""

from __future__ import annotations

import io
import itertools
import zipfile
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import openpyxl
import pytest
from django.utils import translation
from openpyxl.worksheet.worksheet import Worksheet

from king.standing.tiebreaks import TIEBREAKS, TIED
from printing.document_context import Options
from printing.documents.workbook import gather
from printing.spreadsheets import rounded, write_cell
from scoring.models import Ruling
from scoring.standing import tournament_standings
from tests.evenings import demo, good_rows
from tournaments.models import Player, Round, Tournament


def opened(tournament: Tournament, **options: int) -> tuple[openpyxl.Workbook, bytes]:
    with translation.override("en"):
        content = gather(tournament, Options(**options)).draw()
    return openpyxl.load_workbook(io.BytesIO(content)), content


def rows_of(sheet: Worksheet) -> list[tuple[object, ...]]:
    return [tuple(row) for row in sheet.iter_rows(values_only=True)]


def test_there_is_a_sheet_for_each_standing_and_each_table(
    played: Callable[..., Round], evening: Tournament
) -> None:
    played(2)
    book, _content = opened(evening)
    assert book.sheetnames == ["Overall", "By wind", "P1 by wind", "P1 table 1", "P1 table 2"]


def test_a_tables_sheet_holds_rows_points_and_totals_as_numbers(
    played: Callable[..., Round], evening: Tournament
) -> None:
    round_ = played(1)
    book, _content = opened(evening)
    lines = rows_of(book["P1 table 1"])
    head = next(at for at, line in enumerate(lines) if line[0] == "Hand")
    hands = lines[head + 1 : head + 13]
    assert [line[0] for line in hands] == list(range(1, 13))
    # Row totals of the rules, from "No kings and jacks" to "No trump".
    assert [line[11] for line in hands] == [-16, -12, -8, -8, -13, -13, -8, 13, 13, 13, 13, 26]
    # The last column, a running total, ends at the sum that the rules expect.
    assert hands[-1][13] == 0
    entered = {
        result.hand: result.content["units"]
        for result in round_.tables.get().sheet.results.current()
    }
    assert [list(line[2:6]) for line in hands] == [
        [entered[hand][w] for w in "NESW"] for hand in range(1, 13)
    ]
    assert all(type(value) is int for line in hands for value in line[2:6])
    total = next(line for line in lines if line[0] == "Total")
    assert sum(total[7:11]) == 0
    assert set(good_rows()) == set(entered)


def test_penalties_are_kept_apart_and_explained(
    played: Callable[..., Round], evening: Tournament
) -> None:
    round_ = played(1)
    Ruling.objects.create(
        sheet=round_.tables.get().sheet,
        kind="illegal_play",
        hand=9,
        offender="E",
        reason="=did not follow suit",
    )
    book, _content = opened(evening)
    lines = rows_of(book["P1 table 1"])
    adjustments = next(line for line in lines if line[0] == "Adjustments")
    assert adjustments[7:11] == (0, -5, 0, 0)  # §3.1: five points in a positive hand
    assert (9, "East", "Illegal play: =did not follow suit") in [line[:3] for line in lines]


@pytest.mark.parametrize("name", ["=1+1", "+39 010", "-Rossi", "@SUM(A1)", "=cmd|' /C calc'!A0"])
def test_a_name_that_looks_like_a_formula_is_text(
    name: str, played: Callable[..., Round], evening: Tournament
) -> None:
    played(1)
    player = Player.objects.order_by("pk")[0]
    Player.objects.filter(pk=player.pk).update(given_name="", surname=name)
    book, content = opened(evening)
    cells = [
        cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.value == name
    ]
    assert cells
    assert {cell.data_type for cell in cells} == {"s"}
    assert all(cell.quotePrefix for cell in cells)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = [
            archive.read(part) for part in archive.namelist() if part.startswith("xl/worksheets")
        ]
    assert not any(b"<f>" in part for part in parts)


def test_a_control_character_in_a_name_does_not_spoil_the_file() -> None:
    cell = openpyxl.Workbook().active.cell(1, 1)
    write_cell(cell, "Ros\x07si")
    assert cell.value == "Rossi"


@pytest.mark.parametrize(
    ("exact", "figure"),
    [
        ("13/3", "4.33"),
        ("-13/3", "-4.33"),
        ("7/2", "3.50"),
        ("1/8", "0.13"),
        ("-1/8", "-0.13"),
        ("5", "5.00"),
    ],
)
def test_fractions_have_two_decimals(exact: str, figure: str) -> None:
    assert rounded(Fraction(exact)) == Decimal(figure)


def test_thirds_are_numbers_and_whole_numbers_have_no_decimals() -> None:
    sheet = openpyxl.Workbook().active
    write_cell(sheet.cell(1, 1), Fraction(13, 3))
    write_cell(sheet.cell(1, 2), Fraction(8))
    assert (float(sheet.cell(1, 1).value), sheet.cell(1, 1).number_format) == (4.33, "0.00")
    assert (sheet.cell(1, 2).value, sheet.cell(1, 2).number_format) == (8, "0")


def test_a_partita_in_play_is_in_the_workbook_and_not_in_its_standings(
    played: Callable[..., Round], seated: Callable[..., Round], evening: Tournament
) -> None:
    played(1)
    seated(1, started=True)
    book, _content = opened(evening)
    assert book.sheetnames == ["Overall", "By wind", "P1 by table", "P1 table 1", "P2 table 1"]
    assert opened(evening, round=2)[0].sheetnames == ["P2 table 1"]


def test_the_overall_sheet_names_the_rule_that_put_a_line_before_its_equals(
    played: Callable[..., Round], evening: Tournament
) -> None:
    played(2)
    lines = rows_of(opened(evening)[0]["Overall"])
    head = next(at for at, line in enumerate(lines) if line[0] == "Rank")
    assert lines[head][-1] == "Tie-break"
    reasons = {line[1]: line[-1] for line in lines[head + 1 :]}
    overall = tournament_standings(evening).standings.overall
    assert reasons[overall[0].entry] is None
    compared = list(itertools.pairwise(overall))
    apart = [line for above, line in compared if line.match_points < above.match_points]
    level = [line for above, line in compared if line.match_points == above.match_points]
    assert [reasons[line.entry] for line in apart] == [None] * len(apart)
    assert apart
    assert level
    for line in level:
        if line.tiebreak == TIED:
            assert reasons[line.entry] == "place shared"
        else:
            assert reasons[line.entry].startswith(f"{TIEBREAKS[line.tiebreak].title}: ")
    assert set(reasons.values()) != {None}


def heading_of(sheet: Worksheet) -> int:
    """Number of the row of headings: the first one with a grey background."""
    return next(row for row in range(1, 30) if sheet.cell(row, 1).fill.fgColor.rgb == "00E6E6E6")


def test_no_name_is_cut_and_every_heading_stays_in_sight(
    played: Callable[..., Round], evening: Tournament
) -> None:
    played(1)
    longest = "Degli Esposti Della Rovere di Montefiorino Maria Antonietta"
    book, _content = opened(evening)
    for sheet in book:
        head = heading_of(sheet)
        assert sheet[sheet.freeze_panes].row == head + 1
        for column in sheet.iter_cols(min_row=head + 1):
            widest = max(
                (len(str(cell.value)) for cell in column if cell.value is not None), default=0
            )
            assert sheet.column_dimensions[column[0].column_letter].width > widest
    assert longest in {cell.value for cell in book["Overall"]["B"]}


def test_a_sheet_is_printed_as_wide_as_the_page_with_its_heading_on_each(
    played: Callable[..., Round], evening: Tournament
) -> None:
    played(1)
    book, _content = opened(evening)
    for sheet in book:
        assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 0)
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        head = heading_of(sheet)
        assert sheet.print_title_rows == f"${head}:${head}"
        assert sheet.oddFooter.right.text == "page &P of &N"
    assert book["P1 table 1"].page_setup.orientation == "landscape"


@pytest.mark.at_length
def test_words_on_grey_are_in_the_typeface_of_the_rest(
    played: Callable[..., Round], evening: Tournament
) -> None:
    played(1)
    book, _content = opened(evening)
    fonts = {
        cell.font.name
        for sheet in book
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None
    }
    assert fonts == {"Calibri"}


@pytest.mark.at_length
@pytest.mark.parametrize(
    ("ruleset", "tables", "sheets"),
    [
        ("pt_fu", 1, ["Overall", "P1", "P1 table 1"]),
        ("pt_pareado", 2, ["Overall", "P1, matches", "P1 table 1", "P1 table 2"]),
        ("pt_duplas", 1, ["Overall", "By line", "P1, matches", "P1 table 1"]),
        ("squadre", 2, ["Overall", "By line", "P1, matches", "P1 table 1", "P1 table 2"]),
        ("squadre", 1, ["Overall", "By line", "P1, matches", "P1 table 1"]),
    ],
)
def test_each_sheet_is_called_by_what_its_results_are_compared_with(
    db: None, ruleset: str, tables: int, sheets: list[str]
) -> None:
    with translation.override("en"):
        book, _content = opened(
            demo(stage="finished", seed=4, ruleset=ruleset, tables=tables, rounds=1)
        )
    assert book.sheetnames == sheets
    for sheet in book:
        assert heading_of(sheet) < sheet.max_row


def test_points_that_count_by_themselves_have_one_column(db: None) -> None:
    with translation.override("en"):
        book, _content = opened(demo(stage="finished", seed=4, ruleset="pt_fu", tables=1, rounds=1))
    for sheet in (book["Overall"], book["P1"]):
        titles = [cell.value for cell in sheet[heading_of(sheet)]]
        assert "Points" in titles
        assert "Match points" not in titles


def test_money_a_point_is_a_column_that_adds_up_to_nothing_and_off_as_a_rule(
    played: Callable[..., Round], evening: Tournament
) -> None:
    """The column has with the setting everybody's payment, including house players (§12.7)."""
    played(2)
    assert "Money" not in [cell for line in rows_of(opened(evening)[0]["Overall"]) for cell in line]
    evening.entries.filter(number=3).update(unranked=True)
    Tournament.objects.filter(pk=evening.pk).update(standing_settings={"money_per_point": "1/20"})
    lines = rows_of(opened(Tournament.objects.get(pk=evening.pk))[0]["Overall"])
    head = next(at for at, line in enumerate(lines) if line[0] == "Rank")
    column = lines[head].index("Money")
    money = {
        line[1]: Decimal(str(line[column]))
        for line in lines[head + 1 :]
        if line[column] is not None
    }
    assert (len(money), sum(money.values())) == (8, 0)
    # A sheet of lab12 sums to 0, so a payment is the points times 0.05.
    points = lines[head].index("Points")
    for line in lines[head + 1 :]:
        if line[0] is not None and line[column] is not None:
            assert Decimal(str(line[points])) / 20 == money[line[1]]
    whole = sum(amount for amount in money.values() if amount > 0)
    note = f"A point is worth 0.05. To pay in all: {whole:.2f}; to receive in all: {whole:.2f}."
    assert note in [cell for line in lines for cell in line]
