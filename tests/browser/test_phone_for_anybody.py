"""The captain's page for everybody: in large type, in landscape, in the other language, with the
rule of the hand, and on a phone that cannot run it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from king.rulesets import RULESETS
from king.rulesets.base import Order
from scoring.models import HandResult, Sheet
from tests.browser.names import LOCALES
from tests.browser.pages import (
    at_the_desk,
    choose_language,
    dot,
    open_sheet,
    settle,
    states,
    tap,
    to_hand,
)
from tests.evenings import a_round, a_sheet, a_tournament, fill, sheet_of

ON_ITS_SIDE = [(568, 320), (740, 360)]
UPRIGHT = [(320, 568), (360, 640), (390, 844)]
CHOSEN = [code for code, rules in RULESETS.items() if rules.order is not Order.FIXED]

CUT = """() => {
  const drawings = "svg *, .visually-hidden, .wind *, select, .phone-badges, .phone-strip *, .phone-totals *";
  const isRead = (part) => part.checkVisibility() && !part.matches(drawings);
  const parts = [...document.querySelectorAll("body *")].filter(isRead);
  const hides = (part, way) => ["hidden", "clip"].includes(getComputedStyle(part)["overflow" + way]);
  const runsOver = (part) =>
    part.matches("button, a, p, h1, h2, h3, label") && getComputedStyle(part).display !== "inline" &&
    part.scrollWidth > part.clientWidth + 1;
  const outside = ({ left, right, width }) => width && (left < -1 || right > window.innerWidth + 1);
  return parts.filter((part) =>
    (hides(part, "X") && part.scrollWidth > part.clientWidth + 1) ||
    (hides(part, "Y") && part.scrollHeight > part.clientHeight + 1) ||
    runsOver(part) || outside(part.getBoundingClientRect()),
  ).map((part) => part.outerHTML.slice(0, 120));
}"""
"""Returns elements whose text is cut or overflows, and elements outside the window, except in the strip and the
totals, which scroll sideways."""

OUT_OF_REACH = """() => {
  const shown = document.querySelector(".phone-overlay") || document;
  const isCovered = (key) => {
    key.scrollIntoView({ block: "center" });
    const { left, right, top, bottom } = key.getBoundingClientRect();
    return !key.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  };
  const keys = [...shown.querySelectorAll("button:enabled:not(.phone-dot), a")].filter((key) => key.checkVisibility());
  return keys.filter(isCovered).map((key) => key.outerHTML.slice(0, 120));
}"""
"""Returns keys that stay covered however the page is scrolled."""


@pytest.fixture
def stranger(browser: Browser, live_server) -> Iterator[Page]:
    """A phone without the watch on script errors, because the test makes scripts fail."""
    context = browser.new_context(
        base_url=live_server.url, locale="it-IT", viewport={"width": 360, "height": 640}
    )
    yield context.new_page()
    context.close()


def type_size(phone: Page, pixels: int) -> None:
    """Set the browser's font size, as the phone's owner can; the default is 16."""
    session = phone.context.new_cdp_session(phone)
    session.send("Page.enable")
    session.send("Page.setFontSizes", {"fontSizes": {"standard": pixels, "fixed": pixels}})


def test_type_of_twice_the_size_is_followed_and_nothing_of_it_is_cut_or_out_of_reach(
    phone: Page, transactional_db: None
) -> None:
    """The page follows the browser's font size. It used to stay between 18 and 22 pixels."""
    wrong = {}
    size = "title => parseFloat(getComputedStyle(title).fontSize)"
    phone.goto("/t/")
    for language in LOCALES.values():
        choose_language(phone, language)
        type_size(phone, 16)
        short = {"units": {"N": 1, "E": 1, "S": 1, "W": 1}}
        open_sheet(phone, fill(a_sheet(signatures="one"), {2: short}))
        expect(phone.locator("html")).to_have_attribute("lang", language)
        usual = phone.locator(".phone-hand h1").evaluate(size)
        type_size(phone, 32)
        assert phone.locator(".phone-hand h1").evaluate(size) > 1.7 * usual
        for state in states(phone):
            settle(phone)
            for width, height in (*UPRIGHT, *ON_ITS_SIDE):
                phone.set_viewport_size({"width": width, "height": height})
                found = [*phone.evaluate(CUT), *phone.evaluate(OUT_OF_REACH)]
                if found:
                    wrong[language, state, width] = found
            phone.set_viewport_size({"width": 360, "height": 640})
    assert wrong == {}


def test_a_hand_is_entered_in_large_type_by_scrolling(phone: Page, sheet: Sheet) -> None:
    open_sheet(phone, sheet)
    type_size(phone, 32)
    for number in ("3", "1", "4"):
        phone.locator(f"[data-number='{number}']").click()
    phone.locator("[data-act=accept]").click()
    at_the_desk(phone, 1)
    # The next hand is shown from its top.
    expect(phone.locator(".phone-hand h1")).to_be_in_viewport()


def test_choosing_a_hand_scrolls_neither_upright_nor_on_its_side(
    phone: Page, transactional_db: None
) -> None:
    """Choosing a hand needs no scrolling in portrait or landscape. Landscape pages once reserved
    half their height for keys that are hidden while the hand is chosen.
    """
    wrong = []
    phone.goto("/t/")
    for code in CHOSEN:
        sheet = a_sheet(code)
        for language in LOCALES.values():
            choose_language(phone, language)
            phone.goto(f"/t/{sheet.table.place.code}/")
            expect(phone.locator("html")).to_have_attribute("lang", language)
            expect(phone.locator(".phone-dot").first).to_be_visible()
            if phone.locator("[data-dealer=W]").count():
                phone.locator("[data-dealer=W]").click()
            expect(phone.locator(".phone-contracts")).to_be_visible()
            for width, height in (*ON_ITS_SIDE, *UPRIGHT):
                phone.set_viewport_size({"width": width, "height": height})
                if phone.locator(".phone-body").evaluate(
                    "body => body.scrollHeight > body.clientHeight + 1"
                ):
                    wrong.append(f"{code} in {language} at {width} × {height}")
    assert wrong == []


def test_a_pull_at_the_top_loads_nothing(phone: Page, sheet: Sheet) -> None:
    """Pulling down does not reload: offline, that would replace the sheet by the browser's error
    page.
    """
    open_sheet(phone, sheet)
    of_both = "parts => parts.map((part) => getComputedStyle(part).overscrollBehaviorY)"
    scrolls = phone.locator("html, body").evaluate_all(of_both)
    assert scrolls == ["none", "none"]


# --- the rule of the hand in play


def test_the_rule_of_the_hand_is_read_without_any_network(
    phone: Page, transactional_db: None
) -> None:
    """The help shows the rule of the hand offline (S1): eight kings and jacks at −2, East leads
    after North's deal; in K♥ no heart is led until one has been discarded.
    """
    sheet = sheet_of(a_round(a_tournament(), boards=False))
    open_sheet(phone, sheet)
    phone.context.set_offline(True)
    phone.locator("[data-act=help]").click()
    rule = phone.get_by_role("dialog")
    expect(rule).to_contain_text("8 re e fanti a −2")
    expect(rule).to_contain_text("attacca Est")
    # The table deals its own cards, so a misdeal needs no slip or packet from the desk.
    expect(rule.locator("[data-act=misdeal-call]")).to_have_count(0)
    phone.locator("[data-act=help-back]").click()
    to_hand(phone, 3)
    phone.locator("[data-act=help]").click()
    expect(rule).to_contain_text("Non si può attaccare a cuori finché non ne è stato scartato uno")
    expect(rule).to_contain_text("attacca Ovest")


def test_while_a_hand_is_chosen_the_question_mark_says_by_which_rules(
    phone: Page, transactional_db: None
) -> None:
    open_sheet_of(phone, "lab_chiamata")
    phone.locator("[data-act=help]").click()
    expect(phone.get_by_role("dialog")).to_contain_text("Il mazziere, viste le sue carte, sceglie")
    phone.locator("[data-act=help-back]").click()
    phone.locator("[data-contract=Q]").click()
    phone.locator("[data-act=help]").click()
    expect(phone.get_by_role("dialog")).to_contain_text("4 donne a −3")


def open_sheet_of(phone: Page, ruleset: str) -> Sheet:
    sheet = a_sheet(ruleset)
    phone.goto(f"/t/{sheet.table.place.code}/")
    expect(phone.locator(".phone-dot").first).to_be_visible()
    return sheet


def test_a_first_dealer_said_by_mistake_is_taken_back_where_he_was_chosen(
    phone: Page, transactional_db: None, accessible: Callable[[Page], list[str]]
) -> None:
    sheet = open_sheet_of(phone, "lab_coppie")
    phone.locator("[data-dealer=W]").click()
    expect(phone.locator(".phone-over")).to_contain_text("Il primo mazziere è Ovest")
    assert accessible(phone) == []
    phone.locator("[data-act=dealer-again]").click()
    expect(phone.locator("[data-dealer=W]")).to_have_attribute("aria-pressed", "true")
    phone.locator("[data-dealer=S]").click()
    expect(phone.locator(".phone-voices")).to_contain_text("Sud ne propone due, Nord sceglie")
    phone.locator("[data-contract=KJ]").click()
    expect(phone.locator("[data-act=dealer-again]")).to_have_count(0)
    tap(phone, "[data-number='5']", "[data-act=accept]")
    at_the_desk(phone, 1)
    sheet.refresh_from_db()
    assert sheet.first_dealer == "S"


# --- the other language


def test_another_language_loses_no_row_that_was_typed_or_waits(phone: Page, sheet: Sheet) -> None:
    open_sheet(phone, sheet)
    phone.route("**/rows", lambda route: route.abort())
    tap(phone, "[data-number='3']", "[data-number='1']", "[data-number='4']", "[data-act=accept]")
    to_hand(phone, 2)
    tap(phone, "[data-number='2']")
    phone.locator("#phone-language").select_option("en")
    expect(phone.locator("html")).to_have_attribute("lang", "en")
    expect(dot(phone, 1)).to_have_attribute("data-state", "phone")
    to_hand(phone, 2)
    expect(phone.locator("[data-column=N] .phone-count")).to_have_text("2")
    phone.unroute("**/rows")
    at_the_desk(phone, 1)
    assert HandResult.objects.get(sheet=sheet).content["units"] == {"N": 3, "E": 1, "S": 4, "W": 0}


def test_without_network_the_page_stays_in_its_language(phone: Page, sheet: Sheet) -> None:
    open_sheet(phone, sheet)
    phone.context.set_offline(True)
    phone.locator("#phone-language").select_option("en")
    expect(phone.locator(".phone-refusal")).to_contain_text("La direzione di gara non risponde")
    expect(phone.locator("html")).to_have_attribute("lang", "it")


# --- a phone that cannot run the page


def fails(page: Page, part: str, body: str | None) -> None:
    def answer(route: Route) -> None:
        if body is None:
            route.abort()
        else:
            route.fulfill(body=body, content_type="text/javascript")

    page.route(f"**/king/phone/{part}*", answer)


TROUBLES = {
    None: "not loaded · view.js",
    "let = ;": "Uncaught SyntaxError: ",
    "throw Error('too old')": "Uncaught ",
}


@pytest.mark.parametrize("part", ["view.js", "row.js"])
@pytest.mark.parametrize("body", TROUBLES)
def test_a_phone_to_which_a_part_does_not_come_or_is_too_new_says_so_and_the_desk_reads_it(
    stranger: Page, sheet: Sheet, part: str, body: str | None
) -> None:
    fails(stranger, part, body)
    with stranger.expect_response("**/fault"):
        stranger.goto(f"/t/{sheet.table.place.code}/1/")
    expect(stranger.locator("#phone-cannot")).to_contain_text("consegnate il foglio di carta")
    expect(stranger.locator("#phone-fault")).to_be_hidden()
    line = sheet.table.round.tournament.log.get(kind="page_fault")
    assert line.fields["fault"].startswith(TROUBLES[body])


@pytest.mark.parametrize("body", [None, "let = ;"])
def test_a_phone_to_which_only_the_teller_of_faults_does_not_come_shows_the_sheet(
    stranger: Page, sheet: Sheet, body: str | None
) -> None:
    fails(stranger, "fault.js", body)
    stranger.goto(f"/t/{sheet.table.place.code}/1/")
    expect(stranger.locator(".phone-dots")).to_be_visible()
    expect(stranger.locator("#phone-cannot")).to_be_hidden()


def test_a_phone_that_knows_no_modules_says_so(stranger: Page, sheet: Sheet) -> None:
    """The test turns the page into what an old browser reads: it ignores scripts of type "module"
    and runs those marked "nomodule".
    """

    def as_it_is_read(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(
            response=answer,
            body=answer.text().replace(" nomodule", "").replace('"module"', '"text/x"'),
        )

    stranger.route("**/t/*/1/", as_it_is_read)
    stranger.goto(f"/t/{sheet.table.place.code}/1/")
    expect(stranger.locator("#phone-cannot")).to_contain_text("consegnate il foglio di carta")
