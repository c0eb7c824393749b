"""House players make room: they are here to complete tables, and go first when a late player is one too many (A21)."""

from __future__ import annotations

from collections import Counter

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.draw import change_wind
from tournaments.entries import locked, withdraw
from tournaments.head_count import house_in_the_hall, keeps_winds, seats_of_entries
from tournaments.models import Entry, Tournament


@transaction.atomic
def house_players_leave(*, tournament: Tournament, count: int, author: AbstractBaseUser | None) -> tuple[Entry, ...]:
    """So many house players withdraw, the last that came first. Where winds are kept, whoever came last takes the
    wind that is left free, so that the winds stay equal.

    Refused where there are not so many of them outside a partita in play.
    """
    tournament = locked(tournament)
    leaving = tuple(house_in_the_hall(tournament).order_by("-number")[:count])
    if len(leaving) < count:
        sentence = _("There are not %(count)s house players who could go now.")
        raise ValidationError(sentence, code="no_house_players", params={"count": count})
    for entry in leaving:
        withdraw(entry=entry, reason="", author=author)
    if keeps_winds(tournament):
        _even(tournament, author)
    return leaving


def _even(tournament: Tournament, author: AbstractBaseUser | None) -> None:
    while True:
        drawn = list(tournament.entries.playing().filter(wind_number__isnull=False).order_by("number"))
        there = Counter(entry.wind for entry in drawn)
        lines = sorted(seats_of_entries(tournament), key=lambda wind: there[wind.value])
        if there[lines[-1].value] - there[lines[0].value] < 2:
            return
        last = [entry for entry in drawn if entry.wind == lines[-1].value][-1]
        change_wind(entry=last, wind=lines[0], author=author)
