"""Money for points (S0, §11.8, §12.7): the amount that each entry of an evening pays or gets. The
sum of all is 0.
"""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction

from king.standing.round_results import RoundResults
from king.words import alphabetical

CENTS = 100


def money_of(rounds: Iterable[RoundResults], point: Fraction) -> dict[str, Fraction]:
    """Money that each entry gets; negative if it pays. Whole cents that add up to 0, house players
    included.

    A point counts from the mean of the table. So a sheet whose points do not add up to 0, because
    of a penalty or of its system (R2), neither creates money nor loses it.

    >>> from king.standing.round_results import Result
    >>> sheet = (Result("A", 1, "NS", Fraction(10)), Result("B", 1, "EW", Fraction(-4)))
    >>> [str(amount) for amount in money_of([RoundResults(1, sheet)], Fraction(1, 2)).values()]
    ['7/2', '-7/2']
    """
    exact = defaultdict[str, Fraction](Fraction)
    for played in rounds:
        tables = defaultdict[object, list[tuple[str, Fraction]]](list)
        for result in played.results:
            if result.total is not None and not result.bye:
                tables[result.table].append((result.entry, result.total))
        for sat in tables.values():
            mean = sum((total for _entry, total in sat), Fraction(0)) / len(sat)
            for entry, total in sat:
                exact[entry] += (total - mean) * point
    return _round_to_cents(exact)


def _round_to_cents(exact: dict[str, Fraction]) -> dict[str, Fraction]:
    """Round down to cents, and give the remaining cents to the largest remainders, ties by name."""
    cents = {entry: (amount * CENTS).__floor__() for entry, amount in exact.items()}
    rest = -sum(cents.values())
    by_rest = sorted(
        exact, key=lambda entry: (cents[entry] - exact[entry] * CENTS, alphabetical(entry))
    )
    for entry in by_rest[:rest]:
        cents[entry] += 1
    return {entry: Fraction(amount, CENTS) for entry, amount in cents.items()}


def changes_hands(money: Iterable[Fraction]) -> Fraction:
    """Sum of all payments, which equals the sum of all amounts received."""
    return sum((amount for amount in money if amount > 0), Fraction(0))
