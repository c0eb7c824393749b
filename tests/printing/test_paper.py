"""Parts common to every document: letters, fitting, the footer, machine-readable codes."""

from __future__ import annotations

import datetime
import io
from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pypdfium2
import pytest
import segno
from django.utils import timezone, translation
from hypothesis import given, strategies as st

from printing.lists import words as in_a_list
from printing.paper import (
    PORTRAIT,
    Box,
    Footing,
    Pen,
    drawable,
    fit,
    make_document,
    width_of,
)
from tests.printing.pages import MM, letters_outside, read_pages, squeezed

ROSTER = Path(__file__).parent.parent / "data" / "roster.xlsx"


def roster_names() -> Iterator[str]:
    book = openpyxl.load_workbook(ROSTER, read_only=True)
    for row in book.active.iter_rows(values_only=True):
        yield from (str(cell) for cell in row if cell)
    book.close()


def a_page(*texts: str, box: Box | None = None, size: float = 11) -> bytes:
    def draw(pen: Pen) -> None:
        for line, text in enumerate(texts):
            pen.text(box or Box(20 * MM, (280 - 6 * line) * MM, 170 * MM, 6 * MM), text, size)

    return make_document([draw], Footing("Giovedì", timezone.now()), title="x")


def test_every_letter_of_the_clubs_roster_survives_on_paper() -> None:
    names = sorted(set(roster_names()))
    for at in range(0, len(names), 40):
        (page,) = read_pages(a_page(*names[at : at + 40]))
        for name in names[at : at + 40]:
            assert squeezed(name) in page.squeezed


@pytest.mark.parametrize(
    "name", ["Łukasz", "Şahin", "Désirée", "Zoë", "Nuñez", "Čapek", "Ωρίων", "Жуков", "O’Brien"]
)
def test_names_beyond_latin_1_are_in_the_typeface(name: str) -> None:
    assert drawable(name) == name


def test_a_letter_that_the_typeface_lacks_is_taken_apart_or_marked_never_dropped() -> None:
    assert drawable("ǅ 王") == "Dž ?"


@given(
    st.text("abcdefghi ’-ŁŞé", min_size=1, max_size=160).filter(str.strip),
    st.floats(20, 400),
    st.floats(8, 60),
    st.floats(6, 30),
)
def test_fitted_text_stays_inside_its_box_and_loses_no_letter(
    text: str, width: float, height: float, size: float
) -> None:
    fitted = fit(text, width, height, size)
    assert squeezed("".join(fitted.lines)) == squeezed(text)
    assert fitted.size <= size
    if fitted.size > 0.25:
        assert all(width_of(line, fitted.size) <= width + 1e-6 for line in fitted.lines)
        assert fitted.height <= height + 1e-6


def test_a_long_name_is_made_smaller_before_it_is_broken() -> None:
    name = "Maria Antonietta Della Rovere"
    room = width_of(name, 10) * 0.8
    assert fit(name, room, 30, 10).lines == (name,)
    assert len(fit(name, room / 2, 30, 10).lines) > 1


@pytest.mark.parametrize("initials", ["M. A.", "J.-P. M.", "A. M. R."])
def test_the_initials_of_a_name_stay_on_one_line(initials: str) -> None:
    for name in (f"Quattrocchi {initials}", f"{initials} Quattrocchi"):
        for width in range(40, 100):
            lines = fit(name, width, 60, 10, paragraph=True).lines
            whole = [line for line in lines if squeezed(initials) in squeezed(line)]
            assert len(whole) == 1, (width, lines)


def test_the_initials_of_a_name_stay_on_one_line_of_a_list() -> None:
    for width in range(60, 100):
        paragraph = in_a_list("Quattrocchi M. A.")
        paragraph.wrap(width, 100)
        lines = [" ".join(line[1]) for line in paragraph.blPara.lines]
        assert any("M. A." in line.replace("\xa0", " ") for line in lines), (width, lines)


def test_a_paragraph_is_broken_before_it_is_made_smaller() -> None:
    words = "Write each hand when it is over"
    fitted = fit(words, width_of(words, 10) * 0.8, 30, 10, paragraph=True)
    assert fitted.size == 10
    assert len(fitted.lines) == 2


def test_the_footer_says_page_of_pages_time_state_and_commitment() -> None:
    moment = datetime.datetime(2026, 11, 20, 21, 5, tzinfo=timezone.get_default_timezone())
    footing = Footing("Giovedì del re", moment, "official no. 3", "3fa912bc77d0")
    with translation.override("en"):
        pages = read_pages(make_document([lambda pen: None] * 3, footing, title="x"))
    for number, page in enumerate(pages, start=1):
        for words in (
            f"page {number} of 3",
            "21:05",
            "official no. 3",
            "3fa912bc77d0",
            "Giovedì del re",
        ):
            assert words in page.text
        assert letters_outside(page) == []


def test_a_footer_with_the_longest_of_names_stays_on_the_page() -> None:
    footing = Footing("Torneo " * 40, timezone.now(), "provisional no. 12", "3fa912bc77d0")
    (page,) = read_pages(make_document([lambda pen: None], footing, title="x"))
    assert letters_outside(page) == []
    assert page.text.count("Torneo") == 40


def test_a_qr_code_on_paper_is_the_code_of_its_address() -> None:
    address = "http://192.168.1.20:8000/t/k7m2qx/"
    paper = io.BytesIO()
    pen = Pen(paper, (300, 300))
    pen.qr(address, Box(0, 0, 300, 300))
    pen.save()
    expected = [
        [bool(dark) for dark in row]
        for row in segno.make_qr(address, error="m").matrix_iter(border=3)
    ]
    document = pypdfium2.PdfDocument(paper.getvalue())
    bitmap = document[0].render(scale=4, grayscale=True)
    image = bitmap.to_pil()
    module = image.width / len(expected)
    modules = [
        [
            image.getpixel((int((x + 0.5) * module), int((y + 0.5) * module))) < 128
            for x in range(len(expected))
        ]
        for y in range(len(expected))
    ]
    document.close()
    assert modules == expected


def test_a_document_names_its_language_and_its_evening() -> None:
    with translation.override("it"):
        pdf = make_document(
            [lambda pen: None], Footing("Giovedì", timezone.now()), title="Cedole", size=PORTRAIT
        )
    document = pypdfium2.PdfDocument(pdf)
    about = document.get_metadata_dict()
    document.close()
    assert (about["Title"], about["Subject"]) == ("Cedole", "Giovedì")


def test_no_line_begins_with_what_sets_two_names_apart() -> None:
    names = "Della Casa Giosuè · Ávila José · Garbarino Samuele – Cavagnaro Noemi"
    for width in range(80, 300, 7):
        lines = fit(names, width, 200, 10, paragraph=True).lines
        assert not [line for line in lines if line.startswith(("·", "–"))]


def test_an_address_stays_on_one_line() -> None:
    address = "http://192.168.1.20:8000/live/wpaybu/verify/"
    words = f"Boards sealed before play as partita 1 54a000884acc. Check them: {address}"
    for width in range(int(width_of(address, 8)) + 1, 400, 9):
        assert any(address in line for line in fit(words, width, 60, 8, paragraph=True).lines)
