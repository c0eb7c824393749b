"""Files that are not rosters, and their refusals."""

from __future__ import annotations

import io
import re
import time
import zipfile
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError

from ground.names import clean_text
from tests.tournaments.workbooks import HEADER, MEMBERS, archive, text, workbook
from tournaments.list_reading import workbook_reader
from tournaments.list_reading.cells import NO_VALUE
from tournaments.list_reading.files import read_file


def refusal(file: io.BytesIO, filename: str = "soci.xlsx") -> str:
    with pytest.raises(ValidationError) as refused:
        read_file(file, filename)
    assert filename in refused.value.messages[0]
    return str(refused.value.code)


def test_a_workbook_is_read_cell_by_cell_with_the_lines_a_person_counts() -> None:
    [sheet] = read_file(workbook([HEADER, (), *MEMBERS]), "soci.xlsx").sheets
    assert sheet.lines[0] == (1, HEADER)
    assert sheet.lines[1] == (
        3,
        ("101", "D'Amico", "Fabrizio", "Dopolavoro", "socio101@example.org"),
    )
    assert len(sheet.lines) == 1 + len(MEMBERS)


@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_text_is_read_whatever_its_separator_and_unicode_form(
    separator: str, encoding: str
) -> None:
    lines = [separator.join(("Cognome", "Nome")), separator.join(("Şahin", "Łukasz"))]
    [sheet] = read_file(text(*lines, encoding=encoding), "soci.csv").sheets
    assert sheet.lines == ((1, ("Cognome", "Nome")), (2, ("Şahin", "Łukasz")))


def test_a_text_from_an_old_windows_is_read_and_said_to_be() -> None:
    read = read_file(text("Cognome;Nome", "Vassallo;Niccolò", encoding="cp1252"), "soci.csv")
    assert read.sheets[0].lines[1] == (2, ("Vassallo", "Niccolò"))
    assert "Windows-1252" in read.notes[0].template


def test_a_text_in_unicode_has_nothing_to_be_said_about_it() -> None:
    assert read_file(text("Cognome;Nome", "Vassallo;Niccolò"), "soci.csv").notes == ()


def test_a_comma_inside_a_name_does_not_make_columns() -> None:
    [sheet] = read_file(text("Nominativo;Circolo", '"Rossi, Mario";Nervi'), "soci.csv").sheets
    assert sheet.lines[1] == (2, ("Rossi, Mario", "Nervi"))


def test_the_separator_that_excel_declares_is_no_line_of_the_roster() -> None:
    [sheet] = read_file(text("sep=,", "Cognome,Nome", "Rossi,Mario"), "soci.csv").sheets
    assert [cells for _line, cells in sheet.lines] == [("Cognome", "Nome"), ("Rossi", "Mario")]


def test_old_macintosh_line_ends_are_line_ends() -> None:
    [sheet] = read_file(text("Cognome;Nome", "Rossi;Mario", end="\r"), "soci.csv").sheets
    assert len(sheet.lines) == 2


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "file_empty"),
        (b" \r\n\t\n", "file_empty"),
        (b"%PDF-1.7 ...", "file_not_a_roster"),
        (b"\x89PNG\r\n\x1a\n....", "file_not_a_roster"),
        (b"Cognome;Nome\n\0\0\0Rossi", "file_not_text"),
        (b"Cognome;Nome\nR\x81\x8d;\x90", "file_not_text"),
        (b"\xff\xfeR", "file_not_text"),
        (b"PK\x03\x04 and then nothing that a zip has", "file_damaged"),
        (bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 600, "file_damaged"),
        (
            bytes.fromhex("d0cf11e0a1b11ae1") + "EncryptedPackage".encode("utf-16-le"),
            "file_protected",
        ),
    ],
)
def test_what_is_no_roster_is_refused_with_what_it_is(content: bytes, code: str) -> None:
    assert refusal(io.BytesIO(content), "soci.csv") == code


def test_what_only_calls_itself_a_workbook_is_not_told_about_alphabets() -> None:
    assert refusal(io.BytesIO(b"hello \0\xff"), "soci.XLSX") == "file_not_a_roster"


def test_a_text_whose_quotation_mark_is_never_closed_says_from_which_line() -> None:
    assert (
        refusal(io.BytesIO(b'Cognome;Nome\nRossi;"' + b"x" * 200_000), "soci.csv")
        == "file_unreadable_line"
    )


def test_a_quotation_mark_that_is_never_closed_swallows_no_player_of_a_short_list() -> None:
    content = b'Cognome;Nome\nRossi;Mario\n"Bianchi;Anna\nVerdi;Ugo\nNeri;Ida\n'
    with pytest.raises(ValidationError) as refused:
        read_file(io.BytesIO(content), "soci.csv")
    assert refused.value.code == "file_unreadable_line"
    assert refused.value.params["line"] == 2


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n", b"\n\n"])
def test_a_cell_in_quotation_marks_may_be_the_last_and_have_two_lines(end: bytes) -> None:
    content = b'Cognome;Nome;Circolo\nRossi;Mario;"Dopolavoro\nFerroviario"' + end
    [sheet] = read_file(io.BytesIO(content), "soci.csv").sheets
    assert [line for _number, line in sheet.lines] == [
        ("Cognome", "Nome", "Circolo"),
        ("Rossi", "Mario", "Dopolavoro Ferroviario"),
    ]


def test_another_kind_of_zip_is_no_workbook() -> None:
    assert (
        refusal(archive({"word/document.xml": b"<a/>", "[Content_Types].xml": b"<a/>"}))
        == "file_not_a_workbook"
    )


def test_a_workbook_cut_short_is_damaged() -> None:
    whole = workbook([HEADER, *MEMBERS]).getvalue()
    assert refusal(io.BytesIO(whole[: len(whole) // 2])) == "file_damaged"


def test_a_workbook_whose_sheet_is_no_xml_is_damaged() -> None:
    with zipfile.ZipFile(workbook([HEADER])) as whole:
        parts = {name: whole.read(name) for name in whole.namelist()}
    parts["xl/worksheets/sheet1.xml"] = b"<worksheet><sheetData><row"
    assert refusal(archive(parts)) == "file_damaged"


def test_a_workbook_with_entities_is_not_opened() -> None:
    with zipfile.ZipFile(workbook([HEADER])) as whole:
        parts = {name: whole.read(name) for name in whole.namelist()}
    parts["xl/workbook.xml"] = b'<!DOCTYPE a [<!ENTITY b "bbbb">]>' + parts["xl/workbook.xml"]
    assert refusal(archive(parts)) == "file_damaged"


def test_a_zip_that_unpacks_without_end_is_not_unpacked() -> None:
    assert refusal(archive({"xl/workbook.xml": b"\0" * 70_000_000})) == "file_too_large_unpacked"


@pytest.mark.at_length
def test_a_small_workbook_that_is_read_without_end_holds_nobody_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A workbook of less than 150 kB, with hundreds of sheets that share one part, used to block a
    thread of the site for almost two minutes.
    """
    monkeypatch.setattr(workbook_reader, "SECONDS_TO_WAIT", 2)
    with zipfile.ZipFile(workbook([HEADER, *[MEMBERS[0]] * 5_000])) as whole:
        parts = {name: whole.read(name) for name in whole.namelist()}
    [sheet] = re.findall(rb"<sheet [^>]*/>", parts["xl/workbook.xml"])
    sheets = (sheet.replace(b'"Soci"', b'"Soci %d"' % number) for number in range(400))
    parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace(sheet, b"".join(sheets))
    book = archive(parts)
    assert len(book.getvalue()) < 150_000
    assert refusal(book) == "file_takes_too_long"


def test_a_workbook_that_fills_the_memory_fills_only_its_readers() -> None:
    """The reader keeps at most ten million letters of a file, however often its sheets repeat them."""
    with zipfile.ZipFile(workbook([HEADER, *[("x" * 2_000,) * 50] * 110])) as whole:
        parts = {name: whole.read(name) for name in whole.namelist()}
    assert refusal(archive(parts)) == "file_too_large_unpacked"


def test_hundreds_of_accents_on_one_letter_take_no_time() -> None:
    """Composing them takes quadratic time: four megabytes used to take thirteen seconds."""
    marks = "\u0301\u0316" * 20_000
    begun = time.process_time()
    assert clean_text(f"Niccolo{marks} Rossi").startswith("Niccol")
    assert time.process_time() - begun < 1


def test_a_zip_with_a_password_is_protected() -> None:
    content = bytearray(archive({"xl/workbook.xml": b"<a/>"}).getvalue())
    content[6] |= 1
    content[content.index(b"PK\x01\x02") + 8] |= 1
    assert refusal(io.BytesIO(bytes(content))) == "file_protected"


def test_a_file_of_many_megabytes_is_not_read() -> None:
    assert refusal(io.BytesIO(b"a;b\n" * 3_000_000), "soci.csv") == "file_too_large"


def test_more_than_twenty_thousand_lines_are_refused() -> None:
    assert (
        refusal(text("Cognome;Nome", *["Rossi;Mario"] * 20_050), "soci.csv")
        == "file_too_many_lines"
    )


def test_a_workbook_with_macros_is_read_and_the_macros_are_not() -> None:
    with zipfile.ZipFile(workbook([HEADER, *MEMBERS])) as whole:
        parts = {name: whole.read(name) for name in whole.namelist()}
    read = read_file(archive({**parts, "xl/vbaProject.bin": b"macro"}), "soci.xlsm")
    assert len(read.sheets[0].lines) == 1 + len(MEMBERS)
    assert "macros" in read.notes[0].template


def test_a_formula_that_was_never_computed_is_told_from_an_empty_cell() -> None:
    [sheet] = read_file(
        workbook([("Cognome", "Nome"), ("Rossi", '=B1&"x"'), ("Bianchi", None)]), "soci.xlsx"
    ).sheets
    assert sheet.lines[1] == (2, ("Rossi", NO_VALUE))
    assert sheet.lines[2][1][0] == "Bianchi"
    assert NO_VALUE not in sheet.lines[2][1]


def test_a_sheet_formatted_down_to_the_bottom_is_read_quickly() -> None:
    book = workbook([HEADER, *MEMBERS, *[()] * 6_000, ("999", "Nobody", "Below")])
    [sheet] = read_file(book, "soci.xlsx").sheets
    assert len(sheet.lines) == 1 + len(MEMBERS)


LISTS = Path(__file__).parents[2] / "data" / "lists"


@pytest.mark.parametrize("name", ["gnumeric.ods", "gnumeric.xls", "openpyxl.ods", "openpyxl.xls"])
def test_a_workbook_of_another_program_keeps_zeros_and_says_which_lines_are_hidden(
    name: str,
) -> None:
    with (LISTS / name).open("rb") as file:
        [sheet] = read_file(file, name).sheets
    cells = dict(sheet.lines)
    assert [cells[line][3] for line in (2, 3)] == ["00045", "00007"]
    assert [cells[line][:2] for line in (2, 4)] == [("D'Amico", "Fabrizio"), ("Nascosto", "Ugo")]
    assert (set(sheet.hidden_lines), set(sheet.hidden_columns)) == ({4}, {11})
    assert cells[2][2] == "1961-03-01"


def test_blanks_between_row_and_cells_of_an_ods_are_layout() -> None:
    with (LISTS / "sheetjs.ods").open("rb") as file:
        [sheet] = read_file(file, "sheetjs.ods").sheets
    assert [cells[:2] for _line, cells in sheet.lines[1:]] == [
        ("D'Amico", "Fabrizio"),
        ("Şahin", "Zoë"),
    ]


def test_a_binary_workbook_of_which_half_would_be_read_is_refused() -> None:
    with (LISTS / "sheetjs.xlsb").open("rb") as file, pytest.raises(ValidationError) as refused:
        read_file(file, "sheetjs.xlsb")
    assert refused.value.code == "file_binary_workbook"
    assert ".xlsx" in refused.value.messages[0]
