"""Contacts of the halls, for mails and calls by the centre: pasted with the halls, changed on their
pages, copied from another event.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from simultaneous import centre
from simultaneous.contacts import HallLine, phone_links, read_halls
from simultaneous.models import Event
from tests.simultaneous.events import DATE, a_hall, drawn, planned
from tournaments.models import LogEntry

Desk = Callable[..., Client]
WHOLE = HallLine("Genova", "Anna Rossi", "010 123 456", "anna@example.org")


@pytest.mark.parametrize(
    "line",
    [
        "Genova; Anna Rossi; 010 123 456; anna@example.org",
        "Genova\tAnna Rossi\t010 123 456\tanna@example.org",
        "anna@example.org; Genova; 010 123 456; Anna Rossi",
        "010 123 456; Genova;; Anna Rossi; mailto:anna@example.org",
        'Genova; "Anna Rossi" <anna@example.org>; 010 123 456',
        "  Genova ;Anna  Rossi; 010 123 456 ; anna@example.org;",
    ],
)
def test_an_address_and_a_telephone_are_told_apart_wherever_they_stand(line: str) -> None:
    assert read_halls(line) == [WHOLE]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Genova, Circolo Labyrinth", HallLine("Genova, Circolo Labyrinth")),
        ("Circolo 1920", HallLine("Circolo 1920")),
        ("16121", HallLine("16121")),  # a number alone is a name
        ("Sala 2; tel. 010 123456", HallLine("Sala 2", phone="tel. 010 123456")),
        ("Savona; +39 (019) 12-34-56", HallLine("Savona", phone="+39 (019) 12-34-56")),
        ("Savona; 019 123456; 333 1234567", HallLine("Savona", phone="019 123456 / 333 1234567")),
        ("Savona; Circolo 19201", HallLine("Savona", contact="Circolo 19201")),
        ("Savona; -; Neri", HallLine("Savona", contact="Neri")),
    ],
)
def test_a_name_stays_a_name(line: str, expected: HallLine) -> None:
    assert read_halls(line) == [expected]


def test_lines_of_a_spreadsheet_come_with_their_headings() -> None:
    text = "Sala\tReferente\tTelefono\tE-mail\nGenova\tAnna Rossi\t010 123 456\tanna@example.org\n"
    assert read_halls(text) == [WHOLE]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("anna@example.org; 010 123 456", "hall_without_name"),
        ("Genova; Anna Rossi; Bruno Neri", "hall_line_not_read"),
        ("Genova; a@example.org; b@example.org", "hall_line_not_read"),
        ("Genova; anna@example", "email_not_read"),
        ("Genova; " + "A" * 121, "contact_long"),
    ],
)
def test_a_line_that_cannot_be_read_is_said(line: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        read_halls(line)
    assert refused.value.code == code


def test_a_number_is_dialled_without_its_blanks() -> None:
    assert phone_links("+39 (010) 12-34 / tel. 333 1") == [
        ("+39 (010) 12-34", "tel:+390101234"),
        ("tel. 333 1", "tel:3331"),
    ]


@pytest.mark.django_db
def test_the_wall_has_whom_to_ring_up_and_write_to(desk: Desk) -> None:
    event = planned("Genova; Anna Rossi; 010 123 456; anna@example.org", "Savona")
    page = desk("arbiter").get(f"/desk/simultaneous/{event.code}/").content.decode()
    for part in ("Anna Rossi", 'href="tel:010123456"', 'href="mailto:anna@example.org"'):
        assert part in page, part


@pytest.mark.django_db
def test_the_contact_is_changed_on_the_page_of_the_hall(desk: Desk) -> None:
    event = drawn("Genova; Anna Rossi; 010 123 456; anna@example.org")
    page = f"/desk/simultaneous/{event.code}/hall/1/"
    form: dict[str, Any] = {"contact": "Bruno Neri", "phone": "", "email": "bruno@"}
    runs = desk("organizer")
    refused = runs.post(f"{page}contact/", form, headers={"Accept-Language": "en"})
    assert refused.status_code == 422
    assert "“bruno@” is not an e-mail address." in refused.content.decode()
    assert a_hall(event, 1).contact == "Anna Rossi"
    assert runs.post(f"{page}contact/", form | {"email": "bruno@example.org"}).status_code == 302
    hall = a_hall(event, 1)
    assert (hall.contact, hall.phone, hall.email) == ("Bruno Neri", "", "bruno@example.org")
    line = LogEntry.objects.filter(tournament=None).order_by("sequence").last()
    assert line is not None
    assert line.fields["hall"] == "Genova"
    assert not any("runo" in str(value) for value in line.fields.values())
    assert "bruno@example.org" in runs.get(page).content.decode()


@pytest.mark.django_db
def test_the_halls_of_last_month_come_again_in_one_press(desk: Desk) -> None:
    before = drawn("Genova; Anna Rossi; 010 123 456; anna@example.org", "Savona; Neri")
    Event.objects.filter(pk=before.pk).update(
        name="Simultaneo di ottobre", date=DATE - datetime.timedelta(days=30)
    )
    event = centre.plan_event(name="Novembre", date=DATE, plan=before.plan)
    page = f"/desk/simultaneous/{event.code}/"
    runs = desk("organizer")
    text = runs.get(page, headers={"Accept-Language": "en"}).content.decode()
    assert "The 2 halls of “Simultaneo di ottobre”" in " ".join(text.split())
    runs.post(f"{page}same-halls/", {"other": before.pk})
    columns = ("number", "name", "contact", "phone", "email")
    assert list(event.halls.values_list(*columns)) == list(before.halls.values_list(*columns))
    secrets = set(before.halls.values_list("secret", flat=True))
    assert secrets.isdisjoint(event.halls.values_list("secret", flat=True))
    assert "same-halls/" not in runs.get(page).content.decode()


@pytest.mark.django_db
def test_halls_are_taken_from_an_event_that_is_there_and_once(desk: Desk) -> None:
    before = planned("Genova")
    event = centre.plan_event(name="Novembre", date=DATE, plan=before.plan)
    again = f"/desk/simultaneous/{event.code}/same-halls/"
    for other in ("", "x", str(event.pk), "999999"):
        assert desk("organizer").post(again, {"other": other}).status_code == 404
    assert desk("organizer").post(again, {"other": before.pk}).status_code == 302
    assert desk("organizer").post(again, {"other": before.pk}).status_code == 422
    assert event.halls.count() == 1
