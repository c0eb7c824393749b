"""For those who prepare the cards: labels and master diagrams (§7)."""

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from king.cards import Wind
from printing.documents.hand_records import draw_diagram
from printing.documents.slips import SlipBoard, Slips, in_order, rounds_with_boards, tables_of
from printing.lists import LabelSheet, room_below
from printing.occasion import Options, Printed, occasion_of
from printing.paper import Box, Pen
from tournaments.models import Tournament
from wording.naming import wind_name

Label = tuple[int, str, int | None, Wind]
"""Partita, hand, table and wind; no table of a set without one."""


def labels(tournament: Tournament, options: Options) -> Printed:
    """No card is read."""
    rounds = rounds_with_boards(tournament, options)
    listed: list[Label] = []
    for round in rounds:
        assert round.board_set is not None
        boards = round.board_set.boards.in_use().order_by("number").values_list("number", flat=True)
        hands = [_hands(tournament, board) for board in boards if options.board in (None, board)]
        pairs = in_order(hands, tables_of(tournament, round, options), options.order)
        winds = tournament.rules.winds
        listed += [(round.number, hand, table, wind) for hand, table in pairs for wind in winds]
    occasion = occasion_of(tournament, rounds[0] if len(rounds) == 1 else None)
    return Printed(occasion, LabelSheet(3, 10, 27 * mm).pages(listed, _draw_label))


def _hands(tournament: Tournament, board: int) -> str:
    """``3``, or ``3+4`` (O15)."""
    plans = tournament.rules.played_on(board, tournament.configured)
    return "+".join(str(plan.number) for plan in plans) or str(board)


def _draw_label(pen: Pen, sheet: Box, label: Label) -> None:
    round, hand, table, wind = label
    box = sheet.inset(2.5 * mm)
    pen.badge(wind, box.square(16 * mm, -1 * mm))
    first, second = box.less(left=17 * mm).rows(box.height * 0.55, 0)
    text = _("P%(round)d · hand %(hand)s")
    if table is not None:
        text = _("P%(round)d · hand %(hand)s · tbl. %(table)d")
    pen.text(first, text % {"round": round, "hand": hand, "table": table}, 12, bold=True)
    pen.text(second, wind_name(wind), 12)


def master_diagrams(diagrams: Slips) -> Printed:
    sheet, pages = LabelSheet(2, 3, room_below() / 3), []
    for round_ in diagrams.rounds:
        partita = _("Partita %(number)d") % {"number": round_.number}
        head = _("Master diagrams"), diagrams.occasion.evening, partita
        pages += sheet.pages(round_.boards, _draw_diagram_board, *head)
    state = _("sealed: for who prepares the boards") if diagrams.sealed else ""
    return Printed(diagrams.occasion, pages, state, suits=diagrams.suits)


def _draw_diagram_board(pen: Pen, place: Box, board: SlipBoard) -> None:
    box = place.inset(1 * mm, 1.5 * mm)
    pen.frame(box, 0.5, grey=0.4)
    title, diagram, foot = box.inset(2 * mm, 1 * mm).rows(9 * mm, 0, 6 * mm)
    dealer = _("dealer %(wind)s") % {"wind": wind_name(board.dealer)}
    pen.text(title, f"{board.title} · {dealer}", 10.5, bold=True, paragraph=True)
    draw_diagram(pen, diagram, board.deal)
    checks = " · ".join(
        f"{wind_name(wind)} {board.deal.checksum(wind)}" for wind in board.deal.winds
    )
    pen.text(foot, _("checksums %(checks)s") % {"checks": checks}, 8.5, grey=0.2, align="right")
