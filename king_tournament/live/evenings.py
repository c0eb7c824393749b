"""The list of evenings: those of today and in play first, then what is to come, then what was played."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from king_tournament.live.visible import SEATED
from scoring.standing import CLOSED_STAGES
from tournaments.models import Entry, Round, Tournament

EVENINGS_ON_A_PAGE = 20


@dataclass(frozen=True)
class Evenings:
    """The three lists; only the past is long enough to be turned over."""

    now: list[Tournament]
    to_come: list[Tournament]
    past: Page


def evenings_on(today: datetime.date, page: str | int | None) -> Evenings:
    """The evenings as of a date. Four queries, however many there are."""
    every = with_progress(Tournament.objects.all())
    yesterday = today - datetime.timedelta(days=1)
    open_now = (
        Q(date=today)
        | Q(closed_at__isnull=True, playing__gt=0)
        # Past midnight, between two partite, it is still the same evening.
        | Q(date=yesterday, closed_at__isnull=True, seated__gt=0, played__lt=F("planned_rounds"))
    )
    now = every.filter(open_now).order_by("-date", "-pk")
    return Evenings(
        list(now),
        list(every.exclude(open_now).filter(date__gt=today).order_by("date", "pk")),
        Paginator(every.exclude(open_now).filter(date__lt=today).order_by("-date", "-pk"), EVENINGS_ON_A_PAGE)
        .get_page(page),
    )  # fmt: skip


def with_progress(evenings: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """How far each has got: partite whose seats are known, in play, played; and how many are entered."""
    rounds = Round.objects.all()
    return evenings.annotate(
        playing=_count(rounds.filter(stage=Round.Stage.PLAYING)),
        played=_count(rounds.filter(stage__in=CLOSED_STAGES)),
        seated=_count(rounds.filter(SEATED)),
        entered=_count(Entry.objects.filter(withdrawn_at__isnull=True)),
    )


def _count(rows: QuerySet[Any]) -> Coalesce:
    """How many of these rows each evening has, without multiplying one kind by the other."""
    counted = rows.filter(tournament=OuterRef("pk")).order_by().values("tournament").annotate(number=Count("pk"))
    return Coalesce(Subquery(counted.values("number")), 0)


def progress_words(evening: Tournament) -> tuple[str, str]:
    """A state of the site and what it means here; ``evening`` comes from ``with_progress``."""
    number, planned = evening.seated, evening.planned_rounds
    if evening.closed_at is not None or (evening.played and evening.played >= planned):
        return "done", _("all played")
    if evening.playing:
        return "current", _("partita %(number)s of %(count)s") % {"number": number, "count": planned}
    if evening.seated > evening.played:
        return "current", _("seating of partita %(number)s published") % {"number": number}
    if evening.played:
        sentence = _("%(number)s of %(count)s partite played")
        return "current", sentence % {"number": evening.played, "count": planned}
    return "waiting", _("not begun")
