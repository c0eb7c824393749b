"""Evenings as programs meet them."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from ground.roles import ORGANIZER
from king_tournament.accounts.services import create_first_account
from tests.accounts import PASSWORD
from tests.api.programs import Program
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


@pytest.fixture
def organizer(db: None) -> Program:
    return Program(ORGANIZER)


@pytest.fixture
def chief(db: None) -> User:
    """A superuser with every role."""
    return create_first_account(username="chief", password=PASSWORD)
