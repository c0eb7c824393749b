"""Browsers of accounts with each role."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

ROLES = ("organizer", "arbiter", "dealing", "helper")


@pytest.fixture
def desk(db: None) -> Callable[..., Client]:
    """Sign in with roles: ``desk("organizer", "arbiter")``, ``desk("superuser")``."""

    def signed_in(*roles: str) -> Client:
        name = "-".join(roles) or "nobody"
        user = User.objects.filter(username=name).first()
        if user is None:
            user = User.objects.create_user(name, is_superuser="superuser" in roles)
            user.groups.set(
                Group.objects.get_or_create(name=role)[0] for role in roles if role in ROLES
            )
        client = Client()
        client.force_login(user)
        return client

    return signed_in
