"""The game of King as a library: standard library only. Numbers are exact. Seeds and moments are
arguments, so the same call always gives the same result.

``import king`` offers the names that ``dir(king)`` lists, each loaded on first use; docs/library.md
shows them by examples. Inside: ``cards`` and deals, ``dealing``, ``boards`` and their ``notation``;
``rulesets``, the rule systems; ``play`` of a hand card by card, and ``robots`` for empty seats;
``sheet``, the score sheet, and ``match``, a whole match at one table; ``standing``, the ranking;
``movements``, the seating; ``simultaneous``, one event in many halls. ``words`` and ``reading`` are
for sentences and input, ``exact`` for sums; ``library`` is for programs, ``commands`` are the verbs
of ``python -m king``.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from king.cards import Card as Card, Deal as Deal
    from king.library import (
        Sheet as Sheet,
        deal as deal,
        seat as seat,
        standings as standings,
        verify as verify,
    )
    from king.match import Match as Match
    from king.reading import InputError as InputError, Refused as Refused
    from king.rulesets import RULESETS as RULESETS, find_ruleset as find_ruleset
    from king.sheet.full_sheet import score as score
    from king.sheet.row import Row as Row, Sale as Sale
    from king.sheet.rulings import Ruling as Ruling

__version__ = "1.0.0"

_PLACES = {
    "king.cards": ("Card", "Deal"),
    "king.library": ("Sheet", "deal", "seat", "standings", "verify"),
    "king.match": ("Match",),
    "king.reading": ("InputError", "Refused"),
    "king.rulesets": ("RULESETS", "find_ruleset"),
    "king.sheet.full_sheet": ("score",),
    "king.sheet.row": ("Row", "Sale"),
    "king.sheet.rulings": ("Ruling",),
}
__all__ = [name for names in _PLACES.values() for name in names]


def __getattr__(name: str) -> Any:
    for place, names in _PLACES.items():
        if name in names:
            value = globals()[name] = getattr(import_module(place), name)
            return value
    raise AttributeError(f"module 'king' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
