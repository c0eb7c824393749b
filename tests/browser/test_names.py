"""Long names on narrow pages stay distinguishable."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.names import broken_words, cut_short
from tests.browser.pages import open_sheet
from tests.evenings import a_tournament, closed, demo, in_play, sealed_round, sheet_of
from tournaments.models import Player

PHONE = {"width": 360, "height": 740}
LAPTOP = {"width": 1280, "height": 800}
LETTERS_AND_ROOM = """() => [...document.querySelectorAll(".phone-surname")].filter(surname => {
  const range = document.createRange();
  range.selectNodeContents(surname);
  return range.getBoundingClientRect().width > surname.getBoundingClientRect().width + 0.5;
}).map(surname => surname.textContent)"""
"""Returns surnames that are wider than their visible part."""


def give_long_names() -> None:
    """Give everybody the same given names, so that only the end of the surname differs."""
    for number, player in enumerate(Player.objects.order_by("pk")):
        player.given_name, player.surname = (
            "Massimiliano Alessandro",
            f"Quattordiciottocento Grassi {number}",
        )
        player.save()


@pytest.mark.django_db(transaction=True)
def test_long_names_were_cut_where_seats_are_exchanged_and_on_the_wall(
    sign_in: Callable[..., Page],
) -> None:
    desk = sign_in("organizer", "arbiter")
    round_ = in_play(2)
    give_long_names()
    for path in ("play/1/?seats", "play/1/"):
        desk.goto(f"/desk/{round_.tournament.code}/{path}")
        expect(desk.locator(".wall .seats .name")).to_have_count(8)
        for window in (PHONE, LAPTOP):
            desk.set_viewport_size(window)
            assert cut_short(desk, ".wall .seats .name") == []


@pytest.mark.django_db(transaction=True)
def test_on_top_of_the_phone_a_surname_of_twelve_letters_was_cut(phone: Page) -> None:
    sheet = sheet_of(in_play(2))
    for player, surname in zip(
        Player.objects.order_by("pk"),
        ("Acquarone", "Castellaccio", "Abbondanza", "Meneghin", "Commendatore", "Schiaffino") * 2,
        strict=False,
    ):
        player.given_name, player.surname = "Massimiliano", surname
        player.save()
    phone.set_viewport_size({"width": 360, "height": 640})
    open_sheet(phone, sheet)
    expect(phone.locator(".phone-surname")).to_have_count(4)
    assert phone.evaluate(LETTERS_AND_ROOM) == []


@pytest.mark.django_db(transaction=True)
def test_on_a_phone_the_entries_broke_names_within_a_word(sign_in: Callable[..., Page]) -> None:
    desk = sign_in("organizer")
    evening = demo(stage="seated", seed=4, tables=4)
    desk.set_viewport_size(PHONE)
    desk.goto(f"/desk/{evening.code}/players/")
    expect(desk.locator(".entry-who")).to_have_count(16)
    assert broken_words(desk, ".entry-who") == []


@pytest.mark.django_db(transaction=True)
def test_on_a_phone_a_long_name_pushed_the_match_points_out_of_the_standing(phone: Page) -> None:
    round_ = sealed_round(a_tournament(planned_rounds=2), 2)
    give_long_names()
    closed(round_)
    phone.goto(f"/live/{round_.tournament.code}/standings/")
    expect(phone.locator(".overall tbody tr")).to_have_count(8)
    assert cut_short(phone, ".table-scroll:has(.overall), .wind-list") == []
