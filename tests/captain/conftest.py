"""Every test of the phones is under a watch: what they write is counted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection

from tests.counted import Watch


@pytest.fixture(autouse=True)
def every_change_is_counted() -> Iterator[None]:
    """A page that renews itself asks for one number: what is written without counting it would be
    seen by nobody.
    """
    watch = Watch()
    with connection.execute_wrapper(watch):
        yield
    assert watch.uncounted == []
