"""The hall's screens: a fixed address shows what is public of the evening in play."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from king_tournament.accounts.services import create_account
from scoring.publishing.final_hold import change_evening, hold_final, release_final
from scoring.round_steps import start_round
from screens.pages.screen import Role
from tests.accounts import browser_of
from tests.evenings import (
    a_round,
    a_sheet,
    a_tournament,
    closed,
    entered,
    fill,
    played,
    put_in_play,
    sat_out,
    sealed_round,
    sheet_of,
)
from tournaments.board_steps import seal_boards
from tournaments.models import Round, Tournament
from tournaments.round_seating import plan_round
from tournaments.seat_changes import publish_seating

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_club")]
Desk = Callable[..., Client]


@pytest.fixture
def desk() -> Desk:
    def ask(*roles: str, evening: Tournament | None = None) -> Client:
        return browser_of(
            create_account(username="anna", password="x", roles=roles, evening=evening)
        )

    return ask


def screen_text(client: Client, evening: Tournament, role: str) -> str:
    answer = client.get(f"/live/{evening.code}/screen/{role}/")
    assert answer.status_code == 200
    return answer.content.decode()


# --- the evening in play


def evening_at(english: Client, address: str = "/s/") -> str:
    """Code of the evening that the page links to."""
    answer = english.get(address)
    assert answer.status_code == 200
    match = re.search(r"/live/(\w+)/", answer.content.decode())
    assert match is not None
    return match[1]


def test_without_an_evening_the_screen_waits_and_takes_up_the_first_that_is_made(
    english: Client,
) -> None:
    page = english.get("/s/").content.decode()
    assert "The evening will be shown here on its day." in page
    assert english.get("/s/", {"stamp": ""}).status_code == 204
    evening = a_tournament(date=timezone.localdate() - datetime.timedelta(days=1))
    part = english.get("/s/", {"stamp": ""}).content.decode()
    assert evening.name in part
    assert "<html" not in part


def test_a_screen_goes_from_one_evening_to_the_next_and_stays_with_the_one_in_play(
    english: Client,
) -> None:
    today = timezone.localdate()
    days = [today - datetime.timedelta(days=days) for days in (8, 1)]
    earlier, last = (a_tournament(name=f"Serata {day}", date=day) for day in days)
    a_tournament(name="Next week", date=today + datetime.timedelta(days=7))
    assert evening_at(english) == last.code
    stamp = re.search(r'data-stamp="(\w+)"', english.get("/s/").content.decode())
    assert stamp is not None
    a_round(earlier, 2)
    assert evening_at(english) == last.code, "a partita that nobody ever closed"
    Tournament.objects.filter(pk=earlier.pk).update(date=days[1])
    assert evening_at(english, f"/s/?stamp={stamp[1]}") == earlier.code
    assert "Player 7" in english.get("/s/seating/").content.decode()
    Round.objects.update(stage=Round.Stage.PROVISIONAL)
    assert evening_at(english) == last.code


def test_until_six_a_night_belongs_to_the_day_before(english: Client, monkeypatch: Any) -> None:
    night = datetime.datetime(2026, 11, 21, 0, 30, tzinfo=datetime.UTC)
    tonight, tomorrow = (a_tournament(date=f"2026-11-{day}") for day in (20, 21))
    monkeypatch.setattr(timezone, "now", lambda: night)
    assert evening_at(english) == tonight.code
    monkeypatch.setattr(timezone, "now", lambda: night + datetime.timedelta(hours=9))
    assert evening_at(english) == tomorrow.code


def test_the_desk_names_an_address_for_each_role_and_each_opens(
    english: Client, desk: Desk
) -> None:
    evening = a_tournament(date=timezone.localdate() - datetime.timedelta(days=1))
    page = desk("arbiter").get(f"/desk/{evening.code}/screens/").content.decode()
    addresses = re.findall(r'href="https?://[^/"]+(/s/[^"]*)"', page)
    assert len(addresses) == len(Role)
    for address in addresses:
        assert evening_at(english, address) == evening.code
    assert english.get("/s/dancing/").status_code == 404


# --- the screens


NOTHING = {
    "seating": "The seating of the next partita will be shown here.",
    "progress": "How far each table has got will be shown here during play.",
    "winds": "The results will be shown here when standings are published.",
    "overall": "The results will be shown here when standings are published.",
    "season": "This evening belongs to no circuit: its settings can name one.",
    "clock": "This evening has no clock: its settings can give it one.",
}


def test_a_role_says_what_will_be_there_until_it_has_something(english: Client) -> None:
    evening = a_tournament()
    for role, sentence in NOTHING.items():
        assert sentence in screen_text(english, evening, role), role
    assert "<svg" in screen_text(english, evening, "phones")
    assert english.get(f"/live/{evening.code}/screen/dancing/").status_code == 404


def test_a_clock_that_the_evening_will_have_is_announced(english: Client, desk: Desk) -> None:
    evening = a_tournament()
    client, page = desk("organizer"), f"/desk/{evening.code}/screens/"
    assert NOTHING["clock"] in client.get(page).content.decode()
    Tournament.objects.filter(pk=evening.pk).update(round_minutes=45)
    assert NOTHING["clock"] not in client.get(page).content.decode()
    assert "The clock of the partita will be shown here when it starts." in screen_text(
        english, evening, "clock"
    )


def test_seats_and_tables_are_shown_from_their_hour_on(english: Client) -> None:
    evening = a_tournament()
    round_ = a_round(evening, 2, started=False)
    assert "Player 7" in screen_text(english, evening, "seating")
    assert NOTHING["progress"] in screen_text(english, evening, "progress")
    put_in_play(round_)
    assert "Player 7" in screen_text(english, evening, "seating")
    assert "waiting" in screen_text(english, evening, "progress")
    fill(sheet_of(round_, 2), {3: {"units": {"N": 8}}})
    assert "1 / 12" in screen_text(english, evening, "progress")


def turns(page: str) -> dict[str, str]:
    """Turns of a screen by their titles."""
    sections = page.split('<section class="turn')[1:]
    return {
        " ".join(re.sub("<[^>]+>", " ", turn.split("</h1>")[0]).split()): turn for turn in sections
    }


def test_in_play_the_screen_says_who_rests_and_explains_brackets_only_beside_them(
    english: Client,
) -> None:
    evening = entered(9, drawn=True, planned_rounds=2)
    sat_out(evening)
    round_ = plan_round(tournament=evening, author=None, sit_out_by_lot=True)
    publish_seating(round=round_, author=None)
    seal_boards(round=round_, author=None)
    start_round(round=Round.objects.get(pk=round_.pk), author=None)
    (rests,) = evening.entries.filter(number__in=round_.seating_note["sitting_out"])
    page = screen_text(english, evening, "follow")
    note = "In round brackets"
    by_title = turns(page)
    (playing,) = (turn for title, turn in by_title.items() if "in play" in title)
    assert rests.title in playing.partition("Sitting out:")[2]
    assert note not in playing
    assert note not in page.partition("<footer")[2]
    (overall,) = (turn for title, turn in by_title.items() if "Overall" in title)
    assert note in overall
    assert re.search(r"\(\d", overall)


@pytest.mark.parametrize("role", ["winds", "overall", "follow"])
def test_a_standing_that_is_held_back_is_on_no_screen(english: Client, role: str) -> None:
    evening = played().tournament
    hold_final(tournament=evening, author=None)
    last = sealed_round(evening, 2)
    closed(last)
    address = f"/live/{evening.code}/screen/" + ("" if role == "follow" else f"{role}/")
    page = english.get(address).content.decode()
    assert "The final standings will be read out at the prize-giving." in page
    assert "Partita 1" in page or "after partita 1" in page
    assert "Partita 2" not in page.partition('class="welcome"')[2]
    release_final(tournament=evening, author=None)
    page = english.get(address).content.decode()
    assert "Partita 2" in page or "Overall after 2 partite" in page


def test_a_screen_with_a_role_asks_at_the_price_of_a_stamp(
    english: Client, finished: Tournament, django_assert_num_queries: Any
) -> None:
    # Until six in the morning the hall shows the evening of the day before.
    Tournament.objects.update(date=timezone.localdate() - datetime.timedelta(days=1))
    address = f"/live/{finished.code}/screen/overall/"
    stamp = english.get(address).context["stamp"]
    with django_assert_num_queries(1):
        assert english.get(address, {"stamp": stamp}).status_code == 204
    part = english.get(address, {"stamp": ""})
    with django_assert_num_queries(1):
        assert english.get(address, {"stamp": "older"}).content == part.content
    assert b"<html" not in part.content
    with django_assert_num_queries(3):
        assert english.get("/s/overall/", {"stamp": stamp}).status_code == 204


# --- the evening's own time


def test_an_evening_says_its_times_in_its_own_zone_and_the_next_request_in_the_sites(
    english: Client,
) -> None:
    evening = played().tournament
    published = evening.publications.get()
    here, there = (
        published.created_at.astimezone(zone).strftime("%H:%M")
        for zone in (
            timezone.get_default_timezone(),
            datetime.timezone(datetime.timedelta(hours=9)),
        )
    )
    address = f"/live/{evening.code}/standings/"
    assert here in english.get(address).content.decode()
    change_evening(tournament=evening, author=None, time_zone="Asia/Tokyo")
    page = english.get(address).content.decode()
    assert there in page
    assert here not in page
    assert 'data-zone="Asia/Tokyo"' in screen_text(english, evening, "seating")
    assert timezone.get_current_timezone_name() == "Europe/Rome"


def test_a_phone_reads_the_clock_in_the_evenings_zone_too(english: Client) -> None:
    sheet = a_sheet()
    round_, place = sheet.table.round, sheet.table.place
    Round.objects.update(minutes=60, started_at=timezone.now())
    change_evening(tournament=round_.tournament, author=None, time_zone="Asia/Tokyo")
    round_.refresh_from_db()
    assert round_.started_at is not None
    ends = (round_.started_at + datetime.timedelta(hours=1)).astimezone(
        datetime.timezone(datetime.timedelta(hours=9))
    )
    state = english.get(f"/t/{place.code}/{round_.number}/state").json()
    assert state["clock"]["until"] == f"{ends:%H:%M}"
    assert (
        f'"until": "{ends:%H:%M}"'
        in english.get(f"/t/{place.code}/{round_.number}/").content.decode()
    )
    assert timezone.get_current_timezone_name() == "Europe/Rome"


@pytest.mark.parametrize("name", ["Rome", "Europe", "../etc/passwd", "Mars/Olympus"])
def test_a_time_zone_that_is_none_is_refused_in_words(desk: Desk, name: str) -> None:
    evening = a_tournament()
    client, page = desk("organizer"), f"/desk/{evening.code}/settings/"
    typed = {
        key: value
        for key, value in client.get(page).context["form"].initial.items()
        if value not in (None, False)
    }
    answer = client.post(page, typed | {"time_zone": name})
    assert answer.status_code == 422
    assert f"There is no time zone “{name}”" in answer.context["form"].errors["time_zone"][0]
    assert client.post(page, typed | {"time_zone": "Atlantic/Azores"}).status_code == 302
    assert Tournament.objects.get().zone == "Atlantic/Azores"
