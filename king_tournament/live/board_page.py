"""Boards as everybody may see them: commitments at once, cards, results and proof when the partita is closed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from deals.checking import verify_set
from deals.models import Board, BoardSet
from deals.services import public_record
from king.boards import contracts_of_board
from king.cards import WINDS
from king.dealing import canonical_json
from king.rulesets.base import RuleSet
from king.sheet.comparison import Field, TableResult
from king.sheet.full_sheet import ScoredRow
from king.sheet.stories import luck, peers_of, running_luck
from king_tournament.live.sheet_page import Column, cells_of, extra_of, trump_of
from printing.pictures import as_svg, lucks, spreads, strips_of
from scoring.publishing import ComparedEvening
from scoring.scored_sheets import ScoredTable, rules_in_force
from tournaments.board_steps import hands_of_board
from tournaments.models import Round, Tournament
from wording import naming, stories
from wording.results import mark_words

SHORT = 12
"""Characters of a commitment that stand on paper."""


def set_pages(tournament: Tournament) -> list[dict[str, Any]]:
    """Every partita whose boards are sealed."""
    rounds = tournament.rounds.filter(board_set__isnull=False).select_related("board_set").order_by("number")
    return [_set_page(tournament, round_) for round_ in rounds]


def set_page(tournament: Tournament, number: int | None = None) -> dict[str, Any] | None:
    """The boards of one partita, of the last one that is sealed unless told otherwise; None where they are not."""
    rounds = tournament.rounds.filter(board_set__isnull=False).select_related("board_set").order_by("number")
    round_ = rounds.last() if number is None else rounds.filter(number=number).first()
    return None if round_ is None else _set_page(tournament, round_)


def same_commitment(board_set: BoardSet, text: str) -> bool | None:
    """Whether what somebody wrote down is the commitment, whole or its first characters; None for nothing readable.

    Fewer than the twelve of the short form prove nothing.
    """
    written = "".join(text.split()).lower().rstrip("….")
    if not written:
        return None
    return len(written) >= SHORT and board_set.commitment.startswith(written)


def _set_page(tournament: Tournament, round_: Round) -> dict[str, Any]:
    """The sealed document as its text, and, once revealed, the boards and their proof.

    ``check`` compares the set with what was announced. ``replaced`` are boards that another took the place of: which
    spare (None: cards typed in), and why.
    """
    board_set = round_.board_set
    assert board_set is not None
    page = {"round": round_, "board_set": board_set, "document": document_text(board_set)}
    if not board_set.is_revealed:
        return page
    boards = Board.objects.shown().in_use().filter(board_set=board_set).order_by("number")
    return page | {
        "boards": [
            {"number": board.number, "name": _name(tournament.rules, board), "dealer": board.dealer} for board in boards
        ],
        "check": verify_set(board_set),
        "replaced": public_record(board_set).get("replaced", ()),
    }


def _name(rules: RuleSet, board: Board) -> str:
    return ", ".join(map(naming.contract_name, contracts_of_board(rules, board.contract)))


def document_text(board_set: BoardSet) -> str:
    """The sealed document to the letter: the text whose SHA-256 is the commitment."""
    return canonical_json(board_set.document)


def board_page(
    round_: Round, board: Board, tables: Iterable[ScoredTable], compared: ComparedEvening | None, own: int | None = None
) -> dict[str, Any]:
    """The board with the results of every table, as posted, compared wind by wind: a field for each hand played.

    ``contract`` is what every field was played as, None where each table chose or two hands go with the cards (O15).
    ``own`` is the number of a table whose results are to be found in the pictures.
    """
    rules = round_.tournament.rules
    hands = hands_of_board(round_.tournament, board.number)
    rows = {(row.hand, table.table.number): row for table in tables for row in table.scored.rows if row.hand in hands}
    boards = compared.boards.get(round_.pk, ()) if compared is not None else ()
    contracts = contracts_of_board(rules, board.contract)
    fields = [
        (comparison.hand, field) for comparison in boards if comparison.hand in hands for field in comparison.fields
    ]
    return {
        "board": board,
        "contract": contracts[0] if len(contracts) == 1 else None,
        "is_chosen": not contracts,
        "name": _name(rules, board),
        "hands": [(wind, board.deal.hand(wind)) for wind in WINDS],
        "columns": rules.columns,
        "fields": [
            _traveller(field, {table: row for (of, table), row in rows.items() if of == hand}, rules.columns)
            | _story(rules, field, at, own)
            for at, (hand, field) in enumerate(fields, start=1)
        ],
        "luck": _luck(round_, board, compared) if compared is not None else None,
    }


def _story(rules: RuleSet, field: Field, at: int, own: int | None) -> dict[str, Any]:
    """How far apart the tables were, in a picture and in words, and what the best did otherwise."""
    strips = strips_of(rules, field, own)
    found = {column: peers_of(rules, field, column) for column in rules.columns}
    return {
        "spread": as_svg(spreads(strips), f"spread-{at}", f"spread-words-{at}") if strips else "",
        "declarations": stories.declarations(result.row for result in field.results) if strips else "",
        "stories": [
            (stories.spread(column, peers), stories.best_ways(field.contract, peers))
            for column, peers in found.items() if peers.mean is not None
        ],
    }  # fmt: skip


def _luck(round_: Round, board: Board, compared: ComparedEvening) -> dict[str, Any] | None:
    """What each wind's cards were worth: on this board, in its partita, and in all that are posted."""
    rules, settings = rules_in_force(round_.tournament)
    boards = compared.boards.get(round_.pk, ())
    hands = hands_of_board(round_.tournament, board.number)
    running = running_luck(rules, settings, boards)
    if not running:
        return None
    dealt = [comparison for key, partita in compared.boards.items() if key in compared.dealt for comparison in partita]
    return {
        "picture": as_svg(lucks(running, board.number), "luck", "luck-words"),
        "here": stories.dealt(luck(rules, (comparison for comparison in boards if comparison.hand in hands))),
        "partita": stories.dealt(luck(rules, boards)),
        "evening": stories.dealt(luck(rules, dealt)) if len(compared.dealt) > 1 else "",
    }


def _traveller(field: Field, rows: Mapping[int, ScoredRow], columns: tuple[Column, ...]) -> dict[str, Any]:
    """The tables that played the board as the same hand; ``declared``: one has more to tell than its counts."""
    words = {"mean": _("Mean"), "best": _("Best"), "worst": _("Worst"), "spread": _("Spread")}
    lines = [_traveller_line(field, result, rows[result.table], columns) for result in field.results]
    return {
        "contract": field.contract,
        "name": naming.contract_name(field.contract) if field.contract is not None else "",
        "declared": any(line["trump"] or line["extra"] or line["mark"] for line in lines),
        "lines": lines,
        "figures": [
            (word, tuple(getattr(field.figures[column], name) for column in columns)) for name, word in words.items()
        ] if field.is_compared else (),
    }  # fmt: skip


def _traveller_line(field: Field, result: TableResult, row: ScoredRow, columns: tuple[Column, ...]) -> dict[str, Any]:
    cells = [
        {
            "column": column, "units": units, "points": points, "best": field.is_best(result, column),
            "difference": field.difference(result, column) if field.is_compared else None,
        }
        for column, units, points in cells_of(row, columns)
    ]  # fmt: skip
    return {
        "table": result.table, "cells": cells, "trump": trump_of(row), "extra": extra_of(row),
        "mark": mark_words(result.mark), "compares": result.compares,
    }  # fmt: skip
