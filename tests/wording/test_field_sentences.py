"""Refusals of fields are written in our own words: no form, model or body of the API shows a stock
sentence of Django or of its REST framework.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import django
import pytest
import rest_framework
from django.apps import apps
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db.models import CharField, DateField, IntegerField, TextField
from django.forms import BaseForm, Field
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import translation
from rest_framework.exceptions import ValidationError as BodyRefused
from rest_framework.serializers import BaseSerializer

from tests.evenings import a_tournament
from tests.rooms import ROOMS

LANGUAGES = ("en", "it", "pt", "fr")
GARBAGE: tuple[Any, ...] = (
    None,
    "",
    "x" * 30_000,
    "-9999999999999999",
    "9999999999999999",
    "0.001",
    "a\0b",
    "32 of November",
    [],
    ["no such"],
    {},
    True,
    -(10**30),
    10**30,
)
FOLDERS = (
    Path(django.__path__[0]) / "conf/locale",
    Path(django.__path__[0]) / "contrib/auth/locale",
    Path(rest_framework.__path__[0]) / "locale",
)


@cache
def stock(language: str) -> list[re.Pattern[str]]:
    """Patterns of the stock sentences of Django and its REST framework, with anything in their
    fields.
    """
    entries: set[str] = set()
    for folder in FOLDERS:
        # English has no catalogue, so a translation provides the list of sentences.
        source = gettext.translation("django", folder, ["it"])._catalog  # type: ignore[attr-defined]
        catalogue = source if language == "en" else gettext.translation("django", folder, [language])._catalog  # type: ignore[attr-defined]  # fmt: skip
        for key, words in catalogue.items():
            msgid = key[0] if isinstance(key, tuple) else key
            entries.add(str(msgid if language == "en" else words))
    sentences = [words.strip() for words in entries if len(words.split()) > 1 and len(words) < 300]
    fields = r"%\(\w+\)[sd]|%[sd]|\{\w+(?:\\?:\w+)?\}"
    return [
        re.compile(".+".join(map(re.escape, re.split(fields, words))), re.DOTALL)
        for words in sentences
    ]


def is_stock(sentence: str, language: str) -> bool:
    return any(pattern.fullmatch(sentence.strip()) for pattern in stock(language))


def ours(base: type) -> Iterator[type]:
    for child in base.__subclasses__():
        if child.__module__.split(".")[0] in ROOMS:
            yield child
        yield from ours(child)


def form_fields() -> Iterator[tuple[str, Field]]:
    assert get_resolver().url_patterns  # Loading the URLs imports every module with a form.
    for form in ours(BaseForm):
        yield from ((f"{form.__name__}.{name}", field) for name, field in form.base_fields.items())


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_field_of_a_form_refuses_in_words_of_django(language: str) -> None:
    refused, wrong = 0, set()
    with translation.override(language):
        for name, field in form_fields():
            for garbage in GARBAGE:
                try:
                    field.clean(garbage)
                except ValidationError as error:
                    refused += 1
                    wrong |= {
                        (name, message) for message in error.messages if is_stock(message, language)
                    }
                except (TypeError, AttributeError):
                    pass  # Browsers cannot send this.
    assert refused > 100
    assert wrong == set()


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_field_of_a_model_refuses_in_words_of_django(language: str) -> None:
    refused, wrong = 0, set()
    with translation.override(language):
        for model in apps.get_models():
            if model.__module__.split(".")[0] not in ROOMS:
                continue
            for field in model._meta.fields:
                for garbage in (None, "", "x" * 30_000, "a\0b", -1, 10**30):
                    try:
                        if isinstance(field, CharField | TextField | IntegerField | DateField):
                            field.clean(garbage, model())
                    except ValidationError as error:
                        refused += 1
                        wrong |= {
                            (f"{model.__name__}.{field.name}", message)
                            for message in error.messages
                            if is_stock(message, language)
                        }
                    except (TypeError, ValueError):
                        pass  # Pages cannot send this.
    assert refused > 50
    assert wrong == set()


def said_in(detail: Any) -> Iterator[str]:
    if isinstance(detail, dict | list):
        for part in detail.values() if isinstance(detail, dict) else detail:
            yield from said_in(part)
    else:
        yield str(detail)


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_body_of_the_api_is_refused_in_words_of_its_framework(language: str) -> None:
    assert get_resolver().url_patterns
    refused, wrong = 0, set()
    with translation.override(language):
        for body in set(ours(BaseSerializer)):
            if not body.__name__.endswith(("Body", "SaidByHall")):
                continue
            for name, field in body().fields.items():
                for garbage in (*GARBAGE, "\ud800", {"no": "such"}, [1, "2"]):
                    try:
                        field.run_validation(garbage)
                    except BodyRefused as error:
                        refused += 1
                        wrong |= {
                            (f"{body.__name__}.{name}", message)
                            for message in said_in(error.detail)
                            if is_stock(message, language)
                        }
                    except ValidationError:
                        pass
    assert refused > 100
    assert wrong == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refused_password_says_what_to_choose(language: str) -> None:
    with translation.override(language):
        for password in ("short", "password", "giovanna1"):
            with pytest.raises(ValidationError) as refused:
                validate_password(password, User(username="giovanna1"))
            assert not [
                message for message in refused.value.messages if is_stock(message, language)
            ]


@pytest.mark.django_db
def test_a_number_that_is_too_small_is_told_how_small_it_may_be(admin_client: Client) -> None:
    page = admin_client.post(
        reverse("desk:new"),
        {"name": "Serata", "planned_rounds": "0"},
        headers={"accept-language": "it"},
    ).content.decode()
    assert "Scrivi almeno 1." in page
    assert "Compila questo campo." in page
    assert "Assicurati" not in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"name": ""}, "name: Compila questo campo."),
        ({"planned_rounds": []}, "planned_rounds: Scrivi un numero intero."),
    ],
)
def test_a_body_of_the_api_is_told_which_field_is_wrong_and_what_to_write(
    admin_client: Client, body: dict[str, object], message: str
) -> None:
    answer = admin_client.post(
        f"/api/tournaments/{a_tournament().code}/settings/",
        body,
        content_type="application/json",
        headers={"accept-language": "it"},
    )
    assert answer.status_code == 422
    assert answer.json()["message"] == message
