"""The browser of an organizer."""

from __future__ import annotations

from tests.desk.conftest import organizer  # noqa: F401
