"""Attempts at passwords and codes."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Attempt(models.Model):
    class Kind(models.TextChoices):
        SIGN_IN = "sign_in", _("password")
        TABLE = "table", _("table code")
        SIGNING = "signing", _("signing code")

    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    address = models.CharField(_("address"), max_length=45)
    subject = models.CharField(_("account or code"), max_length=150)
    missed = models.BooleanField(_("missed"), default=True)
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("attempt")
        verbose_name_plural = _("attempts")
        indexes = (
            models.Index(fields=("kind", "address", "at"), name="attempt_by_address"),
            models.Index(fields=("kind", "subject", "at"), name="attempt_by_subject"),
        )

    def __str__(self) -> str:
        return f"{self.address}: {self.subject}"
