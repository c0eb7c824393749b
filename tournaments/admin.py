"""The club's people and evenings in Django's admin. Evenings are run at the desk; here is the
roster, and a look.
"""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.circuits import Circuit
from tournaments.models import Entry, Place, Player, Round, Seat, Table, Tournament
from tournaments.roster import save_player


class ReadOnlyAdmin(admin.ModelAdmin):
    """Rows to look at: they are written by the desk, which logs what it does."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    """The roster, which is corrected here: a new name is a line in each evening of the player. None
    is deleted.
    """

    list_display = ("full_name", "card_number", "club", "email", "is_house")
    list_filter = ("is_house", "club")
    search_fields = ("search", "club", "email")

    def save_model(self, request: HttpRequest, obj: Player, form: object, change: bool) -> None:
        assert isinstance(request.user, User)
        save_player(player=obj, author=request.user)

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Circuit)
class CircuitAdmin(ReadOnlyAdmin):
    list_display = ("name", "code", "counts")
    search_fields = ("name",)


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyAdmin):
    list_display = (
        "name",
        "date",
        "place",
        "ruleset",
        "circuit",
        "frozen_at",
        "closed_at",
        "is_demo",
    )
    list_filter = ("ruleset", "circuit", "is_demo")
    search_fields = ("name", "place", "code")
    date_hierarchy = "date"
    list_select_related = ("circuit",)


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ("title", "tournament", "number", "wind", "wind_number", "present", "unranked")
    list_filter = ("wind", "present", "unranked")
    search_fields = ("name", "members__player__search", "tournament__name")
    list_select_related = ("tournament",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        return super().get_queryset(request).prefetch_related("members__player")


@admin.register(Place)
class PlaceAdmin(ReadOnlyAdmin):
    list_display = ("tournament", "number", "code")
    search_fields = ("code", "tournament__name")
    list_select_related = ("tournament",)


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    list_display = (
        "tournament",
        "number",
        "stage",
        "seating_published_at",
        "started_at",
        "closed_at",
    )
    list_filter = ("stage",)
    list_select_related = ("tournament",)


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin):
    list_display = ("round", "number")
    list_select_related = ("round__tournament",)


@admin.register(Seat)
class SeatAdmin(ReadOnlyAdmin):
    list_display = ("round", "table_number", "wind", "player", "from_hand")
    list_filter = ("wind",)
    search_fields = ("player__search", "round__tournament__name")
    list_select_related = ("round__tournament", "table", "player")

    @admin.display(ordering="table__number", description=_("table"))
    def table_number(self, seat: Seat) -> int:
        return seat.table.number
