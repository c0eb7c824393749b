"""The catalogues: every sentence has a translation in each language, with the same fields, and no
sentence is missing.
"""

from __future__ import annotations

import datetime
import os
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext, to_locale

from ground.languages import AT_THE_DESK
from king.cards import WINDS
from king.rulesets import find_ruleset
from tests.markup import MACHINE_WORDS
from tests.players_side import (
    CATALOGUES,
    FOR_PLAYERS,
    OF_A_COUNTRY,
    forms,
    is_for_players,
    messages,
    missing,
)
from tests.rooms import ROOMS
from wording.naming import day_in_full, number, side_name, unit_count, wind_letter, wind_name

ROOT = Path(__file__).parent.parent
IN_AN_F_STRING = re.compile(r"""\{_\(['"]([^'"]+)['"]\)""")
# Fields are %(name)s, %s, %d, {name}, {0.name!r:>3}; %% and {{ are text.
FIELD = re.compile(r"%\([a-z_]+\)[sd]|%[sd]|(?<!\{)\{[A-Za-z0-9_.\[\]!:>]*\}(?!\})")


def fields(sentence: str) -> list[str]:
    return sorted(FIELD.findall(sentence.replace("%%", "")))


in_each_language = pytest.mark.parametrize("language", CATALOGUES)
in_each_that_has_every_sentence = pytest.mark.parametrize(
    "language", sorted(CATALOGUES.keys() - OF_A_COUNTRY)
)


def test_every_language_of_the_site_is_for_the_desk_or_for_players_alone() -> None:
    assert {"en", *CATALOGUES} == AT_THE_DESK | set(FOR_PLAYERS)
    assert FOR_PLAYERS == ["ru", "tr"]


@in_each_language
def test_every_sentence_is_translated_of_a_language_for_players_alone_theirs(language: str) -> None:
    assert [message.id for message in missing(language)] == []


def test_east_is_este_in_portugal_and_leste_in_brazil() -> None:
    names = []
    for language in ("pt", "pt-br"):
        with translation.override(language):
            names.append((wind_name("E"), wind_letter("E"), side_name("EW")))
    assert names == [("Este", "E", "Este–Oeste"), ("Leste", "L", "Leste–Oeste")]
    leste = [form for message in messages(CATALOGUES["pt"]) for form in forms(message.string)]
    assert [form for form in leste if "Leste" in form] == []
    este = [form for message in messages(CATALOGUES["pt-br"]) for form in forms(message.string)]
    assert [form for form in este if re.search("Este–|, Este", form)] == []


@pytest.mark.parametrize("language", sorted(OF_A_COUNTRY))
def test_a_catalogue_of_a_country_has_what_differs_and_the_rest_is_of_the_language(
    language: str,
) -> None:
    """Sentences that Django translates for Brazil must be in the catalogue too, because Django's
    words would take precedence over the site's Portuguese.
    """
    whole = {
        (message.context, forms(message.id)[0]): message
        for message in messages(CATALOGUES[language[:2]])
    }
    own = {
        (message.context, forms(message.id)[0]): message
        for message in messages(CATALOGUES[language])
    }
    assert own.keys() - whole.keys() == set()
    assert {key for key in own if forms(own[key].id) != forms(whole[key].id)} == set()
    with translation.override(language):
        read = {key: pgettext(*key) if key[0] else gettext(key[1]) for key in whole}
    expected = {key: (own.get(key) or message) for key, message in whole.items()}
    assert {
        key: (read[key], message.string)
        for key, message in expected.items()
        if len(forms(message.id)) == 1 and read[key] != message.string
    } == {}


def test_who_plays_and_who_runs_the_evening_read_different_files() -> None:
    of = {message.id: is_for_players(message) for message in messages(CATALOGUES["it"])}
    assert (of["Your table"], of["Announcement"]) == (True, True)
    assert of["New evening"] is False


@in_each_language
def test_no_sentence_is_only_a_guess(language: str) -> None:
    assert [message.id for message in messages(CATALOGUES[language]) if message.fuzzy] == []


@in_each_language
def test_a_translation_has_the_same_fields_as_the_sentence(language: str) -> None:
    wrong = []
    for message in messages(CATALOGUES[language]):
        allowed = [fields(form) for form in forms(message.id)]
        wrong += [
            (message.id, form)
            for form in forms(message.string)
            if form and fields(form) not in allowed
        ]
    assert wrong == []


@in_each_language
def test_a_sentence_that_counts_has_as_many_forms_as_its_language(language: str) -> None:
    """Most languages distinguish one and many, Russian one, few and many; Django uses the rule in
    the catalogue.
    """
    with CATALOGUES[language].open("rb") as file:
        catalogue = read_po(file, locale=to_locale(language))
    plural = [message for message in catalogue if message.id and not isinstance(message.id, str)]
    assert plural
    wrong = [
        message.id for message in plural if len(forms(message.string)) != catalogue.num_plurals
    ]
    assert wrong == []


def test_the_italian_is_that_of_a_card_club() -> None:
    texts = [form for message in messages(CATALOGUES["it"]) for form in forms(message.string)]
    assert [form for form in texts if MACHINE_WORDS.search(form)] == []


WRITTEN = {
    "it": ("venerdì 4 dicembre 2026", "venerdì 4 dicembre", "04/12/2026", "04/12/2026 21:05"),
    "en": ("Friday 4 December 2026", "Friday 4 December", "4 Dec 2026", "4 Dec 2026, 21:05"),
    "pt": (
        "sexta-feira, 4 de dezembro de 2026",
        "sexta-feira, 4 de dezembro",
        "04/12/2026",
        "04/12/2026 21:05",
    ),
    "pt-br": (
        "sexta-feira, 4 de dezembro de 2026",
        "sexta-feira, 4 de dezembro",
        "04/12/2026",
        "04/12/2026 21:05",
    ),
    "tr": ("4 Aralık 2026 Cuma", "4 Aralık Cuma", "04.12.2026", "04.12.2026 21:05"),
    "ru": ("пятница, 4 декабря 2026", "пятница, 4 декабря", "04.12.2026", "04.12.2026 21:05"),
    "fr": ("vendredi 4 décembre 2026", "vendredi 4 décembre", "04/12/2026", "04/12/2026 21:05"),
}
"""Full date, date without the year, short date, and date with time."""


@pytest.mark.parametrize("language", sorted({"en", *CATALOGUES}))
def test_a_day_has_no_leading_zero_and_the_month_is_small_and_never_mistaken_for_the_day(
    language: str,
) -> None:
    evening = datetime.datetime(2026, 12, 4, 21, 5)
    with translation.override(language):
        written = (
            day_in_full(evening),
            day_in_full(evening, year=False),
            date_format(evening, "SHORT_DATE_FORMAT"),
            date_format(evening, "SHORT_DATETIME_FORMAT"),
        )
        assert written == WRITTEN[language]
        assert number(Fraction(-13, 3)) == ("−4.33" if language == "en" else "−4,33")


LETTERS = {
    "it": "NESO",
    "en": "NESW",
    "pt": "NESO",
    "pt-br": "NLSO",
    "fr": "NESO",
    "tr": "KDGB",
    "ru": "СВЮЗ",
}


@pytest.mark.parametrize(
    ("language", "counts"),
    [
        ("ru", ("1 взятка", "2 взятки", "5 взяток", "11 взяток", "21 взятка", "104 взятки")),
        ("tr", ("1 el", "2 el", "5 el", "11 el", "21 el", "104 el")),
    ],
)
def test_russian_counts_in_three_forms_and_turkish_nouns_stay_as_they_are(
    language: str, counts: tuple[str, ...]
) -> None:
    unit = find_ruleset("rifki").contract("V").unit
    with translation.override(language):
        assert tuple(unit_count(unit, count) for count in (1, 2, 5, 11, 21, 104)) == counts


@pytest.mark.parametrize("language", sorted({"en", *CATALOGUES}))
def test_the_letters_of_the_winds_follow_the_language(language: str) -> None:
    with translation.override(language):
        assert "".join(map(wind_letter, WINDS)) == LETTERS[language]


@pytest.fixture(scope="session")
def sentences(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str | None, object]]:
    """Sentences that xgettext finds in the sources."""
    if not shutil.which("xgettext"):
        pytest.skip("GNU gettext is not installed, so the sources cannot be read for sentences")
    copy = tmp_path_factory.mktemp("sources")
    for folder in (*ROOMS, "templates"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "locale").mkdir()
    subprocess.run(
        [
            sys.executable,
            "-m",
            "django",
            "makemessages",
            "--locale",
            "it",
            "--no-wrap",
            "--verbosity",
            "0",
        ],
        cwd=copy,
        check=True,
        capture_output=True,
        text=True,
        env={name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"},
    )
    entries = messages(copy / "locale/it/LC_MESSAGES/django.po")
    return {(message.context, message.id) for message in entries}


@in_each_that_has_every_sentence
def test_a_catalogue_has_every_sentence_of_the_sources_and_no_other(
    language: str, sentences: set[tuple[str | None, object]]
) -> None:
    entries = {(message.context, message.id) for message in messages(CATALOGUES[language])}
    apart = sorted(map(str, sentences - entries)), sorted(map(str, entries - sentences))
    assert apart == ([], []), "run `make messages`"


def test_a_sentence_that_only_an_f_string_asks_for_is_in_the_catalogue_too() -> None:
    """xgettext does not read f-strings: "16 match points (+24)" was once read out in English at an
    Italian prize-giving.
    """
    catalogue = {forms(message.id)[0] for message in messages(CATALOGUES["it"])}
    in_code = {
        sentence
        for folder in ROOMS
        for path in (ROOT / folder).rglob("*.py")
        for sentence in IN_AN_F_STRING.findall(path.read_text(encoding="utf-8"))
    }
    assert in_code - catalogue == set()
