"""A table's sheet and a board as everybody reads them: what was counted, what it came to, why, what
was ruled.

Of a board the commitment is shown at once, its cards and their proof when the partita is closed.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from deals.models import Board, BoardSet
from deals.services import public_record, verify_set
from frame.page import Context
from king.boards import contracts_of_board
from king.cards import SIDES, WINDS, Side, Suit, Wind
from king.dealing import canonical_json
from king.robots.yardstick import has_robots
from king.rulesets.base import HandPlan, RuleSet, Scoring
from king.sheet.comparison import Field, TableResult, luck, peers_of, running_luck
from king.sheet.full_sheet import ScoredRow, ScoredSheet
from printing.pictures import as_svg, lucks, spreads
from scoring.models import Ruling
from scoring.publishing import ComparedEvening
from scoring.robot_means import Means
from scoring.scored_sheets import Average, ScoredTable
from tournaments.board_steps import hands_of_board
from tournaments.models import Entry, Round, Tournament
from wording import naming, results
from wording.ruling_words import effect_in_words, offenders_in_words
from wording.sentences import problem_line, say

Column = Wind | Side


def sheet_page(scored: ScoredTable) -> Context:
    sheet = scored.scored
    return {
        **figures_of(sheet, {ruling.hand for ruling in scored.rulings}),
        "scored": scored,
        "rulings": [
            ruling_line(ruling, scored.averages.get(ruling.hand or 0)) for ruling in scored.rulings
        ],
        "mesa": results.big_win(sheet),
        # Where one plays with a dummy and scores alone, a sum over the players says nothing.
        "soloists": sheet.ruleset.scoring is Scoring.SOLOIST,
    }


def figures_of(sheet: ScoredSheet, ruled: Collection[int | None]) -> Context:
    """Context of a sheet's figures. ``ruled`` has the hands that a decision covers."""
    return {
        "columns": sheet.ruleset.columns,
        "lines": lines_of(sheet, ruled),
        "leader": leader_of(sheet),
        "problems": [problem_line(problem) for problem in sheet.problems],
        # Where each wind has a column, its shade can say who dealt.
        "by_wind": all(isinstance(column, Wind) for column in sheet.ruleset.columns),
        "adjusted": any(sheet.adjustments.values()),
    }


def lines_of(sheet: ScoredSheet, ruled: Collection[int | None]) -> list[Context]:
    """Lines of a sheet, also for rows that nobody has written, which have None for figures.
    ``ruled`` has the hands that a decision covers. Of a line, ``cells`` are column, units and
    points; ``shaded`` is the dealer, or the soloist; ``expected`` is the sum that it should make.
    """
    rows = {row.hand: row for row in sheet.rows}
    lines = [
        _line(plan, rows.get(plan.number), sheet.ruleset, plan.number in ruled)
        for plan in sheet.plans
    ]
    if leader_of(sheet):
        # One side gains what the other loses, so a row adds up to nothing: the first side's lead is
        # the running figure.
        lead = Fraction(0)
        for line in lines:
            _column, _units, points = line["cells"][0]
            lead += points or 0
            line["running"] = None if points is None else lead
    return lines


def leader_of(sheet: ScoredSheet) -> str:
    return naming.column_name(sheet.ruleset.columns[0]) if sheet.ruleset.by_difference else ""


def _line(plan: HandPlan, row: ScoredRow | None, rules: RuleSet, ruled: bool) -> Context:
    columns = rules.columns
    alone = rules.scoring is Scoring.SOLOIST
    contract = row.contract if row and row.contract else plan.contract
    return {
        "number": plan.number,
        "board": plan.board,
        "name": naming.contract_name(contract) if contract else naming.NOTHING,
        "dealer": plan.dealer,
        "shaded": plan.chooser if alone and isinstance(plan.chooser, Wind) else plan.dealer,
        "cells": cells_of(row, columns),
        "trump": trump_of(row),
        "extra": " · ".join(
            filter(
                None,
                (naming.played_with(rules, plan), extra_of(row), _counted_beside(row, columns)),
            )
        ),
        "sum": row.sum if row else None,
        "running": row.running if row else None,
        "why": tuple(map(say, row.explanation)) if row else (),
        "ruled": ruled,
        "expected": row.expected if row else None,
    }


def trump_of(row: ScoredRow | None) -> str:
    return row.row.trump if row and row.row.trump in tuple(Suit) else ""


def extra_of(row: ScoredRow | None) -> str:
    if not row:
        return ""
    return results.without_trump(row.row) if trump_of(row) else results.declaration(row.row)


def cells_of(
    row: ScoredRow | None, columns: tuple[Column, ...]
) -> tuple[tuple[Column, str, Fraction | None], ...]:
    """Cells of a row by column. The two winds of a side are in one cell if units were counted by
    wind.
    """
    if not row:
        return tuple((column, naming.NOTHING, None) for column in columns)
    return tuple(
        (column, _units(row.row.units, column), row.points.get(column)) for column in columns
    )


def _units(units: Mapping[str, int], column: Column) -> str:
    if column in units:
        return str(units[column])
    if isinstance(column, Side):
        counted = [str(units[wind]) for wind in column.winds if wind in units]
        return " + ".join(counted) or naming.NOTHING
    return naming.NOTHING


def _counted_beside(row: ScoredRow | None, columns: tuple[Column, ...]) -> str:
    """Counts of places that have no column: sides, or the dummy's wind if only the soloist
    scores.
    """
    counts = {
        str(wind)
        for column in columns
        for wind in (column, *(column.winds if isinstance(column, Side) else ()))
    }
    units = row.row.units if row else {}
    beside = [
        (place, count)
        for place, count in units.items()
        if place not in counts and place in (*WINDS, *SIDES)
    ]
    return naming.count_words(beside)


def ruling_line(ruling: Ruling, average: Average | None = None) -> Context:
    return {
        "kind": ruling.get_kind_display(),
        "hand": ruling.hand,
        "offender": offenders_in_words(ruling),
        "effect": effect_in_words(ruling, average=average),
        "article": ruling.article,
        "reason": ruling.reason,
    }


SHORT = 12
"""Characters of a commitment that stand on paper."""


def sealed_rounds(tournament: Tournament) -> QuerySet[Round]:
    rounds = tournament.rounds.filter(board_set__isnull=False).select_related("board_set")
    return rounds.order_by("number")


def same_commitment(board_set: BoardSet, text: str) -> bool | None:
    """Whether the text is the commitment or its first characters. Fewer than the short form prove
    nothing. None if nothing can be read.
    """
    written = "".join(text.split()).lower().rstrip("….")
    if not written:
        return None
    return len(written) >= SHORT and board_set.commitment.startswith(written)


def set_page(tournament: Tournament, round_: Round) -> Context:
    """Context of a set's page. ``replaced`` has the boards that were replaced by another, in
    words.
    """
    board_set = round_.board_set
    assert board_set is not None
    page = {"round": round_, "board_set": board_set, "document": document_text(board_set)}
    if not board_set.is_revealed:
        return page
    boards = Board.objects.revealed().in_use().filter(board_set=board_set).order_by("number")
    return page | {
        "boards": [
            {"number": board.number, "name": _name(tournament.rules, board), "dealer": board.dealer}
            for board in boards
        ],
        "check": verify_set(board_set),
        "replaced": [
            _replaced_row(change) for change in public_record(board_set).get("replaced", ())
        ],
    }


def _replaced_row(change: Mapping[str, Any]) -> str:
    if change["spare"]:
        sentence = _("Board %(board)s was replaced by spare %(spare)s.")
    else:
        sentence = _("Board %(board)s was replaced by the cards as they lay on the tables.")
    return f"{sentence % change} {change.get('reason') or ''}".rstrip()


def _name(rules: RuleSet, board: Board) -> str:
    return ", ".join(map(naming.contract_name, contracts_of_board(rules, board.contract)))


def document_text(board_set: BoardSet) -> str:
    return canonical_json(board_set.document)


def board_page(
    round_: Round,
    board: Board,
    tables: Iterable[ScoredTable],
    compared: ComparedEvening | None,
    means: Means,
    own: int | None = None,
) -> Context:
    """Context of a board's page. ``contract`` is the contract that all fields were played as; None
    if each table chose, or if two hands have the same cards (O15). ``means`` are the robots'.
    ``own`` is the number of a table whose results are marked in the pictures.
    """
    rules = round_.tournament.rules
    plans = rules.schedule(round_.tournament.configured)
    hands = hands_of_board(round_.tournament, board.number)
    rows = {
        (row.hand, table.number): row
        for table in tables
        for row in table.scored.rows
        if row.hand in hands
    }
    boards = compared.boards.get(round_.pk, ()) if compared else ()
    contracts = contracts_of_board(rules, board.contract)
    fields = [
        (comparison.hand, field)
        for comparison in boards
        if comparison.hand in hands
        for field in comparison.fields
    ]
    return {
        "board": board,
        "contract": contracts[0] if len(contracts) == 1 else None,
        "is_chosen": not contracts,
        "name": _name(rules, board),
        "hands": [(wind, board.deal.hand(wind)) for wind in board.deal.winds],
        "columns": rules.columns,
        "fields": [
            _traveller(
                field,
                {table: row for (of, table), row in rows.items() if of == hand},
                rules.columns,
                _robots(round_, hand, field, means),
            )
            | _story(rules, field, at, own)
            for at, (hand, field) in enumerate(fields, start=1)
        ],
        "robots_play": all(
            has_robots(rules, plan, plan.contract, round_.tournament.configured)
            for plan in plans
            if plan.number in hands
        ),
        "robots_played": any(_robots(round_, hand, field, means) for hand, field in fields),
        "luck": _luck(round_, board, compared) if compared else None,
    }


def _robots(round_: Round, hand: int, field: Field, means: Means) -> tuple[Fraction, ...]:
    """Robots' mean of the field by column. Empty if it is not computed yet."""
    code = field.contract.code if field.contract else ""
    mean = means.get((round_.number, hand, code), {})
    return tuple(mean[column] for column in round_.tournament.rules.columns if column in mean)


def _story(rules: RuleSet, field: Field, at: int, own: int | None) -> Context:
    columns = {column: peers_of(rules, field, column) for column in rules.columns}
    known = {column: peers for column, peers in columns.items() if peers.mean is not None}
    if not known:
        return {"spread": "", "declarations": "", "stories": []}
    return {
        "spread": as_svg(spreads(known, own), f"spread-{at}", f"spread-words-{at}"),
        "declarations": results.declarations(result.row for result in field.results),
        "stories": [
            (results.spread(column, peers), results.best_ways(field.contract, peers))
            for column, peers in known.items()
        ],
    }


def _luck(round_: Round, board: Board, compared: ComparedEvening) -> Context | None:
    rules, settings = round_.tournament.rules, round_.tournament.configured
    boards = compared.boards.get(round_.pk, ())
    hands = hands_of_board(round_.tournament, board.number)
    running = running_luck(rules, settings, boards)
    if not running:
        return None
    dealt = [
        comparison
        for key, partita in compared.boards.items()
        if key in compared.dealt
        for comparison in partita
    ]
    return {
        "picture": as_svg(lucks(running, board.number), "luck", "luck-words"),
        "here": results.luck_words(
            luck(rules, (comparison for comparison in boards if comparison.hand in hands))
        ),
        "partita": results.luck_words(luck(rules, boards)),
        "evening": results.luck_words(luck(rules, dealt)) if len(compared.dealt) > 1 else "",
    }


def _traveller(
    field: Field,
    rows: Mapping[int, ScoredRow],
    columns: tuple[Column, ...],
    robots: tuple[Fraction, ...],
) -> Context:
    """Context of a board's results. ``robots`` is their mean by column, which stands below the
    tables' results.
    """
    words = {"mean": _("Mean"), "best": _("Best"), "worst": _("Worst"), "spread": _("Spread")}
    lines = [
        _traveller_line(field, result, rows[result.table], columns) for result in field.results
    ]
    figures = [
        (word, tuple(getattr(field.figures[column], name) for column in columns))
        for name, word in words.items()
        if field.is_compared
    ]
    return {
        "contract": field.contract,
        "name": naming.contract_name(field.contract) if field.contract else "",
        "declared": any(line["trump"] or line["extra"] or line["mark"] for line in lines),
        "lines": lines,
        "is_compared": field.is_compared,
        "figures": figures[:1] + [(_("Robots"), robots)] * bool(robots) + figures[1:],
    }


def _traveller_line(
    field: Field, result: TableResult, row: ScoredRow, columns: tuple[Column, ...]
) -> Context:
    cells = [
        {
            "column": column,
            "units": units,
            "points": points,
            "best": field.is_best(result, column),
            "difference": field.difference(result, column) if field.is_compared else None,
        }
        for column, units, points in cells_of(row, columns)
    ]
    return {
        "table": result.table,
        "cells": cells,
        "trump": trump_of(row),
        "extra": extra_of(row),
        "mark": results.mark_words(result.mark),
        "compares": result.compares,
    }


def places_of(
    entry: Entry, rounds: Iterable[Round]
) -> dict[int, tuple[tuple[int, Wind | Side], ...]]:
    """Tables of an entry by key of the partita, each with its wind, or its side for a pair. A team
    has a pair at each of two tables. One query.
    """
    by_side = entry.tournament.rules.by_side
    seats = entry.seats.first_sitting().filter(round__in=rounds, table__isnull=False)
    places: dict[int, dict[tuple[int, Wind | Side], None]] = defaultdict(dict)
    for round_, table, wind in seats.order_by("table__number").values_list(
        "round_id", "table__number", "wind"
    ):
        place = Wind(wind).side if by_side else Wind(wind)
        places[round_][table, place] = None
    return {round_: tuple(numbers) for round_, numbers in places.items()}
