"""A protest against what was posted, as stored: whose, in which words, and how it was answered."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import Table


class Protest(models.Model):
    """A protest of somebody at a table. It stays as it was written; its answer is written once."""

    class Outcome(models.TextChoices):
        UPHELD = "upheld", pgettext_lazy("outcome of a protest", "upheld")
        REJECTED = "rejected", pgettext_lazy("outcome of a protest", "rejected")
        WITHDRAWN = "withdrawn", pgettext_lazy("outcome of a protest", "withdrawn")

    publication = models.ForeignKey(
        "scoring.Publication", on_delete=models.CASCADE, related_name="protests", verbose_name=_("posted standing"),
    )  # fmt: skip
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="protests", verbose_name=_("table"))
    hand = models.PositiveSmallIntegerField(_("hand"), null=True, blank=True)
    who = models.CharField(_("who protests"), max_length=120)
    text = models.TextField(_("text"), max_length=500)
    call = models.ForeignKey(
        "scoring.Call", null=True, blank=True, on_delete=models.SET_NULL, related_name="protests",
        verbose_name=_("call of the arbiter"),
    )  # fmt: skip
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="protests_entered",
        verbose_name=_("author"),
    )  # fmt: skip
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome, blank=True)
    answer = models.TextField(_("answer"), max_length=500, blank=True)
    ruling = models.ForeignKey(
        "scoring.Ruling", null=True, blank=True, on_delete=models.SET_NULL, related_name="protests",
        verbose_name=_("ruling"),
    )  # fmt: skip
    answered_at = models.DateTimeField(_("answered at"), null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="protests_answered",
        verbose_name=_("answered by"),
    )  # fmt: skip

    class Meta:
        verbose_name, verbose_name_plural = _("protest"), _("protests")
        ordering: ClassVar = ["made_at", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~Q(who="") & ~Q(text=""),
                name="protest_has_who_and_words",
                violation_error_message=_("A protest says who protests, and what against."),
            ),
            models.CheckConstraint(
                condition=Q(outcome="", answered_at__isnull=True) | (~Q(outcome="") & Q(answered_at__isnull=False)),
                name="answered_protest_has_outcome_and_time",
                violation_error_message=_("A protest that was answered has an outcome and says when."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.who}"
