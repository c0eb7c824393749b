"""What the desk does to the clock of a partita in play, and where the clocks of its tables stand.

A clock begins with the partita, of which it has the minutes. It stands at a table that has handed in, as long as the
sheet is not given back, and everywhere once the partita is closed.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from scoring.clock import Clock, ClockChange, clock_at, in_force
from scoring.models import Sheet
from scoring.round_steps import locked_round
from tournaments.log import LogKind, record
from tournaments.models import Round, Table

Kind = ClockChange.Kind

MOST_EXTRA = 240
"""Minutes in one press."""


def clocks_of(round: Round) -> dict[int | None, Clock]:
    """The clocks of a partita's tables by their keys, that of the hall under None.

    Empty where no time is set, or before the start. Its tournament is at hand; two queries.
    """
    if round.minutes is None or round.stage == Round.Stage.SEATING:
        return {}
    sheets = Sheet.objects.filter(table__round=round)
    stops = {
        table: _stopped(round, state, handed_in_at or closed_at)
        for table, state, handed_in_at, closed_at in sheets.values_list(
            "table_id", "state", "handed_in_at", "closed_at"
        )
    }
    changes = changes_of(round)
    hall = _clock(round, [change for change in changes if change.table_id is None], round.closed_at)
    own = {change.table_id for change in changes} - {None}
    clocks: dict[int | None, Clock] = {None: hall}
    for table, stopped in stops.items():
        mine = [change for change in changes if change.table_id in (None, table)]
        clocks[table] = _clock(round, mine, stopped, own=table in own)
    return clocks


def clock_of(sheet: Sheet) -> Clock | None:
    """The clock of one table; None where it has none. One query."""
    round_ = sheet.table.round
    if round_.minutes is None or round_.stage == Round.Stage.SEATING:
        return None
    mine = [change for change in changes_of(round_) if change.table_id in (None, sheet.table_id)]
    stopped = _stopped(round_, sheet.state, sheet.handed_in_at or sheet.closed_at)
    return _clock(round_, mine, stopped, own=any(change.table_id for change in mine))


def changes_of(round: Round) -> list[ClockChange]:
    """Those in force, in their order, since the start: one that was taken back took its clock along."""
    return in_force(round.clock_changes.filter(at__gte=round.started_at).select_related("table").order_by("pk"))


def is_paused(changes: Iterable[ClockChange], table: Table | None) -> bool:
    """Whether everybody's clock, or a table's own, was paused and has not gone on."""
    mine = [change.kind for change in changes if change.table_id == (table and table.pk)]
    return [kind for kind in mine if kind in (Kind.PAUSE, Kind.RESUME)][-1:] == [Kind.PAUSE]


def _stopped(round: Round, state: str, handed_in_at: datetime.datetime | None) -> datetime.datetime | None:
    """When a table's clock stopped: as it handed in, or as the partita was closed. An open sheet's goes on."""
    moments = (round.closed_at, None if state == Sheet.State.OPEN else handed_in_at)
    return min(filter(None, moments), default=None)


def _clock(
    round: Round, changes: Iterable[ClockChange], stopped: datetime.datetime | None, *, own: bool = False
) -> Clock:
    assert round.started_at is not None
    assert round.minutes is not None
    return clock_at(
        round.started_at, changes, seconds=60 * round.minutes, hand_seconds=60 * (round.hand_minutes or 0),
        hands=round.tournament.rules.length, stopped=stopped, own=own,
    )  # fmt: skip


# --- what is done to it

_SAID = {
    Kind.BEGIN: (
        gettext_noop("Partita %(round)s, table %(table)s begins now: its clock is its own."),
        gettext_noop("Partita %(round)s, table %(table)s: its own beginning is taken back."),
    ),
    Kind.PAUSE: (
        gettext_noop("Partita %(round)s, %(where)s: the clock is paused."),
        gettext_noop("Partita %(round)s, %(where)s: the pause of the clock is taken back."),
    ),
    Kind.RESUME: (
        gettext_noop("Partita %(round)s, %(where)s: the clock goes on."),
        gettext_noop("Partita %(round)s, %(where)s: the clock stands again, as before it went on."),
    ),
    Kind.EXTRA: (
        gettext_noop("Partita %(round)s, %(where)s: %(extra)s minutes of extra time."),
        gettext_noop("Partita %(round)s, %(where)s: the extra time (%(extra)s minutes) is taken back."),
    ),
}
"""What the log says of a change, and of its being taken back."""


@transaction.atomic
def change_clock(
    *, round: Round, kind: str, table: Table | None = None, minutes: int = 0, author: User | None
) -> ClockChange | None:
    """Pause a clock, let it go on, give extra time (below 0: take it away), or let one table begin now.

    Of every table, or of one. None where a second press changes nothing: it is paused already, or runs. Refused where
    there is no clock that runs: none set, not started, closed, handed in.
    """
    held = _locked(round, table)
    changes = [change for change in changes_of(held) if change.table_id in (None, table and table.pk)]
    if kind in (Kind.PAUSE, Kind.RESUME) and is_paused(changes, table) == (kind == Kind.PAUSE):
        return None
    if kind == Kind.EXTRA:
        given = sum(change.seconds for change in changes) // 60
        if not minutes or abs(minutes) > MOST_EXTRA or (held.minutes or 0) + given + minutes < 0:
            sentence = _("Extra time is from 1 to %(most)s minutes; no more is taken away than there is.")
            raise ValidationError(sentence, code="no_extra_time", params={"most": MOST_EXTRA})
    return _written(held, kind, table, author, seconds=60 * minutes if kind == Kind.EXTRA else 0)


@transaction.atomic
def undo_clock_change(*, change: ClockChange, author: User | None) -> ClockChange | None:
    """Take a change back, as if it had never been, also of a table that has handed in; None where it was already."""
    held = _locked(change.round, None)
    if change.pk not in {current.pk for current in changes_of(held)}:
        return None
    return _written(held, Kind.UNDO, change.table, author, undoes=change)


def _locked(round: Round, table: Table | None) -> Round:
    """The partita, held; refused where there is no clock that could be changed."""
    held = locked_round(round)
    params = {"round": held.number, "table": table.number if table else ""}
    if held.minutes is None:
        sentence = _("No time is set for a partita of this evening: write the minutes in its settings.")
        raise ValidationError(sentence, code="no_clock")
    if held.stage == Round.Stage.SEATING:
        sentence = _("Partita %(round)s has not started: its clock begins with the start.")
        raise ValidationError(sentence, code="round_not_started", params=params)
    if held.is_closed:
        raise ValidationError(_("Partita %(round)s is closed: its clock stands."), code="round_closed", params=params)
    if table and Sheet.objects.filter(table=table).exclude(state=Sheet.State.OPEN).exists():
        sentence = _("Table %(table)s has handed in its sheet: its clock stands. Give the sheet back first.")
        raise ValidationError(sentence, code="sheet_not_open", params=params)
    return held


def _written(
    round: Round, kind: str, table: Table | None, author: User | None, *, seconds: int = 0,
    undoes: ClockChange | None = None,
) -> ClockChange:  # fmt: skip
    # A clock of the machine that was set back does not bring rows out of their order.
    last = round.clock_changes.aggregate(Max("at"))["at__max"]
    at = max(filter(None, (timezone.now(), round.started_at, last)))
    made = ClockChange.objects.create(
        round=round, table=table, kind=kind, seconds=seconds, undoes=undoes, at=at,
        author=author if author is not None and author.pk else None,
    )  # fmt: skip
    done = undoes or made
    sentence = _SAID[Kind(done.kind)][undoes is not None]
    record(
        round.tournament, LogKind.CLOCK, sentence, author=author, round=round.number,
        table=table and table.number, where=table.number if table else "all", extra=done.seconds // 60,
    )  # fmt: skip
    return made
