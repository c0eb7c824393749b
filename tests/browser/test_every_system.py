"""A pair system, a called system and one of each shape, from the entries to the published standings:
by laptop, by phone, at two tables.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import Page, expect

from king.cards import SIDES
from king.rulesets import RULESETS
from king.rulesets.base import RuleSet
from king.sheet.row import Row
from king_tournament.demo_hands import deal_hands, play_match
from scoring.models import HandResult, Sheet
from scoring.rows import draws_dealer
from scoring.scored_sheets import scored_sheet
from scoring.sheet_steps import hand_in
from tests.browser.following import follow, paste_into, press_of
from tests.browser.pages import WHOLE, a_match, enter
from tournaments.models import Tournament

PEOPLE = [
    "Rossi Ada",
    "Bianchi Ugo",
    "Verdi Lia",
    "Neri Pio",
    "Costa Eva",
    "Parodi Leo",
    "Canepa Ida",
    "Repetto Edo",
]


@pytest.fixture
def desk(sign_in: Callable[..., Page]) -> Page:
    """The laptop of an organizer who is also an arbiter, signed in."""
    return sign_in("organizer", "arbiter")


def by_column(rules: RuleSet, row: Row) -> Mapping[str, int]:
    """Units of a row by wind, or by side if the system's sheet counts by side."""
    if not rules.by_side:
        return row.units
    return {side.value: sum(row.units[wind] for wind in side.winds) for side in SIDES}


def make_evening(desk: Page, ruleset: str, lines: list[str]) -> Tournament:
    """Make the evening in its form, and its entries from a pasted list."""
    desk.goto("/desk/new/")
    desk.fill("[name=name]", "Venerdì del re")
    desk.locator("main form > details > summary").click()
    desk.locator("#section-rules > summary").click()
    desk.select_option("[name=ruleset]", ruleset)
    # Wait until the settings of this system replace those of the default one.
    expect(desk.locator(f"#rule-settings a[href*='{ruleset}']")).to_be_attached()
    desk.fill("[name=planned_rounds]", "1")
    follow(desk.locator(".form-end .btn-primary"))
    desk.wait_for_url(re.compile(r"/desk/\w{6}/players/$"))
    evening = Tournament.objects.get()
    paste_into(desk, "\n".join(lines))
    follow(desk.locator("#list-preview .btn-next"))
    expect(desk.locator("#entry-rows .entry")).to_have_count(len(lines))
    return evening


def seat_and_start(desk: Page, evening: Tournament) -> list[Sheet]:
    desk.goto(f"/desk/{evening.code}/winds/")
    follow(desk.locator("main .btn-primary"))
    expect(desk.locator(".by-wind")).to_be_visible()
    desk.goto(f"/desk/{evening.code}/play/1/")
    follow(desk.locator("main .btn-next"))
    expect(desk.locator(".table-card")).to_have_count(2)
    follow(desk.locator("form:has([name=without_paper]) button"))
    expect(desk.locator(".notice-success")).to_be_visible()
    desk.goto(f"/desk/{evening.code}/play/1/")
    follow(desk.locator("main .btn-next"))
    expect(desk.locator(".table-card")).to_have_count(2)
    sheets = Sheet.objects.select_related("table__round__tournament", "table__place")
    return list(sheets.filter(table__round__tournament=evening).order_by("table__number"))


def choose_and_count(phone: Page, sheet: Sheet, rules: RuleSet, row: Row) -> None:
    """Enter the first hand on the captain's phone: choose its contract, then type the counts and
    accept the proposed last one.
    """
    phone.goto(f"/t/{sheet.table.place.code}/")
    if draws_dealer(sheet.table.round.tournament):
        phone.locator("[data-dealer=N]").click()
    phone.locator(f"[data-contract={row.contract}]").click()
    remaining = WHOLE[str(row.contract)]
    for count in list(by_column(rules, row).values())[:-1]:
        if remaining:
            phone.locator(f"[data-number='{count}']").click()
        remaining -= count
    phone.locator(
        "[data-act=accept]"
    ).click()  # Needed even if nothing is left: the proposed zeros have to be confirmed.
    expect(phone.locator(".phone-dot[data-hand='1']")).to_have_attribute("data-state", "desk")


def type_at_the_desk(desk: Page, sheet: Sheet, row: Row, counts: Mapping[str, int]) -> None:
    """Enter the second hand at the desk: the page lists the contracts that may be chosen, then
    takes the counts.
    """
    evening = sheet.table.round.tournament
    desk.goto(f"/desk/{evening.code}/play/1/{sheet.table.number}/")
    expect(desk.locator("[data-notes='2'] [data-choice] li")).not_to_have_count(0)
    desk.select_option("[name=h2-contract]", str(row.contract))
    for place, count in counts.items():
        field = desk.locator(f"[name=h2-{place}]")
        expect(field).to_be_visible()
        field.fill(str(count))
    desk.locator("#save-sheet").click()
    expect(desk.locator("tr[data-hand='2'] [data-out=sum]")).not_to_be_empty()
    expect(desk.locator("[data-notes='3'] [data-choice] li")).not_to_have_count(0)


def close_and_post(desk: Page, sheets: list[Sheet]) -> None:
    evening = sheets[0].table.round.tournament
    for sheet in sheets:
        # Leave the sheet first: an open sheet reloads itself when its state changes elsewhere.
        desk.goto(f"/desk/{evening.code}/")
        if sheet.state == Sheet.State.OPEN:
            hand_in(sheet=sheet, by="captain", author=None, other_paper=True)
        desk.goto(f"/desk/{evening.code}/play/1/{sheet.table.number}/")
        follow(desk.locator("#close-sheet"))
        # Every table has the same rows, so the desk asks whether this is the same paper.
        if desk.locator("[name=other_paper]").count():
            follow(desk.locator("form:has([name=other_paper]) button").first)
        expect(desk.locator("#messages .notice-success")).to_be_attached()
    desk.goto(f"/desk/{evening.code}/play/1/")
    follow(desk.locator("#close-round"))
    desk.wait_for_url("**/standings/")


def test_four_pairs_play_declared_pairs_to_the_published_standing(
    desk: Page, phone: Page, wrong_looks: Callable[[Page], list[str]]
) -> None:
    rules = RULESETS["lab_coppie"]
    rows = a_match(rules, "DOM")
    lines = [f"{PEOPLE[place]} – {PEOPLE[place + 1]}" for place in range(0, 8, 2)]
    evening = make_evening(desk, rules.code, lines)
    assert wrong_looks(desk) == []
    first, second = sheets = seat_and_start(desk, evening)
    choose_and_count(phone, first, rules, rows[0])
    type_at_the_desk(desk, first, rows[1], rows[1].units)
    assert wrong_looks(desk) == []
    enter(first, rows[2:])
    enter(second, rows)
    close_and_post(desk, sheets)
    assert wrong_looks(desk) == []
    # Pairs of each line are compared among themselves: two lists of two pairs, and four overall.
    expect(desk.locator(".four").last.locator("table")).to_have_count(2)
    expect(desk.locator("section:has(#overall) tbody tr")).to_have_count(4)
    totals = [HandResult.objects.filter(sheet=sheet).current().count() for sheet in sheets]
    assert totals == [15, 15]


def test_eight_players_play_a_called_system_to_the_published_standing(
    desk: Page, phone: Page, wrong_looks: Callable[[Page], list[str]]
) -> None:
    rules = RULESETS["lab_chiamata"]
    rows = a_match(rules, "NC")
    evening = make_evening(desk, rules.code, PEOPLE)
    first, second = sheets = seat_and_start(desk, evening)
    choose_and_count(phone, first, rules, rows[0])
    type_at_the_desk(desk, first, rows[1], rows[1].units)
    assert wrong_looks(desk) == []
    enter(first, rows[2:])
    enter(second, rows)
    close_and_post(desk, sheets)
    assert wrong_looks(desk) == []
    # Each table dealt its own cards, so players are ranked within their table.
    expect(desk.locator(".four").last.locator("table")).to_have_count(2)
    expect(desk.locator(".four").last.locator("tbody tr")).to_have_count(8)
    expect(desk.locator("section:has(#overall) tbody tr")).to_have_count(8)


@pytest.mark.parametrize(
    ("code", "players"), [("rifki", 8), ("russian", 8), ("russian_khvalenki", 8), ("king_three", 6)]
)
def test_an_evening_of_each_shape_is_handed_in_on_the_phone_and_published(
    desk: Page, phone: Page, wrong_looks: Callable[[Page], list[str]], code: str, players: int
) -> None:
    """Shapes are four or three players a table, hands called or in fixed order, and hands counted
    all at once (R15–R17).
    """
    rules = RULESETS[code]
    evening = make_evening(desk, code, PEOPLE[:players])
    assert wrong_looks(desk) == []
    first, second = sheets = prepare_and_start(desk, evening)
    rows = a_sheet_of(rules)
    phone.goto(f"/t/{first.table.place.code}/")
    if draws_dealer(evening):
        phone.locator("[data-dealer=N]").click()
    for row in rows:
        write_on_the_phone(phone, row)
    hand_in_on_the_phone(phone, first)
    assert wrong_looks(phone) == []
    enter(second, rows)
    close_and_post(desk, sheets)
    assert wrong_looks(desk) == []
    columns = len(rules.columns)
    expect(desk.locator("section:has(#overall) tbody tr")).to_have_count(2 * columns)
    stored = [HandResult.objects.filter(sheet=sheet).current().count() for sheet in sheets]
    assert stored == [rules.length] * 2
    totals = [scored_sheet(sheet).totals for sheet in sheets]
    assert [(len(each), sum(each.values())) for each in totals] == [(columns, 0)] * 2


def prepare_and_start(desk: Page, evening: Tournament) -> list[Sheet]:
    """Prepare the partita with one button: winds, seats and, if the system uses them, sealed
    boards. Then start it and return its sheets.
    """
    desk.goto(f"/desk/{evening.code}/")
    follow(desk.locator(".btn-next").first)
    expect(desk.locator(".table-card")).to_have_count(2)
    follow(desk.locator("form:has([name=without_paper]) button"))
    follow(desk.locator(press_of("start")))
    expect(desk.locator(".notice-success")).to_be_visible()
    sheets = Sheet.objects.select_related("table__round__tournament", "table__place")
    return list(sheets.filter(table__round__tournament=evening).order_by("table__number"))


def a_sheet_of(rules: RuleSet) -> tuple[Row, ...]:
    """Return a legal match that begins with the tricks."""
    for seed in range(2_000):
        chance = random.Random(seed)
        rows = play_match(rules, rules.defaults, deal_hands(rules, chance), chance)
        if rows[0].contract == "V":
            return rows
    raise AssertionError("no such match")


def write_on_the_phone(phone: Page, row: Row) -> None:
    """Enter a hand key by key: contract, trump, and the count of each wind that took something.
    Hands that are counted all at once share a dot and have one key each.
    """
    dot = phone.locator(f".phone-dot[data-hand='{row.hand}']")
    if dot.count():
        dot.click()
        expect(dot).to_have_attribute("aria-current", "step")
    key = phone.locator(f"[data-row='{row.hand}']")
    at_once = key.count() > 0
    if at_once:
        key.click()
        expect(key).to_have_attribute("aria-pressed", "true")
    if phone.locator(f"[data-contract='{row.contract}']").count():
        phone.locator(f"[data-contract='{row.contract}']").click()
    if row.trump:
        phone.locator(f"[data-field=trump][data-value={row.trump}]").click()
    expect(phone.locator(".phone-wind")).to_have_count(len(row.units))
    remaining = sum(row.units.values())
    if remaining <= 2:  # one press per unit
        for wind, count in row.units.items():
            for _ in range(count):
                phone.locator(f"[data-column={wind}]").click()
    else:
        for count in [*row.units.values()][:-1]:
            if remaining:
                phone.locator(f"[data-number='{count}']").click()
            remaining -= count
        phone.locator("[data-act=accept]").click()
    if at_once:
        expect(phone.locator(f"[data-row='{row.hand}']:not(.is-desk)")).to_have_count(0)
    else:
        expect(dot).to_have_attribute("data-state", "desk")


def hand_in_on_the_phone(phone: Page, sheet: Sheet) -> None:
    phone.reload()
    expect(phone.locator(".phone-check.holds")).to_be_visible()
    phone.locator("[data-act=hand-in]").click()
    expect(phone.locator(".phone-state")).to_be_visible()
    sheet.refresh_from_db()
    assert sheet.state == Sheet.State.HANDED_IN
