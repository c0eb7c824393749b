"""Fixtures of the people of an evening."""

from __future__ import annotations

from tests.scoring.conftest import arbiter  # noqa: F401
