"""Events whose cards nobody may see yet, and the times at which a centre is backed up."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from ground.roles import holds_dealing
from ground.secrets import Sealed
from simultaneous.models import Event, Hall, Participation, ReleaseKey, Report
from wording.sentences import refusal

BETWEEN_COPIES = timedelta(minutes=1)
"""While codes and reports come."""


def _sealed_events() -> QuerySet[Event]:
    untold = ReleaseKey.objects.filter(event=OuterRef("pk"), told_at=None)
    return Event.objects.exclude(drawn_at=None).filter(Q(closed_at=None) | Exists(untold))


def check_may_deal(user: Any, event: Event) -> None:
    """Refuse anybody but the dealing role. Seed and keys deal every board, so they are for accounts
    that do not play.
    """
    if not holds_dealing(user):
        raise refusal(
            _(
                "“%(event)s” is drawn and not over: only the dealing role hands out what deals "
                "its boards. Ask somebody who has that role."
            ),
            "event_sealed",
            event=event.name,
        )


SEALED_EVENTS = Sealed(
    places=(
        "simultaneous.Event.terms.seed",
        "simultaneous.ReleaseKey.letters",
        "simultaneous.Hall.secret",
        "simultaneous.Participation.invitation.seed",
        "simultaneous.Participation.invitation.secret",
        "simultaneous.Participation.secret",
    ),
    rows=_sealed_events,
    check=check_may_deal,
    evening=lambda event: None,
    title=lambda event: event.name,
)


def is_copy_due(last: datetime, now: datetime) -> bool:
    """Whether a backup is due: after each step of an event, after the close of a hall, and a minute
    after a code or a report.
    """

    def since(*columns: str) -> Q:
        newer = Q()
        for column in columns:
            newer |= Q(**{f"{column}__gt": last, f"{column}__lte": now})
        return newer

    steps = since("drawn_at", "released_at", "closed_at", "official_at", "keys__told_at")
    if Event.objects.filter(steps).exists():
        return True
    if Participation.objects.filter(since("opened_at", "reported_at", "ended_at")).exists():
        return True
    return now - last >= BETWEEN_COPIES and (
        Hall.objects.filter(since("code_at")).exists()
        or Report.objects.filter(since("received_at")).exists()
    )
