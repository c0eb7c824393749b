"""Tests that depend on the database, run on PostgreSQL: ``python -m tests.on_postgres [pytest's
arguments]``.

These are the tests marked ``database``: transactions, constraints, locks, search, migrations. One
worker runs them, because writes to another database of the same server change the state by which
results are cached.
"""

from __future__ import annotations

import os
import sys

import pytest

from tests.services import Missing, no_skip, postgres_url


def main(arguments: list[str]) -> int:
    """Run pytest on PostgreSQL. A missing PostgreSQL is reported; it is a failure only under
    ``KING_NO_SKIP``.
    """
    try:
        os.environ["KING_TEST_DATABASE_URL"] = postgres_url()
    except Missing as reason:
        print(
            f"The database tests on PostgreSQL: {'FAILED' if no_skip() else 'skipped'}, {reason}."
        )
        return 1 if no_skip() else 0
    print("The database tests again, on PostgreSQL:", flush=True)
    return pytest.main(["-m", "database and not browser", *arguments])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
