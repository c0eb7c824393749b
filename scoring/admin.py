"""The stored rows, to look at: what happened is changed by services alone, and never here."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from scoring.models import (
    Call,
    ClockChange,
    FinalHold,
    HandResult,
    Publication,
    Reading,
    Ruling,
    SeatReport,
    Settlement,
    Sheet,
    Signature,
)


class ReadOnly(admin.ModelAdmin):
    """Versions, rulings and publications are written once; a change by hand would leave no trace."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Sheet)
class SheetAdmin(ReadOnly):
    list_display = ["table", "state", "handed_in_at", "handed_in_by", "closed_at", "closed_by"]
    list_filter = ["state", "table__round__tournament"]
    list_select_related = ["table__round__tournament", "closed_by"]


@admin.register(HandResult)
class HandResultAdmin(ReadOnly):
    list_display = ["sheet", "hand", "version", "content", "origin", "device", "author", "created_at"]
    list_filter = ["origin", "sheet__table__round__tournament"]
    list_select_related = ["sheet__table__round__tournament", "author"]


@admin.register(Signature)
class SignatureAdmin(ReadOnly):
    list_display = ["sheet", "wind", "content_hash", "device", "created_at"]
    list_select_related = ["sheet__table__round__tournament"]


@admin.register(Ruling)
class RulingAdmin(ReadOnly):
    list_display = ["sheet", "kind", "hand", "offender", "article", "reason", "arbiter", "revoked_at"]
    list_filter = ["kind", "sheet__table__round__tournament"]
    list_select_related = ["sheet__table__round__tournament", "arbiter"]


@admin.register(Settlement)
class SettlementAdmin(ReadOnly):
    list_display = ["tournament", "standing", "kind", "places", "reason", "arbiter", "revoked_at"]
    list_filter = ["kind", "tournament"]
    list_select_related = ["tournament", "arbiter"]


@admin.register(Publication)
class PublicationAdmin(ReadOnly):
    list_display = ["tournament", "number", "after_round", "state", "created_at", "author"]
    list_filter = ["state", "tournament"]
    list_select_related = ["tournament", "after_round__tournament", "author"]


@admin.register(Call)
class CallAdmin(ReadOnly):
    list_display = ["table", "hand", "text", "made_at", "taken_by", "taken_at", "done_at", "done_by"]
    list_filter = ["table__round__tournament"]
    list_select_related = ["table__round__tournament", "taken_by", "done_by"]


@admin.register(Reading)
class ReadingAdmin(ReadOnly):
    list_display = ["sheet", "number", "reader_name", "same_reader", "created_at"]
    list_filter = ["sheet__table__round__tournament"]
    list_select_related = ["sheet__table__round__tournament"]


@admin.register(SeatReport)
class SeatReportAdmin(ReadOnly):
    list_display = ["sheet", "players", "device", "author", "created_at"]
    list_filter = ["sheet__table__round__tournament"]
    list_select_related = ["sheet__table__round__tournament", "author"]


@admin.register(FinalHold)
class FinalHoldAdmin(ReadOnly):
    list_display = ["tournament", "held_at", "held_by", "released_at", "released_by"]
    list_filter = ["tournament"]
    list_select_related = ["tournament", "held_by", "released_by"]


@admin.register(ClockChange)
class ClockChangeAdmin(ReadOnly):
    list_display = ["round", "table", "kind", "seconds", "undoes", "at", "author"]
    list_filter = ["round__tournament"]
    list_select_related = ["round__tournament", "table", "author"]
