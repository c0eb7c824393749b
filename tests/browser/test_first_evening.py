"""The first minutes with a new installation, at the laptop."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

PASSWORD = "quattro-venti-12"


def test_the_first_pages_are_accessible_at_both_widths(
    page: Page, wrong_looks: Callable[[Page], list[str]], django_user_model
) -> None:
    page.goto("/")
    assert wrong_looks(page) == []
    django_user_model.objects.create_user("anna")
    page.goto("/accounts/login")
    assert wrong_looks(page) == []


@pytest.mark.journey
def test_a_new_installation_offers_the_first_account_and_signs_in(page: Page) -> None:
    page.goto("/")
    page.fill("[name=username]", "anna")
    page.fill("[name=password1]", PASSWORD)
    page.fill("[name=password2]", PASSWORD)
    page.locator("main form .btn-primary").click()
    expect(page.locator(".account-name")).to_have_text("anna")


def test_a_password_typed_wrong_keeps_the_name_that_was_typed(page: Page) -> None:
    page.goto("/")
    page.fill("[name=username]", "anna")
    page.fill("[name=password1]", PASSWORD)
    page.fill("[name=password2]", "something else")
    page.locator("main form .btn-primary").click()
    expect(page.locator("[name=username]")).to_have_value("anna")
    expect(page.locator(".field-error").first).to_be_visible()


def test_one_click_on_the_first_page_opens_a_trial_evening_and_the_account_can_still_be_made(
    page: Page,
) -> None:
    page.goto("/")
    page.set_viewport_size({"width": 1366, "height": 768})
    opening = page.locator("main [value=playing]").first
    expect(opening).to_be_in_viewport(ratio=1)
    expect(page.locator("main form .btn-primary")).to_be_in_viewport(ratio=1)
    opening.click()
    page.wait_for_url(re.compile(r"/desk/\w{6}/$"))
    expect(page.locator("#night")).to_be_visible()
    page.locator("a.account-name").click()
    page.fill("[name=username]", "anna")
    page.fill("[name=password1]", PASSWORD)
    page.fill("[name=password2]", PASSWORD)
    page.locator("main form .btn-primary").click()
    expect(page.locator(".account-name")).to_have_text("anna")
