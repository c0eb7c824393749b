"""Draws that anyone can repeat: names and a seed in, an order out, the same in any language (rules §7.3).

For each name: HMAC-SHA256, the seed as key, over the UTF-8 bytes of ``purpose + "|" + name`` (name in NFC); ascending.
"""

import hashlib
import hmac
import unicodedata
from collections.abc import Iterable, MutableSequence
from typing import Any

from king.cards import WINDS, Wind
from king.reading import InputError


def draw_order(names: Iterable[str], seed: bytes, purpose: str = "order") -> tuple[str, ...]:
    """Each order is equally likely; one more name only slips in between the others.

    Raises ``InputError`` where a name comes twice: a draw that puts one person in two places is none.

    >>> draw_order(["Anna", "Bruno", "Carla"], b"evening")
    ('Anna', 'Carla', 'Bruno')
    """
    listed = list(names)
    composed = {unicodedata.normalize("NFC", name): name for name in listed}
    if len(composed) < len(listed):
        twice = next(name for name in listed if listed.count(name) > 1 or name not in composed.values())
        raise InputError(f"the draw has {twice!r} twice: every name once")
    return tuple(composed[name] for name in sorted(composed, key=lambda name: _ticket(name, seed, purpose)))


def _ticket(name: str, seed: bytes, purpose: str) -> bytes:
    return hmac.new(seed, f"{purpose}|{name}".encode("utf-8", "surrogatepass"), hashlib.sha256).digest()


def draw_winds(names: Iterable[str], seed: bytes) -> dict[str, tuple[Wind, int]]:
    """Each name's wind and its number within the wind, in the order drawn (rules §7.3: slips N1 … NT, E1 …).

    The first four names are N1, E1, S1, W1, and so on; those left over are the highest numbers of N, E, S.

    >>> draw_winds(["Anna", "Bruno", "Carla", "Dino"], b"evening")["Dino"]
    (<Wind.N: 'N'>, 1)
    """
    drawn = draw_order(names, seed, "winds")
    return {name: (WINDS[place % 4], place // 4 + 1) for place, name in enumerate(drawn)}


class Lots:
    """An endless stream of lots for choices that are not about names, the same on every machine.

    Block i is HMAC-SHA256(seed, ``purpose|i``), cut in eight numbers of 32 bits; a number too high for a bound to
    divide evenly is passed over."""

    def __init__(self, seed: bytes, purpose: str) -> None:
        self._seed = seed
        self._purpose = purpose
        self._block = 0
        self._drawn: list[int] = []

    def below(self, bound: int) -> int:
        """Each from 0 to ``bound`` − 1 is equally likely; the bound is from 1 to 2³²."""
        limit = (1 << 32) - (1 << 32) % bound
        while True:
            if not self._drawn:
                message = f"{self._purpose}|{self._block}".encode()
                digest = hmac.digest(self._seed, message, "sha256")
                self._drawn = [int.from_bytes(digest[i : i + 4], "big") for i in range(28, -1, -4)]
                self._block += 1
            number = self._drawn.pop()
            if number < limit:
                return number % bound

    def shuffle(self, things: MutableSequence[Any]) -> None:
        for last in range(len(things) - 1, 0, -1):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]
