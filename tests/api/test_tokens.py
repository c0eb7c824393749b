"""Tokens of programs: creation on their page, limits, end."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from ground.roles import ARBITER, DEALING, ORGANIZER, ROLES
from king_tournament.accounts.services import create_account
from king_tournament.models import ApiToken
from tests.accounts import PASSWORD, browser_of
from tests.evenings import a_tournament, sealed_round
from tournaments.models import LogEntry, Tournament

pytestmark = pytest.mark.django_db


def make(user: User, name: str = "scores", **fields: Any) -> str:
    page = browser_of(user).post("/accounts/tokens", {"name": name, **fields})
    assert page.status_code == 200
    [key] = re.findall(r'<code id="token">([^<]+)</code>', page.content.decode())
    return key


def post(key: str, evening: Tournament, step: str, **body: Any) -> Any:
    return Client().post(
        f"/api/tournaments/{evening.code}/{step}/",
        json.dumps(body),
        "application/json",
        headers={"Authorization": f"Token {key}"},
    )


def test_a_token_does_what_its_roles_allow_and_no_more(chief: User) -> None:
    evening, key = a_tournament(), make(chief, roles=[ARBITER])
    assert post(key, evening, "entries/new", surname="Rossi").status_code == 200
    assert evening.log.last().author == chief
    assert post(key, evening, "settings", place="Genoa").status_code == 403


def test_a_token_of_one_evening_opens_no_other(chief: User) -> None:
    evening, other = a_tournament(name="one"), a_tournament(name="other")
    key = make(chief, roles=[ORGANIZER], evening=evening.code)
    assert post(key, evening, "settings", place="Genoa").status_code == 200
    assert post(key, other, "settings", place="Genoa").status_code == 403
    answer = Client().post(
        "/api/tournaments/new/",
        json.dumps({"name": "x", "date": "2026-11-20"}),
        "application/json",
        headers={"Authorization": f"Token {key}"},
    )
    assert answer.status_code == 403


def test_a_token_without_the_dealing_role_opens_no_sealed_card(chief: User) -> None:
    evening = sealed_round(a_tournament(blind=True), started=False).tournament
    paper = {"document": "slips", "round": 1}
    assert post(make(chief, roles=[ORGANIZER]), evening, "print", **paper).status_code == 422
    both = make(chief, roles=[ORGANIZER, DEALING])
    assert post(both, evening, "print", **paper).status_code == 200


def test_a_superusers_token_opens_sealed_cards_with_a_role_for_them_alone(chief: User) -> None:
    evening = sealed_round(a_tournament(blind=False), started=False).tournament
    paper = {"document": "slips", "round": 1}
    assert (
        post(make(chief, roles=[ARBITER]), evening, "print", **paper).json()["code"] == "withheld"
    )
    assert post(make(chief, roles=[ORGANIZER]), evening, "print", **paper).status_code == 200


def test_an_ended_token_and_one_of_a_closed_account_sign_nobody_in(chief: User) -> None:
    evening, key = a_tournament(), make(chief, roles=[ORGANIZER])
    token = ApiToken.objects.get()
    assert key not in (token.digest, token.name)
    assert browser_of(chief).post(f"/accounts/tokens/{token.pk}/end").status_code == 302
    assert post(key, evening, "entries/new", surname="Rossi").status_code == 401
    other = make(chief, roles=[ORGANIZER])
    User.objects.update(is_active=False)
    assert post(other, evening, "entries/new", surname="Rossi").status_code == 401
    log_lines = LogEntry.objects.filter(tournament=None, fields__token="scores")
    assert [line.sentence.split()[-2:] for line in log_lines.order_by("sequence")][1] == [
        "was",
        "ended.",
    ]


def test_the_page_says_when_a_token_was_used_last(chief: User) -> None:
    key = make(chief, roles=[ORGANIZER])
    assert "never" in browser_of(chief).get("/accounts/tokens").content.decode()
    Client().get("/api/tournaments/", headers={"Authorization": f"Token {key}"})
    first = ApiToken.objects.get().last_used_at
    assert first
    Client().get("/api/tournaments/", headers={"Authorization": f"Token {key}"})
    assert ApiToken.objects.get().last_used_at - first < timedelta(minutes=1)
    assert "never" not in browser_of(chief).get("/accounts/tokens").content.decode()


def test_nobody_makes_a_token_for_roles_that_he_has_not_and_each_ends_his_own(chief: User) -> None:
    arbiter = create_account(username="arbiter", password=PASSWORD, roles=[ARBITER])
    refused = browser_of(arbiter).post("/accounts/tokens", {"name": "x", "roles": [ORGANIZER]})
    assert refused.status_code == 422
    assert not ApiToken.objects.exists()
    make(chief, "of the chief", roles=[ORGANIZER])
    make(arbiter, "of the arbiter", roles=[ARBITER])
    page = browser_of(arbiter).get("/accounts/tokens").content.decode()
    assert "of the arbiter" in page
    assert "of the chief" not in page
    own, others = ApiToken.objects.get(user=arbiter), ApiToken.objects.get(user=chief)
    assert browser_of(arbiter).post(f"/accounts/tokens/{others.pk}/end").status_code == 404
    assert browser_of(chief).post(f"/accounts/tokens/{own.pk}/end").status_code == 302
    assert ApiToken.objects.get(user=arbiter).ended_at
    assert Client().get("/accounts/tokens").status_code == 302


# --- tokens that a program creates itself


def ask(**body: Any) -> Any:
    return Client(headers={"Accept-Language": "en"}).post(
        "/api/token/", json.dumps(body), "application/json"
    )


def test_a_program_makes_its_token_with_a_name_and_a_password(chief: User) -> None:
    evening = a_tournament()
    answer = ask(name="chief", password=PASSWORD, program="scores", roles=[ARBITER])
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    assert {**answer.json(), "token": ""} == {
        "token": "",
        "program": "scores",
        "roles": [ARBITER],
        "evening": "",
    }
    key = answer.json()["token"]
    assert post(key, evening, "entries/new", surname="Rossi").status_code == 200
    assert post(key, evening, "settings", place="Genoa").status_code == 403
    assert "scores" in browser_of(chief).get("/accounts/tokens").content.decode()
    assert LogEntry.objects.get(tournament=None, fields__token="scores").author == chief


def test_without_limits_a_token_has_all_that_the_account_has_and_no_more(chief: User) -> None:
    create_account(username="arbiter", password=PASSWORD, roles=[ARBITER])
    assert ask(name="arbiter", password=PASSWORD).json()["roles"] == [ARBITER]
    assert ask(name="chief", password=PASSWORD).json()["roles"] == sorted(ROLES)
    too_much = ask(name="arbiter", password=PASSWORD, roles=[ORGANIZER])
    assert (too_much.status_code, too_much.json()["place"]) == (422, {"field": "roles"})
    nowhere = ask(name="arbiter", password=PASSWORD, evening="nowhere")
    assert (nowhere.status_code, nowhere.json()["place"]) == (422, {"field": "evening"})
    assert ApiToken.objects.count() == 2


def test_a_token_that_is_asked_for_may_be_of_one_evening(chief: User) -> None:
    evening, other = a_tournament(name="one"), a_tournament(name="other")
    key = ask(name="chief", password=PASSWORD, evening=evening.code).json()["token"]
    assert post(key, evening, "settings", place="Genoa").status_code == 200
    assert post(key, other, "settings", place="Genoa").status_code == 403


def test_passwords_are_guessed_no_faster_than_on_the_page(chief: User) -> None:
    """The API and the page share one limit: eight wrong passwords per account and address within
    five minutes (attempts.py).
    """
    wrong = [ask(name="chief", password="guess").status_code for _try in range(8)]
    assert wrong == [401] * 8
    answer = ask(name="chief", password=PASSWORD)
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
    page = Client(headers={"Accept-Language": "en"}).post(
        "/accounts/login", {"username": "chief", "password": PASSWORD}
    )
    assert "Too many attempts" in page.content.decode()
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize("scheme", ["Token", "Bearer", "bearer", "token"])
def test_a_token_is_taken_under_either_name(chief: User, scheme: str) -> None:
    key, evening = make(chief, roles=[ORGANIZER]), a_tournament()
    address = f"/api/tournaments/{evening.code}/entries/new/"
    body = json.dumps({"surname": "Rossi"})
    for token, status in ((key, 200), ("x" * 40, 401), ("", 401), ("two words", 401)):
        headers = {"Authorization": f"{scheme} {token}"}
        answer = Client().post(address, body, "application/json", headers=headers)
        assert answer.status_code == status


def test_a_program_reads_the_tokens_and_ends_one(chief: User) -> None:
    arbiter = create_account(username="arbiter", password=PASSWORD, roles=[ARBITER])
    make(chief, "of the chief", roles=[ORGANIZER])
    key = make(arbiter, "of the arbiter", roles=[ARBITER])
    program = Client(headers={"Authorization": f"Bearer {key}"})
    listed = program.get("/api/tokens/").json()["results"]
    assert [(one["program"], one["account"], one["ended_at"]) for one in listed] == [
        ("of the arbiter", "arbiter", None)
    ]
    others = ApiToken.objects.get(user=chief)

    def end(number: int) -> Any:
        return program.post(f"/api/tokens/{number}/end/", "{}", "application/json")

    assert end(others.pk).status_code == 404
    [own] = listed
    ended = end(own["id"])
    assert ended.status_code == 200
    assert ended.json()["ended_at"]
    assert program.get("/api/tokens/").status_code == 401
    assert Client().get("/api/tokens/").status_code == 401
