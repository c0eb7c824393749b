"""A finished evening whose boards can be played again."""

from __future__ import annotations

import pytest
from django.test import Client

from ground.isolation import lasting
from tests.accounts import stranger
from tests.evenings import demo
from tests.replay.home import pending
from tournaments.models import Tournament


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for the robots' process as long as it takes: beside other tests its low priority gets
    little.
    """
    monkeypatch.setattr(lasting, "SECONDS_TO_WAIT", 120.0)


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
