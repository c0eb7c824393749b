"""API of an event: what programs read, and what a hall's program sends to its centre."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from king.simultaneous.documents import word_seal
from king.simultaneous.merging import result_code
from simultaneous import centre
from simultaneous.api import ReportParser
from simultaneous.models import Event, Hall
from simultaneous.ranking import publish_event
from tests.simultaneous.events import (
    a_hall,
    drawn,
    in_play,
    keys_of,
    planned,
    report_of,
    reported,
)

pytestmark = pytest.mark.django_db


def read(event: Event) -> dict[str, Any]:
    answer = Client().get(f"/api/simultaneous/{event.code}/")
    assert answer.status_code == 200
    body: dict[str, Any] = answer.json()
    return body


def halls_of(event: Event) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = (
        Client().get(f"/api/simultaneous/{event.code}/halls/").json()["results"]
    )
    return results


def say(hall: Hall, body: Any) -> Any:
    address = f"/api/simultaneous/{hall.event.code}/halls/{hall.number}/"
    return Client().post(address, body, content_type="application/json")


def sealed(hall: Hall, word: str) -> str:
    return word_seal(hall.secret, word)


def test_the_key_is_read_once_it_is_told() -> None:
    event = drawn()
    body = read(event)
    assert (body["state"], body["keys"], body["commitment"]) == ("open", [], event.commitment)
    assert body["documents"] == event.terms["documents"]
    centre.tell_key(event)
    [key] = read(event)["keys"]
    assert (key["round"], key["letters"]) == (1, keys_of(event)[0])


def test_a_plan_is_nobody_s_before_it_is_drawn() -> None:
    event = planned()
    assert Client().get(f"/api/simultaneous/{event.code}/").status_code == 404
    assert say(a_hall(event, 1), {"joined": True}).status_code == 404


def test_the_code_of_the_result_is_told_once_the_event_is_closed() -> None:
    """It is told to everybody, and to a hall under its secret, and equals the published file's."""
    event = reported(in_play(), 1, 2, 3)
    publish_event(event=event)
    assert read(event)["result_code"] is None
    hall = a_hall(event, 1)
    body = {"result": True, "mac": sealed(hall, "result")}
    assert say(hall, body).json()["result_code"] is None
    publish_event(event=centre.close_event(event))
    file = Client().get(f"/simultaneous/{event.code}/result.json").content
    code = result_code(json.loads(file))
    assert read(event)["result_code"] == code
    answer = say(hall, body).json()
    assert (answer["result_code"], answer["result_mac"]) == (code, sealed(hall, f"result:{code}"))
    assert say(hall, body | {"mac": sealed(a_hall(event, 2), "result")}).status_code == 422


def test_everybody_reads_how_many_halls_and_tables_are_in_play() -> None:
    event = in_play()
    for number, tables in ((1, 8), (2, 5)):
        hall = a_hall(event, number)
        say(hall, {"opened": True, "tables": tables, "mac": sealed(hall, "opened")})
    body = read(event)
    assert (body["halls"], body["halls_in_play"], body["tables_in_play"]) == (3, 2, 13)
    assert "2 halls are playing · 13 tables" in " ".join(page_of(event).split())


def page_of(event: Event) -> str:
    with translation.override("en"):
        page = Client().get(f"/simultaneous/{event.code}/", HTTP_ACCEPT_LANGUAGE="en")
    return page.content.decode()


@pytest.mark.parametrize("tables", [-1, 10_000, "8", True, None, 2.5])
def test_what_is_no_number_of_tables_is_passed_over(tables: Any) -> None:
    hall = a_hall(in_play(), 1)
    answer = say(hall, {"opened": True, "tables": tables, "mac": sealed(hall, "opened")})
    assert (answer.status_code, answer.json()["tables"]) == (200, None)
    assert answer.json()["opened_at"]


def test_a_hall_joins_opens_closes_and_reports() -> None:
    event = in_play()
    hall, report = a_hall(event, 2), report_of(event, 2)
    assert say(hall, {"joined": True, "mac": sealed(hall, "joined")}).json()["joined_at"]
    assert say(hall, {"opened": True, "mac": sealed(hall, "opened")}).json()["opened_at"]
    code = {"code": report.code.lower(), "mac": sealed(hall, f"code:{report.code}")}
    assert say(hall, code).json()["code_at"]
    for _again in range(2):
        answer = say(hall, {"report": report.as_json()})
        assert (answer.status_code, answer.json()["digest"]) == (200, report.digest)
    assert hall.reports.count() == 1
    assert [one["digest"] for one in halls_of(event)] == [None, report.digest, None]


@pytest.mark.parametrize("word", ["joined", "opened", "code"])
def test_a_word_of_another_hall_changes_nothing(word: str) -> None:
    event = in_play()
    hall, other = a_hall(event, 1), a_hall(event, 2)
    body = {"code": "A" * 12} if word == "code" else {word: True}
    for mac in (sealed(other, f"code:{'A' * 12}" if word == "code" else word), "", None, "é"):
        answer = say(hall, body | {"mac": mac})
        assert (answer.status_code, answer.json()["code"]) == (422, "wrong_seal")
    assert not Hall.objects.exclude(code="", joined_at=None, opened_at=None).exists()


def test_a_report_of_another_hall_is_not_taken() -> None:
    event = in_play()
    answer = say(a_hall(event, 1), {"report": report_of(event, 2).as_json()})
    assert (answer.status_code, answer.json()["code"]) == (422, "report_of_another_hall")


@pytest.mark.parametrize("body", [{}, [], {"joined": False}, {"code": 3}, {"report": "x"}])
def test_anything_else_is_refused_in_a_sentence(body: Any) -> None:
    answer = say(a_hall(in_play(), 1), body)
    assert answer.status_code == 400
    assert answer.json()["message"]


def test_a_body_larger_than_a_report_is_not_read() -> None:
    hall = a_hall(in_play(), 1)
    answer = say(hall, {"report": {"night": "x" * centre.LARGEST_REPORT}})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert ReportParser.media_type == "application/json"


def test_no_such_hall_and_no_such_event_are_404() -> None:
    event = in_play()
    assert Client().get("/api/simultaneous/nobody/").status_code == 404
    address = f"/api/simultaneous/{event.code}/halls/9/"
    assert Client().post(address, {}, content_type="application/json").status_code == 404


def test_many_halls_are_read_with_as_many_queries(django_assert_num_queries: Any) -> None:
    few, many = reported(in_play(), 1), reported(in_play(*map(str, range(130))), 1, 2, 3)
    for event, count in (few, 3), (many, 100):
        with django_assert_num_queries(4):
            assert len(halls_of(event)) == count
        with django_assert_num_queries(5):
            read(event)


LANGUAGES = ("en", "it", "fr", "pt")


def refusals_of(event: Event) -> list[tuple[str, Any]]:
    """Addresses with bodies that are refused there."""
    hall, other = a_hall(event, 1), a_hall(event, 2)
    here = f"/api/simultaneous/{event.code}/halls"
    report = report_of(event, 2).as_json()
    return [
        ("/api/simultaneous/nosuch/", None),
        ("/api/simultaneous/nosuch/halls/", None),
        (f"{here}/99/", {"joined": True}),
        (f"{here}/1/", {}),
        (f"{here}/1/", {"joined": True, "mac": sealed(other, "joined")}),
        (f"{here}/1/", {"code": "AB", "mac": sealed(hall, "code:AB")}),
        (f"{here}/1/", {"report": report}),
        (f"{here}/1/", {"report": report | {"event": "Another"}}),
        (f"{here}/1/", {"report": {"form": "nonsense"}}),
    ]


def test_each_refusal_is_said_in_the_reader_s_language() -> None:
    event = in_play()
    for address, body in refusals_of(event):
        messages = []
        for language in LANGUAGES:
            headers = {"Accept-Language": language}
            client = Client()
            answer = (
                client.get(address, headers=headers)
                if body is None
                else client.post(address, body, content_type="application/json", headers=headers)
            )
            assert answer.status_code in (400, 404, 422), address
            messages.append(answer.json()["message"])
        assert len(set(messages)) == len(LANGUAGES), messages
