"""Boards of an event of many halls that is closed and published. An event keeps points and no rows.
So the reader names the trump, as each table did for itself, and hands that a table chose are not
played again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _

from king.cards import SUITS, Deal, Wind
from king.play.declared import declaration_of
from king.rulesets.base import RuleSet, Scoring
from king.rulesets.settings import Settings
from king.sheet.checks import NO_TRUMP
from king.sheet.points import place_row
from king.sheet.row import Row
from king_tournament.replay.boards import FOULED, PublishedBoard, Way, robots_for
from simultaneous import public_results
from simultaneous.event_file import terms_of
from simultaneous.models import EventPublication
from simultaneous.pages.public import find_event

CHOSEN_APART = _(
    "In an event of many halls each table declared for itself: hands that were chosen cannot be "
    "replayed here."
)


def find_event_board(code: str, number: int, board: int) -> tuple[EventPublication, PublishedBoard]:
    event = find_event(code)
    publication = public_results.last_publication(event)
    if publication is None:
        raise Http404
    for result in public_results.boards_of(publication):
        if (result["round"], result["number"]) == (number, board):
            return publication, _event_board(publication, result)
    raise Http404


def _event_board(publication: EventPublication, result: dict[str, Any]) -> PublishedBoard:
    """Board of an event. Each field has the points of every hall, whatever its tables declared."""
    terms = terms_of(publication.event)
    ruleset, settings = terms.ruleset, terms.rules_in_force
    refusals: list[str] = []
    declarers: list[Wind] = []
    ways = tuple(_ways_of_event(ruleset, settings, result, refusals, declarers))
    name = f"{publication.event.code}/{result['round']}/{result['number']}"
    refusal = "" if ways else (refusals[0] if refusals else str(FOULED))
    declarer = declarers[0] if declarers else None
    return PublishedBoard(name, ruleset, result["number"], result["deal"], ways, refusal, declarer)


def _ways_of_event(
    ruleset: RuleSet,
    settings: Settings,
    result: dict[str, Any],
    refusals: list[str],
    declarers: list[Wind],
) -> Iterator[Way]:
    for field in result["fields"]:
        row = Row(field.hand, contract=field.contract.code if field.contract else None)
        declared = declaration_of(ruleset, row, settings)
        if declared is None or not field.times:
            continue
        if field.contract is not None or ruleset.scoring is Scoring.SHARED:
            refusals.append(str(CHOSEN_APART))
            continue
        rows = [row]
        if declared.contract.trump:
            owner = place_row(ruleset, row, settings).owner
            declarers.append(owner if isinstance(owner, Wind) else declared.leader)
            rows = _with_trumps(row, settings, result["deal"], declarers[-1])
        points_by_table = {
            column: tuple(counts.as_played.elements()) for column, counts in field.columns.items()
        }
        for trump_row in rows:
            declared = declaration_of(ruleset, trump_row, settings)
            rules = declared and robots_for(ruleset, settings, declared, refusals)
            if declared is not None and rules is not None:
                yield Way(trump_row, settings, declared, rules, points_by_table)


def _with_trumps(row: Row, settings: Settings, deal: Deal, declarer: Wind) -> list[Row]:
    """Copies of the row, one for each trump that may be named. The declarer's longest suit is
    first.
    """
    suits = [card.suit for card in deal.hand(declarer)]
    trumps: list[str] = [*sorted(SUITS, key=suits.count, reverse=True)]
    if settings.allow_no_trump:
        trumps.append(NO_TRUMP)
    return [replace(row, trump=str(trump)) for trump in trumps]
