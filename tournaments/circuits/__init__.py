"""A circuit: evenings that make one season, the season's own regulation, and its published
standings. ``meeting_history`` finds out who has met whom.
"""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from ground.guards import check_constraint
from ground.names import new_code
from king.reading import InputError, Node
from king.standing.standing_settings import COUNTS, StandingSettings
from wording.sentences import refusal, say_error_lazily


def new_circuit_code() -> str:
    return new_code(6)


class CircuitQuerySet(models.QuerySet["Circuit"]):
    def count_change(self) -> None:
        """Increase the revision of these circuits, and so lock their rows until the transaction
        ends.
        """
        self.update(revision=F("revision") + 1)


class Circuit(models.Model):
    code = models.CharField(
        _("code"), max_length=12, unique=True, default=new_circuit_code, editable=False
    )
    name = models.CharField(_("name"), max_length=120, unique=True)
    counts = models.CharField(
        _("what counts"),
        max_length=10,
        choices=[(code, _(words)) for code, words in COUNTS.items()],
        default="partite",
    )
    # Scale, ties, tie-breaks, best of, attendance: in the form of king standings.
    settings = models.JSONField(_("regulation"), default=dict, blank=True)
    planned_evenings = models.PositiveSmallIntegerField(
        _("number of evenings"), null=True, blank=True
    )
    prizes = models.TextField(_("prizes"), max_length=600, blank=True)
    # They play and have no place in the season.
    guests = models.ManyToManyField(
        "tournaments.Player", blank=True, related_name="guest_in", verbose_name=_("guests")
    )
    # One more with each change of its own.
    revision = models.PositiveIntegerField(_("revision"), default=0, db_default=0, editable=False)

    objects = CircuitQuerySet.as_manager()

    class Meta:
        verbose_name = _("circuit")
        ordering = ["name"]
        constraints = [
            check_constraint("circuit_has_name", ~Q(name=""), _("A circuit needs a name.")),
            check_constraint(
                "circuit_counts_something",
                Q(counts__in=tuple(COUNTS)),
                _("Partite count, or the places of evenings."),
            ),
            check_constraint(
                "circuit_has_1_to_100_evenings",
                Q(planned_evenings__isnull=True)
                | Q(planned_evenings__gte=1, planned_evenings__lte=100),
                _("A circuit has from 1 to 100 evenings."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        try:
            self.regulation  # noqa: B018 - read for what it refuses
        except InputError as error:
            raise ValidationError(
                {"settings": refusal(say_error_lazily(error), "regulation")}
            ) from None

    def lock(self) -> Circuit:
        """Lock the circuit's row until the transaction ends, count the change, and return the row
        as it is now. Every change of a circuit starts with it.
        """
        Circuit.objects.filter(pk=self.pk).count_change()
        return Circuit.objects.get(pk=self.pk)

    @property
    def evenings_to_come(self) -> int:
        """Number of planned evenings that do not exist yet; 0 if no number is planned."""
        return max((self.planned_evenings or 0) - self.tournaments.count(), 0)

    @property
    def regulation(self) -> StandingSettings:
        return StandingSettings.from_json(Node(self.settings, "", ""))
