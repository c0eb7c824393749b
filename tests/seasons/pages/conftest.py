"""The browser of whoever runs the evening."""

from __future__ import annotations

from tests.desk.conftest import organizer  # noqa: F401
