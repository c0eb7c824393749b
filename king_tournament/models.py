"""Attempts at passwords and codes; the hall's screens, and the slides that they show."""

from typing import ClassVar

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament


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


class Screen(models.Model):
    """A browser that was opened at ``/screen``; without an evening it shows its code."""

    class Role(models.TextChoices):
        FOLLOW = "follow", _("the evening, step by step")
        SEATING = "seating", _("who sits where")
        CLOCK = "clock", _("the clock of the partita")
        PROGRESS = "progress", _("how far the tables are")
        WINDS = "winds", _("standing by wind")
        OVERALL = "overall", _("overall standing")
        SEASON = "season", _("standing of the circuit")
        LAST = "last", _("last results")
        PHONES = "phones", _("code for the phones")
        SLIDES = "slides", _("the club's slides")

    code = models.CharField(_("code"), max_length=4)
    secret = models.CharField(
        _("secret"), max_length=64, help_text=_("The SHA-256 of what its browser keeps.")
    )
    name = models.CharField(_("name"), max_length=60, blank=True)
    address = models.CharField(_("address"), max_length=45)
    tournament = models.ForeignKey(
        Tournament,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="screens",
        verbose_name=_("tournament"),
    )
    role = models.CharField(_("shows"), max_length=10, choices=Role, default=Role.FOLLOW)
    light = models.BooleanField(_("on a light ground"), default=False)
    seen_at = models.DateTimeField(_("last heard of"))

    class Meta:
        verbose_name, verbose_name_plural = _("screen"), _("screens")
        ordering: ClassVar = ["name", "code"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["code"],
                name="screen_code_once",
                violation_error_message=_("Another screen has this code."),
            ),
            models.UniqueConstraint(
                fields=["secret"],
                name="screen_secret_once",
                violation_error_message=_("Another screen has this secret."),
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.code

    @property
    def shown(self) -> str:
        if self.tournament is None:
            return ""
        if self.role == self.Role.FOLLOW:
            return reverse("live:screen", args=[self.tournament.code])
        return reverse("live:screen_role", args=[self.tournament.code, self.role])


class Slide(models.Model):
    title = models.CharField(_("title"), max_length=80, blank=True)
    text = models.TextField(_("text"), max_length=400, blank=True)
    picture = models.FileField(_("picture"), upload_to="slides/", blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("slide"), _("slides")
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~models.Q(title="", text="", picture=""),
                name="slide_shows_something",
                violation_error_message=_("A slide has a title, a text or a picture."),
            )
        ]

    def __str__(self) -> str:
        return self.title or self.text[:40] or str(self.picture)
