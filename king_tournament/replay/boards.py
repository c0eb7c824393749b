"""Boards of a published standing, each with the ways in which its tables played it. Any other board
is not found, whoever asks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from deals.models import Board
from frame.publication_cache import cached_for, compared_of, last_page, tables_of
from frame.standing_page import StandingPage
from king.cards import Deal, Wind
from king.dealing import canonical_json
from king.play.declared import Declared, declaration_of
from king.reading import InputError, Refused, as_json
from king.robots.home import robot_rules
from king.robots.rules import Rules
from king.rulesets.base import RuleSet
from king.rulesets.settings import Settings
from king.sheet.comparison import TableResult
from king.sheet.points import Column, Points, place_row, score_row
from king.sheet.row import Row
from night.lookups import find_evening
from night.visibility import find_seated_round
from tournaments.board_steps import hands_of_board
from tournaments.models import Round, Tournament
from wording.sentences import say

OTHER_RULES = _("Robots do not play by the rules of this evening.")
FOULED = _("No table played this board as it lay.")


class Way(NamedTuple):
    """A way in which some tables played a board. ``row`` is their row without counts;
    ``points_by_table`` has the points of each column, table by table; ``tables`` has their numbers,
    and is empty for an event.
    """

    row: Row
    settings: Settings
    declared: Declared
    rules: Rules
    points_by_table: Mapping[Column, tuple[Fraction, ...]]
    tables: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        return _key(self.row, self.declared)

    @property
    def times(self) -> int:
        return max(map(len, self.points_by_table.values()), default=0)

    def points(self, ruleset: RuleSet, units: Mapping[Wind, int]) -> Points:
        counts = {str(wind): count for wind, count in units.items()}
        row = replace(self.row, units=counts)
        return score_row(place_row(ruleset, row, self.settings)).points


def _key(row: Row, declared: Declared) -> str:
    content = canonical_json(as_json({"row": row.as_json(), "declared": declared.as_json()}))
    return hashlib.sha256(content.encode()).hexdigest()[:8]


class PublishedBoard(NamedTuple):
    """A board of a published standing. ``name`` distinguishes it from any other. Of the ``ways``
    the one of most tables is first; ``refusal`` says why there is none. ``declarer`` is the wind
    that names the trump, if the reader does so in its place.
    """

    name: str
    ruleset: RuleSet
    number: int
    deal: Deal
    ways: tuple[Way, ...]
    refusal: str = ""
    declarer: Wind | None = None

    def way(self, key: str) -> Way | None:
        return next((way for way in self.ways if way.key == key), None)


# --- of an evening


def find_board(code: str, number: int, board: int) -> tuple[Tournament, Round, PublishedBoard]:
    tournament = find_evening(code)
    round_ = find_seated_round(tournament, number)
    boards = Board.objects.revealed().in_use().filter(board_set=round_.board_set_id)
    stored = get_object_or_404(boards, number=board)
    published = published_board(round_, stored, last_page(tournament))
    if published is None:
        raise Http404
    return tournament, round_, published


def published_board(
    round_: Round, board: Board, page: StandingPage | None
) -> PublishedBoard | None:
    """Board of a published standing, made once for each language. None until a standing counts its
    partita.
    """
    if page is None or round_ not in page.published.rounds:
        return None
    boards: dict[tuple[int, int, str], PublishedBoard] = cached_for(
        page.published.publication, "boards", dict, translation.get_language()
    )
    key = round_.pk, board.number, board.owners
    if key not in boards:
        boards[key] = _published_board(round_, board, page)
    return boards[key]


def _published_board(round_: Round, board: Board, page: StandingPage) -> PublishedBoard:
    ruleset = round_.tournament.rules
    hands = hands_of_board(round_.tournament, board.number)
    settings = {table.number: table.scored.settings for table in tables_of(page, round_)}
    results = [
        result
        for comparison in compared_of(page).boards.get(round_.pk, ())
        if comparison.hand in hands
        for field in comparison.fields
        for result in field.results
        if result.compares and result.table in settings
    ]
    name = f"{round_.tournament.code}/{round_.number}/{board.number}"
    ways, refusal = _ways_of(ruleset, results, settings)
    return PublishedBoard(name, ruleset, board.number, board.deal, ways, refusal)


def played_again(round_: Round, page: StandingPage | None) -> set[int]:
    """Numbers of the boards of a partita that anybody may play again."""
    if page is None or round_ not in page.published.rounds:
        return set()
    boards = Board.objects.revealed().in_use().filter(board_set=round_.board_set_id)
    published = (published_board(round_, board, page) for board in boards)
    return {one.number for one in published if one is not None and one.ways}


def _ways_of(
    ruleset: RuleSet, results: list[TableResult], settings: Mapping[int, Settings]
) -> tuple[tuple[Way, ...], str]:
    ways: dict[str, Way] = {}
    refusals: list[str] = []
    for result in results:
        row = _clear_counts(result.row)
        declared = declaration_of(ruleset, row, settings[result.table])
        if declared is None:
            continue
        key = _key(row, declared)
        if key not in ways:
            rules = robots_for(ruleset, settings[result.table], declared, refusals)
            if rules is None:
                continue
            ways[key] = Way(row, settings[result.table], declared, rules, {})
        way = ways[key]
        points_by_table = {
            column: (*way.points_by_table.get(column, ()), points)
            for column, points in result.played.items()
        }
        ways[key] = way._replace(
            points_by_table=points_by_table, tables=(*way.tables, result.table)
        )
    ordered = tuple(sorted(ways.values(), key=lambda way: -way.times))
    return ordered, "" if ordered else (refusals[0] if refusals else str(FOULED))


def _clear_counts(row: Row) -> Row:
    """Row without the figures that followed from the cards as that table played them."""
    sale = None if row.sale is None else replace(row.sale, tricks=None)
    return replace(row, units={}, sale=sale, blind_tricks=None)


def robots_for(
    ruleset: RuleSet, settings: Settings, declared: Declared, refusals: list[str]
) -> Rules | None:
    try:
        return robot_rules(ruleset, settings, declared)
    except Refused as refused:
        refusals.append(f"{say(refused.phrase)}.")
    except InputError:
        refusals.append(str(OTHER_RULES))
    return None
