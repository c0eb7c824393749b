"""Deck-order lists: how to deal a board from a sorted deck in one pass, run by run, without searching a card (§7, 6).

The deck lies face up, ace of spades on top, each suit from the ace down. A list says for each run of neighbouring cards
to which wind it goes: the helper's hand follows the line, and four piles of equal size are the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import groupby

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from king.notation.packing import Run, packing_runs
from king.winds import WINDS
from printing.occasion import Occasion, occasion_of
from printing.options import Options
from printing.paper import HEADING, PORTRAIT, Box, Pen, Progress, body_of, heading, make_document
from printing.setting_words import deck_words
from printing.slips import SlipBoard, boards_of, rounds_with_boards
from printing.wording import wind_name
from tournaments.models import Tournament

DOWN = 3
"""Boards on a page."""
_HEAD, _FOOT = 9 * mm, 7 * mm


@dataclass(frozen=True, slots=True)
class DeckList:
    """The list of one board of a partita."""

    round: int
    board: SlipBoard
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class DeckLists:
    """The lists of the partite asked for: one set, whatever the number of tables."""

    occasion: Occasion
    lists: tuple[DeckList, ...]
    suits: str = "grey"
    deck: str = ""


def gather(tournament: Tournament, options: Options) -> DeckLists:
    """The boards asked for, with their cards in runs."""
    rounds = rounds_with_boards(tournament, options)
    lists = tuple(
        DeckList(round.number, board, packing_runs(board.deal))
        for round in rounds
        for board in boards_of(tournament, round, options)
    )
    occasion = occasion_of(tournament, rounds[0] if len(rounds) == 1 else None)
    return DeckLists(occasion, lists, options.suits, deck_words(tournament.rules))


def render(lists: DeckLists, progress: Progress | None = None) -> bytes:
    """Three boards on a page."""
    pages = [partial(_draw_page, lists, lists.lists[at : at + DOWN]) for at in range(0, len(lists.lists), DOWN)]
    footing = lists.occasion.footing()
    return make_document(pages, footing, title=_("Deck-order lists"), suits=lists.suits, progress=progress)


def _draw_page(lists: DeckLists, batch: tuple[DeckList, ...], pen: Pen) -> None:
    rest = heading(pen, _("Deck-order lists"), lists.occasion.subject)
    how = _("Sort the deck: ace of spades on top, each suit from the ace down, spades, hearts, diamonds, clubs. "
            "Lay each run on the pile of its wind; at the end each pile has as many cards as the others.")  # fmt: skip
    how = " ".join(filter(None, (lists.deck, how)))
    pen.text(Box(rest.x, rest.top - 9 * mm, rest.width, 9 * mm), how, 8.5, grey=0.2, paragraph=True, upright="top")
    tall = (body_of(PORTRAIT).height - HEADING - 10 * mm) / DOWN
    for place, each in enumerate(batch):
        box = Box(rest.x, rest.top - 10 * mm - (place + 1) * tall, rest.width, tall)
        _draw_list(pen, box.inset(0, 1.5 * mm), each)


def _draw_list(pen: Pen, box: Box, each: DeckList) -> None:
    pen.frame(box, 0.6, grey=0.3)
    inner = box.inset(2.5 * mm, 1.5 * mm)
    head, body, foot = inner.rows(_HEAD, inner.height - _HEAD - _FOOT, _FOOT)
    title = _("Partita %(number)d") % {"number": each.round} + " · " + each.board.title
    pen.text(head, title, 12.5, bold=True)
    by_suit = [tuple(runs) for _suit, runs in groupby(each.runs, key=lambda run: run.cards[0].suit)]
    for line, runs in zip(body.rows(*[body.height / len(by_suit)] * len(by_suit)), by_suit, strict=True):
        _draw_suit(pen, line.inset(0, 0.6 * mm), runs, each.board.deal.size // 4)
    checks = "   ".join(
        _("%(wind)s %(count)d cards, checksum %(checksum)s")
        % {"wind": wind_name(wind), "count": each.board.deal.size // 4, "checksum": each.board.deal.checksum(wind)}
        for wind in WINDS
    )
    pen.text(foot, checks, 8.5, grey=0.15)


def _draw_suit(pen: Pen, line: Box, runs: tuple[Run, ...], length: int) -> None:
    """A suit from its ace on the left; as wide a box for a run as it has cards, its wind below them."""
    size = 6 * mm
    pen.suit(runs[0].cards[0].suit, line.x, line.y + line.height / 2 - size / 2, size)
    card = (line.width - 8 * mm) / length
    left = line.x + 8 * mm
    for run in runs:
        box = Box(left, line.y, card * len(run.cards), line.height)
        pen.frame(box, 0.9)
        ranks, wind = box.rows(box.height * 0.5, box.height * 0.5)
        for place, each in enumerate(run.cards):
            cell = Box(left + place * card, ranks.y, card, ranks.height)
            pen.text(cell.inset(0.5 * mm, 0.7 * mm), each.rank.label, 13, bold=True, align="center")
        badge = min(wind.height - 0.5 * mm, 8 * mm)
        count = f"× {len(run.cards)}" if len(run.cards) > 1 else ""
        wide = badge + (8 * mm if count else 0)
        start = box.x + (box.width - wide) / 2
        pen.badge(run.wind, start, wind.y + 0.5 * mm, badge)
        pen.text(Box(start + badge + 1 * mm, wind.y, 7 * mm, wind.height), count, 10)
        left = box.right
