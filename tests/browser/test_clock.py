"""The clock in a hall: on the desk, on the screen, and on a phone whose own clock is an hour wrong."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.following import follow, hurry
from tests.evenings import a_round, a_tournament, sheet_of
from tournaments.models import Round

TIME = ".clock:visible .clock-time"


def seconds_on(page: Page) -> int:
    """Time left on the page's clock, in seconds."""
    minutes, seconds = page.locator(TIME).first.text_content().split(":")
    return 60 * int(minutes) + int(seconds)


@pytest.mark.journey
def test_phone_and_screen_agree_through_a_pause_and_a_reload(
    transactional_db: None, phone: Page, watched: Callable[..., Page], sign_in: Callable[..., Page]
) -> None:
    User.objects.create_user("anybody")
    round_ = a_round(a_tournament(round_minutes=60, hand_minutes=5), 2, boards=False)
    began = timezone.now() - datetime.timedelta(minutes=12, seconds=30)
    Round.objects.update(minutes=60, hand_minutes=5, started_at=began)
    code, place = round_.tournament.code, sheet_of(round_).table.place.code
    desk, screen = sign_in("organizer"), watched(viewport={"width": 1920, "height": 1080})
    phone.clock.install(time=datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=1))
    screen.clock.install()
    phone.goto(f"/t/{place}/1/")
    screen.goto(f"/live/{code}/screen/")
    desk.goto(f"/desk/{code}/play/1/")
    for page in (phone, screen, desk):
        expect(page.locator(TIME).first).not_to_be_empty()
    expect(phone.locator(".clock-hand")).to_contain_text("mano 3: ")
    assert abs(seconds_on(phone) - seconds_on(screen)) <= 1
    assert 46 * 60 < seconds_on(screen) <= 47.5 * 60
    follow(desk.get_by_role("button", name="Pausa"))
    expect(desk.locator(".clock.is-paused:visible").first).to_contain_text("in pausa")
    for page, asks in ((phone, 1_700), (screen, 3_000)):
        hurry(
            page,
            asks,
            expect(page.locator(".clock.is-paused:visible").first).to_contain_text,
            "in pausa",
        )
    stood = seconds_on(desk)
    screen.reload()
    phone.reload()
    expect(screen.locator(".clock.is-paused:visible").first).to_be_visible()
    expect(phone.locator(".clock.is-paused:visible").first).to_be_visible()
    assert [seconds_on(phone), seconds_on(screen)] == [stood, stood]
    follow(desk.get_by_role("button", name="Riparti"))
    for page, asks in ((phone, 1_700), (screen, 3_000)):
        hurry(page, asks, expect(page.locator(".clock.is-paused:visible")).to_have_count, 0)
    screen.reload()
    phone.reload()
    for page in (phone, screen):
        expect(page.locator(TIME).first).not_to_be_empty()
    assert abs(seconds_on(phone) - seconds_on(screen)) <= 1
    assert stood - 60 < seconds_on(screen) <= stood


def test_what_is_over_is_said_in_a_word_and_counted_on(
    transactional_db: None,
    page: Page,
    watched: Callable[..., Page],
    accessible: Callable[[Page], list[str]],
    sign_in: Callable[..., Page],
) -> None:
    User.objects.create_user("anybody")
    round_ = a_round(a_tournament(round_minutes=60), 2, boards=False)
    Round.objects.update(minutes=60, started_at=timezone.now() - datetime.timedelta(minutes=62))
    desk = sign_in("organizer")
    desk.goto(f"/desk/{round_.tournament.code}/play/1/")
    card = desk.locator(".table-card", has_text="Player 5")
    expect(card.get_by_text("tempo scaduto")).to_be_visible()
    assert card.locator(".clock-time").text_content().startswith("+2:")
    assert accessible(desk) == []
    follow(desk.get_by_role("button", name="+5"))
    expect(desk.locator(".clock.is-last:visible").first).to_contain_text("ultimi minuti")
    expect(card.locator(".clock")).not_to_be_visible()
    code, place = round_.tournament.code, sheet_of(round_).table.place.code
    for address in (
        f"/desk/{code}/play/1/1/",
        f"/t/{place}/1/",
        f"/live/{code}/",
        f"/live/{code}/screen/",
    ):
        desk.goto(address)
        expect(desk.locator(".clock.is-last:visible").first).to_contain_text("ultimi minuti")
        assert accessible(desk) == []
