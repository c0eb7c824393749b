"""An account and an evening, as the tests of this folder need them."""

from __future__ import annotations

from tests.tournaments.conftest import evening, make_evening  # noqa: F401
