"""A link copied from a sentence together with the punctuation after it still finds its page."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.evenings import a_tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("sign", [".", ",", ")", ").", "!", "”"])
def test_a_sign_behind_a_link_is_left_out(client: Client, sign: str) -> None:
    code = a_tournament().code
    for target in (f"/live/{code}/", "/rules/", "/"):
        for address in (f"{target}{sign}", f"{target.rstrip('/') or '/'}{sign}"):
            answer = client.get(address, follow=True)
            assert answer.status_code == 200
            assert answer.request["PATH_INFO"] == target


def test_what_was_asked_stands_and_a_page_that_is_not_there_is_not_found(client: Client) -> None:
    code = a_tournament().code
    answer = client.get(f"/live/{code}/.", {"q": "Rossi"})
    assert (answer.status_code, answer["Location"]) == (302, f"/live/{code}/?q=Rossi")
    assert client.get("/live/abc/standings.pdf.").status_code == 302
    assert client.get("/nowhere.").status_code == 404
    assert client.post(f"/live/{code}/.").status_code in (404, 405, 301)
