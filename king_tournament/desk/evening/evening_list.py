"""The evenings as lines of a list: how far each is, and the button that goes on with it."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, F, Q, QuerySet
from django.shortcuts import resolve_url
from django.utils.translation import gettext as _, pgettext

from frame.page import Context, DeskRequest
from ground.roles import ARBITER, ORGANIZER, holds
from tournaments.models import Round, Tournament

OVER = (Round.Stage.PROVISIONAL, Round.Stage.OFFICIAL)


def with_progress(evenings: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Evenings with their progress, open ones first. Players are counted, but not those who only
    complete a table.
    """
    players = Q(entries__withdrawn_at__isnull=True, entries__fills=False)
    return evenings.annotate(
        players=Count("entries__members", filter=players, distinct=True),
        seated=Count("rounds", filter=Q(rounds__tables__isnull=False), distinct=True),
        started=Count("rounds", filter=Q(rounds__started_at__isnull=False), distinct=True),
        played=Count("rounds", filter=Q(rounds__stage__in=OVER), distinct=True),
    ).order_by(F("closed_at").asc(nulls_first=True), "-date", "-pk")


def lines_of(
    request: DeskRequest, evenings: Iterable[Tournament], *, fills: bool = False
) -> list[Context]:
    """Lines of a list of evenings. ``fills``: the first one's button is filled if that evening is
    open.
    """
    lines = [
        {
            "evening": evening,
            "kind": "quiet",
            **_progress(evening),
            **_next_button(request, evening),
        }
        for evening in evenings
    ]
    if fills and lines and not lines[0]["evening"].closed_at:
        lines[0]["kind"] = "primary"
    return lines


def _progress(evening: Any) -> Context:
    """Progress of an evening: its ``words`` and the ``sign`` beside them."""
    planned = evening.planned_rounds
    if evening.closed_at:
        return {"sign": "closed", "words": pgettext("evening", "closed")}

    if evening.played >= planned:
        return {"words": _("all partite played")}

    if evening.started > evening.played:
        words = _("partita %(number)s of %(count)s")
        return {
            "sign": "current",
            "words": words % {"number": evening.started, "count": planned},
        }

    if evening.played:
        words = _("%(number)s of %(count)s partite played")
        return {"words": words % {"number": evening.played, "count": planned}}

    return {"words": _("seated") if evening.seated else _("being prepared")}


def _next_button(request: DeskRequest, evening: Any) -> Context:
    label = _("Standings") if evening.closed_at else _("Go on")
    return {"url": _next_address(request, evening), "label": label}


def _next_address(request: DeskRequest, evening: Any) -> str:
    """Address to continue at. Accounts that do not run the evening get its page."""
    code = evening.code
    if not holds(request.user, ORGANIZER, ARBITER, evening=code):
        return resolve_url("desk:tournament", code)

    is_over = evening.closed_at or evening.played >= evening.planned_rounds
    if not is_over and evening.seated > evening.played:
        return resolve_url("desk:play", code, evening.seated)

    if evening.played or is_over:
        return resolve_url("desk:standings", code)

    return resolve_url("desk:players", code)
