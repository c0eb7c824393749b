"""Pressing what leads to another page, and time that passes only when a test says so."""

from __future__ import annotations

import datetime

from playwright.sync_api import Locator, Page


def follow(link: Locator) -> None:
    """Press a link or a form's button; when this returns, the page that it leads to is there, with its scripts.

    A click alone may answer while the old page is still there, or none is.
    """
    with link.page.expect_navigation():
        link.click()


def stop_the_clock(page: Page) -> None:
    """From the next page on nothing happens by itself: ``page.clock.run_for`` lets time pass."""
    now = datetime.datetime.now(datetime.UTC)
    page.clock.install(time=now)
    page.clock.pause_at(now + datetime.timedelta(seconds=1))


def wait_for(page: Page, truth: str) -> None:
    """Until an expression of the page's script is true; asked from outside, as no page may make code of a text."""
    for _ in range(600):
        if page.evaluate(f"() => Boolean({truth})"):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"never true: {truth}")
