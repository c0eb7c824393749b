"""Money per point on the standings (S0, §12.7): a column that is off by default, and the payments."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal

import pytest

from tests.printing.asking import printed
from tournaments.models import Round, Tournament

SIGNED = re.compile(r"[+−]\d+\.\d\d\b")


@pytest.mark.parametrize("tables", [2, 9])
def test_the_overall_standing_has_what_everybody_pays_and_gets(
    tables: int, played: Callable[..., Round], evening: Tournament
) -> None:
    """Nine tables do not fit on one page."""
    played(tables)
    assert "Money" not in "".join(page.text for page in printed("standings", evening))
    Tournament.objects.filter(pk=evening.pk).update(standing_settings={"money_per_point": "1/20"})
    text = "\n".join(
        page.text for page in printed("standings", Tournament.objects.get(pk=evening.pk))
    )
    assert "Money" in text
    money = [Decimal(amount.replace("−", "-")) for amount in SIGNED.findall(text)]
    assert money
    assert sum(money) == 0
    whole = sum(amount for amount in money if amount > 0)
    flat_text = " ".join(text.split())
    assert (
        f"A point is worth 0.05. To pay in all: {whole:.2f}; to receive in all: {whole:.2f}."
        in flat_text
    )
    # The paper of one partita's results has no money.
    results = "".join(
        page.text for page in printed("standings", Tournament.objects.get(pk=evening.pk), round=1)
    )
    assert "Money" not in results
