"""Django's admin where it needs the site: the log in the reader's words, and accounts without their roles."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group, User
from django.utils.translation import gettext_lazy as _

from printing.log_words import in_words
from tournaments.admin import ReadOnlyAdmin
from tournaments.models import LogEntry

admin.site.site_header = admin.site.site_title = "King"


admin.site.unregister([User, Group])


@admin.register(User)
class AccountAdmin(UserAdmin):
    """Accounts. What each may do is given on the site's own page, where a role that sees cards leaves a line."""

    readonly_fields: ClassVar = ("groups", "user_permissions")
    filter_horizontal: ClassVar = ()


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnlyAdmin):
    """The log, line by line; it is added to and never changed."""

    list_display: ClassVar = ("tournament", "sequence", "at", "author_name", "words")
    search_fields: ClassVar = ("tournament__name", "author_name", "sentence")
    list_select_related: ClassVar = ("tournament",)
    fields: ClassVar = (
        "tournament", "sequence", "at", "author", "author_name", "words", "kind", "sentence", "fields",
        "previous_hash", "hash",
    )  # fmt: skip
    readonly_fields: ClassVar = ("words",)

    @admin.display(description=_("Log"))
    def words(self, entry: LogEntry) -> str:
        """The line as the evening's log shows it."""
        return in_words(entry)
