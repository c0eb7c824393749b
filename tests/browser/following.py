"""Links and buttons that lead to another page, and a page's clock that a test moves."""

from __future__ import annotations

import datetime
from collections.abc import Callable

from playwright.sync_api import Locator, Page


def press_of(step: str) -> str:
    """Selector of the button that submits ``step``: its form's address, or its own, ends in the
    step.
    """
    return (
        f"form[action$='/{step}/'] button:not([formaction], [name]), button[formaction$='/{step}/']"
    )


def follow(link: Locator) -> None:
    """Press a link or a form's button; return when the page that it leads to has loaded, with its
    scripts.

    A click alone may return while the old page is still there, or no page is.
    """
    with link.page.expect_navigation():
        link.click()


def paste_into(page: Page, text: str) -> None:
    """Paste a list into the box of the players; return when its preview has loaded."""
    with page.expect_navigation():
        page.evaluate(
            """text => {
                const clipboardData = new DataTransfer();
                clipboardData.setData("text/plain", text);
                const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
                document.getElementById("player-search").dispatchEvent(paste);
            }""",
            text,
        )


def stop_the_clock(page: Page) -> None:
    """Stop the page's clock from its next load on; ``page.clock.run_for`` moves it."""
    now = datetime.datetime.now(datetime.UTC)
    page.clock.install(time=now)
    page.clock.pause_at(now + datetime.timedelta(seconds=1))


def hurry(
    page: Page, every: int, seen: Callable[..., None], *what: object, timeout: int | None = None
) -> None:
    """Run the page's clock ahead by ``every`` milliseconds, up to three times, until ``seen``
    passes.

    The page's clock is installed but also goes on by itself, so an answer that is still on its way
    only costs time.
    """
    for _question in range(3):
        page.clock.run_for(every)
        try:
            return seen(*what, timeout=500)
        except AssertionError:
            pass
    return seen(*what, **({} if timeout is None else {"timeout": timeout}))


def wait_for(page: Page, truth: str) -> None:
    """Wait until a JavaScript expression is true. It is polled from outside, because the CSP
    forbids pages to evaluate strings.
    """
    for _ in range(600):
        if page.evaluate(f"async () => Boolean({truth})"):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"never true: {truth}")


class Counted:
    """A user at the laptop whose clicks and keys are counted, and whose opened pages are recorded,
    in all tabs.
    """

    def __init__(self, page: Page) -> None:
        self.page, self.clicks, self.keys, self.seen = page, 0, 0, []
        page.context.on("page", lambda _tab: self.seen.append("a tab"))
        page.on("domcontentloaded", lambda loaded: self.seen.append(loaded.url))

    def key(self, *names: str) -> None:
        for name in names:
            self.keys += 1
            self.page.keyboard.press(name)

    def tab_to(self, selector: str, most: int = 40) -> None:
        """Press Tab until the element has the focus."""
        for _step in range(most):
            if self.page.locator(f"{selector}:focus").count():
                return
            self.key("Tab")
        raise AssertionError(f"{most} tabs do not lead to {selector}")

    def press(self, button: Locator) -> None:
        self.clicks += 1
        follow(button)

    def tap(self, button: Locator) -> None:
        """Press a button that does not leave the page."""
        self.clicks += 1
        button.click()

    def press_for_a_tab(self, button: Locator) -> None:
        self.clicks += 1
        with self.page.context.expect_page():
            button.click()
