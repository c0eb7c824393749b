"""The site's own web server is killed in the middle of a sheet and started again: every row arrives
exactly once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.pages import at_the_desk, dot, play_hand
from tests.real_servers import TableServer


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, installation: Path) -> Iterator[TableServer]:
    hall = TableServer(tmp_path_factory.mktemp("night"), installation)
    yield hall
    hall.kill()


@pytest.fixture
def table(server: TableServer, watched: Callable[..., Page]) -> Page:
    """Open the page of a new table on a phone."""
    code = server.new_sheet()
    if not server.answers():
        server.start()
    phone = watched(
        home=server.home, viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True
    )
    phone.goto(f"/t/{code}/")
    expect(phone.locator(".phone-dot")).to_have_count(13)
    return phone


def test_with_the_server_killed_and_started_again_every_hand_arrives_once(
    table: Page, server: TableServer
) -> None:
    for hand in (1, 2, 3):
        play_hand(table, hand)
    at_the_desk(table, 3)
    server.kill()
    for hand in (4, 5, 6, 7):
        play_hand(table, hand)
        expect(dot(table, hand)).to_have_attribute("data-state", "phone")
    expect(table.locator(".phone-net.is-off")).to_be_visible()
    assert server.rows() == [(1, 1), (2, 1), (3, 1)]
    server.start()
    at_the_desk(table, 7)
    for hand in range(8, 13):
        play_hand(table, hand)
    at_the_desk(table, 12)
    assert server.rows() == [(hand, 1) for hand in range(1, 13)]
    table.locator("[data-act=hand-in]").click()
    expect(table.locator(".phone-state")).to_be_visible()


def test_a_server_that_dies_between_storing_a_row_and_answering_stores_it_once(
    table: Page, server: TableServer
) -> None:
    died: list[str] = []

    def die_before_the_answer(route: Route) -> None:
        if died:
            route.continue_()
            return
        route.fetch(url=route.request.url.replace("king.club", "localhost"))
        died.append(route.request.url)
        server.kill()
        route.abort()

    table.route("**/rows", die_before_the_answer)
    play_hand(table, 1)
    expect(table.locator(".phone-net.is-off")).to_be_visible()
    assert len(died) == 1
    assert server.rows() == [(1, 1)]
    play_hand(table, 2)
    expect(dot(table, 1)).to_have_attribute("data-state", "phone")
    server.start()
    at_the_desk(table, 1)
    at_the_desk(table, 2)
    assert server.rows() == [(1, 1), (2, 1)]
