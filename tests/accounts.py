"""People with an account at the desk, and their browsers, which read English."""

from __future__ import annotations

from django.contrib.auth.models import Group, User
from django.test import Client

PASSWORD = "quattro-venti-12"


def account(name: str, *roles: str) -> User:
    """An account with these roles and no password."""
    user = User.objects.create_user(name)
    user.groups.set(Group.objects.get_or_create(name=role)[0] for role in roles)
    return user


def browser_of(user: User) -> Client:
    """The browser of somebody who has signed in."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def signed_in(name: str, *roles: str) -> Client:
    """The browser of somebody with these roles."""
    return browser_of(account(name, *roles))


def stranger() -> Client:
    """The browser of somebody without an account."""
    return Client(headers={"accept-language": "en"})
