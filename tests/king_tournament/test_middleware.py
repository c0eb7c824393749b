"""Requests that the site's own pages never send are refused with a sentence, for every visitor."""

from __future__ import annotations

import json
import logging
import re

import pytest
from django.test import Client, override_settings

from tests.evenings import a_sheet

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "name",
    [
        "localhost:8000",
        "127.0.0.1",
        "[::1]:8000",
        "192.168.1.20:8000",
        "10.0.0.7",
        "172.31.255.1",
        "169.254.10.1",
        "[fd12:3456::7]:8000",
        "[fe80::1]",
        "club-laptop.local:8000",
        "king.example",
    ],
)
def test_a_name_that_a_hall_can_have_is_answered(client: Client, name: str) -> None:
    with override_settings(ALLOWED_HOSTS=["*", ".local", ".localhost", "king.example"]):
        assert client.get("/", headers={"host": name}).status_code == 200


@pytest.mark.parametrize(
    "name",
    [
        "evil.example",
        "8.8.8.8",
        "172.32.0.1",
        "[2001:4860::8]",
        "192.168.1.20.evil.example",
        "a b",
        "king.example@x",
    ],
)
@pytest.mark.parametrize("path", ["/", "/health", "/t/abcdef/1/state", "/static/none", "/api/"])
def test_a_forged_name_is_refused_and_not_repeated(client: Client, name: str, path: str) -> None:
    answer = client.get(path, headers={"host": name, "accept-language": "en"})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "KING_HOSTS" in page
    assert name not in page


def test_the_page_of_a_refused_name_needs_no_file_that_would_be_refused_with_it(
    client: Client,
) -> None:
    """The page used to need its style sheet; without it a picture was as wide as the window."""
    page = client.get("/", headers={"host": "evil.example"}).content.decode()
    assert re.findall(r"\b(?:src|href|url)\b", page) == []
    assert "<svg" not in page


def test_json_nested_without_end_is_answered_at_a_table(client: Client) -> None:
    """Unlimited recursion used to cause an error of the program (500)."""
    sheet = a_sheet()
    for name in ("rows", "hand-in", "call", "seats", "sign"):
        for body in (
            "[" * 100_000,
            '{"content": ' * 5_000 + "1" + "}" * 5_000,
            json.dumps({"hand": "1" * 100_000}),
        ):
            address = f"/t/{sheet.table.place.code}/{sheet.table.round.number}/{name}"
            answer = client.post(address, body, content_type="application/json")
            assert answer.status_code == 422
            assert answer.json()["message"]


def test_a_page_address_that_is_none_leads_a_fragment_to_signing_in(client: Client) -> None:
    answer = client.get(
        "/desk/roster/", headers={"HX-Request": "true", "HX-Current-URL": "http://[::1"}
    )
    assert answer.status_code == 200
    assert answer.headers["HX-Redirect"].startswith("/accounts/login")


@pytest.mark.parametrize("path", ["/desk/a b/players/", "/live/none/2/tables/x/", "/t/none//fault"])
def test_a_form_that_cannot_be_read_is_answered_at_an_address_that_is_none_too(path: str) -> None:
    """Django reads the form to show its page for an unknown address, which used to cause an error
    of the program (500).
    """
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    token = {"x-csrftoken": "a" * 32, "cookie": "csrftoken=" + "a" * 32}
    assert (
        client.post(path, b"--x", content_type="multipart/form-data", headers=token).status_code
        == 400
    )
    fields = "&".join(f"a{number}=1" for number in range(1_100))
    form = "application/x-www-form-urlencoded"
    assert client.post(path, fields, content_type=form, headers=token).status_code == 413


def test_a_form_without_its_token_is_one_line_in_the_terminal_and_nonsense_is_none(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """If an address is missing in KING_HOSTS, nobody can sign in, and this line is the only hint."""
    terminal = logging.getLogger("django")
    terminal.addHandler(caplog.handler)
    try:
        client = Client(enforce_csrf_checks=True, raise_request_exception=False)
        headers = {"origin": "http://elsewhere.example"}
        assert (
            client.post("/accounts/login", {"username": "anna"}, headers=headers).status_code == 403
        )
        logging.getLogger("django.security.SuspiciousFileOperation").error("x" * 80)
    finally:
        terminal.removeHandler(caplog.handler)
    [line] = caplog.records
    assert "http://elsewhere.example" in line.getMessage()
    assert line.exc_info is None
