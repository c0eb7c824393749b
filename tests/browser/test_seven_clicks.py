"""The plain evening, counted: what is pressed and how many pages are seen until the paper of a
partita is there.
"""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from printing.models import PrintJob
from printing.services import stored_file
from tests.browser.following import Counted, press_of
from tests.evenings import closed, put_in_play
from tests.printing.pages import texts_of
from tournaments.models import Round, Tournament

PASSWORD = "quattro-venti-12"
ROSTER = Path(__file__).parent.parent / "data" / "roster.xlsx"
WHO_CAME = [
    "dami",
    "olce",
    "sahi",
    "tass",
    "nune",
    "mull",
    "ross",
    "dean",
    "lopr",
    "dell",
    "merl",
    "vass",
    "kowa",
    "cavi",
    "zuni",
    "repe",
]
"""Four letters of each of the sixteen who came."""
PRINT_AND_POST = "#whole-paper form[target=_blank] .btn-next"


def came(page: Page, letters: str, count: int) -> None:
    page.fill("#player-search", letters)
    expect(page.locator("#found [name=player]").first).to_be_visible()
    page.press("#player-search", "Enter")
    expect(page.locator("#entry-rows .entry")).to_have_count(count)


def from_nothing_to_the_paper(page: Page, counted: Counted) -> None:
    """A first account, an evening, who came, a partita, and its paper in a tab of its own."""
    page.goto("/")
    page.fill("[name=username]", "anna")
    page.fill("[name=password1]", PASSWORD)
    page.fill("[name=password2]", PASSWORD)
    counted.press(page.locator("main form .btn-primary"))
    counted.press(page.locator("main a.btn-primary").first)
    shown = page.locator("main form .field:visible")
    expect(shown).to_have_count(4)
    counted.press(page.locator("main form .btn-next"))
    page.wait_for_url(re.compile(r"/desk/\w{6}/players/$"))
    counted.clicks += 1  # The file's own window.
    with page.expect_navigation():
        page.set_input_files("#roster-file", ROSTER)
    counted.press(page.locator("main .btn-next"))
    for count, letters in enumerate(WHO_CAME, 1):
        came(page, letters, count)
    counted.press(page.locator("#entries .btn-next"))
    expect(page.locator(".wall .table-card")).to_have_count(4)
    printing = page.locator(PRINT_AND_POST)
    expect(printing).to_be_visible()
    counted.press_for_a_tab(printing)
    expect(page.locator(press_of("start"))).to_be_visible()


def test_seven_clicks_and_eight_pages_lead_from_nothing_to_the_paper_of_a_partita(
    transactional_db: None, page: Page, counted: Counted
) -> None:
    printing = page.locator(PRINT_AND_POST)
    from_nothing_to_the_paper(page, counted)
    assert counted.clicks == 7
    assert len(counted.seen) <= 8

    round_ = Round.objects.get()
    with stored_file(PrintJob.objects.get()) as file:
        paper = texts_of(file.read())
    # Two pages of seats, four table cards, four score sheets, 12 boards for four tables at eight
    # slips a page.
    assert len(paper) == 2 + 4 + 4 + 24
    assert round_.seating_published_at is not None

    closed(put_in_play(round_))
    page.goto(f"/desk/{Tournament.objects.get().code}/standings/")
    counted.clicks = 0
    counted.press(page.locator(".btn-next", has_text="2"))
    expect(printing).to_be_visible()
    counted.press_for_a_tab(printing)
    assert counted.clicks == 2
    expect(page.locator(press_of("start"))).to_be_visible()

    second = Round.objects.get(number=2)
    closed(put_in_play(second))
    page.goto(f"/desk/{second.tournament.code}/standings/")
    counted.clicks = 0
    counted.press(page.locator("#next-step-title ~ .btn-next"))
    for document in ("prize_list", "diplomas"):
        counted.press_for_a_tab(page.locator(f"[value={document}]"))
    assert counted.clicks == 3
    assert set(PrintJob.objects.values_list("document", flat=True)) == {
        "partita",
        "prize_list",
        "diplomas",
    }
