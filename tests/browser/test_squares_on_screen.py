"""The report of a hall without network, photographed from the laptop's screen."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from king.simultaneous.qr_codes import Place, Square, open_square, unpack
from simultaneous import centre, hall
from simultaneous.models import Event
from tests.browser.conftest import HALL
from tests.simultaneous.halls import an_event, joined, whole_evening

LAPTOP = {"width": 1366, "height": 768}


def read(picture: Path) -> list[str]:
    process = subprocess.run(
        ["zbarimg", "-q", "--raw", str(picture)], capture_output=True, text=True, check=False
    )
    return process.stdout.split()


@pytest.mark.skipif(shutil.which("zbarimg") is None, reason="zbarimg reads the squares")
def test_the_squares_are_read_from_the_screen_and_are_the_report(
    sign_in: Callable[..., Page], live_server: LiveServer, tmp_path: Path
) -> None:
    home = live_server.url.replace("localhost", HALL)
    event = an_event(address=f"{home}/simultaneous/{{code}}/")
    participation = whole_evening(joined(event), players=16)
    participation = hall.close_hall(participation=participation, author=None)
    page = sign_in("organizer")
    page.set_viewport_size(LAPTOP)
    page.goto(f"{home}/desk/{participation.tournament.code}/event/")
    page.locator("a[href$='/squares/']").click()
    numbers = page.locator(".squares nav a").all_inner_texts() or ["1"]
    parts, addresses = [], []
    for number in numbers:
        if len(numbers) > 1:
            page.locator(f".squares nav a:text-is('{number}')").click()
        page.screenshot(path=tmp_path / f"{number}.png")
        [address] = read(tmp_path / f"{number}.png")
        before, part = address.rstrip("/").rsplit("/", 1)
        where, place = before.rsplit("/", 1)
        assert where.endswith(f"{event.code.upper()}/R/1")
        assert place.endswith(f"-{number}-{len(numbers)}")
        parts.append(open_square(participation.secret, Square(Place.read(place), part)))
        addresses.append(urlsplit(address).path)
    report, own = unpack(parts), hall.report_of(participation)
    assert report.salted(participation.secret).digest == own.digest
    # A phone that opens the scanned addresses sends the report.
    centre.take_code(event.halls.get(number=1), participation.code)
    for address in addresses:
        page.goto(f"{home}{address}")
        page.locator("main button").click()
    assert Event.objects.get(pk=event.pk).halls.get(number=1).reports.count() == 1
