"""The pages of the centre: the event and its steps, the wall of halls, sheets and corrections."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from simultaneous.models import Event
from tests.simultaneous.events import (
    DATE,
    in_play,
    reported,
)

pytestmark = pytest.mark.django_db
Desk = Callable[..., Client]
PLAN = {
    "name": "Simultaneo",
    "date": DATE.isoformat(),
    "ruleset": "lab12",
    "settings_of": "lab12",
    "rounds": "2",
    "spares": "1",
    "method": "boards",
    "language": "it",
    "setting_first_dealer": "E",
}


def at(event: Event, rest: str = "") -> str:
    return f"/desk/simultaneous/{event.code}/{rest}"


def test_an_event_is_planned_on_its_form(desk: Desk) -> None:
    answer = desk("organizer").post("/desk/simultaneous/new/", PLAN)
    event = Event.objects.get()
    assert answer.headers["Location"] == at(event)
    assert event.plan["standing"] == {"method": "boards"}
    assert event.plan["settings"]["first_dealer"] == "E"
    assert event.plan["rounds"] == 2
    page = desk("organizer").get(at(event, "terms/"))
    assert page.status_code == 200


def test_pages_open(desk: Desk) -> None:
    event = reported(in_play(), 1, 2)
    organizer = desk("organizer", "arbiter")
    rests = (
        "",
        "terms/",
        "hall/1/",
        "hall/3/",
        "hall/1/1/1/",
        "hall/1/1/1/?hand=6",
        "corrections/",
        "doubtful/",
        "lot/",
        "invitations.zip",
    )
    for rest in rests:
        assert organizer.get(at(event, rest)).status_code == 200, rest
