"""Many files dropped at once are sent in batches if the page takes many, else one at a time."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from simultaneous.models import Report
from tests.evenings import a_tournament
from tests.simultaneous.events import as_file, in_play, report_of

SignIn = Callable[..., Page]


def test_a_hundred_and_fifty_reports_are_sent_in_parts_and_said_to_be_here(sign_in: SignIn) -> None:
    event = in_play(*(f"Hall {number}" for number in range(1, 121)))
    page = sign_in("organizer", "arbiter")
    page.goto(f"/desk/simultaneous/{event.code}/")
    reports = [
        {
            "name": f"{number}.king",
            "mimeType": "application/json",
            "buffer": as_file(report_of(event, number)),
        }
        for number in range(1, 121)
    ]
    photos = [
        {"name": f"{number}.jpg", "mimeType": "image/jpeg", "buffer": b"\xff"}
        for number in range(30)
    ]
    page.locator("#reports").set_input_files([*reports, *photos])
    expect(page.locator("[data-sending]")).to_contain_text("di 150 file")
    messages = page.locator("#messages")
    expect(messages).to_contain_text("50 verbali sono arrivati.")
    expect(messages).to_contain_text("20 verbali sono arrivati.")
    expect(messages).to_contain_text("29.jpg")
    assert Report.objects.count() == 120


DROP = """names => {
  const files = new DataTransfer();
  for (const name of names) files.items.add(new File(["Rossi Anna"], name));
  const box = document.querySelector("[data-drop]");
  box.dispatchEvent(new DragEvent("drop", {dataTransfer: files, bubbles: true, cancelable: true}));
}"""


def test_of_several_lists_dropped_on_the_players_none_is_read_and_it_is_said(
    sign_in: SignIn,
) -> None:
    evening = a_tournament()
    page = sign_in("organizer")
    page.goto(f"/desk/{evening.code}/players/")
    page.evaluate(DROP, ["soci.csv", "ospiti.csv"])
    expect(page.locator("[data-one-file]")).to_be_visible()
    page.evaluate(DROP, ["soci.csv"])
    expect(page.locator("[data-one-file]")).to_have_count(0)
