"""The clock of a partita at the desk: its line on the wall and on a table's page, and what its buttons do."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST

from king_tournament.desk.page import DeskRequest, find_round, find_tournament, read_number, say_no, staff_only
from scoring.clock import Clock, ClockChange
from scoring.clock_steps import change_clock, changes_of, is_paused, undo_clock_change
from tournaments.models import Round, Table
from wording import figures

EXTRA = {"plus_1": 1, "plus_5": 5, "minus_1": -1}
"""What the buttons of extra time give, in minutes."""


def clock_line(round_: Round, clock: Clock | None, table: Table | None = None, *, may_change: bool) -> dict[str, Any]:
    """What ``desk/tables/_clock.html`` shows: of the hall, or of one table."""
    if clock is None or not may_change or round_.stage != Round.Stage.PLAYING or clock.stands == "stopped":
        return {"clock": clock}
    changes = changes_of(round_)
    mine = [change for change in changes if table is None or change.table_id == table.pk]
    return {
        "clock": clock, "clock_table": table, "clock_buttons": True, "clock_paused": is_paused(changes, table),
        "clock_change": mine[-1] if mine else None, "clock_done": _in_words(mine[-1]) if mine else "",
    }  # fmt: skip


def _in_words(change: ClockChange) -> str:
    """Who, what, when: table 3, +5 minutes, 21:14."""
    what = change.get_kind_display()
    if change.kind == ClockChange.Kind.EXTRA:
        what = _("%(minutes)s minutes") % {"minutes": figures.number(change.seconds // 60, signed=True)}
    who = (
        pgettext("the clock", "all")
        if change.table is None
        else _("table %(number)s") % {"number": change.table.number}
    )
    return ", ".join((who, what, formats.time_format(timezone.localtime(change.at))))


@staff_only
@require_POST
def clock(request: DeskRequest, code: str, number: int) -> HttpResponse:
    """One press of the clock's buttons, for every table or for the one that is named."""
    round_ = find_round(find_tournament(code), number)
    named = request.POST.get("table", "")
    table = round_.tables.filter(number=read_number(named, 4) or 0).first() if named else None
    if named and table is None:
        raise Http404
    step, author = request.POST.get("step", ""), request.user
    try:
        if step == "undo":
            change = round_.clock_changes.filter(pk=read_number(request.POST.get("change", "")) or 0).first()
            if change is not None:
                undo_clock_change(change=change, author=author)
        elif step in EXTRA:
            change_clock(round=round_, kind=ClockChange.Kind.EXTRA, table=table, minutes=EXTRA[step], author=author)
        elif step in ("pause", "resume") or (step == "begin" and table is not None):
            change_clock(round=round_, kind=step, table=table, author=author)
        else:
            raise ValidationError(_("This page has no such step: use its buttons."), code="no_step")
    except ValidationError as error:
        say_no(request, error)
    return redirect("desk:sheet", code, number, table.number) if table else redirect("desk:play", code, number)
