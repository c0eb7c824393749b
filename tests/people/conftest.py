"""The people at the desk, as the tests of this folder need them."""

from __future__ import annotations

from tests.scoring.conftest import arbiter  # noqa: F401
from tests.tournaments.conftest import author  # noqa: F401
