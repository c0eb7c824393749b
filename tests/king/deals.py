"""Deals to try the notations with."""

from __future__ import annotations

from hypothesis import strategies as st

from king.cards import Deal, number_of_deals
from king.notation.pbn import read

SORTED = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
deals = st.integers(0, number_of_deals() - 1).map(Deal.numbered)


def problems(text: str | bytes) -> list[str]:
    file = read(text if isinstance(text, bytes) else text.encode("iso-8859-1"))
    assert not (file.boards and file.problems), "nothing by half"
    return [str(problem) for problem in file.problems]


def game(board: str = "1", deal: str = SORTED, more: str = "") -> str:
    return f'[Event "?"]\n[Board "{board}"]\n[Dealer "N"]\n[Deal "{deal}"]\n{more}\n'
