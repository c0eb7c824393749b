"""The boards of a round: which hand each is for, who deals it, what is dealt.

In a fixed order board k is hand k and its dealer is known; in a chosen order only the dealer is (§9b). In the quick
game one board is for two hands (O15), so there are fewer boards than rows. The filter for
Domino boards can therefore only be published where a fixed board is Domino: in a chosen order nobody knows before
play which board will be it, and a filter on all of them would spoil the others.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from king.cards import WINDS, Wind
from king.deal import Deal
from king.dealing import DOMINO_EXTREMES, BoardFilter, Document, deal_board, seed_sha256
from king.reading import InputError
from king.rulesets.base import RuleSet
from king.rulesets.contracts import TOGETHER, Contract, Family
from king.rulesets.settings import Settings


@dataclass(frozen=True, slots=True)
class PlannedBoard:
    """A board before it is dealt; ``contract`` is None where it will be chosen at the table, and has the codes of all
    its hands where it is for more than one: ``V+2U`` (O15)."""

    board: int
    contract: str | None
    dealer: Wind | None


@dataclass(frozen=True, slots=True)
class DealtBoard:
    """A board with its cards; round, contract and dealer may be None; ``dealt_as`` is the spare that took its place."""

    round_number: int | None
    board: int
    contract: str | None
    dealer: Wind | None
    deal: Deal
    dealt_as: int | None = None

    @property
    def notation_dealer(self) -> Wind:
        """The dealer for notations that cannot do without: by the board's number in turn where there is none."""
        return self.dealer or WINDS[(self.board - 1) % 4]


@dataclass(frozen=True, slots=True)
class DealtSet:
    """Boards to be written in a notation, with what a heading says of them; ``date`` is ISO (2026-11-20)."""

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
    """The boards of one round of the system, in order; the settings move the first dealer and the turn."""
    plans = ruleset.schedule(settings)
    return tuple(
        PlannedBoard(first.board, _codes(plan.contract for plan in plans if plan.board == first.board), first.dealer)
        for first in plans
        if first.number == first.together[0]
    )


def _codes(contracts: Iterable[Contract | None]) -> str | None:
    return TOGETHER.join(contract.code for contract in contracts if contract is not None) or None


def contracts_of_board(ruleset: RuleSet, codes: str | None) -> tuple[Contract, ...]:
    """The contracts that a board is marked with, one or two; none where it will be chosen, or the system has none."""
    found = (ruleset.find_contract(code) for code in (codes or "").split(TOGETHER))
    return tuple(contract for contract in found if contract is not None)


def plan_filter(ruleset: RuleSet, spares: int = 0, settings: Settings | None = None) -> BoardFilter | None:
    """The condition on the system's Domino boards (§9b), or None where no board is known to be Domino.

    A system that does not say how many aces and kings a hand may hold gets the club's three (A23). Any spare may have
    to stand in for a Domino board, so where there is a condition all of them meet it.
    """
    plans = ruleset.schedule(settings)
    domino = {
        plan.board: plan.contract.code
        for plan in plans
        if plan.contract is not None and plan.contract.family is Family.DOMINO
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
    spares: int = 0,
    settings: Settings | None = None,
) -> Document:
    """Document of these rounds, bare without event, date, datum, spares; settings matter in the quick game alone."""
    return Document(
        ruleset=ruleset.code,
        rounds=tuple(rounds),
        boards=ruleset.schedule(settings)[-1].board,
        seed_sha256=seed_digest,
        event=event,
        date=date,
        filter=plan_filter(ruleset, spares, settings),
        datum=datum,
        deck=ruleset.deck,
        spares=spares,
    )


def deal_boards(
    ruleset: RuleSet, document: Document, seed: bytes, datum: str, rounds: Iterable[int], board: int | None = None
) -> tuple[DealtBoard, ...]:
    """The boards of the rounds under the document, each with its contract and dealer; ``board`` for that one alone.

    Spares are dealt one by one only, when ``board`` asks for one: which board it stands in for is not known here.

    Raises ``InputError`` where the seed does not open the document, or a round or board is not one of it.
    """
    if not document.opens(seed):
        raise InputError(
            f"seed_sha256: the document was sealed with another seed: expected {document.seed_sha256}, "
            f"this seed has {seed_sha256(seed)}"
        )
    if board is not None and not 1 <= board <= document.highest:
        raise InputError(f"board {board}: expected 1 to {document.highest}")
    plans = {plan.board: plan for plan in plan_boards(ruleset, _settings_of(ruleset, document))}
    dealt = []
    for round_number in rounds:
        if round_number not in document.rounds:
            covered = " ".join(map(str, document.rounds))
            raise InputError(f"round {round_number}: the document covers the rounds {covered}")
        for number in range(1, document.boards + 1) if board is None else (board,):
            plan = plans.get(number, PlannedBoard(number, None, None))
            deal = deal_board(seed, datum, round_number, number, document.filter, document.deck)
            dealt.append(DealtBoard(round_number, number, plan.contract, plan.dealer, deal))
    return tuple(dealt)


def _settings_of(ruleset: RuleSet, document: Document) -> Settings:
    """The settings that a document tells: one with just the boards of the quick game is of that, any other of the long
    one, whatever a house edition plays as a rule."""
    quick = ruleset.configure({"quick_game": True})
    return ruleset.configure({"quick_game": document.boards == ruleset.schedule(quick)[-1].board})
