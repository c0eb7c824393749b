"""Mails to the halls through a real mail server: each is sent once, and the link of a hall's own
page only to addresses that the dealing role sent it to.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from aiosmtpd.controller import Controller
from django.test import Client

from simultaneous import centre
from simultaneous.event_file import invitation_of
from simultaneous.models import Event, HallLetter
from tests.mail_server import Post, mail_server
from tests.simultaneous.events import a_hall, drawn, planned, reported
from tournaments.models import LogEntry

pytestmark = pytest.mark.django_db
Desk = Callable[..., Client]
Press = Callable[..., str]
HOME = "https://king.example.org"
HALLS = (
    "Genova; Anna Rossi; anna@example.org",
    "Savona; bruno@example.org",
    "Imperia; 0183 12345",
)


@pytest.fixture
def server(settings: Any) -> Iterator[Controller]:
    settings.KING_ADDRESS = HOME
    with mail_server(settings) as controller:
        yield controller


@pytest.fixture
def mail(server: Controller) -> Post:
    server.start()
    post: Post = server.handler
    return post


@pytest.fixture
def press(desk: Desk, django_capture_on_commit_callbacks: Any) -> Press:
    """Press *Send* on the page of mails and run the worker's tasks; return the page afterwards."""

    def pressed(event: Event, *roles: str, **fields: Any) -> str:
        page = f"/desk/simultaneous/{event.code}/mail/"
        with django_capture_on_commit_callbacks(execute=True):
            answer = desk(*roles).post(f"{page}send/", fields, headers={"Accept-Language": "en"})
        assert answer.status_code in (302, 403, 422)
        kind = fields.get("kind", "")
        mail_page = desk(*roles).get(page, {"kind": kind}, headers={"Accept-Language": "en"})
        return f"{answer.status_code} {answer.content.decode()} {mail_page.content.decode()}"

    return pressed


def to(mail: Post, address: str) -> EmailMessage:
    [message] = [message for message in mail.messages if message["To"] == address]
    return message


def text_of(message: EmailMessage) -> str:
    body = message.get_body()
    assert isinstance(body, EmailMessage)
    return str(body.get_content()).replace("\r\n", "\n")


def own_page(event: Event, number: int) -> str:
    return f"{HOME}/simultaneous/{event.code}/hall/{number}/{a_hall(event, number).page_key}/"


def test_before_the_draw_the_halls_are_told_of_the_event(press: Press, mail: Post) -> None:
    event = planned(*HALLS, language="it")
    press(event, "organizer", kind="announcement")
    assert mail.to == ["anna@example.org", "bruno@example.org"]
    text = text_of(to(mail, "anna@example.org"))
    assert text.startswith("Anna Rossi,\n")
    assert "Genova" in text
    assert "http" not in text
    assert to(mail, "anna@example.org")["Subject"].startswith("Simultaneo d'autunno, ")


def test_an_invitation_goes_with_its_file_and_the_link_by_the_dealing_role_alone(
    press: Press, mail: Post
) -> None:
    event = drawn(*HALLS)
    assert press(event, "organizer", kind="invitation").startswith("403")
    assert mail.messages == []
    press(event, "dealing", kind="invitation")
    assert mail.to == ["anna@example.org", "bruno@example.org"]
    for number, address in (1, "anna@example.org"), (2, "bruno@example.org"):
        message = to(mail, address)
        [file] = message.iter_attachments()
        assert file.get_filename() == f"{event.code}-{number}.king"
        assert json.loads(file.get_content()) == invitation_of(a_hall(event, number)).as_json()
        assert own_page(event, number) in text_of(message).split()
    line = LogEntry.objects.filter(tournament=None).order_by("sequence").last()
    assert line is not None
    assert line.fields["halls"] == "Genova, Savona"
    assert line.author is not None
    assert line.author.username == "dealing"


def test_each_address_gets_it_once_and_a_new_one_too(press: Press, mail: Post) -> None:
    event = drawn(*HALLS)
    press(event, "dealing", kind="invitation")
    page = press(event, "dealing", kind="invitation")
    assert len(mail.messages) == 2
    assert "Every hall with an e-mail address has been sent it." in page
    centre.change_contact(a_hall(event, 3), contact="", phone="", email="carla@example.org")
    centre.change_contact(a_hall(event, 1), contact="", phone="", email="new@example.org")
    press(event, "dealing", kind="invitation")
    assert mail.to == sorted([*mail.to[:2], "carla@example.org", "new@example.org"])
    assert len(mail.messages) == 4


def test_a_reminder_of_an_organizer_has_the_own_link_only_where_the_dealing_role_sent_it(
    press: Press, mail: Post
) -> None:
    """Otherwise an organizer who plays could enter their own address for a hall, and deal its cards."""
    event = drawn(*HALLS)
    press(event, "dealing", kind="invitation")
    mail.messages.clear()
    centre.change_contact(a_hall(event, 2), contact="", phone="", email="mine@example.org")
    press(event, "organizer", kind="reminder", text="Stasera si gioca.")
    assert own_page(event, 1) in text_of(to(mail, "anna@example.org")).split()
    text = text_of(to(mail, "mine@example.org"))
    assert "Stasera si gioca." in text
    assert a_hall(event, 2).page_key not in text
    assert f"{HOME}/simultaneous/{event.code}/" in text.split()


def test_a_reminder_says_what_the_organizer_wrote_and_the_page_has_it_again(
    press: Press, mail: Post
) -> None:
    event = drawn(*HALLS)
    page = press(event, "organizer", kind="reminder", text="Stasera si gioca.\n\nPuntuali!")
    assert "Stasera si gioca.\nPuntuali!" in text_of(to(mail, "bruno@example.org"))
    assert "Stasera si gioca." in page


def test_after_the_close_the_link_of_the_standing_goes_out(press: Press, mail: Post) -> None:
    event = centre.close_event(reported(centre.tell_key(drawn(*HALLS)), 1))
    assert press(event, "dealing", kind="invitation").startswith("422")
    press(event, "organizer", kind="standing")
    text = text_of(to(mail, "bruno@example.org"))
    assert f"{HOME}/simultaneous/{event.code}/standing/?hall=2" in text.split()
    assert a_hall(event, 2).page_key not in text


def test_a_refused_address_is_said_in_the_servers_words_and_tried_again(
    press: Press, mail: Post
) -> None:
    mail.unknown.add("anna@example.org")
    event = drawn(*HALLS)
    page = press(event, "dealing", kind="invitation")
    assert "The mail server refuses this address." in page
    assert "550 5.1.1 no such mailbox" in page
    letter = HallLetter.objects.get(state="failed")
    assert press(event, "organizer", again=letter.pk).startswith("403")
    mail.unknown.clear()
    press(event, "dealing", again=letter.pk)
    assert mail.to == ["anna@example.org", "bruno@example.org"]
    handed = LogEntry.objects.filter(tournament=None, fields__halls="Genova", author__isnull=False)
    assert handed.count() == 1


def test_a_server_that_is_away_is_said_and_all_of_them_go_once_it_is_back(
    press: Press, server: Controller
) -> None:
    event = drawn(*HALLS)
    page = press(event, "dealing", kind="invitation")
    assert page.count("The mail server cannot be reached.") == 2
    assert "Try all of them again" in page
    server.start()
    press(event, "dealing", kind="invitation")
    assert server.handler.to == ["anna@example.org", "bruno@example.org"]
    assert HallLetter.objects.filter(state="sent").count() == 2


def test_without_a_mail_server_there_is_a_text_for_each_hall_and_a_link_that_writes_it(
    desk: Desk, settings: Any
) -> None:
    settings.KING_ADDRESS = HOME
    event = drawn(*HALLS, language="it")
    page = f"/desk/simultaneous/{event.code}/mail/"
    answer = desk("organizer", "dealing").get(page, {"kind": "invitation"})
    assert "KING_MAIL_HOST" in answer.content.decode()
    writes = [line["mailto"] for line in answer.context["lines"]]
    assert [bool(link) for link in writes] == [True, True, False]
    address = urlsplit(writes[0])
    assert address.path == "anna@example.org"
    query = parse_qs(address.query)
    assert own_page(event, 1) in query["body"][0].split()
    text = desk("dealing").get(f"{page}3/invitation/").content.decode()
    assert own_page(event, 3) in text
    assert desk("organizer").get(f"{page}3/invitation/").status_code == 403
    refused = desk("dealing").post(f"{page}send/", {"kind": "invitation"})
    assert refused.status_code == 422
    assert HallLetter.objects.count() == 0


def test_an_organizer_s_text_has_the_public_page(desk: Desk, settings: Any) -> None:
    settings.KING_ADDRESS = HOME
    event = drawn(*HALLS)
    text = desk("organizer").get(f"/desk/simultaneous/{event.code}/mail/1/reminder/")
    assert a_hall(event, 1).page_key not in text.content.decode()
    assert f"{HOME}/simultaneous/{event.code}/" in text.content.decode()


@pytest.mark.parametrize(
    ("language", "subject"), [("fr", "Invitation : "), ("it", "Invito: "), ("pt", "Convite: ")]
)
def test_a_mail_is_in_the_language_of_the_event_whoever_presses(
    press: Press, mail: Post, language: str, subject: str
) -> None:
    event = drawn(*HALLS, language=language)
    press(event, "dealing", kind="invitation")
    # A long word of the subject may be folded onto a new line, after a blank.
    subjects = {str(message["Subject"]).strip()[: len(subject)] for message in mail.messages}
    assert subjects == {subject}
