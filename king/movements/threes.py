"""Tables of three: three lines of T players each, and nobody meets anybody twice (King-FU, R12).

At table t in round r sit the first line's t, the second's t + r and the third's t + αr, in a field in which 0, 1 and α
are different; so with every number of tables that is no odd multiple of 2 there are T rounds without a repeat, the most
that can be. Twice an odd number has no such ring: there T − 1 rounds come from the shifts (r, 2r), with 2r + 1 in the
second half.
"""

from __future__ import annotations

from king.movements.fields import prime_powers, ring_affine
from king.movements.seating import Optimum

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
