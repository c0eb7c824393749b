"""The clock on cached pages: pages contain moments instead of minutes left, so they stay true while
they are cached.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from django.test import Client

from scoring.round_steps import close_round
from scoring.standings_cache import numbers_of
from screens.clock import change_clock
from tests.evenings import a_round, a_tournament, fill_and_close, put_in_play, sealed_round
from tournaments.models import Round
from tournaments.services import change_settings

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_club")]
NINE = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)  # 21:00 in Rome


@pytest.fixture
def playing() -> Round:
    round_ = a_round(a_tournament(round_minutes=60, hand_minutes=5), 2, boards=False)
    Round.objects.update(minutes=60, hand_minutes=5, started_at=NINE)
    return Round.objects.select_related("tournament").get(pk=round_.pk)


def clocks_on(client: Client, address: str) -> list[dict]:
    page = client.get(address)
    assert page.status_code == 200
    return [
        json.loads(unescape(facts))
        for facts in re.findall(r'data-clock="([^"]+)"', page.content.decode())
    ]


@pytest.mark.parametrize("page", ["", "screen/"])
def test_the_evening_and_the_screen_say_the_same_moments(
    english: Client, playing: Round, page: str
) -> None:
    address = f"/live/{playing.tournament.code}/{page}"
    [hall] = clocks_on(english, address)
    ten = int((NINE + timedelta(hours=1)).timestamp() * 1000)
    assert hall == {
        "zero": ten,
        "at": None,
        "stands": "",
        "until": "22:00",
        "own": False,
        "seconds": 3600,
        "hand": 300,
        "hands": 12,
    }
    assert "until 22:00" in english.get(address).content.decode()
    change_clock(round=playing, kind="extra", minutes=5, author=None)
    change_clock(round=playing, kind="begin", table=playing.tables.get(number=2), author=None)
    hall, own = clocks_on(english, address)
    assert (hall["zero"] - ten, own["own"]) == (5 * 60_000, True)


def test_a_kept_page_is_made_anew_by_a_change_and_by_no_passing_of_time(
    english: Client, playing: Round, django_assert_num_queries
) -> None:
    address = f"/live/{playing.tournament.code}/screen/"
    first = english.get(address)
    with django_assert_num_queries(1):
        assert english.get(address).content == first.content
    numbers = numbers_of(playing.tournament.code)
    change_clock(round=playing, kind="pause", author=None)
    after = numbers_of(playing.tournament.code)
    assert numbers.everything != after.everything
    assert numbers.published == after.published, "no published standing shows a clock"
    assert english.get(address, {"stamp": numbers.everything}).status_code == 200
    [paused] = clocks_on(english, address)
    assert paused["stands"] == "paused"


def test_a_time_that_is_taken_away_is_seen_nowhere(english: Client, playing: Round) -> None:
    address = f"/live/{playing.tournament.code}/"
    assert clocks_on(english, address)
    change_settings(
        tournament=playing.tournament, author=None, round_minutes=None, hand_minutes=None
    )
    assert clocks_on(english, address) == []


def test_a_partita_that_is_not_in_play_has_no_clock_in_public(english: Client) -> None:
    round_ = sealed_round(a_tournament(round_minutes=60), 1, started=False)
    address = f"/live/{round_.tournament.code}/"
    assert clocks_on(english, address) == []
    put_in_play(round_)
    Round.objects.update(minutes=60)
    fill_and_close(round_)
    assert clocks_on(english, address)
    close_round(round=round_, author=None)
    assert clocks_on(english, address) == []
