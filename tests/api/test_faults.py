"""Nonsensical requests and faults of the site below ``/api/`` are answered as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from tests.accounts import browser_of
from tests.evenings import a_tournament, in_play, published_round
from tests.simultaneous.events import in_play as an_event
from tournaments.circuits import Circuit

pytestmark = pytest.mark.django_db

LONE = "\ud800"
"""Lone surrogate: JSON can write it, but it is not a character."""


def by_its_schema(schema: dict[str, Any], known: dict[str, Any]) -> Any:
    """Value of the schema with the lone surrogate in each place for a text."""
    if "$ref" in schema:
        return by_its_schema(known[schema["$ref"].rpartition("/")[2]], known)
    if "allOf" in schema:
        return by_its_schema(schema["allOf"][0], known)
    match schema.get("type"):
        case "array":
            return [by_its_schema(schema["items"], known)]
        case "object":
            fields = schema.get("properties", {})
            return {name: by_its_schema(fields[name], known) for name in fields}
        case "integer" | "number":
            return 1
        case "boolean":
            return True
    return LONE


def texts(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of each place with the lone surrogate."""
    if value == LONE:
        yield way
    elif isinstance(value, dict | list):
        places = value.items() if isinstance(value, dict) else enumerate(value)
        for place, part in places:
            yield from texts(part, (*way, place))


def alone(way: tuple[Any, ...]) -> Any:
    """Body that contains only the place at this path."""
    if not way:
        return LONE
    place, *rest = way
    return [alone(tuple(rest))] if isinstance(place, int) else {place: alone(tuple(rest))}


def test_half_a_character_in_any_field_of_any_step_is_refused_and_named(chief: User) -> None:
    """A lone surrogate is refused with the name of its field. 25 choice fields of 19 steps used to
    answer 500.
    """
    schema = SchemaGenerator().get_schema(request=None, public=True)
    known = schema["components"]["schemas"]
    evening = published_round(a_tournament()).tournament
    circuit = Circuit.objects.create(name="Re Cuori")
    program = browser_of(chief)
    program.raise_request_exception = False
    codes = {"circuits": circuit.code, "editions": "none"}
    wrong, tried = [], 0
    for address, methods in schema["paths"].items():
        step = methods.get("post", {})
        if "requestBody" not in step or address.startswith(("/api/tables/", "/api/simultaneous/")):
            continue
        code = codes.get(address.split("/")[2], evening.code)
        filled = address.format(code=code, number=1, table=1)
        body = step["requestBody"]["content"]["application/json"]["schema"]
        for way in texts(by_its_schema(body, known)):
            answer = program.post(filled, json.dumps(alone(way)), "application/json")
            field = ".".join(map(str, way))
            refusal = answer.json()
            known_as = answer.status_code, refusal["code"], refusal.get("place")
            if answer.status_code == 404:  # The step looks for its row before it reads the body.
                continue
            if known_as != (422, "surrogate_characters_not_allowed", {"field": field}):
                wrong.append((address, field, answer.status_code, refusal["code"]))
            tried += 1
    assert wrong == []
    assert tried > 100


@pytest.mark.parametrize("body", [{LONE: 1}, {"content": {"units": {LONE: 1}}, "hand": 1}, [LONE]])
def test_half_a_character_in_a_name_or_in_a_list_is_refused(body: Any) -> None:
    place = in_play().tables.get(number=1).place
    answer = Client(raise_request_exception=False).post(
        f"/api/tables/{place.code}/rounds/1/rows/", json.dumps(body), "application/json"
    )
    assert (answer.status_code, answer.json()["code"]) == (422, "surrogate_characters_not_allowed")


@pytest.mark.parametrize(
    "body", [{"joined": True, "mac": LONE}, {"code": LONE}, {"report": {"a": LONE}}, {LONE: 1}]
)
def test_half_a_character_is_no_json_of_a_hall(body: Any) -> None:
    event = an_event()
    answer = Client(raise_request_exception=False).post(
        f"/api/simultaneous/{event.code}/halls/1/", json.dumps(body), "application/json"
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "parse_error")


def test_a_fault_of_the_program_is_json_for_programs_and_a_page_for_people(
    settings: Any,
) -> None:
    evening = published_round(a_tournament()).tournament
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE scoring_publication RENAME TO elsewhere")
    client = Client(headers={"Accept-Language": "en"}, raise_request_exception=False)
    answer = client.get(f"/api/tournaments/{evening.code}/standings/")
    assert (answer.status_code, answer.headers["Content-Type"]) == (500, "application/json")
    assert answer.json()["code"] == "server_error"
    assert answer.json()["message"].startswith("The fault is the server's, not yours")
    page = client.get(f"/live/{evening.code}/")
    assert (page.status_code, page.headers["Content-Type"][:9]) == (500, "text/html")


@pytest.mark.sqlite
def test_a_database_that_is_gone_is_json_for_programs(settings: Any, tmp_path: Path) -> None:
    name = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = tmp_path / "gone"
    try:
        answer = Client(headers={"Accept-Language": "en"}).get("/api/tournaments/")
    finally:
        connection.settings_dict["NAME"] = name
    assert (answer.status_code, answer.json()["code"]) == (503, "not_saved")
    assert answer.headers["Retry-After"] == "10"
    assert "is no longer there" in answer.json()["message"]


def test_a_name_that_is_not_this_sites_is_json_for_programs() -> None:
    answer = Client(headers={"Host": "elsewhere.example", "Accept-Language": "en"}).get("/api/")
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown_name")
