"""Rules of every list on paper: headings on each page, all lines present, no text outside its row."""

from __future__ import annotations

from datetime import datetime

import pytest
from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from king.cards import Wind
from printing.lists import Column, LabelSheet, Listing, list_pages, words
from printing.paper import PORTRAIT, Box, Footing, Pen, body_of, make_document
from tests.printing.pages import PageText, letters_outside, read_pages, rows_of, squeezed

pytestmark = pytest.mark.usefixtures("in_english")

WIDTH = body_of(PORTRAIT).width
FOOTING = Footing("Giovedì", datetime(2026, 11, 20, 21, 5))
NAME = "Łukasz Wójcik-Brzęczyszczykiewicz"


def a_list(count: int, name: str = NAME, **more: object) -> Listing:
    columns = (Column("No.", 12 * mm, "right"), Column("Name"), Column("Club", 40 * mm))
    return Listing(
        columns,
        [(str(line), f"{name} {line}", "Re di Cuori") for line in range(1, count + 1)],
        **more,
    )


def pages_of(*story: Flowable) -> list[PageText]:
    return read_pages(make_document(list_pages(story, "A list", "Giovedì"), FOOTING, title="x"))


def test_a_long_list_has_its_headings_on_every_page_and_every_line_once() -> None:
    pages = pages_of(a_list(90).table(WIDTH, 8 * mm))
    assert len(pages) == 4
    assert all(any(row == "No. Name Club" for row in rows_of(page)) for page in pages)
    lines = [row for page in pages for row in rows_of(page) if "Cuori" in row]
    assert lines == [f"{line} {NAME} {line} Re di Cuori" for line in range(1, 91)]
    assert not any(letters_outside(page) for page in pages)
    assert [f"page {number} of 4" in page.text for number, page in enumerate(pages, start=1)] == [
        True
    ] * 4


def test_a_list_with_a_title_says_on_its_later_pages_that_it_goes_on() -> None:
    first, *later = pages_of(
        a_list(90, title="Best at North", winds=(Wind.N,)).table(WIDTH, 8 * mm)
    )
    assert "Best at North · continued" not in first.text
    assert "Best at North" in first.text
    assert ["Best at North · continued" in page.text for page in later] == [True] * len(later)


def test_a_list_that_one_page_can_hold_is_not_broken() -> None:
    # After twenty lines of 8 mm a page of 247 mm has no room for twenty more.
    first, second = pages_of(
        a_list(20).table(WIDTH, 8 * mm), a_list(20, "Désirée").table(WIDTH, 8 * mm)
    )
    assert "Désirée" not in first.text
    assert second.text.count("Désirée") == 20


def test_a_name_that_is_too_long_makes_its_row_higher_or_is_cut_where_rows_are_fixed() -> None:
    long = f"{NAME} {NAME} {NAME} {NAME} {NAME}"
    for fixed in (False, True):
        table = a_list(3, long).table(WIDTH, 6 * mm, 12, fixed=fixed)
        # A heading of 9 mm and three rows of 6.
        assert (table.wrap(WIDTH, 1000)[1] == 27 * mm) is fixed
        [page] = pages_of(table)
        assert page.squeezed.count(squeezed(long)) == 3 * (not fixed)
        assert page.squeezed.count(squeezed(NAME)) >= 3
        assert letters_outside(page) == []


def test_what_a_person_typed_is_no_markup() -> None:
    text = "<b>Rossi</b> & Figli <i x=1> " * 9
    columns = (Column("Name", paragraph=True),)
    [page] = pages_of(words(text), Listing(columns, [(text,)]).table(WIDTH, 8 * mm))
    assert page.squeezed.count(squeezed("<b>Rossi</b> & Figli <i x=1>")) == 18


def test_in_a_paragraph_no_line_begins_with_what_sets_two_names_apart() -> None:
    names = "Della Casa Giosuè · Ávila José · Garbarino Samuele – Cavagnaro Noemi"
    for width in range(110, 300, 13):
        [page] = pages_of(
            Listing((Column("", width, paragraph=True), Column()), [(names, "")]).table(
                WIDTH, 8 * mm
            )
        )
        assert not [row for row in rows_of(page) if row.startswith(("·", "–"))]


def test_labels_fill_pages_and_keep_their_order() -> None:
    def draw(pen: Pen, box: Box, label: int) -> None:
        pen.text(box.inset(2 * mm), f"n{label}.", 12)

    sheet = LabelSheet(3, 8, 33 * mm)
    pages = read_pages(make_document(sheet.pages(range(50), draw), FOOTING, title="x"))
    labels = [
        word
        for page in pages
        for word in page.text.split()
        if word.startswith("n") and word.endswith(".")
    ]
    assert labels == [f"n{label}." for label in range(50)]
    assert len(pages) == 3
