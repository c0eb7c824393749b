"""Codes that a person can type: an evening's, and the one on a table's card."""

from __future__ import annotations

import secrets

# Letters and digits that nobody mistakes for one another on paper, at arm's length, or over the telephone.
CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_code(length: int) -> str:
    """A code that a person can type, from the system's entropy."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(length))


def new_tournament_code() -> str:
    """The public code of a tournament."""
    return new_code(6)


def new_place_code() -> str:
    """The code on a table's card."""
    return new_code(6)
