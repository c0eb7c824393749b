"""Attempts at passwords and codes; programs: tokens, answers, webhooks."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from ground.guards import creation


class Attempt(models.Model):
    class Kind(models.TextChoices):
        SIGN_IN = "sign_in"
        TABLE = "table"
        SIGNING = "signing"

    kind = models.CharField(max_length=10, choices=Kind.choices)
    address = models.CharField(max_length=45)
    subject = models.CharField(max_length=150)
    missed = models.BooleanField(default=True)
    at = creation()

    class Meta:
        indexes = (
            models.Index(fields=("kind", "address", "at"), name="attempt_by_address"),
            models.Index(fields=("kind", "subject", "at"), name="attempt_by_subject"),
        )

    def __str__(self) -> str:
        return f"{self.address}: {self.subject}"


class Answered(models.Model):
    """An answer to a program under a key of its own; kept for a day."""

    user = models.ForeignKey("auth.User", models.CASCADE, related_name="+")
    key = models.CharField(max_length=100)
    # Digest of the address and the body.
    digest = models.CharField(max_length=64)
    answer = models.JSONField(default=dict)
    at = creation()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("user", "key"), name="answered_once"),)

    def __str__(self) -> str:
        return self.key


class Program(models.Model):
    """Base of webhooks and tokens. An account makes one for a program of its own, until it is
    ended.
    """

    name = models.CharField(max_length=60)
    # An evening's code; empty: every evening.
    evening = models.CharField(max_length=12, blank=True)
    made_at = creation()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
        ordering = ("ended_at", "-made_at", "-pk")

    def __str__(self) -> str:
        return self.name


class ApiToken(Program):
    """Key of a program. It acts for an account, limited to the named roles and, if one is named, to
    one evening.
    """

    user = models.ForeignKey("auth.User", models.CASCADE, related_name="api_tokens")
    # SHA-256: the key itself is shown once and kept nowhere.
    digest = models.CharField(max_length=64, unique=True)
    roles = models.JSONField(default=list)
    last_used_at = models.DateTimeField(null=True, blank=True)


class Webhook(Program):
    """Address that is called when the log of an evening, or of any evening, has a new line."""

    class Failure(models.TextChoices):
        LATE = "late", _("no answer in time")
        NOBODY = "nobody", _("nobody answers there")
        CERTIFICATE = "certificate", _("its certificate is not to be trusted")

    user = models.ForeignKey("auth.User", models.CASCADE, related_name="+")
    url = models.CharField(max_length=500)
    # It signs, and opens nothing; shown once.
    secret = models.CharField(max_length=60)
    # Keys of evenings with something new that is not told yet; not before ``next_at``.
    waiting = models.JSONField(default=list)
    next_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    # A status such as 204, or why there was none.
    answer = models.CharField(max_length=20, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    @property
    def given_up(self) -> bool:
        return self.failures > 0 and self.next_at is None
