"""Partite, tables and who sits at them, as stored."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from deals.models import BoardSet, WindChoice
from tournaments.codes import new_place_code
from tournaments.competitors import Entry
from tournaments.people import Player


class Place(models.Model):
    """A table's place in the hall for the evening; its card stays on it and carries the code."""

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="places", verbose_name=_("tournament"),
    )  # fmt: skip
    number = models.PositiveSmallIntegerField(_("number"))
    code = models.CharField(_("code"), max_length=12, unique=True, default=new_place_code, editable=False)

    class Meta:
        verbose_name, verbose_name_plural = _("place of a table"), _("places of tables")
        ordering: ClassVar = ["tournament", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                name="place_number_once",
                violation_error_message=_("This tournament already has a table with this number."),
            )
        ]

    def __str__(self) -> str:
        return str(self.number)


class Round(models.Model):
    """A partita: all hands of a sheet, at every table."""

    class Stage(models.TextChoices):
        SEATING = "seating", _("seating")
        PLAYING = "playing", _("playing")
        PROVISIONAL = "provisional", _("provisional")
        OFFICIAL = "official", _("official")

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="rounds", verbose_name=_("tournament"),
    )  # fmt: skip
    number = models.PositiveSmallIntegerField(_("number"))
    stage = models.CharField(_("stage"), max_length=12, choices=Stage, default=Stage.SEATING)
    board_set = models.OneToOneField(
        BoardSet, null=True, blank=True, on_delete=models.PROTECT, related_name="round", verbose_name=_("set of boards")
    )
    seating_note = models.JSONField(
        _("certificate of the seating"), default=dict, blank=True, help_text=_("The certificate of the seating."),
    )  # fmt: skip
    seating_published_at = models.DateTimeField(_("seating published at"), null=True, blank=True)
    started_at = models.DateTimeField(_("started at"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("partita"), _("partite")
        ordering: ClassVar = ["tournament", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                name="round_number_once",
                violation_error_message=_("This tournament already has a partita with this number."),
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1),
                name="round_number_from_1",
                violation_error_message=_("Partite are numbered from 1."),
            ),
            models.CheckConstraint(
                condition=Q(stage="seating") | Q(started_at__isnull=False),
                name="round_in_play_has_started",
                violation_error_message=_("A partita in play says when it started."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.number}"

    @property
    def is_closed(self) -> bool:
        """Whether every sheet is closed and the standings are out."""
        return self.stage in (self.Stage.PROVISIONAL, self.Stage.OFFICIAL)


class Table(models.Model):
    """One table of one partita."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables", verbose_name=_("partita"))
    place = models.ForeignKey(Place, on_delete=models.PROTECT, related_name="tables", verbose_name=_("place"))
    number = models.PositiveSmallIntegerField(_("number"))

    class Meta:
        verbose_name, verbose_name_plural = _("table"), _("tables")
        ordering: ClassVar = ["round", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["round", "number"],
                name="table_number_once",
                violation_error_message=_("This partita already has a table with this number."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.number}"


class SeatQuerySet(models.QuerySet["Seat"]):
    def first_sitting(self) -> SeatQuerySet:
        """Who the result belongs to: the seats as drawn, without substitutes."""
        return self.filter(from_hand=1)


class Seat(models.Model):
    """Who sits at a wind of a table, from which hand on.

    A substitute is a further row with a later ``from_hand``; the first row keeps the result for its entry.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats", verbose_name=_("partita"))
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats", verbose_name=_("table"))
    wind = models.CharField(_("wind"), max_length=1, choices=WindChoice)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats", verbose_name=_("entry"))
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats", verbose_name=_("player"))
    from_hand = models.PositiveSmallIntegerField(_("from hand"), default=1)

    objects = SeatQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("seat"), _("seats")
        ordering: ClassVar = ["table", "wind", "from_hand"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table", "wind", "from_hand"],
                name="seat_taken_once",
                violation_error_message=_("This seat is already taken."),
            ),
            models.UniqueConstraint(
                fields=["round", "player"],
                condition=Q(from_hand=1),
                name="player_sits_once_a_round",
                violation_error_message=_("This player already sits at another table in this partita."),
            ),
            models.CheckConstraint(
                condition=Q(wind__in=["N", "E", "S", "W"]),
                name="seat_wind_known",
                violation_error_message=_("A seat is North, East, South or West."),
            ),
            models.CheckConstraint(
                condition=Q(from_hand__gte=1),
                name="seat_from_hand_1",
                violation_error_message=_("A player sits from hand 1 or later."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.wind}: {self.player}"
