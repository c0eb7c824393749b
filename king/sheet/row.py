"""A row of a score sheet as it was written, the differences between two rows of a hand, and the
problems that a row can have.

A row keeps everything that the table wrote, right or wrong; ``king.sheet.checks`` finds out whether
it can be true. So winds and codes are text here, missing values are None, and problems are never
raised.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from king.cards import DECK_52, SIDES, SUITS, WINDS, Suit, Wind
from king.reading import JsonObject
from king.rulesets.contracts import Contract
from king.words import Phrase, gettext_noop, listed


@dataclass(frozen=True, slots=True, repr=False)
class Sale(JsonObject):
    """A sold declaration: seller, buyer, and the price in tricks. ``polarity`` is ``null`` for an
    offer of nulls.

    ``tricks`` is what the buyer took personally, if that pays and only the sides' counts are
    written (§12.1).
    """

    ALWAYS = ("seller", "buyer", "price")

    seller: str | None = None
    buyer: str | None = None
    price: int | None = None
    polarity: str | None = None
    tricks: int | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Row(JsonObject):
    """A row as written.

    ``hand`` is the row's number on the sheet. ``units`` is what was counted, by wind or by side
    (Domino: cards left). ``trump`` is S H D C or NT. ``chooser`` chose the hand, if hands are
    chosen. ``partner`` is the dealer's secret partner and ``card`` the card that the dealer named,
    such as ``HQ``: its holder is the partner (R5). ``third``: a third option. ``direction`` is up
    or down. ``unplayed``: a failed auction was booked. ``blind``: a declaration made before seeing
    the cards; ``blind_tricks`` is what the declarer took personally if only the sides' counts are
    written. ``start`` is the card, such as ``D7``, with which the chooser lets a Domino begin.
    """

    hand: int
    contract: str | None = None
    units: Mapping[str, int] = field(default_factory=dict)
    trump: str | None = None
    sale: Sale | None = None
    chooser: str | None = None
    partner: str | None = None
    third: bool = False
    direction: str | None = None
    unplayed: bool = False
    blind: bool = False
    blind_tricks: int | None = None
    start: str | None = None
    card: str | None = None

    def __hash__(self) -> int:
        return hash((self.hand, self.contract, self.trump, frozenset(self.units.items())))

    @property
    def by_side(self) -> bool:
        return any(side in self.units for side in SIDES)

    @property
    def sold_for_nulls(self) -> bool:
        return self.sale is not None and self.sale.polarity == "null"


class Difference(NamedTuple):
    """A cell that differs. ``place`` is a wind or a side for a count, else the row's own field
    (``trump``, ``sale``, ``contract`` …).
    """

    place: str
    phrase: Phrase


def row_differences(before: Row | None, after: Row | None) -> tuple[Difference, ...]:
    """List every cell that differs, counts first in the order of the winds. Either row may be None,
    for a row that does not exist.
    """
    old, new = cells_of(before), cells_of(after)
    answer = []
    for place in _place_order(dict.fromkeys((*old, *new))):
        one, other = old.get(place), new.get(place)
        if one is None or other is None or str(one) != str(other):
            answer.append(Difference(place, _change_phrase(place, one, other)))
    return tuple(answer)


def cells_of(row: Row | None) -> dict[str, Phrase]:
    if row is None:
        return {}
    cells = {str(place): Phrase("{count}", count=count) for place, count in row.units.items()}
    if row.contract is not None:
        cells["contract"] = Phrase("{code}", code=row.contract)
    if row.trump is not None:
        cells["trump"] = _trump(row.trump)
    if row.sale is not None:
        template = SOLD_FOR_NULLS if row.sold_for_nulls else SOLD
        who = {"seller": _place(row.sale.seller), "buyer": _place(row.sale.buyer)}
        cells["sale"] = Phrase(template, who, price=_or_dash(row.sale.price))

    for place, wind in ("chooser", row.chooser), ("partner", row.partner):
        if wind is not None:
            cells[place] = Phrase("{who}", who=_place(wind))
    if row.direction is not None:
        direction = _DIRECTIONS.get(row.direction)
        cells["direction"] = Phrase(
            "{word}", word=row.direction if direction is None else Phrase(direction)
        )
    for place, card_name in ("card", row.card), ("start", row.start):
        if card_name is not None:
            card = next((card for card in DECK_52 if str(card) == card_name), card_name)
            cells[place] = Phrase("{card}", card=card)
    for place in ("third", "unplayed", "blind"):
        if getattr(row, place):
            cells[place] = Phrase(YES)
    if row.sale is not None and row.sale.tricks is not None:
        cells["tricks"] = Phrase("{count}", count=row.sale.tricks)
    if row.blind_tricks is not None:
        cells["blind_tricks"] = Phrase("{count}", count=row.blind_tricks)
    return cells


def _place_order(places: Iterable[str]) -> Iterator[str]:
    written = list(places)
    others = sorted(place for place in written if place not in (*_PLACES, *PLACE_NAMES))
    yield from (place for place in (*_PLACES, *others) if place in written)
    yield from (place for place in written if place in PLACE_NAMES)


def _trump(trump: str) -> Phrase:
    if trump == "NT":
        return Phrase(NO_TRUMP)
    return Phrase("{suit}", suit=Suit(trump).symbol if trump in SUITS else trump)


def _place(place: str | None) -> object:
    return Wind(place) if place in WINDS else _or_dash(place)


def _or_dash(value: object) -> object:
    return "–" if value is None else value


def _change_phrase(place: str, before: Phrase | None, after: Phrase | None) -> Phrase:
    name = Phrase(PLACE_NAMES[place]) if place in PLACE_NAMES else _place(place)
    template = WRITTEN if before is None else EMPTIED if after is None else CHANGED
    return Phrase(template, place=name, before=before, after=after)


_PLACES = [str(place) for place in (*WINDS, *SIDES)]
_DIRECTIONS = {"up": gettext_noop("up"), "down": gettext_noop("down")}
PLACE_NAMES = {
    "contract": gettext_noop("hand"),
    "trump": gettext_noop("trump"),
    "sale": gettext_noop("sale"),
    "chooser": gettext_noop("chosen by"),
    "tricks": gettext_noop("taken by the buyer"),
    "card": gettext_noop("named card"),
    "partner": gettext_noop("partner"),
    "direction": gettext_noop("played"),
    "start": gettext_noop("first card"),
    "third": gettext_noop("third option"),
    "unplayed": gettext_noop("not played"),
    "blind": gettext_noop("declared blind"),
    "blind_tricks": gettext_noop("taken by the declarer"),
}
CHANGED = gettext_noop("{place}: {before} → {after}")
WRITTEN = gettext_noop("{place}: {after}")
EMPTIED = gettext_noop("{place}: {before} removed")
SOLD = gettext_noop("{seller} to {buyer} for {price}")
SOLD_FOR_NULLS = gettext_noop("{seller} to {buyer} for {price} nulls")
NO_TRUMP = gettext_noop("no trump")
YES = gettext_noop("yes")


@dataclass(frozen=True)
class Problem(JsonObject):
    """A problem, with its sentence.

    ``hand`` is None for a problem of the whole sheet. ``wind`` is the wind or side that has it, if
    any. ``ruled``: a ruling covers it, so that it no longer keeps the sheet open.
    """

    code: str
    hand: int | None
    expected: str | None
    found: str | None
    phrase: Phrase
    wind: str | None = None
    ruled: bool = False

    @classmethod
    def of(
        cls,
        code: str,
        hand: int | None,
        expected: object,
        found: object,
        template: str,
        wind: object = None,
        /,
        **fields: object,
    ) -> Problem:
        """Make a problem. Its sentence may use ``expected``, ``found`` and ``wind`` besides the
        ``fields``.
        """
        phrase = Phrase(template, {"expected": expected, "found": found, "wind": wind} | fields)
        texts = [None if value is None else str(value) for value in (expected, found, wind)]
        return cls(code, hand, texts[0], texts[1], phrase, texts[2])


def units_problem(
    hand: int, contract: Contract, found: int, holders: Sequence[str] = ()
) -> Problem:
    """Problem of too few or too many units (I1). If a unique card has several ``holders``, they are
    named.
    """
    expected = contract.units or 0
    missing = expected - found
    wrong = contract.unit.wrong
    code, one, many = "units_short", wrong.one_missing, wrong.many_missing
    if missing < 0:
        code, one, many = "units_over", wrong.one_over, wrong.many_over
    template = one if abs(missing) == 1 else many
    if len(holders) > 1:
        template = wrong.several or template
    fields = {
        "contract": contract.title,
        "count": abs(missing),
        "holders": listed(holders, ", "),
        "unit": Phrase(contract.unit.heading),
    }
    return Problem.of(code, hand, expected, found, template, **fields)


def closers_problem(hand: int, contract: Contract, closers: int, winners: str) -> Problem | None:
    """Problem of how many have gone out in Domino: nobody, or too many (I1, O2). None if the number
    is possible.
    """
    if closers == 1 or (closers > 1 and winners != "one"):
        return None
    template = MANY_CLOSED if closers else NOBODY_CLOSED
    return Problem.of("domino_closers", hand, 1, closers, template, contract=contract.title)


NOBODY_CLOSED = gettext_noop("{contract}: nobody went out; one player has no card left")
MANY_CLOSED = gettext_noop("{contract}: {found} players have no card left; only one goes out")
