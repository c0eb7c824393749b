"""Decisions about a final: from which standing, how many, who declines, which ties were settled."""

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ground.guards import StandingsField, account, check_constraint, creation, unique_constraint
from tournaments.circuits import Circuit

WAYS_BACK = (
    "made_of__circuit",
    "made_of__evening__made_of__circuit",
    "made_of__evening__made_of__evening__made_of__circuit",
)
"""From an evening to the circuit whose final it is: made of its season, after semifinals, after quarter-finals too."""


class Qualification(models.Model):
    """Qualification from a circuit's season or from an evening, based on the numbered publication.
    The list of those who qualify is computed.
    """

    circuit = models.OneToOneField(
        "tournaments.Circuit", models.CASCADE, null=True, blank=True, related_name="qualification"
    )
    evening = models.OneToOneField(
        "tournaments.Tournament",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="qualification",
    )
    # Number of the publication that it is based on.
    number = models.PositiveIntegerField()
    places = models.PositiveSmallIntegerField(default=4)
    # 0: everybody starts at nothing; 100: all.
    carry = models.PositiveSmallIntegerField(default=0)
    # Keys of entries.
    declined = models.JSONField(default=list, blank=True)
    # Each a list of entries' keys with their places.
    settled = models.JSONField(default=list, blank=True)
    final = models.OneToOneField(
        "tournaments.Tournament", models.SET_NULL, null=True, blank=True, related_name="made_of"
    )

    class Meta:
        constraints = [
            check_constraint(
                "qualification_of_circuit_or_evening",
                Q(circuit__isnull=True, evening__isnull=False)
                | Q(circuit__isnull=False, evening__isnull=True),
                _("A final is made of a circuit's standing or of an evening's."),
            ),
            check_constraint(
                "qualification_of_2_to_400",
                Q(places__gte=2, places__lte=400),
                _("From 2 to 400 qualify for a final."),
            ),
            check_constraint(
                "qualification_carries_up_to_all",
                Q(carry__lte=100),
                _("From 0 to 100 percent of the points go along."),
            ),
        ]

    @property
    def source(self) -> Any:
        """Circuit or evening on whose standing the qualification is based."""
        return self.circuit or self.evening


class SeasonPublication(models.Model):
    """A season's standing as published, with its number. A later change makes a new one, which
    lists the changes.
    """

    circuit = models.ForeignKey(Circuit, on_delete=models.CASCADE, related_name="publications")
    number = models.PositiveIntegerField()
    official = models.BooleanField(default=False)
    # JSON as `king standings` answers it.
    standings = StandingsField()
    # Number of the standing that counts, by code of the evening.
    evenings = models.JSONField()
    # Which it goes by, in the form of king standings.
    settings = models.JSONField(default=dict, db_default={})
    # Whose entry each name in it is.
    named: Any = models.JSONField(null=True, blank=True)
    # Changes since the previous one.
    erratum = models.TextField(blank=True)
    created_at = creation()
    author = account()

    class Meta:
        # The table's first name, which the version before reads too.
        db_table = "seasons_seasonposting"
        verbose_name, verbose_name_plural = _("published season"), _("published seasons")
        ordering = ["circuit", "number"]
        constraints = [
            unique_constraint(
                "season_posting_number_once",
                ["circuit", "number"],
                _("Standings with this number have already been published."),
            ),
        ]
