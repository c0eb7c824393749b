"""Django's admin where it needs the site: the log in the reader's words, and accounts without roles or passwords."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group, User
from django.http import HttpRequest
from django.urls import URLPattern
from django.utils.translation import gettext_lazy as _

from tournaments.admin import ReadOnlyAdmin
from tournaments.log import in_words
from tournaments.models import LogEntry

admin.site.site_header = admin.site.site_title = "King"


admin.site.unregister([User, Group])


@admin.register(User)
class AccountAdmin(UserAdmin):
    """Roles and passwords are given on the site's own page, where each leaves a line: with the dealer's password
    anybody reads the sealed cards in the dealer's name."""

    readonly_fields = ("groups", "user_permissions")
    filter_horizontal = ()
    fieldsets = [
        (name, {"fields": tuple(field for field in options["fields"] if field != "password")})
        for name, options in UserAdmin.fieldsets or ()
    ]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def get_urls(self) -> list[URLPattern]:
        return [pattern for pattern in super().get_urls() if pattern.name != "auth_user_password_change"]


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnlyAdmin):
    list_display = ("tournament", "sequence", "at", "author_name", "words")
    search_fields = ("tournament__name", "author_name", "sentence")
    list_select_related = ("tournament",)
    fields = (
        "tournament", "sequence", "at", "author", "author_name", "words", "kind", "sentence", "fields",
        "previous_hash", "hash",
    )  # fmt: skip
    readonly_fields = ("words",)

    @admin.display(description=_("Log"))
    def words(self, entry: LogEntry) -> str:
        return in_words(entry)
