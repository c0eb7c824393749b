"""The stored rows, to look at: what happened is changed by services alone, and never here."""

from __future__ import annotations

from django.contrib import admin

from scoring.models import (
    Call,
    ClockChange,
    FinalHold,
    HandResult,
    Publication,
    Ruling,
    SeatReport,
    Settlement,
    Sheet,
    Signature,
)
from tournaments.admin import ReadOnlyAdmin

EVENING = "sheet__table__round__tournament"

LISTS: tuple[tuple[type, list[str], list[str], list[str]], ...] = (
    (
        Sheet,
        ["table", "state", "handed_in_at", "handed_in_by", "closed_at", "closed_by"],
        ["state", "table__round__tournament"],
        ["table__round__tournament", "closed_by"],
    ),
    (
        HandResult,
        ["sheet", "hand", "version", "content", "origin", "device", "author", "created_at"],
        ["origin", EVENING],
        [EVENING, "author"],
    ),
    (Signature, ["sheet", "wind", "content_hash", "device", "created_at"], [], [EVENING]),
    (
        Ruling,
        ["sheet", "kind", "hand", "offender", "article", "reason", "arbiter", "revoked_at"],
        ["kind", EVENING],
        [EVENING, "arbiter"],
    ),
    (
        Settlement,
        ["tournament", "standing", "kind", "places", "reason", "arbiter", "revoked_at"],
        ["kind", "tournament"],
        ["tournament", "arbiter"],
    ),
    (
        Publication,
        ["tournament", "number", "after_round", "state", "created_at", "author"],
        ["state", "tournament"],
        ["tournament", "after_round__tournament", "author"],
    ),
    (
        Call,
        ["table", "hand", "text", "made_at", "taken_by", "taken_at", "done_at", "done_by"],
        ["table__round__tournament"],
        ["table__round__tournament", "taken_by", "done_by"],
    ),
    (
        SeatReport,
        ["sheet", "players", "device", "author", "created_at"],
        [EVENING],
        [EVENING, "author"],
    ),
    (
        FinalHold,
        ["tournament", "held_at", "held_by", "released_at", "released_by"],
        ["tournament"],
        ["tournament", "held_by", "released_by"],
    ),
    (
        ClockChange,
        ["round", "table", "kind", "seconds", "undoes", "at", "author"],
        ["round__tournament"],
        ["round__tournament", "table", "author"],
    ),
)
"""Of each model the columns, the filters, and the rows that are read along."""

for model, columns, filters, along in LISTS:
    admin.site.register(
        model, ReadOnlyAdmin, list_display=columns, list_filter=filters, list_select_related=along
    )
