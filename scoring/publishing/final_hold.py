"""Hold on the final standing until the prize-giving: the desk can publish and print it, but nobody
else sees it until it is released. Every standing that includes the last planned partita is held;
earlier ones stay visible.
"""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, gettext_noop

from ground import monotonic_clock
from ground.guards import Author, stored_author, write
from scoring.models import FinalHold, Publication
from tournaments.log import LogKind, record
from tournaments.models import Tournament
from tournaments.services import change_settings, close_tournament
from wording.sentences import refusal


def hold_in_force(tournament: Tournament) -> FinalHold | None:
    return tournament.final_holds.filter(released_at=None).select_related("held_by").first()


def shown_publications(tournament: Tournament) -> QuerySet[Publication]:
    return tournament.publications.exclude(_held_publications()).order_by("-number")


def visible_publications() -> QuerySet[Publication]:
    """Publications of all evenings that everybody may see."""
    return Publication.objects.exclude(_held_publications())


def annotate_shown_at(publications: QuerySet[Publication]) -> QuerySet[Any]:
    """Annotate ``shown_at``: when everybody could first read the publication. A final standing that
    was held for the prize-giving was shown when the hold ended.
    """
    holds = FinalHold.objects.filter(
        tournament=OuterRef("tournament"),
        held_at__lte=OuterRef("created_at"),
        released_at__gt=OuterRef("created_at"),
    ).order_by("-released_at")
    final = Q(after_round__number__gte=F("tournament__planned_rounds"))
    released = Coalesce(Subquery(holds.values("released_at")[:1]), F("created_at"))
    return publications.annotate(shown_at=Case(When(final, then=released), default=F("created_at")))


def awaits_prize_giving(tournament: Tournament) -> bool:
    return tournament.publications.filter(_held_publications()).exists()


def last_visible(of: Q) -> tuple[list[Any], frozenset[int]]:
    """Last visible standing of each evening, sorted by evening, and the keys of evenings whose
    final standing is held for the prize-giving. ``is_newest``: no later one is held. ``errata``:
    numbers of publications, up to this one, that corrected earlier ones. Takes two queries.
    """
    every = Publication.objects.filter(of).order_by("number")
    every = every.annotate(is_held=_held_publications(), corrects=~Q(erratum=""))
    rows = list(every.values_list("tournament", "pk", "number", "is_held", "corrects"))
    last = {evening: pk for evening, pk, _number, is_held, _corrects in rows if not is_held}
    evenings_on_hold = frozenset(
        evening for evening, _pk, _number, is_held, _corrects in rows if is_held
    )
    publications: list[Any] = list(
        Publication.objects.filter(pk__in=last.values())
        .select_related("tournament__circuit", "after_round")
        .order_by("tournament__date", "tournament_id")
    )
    for publication in publications:
        publication.is_newest = publication.tournament_id not in evenings_on_hold
        publication.errata = [
            number
            for evening, _pk, number, _is_held, corrects in rows
            if corrects and evening == publication.tournament_id and number <= publication.number
        ]
    return publications, evenings_on_hold


def _held_publications() -> Q:
    """Condition on publications: a final standing that is held now. It is a part of a query, so
    that it is read together with the standings and not before them.
    """
    in_force = FinalHold.objects.filter(tournament=OuterRef("tournament"), released_at=None)
    return Q(Exists(in_force)) & Q(after_round__number__gte=F("tournament__planned_rounds"))


def final_is_published(tournament: Tournament) -> bool:
    return tournament.publications.filter(
        after_round__number__gte=tournament.planned_rounds
    ).exists()


@transaction.atomic
def hold_final(*, tournament: Tournament, author: Author) -> FinalHold:
    locked = tournament.lock_open()
    hold = hold_in_force(locked)
    if hold:
        return hold
    if final_is_published(locked):
        raise refusal(
            _("The final standings are already published: everybody may have seen them."),
            "final_already_posted",
        )
    hold = FinalHold.objects.create(tournament=locked, held_by=stored_author(author))
    record(
        locked,
        LogKind.FINAL_HELD,
        gettext_noop("The final standings are held back until the prize-giving."),
        author,
    )
    return hold


@transaction.atomic
def release_final(*, tournament: Tournament, author: Author) -> None:
    locked = tournament.lock()
    hold = hold_in_force(locked)
    if hold is None:
        return
    write(
        hold,
        released_at=timezone.now(),
        released_steady=monotonic_clock.mark(),
        released_by=stored_author(author),
    )
    record(
        locked,
        LogKind.FINAL_RELEASED,
        gettext_noop("The final standings are no longer held back."),
        author,
    )


@transaction.atomic
def close_evening(
    *, tournament: Tournament, author: Author, still_held: bool = False
) -> Tournament:
    locked = tournament.lock()
    if locked.closed_at is None and not still_held and awaits_prize_giving(locked):
        raise refusal(
            _(
                "The final standings are still held back: only the desk sees them. Show them to "
                "everybody, or say that they stay held back."
            ),
            "final_held",
        )
    return close_tournament(tournament=locked, author=author)


@transaction.atomic
def change_evening(*, tournament: Tournament, author: Author, **changes: Any) -> Tournament:
    """Change an evening. Adding partite is refused while the final standing is held, because it
    would not be final any more and everybody could read it at once.
    """
    locked = tournament.lock()
    planned = changes.get("planned_rounds", locked.planned_rounds)
    if planned > locked.planned_rounds and awaits_prize_giving(locked):
        raise ValidationError(
            {
                "planned_rounds": refusal(
                    _(
                        "The final standings are still held back: release them before more partite are planned."
                    ),
                    "final_held",
                )
            }
        )
    return change_settings(tournament=locked, author=author, **changes)
