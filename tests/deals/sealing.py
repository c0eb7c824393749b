"""Sealed sets of boards, and a dealer's account."""

from __future__ import annotations

import datetime
from typing import Any

from django.contrib.auth.models import User

from deals import services
from deals.models import BoardSet
from king.rulesets import find_ruleset
from tests.accounts import account

DATE = datetime.date(2027, 1, 6)


def sealed(
    code: str = "lab12",
    *,
    datum: str | None = None,
    datum_sha256: str = "",
    spares: int = 0,
    **settings: Any,
) -> BoardSet:
    """Make the set of partita 1, dealt unless it waits for its datum."""
    rules = find_ruleset(code)
    return services.seal(
        ruleset=rules,
        settings=rules.configure(settings),
        round_number=1,
        event="Torneo dell’Epifania",
        date=DATE,
        author=None,
        datum_description=datum,
        datum_sha256=datum_sha256,
        spares=spares,
    )


def dealt_again(board_set: BoardSet, **settings: Any) -> BoardSet:
    rules = find_ruleset(board_set.ruleset)
    return services.deal_again(
        board_set=board_set, author=None, ruleset=rules, settings=rules.configure(settings)
    )


def dealer(name: str = "mazziere") -> User:
    """Make an account with only the dealing role."""
    return account(name, "dealing")
