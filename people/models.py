"""Decisions about rows of the roster: two people after all, or one."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from ground.guards import check_constraint, creation, unique_constraint


class TwoPeople(models.Model):
    """A decision that two players with similar names are two people, so that nobody is asked
    again.
    """

    first = models.ForeignKey("tournaments.Player", models.CASCADE, related_name="+")
    second = models.ForeignKey("tournaments.Player", models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            unique_constraint(
                "two_people_once",
                ["first", "second"],
                _("It is known already that these are two people."),
            ),
        ]


class Merge(models.Model):
    """Two rows of the roster that were one person: the former names, by which published lists and
    the log know this player too.
    """

    player = models.ForeignKey("tournaments.Player", models.CASCADE, related_name="merges")
    # Name, card, club and e-mail.
    gone = models.JSONField()
    # Changed columns of the remaining player: before and after.
    changed = models.JSONField()
    created_at = creation()

    class Meta:
        ordering = ["-pk"]


class Membership(models.Model):
    """A member of the club in a year, with the fee if it was paid."""

    player = models.ForeignKey("tournaments.Player", models.CASCADE, related_name="club_years")
    year = models.PositiveSmallIntegerField()
    fee = models.DecimalField(max_digits=8, decimal_places=2, null=True, blank=True)
    paid_on = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["-year", "player"]
        constraints = [
            unique_constraint(
                "member_once_a_year",
                ["player", "year"],
                _("This player is a member of that year already."),
            ),
            check_constraint(
                "paid_fee_has_day_and_amount",
                models.Q(paid_on=None, fee=None) | models.Q(paid_on__isnull=False, fee__gte=0),
                _("A fee that was paid says how much it was, and when."),
            ),
        ]
