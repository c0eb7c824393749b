"""Django's admin where it needs the site: the log in the reader's words, and the accounts to look
at.
"""

from django.contrib import admin
from django.contrib.auth import admin as of_accounts  # noqa: F401 (registered there, and taken off below)
from django.contrib.auth.models import Group, User
from django.utils.translation import gettext_lazy as _
from rest_framework.authtoken import admin as of_tokens  # noqa: F401
from rest_framework.authtoken.models import TokenProxy

from tournaments.admin import ReadOnlyAdmin
from tournaments.log import in_words
from tournaments.models import LogEntry

admin.site.site_header = admin.site.site_title = "King"


admin.site.unregister([User, Group, TokenProxy])


@admin.register(User)
class AccountAdmin(ReadOnlyAdmin):
    """They are changed on the site's own page alone, where each change leaves a line. A token, by
    which a program acts in somebody's name, is made in the terminal.
    """

    list_display = ("username", "is_active", "is_superuser", "last_login", "date_joined")
    search_fields = ("username",)
    fields = (
        "username",
        "is_active",
        "is_staff",
        "is_superuser",
        "groups",
        "last_login",
        "date_joined",
    )


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnlyAdmin):
    list_display = ("tournament", "sequence", "at", "author_name", "words")
    search_fields = ("tournament__name", "author_name", "sentence")
    list_select_related = ("tournament",)
    fields = (
        "tournament",
        "sequence",
        "at",
        "author",
        "author_name",
        "words",
        "kind",
        "sentence",
        "fields",
        "previous_hash",
        "hash",
    )
    readonly_fields = ("words",)

    @admin.display(description=_("Log"))
    def words(self, entry: LogEntry) -> str:
        return in_words(entry)
