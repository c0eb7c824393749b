"""Folders of clubs, as a machine of many has them."""

from __future__ import annotations

from pathlib import Path

from ground.clubs import Club, write_variables


def a_club(root: Path, name: str, **variables: str) -> Club:
    """One with its variables and an empty folder for its data."""
    club = Club(root / name)
    club.data.mkdir(parents=True)
    write_variables(club.folder / "club.env", variables)
    return club
