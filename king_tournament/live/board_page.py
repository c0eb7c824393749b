"""Boards as everybody may see them: commitments at once, cards, results and proof when the partita is closed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from deals.checking import SetCheck, verify_set
from deals.models import Board, BoardSet
from deals.services import public_record
from king.boards import contracts_of_board
from king.comparison import Field, TableResult
from king.contracts import Contract
from king.deal import Deal
from king.dealing import canonical_json
from king.rulesets import RuleSet
from king.sheet import ScoredRow
from king.winds import WINDS, Wind
from king_tournament.live.sheet_page import Column, cells_of, extra_of, trump_of
from printing import wording
from printing.results import is_best, is_compared, mark_words
from scoring.comparison import compare_tables
from scoring.posted import Posted, tables_as_posted
from tournaments.models import Round, Tournament
from tournaments.services import hands_of_board

SHORT = 12
"""Characters of a commitment that stand on paper."""


@dataclass(frozen=True)
class BoardLink:
    """A revealed board in the list: its number, what is played on it where that is fixed, who deals."""

    number: int
    name: str
    dealer: str


@dataclass(frozen=True)
class Replaced:
    """A board that another took the place of: which spare (None: cards typed in), and why."""

    board: int
    spare: int | None
    reason: str


@dataclass(frozen=True)
class SetPage:
    """A partita's boards: the sealed document as its text, and, once revealed, the boards and their proof.

    ``check`` compares the set with what was announced; None while it is sealed.
    """

    round: Round
    board_set: BoardSet
    document: str
    boards: tuple[BoardLink, ...] = ()
    check: SetCheck | None = None
    replaced: tuple[Replaced, ...] = ()


@dataclass(frozen=True)
class TravellerCell:
    """A column's units and points at a table; ``best`` where nobody did better on these cards."""

    column: Column
    units: str
    points: Fraction | None
    difference: Fraction | None
    best: bool


@dataclass(frozen=True)
class TravellerLine:
    """What a table made of a board; ``mark`` says in words what the arbiter made of it, "" where it was just played."""

    table: int
    cells: tuple[TravellerCell, ...]
    trump: str
    extra: str
    mark: str
    compares: bool


@dataclass(frozen=True)
class TravellerField:
    """The tables that played the board as the same hand, and the figures of each column: mean, best, worst, spread."""

    contract: Contract | None
    lines: tuple[TravellerLine, ...]
    figures: tuple[tuple[str, tuple[Fraction, ...]], ...]

    @property
    def name(self) -> str:
        """What was played."""
        return wording.contract_name(self.contract) if self.contract is not None else ""

    @property
    def declared(self) -> bool:
        """Whether a table has more to tell than its counts: a trump, a sale, a decision."""
        return any(line.trump or line.extra or line.mark for line in self.lines)


@dataclass(frozen=True)
class BoardPage:
    """A revealed board with every table's result, a field for each hand that it was played as.

    ``contracts``: what it is for; none where it was chosen at each table, two in the quick game (O15).
    """

    board: Board
    deal: Deal
    contracts: tuple[Contract, ...]
    columns: tuple[Column, ...]
    fields: tuple[TravellerField, ...]

    @property
    def contract(self) -> Contract | None:
        """What every field was played as; None where that is for each field to say."""
        return self.contracts[0] if len(self.contracts) == 1 else None

    @property
    def is_chosen(self) -> bool:
        """Whether each table chose what to play with these cards."""
        return not self.contracts

    @property
    def name(self) -> str:
        """What is played on it; nothing where it was chosen at each table."""
        return ", ".join(map(wording.contract_name, self.contracts))

    @property
    def hands(self) -> list[tuple[Wind, tuple]]:
        """The four hands."""
        return [(wind, self.deal.hand(wind)) for wind in WINDS]


def set_pages(tournament: Tournament) -> list[SetPage]:
    """Every partita whose boards are sealed."""
    rounds = tournament.rounds.filter(board_set__isnull=False).select_related("board_set").order_by("number")
    return [_set_page(tournament, round_) for round_ in rounds]


def set_page(tournament: Tournament, number: int | None = None) -> SetPage | None:
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


def _set_page(tournament: Tournament, round_: Round) -> SetPage:
    board_set = round_.board_set
    assert board_set is not None
    if not board_set.is_revealed:
        return SetPage(round_, board_set, document_text(board_set))
    boards = Board.objects.shown().in_use().filter(board_set=board_set).order_by("number")
    replaced = public_record(board_set).get("replaced", ())
    return SetPage(
        round_,
        board_set,
        document_text(board_set),
        tuple(BoardLink(board.number, _name(tournament.rules, board), board.dealer) for board in boards),
        verify_set(board_set),
        tuple(Replaced(each["board"], each["spare"], each["reason"]) for each in replaced),
    )


def _name(rules: RuleSet, board: Board) -> str:
    return ", ".join(map(wording.contract_name, contracts_of_board(rules, board.contract)))


def document_text(board_set: BoardSet) -> str:
    """The sealed document to the letter: the text whose SHA-256 is the commitment."""
    return canonical_json(board_set.document)


def board_page(round_: Round, board: Board, posted: Posted | None) -> BoardPage:
    """The board with the results of every table, as posted, compared wind by wind."""
    rules = round_.tournament.rules
    tables = tables_as_posted(posted, [round_]).get(round_.pk, ()) if posted is not None else ()
    hands = hands_of_board(round_.tournament, board.number)
    rows = {(row.hand, each.table.number): row for each in tables for row in each.scored.rows if row.hand in hands}
    compared = [each for each in compare_tables(tables) if each.hand in hands]
    return BoardPage(
        board=board,
        deal=board.deal,
        contracts=contracts_of_board(rules, board.contract),
        columns=rules.columns,
        fields=tuple(
            _traveller(field, {table: row for (hand, table), row in rows.items() if hand == each.hand}, rules.columns)
            for each in compared
            for field in each.fields
        ),
    )


def _traveller(field: Field, rows: Mapping[int, ScoredRow], columns: tuple[Column, ...]) -> TravellerField:
    words = {"mean": _("Mean"), "best": _("Best"), "worst": _("Worst"), "spread": _("Spread")}
    return TravellerField(
        field.contract,
        tuple(_traveller_line(field, result, rows[result.table], columns) for result in field.results),
        tuple(
            (word, tuple(getattr(field.figures[column], name) for column in columns)) for name, word in words.items()
        ) if is_compared(field) else (),
    )  # fmt: skip


def _traveller_line(field: Field, result: TableResult, row: ScoredRow, columns: tuple[Column, ...]) -> TravellerLine:
    cells = tuple(
        TravellerCell(
            column,
            units,
            points,
            field.difference(result, column) if is_compared(field) else None,
            is_best(field, result, column),
        )
        for column, units, points in cells_of(row, columns)
    )
    return TravellerLine(result.table, cells, trump_of(row), extra_of(row), mark_words(result.mark), result.compares)
