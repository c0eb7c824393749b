"""An evening at a club."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from tests.evenings import entered
from tournaments import round_seating
from tournaments.models import Round, Tournament
from tournaments.seat_changes import publish_seating


@pytest.fixture
def make_evening(db: None) -> Callable[..., Tournament]:
    """Make tournaments with a number of players who are entered and present."""
    return entered


@pytest.fixture
def evening(make_evening: Callable[..., Tournament]) -> Tournament:
    """A tournament without players."""
    return make_evening()


@pytest.fixture
def seat(author: User) -> Callable[..., Round]:
    """Plan and publish a partita, and mark it as played."""

    def seat_and_play(tournament: Tournament, **options: object) -> Round:
        planned = round_seating.plan_round(tournament=tournament, author=author, **options)  # type: ignore[arg-type]
        publish_seating(round=planned, author=author)
        Round.objects.filter(pk=planned.pk).update(
            stage=Round.Stage.PROVISIONAL, started_at=timezone.now(), closed_at=timezone.now()
        )
        planned.refresh_from_db()
        return planned

    return seat_and_play
