"""Contents of the database by SQL, so that rows and columns which no model shows are found too."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import connection


def raw_rows() -> Iterator[tuple[str, str]]:
    """Yield table and column of each value in the database, with the value as text."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            columns = [column[0] for column in cursor.description]
            for row in cursor.fetchall():
                for column, value in zip(columns, row, strict=True):
                    text = bytes(value).decode("utf-8", "replace") if is_raw(value) else str(value)
                    # JSON may escape letters outside ASCII.
                    yield f"{table}.{column}", text


def is_raw(value: object) -> bool:
    return isinstance(value, bytes | memoryview)


def places_with(*words: str) -> set[str]:
    """Columns that contain one of the words, regardless of case."""
    sought = [word.casefold() for word in words]
    return {place for place, text in raw_rows() if any(word in text.casefold() for word in sought)}
