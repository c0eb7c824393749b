"""Evenings as programs meet them."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.evenings import demo
from tournaments.models import Tournament


@pytest.fixture
def english() -> Client:
    """A stranger's program that reads English."""
    return Client(headers={"Accept-Language": "en"})


@pytest.fixture
def finished(db: None) -> Tournament:
    """Two partite closed at three tables, with a ruling at table 1 of the first."""
    return demo(stage="finished", seed=12, tables=3, rounds=2, language="en")
