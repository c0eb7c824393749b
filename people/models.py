"""Decisions about rows of the roster: two people after all, or one."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from ground.guards import checked, once


class TwoPeople(models.Model):
    """Names alike, and two people: nobody asks again."""

    first = models.ForeignKey(
        "tournaments.Player", models.CASCADE, related_name="+", verbose_name=_("player")
    )
    second = models.ForeignKey(
        "tournaments.Player", models.CASCADE, related_name="+", verbose_name=_("player")
    )

    class Meta:
        verbose_name, verbose_name_plural = _("two people"), _("two people")
        constraints: ClassVar = [
            once(
                "two_people_once",
                ["first", "second"],
                _("It is known already that these are two people."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} / {self.second}"


class Merge(models.Model):
    """Two rows of the roster that were one person: the names by which posted lists and lines of the
    log know this player too.
    """

    player = models.ForeignKey(
        "tournaments.Player", models.CASCADE, related_name="merges", verbose_name=_("who stays")
    )
    gone = models.JSONField(_("who is gone"), help_text=_("Name, card, club and e-mail."))
    changed = models.JSONField(
        _("what was changed"), help_text=_("Of who stays, by column: before and after.")
    )
    created_at = models.DateTimeField(_("made at"), auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = _("merged people"), _("merged people")
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"{self.player} ← {self.gone['surname']} {self.gone['given_name']}".strip()


class Membership(models.Model):
    """A member of the club in a year, with the fee where it was paid."""

    player = models.ForeignKey(
        "tournaments.Player", models.CASCADE, related_name="club_years", verbose_name=_("player")
    )
    year = models.PositiveSmallIntegerField(_("year"))
    fee = models.DecimalField(_("fee"), max_digits=8, decimal_places=2, null=True, blank=True)
    paid_on = models.DateField(_("paid on"), null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("membership"), _("memberships")
        ordering: ClassVar = ["-year", "player"]
        constraints: ClassVar = [
            once(
                "member_once_a_year",
                ["player", "year"],
                _("This player is a member of that year already."),
            ),
            checked(
                "paid_fee_has_day_and_amount",
                models.Q(paid_on=None, fee=None) | models.Q(paid_on__isnull=False, fee__gte=0),
                _("A fee that was paid says how much it was, and when."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.year}"
