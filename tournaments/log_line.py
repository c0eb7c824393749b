"""A line of a tournament's log, as stored; ``tournaments.log`` writes and checks the chain."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings as site_settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class LogEntry(models.Model):
    """One line of a tournament's log. Append-only: each line carries the hash of the one before."""

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="log", verbose_name=_("tournament"),
    )  # fmt: skip
    sequence = models.PositiveIntegerField(_("line"))
    kind = models.CharField(_("kind"), max_length=40)
    sentence = models.TextField(_("sentence"), help_text=_("The sentence to translate, with named fields."))
    fields = models.JSONField(_("values of the line"), default=dict, blank=True)
    author = models.ForeignKey(
        site_settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL,
        related_name="king_log_entries", verbose_name=_("author"),
    )  # fmt: skip
    author_name = models.CharField(_("author name"), max_length=150, blank=True)
    at = models.DateTimeField(_("moment"))
    previous_hash = models.CharField(_("hash of the line before"), max_length=64, blank=True)
    hash = models.CharField(_("hash"), max_length=64)
    key = models.CharField(
        _("key"), max_length=8, blank=True, help_text=_("Which key sealed it; none before there were keys.")
    )

    class Meta:
        verbose_name, verbose_name_plural = _("line of the log"), _("lines of the log")
        ordering: ClassVar = ["tournament", "sequence"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "sequence"],
                name="log_sequence_once",
                violation_error_message=_("The log already has a line with this number."),
            ),
            models.CheckConstraint(
                condition=Q(sequence=1) | ~Q(previous_hash=""),
                name="log_lines_are_chained",
                violation_error_message=_("Each line of the log carries the hash of the one before."),
            ),
            models.CheckConstraint(
                condition=~Q(hash=F("previous_hash")),
                name="log_hash_is_its_own",
                violation_error_message=_("A line of the log has a hash of its own."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sequence} {self.kind}"
