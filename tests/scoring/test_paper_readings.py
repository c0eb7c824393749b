"""Readings of a paper sheet: a second pair of eyes, cell by cell, and the paper's own totals."""

from __future__ import annotations

import copy
import uuid
from fractions import Fraction

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from scoring.models import Reading, Sheet
from scoring.paper_readings import Comparison, compare_readings, record_reading
from scoring.rows import enter_row
from scoring.scored_sheets import scored_sheet
from tests.evenings import a_sheet, fill, good_rows
from tournaments.models import LogEntry, Round

pytestmark = pytest.mark.django_db


def read_by(sheet: Sheet, reader: User | None, changes: dict | None = None, **fields) -> Reading:
    rows = good_rows() | (changes or {})
    return record_reading(sheet=sheet, reader=reader, rows=rows, **fields)


def a_read_sheet(arbiter: User) -> Sheet:
    """Typed from paper and read once."""
    sheet = fill(a_sheet(), good_rows())
    record_reading(sheet=sheet, reader=arbiter)
    return sheet


def places(comparison: Comparison) -> list[tuple[int, str]]:
    return [(cell.hand, cell.place) for cell in comparison.cells]


def test_the_first_reading_is_the_rows_that_were_typed(arbiter: User) -> None:
    sheet = a_read_sheet(arbiter)
    reading = Reading.objects.get()
    assert {int(hand): content for hand, content in reading.rows.items()} == good_rows()
    assert (reading.number, reading.reader, reading.same_reader) == (1, arbiter, False)
    assert not compare_readings(sheet).agreed


def test_two_people_who_read_alike_agree(arbiter: User) -> None:
    sheet = a_read_sheet(arbiter)
    read_by(sheet, User.objects.create_user("second"))
    comparison = compare_readings(sheet)
    assert (comparison.cells, comparison.agreed) == ((), True)


def test_the_same_person_later_is_allowed_and_marked(arbiter: User) -> None:
    sheet = a_read_sheet(arbiter)
    second = read_by(sheet, arbiter)
    assert (second.number, second.same_reader) == (2, True)
    comparison = compare_readings(sheet)
    assert comparison.agreed


def test_a_cell_read_otherwise_is_shown_with_both(arbiter: User) -> None:
    sheet = a_read_sheet(arbiter)
    other = copy.deepcopy(good_rows()[5])
    north, east = other["units"]["N"], other["units"]["E"]
    other["units"] |= {"N": north + 1, "E": east - 1}
    read_by(sheet, User.objects.create_user("second"), {5: other})
    comparison = compare_readings(sheet)
    assert places(comparison) == [(5, "N"), (5, "E")]
    cell = comparison.cells[0]
    assert (str(cell.in_force), {k: str(v) for k, v in cell.read.items()}) == (
        str(north),
        {1: str(north), 2: str(north + 1)},
    )


def test_a_row_put_right_after_both_readings_differs_from_the_one_who_misread(
    arbiter: User,
) -> None:
    sheet = a_read_sheet(arbiter)
    right = copy.deepcopy(good_rows()[8])
    right["trump"] = "H" if right["trump"] != "H" else "S"
    read_by(sheet, User.objects.create_user("second"), {8: right})
    enter_row(sheet=sheet, hand=8, content=right, origin="desk")
    assert places(compare_readings(sheet)) == [(8, "trump")]
    record_reading(sheet=sheet, reader=arbiter)
    assert compare_readings(sheet).agreed


def test_a_line_that_one_of_them_skipped_is_found(arbiter: User) -> None:
    sheet = a_read_sheet(arbiter)
    read_by(sheet, User.objects.create_user("second"), {3: None})
    assert {hand for hand, _place in places(compare_readings(sheet))} == {3}


def test_a_reading_changes_no_row(arbiter: User) -> None:
    sheet = a_read_sheet(arbiter)
    before = list(sheet.results.values())
    read_by(sheet, arbiter, {3: {"contract": "KH", "units": {"N": 0, "E": 0, "S": 0, "W": 0}}})
    assert list(sheet.results.values()) == before


def test_a_resend_is_the_same_reading(arbiter: User) -> None:
    sheet = fill(a_sheet(), good_rows())
    mark = uuid.uuid4()
    assert read_by(sheet, arbiter, client_id=str(mark)) == read_by(sheet, arbiter, client_id=mark)
    assert LogEntry.objects.filter(kind="sheet_read").count() == 1


def test_the_papers_totals_are_compared_and_a_swap_of_winds_is_found(arbiter: User) -> None:
    rows = good_rows()
    paper = {
        str(column): str(points)
        for column, points in scored_sheet(fill(a_sheet(), rows)).sheet.items()
    }
    sheet = Sheet.objects.get()
    units = rows[7]["units"]
    one, other = next(
        (a, b) for a, b in (("N", "E"), ("N", "S"), ("N", "W"), ("E", "S")) if units[a] != units[b]
    )
    wrong = {**rows[7], "units": units | {one: units[other], other: units[one]}}
    enter_row(sheet=sheet, hand=7, content=wrong, origin="desk")
    record_reading(sheet=sheet, reader=arbiter, totals=paper)
    comparison = compare_readings(sheet)
    assert {column for column, _paper, _rows in comparison.totals} == {one, other}
    assert ("winds_exchanged", 7) in [
        (cause.code, cause.row.hand) for cause in comparison.explanations if cause.row
    ]


def test_totals_are_read_as_people_write_them(arbiter: User) -> None:
    sheet = fill(a_sheet(), good_rows())
    reading = record_reading(
        sheet=sheet, reader=arbiter, totals={"N": "−12", "E": " 4,5 ", "S": "", "W": 3}
    )
    assert {key: Fraction(text) for key, text in reading.totals.items()} == {
        "N": Fraction(-12),
        "E": Fraction(9, 2),
        "W": Fraction(3),
    }


@pytest.mark.parametrize(
    "totals", [{"N": "twelve"}, {"X": "1"}, {"N": "1e9"}, {"N": "1/0"}, {"N": "9" * 40}]
)
def test_a_total_that_is_no_number_is_refused_and_nothing_is_kept(
    arbiter: User, totals: dict
) -> None:
    sheet = fill(a_sheet(), good_rows())
    with pytest.raises(ValidationError) as error:
        record_reading(sheet=sheet, reader=arbiter, totals=totals)
    assert error.value.code == "bad_total"
    assert not Reading.objects.exists()


@pytest.mark.parametrize(
    ("rows", "code"), [({"x": {}}, "no_such_hand"), ({5: {"units": {"N": "a"}}}, "bad_count")]
)
def test_rows_that_cannot_be_read_are_refused_as_everywhere(
    arbiter: User, rows: dict, code: str
) -> None:
    with pytest.raises(ValidationError) as error:
        record_reading(sheet=a_sheet(), reader=arbiter, rows=rows)
    assert error.value.code == code


def test_before_the_partita_there_is_nothing_to_read(arbiter: User) -> None:
    sheet = a_sheet()
    Round.objects.update(stage="seating")
    with pytest.raises(ValidationError) as error:
        record_reading(sheet=sheet, reader=arbiter)
    assert error.value.code == "round_not_started"
