"""Limits on guessing passwords and codes, counted in the database by address and by account.

An account that has signed in from an address is not blocked there by guesses from elsewhere, so
that a stranger can lock neither an account nor a table.
"""

import datetime
import ipaddress
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from king_tournament.models import Attempt

WINDOW = datetime.timedelta(minutes=5)
AHEAD = datetime.timedelta(seconds=30)
"""By how much the clock of another server may be ahead."""
SHOWN = datetime.timedelta(hours=1)
KEPT = datetime.timedelta(days=30)
FOR_ONE_ACCOUNT = 8
FROM_ONE_ADDRESS = 20
FOR_ONE_ACCOUNT_FROM_ALL = 40
"""Wrong passwords within the window."""
CODES_FROM_ONE_ADDRESS = 20
"""Different wrong codes within the window; the same one again is a phone that has been left with an old card."""


def address_of(request: HttpRequest) -> str:
    """Address of the client, behind as many proxies as ``KING_PROXIES`` says. An address that the
    client writes into the header is further left and so is ignored. An IPv6 network of one
    household counts as one address.
    """
    address = request.META.get("REMOTE_ADDR", "")
    if settings.KING_PROXIES:
        passed = [hop.strip() for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
        address = passed[-min(settings.KING_PROXIES, len(passed))] or address
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return str(address)[:45]
    if parsed.version == 6 and parsed.ipv4_mapped is None:
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)


def _window(within: datetime.timedelta = WINDOW) -> tuple[datetime.datetime, datetime.datetime]:
    """Bounds of the time in which attempts count. Those from the future were made before the clock
    was set back; they are left out, or they would count until then.
    """
    now = timezone.now()
    return now - within, now + AHEAD


def _recent(kind: str, within: datetime.timedelta = WINDOW) -> QuerySet[Attempt]:
    return Attempt.objects.filter(kind=kind, at__range=_window(within))


def _came_in(kind: str, address: str, subject: str) -> bool:
    return _recent(kind, KEPT).filter(address=address, subject=subject, missed=False).exists()


# --- passwords, and what a player signs with


def begin(kind: str, request: HttpRequest | None, name: str) -> Attempt | None:
    """Count an attempt before the input is checked, so that simultaneous attempts are counted too.
    Returns None if the attempt is refused.
    """
    address = address_of(request) if request is not None else ""
    subject = name.casefold()[:150]
    attempt = Attempt.objects.create(kind=kind, address=address, subject=subject)
    missed = _recent(kind).filter(missed=True)
    from_here = missed.filter(address=address)
    refused = (
        from_here.filter(subject=subject).count() > FOR_ONE_ACCOUNT
        or from_here.count() > FROM_ONE_ADDRESS
        or (
            missed.filter(subject=subject).count() > FOR_ONE_ACCOUNT_FROM_ALL
            and not _came_in(kind, address, subject)
        )
    )
    if refused:
        attempt.delete()
        return None
    return attempt


def forget_misses(attempt: Attempt) -> None:
    """Forget the earlier misses of this address and name, and all old attempts. If two requests
    succeed at the same moment, the first may have deleted the other's row.
    """
    mine = Q(kind=attempt.kind, address=attempt.address, subject=attempt.subject)
    Attempt.objects.filter(mine).exclude(pk=attempt.pk).delete()
    Attempt.objects.filter(at__lt=timezone.now() - KEPT).delete()
    attempt.missed = False
    if not Attempt.objects.filter(pk=attempt.pk).update(missed=False):
        attempt.save(force_insert=True)


# --- codes of tables


def counted_code(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view so that codes which open nothing are counted. An address with too many of
    them has to wait.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        tried = str(kwargs.get("code") or request.POST.get("code", ""))
        code = "".join(tried.split()).lower()[:12]
        if not code:
            return view(request, *args, **kwargs)
        address = address_of(request)
        missed = _recent(Attempt.Kind.TABLE).filter(address=address, missed=True)
        if missed.count() >= CODES_FROM_ONE_ADDRESS and not _came_in(
            Attempt.Kind.TABLE, address, code
        ):
            return _wait(request)
        answer = view(request, *args, **kwargs)
        was_wrong = answer.status_code in (404, 410)
        is_page = answer.status_code == 200 and "html" in answer.headers.get("Content-Type", "")
        if was_wrong or (is_page and request.method == "GET"):
            outcome = {
                "kind": Attempt.Kind.TABLE,
                "address": address,
                "subject": code,
                "missed": was_wrong,
            }
            before = Attempt.objects.filter(**outcome)
            if was_wrong:
                before = before.filter(at__range=_window())
            if not before.exists():
                Attempt.objects.create(**outcome)
        return answer

    return guarded


def _wait(request: HttpRequest) -> HttpResponse:
    sentence = _(
        "Too many wrong codes came from this phone's address. Wait five minutes, then try again."
    )
    if "text/html" in request.headers.get("Accept", ""):
        return render(request, "captain/find.html", {"code": "", "refusal": sentence}, status=429)
    return JsonResponse({"message": sentence, "code": "too_many"}, status=429)


def wrong_codes() -> dict[str, Any] | None:
    missed = _recent(Attempt.Kind.TABLE, SHOWN).filter(missed=True)
    rows = list(missed.order_by("address").values_list("address", "subject").distinct()[:2000])
    if len(rows) < CODES_FROM_ONE_ADDRESS // 2:
        return None
    return {
        "codes": len(rows),
        "addresses": list(dict.fromkeys(address for address, _code in rows))[:5],
    }
