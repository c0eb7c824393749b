"""Boards as everybody may see them: commitments at once, cards, results and proof when the partita is closed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from deals.checking import verify_set
from deals.models import Board, BoardSet
from deals.services import public_record
from king.boards import contracts_of_board
from king.cards.dealing import canonical_json
from king.cards.winds import WINDS
from king.rulesets.base import RuleSet
from king.sheet.comparison import Field, TableResult
from king.sheet.full_sheet import ScoredRow
from king_tournament.live.sheet_page import Column, cells_of, extra_of, trump_of
from scoring.scored_sheets import ScoredTable, compare_tables
from tournaments.board_steps import hands_of_board
from tournaments.models import Round, Tournament
from wording import naming
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


def board_page(round_: Round, board: Board, tables: Iterable[ScoredTable]) -> dict[str, Any]:
    """The board with the results of every table, as posted, compared wind by wind: a field for each hand played.

    ``contract`` is what every field was played as, None where each table chose or two hands go with the cards (O15).
    """
    rules = round_.tournament.rules
    tables = tuple(tables)
    hands = hands_of_board(round_.tournament, board.number)
    rows = {(row.hand, each.table.number): row for each in tables for row in each.scored.rows if row.hand in hands}
    compared = [each for each in compare_tables(tables) if each.hand in hands]
    contracts = contracts_of_board(rules, board.contract)
    return {
        "board": board,
        "contract": contracts[0] if len(contracts) == 1 else None,
        "is_chosen": not contracts,
        "name": _name(rules, board),
        "hands": [(wind, board.deal.hand(wind)) for wind in WINDS],
        "columns": rules.columns,
        "fields": [
            _traveller(field, {table: row for (hand, table), row in rows.items() if hand == each.hand}, rules.columns)
            for each in compared
            for field in each.fields
        ],
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
