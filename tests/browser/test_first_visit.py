"""A captain's first visit on a slow line takes few requests and few bytes; the second one asks only
for what may have changed. The server is the real one, with its static files.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from benchmarks.first_visit import visits
from tests.real_servers import TableServer

MOST_REQUESTS, MOST_BYTES = 10, 122_000


@pytest.fixture
def server(tmp_path: Path, installation: Path) -> Iterator[TableServer]:
    hall = TableServer(tmp_path / "hall", installation)
    hall.start()
    yield hall
    hall.kill()


def test_a_first_visit_is_ten_requests_and_a_second_asks_for_no_script_and_no_font(
    server: TableServer, browser: Browser
) -> None:
    with browser.new_context(locale="it-IT", viewport={"width": 360, "height": 640}) as phone:
        first, second = visits(phone.new_page(), server.port, server.new_sheet())
    names = [path.rpartition("/")[2] for path, _size in first.answers]
    assert len([name for name in names if name.endswith((".js", ".css"))]) == 4
    assert len([name for name in names if "-latin." in name]) == 3
    assert len(names) <= MOST_REQUESTS
    assert 50_000 < first.bytes <= MOST_BYTES
    assert second.assets.answers == []
    assert 5_000 < second.bytes < 20_000
