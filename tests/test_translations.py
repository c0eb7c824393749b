"""The catalogue: every sentence has Italian words, with the same fields, and none is missing from
it.
"""

from __future__ import annotations

import datetime
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from django.utils import translation
from django.utils.formats import date_format

from tests.rooms import ROOMS

ROOT = Path(__file__).parent.parent
CATALOGUE = ROOT / "locale" / "it" / "LC_MESSAGES" / "django.po"
# Words that no card player says; HMAC stands in the recipes by which a draw is repeated, which a
# page folds.
MACHINE_WORDS = re.compile(
    r"\bimpront[ae]\b|\bcartell\w+ (?:\.xlsx|excel|di calcolo)|\bpredispo|\bin direzione\b",
    re.IGNORECASE,
)
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


def test_every_sentence_has_an_italian_one() -> None:
    assert [message.id for message in messages(CATALOGUE) if not all(forms(message.string))] == []


def test_no_sentence_is_only_a_guess() -> None:
    assert [message.id for message in messages(CATALOGUE) if message.fuzzy] == []


def test_a_translation_has_the_same_fields_as_the_sentence() -> None:
    wrong = []
    for message in messages(CATALOGUE):
        allowed = [fields(form) for form in forms(message.id)]
        wrong += [
            (message.id, form)
            for form in forms(message.string)
            if form and fields(form) not in allowed
        ]
    assert wrong == []


def test_a_sentence_that_counts_has_a_form_for_one_and_a_form_for_many() -> None:
    plural = [message for message in messages(CATALOGUE) if not isinstance(message.id, str)]
    assert [message.id for message in plural if len(forms(message.string)) != 2] == []


def test_the_italian_is_that_of_a_card_club() -> None:
    said = [form for message in messages(CATALOGUE) for form in forms(message.string)]
    assert [form for form in said if MACHINE_WORDS.search(form)] == []


def test_months_and_days_are_small_in_italian_and_great_in_english() -> None:
    evening = datetime.date(2026, 11, 20)
    with translation.override("it"):
        assert date_format(evening, "l j F Y") == "venerdì 20 novembre 2026"
    with translation.override("en"):
        assert date_format(evening, "l j F Y") == "Friday 20 November 2026"


def test_a_day_has_no_leading_zero_and_the_month_is_never_mistaken_for_the_day() -> None:
    evening = datetime.datetime(2026, 12, 4, 21, 5)
    written = {}
    for language in ("it", "en"):
        with translation.override(language):
            forms = ("DATE_FORMAT", "SHORT_DATE_FORMAT", "TIME_FORMAT", "SHORT_DATETIME_FORMAT")
            written[language] = [date_format(evening, form) for form in forms]
    assert written["it"] == ["4 dicembre 2026", "04/12/2026", "21:05", "04/12/2026 21:05"]
    assert written["en"] == ["4 December 2026", "4 Dec 2026", "21:05", "4 Dec 2026, 21:05"]


def test_the_catalogue_has_every_sentence_of_the_sources_and_no_other(tmp_path: Path) -> None:
    if not shutil.which("xgettext"):
        pytest.skip("GNU gettext is not installed, so the sources cannot be read for sentences")
    for folder in (*ROOMS, "templates"):
        shutil.copytree(
            ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__")
        )
    (tmp_path / "locale").mkdir()
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
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
        env={name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"},
    )
    found = {
        (message.context, message.id)
        for message in messages(tmp_path / "locale/it/LC_MESSAGES/django.po")
    }
    kept = {(message.context, message.id) for message in messages(CATALOGUE)}
    assert (sorted(map(str, found - kept)), sorted(map(str, kept - found))) == ([], []), (
        "run `make messages`"
    )


def test_a_sentence_that_only_an_f_string_asks_for_is_in_the_catalogue_too() -> None:
    """xgettext reads no f-string: "16 match points (+24)" was read out in English at an Italian
    prize-giving.
    """
    kept = {forms(message.id)[0] for message in messages(CATALOGUE)}
    asked = {
        sentence
        for folder in ROOMS
        for path in (ROOT / folder).rglob("*.py")
        for sentence in IN_AN_F_STRING.findall(path.read_text(encoding="utf-8"))
    }
    assert asked - kept == set()
