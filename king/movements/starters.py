"""Seatings from finite fields, and seatings that an exhaustive search found once, for numbers
without an equally good formula.

In the field of q = pᵏ a number's digits in base p are the coefficients of a polynomial; its product
comes from the powers of x modulo the first polynomial of degree k for which x runs through every
element but 0.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple


def prime_powers(number: int) -> list[int]:
    """Factors of the number that are powers of different primes.

    >>> prime_powers(360)
    [8, 9, 5]
    """
    powers, rest, prime = [], number, 2
    while rest > 1:
        power = 1
        while rest % prime == 0:
            power *= prime
            rest //= prime
        if power > 1:
            powers.append(power)
        prime += 1
    return powers


class Field(NamedTuple):
    """Field of prime ** ``degree`` elements. Sums are taken digit by digit in base ``prime``,
    products by powers of x.
    """

    prime: int
    degree: int
    powers: tuple[int, ...]

    def multiply(self, first: int, second: int) -> int:
        if not first or not second:
            return 0
        exponent = self.powers.index(first) + self.powers.index(second)
        return self.powers[exponent % len(self.powers)]


@cache
def field_of(order: int) -> Field:
    prime = next(divisor for divisor in range(2, order + 1) if order % divisor == 0)
    degree = 1
    while prime**degree < order:
        degree += 1
    for coefficients in product(range(prime), repeat=degree):
        powers = _powers_of_x(prime, coefficients)
        if len(powers) == order - 1:
            return Field(prime, degree, powers)
    raise AssertionError("every prime power has a primitive polynomial")


def _powers_of_x(prime: int, coefficients: tuple[int, ...]) -> tuple[int, ...]:
    """Powers 1, x, x² …, where x^degree is the polynomial with these coefficients, lowest first."""
    element = (1,) + (0,) * (len(coefficients) - 1)
    powers: dict[tuple[int, ...], None] = {}
    while element not in powers and any(element):
        powers[element] = None
        top, shifted = element[-1], (0, *element[:-1])
        element = tuple((s + top * c) % prime for s, c in zip(shifted, coefficients, strict=True))
    return tuple(
        sum(digit * prime**place for place, digit in enumerate(digits)) for digits in powers
    )


def ring_affine(order: int, factor: int) -> list[list[int]]:
    """Square whose entry ``[r][t]`` is t + factor·r in the ring of ``order`` elements, the product
    of the fields of its prime powers.

    ``factor`` is a number that is read as an element of each field. If two factors differ in every
    field, their columns agree at any table in at most one round: this makes the squares orthogonal.
    """
    fields = [field_of(power) for power in prime_powers(order)]
    moduli = [field.prime for field in fields for _ in range(field.degree)]
    answer = []
    for step in range(order):
        moved, weight = 0, 1
        for field in fields:
            size = field.prime**field.degree
            moved += field.multiply(step // weight % size, factor) * weight
            weight *= size
        answer.append([plus(table, moved, moduli) for table in range(order)])
    return answer


def plus(first: int, second: int, moduli: Sequence[int]) -> int:
    """Sum in the product of cyclic groups. Numbers are in mixed radix, the lowest digit first."""
    total, weight = 0, 1
    for modulus in moduli:
        total += (first + second) % modulus * weight
        first, second, weight = first // modulus, second // modulus, weight * modulus
    return total


Quad = tuple[int, int, int, int]
"""A table: the numbers of its N, E, S and W within their winds, or of four players, from 0."""

SHIFT_ROWS: Mapping[int, tuple[tuple[int, ...], str, str]] = {
    12: ((2, 6), "0 11 9 4 6 3 5 10 2 8 1 7", "0 9 1 10 8 2 7 11 5 3 6 4"),
    15: ((15,), "0 9 6 13 10 1 8 5 2 12 7 3 11 14 4", "0 12 1 10 8 6 4 9 3 14 13 2 5 7 11"),
    18: (
        (18,),
        "0 5 8 13 17 4 14 1 9 16 6 2 15 11 7 12 3",
        "0 8 7 9 5 16 1 11 2 6 13 3 10 15 4 14 12",
    ),
    21: (
        (21,),
        "0 7 15 11 13 6 17 5 12 3 1 8 14 2 9 20 19 10 4 18 16",
        "0 6 3 9 18 8 4 15 19 16 2 20 11 17 5 10 12 14 7 13 1",
    ),
    24: (
        (2, 2, 6),
        "0 13 12 2 1 8 5 21 9 14 19 15 20 23 3 10 7 11 22 6 4 16 18 17",
        "0 21 3 18 12 17 9 23 4 20 2 5 1 11 13 8 10 6 15 14 22 19 7 16",
    ),
}
"""Shifts by number of tables: the cyclic groups in whose product they are added, and South's and
West's shifts round by round. East's shift in round r is r. A number stands for the element whose
digits in mixed radix it has. 18 tables last 17 rounds, the others as many as there are tables."""

KEPT_BASES: Mapping[int, tuple[str, str, str]] = {
    10: ("5 0 3 7 6 2 4 9 8 1", "8 4 9 0 5 7 1 3 6 2", "1 4 2 7 0 3 9 6 5 8"),
    14: (
        "9 4 7 3 10 2 0 5 12 8 11 6 13 1",
        "1 11 6 12 7 0 8 5 2 9 13 10 4 3",
        "3 1 0 7 13 11 5 4 2 10 12 6 8 9",
    ),
    22: (
        "3 7 10 20 15 6 16 0 13 4 8 5 14 1 11 19 2 17 9 18 21 12",
        "12 8 20 1 7 5 14 0 19 15 4 10 17 9 2 16 18 21 13 11 3 6",
        "6 9 19 14 11 21 5 0 17 10 15 13 4 2 8 18 7 12 1 16 20 3",
    ),
}
"""By tables T: the East, South and West of North 0 … T − 1 in one round. Each following round adds 1 to every number
below T − 1, modulo T − 1; the last number stays. That gives T − 1 rounds, one fewer than three orthogonal squares
would: of order 10 none are known, of order 14 and 22 they are, by longer constructions.
"""

SIX_TABLES: tuple[tuple[str, str, str], ...] = (
    ("1 2 5 4 0 3", "3 4 0 2 5 1", "2 5 3 0 1 4"),
    ("2 5 3 0 1 4", "5 3 4 1 2 0", "3 4 0 2 5 1"),
    ("3 4 0 2 5 1", "2 5 3 0 1 4", "1 2 5 4 0 3"),
    ("4 0 1 5 3 2", "1 2 5 4 0 3", "5 3 4 1 2 0"),
)
"""Six tables, the rounds after the first (where number t sits at table t): the East, South and West of North 0 … 5.

Five rounds are the most there can be: a sixth would make two orthogonal Latin squares of order 6 (Tarry, 1900).
"""

ROTATING_BASES: Mapping[int, tuple[int, str]] = {
    24: (7, "0 2 6 8, 1 13 20 21, 3 10 18 23, 4 14 15 17, 5 9 19 22, 7 11 12 16"),
    28: (9, "0 9 18 27, 1 8 16 23, 2 13 14 19, 3 6 7 26, 4 17 20 25, 5 10 12 15, 11 21 22 24"),
    32: (
        5,
        "0 5 9 26, 1 4 19 22, 2 14 27 29, 3 13 23 30, 6 15 20 21, 7 10 12 24, 8 18 28 31, 11 16 17 25; "
        "0 14 22 31, 1 7 9 20, 2 3 19 26, 4 6 10 18, 5 11 12 28, 8 16 27 30, 13 15 17 24, 21 23 25 29",
    ),
    36: (
        11,
        "0 13 29 33, 1 6 10 31, 2 18 22 35, 3 4 27 30, 5 8 14 15, 7 11 24 34, 9 12 17 21, 16 19 25 26, 20 23 28 32",
    ),
    40: (
        13,
        "0 4 7 38, 1 12 27 31, 2 3 16 23, 5 24 28 34, 6 11 15 33, 8 18 20 32, 9 14 29 39, 10 13 21 25, "
        "17 26 36 37, 19 22 30 35",
    ),
    44: (
        13,
        "0 7 9 22, 1 13 35 40, 2 26 29 38, 3 21 33 41, 4 20 36 43, 5 6 16 31, 8 14 37 42, 10 24 28 39, "
        "11 15 18 19, 12 27 32 34, 17 23 25 30",
    ),
    48: (
        15,
        "0 5 12 24, 1 3 7 17, 2 31 33 37, 4 25 38 45, 6 26 43 44, 8 19 40 46, 9 30 35 42, 10 23 34 47, "
        "11 28 29 36, 13 14 21 41, 15 20 27 39, 16 18 22 32",
    ),
    52: (
        17,
        "0 43 45 46, 1 5 13 37, 2 32 44 50, 3 18 22 30, 4 14 25 41, 6 23 40 51, 7 21 31 42, 8 24 38 48, "
        "9 11 12 17, 10 16 19 49, 15 27 33 36, 20 35 39 47, 26 28 29 34",
    ),
    60: (
        19,
        "0 32 36 46, 1 12 30 52, 2 40 54 55, 3 26 27 39, 4 29 47 58, 5 14 17 33, 6 28 51 59, 7 21 49 56, "
        "8 9 13 20, 10 16 31 38, 11 42 48 50, 15 23 44 57, 18 19 43 53, 22 24 35 41, 25 34 37 45",
    ),
}
"""By players: the length m of a ring, and the tables of one round or of two.

The players form as many rings of m as there is room for: 0 … m − 1 and so on. In each of m rounds
every player moves on by 1 within their ring; those left over stay. With 32 players the rings may
also change with one another while each place in them is doubled: a search among the seatings with
that symmetry found one.
"""


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def shift_rows(tables: int) -> list[list[Quad]]:
    highest_first, souths, wests = SHIFT_ROWS[tables]
    moduli = highest_first[::-1]
    rows = zip(numbers(souths), numbers(wests), strict=True)
    return [
        [
            (t, plus(t, east, moduli), plus(t, south, moduli), plus(t, west, moduli))
            for t in range(tables)
        ]
        for east, (south, west) in enumerate(rows)
    ]


def kept_base(tables: int) -> list[list[Quad]]:
    """Rounds of a stored base, relabelled so that number t sits at table t in the first round."""
    ring = tables - 1
    easts, souths, wests = (numbers(line) for line in KEPT_BASES[tables])
    first = list(zip(range(tables), easts, souths, wests, strict=True))
    labels = [{quad[wind]: t for t, quad in enumerate(first)} for wind in range(4)]
    rounds = []
    for step in range(ring):
        moved = [tuple(n if n == ring else (n + step) % ring for n in quad) for quad in first]
        quads = [(labels[0][n], labels[1][e], labels[2][s], labels[3][w]) for n, e, s, w in moved]
        rounds.append(sorted(quads))
    return rounds


def six_tables() -> list[list[Quad]]:
    rounds = [[(t, t, t, t) for t in range(6)]]
    for lines in SIX_TABLES:
        easts, souths, wests = (numbers(line) for line in lines)
        rounds.append(list(zip(range(6), easts, souths, wests, strict=True)))
    return rounds


def rotating_base(players: int) -> list[list[Quad]]:
    ring, text = ROTATING_BASES[players]
    turning = players // ring * ring
    rounds = []
    for base in text.split(";"):
        tables = [numbers(table) for table in base.split(",")]
        for step in range(ring):
            moved = [
                [p if p >= turning else p // ring * ring + (p % ring + step) % ring for p in table]
                for table in tables
            ]
            rounds.append([(a, b, c, d) for a, b, c, d in moved])
    return rounds
