"""A table of three in public: no page names the empty chair."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.evenings import demo

pytestmark = pytest.mark.django_db

LINK = re.compile(r'href="(/(?:live|t|desk|rules)[^"#?]*)"')


def words(content: bytes) -> str:
    visible = re.sub(rb"<(script|style|svg).*?</\1>", b" ", content, flags=re.DOTALL)
    return re.sub(r"<[^>]*>", " ", visible.decode())


@pytest.mark.parametrize(
    "code", ["king_three", pytest.param("russian", marks=pytest.mark.at_length)]
)
def test_every_public_page_of_a_published_evening_opens(code: str, client: Client) -> None:
    evening = demo(stage="finished", seed=4, ruleset=code, tables=2, rounds=1, language="en")
    seen, waiting = set(), [f"/live/{evening.code}/", f"/rules/{code}/"]
    while waiting and len(seen) < 60:
        address = waiting.pop(0)
        if address in seen or address.endswith((".pdf", ".xlsx", ".json", ".csv")):
            continue
        seen.add(address)
        answer = client.get(address, headers={"Accept-Language": "en"}, follow=True)
        assert answer.status_code == 200, address
        if not answer.headers["Content-Type"].startswith("text/html"):
            continue
        page = b"".join(answer) if answer.streaming else answer.content
        if code == "king_three" and address.startswith(f"/live/{evening.code}/"):
            assert not re.search(r"\bWest\b", words(page)), address
        waiting += [link for link in LINK.findall(page.decode()) if evening.code in link]
    assert len(seen) > 6
