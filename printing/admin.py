"""The print queue for whoever looks after the installation: to be read, not to be edited."""

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from printing.models import Mailing, PrintJob


class ReadOnlyAdmin(admin.ModelAdmin):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(PrintJob)
class PrintJobAdmin(ReadOnlyAdmin):
    """The file is left out: it may hold cards that are sealed."""

    exclude = ["file"]
    list_display = ["created_at", "document", "tournament", "state", "done_pages", "all_pages", "created_by"]
    list_filter = ["state", "document"]
    list_select_related = ["tournament", "created_by"]
    search_fields = ["tournament__name", "error"]
    date_hierarchy = "created_at"


@admin.register(Mailing)
class MailingAdmin(ReadOnlyAdmin):
    """A row that is deleted lets the results be sent again."""

    list_display = ["changed_at", "tournament", "player", "address", "state", "failure"]
    list_filter = ["state", "failure"]
    list_select_related = ["tournament", "player"]
    search_fields = ["tournament__name", "address", "player__search"]
