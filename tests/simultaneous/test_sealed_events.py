"""Secrecy of an event: every address of the app is opened by every kind of reader, and no answer
contains a key or another hall's figures before their time.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import URLPattern, reverse

from king.reading import Node
from king.simultaneous.documents import Invitation, card_digest
from simultaneous import centre
from simultaneous.models import Correction, Event, Hall
from simultaneous.ranking import publish_event
from simultaneous.urls import urlpatterns
from tests.desk.hall import sample
from tests.hidden import sealed_values
from tests.simultaneous.events import (
    a_hall,
    as_file,
    drawn,
    in_play,
    keys_of,
    night_of,
    planned,
    report_of,
    reported,
)
from tests.simultaneous.typing import own_page, typed

pytestmark = pytest.mark.django_db
Desk = Callable[..., Client]

READERS = ("organizer", "arbiter", "dealing", "helper", "superuser", "")
STAFF = {"organizer", "arbiter", "superuser"}
OF_THE_EVENT = {"centre_event", "centre_hall", "centre_mails", "events"}
"""Pages that the dealing role may open too."""
FOR_ARBITERS = {"centre_typed"}
FOR_COPIES = {"centre_copy"}
FOR_ORGANIZERS = {"centre_new", "centre_terms", "centre_mail_text"}


PRESSES = {
    "centre_add_halls": {"arbiter", "superuser"},
    "centre_same_halls": {"organizer", "superuser"},
    "centre_contact": {"organizer", "superuser"},
    "centre_send_mails": {"organizer", "dealing", "superuser"},
    "centre_draw": {"dealing"},
    "centre_tell_key": {"organizer", "dealing", "superuser"},
    "centre_take_code": STAFF,
    "centre_take_reports": STAFF,
    "centre_hall_code": STAFF,
    "centre_hall_remove": {"organizer", "superuser"},
    "centre_correct": {"arbiter", "superuser"},
    "centre_write_typed": {"arbiter", "superuser"},
    "centre_revoke": {"arbiter", "superuser"},
    "centre_foul": {"arbiter", "superuser"},
    "centre_close": STAFF,
    "centre_open_again": STAFF,
    "centre_official": STAFF,
    "centre_post": STAFF,
    "centre_comment": STAFF,
    "centre_invitation": {"dealing"},
    "centre_invitations": {"dealing"},
    "centre_offer_again": {"dealing"},
    "centre_copy_file": {"organizer", "superuser"},
    "centre_second_copy": {"organizer", "superuser"},
    "centre_confirm_second": {"dealing"},
}
"""Steps of an event in play, each with the roles that may take it; none is a page itself."""


def arguments(event: Event, pattern: URLPattern, number: int) -> dict[str, object]:
    every = {
        "code": event.code,
        "number": number,
        "key": a_hall(event, number).page_key,
        "partita": 1,
        "table": 1,
        "place": "ABCDEF-1-2",
        "part": "ABC",
        "round": 1,
        "line": 1,
        "kind": "standing" if event.is_closed else "reminder",
        "pk": 1,
    }
    return {name: every[name] for name in pattern.pattern.converters}


def addresses(event: Event, number: int = 1) -> Iterator[tuple[str, str]]:
    """Name and address of each page of an event."""
    for pattern in urlpatterns:
        assert isinstance(pattern, URLPattern)
        if pattern.name and {"code"} <= set(pattern.pattern.converters):
            own = arguments(event, pattern, number)
            yield pattern.name, reverse(f"simultaneous:{pattern.name}", kwargs=own)


def bodies(client: Client, event: Event, number: int = 1) -> Iterator[tuple[str, str]]:
    for name, address in addresses(event, number):
        answer = client.get(address)
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        yield name, content.decode("utf-8", "replace")


def groups(key: str) -> list[str]:
    return [key, centre.documents.in_groups(key), key.lower()]


@pytest.mark.parametrize("reader", READERS)
def test_the_key_is_in_no_answer_before_it_is_told(desk: Desk, reader: str) -> None:
    event = drawn()
    client = desk(*reader.split()) if reader else Client()
    sealed = sealed_values(event, *event.keys.all(), *event.halls.all())
    assert sealed >= {event.terms["seed"], a_hall(event, 1).secret, event.keys.all()[0].letters}
    for name, body in bodies(client, event):
        for secret in (*sealed, *keys_of(event)):
            assert not any(spelled in body for spelled in groups(secret)), name


def test_the_key_of_the_next_partita_is_in_no_answer_while_the_first_is_played(desk: Desk) -> None:
    event = centre.tell_key(drawn(plan={"rounds": 2}))
    _first, second = keys_of(event)
    for client in (Client(), desk("organizer"), desk("superuser"), desk("dealing")):
        for name, body in bodies(client, event):
            assert not any(spelled in body for spelled in groups(second)), name
            assert event.terms["seed"] not in body, name


def test_a_hall_reads_the_key_on_its_page_once_it_is_told() -> None:
    event = in_play()
    pages = dict(bodies(Client(), event))
    assert groups(keys_of(event)[0])[1] in pages["invited"]
    assert event.terms["seed"] not in pages["invited"]


@pytest.mark.parametrize("code", ["nothing", "any letters", "another code than its report's"])
def test_without_its_report_a_hall_sees_not_one_figure_of_another(code: str) -> None:
    """Hall 1 told no code, or one that does not fit its report; halls 2 and 3 have reported."""
    event = reported(in_play(), 2, 3)
    if code != "nothing":
        centre.take_code(a_hall(event, 1), "AAAABBBBCCCC")
    if code == "another code than its report's":
        centre.take_report(event, as_file(report_of(event, 1)), "hall-1.king")
    publish_event(event=event)
    names = [f"Player {number}-1{wind}" for number in (2, 3) for wind in "NESW"]
    digests = [report_of(event, number).digest for number in (2, 3)]
    for name, body in bodies(Client(), event, 1):
        assert [one for one in names if one in body] == [], name
        if not name.startswith("api"):
            assert [one for one in digests if one in body] == [], name


def test_the_page_of_a_hall_opens_with_its_own_key_alone() -> None:
    event = in_play()
    for number, of in ((1, 2), (9, 1)):
        key = a_hall(event, of).page_key
        address = f"/simultaneous/{event.code}/hall/{number}/{key}/"
        assert Client().get(address).status_code == 404
        assert Client().post(f"{address}invitation/").status_code == 404


def test_a_hall_s_link_gives_its_invitation_once(desk: Desk) -> None:
    """The invitation and a told key deal every card. A second visitor is told when the invitation
    was taken.
    """
    event = in_play()
    address = f"/simultaneous/{event.code}/hall/1/{a_hall(event, 1).page_key}/invitation/"
    first = Client().post(address)
    assert Invitation.read(Node(json.loads(first.content), "", "")).hall == 1
    second = Client().post(address, headers={"accept-language": "en"})
    assert second.status_code == 302
    assert a_hall(event, 1).secret not in second.content.decode()
    offer = f"/desk/simultaneous/{event.code}/hall/1/offer/"
    assert desk("dealing").post(offer, {"reason": " "}).status_code == 422
    assert desk("dealing").post(offer, {"reason": "A stick was lost."}).status_code == 302
    assert a_hall(event, 1).secret in Client().post(address).content.decode()


def test_after_the_close_no_file_has_a_secret_or_a_card(desk: Desk) -> None:
    """Published files cannot be used to act for a hall, or to try membership cards against digests."""
    event = in_play()
    cards = {"Player 1-1N": card_digest(event.terms["seed"], "GE-0123")}
    report = report_of(event, 1, cards=cards, seal="5" * 64)
    centre.take_code(a_hall(event, 1), report.code)
    centre.take_report(event, as_file(report), "hall-1.king")
    publish_event(event=centre.close_event(event))
    hidden = [*cards.values(), report.mac, "5" * 64]
    hidden += [secret for hall in event.halls.all() for secret in (hall.secret, hall.page_key)]
    for client in (Client(), desk("helper")):
        for name, address in addresses(event):
            if name.startswith("invited"):
                continue
            answer = client.get(address)
            content = b"".join(answer.streaming_content) if answer.streaming else answer.content
            for text in unpacked(content):
                assert [one for one in hidden if one and one in text] == [], name


@pytest.mark.parametrize("reader", READERS)
def test_what_a_hall_has_typed_is_read_by_its_link_and_by_an_arbiter_alone(
    desk: Desk, reader: str
) -> None:
    """It contains a hall's figures before the close, and an organizer may play in another hall."""
    event = in_play("Genova", "Savona")
    sheet = night_of(event, 1)["rounds"][0]["sheets"][0]
    sheet["seats"] = {wind: f"Segreto {wind}" for wind in "NESW"}
    assert typed(event, sheet).status_code == 302
    assert "Segreto N" in whole(Client().get(f"{own_page(event)}sheets/1/1/")).decode()
    client = desk(*reader.split()) if reader else Client()
    reads = set()
    for number in (1, 2):
        for name, address in addresses(event, number):
            if name.startswith("invited") and number == 1:
                continue  # this hall's own link
            if "Segreto" in whole(client.get(address)).decode("utf-8", "replace"):
                reads.add(name)
    arbiters = {"arbiter", "superuser"}
    assert reads == ({"centre_typed"} if reader in arbiters else set())


@pytest.mark.parametrize("state", ["planned", "drawn", "in play", "closed"])
def test_the_contacts_of_the_halls_are_for_the_centre_alone(desk: Desk, state: str) -> None:
    contact = ("Anna Rossi", "010 123 456", "010123456", "anna@example.org")
    event = planned(f"Genova; {contact[0]}; {contact[1]}; {contact[3]}", "Savona")
    if state != "planned":
        event = centre.draw(event)
    if state in ("in play", "closed"):
        event = reported(centre.tell_key(event), 1, 2)
    if state == "closed":
        publish_event(event=centre.close_event(event))
    for client in (Client(), desk("helper")):
        for number in (1, 2):
            for name, address in addresses(event, number):
                content = whole(client.get(address))
                for text in unpacked(content):
                    assert [one for one in contact if one in text] == [], name
    for role in ("organizer", "arbiter", "dealing"):
        page = whole(desk(role).get(f"/desk/simultaneous/{event.code}/")).decode()
        assert contact[0] in page


def whole(answer: Any) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else bytes(answer.content)


def unpacked(content: bytes) -> list[str]:
    if not content.startswith(b"PK"):
        return [content.decode("utf-8", "replace")]
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return [archive.read(name).decode() for name in archive.namelist()]


@pytest.mark.parametrize("reader", READERS)
def test_pages_of_the_centre_open_for_those_who_run_it(desk: Desk, reader: str) -> None:
    event = centre.close_event(reported(in_play(), 1))
    client = desk(*reader.split()) if reader else Client()
    for name, address in addresses(event):
        if not name.startswith("centre") or name in PRESSES:
            continue
        allowed = {"organizer", "superuser"} if name in FOR_ORGANIZERS else STAFF
        if name in FOR_ARBITERS:
            allowed = {"arbiter", "superuser"}
        if name in FOR_COPIES:
            allowed = {"organizer", "dealing", "superuser"}
        if name in OF_THE_EVENT:
            allowed = STAFF | {"dealing"}
        status = client.get(address).status_code
        assert status == (200 if reader in allowed else 403 if reader else 302), name


@pytest.mark.parametrize("reader", READERS)
def test_each_step_is_for_its_role(desk: Desk, reader: str) -> None:
    event = reported(in_play(), 1)
    client = desk(*reader.split()) if reader else Client()
    pages = dict(addresses(event))
    for name, allowed in PRESSES.items():
        if reader in allowed:
            continue
        before = Event.objects.get(pk=event.pk).revision
        status = client.post(pages[name]).status_code
        assert status == (403 if reader else 302), name
        assert Event.objects.get(pk=event.pk).revision == before, name


@pytest.mark.parametrize("reader", READERS)
def test_a_hall_is_added_by_an_organizer_and_once_the_first_key_is_told_by_an_arbiter(
    desk: Desk, reader: str
) -> None:
    client = desk(*reader.split()) if reader else Client()
    for begun, allowed in ((False, "organizer"), (True, "arbiter")):
        event = in_play() if begun else drawn()
        may = reader in (allowed, "superuser")
        page = client.get(reverse("simultaneous:centre_event", args=[event.code]))
        assert ("hall-names" in page.content.decode()) is may
        address = reverse("simultaneous:centre_add_halls", args=[event.code])
        client.post(address, {"names": "Alassio", "reason": "It was mislaid."})
        assert event.halls.filter(name="Alassio").exists() is may


def test_a_hall_that_came_late_says_so_on_every_page_that_names_it(desk: Desk) -> None:
    event = in_play("Genova", "Savona")
    centre.add_halls(event, "Alassio", reason="It was mislaid.")
    reported(event, 1)
    centre.add_halls(event, "Imperia", reason="A second one.")
    english = {"Accept-Language": "en"}
    public = reverse("simultaneous:public", args=[event.code])
    wall = reverse("simultaneous:centre_event", args=[event.code])
    arbiter = desk("arbiter")

    def read(client: Client, address: str) -> str:
        return " ".join(client.get(address, headers=english).content.decode().split())

    assert "invited; added after the first key was given" in read(Client(), public)
    assert "added after another hall had reported, so it has no place" in read(Client(), public)
    assert read(arbiter, wall).count("added after the first key, ") == 2
    for number, is_apart in ((3, False), (4, True)):
        page = read(arbiter, reverse("simultaneous:centre_hall", args=[event.code, number]))
        assert "after the first key was given: the log has the reason." in page
        assert ("listed separately, without a place" in page) is is_apart
    publish_event(event=centre.close_event(reported(event, 3, 4)))
    for address in (public, f"{public}halls/3/"):
        assert "added after the first key was given" in read(Client(), address)
    for address in (public, f"{public}halls/4/"):
        assert "added after another hall had reported, so it is compared" in read(Client(), address)


def test_a_report_that_was_sent_is_shown_to_nobody_else() -> None:
    event = in_play()
    centre.take_report(event, as_file(report_of(event, 2)), "a.king")
    for name, body in bodies(Client(), event, 2):
        assert "Player 2-1N" not in body, name


LONG = "x" * 5_000
DONE_BY_A_PRESS_ALONE = {
    "centre_copy_file",
    "centre_second_copy",
    "centre_confirm_second",
    "centre_close",
    "centre_open_again",
    "centre_official",
    "centre_post",
    "centre_send_mails",
    "invited_invitation",
    "api_hall",
}
"""Steps that need no input."""
GARBAGE: list[dict[str, Any]] = [
    {},
    {"name": LONG, "date": "0000-00-00", "rounds": "1e9", "spares": "-1", "method": "points"},
    {"name": "\0", "date": "9999-12-31", "ruleset": "none", "opens_at": "x", "closes_at": "٣"},
    {"names": "\n".join(["a", "A", LONG]), "number": "٣", "code": "\0" * 12, "reason": LONG},
    {"number": "99999999999999999999", "code": "ABCD EFGH IJK٣", "show": LONG, "q": "\0"},
    {"kind": "row", "units_N": "-1", "units_E": "9" * 30, "reason": "\0", "arbiter": LONG},
    {"kind": "points", "points_N": "1/0", "points_E": "nan", "offender": "Ω", "reason": "x"},
    {"correction": "-1", "partita": "٣", "hand": "9" * 30, "board": "\0", "text": LONG},
]
FILES = [b"", b"\0" * 50, b'{"form": "king-hall-1"}', b"[" * 3000, "È".encode("utf-16")]


@pytest.mark.at_length
@pytest.mark.parametrize("closed", [False, pytest.param(True, marks=pytest.mark.at_length)])
def test_requests_that_nobody_meant_to_send_change_nothing(desk: Desk, closed: bool) -> None:
    """Each address gets a third of the garbage and half of the files, as at the desk, and another
    part of them once the event is closed.
    """
    event = reported(in_play(), 1)
    if closed:
        event = centre.close_event(event)
    client = desk("organizer", "arbiter", "dealing")
    client.raise_request_exception = False
    before = list(Hall.objects.order_by("pk").values())
    for page, (name, address) in enumerate(addresses(event), start=closed):
        if name in DONE_BY_A_PRESS_ALONE:
            continue
        for _place, garbage in sample(GARBAGE, page):
            for answer in (client.get(address, garbage), client.post(address, garbage)):
                assert answer.status_code in (200, 302, 404, 405, 422), (name, garbage)
        for content in FILES[page % 2 :: 2]:
            form = {"reports": ContentFile(content, "a.king"), "report": ContentFile(content, "a")}
            assert client.post(address, form).status_code in (200, 302, 404, 405, 422), name
    assert Correction.objects.count() == 0
    assert list(Hall.objects.order_by("pk").values()) == before
