"""Changes of the clock of a partita."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ground.guards import account, check_constraint
from tournaments.models import Round, Table


class ClockChange(models.Model):
    """A change of the clock. Its row is never changed; a further row undoes it."""

    class Kind(models.TextChoices):
        BEGIN = "begin", _("the table begins")
        PAUSE = "pause", _("paused")
        RESUME = "resume", _("goes on")
        EXTRA = "extra", _("extra time")
        UNDO = "undo", _("taken back")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="clock_changes")
    # None: every table.
    table = models.ForeignKey(
        Table, null=True, blank=True, on_delete=models.CASCADE, related_name="clock_changes"
    )
    kind = models.CharField(max_length=10, choices=Kind)
    # Seconds of extra time; negative if time is taken away.
    seconds = models.IntegerField(default=0)
    undoes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="undone_by"
    )
    at = models.DateTimeField()
    author = account()

    class Meta:
        verbose_name = _("change of a clock")
        verbose_name_plural = _("changes of clocks")
        ordering = ["round_id", "pk"]
        constraints = [
            check_constraint(
                "extra_time_alone_has_seconds",
                Q(kind="extra") & ~Q(seconds=0) | ~Q(kind="extra") & Q(seconds=0),
                _("Extra time says how much; nothing else does."),
            ),
            check_constraint(
                "undone_change_is_named",
                Q(kind="undo", undoes__isnull=False) | ~Q(kind="undo") & Q(undoes=None),
                _("What takes a change back says which."),
            ),
            check_constraint(
                "a_table_begins_alone",
                ~Q(kind="begin") | Q(table__isnull=False),
                _("A table begins; the partita begins with its start."),
            ),
        ]
