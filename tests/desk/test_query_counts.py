"""Lists take the same number of queries for a small evening and for a large one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring import round_steps
from tests.desk.hall import questions, questions_of_pages
from tests.evenings import played
from tournaments.board_steps import seal_boards
from tournaments.models import Player, Tournament

PAGES = [
    "",
    "players/",
    "players/find/?q=ros",
    "winds/",
    "play/1/",
    "play/2/",
    "settings/",
    "close/",
    "import/",
]


@pytest.fixture
def evenings(make_evening: Callable[..., Tournament]) -> list[Tournament]:
    """Make an evening with one table and one with thirty, both in play."""
    tournaments = [make_evening(4, seated=True), make_evening(120, seated=True)]
    for evening in tournaments:
        seal_boards(round=evening.rounds.get(), author=None)
        round_steps.start_round(round=evening.rounds.get(), author=None)
    return tournaments


@pytest.mark.at_length
def test_one_table_or_thirty(organizer: Client, evenings: list[Tournament]) -> None:
    queries = questions_of_pages(organizer, evenings, PAGES)
    assert {page: numbers for page, numbers in queries.items() if len(set(numbers)) > 1} == {}
    assert {page: numbers for page, numbers in queries.items() if max(numbers) > 25} == {}


@pytest.mark.parametrize(("page", "most"), [("standings/", 31), ("play/1/1/", 24)])
def test_a_page_of_a_played_partita_reads_each_fact_of_the_evening_once(
    organizer: Client, page: str, most: int
) -> None:
    assert questions(organizer, f"/desk/{played().tournament.code}/{page}") <= most


def test_the_evenings_are_listed_in_the_same_queries_however_many(
    organizer: Client, make_evening
) -> None:
    make_evening(4)
    one = questions(organizer, "/desk/")
    for _place in range(6):
        make_evening(4)
    assert questions(organizer, "/desk/") == one


@pytest.mark.at_length
def test_a_roster_of_five_thousand_is_asked_no_more_than_a_small_one(
    organizer: Client, evening: Tournament
) -> None:
    urls = ["/desk/roster/", "/desk/roster/?q=ros", f"/desk/{evening.code}/players/find/?q=ros"]
    Player.objects.create(surname="Rossetti")
    before = [questions(organizer, url) for url in urls]
    Player.objects.bulk_create(
        Player(surname=f"Rossetti{number}", given_name="Ugo") for number in range(5_000)
    )
    assert [questions(organizer, url) for url in urls] == before


def test_a_click_on_an_entry_costs_the_same_in_a_long_list(
    organizer: Client, evenings: list[Tournament]
) -> None:
    counts = []
    for evening in evenings:
        url = f"/desk/{evening.code}/players/1/"
        organizer.post(f"{url}unranked/", headers={"HX-Request": "true"})
        with CaptureQueriesContext(connection) as queries:
            organizer.post(f"{url}ranked/", headers={"HX-Request": "true"})
        counts.append(len(queries))
    assert counts[0] == counts[1]
