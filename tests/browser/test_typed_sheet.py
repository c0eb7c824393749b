"""A hall that plays on paper alone: its captain types a sheet on the hall's own page with a thumb,
and the centre receives report and code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from king.simultaneous.documents import in_groups
from simultaneous.models import Draft
from tests.simultaneous.events import a_hall, in_play, night_of, report_of
from tests.simultaneous.typing import own_page


def tap_and_type(phone: Page, name: str, text: str) -> None:
    field = phone.locator(f'[name="{name}"]')
    field.tap()
    phone.keyboard.type(text)


def type_rows(phone: Page, sheet: dict[str, Any]) -> None:
    for row in sheet["rows"]:
        if "trump" in row:
            phone.locator(f'[name="h{row["hand"]}-trump"]').select_option(row["trump"])
        for place, count in row["units"].items():
            tap_and_type(phone, f"h{row['hand']}-{place}", str(count))


def test_a_sheet_is_typed_by_touch_and_becomes_the_report_of_the_hall(
    phone: Page, watched: Callable[..., Page], accessible: Callable[[Page], list[str]]
) -> None:
    event = in_play("Genova")
    night = night_of(event, 1)
    sheet = night["rounds"][0]["sheets"][0]
    phone.goto(own_page(event))
    phone.get_by_role("link", name="Con la sola carta: scrivi i fogli").tap()
    expect(phone.locator("h1")).to_have_text("Scrivi i fogli")
    assert accessible(phone) == []
    phone.get_by_role("link", name="Scrivi il tavolo 1").tap()
    for place, name in sheet["seats"].items():
        tap_and_type(phone, f"seat-{place}", name)
    tap_and_type(phone, "h1-N", "x")
    phone.keyboard.press("Tab")
    check = phone.locator("#typed-check")
    expect(check).to_contain_text("Non salvato. Mano 1, Nord")
    phone.locator('[name="h1-N"]').fill("")
    type_rows(phone, sheet)
    phone.keyboard.press("Tab")
    expect(check).to_contain_text("Il foglio quadra.")
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    assert accessible(phone) == []
    phone.reload()
    expect(phone.locator('[name="seat-N"]')).to_have_value(sheet["seats"]["N"])
    last = sheet["rows"][-1]["units"]["W"]
    expect(phone.locator('[name="h12-W"]')).to_have_value(str(last))

    # A second phone saves the sheet meanwhile.
    other = watched(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    other.goto(f"{own_page(event)}sheets/1/1/")
    other.locator('[name="seat-S"]').fill("Verdi Ugo")
    other.keyboard.press("Tab")
    expect(other.locator("#typed-check")).to_contain_text("Salvato")
    phone.locator('[name="seat-S"]').fill(sheet["seats"]["S"] + " ")
    phone.keyboard.press("Tab")
    expect(check).to_contain_text("qualcun altro ha salvato questo foglio")
    phone.get_by_role("button", name="Tieni il mio").tap()
    expect(check).to_contain_text("Il foglio quadra.")
    assert Draft.objects.get().sheet["seats"] == sheet["seats"]

    phone.get_by_role("link", name="Tutti i fogli").tap()
    expect(phone.get_by_text("quadra")).to_be_visible()
    phone.get_by_role("link", name="Scrivi il verbale").tap()
    expect(phone.locator("h1")).to_have_text("Scrivi il verbale")
    assert accessible(phone) == []
    phone.get_by_role("button", name="Scrivi il verbale e di' il codice").tap()
    code = report_of(event, 1, night).code
    expect(phone.locator("#messages")).to_contain_text(in_groups(code))
    assert a_hall(event, 1).is_in_field
