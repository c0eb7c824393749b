"""The workbook of a hall that plays on paper: downloaded from its own page, filled in, and uploaded
there.
"""

from __future__ import annotations

import io
import zipfile
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import translation

from king.simultaneous.paper_form import LABELS
from simultaneous.event_file import read_report
from simultaneous.models import Draft, Event
from tests.simultaneous.events import a_hall, in_play, night_of, report_of
from tests.simultaneous.typing import own_page, typed, write_report

pytestmark = pytest.mark.django_db


def form_of(event: Event, tables: int, language: str = "en") -> Any:
    """The empty form, as downloaded."""
    answer = Client().get(
        f"{own_page(event)}sheets/form.xlsx",
        {"tables": tables},
        headers={"Accept-Language": language},
    )
    assert answer.status_code == 200
    return openpyxl.load_workbook(io.BytesIO(answer.content))


def filled(event: Event, night: dict[str, Any], tables: int = 1) -> Any:
    """The form with a night typed into its cells."""
    book = form_of(event, tables)
    for played in night["rounds"]:
        for sheet in played["sheets"]:
            page = book[f"{played['round']}-{sheet['table']}"]
            rows = {row["hand"]: row for row in sheet["rows"]}
            codes: list[str] = []
            for line in page.iter_rows():
                kind = line[0].value
                if kind == "seat":
                    line[2].value = sheet["seats"].get(line[1].value)
                elif kind == "columns":
                    codes = [cell.value for cell in line]
                elif kind == "row" and line[1].value in rows:
                    row = rows[line[1].value]
                    for place, count in row["units"].items():
                        line[codes.index(place)].value = count
                    if "trump" in row:
                        line[codes.index("trump")].value = row["trump"]
    return book


def drop(event: Event, book: Any, **fields: Any) -> Any:
    content = book
    if not isinstance(book, bytes):
        file = io.BytesIO()
        book.save(file)
        content = file.getvalue()
    form = {"workbook": SimpleUploadedFile("sheets.xlsx", content), **fields}
    address = f"{own_page(event)}sheets/workbook/"
    return Client().post(address, form, headers={"Accept-Language": "en"}, follow=True)


def test_the_form_has_a_page_for_each_table_and_the_reader_s_headings() -> None:
    event = in_play("Genova", plan={"rounds": 2})
    for language in ("en", "it", "fr"):
        book = form_of(event, 3, language)
        assert book.sheetnames == ["evening", *(f"{r}-{t}" for r in (1, 2) for t in (1, 2, 3))]
        with translation.override(language):
            heading = translation.gettext(LABELS["trump"])
        assert heading in [cell.value for line in book["1-1"].iter_rows() for cell in line]


@pytest.mark.parametrize("tables", ["", "0", "401", "x"])
def test_a_form_of_no_tables_is_refused_on_the_page(tables: str) -> None:
    event = in_play("Genova")
    address = f"{own_page(event)}sheets/form.xlsx"
    answer = Client().get(
        address, {"tables": tables}, headers={"Accept-Language": "en"}, follow=True
    )
    assert "Write how many tables play, from 1 to 400." in answer.content.decode()


def test_a_workbook_fills_the_sheets_and_tells_the_code_of_what_was_played() -> None:
    event = in_play("Genova", plan={"rounds": 2})
    night = night_of(event, 1, tables=2)
    answer = drop(event, filled(event, night, tables=3))
    assert "4 sheets are filled in." in answer.content.decode()
    write_report(event)
    report = report_of(event, 1, night)
    assert a_hall(event, 1).code == report.code
    stored = read_report(a_hall(event, 1).reports.select_related("hall").get())
    assert {sheet["table"] for sheet in stored.night["rounds"][1]["sheets"]} == {1, 2}


def test_house_players_spares_and_decisions_come_with_it() -> None:
    event = in_play("Genova")
    book = filled(event, night_of(event, 1))
    values: dict[str, list[Any]] = {
        "house": ["Player 1-1W"],
        "spare": [1, 4, 13],
        "ruling": [1, 1, "adjustment", None, "E", "-2,5"],
    }
    for line in book["evening"].iter_rows():
        for cell, value in zip(line[1:], values.get(line[0].value, []), strict=False):
            cell.value = value
    drop(event, book)
    draft = Draft.objects.get(table_number=1)
    assert draft.sheet["house"] == ["W"]
    assert draft.sheet["rulings"] == [{"kind": "adjustment", "offender": "E", "points": "-5/2"}]
    assert Draft.objects.get(table_number=0).sheet == {"spares": [{"board": 4, "spare": 13}]}


def test_what_was_typed_before_stays_unless_it_is_said_to_be_replaced() -> None:
    event = in_play("Genova")
    night = night_of(event, 1, tables=2)
    first = night["rounds"][0]["sheets"][0]
    typed(event, first | {"seats": first["seats"] | {"N": "Verdi Ugo"}})
    answer = drop(event, filled(event, night, tables=2))
    text = " ".join(answer.content.decode().split())
    assert "1 sheet is filled in." in text
    assert "Partita 1, table 1 has already been typed and is different: it stays." in text
    assert Draft.objects.get(table_number=1).sheet["seats"]["N"] == "Verdi Ugo"
    drop(event, filled(event, night, tables=2), replace="1")
    assert Draft.objects.get(table_number=1).sheet["seats"]["N"] == "Player 1-1N"


def test_a_wrong_cell_is_named_and_nothing_is_filled_in() -> None:
    event = in_play("Genova")
    book = filled(event, night_of(event, 1, tables=2), tables=2)
    line = next(line for line in book["1-2"].iter_rows() if line[0].value == "row")
    line[3].value = "two"
    answer = drop(event, book)
    assert answer.status_code == 422
    assert f"1-2!D{line[3].row}" in answer.content.decode()
    assert not Draft.objects.exists()


@pytest.mark.parametrize(
    "cells",
    [
        ["house", "Nobody Here"],
        ["ruling", 1, 7, "fouled", 3],
        ["ruling", 1, 1, "nonsense", 3],
        ["spare", 1, 4, 99],
    ],
)
def test_what_is_said_of_nobody_and_nothing_is_refused(cells: list[Any]) -> None:
    event = in_play("Genova")
    book = filled(event, night_of(event, 1))
    book["evening"].append(cells)
    assert drop(event, book).status_code == 422
    assert not Draft.objects.exists()


def a_bomb() -> bytes:
    """Workbook with a part that unpacks to more than the limit."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * 70_000_000)
    return file.getvalue()


@pytest.mark.parametrize(
    "content", [b"", b"PK", b"no workbook", b"\0" * 3_000_000, a_bomb()], ids=range(5)
)
def test_another_file_is_refused_in_a_sentence(content: bytes) -> None:
    event = in_play("Genova")
    answer = drop(event, content)
    assert answer.status_code == 422
    assert not Draft.objects.exists()


def test_a_workbook_of_other_partite_is_refused() -> None:
    event, other = in_play("Genova"), in_play("Savona", plan={"rounds": 2})
    answer = drop(event, filled(other, night_of(other, 1)))
    assert answer.status_code == 422
    assert not Draft.objects.exists()
