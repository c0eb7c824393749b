"""The prize-giving place by place: the desk begins, a phone presses, and a stranger watches every public address."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from scoring.reveals import reveal_of
from tests.evenings import held_evening
from tests.live.addresses import every_address, masked, places_on, places_shown
from tournaments.models import Tournament

WITHIN = 4_000
"""Milliseconds from a press to the hall: what was promised, and a busy machine."""

ASKED = """async addresses => {
  const found = [];
  for (const each of addresses) {
    const answer = await fetch(each, { cache: "no-store" });
    found.push(answer.status + " " + new URL(answer.url).pathname + " " + await answer.text());
  }
  return found;
}"""


@pytest.fixture
def evening(transactional_db: None) -> Tournament:
    return held_evening()


def asked(stranger: Page, evening: Tournament) -> dict[str, bytes]:
    """What every public page says; the files take longest to make, and a test without a browser asks for them."""
    found = (
        each for each in every_address(evening) if not each.startswith(("/admin", "/desk", "/accounts", "/metrics"))
    )
    addresses = [each for each in found if not each.endswith((".pdf", ".xlsx"))]
    answers = stranger.evaluate(ASKED, addresses)
    return {address: masked(answer.encode()) for address, answer in zip(addresses, answers, strict=True)}


def test_a_stranger_who_watches_every_address_sees_each_place_when_it_is_shown(
    evening: Tournament, sign_in: Callable[..., Page], watched: Callable[..., Page], wrong_looks: Callable[[Page], list]
) -> None:
    desk, stranger = sign_in("organizer", "arbiter"), watched(locale="en-GB")
    live = f"/live/{evening.code}/"
    hall = [stranger.context.new_page(), stranger.context.new_page()]

    stranger.goto("/live/")
    desk.goto(f"/desk/{evening.code}/reveal/")
    desk.fill("#reveal-winds", "0")
    desk.fill("#reveal-overall", "2")
    desk.locator("[value=rehearse]").click()
    expect(desk.locator("#control")).to_contain_text("la sala non ne vede niente")
    desk.locator("[value=begin]").click()
    expect(desk.locator("[value=next]")).to_be_visible()
    desk.locator("[value=remote]").click()
    phone = watched(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    phone.goto(urlsplit(desk.locator(".remote-address").get_attribute("href")).path)
    for page, address in zip(hall, (live, f"{live}screen/"), strict=True):
        page.goto(address)
    before, names = (
        asked(stranger, evening),
        [line["entry"] for line in reveal_of(evening).publication.standings["overall"]],
    )
    for button in ("next", "back", "next", "next"):
        shown = reveal_of(evening).shown + (1 if button == "next" else -1)
        phone.locator(f"#control [value={button}]").click()
        for page in hall:
            expect(page.locator(".reveal-line")).to_have_count(shown, timeout=WITHIN)
        hold, now = reveal_of(evening), asked(stranger, evening)
        said = {name for _standing, _place, name in places_shown(hold)}
        assert hold.shown == len(said) == shown
        for address in before:
            if address.partition("?")[0] in (live, f"{live}screen/"):
                page_now = now[address].decode()
                assert places_on(page_now) == places_shown(hold)
                assert {name for name in names if f">{name}<" in page_now} == said
            else:
                assert now[address] == before[address], address
    expect(hall[1].locator("#said")).to_contain_text(places_shown(hold)[0][2])
    expect(desk.locator("#control")).to_contain_text("Tutti i posti sono mostrati.")
    assert {page.url: wrong_looks(page) for page in (desk, phone, hall[0])} == {
        page.url: [] for page in (desk, phone, hall[0])
    }
    desk.locator("[value=release]").click()
    expect(hall[1].locator(".screen-corner").first).to_contain_text("Standing no. 2", timeout=WITHIN)
    expect(phone.locator("h1")).to_contain_text("non c'è nessuna pagina", timeout=WITHIN)
