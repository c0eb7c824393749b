"""The clock of a partita at the desk: of the hall, or of one table."""

from typing import Any

from django.shortcuts import get_object_or_404, resolve_url
from django.utils import formats, timezone
from django.utils.translation import gettext as _, pgettext

from frame.page import DeskRequest, press, staff_only, text_of
from night.lookups import find_round, find_row
from screens.clock import Clock, change_clock, changes_of, is_paused, undo_clock_change
from screens.models import ClockChange
from tournaments.models import Round, Table
from wording import naming


def clock_line(
    round_: Round, clock: Clock | None, table: Table | None = None, *, may_change: bool
) -> dict[str, Any]:
    """Context of ``screens/_clock_buttons.html``: of the hall, or of one table."""
    if not clock or not may_change or not round_.is_playing or clock.stands == "stopped":
        return {"clock": clock}
    changes = changes_of(round_)
    mine = [change for change in changes if table is None or change.table_id == table.pk]
    place = [round_.tournament.code, round_.number, *([table.number] if table else [])]
    return {
        "clock": clock,
        "clock_table": table,
        "clock_at": resolve_url("desk:sheet" if table else "desk:play", *place),
        "clock_buttons": True,
        "clock_paused": is_paused(changes, table),
        "clock_change": mine[-1] if mine else None,
        "clock_done": _change_words(mine[-1]) if mine else "",
    }


def _change_words(change: ClockChange) -> str:
    what = change.get_kind_display()
    if change.kind == ClockChange.Kind.EXTRA:
        what = _("%(minutes)s min") % {"minutes": naming.number(change.seconds // 60, signed=True)}
    who = pgettext("the clock", "all")
    if change.table:
        who = _("table %(number)s") % {"number": change.table.number}
    return ", ".join((who, what, formats.time_format(timezone.localtime(change.at))))


def _clock_context(code: str, number: int, table: int | None) -> tuple[Round, Table | None]:
    round_ = find_round(code, number)
    return round_, None if table is None else get_object_or_404(round_.tables, number=table)


@staff_only
@press
def clock(
    request: DeskRequest, code: str, number: int, kind: str, table: int | None = None
) -> None:
    """Pause, resume or start the clock of the hall or of one table."""
    round_, at = _clock_context(code, number, table)
    change_clock(round=round_, kind=kind, table=at, author=request.user)


@staff_only
@press
def extra_time(request: DeskRequest, code: str, number: int, table: int | None = None) -> None:
    round_, at = _clock_context(code, number, table)
    minutes = {"1": 1, "5": 5, "-1": -1}.get(text_of(request, "minutes"), 0)
    change_clock(
        round=round_, kind=ClockChange.Kind.EXTRA, table=at, minutes=minutes, author=request.user
    )


@staff_only
@press
def undo_clock(request: DeskRequest, code: str, number: int, table: int | None = None) -> None:
    round_, _at = _clock_context(code, number, table)
    change = find_row(round_.clock_changes, text_of(request, "change"))
    if change:
        undo_clock_change(change=change, author=request.user)
