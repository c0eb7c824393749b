"""Creation and changes of accounts. Each change is a line of the installation's log. Those that
could show sealed cards are logged in the evenings too. The first account is made by the person who
starts the installation; there is no default password.
"""

import contextlib
import os
import secrets
import threading
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group, User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy, gettext_lazy as _, gettext_noop

from deals.models import BoardSet
from ground import system
from ground.guards import write
from ground.roles import (
    ARBITER,
    DEALING,
    ORGANIZER,
    RESET,
    ROLES,
    VISITOR,
    evening_role,
    evenings_of,
)
from king_tournament.api.tokens import digest_of as digest_of_key
from king_tournament.models import ApiToken, Webhook
from tournaments.log import LogKind, Part, Scope, digest_of, record
from tournaments.models import Round, Tournament
from wording.sentences import refusal


class FirstAccountExists(Exception):
    """Raised if somebody else has made the first account in the meantime."""


class LastOrganizer(Exception):
    """Raised if the change would leave nobody who can add accounts."""


def any_account_exists() -> bool:
    """Whether anybody has an account. A visitor who only looks around does not count."""
    return User.objects.exclude(groups__name=VISITOR).exists()


def _group(role: str) -> Group:
    return Group.objects.get_or_create(name=role)[0]


def _every_role() -> list[Group]:
    """Return the groups of all roles, for the first account. Raises ``FirstAccountExists``, also
    for the second of two people who make it at the same moment.
    """
    groups = [_group(role) for role in ROLES]
    # PostgreSQL: the second of two waits here until the first is done. SQLite: the transaction
    # itself waits.
    list(Group.objects.select_for_update().filter(name__in=list(ROLES)).order_by("pk"))
    if any_account_exists():
        raise FirstAccountExists
    return groups


WORD = "abcdefghjkmnpqrstuvwxyz23456789"


def first_word() -> str:
    """Word that is needed to make the first account from another machine. It is stored in the data
    folder, where only people at the machine can read it.
    """
    place = Path(settings.DATA_DIR) / "first_word"
    if not place.exists():
        draft = place.with_name(f"first_word.{os.getpid()}.{threading.get_ident()}")
        draft.write_text("".join(secrets.choice(WORD) for _letter in range(10)), encoding="ascii")
        with contextlib.suppress(FileExistsError):  # another process was faster
            system.put_first(draft, place)
        draft.unlink(missing_ok=True)
    return place.read_text(encoding="ascii")


@transaction.atomic
def create_first_account(*, username: str, password: str) -> User:
    groups = _every_role()
    user = User.objects.create_superuser(username=username, password=password)
    user.groups.set(groups)
    User.objects.filter(groups__name=VISITOR).update(is_active=False)
    sentence = gettext_noop(
        "The first account, “%(account)s”, was made: a superuser with every role."
    )
    _note(sentence, user, user)
    transaction.on_commit(_forget_first_word)
    return user


def _forget_first_word() -> None:
    (Path(settings.DATA_DIR) / "first_word").unlink(missing_ok=True)


@transaction.atomic
def open_visit() -> User:
    """Return the visitor's account, which has no password and every role. It may be used until the
    first account is made.
    """
    groups = _every_role()
    visitor = User.objects.filter(groups__name=VISITOR).first()
    if not visitor:
        visitor = User.objects.create_user(username="king-visitor")
        visitor.groups.set([*groups, _group(VISITOR)])
    return visitor


@transaction.atomic
def create_account(
    *,
    username: str,
    password: str,
    roles: Collection[str],
    evening: Tournament | None = None,
    by: Any = None,
) -> User:
    user = User.objects.create_user(username=username, password=password)
    if evening:
        change_evening_roles(user=user, evening=evening, roles=roles, by=by)
    else:
        user.groups.set([_group(role) for role in roles])
        _note_roles(user, by, before=(), after=roles)
    sentence = gettext_noop("The account “%(account)s” was made. Roles: %(roles)s")
    _note(sentence, user, by, roles=_role_list(roles))
    return user


@transaction.atomic
def make_token(
    *, user: User, name: str, roles: Collection[str], evening: Tournament | None = None
) -> str:
    """Make a token for a program, limited by the rights of the account. Returns its key, which is
    shown only once.
    """
    key = secrets.token_urlsafe(30)
    code = "" if evening is None else evening.code
    ApiToken.objects.create(
        user=user, name=name, digest=digest_of_key(key), roles=sorted(roles), evening=code
    )
    sentence = gettext_noop(
        "The token “%(token)s” was made for programs of “%(account)s”. Roles: %(roles)s"
    )
    _note(sentence, user, user, token=name, roles=_role_list(roles))
    return key


@transaction.atomic
def end_token(*, token: ApiToken, by: User) -> None:
    if token.ended_at is None:
        write(token, ended_at=timezone.now())
        sentence = gettext_noop("The token “%(token)s” of “%(account)s” was ended.")
        _note(sentence, token.user, by, token=token.name)


@transaction.atomic
def make_webhook(*, user: User, name: str, url: str, evening: Tournament | None = None) -> str:
    """Make a webhook and return the secret with which its calls are signed."""
    secret = secrets.token_urlsafe(30)
    code = "" if evening is None else evening.code
    Webhook.objects.create(user=user, name=name, url=url, secret=secret, evening=code)
    sentence = gettext_noop("The webhook “%(name)s” was made by “%(account)s”.")
    _note(sentence, user, user, name=name)
    return secret


@transaction.atomic
def end_webhook(*, webhook: Webhook, by: User) -> None:
    if webhook.ended_at is None:
        write(webhook, ended_at=timezone.now())
        sentence = gettext_noop("The webhook “%(name)s” of “%(account)s” was ended.")
        _note(sentence, webhook.user, by, name=webhook.name)


def _read_accounts(tournament: Tournament | None, scope: Scope) -> dict[str, str]:
    """State of all accounts for the log: names, who may sign in, who is a superuser, and roles held
    always. Roles in one evening end with it and are left out.
    """
    users = User.objects.exclude(groups__name=VISITOR).order_by("username")
    roles_of: dict[str, set[str]] = defaultdict(set)
    for name, role in users.filter(groups__name__in=ROLES).values_list("username", "groups__name"):
        roles_of[name].add(role)
    facts = users.values_list("username", "is_active", "is_superuser", "is_staff").distinct()
    return {
        "": digest_of([[*account, sorted(roles_of[account[0]] & {*ROLES})] for account in facts])
    }


def _role_list(roles: Iterable[str]) -> str:
    return ", ".join(role for role in ROLES if role in roles) or "–"


def _changes(before: Collection[str], after: Collection[str]) -> Iterator[tuple[str, LogKind]]:
    for role in ROLES:
        if role in after and role not in before:
            yield role, LogKind.ROLE_GIVEN
        elif role in before and role not in after:
            yield role, LogKind.ROLE_TAKEN


PARTS = (
    Part(
        "accounts",
        gettext_lazy("accounts and their roles"),
        _read_accounts,
        changed_by=frozenset((LogKind.ACCOUNT,)),
        of_evenings=False,
    ),
)


def _note(sentence: str, user: Any, by: Any, **fields: str) -> None:
    record(None, LogKind.ACCOUNT, sentence, author=by, account=user.get_username(), **fields)


def _note_roles(user: Any, by: Any, *, before: Collection[str], after: Collection[str]) -> None:
    addition = gettext_noop("“%(account)s” was given the role of %(role)s.")
    dealing = gettext_noop(
        "“%(account)s” was given the dealing role: from now on this account may see sealed cards."
    )
    removal = gettext_noop("The role of %(role)s was taken from “%(account)s”.")
    for role, kind in _changes(before, after):
        sentence = dealing if role == DEALING else addition
        if kind == LogKind.ROLE_TAKEN:
            sentence = removal
        _note_while_sealed(kind, sentence, user, by, role=role)


def _note_while_sealed(
    kind: LogKind, sentence: str, user: Any, by: Any, also: Iterable[Tournament] = (), **fields: str
) -> None:
    """Log the change in every open evening with sealed cards, and in those of ``also``."""
    sealed = Round.objects.exclude(board_set=None).exclude(board_set__state=BoardSet.State.REVEALED)
    noted = Tournament.objects.filter(closed_at=None, pk__in=sealed.values("tournament"))
    for tournament in {*noted, *also}:
        record(tournament, kind, sentence, author=by, account=user.get_username(), **fields)


@transaction.atomic
def change_evening_roles(
    *, user: Any, evening: Tournament, roles: Collection[str], by: Any = None
) -> None:
    """Change an account's roles in one evening. Refused if the evening is closed, because that ends
    its roles.
    """
    evening = evening.lock()
    if evening.closed_at:
        sentence = _("“%(evening)s” is closed: open it again before you give anybody a role in it.")
        raise refusal(sentence, "closed", evening=evening.name)
    before = evenings_of(User.objects.get(pk=user.pk)).get(evening.code, [])
    addition = gettext_noop(
        "“%(account)s” was given the role of %(role)s for the evening “%(evening)s”."
    )
    removal = gettext_noop(
        "The role of %(role)s for the evening “%(evening)s” was taken from “%(account)s”."
    )
    for role, kind in _changes(before, roles):
        note = addition
        change = user.groups.add
        if kind == LogKind.ROLE_TAKEN:
            note = removal
            change = user.groups.remove
        change(_group(evening_role(role, evening.code)))
        fields = {"role": role, "evening": evening.name}
        _note(note, user, by, **fields)
        _note_while_sealed(kind, note, user, by, [evening], **fields)


@transaction.atomic
def change_account(
    *, user: Any, roles: Collection[str], active: bool, username: str | None = None, by: Any = None
) -> None:
    """Change an account. Accounts are never deleted, because lists have to say who did what."""
    was = user.get_username()
    groups = user.groups
    before = groups.filter(name__in=ROLES).values_list("name", flat=True) if user.is_active else ()
    _note_roles(user, by, before=[*before], after=roles if active else ())
    organizers = User.objects.select_for_update().filter(is_active=True, groups__name=ORGANIZER)
    stays = active and ORGANIZER in roles
    if not stays and all(organizer.pk == user.pk for organizer in organizers):
        raise LastOrganizer
    if username and username != was:
        if User.objects.filter(username__iexact=username).exclude(pk=user.pk).exists():
            raise ValidationError({"username": _("Another account has this name.")})
        user.username = username
    others = groups.exclude(name__in=ROLES)
    groups.set([*map(_group, roles), *others])
    user.is_active = active
    # A superuser counts as organizer and arbiter whatever the groups say: roles taken away must be
    # gone.
    user.is_superuser = user.is_superuser and {ORGANIZER, ARBITER} <= set(roles)
    user.is_staff = user.is_superuser
    user.save(update_fields=["username", "is_active", "is_superuser", "is_staff"])
    if user.username != was:
        sentence = gettext_noop("The account “%(was)s” is called “%(account)s” from now on.")
        _note(sentence, user, by, was=was)
    sentence = gettext_noop("The account “%(account)s” has these roles from now on: %(roles)s")
    if not active:
        sentence = gettext_noop("The account “%(account)s” is closed. Its roles were: %(roles)s")
    _note(sentence, user, by, roles=_role_list(roles))


@transaction.atomic
def reset_password(*, user: Any, password: str, by: Any) -> None:
    """Set a new password. Somebody who knows it can act in that name, so it is logged, and the
    account is marked.
    """
    sentence = gettext_noop(
        "The password of “%(account)s” was set by somebody else: either of the two may have done "
        "what this account does."
    )
    _note(sentence, user, by)
    _note_while_sealed(LogKind.PASSWORD_RESET, sentence, user, by)
    user.set_password(password)
    user.save(update_fields=["password"])
    user.groups.add(_group(RESET))


def password_is_own(user: Any) -> None:
    user.groups.remove(*user.groups.filter(name=RESET))
