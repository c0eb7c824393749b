"""The catalogues: every sentence has its words in each language, with the same fields, and none is
missing from them.
"""

from __future__ import annotations

import datetime
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from django.utils import translation
from django.utils.formats import date_format

from king.cards import WINDS
from tests.markup import MACHINE_WORDS
from tests.rooms import ROOMS
from wording.naming import day_in_full, number, wind_letter

ROOT = Path(__file__).parent.parent
CATALOGUES = {
    path.parent.parent.name: path for path in sorted(ROOT.glob("locale/*/LC_MESSAGES/django.po"))
}
WHOLE = {"it", "pt", "fr"}
"""Languages for those who run an evening too; of any other the side of the players is asked for."""
PLAYERS = re.compile(
    r"(king|wording|deals|scoring|printing|screens)/"
    r"|king_tournament/(live|captain|sheet|rulebook|middleware)"
    r"|seasons/(pages/public|season)|people/pages/public|night/visible|frame/standing_page"
    r"|templates/(live|captain|screens|rulebook|seasons/(public|_))|templates/[^/]+$"
)
"""Sources of what a player reads: his phone, public pages, the screens, paper, mails, rules."""
IN_AN_F_STRING = re.compile(r"""\{_\(['"]([^'"]+)['"]\)""")
# %(name)s, %s, %d, {name}, {0.name!r:>3}; %% and {{ are text.
FIELD = re.compile(r"%\([a-z_]+\)[sd]|%[sd]|(?<!\{)\{[A-Za-z0-9_.\[\]!:>]*\}(?!\})")


def messages(path: Path) -> Iterator[Message]:
    with path.open("rb") as file:
        yield from (message for message in read_po(file) if message.id)


def forms(sentence: object) -> tuple[str, ...]:
    return (sentence,) if isinstance(sentence, str) else tuple(sentence)  # type: ignore[arg-type]


def fields(sentence: str) -> list[str]:
    return sorted(FIELD.findall(sentence.replace("%%", "")))


in_each_language = pytest.mark.parametrize("language", CATALOGUES)


def is_for_players(message: Message) -> bool:
    return any(PLAYERS.match(path) for path, _line in message.locations)


@in_each_language
def test_every_sentence_is_translated_in_a_language_that_is_not_whole_those_for_players(
    language: str,
) -> None:
    lacking = [
        message for message in messages(CATALOGUES[language]) if not all(forms(message.string))
    ]
    if language not in WHOLE:
        lacking = [message for message in lacking if is_for_players(message)]
    assert [message.id for message in lacking] == []


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
    """Italian, Portuguese and French count one and many; Django counts as the catalogue says."""
    with CATALOGUES[language].open("rb") as file:
        catalogue = read_po(file, locale=language)
    plural = [message for message in catalogue if message.id and not isinstance(message.id, str)]
    assert plural
    wrong = [
        message.id for message in plural if len(forms(message.string)) != catalogue.num_plurals
    ]
    assert wrong == []


def test_the_italian_is_that_of_a_card_club() -> None:
    said = [form for message in messages(CATALOGUES["it"]) for form in forms(message.string)]
    assert [form for form in said if MACHINE_WORDS.search(form)] == []


WRITTEN = {
    "it": ("venerdì 4 dicembre 2026", "venerdì 4 dicembre", "04/12/2026", "04/12/2026 21:05"),
    "en": ("Friday 4 December 2026", "Friday 4 December", "4 Dec 2026", "4 Dec 2026, 21:05"),
    "pt": (
        "sexta-feira, 4 de dezembro de 2026",
        "sexta-feira, 4 de dezembro",
        "04/12/2026",
        "04/12/2026 21:05",
    ),
    "fr": ("vendredi 4 décembre 2026", "vendredi 4 décembre", "04/12/2026", "04/12/2026 21:05"),
}
"""The day in full, without its year, the short date and the moment."""


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


LETTERS = {"it": "NESO", "en": "NESW", "pt": "NLSO", "fr": "NESO"}


@pytest.mark.parametrize("language", sorted({"en", *CATALOGUES}))
def test_the_letters_of_the_winds_follow_the_language(language: str) -> None:
    with translation.override(language):
        assert "".join(map(wind_letter, WINDS)) == LETTERS[language]


@pytest.fixture(scope="session")
def sentences(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str | None, object]]:
    """Every one of the sources."""
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
    made = messages(copy / "locale/it/LC_MESSAGES/django.po")
    return {(message.context, message.id) for message in made}


@in_each_language
def test_a_catalogue_has_every_sentence_of_the_sources_and_no_other(
    language: str, sentences: set[tuple[str | None, object]]
) -> None:
    kept = {(message.context, message.id) for message in messages(CATALOGUES[language])}
    apart = sorted(map(str, sentences - kept)), sorted(map(str, kept - sentences))
    assert apart == ([], []), "run `make messages`"


def test_a_sentence_that_only_an_f_string_asks_for_is_in_the_catalogue_too() -> None:
    """xgettext reads no f-string: "16 match points (+24)" was read out in English at an Italian
    prize-giving.
    """
    kept = {forms(message.id)[0] for message in messages(CATALOGUES["it"])}
    asked = {
        sentence
        for folder in ROOMS
        for path in (ROOT / folder).rglob("*.py")
        for sentence in IN_AN_F_STRING.findall(path.read_text(encoding="utf-8"))
    }
    assert asked - kept == set()
