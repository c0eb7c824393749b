"""What programs read of an event, and what a hall's program says to its centre."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from king.reading import Node
from king.simultaneous.documents import word_seal
from king.simultaneous.merging import EventResult
from simultaneous import centre
from simultaneous.api import ReportParser
from simultaneous.models import Event, Hall
from simultaneous.ranking import post
from tests.simultaneous.events import a_hall, drawn, in_play, planned, report_of, reported

pytestmark = pytest.mark.django_db


def read(event: Event) -> dict[str, Any]:
    answer = Client().get(f"/api/simultaneous/{event.code}/")
    assert answer.status_code == 200
    body: dict[str, Any] = answer.json()
    return body


def say(hall: Hall, body: Any) -> Any:
    address = f"/api/simultaneous/{hall.event.code}/halls/{hall.number}/"
    return Client().post(address, body, content_type="application/json")


def sealed(hall: Hall, word: str) -> str:
    return word_seal(hall.secret, word)


def test_the_key_is_read_once_it_is_told() -> None:
    event = drawn()
    body = read(event)
    assert (body["state"], body["key"], body["commitment"]) == ("open", None, event.commitment)
    assert body["document"] == event.terms["document"]
    centre.tell_key(event)
    assert read(event)["key"] == event.key


def test_a_plan_is_nobody_s_before_it_is_drawn() -> None:
    event = planned()
    assert Client().get(f"/api/simultaneous/{event.code}/").status_code == 404
    assert say(a_hall(event, 1), {"joined": True}).status_code == 404


def test_the_result_is_read_once_the_event_is_closed() -> None:
    event = reported(in_play(), 1, 2, 3)
    post(event=event)
    assert read(event)["result"] is None
    post(event=centre.close_event(event))
    result = read(event)["result"]
    assert (result["key"], len(result["overall"])) == (event.key, 12)
    assert EventResult.from_json(Node(result, "", "")).halls[1].digest == report_of(event, 2).digest


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
    assert [one["digest"] for one in read(event)["halls"]] == [None, report.digest, None]


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
    few, many = reported(in_play(), 1), reported(in_play(*map(str, range(30))), 1, 2, 3)
    with django_assert_num_queries(3):
        read(few)
    with django_assert_num_queries(3):
        read(many)
