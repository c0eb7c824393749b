"""The plan for two helpers: who prepares which hand while which is played, and how many decks that takes (§7, 6).

Everything prepared before the evening takes a deck for each hand and table. With two helpers in a corner of the hall
two decks for each table are enough: one is on the table, the other is being dealt for the next hand. No card is on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.lib.units import mm

from king.boards import plan_boards
from king.contracts import Contract
from printing.occasion import Occasion, check_plays_boards, find_round, occasion_of
from printing.options import Options
from printing.paper import Box, Pen, Progress, heading, make_document
from printing.setting_words import deck_words
from printing.slips import tables_of
from printing.wording import board_title
from tournaments.models import Tournament

FIRST, SECOND = "A", "B"
"""The two sets of decks, which take turns."""

_ROW = 9.5 * mm


@dataclass(frozen=True, slots=True)
class Step:
    """One hand to prepare with a set of decks, while ``while_playing`` is played; None before the start.

    ``collect`` is the hand whose cards come back from the tables first; None where the decks are still sorted.
    """

    while_playing: int | None
    prepare: int
    contract: Contract | None
    decks: str
    collect: int | None


@dataclass(frozen=True, slots=True)
class DealingPlan:
    """The plan of a partita for so many tables.

    ``boards``: for each step the rows and the contracts that its cards are for; left out, the step's own number.
    """

    occasion: Occasion
    tables: int
    steps: tuple[Step, ...]
    boards: tuple[tuple[tuple[int, ...], tuple[Contract, ...]], ...] = ()
    deck: str = ""

    def title(self, step: int, *, with_contracts: bool = False) -> str:
        """What the cards of a step are called."""
        hands, contracts = self.boards[step - 1] if self.boards else ((step,), ())
        return board_title(step, contracts if with_contracts else (), hands)

    @property
    def decks_at_once(self) -> int:
        """Decks where everything is prepared before play: one for each hand and table."""
        return len(self.steps) * self.tables

    @property
    def decks_in_turn(self) -> int:
        """Decks where two sets take turns."""
        return min(2, len(self.steps)) * self.tables

    @property
    def packets(self) -> int:
        """Packets of cards for one hand: four a table."""
        return 4 * self.tables


def plan_steps(contracts: Sequence[Contract | None]) -> tuple[Step, ...]:
    """The steps for these hands: the first before the start, then hand k + 1 while hand k is played.

    The decks of hand k are free again when hand k + 1 begins, and are dealt as hand k + 2.
    """
    return tuple(
        Step(
            while_playing=hand - 1 if hand > 1 else None,
            prepare=hand,
            contract=contract,
            decks=FIRST if hand % 2 else SECOND,
            collect=hand - 2 if hand > 2 else None,
        )
        for hand, contract in enumerate(contracts, start=1)
    )


def gather(tournament: Tournament, options: Options) -> DealingPlan:
    """The hands of the partita and its tables; neither boards nor cards are read."""
    round = find_round(tournament, options.round)
    check_plays_boards(tournament, round)
    rules = tournament.rules
    settings = rules.configure(tournament.settings)
    tables = tables_of(tournament, round, Options())
    played = [rules.played_on(board.board, settings) for board in plan_boards(rules, settings)]
    boards = tuple(
        (tuple(plan.number for plan in plans), tuple(plan.contract for plan in plans if plan.contract is not None))
        for plans in played
    )
    steps = plan_steps([plans[0].contract for plans in played])
    return DealingPlan(occasion_of(tournament, round), len(tables), steps, boards, deck_words(rules))


def render(plan: DealingPlan, progress: Progress | None = None) -> bytes:
    """One page, or as many as the hands take."""
    most = 20
    pages = [partial(_draw_page, plan, plan.steps[at : at + most]) for at in range(0, len(plan.steps), most)]
    return make_document(pages, plan.occasion.footing(), title=_("Plan for two helpers"), progress=progress)


def _draw_page(plan: DealingPlan, steps: tuple[Step, ...], pen: Pen) -> None:
    tables = ngettext("%(count)d table", "%(count)d tables", plan.tables) % {"count": plan.tables}
    rest = heading(pen, _("Plan for two helpers"), plan.occasion.subject, tables)
    words, body = rest.rows(38 * mm, rest.height - 38 * mm)
    for text, line in zip(_how(plan), words.rows(*[words.height / 4] * 4), strict=True):
        pen.text(line.inset(0, 0.5 * mm), text, 9.5, paragraph=True, upright="top")
    head, *rows = body.rows(9 * mm, *[_ROW] * len(steps))
    texts = (
        _("While this is played"), _("prepare"), _("Decks"), _("from"), _("dealt"), _("counted"), _("on the tables"),
    )  # fmt: skip
    for cell, text in zip(_cells(head), texts, strict=True):
        pen.text(cell.inset(0.5 * mm), text, 8, grey=0.2, paragraph=True, upright="bottom")
    for step, row in zip(steps, rows, strict=True):
        _draw_step(pen, row, step, plan)


def _how(plan: DealingPlan) -> tuple[str, ...]:
    numbers = {"in_turn": plan.decks_in_turn, "at_once": plan.decks_at_once, "packets": plan.packets}
    decks = _("Decks: %(in_turn)d in two sets, A and B, that take turns; %(at_once)d where every hand is prepared "
              "before the evening. Each hand is %(packets)d packets.") % numbers  # fmt: skip
    return (
        " ".join(filter(None, (decks, plan.deck))),
        _("First helper: takes a deck of the set, sorts it, deals it by the deck-order list or looks the cards out by "
          "the slips, one table after the other."),
        _("Second helper: counts each packet and its checksum, puts its label on, ticks it off, and lays the four "
          "packets of a table together."),
        _("The cards of a hand come back when everybody has begun the next one, never before its row is written. "
          "Nobody who plays helps, and the lists stay face down."),
    )  # fmt: skip


def _cells(row: Box) -> tuple[Box, ...]:
    return row.columns(37 * mm, 62 * mm, 15 * mm, 29 * mm, 15 * mm, 16 * mm, 16 * mm)


def _draw_step(pen: Pen, row: Box, step: Step, plan: DealingPlan) -> None:
    playing, prepare, decks, source, *ticks = _cells(row)
    pen.line(row.x, row.top, row.right, row.top, 0.3, 0.5)
    before = _("before the start")
    if step.while_playing is not None:
        before = plan.title(step.while_playing)
    pen.text(playing.inset(0.5 * mm), before, 10, grey=0.2)
    pen.text(prepare.inset(0.5 * mm), plan.title(step.prepare, with_contracts=True), 11, bold=True)
    pen.text(decks.inset(0.5 * mm), step.decks, 12, bold=True, align="center")
    came = _("sorted decks")
    if step.collect is not None:
        came = _("cards of: %(hand)s") % {"hand": plan.title(step.collect)}
    pen.text(source.inset(0.5 * mm), came, 8.5, grey=0.2)
    for cell in ticks:
        pen.frame(Box(cell.x + cell.width / 2 - 2.5 * mm, cell.y + cell.height / 2 - 2.5 * mm, 5 * mm, 5 * mm), 0.6)
