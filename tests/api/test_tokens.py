"""Tokens of programs: made on their page, limited, ended."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from ground.roles import ARBITER, DEALING, ORGANIZER
from king_tournament.accounts.services import create_account
from king_tournament.models import ApiToken
from tests.accounts import PASSWORD, browser_of
from tests.evenings import a_tournament, sealed_round
from tournaments.models import LogEntry, Tournament

pytestmark = pytest.mark.django_db


def make(user: User, name: str = "scores", **sent: Any) -> str:
    page = browser_of(user).post("/accounts/tokens", {"name": name, **sent})
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
    made = Client().post(
        "/api/tournaments/new/",
        json.dumps({"name": "x", "date": "2026-11-20"}),
        "application/json",
        headers={"Authorization": f"Token {key}"},
    )
    assert made.status_code == 403


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
    told = LogEntry.objects.filter(tournament=None, fields__token="scores")
    assert [line.sentence.split()[-2:] for line in told.order_by("sequence")][1] == [
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
