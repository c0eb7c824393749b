"""What every table made of each board of a partita, as ``king.comparison`` compares it."""

from __future__ import annotations

from king.comparison import BoardComparison
from scoring.reading import compare_tables as compare_tables
from scoring.reading import scored_round
from tournaments.models import Round


def compared_boards(round: Round) -> tuple[BoardComparison, ...]:
    """The boards of the partita with every table's points by wind. As many queries as ``scored_round``.

    Points of a partita in play are nobody's to see: whoever calls this has looked whether it is closed.
    """
    return compare_tables(scored_round(round))
