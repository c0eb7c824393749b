"""The cast of the desk: an organizer, an arbiter, somebody with an account and no role; and an
evening at any size.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from ground.roles import ARBITER, ORGANIZER
from tests.evenings import entered
from tournaments.models import Tournament


def _signed_in(name: str, *roles: str) -> Client:
    user = User.objects.create_user(name)
    user.groups.set(Group.objects.get_or_create(name=role)[0] for role in roles)
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


@pytest.fixture
def organizer(db: None) -> Client:
    """The browser of whoever runs the evening."""
    return _signed_in("organizer", ORGANIZER)


@pytest.fixture
def arbiter(db: None) -> Client:
    """The browser of whoever rules."""
    return _signed_in("arbiter", ARBITER)


@pytest.fixture
def without_role(db: None) -> Client:
    """The browser of somebody with an account and no role."""
    return _signed_in("curious")


@pytest.fixture
def stranger(db: None) -> Client:
    """The browser of somebody who has not signed in."""
    return Client(headers={"accept-language": "en"})


@pytest.fixture
def make_evening(db: None) -> Callable[..., Tournament]:
    """``make_evening(players=8, seated=True)``: entered, drawn, and the first partita planned and
    published.
    """
    return entered


@pytest.fixture
def evening(make_evening: Callable[..., Tournament]) -> Tournament:
    """Eight players entered, nothing drawn yet."""
    return make_evening(8)
