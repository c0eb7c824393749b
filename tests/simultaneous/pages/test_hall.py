"""The pages of a hall, used by an organizer, and the hall's requests to its centre."""

from __future__ import annotations

import contextlib
import html
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import translation
from pytest_django.live_server_helper import LiveServer

from ground import monotonic_clock
from ground.guards import write
from king.simultaneous.documents import in_groups
from scoring.models import Sheet
from scoring.publishing import last_publication
from scoring.sheet_steps import reopen_sheet
from simultaneous import centre, client as centre_client, hall, ranking
from simultaneous.models import Event, Participation
from tests.markup import text_of
from tests.real_servers import free_port
from tests.simultaneous.events import a_hall, keys_of
from tests.simultaneous.halls import (
    an_event,
    at_the_centre,
    code_of,
    invitation_file,
    joined,
    next_round,
    opened,
    played,
    result_of,
    seated,
    whole_evening,
)
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
Desk = Callable[..., Client]


def dropped(client: Client, content: bytes) -> object:
    file = SimpleUploadedFile("hall-1.king", content)
    return client.post("/desk/simultaneous/join/", {"file": file})


def page_of(participation: Participation) -> str:
    return f"/desk/{participation.tournament.code}/event/"


def test_the_page_offers_to_close_without_a_partita_that_was_never_started(desk: Desk) -> None:
    participation = joined(an_event())
    first = seated(participation)
    participation = opened(participation)
    organizer, offer = desk("organizer"), "Close the hall without partita 2"
    organizer.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    assert offer not in organizer.get(page_of(participation)).text
    played(first)
    assert offer in organizer.get(page_of(participation)).text
    assert 'name="reason"' not in desk("arbiter").get(page_of(participation)).text
    refused = organizer.post(f"{page_of(participation)}close/", {"reason": ""})
    assert (refused.status_code, "needs a reason" in refused.text) == (422, True)
    organizer.post(f"{page_of(participation)}close/", {"reason": "The lights went out."})
    participation.refresh_from_db()
    assert participation.code
    evening = organizer.get(f"/desk/{participation.tournament.code}/").text
    assert "Prize-giving" in evening
    assert "Seat partita 2" not in evening


def test_an_invitation_is_dropped_and_its_evening_found_again(desk: Desk) -> None:
    organizer, event = desk("organizer"), an_event()
    answer = dropped(organizer, invitation_file(event))
    participation = Participation.objects.get()
    assert answer["Location"] == page_of(participation)
    again = dropped(organizer, invitation_file(event))
    assert again["Location"] == page_of(participation)
    assert Tournament.objects.count() == 1
    assert dropped(organizer, b"{}").status_code == 422


def test_only_organizers_join_and_arbiters_look(desk: Desk) -> None:
    event = an_event()
    for role in ("arbiter", "dealing", "helper"):
        assert dropped(desk(role), invitation_file(event)).status_code == 403
    participation = joined(event)
    assert desk("arbiter").get(page_of(participation)).status_code == 200
    assert desk("helper").get(page_of(participation)).status_code == 403
    for press in ("open", "close", "end", "send"):
        key = {"key": keys_of(event)[0]}
        answer = desk("arbiter").post(f"{page_of(participation)}{press}/", key)
        assert answer.status_code == 403


def test_the_page_has_one_next_step_at_each_time(desk: Desk) -> None:
    organizer, event = desk("organizer"), an_event()
    participation = joined(event)
    page = page_of(participation)
    first = seated(participation)
    code = participation.tournament.code
    assert page in organizer.get(f"/desk/{code}/").content.decode()
    wrong = organizer.post(f"{page}open/", {"key": "ABCD"})
    assert wrong.status_code == 422
    assert 'value="ABCD"' in wrong.content.decode()
    centre.tell_key(event)
    first_key, second_key = map(in_groups, keys_of(event))
    organizer.post(f"{page}open/", {"key": first_key})
    assert Participation.objects.get().opened_at is not None
    text = organizer.get(page).content.decode()
    assert f"/desk/{code}/play/1/" in text
    assert f"{page}close/" not in text
    assert f'action="{page}open/"' in text
    played(first)
    centre.tell_key(event)
    organizer.post(f"{page}open/", {"key": second_key})
    assert f'action="{page}open/"' not in organizer.get(page).content.decode()
    second = played(next_round(first.tournament))
    assert page in organizer.get(f"/desk/{code}/").content.decode()
    organizer.post(f"{page}close/")
    participation = Participation.objects.get()
    text = organizer.get(page).content.decode()
    assert all(group in text for group in in_groups(participation.code).split())
    report = organizer.get(f"{page}report/")
    assert report.content.decode() == participation.report
    sheet = Sheet.objects.filter(table__round=second).order_by("table__number").first()
    reopen_sheet(sheet=sheet, author=None, reason="A slip.")
    at_the_centre(event, participation)
    result = result_of(event)
    form = {"result": SimpleUploadedFile("result.json", result), "code": code_of(result)}
    organizer.post(f"{page}end/", form)
    assert Tournament.objects.get().held_for == ""
    assert "Anna Rossi001" in organizer.get(page).content.decode()


def first_name_first(name: str) -> str:
    """Name as an event writes it: "Anna Rossi" of "Rossi Anna"."""
    return " ".join(reversed(name.split()))


def test_everybody_reads_both_places_once_it_is_over(desk: Desk) -> None:
    event = an_event()
    participation = whole_evening(joined(event))
    address = f"/live/{participation.tournament.code}/simultaneous/"
    stranger = Client(headers={"accept-language": "en"})
    assert event.name in html.unescape(stranger.get(address).content.decode())
    assert "Anna Rossi001" not in stranger.get(address).content.decode()
    participation = hall.close_hall(participation=participation, author=None)
    at_the_centre(event, participation)
    result = result_of(event)
    hall.end(participation=participation, author=None, result=result, code=code_of(result))
    answer = stranger.get(address)
    lines = answer.context["national"]
    published = last_publication(participation.tournament)
    assert published is not None
    here = {
        first_name_first(line["entry"]): line["rank"] for line in published.standings["overall"]
    }
    everywhere = {line["name"]: line["rank"] for line in json.loads(result)["overall"]}
    assert len(lines) == len(here) == len(everywhere) == 8
    text = text_of(html.unescape(answer.content.decode()))
    for line in lines:
        name = line["name"]
        assert (line["local"], line["rank"]) == (here[name], everywhere[name])
        assert f"{name} {here[name]} {everywhere[name]} / 8" in text
    assert stranger.get("/live/2ndth3/simultaneous/").status_code == 404


# --- over a network


def of_centre(address: str, participation: Participation) -> Participation:
    write(participation, invitation=participation.invitation | {"centre": address})
    return participation


def refusal_of(step: Callable[[], object]) -> str:
    with pytest.raises(ValidationError) as refused:
        step()
    return str(refused.value.error_list[0].code)


@pytest.mark.parametrize(
    "address", ["", "file:///etc/passwd", "ftp://x/simultaneous/a/", "http://x/elsewhere/a/"]
)
def test_another_address_is_never_asked(address: str) -> None:
    participation = of_centre(address, joined(an_event()))
    assert centre_client.api_of(participation) == ""
    assert refusal_of(lambda: centre_client.tell(participation, "joined")) == "no_centre"


def test_without_a_network_the_evening_goes_on(desk: Desk) -> None:
    organizer, port = desk("organizer"), free_port()
    event = an_event(address=f"http://127.0.0.1:{port}/simultaneous/{{code}}/")
    answer = dropped(organizer, invitation_file(event))
    assert answer.status_code == 302
    participation = Participation.objects.get()
    assert refusal_of(lambda: centre_client.tell(participation, "joined")) == "no_network"
    organizer.post(f"{page_of(participation)}open/", {"key": keys_of(event)[0]})
    assert Participation.objects.get().opened_at is not None


class _Elsewhere(BaseHTTPRequestHandler):
    """Redirects every request to another address, and records the requests there."""

    paths: list[str] = []

    def do_GET(self) -> None:
        self.paths.append(self.path)
        self.send_response(302)
        self.send_header("Location", "/secret")
        self.end_headers()

    do_POST = do_GET

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def elsewhere() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), _Elsewhere)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    _Elsewhere.paths.clear()
    yield f"http://127.0.0.1:{server.server_port}/simultaneous/abc/"
    server.shutdown()
    server.server_close()


def test_an_answer_that_leads_elsewhere_is_not_followed(elsewhere: str) -> None:
    participation = of_centre(elsewhere, joined(an_event()))
    assert refusal_of(lambda: centre_client.fetch_keys(participation)) == "centre_refused"
    assert refusal_of(lambda: centre_client.tell(participation, "joined")) == "centre_refused"
    assert "/secret" not in _Elsewhere.paths


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (302, "its address leads to another one"),
        (404, "there is no such event at its address"),
        (429, "it was asked too often: try again in a minute"),
        (502, "it is out of order: try again later"),
        (418, "its answer cannot be read"),
    ],
)
def test_a_centre_that_says_no_in_a_number_is_told_in_words(status: int, reason: str) -> None:
    class Number(_Large):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(status)
            self.end_headers()

    participation = joined(an_event())
    with serving(Number) as address:
        of_centre(address, participation)
        with translation.override("en"):
            with pytest.raises(ValidationError) as refused:
                centre_client.tell(participation, "joined")
            [sentence] = refused.value.messages
    assert sentence == f"The centre did not accept it: {reason}"


def test_the_hall_s_own_link_is_for_the_dealing_role(desk: Desk) -> None:
    """Anybody with the link could act for the hall at its centre."""
    address = "https://centre.example/simultaneous/abc/"
    participation = of_centre(address, whole_evening(joined(an_event())))
    participation = hall.close_hall(participation=participation, author=None)
    hall.mark_sent(participation=participation)
    link = centre_client.own_page_of(participation)
    for roles in ("arbiter",), ("organizer",), ("organizer", "arbiter"):
        assert link not in desk(*roles).get(page_of(participation)).text
    assert link in desk("organizer", "dealing").get(page_of(participation)).text


class _Slow(BaseHTTPRequestHandler):
    """Sends a byte now and then, and never ends."""

    def do_POST(self) -> None:
        self.send_response(200)
        self.end_headers()
        try:
            while True:
                self.wfile.write(b" ")
                self.wfile.flush()
                time.sleep(0.2)
        except OSError:
            pass

    def log_message(self, *_: object) -> None:
        pass


class _Large(_Slow):
    """Sends an answer that is larger than any real one."""

    def do_POST(self) -> None:
        # An unread body would close the connection before the answer is read.
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.end_headers()
        with contextlib.suppress(OSError):
            for _part in range(48):
                self.wfile.write(b" " * 65_536)


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/simultaneous/abc/"
    server.shutdown()
    server.server_close()


def test_a_slow_centre_holds_a_press_for_its_seconds_and_no_second_one(monkeypatch: Any) -> None:
    """The centre would send forever. A second press meanwhile is told that the centre is being
    asked.
    """
    monkeypatch.setattr(centre_client, "SECONDS", 2)
    participation = joined(an_event())
    with serving(_Slow) as address:
        of_centre(address, participation)
        assert refusal_of(lambda: centre_client.tell(participation, "joined")) == "no_network"
        assert monotonic_clock.claim(f"speaking-{participation.pk}", 60)
        assert refusal_of(lambda: centre_client.tell(participation, "joined")) == "asked_already"


def test_an_answer_of_megabytes_is_not_read() -> None:
    participation = joined(an_event())
    with serving(_Large) as address:
        of_centre(address, participation)
        assert (
            refusal_of(lambda: centre_client.tell(participation, "joined")) == "centre_unreadable"
        )


@pytest.mark.django_db(transaction=True)
def test_a_hall_with_a_network_says_everything_to_its_centre(
    desk: Desk, live_server: LiveServer
) -> None:
    organizer = desk("organizer")
    event = an_event(address=f"{live_server.url}/simultaneous/{{code}}/")
    dropped(organizer, invitation_file(event))
    participation = Participation.objects.select_related("tournament").get()
    page = page_of(participation)
    assert a_hall(event, 1).joined_at is not None
    first = seated(participation)
    assert organizer.post(f"{page}ask/").status_code == 422
    centre.tell_key(event)
    organizer.post(f"{page}ask/")
    assert (a_hall(event, 1).opened_at is not None, a_hall(event, 1).tables) == (True, 2)
    played(first)
    assert organizer.post(f"{page}ask/").status_code == 422
    centre.tell_key(event)
    organizer.post(f"{page}ask/")
    played(next_round(first.tournament))
    organizer.post(f"{page}close/")
    participation = Participation.objects.get()
    assert participation.sent_at is not None
    assert a_hall(event, 1).code == participation.code
    assert a_hall(event, 1).reports.get().digest == hall.report_of(participation).digest
    assert organizer.post(f"{page}fetch/").status_code == 422
    ranking.publish_event(event=centre.close_event(Event.objects.get(pk=event.pk)))
    organizer.post(f"{page}fetch/")
    participation = Participation.objects.get()
    assert participation.ended_at is not None
    assert hall.digest_is_found(participation)
    assert json.loads(participation.report)["hall"] == 1


@pytest.mark.django_db(transaction=True)
def test_a_refusal_of_the_centre_reaches_the_hall_in_its_reader_s_language(
    desk: Desk, live_server: LiveServer
) -> None:
    """The centre answers in Italian by default, but the users in the hall read French or English."""
    organizer = desk("organizer")
    event = an_event(address=f"{live_server.url}/simultaneous/{{code}}/", plan={"rounds": 1})
    dropped(organizer, invitation_file(event))
    participation = Participation.objects.select_related("tournament").get()
    page = page_of(participation)
    first = seated(participation)
    centre.tell_key(event)
    organizer.post(f"{page}ask/")
    played(first)
    centre.take_code(a_hall(event, 1), "AAAABBBBCCCC")
    for language, refused in (
        ("fr", "Savona a communiqué un autre code de clôture"),
        ("it", "Savona ha detto un altro codice di chiusura"),
        ("en", "Savona has given another closing code"),
    ):
        refused = refused.replace("Savona", "Genova")
        step = "send" if Participation.objects.get().code else "close"
        answer = organizer.post(
            f"{page}{step}/", headers={"Accept-Language": language}, follow=True
        )
        assert refused in answer.content.decode().replace("&#x27;", "'"), language
