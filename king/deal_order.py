"""Every deal has a number: the order of Big Deal, from 0 to D - 1.

Cards in deck order (♠A first, ♣2 last); North's set in lexicographic rank, then East's among the cards that are left,
then South's. A deal here is a string with the holder of each card in deck order, ``N`` ``E`` ``S`` or ``W``: the
cheapest value that holds a deal, so that a hundred thousand of them take seconds.

Hans van Staveren's Big Deal has dealt world championships of bridge in this order since 2000; its programs and the
published deals of those events are free checks of ours.
"""

from __future__ import annotations

from math import comb

DECK_SIZES = (52, 32)

_BINOMIALS = tuple(tuple(comb(n, k) for k in range(14)) for n in range(53))


def number_of_deals(size: int = 52) -> int:
    """How many deals a deck of ``size`` cards has: 53,644,737,765,488,792,839,237,440,000 for 52 cards."""
    hand = size // 4
    return comb(size, hand) * comb(3 * hand, hand) * comb(2 * hand, hand)


def owners_of_number(number: int, size: int = 52) -> str:
    """The holders, in deck order, of the deal with this number; ``ValueError`` outside 0 … D - 1.

    >>> owners_of_number(0, 32)
    'NNNNNNNNEEEEEEEESSSSSSSSWWWWWWWW'
    """
    if not 0 <= number < number_of_deals(size):
        raise ValueError(f"deal number {number}: expected 0 to {number_of_deals(size) - 1}")
    hand = size // 4
    upper, south = divmod(number, _BINOMIALS[2 * hand][hand])
    north, east = divmod(upper, _BINOMIALS[3 * hand][hand])
    owners = ["W"] * size
    free = list(range(size))
    for letter, rank in (("N", north), ("E", east), ("S", south)):
        places = _places(rank, len(free), hand)
        for place in reversed(places):
            owners[free.pop(place)] = letter
    return "".join(owners)


def number_of_owners(owners: str) -> int:
    """The number of the deal with these holders; the inverse of :func:`owners_of_number`.

    >>> number_of_owners("W" * 8 + "S" * 8 + "E" * 8 + "N" * 8) == number_of_deals(32) - 1
    True
    """
    hand = len(owners) // 4
    number = 0
    left = owners
    for letter in "NES":
        number = number * _BINOMIALS[len(left)][hand] + _rank(left, letter, hand)
        left = left.replace(letter, "")
    return number


def _places(rank: int, size: int, count: int) -> list[int]:
    """The places, increasing, of the ``rank``-th set of ``count`` among ``size`` in lexicographic order."""
    places = []
    place = 0
    while count:
        size -= 1
        with_this_one = _BINOMIALS[size][count - 1]
        if rank < with_this_one:
            places.append(place)
            count -= 1
        else:
            rank -= with_this_one
        place += 1
    return places


def _rank(owners: str, letter: str, count: int) -> int:
    """How many sets of ``count`` places come before the one where ``letter`` stands."""
    rank = 0
    left = len(owners)
    for owner in owners:
        left -= 1
        if owner == letter:
            count -= 1
            if not count:
                break
        else:
            rank += _BINOMIALS[left][count - 1]
    return rank
