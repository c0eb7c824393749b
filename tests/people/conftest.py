"""An account and an evening."""

from __future__ import annotations

from tests.tournaments.conftest import evening, make_evening  # noqa: F401
