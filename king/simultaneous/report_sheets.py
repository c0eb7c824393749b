"""Sheets of a report, read under the rules of the event, corrected, and scored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from king.cards import SIDES, WINDS, Wind
from king.reading import Node
from king.rulesets import read_ruleset, read_settings
from king.rulesets.base import RuleSet
from king.rulesets.settings import Settings
from king.sheet.board_results import BoardsOfHand, boards_by_hand, label_of
from king.sheet.comparison import PlayedSheet, compares
from king.sheet.full_sheet import ScoredSheet, score
from king.sheet.points import Column, Points
from king.sheet.row import Row
from king.sheet.ruling_kinds import FOULED
from king.sheet.rulings import Ruling
from king.simultaneous.documents import Correction, Report, Terms, name_of
from king.words import Phrase, gettext_noop

SAME_RULES = gettext_noop("the rules and settings of the event")
A_ROUND = gettext_noop("a partita of the event, each once")
TABLE_TWICE = gettext_noop("each table once")
PLACES = gettext_noop("the places {places}")
BETWEEN = " – "
PAIRS = gettext_noop("the winds N E S W, or the pairs NS EW")

Means = Mapping[tuple[int, str, Column], Fraction]
"""Mean points of a board in the whole field, by partita, board and column."""
NOT_KNOWN: Means = {}


@dataclass(frozen=True, slots=True)
class HallSheet:
    """One table of a hall. ``averaged`` are hands that are worth the mean of the whole field."""

    round: int
    table: int
    names: Mapping[Column, str]
    rows: tuple[Row, ...]
    rulings: tuple[Ruling, ...]
    averaged: frozenset[int]
    ruleset: RuleSet
    settings: Settings

    def scored(self, means: Means = NOT_KNOWN) -> ScoredSheet:
        return score(self.ruleset, self.rows, self._rulings(means), self.settings)

    def boards(self, scored: ScoredSheet, means: Means) -> Iterator[tuple[int, BoardsOfHand]]:
        played = PlayedSheet(self.table, scored, self._rulings(means))
        return boards_by_hand(played, self.averaged)

    def compared(self, scored: ScoredSheet) -> Iterator[tuple[str, Points, Points]]:
        """Yield each board whose results can be compared, with points after rulings and as played.
        Means of fields use the points as played (§13.3).
        """
        played = PlayedSheet(self.table, scored, self._rulings(NOT_KNOWN))
        for row in scored.rows:
            if compares(played, row):
                yield label_of(self.ruleset, row.hand, row.row.contract), row.points, row.played

    @property
    def averaged_boards(self) -> dict[int, tuple[int, str]]:
        """Boards that are worth the mean of the field, by number of the hand."""
        return {
            row.hand: (self.round, label_of(self.ruleset, row.hand, row.contract))
            for row in self.rows
            if row.hand in self.averaged
        }

    def _rulings(self, means: Means) -> tuple[Ruling, ...]:
        """Rulings of the sheet. Averaged boards get points from ``means``; a board whose mean is
        not known yet is annulled.
        """
        if not self.averaged:
            return self.rulings
        fouled = []
        for hand, board in self.averaged_boards.items():
            points = {
                str(column): means[*board, column]
                for column in self.ruleset.columns
                if (*board, column) in means
            }
            fouled.append(Ruling(FOULED, hand, points=points or None))
        return (*self.rulings, *fouled)


def read_sheets(
    terms: Terms, report: Report, corrections: Iterable[Correction] = ()
) -> list[HallSheet]:
    """Read the sheets of a report, with the ``corrections`` of its hall applied. Raises
    ``InputError`` with the place of what cannot be read or is not of this event.
    """
    night = Node(report.night, report.source, "night")
    _refuse_other_rules(terms, night)
    rulings = defaultdict[tuple[int, int], list[Ruling]](list)
    for node in night["rulings"].list() if night.has("rulings") else ():
        place = node["round"].integer(), node["table"].integer()
        rulings[place].append(Ruling.from_json(node))
    of_hall = [correction for correction in corrections if correction.hall == report.hall]
    sheets: dict[tuple[int, int], HallSheet] = {}
    rounds: set[int] = set()
    for played in night["rounds"].list():
        number = played["round"].integer()
        if number not in terms.rounds or number in rounds:
            raise played["round"].fail(A_ROUND)
        rounds.add(number)
        for node in played["sheets"].list():
            table = node["table"].integer(1, 9999)
            place = number, table
            if place in sheets:
                raise node["table"].fail(TABLE_TWICE)
            own = [
                correction
                for correction in of_hall
                if correction.round == number and correction.table in (None, table)
            ]
            sheets[place] = _sheet(terms, report, node, place, rulings[place], own)
    return list(sheets.values())


def _refuse_other_rules(terms: Terms, night: Node) -> None:
    rules = night["ruleset"]
    if read_ruleset(rules).as_json() != terms.ruleset.as_json():
        raise rules.fail(SAME_RULES)
    settings = night.get("settings")
    if read_settings(terms.ruleset, settings) != terms.rules_in_force:
        raise (settings or night).fail(SAME_RULES)


def _sheet(
    terms: Terms,
    report: Report,
    node: Node,
    place: tuple[int, int],
    rulings: Iterable[Ruling],
    corrections: Sequence[Correction],
) -> HallSheet:
    """Read one sheet, with the centre's corrections applied. Boards that a spare replaced are
    averaged over the whole field.
    """
    settings = terms.rules_in_force
    spoiled = {spare.board for spare in report.spares if spare.round == place[0]}
    averaged = {plan.number for plan in terms.ruleset.schedule(settings) if plan.board in spoiled}
    if node.has("first_dealer"):
        settings = replace(settings, first_dealer=Wind(node["first_dealer"].choice(WINDS)))
    written = [Row.from_json(row) for row in node["rows"].list()]
    rows = {row.hand: row for row in written}
    rows |= {one.row.hand: one.row for one in corrections if one.row is not None}
    ruled = [*rulings, *(one.ruling for one in corrections if one.ruling is not None)]
    averaged |= {ruling.hand for ruling in ruled if ruling.hand is not None and ruling.is_average}
    # A row given twice stays twice, for the sheet to say so.
    corrected = rows.values() if corrections or len(rows) == len(written) else written
    return HallSheet(
        *place,
        read_names(node["seats"], terms.ruleset),
        tuple(corrected),
        tuple(
            ruling
            for ruling in ruled
            if not ruling.kind.replaces_row or ruling.hand not in averaged
        ),
        frozenset(averaged & rows.keys()),
        terms.ruleset,
        settings,
    )


def read_names(node: Node, ruleset: RuleSet) -> dict[Column, str]:
    """Read the name of the entry of each column: a pair's own, or both of its players' names."""
    places = set(node.object())
    if not ruleset.by_side:
        winds = [Wind(column) for column in ruleset.columns]
        if not set(winds) <= places <= set(WINDS):
            raise node.fail(Phrase(PLACES, places=" ".join(winds)))
        return {wind: name_of(node[wind]) for wind in winds}
    if places == set(SIDES):
        return {side: _pair(node[side]) for side in SIDES}
    if places != set(WINDS):
        raise node.fail(PAIRS)
    return {side: BETWEEN.join(name_of(node[wind]) for wind in side.winds) for side in SIDES}


def _pair(node: Node) -> str:
    if isinstance(node.value, list):
        return BETWEEN.join(name_of(player) for player in node.list())
    return name_of(node)
