"""Who wants the arbiter, on every page of the desk: asked for every second or two, and mostly answered with nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Max, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from king_tournament.desk.page import find_tournament, staff_only
from king_tournament.desk.play_views import CALL, call_in_words, card_of
from scoring.models import Call, Sheet
from scoring.reading import scored_tables
from tournaments.models import Round, Table, Tournament


@dataclass(frozen=True)
class Wanted:
    """A table that needs the arbiter, where it is put right; ``waiting``: it called, and nobody is on the way.

    ``place`` is its own on the page, so that who has come to it with the keyboard is still there when the line changes.
    """

    place: str
    url: str
    text: str
    table: int
    waiting: bool


@staff_only
@never_cache
@require_GET
def calls(request: HttpRequest, code: str | None = None) -> HttpResponse:
    """The tables of an evening that want the arbiter, or of every open one; nothing (204) where the page shows that.

    They called, or handed in a sheet that does not add up. Two queries where nothing has changed.
    """
    tournament = None if code is None else find_tournament(code)
    stamp = _stamp_of(tournament)
    if request.GET.get("stamp") == stamp:
        return HttpResponse(status=204)
    wanted = sorted(_wanted(tournament), key=lambda each: not each.waiting)
    waiting = [each.table for each in wanted if each.waiting]
    context = {"calls": wanted, "calls_url": request.path, "stamp": stamp, "waiting": waiting}
    return render(request, "desk/_calls.html", context)


def _open_calls(tournament: Tournament | None) -> Q:
    open_ones = Q(done_at=None)
    if tournament is None:
        return open_ones & Q(table__round__tournament__closed_at=None)
    return open_ones & Q(table__round__tournament=tournament)


def _handed_in(tournament: Tournament | None) -> Q:
    playing = Q(table__round__stage=Round.Stage.PLAYING, state=Sheet.State.HANDED_IN)
    return playing if tournament is None else playing & Q(table__round__tournament=tournament)


def _stamp_of(tournament: Tournament | None) -> str:
    """Changes whenever the line would say something else; no sheet is scored for it."""
    called = Call.objects.filter(_open_calls(tournament)).order_by("pk").values_list("pk", "taken_by", "text", "hand")
    sheets = Sheet.objects.filter(_handed_in(tournament)).order_by("pk").annotate(
        newest=Max("results__pk"), ruled=Max("rulings__pk"), revoked=Max("rulings__revoked_at")
    )  # fmt: skip
    facts = (list(called), list(sheets.values_list("pk", "newest", "ruled", "revoked")))
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


def _wanted(tournament: Tournament | None) -> Iterator[Wanted]:
    """The longest waiting call first; then what was handed in with problems."""
    open_calls = Call.objects.filter(_open_calls(tournament)).order_by("made_at", "pk")
    called = list(open_calls.select_related("table__round__tournament", "table__place", "taken_by"))
    for call in called:
        words = _said(call.table.round, call.table.number, call_in_words(call), alone=tournament is not None)
        yield _wanted_at(call.table, words, waiting=call.taken_by is None)
    at_the_desk = Sheet.objects.filter(_handed_in(tournament)).exclude(table__in=[call.table_id for call in called])
    for each in scored_tables(at_the_desk):
        card = card_of(each)
        if card.state == CALL:
            words = _said(each.table.round, card.number, card.needs, alone=tournament is not None)
            yield _wanted_at(each.table, words, waiting=False)


def _wanted_at(table: Table, words: str, *, waiting: bool) -> Wanted:
    url = reverse("desk:sheet", args=[table.round.tournament.code, table.round.number, table.number])
    return Wanted(f"call-{table.pk}", url, words, table.number, waiting)


def _said(round_: Round, table: int, words: str, *, alone: bool) -> str:
    text = _("Table %(table)s: %(problem)s") % {"table": table, "problem": words}
    return text if alone else f"{round_.tournament.name} · {text}"
