"""The captain's page for one thumb and for every reader: keys that do not move, and axe in every
state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from playwright.sync_api import Page, expect

from scoring.models import Sheet
from scoring.rows import enter_row
from scoring.sheet_steps import close_sheet, hand_in
from scoring.wrong_winds import report_seats, sitting_now
from tests.browser.following import follow
from tests.browser.names import LOCALES
from tests.browser.pages import (
    SETTLED,
    at_the_desk,
    choose_language,
    dot,
    open_sheet,
    play_hand,
    settle,
    sign,
    tap,
    to_hand,
)
from tests.evenings import a_sheet, fill, good_rows, own_code

SMALL = {"width": 360, "height": 640}
SHORT = {"contract": "Q", "units": {"N": 1, "E": 1, "S": 1, "W": 0}}


def places(phone: Page, selector: str) -> list[list[float]]:
    """Positions of the elements, read in one call because the page may be redrawn between two."""
    return phone.locator(selector).evaluate_all(
        "keys => keys.map((key) => key.getBoundingClientRect()).map(({ x, y }) => [x, y])"
    )


def test_keys_stay_where_they_are_whatever_the_page_says_over_them(
    phone: Page, transactional_db: None
) -> None:
    phone.goto("/t/")
    for language in LOCALES.values():
        choose_language(phone, language)
        open_sheet(phone, a_sheet())
        expect(phone.locator("html")).to_have_attribute("lang", language)
        for hand, last in ((1, "4"), (5, "3"), (8, "2")):
            to_hand(phone, hand)
            keys, winds = places(phone, ".phone-number"), places(phone, ".phone-wind")
            for number in ("3", "5"):
                phone.locator(f"[data-number='{number}']").click()
                assert places(phone, ".phone-number") == keys, language
                assert places(phone, ".phone-wind") == winds, language
            phone.context.set_offline(True)
            expect(phone.locator(".phone-net.is-off")).to_be_visible()
            phone.locator(f"[data-number='{last}']").click()
            assert places(phone, ".phone-number") == keys, language
            assert places(phone, ".phone-wind") == winds, language
            phone.context.set_offline(False)
            expect(phone.locator(".phone-net")).to_have_text("")


def test_no_hand_scrolls_while_it_is_typed_with_the_desk_gone(phone: Page, sheet: Sheet) -> None:
    phone.clock.install()
    open_sheet(phone, sheet)
    phone.context.set_offline(True)
    phone.clock.run_for(10_000)
    for hand in range(1, 13):
        to_hand(phone, hand)
        phone.clock.run_for(SETTLED)
        assert phone.locator(".phone-body").evaluate(
            "body => body.scrollHeight <= body.clientHeight"
        ), f"hand {hand}"
        assert phone.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        if phone.locator("[data-number='1']").count():
            phone.locator("[data-number='1']").click()
        assert phone.locator(".phone-body").evaluate(
            "body => body.scrollHeight <= body.clientHeight"
        ), f"hand {hand}"


def test_who_takes_them_all_is_typed_in_one_number_and_seen_before_it_is_accepted(
    phone: Page, sheet: Sheet
) -> None:
    open_sheet(phone, sheet)
    to_hand(phone, 2)
    tap(phone, "[data-column=S]", "[data-number='4']")
    expect(phone.locator(".phone-wind.is-proposed")).to_have_count(3)
    assert not sheet.results.exists()
    phone.locator("[data-act=accept]").click()
    at_the_desk(phone, 2)
    assert sheet.results.get(hand=2).content["units"] == {"N": 0, "E": 0, "S": 4, "W": 0}


def test_rows_are_confirmed_once_another_has_signed_them_and_no_longer_when_one_changes(
    transactional_db: None, phone: Page
) -> None:
    sheet = fill(a_sheet(signatures="one"))
    open_sheet(phone, sheet)
    at_the_desk(phone, 1)
    tap(phone, "[data-act=totals]", "[data-holder=N]")
    sign(phone, sheet, "E")
    expect(phone.locator(".phone-dot[data-state=confirmed]")).to_have_count(12)
    enter_row(sheet=sheet, hand=2, content=SHORT, origin="desk")
    expect(phone.locator(".phone-dot[data-state=desk]")).to_have_count(11)


def states(phone: Page, sheet: Sheet) -> Iterator[str]:
    """Yield every state of the page in turn, on a sheet whose second hand lacks a queen."""
    yield from states_of_typing(phone)
    yield from states_of_signing(phone, sheet)
    yield from states_of_two_places(phone, sheet)


def states_of_typing(phone: Page) -> Iterator[str]:
    to_hand(phone, 1)
    yield "an entered hand"
    tap(phone, "[data-act=clear]", "[data-number='3']")
    yield "a hand half typed"
    tap(phone, "[data-number='1']", "[data-number='4']")
    yield "a proposal"
    to_hand(phone, 2)
    yield "a row that does not add up"
    to_hand(phone, 8)
    phone.locator("[data-field=sale]").click()
    yield "a sale"
    phone.locator("[data-act=unsold]").click()
    phone.locator("[data-act=help]").click()
    yield "wrong cards"
    phone.locator("[data-act=help-back]").click()
    phone.locator("#phone-who").click()
    yield "the table"
    tap(phone, "[data-seat=N]", "[data-seat=E]")
    yield "two in each other's winds"
    phone.locator("[data-act=table-back]").click()


def states_of_signing(phone: Page, sheet: Sheet) -> Iterator[str]:
    phone.locator("[data-act=totals]").click()
    yield "the totals, nobody holding the phone"
    tap(phone, "[data-holder=N]")
    yield "the totals"
    phone.locator("[data-sign=E]").click()
    yield "a signature"
    phone.locator("[data-act=own-code]").fill(own_code(sheet, "E"))
    phone.locator("[data-act=signed]").click()
    expect(phone.locator("[data-sign=E].is-chosen")).to_be_visible()
    yield "signed"
    to_hand(phone, 8)
    yield "a confirmed hand"
    phone.locator("[data-act=totals]").click()
    phone.locator("#phone-call").click()
    yield "the arbiter, asked once"
    phone.locator("[data-act=call-now]").click()
    expect(phone.locator("#phone-call.is-called")).to_be_visible()
    yield "the arbiter called"


def states_of_two_places(phone: Page, sheet: Sheet) -> Iterator[str]:
    seats = {wind: seat.player for wind, seat in sitting_now(sheet).items()}
    report_seats(sheet=sheet, players=seats | {"N": seats["E"], "E": seats["N"]})
    expect(phone.locator(".phone-elsewhere")).to_have_count(2)
    yield "seats reported"
    phone.context.set_offline(True)
    play_again(phone)
    expect(phone.locator(".phone-net.is-off")).to_be_visible()
    yield "no network"
    enter_row(
        sheet=sheet, hand=1, content={"units": {"N": 4, "E": 4, "S": 0, "W": 0}}, origin="desk"
    )
    phone.context.set_offline(False)
    expect(dot(phone, 1)).to_have_attribute("data-state", "conflict")
    to_hand(phone, 1)
    yield "a conflict"
    phone.locator("[data-act=keep-theirs]").click()
    hand_in(sheet=sheet, by="desk", with_problems=True)
    expect(phone.locator(".phone-state")).to_be_visible()
    yield "handed in"
    phone.locator("[data-act=totals]").click()
    yield "handed in, the totals"


def play_again(phone: Page) -> None:
    to_hand(phone, 1)
    tap(
        phone,
        "[data-act=clear]",
        "[data-number='0']",
        "[data-number='0']",
        "[data-number='8']",
        "[data-act=accept]",
    )


SIZES = [(740, 360), (320, 568), (390, 844)]
"""Landscape, the smallest phone, and an ordinary one."""

TOO_SMALL = """() => [...document.querySelectorAll("button, a, input, select")].filter((key) => key.checkVisibility())
  .map((key) => [key.outerHTML.slice(0, 90), key.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 44).map(([key, box]) => `${key} ${box.width} × ${box.height}`)"""

OUT_OF_SIGHT = """() => {
  const seen = (key, x, y) => key.contains(document.elementFromPoint(x, y));
  const keys = document.querySelectorAll(".phone-wind, .phone-choice, .phone-number, .phone-buttons button:enabled");
  return [...keys].filter((key) => {
    const { left, right, top, bottom } = key.getBoundingClientRect();
    return !seen(key, (left + right) / 2, top + 2) || !seen(key, (left + right) / 2, bottom - 2);
  }).map((key) => key.outerHTML.slice(0, 80));
}"""


def test_every_state_of_the_page_is_accessible_and_fits_and_every_target_is_as_large_as_a_thumb(
    transactional_db: None, watched: Callable[..., Page], accessible: Callable[[Page], list[str]]
) -> None:
    sheet = fill(a_sheet(signatures="one"), good_rows() | {2: SHORT})
    phone = watched(viewport=SMALL)
    open_sheet(phone, sheet)
    wrong = {}
    for state in states(phone, sheet):
        faults = []
        for scheme in ("dark", "light"):
            phone.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            expect(phone.locator(":root")).to_have_attribute("data-bs-theme", scheme)
            faults += accessible(phone)
        for width, height in (*SIZES, (360, 640)):
            phone.set_viewport_size({"width": width, "height": height})
            faults += [f"at {width} {key}" for key in phone.evaluate(TOO_SMALL)]
            if phone.locator(":root").evaluate("root => root.scrollWidth > root.clientWidth"):
                faults.append(f"wider than the phone of {width}")
        if faults:
            wrong[state] = faults
    assert wrong == {}


def test_winds_trumps_and_keys_are_seen_together(
    watched: Callable[..., Page], sheet: Sheet
) -> None:
    phone = watched(viewport=SMALL, has_touch=True, is_mobile=True)
    open_sheet(phone, sheet)
    for hand in range(1, 13):
        to_hand(phone, hand)
        settle(phone)
        for width, height in SIZES:
            phone.set_viewport_size({"width": width, "height": height})
            assert phone.evaluate(OUT_OF_SIGHT) == [], f"hand {hand}, {width} wide"


def test_a_sheet_that_the_desk_has_closed_was_wider_than_the_phone(
    phone: Page, sheet: Sheet
) -> None:
    hand_in(sheet=fill(sheet), by="phone")
    close_sheet(sheet=sheet, author=None)
    open_sheet(phone, sheet)
    expect(phone.locator("[data-act=what-comes]")).to_be_visible()
    assert phone.locator(":root").evaluate(
        "root => [root.scrollWidth, document.body.scrollWidth]"
    ) == [360, 360]


def test_what_lies_over_the_page_takes_the_keyboard_and_escape_closes_it(
    phone: Page, sheet: Sheet
) -> None:
    open_sheet(phone, sheet)
    play_hand(phone, 1)
    at_the_desk(phone, 1)
    phone.locator("#phone-who").focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("[data-seat=N]")).to_be_focused()
    phone.keyboard.press("Escape")
    expect(phone.locator(".phone-overlay")).to_have_count(0)


def test_the_way_on_from_a_closed_sheet_led_back_to_it_while_others_played(
    phone: Page, sheet: Sheet
) -> None:
    open_sheet(phone, sheet)
    phone.context.set_offline(True)
    play_hand(phone, 1)
    close_sheet(sheet=fill(sheet), author=None)
    phone.context.set_offline(False)
    expect(phone.locator(".phone-refusal")).to_be_visible()
    # The old notice covers the rows but not the link onwards, whose target depends on the moment of
    # the press.
    follow(phone.locator("[data-act=what-comes]"))
    expect(phone.locator("#waiting")).to_contain_text("Il foglio della partita 1 è chiuso")
    phone.locator("#waiting a", has_text="Il foglio").click()
    expect(phone.locator("[data-act=what-comes]")).to_be_visible()


def test_what_was_kept_is_no_warning_and_is_gone_when_the_next_hand_is_typed(
    phone: Page, sheet: Sheet
) -> None:
    open_sheet(phone, sheet)
    play_hand(phone, 1)
    note = phone.locator(".phone-missing")
    expect(note).to_contain_text("No re e fanti: N\u00a03")
    expect(note).to_have_class("phone-missing is-calm")
    phone.locator("[data-number='1']").click()
    expect(note).to_contain_text("No donne: ")
    to_hand(phone, 7)
    expect(phone.locator(".phone-buttons button").last).to_have_text(
        "Un tocco per ciascuna: chi l'ha presa?"
    )
    to_hand(phone, 8)
    phone.locator("[data-field=sale]").click()
    expect(phone.locator("[data-pick=buyer] .wind")).to_have_count(3)
    expect(phone.locator("[data-act=unsold]")).to_have_text("Non venduta")
