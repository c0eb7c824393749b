"""The font and Bootstrap that the pages have are those of the wheels, cut to what pages use."""

from __future__ import annotations

import io
import re

import pytest
from django.test import Client
from fontTools.ttLib import TTFont

from tests.evenings import a_sheet
from tests.static.front import KING, PARTS, WEIGHTS, cut, front, runs

SHEET = """@charset "UTF-8";/*!
 * Licence */:root{--a:1}.btn{color:red}.btn,.modal .btn:not(.active){color:blue}.modal{top:0}\
@media print{.modal{top:1px}.btn:is(a,b),.table{top:2px}}@media (width>1px){.modal{top:3px}}\
@keyframes turn{0%{top:0}to{top:1px}}a[href="."]{color:red}"""


def test_what_is_committed_is_what_the_wheels_give() -> None:
    """Otherwise ``make front`` has to be run: a page has got a class of Bootstrap that none had, or
    the wheels have changed.
    """
    made = front()
    committed = {
        **{f"fonts/{file.name}": file.read_bytes() for file in (KING / "fonts").iterdir()},
        **{name: (KING / name).read_bytes() for name in ("fonts.css", "bootstrap.css")},
    }
    assert committed.keys() == made.keys()
    assert [name for name in made if committed[name] != made[name]] == []


@pytest.mark.parametrize("weight", WEIGHTS)
def test_no_letter_of_the_font_is_lost_and_each_is_drawn_as_before(weight: int) -> None:
    with TTFont(WEIGHTS[weight]) as whole:
        letters = whole.getBestCmap()
        found = set()
        for file in (KING / "fonts").glob(f"open-sans-{weight}-*.woff2"):
            with TTFont(io.BytesIO(file.read_bytes())) as part:
                drawn = part.getBestCmap()
                assert found.isdisjoint(drawn)
                found |= set(drawn)
                for letter, glyph in drawn.items():
                    assert part["hmtx"][glyph][0] == whole["hmtx"][letters[letter]][0]
                    assert points(part, glyph) == points(whole, letters[letter])
                for table in ("fpgm", "prep", "cvt "):
                    assert part[table] == whole[table]
                assert part["hhea"].ascent == whole["hhea"].ascent
    assert found == set(letters)


def points(font: TTFont, glyph: str) -> list[tuple[int, int]]:
    coordinates, _ends, _flags = font["glyf"][glyph].getCoordinates(font["glyf"])
    return list(coordinates)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["it", "en", "fr", "pt", "pt-br", "tr", "ru"])
def test_the_captains_page_needs_no_rare_part_of_the_font(client: Client, language: str) -> None:
    sheet = a_sheet()
    client.cookies["django_language"] = language
    page = client.get(f"/t/{sheet.table.place.code}/{sheet.table.round.number}/").content.decode()
    assert f'<html lang="{language}"' in page
    # The words of its script stand in the page as JSON.
    text = re.sub(r"\\u([0-9A-Fa-f]{4})", lambda escaped: chr(int(escaped[1], 16)), page)
    with TTFont(WEIGHTS[400]) as font:
        letters = {ord(letter) for letter in text}.intersection(font.getBestCmap())
    common = PARTS["latin"] | (PARTS["cyrillic"] if language == "ru" else set())
    names_of_languages = set(map(ord, "Русский"))
    assert letters - common - names_of_languages == set()


def test_neighbouring_code_points_are_written_together() -> None:
    assert list(runs({0x41, 0x42, 0x43, 0x20, 0x50, 0x51})) == ["U+20", "U+41-43", "U+50-51"]


def test_a_rule_is_left_out_where_no_element_can_have_its_classes() -> None:
    assert cut(SHEET, {"btn"}) == (
        "/*!\n * Licence */\n"
        "/* Written by `make front`: the rules that the pages use. */\n"
        ":root{--a:1}\n"
        ".btn{color:red}\n"
        ".btn{color:blue}\n"
        "@media print{.btn:is(a,b){top:2px}}\n"
        "@keyframes turn{0%{top:0}to{top:1px}}\n"
        'a[href="."]{color:red}\n'
    )
    assert ".modal .btn:not(.active)" in cut(SHEET, {"btn", "modal"})
