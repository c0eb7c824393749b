"""For those who prepare the cards: labels and master diagrams (§7)."""

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from king.cards import Wind
from printing.documents.hand_records import draw_diagram
from printing.documents.slips import SlipBoard, Slips, rounds_with_boards, tables_of
from printing.lists import LabelSheet
from printing.occasion import Occasion, Options, occasion_of
from printing.paper import HEADING, PORTRAIT, Box, Pen, Progress, body_of, make_document
from tournaments.models import Tournament
from wording.naming import wind_name

Label = tuple[int, str, int | None, Wind]
"""Partita, hand, table and wind; no table of a set without one."""


def gather_labels(tournament: Tournament, options: Options) -> tuple[Occasion, list[Label]]:
    """No card is read."""
    rounds = rounds_with_boards(tournament, options)
    labels = []
    for round in rounds:
        assert round.board_set is not None
        boards = round.board_set.boards.in_use().order_by("number").values_list("number", flat=True)
        hands = [_hands(tournament, board) for board in boards if options.board in (None, board)]
        tables = tables_of(tournament, round, options)
        pairs = [(hand, table) for table in tables for hand in hands]
        if options.order == "board":
            pairs = [(hand, table) for hand in hands for table in tables]
        winds = tournament.rules.winds
        labels += [(round.number, hand, table, wind) for hand, table in pairs for wind in winds]
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
    pen.badge(wind, box.square(16 * mm, -1 * mm))
    first, second = box.less(left=17 * mm).rows(box.height * 0.55, box.height * 0.45)
    text = _("P%(round)d · hand %(hand)s")
    if table is not None:
        text = _("P%(round)d · hand %(hand)s · tbl. %(table)d")
    place = {"round": round, "hand": hand, "table": table}
    pen.text(first, text % place, 12, bold=True)
    pen.text(second, wind_name(wind), 12)


_TITLE, _DIAGRAM_FOOT = 9 * mm, 6 * mm


def render_master_diagrams(diagrams: Slips, progress: Progress | None = None) -> bytes:
    sheet = LabelSheet(2, 3, (body_of(PORTRAIT).height - HEADING) / 3)
    pages = []
    for round_ in diagrams.rounds:
        partita = _("Partita %(number)d") % {"number": round_.number}
        head = _("Master diagrams"), diagrams.occasion.evening, partita
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
    title, diagram, foot = box.inset(2 * mm, 1 * mm).rows(_TITLE, 0, _DIAGRAM_FOOT)
    dealer = _("dealer %(wind)s") % {"wind": wind_name(board.dealer)}
    pen.text(title, f"{board.title} · {dealer}", 10.5, bold=True, paragraph=True)
    draw_diagram(pen, diagram, board.deal)
    checks = " · ".join(
        f"{wind_name(wind)} {board.deal.checksum(wind)}" for wind in board.deal.winds
    )
    pen.text(foot, _("checksums %(checks)s") % {"checks": checks}, 8.5, grey=0.2, align="right")
