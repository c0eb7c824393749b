"""Clock of a partita: its changes, its state, and what the desk may do.

Only moments are stored, never the time that is left. So a page with a clock can be cached, and a
restart changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, gettext_noop

from ground.guards import Author, stored_author
from scoring.models import Sheet
from scoring.round_steps import locked_round
from screens.models import ClockChange
from tournaments.log import LogKind, record_in
from tournaments.models import Round, Table
from wording.sentences import refusal

Kind = ClockChange.Kind

MOST_EXTRA = 240
"""Minutes in one press."""


class Clock(NamedTuple):
    """Clock that counts down to ``zero`` and beyond. A stopped one says since when, and why.
    ``seconds`` is the time of the partita without extra time; ``hand_seconds`` is 0 if a hand has
    no time. ``own``: the table's clock differs from the hall's.
    """

    zero: datetime
    seconds: int
    hand_seconds: int = 0
    hands: int = 0
    stands_at: datetime | None = None
    stands: str = ""
    own: bool = False

    def time_left(self, now: datetime) -> timedelta:
        return self.zero - (self.stands_at or now)

    @property
    def facts(self) -> dict[str, Any]:
        """Moments that a script counts from, in milliseconds since 1970, by the server's clock."""
        return {
            "zero": _milliseconds(self.zero),
            "at": None if self.stands_at is None else _milliseconds(self.stands_at),
            "stands": self.stands,
            "until": self.until,
            "own": self.own,
            "seconds": self.seconds,
            "hand": self.hand_seconds,
            "hands": self.hands,
        }

    @property
    def until(self) -> str:
        return f"{timezone.localtime(self.zero):%H:%M}"

    @property
    def json(self) -> str:
        return json.dumps(self.facts)

    @property
    def standing_time(self) -> str:
        return "" if self.stands_at is None else time_in_figures(self.time_left(self.stands_at))


def _milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


def time_in_figures(rest: timedelta) -> str:
    """Minutes and seconds, rounded up: 42:10; +2:05 after the end."""
    second = timedelta(seconds=1)
    seconds, sign = (-(-rest // second), "") if rest > timedelta() else (-rest // second, "+")
    return f"{sign}{seconds // 60}:{seconds % 60:02}"


def in_force(changes: Iterable[ClockChange]) -> list[ClockChange]:
    changes = list(changes)
    undone = {change.undoes_id for change in changes}
    return [
        change
        for change in changes
        if change.pk not in undone and change.kind != ClockChange.Kind.UNDO
    ]


def clock_at(
    began: datetime,
    changes: Iterable[ClockChange],
    *,
    seconds: int,
    hand_seconds: int = 0,
    hands: int = 0,
    stopped: datetime | None = None,
    own: bool = False,
) -> Clock:
    """Clock with its changes applied. ``stopped`` is when the table handed in; later changes do not
    concern it. Extra time counts even if it was given before a table began. A pause for all and a
    pause of one table end separately.
    """
    extra = 0
    since = began
    paused_by: set[int | None] = set()
    pauses = []
    for change in changes:
        if stopped is not None and change.at > stopped:
            continue
        if change.kind == ClockChange.Kind.BEGIN:
            began = change.at
        elif change.kind == ClockChange.Kind.EXTRA:
            extra += change.seconds
        elif change.kind == ClockChange.Kind.PAUSE:
            since = since if paused_by else change.at
            paused_by.add(change.table_id)
        elif paused_by:
            paused_by.discard(change.table_id)
            pauses += [] if paused_by else [(since, change.at)]
    lost = sum((end - max(start, began) for start, end in pauses if end > began), timedelta())
    return Clock(
        zero=began + timedelta(seconds=seconds + extra) + lost,
        seconds=seconds,
        hand_seconds=hand_seconds,
        hands=hands,
        own=own,
        stands_at=max(since, began) if paused_by else stopped,
        stands="stopped" if stopped is not None else "paused" if paused_by else "",
    )


def clocks_of(round: Round) -> dict[int | None, Clock]:
    """Clocks by the key of the table; the hall's has the key None. Empty if no time is set, or
    before the start.
    """
    if round.minutes is None or round.is_seating:
        return {}
    sheets = Sheet.objects.filter(table__round=round)
    stops = {
        table: _stop_time(round, state, handed_in_at or closed_at)
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
    round_ = sheet.round
    if round_.minutes is None or round_.is_seating:
        return None
    mine = [change for change in changes_of(round_) if change.table_id in (None, sheet.table_id)]
    stopped = _stop_time(round_, sheet.state, sheet.handed_in_at or sheet.closed_at)
    return _clock(round_, mine, stopped, own=any(change.table_id for change in mine))


def changes_of(round: Round) -> list[ClockChange]:
    return in_force(
        round.clock_changes.filter(at__gte=round.started_at).select_related("table").order_by("pk")
    )


def is_paused(changes: Iterable[ClockChange], table: Table | None) -> bool:
    mine = [change.kind for change in changes if change.table_id == (table and table.pk)]
    return [kind for kind in mine if kind in (Kind.PAUSE, Kind.RESUME)][-1:] == [Kind.PAUSE]


def _stop_time(round: Round, state: str, handed_in_at: datetime | None) -> datetime | None:
    moments = (round.closed_at, None if state == Sheet.State.OPEN else handed_in_at)
    return min(filter(None, moments), default=None)


def _clock(
    round: Round, changes: Iterable[ClockChange], stopped: datetime | None, *, own: bool = False
) -> Clock:
    assert round.started_at is not None
    assert round.minutes is not None
    return clock_at(
        round.started_at,
        changes,
        seconds=60 * round.minutes,
        hand_seconds=60 * (round.hand_minutes or 0),
        hands=round.tournament.rules.length,
        stopped=stopped,
        own=own,
    )


# --- what is done to it

_SAID = {
    Kind.BEGIN: (
        gettext_noop("Partita %(round)s, table %(table)s begins now and has its own clock."),
        gettext_noop("Partita %(round)s, table %(table)s: its own beginning is taken back."),
    ),
    Kind.PAUSE: (
        gettext_noop("Partita %(round)s, %(where)s: the clock is paused."),
        gettext_noop("Partita %(round)s, %(where)s: the pause of the clock is taken back."),
    ),
    Kind.RESUME: (
        gettext_noop("Partita %(round)s, %(where)s: the clock runs again."),
        gettext_noop(
            "Partita %(round)s, %(where)s: the clock stands still again, as it did before."
        ),
    ),
    Kind.EXTRA: (
        gettext_noop("Partita %(round)s, %(where)s: %(extra)s min of extra time."),
        gettext_noop("Partita %(round)s, %(where)s: the extra time (%(extra)s min) is taken back."),
    ),
}
"""Sentences of the log on a change, and on its being taken back."""


@transaction.atomic
def change_clock(
    *, round: Round, kind: str, table: Table | None = None, minutes: int = 0, author: Author
) -> ClockChange | None:
    """Change the clock of the hall or of one table. Negative ``minutes`` are taken away. None if a
    second click changes nothing.
    """
    locked = _lock_clock(round, table)
    changes = [
        change for change in changes_of(locked) if change.table_id in (None, table and table.pk)
    ]
    if kind in (Kind.PAUSE, Kind.RESUME) and is_paused(changes, table) == (kind == Kind.PAUSE):
        return None
    if kind == Kind.EXTRA:
        extra = sum(change.seconds for change in changes) // 60
        if not minutes or abs(minutes) > MOST_EXTRA or (locked.minutes or 0) + extra + minutes < 0:
            raise refusal(
                _("Extra time is from 1 to %(most)s minutes; no more is taken away than there is."),
                "no_extra_time",
                most=MOST_EXTRA,
            )
    return _add_change(
        locked, kind, table, author, seconds=60 * minutes if kind == Kind.EXTRA else 0
    )


@transaction.atomic
def undo_clock_change(*, change: ClockChange, author: Author) -> ClockChange | None:
    locked = _lock_clock(change.round, None)
    if change.pk not in {current.pk for current in changes_of(locked)}:
        return None
    return _add_change(locked, Kind.UNDO, change.table, author, undoes=change)


def _lock_clock(round: Round, table: Table | None) -> Round:
    locked = locked_round(round, with_sheets=True)  # every phone shows the clock
    params = {"round": locked.number, "table": table.number if table else ""}
    if locked.minutes is None:
        raise refusal(
            _("No time is set for a partita of this evening: write the minutes in its settings."),
            "no_clock",
        )
    if locked.is_seating:
        raise refusal(
            _("Partita %(round)s has not started: its clock begins with the start."),
            "round_not_started",
            **params,
        )
    if locked.is_closed:
        raise refusal(
            _("Partita %(round)s is closed: its clock has stopped."), "round_closed", **params
        )
    if table and Sheet.objects.filter(table=table).exclude(state=Sheet.State.OPEN).exists():
        raise refusal(
            _(
                "Table %(table)s has handed in its sheet: its clock has stopped. Give the sheet back first."
            ),
            "sheet_not_open",
            **params,
        )
    return locked


def _add_change(
    round: Round,
    kind: str,
    table: Table | None,
    author: Author,
    *,
    seconds: int = 0,
    undoes: ClockChange | None = None,
) -> ClockChange:
    # A clock of the machine that was set back does not bring rows out of their order.
    last = round.clock_changes.aggregate(Max("at"))["at__max"]
    at = max(filter(None, (timezone.now(), round.started_at, last)))
    change = ClockChange.objects.create(
        round=round,
        table=table,
        kind=kind,
        seconds=seconds,
        undoes=undoes,
        at=at,
        author=stored_author(author),
    )
    done = undoes or change
    sentence = _SAID[Kind(done.kind)][undoes is not None]
    record_in(
        round,
        LogKind.CLOCK,
        sentence,
        author,
        table=table and table.number,
        where=table.number if table else "all",
        extra=done.seconds // 60,
    )
    return change
