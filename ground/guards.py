"""Safeguards of the database: columns and constraints that many models use, and rows that never
change.

Triggers protect these rows. They are off during migrations, because SQLite changes a table by
copying it and would lose them. Only a trial evening's rows may be deleted, and no evening can
become a trial later.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NamedTuple

from django.apps import AppConfig
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Q
from django.db.models.signals import post_migrate, pre_migrate

from king.cards import SIDES, WINDS

Author = User | None
"""Author of an action: an account, or None for the program itself."""


def account(related_name: str | None = None, *, blank: bool = True) -> models.ForeignKey[Any, Any]:
    return models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=blank, related_name=related_name
    )


def creation() -> models.DateTimeField[datetime, datetime]:
    """Column for the moment when the row was created."""
    return models.DateTimeField(auto_now_add=True)


def moment() -> models.DateTimeField[datetime | None, datetime | None]:
    """Column for the moment of something that may happen later."""
    return models.DateTimeField(null=True, blank=True)


def steady_moment() -> models.CharField[str, str]:
    """Column for the same moment by a clock that nobody can set: a mark of ``ground.monotonic_clock``."""
    return models.CharField(max_length=80, blank=True, default="", db_default="", editable=False)


def stored_author(author: Author) -> Author:
    return author if author is not None and author.pk else None


def write(row: models.Model, **columns: Any) -> None:
    """Save only these columns of the row, so that other columns that somebody else has written
    stay.
    """
    for name, value in columns.items():
        setattr(row, name, value)
    row.save(update_fields=columns)


def check_constraint(name: str, condition: Q, message: Any) -> models.CheckConstraint:
    return models.CheckConstraint(condition=condition, name=name, violation_error_message=message)


def unique_constraint(
    name: str, fields: list[str], message: Any, condition: Q | None = None
) -> models.UniqueConstraint:
    return models.UniqueConstraint(
        fields=fields, condition=condition, name=name, violation_error_message=message
    )


_ORDER = {str(column): place for place, column in enumerate((*WINDS, *SIDES))}


class StandingsField(models.JSONField):
    """Field for a published standing that keeps the order of keys. PostgreSQL would sort them its
    own way, East before North.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "decoder": _OrderCondition})

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        del kwargs["decoder"]
        return name, "django.db.models.JSONField", args, kwargs


class _OrderCondition(json.JSONDecoder):
    def __init__(self) -> None:
        super().__init__(object_pairs_hook=_order_condition)


def _order_condition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > 1 and all(key in _ORDER for key, _value in pairs):
        pairs.sort(key=lambda pair: _ORDER[pair[0]])
    return dict(pairs)


# --- what was written once

TOURNAMENTS = "tournaments_tournament"


class Guard(NamedTuple):
    """A table whose rows never change. ``evening`` is SQL for the evening's key of an ``OLD`` row.

    Columns in ``free`` may change. Columns in ``once`` may be written while they are empty. Columns
    in ``forgotten`` may become NULL: the author of a row, when the account is deleted. Without
    ``evening`` only the columns in ``fixed`` are protected.
    """

    table: str
    evening: str = ""
    free: tuple[str, ...] = ()
    once: tuple[str, ...] = ()
    forgotten: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()

    @property
    def refusal(self) -> str:
        return f"{self.table}: what was written stays as it was written"


_GUARDS: list[Guard] = []


def protect(app: AppConfig, *guards: Guard) -> None:
    _GUARDS.extend(guards)
    pre_migrate.connect(_before_migrating, sender=app, dispatch_uid="guards off")
    post_migrate.connect(_after_migrating, sender=app, dispatch_uid="guards on")


def _before_migrating(*, using: str, plan: Sequence[Any] = (), **_others: Any) -> None:
    if plan:
        take_off(connections[using])


def _after_migrating(*, using: str, **_others: Any) -> None:
    put_on(connections[using])


@contextmanager
def guards_off(connection: Any) -> Iterator[None]:
    """Switch the guards off, to delete an evening in which nobody played. Tests also use it to
    play an intruder.
    """
    with connection.cursor() as cursor:
        # As they were, word by word: to ask SQLite for the columns of every table anew takes a
        # third of a second.
        words = _words(cursor) if connection.vendor == "sqlite" else ()
    take_off(connection)
    try:
        yield
    finally:
        take_off(connection)  # those that emptying a database has put on
        with connection.cursor() as cursor:
            for (guard,) in words:
                cursor.execute(guard)
        if not words:
            put_on(connection)


def _words(cursor: Any) -> Sequence[tuple[str]]:
    cursor.execute(
        "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'king!_%' ESCAPE '!'"
    )
    triggers: Sequence[tuple[str]] = cursor.fetchall()
    return triggers


def take_off(connection: BaseDatabaseWrapper) -> None:
    _run(connection, _drop_statements)


def put_on(connection: BaseDatabaseWrapper) -> None:
    _run(
        connection,
        lambda database, guard: [
            *_drop_statements(database, guard),
            *_create_statements(database, guard),
        ],
    )


def _run(
    connection: BaseDatabaseWrapper, words: Callable[[BaseDatabaseWrapper, Guard], list[str]]
) -> None:
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        for guard in _GUARDS:
            if guard.table in tables:
                for statement in words(connection, guard):
                    cursor.execute(statement)


def _drop_statements(connection: BaseDatabaseWrapper, guard: Guard) -> list[str]:
    on = f" ON {guard.table}" if connection.vendor == "postgresql" else ""
    return [
        f"DROP TRIGGER IF EXISTS king_{guard.table}_{event}{on}"
        for event in ("insert", "update", "delete", "all")
    ]


def _create_statements(connection: BaseDatabaseWrapper, guard: Guard) -> list[str]:
    return (
        _postgresql_trigger(connection, guard)
        if connection.vendor == "postgresql"
        else _sqlite_trigger(connection, guard)
    )


def _sqlite_trigger(connection: BaseDatabaseWrapper, guard: Guard) -> list[str]:
    refused = f"BEGIN SELECT RAISE(ABORT, '{guard.refusal}'); END"
    triggers = {"update": _change_condition(connection, guard, "IS NOT")}
    if guard.evening:
        triggers["delete"] = f"NOT {_trial_condition(guard)}"
        # REPLACE deletes the row that is in its way without asking a trigger of deletion.
        triggers["insert"] = _conflict_condition(connection, guard)
    return [
        f"CREATE TRIGGER king_{guard.table}_{event} BEFORE {event.upper()} ON {guard.table} WHEN {when} {refused}"
        for event, when in triggers.items()
    ]


def _postgresql_trigger(connection: BaseDatabaseWrapper, guard: Guard) -> list[str]:
    name = f"king_{guard.table}"
    refused = f"RAISE EXCEPTION '{guard.refusal}' USING ERRCODE = 'integrity_constraint_violation';"
    deleting = f"IF TG_OP = 'DELETE' THEN IF {_trial_condition(guard)} THEN RETURN OLD; END IF; {refused} END IF;"
    changing = f"IF {_change_condition(connection, guard, 'IS DISTINCT FROM')} THEN {refused} END IF; RETURN NEW;"
    statements = [
        f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger AS $$ BEGIN {deleting if guard.evening else ''} "
        f"{changing} END $$ LANGUAGE plpgsql",
        f"CREATE TRIGGER {name}_update BEFORE UPDATE ON {guard.table} FOR EACH ROW EXECUTE FUNCTION {name}()",
    ]
    if guard.evening:
        statements += [
            f"CREATE OR REPLACE FUNCTION {name}_all() RETURNS trigger AS $$ BEGIN {refused} END $$ LANGUAGE plpgsql",
            f"CREATE TRIGGER {name}_delete BEFORE DELETE ON {guard.table} FOR EACH ROW EXECUTE FUNCTION {name}()",
            f"CREATE TRIGGER {name}_all BEFORE TRUNCATE ON {guard.table} EXECUTE FUNCTION {name}_all()",
        ]
    return statements


def _trial_condition(guard: Guard) -> str:
    return f"EXISTS (SELECT 1 FROM {TOURNAMENTS} WHERE id = ({guard.evening}) AND is_demo)"  # noqa: S608 (our own names)


def _change_condition(connection: BaseDatabaseWrapper, guard: Guard, differs: str) -> str:
    columns = _columns(connection, guard.table)
    columns_fixed = (
        [column for column in columns if column in guard.fixed] if guard.fixed else columns
    )
    return " OR ".join(
        _one_changed(guard, column, differs) for column in columns_fixed if column not in guard.free
    )


def _one_changed(guard: Guard, column: str, differs: str) -> str:
    parts = [f"NEW.{column} {differs} OLD.{column}"]
    if column in guard.once:
        parts.append(f"COALESCE(CAST(OLD.{column} AS TEXT), '') <> ''")
    if column in guard.forgotten:
        parts.append(f"NEW.{column} IS NOT NULL")
    return f"({' AND '.join(parts)})"


def _columns(connection: BaseDatabaseWrapper, table: str) -> list[str]:
    """Names of the table's columns. SQLite is asked directly, because Django would parse the
    statement that made the table, which takes a second of each start for all guards.
    """
    with connection.cursor() as cursor:
        if connection.vendor != "sqlite":
            described = connection.introspection.get_table_description(cursor, table)
            return [column.name for column in described]
        return [name for (_place, name, *_rest) in _pragma(cursor, "table_info", table)]


def _unique_columns(connection: BaseDatabaseWrapper, table: str) -> list[list[str]]:
    """Columns of the primary key and of each unique index of a table in SQLite."""
    with connection.cursor() as cursor:
        key = [name for _p, name, *_t, place in _pragma(cursor, "table_info", table) if place]
        indexes = [
            [column for _place, _number, column in _pragma(cursor, "index_info", name)]
            for _place, name, unique, *_rest in _pragma(cursor, "index_list", table)
            if unique
        ]
    return [key, *(columns for columns in indexes if all(columns))]


def _pragma(cursor: Any, name: str, of: str) -> list[tuple[Any, ...]]:
    cursor.execute(f"PRAGMA {name}({of})")
    rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def _conflict_condition(connection: BaseDatabaseWrapper, guard: Guard) -> str:
    """Condition for an existing row that has a unique value of the new one."""
    alone = _unique_columns(connection, guard.table)
    same = (" AND ".join(f"{column} = NEW.{column}" for column in columns) for columns in alone)
    there = (
        f"EXISTS (SELECT 1 FROM {guard.table} WHERE {clause})"  # noqa: S608
        for clause in dict.fromkeys(same)
    )
    return " OR ".join(there)
