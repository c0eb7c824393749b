"""Lists of evenings and circuits, with how far each is."""

import datetime
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, ExtractYear
from django.utils import timezone
from django.utils.translation import gettext as _

from night.visibility import SEATED
from scoring.standing import CLOSED_STAGES
from tournaments.circuits import Circuit
from tournaments.log import LogKind
from tournaments.models import Entry, LogEntry, Round, Tournament

EVENINGS_ON_A_PAGE = 20


def evenings_on(today: datetime.date, page: str | int | None) -> dict[str, Any]:
    """Lists of past, present and future evenings for their page. Only the past is split into pages.
    Four queries for any number of evenings.
    """
    every = with_progress(Tournament.objects.all())
    yesterday = today - datetime.timedelta(days=1)
    open_now = (
        Q(date=today)
        | Q(closed_at__isnull=True, playing__gt=0)
        # Past midnight, between two partite, it is still the same evening.
        | Q(date=yesterday, closed_at__isnull=True, seated__gt=0, played__lt=F("planned_rounds"))
    )
    now = every.filter(open_now).order_by("-date", "-pk")
    past = every.exclude(open_now).filter(date__lt=today).order_by("-date", "-pk")
    return {
        "now": list(now),
        "to_come": list(every.exclude(open_now).filter(date__gt=today).order_by("date", "pk")),
        "past": Paginator(past, EVENINGS_ON_A_PAGE).get_page(page),
    }


def evening_of_the_hall() -> str | None:
    """Code of the current evening: the one in play, else the last whose day has come. Until six in
    the morning a night belongs to the day before.
    """
    today = (timezone.localtime() - datetime.timedelta(hours=6)).date()
    evenings = Tournament.objects.order_by("-date", "-pk").values_list("code", flat=True)
    playing = evenings.filter(rounds__stage=Round.Stage.PLAYING, closed_at=None)
    return (
        playing.filter(date__gte=today - datetime.timedelta(days=1)).first()
        or evenings.filter(date__lte=today).first()
    )


def circuits_shown() -> QuerySet[Circuit]:
    newest = Max("tournaments__date")
    circuits = Circuit.objects.annotate(newest=newest, year=ExtractYear(newest))
    return circuits.exclude(newest=None).order_by("-newest", "name")


def with_progress(evenings: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Annotate ``playing``, ``played`` and ``seated`` partite, and how many are ``entered``."""
    rounds = Round.objects.all()
    return evenings.annotate(
        playing=_count(rounds.filter(stage=Round.Stage.PLAYING)),
        played=_count(rounds.filter(stage__in=CLOSED_STAGES)),
        seated=_count(rounds.filter(SEATED)),
        entered=_count(Entry.objects.filter(withdrawn_at__isnull=True, fills=False)),
    )


def _count(rows: QuerySet[Any]) -> Coalesce:
    own = rows.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    return Coalesce(Subquery(own.annotate(number=Count("pk")).values("number")), 0)


def progress_words(evening: Any) -> tuple[str, str]:
    """State of an evening as a code, and words on how far it is. ``evening`` comes from
    ``with_progress``.
    """
    fields = {"number": evening.seated, "count": evening.planned_rounds}
    if evening.closed_at or 0 < evening.planned_rounds <= evening.played:
        return "done", _("all played")
    if evening.playing:
        return "current", _("partita %(number)s of %(count)s") % fields
    if evening.seated > evening.played:
        return "current", _("seating of partita %(number)s published") % fields
    if evening.played:
        fields["number"] = evening.played
        return "current", _("%(number)s of %(count)s partite played") % fields
    return "waiting", _("not begun")


def with_change(evenings: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Annotate each evening with the moment since which it is ``announced`` as it is now.
    Demonstrations are left out.
    """
    lines = LogEntry.objects.filter(
        tournament=OuterRef("pk"), kind__in=(LogKind.TOURNAMENT, LogKind.SETTINGS)
    )
    last = Subquery(lines.order_by("-sequence").values("at")[:1])
    return evenings.filter(is_demo=False).annotate(announced=Coalesce(last, F("created_at")))
