"""Requests as the phone at a table sends them."""

from __future__ import annotations

import json
import uuid

from django.test import Client

from scoring.models import Sheet
from tests.evenings import own_code

KINGS_AND_JACKS = {"contract": "KJ", "units": {"N": 3, "E": 1, "S": 4, "W": 0}}


def address(sheet: Sheet, name: str = "") -> str:
    return f"/t/{sheet.table.place.code}/{sheet.table.round.number}/{name}"


def send(client: Client, sheet: Sheet, **body: object):
    body = {
        "hand": 1,
        "content": KINGS_AND_JACKS,
        "client_id": str(uuid.uuid4()),
        "based_on": 0,
    } | body
    return client.post(address(sheet, "rows"), json.dumps(body), content_type="application/json")


def ask(client: Client, sheet: Sheet, name: str, body: dict[str, object]):
    return client.post(address(sheet, name), json.dumps(body), content_type="application/json")


def sign(client: Client, sheet: Sheet, wind: str, seen: str):
    return ask(
        client, sheet, "sign", {"wind": wind, "seen": seen, "own_code": own_code(sheet, wind)}
    )
