"""Worked examples of the systems' pages on the site: readable sheets, with their JSON folded away."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from king.rulesets import RULESETS
from king_tournament.rulebook.views import page_html
from tests.docs.reading import examples, in_each_language


def html_of(code: str, tongue: str = "en") -> str:
    with translation.override(tongue):
        return str(page_html(code))


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


@in_each_language
@pytest.mark.parametrize("code", RULESETS)
def test_every_example_is_a_table_and_its_json_is_folded(code: str, tongue: str) -> None:
    html = html_of(code, tongue)
    assert html.count('class="table-scroll example"') == len(examples(code, tongue)) > 0
    open_to_see = re.sub(r"<details.*?</details>", "", html, flags=re.DOTALL)
    assert "&quot;ruleset&quot;" not in open_to_see
    assert html.count("&quot;ruleset&quot;") == len(examples(code, tongue))
    assert "does not arrive at" not in html
    assert "non arriva" not in html


def test_a_row_of_the_table_says_points_counts_sale_and_sums() -> None:
    rows = [text_of(row) for row in re.findall(r"<tr>.*?</tr>", html_of("lab12"), re.DOTALL)]
    sold = next(row for row in rows if row.startswith("9 ") and "sold by" in row)
    # The source's own example of a sale: North sold to South for 4 and took 2; South took 6.
    assert "sold by North to South for 4" in sold
    assert sold.endswith("6 (2) 3 (3) 2 (6) 2 (2) 13 13 −52")


def test_an_example_by_difference_says_who_leads_and_pairs_have_a_column_each() -> None:
    rows = [text_of(row) for row in re.findall(r"<tr>.*?</tr>", html_of("squadre"), re.DOTALL)]
    # The source: three queens against one make −6 and 6 after an even row.
    assert any(row.startswith("2 ") and row.endswith("−6 (3) 6 (1) −6") for row in rows)


def test_rulings_of_an_example_are_said_in_words() -> None:
    assert "Hand 10: " in text_of(html_of("lab12"))
    assert "illegal_play" not in re.sub(
        r"<details.*?</details>", "", html_of("lab12"), flags=re.DOTALL
    )


@pytest.mark.parametrize("code", RULESETS)
def test_tables_that_can_be_scrolled_have_each_a_name_of_its_own(code: str) -> None:
    names = re.findall(r'role="region"\s+aria-label="([^"]+)"', html_of(code))
    assert len(set(names)) == len(names) == len(examples(code, "en"))


def test_figures_of_the_page_stand_at_the_right_of_their_column_and_words_at_the_left() -> None:
    html = html_of("lab12")
    assert '<th class="num">units</th>' in html
    assert '<td class="num">−16</td>' in html
    assert "<th>what is counted</th>" in html
    assert "<td>kings and jacks</td>" in html


def test_a_page_that_is_not_written_in_the_readers_language_is_the_english_one_and_says_so() -> (
    None
):
    """There are no German pages."""
    assert html_of("lab12", "de").startswith('<div lang="en">')
    assert '<h3 id="who-plays">' in html_of("lab12", "de")
    assert html_of("lab12", "it").startswith('<div lang="it">')


def test_east_is_este_in_portugal_and_leste_in_brazil() -> None:
    """Both countries share one set of pages (§13.16)."""
    portugal, brazil = (text_of(html_of("pt_ind", tongue)) for tongue in ("pt", "pt-br"))
    assert "Mão 10: Este vende a Oeste" in portugal
    assert "Mão 10: Leste vende a Oeste" in brazil
    assert "Este" not in brazil
    glossary = text_of(html_of("glossary", "pt-br"))
    assert "Este (E) em Portugal, Leste (L) no Brasil" in glossary
