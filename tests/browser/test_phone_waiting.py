"""A phone that has opened its table's page before the partita starts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.evenings import a_round, a_tournament, put_in_play


@pytest.mark.django_db(transaction=True)
def test_a_phone_that_waits_stays_when_nobody_answers_and_opens_the_sheet_when_play_begins(
    phone: Page, accessible: Callable[[Page], list[str]]
) -> None:
    round_ = a_round(a_tournament(), started=False)
    code = round_.tables.get().place.code
    phone.clock.install()
    phone.goto(f"/t/{code}/")
    expect(phone.locator("#waiting .notice")).to_be_visible()
    assert accessible(phone) == []
    phone.context.set_offline(True)
    phone.clock.run_for(16_000)
    expect(phone.locator("#connection")).to_be_visible()
    expect(phone.locator("#waiting .notice")).to_be_visible()
    phone.context.set_offline(False)
    put_in_play(round_)
    phone.clock.run_for(16_000)
    phone.wait_for_url(f"**/t/{code}/1/")
    expect(phone.locator(".phone-dot").first).to_be_visible()
