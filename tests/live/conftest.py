"""Fixtures of the public pages."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import evenings
from tests.accounts import stranger
from tests.evenings import demo
from tournaments.models import Tournament


@pytest.fixture
def english(english_club: None) -> Client:
    """A browser that asks for English and is not signed in."""
    return stranger()


@pytest.fixture
def playing(db: None) -> Tournament:
    """Partita 1 in play at four tables, with sealed boards."""
    return demo(stage="playing", seed=11, tables=4, rounds=2, language="en")


@pytest.fixture
def finished(db: None) -> Tournament:
    """Two partite closed at three tables, with a ruling at table 1 of the first."""
    return evenings.finished()
