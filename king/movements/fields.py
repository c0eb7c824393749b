"""Finite fields, and the rings made of them, as tables of small numbers; and tables of three, which they seat (R12).

The field of q = pᵏ elements is written with the numbers 0 … q − 1: the digits in base p are the coefficients of a
polynomial. The product comes from the powers of x modulo the first polynomial of degree k for which x runs through
every element but 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product

from king.movements.seating import Optimum


def prime_powers(number: int) -> list[int]:
    """The powers of different primes whose product the number is.

    >>> prime_powers(360)
    [8, 9, 5]
    """
    found, rest, prime = [], number, 2
    while rest > 1:
        power = 1
        while rest % prime == 0:
            power *= prime
            rest //= prime
        if power > 1:
            found.append(power)
        prime += 1
    return found


@dataclass(frozen=True, slots=True)
class Field:
    """A field of ``order`` elements: sums digit by digit in base ``prime``, products by powers of x."""

    order: int
    prime: int
    powers: tuple[int, ...]

    def add(self, first: int, second: int) -> int:
        total, weight = 0, 1
        while first or second:
            total += (first + second) % self.prime * weight
            first, second, weight = first // self.prime, second // self.prime, weight * self.prime
        return total

    def multiply(self, first: int, second: int) -> int:
        if not first or not second:
            return 0
        exponent = self.powers.index(first) + self.powers.index(second)
        return self.powers[exponent % (self.order - 1)]


@cache
def field_of(order: int) -> Field:
    """The field of so many elements; the order is a power of a prime."""
    prime = next(divisor for divisor in range(2, order + 1) if order % divisor == 0)
    degree = 0
    while prime**degree < order:
        degree += 1
    if degree == 1:
        return Field(order, prime, _powers_of_a_generator(prime))
    for coefficients in product(range(prime), repeat=degree):
        powers = _powers_of_x(prime, coefficients)
        if len(powers) == order - 1:
            return Field(order, prime, powers)
    raise AssertionError("every prime power has a primitive polynomial")


def _powers_of_a_generator(prime: int) -> tuple[int, ...]:
    for generator in range(1, prime):
        powers = [1]
        while (following := powers[-1] * generator % prime) != 1:
            powers.append(following)
        if len(powers) == prime - 1:
            return tuple(powers)
    raise AssertionError("every prime has a primitive root")


def _powers_of_x(prime: int, coefficients: tuple[int, ...]) -> tuple[int, ...]:
    """1, x, x² … until one comes back, where x^degree is the polynomial of these coefficients, lowest first."""
    element = (1,) + (0,) * (len(coefficients) - 1)
    seen: dict[tuple[int, ...], None] = {}
    while element not in seen and any(element):
        seen[element] = None
        top, shifted = element[-1], (0, *element[:-1])
        element = tuple((s + top * c) % prime for s, c in zip(shifted, coefficients, strict=True))
    return tuple(sum(digit * prime**place for place, digit in enumerate(digits)) for digits in seen)


def ring_affine(order: int, factor: int) -> list[list[int]]:
    """``answer[r][t]`` is t + factor·r in the ring of ``order`` elements, the product of its prime powers' fields.

    ``factor`` is the element that is so written in every one of the fields. Where two factors differ in every field,
    their columns agree at no table in more than one round: that is what makes the squares orthogonal.
    """
    fields = [field_of(power) for power in prime_powers(order)]
    answer = []
    for step in range(order):
        moved = [_scaled(fields, step, factor)] if fields else [()]
        answer.append([_sum(fields, table, moved[0]) for table in range(order)])
    return answer


def _scaled(fields: list[Field], element: int, factor: int) -> tuple[int, ...]:
    """The parts of ``factor`` times the element, field by field."""
    parts = []
    for field in fields:
        parts.append(field.multiply(element % field.order, factor))
        element //= field.order
    return tuple(parts)


def _sum(fields: list[Field], element: int, parts: tuple[int, ...]) -> int:
    total, weight = 0, 1
    for field, part in zip(fields, parts, strict=True):
        total += field.add(element % field.order, part) * weight
        element, weight = element // field.order, weight * field.order
    return total


# Tables of three: three lines of T players each, and nobody meets anybody twice (King-FU, R12). At table t in round r
# sit the first line's t, the second's t + r and the third's t + αr, in a field in which 0, 1 and α are different; so
# with every number of tables that is no odd multiple of 2 there are T rounds without a repeat, the most that can be.
# Twice an odd number has no such ring: there T − 1 rounds come from the shifts (r, 2r), with 2r + 1 in the second half.

SECOND, THIRD = 1, 2
"""What the round is multiplied by for the second and third line: different in every field of three elements or more."""


def threes(tables: int) -> list[list[tuple[int, int, int]]]:
    """The rounds without a repeated meeting: for each table who of the three lines sits there, from 0.

    >>> threes(3)[1]
    [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    """
    if all(power > 2 for power in prime_powers(tables)):
        second, third = ring_affine(tables, SECOND), ring_affine(tables, THIRD)
        return [[(t, second[r][t], third[r][t]) for t in range(tables)] for r in range(tables)]
    half = tables // 2
    shifts = [(r, 2 * r + (r >= half)) for r in range(tables - 1)]
    return [[(t, (t + a) % tables, (t + b) % tables) for t in range(tables)] for a, b in shifts]


def threes_optimum(tables: int) -> Optimum:
    """T rounds are the most; two tables allow one and six allow five, for no two orthogonal squares of these exist."""
    known = len(threes(tables))
    return Optimum(0, known, tables - 1 if tables in (2, 6) else tables)
