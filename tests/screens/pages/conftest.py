"""Browsers of the desk, and evenings as the public meets them."""

from __future__ import annotations

from tests.desk.conftest import arbiter, organizer  # noqa: F401
from tests.live.conftest import english, finished, playing  # noqa: F401
