"""The print queue for whoever looks after the installation: to be read, not to be edited."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin
from django.http import HttpRequest

from printing.models import PrintJob


@admin.register(PrintJob)
class PrintJobAdmin(admin.ModelAdmin):
    """Jobs with their state and, where they failed, why. The file is not here: it may hold cards that are sealed."""

    exclude: ClassVar = ["file"]
    list_display: ClassVar = ["created_at", "document", "tournament", "state", "done_pages", "all_pages", "created_by"]
    list_filter: ClassVar = ["state", "document"]
    list_select_related: ClassVar = ["tournament", "created_by"]
    search_fields: ClassVar = ["tournament__name", "error"]
    date_hierarchy = "created_at"

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Documents are asked for at the desk."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: PrintJob | None = None) -> bool:
        """A job says what happened."""
        return False
