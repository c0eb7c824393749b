"""Standings in short form, to compare with results worked out by hand."""

from __future__ import annotations

from king.standing.ranking import Standings


def overall(result: Standings) -> list[tuple[int, str, str]]:
    """Place, entry and match points of each line."""
    return [(line.rank, line.entry, str(line.match_points)) for line in result.overall]
