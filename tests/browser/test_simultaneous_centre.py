"""The centre of a simultaneous event: every page looks right, and its wall renews itself without
disturbing a typist.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

from playwright.sync_api import Page, expect

from simultaneous import centre
from simultaneous.ranking import publish_event
from tests.simultaneous.events import a_hall, in_play, night_of, report_of, reported, send

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
    publish_event(event=event)
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


def test_on_a_phone_no_word_of_who_sat_at_a_table_is_broken(sign_in: SignIn) -> None:
    event = in_play()
    night = night_of(event, 1)
    seats = {"N": "Castagnoli Antonella", "E": "Ferrari Giovanni", "S": "Neri Ugo", "W": "Bo Ida"}
    night["rounds"][0]["sheets"][0]["seats"] = seats
    send(event, 1, night)
    page = sign_in("organizer", "arbiter")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/desk/simultaneous/{event.code}/hall/1/")
    sat = page.get_by_text("Castagnoli Antonella")
    expect(sat).to_be_visible()
    lines = sat.evaluate(LINES_OF_EACH_WORD)
    assert lines == [1, 1]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


LINES_OF_EACH_WORD = """element => {
  const text = [...element.childNodes].find(node => node.textContent.includes("Castagnoli"));
  return [..."Castagnoli Antonella".split(" ")].map(word => {
    const range = document.createRange(), at = text.textContent.indexOf(word);
    range.setStart(text, at);
    range.setEnd(text, at + word.length);
    return range.getClientRects().length;
  });
}"""


def test_the_four_tables_of_a_board_stand_apart(page: Page) -> None:
    """The tables with the results of each wind do not touch on a phone, a tablet or a laptop."""
    event = reported(in_play(), 1, 2, 3, tables=4)
    centre.close_event(event)
    publish_event(event=event)
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
