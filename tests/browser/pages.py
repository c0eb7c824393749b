"""Actions on the phone at a table and on the laptop at the desk, as users take them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.db import connection, transaction
from playwright.sync_api import Locator, Page, expect

from ground import guards
from king.rulesets import find_ruleset
from king.rulesets.base import RuleSet
from king.sheet.row import Row
from king_tournament.demo_hands import deal_hands, play_match
from scoring.models import HandResult, Sheet, Signature
from scoring.rows import enter_row
from tests.evenings import own_code
from tournaments.models import Round

RULES = find_ruleset("lab12")
COUNTS = {8: (3, 1, 4), 4: (1, 1, 1), 13: (5, 5, 2)}
"""Counts of the first three winds, by the hand's number of units; the page proposes the fourth."""
SETTLED = 500
"""Milliseconds for which keys ignore a press after their meaning has changed (static/king/key_guard.js)."""
ASKS = 1_700
"""Milliseconds between two polls of the phone (static/king/phone/store.js)."""
DESK = {"N": 4, "E": 4, "S": 0, "W": 0}
POINTS = {"contract": "Q", "units": {"N": 3, "E": 3, "S": 6, "W": 0}}
"""Queens cost 3 each (R1): written as points, these are 1, 1, 2 and 0 queens."""
EVERY = 1_400
"""Milliseconds from an answer to the desk's next poll (static/king/desk/calls.js)."""
SUIT_KEYS = {"S": "p", "H": "c", "D": "q", "C": "f"}
WIND_KEYS = {"N": "n", "E": "e", "S": "s", "W": "o"}
"""Keys of the Italian page: picche, cuori, quadri, fiori; nord, est, sud, ovest."""
WHOLE = {"NC": 13, "MIS": 13, "KJ": 8}
"""Negative hands of many units, whose counts are typed one key each."""


# --- the phone


def open_sheet(phone: Page, sheet: Sheet) -> None:
    phone.goto(f"/t/{sheet.table.place.code}/")
    expect(phone.locator(".phone-dot")).to_have_count(13)


def dot(phone: Page, hand: int) -> Locator:
    """Dot of a hand in the sheet's strip of hands."""
    return phone.locator(f".phone-dot[data-hand='{hand}']")


def choose_language(phone: Page, language: str) -> None:
    """Set the language of the pages that the phone opens from now on. The phone must have a page
    open. A new phone for each language would load every script again.
    """
    home = urljoin(phone.url, "/")
    chosen = {"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": home}
    phone.context.add_cookies([chosen])


def settle(phone: Page) -> None:
    """Wait until keys that have changed their meaning accept a press again. Playwright would retry
    an earlier click only after half a second.
    """
    phone.locator(".is-settling").wait_for(state="detached")


def tap(phone: Page, *selectors: str) -> int:
    for selector in selectors:
        settle(phone)
        phone.locator(selector).click()
    return len(selectors)


def call(phone: Page) -> None:
    tap(phone, "#phone-call", "[data-act=call-now]")


def sign(phone: Page, sheet: Sheet, wind: str, *, at_once: bool = False) -> None:
    """Sign for a wind with the code on its player's slip. ``at_once`` needs the phone's clock
    installed, and moves it on instead of waiting.
    """

    def settled() -> None:
        if at_once:
            phone.clock.run_for(SETTLED)

    settled()
    phone.locator(f"[data-sign={wind}]").click()
    phone.locator("[data-act=own-code]").fill(own_code(sheet, wind))
    settled()
    phone.locator("[data-act=signed]").click()
    expect(phone.locator(f"[data-sign={wind}].is-chosen")).to_be_visible()


def play_hand(phone: Page, hand: int) -> int:
    """Enter a hand as a captain would; return the number of taps."""
    expect(dot(phone, hand)).to_have_attribute("aria-current", "step")
    if hand in (3, 4):
        return tap(phone, "[data-column=S]")
    if hand == 7:
        return tap(phone, "[data-column=N]", "[data-column=E]")
    units = {1: 8, 2: 4}.get(hand, 13)
    taps = tap(phone, "[data-field=trump][data-value=H]") if 8 <= hand <= 11 else 0
    return taps + tap(
        phone, *[f"[data-number='{count}']" for count in COUNTS[units]], "[data-act=accept]"
    )


def at_the_desk(phone: Page, hand: int) -> None:
    expect(dot(phone, hand)).to_have_attribute("data-state", "desk")


def to_hand(phone: Page, hand: int) -> None:
    dot(phone, hand).click()
    expect(dot(phone, hand)).to_have_attribute("aria-current", "step")
    settle(phone)


def states(phone: Page) -> Iterator[str]:
    """Bring the page into each state that has its own keys, and yield the state's name."""
    for hand in (1, 3, 8, 12):
        to_hand(phone, hand)
        yield f"hand {hand}"
    tap(phone, "[data-number='3']")
    yield "a count"
    to_hand(phone, 8)
    phone.locator("[data-field=sale]").click()
    yield "a sale"
    phone.locator("[data-act=unsold]").click()
    phone.locator("[data-act=help]").click()
    yield "the rule"
    phone.locator("[data-act=help-back]").click()
    phone.locator("#phone-who").click()
    yield "the table"
    phone.locator("[data-act=table-back]").click()
    phone.locator("[data-act=totals]").click()
    yield "the totals"


def name_at(phone: Page, wind: str) -> Locator:
    return phone.locator(f"[data-who={wind}] .name")


def say_exchanged(phone: Page, one: str, other: str) -> None:
    tap(phone, "#phone-who", f"[data-seat={one}]", f"[data-seat={other}]")


def middle(phone: Page, selector: str) -> tuple[float, float]:
    [(x, y, width, height)] = phone.locator(selector).evaluate_all(
        "keys => keys.map((key) => key.getBoundingClientRect()).map((box) => [box.x, box.y, box.width, box.height])"
    )
    return x + width / 2, y + height / 2


def hold_down(phone: Page, selector: str) -> None:
    """Wait until a key can be pressed, then press it without releasing it."""
    phone.locator(selector).click(trial=True)
    phone.mouse.move(*middle(phone, selector))
    phone.mouse.down()


# --- the desk


def press_all(desk: Page, *keys: str) -> int:
    """Press the keys one after the other; return their number."""
    for key in keys:
        desk.keyboard.press(key)
    return len(keys)


def in_force(hand: int) -> dict[str, int]:
    """Counts of the hand's current row in the database."""
    return HandResult.objects.current().get(hand=hand).content["units"]


def desk_types(sheet: Sheet, units: dict[str, int], hand: int = 1) -> None:
    """Enter or correct a hand as the desk does."""
    enter_row(sheet=sheet, hand=hand, content={"units": units}, origin="desk")


def forget_the_hand_in() -> None:
    """Delete signatures and hand-ins, as if a backup from before them had been restored."""
    with guards.guards_off(connection), transaction.atomic():
        Signature.objects.all().delete()
        Sheet.objects.update(state=Sheet.State.OPEN, handed_in_at=None, handed_in_by="")
        Sheet.objects.hold()  # a restored backup continues the revisions


def place_of(round_: Round, table: int = 1) -> str:
    return f"/desk/{round_.tournament.code}/play/{round_.number}/{table}/"


def keys_of(row: dict[str, Any]) -> Iterator[str]:
    """Yield the keys that enter a row without looking: the trump, the sale, the counts until the
    remaining winds can have none, Enter.
    """
    contract = RULES.contract(row["contract"])
    if contract.trump:
        yield SUIT_KEYS[row["trump"]]
    if row.get("sale"):
        yield WIND_KEYS[row["sale"]["buyer"]]
        price = str(row["sale"]["price"])
        yield from (*price, "Enter") if price == "1" else price
    north, east, south, _west = row["units"].values()
    assert max(north, east, south) < 10
    # The keys 1, 2, 1 could mean the counts 12 and 1, or 1, 2 and 1: the hand must rule one out.
    assert north != 1 or 10 + east + south > contract.units
    assert east != 1 or north + 10 + south != contract.units
    remaining = contract.units
    for count in (north, east, south):
        if not remaining:
            break
        yield str(count)
        remaining -= count
    yield "Enter"


def a_match(rules: RuleSet, second: str) -> tuple[Row, ...]:
    """Return a legal match whose first hand is one of ``WHOLE`` and whose second is ``second``."""
    for seed in range(2_000):
        chance = random.Random(seed)
        rows = play_match(rules, rules.defaults, deal_hands(rules, chance), chance)
        if rows[0].contract in WHOLE and rows[1].contract == second and not rows[0].third:
            return rows
    raise AssertionError("no such match")


def enter(sheet: Sheet, rows: tuple[Row, ...]) -> None:
    for row in rows:
        content = {key: value for key, value in row.as_json().items() if key != "hand"}
        enter_row(
            sheet=sheet,
            hand=row.hand,
            content=content,
            origin=HandResult.Origin.PHONE,
            device="table",
        )
