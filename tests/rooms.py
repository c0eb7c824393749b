"""The rooms of the house from left to right: each imports those before it alone."""

from __future__ import annotations

ROOMS = (
    "king",
    "wording",
    "ground",
    "deals",
    "tournaments",
    "scoring",
    "printing",
    "night",
    "frame",
    "seasons",
    "people",
    "screens",
    "simultaneous",
    "king_tournament",
)
WITH_ROWS = (
    "deals",
    "tournaments",
    "scoring",
    "printing",
    "seasons",
    "people",
    "screens",
    "simultaneous",
)
