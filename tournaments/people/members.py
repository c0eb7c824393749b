"""The members of the club, year by year, and what they have paid."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from decimal import Decimal

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.models import Player
from tournaments.people.models import Membership


def members_of(year: int) -> QuerySet[Membership]:
    return Membership.objects.filter(year=year).select_related("player").order_by("player__search", "player")


@transaction.atomic
def enrol(*, players: Collection[Player], year: int) -> int:
    """Make members of that year of those who are none yet. How many they were."""
    known = set(Membership.objects.filter(year=year, player__in=players).values_list("player", flat=True))
    new = [Membership(player=player, year=year) for player in players if player.pk not in known]
    Membership.objects.bulk_create(new, ignore_conflicts=True)
    return len(new)


def pay(*, member: Membership, fee: Decimal, paid_on: date) -> None:
    Membership.objects.filter(pk=member.pk).update(fee=fee, paid_on=paid_on)


def take_payment_back(*, member: Membership) -> None:
    Membership.objects.filter(pk=member.pk).update(fee=None, paid_on=None)


def leave(*, member: Membership) -> None:
    """No member of that year after all; refused once the fee was paid."""
    if not Membership.objects.filter(pk=member.pk, paid_on=None).delete()[0]:
        sentence = _("%(player)s has paid the fee: take the payment back first.")
        raise ValidationError(sentence, "fee_paid", {"player": member.player.full_name})


def usual_fee(year: int) -> Decimal | None:
    """What was paid last for that year, or for an earlier one: most pay the same."""
    paid = Membership.objects.filter(year__lte=year, paid_on__isnull=False).order_by("-year", "-paid_on", "-pk")
    return paid.values_list("fee", flat=True).first()
