"""What no browser of ours sends: refused in a sentence, whoever asks."""

from __future__ import annotations

import json

import pytest
from django.test import Client, override_settings

from tests.evenings import a_sheet

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "name",
    ["localhost:8000", "127.0.0.1", "[::1]:8000", "192.168.1.20:8000", "10.0.0.7", "172.31.255.1", "169.254.10.1",
     "[fd12:3456::7]:8000", "[fe80::1]", "club-laptop.local:8000", "king.example"],
)  # fmt: skip
def test_a_name_that_a_hall_can_have_is_answered(client: Client, name: str) -> None:
    with override_settings(ALLOWED_HOSTS=["*", ".local", ".localhost", "king.example"]):
        assert client.get("/", headers={"host": name}).status_code == 200


@pytest.mark.parametrize(
    "name",
    ["evil.example", "8.8.8.8", "172.32.0.1", "[2001:4860::8]", "192.168.1.20.evil.example", "a b", "king.example@x"],
)
@pytest.mark.parametrize("path", ["/", "/health", "/t/abcdef/1/state", "/static/none", "/api/"])
def test_a_forged_name_is_refused_and_not_repeated(client: Client, name: str, path: str) -> None:
    answer = client.get(path, headers={"host": name, "accept-language": "en"})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "KING_HOSTS" in page
    assert name not in page


def test_json_nested_without_end_is_answered_at_a_table(client: Client) -> None:
    """A recursion without a limit had been an error of the program (500)."""
    sheet = a_sheet()
    for name in ("rows", "hand-in", "call", "seats", "sign"):
        for body in ("[" * 100_000, '{"content": ' * 5_000 + "1" + "}" * 5_000, json.dumps({"hand": "1" * 100_000})):
            address = f"/t/{sheet.table.place.code}/{sheet.table.round.number}/{name}"
            answer = client.post(address, body, content_type="application/json")
            assert answer.status_code == 422
            assert answer.json()["message"]


def test_a_page_address_that_is_none_leads_a_fragment_to_signing_in(client: Client) -> None:
    answer = client.get("/desk/roster/", headers={"HX-Request": "true", "HX-Current-URL": "http://[::1"})
    assert answer.status_code == 200
    assert answer.headers["HX-Redirect"].startswith("/accounts/login")
