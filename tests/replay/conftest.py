"""A finished evening whose boards can be played again."""

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
    """One closed and published partita at three tables. The robots' thirty games per board are
    claimed, so no worker plays them.
    """
    evening = demo(stage="finished", seed=12, tables=3, rounds=1, language="en")
    pending(evening)
    return evening
