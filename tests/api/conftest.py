"""Fixtures of the API's tests: evenings, accounts and clients."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from ground.roles import ORGANIZER
from king_tournament.accounts.services import create_first_account
from tests import evenings
from tests.accounts import PASSWORD, stranger
from tests.api.programs import Program
from tournaments.models import Tournament


@pytest.fixture
def english() -> Client:
    """A client without an account that asks for English."""
    return stranger()


@pytest.fixture
def finished(db: None) -> Tournament:
    """Two partite closed at three tables, with a ruling at table 1 of the first."""
    return evenings.finished()


@pytest.fixture
def organizer(db: None) -> Program:
    return Program(ORGANIZER)


@pytest.fixture
def chief(db: None) -> User:
    """A superuser with every role."""
    return create_first_account(username="chief", password=PASSWORD)
