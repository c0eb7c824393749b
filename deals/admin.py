"""Board sets in Django's admin: that they are there and sealed. Seeds and cards are not to be read
here by anybody.
"""

from django.contrib import admin
from django.http import HttpRequest

from deals.models import Board, BoardSet


class SealedAdmin(admin.ModelAdmin):
    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Only the fields on show: ``?seed__startswith=a`` would tell the seed letter by letter."""
        return lookup.split("__")[0] in {*(self.fields or ()), "id"} and super().lookup_allowed(
            lookup, value, request
        )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(BoardSet)
class BoardSetAdmin(SealedAdmin):
    """Without the seed and the datum, from which the cards could be dealt."""

    fields = (
        "ruleset",
        "round_number",
        "document",
        "commitment",
        "state",
        "sealed_at",
        "sealed_by",
        "printed_at",
        "revealed_at",
    )
    readonly_fields = fields
    list_display = ("round_number", "ruleset", "commitment", "state", "sealed_at", "sealed_by")
    list_filter = ("state", "ruleset")
    search_fields = ("commitment",)
    list_select_related = ("sealed_by",)


@admin.register(Board)
class BoardAdmin(SealedAdmin):
    fields = (
        "board_set",
        "number",
        "dealt_as",
        "contract",
        "dealer",
        "origin",
        "withdrawn_at",
        "withdrawn_because",
    )
    readonly_fields = fields
    list_display = ("board_set", "number", "contract", "dealer", "origin", "withdrawn_at")
    list_filter = ("origin",)
    list_select_related = ("board_set",)
