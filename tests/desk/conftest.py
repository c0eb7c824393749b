"""Fixtures of the desk: browsers of an organizer, an arbiter, a dealer, an account without a role
and a stranger; evenings of any size.
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
    """The browser of an organizer."""
    return signed_in("organizer", ORGANIZER)


@pytest.fixture
def arbiter(db: None) -> Client:
    """The browser of an arbiter."""
    return signed_in("arbiter", ARBITER)


@pytest.fixture
def dealer(db: None) -> Client:
    """The browser of an account with only the dealing role."""
    return signed_in("mazziere", DEALING)


@pytest.fixture
def without_role(db: None) -> Client:
    """The browser of an account without a role."""
    return signed_in("curious")


@pytest.fixture
def stranger(db: None) -> Client:
    """A browser that is not signed in."""
    return accounts.stranger()


@pytest.fixture
def niccolo(db: None) -> Player:
    """A player with an apostrophe, an accent and a card number."""
    return Player.objects.create(surname="D'Amico", given_name="Niccolò", card_number="GE-12")


@pytest.fixture
def make_evening(db: None) -> Callable[..., Tournament]:
    """Make evenings: ``make_evening(players=8, seated=True)`` enters the players, draws their
    winds, and plans and publishes the first partita.
    """
    return entered


@pytest.fixture
def evening(make_evening: Callable[..., Tournament]) -> Tournament:
    """Eight players entered, winds not drawn yet."""
    return make_evening(8)


@pytest.fixture
def sheet(db: None) -> Sheet:
    """An empty sheet of a partita in play at two tables."""
    return sheet_of(sealed_round(a_tournament()))
