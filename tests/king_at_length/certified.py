"""Recount of a movement's certificate from its seats alone."""

from __future__ import annotations

from collections import Counter

from king.cards import WINDS
from king.movements.seating import Movement


def pairs_met(rounds) -> Counter:
    """Count how often each pair meets, seat by seat."""
    met: Counter = Counter()
    for seated in rounds:
        for table in seated:
            four = [table[wind] for wind in WINDS]
            for i in range(4):
                for j in range(i):
                    met[tuple(sorted((four[i], four[j]), key=str))] += 1
    return met


def repeats(rounds) -> int:
    return sum(pairs_met(rounds).values()) - len(pairs_met(rounds))


def winds_had(movement: Movement) -> dict[object, Counter]:
    had: dict[object, Counter] = {}
    for table in (table for seated in movement.seats for table in seated):
        for wind in WINDS:
            had.setdefault(table[wind], Counter())[wind] += 1
    return had


def certified(movement: Movement) -> Movement:
    """Return the movement after checking every figure of its certificate against a recount."""
    certificate = movement.certificate
    met = pairs_met(movement.seats)
    assert certificate.meetings_repeated == repeats(movement.seats)
    assert certificate.largest_meeting == max(met.values())
    had = [own[wind] for own in winds_had(movement).values() for wind in WINDS]
    assert (certificate.least_wind, certificate.most_wind) == (min(had), max(had))
    out = Counter(slot for resting in movement.sitting_out for slot in resting)
    assert certificate.most_sitting_out == max(out.values(), default=0)
    everybody = set(winds_had(movement)) | set(out)
    for seated, resting in zip(movement.seats, movement.sitting_out, strict=True):
        names = [table[wind] for table in seated for wind in WINDS] + list(resting)
        assert len(names) == len(set(names))
        assert set(names) == everybody
    if certificate.optimum is not None:
        assert certificate.meetings_repeated >= certificate.optimum.repeats
        assert certificate.optimum.rounds <= certificate.optimum.bound
    return movement
