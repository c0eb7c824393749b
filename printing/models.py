"""The print queue: long documents are made by the worker, with progress."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament


class PrintJob(models.Model):
    """One document asked for: what, for which tournament, how far it is, where the file is."""

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("being made")
        DONE = "done", _("ready")
        FAILED = "failed", _("failed")

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="print_jobs", verbose_name=_("tournament"),
    )  # fmt: skip
    document = models.CharField(_("document"), max_length=40, help_text=_("The key of the document in the registry."))
    options = models.JSONField(_("choices"), default=dict, blank=True, help_text=_("Round, table, copies …"))
    language = models.CharField(_("language"), max_length=10, default="it")
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.QUEUED)
    done_pages = models.PositiveIntegerField(_("done pages"), default=0)
    all_pages = models.PositiveIntegerField(_("all pages"), default=0)
    file = models.FileField(_("file"), upload_to="prints/", blank=True)
    error = models.TextField(_("error"), blank=True)
    created_at = models.DateTimeField(_("made at"), auto_now_add=True)
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, verbose_name=_("made by"),
    )  # fmt: skip

    class Meta:
        verbose_name, verbose_name_plural = _("print job"), _("print jobs")
        ordering: ClassVar = ["-created_at", "-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(done_pages__lte=F("all_pages")),
                name="printed_pages_within_all",
                violation_error_message=_("No more pages can be ready than the document has."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.document} · {self.tournament}"
