"""A reader's language: the browser's, the one chosen with the switch, or the evening's."""

from __future__ import annotations

import datetime
import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from ground.languages import AT_THE_DESK
from seasons.archive_rows import Part
from tests.evenings import a_round, a_tournament, short_night
from tournaments.models import Tournament
from tournaments.services import change_settings, create_tournament

pytestmark = pytest.mark.django_db


KNOWN = dict(settings.LANGUAGES)
TODAY = datetime.date(2026, 12, 4)


def offered(language: str) -> str:
    """The language, or English if the site has no catalogue for it."""
    return language if language in KNOWN else "en"


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("it-IT,it;q=0.9,en;q=0.8", "it"),
        ("it-CH", "it"),
        ("pt-BR,pt;q=0.9,en;q=0.8", "pt-br"),
        ("pt-PT,pt;q=0.9", "pt"),
        ("fr-CA,fr;q=0.9", "fr"),
        ("de-DE,de;q=0.9", "en"),
        ("es", "en"),
        ("tr-TR,tr;q=0.9,en;q=0.8", "tr"),
        ("ru", "ru"),
        ("de, it;q=0.4", "it"),
        ("nonsense;;", "en"),
    ],
)
@pytest.mark.parametrize("page", ["/t/", "/live/", "/rules/"])
def test_a_page_is_in_the_language_of_the_browser_and_never_italian_for_strangers(
    client: Client, page: str, header: str, language: str
) -> None:
    answer = client.get(page, headers={"Accept-Language": header})
    assert answer["Content-Language"] == offered(language)
    assert f'lang="{offered(language)}"' in answer.content.decode()


@pytest.mark.parametrize("header", [None, "", "*"])
def test_whoever_names_no_language_reads_in_the_clubs(
    client: Client, header: str | None, settings: Any
) -> None:
    headers = {} if header is None else {"Accept-Language": header}
    assert client.get("/t/", headers=headers)["Content-Language"] == "it"
    settings.KING_LANGUAGE = "en"
    assert client.get("/t/", headers=headers)["Content-Language"] == "en"


def test_the_switch_is_stronger_than_the_browser(client: Client) -> None:
    for language in KNOWN:
        client.post(reverse("set_language"), {"language": language})
        answer = client.get("/t/", headers={"Accept-Language": "de-DE"})
        assert answer["Content-Language"] == language


@pytest.mark.parametrize(
    ("header", "chosen", "language"),
    [
        ("tr-TR,tr;q=0.9", None, "en"),
        ("ru,fr;q=0.8,en;q=0.7", None, "fr"),
        ("tr", "it", "it"),
        ("pt-PT,pt;q=0.9", "tr", "pt"),
        ("it-IT", "ru", "it"),
        ("pt-BR", None, "pt-br"),
    ],
)
@pytest.mark.parametrize("page", ["/desk/", "/accounts/login/", "/api/tournaments/"])
def test_the_desk_is_in_no_language_for_players_alone(
    client: Client, page: str, header: str, chosen: str | None, language: str
) -> None:
    if chosen:
        client.post(reverse("set_language"), {"language": chosen})
    answer = client.get(page, headers={"Accept-Language": header})
    assert answer["Content-Language"] == language


def test_a_club_of_a_language_for_players_runs_its_desk_in_english(
    client: Client, settings: Any
) -> None:
    settings.KING_LANGUAGE = "tr"
    languages = {page: client.get(page)["Content-Language"] for page in ("/t/", "/accounts/login/")}
    assert languages == {"/t/": "tr", "/accounts/login/": "en"}


def test_a_first_list_of_systems_begins_with_the_browsers_where_the_desk_does_not_speak_it(
    admin_client: Client,
) -> None:
    form = admin_client.get("/desk/new/", headers={"Accept-Language": "tr-TR,tr;q=0.9"}).context[
        "form"
    ]
    assert next(iter(form.offered)) == "rifki"


def test_the_switch_stands_on_public_pages_at_the_desk_and_on_the_captains(
    client: Client, admin_client: Client
) -> None:
    round_ = a_round(a_tournament())
    code = round_.tournament.code
    for who, page in (
        (client, "/live/"),
        (client, f"/live/{code}/"),
        (client, f"/t/{round_.tables.get().place.code}/1/"),
        (client, "/t/"),
        (admin_client, "/desk/"),
    ):
        text = who.get(page).content.decode()
        offered_there = {
            code for code in KNOWN if f'value="{code}"' in text and KNOWN[code] in text
        }
        assert offered_there == (AT_THE_DESK if page == "/desk/" else KNOWN.keys()), page


# --- the evening's language


def test_an_evening_speaks_the_clubs_language_unless_it_names_another(author: User) -> None:
    fields = {"name": "Giovedì", "date": TODAY, "author": author}
    assert create_tournament(**fields).language == "it"
    assert create_tournament(**fields, language="en").language == "en"
    with pytest.raises(ValidationError) as refused:
        create_tournament(**fields, language="xx")
    assert [error.code for error in refused.value.error_dict["language"]] == ["language_unknown"]


def test_a_new_evening_has_the_language_of_the_last_one(admin_client: Client, author: User) -> None:
    create_tournament(name="Thursday", date=TODAY, author=author, language="en")
    form = admin_client.get("/desk/new/").context["form"]
    assert (form["language"].value(), form["language"].field.choices) == (
        "en",
        settings.LANGUAGES,
    )


def test_the_log_says_that_the_language_was_changed(author: User) -> None:
    evening = create_tournament(name="Giovedì", date=TODAY, author=author)
    change_settings(tournament=evening, author=author, language="en")
    assert evening.log.latest("sequence").fields["changes"] == [["language", "it", "en"]]


def test_public_pages_are_in_the_language_of_the_evening_for_who_names_none_and_screens_always(
    client: Client,
) -> None:
    evening = a_round(a_tournament(language="en")).tournament
    italian = {"Accept-Language": "it-IT"}
    read = {
        page: (
            client.get(f"/live/{evening.code}/{page}")["Content-Language"],
            client.get(f"/live/{evening.code}/{page}", headers=italian)["Content-Language"],
        )
        for page in ("", "standings/", "boards/", "1/tables/1/", "screen/", "screen/seating/")
    }
    assert read == {
        **dict.fromkeys(("", "standings/", "boards/", "1/tables/1/"), ("en", "it")),
        **dict.fromkeys(("screen/", "screen/seating/"), ("en", "en")),
    }


def test_a_kept_page_of_one_language_is_shown_to_no_reader_of_another(client: Client) -> None:
    evening = a_round(a_tournament(language="en")).tournament
    page = f"/live/{evening.code}/"
    for header, language in ((None, "en"), ("it", "it"), ("de", "en"), (None, "en"), ("it", "it")):
        answer = client.get(page, headers={"Accept-Language": header} if header else {})
        assert f'<html lang="{language}"' in answer.content.decode()
        assert answer["Vary"] == "Accept-Encoding, Accept-Language, Cookie, HX-Request"
    change_settings(tournament=evening, author=None, language="it")
    assert client.get(page)["Content-Language"] == "it"


def test_paper_from_the_desk_is_in_the_evenings_language(admin_client: Client) -> None:
    evening = a_round(a_tournament(language="en", signatures="none")).tournament
    admin_client.post(
        f"/desk/{evening.code}/print/",
        {"document": "seating", "round": "1"},
        headers={"Accept-Language": "it"},
    )
    assert [job.language for job in evening.print_jobs.all()] == ["en"]


def test_a_file_names_the_language_of_its_evening_and_a_wrong_one_is_refused_with_its_place(
    tmp_path: Path,
) -> None:
    night = short_night()
    results = []
    for language in ("en", None, "xx"):
        path = tmp_path / "night.json"
        path.write_text(json.dumps(night | ({"language": language} if language else {})))
        try:
            call_command("load_night", str(path), stdout=io.StringIO())
            results.append(Tournament.objects.latest("pk").language)
        except CommandError as refusal:
            results.append(str(refusal))
    assert results[:2] == ["en", "it"]
    assert "language" in results[2]
    assert ", ".join(sorted(KNOWN)) in results[2]


def test_programs_and_the_archive_know_the_language(client: Client) -> None:
    evening = a_round(a_tournament(language="en")).tournament
    assert client.get(f"/api/tournaments/{evening.code}/").json()["language"] == "en"
    [row] = Part(Tournament, "pk").rows(evening)
    assert row["language"] == "en"


def test_what_a_catalogue_lacks_is_english_and_not_italian() -> None:
    """Django would fall back to LANGUAGE_CODE's catalogue, which is Italian. German has no
    catalogue here.
    """
    with translation.override("de"):
        assert gettext("Your table") == "Your table"
