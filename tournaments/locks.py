"""A tournament held while it is changed; one that is closed is not changed."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament


def locked(tournament: Tournament) -> Tournament:
    """The tournament's row, locked: entries, winds and seats of one tournament are changed one after another."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if tournament.closed_at is not None:
        sentence = _("“%(tournament)s” is closed and does not change any more. To put something right, open it again.")
        raise ValidationError(sentence, code="tournament_closed", params={"tournament": tournament.name})
    return tournament
