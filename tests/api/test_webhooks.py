"""Webhooks: the right to make them, their calls, and the cost of an address that does not answer."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from ground.roles import ARBITER, ORGANIZER
from king_tournament import webhooks
from king_tournament.accounts.services import (
    change_evening_roles,
    create_account,
    create_first_account,
    end_webhook,
    make_webhook,
)
from king_tournament.models import Webhook
from tests.accounts import PASSWORD, browser_of
from tests.evenings import a_tournament
from tests.real_servers import free_port, until
from tournaments.entries import enter_new_player
from tournaments.models import LogEntry, Tournament

pytestmark = pytest.mark.django_db
DOCUMENT = Path(__file__).parents[2] / "docs" / "api.md"


class Receiver:
    """HTTP server that records its calls and answers with ``status``."""

    def __init__(self) -> None:
        self.status, self.calls = 204, list[tuple[str, Any, dict[str, str]]]()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.calls.append((self.path, json.loads(body), dict(self.headers)))
                self.send_response(receiver.status)
                self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, *_words: Any) -> None:
                """Write nothing to the terminal."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/king?from=desk"

    @property
    def news(self) -> list[Any]:
        return [news for _path, news, _headers in self.calls]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    new_receiver = Receiver()
    yield new_receiver
    new_receiver.server.shutdown()
    new_receiver.server.server_close()


@pytest.fixture
def write(django_capture_on_commit_callbacks: Any) -> Any:
    """Write a line in an evening's log and run the callbacks of the commit."""

    def write(evening: Tournament, surname: str = "Rossi") -> None:
        with django_capture_on_commit_callbacks(execute=True):
            enter_new_player(tournament=evening, surname=surname, author=None)

    return write


def due(hook: Webhook) -> None:
    """End the pause of a webhook and call it."""
    Webhook.objects.filter(pk=hook.pk).update(next_at=timezone.now() - timedelta(seconds=1))
    webhooks.tell_news(hook.pk)


# --- calls


def test_an_address_is_told_the_number_of_the_newest_line_and_nothing_else(
    chief: User, receiver: Receiver, write: Any
) -> None:
    evening = a_tournament()
    page = browser_of(chief).post(
        "/accounts/tokens/webhook", {"webhook-name": "scores", "webhook-url": receiver.url}
    )
    [secret] = re.findall(r'<code id="secret">([^<]+)</code>', page.content.decode())
    write(evening, "Vattelapesca")
    [(path, news, headers)] = receiver.calls
    evening.refresh_from_db()
    last = evening.log.latest("sequence").sequence
    assert path == "/king?from=desk"
    assert news == {"evening": evening.code, "revision": evening.revision, "sequence": last}
    body = json.dumps(news).encode()
    at = headers["X-King-Timestamp"]
    assert abs(int(at) - time.time()) < 60
    assert headers["X-King-Signature"] == webhooks.signature(secret, at, body)
    assert "204" in browser_of(chief).get("/accounts/tokens").content.decode()
    assert secret not in browser_of(chief).get("/accounts/tokens").content.decode()


def test_an_address_of_one_evening_hears_of_no_other(
    chief: User, receiver: Receiver, write: Any
) -> None:
    evening, other = a_tournament(name="one"), a_tournament(name="other")
    make_webhook(user=chief, name="one", url=receiver.url, evening=evening)
    write(other)
    assert receiver.news == []
    write(evening)
    assert [news["evening"] for news in receiver.news] == [evening.code]


def test_an_ended_webhook_and_one_of_a_closed_account_are_silent(
    chief: User, receiver: Receiver, write: Any
) -> None:
    evening = a_tournament()
    make_webhook(user=chief, name="mine", url=receiver.url)
    User.objects.update(is_active=False)
    write(evening)
    User.objects.update(is_active=True)
    end_webhook(webhook=Webhook.objects.get(), by=chief)
    write(evening, "Verdi")
    assert receiver.news == []
    log_lines = LogEntry.objects.filter(tournament=None, fields__name="mine").order_by("sequence")
    assert [line.sentence.split()[-1] for line in log_lines] == ["“%(account)s”.", "ended."]


# --- an address that does not answer


def test_calls_that_fail_are_tried_again_with_growing_pauses_and_then_given_up(
    chief: User, receiver: Receiver, write: Any
) -> None:
    evening = a_tournament()
    make_webhook(user=chief, name="dead", url=receiver.url)
    receiver.status = 500
    write(evening)
    pauses = []
    for _try in webhooks.PAUSES:
        hook = Webhook.objects.get()
        pauses.append(round((hook.next_at - hook.answered_at).total_seconds()))
        write(evening, "Verdi")
        due(hook)
    assert pauses == sorted(pauses) == list(webhooks.PAUSES)
    # Lines written meanwhile caused no calls of their own.
    assert len(receiver.calls) == 1 + len(webhooks.PAUSES)
    hook = Webhook.objects.get()
    assert (hook.given_up, hook.waiting) == (True, [])
    page = browser_of(chief).get("/accounts/tokens").content.decode()
    assert "given up" in page
    receiver.status = 200
    write(evening, "Bruni")
    hook.refresh_from_db()
    assert (hook.given_up, hook.failures, hook.answer) == (False, 0, "200")


def test_after_a_failure_each_evening_is_told_its_newest_line(
    chief: User, receiver: Receiver, write: Any
) -> None:
    evening, other = a_tournament(name="one"), a_tournament(name="other")
    make_webhook(user=chief, name="club", url=receiver.url)
    receiver.status = 503
    write(evening)
    write(other)
    write(evening, "Verdi")
    receiver.status = 204
    receiver.calls.clear()
    due(Webhook.objects.get())
    due(Webhook.objects.get())
    assert {news["evening"]: news["sequence"] for news in receiver.news} == {
        one.code: one.log.latest("sequence").sequence for one in (evening, other)
    }


def test_a_pause_that_outlives_its_process_is_ended_by_the_next_look(
    chief: User, receiver: Receiver, write: Any
) -> None:
    """The pause's timer dies with its process; the next look sends the waiting call, which used to
    be lost.
    """
    evening = a_tournament()
    make_webhook(user=chief, name="mine", url=receiver.url)
    assert webhooks.next_to_tell() is None
    receiver.status = 500
    write(evening)
    hook = Webhook.objects.get()
    assert webhooks.next_to_tell() == hook.next_at
    receiver.status = 200
    webhooks.tell_waiting()
    assert len(receiver.calls) == 1
    Webhook.objects.update(next_at=timezone.now() - timedelta(seconds=1))
    assert webhooks.next_to_tell() <= timezone.now()
    webhooks.tell_waiting()
    assert [news["evening"] for news in receiver.news] == [evening.code] * 2
    assert webhooks.next_to_tell() is None


def test_a_redirect_is_not_followed(chief: User, receiver: Receiver, write: Any) -> None:
    make_webhook(user=chief, name="elsewhere", url=receiver.url)
    receiver.status = 307
    write(a_tournament())
    assert [path for path, _news, _headers in receiver.calls] == ["/king?from=desk"]
    assert (Webhook.objects.get().answer, Webhook.objects.get().failures) == ("307", 1)


@pytest.mark.parametrize("trickles", [False, True])
def test_who_takes_the_call_and_says_nothing_holds_nobody_up(
    trickles: bool, chief: User, write: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(webhooks, "LONGEST", 0.6)
    with socket.create_server(("127.0.0.1", 0)) as silent:

        def answer() -> None:
            connection, _address = silent.accept()
            with connection:
                for letter in b"HTTP/1.1 " * (9 if trickles else 0):
                    time.sleep(0.1)
                    try:
                        connection.send(bytes([letter]))
                    except OSError:
                        return
                if not trickles:
                    time.sleep(2)

        threading.Thread(target=answer, daemon=True).start()
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        make_webhook(user=chief, name="silent", url=url)
        write(a_tournament())
    assert Webhook.objects.get().answer == "late"


@pytest.mark.django_db(transaction=True)
def test_lines_are_gathered_and_no_line_waits_for_an_address(
    receiver: Receiver, settings: Any, monkeypatch: Any
) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = False
    monkeypatch.setattr(webhooks, "PAUSES", ())
    chief = create_first_account(username="chief", password=PASSWORD)
    evening = a_tournament()
    url = f"http://127.0.0.1:{free_port()}/"
    make_webhook(user=chief, name="dead", url=url)
    make_webhook(user=chief, name="alive", url=receiver.url)
    for number in range(15):
        enter_new_player(tournament=evening, surname=f"Rossi {number}", author=None)
    assert receiver.news == []
    last = evening.log.latest("sequence").sequence
    until(lambda: receiver.news and receiver.news[-1]["sequence"] == last, 20)
    assert len(receiver.news) <= 2
    dead = Webhook.objects.filter(name="dead")
    until(lambda: dead.get().answer == "nobody", 20)
    until(lambda: not any(isinstance(one, threading.Timer) for one in threading.enumerate()), 20)
    until(lambda: Webhook.objects.get(name="alive").answer, 20)


# --- the right to make one


def test_an_organizer_of_one_evening_makes_them_for_it_alone(chief: User) -> None:
    evening, other = a_tournament(name="one"), a_tournament(name="other")
    user = create_account(username="one", password=PASSWORD, roles=[])
    change_evening_roles(user=user, evening=evening, roles=[ORGANIZER], by=chief)
    form = {"webhook-name": "x", "webhook-url": "http://192.168.1.7:9000/king"}
    client = browser_of(user)
    for code in ("", other.code):
        answer = client.post("/accounts/tokens/webhook", {**form, "webhook-evening": code})
        assert answer.status_code == 422, code
    own_answer = client.post("/accounts/tokens/webhook", {**form, "webhook-evening": evening.code})
    assert (own_answer.status_code, Webhook.objects.get().evening) == (200, evening.code)
    arbiter = create_account(username="arbiter", password=PASSWORD, roles=[ARBITER])
    assert "webhook" not in browser_of(arbiter).get("/accounts/tokens").content.decode()
    assert browser_of(arbiter).post("/accounts/tokens/webhook", form).status_code == 422
    pk = Webhook.objects.get().pk
    assert browser_of(arbiter).post(f"/accounts/tokens/webhook/{pk}/end").status_code == 404
    assert client.post(f"/accounts/tokens/webhook/{pk}/end").status_code == 302
    assert Webhook.objects.get().ended_at


@pytest.mark.parametrize(
    "url",
    [
        "ftp://host/",
        "file:///etc/passwd",
        "http://",
        "http:///x",
        "http://a b/",
        "http://user:word@host/",
        "http://host:99999/",
        "http://host/é",
        "http://host/\x01",
        "http://[::1/",
        "host",
    ],
)
def test_what_cannot_be_called_is_refused(url: str, chief: User) -> None:
    form = {"webhook-name": "x", "webhook-url": url}
    assert browser_of(chief).post("/accounts/tokens/webhook", form).status_code == 422
    assert not Webhook.objects.exists()


# --- the receiver of the documentation


def test_the_receiver_of_the_documentation_believes_what_is_signed_and_nothing_else(
    chief: User, write: Any, tmp_path: Path
) -> None:
    programs = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.S)
    (tmp_path / "receiver.py").write_text(programs[1], encoding="utf-8")
    evening, port = a_tournament(), free_port()
    secret = make_webhook(user=chief, name="x", url=f"http://127.0.0.1:{port}/")
    for key, answer in ((secret, "204"), ("another", "403")):
        Webhook.objects.update(next_at=None, failures=0, waiting=[])
        receiving = subprocess.Popen(
            [sys.executable, tmp_path / "receiver.py", str(port), key],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            until(lambda: answers(port), 20)
            write(evening, f"Rossi {answer}")
        finally:
            receiving.terminate()
        output = receiving.communicate(timeout=20)[0]
        assert Webhook.objects.get().answer == answer
        assert (evening.code in output) is (answer == "204")


def answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True
