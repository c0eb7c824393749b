"""Boards of an event of many halls that is closed and posted; hands that each table declared for
itself are not played again there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _

from king.play.declared import declared
from king.rulesets.base import RuleSet, Scoring
from king.rulesets.settings import Settings
from king.sheet.row import Row
from king_tournament.replay.boards import FOULED, Posted, Way, robots_for
from simultaneous import published
from simultaneous.event_file import terms_of
from simultaneous.models import Posting
from simultaneous.pages.public import find_event

CHOSEN_APART = _(
    "In an event of many halls each table declared for itself: hands with trumps and hands that "
    "were chosen cannot be replayed here."
)


def find_event_board(code: str, number: int, board: int) -> tuple[Posting, Posted]:
    event = find_event(code)
    posting = published.last_posting(event)
    if posting is None:
        raise Http404
    for shown in published.boards_of(posting):
        if (shown["round"], shown["number"]) == (number, board):
            return posting, _of_event(posting, shown)
    raise Http404


def _of_event(posting: Posting, shown: dict[str, Any]) -> Posted:
    """A field has the points of every hall, and no rows: hands that a table declares are left out."""
    terms = terms_of(posting.event)
    ruleset, settings = terms.ruleset, terms.rules_in_force
    refusals: list[str] = []
    ways = tuple(_ways_of_event(ruleset, settings, shown, refusals))
    name = f"{posting.event.code}/{shown['round']}/{shown['number']}"
    refusal = "" if ways else (refusals[0] if refusals else str(FOULED))
    return Posted(name, ruleset, shown["number"], shown["deal"], ways, refusal)


def _ways_of_event(
    ruleset: RuleSet, settings: Settings, shown: dict[str, Any], refusals: list[str]
) -> Iterator[Way]:
    for field in shown["fields"]:
        row = Row(field.hand, contract=field.contract.code if field.contract else None)
        known = declared(ruleset, row, settings)
        if known is None or not field.times:
            continue
        chosen = field.contract is not None or ruleset.scoring is Scoring.SHARED
        if known.contract.trump or known.contract.sale or chosen:
            refusals.append(str(CHOSEN_APART))
            continue
        rules = robots_for(ruleset, settings, known, refusals)
        if rules is not None:
            made = {
                column: tuple(counts.as_played.elements())
                for column, counts in field.columns.items()
            }
            yield Way(row, settings, known, rules, made)
