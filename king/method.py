"""What the results of an evening compare with, where nobody says otherwise (rules §6)."""

from __future__ import annotations

from king.rulesets.base import RuleSet, Scoring


def usual_method(rules: RuleSet, plays_boards: bool, tables: int | None = None) -> str:
    """A code of ``king.matchpoints.METHODS``: by wind with boards, by table where each dealt its own.

    Teams and soloists rank by what they made (R11, R12), which all of theirs compares. A single one of the ``tables``
    has nobody of the same wind to compare with: it ranks within itself, boards or not.
    """
    if rules.sides == "teams" or rules.scoring is Scoring.SOLOIST:
        return "raw"
    return "places" if plays_boards and tables != 1 else "tables"


def one_field(rules: RuleSet, plays_boards: bool) -> bool:
    """Whether all results of a partita compare with one another, whatever the wind."""
    return rules.sides == "teams" or (rules.scoring is Scoring.SOLOIST and not plays_boards)
