"""Seating of several rounds as an immutable value, its certificate, which anybody can count again,
and the draw of its slots.
"""

import hmac
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

from king.cards import WINDS, Wind
from king.reading import InputError, as_json, picked
from king.words import Phrase, gettext_noop

Slot = str | int
"""Place in a plan, to which the draw assigns a person: "N1" … if winds are kept, otherwise 1, 2, 3
…"""

Table = Mapping[Wind, Slot]
Rounds = Sequence[Sequence[Table]]


class Optimum(NamedTuple):
    """Best values possible for so many players. ``repeats``: no seating of these rounds has fewer
    repeated meetings. ``rounds``: the most rounds without a repeat that are known here. ``bound``:
    no more rounds are possible, known or not.
    """

    repeats: int
    rounds: int
    bound: int


class Certificate(NamedTuple):
    """Quality of a seating. It is counted from the seating itself, not claimed by the method that
    made it.

    ``meetings_repeated``: meetings beyond the first, over all pairs. ``largest_meeting``: how often
    any pair meets at most. ``least_wind`` and ``most_wind``: how often any player has a wind, at
    least and at most. ``most_sitting_out``: how many rounds any player sits out at most.
    """

    meetings_repeated: int
    largest_meeting: int
    least_wind: int
    most_wind: int
    most_sitting_out: int
    method: str
    optimum: Optimum | None = None
    explanation: tuple[Phrase, ...] = ()

    def as_json(self) -> dict[str, Any]:
        best = self.optimum
        return picked(self, "meetings_repeated", "largest_meeting", "method", "explanation") | {
            "winds_per_player": {"least": self.least_wind, "most": self.most_wind},
            "sitting_out_per_player": self.most_sitting_out,
            "best_possible": best
            and {
                "meetings_repeated": best.repeats,
                "rounds_without_repeat": best.rounds,
                "no_more_rounds_than": best.bound,
            },
        }


@dataclass(frozen=True, slots=True)
class Movement:
    """A plan of all rounds. ``seats[round][table][wind]`` and ``sitting_out[round]`` are slots;
    ``policy`` is keep, rotate or redraw.
    """

    policy: str
    seats: tuple[tuple[Table, ...], ...]
    certificate: Certificate
    sitting_out: tuple[tuple[Slot, ...], ...]

    def as_json(self) -> dict[str, Any]:
        rounds = []
        for number, (seated, resting) in enumerate(
            zip(self.seats, self.sitting_out, strict=True), 1
        ):
            tables = [{"table": table} | as_json(seats) for table, seats in enumerate(seated, 1)]
            out = {"sitting_out": list(resting)} if resting else {}
            rounds.append({"round": number, "tables": tables} | out)
        more = picked(self, "policy", "certificate")
        return {"tables": len(self.seats[0]), "rounds": rounds} | more


def seat_slots(
    fours: Iterable[Iterable[Sequence[int]]], slots: Sequence[Slot]
) -> tuple[tuple[Table, ...], ...]:
    """Turn tables of four numbers, N E S W, into tables of the slots at these places."""
    return tuple(
        tuple(
            {wind: slots[number] for wind, number in zip(WINDS, four, strict=True)}
            for four in tables
        )
        for tables in fours
    )


def meetings(rounds: Rounds) -> Counter[frozenset[Slot]]:
    """Count the meetings of each pair. Pairs that never meet are not listed."""
    return Counter(
        frozenset(pair)
        for seated in rounds
        for table in seated
        for pair in combinations(table.values(), 2)
    )


NO_REPEAT = gettext_noop("Nobody meets anybody twice.")
REPEATS = gettext_noop(
    "Repeated meetings: {repeats}; the pair that meets most often meets {largest} times."
)
FEWEST = gettext_noop("Fewer repeated meetings are impossible with so few players.")
KNOWN_AND_BOUND = gettext_noop(
    "With this many players, {rounds} rounds without a repeated meeting are known; {bound} would "
    "be the most."
)
KNOWN_IS_BOUND = gettext_noop(
    "With this many players, {rounds} rounds without a repeated meeting are the most, and they "
    "are known."
)
WIND_BALANCE = gettext_noop("Times that a player has each wind: from {least} to {most}.")
SITTING_OUT = gettext_noop("Rounds that a player sits out: {most} at most.")


def certify(
    rounds: Rounds,
    sitting_out: Iterable[Sequence[Slot]],
    method: str,
    sentence: Phrase,
    optimum: Optimum | None = None,
    past: Rounds = (),
) -> Certificate:
    """Count the quality of a seating. Meetings and winds of the ``past`` are included, for slots
    that have a seat now.
    """
    met = meetings([*past, *rounds])
    played = [table for seated in (*past, *rounds) for table in seated]
    winds = Counter((slot, wind) for table in played for wind, slot in table.items())
    slots = {slot for seated in rounds for table in seated for slot in table.values()}
    counts = [winds[slot, wind] for slot in slots for wind in WINDS] or [0]
    out = Counter(slot for resting in sitting_out for slot in resting)
    certificate = Certificate(
        meetings_repeated=sum(times - 1 for times in met.values()),
        largest_meeting=max(met.values(), default=0),
        least_wind=min(counts),
        most_wind=max(counts),
        most_sitting_out=max(out.values(), default=0),
        method=method,
        optimum=optimum,
    )
    return certificate._replace(explanation=tuple(_with_explanation(certificate, sentence)))


def _with_explanation(certificate: Certificate, sentence: Phrase) -> list[Phrase]:
    fields = {"repeats": certificate.meetings_repeated, "largest": certificate.largest_meeting}
    meetings = Phrase(REPEATS if certificate.meetings_repeated else NO_REPEAT, fields)
    sentences = [meetings, sentence]
    if certificate.optimum is not None:
        best = certificate.optimum
        if certificate.meetings_repeated and certificate.meetings_repeated == best.repeats:
            sentences.append(Phrase(FEWEST))
        template = KNOWN_IS_BOUND if best.rounds >= best.bound else KNOWN_AND_BOUND
        sentences.append(Phrase(template, rounds=best.rounds, bound=best.bound))
    if certificate.least_wind:
        sentences.append(
            Phrase(WIND_BALANCE, least=certificate.least_wind, most=certificate.most_wind)
        )
    if certificate.most_sitting_out:
        sentences.append(Phrase(SITTING_OUT, most=certificate.most_sitting_out))
    return sentences


def draw_order(names: Iterable[str], seed: bytes, purpose: str = "order") -> tuple[str, ...]:
    """Draw an order; each is equally likely. Adding a name does not change the order of the others.
    Raises ``InputError`` if a name comes twice, because nobody can be at two places.

    >>> draw_order(["Anna", "Bruno", "Carla"], b"evening")
    ('Anna', 'Carla', 'Bruno')
    """
    listed = list(names)
    composed = {unicodedata.normalize("NFC", name): name for name in listed}
    if len(composed) < len(listed):
        twice = next(
            name for name in listed if listed.count(name) > 1 or name not in composed.values()
        )
        raise InputError(f"the draw has {twice!r} twice: every name once")
    tickets = {
        hmac.digest(seed, f"{purpose}|{plain}".encode("utf-8", "surrogatepass"), "sha256"): name
        for plain, name in composed.items()
    }
    return tuple(tickets[ticket] for ticket in sorted(tickets))


def draw_winds(names: Iterable[str], seed: bytes) -> dict[str, tuple[Wind, int]]:
    """Wind of each name and its number within the wind, in the order drawn (rules §7.3: slips N1 …
    NT, E1 …). The first four names are N1, E1, S1, W1, and so on. Names left over get the highest
    numbers of N, E, S.

    >>> draw_winds(["Anna", "Bruno", "Carla", "Dino"], b"evening")["Dino"]
    (<Wind.N: 'N'>, 1)
    """
    drawn = draw_order(names, seed, "winds")
    return {name: (WINDS[place % 4], place // 4 + 1) for place, name in enumerate(drawn)}


class Lots:
    """Endless stream of random numbers for choices other than the order of names, the same on every
    machine.

    Block i is HMAC-SHA256(seed, ``purpose|i``), cut into eight numbers of 32 bits. Numbers too high
    for a uniform choice are skipped.
    """

    def __init__(self, seed: bytes, purpose: str) -> None:
        self._seed = seed
        self._purpose = purpose
        self._block = 0
        self._drawn: list[int] = []

    def below(self, bound: int) -> int:
        """Random number from 0 to ``bound`` − 1, all equally likely. The bound is from 1 to 2³²."""
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
