"""The desk of an evening of each of the three-player games: every page that is linked opens."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.evenings import demo

LINK = re.compile(r'href="(/desk/[^"#?]*)"')


@pytest.mark.at_length
@pytest.mark.parametrize("code", ["king_three", "russian", "rifki"])
@pytest.mark.parametrize("stage", ["seated", "playing", "finished"])
def test_every_page_of_the_desk_opens(code: str, stage: str, organizer: Client) -> None:
    evening = demo(stage=stage, seed=4, ruleset=code, tables=2, rounds=1, language="en")
    start = f"/desk/{evening.code}/"
    seen, waiting = set(), [start, f"{start}play/1/", f"{start}play/1/1/", f"{start}standings/"]
    while waiting and len(seen) < 80:
        address = waiting.pop(0)
        if address in seen or not address.startswith(start):
            continue
        seen.add(address)
        answer = organizer.get(address, headers={"Accept-Language": "en"}, follow=True)
        assert answer.status_code == 200, address
        if not answer.headers["Content-Type"].startswith("text/html"):
            continue
        page = b"".join(answer) if answer.streaming else answer.content
        waiting += LINK.findall(page.decode())
    assert len(seen) > 15
