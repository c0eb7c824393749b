"""The public pages: the list of evenings, the number of queries, and answers to any input."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given, settings, strategies as st

from night.evenings import evenings_on
from scoring.models import Sheet
from scoring.round_steps import close_round
from tests.evenings import a_round, a_tournament, fill_quickly
from tests.services import examples
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db
WITH_EVENTS = apps.is_installed("simultaneous")
"""Whether evenings may be part of an event of many halls, which costs one more query."""
TODAY = datetime.date(2026, 11, 20)
YESTERDAY = TODAY - datetime.timedelta(days=1)
NAMES = ("live:evening", "live:standing", "live:boards", "screens:screen")


def names(evenings: list[Tournament]) -> list[str]:
    return [evening.name for evening in evenings]


def test_today_and_what_is_in_play_come_first_then_the_past_by_date() -> None:
    a_tournament(name="tonight", date=TODAY)
    a_round(a_tournament(name="past midnight", date=YESTERDAY))
    a_tournament(name="older", date=datetime.date(2026, 10, 1))
    a_tournament(name="old", date=datetime.date(2026, 11, 1))
    a_tournament(name="next week", date=datetime.date(2026, 11, 27))
    evenings = evenings_on(TODAY, None)
    assert names(evenings["now"]) == ["tonight", "past midnight"]
    assert names(evenings["to_come"]) == ["next week"]
    assert names(evenings["past"]) == ["old", "older"]


def test_between_two_partite_past_midnight_it_is_still_the_same_evening() -> None:
    tournament = a_tournament(name="late", date=YESTERDAY, planned_rounds=2)
    a_round(tournament)
    Round.objects.update(stage="provisional", closed_at=timezone.now())
    assert names(evenings_on(TODAY, None)["now"]) == ["late"]
    Tournament.objects.update(planned_rounds=1)
    assert names(evenings_on(TODAY, None)["past"]) == ["late"]


@pytest.mark.at_length
@pytest.mark.parametrize("number", [1, 30])
def test_the_list_of_evenings_takes_the_same_queries_for_one_and_for_thirty(
    number: int, client: Client, django_assert_num_queries, organizer
) -> None:
    for _ in range(number):
        a_round(a_tournament(date=timezone.localdate()))
        a_tournament(date=timezone.localdate() - datetime.timedelta(days=9))
    with django_assert_num_queries(5 + WITH_EVENTS):
        assert client.get(reverse("live:front")).status_code == 200


def test_the_front_door_is_the_list_of_evenings(client: Client, organizer) -> None:
    a_tournament(name="Giovedì", date=timezone.localdate())
    for address in ("/", "/live/"):
        assert "Giovedì" in client.get(address).content.decode()


def test_an_empty_club_says_what_will_be_here(english: Client, organizer) -> None:
    assert "No evening today" in english.get("/").content.decode()


@pytest.fixture
def organizer(django_user_model):
    """An account, so that the installation is not a new one."""
    return django_user_model.objects.create_user("anna")


@pytest.mark.at_length
@pytest.mark.parametrize("tables", [1, 30])
def test_the_pages_of_an_evening_take_the_same_queries_for_one_table_and_for_thirty(
    tables: int, client: Client, django_assert_num_queries
) -> None:
    tournament = a_tournament(planned_rounds=2)
    round_ = a_round(tournament, tables)
    fill_quickly(round_)
    for sheet in Sheet.objects.all():
        sheet.state, sheet.closed_at = "closed", timezone.now()
        sheet.save()
    close_round(round=round_, author=None)
    fill_quickly(a_round(tournament, tables))
    costs = {
        "live:evening": 26 + WITH_EVENTS,
        "live:standing": (19 if tables == 1 else 13) + WITH_EVENTS,
        "live:boards": 8,
        "screens:screen": 19,
    }
    for name, cost in costs.items():
        with django_assert_num_queries(cost):
            assert client.get(reverse(name, args=[tournament.code])).status_code == 200
    with django_assert_num_queries(23):
        assert client.get(reverse("live:table", args=[tournament.code, 1, 1])).status_code == 200
    for number, cost in ((1, 17), (2, 16)):  # the first request also compares all published hands
        with django_assert_num_queries(cost):
            assert (
                client.get(reverse("live:entry", args=[tournament.code, number])).status_code == 200
            )


@pytest.mark.at_length
def test_of_a_long_standing_the_overall_list_comes_first_and_the_others_when_they_are_opened(
    english: Client,
) -> None:
    tournament = a_tournament(planned_rounds=2)
    round_ = a_round(tournament, 21)
    fill_quickly(round_)
    Sheet.objects.update(state="closed", closed_at=timezone.now())
    close_round(round=round_, author=None)
    whole = english.get(f"/live/{tournament.code}/standings/").content.decode()
    lists = f"/live/{tournament.code}/standings/1/partita/1/"
    assert whole.count("<tr") == 1 + 84
    assert f'hx-get="{lists}"' in whole
    assert f"/live/{tournament.code}/players/84/" in whole
    part = english.get(lists, headers={"HX-Request": "true"}).content.decode()
    assert (part.count("<tr"), "<html" in part) == (4 + 84, False)
    assert "<html" in english.get(lists).content.decode()
    assert english.get(f"/live/{tournament.code}/standings/1/partita/2/").status_code == 404
    assert english.get(f"/live/{tournament.code}/standings/2/winds/").status_code == 404


def test_asking_for_news_takes_few_queries(client: Client, django_assert_num_queries) -> None:
    tournament = a_tournament()
    fill_quickly(a_round(tournament, 30))
    address = reverse("live:evening", args=[tournament.code])
    stamp = client.get(address).context["stamp"]
    with django_assert_num_queries(1):
        assert (
            client.get(address, {"stamp": stamp}, headers={"HX-Request": "true"}).status_code == 204
        )


@pytest.mark.parametrize("name", NAMES)
def test_an_evening_that_is_none_is_a_page_that_says_so(name: str, client: Client) -> None:
    assert client.get(reverse(name, args=["zzzzzz"])).status_code == 404


def test_a_code_typed_in_capitals_is_the_same_code(client: Client) -> None:
    code = a_tournament().code
    assert client.get(f"/live/{code.upper()}/").status_code == 200


def test_nothing_public_is_written_to(client: Client) -> None:
    code = a_tournament().code
    for name in NAMES:
        assert client.post(reverse(name, args=[code])).status_code == 405


PIECES = st.sampled_from(
    ["boards", "tables", "standings", "players", "screen", "document.json", "hands.pdf"]
)
NUMBERS = st.integers(min_value=0, max_value=10**25).map(str)
PATHS = st.lists(st.one_of(PIECES, NUMBERS, st.text(max_size=6)), max_size=4).map("/".join)


@given(
    path=PATHS,
    query=st.dictionaries(st.sampled_from(["q", "page", "stamp", "seen"]), st.text(max_size=9)),
)
@settings(
    max_examples=examples(80),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_whatever_is_asked_is_answered(client: Client, path: str, query: dict[str, str]) -> None:
    tournament = Tournament.objects.first() or a_round(a_tournament()).tournament
    for address in (
        f"/live/{tournament.code}/{path}",
        f"/live/{tournament.code}/{path}/",
        f"/live/{path}",
    ):
        assert client.get(address, query).status_code in (200, 204, 301, 302, 404)
    assert client.get(
        f"/live/{tournament.code}/", query, headers={"HX-Request": "true"}
    ).status_code in (200, 204)
    assert client.get("/live/", query).status_code == 200


@pytest.mark.parametrize("key", ["all", "partita-7", "partita-"])
def test_a_list_that_the_evening_has_not_is_refused_without_a_standing_being_read(
    english: Client, finished: Tournament, key: str, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(10):
        assert english.get(f"/live/{finished.code}/{key}.csv").status_code == 404
