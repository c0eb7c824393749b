"""A tie that the list of tie-breaks leaves open, settled after play: a signed row with its reason."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament


class Settlement(models.Model):
    """Who is before whom among entries that were level, by a draw, a play-off or an earlier standing.

    ``places`` has each entry's key with its place among them. A draw has its ``seed``, an earlier standing its name in
    ``source``. A revoked one stays, with who revoked it and why.
    """

    class Kind(models.TextChoices):
        LOT = "lot", _("draw")
        PLAY_OFF = "play_off", _("play-off")
        PREVIOUS = "previous", _("earlier standing")

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="settlements", verbose_name=_("tournament"),
    )  # fmt: skip
    standing = models.CharField(_("standing"), max_length=10, help_text=_("overall, or a wind or a side."))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    places = models.JSONField(_("places"), help_text=_("An entry's key and its place among them, best first."))
    seed = models.CharField(_("seed"), max_length=64, blank=True)
    source = models.CharField(_("earlier standing"), max_length=120, blank=True)
    reason = models.TextField(_("reason"))
    arbiter = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="settlements",
        verbose_name=_("arbiter"),
    )  # fmt: skip
    created_at = models.DateTimeField(_("made at"), auto_now_add=True)
    revoked_at = models.DateTimeField(_("revoked at"), null=True, blank=True)
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="revoked_settlements",
        verbose_name=_("revoked by"),
    )  # fmt: skip
    revoked_because = models.TextField(_("revoked because"), blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("settled tie"), _("settled ties")
        ordering: ClassVar = ["tournament", "created_at", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~Q(reason=""),
                name="settlement_has_reason",
                violation_error_message=_("A settled tie needs a reason."),
            ),
            models.CheckConstraint(
                condition=~Q(kind="lot") | ~Q(seed=""),
                name="drawn_lot_has_seed",
                violation_error_message=_("A draw has its seed."),
            ),
            models.CheckConstraint(
                condition=Q(revoked_at__isnull=True) | ~Q(revoked_because=""),
                name="settlement_revoked_because",
                violation_error_message=_("Revoking needs a reason."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.standing} · {self.kind}"
