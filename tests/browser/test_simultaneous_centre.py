"""The centre of a simultaneous event: every page looks as it should, and its wall renews itself
under the hands of whoever types.
"""

from __future__ import annotations

import itertools
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
    "mail/",
    "mail/1/standing/",
    "hall/1/typed/",
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
        f"{own}sheets/",
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


def test_the_four_tables_of_a_board_stand_apart(page: Page) -> None:
    """The distribution of each wind: on a phone, a tablet and a laptop."""
    event = reported(in_play(), 1, 2, 3, tables=4)
    centre.close_event(event)
    post(event=event)
    page.goto(f"/simultaneous/{event.code}/boards/1/12/")
    tables = page.locator(".worths table")
    assert tables.count() == 4
    for width in (390, 800, 1280, 1366):
        page.set_viewport_size({"width": width, "height": 844})
        boxes = [box for table in tables.all() if (box := table.bounding_box())]
        for one, other in itertools.combinations(boxes, 2):
            beside = max(
                other["x"] - one["x"] - one["width"], one["x"] - other["x"] - other["width"]
            )
            below = max(
                other["y"] - one["y"] - one["height"], one["y"] - other["y"] - other["height"]
            )
            assert max(beside, below) >= 16, width
