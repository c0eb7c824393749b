"""The pages' font is the wheel's font, cut into parts."""

from __future__ import annotations

import io
import re

import pytest
from django.test import Client
from fontTools.ttLib import TTFont

from tests.evenings import a_sheet
from tests.static.front import KING, PARTS, WEIGHTS, front, runs


def test_what_is_committed_is_what_the_wheels_give() -> None:
    """If this fails the wheel has changed, and ``make front`` has to be run."""
    files = front()
    committed = {
        **{f"fonts/{file.name}": file.read_bytes() for file in (KING / "fonts").iterdir()},
        **{name: (KING / name).read_bytes() for name in ("fonts.css",)},
    }
    assert committed.keys() == files.keys()
    assert [name for name in files if committed[name] != files[name]] == []


@pytest.mark.parametrize("weight", WEIGHTS)
def test_no_letter_of_the_font_is_lost_and_each_is_drawn_as_before(weight: int) -> None:
    with TTFont(WEIGHTS[weight]) as whole:
        letters = whole.getBestCmap()
        coverage = set()
        for file in (KING / "fonts").glob(f"open-sans-{weight}-*.woff2"):
            with TTFont(io.BytesIO(file.read_bytes())) as part:
                drawn = part.getBestCmap()
                assert coverage.isdisjoint(drawn)
                coverage |= set(drawn)
                for letter, glyph in drawn.items():
                    assert part["hmtx"][glyph][0] == whole["hmtx"][letters[letter]][0]
                    assert points(part, glyph) == points(whole, letters[letter])
                for table in ("fpgm", "prep", "cvt "):
                    assert part[table] == whole[table]
                assert part["hhea"].ascent == whole["hhea"].ascent
    assert coverage == set(letters)


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
    # The page contains the words of its script as JSON.
    text = re.sub(r"\\u([0-9A-Fa-f]{4})", lambda escaped: chr(int(escaped[1], 16)), page)
    with TTFont(WEIGHTS[400]) as font:
        letters = {ord(letter) for letter in text}.intersection(font.getBestCmap())
    common = PARTS["latin"] | (PARTS["cyrillic"] if language == "ru" else set())
    names_of_languages = set(map(ord, "Русский"))
    assert letters - common - names_of_languages == set()


def test_neighbouring_code_points_are_written_together() -> None:
    assert list(runs({0x41, 0x42, 0x43, 0x20, 0x50, 0x51})) == ["U+20", "U+41-43", "U+50-51"]
