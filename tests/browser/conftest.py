"""A real browser in front of a real server. ``page`` is the laptop, ``phone`` a small phone; both
ask for Italian.

Both are watched: a script error, or a request to another server, fails the test that caused it.
``accessible(page)`` runs axe.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.conf import settings
from django.contrib.auth.models import Group
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Error, Frame, Page, expect, sync_playwright

from scoring.models import Sheet
from tests.browser.following import Counted
from tests.evenings import a_sheet
from tests.services import Missing, chromium, no_skip

# Playwright's synchronous interface runs an event loop in this thread, and Django would take the
# tests for async code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    # Browsers trust "localhost". Under its own host name over plain http the site is not a secure
    # context, as in a hall.
    "--host-resolver-rules=MAP king.club 127.0.0.1",
]
HALL = "king.club"
PASSWORD = "quattro-venti-12"
PATIENCE = 60_000
"""Timeout in milliseconds: long, because a busy machine is not a fault of the site. A passing test never waits so long."""
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder as a browser test.

    Under ``KING_NO_SKIP`` a failed test runs once more, and the report names it: a browser, a
    server and two phones on a busy machine vary in their timing. A real defect fails both times.
    Without ``KING_NO_SKIP`` every failure counts.
    """
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)
            if no_skip():
                item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, started once per session."""
    try:
        executable = chromium()
    except Missing as reason:
        pytest.skip(str(reason))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def watched(browser: Browser, live_server) -> Iterator[Callable[..., Page]]:
    """Open pages with ``watched(viewport=…, …)``, each in its own browser context. At the end, fail
    if any page reported a script error or a request to another server.

    The site has a host name as in a hall, over plain http, so features that browsers reserve for
    secure pages are missing. ``home`` is another server on this machine. Animations are off, so
    that pages are at rest.
    """
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def ask(host: str = HALL, home: str = "", **options: object) -> Page:
        home = (home or live_server.url).replace("localhost", host)
        context = browser.new_context(
            **{
                "base_url": home,
                "locale": "it-IT",
                "timezone_id": "Europe/Rome",
                "reduced_motion": "reduce",
            }
            | options
        )
        context.set_default_timeout(PATIENCE)
        context.on("weberror", lambda error: complaints.append(f"script: {error.error}"))
        context.on("request", lambda request: _note_a_stranger(request.url, home, complaints))
        contexts.append(context)
        return context.new_page()

    yield ask
    for context in contexts:
        context.close()
    assert complaints == []


def _note_a_stranger(url: str, home: str, complaints: list[str]) -> None:
    # The browser shows a PDF in an extension of its own.
    if not url.startswith((home, "data:", "blob:", "about:", "chrome-extension:", "chrome:")):
        complaints.append(f"request to another place: {url}")


@pytest.fixture
def page(watched: Callable[..., Page]) -> Page:
    """The laptop at the desk."""
    return watched(viewport={"width": 1280, "height": 800})


@pytest.fixture
def counted(page: Page) -> Counted:
    return Counted(page)


@pytest.fixture
def phone(watched: Callable[..., Page]) -> Page:
    """A small touch phone, 360 × 640."""
    return watched(
        viewport={"width": 360, "height": 640},
        has_touch=True,
        is_mobile=True,
        device_scale_factor=2,
    )


@pytest.fixture
def accessible() -> Callable[[Page], list[str]]:
    """Return a function that lists axe's violations on a page, one line per rule and element."""

    def ask_axe(page: Page) -> list[str]:
        rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE_SCRIPT)
        options = {"runOnly": rules, "resultTypes": ["violations"]}
        return [
            f"{violation['id']}: {node['html'][:160]}"
            for violation in page.evaluate(
                "options => axe.run(options).then(found => found.violations)", options
            )
            for node in violation["nodes"]
        ]

    return lambda page: _on_one_page(page, ask_axe)


def _on_one_page(page: Page, look: Callable[[Page], list[str]]) -> list[str]:
    """Findings of ``look`` on a page that stays. If the page navigates meanwhile, look again, up to
    five times.
    """
    for _page in range(5):
        page.wait_for_load_state()
        others: list[str] = []

        def note(frame: Frame, others: list[str] = others) -> None:
            if frame == page.main_frame:
                others.append(frame.url)

        page.on("framenavigated", note)
        try:
            found = look(page)
        except Error:
            if not others:
                raise
        else:
            if not others:
                return found
        finally:
            page.remove_listener("framenavigated", note)
    raise AssertionError("no page stays long enough to be looked at")


@pytest.fixture
def wrong_looks(accessible: Callable[[Page], list[str]]) -> Callable[[Page], list[str]]:
    """Return a function that lists axe's violations and pages wider than their window, on a phone
    with the dark theme and on a laptop with the light one.
    """

    def too_wide(page: Page) -> list[str]:
        width, window = page.locator(":root").evaluate(
            "root => [root.scrollWidth, root.clientWidth]"
        )
        return [f"the page is {width} wide, its window {window}"] if width > window else []

    def found_on(page: Page) -> list[str]:
        found = []
        for width, height, theme in ((360, 740, "dark"), (1280, 800, "light")):
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            # The page's script follows the device's theme a moment later.
            expect(page.locator(":root")).to_have_attribute("data-bs-theme", theme)
            found += _on_one_page(page, too_wide) + accessible(page)
        return found

    return found_on


@pytest.fixture
def sign_in(page: Page, live_server, django_user_model) -> Callable[..., Page]:
    """Sign in with roles: ``sign_in("organizer", "arbiter")`` is the laptop of a person with both."""

    def signed_in(*roles: str) -> Page:
        user = django_user_model.objects.create_user("anna", password=PASSWORD)
        user.groups.set(Group.objects.get_or_create(name=role)[0] for role in roles)
        client = Client()
        client.force_login(user)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        home = live_server.url.replace("localhost", HALL)
        page.context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": home}]
        )
        return page

    return signed_in


@pytest.fixture
def desk(sign_in: Callable[..., Page]) -> Page:
    """The laptop of an organizer who is also an arbiter and a dealer, signed in."""
    return sign_in("organizer", "arbiter", "dealing")


@pytest.fixture
def sheet(transactional_db: None) -> Sheet:
    """The sheet of the only table of a partita of lab12 in play."""
    return a_sheet()
