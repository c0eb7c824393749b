"""Decisions about a final: from which standing, how many, who declines, which ties were settled."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ground.guards import StandingsField, account, checked, once
from tournaments.circuits import Circuit

WAYS_BACK = (
    "made_of__circuit",
    "made_of__evening__made_of__circuit",
    "made_of__evening__made_of__evening__made_of__circuit",
)
"""From an evening to the circuit whose final it is: made of its season, after semifinals, after quarter-finals too."""


class Qualification(models.Model):
    """Of a circuit's season or of an evening, by the number of a posted standing. The qualified are
    computed.
    """

    circuit = models.OneToOneField(
        "tournaments.Circuit",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="qualification",
        verbose_name=_("circuit"),
    )
    evening = models.OneToOneField(
        "tournaments.Tournament",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="qualification",
        verbose_name=_("evening"),
    )
    number = models.PositiveIntegerField(
        _("number"), help_text=_("Of the posted standing that it goes by.")
    )
    places = models.PositiveSmallIntegerField(_("how many qualify"), default=4)
    carry = models.PositiveSmallIntegerField(
        _("percent of the points that go along"),
        default=0,
        help_text=_("0: everybody starts at nothing; 100: all."),
    )
    declined = models.JSONField(
        _("who declines"), default=list, blank=True, help_text=_("Keys of entries.")
    )
    settled = models.JSONField(
        _("ties settled"),
        default=list,
        blank=True,
        help_text=_("Each a list of entries' keys with their places."),
    )
    final = models.OneToOneField(
        "tournaments.Tournament",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="made_of",
        verbose_name=_("final"),
    )

    class Meta:
        verbose_name, verbose_name_plural = _("qualification"), _("qualifications")
        constraints: ClassVar = [
            checked(
                "qualification_of_circuit_or_evening",
                Q(circuit__isnull=True, evening__isnull=False)
                | Q(circuit__isnull=False, evening__isnull=True),
                _("A final is made of a circuit's standing or of an evening's."),
            ),
            checked(
                "qualification_of_2_to_400",
                Q(places__gte=2, places__lte=400),
                _("From 2 to 400 qualify for a final."),
            ),
            checked(
                "qualification_carries_up_to_all",
                Q(carry__lte=100),
                _("From 0 to 100 percent of the points go along."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.circuit or self.evening} · {self.number}"


class SeasonPosting(models.Model):
    """A season's standing as it was posted, with its number; a later change makes another, which
    says what changed.
    """

    circuit = models.ForeignKey(
        Circuit, on_delete=models.CASCADE, related_name="postings", verbose_name=_("circuit")
    )
    number = models.PositiveIntegerField(_("number"))
    official = models.BooleanField(_("official"), default=False)
    standings = StandingsField(
        _("standings"), help_text=_("In the form of king standings' answer.")
    )
    evenings = models.JSONField(
        _("evenings"), help_text=_("By code, the number of the standing that counts.")
    )
    settings = models.JSONField(
        _("regulation"),
        default=dict,
        db_default={},
        help_text=_("Which it goes by, in the form of king standings."),
    )
    named = models.JSONField(
        _("names"), null=True, blank=True, help_text=_("Whose entry each name in it is.")
    )
    erratum = models.TextField(
        _("erratum"), blank=True, help_text=_("What changed since the one before.")
    )
    created_at = models.DateTimeField(_("made at"), auto_now_add=True)
    author = account(_("author"))

    class Meta:
        verbose_name, verbose_name_plural = _("posted season"), _("posted seasons")
        ordering: ClassVar = ["circuit", "number"]
        constraints: ClassVar = [
            once(
                "season_posting_number_once",
                ["circuit", "number"],
                _("A standing with this number has already been posted."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.circuit} · {self.number}"
