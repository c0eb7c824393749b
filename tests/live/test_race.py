"""An evening's race and podium show only what is public."""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape
from itertools import pairwise

import pytest
from django.test import Client

from printing.pictures import as_svg, podium, races
from scoring.publishing.final_hold import hold_final
from scoring.sheet_steps import reopen_sheet
from tests.evenings import a_tournament, published_round, sheet_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def race(client: Client, evening: Tournament) -> tuple[list[str], dict[str, list[str]]]:
    """Hands, and figures by name, from the table beside the picture."""
    page = client.get(f"/live/{evening.code}/standings/").content.decode()
    if 'id="race-words"' not in page:
        return [], {}
    table = page.split('id="race-words"')[1].split("</table>")[0]
    hands = re.findall(r'class="num">(\d+\.\d+)<', table)
    rows = re.findall(r'<th scope="row" translate="no">([^<]+)</th>(.*?)</tr>', table, re.DOTALL)
    return hands, {name.strip(): re.findall(r'num">([^<]+)<', cells) for name, cells in rows}


def test_the_race_has_every_hand_and_ends_with_the_published_figures(english: Client) -> None:
    evening = a_tournament(planned_rounds=2)
    published_round(evening)
    hands, runners = race(english, evening)
    assert hands == [f"1.{hand}" for hand in range(1, 13)]
    published = evening.publications.get().standings["overall"]
    assert {name: figures[-1] for name, figures in runners.items()} == {
        line["entry"]: str(line["match_points"]) for line in published[:5]
    }


def test_each_runner_has_a_colour_and_dashes_of_its_own_and_the_name_at_its_end_has_the_colour(
    english: Client,
) -> None:
    evening = a_tournament(planned_rounds=2)
    published_round(evening)
    page = english.get(f"/live/{evening.code}/standings/").content.decode()
    picture = page[page.index('id="race"') :].split("</svg>")[0]
    lines = re.findall(r"<polyline[^>]*>", picture)
    colours = [f"var(--king-race-{letter})" for letter in "abcde"]
    assert [re.findall(r"var\(--king-race-.\)", line) for line in lines] == [
        [colour] for colour in colours
    ]
    assert len({re.sub(r"points=\"[^\"]*\"|var\([^)]*\)", "", line) for line in lines}) == 5
    assert all(picture.count(f"fill: {colour}") == 1 for colour in colours)


def test_nothing_of_a_held_partita_is_in_the_race_or_on_the_podium(english: Client) -> None:
    evening = a_tournament(planned_rounds=2)
    published_round(evening)
    before = race(english, evening)
    page = english.get(f"/live/{evening.code}/standings/").content.decode()
    podium = page.split('class="picture"')[1].split("</svg>")[0]
    hold_final(tournament=evening, author=None)
    published_round(evening)
    assert race(english, evening) == before
    assert podium in english.get(f"/live/{evening.code}/standings/").content.decode()


def test_a_sheet_that_is_opened_again_takes_the_race_away(english: Client) -> None:
    evening = a_tournament(planned_rounds=2)
    round_ = published_round(evening)
    assert race(english, evening)[0]
    reopen_sheet(sheet=sheet_of(round_, 2), author=None, reason="Somma.")
    assert race(english, evening) == ([], {})


def test_a_podium_cuts_no_figure_that_has_room() -> None:
    first = [(str(place), "Rossi Ada", "13 match points (+12)") for place in (1, 2, 3)]
    assert as_svg(podium(first), "names", "words").count("13 match points (+12)") == 3


def test_a_podium_cuts_no_mark_of_a_partita_sat_out() -> None:
    first = [
        (str(place), "Rossi Ada", "16.67 match points (+25) · P2 (6.67)") for place in (1, 2, 3)
    ]
    picture = as_svg(podium(first), "names", "words")
    assert (picture.count(">P2 (6.67)<"), picture.count("…")) == (3, 0)


PAIRS = (
    "Montefiore Giovanni Battista – Acquarone Maria Antonietta",
    "Ghiglione Costanza – D'Aste Leone",
    "Lercari Baldo – Spinola Fiammetta",
    "Cavagnaro Noemi – Cantù Mosè",
    "De Ferrari Adelaide – Della Casa Giosuè",
)


def rows_of(picture: str) -> list[tuple[float, str]]:
    """Height and text of the names in the picture."""
    found = re.findall(r'<text[^>]*? y="([-\d.]+)"[^>]*>([^<]*)</text>', picture)
    return [(float(y), unescape(words)) for y, words in found if re.search("[a-z]", words)]


def test_each_partner_of_a_pair_has_a_row_in_the_race_and_no_row_lies_on_another() -> None:
    """Five pairs end level. Their names used to be cut in the middle."""
    picture = as_svg(races({name: [Fraction(0), Fraction(2)] for name in PAIRS}), "names", "words")
    rows = rows_of(picture)
    text = " ".join(words for _y, words in rows)
    assert "…" not in text
    assert set(" ".join(PAIRS).replace(" – ", " ").split()) == set(text.split())
    heights = sorted(y for y, _words in rows)
    assert all(above - below >= 10 for below, above in pairwise(heights))
    assert "–" not in text


def test_each_partner_of_a_pair_begins_a_row_on_the_podium() -> None:
    first = [(str(place), name, "4 match points (+12)") for place, name in enumerate(PAIRS[1:4], 1)]
    labels = [words for _y, words in rows_of(as_svg(podium(first), "names", "words"))]
    assert not any(words.startswith("–") or words.endswith("–") for words in labels)
    assert {"D'Aste Leone", "Lercari Baldo", "Cantù Mosè"} <= set(labels)
