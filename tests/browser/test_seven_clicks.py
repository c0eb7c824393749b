"""The plain evening, counted: clicks and opened pages until the paper of a partita is ready."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from printing.models import PrintJob
from printing.services import stored_file
from tests.browser.following import Counted, press_of
from tests.evenings import closed, put_in_play
from tests.printing.pages import texts_of
from tournaments.models import Round, Tournament

PASSWORD = "quattro-venti-12"
ROSTER = Path(__file__).parent.parent / "data" / "roster.xlsx"
WHO_CAME = (
    "dami olce sahi tass nune mull ross dean lopr dell merl vass kowa cavi zuni repe otto bian firp "
    "quei moli riss trav"
).split()
"""Four letters of each of the twenty-three names."""
PRINT_AND_POST = "#whole-paper form[target=_blank] .btn-next"


def came(page: Page, letters: str, count: int) -> None:
    page.fill("#player-search", letters)
    expect(page.locator("#found [name=player]").first).to_be_visible()
    page.press("#player-search", "Enter")
    expect(page.locator("#entry-rows .entry")).to_have_count(count)


def printed(page: Page) -> Locator:
    """Wait until the button of the complete paper appears; return it."""
    expect(page.locator(".wall .table-card")).to_have_count(6)
    button = page.locator(PRINT_AND_POST)
    expect(button).to_be_visible()
    return button


def from_nothing_to_the_paper(page: Page, counted: Counted) -> None:
    """Make the first account and an evening, enter the players, plan a partita whose last table the
    house completes, and open its paper in a new tab.
    """
    page.goto("/")
    page.fill("[name=username]", "anna")
    page.fill("[name=password1]", PASSWORD)
    page.fill("[name=password2]", PASSWORD)
    counted.press(page.locator("main form .btn-primary"))
    expect(page.locator("main form .field:visible")).to_have_count(5)
    counted.press(page.locator("main form .btn-next"))
    page.wait_for_url(re.compile(r"/desk/\w{6}/players/$"))
    counted.clicks += 1  # The click in the dialog that chooses the file.
    with page.expect_navigation():
        page.set_input_files("#roster-file", ROSTER)
    counted.press(page.locator("main .btn-next"))
    for count, letters in enumerate(WHO_CAME, 1):
        came(page, letters, count)
    counted.press(page.locator("#entries .btn-next"))
    counted.press_for_a_tab(printed(page))


def the_second_evening_by_keys(page: Page, counted: Counted) -> None:
    page.goto("/desk/")
    counted.keys = 0
    counted.tab_to("a[href='/desk/new/']")
    with page.expect_navigation():
        counted.key("Enter")
    expect(page.locator("[name=name]")).to_be_focused()
    with page.expect_navigation():
        counted.key("Enter")
    counted.tab_to("form[action$='/last-time/'] button")
    counted.key("Enter")
    expect(page.locator("#entry-rows .entry")).to_have_count(23)
    counted.key("Control+Enter")
    with page.expect_navigation():
        counted.key("Enter")
    button = printed(page)
    counted.key("Control+Enter")
    expect(button).to_be_focused()
    with page.context.expect_page():
        counted.key("Enter")
    expect(button).to_have_count(0)


def test_seven_clicks_and_pages_lead_23_from_nothing_to_the_paper_and_40_keys_the_next_time(
    transactional_db: None, page: Page, counted: Counted
) -> None:
    from_nothing_to_the_paper(page, counted)
    assert counted.clicks <= 7
    assert len(counted.seen) <= 7, counted.seen
    expect(page.locator(press_of("start"))).to_be_visible()

    round_ = Round.objects.get()
    with stored_file(PrintJob.objects.get()) as file:
        paper = texts_of(file.read())
    # Two pages of seats, six table cards, six score sheets, 12 boards for six tables at eight
    # slips a page.
    assert len(paper) == 2 + 6 + 6 + 36
    assert round_.seating_published_at is not None

    closed(put_in_play(round_))
    page.goto(f"/desk/{Tournament.objects.get().code}/standings/")
    counted.clicks = 0
    counted.press(page.locator(".btn-next", has_text="2"))
    counted.press_for_a_tab(printed(page))
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

    the_second_evening_by_keys(page, counted)
    assert counted.keys <= 40
