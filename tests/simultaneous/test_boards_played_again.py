"""A board of an event of many halls can be played again once the event is closed, and never before."""

from __future__ import annotations

from itertools import product

import pytest
from django.test import Client
from django.urls import reverse

from king.cards import Suit
from scoring.publishing import last_publication
from scoring.robot_means import waiting
from simultaneous import centre
from simultaneous.models import Event
from simultaneous.ranking import publish_event
from tests.accounts import account
from tests.replay.home import play_out
from tests.simultaneous.events import in_play, reported
from tests.simultaneous.halls import an_event, joined, whole_evening

pytestmark = pytest.mark.django_db


def address(event: Event, board: int, name: str = "event_play") -> str:
    return reverse(f"replay:{name}", args=[event.code, 1, board])


def test_an_event_in_play_answers_nobody(english_club: None) -> None:
    event = reported(in_play(), 1, 2)
    boss = Client()
    boss.force_login(account("chief", "organizer", "arbiter", "dealing"))
    for reader in (Client(), boss):
        for board in (1, 2, 12):
            for name in ("event_play", "event_card"):
                where = address(event, board, name)
                assert reader.post(where, {"g": "N", "card": "SQ"}).status_code in (404, 405)
            assert reader.get(address(event, board)).status_code == 404


def test_neither_does_the_evening_of_a_hall_that_has_published_its_own_standing(
    english_club: None,
) -> None:
    participation = whole_evening(joined(an_event()))
    evening = participation.tournament
    assert last_publication(evening) is not None
    boss = Client()
    boss.force_login(account("chief", "organizer", "arbiter", "dealing"))
    for reader in (Client(), boss):
        for number, board in product((1, 2), (1, 5, 12)):
            place = [evening.code, number, board]
            assert reader.get(reverse("replay:play", args=place)).status_code == 404
            pressed = reader.post(reverse("replay:card", args=place), {"g": "N", "card": "SQ"})
            assert pressed.status_code == 404
    assert not waiting().exists()


def test_nor_has_the_judge_of_such_a_hall_a_link_to_typed_cards(english_club: None) -> None:
    """Other halls have not played the board yet."""
    evening = whole_evening(joined(an_event())).tournament
    judge = Client(headers={"Accept-Language": "en"})
    judge.force_login(account("chief", "organizer", "arbiter", "dealing"))
    where = f"/desk/{evening.code}/play/1/1/judge/2/"
    judge.post(f"{where}open/", {"reason": "A card lay open."})
    page = judge.post(where, {"cards": "SA"}).content.decode()
    assert "card-key" in page
    assert "/hand/?" not in page
    assert "Once the partita is closed, a link shows these cards to others." in page


def test_a_closed_one_is_played_and_compared_with_every_hall(english_club: None) -> None:
    event = centre.close_event(reported(in_play(), 1, 2))
    publish_event(event=event)
    reader = Client(headers={"Accept-Language": "en"})
    board_page = reader.get(reverse("simultaneous:public_board", args=[event.code, 1, 3]))
    assert address(event, 3) in board_page.content.decode()
    listed = reader.get(reverse("simultaneous:public_boards", args=[event.code])).content.decode()
    assert [address(event, board) in listed for board in range(1, 13)] == [True] * 12
    page, where = play_out(reader, address(event, 3))
    context = reader.get(where).context
    column = next(
        field.columns[context["game"].seat] for field, _picture in board_page.context["fields"]
    )
    assert context["compared"].tables == column.as_played.total()
    assert context["compared"].hall == column.mean
    assert "A robot in this place" in page


def test_the_reader_names_the_trump_as_each_table_did_for_itself(english_club: None) -> None:
    event = centre.close_event(reported(in_play(), 1, 2))
    publish_event(event=event)
    reader = Client(headers={"Accept-Language": "en"})
    trumps_named = 9
    begun = reader.get(address(event, trumps_named)).context
    published, ways = begun["place"].published, dict(begun["ways"])
    suits = [way.declared.trump for way in published.ways]
    assert sorted(filter(None, suits)) == sorted(Suit)
    # The declarer's longest suit is offered first.
    assert begun["game"].seat is published.declarer
    hand_suits = [card.suit for card in published.deal.hand(published.declarer)]
    assert hand_suits.count(suits[0]) == max(map(hand_suits.count, Suit))
    hearts = next(key for key, words in ways.items() if "hearts" in words)
    page, where = play_out(reader, address(event, trumps_named), query=f"?way={hearts}")
    context = reader.get(where).context
    assert context["game"].way.declared.trump is Suit.HEARTS
    board_page = reader.get(
        reverse("simultaneous:public_board", args=[event.code, 1, trumps_named])
    )
    column = next(
        field.columns[context["game"].seat] for field, _picture in board_page.context["fields"]
    )
    assert context["compared"].hall == column.mean
    words = " ".join(page.split())
    assert "In the halls each table named its own trump." in words
    assert "The halls, 2 tables" in words
    assert "The hall, " not in words
