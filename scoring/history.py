"""A sheet's history: every version, who wrote it on what and when, what it changed; any one may be taken up again."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from king.commands.reading import Node
from king.differences import Difference, row_differences
from king.row import Row
from scoring.models import HandResult, Sheet
from scoring.rows import enter_row, locked_sheet
from scoring.sentences import read_reason
from tournaments.log import record
from tournaments.models import LogEntry


@dataclass(frozen=True)
class Version:
    """One version of one row as the history shows it.

    ``author`` is the account, or empty where a phone wrote it, which ``device`` marks; ``changes`` are against the
    version before; ``current`` whether it is in force.
    """

    result: HandResult
    hand: int
    version: int
    at: datetime.datetime
    author: str
    device: str
    origin: str
    row: Row | None
    changes: tuple[Difference, ...]
    current: bool


def sheet_history(sheet: Sheet) -> tuple[Version, ...]:
    """Every version of every row in the order in which they were written. One query."""
    results = sheet.results.select_related("author").order_by("created_at", "pk")
    return versions_of(results)


def versions_of(results: Iterable[HandResult]) -> tuple[Version, ...]:
    """The versions as the history shows them; ``results`` of one sheet, oldest first, authors at hand."""
    found = list(results)
    last = {result.hand: max(each.version for each in found if each.hand == result.hand) for result in found}
    before: dict[int, Row | None] = {}
    history = []
    for result in sorted(found, key=lambda result: (result.created_at, result.pk)):
        form = result.row_form()
        row = None if form is None else Row.from_json(Node(form, "row", ""))
        history.append(
            Version(
                result=result, hand=result.hand, version=result.version, at=result.created_at,
                author=result.author.get_username() if result.author is not None else "",
                device=result.device, origin=result.origin, row=row,
                changes=row_differences(before.get(result.hand), row), current=result.version == last[result.hand],
            )
        )  # fmt: skip
        before[result.hand] = row
    return tuple(history)


def sheet_events(sheet: Sheet) -> tuple[LogEntry, ...]:
    """What else happened to the sheet, from the log: handed in, closed, reopened, ruled, corrected, called for."""
    table = sheet.table
    mine = Q(fields__round=table.round.number, fields__table=table.number)
    return tuple(table.round.tournament.log.filter(mine).select_related("author").order_by("sequence"))


@transaction.atomic
def take_up_version(*, result: HandResult, author: AbstractBaseUser | None, reason: str) -> HandResult:
    """Make an older version current again: a new version with its content, so that nothing is undone in silence.

    The reason stays in the log. Refused where a row may not be changed (a closed sheet is reopened first); a version
    that is in force already is answered as it is.
    """
    reason = read_reason(reason)
    sheet = locked_sheet(result.sheet)
    old = HandResult.objects.get(pk=result.pk)
    before = sheet.results.filter(hand=old.hand).latest("version")
    if before.pk == old.pk:
        return before
    taken = enter_row(
        sheet=sheet,
        hand=old.hand,
        content=old.content,
        origin=HandResult.Origin.DESK,
        author=author,
        based_on=before.version,
    )
    if taken.pk == before.pk:
        raise ValidationError(
            _("Hand %(hand)s: version %(old)s says the same as version %(version)s, which is in force."),
            code="same_version",
            params={"hand": old.hand, "old": old.version, "version": before.version},
        )
    record(
        sheet.table.round.tournament,
        "version_taken_up",
        gettext_noop(
            "Partita %(round)s, table %(table)s: hand %(hand)s is as in version %(old)s again (version %(version)s). "
            "Reason: %(reason)s"
        ),
        author=author,
        round=sheet.table.round.number,
        table=sheet.table.number,
        hand=old.hand,
        old=old.version,
        version=taken.version,
        reason=reason,
    )
    return taken
