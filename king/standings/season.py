"""A season: what of an evening counts, and the regulations that clubs start from (rules §6, T-39)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from king.words import gettext_noop

COUNTS: Mapping[str, str] = {
    "partite": gettext_noop("each partita"),
    "evenings": gettext_noop("the place of an evening"),
}
"""What a result of the season is, by code."""


@dataclass(frozen=True, slots=True)
class SeasonPreset:
    """A regulation to start from: ``counts`` is a code of ``COUNTS``, ``settings`` are in the form of
    ``king standings``, ``evenings`` how many the season has, where the regulation says so.
    """

    title: str
    counts: str
    settings: Mapping[str, Any]
    evenings: int | None = None


PRESETS: Mapping[str, SeasonPreset] = {
    "genoa": SeasonPreset(
        gettext_noop("Genoese circuit: twelve partite in six evenings, the best nine count"),
        "partite",
        {"method": "places", "scale": [10, 6, 4, 3, 2, 1], "tail": 1, "count_best": 9,
         "tiebreaks": ["firsts", "seconds", "thirds", "dropped"]},
        evenings=6,
    ),
    "places": SeasonPreset(
        gettext_noop("Season scale: the places of the evenings, 32, 27, 22, 17, 16 … 1"),
        "evenings",
        {"method": "places", "scale": [32, 27, 22, 17, *range(16, 0, -1)], "tail": 0,
         "tiebreaks": ["firsts", "seconds", "thirds"]},
    ),
    "sum": SeasonPreset(
        gettext_noop("Plain sum: the points of all sheets"),
        "partite",
        {"method": "raw", "tiebreaks": ["best_sheet"]},
    ),
}  # fmt: skip
"""By code: Labyrinth's King circuit (RegolamentoReCuori), its season of many games (RegolamentoGGA), and a sum."""
