"""A fouled board that is worth the average of the other tables (§3.4): kept as that, worked out whenever it is read.

So a correction at another table moves it, and one that is ruled while two tables are in is in the end the average of
all. Until the other tables are closed it may still move, and every page that shows it says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from king.comparison import BoardComparison
from king.rulings import RulingKind
from king.scoring import Column
from king.sheet import ScoredSheet
from scoring.models import Ruling, Sheet


@dataclass(frozen=True)
class Average:
    """What the other tables make of a hand as they stand: ``points`` of each column, none where no row compares yet.

    ``tables`` are those whose rows are in it; ``waiting`` those that may still move it, because they are not closed.
    """

    hand: int
    points: Mapping[Column, Fraction]
    tables: tuple[int, ...]
    waiting: tuple[int, ...]

    @property
    def can_be_had(self) -> bool:
        """Whether there is an average, or may be one yet."""
        return bool(self.points or self.waiting)


def averaged_hands(rulings: Iterable[Ruling]) -> tuple[int, ...]:
    """The hands that are worth the average of the other tables, in their order."""
    return tuple(sorted({ruling.hand for ruling in rulings if ruling.is_average and ruling.hand is not None}))


def average_of(
    own: Sheet, scored: ScoredSheet, hand: int, boards: Iterable[BoardComparison],
    tables: Iterable[tuple[Sheet, Iterable[Ruling]]],
) -> Average:  # fmt: skip
    """The average for one table. ``boards`` compare the whole partita, in which no fouled row is part of any figure.

    Where the order is chosen, the mean of those who played the same hand with these cards.
    """
    contract = next((row.contract for row in scored.rows if row.hand == hand), None)
    fields = [
        field for board in boards if board.hand == hand
        for field in board.fields if field.figures and contract in (None, field.contract)
    ]  # fmt: skip
    waiting = tuple(
        sheet.table.number for sheet, rulings in tables
        if sheet.pk != own.pk and sheet.state != Sheet.State.CLOSED and not _is_fouled(rulings, hand)
    )  # fmt: skip
    if len(fields) != 1:
        return Average(hand, {}, (), waiting)
    return Average(
        hand,
        {column: figures.mean for column, figures in fields[0].figures.items()},
        tuple(result.table for result in fields[0].results if result.compares),
        waiting,
    )


def _is_fouled(rulings: Iterable[Ruling], hand: int) -> bool:
    return any(ruling.kind == RulingKind.FOULED and ruling.hand == hand for ruling in rulings)
