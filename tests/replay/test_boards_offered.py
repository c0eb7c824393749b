"""The list of boards offers each board before its cards are shown. Links survive rulings and name
nobody.
"""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.decisions import rule
from scoring.publishing import publish
from tests.evenings import demo, held_evening, sheet_of
from tests.replay.home import address, play_out
from tournaments.models import Player, Tournament

pytestmark = pytest.mark.django_db

QUEENS = 2
OFFERED = re.compile(r'class="play-this"[^>]*href="([^"]+)"')
CARD = re.compile(r"[♠♥♦♣]")


def offered(reader: Client, evening: Tournament) -> list[str]:
    page = reader.get(f"/live/{evening.code}/boards/").content.decode()
    return OFFERED.findall(page)


def test_the_list_offers_every_board_and_shows_no_card(
    english: Client, finished: Tournament
) -> None:
    links = offered(english, finished)
    assert links == [address(finished, board) for board in range(1, 13)]
    page = english.get(f"/live/{finished.code}/boards/").content.decode()
    assert not CARD.search(page)
    assert english.get(links[0]).status_code == 200


def test_it_offers_none_of_a_partita_whose_standing_is_held_back(
    english: Client, english_club: None
) -> None:
    evening = held_evening()
    page = english.get(f"/live/{evening.code}/boards/").content.decode()
    second = [evening.code, 2, QUEENS]
    assert reverse("live:board", args=second) in page
    links = offered(english, evening)
    assert links == [address(evening, board) for board in range(1, 13)]
    assert english.get(reverse("replay:play", args=second)).status_code == 404


def test_a_quick_hand_and_a_dummy_are_not_offered(english: Client, english_club: None) -> None:
    evening = demo(stage="finished", seed=3, ruleset="pt_fu", tables=2, rounds=1, language="en")
    assert offered(english, evening) == []


def test_an_old_link_stays_after_a_ruling_and_is_compared_with_what_is_published_now(
    english: Client, finished: Tournament
) -> None:
    _page, where = play_out(english, address(finished, QUEENS), query="?seat=N")
    before = english.get(where).context["compared"]
    rule(
        sheet=sheet_of(finished.rounds.get(number=1), 1),
        kind="adjustment",
        offender="N",
        hand=QUEENS,
        effect={"points": "-5"},
        reason="Late.",
        arbiter=None,
    )
    publish(tournament=finished, author=None)
    answer = english.get(where)
    assert answer.status_code == 200
    # A penalty does not change the hand as it was played.
    assert answer.context["compared"].own == before.own
    assert answer.context["compared"].hall == before.hall


def test_a_game_names_nobody_who_may_be_forgotten(english: Client, finished: Tournament) -> None:
    """Neither the board's page nor a game names the players at the tables."""
    _page, where = play_out(english, address(finished, QUEENS))
    people = {player.surname for player in Player.objects.filter(seats__round__number=1)}
    assert len(people) == 12
    for page in (f"/live/{finished.code}/1/boards/{QUEENS}/", where, address(finished, QUEENS)):
        text = english.get(page).content.decode()
        assert [name for name in people if name in text] == []
