"""Whether paper says who sits where as it was before the last change: last week's names on tonight's sheet."""

from __future__ import annotations

from datetime import datetime

from printing.models import PrintJob
from tournaments.models import Tournament

WITH_NAMES = frozenset({"entries", "receipts", "draw_result", "seating", "score_sheets", "delivery"})
"""Documents that name people, or where they sit."""

CHANGES = frozenset({
    "entry", "house_player", "withdrawal", "return", "draw", "wind", "seating", "seating_published",
    "seating_withdrawn", "seats_exchanged", "sitting_out", "substitute", "roster", "renamed",
})  # fmt: skip
"""The kinds of line of the log after which such paper may be wrong."""


def people_changed_at(tournament: Tournament) -> datetime | None:
    """When the log last speaks of entries, winds or seats. One query."""
    changed = tournament.log.filter(kind__in=CHANGES).order_by("-sequence")
    return changed.values_list("at", flat=True).first()


def is_outdated(job: PrintJob, changed_at: datetime | None) -> bool:
    """Whether a finished document with names on it was asked for before the last change."""
    if changed_at is None or job.state != PrintJob.State.DONE or job.document not in WITH_NAMES:
        return False
    return job.created_at < changed_at
