"""The end of an evening: closed once every partita that was begun is official; opened again with a reason."""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from tournaments.log import record
from tournaments.models import Round, Tournament
from tournaments.names import cleaned


def closing_blockers(tournament: Tournament) -> tuple[ValidationError, ...]:
    """Everything that keeps the evening from being closed. Partite that were planned and never begun do not."""
    sentences = {
        Round.Stage.SEATING: (
            "round_not_played",
            _("Partita %(round)s is seated and has not been played: play it, or take its seating back."),
        ),
        Round.Stage.PLAYING: ("round_in_play", _("Partita %(round)s is in play: close it first.")),
        Round.Stage.PROVISIONAL: ("round_provisional", _("Partita %(round)s is provisional: make it official first.")),
    }
    open_rounds = tournament.rounds.exclude(stage=Round.Stage.OFFICIAL).order_by("number")
    return tuple(
        ValidationError(sentences[each.stage][1], code=sentences[each.stage][0], params={"round": each.number})
        for each in open_rounds
    )


@transaction.atomic
def close_tournament(*, tournament: Tournament, author: AbstractBaseUser | None) -> Tournament:
    """Close the evening: nothing about it changes any more. Refused with every blocker; again changes nothing."""
    held = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if held.closed_at is not None:
        return held
    blockers = closing_blockers(held)
    if blockers:
        raise ValidationError(list(blockers))
    held.closed_at = timezone.now()
    held.save(update_fields=["closed_at"])
    record(held, "tournament_closed", gettext_noop("The evening is closed."), author=author)
    return held


@transaction.atomic
def open_tournament_again(*, tournament: Tournament, author: AbstractBaseUser | None, reason: str) -> Tournament:
    """Open a closed evening again; the reason stays in its log."""
    held = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if held.closed_at is None:
        return held
    reason = cleaned(reason)[:200]
    if not reason:
        raise ValidationError(_("Say why the evening is opened again: the reason stays in its log."), "reason_missing")
    held.closed_at = None
    held.save(update_fields=["closed_at"])
    record(
        held, "tournament_opened", gettext_noop("The evening is opened again. Reason: %(reason)s"),
        author=author, reason=reason,
    )  # fmt: skip
    return held
