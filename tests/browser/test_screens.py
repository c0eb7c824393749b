"""Screens in the hall: they show the evening in play, in type that is readable at ten metres."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from scoring.rows import enter_row
from tests.browser.following import hurry, stop_the_clock
from tests.evenings import a_round, a_tournament, demo, enter, sheet_of
from tests.services import thorough

TELEVISION: Any = {"viewport": {"width": 1920, "height": 1080}}
ASKS = 3_000
"""Milliseconds from an answer to the next poll (static/king/screen.js)."""
READABLE = 56
"""Font size in pixels with capitals of 40 px: 5 cm on a picture 2.4 m wide, or 1/200 of ten metres."""
NAMES = (
    "Sciaccaluga Ilaria",
    "Ottonello Mirella",
    "D'Amico Fabrizio",
    "Vassallo Niccolò",
    "Costa Ida Maria",
)


def test_a_screen_is_light_where_its_address_says_so_and_says_when_nobody_answers(
    transactional_db: None, watched: Callable[..., Page]
) -> None:
    evening = a_tournament()
    a_round(evening, 2)
    screen = watched(**TELEVISION)
    screen.clock.install()
    screen.goto("/s/seating/#light")
    expect(screen.locator(".turn-shown .screen-line")).to_have_count(8)
    expect(screen.locator("html")).to_have_attribute("data-bs-theme", "light")
    screen.goto("/s/progress/")
    expect(screen.locator("html")).to_have_attribute("data-bs-theme", "dark")
    expect(screen.locator(".turn-shown .screen-progress")).to_have_count(2)
    enter_row(
        sheet=sheet_of(evening.rounds.get(), 2), hand=1, content={"units": {"N": 8}}, origin="phone"
    )
    hurry(screen, ASKS, expect(screen.locator(".turn-shown .cell-entered")).to_have_count, 1)
    screen.context.set_offline(True)
    since = re.compile(r"^Senza collegamento dalle \d\d:\d\d$")
    hurry(screen, ASKS, expect(screen.locator("#away")).to_have_text, since)
    expect(screen.locator(".turn-shown .cell-entered")).to_have_count(1)
    screen.context.set_offline(False)
    hurry(screen, ASKS, expect(screen.locator("#away")).to_be_hidden)


def test_a_screen_that_waits_takes_up_the_evening_when_it_is_made(
    transactional_db: None, watched: Callable[..., Page]
) -> None:
    screen = watched(**TELEVISION)
    screen.clock.install()
    screen.goto("/s/")
    expect(screen.locator(".turn-shown .welcome-words")).to_be_visible()
    a_round(a_tournament(), 2)
    hurry(screen, ASKS, expect(screen.locator(".turn-shown .screen-progress")).to_have_count, 2)


MEASURED = """() => {
    const shown = document.querySelector(".turn-shown"), box = shown.querySelector(".turning");
    const each = Array.from(box.querySelectorAll("li, .name, .num, .screen-state, .state"));
    return {
        type: Math.min(...each.map(one => parseFloat(getComputedStyle(one).fontSize))),
        cut: each.filter(one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
            .map(one => one.textContent.trim()),
        broken: Array.from(box.querySelectorAll("li")).filter(one => one.getClientRects().length > 1).length,
        below: each.filter(one => one.getBoundingClientRect().bottom > innerHeight).length,
        scrolls: [document.documentElement].some(
            all => all.scrollHeight > innerHeight || all.scrollWidth > innerWidth),
    };
}"""


def test_from_four_tables_to_forty_no_line_is_smaller_than_what_is_read_at_ten_metres(
    transactional_db: None, watched: Callable[..., Page]
) -> None:
    screen = watched(**TELEVISION)
    stop_the_clock(screen)  # Only the arrow key turns the pages.
    for tables in (4, 10, 40) if thorough() else (4, 40):
        evening = a_tournament(name=f"Serata di {tables} tavoli")
        for number in range(4 * tables):
            enter(evening, f"{NAMES[number % len(NAMES)]} {number}")
        a_round(evening, tables)
        for role, turns in (("seating", 2), ("progress", 1)):
            screen.goto(f"/live/{evening.code}/screen/{role}/")
            seen: set[tuple[str, str]] = set()
            for _turn in range(40):
                expect(screen.locator(".turn-shown")).to_have_count(1)
                measures = screen.evaluate(MEASURED)
                assert measures["type"] >= READABLE, (tables, role)
                assert measures | {"type": 0} == {
                    "type": 0,
                    "cut": [],
                    "broken": 0,
                    "below": 0,
                    "scrolls": False,
                }
                turn = screen.locator(".turn-shown")
                place = (turn.locator("h1").inner_text(), turn.locator("[data-page]").inner_text())
                if place in seen:  # Back at the first page, so all have been seen.
                    break
                seen.add(place)
                screen.keyboard.press("ArrowRight")
            assert len({title for title, _page in seen}) == turns


PARTS = """() => Array.from(document.querySelectorAll(".turn-shown .screen-wind"), (wind) => {
    const columns = {};
    for (const line of wind.querySelectorAll("li")) {
        const left = Math.round(line.getBoundingClientRect().left);
        columns[left] = (columns[left] || 0) + 1;
    }
    return Object.values(columns);
})"""
"""How many lines of each wind stand in each column that it goes through."""


def test_no_line_of_a_wind_stands_alone(
    transactional_db: None, watched: Callable[..., Page]
) -> None:
    """A wind is one column while as many pages are enough; a longer one has two lines in each."""
    screen = watched(**TELEVISION)
    stop_the_clock(screen)
    for tables, parts in ((6, 1), (11, 2)):
        evening = demo(stage="finished", seed=5, tables=tables, rounds=1, language="it")
        screen.goto(f"/live/{evening.code}/screen/winds/")
        expect(screen.locator(".turn-shown .screen-wind")).to_have_count(4)
        winds = screen.evaluate(PARTS)
        assert [sum(lines) for lines in winds] == [tables] * 4
        assert max(map(len, winds)) == parts
        assert min(min(lines) for lines in winds) >= 2
        names = screen.locator(".turn-shown .name").first
        assert names.evaluate("name => parseFloat(getComputedStyle(name).fontSize)") >= READABLE
