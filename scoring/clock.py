"""The clock of a partita: what was done to it, as rows, and what they come to, as moments. It does not know what time
it is: whoever shows it does, so that desk, phones and screens agree, a page may be kept, and a restart changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class ClockChange(models.Model):
    """Something done to the clock of a partita, or of one of its tables. Written once; undone by a further row."""

    class Kind(models.TextChoices):
        BEGIN = "begin", _("the table begins")
        PAUSE = "pause", _("paused")
        RESUME = "resume", _("goes on")
        EXTRA = "extra", _("extra time")
        UNDO = "undo", _("taken back")

    round = models.ForeignKey(
        "tournaments.Round", on_delete=models.CASCADE, related_name="clock_changes", verbose_name=_("partita")
    )
    table = models.ForeignKey(
        "tournaments.Table", null=True, blank=True, on_delete=models.CASCADE, related_name="clock_changes",
        verbose_name=_("table"), help_text=_("None: every table."),
    )  # fmt: skip
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    seconds = models.IntegerField(_("seconds"), default=0, help_text=_("Of extra time; below 0 where it is less."))
    undoes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="undone_by", verbose_name=_("takes back")
    )
    at = models.DateTimeField(_("moment"))
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, verbose_name=_("author"),
    )  # fmt: skip

    class Meta:
        verbose_name, verbose_name_plural = _("change of a clock"), _("changes of clocks")
        ordering: ClassVar = ["round", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(kind="extra") & ~Q(seconds=0) | ~Q(kind="extra") & Q(seconds=0),
                name="extra_time_alone_has_seconds",
                violation_error_message=_("Extra time says how much; nothing else does."),
            ),
            models.CheckConstraint(
                condition=Q(kind="undo", undoes__isnull=False) | ~Q(kind="undo") & Q(undoes=None),
                name="undone_change_is_named",
                violation_error_message=_("What takes a change back says which."),
            ),
            models.CheckConstraint(
                condition=~Q(kind="begin") | Q(table__isnull=False),
                name="a_table_begins_alone",
                violation_error_message=_("A table begins; the partita begins with its start."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.kind}"


@dataclass(frozen=True, slots=True)
class Clock:
    """Where a clock stands: it runs towards ``zero``, and beyond; one that stands says since when, and why.

    ``seconds`` are those of the partita without extra time, ``hand_seconds`` 0 where a hand has none. ``own``: the
    table's differs from that of the hall.
    """

    zero: datetime
    seconds: int
    hand_seconds: int = 0
    hands: int = 0
    stands_at: datetime | None = None
    stands: str = ""
    own: bool = False

    def left(self, now: datetime) -> timedelta:
        """What is left at a moment; below nothing once the time is over."""
        return self.zero - (self.stands_at or now)

    def hand(self, now: datetime) -> tuple[int, timedelta] | None:
        """The hand that should be in play at a moment, and what is left of its time; None after the last of them.

        Extra time puts off every hand that is still to come.
        """
        spent = timedelta(seconds=self.seconds) - self.left(now)
        each = timedelta(seconds=self.hand_seconds)
        number = max(0, spent // each) + 1 if each else self.hands + 1
        return None if number > self.hands else (number, each * number - spent)

    @property
    def facts(self) -> dict[str, Any]:
        """What a script counts from: moments in milliseconds since 1970, by the server's clock."""
        return {
            "zero": _milliseconds(self.zero),
            "at": None if self.stands_at is None else _milliseconds(self.stands_at),
            "stands": self.stands, "until": self.until, "own": self.own,
            "seconds": self.seconds, "hand": self.hand_seconds, "hands": self.hands,
        }  # fmt: skip

    @property
    def until(self) -> str:
        """The time of day when it is over, if nothing is done to it."""
        return f"{timezone.localtime(self.zero):%H:%M}"

    @property
    def json(self) -> str:
        return json.dumps(self.facts)

    @property
    def standing_time(self) -> str:
        """What a clock that stands shows, as its script writes it; of one that runs, nothing that would be true."""
        return "" if self.stands_at is None else time_in_figures(self.left(self.stands_at))


def _milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


def time_in_figures(left: timedelta) -> str:
    """Minutes and seconds, a begun second whole: 42:10; +2:05 once so much has gone by since the end."""
    second = timedelta(seconds=1)
    seconds, sign = (-(-left // second), "") if left > timedelta() else (-left // second, "+")
    return f"{sign}{seconds // 60}:{seconds % 60:02}"


def in_force(changes: Iterable[ClockChange]) -> list[ClockChange]:
    """Those that were not taken back, in their order."""
    changes = list(changes)
    undone = {change.undoes_id for change in changes}
    return [change for change in changes if change.pk not in undone and change.kind != ClockChange.Kind.UNDO]


def clock_at(
    began: datetime, changes: Iterable[ClockChange], *, seconds: int, hand_seconds: int = 0, hands: int = 0,
    stopped: datetime | None = None, own: bool = False,
) -> Clock:  # fmt: skip
    """The clock that began at a moment with so many seconds, after the changes in force that concern it, in order.

    ``stopped``: when the table handed in; what came later does not concern it. Extra time counts also where it was
    given before a table began; a pause for everybody and one of the table's own each end by themselves.
    """
    extra, since = 0, began
    paused_by: set[int | None] = set()
    pauses: list[tuple[datetime, datetime]] = []
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
        seconds=seconds, hand_seconds=hand_seconds, hands=hands, own=own,
        stands_at=max(since, began) if paused_by else stopped,
        stands="stopped" if stopped is not None else "paused" if paused_by else "",
    )  # fmt: skip
