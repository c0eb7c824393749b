"""The club's evenings; the people, the entries and the hall have modules of their own, and are named here."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings as site_settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from king.rulesets import RuleSet
from tournaments.codes import CODE_ALPHABET, new_code, new_place_code, new_tournament_code
from tournaments.competitors import Entry, EntryMember, EntryQuerySet
from tournaments.hall import Place, Round, Seat, SeatQuerySet, Table
from tournaments.house_rules import Edition, rules_by
from tournaments.log_line import LogEntry
from tournaments.people import Player, SearchField

__all__ = [
    "CODE_ALPHABET", "Circuit", "Edition", "Entry", "EntryMember", "EntryQuerySet", "LogEntry", "Place", "Player",
    "Round", "SearchField", "Seat", "SeatQuerySet", "SignaturePolicy", "Table", "Tournament", "WindPolicy", "new_code",
    "new_place_code", "new_tournament_code",
]  # fmt: skip


class Circuit(models.Model):
    """A season of evenings, of which the best count."""

    name = models.CharField(_("name"), max_length=120, unique=True)
    count_best = models.PositiveSmallIntegerField(_("best partite that count"), null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("circuit"), _("circuits")
        ordering: ClassVar = ["name"]

    def __str__(self) -> str:
        return self.name


class WindPolicy(models.TextChoices):
    """What happens to the winds from one partita to the next (A20)."""

    KEEP = "keep", _("kept for the whole evening")
    ROTATE = "rotate", _("rotated, each wind equally often")
    REDRAW = "redraw", _("drawn anew for each partita")


class SignaturePolicy(models.TextChoices):
    """Who must agree with a sheet on a phone before its captain hands it in."""

    NONE = "none", _("nobody: the paper is signed, or nothing is")
    ONE = "one", _("one other wind")
    ALL = "all", _("all four winds")


class Tournament(models.Model):
    """An evening of King, or a phase of a longer event."""

    code = models.CharField(_("code"), max_length=12, unique=True, default=new_tournament_code, editable=False)
    name = models.CharField(_("name"), max_length=120)
    date = models.DateField(_("date"))
    place = models.CharField(_("place"), max_length=120, blank=True)
    timetable = models.CharField(
        _("hours"), max_length=160, blank=True, help_text=_("When the entries close, when play begins.")
    )
    fee = models.CharField(_("entry fee"), max_length=60, blank=True)
    arbiter = models.CharField(_("arbiter"), max_length=120, blank=True)
    prizes = models.TextField(_("prizes"), max_length=600, blank=True)
    circuit = models.ForeignKey(
        Circuit, null=True, blank=True, on_delete=models.SET_NULL, related_name="tournaments", verbose_name=_("circuit")
    )
    ruleset = models.CharField(_("rule system"), max_length=60, default="lab12")
    edition = models.JSONField(
        _("edition"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("The house edition as it was when it was chosen."),
    )
    pre_dealt = models.BooleanField(
        _("boards dealt beforehand"), null=True, blank=True,
        help_text=_("The same cards at every table. Left open: as the rule system has it."),
    )  # fmt: skip
    settings = models.JSONField(
        _("settings"), default=dict, blank=True, help_text=_("Settings of the rule system that differ."),
    )  # fmt: skip
    standing_settings = models.JSONField(
        _("standing settings"), default=dict, blank=True, help_text=_("Scale, ties, tie-breaks, best of."),
    )  # fmt: skip
    wind_policy = models.CharField(_("winds"), max_length=10, choices=WindPolicy, default=WindPolicy.KEEP)
    planned_rounds = models.PositiveSmallIntegerField(_("number of partite"), default=2)
    blind = models.BooleanField(
        _("the organizer sees no card"), default=False,
        help_text=_("Until a partita is closed its slips are opened by the dealing role alone, so that whoever runs "
                    "the evening may play in it."),
    )  # fmt: skip
    signatures = models.CharField(
        _("signatures on the phone"), max_length=4, choices=SignaturePolicy, default=SignaturePolicy.NONE
    )
    protest_minutes = models.PositiveSmallIntegerField(
        _("minutes for protests"), default=20, help_text=_("How long a posted standing may be protested against.")
    )
    official_by_itself = models.BooleanField(
        _("official by itself"), default=False,
        help_text=_("Once the time for protests is over and none is open; otherwise the desk says so."),
    )  # fmt: skip
    draw_seed = models.CharField(
        _("seed of the draw"), max_length=64, blank=True, help_text=_("The recorded seed of the draw of winds."),
    )  # fmt: skip
    frozen_at = models.DateTimeField(_("rules fixed at"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)
    is_demo = models.BooleanField(_("trial evening"), default=False)
    created_at = models.DateTimeField(_("made at"), auto_now_add=True)
    created_by = models.ForeignKey(
        site_settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, verbose_name=_("made by"),
    )  # fmt: skip

    class Meta:
        verbose_name, verbose_name_plural = _("tournament"), _("tournaments")
        ordering: ClassVar = ["-date", "-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(planned_rounds__gte=1) & Q(planned_rounds__lte=40),
                name="tournament_has_1_to_40_rounds",
                violation_error_message=_("A tournament has from 1 to 40 partite."),
            ),
            models.CheckConstraint(
                condition=Q(protest_minutes__lte=1440),
                name="tournament_has_up_to_a_day_for_protests",
                violation_error_message=_("The time for protests is a day at most."),
            ),
            models.CheckConstraint(
                condition=~Q(name=""),
                name="tournament_has_name",
                violation_error_message=_("A tournament needs a name."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> RuleSet:
        """The rule system it is played under; a house edition as it was when it was chosen."""
        return rules_by(self.ruleset, self.edition)

    @property
    def plays_boards(self) -> bool:
        """Whether every table has the same cards, dealt beforehand (A36)."""
        return self.rules.pre_dealt if self.pre_dealt is None else self.pre_dealt

    @property
    def is_frozen(self) -> bool:
        """Whether the first partita has started, so that the settings may not change."""
        return self.frozen_at is not None
