"""A hall speaks with its centre over HTTP: shortly, and never within a transaction. Where there is
no network the file and the squares take its place.
"""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from django.utils.translation import gettext_lazy as _

from king.simultaneous.documents import page_key, word_seal
from simultaneous.hall import LARGEST_RESULT, invitation_of, sent
from simultaneous.models import Participation
from wording.sentences import refusal

SECONDS = 6
PATH = "/simultaneous/"


class _Here(urllib.request.HTTPRedirectHandler):
    """An answer that leads elsewhere is none: an invitation names one address."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def api_of(participation: Participation) -> str:
    """Empty where the invitation names no address that a program can ask."""
    address = urlsplit(participation.invitation.get("centre") or "")
    before, path, event = address.path.rpartition(PATH)
    if address.scheme not in ("http", "https") or not address.hostname or not path:
        return ""
    return f"{address.scheme}://{address.netloc}{before}/api{path}{event.strip('/')}/"


def own_page_of(participation: Participation) -> str:
    """Of the hall, at its centre."""
    terms = participation.invitation
    return f"{terms.get('centre') or ''}hall/{terms['hall']}/{page_key(participation.secret)}/"


def _answer(address: str, form: Mapping[str, Any] | None = None) -> bytes:
    body = None if form is None else json.dumps(form).encode()
    headers = {"Accept": "application/json", "Content-Type": "application/json"}
    request = urllib.request.Request(address, body, headers)
    opener = urllib.request.build_opener(_Here)
    try:
        with opener.open(request, timeout=SECONDS) as answer:
            content: bytes = answer.read(LARGEST_RESULT + 1)
    except urllib.error.HTTPError as error:
        raise refusal(
            _("The centre did not take it: %(reason)s"),
            "centre_refused",
            reason=_reason(error),
        ) from None
    except (OSError, ValueError, http.client.HTTPException):
        raise refusal(
            _(
                "Not sent: no network. Send the file, or let a phone photograph the squares; or press again later."
            ),
            "no_network",
        ) from None
    return content


def _reason(error: urllib.error.HTTPError) -> str:
    """The centre's own sentence where it says one."""
    try:
        return str(json.loads(error.read(20_000))["message"])[:300]
    except (OSError, ValueError, KeyError, TypeError):
        return str(error.code)


def _tell(participation: Participation, form: Mapping[str, Any]) -> None:
    terms = invitation_of(participation)
    address = api_of(participation)
    if not address:
        raise refusal(
            _("The invitation names no address of the centre: tell it by telephone, or by a file."),
            "no_centre",
        )
    _answer(f"{address}halls/{terms.hall}/", form)


def tell(participation: Participation, step: str) -> None:
    """``step``: joined or opened."""
    _tell(participation, {step: True, "mac": word_seal(participation.secret, step)})


def send_report(participation: Participation) -> None:
    """The code first: it counts although the report comes later."""
    code = participation.code
    _tell(participation, {"code": code, "mac": word_seal(participation.secret, f"code:{code}")})
    _tell(participation, {"report": json.loads(participation.report)})
    sent(participation=participation)


def fetch(participation: Participation) -> dict[str, Any]:
    """The event as the centre says it: with its ``key`` once told."""
    address = api_of(participation)
    if not address:
        raise refusal(_("The invitation names no address of the centre."), "no_centre")
    try:
        event = json.loads(_answer(address))
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict):
        raise refusal(_("The centre answers something that cannot be read."), "centre_unreadable")
    return event


def fetch_result(participation: Participation) -> bytes:
    """The file that stands on the page of the event, once it has closed."""
    if fetch(participation).get("state") not in ("closed", "official"):
        raise refusal(_("The event has not closed yet: its result is not there."), "no_result_yet")
    return _answer(participation.invitation["centre"].rstrip("/") + "/result.json")
