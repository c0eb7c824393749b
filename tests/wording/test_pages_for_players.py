"""Pages in languages of the players' side only are never half English. Each page, screen and
document is made, and searched for sentences of the catalogue in another language.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import cache

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from king.rulesets import RULESETS
from screens.pages.screen import Role
from tests.evenings import a_sheet, demo
from tests.players_side import CATALOGUES, FOR_PLAYERS, READ_BY_PLAYERS, ROOT, forms, messages
from tests.printing.asking import papers_of
from tests.printing.pages import squeezed, texts_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
IN_A_FIELD = re.compile(r"%\([a-z_]+\)[sd]|%[sd]|\{[A-Za-z0-9_.\[\]!:>]*\}|<[^>]+>")
SYSTEMS = {"tr": ("rifki", "lab12"), "ru": ("russian", "russian_khvalenki", "pt_ind")}


def parts(sentence: str) -> Iterator[str]:
    """Yield the constant parts of a sentence that have three words or more."""
    for part in IN_A_FIELD.split(sentence.replace("%%", "%")):
        if len(re.findall(r"[^\W\d_]{2,}", part)) > 2:
            yield part.strip()


@cache
def foreign(language: str) -> tuple[set[str], set[str]]:
    """Sentences, and parts of long ones, that other languages have and this one lacks. Names of
    hands are left out, because a game names them in its own tradition in every language (§12.9).
    """
    own = {
        form for message in messages(CATALOGUES[language]) for form in forms(message.string) if form
    }
    others = {form for message in messages(CATALOGUES["it"]) for form in forms(message.string)}
    others |= {form for message in messages(CATALOGUES["it"]) for form in forms(message.id)}
    named = {contract.name for rules in RULESETS.values() for contract in rules.contracts}
    named |= {word for rules in RULESETS.values() for word in rules.terms.values()}
    others = {sentence for sentence in others - own if not any(sentence in name for name in named)}
    whole = {sentence for sentence in others if re.search(r"[^\W\d_]{4}", sentence)}
    own_words = " ".join((*own, *named))
    return whole, {part for sentence in whole for part in parts(sentence) if part not in own_words}


def spoken_in(language: str, page: str) -> set[str]:
    """Foreign texts on a page: whole sentences in texts and attributes, and parts of sentences."""
    whole, fragments = foreign(language)
    # A document that the language lacks is shown in English, with a note; quotations keep their language.
    written = re.sub(r'(?s)<div lang="en">.*</div>', "", page)
    bare = re.sub(r"(?s)<(pre|code|em)\b.*?</\1>", "", written)
    texts = {html.unescape(text).strip() for text in re.findall(r">([^<>]+)<", bare)}
    texts |= {
        html.unescape(text) for text in re.findall(r'(?:title|aria-label|alt)="([^"]*)"', bare)
    }
    texts |= {
        quotation
        for quotation in re.findall(r'"((?:[^"\\]|\\.)*)"', html.unescape(bare))
        if " " in quotation
    }
    text = re.sub(r"\s+", " ", html.unescape(bare))
    return (texts & whole) | {part for part in fragments if part in text}


def evening_of(language: str, code: str, stage: str) -> Tournament:
    tables = max(2, len(RULESETS[code].players) // 2)
    with translation.override(language):
        return demo(stage=stage, seed=5, ruleset=code, tables=tables, rounds=1, language=language)


def addresses_of(evening: Tournament) -> list[str]:
    live = f"/live/{evening.code}"
    return [
        "/t/",
        "/live/",
        "/rules/",
        f"/rules/{evening.ruleset}/",
        f"{live}/",
        f"{live}/standings/",
        f"{live}/boards/",
        f"{live}/verify/",
        f"{live}/players/1/",
        f"{live}/1/tables/1/",
        *(reverse("screens:screen", args=[evening.code, role]) for role in Role.values),
    ]


@pytest.mark.parametrize("stage", ["playing", "finished"])
@pytest.mark.parametrize(
    ("language", "code"), [(each, code) for each in FOR_PLAYERS for code in SYSTEMS[each]]
)
def test_no_page_for_players_has_a_sentence_of_another_language(
    client: Client, language: str, code: str, stage: str
) -> None:
    evening = evening_of(language, code, stage)
    wrong = {}
    for address in addresses_of(evening):
        answer = client.get(address, headers={"Accept-Language": language})
        if answer.status_code == 404:
            continue
        assert answer["Content-Language"] == language, address
        drawn = {
            f"templates/{part.name.partition('#')[0]}" for part in answer.templates if part.name
        }
        ours = {path for path in drawn if (ROOT / path).exists()}
        assert {path for path in ours if not READ_BY_PLAYERS.match(path)} == set()
        page = answer.content.decode().replace(evening.name, "")
        if found := spoken_in(language, page):
            wrong[address] = found
    assert wrong == {}


@pytest.mark.parametrize(
    ("language", "code"), [(each, code) for each in FOR_PLAYERS for code in SYSTEMS[each]]
)
def test_no_phone_has_a_sentence_of_another_language(
    client: Client, language: str, code: str
) -> None:
    sheet = a_sheet(code, language=language)
    answer = client.get(
        f"/t/{sheet.table.place.code}/", headers={"Accept-Language": language}, follow=True
    )
    assert spoken_in(language, answer.content.decode()) == set()


@pytest.mark.parametrize("language", FOR_PLAYERS)
def test_no_paper_has_a_sentence_of_another_language(language: str) -> None:
    evening = evening_of(language, SYSTEMS[language][0], "finished")
    _whole, fragments = foreign(language)
    close = {squeezed(part): part for part in fragments}
    wrong: dict[str, set[str]] = {}
    with translation.override(language):
        for key, pdf in papers_of(evening):
            text = squeezed(" ".join(texts_of(pdf)))
            if found := {part for near, part in close.items() if near in text}:
                wrong[key] = found
    assert wrong == {}


@pytest.mark.parametrize("language", FOR_PLAYERS)
def test_a_page_that_is_half_english_is_found_out(language: str) -> None:
    assert spoken_in(language, "<h1>Where do I sit?</h1>") == {"Where do I sit?"}
    assert spoken_in(language, "<p>3: the boards are revealed: they stay as they were played.</p>")
    with translation.override(language):
        sentence = translation.gettext("Where do I sit?")
    assert spoken_in(language, f"<h1>{sentence}</h1>") == set()
