"""Work of the worker: documents with their progress and files, and the results by e-mail."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models import Player, Tournament


class PrintJob(models.Model):
    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("being made")
        DONE = "done", _("ready")
        FAILED = "failed", _("failed")

    UNFINISHED = (State.QUEUED, State.RUNNING)

    tournament = models.ForeignKey(
        Tournament,
        on_delete=models.CASCADE,
        related_name="print_jobs",
    )
    document = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    language = models.CharField(max_length=10)
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    done_pages = models.PositiveIntegerField(default=0)
    all_pages = models.PositiveIntegerField(default=0)
    file = models.FileField(upload_to="prints/", blank=True)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
    )

    class Meta:
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


class KeptFile(models.Model):
    """A document in the database: ``printing.database_storage``."""

    name = models.CharField(max_length=100, unique=True)
    content = models.BinaryField()

    def __str__(self) -> str:
        return self.name


class Letter(models.Model):
    """A mail to one address: ``printing.letters`` sends it once."""

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")

    class Failure(models.TextChoices):
        AWAY = "away", _("The mail server cannot be reached.")
        LOGIN = (
            "login",
            _("The mail server does not accept the name and password of this installation."),
        )
        SENDER = "sender", _("The mail server does not accept the sender's address.")
        RECIPIENT = "recipient", _("The mail server refuses this address.")
        SERVER = "server", _("The mail server did not take the mail.")
        HELD = "held", _("The final standing is held back.")

    address = models.EmailField()
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    failure = models.CharField(max_length=12, choices=Failure, blank=True)
    # The mail server's own words.
    answer = models.CharField(max_length=300, blank=True)
    changed_at = models.DateTimeField()
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
    )

    class Meta:
        abstract = True


class Mailing(Letter):
    """One row a player and evening, so that nobody gets the results twice."""

    tournament = models.ForeignKey(
        Tournament,
        on_delete=models.CASCADE,
        related_name="mailings",
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="mailings")
    link = models.URLField(max_length=250, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("mailing"), _("mailings")
        ordering: ClassVar = ["tournament", "player"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "player"],
                name="results_mailed_once",
                violation_error_message=_("This player has the results of this evening already."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.tournament}"
