"""Accounts with roles at the desk, and browsers (test clients that ask for English) signed in to
them.
"""

from __future__ import annotations

from django.contrib.auth.models import Group, User
from django.test import Client

PASSWORD = "quattro-venti-12"


def account(name: str, *roles: str) -> User:
    """Make an account with these roles and no password."""
    user = User.objects.create_user(name)
    user.groups.set(Group.objects.get_or_create(name=role)[0] for role in roles)
    return user


def browser_of(user: User) -> Client:
    """Return a browser in which the user is signed in."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def signed_in(name: str, *roles: str) -> Client:
    """Make an account with these roles; return a browser signed in to it."""
    return browser_of(account(name, *roles))


def stranger() -> Client:
    """Return a browser that is not signed in."""
    return Client(headers={"accept-language": "en"})
