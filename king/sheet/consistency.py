"""Comparison of rows that were played with the same cards, as in the quick game or when all counts
at once (O15, R16, §13.2).

A card was taken by the same player in every row. The last two tricks are tricks; the king of hearts
is a heart and a king; each counted card lies in a trick, which has one card of every player.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, permutations
from typing import NamedTuple

from king.cards import DECKS, SIDES, WINDS
from king.rulesets.contracts import Contract
from king.rulesets.units import Unit
from king.sheet.points import Hand
from king.sheet.row import Problem
from king.words import Phrase, gettext_noop, listed


class Counted(NamedTuple):
    """A row of a board, with counts by wind, or by side if one of the board's rows is written by
    side.
    """

    hand: Hand
    contract: Contract
    units: Mapping[str, int]

    @property
    def number(self) -> int:
        return self.hand.row.hand

    @property
    def title(self) -> Phrase:
        return Phrase(HAND, contract=self.contract.title, hand=self.number)

    def at(self, place: str) -> int | None:
        """Count at a place, or None if it is empty or impossible."""
        count = self.units.get(place)
        return count if count is not None and 0 <= count <= (self.contract.units or 0) else None


def contradictions(hands: Sequence[Hand]) -> Iterator[Problem]:
    """Rows that cannot come from the same cards, with the rows that contradict them.

    Step 1 compares units with units, step 2 the cards of a place with its tricks. Only if every
    place is right, step 3 looks at all places together: two may need the same queen of hearts.
    """
    together = [hand for hand in hands if hand.plan and len(hand.plan.together) > 1]
    for _board, played in groupby(together, key=lambda hand: hand.plan and hand.plan.board):
        rows = _counted_rows(list(played))
        problems = list(_pair_contradictions(rows))
        reported = {(problem.hand, problem.wind) for problem in problems}
        problems += (
            problem
            for problem in _place_contradictions(rows)
            if (problem.hand, problem.wind) not in reported
        )
        yield from problems or _board_contradictions(rows)


def _counted_rows(hands: Sequence[Hand]) -> list[Counted]:
    counted = [hand for hand in hands if hand.contract is not None and hand.contract.units]
    by_side = any(hand.row.by_side for hand in counted)
    rows = []
    for hand in counted:
        assert hand.contract is not None
        units: dict[str, int] = {str(place): count for place, count in hand.row.units.items()}
        if by_side and not hand.row.by_side:
            units = {
                str(side): sum(units[wind] for wind in side.winds)
                for side in SIDES
                if units.keys() >= set(side.winds)
            }
        rows.append(Counted(hand, hand.contract, units))
    return rows


def _places(rows: Sequence[Counted]) -> list[str]:
    order = [str(place) for place in (*WINDS, *SIDES)]
    written = {place for row in rows for place in row.units}
    return [place for place in order if place in written]


# -- a unit against another


def _pair_contradictions(rows: Sequence[Counted]) -> Iterator[Problem]:
    """Problems of places that have more of a unit than of the larger kind to which it belongs. The
    problem is noted in the row of the narrower unit.
    """
    for part, whole in permutations(rows, 2):
        twice = part.contract.unit is whole.contract.unit and part.number > whole.number
        same = twice and part.contract.units == whole.contract.units
        if not same and not part.contract.unit.within(whole.contract.unit):
            continue
        for place, count in part.units.items():
            most = whole.at(place)
            if most is not None and (most != count if same else most < count):
                titles = {"contract": part.contract.title, "other": whole.contract.title}
                template = UNITS_CONTRADICT
                yield _problem(part.number, most, count, template, place, titles, whole.number)


def _problem(
    hand: int,
    expected: object,
    found: object,
    template: str,
    place: str | None,
    titles: Mapping[str, object],
    other: int | None = None,
) -> Problem:
    fields = dict(titles) if other is None else {**titles, "hand": other}
    return Problem.of("units_contradict", hand, expected, found, template, place, **fields)


# -- the cards of a place against its tricks


def _place_contradictions(rows: Sequence[Counted]) -> Iterator[Problem]:
    tricks = next((row for row in rows if row.contract.unit.every_trick), None)
    cards = list(_kinds(rows).values())
    for place in _places(rows):
        own = [row for row in cards if row.at(place) is not None]
        tricks_won = None if tricks is None else tricks.at(place)
        if tricks is not None and tricks_won is not None:
            room = tricks_won * len(tricks.hand.ruleset.winds)
            too_many = [row for row in own if (_least_cards([row], place) or 0) > room]
            if too_many:
                yield from (_without_room(row, tricks, place, room) for row in too_many)
                continue
        else:
            room = None
        least = _least_cards(own, place)
        if least is None:
            yield _impossible(own, place)
        elif tricks is not None and room is not None and least > room:
            holding = [row for row in own if row.units[place]]
            titles = {
                "hands": listed((row.title for row in holding), ", "),
                "other": tricks.contract.title,
                "tricks": tricks_won,
            }
            last = holding[-1].number
            yield _problem(last, room, least, DIFFERENT, place, titles, tricks.number)


def _kinds(rows: Iterable[Counted]) -> dict[Unit, Counted]:
    """Rows that count cards, one for each unit."""
    kinds: dict[Unit, Counted] = {}
    for row in rows:
        if row.contract.unit.cards:
            kinds.setdefault(row.contract.unit, row)
    return kinds


def _without_room(row: Counted, tricks: Counted, place: str, room: int) -> Problem:
    titles = {
        "contract": row.contract.title,
        "other": tricks.contract.title,
        "tricks": tricks.units[place],
    }
    units = row.units[place]
    return _problem(row.number, room, units, NO_ROOM, place, titles, tricks.number)


def _impossible(rows: Sequence[Counted], place: str | None) -> Problem:
    titles = {"hands": listed((row.title for row in rows), ", ")}
    return _problem(rows[-1].number, None, None, IMPOSSIBLE, place, titles)


def _least_cards(rows: Sequence[Counted], place: str) -> int | None:
    """Smallest number of different cards that can make these counts of one place; None if no cards
    can.
    """
    if not rows:
        return 0
    counts = tuple((row.contract.unit, row.units[place]) for row in rows)
    card_counts = cards_held(rows[0].hand.ruleset.deck, counts)
    return min(map(sum, card_counts), default=None)


class Kind(NamedTuple):
    """Cards with the same weight in each of several units. ``weights`` are in the order of the
    units.
    """

    weights: tuple[int, ...]
    cards: int


@lru_cache(maxsize=256)
def kinds_of(deck: int, units: tuple[Unit, ...]) -> tuple[Kind, ...]:
    """Kinds of the cards that any of the units counts, those that count most first. The queen of
    hearts is a kind of its own between hearts and queens.

    >>> from king.rulesets.units import HEARTS, QUEENS
    >>> [kind.cards for kind in kinds_of(32, (HEARTS, QUEENS))]
    [1, 3, 7]
    """
    kind_counts = Counter(tuple(unit.cards.get(card, 0) for unit in units) for card in DECKS[deck])
    kinds = [Kind(weights, cards) for weights, cards in kind_counts.items() if any(weights)]
    return tuple(sorted(kinds, key=lambda kind: (kind.weights.count(0), kind.weights)))


@lru_cache(maxsize=4096)
def cards_held(deck: int, counts: tuple[tuple[Unit, int], ...]) -> tuple[tuple[int, ...], ...]:
    """All hands that make these counts: the number of cards of each of the units' ``kinds_of``.

    >>> from king.rulesets.units import HEARTS, QUEENS
    >>> cards_held(32, ((HEARTS, 3), (QUEENS, 2)))
    ((0, 2, 3), (1, 1, 2))
    """
    kinds = kinds_of(deck, tuple(unit for unit, _count in counts))
    hands: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((), tuple(n for _unit, n in counts))]
    for place, kind in enumerate(kinds):
        rest = kinds[place + 1 :]
        most = [sum(other.weights[at] * other.cards for other in rest) for at in range(len(counts))]
        hands = [
            ((*cards_before, cards), counts_left)
            for cards_before, before in hands
            for cards in range(kind.cards + 1)
            for counts_left in [_left(before, kind.weights, cards)]
            if all(0 <= count <= limit for count, limit in zip(counts_left, most, strict=True))
        ]
    return tuple(cards for cards, _left in hands)


def _left(counts: tuple[int, ...], weights: tuple[int, ...], cards: int) -> tuple[int, ...]:
    return tuple(count - weight * cards for count, weight in zip(counts, weights, strict=True))


# -- all places at once


def _board_contradictions(rows: Sequence[Counted]) -> Iterator[Problem]:
    """Problem of rows that are possible one by one, but not together. Only rows are used that are
    whole and have as many units as the deck.
    """
    places = _places(rows)
    whole = [
        row
        for row in rows
        if all(row.at(place) is not None for place in places)
        and sum(row.units[place] for place in places) == row.contract.units
    ]
    cards = list(_kinds(whole).values())
    if len(cards) < 2:
        return
    tricks = next((row for row in whole if row.contract.unit.every_trick), None)
    rules = cards[0].hand.ruleset
    board = tuple(
        (
            tuple((row.contract.unit, row.units[place]) for row in cards),
            None if tricks is None else tricks.units[place] * len(rules.winds),
        )
        for place in places
    )
    if not _may_fall(rules.deck, board):
        yield _impossible([row for row in whole if row in cards or row is tricks], None)


Board = tuple[tuple[tuple[tuple[Unit, int], ...], int | None], ...]
"""Counts of each place, and the number of cards for which its tricks have room."""


@lru_cache(maxsize=4096)
def _may_fall(deck: int, board: Board) -> bool:
    """Whether the cards of each kind can be shared out so that each place gets its counts and no
    more cards than it has room for.
    """
    kinds = kinds_of(deck, tuple(unit for unit, _count in board[0][0]))
    remainders = {tuple(kind.cards for kind in kinds)}
    for counts, room in board:
        hands = [hand for hand in cards_held(deck, counts) if room is None or sum(hand) <= room]
        remainders = {
            tuple(have - count for have, count in zip(cards, hand, strict=True))
            for cards in remainders
            for hand in hands
            if all(have >= count for have, count in zip(cards, hand, strict=True))
        }
    return bool(remainders)


HAND = gettext_noop("{contract} (hand {hand})")
UNITS_CONTRADICT = gettext_noop(
    "{contract}: {wind} has {found}, but {expected} in hand {hand}, {other}, which was played "
    "with the same cards"
)
NO_ROOM = gettext_noop(
    "{contract}: {wind} has {found}, but the {tricks} tricks of hand {hand}, {other}, "
    "have room for {expected} of the same cards"
)
DIFFERENT = gettext_noop(
    "{wind} has {found} different cards in {hands}, but the {tricks} tricks of hand {hand}, "
    "{other}, have room for {expected}"
)
IMPOSSIBLE = gettext_noop("{hands}: no play of the same cards gives all these numbers")
