"""Grades at the desk: the list and a player's page have them, standings do not."""

from __future__ import annotations

import datetime
import random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from people.grades import graded_players, grades
from people.members import agree_to_page
from tests.evenings import kept, published_evening
from tests.markup import text_of
from tests.printing.pages import read_pages
from tournaments.models import Player, Tournament

pytestmark = pytest.mark.django_db
LIST = "/desk/roster/grades/"


@kept
def two_years() -> Tournament:
    """Thirteen evenings of two partite. In the last one a new player takes the first player's place."""
    here = [
        Player.objects.create(surname=surname)
        for surname in ("Ala", "Bo", "Ca", "Do", "Erba", "Fo", "Gè", "Ho")
    ]
    new = Player.objects.create(surname="Nuovo")
    for number in range(13):
        players = [new, *here[1:]] if number == 12 else here
        chance = random.Random(f"evening {number}")
        totals = [
            [place * 4 + chance.randint(-30, 30) for place in range(8)] for _partita in range(2)
        ]
        date = datetime.date(2026, 1, 15) + datetime.timedelta(weeks=number)
        last = published_evening(players, totals, date=date, name=f"Serata {number}")
    return last


def row_of(page: str, player: Player) -> str:
    """First five words after a player's name on the list."""
    return " ".join(text_of(page).partition(player.full_name)[2].split()[:5])


def test_the_list_has_the_strongest_first_and_says_what_a_newcomer_lacks(organizer: Client) -> None:
    two_years()
    assert f'href="{LIST}"' in organizer.get("/desk/roster/").content.decode()
    page = organizer.get(LIST).content.decode()
    rows = graded_players()
    places = [page.index(f">{player.full_name}</a>") for player, _grade in rows]
    assert places == sorted(places)
    assert [grade.mu for _player, grade in rows[:8]] == sorted(
        (g.mu for _p, g in rows[:8]), reverse=True
    )
    (best, strength), (new, _) = rows[0], rows[-1]
    assert row_of(page, best).startswith(
        f"{strength.mu:.0f} ± {strength.sigma:.0f} {strength.partite}"
    )
    assert new.full_name == "Nuovo"
    assert row_of(page, new).startswith("22 partite missing 2 ")
    assert "It is in no standing" in page
    assert "Grades have changed: since 29 Nov 2026 equal totals" in " ".join(text_of(page).split())
    assert 'href="/rules/grades/"' in page


def test_the_list_asks_as_much_for_nine_people_as_for_none(organizer: Client) -> None:
    organizer.get(LIST)
    with CaptureQueriesContext(connection) as none:
        organizer.get(LIST)
    two_years()
    organizer.get(LIST)
    with CaptureQueriesContext(connection) as nine:
        organizer.get(LIST)
    assert len(nine) <= len(none) + 1  # one query for the names


def test_page_and_paper_of_a_player_have_the_grade_and_the_draw(
    organizer: Client, client: Client, settings: Any
) -> None:
    settings.PLAYER_PAGES = True
    last = two_years()
    player = Player.objects.get(surname="Ala")
    agree_to_page(player=player, agreed=True, author=User.objects.get())
    address = f"/players/{Player.objects.get(pk=player.pk).page_code}/"
    known = grades()[player.pk]
    for page in (
        organizer.get(f"/desk/roster/{player.pk}/evenings/"),
        client.get(address, HTTP_ACCEPT_LANGUAGE="en"),
    ):
        words = " ".join(text_of(page.content.decode()).split())
        assert f"Grade {known.mu:.0f} ± {known.sigma:.0f}" in words
        assert words.count("Luck of the draw") == 12
    [paper, *_more] = read_pages(
        client.get(f"{address}evenings.pdf", HTTP_ACCEPT_LANGUAGE="en").content
    )
    assert f"Grade {known.mu:.0f} ± {known.sigma:.0f}" in " ".join(paper.text.split())
    # In the last evening a new player sat at Bo's table.
    other = Player.objects.get(surname="Bo")
    page = organizer.get(f"/desk/roster/{other.pk}/evenings/").content.decode()
    assert " ".join(text_of(page).split()).count("Luck of the draw") == 12
    assert len(last.entries.all()) == 8
    new = Player.objects.get(surname="Nuovo")
    words = " ".join(
        text_of(organizer.get(f"/desk/roster/{new.pk}/evenings/").content.decode()).split()
    )
    assert "Partite until a grade is shown 22" in words
    assert "±" not in words


def test_no_standing_knows_of_a_grade(client: Client) -> None:
    last = two_years()
    for address in (
        f"/live/{last.code}/standings/",
        f"/live/{last.code}/players/2/",
        f"/api/tournaments/{last.code}/standings/last/",
    ):
        answer = client.get(address, HTTP_ACCEPT_LANGUAGE="en")
        assert answer.status_code == 200
        assert "±" not in answer.content.decode()
