"""The announcement on the wall states how points are computed, and fits one page in every system."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from printing.document_context import Options
from printing.document_list import DOCUMENTS
from tests.evenings import SYSTEMS
from tests.printing.pages import PageText, letters_outside, read_pages, squeezed
from tournaments.editions import create_edition
from tournaments.models import Tournament
from tournaments.services import change_settings, create_tournament


def announced(tournament: Tournament, language: str = "en", **options: Any) -> PageText:
    document = DOCUMENTS["announcement"]
    with translation.override(language):
        [page] = read_pages(
            document.render(document.gather(tournament, Options.read(options)), None)
        )
    return page


def test_it_says_when_where_how_much_and_who_rules(evening: Tournament) -> None:
    change_settings(
        tournament=evening,
        author=None,
        place="Circolo Şahin",
        timetable="iscrizioni fino alle 20.45",
        fee="3 €",
        arbiter="Désirée Nuñez",
        prizes="Una bottiglia\nUn mazzo di carte",
    )
    evening.refresh_from_db()
    text = announced(evening, "it").squeezed
    for words in (
        "Giovedì del re",
        "Circolo Şahin",
        "iscrizioni fino alle 20.45",
        "3 €",
        "Désirée Nuñez",
        "Una bottiglia",
        "Un mazzo di carte",
        "giovedì 19 novembre 2026",
    ):
        assert squeezed(words) in text


def test_what_is_announced_is_what_is_computed_with(evening: Tournament) -> None:
    text = announced(evening).squeezed
    # §3.1, §6 and A9 of the rules: −5; 10 6 4 3 2 1; sales settled in full.
    assert "Inapositivehanditcosts5points." in text
    assert "10,6,4,3,2,then1foreverylaterplace." in text
    assert "Infull:thebuyer" in text
    change_settings(
        tournament=evening,
        author=None,
        settings={"positive_penalty": "7", "sale_settlement": "capped"},
        standing_settings={
            "scale": ["12", "8"],
            "tail": "2",
            "count_best": 1,
            "ties": "top",
            "tiebreaks": ["lot"],
        },
        wind_policy="rotate",
    )
    evening.refresh_from_db()
    changed = announced(evening).squeezed
    assert "Inapositivehanditcosts7points." in changed
    assert "12,8,then2foreverylaterplace." in changed
    assert "Capped:abuyerwhoisshort" in changed
    assert "Thematchpointsofthebestpartitacount." in changed
    assert "rotated" in changed
    assert "10,6,4" not in changed


def test_a_setting_of_the_house_is_announced_by_name(evening: Tournament) -> None:
    assert "Houserules" not in announced(evening).squeezed
    change_settings(tournament=evening, author=None, settings={"first_dealer": "S"})
    evening.refresh_from_db()
    assert "HouserulesFirstdealer:South" in announced(evening).squeezed


def test_the_way_to_the_evenings_page_is_printed_where_there_is_an_address(
    evening: Tournament,
) -> None:
    page = announced(evening, base_url="http://192.168.1.20:8000")
    assert f"http://192.168.1.20:8000/live/{evening.code}/" in page.squeezed
    assert "/live/" not in announced(evening).squeezed


@pytest.mark.parametrize("code", SYSTEMS)
@pytest.mark.parametrize("language", ["it", "en"])
def test_every_system_fits_its_page_with_all_that_may_be_written(
    code: str, language: str, evening: Tournament
) -> None:
    long = create_tournament(
        name="Torneo di King del venerdì sera – Circolo Dopolavoro «Łukasz Şahin» di Genova",
        date=evening.date,
        ruleset=code,
        author=None,
        place="Circolo, via San Luca 12",
        timetable="t " * 79,
        fee="3 € " * 14,
        arbiter="Maria Antonietta " * 7,
        prizes="Una bottiglia di vino al primo\n" * 19,
    )
    page = announced(long, language, base_url="http://192.168.1.20:8000")
    assert letters_outside(page) == []
    # No sentence ends with an empty list.
    assert ":." not in page.squeezed
    assert page.squeezed.count("Unabottigliadivinoalprimo") == 19
    # The text does not overlap the address at the foot.
    foot = min(letter.bottom for letter in page.letters if letter.text == "U")
    assert foot > max(letter.bottom for letter in page.letters if letter.line < 60)


def test_a_house_edition_says_what_it_comes_from_and_what_is_different_in_it(
    evening: Tournament,
) -> None:
    first = create_edition(base="lab12", name="Sori", author=None, changes={"values": {"NC": -2}})
    second = create_edition(
        base=first.code, name="Sori d’estate", author=None, changes={"settings": {"blind": True}}
    )
    text = announced(
        create_tournament(name="x", date=evening.date, ruleset=second.code, author=None)
    ).squeezed
    assert "Sorid’estate,from“Labyrinth,twelvehands”" in text
    assert "Nocuori:13hearts,−2each" in text
    assert "Blinddeclarations:yes" in text
    # A value that equals the published system's is not listed.
    assert "Nodonne:" not in text


@pytest.mark.parametrize(
    ("code", "language", "sentence"),
    [
        ("pt_ind", "it", "Portoghese, individuale: 2 partite"),
        ("pt_duplas", "it", "Portoghese, a coppie: 2 partite"),
        ("pt_duplas", "en", "Portuguese, pairs: 2 partite"),
        ("pt_pareado", "en", "Portuguese, duplicate teams, in teams of four: 2 partite"),
    ],
)
def test_what_the_systems_name_says_is_not_said_again(
    code: str, language: str, sentence: str, evening: Tournament
) -> None:
    text = announced(
        create_tournament(name="x", date=evening.date, ruleset=code, author=None), language
    ).squeezed
    assert squeezed(sentence) in text


def test_of_a_sale_for_nulls_it_says_so(evening: Tournament) -> None:
    text = announced(
        create_tournament(name="x", date=evening.date, ruleset="pt_ind", author=None)
    ).squeezed
    assert "Inahandplayeddown:thepriceinpoints,butnomorethanthebuyerscored." in text
    assert "playeddown" not in announced(evening).squeezed
