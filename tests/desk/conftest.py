"""The cast of the desk: an organizer, an arbiter, somebody with an account and no role; and an
evening at any size.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from ground.roles import ARBITER, DEALING, ORGANIZER
from scoring.models import Sheet
from tests import accounts
from tests.accounts import signed_in
from tests.evenings import a_tournament, entered, sealed_round, sheet_of
from tournaments.models import Player, Tournament


@pytest.fixture
def organizer(db: None) -> Client:
    """The browser of whoever runs the evening."""
    return signed_in("organizer", ORGANIZER)


@pytest.fixture
def arbiter(db: None) -> Client:
    """The browser of whoever rules."""
    return signed_in("arbiter", ARBITER)


@pytest.fixture
def dealer(db: None) -> Client:
    """The browser of somebody who prepares the boards and does nothing else."""
    return signed_in("mazziere", DEALING)


@pytest.fixture
def without_role(db: None) -> Client:
    """The browser of somebody with an account and no role."""
    return signed_in("curious")


@pytest.fixture
def stranger(db: None) -> Client:
    """The browser of somebody who has not signed in."""
    return accounts.stranger()


@pytest.fixture
def niccolo(db: None) -> Player:
    """Somebody of the roster with an apostrophe, an accent and a card."""
    return Player.objects.create(surname="D'Amico", given_name="Niccolò", card_number="GE-12")


@pytest.fixture
def make_evening(db: None) -> Callable[..., Tournament]:
    """Make evenings: ``make_evening(players=8, seated=True)`` has players entered and drawn, and
    the first partita planned and published.
    """
    return entered


@pytest.fixture
def evening(make_evening: Callable[..., Tournament]) -> Tournament:
    """Eight players entered, nothing drawn yet."""
    return make_evening(8)


@pytest.fixture
def sheet(db: None) -> Sheet:
    """An empty sheet of a partita in play at two tables."""
    return sheet_of(sealed_round(a_tournament()))
