"""The master diagrams: all four hands of each sealed board, to check the packets by; for the dealing role (§7, 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from king.winds import WINDS
from printing.diagram import draw_diagram
from printing.occasion import Occasion, occasion_of
from printing.options import Options
from printing.paper import HEADING, PORTRAIT, Box, Page, Pen, Progress, body_of, heading, make_document, short_form
from printing.ruled_list import in_parts
from printing.slips import SlipBoard, boards_of, rounds_with_boards
from printing.wording import wind_name
from tournaments.models import Tournament

ACROSS, DOWN = 2, 3
_TITLE, _FOOT = 9 * mm, 6 * mm


@dataclass(frozen=True, slots=True)
class RoundDiagrams:
    """The boards of a partita; ``sealed`` until everybody may see them."""

    number: int
    boards: tuple[SlipBoard, ...]
    commitment: str
    sealed: bool


@dataclass(frozen=True, slots=True)
class MasterDiagrams:
    """Everything that is printed."""

    occasion: Occasion
    rounds: tuple[RoundDiagrams, ...]
    suits: str = "grey"


def gather(tournament: Tournament, options: Options) -> MasterDiagrams:
    """The boards asked for, with their cards."""
    rounds = rounds_with_boards(tournament, options)
    found = tuple(
        RoundDiagrams(
            round.number, boards_of(tournament, round, options), short_form(round.board_set.commitment),
            not round.board_set.is_revealed,
        )
        for round in rounds
    )  # fmt: skip
    return MasterDiagrams(occasion_of(tournament, rounds[0] if len(rounds) == 1 else None), found, options.suits)


def render(diagrams: MasterDiagrams, progress: Progress | None = None) -> bytes:
    """Six boards on a page."""
    pages: list[Page] = [
        partial(_draw_page, diagrams, each, part)
        for each in diagrams.rounds
        for part in in_parts(each.boards, ACROSS * DOWN)
    ]
    state = _("sealed: for who prepares the boards") if any(each.sealed for each in diagrams.rounds) else ""
    return make_document(
        pages, diagrams.occasion.footing(state), title=_("Master diagrams"), suits=diagrams.suits, progress=progress
    )


def _draw_page(diagrams: MasterDiagrams, each: RoundDiagrams, part: Sequence[SlipBoard], pen: Pen) -> None:
    partita = _("Partita %(number)d") % {"number": each.number}
    rest = heading(pen, _("Master diagrams"), diagrams.occasion.subject, partita)
    wide, high = rest.width / ACROSS, (body_of(PORTRAIT).height - HEADING) / DOWN
    for place, board in enumerate(part):
        row, column = divmod(place, ACROSS)
        box = Box(rest.x + column * wide, rest.top - (row + 1) * high, wide, high)
        _draw_board(pen, box.inset(1 * mm, 1.5 * mm), board)


def _draw_board(pen: Pen, box: Box, board: SlipBoard) -> None:
    pen.frame(box, 0.5, grey=0.4)
    title, diagram, foot = box.inset(2 * mm, 1 * mm).rows(_TITLE, box.height - _TITLE - _FOOT - 2 * mm, _FOOT)
    dealer = _("dealer %(wind)s") % {"wind": wind_name(board.dealer)}
    pen.text(title, f"{board.title} · {dealer}", 10.5, bold=True, paragraph=True)
    draw_diagram(pen, diagram, board.deal)
    checks = " · ".join(f"{wind_name(wind)} {board.deal.checksum(wind)}" for wind in WINDS)
    pen.text(foot, _("checksums %(checks)s") % {"checks": checks}, 8.5, grey=0.2, align="right")
