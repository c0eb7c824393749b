"""The lists of a published evening as CSV, read back: numbers are numbers, and names are never
formulas.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from fractions import Fraction

import pytest
from django.utils import translation

from night.visibility import last_published
from printing.documents.workbook import csv_lists, gather_published
from printing.spreadsheets import Listed, as_csv
from tournaments.models import Round, Tournament


def lists(evening: Tournament, language: str = "it") -> dict[str, bytes]:
    published = last_published(evening)
    assert published is not None
    with translation.override(language):
        return {
            listing.key: as_csv(listing)
            for listing in csv_lists(gather_published(evening, published), published)
        }


def lines(content: bytes, delimiter: str = ";") -> list[list[str]]:
    return list(csv.reader(content.decode("utf-8-sig").splitlines(), delimiter=delimiter))


def test_there_is_a_list_of_each_standing_of_the_seats_and_of_the_tables(
    played: Callable[..., Round], evening: Tournament
) -> None:
    played(2)
    contents = lists(evening)
    assert list(contents) == ["overall", "winds", "partita-1", "seats", "tables"]
    assert {key: len(lines(content)) for key, content in contents.items()} == dict.fromkeys(
        contents, 9
    )
    assert lines(contents["seats"])[0] == ["N.", "Nome", "P1 Tavolo", "P1 Vento"]
    seats = {(line[2], line[3]) for line in lines(contents["seats"])[1:]}
    assert seats == {(table, wind) for table in "12" for wind in ("Nord", "Est", "Sud", "Ovest")}
    rows = lines(contents["tables"])[1:]
    # A whole sheet of Labyrinth sums to 0 (§0 of the rules).
    assert [sum(int(line[6]) for line in rows if line[1] == table) for table in "12"] == [0, 0]


@pytest.mark.parametrize(
    ("language", "first"), [("it", b"a;b\r\n4,33;-4,33"), ("en", b"a,b\r\n4.33,-4.33")]
)
def test_a_spreadsheet_of_the_language_opens_it(language: str, first: bytes) -> None:
    listed = Listed("x", "x", "x", ["a", "b"], [[Fraction(13, 3), Fraction(-13, 3)]], 1)
    with translation.override(language):
        assert as_csv(listed) == b"\xef\xbb\xbf" + first + b"\r\n"


def test_words_are_no_formula_and_negative_numbers_stay_numbers() -> None:
    names = ["=cmd()", "+39 02", "-1+1", "@SUM(A1)", "\tx", "D'Amico", 'De "Re"; Anna']
    listed = Listed("x", "x", "x", ["name", "points"], [[name, -7] for name in names], 1)
    with translation.override("it"):
        read = lines(as_csv(listed))[1:]
    assert [line[0] for line in read] == [
        "'=cmd()",
        "'+39 02",
        "'-1+1",
        "'@SUM(A1)",
        "'\tx",
        "D'Amico",
        'De "Re"; Anna',
    ]
    assert {line[1] for line in read} == {"-7"}
