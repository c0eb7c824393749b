"""A partita needs boards before its start only if its evening plays boards (A36)."""

from __future__ import annotations

import pytest

from scoring.round_steps import start_blockers
from tests.evenings import a_round, a_tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("code", "pre_dealt", "needed"),
    [
        ("lab12", None, True),
        ("lab12", False, False),
        ("lab_coppie", None, False),
        ("lab_coppie", True, True),
        ("pt_duplas", None, False),
        ("pt_pareado", None, True),
        ("lab_chiamata", None, False),
        ("pt_fu", True, True),
    ],
)
def test_boards_are_asked_for_only_where_they_are_played(
    code: str, pre_dealt: bool | None, needed: bool
) -> None:
    tournament = a_tournament(code, pre_dealt=pre_dealt)
    round_ = a_round(tournament, started=False, boards=False)
    assert ("boards_not_sealed" in [blocker.code for blocker in start_blockers(round_)]) is needed
