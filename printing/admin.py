"""The print queue for whoever looks after the installation: to be read, not to be edited."""

from django.contrib import admin

from printing.models import Mailing, PrintJob
from tournaments.admin import ReadOnlyAdmin


@admin.register(PrintJob)
class PrintJobAdmin(ReadOnlyAdmin):
    """The file is left out: it may hold cards that are sealed."""

    exclude = ["file"]
    list_display = [
        "created_at",
        "document",
        "tournament",
        "state",
        "done_pages",
        "all_pages",
        "created_by",
    ]
    list_filter = ["state", "document"]
    list_select_related = ["tournament", "created_by"]
    search_fields = ["tournament__name", "error"]
    date_hierarchy = "created_at"


@admin.register(Mailing)
class MailingAdmin(ReadOnlyAdmin):
    list_display = ["changed_at", "tournament", "player", "address", "state", "failure"]
    list_filter = ["state", "failure"]
    list_select_related = ["tournament", "player"]
    search_fields = ["tournament__name", "address", "player__search"]
