"""For those who prepare the cards: the helpers' plan, deck orders, labels, the tick list, master
diagrams (§7).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.lib.colors import black
from reportlab.lib.units import mm

from king.boards import plan_boards
from king.cards import WINDS, Wind
from king.notation.files import Run, packing_runs
from king.rulesets.contracts import Contract
from printing import lists
from printing.documents.hand_records import draw_diagram
from printing.documents.slips import RoundSlips, SlipBoard, Slips, rounds_with_boards, tables_of
from printing.lists import (
    Cell,
    Column,
    Drawing,
    LabelSheet,
    Listing,
    in_even_parts,
    list_pages,
    tick_box,
    words,
)
from printing.occasion import Occasion, Options, check_plays_boards, find_round, occasion_of
from printing.paper import HEADING, PORTRAIT, Box, Page, Pen, Progress, body_of, make_document
from tournaments.models import Tournament
from wording.naming import board_title, checksum_rule, wind_name
from wording.rules import deck_words

FIRST, SECOND = "A", "B"
"""The two sets of decks, which take turns."""


@dataclass(frozen=True, slots=True)
class Step:
    """One hand to prepare with a set of decks, while ``while_playing`` is played; None before the
    start.

    ``collect`` is the hand whose cards come back from the tables first; None where the decks are
    still sorted.
    """

    while_playing: int | None
    prepare: int
    contract: Contract | None
    decks: str
    collect: int | None


@dataclass(frozen=True, slots=True)
class DealingPlan:
    """The plan of a partita for so many tables.

    ``boards``: for each step the rows and the contracts that its cards are for; left out, the
    step's own number.
    """

    occasion: Occasion
    tables: int
    steps: tuple[Step, ...]
    boards: tuple[tuple[tuple[int, ...], tuple[Contract, ...]], ...] = ()
    deck: str = ""

    def title(self, step: int, *, with_contracts: bool = False) -> str:
        hands, contracts = self.boards[step - 1] if self.boards else ((step,), ())
        return board_title(step, contracts if with_contracts else (), hands)

    @property
    def decks_at_once(self) -> int:
        return len(self.steps) * self.tables

    @property
    def decks_in_turn(self) -> int:
        return min(2, len(self.steps)) * self.tables

    @property
    def packets(self) -> int:
        return 4 * self.tables


def plan_steps(contracts: Sequence[Contract | None]) -> tuple[Step, ...]:
    """The decks of hand k are free again when hand k + 1 begins, and are dealt as hand k + 2."""
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


def gather_dealing_plan(tournament: Tournament, options: Options) -> DealingPlan:
    """Neither boards nor cards are read."""
    round = find_round(tournament, options.round)
    check_plays_boards(tournament, round)
    rules = tournament.rules
    settings = rules.configure(tournament.settings)
    tables = tables_of(tournament, round, Options())
    played = [rules.played_on(board.board, settings) for board in plan_boards(rules, settings)]
    boards = tuple(
        (
            tuple(plan.number for plan in plans),
            tuple(plan.contract for plan in plans if plan.contract is not None),
        )
        for plans in played
    )
    steps = plan_steps([plans[0].contract for plans in played])
    return DealingPlan(
        occasion_of(tournament, round), len(tables), steps, boards, deck_words(rules)
    )


def render_dealing_plan(plan: DealingPlan, progress: Progress | None = None) -> bytes:
    columns = (
        Column(_("While this is played"), 37 * mm, grey=0.2),
        Column(_("prepare"), bold=True, size=1.1),
        Column(_("Decks"), 15 * mm, "center", bold=True, size=1.2),
        Column(_("from"), 29 * mm, size=0.85, grey=0.2),
        *(
            Column(title, 16 * mm, "center")
            for title in (_("dealt"), _("counted"), _("on the tables"))
        ),
    )
    listing = Listing(columns, [_step_cells(step, plan) for step in plan.steps])
    story = [
        *(words(text, below=2.5 * mm) for text in _how(plan)),
        listing.table(body_of(PORTRAIT).width, 9.5 * mm),
    ]
    tables = ngettext("%(count)d table", "%(count)d tables", plan.tables) % {"count": plan.tables}
    pages = list_pages(story, _("Plan for two helpers"), plan.occasion.subject, tables)
    return make_document(
        pages, plan.occasion.footing(), title=_("Plan for two helpers"), progress=progress
    )


def _how(plan: DealingPlan) -> tuple[str, ...]:
    numbers = {
        "in_turn": plan.decks_in_turn,
        "at_once": plan.decks_at_once,
        "packets": plan.packets,
    }
    decks = (
        _(
            "Decks: %(in_turn)d in two sets, A and B, that take turns; %(at_once)d where every hand is prepared "
            "before the evening. Each hand is %(packets)d packets."
        )
        % numbers
    )
    return (
        " ".join(filter(None, (decks, plan.deck))),
        _(
            "First helper: takes a deck of the set, sorts it, deals it by the deck-order list or looks the cards out by "
            "the slips, one table after the other."
        ),
        _(
            "Second helper: counts each packet and its checksum, puts its label on, ticks it off, and lays the four "
            "packets of a table together."
        ),
        _(
            "The cards of a hand come back when everybody has begun the next one, never before its row is written. "
            "Nobody who plays helps, and the lists stay face down."
        ),
    )


def _step_cells(step: Step, plan: DealingPlan) -> tuple[Cell, ...]:
    before = _("before the start") if step.while_playing is None else plan.title(step.while_playing)
    came = _("sorted decks")
    if step.collect is not None:
        came = _("cards of: %(hand)s") % {"hand": plan.title(step.collect)}
    ticks = [tick_box(side=5 * mm, align="center")] * 3
    return before, plan.title(step.prepare, with_contracts=True), step.decks, came, *ticks


# Deck-order lists: how to deal a board from a sorted deck in one pass, run by run, without
# searching a card (§7, 6). The deck lies face up, ace of spades on top, each suit from the ace
# down. A list says for each run of neighbouring cards to which wind it goes: the helper's hand
# follows the line, and four piles of equal size are the board.

_HEAD, _FOOT = 9 * mm, 7 * mm


def render_deck_lists(cards: Slips, progress: Progress | None = None) -> bytes:
    how = _(
        "Sort the deck: ace of spades on top, each suit from the ace down, spades, hearts, diamonds, clubs. "
        "Lay each run on the pile of its wind; at the end each pile has as many cards as the others."
    )
    above = [words(" ".join(filter(None, (cards.deck, how))), 8.5, grey=0.2)]
    tall = (body_of(PORTRAIT).height - HEADING - 10 * mm) / 3
    story = [
        lists.Drawn(partial(_draw_list, round_.number, board), tall)
        for round_ in cards.rounds
        for board in round_.boards
    ]
    pages = list_pages(story, _("Deck-order lists"), cards.occasion.subject, above=above)
    footing = cards.occasion.footing()
    return make_document(
        pages, footing, title=_("Deck-order lists"), suits=cards.suits, progress=progress
    )


def _draw_list(round: int, board: SlipBoard, pen: Pen, place: Box) -> None:
    box = place.inset(0, 1.5 * mm)
    pen.frame(box, 0.6, grey=0.3)
    inner = box.inset(2.5 * mm, 1.5 * mm)
    head, body, foot = inner.rows(_HEAD, inner.height - _HEAD - _FOOT, _FOOT)
    title = _("Partita %(number)d") % {"number": round} + " · " + board.title
    pen.text(head, title, 12.5, bold=True)
    by_suit = [
        tuple(runs)
        for _suit, runs in groupby(packing_runs(board.deal), key=lambda run: run.cards[0].suit)
    ]
    for line, runs in zip(
        body.rows(*[body.height / len(by_suit)] * len(by_suit)), by_suit, strict=True
    ):
        _draw_suit(pen, line.inset(0, 0.6 * mm), runs, board.deal.size // 4)
    checks = "   ".join(
        _("%(wind)s %(count)d cards, checksum %(checksum)s")
        % {
            "wind": wind_name(wind),
            "count": board.deal.size // 4,
            "checksum": board.deal.checksum(wind),
        }
        for wind in WINDS
    )
    pen.text(foot, checks, 8.5, grey=0.15)


def _draw_suit(pen: Pen, line: Box, runs: tuple[Run, ...], length: int) -> None:
    size = 6 * mm
    pen.suit(runs[0].cards[0].suit, line.x, line.y + line.height / 2 - size / 2, size)
    card = (line.width - 8 * mm) / length
    left = line.x + 8 * mm
    for run in runs:
        box = Box(left, line.y, card * len(run.cards), line.height)
        pen.frame(box, 0.9)
        ranks, wind = box.rows(box.height * 0.5, box.height * 0.5)
        for place, held in enumerate(run.cards):
            cell = Box(left + place * card, ranks.y, card, ranks.height)
            pen.text(cell.inset(0.5 * mm, 0.7 * mm), held.rank.label, 13, bold=True, align="center")
        badge = min(wind.height - 0.5 * mm, 8 * mm)
        count = f"× {len(run.cards)}" if len(run.cards) > 1 else ""
        wide = badge + (8 * mm if count else 0)
        start = box.x + (box.width - wide) / 2
        pen.badge(run.wind, start, wind.y + 0.5 * mm, badge)
        pen.text(Box(start + badge + 1 * mm, wind.y, 7 * mm, wind.height), count, 10)
        left = box.right


Label = tuple[int, str, int | None, Wind]
"""Partita, hand, table and wind; no table of a set without one."""


def gather_labels(tournament: Tournament, options: Options) -> tuple[Occasion, list[Label]]:
    """No card is read."""
    rounds = rounds_with_boards(tournament, options)
    labels: list[Label] = []
    for round in rounds:
        assert round.board_set is not None
        boards = round.board_set.boards.in_use().order_by("number").values_list("number", flat=True)
        hands = [_hands(tournament, board) for board in boards if options.board in (None, board)]
        tables = tables_of(tournament, round, options)
        pairs = [(hand, table) for table in tables for hand in hands]
        if options.order == "board":
            pairs = [(hand, table) for hand in hands for table in tables]
        labels += [(round.number, hand, table, wind) for hand, table in pairs for wind in WINDS]
    return occasion_of(tournament, rounds[0] if len(rounds) == 1 else None), labels


def _hands(tournament: Tournament, board: int) -> str:
    """``3``, or ``3+4`` (O15)."""
    plans = tournament.rules.played_on(board, tournament.rules.configure(tournament.settings))
    return "+".join(str(plan.number) for plan in plans) or str(board)


def render_labels(
    gathered: tuple[Occasion, list[Label]], progress: Progress | None = None
) -> bytes:
    occasion, labels = gathered
    pages = LabelSheet(3, 10, 27 * mm).pages(labels, _draw_label)
    return make_document(pages, occasion.footing(), title=_("Packet labels"), progress=progress)


def _draw_label(pen: Pen, sheet: Box, label: Label) -> None:
    round, hand, table, wind = label
    box = sheet.inset(2.5 * mm)
    pen.badge(wind, box.x - 1 * mm, box.y + box.height / 2 - 8 * mm, 16 * mm)
    beside = Box(box.x + 17 * mm, box.y, box.width - 17 * mm, box.height)
    first, second = beside.rows(box.height * 0.55, box.height * 0.45)
    place = {"round": round, "hand": hand, "table": table}
    text = (
        _("P%(round)d · hand %(hand)s")
        if table is None
        else _("P%(round)d · hand %(hand)s · tbl. %(table)d")
    )
    pen.text(first, text % place, 12, bold=True)
    pen.text(second, wind_name(wind), 12)


# The tick list: for every packet of cards its count and checksum, and a box for each table (§7,
# point 6). One helper looks the cards out, the other counts the packet, counts its checksum, and
# ticks: a packet without a tick is not on its table yet.

_ABOVE, _TICK_ROW, _TICK = 17 * mm, 5.6 * mm, 8 * mm
BOARDS_ON_A_PAGE = int((body_of(PORTRAIT).height - HEADING - _ABOVE) / (4 * _TICK_ROW))
TABLES_ON_A_PAGE = int((body_of(PORTRAIT).width - 107 * mm) / _TICK)


def render_tick_list(ticks: Slips, progress: Progress | None = None) -> bytes:
    pages = [
        _tick_page(ticks, round_, boards, tables)
        for round_ in ticks.rounds
        for tables in in_even_parts(round_.tables, TABLES_ON_A_PAGE)
        for boards in in_even_parts(round_.boards, BOARDS_ON_A_PAGE)
    ]
    return make_document(pages, ticks.occasion.footing(), title=_("Tick list"), progress=progress)


def _tick_page(
    ticks: Slips, each: RoundSlips, boards: tuple[SlipBoard, ...], tables: tuple[int | None, ...]
) -> Page:
    row = min(7.5 * mm, (body_of(PORTRAIT).height - HEADING - _ABOVE) / (4 * len(boards)))
    columns = [
        Column(_("Hand"), 52 * mm),
        Column(_("Wind"), 24 * mm),
        Column(_("cards"), 13 * mm, "center"),
        Column(_("checksum"), 18 * mm, "center"),
        *(Column(_number(table), _TICK, "center") for table in tables),
    ]
    lines: list[tuple[Cell, ...]] = []
    style: list[tuple[Any, ...]] = []
    for at, board in enumerate(boards):
        style += [
            ("SPAN", (0, 4 * at), (0, 4 * at + 3)),
            ("LINEABOVE", (0, 4 * at), (-1, 4 * at), 0.8, black),
        ]
        title = words(board.title, bold=True)
        lines += [
            (
                title if wind == WINDS[0] else "",
                lists.with_badges((wind,), wind_name(wind), 9, bold=False),
                str(board.deal.size // 4),
                lists.Strong(board.deal.checksum(wind)),
                *[tick_box(side=min(row, _TICK_ROW) - 1.6 * mm, align="center")] * len(tables),
            )
            for wind in WINDS
        ]
    wide = sum(column.width for column in columns)
    table = Listing(columns, lines, style=style).table(wide, row, fixed=True)
    about = ticks.occasion.evening, _("Partita %(number)d") % {"number": each.number}
    rule = words(checksum_rule(), 8.5, grey=0.2)
    return lists.page_of([(wide, [table])], _("Tick list"), *about, above=[rule])


def _number(table: int | None) -> Drawing:
    said = _("set") if table is None else str(table)
    return lambda pen, box: pen.text(box, said, 10, bold=True, align="center")


_TITLE, _DIAGRAM_FOOT = 9 * mm, 6 * mm


def render_master_diagrams(diagrams: Slips, progress: Progress | None = None) -> bytes:
    sheet = LabelSheet(2, 3, (body_of(PORTRAIT).height - HEADING) / 3)
    pages: list[Page] = []
    for round_ in diagrams.rounds:
        head = (
            _("Master diagrams"),
            diagrams.occasion.evening,
            _("Partita %(number)d") % {"number": round_.number},
        )
        pages += sheet.pages(round_.boards, _draw_diagram_board, *head)
    state = _("sealed: for who prepares the boards") if diagrams.sealed else ""
    return make_document(
        pages,
        diagrams.occasion.footing(state),
        title=_("Master diagrams"),
        suits=diagrams.suits,
        progress=progress,
    )


def _draw_diagram_board(pen: Pen, place: Box, board: SlipBoard) -> None:
    box = place.inset(1 * mm, 1.5 * mm)
    pen.frame(box, 0.5, grey=0.4)
    title, diagram, foot = box.inset(2 * mm, 1 * mm).rows(
        _TITLE, box.height - _TITLE - _DIAGRAM_FOOT - 2 * mm, _DIAGRAM_FOOT
    )
    dealer = _("dealer %(wind)s") % {"wind": wind_name(board.dealer)}
    pen.text(title, f"{board.title} · {dealer}", 10.5, bold=True, paragraph=True)
    draw_diagram(pen, diagram, board.deal)
    checks = " · ".join(f"{wind_name(wind)} {board.deal.checksum(wind)}" for wind in WINDS)
    pen.text(foot, _("checksums %(checks)s") % {"checks": checks}, 8.5, grey=0.2, align="right")
