"""Making accounts. The first one is made by whoever starts the installation; there is no default password."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.db import transaction
from django.utils.translation import gettext_noop

from deals.access import DEALING
from deals.models import BoardSet
from king_tournament.accounts.roles import RESET, ROLES, VISITOR
from tournaments.log import record
from tournaments.models import Round, Tournament


class FirstAccountExists(Exception):
    """Somebody else made the first account in the meantime."""


class LastOrganizer(Exception):
    """The change would leave nobody who can add accounts."""


def any_account_exists() -> bool:
    """Whether this installation has an account. Somebody who only looks around has none."""
    return get_user_model().objects.exclude(groups__name=VISITOR).exists()


def _group(role: str) -> Group:
    return Group.objects.get_or_create(name=role)[0]


@transaction.atomic
def create_first_account(*, username: str, password: str) -> Any:
    """Create the account that holds every role; raises ``FirstAccountExists`` for the second of two who try at once."""
    groups = [_group(role) for role in ROLES]
    # PostgreSQL: the second of two waits here until the first is done. SQLite: the transaction itself waits.
    list(Group.objects.select_for_update().filter(name__in=list(ROLES)).order_by("pk"))
    if any_account_exists():
        raise FirstAccountExists
    user = get_user_model().objects.create_superuser(username=username, password=password)
    user.groups.set(groups)
    get_user_model().objects.filter(groups__name=VISITOR).update(is_active=False)
    return user


@transaction.atomic
def open_visit() -> Any:
    """Whoever looks around on an installation without any account: no password, every role, until the first account.

    Raises ``FirstAccountExists`` once there is one.
    """
    groups = [_group(role) for role in ROLES]
    list(Group.objects.select_for_update().filter(name__in=list(ROLES)).order_by("pk"))
    if any_account_exists():
        raise FirstAccountExists
    users = get_user_model().objects
    visitor = users.filter(groups__name=VISITOR).first()
    if visitor is None:
        visitor = users.create_user(username="king-visitor")
        visitor.groups.set([*groups, _group(VISITOR)])
    return visitor


@transaction.atomic
def create_account(*, username: str, password: str, roles: Collection[str], by: Any = None) -> Any:
    """Create an account with ``roles`` (keys of ``ROLES``)."""
    user = get_user_model().objects.create_user(username=username, password=password)
    user.groups.set([_group(role) for role in roles])
    if DEALING in roles:
        _note_dealing(user, by)
    return user


def _note_dealing(user: Any, by: Any) -> None:
    """Who may see cards from now on stands in the log: it may be a player."""
    sentence = gettext_noop("“%(account)s” was given the dealing role: from now on this account may see sealed cards.")
    _note_while_sealed("dealing_given", sentence, user, by)


def _note_while_sealed(kind: str, sentence: str, user: Any, by: Any) -> None:
    """A line in every open evening that has sealed cards."""
    sealed = Round.objects.exclude(board_set=None).exclude(board_set__state=BoardSet.State.REVEALED)
    for tournament in Tournament.objects.filter(closed_at=None, pk__in=sealed.values("tournament")):
        record(tournament, kind, sentence, author=by, account=user.get_username())


@transaction.atomic
def change_account(*, user: Any, roles: Collection[str], active: bool, by: Any = None) -> None:
    """Give ``user`` exactly ``roles`` and open or close the account; the last organizer cannot be taken away."""
    may_look = DEALING in roles and active
    if may_look and not (user.is_active and user.groups.filter(name=DEALING).exists()):
        _note_dealing(user, by)
    organizers = get_user_model().objects.select_for_update().filter(is_active=True, groups__name="organizer")
    others = [organizer for organizer in organizers if organizer.pk != user.pk]
    if not others and not ("organizer" in roles and active):
        raise LastOrganizer
    marks = user.groups.filter(name=RESET)
    user.groups.set([*(_group(role) for role in roles), *marks])
    user.is_active = active
    # A superuser counts as organizer and arbiter whatever the groups say: roles taken away must be gone.
    user.is_superuser = user.is_superuser and {"organizer", "arbiter"} <= set(roles)
    user.is_staff = user.is_superuser
    user.save(update_fields=["is_active", "is_superuser", "is_staff"])


@transaction.atomic
def reset_password(*, user: Any, password: str, by: Any) -> None:
    """Set somebody's password; whoever knows it may act in that name, so the log says it and the account is marked."""
    sentence = gettext_noop(
        "The password of “%(account)s” was set by somebody else: what this account does may be done by either."
    )
    _note_while_sealed("password_reset", sentence, user, by)
    user.set_password(password)
    user.save(update_fields=["password"])
    user.groups.add(_group(RESET))


def password_is_own(user: Any) -> None:
    """Its owner has chosen the password: the mark goes."""
    user.groups.remove(*user.groups.filter(name=RESET))
