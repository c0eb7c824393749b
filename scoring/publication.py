"""Standings as they were posted, and a final standing that is held back for the prize-giving."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.errata import Erratum
from tournaments.models import Round, Tournament


class Publication(models.Model):
    """A standing as it was posted, with its number; a later change makes another, which says what changed."""

    class State(models.TextChoices):
        PROVISIONAL = "provisional", _("provisional")
        OFFICIAL = "official", _("official")

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="publications", verbose_name=_("tournament"),
    )  # fmt: skip
    number = models.PositiveIntegerField(_("number"))
    after_round = models.ForeignKey(
        Round, null=True, on_delete=models.SET_NULL, related_name="publications", verbose_name=_("after partita"),
    )  # fmt: skip
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.PROVISIONAL)
    standings = models.JSONField(_("standings"), help_text=_("In the form of king standings' answer."))
    erratum = models.TextField(_("erratum"), blank=True, help_text=_("What changed since the one before."))
    corrections = models.JSONField(
        _("corrections"), null=True, blank=True, help_text=_("The same by list, below the desk's own words.")
    )
    protest_minutes = models.PositiveSmallIntegerField(
        _("minutes for protests"), default=0, help_text=_("As the evening had it when this was posted.")
    )
    created_at = models.DateTimeField(_("made at"), auto_now_add=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, verbose_name=_("author"),
    )  # fmt: skip

    class Meta:
        verbose_name, verbose_name_plural = _("posted standing"), _("posted standings")
        ordering: ClassVar = ["tournament", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                name="publication_number_once",
                violation_error_message=_("A standing with this number has already been posted."),
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1),
                name="publication_number_from_1",
                violation_error_message=_("Publications are numbered from 1."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.number}"

    @property
    def correction(self) -> Erratum:
        """What it corrects, list by list; one posted before there were lists has it all as one text."""
        kept = self.corrections
        return Erratum(self.erratum, None) if kept is None else Erratum(kept["words"], kept["lists"])


class FinalHold(models.Model):
    """The last standing of an evening is kept for the prize-giving: who held it back and when, who released it."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="final_holds", verbose_name=_("tournament"),
    )  # fmt: skip
    held_at = models.DateTimeField(_("held at"), auto_now_add=True)
    held_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="holds_made",
        verbose_name=_("held by"),
    )  # fmt: skip
    released_at = models.DateTimeField(_("released at"), null=True, blank=True)
    released_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="holds_released",
        verbose_name=_("released by"),
    )  # fmt: skip

    class Meta:
        verbose_name, verbose_name_plural = _("final standing held back"), _("final standings held back")
        ordering: ClassVar = ["tournament", "held_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(released_at__isnull=True),
                name="one_hold_in_force",
                violation_error_message=_("The final standing is already held back."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.held_at:%H:%M}"
