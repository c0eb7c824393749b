"""Browsers of the desk, and of a stranger."""

from __future__ import annotations

from tests.desk.conftest import arbiter, evening, make_evening, organizer  # noqa: F401
from tests.live.conftest import english  # noqa: F401
