"""The rooms (top-level packages) of the house, left to right: each may import only those before it."""

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
