"""An evening whose boards are played again."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.accounts import stranger
from tests.evenings import demo
from tests.replay.home import pending
from tournaments.models import Tournament


@pytest.fixture
def english(english_club: None) -> Client:
    return stranger()


@pytest.fixture
def finished(db: None) -> Tournament:
    """Two partite closed and posted, at three tables; the thirty games of robots stay asked for."""
    evening = demo(stage="finished", seed=12, tables=3, rounds=1, language="en")
    pending(evening)
    return evening
