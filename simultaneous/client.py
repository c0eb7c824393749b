"""Communication of a hall with its centre over HTTP: a few seconds, in a separate process, and
never within a transaction. Without a network, files and QR codes replace it.
"""

from __future__ import annotations

import hmac
import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from django.core.cache import cache
from django.utils.translation import get_language, gettext_lazy as _

from ground import monotonic_clock
from ground.isolation import ReadError
from ground.isolation.http_request import TOO_LARGE, fetch
from king.simultaneous.documents import page_key, word_seal
from simultaneous.hall import mark_sent
from simultaneous.models import Participation
from wording.sentences import refusal

SECONDS = 6
"""In all, for whatever one press asks."""
LARGEST_ANSWER = 2 * 1024 * 1024
PATH = "/simultaneous/"


def api_of(participation: Participation) -> str:
    """Address of the event in the centre's API. Empty if the invitation names no address that a
    program can ask.
    """
    address = urlsplit(participation.invitation.get("centre") or "")
    before, path, event = address.path.rpartition(PATH)
    if address.scheme not in ("http", "https") or not address.hostname or not path:
        return ""
    return f"{address.scheme}://{address.netloc}{before}/api{path}{event.strip('/')}/"


def own_page_of(participation: Participation) -> str:
    """Address of the hall's own page at the centre."""
    terms = participation.invitation
    return f"{terms.get('centre') or ''}hall/{terms['hall']}/{page_key(participation.secret)}/"


class _Line:
    """Connection to the centre for one step. All its requests end within ``SECONDS``."""

    def __init__(self, participation: Participation) -> None:
        self.participation, self.api = participation, api_of(participation)
        self.until = time.monotonic() + SECONDS
        if not self.api:
            raise refusal(
                _("The invitation gives no address of the centre: use the telephone, or a file."),
                "no_centre",
            )

    def ask(
        self, address: str, form: Mapping[str, Any] | None = None, *, packed: bool = False
    ) -> bytes:
        body = None if form is None else json.dumps(form).encode()
        headers = {
            "Accept": "application/json",
            "Accept-Encoding": "gzip" if packed else "identity",
            "Accept-Language": get_language() or "",
            "Content-Type": "application/json",
        }
        seconds = self.until - time.monotonic()
        try:
            if seconds <= 0:
                raise ReadError("no_network")
            answer = fetch(address, body, headers, most=LARGEST_ANSWER, seconds=seconds)
        except ReadError as error:
            if str(error) == TOO_LARGE:
                raise _unreadable() from None
            raise refusal(
                _(
                    "Not sent: no network. Send the file, or let a phone photograph the QR codes; or try again later."
                ),
                "no_network",
            ) from None
        if answer.status >= 300:
            sentence = _("The centre did not accept it: %(reason)s")
            raise refusal(sentence, "centre_refused", reason=_reason(answer.status, answer.body))
        return answer.body

    def tell(self, form: Mapping[str, Any]) -> dict[str, Any]:
        """Say something as the hall, and return the centre's answer."""
        number = self.participation.invitation["hall"]
        return _object(self.ask(f"{self.api}halls/{number}/", form))


@contextmanager
def _line(participation: Participation) -> Iterator[_Line]:
    """Open the connection to the centre. Only one is open for a participation, so that a centre
    that does not answer holds up no second thread. Refused while another one is open.
    """
    line, name = _Line(participation), f"speaking-{participation.pk}"
    if not monotonic_clock.claim(name, SECONDS + 1):
        sentence = _("The centre is already being asked: wait a few seconds, then look again.")
        raise refusal(sentence, "asked_already")
    try:
        yield line
    finally:
        cache.delete(name)


def _unreadable() -> Exception:
    return refusal(_("The centre's answer cannot be read."), "centre_unreadable")


def _object(body: bytes) -> dict[str, Any]:
    try:
        form = json.loads(body)
    except (ValueError, RecursionError):
        form = None
    if not isinstance(form, dict):
        raise _unreadable()
    return form


def _reason(status: int, body: bytes) -> object:
    """Reason of a failure: the centre's own sentence, in the language asked for, else the meaning
    of the status.
    """
    try:
        return str(json.loads(body)["message"])[:300]
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    if status < 400:
        return _("its address leads to another one")
    if status >= 500:
        return _("it is out of order: try again later")
    return SAID_IN_NUMBERS.get(status, _("its answer cannot be read"))


SAID_IN_NUMBERS = {
    404: _("there is no such event at its address"),
    429: _("it was asked too often: try again in a minute"),
}


def tell(participation: Participation, step: str, **more: Any) -> None:
    """Tell the centre about a ``step``: joined or opened."""
    with _line(participation) as line:
        line.tell({step: True, "mac": word_seal(participation.secret, step), **more})


def send_report(participation: Participation) -> None:
    """Send the code, then the report. The code comes first, because it counts even if the report
    arrives later.
    """
    code = participation.code
    with _line(participation) as line:
        line.tell({"code": code, "mac": word_seal(participation.secret, f"code:{code}")})
        line.tell({"report": json.loads(participation.report)})
    mark_sent(participation=participation)


def fetch_keys(participation: Participation) -> list[str]:
    """Letters of the keys that the centre has told."""
    with _line(participation) as line:
        keys = _object(line.ask(line.api)).get("keys")
    answers = keys if isinstance(keys, list) else []
    return [
        key["letters"]
        for key in answers
        if isinstance(key, dict) and isinstance(key.get("letters"), str)
    ]


def fetch_result(participation: Participation) -> tuple[bytes, str]:
    """Result file from the event's page, once it is closed, perhaps packed; and its code, which the
    centre tells this hall under the hall's secret.
    """
    secret = participation.secret
    with _line(participation) as line:
        answer = line.tell({"result": True, "mac": word_seal(secret, "result")})
        code = answer.get("result_code")
        if code is None:
            sentence = _("The event has not closed yet, so there is no result.")
            raise refusal(sentence, "no_result_yet")
        seal = word_seal(secret, f"result:{code}")
        if not hmac.compare_digest(str(answer.get("result_mac")).encode(), seal.encode()):
            raise _unreadable()
        address = participation.invitation["centre"].rstrip("/") + "/result.json"
        return line.ask(address, packed=True), str(code)
