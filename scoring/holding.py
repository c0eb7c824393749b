"""The final standing kept for the prize-giving: posted and printed for the desk, and for nobody else until released.

What is held back is every standing over the last partita that was planned. The earlier ones stay where they hang.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from scoring.models import FinalHold, Publication
from tournaments.closing import close_tournament
from tournaments.log import record
from tournaments.models import Tournament
from tournaments.services import change_settings


def hold_in_force(tournament: Tournament) -> FinalHold | None:
    """Who holds the final standing back since when; None where it is posted like any other. One query."""
    return tournament.final_holds.filter(released_at=None).select_related("held_by").first()


def shown_publications(tournament: Tournament) -> QuerySet[Publication]:
    """The standings that everybody may see, newest first."""
    return tournament.publications.exclude(_held_back(tournament)).order_by("-number")


def awaits_prize_giving(tournament: Tournament) -> bool:
    """Whether a final standing is there and held back: it will be read at the prize-giving."""
    return tournament.publications.filter(_held_back(tournament)).exists()


def _held_back(tournament: Tournament) -> Q:
    """Over the last planned partita while a hold is in force: asked together with the standings, not before them."""
    in_force = FinalHold.objects.filter(tournament=tournament, released_at=None)
    return Q(Exists(in_force)) & Q(after_round__number__gte=tournament.planned_rounds)


@transaction.atomic
def hold_final(*, tournament: Tournament, author: AbstractBaseUser | None) -> FinalHold:
    """Keep the final standing for the prize-giving; again changes nothing. Refused once it has been seen."""
    held = Tournament.objects.select_for_update().get(pk=tournament.pk)
    hold = hold_in_force(held)
    if hold is not None:
        return hold
    if held.publications.filter(after_round__number__gte=held.planned_rounds).exists():
        raise ValidationError(
            _("The final standing is posted already: everybody may have seen it."), code="final_already_posted"
        )
    hold = FinalHold.objects.create(tournament=held, held_by=author if author is not None and author.pk else None)
    record(held, "final_held", gettext_noop("The final standing is held back until the prize-giving."), author=author)
    return hold


@transaction.atomic
def release_final(*, tournament: Tournament, author: AbstractBaseUser | None) -> None:
    """The prizes are given, or the hold was a mistake: the final standing is everybody's. Again changes nothing."""
    held = Tournament.objects.select_for_update().get(pk=tournament.pk)
    hold = hold_in_force(held)
    if hold is None:
        return
    hold.released_at = timezone.now()
    hold.released_by = author if author is not None and author.pk else None
    hold.save(update_fields=["released_at", "released_by"])
    record(held, "final_released", gettext_noop("The final standing is no longer held back."), author=author)


@transaction.atomic
def close_evening(*, tournament: Tournament, author: AbstractBaseUser | None, still_held: bool = False) -> Tournament:
    """Close the evening. While the final standing waits for the prize-giving only who says so leaves it ``still_held``.

    Whoever closes an evening goes home, and nobody would ever read the standing.
    """
    held = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if held.closed_at is None and not still_held and awaits_prize_giving(held):
        raise ValidationError(
            _("The final standing is still held back: nobody but the desk sees it. Show it to everybody, or say that "
              "it stays held back."),
            code="final_held",
        )  # fmt: skip
    return close_tournament(tournament=held, author=author)


@transaction.atomic
def change_evening(*, tournament: Tournament, author: AbstractBaseUser | None, **changes: Any) -> Tournament:
    """``change_settings``, but with no more partite while the last one's standing waits for the prize-giving.

    It would no longer be the last one's, and everybody would read it at once.
    """
    held = Tournament.objects.select_for_update().get(pk=tournament.pk)
    planned = changes.get("planned_rounds", held.planned_rounds)
    if planned > held.planned_rounds and awaits_prize_giving(held):
        sentence = _("The final standing is still held back: release it before more partite are planned.")
        raise ValidationError({"planned_rounds": ValidationError(sentence, code="final_held")})
    return change_settings(tournament=held, author=author, **changes)
