"""Who plays an evening, as stored: its entries, and the players in each."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from deals.models import WindChoice
from tournaments.people import Player


class EntryQuerySet(models.QuerySet["Entry"]):
    def playing(self) -> EntryQuerySet:
        """Entries that are in the hall and have not left."""
        return self.filter(present=True, withdrawn_at__isnull=True)

    def ranked(self) -> EntryQuerySet:
        """Entries that appear in the standings with a place."""
        return self.filter(unranked=False)


class Entry(models.Model):
    """A competitor of one tournament: a player, a pair or a team."""

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="entries", verbose_name=_("tournament"),
    )  # fmt: skip
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(
        _("name"), max_length=160, blank=True, help_text=_("Of the pair or team, where it has one.")
    )
    wind = models.CharField(_("wind"), max_length=1, choices=WindChoice, blank=True)
    wind_number = models.PositiveSmallIntegerField(
        _("wind number"),
        null=True,
        blank=True,
        help_text=_("The number drawn with the wind: N1, N2 … which decides the first table."),
    )
    present = models.BooleanField(_("present"), default=True)
    unranked = models.BooleanField(_("not ranked"), default=False)
    withdrawn_at = models.DateTimeField(_("withdrawn at"), null=True, blank=True)
    withdrawn_because = models.CharField(_("withdrawn because"), max_length=200, blank=True)
    players = models.ManyToManyField(Player, through="EntryMember", related_name="entries", verbose_name=_("players"))

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("entry"), _("entries")
        ordering: ClassVar = ["tournament", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                name="entry_number_once",
                violation_error_message=_("Another entry of this tournament has this number."),
            ),
            models.UniqueConstraint(
                fields=["tournament", "wind", "wind_number"],
                condition=Q(wind_number__isnull=False),
                name="entry_wind_number_once",
                violation_error_message=_("Another entry has drawn the same wind and number."),
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        """The entry's name, or its players' (prefetch ``members__player``)."""
        return self.name or " – ".join(member.player.full_name for member in self.members.all())

    @property
    def sorted_title(self) -> str:
        """The name as lists sort it."""
        return self.name or " – ".join(member.player.sorted_name for member in self.members.all())


class EntryMember(models.Model):
    """A player in an entry. The tournament stands here again so that the database can refuse a second entry."""

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="members", verbose_name=_("tournament"),
    )  # fmt: skip
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="members", verbose_name=_("entry"))
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="memberships", verbose_name=_("player"))
    place = models.PositiveSmallIntegerField(_("place"), default=1)

    class Meta:
        verbose_name, verbose_name_plural = _("member of an entry"), _("members of entries")
        ordering: ClassVar = ["entry", "place"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "player"],
                name="player_enters_tournament_once",
                violation_error_message=_("This player is already entered in the tournament."),
            ),
            models.UniqueConstraint(
                fields=["entry", "place"],
                name="entry_place_once",
                violation_error_message=_("Another player has this place in the entry."),
            ),
        ]

    def __str__(self) -> str:
        return str(self.player)
