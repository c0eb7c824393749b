"""Queries that every phone asks all evening, made into SQL once: to make one costs more than to have it answered."""

from __future__ import annotations

import datetime
import threading
import uuid
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

Row = TypeVar("Row", bound=Model)
Value = int | str | uuid.UUID | datetime.datetime
KEY = 987_654_321
"""What stands for a primary key."""


class Prepared(Generic[Row]):
    """A query with places for values. ``make`` is given what stands in each of them, an int, a text or a UUID that
    occurs nowhere else in it, and returns the rows with whatever ``select_related`` brings along.
    """

    def __init__(self, make: Callable[..., QuerySet[Row]], *stand_ins: Value) -> None:
        self.make, self.stand_ins = make, stand_ins
        self.making = threading.Lock()
        self.sql = ""

    def __call__(self, *values: Value) -> list[Row]:
        """The rows for these values, in the order of the stand-ins."""
        if not self.sql:
            with self.making:
                self._prepare()
        given = dict(zip(map(_stored, self.stand_ins), map(_stored, values), strict=True))
        with connection.cursor() as cursor:
            cursor.execute(self.sql, [given.get(each, each) for each in self.parameters])
            found = cursor.fetchall()
        return [self._row(list(each)) for each in found]

    def first(self, *values: Value) -> Row | None:
        """The first of them, or None."""
        return next(iter(self(*values)), None)

    def _prepare(self) -> None:
        rows = self.make(*self.stand_ins)
        compiler = rows.query.get_compiler(connection=connection)
        sql, self.parameters = compiler.as_sql()
        expressions = [expression for expression, _sql, _alias in compiler.select]
        self.converters = list(compiler.get_converters(expressions).items())
        info = compiler.klass_info
        self.columns = slice(info["select_fields"][0], info["select_fields"][-1] + 1)
        self.names = [expression.target.attname for expression in expressions[self.columns]]
        self.related = get_related_populators(info, compiler.select, connection.alias)  # type: ignore[call-arg]  # Django 6
        self.model = info["model"]
        self.sql = sql

    def _row(self, values: list[Any]) -> Row:
        for at, (converters, expression) in self.converters:
            for convert in converters:
                values[at] = convert(values[at], expression, connection)
        found: Row = self.model.from_db(connection.alias, self.names, values[self.columns])
        for each in self.related:
            each.populate(values, found)
        return found


def _stored(value: Any) -> Any:
    """A value as the database takes it."""
    if isinstance(value, uuid.UUID) and not connection.features.has_native_uuid_field:
        return value.hex
    if isinstance(value, datetime.datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value
