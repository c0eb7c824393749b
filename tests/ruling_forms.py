"""A ruling of any kind, built from the kind's declaration: as a form of the desk, as arguments of a
service, and as JSON of a file.
"""

from __future__ import annotations

from typing import Any

from king.sheet.ruling_kinds import Effect, RulingKind

HAND = 2
WORTH = {"N": "-6", "E": "-6", "S": "0", "W": "0"}
"""Points of the queens, hand 2 of the club's game: −12 in all."""


def typed(kind: RulingKind) -> dict[str, str]:
    """Fields of the desk's form for a ruling of this kind."""
    worth = {f"points_{wind}": points for wind, points in WORTH.items()}
    of_effect: dict[Effect | None, dict[str, str]] = {
        Effect.POLICY: {"policy": "rebalance"},
        Effect.POINTS: {"points": "−2,5"},
        Effect.WORTH: {"fouled": "typed", **worth},
        Effect.SCOPE: {"scope": "hand"},
    }
    who = {"offender": "N"} if kind.offenders.are_asked else {}
    return {"kind": kind.code, "hand": str(HAND), **who, **of_effect.get(kind.effect, {})}


def asked(kind: RulingKind) -> dict[str, Any]:
    """The same ruling as services and the API take it."""
    of_effect: dict[Effect | None, dict[str, Any]] = {
        Effect.POLICY: {"policy": "rebalance"},
        Effect.POINTS: {"points": "-5/2"},
        Effect.WORTH: {"points": WORTH},
        Effect.SCOPE: {"scope": "hand"},
    }
    form = {"kind": kind.code, "hand": HAND, "effect": of_effect.get(kind.effect, {})}
    return form | ({"offender": "N"} if kind.offenders.are_asked else {})


def in_a_file(kind: RulingKind) -> dict[str, Any]:
    """The same ruling in a file of ``king score``."""
    form = asked(kind)
    return form | form.pop("effect")
