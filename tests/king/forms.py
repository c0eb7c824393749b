"""Editions, rows and rulings as JSON of the right shape, drawn from a seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from king.rulesets import RULESETS, units
from king.rulesets.contracts import Family
from king.rulesets.settings import SETTINGS


class Forms:
    """JSON as a club might write it, drawn from a seed: mostly values of the base system."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def some(self, chance: float = 0.25) -> bool:
        return self.rng.random() < chance

    def edition(self) -> dict[str, Any]:
        base = RULESETS[self.rng.choice(list(RULESETS))]
        codes = [*base.counts, "ZZ"]
        parts: dict[str, Callable[[], Any]] = {
            "contracts": lambda: {self.rng.choice(codes): self.contract()},
            "hands": lambda: self.hands(codes),
            "quotas": lambda: [self.quota(codes) for _ in range(self.rng.randint(0, 3))],
            "last": lambda: self.rng.choice([*codes, ""]),
            "players": lambda: self.rng.choice((3, 4)),
            "deck": lambda: self.rng.choice((32, 36, 52)),
            "order": lambda: self.rng.choice(("fixed", "called", "proposed")),
            "chooser": lambda: self.rng.choice(("dealer", "left_of_dealer", "leader")),
            "values": lambda: {self.rng.choice(codes): self.rng.choice(("1", -3, "1/7"))},
            "nulls": lambda: {self.rng.choice(codes): {"bonus": 325, "value": -75}},
            "settings": self.settings,
            "final": lambda: {"none": True},
        }
        changes = {key: make() for key, make in parts.items() if self.some()}
        return {"base": base.code, "code": "house", "name": "House", "changes": changes}

    def contract(self) -> dict[str, Any]:
        form = {
            "name": "Own",
            "unit": self.rng.choice(list(units.UNITS)),
            "units": self.rng.choice((1, 2, 4, 8, 9, 12, 13)),
            "value": self.rng.choice(("1", "-2", "-1/3", 0)),
            "family": str(self.rng.choice(list(Family))),
            "trump": self.some(),
            "sale": self.some(),
        }
        return {key: value for key, value in form.items() if not self.some(0.05)}

    def hands(self, codes: list[str]) -> list[str]:
        lengths = self.rng.choice((1, 1, 1, 2, 3)), self.rng.choice((0, 2, 4, 8, 12, 16))
        each, many = lengths
        return ["+".join(self.rng.choices(codes, k=each)) for _ in range(many)]

    def quota(self, codes: list[str]) -> dict[str, Any]:
        contracts = self.rng.choices([*codes, *map(str, Family)], k=self.rng.randint(0, 2))
        return {"contracts": contracts, "most": self.rng.randint(0, 6)}

    def settings(self) -> dict[str, Any]:
        chosen = self.rng.sample(list(SETTINGS), 3)
        numbers = (True, False, 0, 1, 4, "1/2")
        return {key: self.rng.choice(SETTINGS[key].choices or numbers) for key in chosen}

    def row(self) -> dict[str, Any]:
        places = self.rng.choice(("NESW", "NESW", ("NS", "EW"), "NES"))
        counts = (-1, 0, 0, 1, 1, 2, 3, 4, 8, 13)
        sale = {"seller": self.rng.choice("NE"), "buyer": self.rng.choice("SW"), "price": 3}
        parts = {
            "contract": self.rng.choice(("KJ", "Q", "D", "DOM", "V", "POS", "C", "ZZ")),
            "chooser": self.rng.choice(("N", "E", "S", "W", "NS", "X")),
            "trump": self.rng.choice(("S", "NT", "X")),
            "sale": sale,
            "direction": self.rng.choice(("up", "down")),
            "partner": self.rng.choice("NESW"),
            "card": self.rng.choice(("SA", "H8", "X")),
            "third": True,
            "blind": True,
            "unplayed": True,
        }
        row = {key: value for key, value in parts.items() if self.some(0.3)}
        units = {place: self.rng.choice(counts) for place in places}
        return {"hand": self.rng.randint(0, 20), "units": units, **row}

    def ruling(self) -> dict[str, Any]:
        kinds = "illegal_play", "score_error", "adjustment", "fouled", "disqualification"
        return {
            "kind": self.rng.choice(kinds),
            "hand": self.rng.choice((1, 2, 3, None)),
            "offender": self.rng.choice(("N", "W", "NS", "X", None)),
            "points": self.rng.choice((None, 3, dict.fromkeys("NESW", 1))),
            "scope": self.rng.choice((None, "hand", "evening")),
            "average": self.rng.choice((None, True, False)),
        }

    def sheet(self) -> dict[str, Any]:
        form: dict[str, Any] = {"ruleset": self.edition()}
        form["rows"] = [self.row() for _ in range(self.rng.randint(0, 6))]
        form["rulings"] = [self.ruling() for _ in range(self.rng.randint(0, 3))]
        return form | ({"settings": self.settings()} if self.some() else {})
