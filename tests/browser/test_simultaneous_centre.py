"""The centre of a simultaneous event: every page looks as it should, and its wall renews itself
under the hands of whoever types.
"""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from simultaneous import centre
from simultaneous.ranking import post
from tests.simultaneous.events import a_hall, in_play, report_of, reported

SignIn = Callable[..., Page]
PAGES = (
    "",
    "terms/",
    "hall/1/",
    "hall/1/1/1/?hand=6",
    "standing/",
    "doubtful/",
    "corrections/",
    "lot/",
    "comments/",
)


def test_every_page_of_the_centre_looks_as_it_should(
    sign_in: SignIn, wrong_looks: Callable[[Page], list[str]]
) -> None:
    event = reported(in_play(), 1, 2, 3, tables=2)
    centre.close_event(event)
    post(event=event)
    page = sign_in("organizer", "arbiter", "dealing")
    wrong = {}
    own = f"/simultaneous/{event.code}/hall/1/{a_hall(event, 1).page_key}/"
    for address in (
        "/desk/simultaneous/",
        "/desk/simultaneous/new/",
        own,
        *(f"/desk/simultaneous/{event.code}/{rest}" for rest in PAGES),
    ):
        page.goto(address)
        if found := wrong_looks(page):
            wrong[address] = found
    assert wrong == {}


def test_a_code_is_typed_while_the_wall_renews_itself(sign_in: SignIn) -> None:
    event = in_play()
    page = sign_in("organizer", "arbiter")
    page.goto(f"/desk/simultaneous/{event.code}/")
    expect(page.get_by_label("Sala n.")).to_be_focused()
    page.keyboard.type("2")
    page.keyboard.press("Tab")
    page.keyboard.type("ABCD EFGH")
    centre.take_joined(a_hall(event, 1))
    expect(page.locator("#wall")).to_contain_text("si è iscritta", timeout=15_000)
    page.keyboard.type(" IJKL\n")
    expect(page.locator("#messages")).to_contain_text("Savona: codice di chiusura ABCD EFGH IJKL.")
    assert a_hall(event, 2).code == "ABCDEFGHIJKL"
    assert report_of(event, 2).code != "ABCDEFGHIJKL"
