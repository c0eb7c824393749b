"""What every table made of each board of a partita, as ``king.comparison`` compares it."""

from __future__ import annotations

from collections.abc import Iterable

from king.comparison import BoardComparison, PlayedSheet, compare
from scoring.reading import ScoredTable, king_rulings, scored_round
from tournaments.models import Round


def compared_boards(round: Round) -> tuple[BoardComparison, ...]:
    """The boards of the partita with every table's points by wind. As many queries as ``scored_round``.

    Points of a partita in play are nobody's to see: whoever calls this has looked whether it is closed.
    """
    return compare_tables(scored_round(round))


def compare_tables(tables: Iterable[ScoredTable]) -> tuple[BoardComparison, ...]:
    """The same for tables that are at hand, such as those of a posted standing."""
    return compare(
        PlayedSheet(each.table.number, each.scored, king_rulings(each.rulings)) for each in tables
    )
