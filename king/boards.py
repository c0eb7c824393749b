"""Boards of a round: the hand each is for, its dealer, and its cards.

A filter for Domino is published if a certain board is Domino. If hands are chosen, nobody knows
which board it will be (§9b).
"""

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from king.cards import WINDS, Deal, Wind
from king.dealing import DOMINO_EXTREMES, BoardFilter, Document, deal_board, seed_sha256
from king.reading import InputError
from king.rulesets.base import RuleSet
from king.rulesets.contracts import TOGETHER, Contract, Family
from king.rulesets.settings import Settings


def dealer_in_notations(dealer: Wind | None, board: int) -> Wind:
    """Return the board's dealer, or the one that its number implies. Notations always name a dealer
    (R12).
    """
    return dealer or WINDS[(board - 1) % 4]


class PlannedBoard(NamedTuple):
    """A board of the plan. ``contract`` is None if it will be chosen; a board of merged hands has
    all their codes, ``V+2U`` (O15).
    """

    board: int
    contract: str | None
    dealer: Wind | None

    @property
    def notation_dealer(self) -> Wind:
        return dealer_in_notations(self.dealer, self.board)


class DealtBoard(NamedTuple):
    """A dealt board. Round, contract and dealer may be None. ``dealt_as`` is the number of the
    spare that replaced it.
    """

    round_number: int | None
    board: int
    contract: str | None
    dealer: Wind | None
    deal: Deal
    dealt_as: int | None = None

    @property
    def notation_dealer(self) -> Wind:
        return dealer_in_notations(self.dealer, self.board)


class DealtSet(NamedTuple):
    """Boards to be written in a notation, with the data of its heading. ``date`` is ISO
    (2026-11-20).
    """

    boards: tuple[DealtBoard, ...]
    event: str | None = None
    site: str | None = None
    date: str | None = None
    ruleset: str | None = None
    document: Document | None = None

    @property
    def deck(self) -> int:
        return self.boards[0].deal.size if self.boards else 52


def plan_boards(ruleset: RuleSet, settings: Settings | None = None) -> tuple[PlannedBoard, ...]:
    boards = []
    for board, hands in groupby(ruleset.schedule(settings), key=lambda plan: plan.board):
        first, *others = hands
        codes = [plan.contract.code for plan in (first, *others) if plan.contract]
        boards.append(PlannedBoard(board, TOGETHER.join(codes) or None, first.dealer))
    return tuple(boards)


def contracts_of_board(ruleset: RuleSet, codes: str | None) -> tuple[Contract, ...]:
    """Contracts of the board, one or two; none if it will be chosen, or if the system has no
    contract of that code.
    """
    contracts = (ruleset.find_contract(code) for code in (codes or "").split(TOGETHER))
    return tuple(contract for contract in contracts if contract is not None)


def plan_filter(
    ruleset: RuleSet, spares: int = 0, settings: Settings | None = None
) -> BoardFilter | None:
    """Condition on the system's Domino boards, or None if no board is known to be Domino.

    A system without a limit gets the club's (A23). Spares have to meet it too, because any may
    replace a Domino board.
    """
    plans = ruleset.schedule(settings)
    domino = {
        plan.board: plan.contract.code
        for plan in plans
        if plan.contract and plan.contract.family is Family.DOMINO
    }
    if not domino:
        return None
    limit = DOMINO_EXTREMES if ruleset.max_extremes is None else ruleset.max_extremes
    last = plans[-1].board
    standing_by = range(last + 1, last + spares + 1)
    return BoardFilter(next(iter(domino.values())), (*domino, *standing_by), limit)


def bare_document(
    ruleset: RuleSet,
    rounds: Iterable[int],
    seed_digest: str,
    *,
    event: str | None = None,
    date: str | None = None,
    datum: str | None = None,
    datum_sha256: str | None = None,
    spares: int = 0,
    settings: Settings | None = None,
) -> Document:
    """Document without event, date, datum and spares. Settings only matter in the quick game."""
    return Document(
        ruleset=ruleset.code,
        rounds=tuple(rounds),
        boards=ruleset.schedule(settings)[-1].board,
        seed_sha256=seed_digest,
        event=event,
        date=date,
        filter=plan_filter(ruleset, spares, settings),
        datum=datum,
        datum_sha256=datum_sha256,
        deck=ruleset.deck,
        players=len(ruleset.winds),
        spares=spares,
    )


def deal_boards(
    ruleset: RuleSet,
    document: Document,
    seed: bytes,
    datum: str,
    rounds: Iterable[int],
    board: int | None = None,
) -> tuple[DealtBoard, ...]:
    """Deal the boards of the rounds, or only ``board``. Spares are dealt only by ``board``, because
    it is not known here which board they replace.

    Raises ``InputError`` if the seed does not match the document, if the announced datum is missing
    or wrong, or if a round or board is not in the document.
    """
    if not document.opens(seed):
        raise InputError(
            f"seed_sha256: the document was sealed with another seed: expected {document.seed_sha256}, "
            f"this seed has {seed_sha256(seed)}"
        )
    document.verify_datum(datum)
    if board is not None and not 1 <= board <= document.highest:
        raise InputError(f"board {board}: expected 1 to {document.highest}")
    # Only just the boards of the quick game say that it is one, whatever a house edition plays as a
    # rule.
    quick, long = (
        plan_boards(ruleset, ruleset.configure({"quick_game": q})) for q in (True, False)
    )
    plans = {plan.board: plan for plan in (quick if len(quick) == document.boards else long)}
    dealt = []
    for round_number in rounds:
        if round_number not in document.rounds:
            covered = " ".join(map(str, document.rounds))
            raise InputError(f"round {round_number}: the document covers the rounds {covered}")
        for number in range(1, document.boards + 1) if board is None else (board,):
            plan = plans.get(number, PlannedBoard(number, None, None))
            shape = document.filter, document.deck, document.players
            deal = deal_board(seed, datum, round_number, number, *shape)
            dealt.append(DealtBoard(round_number, number, plan.contract, plan.dealer, deal))
    return tuple(dealt)
