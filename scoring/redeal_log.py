"""A Domino that was dealt again at the table, as stored: who voided the deal, with how many aces and kings."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from deals.models import WindChoice
from tournaments.models import Player


class Redeal(models.Model):
    """One deal made void before a card was played. It stays: the next one of the same player depends on it."""

    sheet = models.ForeignKey(
        "scoring.Sheet", on_delete=models.CASCADE, related_name="redeals", verbose_name=_("sheet"),
    )  # fmt: skip
    hand = models.PositiveSmallIntegerField(_("hand"))
    wind = models.CharField(_("wind"), max_length=1, choices=WindChoice)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="redeals", verbose_name=_("player"))
    extremes = models.PositiveSmallIntegerField(_("aces and kings"))
    time_voided = models.PositiveSmallIntegerField(
        _("how many times"), help_text=_("Which time it is that this player voids this hand: 1, 2 …"),
    )  # fmt: skip
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, verbose_name=_("author"),
    )  # fmt: skip
    created_at = models.DateTimeField(_("made at"), auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = _("re-deal"), _("re-deals")
        ordering: ClassVar = ["sheet", "hand", "created_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["sheet", "hand", "player", "time_voided"],
                name="redeal_counted_once",
                violation_error_message=_("This deal has just been written down by somebody else."),
            ),
            models.CheckConstraint(
                condition=Q(extremes__lte=8),
                name="redeal_has_up_to_8_extremes",
                violation_error_message=_("A hand holds up to eight aces and kings."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sheet} {self.hand} {self.wind}: {self.extremes}"
