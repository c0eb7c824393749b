"""Rows that were played with the same cards, as in the quick game or all at once, held against one
another (O15, R16, §13.2).

A card that was taken was taken in every row. The last two tricks are tricks, the king of hearts is a
heart and a king; each counted card lies in a trick, which has one card of every player.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, permutations, product
from typing import NamedTuple

from king.cards import SIDES, WINDS
from king.rulesets.contracts import Contract, Unit
from king.sheet.points import Hand
from king.sheet.row import Problem
from king.words import Phrase, gettext_noop, listed

WITHIN = {
    Unit.LAST_TRICKS: (Unit.TRICKS,),
    Unit.KING_OF_HEARTS: (Unit.HEARTS, Unit.KINGS_AND_JACKS, Unit.KINGS),
    Unit.KINGS: (Unit.KINGS_AND_JACKS,),
    Unit.JACKS: (Unit.KINGS_AND_JACKS,),
}
"""Units that are also units of another kind."""

QUEEN, KING, JACK = "Q", "K", "J"
HONOURS = {
    Unit.HEARTS: (QUEEN, KING, JACK),
    Unit.QUEENS: (QUEEN,),
    Unit.KINGS_AND_JACKS: (KING, JACK),
    Unit.KINGS: (KING,),
    Unit.JACKS: (JACK,),
    Unit.KING_OF_HEARTS: (KING,),
    Unit.EIGHT_OF_DIAMONDS: (),
}
"""The units that are cards, each with those hearts that it counts: the only cards that two of them
can share."""


class Counted(NamedTuple):
    """A row of a board, its counts by wind, or by side where one of its rows is written so."""

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
        """The count at a place, or None where it is empty or cannot be true."""
        count = self.units.get(place)
        return count if count is not None and 0 <= count <= (self.contract.units or 0) else None


def contradictions(hands: Sequence[Hand]) -> Iterator[Problem]:
    """All rows that cannot be of the same cards, with those that they are held against.

    First unit against unit, then the cards of a place against its tricks; where nothing is wrong
    with any place, all places at once: two may need the same queen of hearts.
    """
    together = [hand for hand in hands if hand.plan and len(hand.plan.together) > 1]
    for _board, played in groupby(together, key=lambda hand: hand.plan and hand.plan.board):
        rows = _counted(list(played))
        problems = list(_of_pairs(rows))
        told = {(problem.hand, problem.wind) for problem in problems}
        problems += (
            problem for problem in _of_places(rows) if (problem.hand, problem.wind) not in told
        )
        yield from problems or _of_board(rows)


def _counted(hands: Sequence[Hand]) -> list[Counted]:
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


def _of_pairs(rows: Sequence[Counted]) -> Iterator[Problem]:
    """Every place that has more of a unit than of the kind that it belongs to; of the row with the
    narrower one.
    """
    for part, whole in permutations(rows, 2):
        twice = part.contract.unit is whole.contract.unit and part.number > whole.number
        same = twice and part.contract.units == whole.contract.units
        if not same and whole.contract.unit not in WITHIN.get(part.contract.unit, ()):
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


def _of_places(rows: Sequence[Counted]) -> Iterator[Problem]:
    tricks = next((row for row in rows if row.contract.unit is Unit.TRICKS), None)
    cards = list(_kinds(rows).values())
    for place in _places(rows):
        own = [row for row in cards if row.at(place) is not None]
        taken = None if tricks is None else tricks.at(place)
        if tricks is not None and taken is not None:
            room = taken * len(tricks.hand.ruleset.winds)
            too_many = [row for row in own if row.units[place] > room]
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
                "tricks": taken,
            }
            last = holding[-1].number
            yield _problem(last, room, least, DIFFERENT, place, titles, tricks.number)


def _kinds(rows: Iterable[Counted]) -> dict[Unit, Counted]:
    """The rows that count cards, one of each kind; kings and jacks together say less than apart."""
    kinds: dict[Unit, Counted] = {}
    for row in rows:
        if row.contract.unit in HONOURS:
            kinds.setdefault(row.contract.unit, row)
    return kinds


def _without_room(row: Counted, tricks: Counted, place: str, room: int) -> Problem:
    titles = {
        "contract": row.contract.title,
        "other": tricks.contract.title,
        "tricks": tricks.units[place],
    }
    found = row.units[place]
    return _problem(row.number, room, found, NO_ROOM, place, titles, tricks.number)


def _impossible(rows: Sequence[Counted], place: str | None) -> Problem:
    titles = {"hands": listed((row.title for row in rows), ", ")}
    return _problem(rows[-1].number, None, None, IMPOSSIBLE, place, titles)


def _least_cards(rows: Sequence[Counted], place: str) -> int | None:
    """The fewest different cards that these counts of one place can be; None where none can."""
    counts = tuple((row.contract.unit, row.units[place]) for row in rows)
    suit = rows[0].hand.ruleset.deck // 4 if rows else 0
    held = (cards_held(suit, counts, honours) for honours in _HANDS)
    return min((cards for cards in held if cards is not None), default=None)


_HANDS = tuple(
    frozenset(name for name, has in zip((QUEEN, KING, JACK), flags, strict=True) if has)
    for flags in product((True, False), repeat=3)
)
"""Every choice among queen, king and jack of hearts."""


def cards_held(
    suit: int, counts: Sequence[tuple[Unit, int]], honours: frozenset[str]
) -> int | None:
    """The number of different cards that a place with these ``counts`` has, where of the hearts'
    three court cards it has the ``honours``; None where it cannot have just these.

    ``suit``: cards of a suit. Kings, or jacks, that are counted apart are not counted again among
    the kings and jacks.

    >>> three = [(Unit.HEARTS, 3), (Unit.QUEENS, 2)]
    >>> cards_held(8, three, frozenset("Q")), cards_held(8, three, frozenset())
    (4, 5)
    """
    by_unit = dict(counts)
    most = {Unit.HEARTS: suit - 3, Unit.QUEENS: 3, Unit.KINGS_AND_JACKS: 6}
    others = {}
    for unit, count in by_unit.items():
        own = sum(name in honours for name in HONOURS[unit])
        others[unit] = count - own
        largest = most.get(unit, 3)
        if unit in (Unit.KING_OF_HEARTS, Unit.EIGHT_OF_DIAMONDS):
            largest = 0 if unit is Unit.KING_OF_HEARTS else 1
        if not 0 <= others[unit] <= largest:
            return None
    men = others.pop(Unit.KINGS_AND_JACKS, None)
    apart = others.pop(Unit.KINGS, 0) + others.pop(Unit.JACKS, 0)
    counted = {name for unit in by_unit for name in HONOURS[unit]}
    return sum(others.values()) + max(men or 0, apart) + len(honours & counted)


# -- all places at once


def _of_board(rows: Sequence[Counted]) -> Iterator[Problem]:
    """Only of rows that are whole, and of as many units as the deck has."""
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
    tricks = next((row for row in whole if row.contract.unit is Unit.TRICKS), None)
    rules = cards[0].hand.ruleset
    board = tuple(
        (
            tuple((row.contract.unit, row.units[place]) for row in cards),
            None if tricks is None else tricks.units[place] * len(rules.winds),
        )
        for place in places
    )
    if not _may_fall(rules.deck // 4, board):
        yield _impossible([row for row in whole if row in cards or row is tricks], None)


@lru_cache(maxsize=4096)
def _may_fall(
    suit: int, board: tuple[tuple[tuple[tuple[Unit, int], ...], int | None], ...]
) -> bool:
    """Whether queen, king and jack of hearts can lie so that each place has its counts, within its
    room.
    """
    for owners in product(range(len(board)), repeat=3):
        for place, (counts, room) in enumerate(board):
            held = zip((QUEEN, KING, JACK), owners, strict=True)
            honours = frozenset(name for name, owner in held if owner == place)
            cards = cards_held(suit, counts, honours)
            if cards is None or (room is not None and cards > room):
                break
        else:
            return True
    return False


HAND = gettext_noop("{contract} (hand {hand})")
UNITS_CONTRADICT = gettext_noop(
    "{contract}: {wind} has {found}, but {expected} in hand {hand}, {other}, which was played with the same cards"
)
NO_ROOM = gettext_noop(
    "{contract}: {wind} has {found}, but the {tricks} tricks of hand {hand}, {other}, "
    "have room for {expected} of the same cards"
)
DIFFERENT = gettext_noop(
    "{wind} has {found} different cards in {hands}, but the {tricks} tricks of hand {hand}, "
    "{other}, have room for {expected}"
)
IMPOSSIBLE = gettext_noop("{hands}: no fall of the same cards gives all these numbers")
