"""Papers of a final: a column for carried points, and a diploma that names the circuit."""

from __future__ import annotations

import io

import pypdf
import pytest

from printing.document_context import Options
from printing.document_list import DOCUMENTS
from printing.documents import prize_giving, standings_content, workbook
from seasons.qualifying import qualify
from tests.seasons.season import final_of, play, the_qualification

pytestmark = pytest.mark.django_db


def words(paper: bytes) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(paper)).pages]


def test_the_lists_of_a_final_have_a_column_of_what_was_brought() -> None:
    final = final_of(the_qualification(carry=100))
    play(final)
    overall = next(workbook.lists_of(workbook.gather(final, Options())))
    column = overall.head.index("Qualificazione")
    points = [line[column] for line in overall.lines]
    assert [line[-2] for line in overall.lines] == [
        brought + earned
        for brought, earned in zip(points, (line[2] for line in overall.lines), strict=True)
    ]
    paper = standings_content.gather(final, Options())
    assert [line.carried for line in paper.overall] == points
    assert any("Qualif." in page for page in words(DOCUMENTS["standings"].render(paper)))


def test_a_diploma_says_whose_final_it_was_and_that_of_a_semifinal_does_not() -> None:
    qualification = the_qualification()
    final = final_of(qualification)
    play(final)
    paper = prize_giving.gather_prize_list(final, Options())
    first = words(DOCUMENTS["diplomas"].render(paper))[0]
    assert "1° posto in finale" in first
    assert f"Finale · {qualification.circuit}" in first
    qualify(source=final, places=4, carry=0, author=None)
    assert prize_giving.gather_prize_list(final, Options())["final_of"] == ""
