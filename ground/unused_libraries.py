"""Libraries that other libraries load if they are installed, but that this site does not use. They
cost every process 16 MB and each start a third of a second. Standard library only, because it runs
before all else.
"""

import os
import sys

_UNUSED = (
    "requests",  # Django REST framework's test client
    "pygments",  # its page for reading an API, which is switched off
    "jinja2",  # Django's helpers of tests, which drf-spectacular loads
    "numpy",  # openpyxl, for the types of its numbers; it comes with what makes boards in a test
)


def leave_out() -> None:
    """Make the libraries look as if they were not installed, unless they are loaded already.

    Call it at the beginning of a program. ``psycopg``, which Django REST framework loads for fields
    of PostgreSQL, is left out if ``DATABASE_URL`` does not name PostgreSQL.
    """
    unused = list(_UNUSED)
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        unused.append("psycopg")
    for name in unused:
        # Python's import answers ``ModuleNotFoundError`` where a name has None in this table.
        sys.modules.setdefault(name, None)  # type: ignore[arg-type]
