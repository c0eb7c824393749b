"""Webhooks: programs are told that there is something new, and then read the log.

Evenings with a new line are collected for a second, in a thread of the process that wrote it, so
that no request waits for an address. Then Celery's workers call it, or another thread does. Changes
that were not told yet are stored in the webhook's row.
"""

import hashlib
import hmac
import json
import logging
import re
import socket
import ssl
import threading
import time
from contextlib import closing
from datetime import datetime, timedelta
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from ground.task_queue import do_here, hand_over, task
from king import __version__
from king_tournament.models import Webhook
from tournaments.models import Tournament

GATHERED = 1.0
"""Seconds between two calls of an address, at least."""
LONGEST = 4.0
"""Seconds of a call in all."""
PAUSES = (2, 15, 60, 300, 1500)
"""Seconds before each further try; then it is given up."""

logger = logging.getLogger(__name__)

# --- in the process that has written a line

_heard = set[int]()
_listening = threading.Lock()


def hear(evening: int) -> None:
    """Note that an evening has news, and return at once, however slow the addresses are."""
    with _listening:
        is_first = not _heard
        _heard.add(evening)
    if is_first:
        do_here(hand_out)


@task("king_tournament.hand_out")
def hand_out() -> None:
    """Pass on the changes that this process has seen, with a broker or without."""
    if not settings.CELERY_TASK_ALWAYS_EAGER:
        time.sleep(GATHERED)
    with _listening:
        evenings = set(_heard)
        _heard.clear()
    if not (hooks := list(_active_hooks())):
        return
    for evening, code in Tournament.objects.filter(pk__in=evenings).values_list("pk", "code"):
        for hook in hooks:
            if hook.evening in ("", code):
                hand_over(tell_news, hook.pk, evening)


def _active_hooks() -> QuerySet[Webhook]:
    return Webhook.objects.filter(ended_at=None, user__is_active=True)


def tell_waiting() -> None:
    """Call the addresses whose pause is over. The process that began to wait may have ended."""
    for hook in _hooks_that_wait():
        if not _waits(hook, timezone.now()):
            hand_over(tell_news, hook.pk)


def next_to_tell() -> datetime | None:
    now = timezone.now()
    moments = (hook.next_at if _waits(hook, now) else now for hook in _hooks_that_wait())
    return min(filter(None, moments), default=None)


def _hooks_that_wait() -> list[Webhook]:
    return [hook for hook in _active_hooks() if hook.waiting]


# --- in the worker


@task("king_tournament.tell_news")
def tell_news(hook: int, evening: int | None = None) -> None:
    """Call the address once, about the evening that has waited longest."""
    claimed = _claim(hook, evening)
    if claimed is not None:
        _note(hook, claimed[1].pk, _call(*claimed))


@transaction.atomic
def _claim(key: int, news: int | None) -> tuple[Webhook, Tournament] | None:
    """Claim the webhook for sending. None if there is nothing to send now."""
    hook = _active_hooks().select_for_update(of=("self",)).filter(pk=key).first()
    if hook is None:
        return None
    if news is not None and news not in hook.waiting:
        hook.waiting.append(news)
    now, evening = timezone.now(), None
    if hook.waiting and not _waits(hook, now):
        if hook.next_at is None:
            hook.failures = 0
        evening = Tournament.objects.filter(pk=hook.waiting.pop(0)).first()
        hook.next_at = now + timedelta(seconds=LONGEST + GATHERED)
    elif hook.waiting and not hook.failures:
        _again(key, GATHERED)
    hook.save()
    return None if evening is None else (hook, evening)


def _waits(hook: Webhook, now: datetime) -> bool:
    """Whether the webhook is in a pause. A pause longer than the longest was begun before the
    machine's clock was set back, and is ignored.
    """
    longest = timedelta(seconds=max(PAUSES, default=0))
    return hook.next_at is not None and now < hook.next_at <= now + longest


@transaction.atomic
def _note(key: int, evening: int, answer: str) -> None:
    hook = Webhook.objects.select_for_update().filter(pk=key).first()
    if hook is None:
        return
    now = timezone.now()
    hook.answer, hook.answered_at = answer, now
    if answer.startswith("2"):
        pause, hook.failures = GATHERED, 0
    elif hook.failures < len(PAUSES):
        pause = PAUSES[hook.failures]
        hook.failures += 1
        hook.waiting = [evening, *(other for other in hook.waiting if other != evening)]
    else:
        pause, hook.waiting = 0, []
    hook.next_at = now + timedelta(seconds=pause) if pause else None
    if hook.waiting:
        _again(key, pause)
    hook.save()


def _again(hook: int, after: float) -> None:
    transaction.on_commit(partial(_later, hook, after + 0.1))


def _later(hook: int, after: float) -> None:
    """Call the address after a pause. If the process ends meanwhile, the next line of the log
    starts it again.
    """
    hand_over(tell_news, hook, after=after)


def signature(secret: str, at: str, body: bytes) -> str:
    signed = hmac.new(secret.encode(), at.encode() + b"." + body, hashlib.sha256)
    return f"sha256={signed.hexdigest()}"


def _call(hook: Webhook, evening: Tournament) -> str:
    """Call the address. Returns the status, or a ``Webhook.Failure``. Redirects are not followed."""
    line = evening.log.order_by("-sequence").values_list("sequence", flat=True).first()
    news = {"evening": evening.code, "revision": evening.revision, "sequence": line or 0}
    body, at = json.dumps(news).encode(), str(int(time.time()))
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"King/{__version__}",
        "X-King-Timestamp": at,
        "X-King-Signature": signature(hook.secret, at, body),
    }
    url, until = urlsplit(hook.url), time.monotonic() + LONGEST
    kind = HTTPSConnection if url.scheme == "https" else HTTPConnection
    path = f"{url.path or '/'}?{url.query}" if url.query else url.path or "/"
    try:
        with closing(kind(url.hostname or "", url.port, timeout=LONGEST / 2)) as connection:
            connection.request("POST", path, body, headers)
            return _status(connection.sock, until)
    except TimeoutError:
        return Webhook.Failure.LATE
    except ssl.SSLCertVerificationError:
        return Webhook.Failure.CERTIFICATE
    except (OSError, HTTPException, ValueError):
        return Webhook.Failure.NOBODY


def _status(answering: socket.socket, until: float) -> str:
    """Read only the first line of the answer, within the time limit, so that a slow server holds
    nothing up.
    """
    line = b""
    while b"\n" not in line and len(line) < 100:
        seconds = until - time.monotonic()
        if seconds <= 0:
            raise TimeoutError
        answering.settimeout(seconds)
        part = answering.recv(100)
        if not part:
            break
        line += part
    first = re.match(rb"HTTP/1\.\d (\d{3})\b", line)
    return first[1].decode() if first else Webhook.Failure.NOBODY
