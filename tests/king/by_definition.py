"""Second implementation of the deals of ``king-deal-1`` and of hands' checksums, from their
definition alone.
"""

from __future__ import annotations

import hashlib
import hmac
from math import comb

SEED = bytes(range(32))


def unrank_by_definition(rank: int, size: int, count: int) -> list[int]:
    """Return the rank-th set of ``count`` places out of ``size``: walk down the combinatorial
    number system from the last set.
    """
    remaining = comb(size, count) - 1 - rank
    chosen = []
    for need in range(count, 0, -1):
        highest = max(n for n in range(size) if comb(n, need) <= remaining)
        remaining -= comb(highest, need)
        chosen.append(size - 1 - highest)
    return chosen


def owners_by_definition(number: int, size: int = 52) -> str:
    hand = size // 4
    number, south = divmod(number, comb(2 * hand, hand))
    north, east = divmod(number, comb(3 * hand, hand))
    owners = ["W"] * size
    cards = list(range(size))
    for wind, digit in (("N", north), ("E", east), ("S", south)):
        own = [cards[place] for place in unrank_by_definition(digit, len(cards), hand)]
        for card in own:
            owners[card] = wind
        cards = [card for card in cards if card not in own]
    return "".join(owners)


def number_by_definition(
    seed: bytes, datum: str, round_number: int, board: int, filtered: bool = False
) -> int:
    """Number of a board's deal, by the four steps of the contract for 52 cards."""
    deals = comb(52, 13) * comb(39, 13) * comb(26, 13)
    key = hmac.new(seed, datum.encode("utf-8"), hashlib.sha256).digest()
    counter = 0
    while True:
        message = f"{round_number}|{board}|{counter}".encode("ascii")
        candidate = int.from_bytes(hmac.new(key, message, hashlib.sha256).digest()[:12], "big")
        counter += 1
        if candidate >= deals:
            continue
        owners = owners_by_definition(candidate)
        extremes = [owners[suit * 13 + place] for suit in range(4) for place in (0, 1)]
        if not filtered or all(extremes.count(wind) < 4 for wind in "NESW"):
            return candidate


def checksum_by_hand(hand: str) -> int:
    """Sum of the pips, with 20 more for a heart, 40 for a diamond, 60 for a club; its last two
    digits.
    """
    pips = {letter: 14 - place for place, letter in enumerate("?KQJT98765432", start=0)} | {"A": 1}
    suits = zip((0, 20, 40, 60), hand.split("."), strict=True)
    return sum(weight + pips[letter] for weight, cards in suits for letter in cards) % 100
