"""Results and cards that anybody may see: seats when published, points as a posted standing counts
them, cards when the partita is closed, commitments from the moment of sealing. A final standing
kept for the prize-giving is not shown before. Organizers and arbiters read results as they stand.
"""

import contextlib
import datetime
from collections.abc import Iterator
from typing import Any

from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, ExtractYear
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _, gettext_lazy
from django_htmx.middleware import HtmxDetails

from ground.languages import names_a_language
from ground.roles import ARBITER, ORGANIZER, holds
from scoring.models import Publication
from scoring.publishing import Posted, read_posted, tables_as_posted
from scoring.publishing.final_hold import awaits_prize_giving, shown_publications
from scoring.round_steps import become_official
from scoring.scored_sheets import ScoredTable, scored_round
from scoring.standing import CLOSED_STAGES
from tournaments.circuits import Circuit
from tournaments.models import Entry, Round, Tournament
from wording.naming import play_with_cards_of

AT_THE_PRIZE_GIVING = gettext_lazy("The final standing will be read at the prize-giving.")

SEATED = Q(seating_published_at__isnull=False) | ~Q(stage=Round.Stage.SEATING)
"""The partite whose seats everybody may see."""


class LiveRequest(HttpRequest):
    htmx: HtmxDetails


def find_evening(code: str) -> Tournament:
    """From here on the request says its times in the evening's own zone."""
    evening = Tournament.objects.filter(code=code).first()
    if evening is None:
        raise Http404(_("There is no evening with the code “%(code)s”.") % {"code": code})
    become_official(evening)
    timezone.activate(evening.zone)
    play_with_cards_of(evening.language)
    return evening


def find_evening_for(request: HttpRequest, code: str) -> Tournament:
    """It speaks the evening's language where its reader names none."""
    evening = find_evening(code)
    if not in_folder(request) and not names_a_language(request):
        translation.activate(evening.language)
    return evening


def in_folder(request: HttpRequest) -> bool:
    """Read without a server, a script or anybody who is signed in."""
    return getattr(request, "in_folder", False)


@contextlib.contextmanager
def not_found_if_refused() -> Iterator[None]:
    try:
        yield
    except ValidationError:
        raise Http404 from None


def file_answer(
    content: bytes | str, name: str, media_type: str, *, inline: bool = False
) -> HttpResponse:
    headers = {"Content-Disposition": content_disposition_header(not inline, name) or ""}
    return HttpResponse(content, content_type=media_type, headers=headers)


def seated_rounds(tournament: Tournament) -> QuerySet[Round]:
    return tournament.rounds.filter(SEATED).order_by("number")


def find_seated_round(tournament: Tournament, number: int) -> Round:
    round_ = seated_rounds(tournament).select_related("board_set").filter(number=number).first()
    if round_ is None:
        raise Http404(_("Partita %(number)s has no published seating.") % {"number": number})
    round_.tournament = tournament
    return round_


def find_publication(tournament: Tournament, number: int | None = None) -> Publication | None:
    """The one posted last where no number is given. Its lists are not read with it: they are long,
    and most who ask need none of them.
    """
    shown = shown_publications(tournament).defer("standings")
    if number is None:
        return shown.first()
    publication = shown.filter(number=number).first()
    if publication is None and tournament.publications.filter(number=number).exists():
        raise Http404(AT_THE_PRIZE_GIVING)
    if publication is None:
        raise Http404(_("No standing with the number %(number)s was posted.") % {"number": number})
    return publication


def last_posted(tournament: Tournament) -> Posted | None:
    publication = find_publication(tournament)
    return None if publication is None else read_posted(tournament, publication)


def sees_results(user: Any, tournament: Tournament) -> bool:
    return holds(user, ORGANIZER, ARBITER, evening=tournament.code)


def tables_shown(user: Any, round_: Round) -> tuple[ScoredTable, ...]:
    if sees_results(user, round_.tournament):
        return scored_round(round_)
    posted = last_posted(round_.tournament)
    return tables_as_posted(posted, [round_]).get(round_.pk, ()) if posted is not None else ()


def not_shown_yet(tournament: Tournament, otherwise: str) -> str:
    return str(AT_THE_PRIZE_GIVING) if awaits_prize_giving(tournament) else otherwise


EVENINGS_ON_A_PAGE = 20


def evenings_on(today: datetime.date, page: str | int | None) -> dict[str, Any]:
    """Only the past is turned over. Four queries, however many there are."""
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
    """Its code: the one in play, otherwise the last whose day has come. Until six in the morning a
    night belongs to the day before.
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
    """Annotated: ``playing``, ``played``, ``seated`` partite, and how many are ``entered``."""
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
    """A state of the site and its words; ``evening`` comes from ``with_progress``."""
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
