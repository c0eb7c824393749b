"""The captain's page in a real browser, over plain http: no typed row is lost, and each arrives
once.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Dialog, Page, expect

from scoring.decisions import rule
from scoring.models import HandResult, Sheet
from tests.browser.following import stop_the_clock, wait_for
from tests.browser.pages import at_the_desk, dot, open_sheet, play_hand, tap
from tests.evenings import fill, good_rows, rows_of


def test_a_whole_sheet_takes_44_taps_and_is_handed_in(phone: Page, sheet: Sheet) -> None:
    open_sheet(phone, sheet)
    taps = [play_hand(phone, hand) for hand in range(1, 13)]
    assert max(taps) <= 6
    assert sum(taps) == 44
    at_the_desk(phone, 12)
    expect(phone.locator(".phone-check.holds")).to_be_visible()
    phone.locator("[data-act=hand-in]").dblclick()
    expect(phone.locator(".phone-state")).to_be_visible()
    sheet.refresh_from_db()
    assert sheet.state == Sheet.State.HANDED_IN
    assert HandResult.objects.count() == 12


def test_a_ruling_is_named_between_the_sheet_and_the_total_and_nothing_settled_is_red(
    phone: Page, sheet: Sheet
) -> None:
    """One of the queens of hand 2 is missing, so the page first shows that problem instead of the
    sheet's balance.
    """
    fill(sheet, good_rows() | {2: {"contract": "Q", "units": {"N": 1, "E": 1, "S": 1, "W": 0}}})
    open_sheet(phone, sheet)
    wrong = phone.locator(".phone-check.is-wrong")
    expect(wrong).to_have_text("2 · No donne: manca una donna (3 su 4)")
    rule(sheet=sheet, kind="score_error", hand=2, reason="Nessuno ricorda.", arbiter=None)
    lines = phone.locator(".phone-totals tfoot th")
    expect(lines).to_have_text(["Foglio", "Decisioni", "Totale"])
    expect(phone.locator(".phone-ruling")).to_contain_text(
        "L'arbitro ha deciso: errore di punteggio"
    )
    expect(phone.locator(".phone-check.holds")).to_contain_text("le righe fanno 3, non 0")
    expect(phone.locator(".phone-app .is-wrong")).to_have_count(0)
    dot(phone, 2).click()
    expect(phone.locator(".phone-ruling")).to_contain_text("Nessuno ricorda.")


KEEPS_NOTHING = {
    "none": "Object.defineProperty(window, 'indexedDB', { value: undefined })",
    "blocked": "IDBFactory.prototype.open = () => { throw new DOMException('', 'SecurityError'); }",
    "full": "IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError'); }",
}


@pytest.mark.parametrize("why", KEEPS_NOTHING)
def test_a_browser_that_keeps_nothing_asks_before_an_unsent_row_is_lost(
    phone: Page, sheet: Sheet, why: str
) -> None:
    phone.add_init_script(KEEPS_NOTHING[why])
    dialogs: list[str] = []

    def stay(dialog: Dialog) -> None:
        dialogs.append(dialog.type)
        dialog.dismiss()

    phone.on("dialog", stay)
    open_sheet(phone, sheet)
    phone.route("**/rows", lambda route: route.abort())
    play_hand(phone, 1)
    expect(phone.locator(".phone-net.is-wrong")).to_have_text("non salva")
    expect(dot(phone, 1)).to_have_attribute("data-state", "phone")
    phone.close(run_before_unload=True)
    expect(dot(phone, 1)).to_have_attribute("data-state", "phone")
    assert dialogs == ["beforeunload"]
    phone.unroute("**/rows")
    at_the_desk(phone, 1)
    phone.close(run_before_unload=True)
    assert dialogs == ["beforeunload"]


def test_what_the_page_of_before_had_kept_comes_along_once(phone: Page, sheet: Sheet) -> None:
    """Rows that an earlier version kept in localStorage, as one text, are taken over once."""
    mark = "6f1c2f0e-93a5-4f0e-9a55-0d6f0d3d7c11"
    row = {"contract": "KJ", "units": {"N": 3, "E": 1, "S": 4, "W": 0}}
    waiting = {"client_id": mark, "hand": 1, "content": row, "based_on": 0, "after": None}
    queens = {"contract": "Q", "units": {"N": 2, "E": None, "S": None, "W": None}, "extra": {}}
    old_storage = {"outbox": [waiting], "drafts": {"2": queens}, "device": "0badcafe"}
    north = sheet.table.seats.get(wind="N").player_id
    place = sheet.table.place.code
    phone.goto("/t/")
    phone.evaluate(
        "left => { for (const [key, text] of Object.entries(left)) window.localStorage.setItem(key, text); }",
        {f"king:{place}:1:{sheet.pk}": json.dumps(old_storage), "king:holder": str(north)},
    )
    for _time in range(2):
        open_sheet(phone, sheet)
        at_the_desk(phone, 1)
        expect(phone.locator("[data-who=N] .phone-own")).to_be_attached()
        dot(phone, 2).click()
        expect(phone.locator("[data-column=N] .phone-count")).to_have_text("2")
        wait_for(phone, "!Object.keys(window.localStorage).some((key) => key.startsWith('king:'))")
    stored = HandResult.objects.get()
    assert (stored.hand, str(stored.client_id), stored.device) == (1, mark, "0badcafe")


def test_rows_that_were_kept_are_kept_again_where_somebody_empties_the_browser(
    phone: Page, sheet: Sheet
) -> None:
    open_sheet(phone, sheet)
    phone.route("**/rows", lambda route: route.abort())
    play_hand(phone, 1)
    expect(dot(phone, 1)).to_have_attribute("data-state", "phone")
    phone.evaluate(
        """() => new Promise((resolve) => {
          window.indexedDB.deleteDatabase("king").onsuccess = resolve;
        })"""
    )
    play_hand(phone, 2)
    expect(dot(phone, 2)).to_have_attribute("data-state", "phone")
    phone.reload()
    for hand in (1, 2):
        expect(dot(phone, hand)).to_have_attribute("data-state", "phone")


@pytest.mark.journey
def test_with_the_network_cut_every_hand_is_kept_and_arrives_once(
    phone: Page, sheet: Sheet
) -> None:
    open_sheet(phone, sheet)
    # As in a hall: without a secure context there is no service worker.
    assert phone.evaluate("[window.isSecureContext, typeof crypto.randomUUID]") == [
        False,
        "undefined",
    ]
    for hand in (1, 2):
        play_hand(phone, hand)
    at_the_desk(phone, 2)
    phone.context.set_offline(True)
    for hand in (3, 4, 5, 6):
        play_hand(phone, hand)
        expect(dot(phone, hand)).to_have_attribute("data-state", "phone")
    expect(phone.locator(".phone-net.is-off")).to_be_visible()
    assert HandResult.objects.count() == 2
    phone.context.set_offline(False)
    at_the_desk(phone, 6)
    assert [result.hand for result in HandResult.objects.order_by("pk")] == [1, 2, 3, 4, 5, 6]


def test_two_phones_see_the_same_sheet_within_two_seconds(
    watched: Callable[..., Page], sheet: Sheet
) -> None:
    first, second = (watched(viewport={"width": 360, "height": 640}) for _ in range(2))
    stop_the_clock(
        second
    )  # Only the page's own two seconds are measured, not the answers of a busy machine.
    open_sheet(first, sheet)
    open_sheet(second, sheet)
    # Let the first poll pass.
    with second.expect_response("**/state?*") as response_info:
        second.clock.run_for(500)
    response_info.value.finished()
    second.evaluate("fetch(location.href).then(answer => answer.text())")
    play_hand(first, 1)
    at_the_desk(first, 1)
    second.clock.run_for(2_000)
    at_the_desk(second, 1)


def test_a_hand_on_two_phones_is_said_in_words_and_holds_up_the_hand_in_until_one_is_chosen(
    phone: Page, sheet: Sheet
) -> None:
    open_sheet(phone, sheet)
    phone.context.set_offline(True)
    tap(phone, "[data-number='0']", "[data-number='0']", "[data-number='8']", "[data-act=accept]")
    fill(sheet)
    phone.context.set_offline(False)
    phone.locator("[data-act=totals]").click()
    warning = phone.locator(".phone-bottom [data-act=to-conflict]")
    expect(warning).to_have_text("La mano 1 è su due telefoni: scegli")
    expect(phone.locator("[data-act=hand-in]")).to_be_disabled()
    dot(phone, 3).click()
    expect(warning).to_be_visible()
    warning.click()
    phone.locator("[data-act=keep-theirs]").click()
    expect(warning).to_have_count(0)
    phone.locator("[data-act=totals]").click()
    expect(phone.locator("[data-act=hand-in]")).to_be_enabled()


def test_a_sheet_that_does_not_add_up_says_where_and_can_still_be_handed_in(
    phone: Page, sheet: Sheet
) -> None:
    fill(sheet, rows_of(sheet) | {2: {"contract": "Q", "units": {"N": 1, "E": 1, "S": 1, "W": 0}}})
    open_sheet(phone, sheet)
    phone.locator("[data-act=totals]").click()
    expect(phone.locator(".phone-problems li")).to_have_text(
        ["2 · No donne: manca una donna (3 su 4)"]
    )
    phone.locator("[data-act=hand-in]").click()
    expect(phone.locator(".phone-state")).to_be_visible()
