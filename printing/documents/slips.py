"""Deal slips: the cards to find for each board and wind, eight a page, to be cut apart (§7). A hand
is drawn once in the file and repeated for each table, so that slips for fifty tables stay a small
file.
"""

from collections.abc import Sequence
from functools import partial
from math import ceil
from typing import NamedTuple

from django.utils.translation import gettext as _, gettext_lazy
from reportlab.lib.units import mm

from deals.models import Board
from king.boards import contracts_of_board
from king.cards import SUITS, Card, Deal, Wind
from king.play.tricks import DominoOpener, play_rules
from king.rulesets.base import RuleSet
from king.rulesets.contracts import Contract, Family
from king.rulesets.settings import Settings
from printing.document_context import (
    Occasion,
    Options,
    Printed,
    find_round,
    no_board,
    no_table,
    occasion_of,
)
from printing.lists import LabelSheet, Line
from printing.paper import CAPITALS, Box, Pen, shortened, width_of
from tournaments.models import Round, Tournament
from wording.naming import board_title, card_name, game_of, rank_letter, short_form, wind_name
from wording.rules import deck_words
from wording.sentences import refusal

SHEET = LabelSheet(2, 4, 67.5 * mm)
_BADGE = 17 * mm
_FOOT = 9 * mm
_AIR = 1 * mm
"""Between the clubs and the line under them."""
_SMALL = 9
_CARDS = 22.7
_GAP = 2.5
"""The size of the cards, and what is added to the space between two of them, in points."""


class SlipBoard(NamedTuple):
    """A board on slips and in the records. ``spare`` is the number of the spare that replaced it,
    if any.

    ``together`` are the rows that it is played for if there are two, the second with the contract
    ``also`` (O15). ``opener`` is the card whose holder begins a Domino without a leader (R3).
    ``game`` is the name of a hand in which everything counts at once (R16).
    """

    number: int
    contract: Contract | None
    dealer: Wind
    leader: Wind | None
    deal: Deal
    spare: int | None = None
    together: tuple[int, ...] = ()
    also: tuple[Contract, ...] = ()
    opener: Card | None = None
    game: str = ""

    @property
    def bare_title(self) -> str:
        contracts = () if self.contract is None else (self.contract, *self.also)
        return board_title(self.number, contracts, self.together, self.game)

    @property
    def title(self) -> str:
        return " · ".join(filter(None, (self.bare_title, self.spare_words)))

    @property
    def dealer_words(self) -> str:
        return _("dealer %(wind)s") % {"wind": wind_name(self.dealer)}

    @property
    def spare_words(self) -> str:
        return "" if self.spare is None else _("spare %(number)d") % {"number": self.spare}


class RoundSlips(NamedTuple):
    """Boards of a partita, and the tables that need slips of them; None is a set without a table.

    ``commitment`` is the short form of what was published. It is on each slip, because slips are
    cut apart.
    """

    number: int
    boards: tuple[SlipBoard, ...]
    tables: tuple[int | None, ...]
    commitment: str = ""


class Slips(NamedTuple):
    """Slips to print. ``sealed`` until everybody may see all of them; ``deck`` says which cards the
    dealer needs.
    """

    occasion: Occasion
    rounds: tuple[RoundSlips, ...]
    order: str = "table"
    suits: str = "grey"
    sealed: bool = False
    deck: str = ""


# --- from the database


def rounds_with_boards(tournament: Tournament, options: Options) -> tuple[Round, ...]:
    with_boards = tournament.rounds.filter(board_set__isnull=False).select_related("board_set")
    rounds = tuple(with_boards.order_by("number"))
    if options.round is not None:
        rounds = (find_round(tournament, options.round),)
    if not rounds:
        raise refusal(
            gettext_lazy(
                "No boards are prepared yet: prepare and seal them, then print the slips."
            ),
            "no_boards",
        )
    if rounds[0].board_set is None:
        raise refusal(
            gettext_lazy(
                "Partita %(round)s has no boards yet: prepare and seal them, then print the slips."
            ),
            "no_boards",
            round=options.round,
        )
    return rounds


def gather(tournament: Tournament, options: Options) -> Slips:
    rounds = rounds_with_boards(tournament, options)
    slips, sealed = [], False
    for round in rounds:
        assert round.board_set is not None
        sealed = sealed or not round.board_set.is_revealed
        slips.append(
            RoundSlips(
                round.number,
                boards_of(tournament, round, options),
                tables_of(tournament, round, options),
                short_form(round.board_set.commitment),
            )
        )
    return Slips(
        occasion_of(tournament, rounds[0] if len(rounds) == 1 else None),
        tuple(slips),
        options.order,
        options.suits,
        sealed,
        deck_words(tournament.rules),
    )


def gather_one_set(tournament: Tournament, options: Options) -> Slips:
    """Gather a single set of slips, whatever the number of tables, also before there are tables."""
    return gather(tournament, options._replace(copies="one"))


def boards_of(tournament: Tournament, round: Round, options: Options) -> tuple[SlipBoard, ...]:
    rules = tournament.rules
    settings = tournament.configured
    assert round.board_set is not None
    rows = list(round.board_set.boards.in_use().order_by("number"))
    if not rows and round.board_set.document.get("datum"):
        raise refusal(
            gettext_lazy(
                "The boards of partita %(round)s are waiting for their public datum. Type it in "
                "to deal them."
            ),
            "boards_not_dealt",
            round=round.number,
        )
    boards = tuple(
        board_on_paper(row, rules, settings) for row in rows if options.board in (None, row.number)
    )
    if not boards:
        raise no_board(round, options)
    return boards


def board_on_paper(row: Board, rules: RuleSet, settings: Settings) -> SlipBoard:
    play, plans = play_rules(rules, settings), rules.played_on(row.number, settings)
    contracts = contracts_of_board(rules, row.contract)
    domino = any(contract.family is Family.DOMINO for contract in contracts)
    return SlipBoard(
        number=row.number,
        contract=contracts[0] if contracts else None,
        dealer=Wind(row.dealer),
        leader=plans[0].leader if plans else None,
        deal=row.deal,
        spare=row.dealt_as if row.dealt_as != row.number else None,
        together=tuple(plan.number for plan in plans),
        also=contracts[1:],
        game=game_of(rules, contracts),
        opener=play.domino_start if domino and play.domino_opener is DominoOpener.HOLDER else None,
    )


def tables_of(tournament: Tournament, round: Round, options: Options) -> tuple[int | None, ...]:
    """Numbers of the tables to print for; before the seating, those of the hall. A single None
    stands for one set without a table.
    """
    if options.copies == "one":
        return (None,)
    tables, places = (
        rows.order_by("number").values_list("number", flat=True)
        for rows in (round.tables, tournament.places)
    )
    numbers = tuple(tables) or tuple(places)
    if not numbers:
        raise refusal(
            gettext_lazy(
                "The tables are not known before the seating: prepare it, or print one set "
                "without tables."
            ),
            "no_seating",
        )
    if options.table is None:
        return numbers
    if options.table not in numbers:
        raise no_table(round, options.table)
    return (options.table,)


# --- onto paper


def in_order(
    boards: Sequence[Line], tables: Sequence[int | None], order: str
) -> list[tuple[Line, int | None]]:
    """Pair each board with each table: all boards of one table after the other, or all tables of
    one board.
    """
    if order == "board":
        return [(board, table) for board in boards for table in tables]
    return [(board, table) for table in tables for board in boards]


def render(slips: Slips) -> Printed:
    placed = [
        (_form(round, board, wind), table)
        for round in slips.rounds
        for board, table in in_order(round.boards, round.tables, slips.order)
        for wind in board.deal.winds
    ]
    pages, forms = SHEET.pages(placed, _draw_slip), partial(_define_hands, slips)
    return Printed(slips.occasion, pages, suits=slips.suits, prepare=forms)


def _form(round: RoundSlips, board: SlipBoard, wind: Wind) -> str:
    return f"slip-{round.number}-{board.number}-{wind}"


def _define_hands(slips: Slips, pen: Pen) -> None:
    for round in slips.rounds:
        for board in round.boards:
            for wind in board.deal.winds:
                pen.beginForm(_form(round, board, wind), 0, 0, SHEET.width, SHEET.height)
                _draw_hand(pen, round, board, wind, slips.occasion)
                pen.endForm()


def _draw_slip(pen: Pen, label: Box, slip: tuple[str, int | None]) -> None:
    form, table = slip
    pen.saveState()
    pen.translate(label.x, label.y)
    pen.doForm(form)
    pen.restoreState()
    if table is not None:
        inner = label.inset(4 * mm)
        # Right of the number of the partita, on the same line.
        box = Box(inner.right - 20 * mm, inner.top - 6.3 * mm, 20 * mm, 6.8 * mm)
        words = _("Table %(number)d") % {"number": table}
        pen.text(box, words, 10, bold=True, align="right")


_MORE = (0, 2.6 * mm, 6.4 * mm)
"""Height that a title of one, two or three lines takes from the cards."""


def _draw_hand(
    pen: Pen, round: RoundSlips, board: SlipBoard, wind: Wind, occasion: Occasion
) -> None:
    inner = Box(0, 0, SHEET.width, SHEET.height).inset(4 * mm, 3.5 * mm)
    # A long name of a club's own takes up to three lines; six hands at once have a title for which no slip has room.
    room = inner.width - _BADGE - 2 * mm
    needed = ceil(1.05 * width_of(board.title, _SMALL, bold=True) / room)
    lines = 1 if board.also else min(needed, len(_MORE))
    more = _MORE[lines - 1]
    head, cards, _air, foot = inner.rows(_BADGE + more, 0, _AIR, _FOOT)
    pen.badge(wind, head.rows(_BADGE, 0)[0].square(_BADGE, -1 * mm))
    beside = head.less(left=_BADGE + 2 * mm)
    first, second, third = beside.rows(6.8 * mm, 5.7 * mm + more, 4.5 * mm)
    name, partita = first.less(right=21 * mm).columns(0, 20 * mm)
    pen.text(name, wind_name(wind), 15, bold=True)
    number = _("Partita %(number)d") % {"number": round.number}
    pen.text(partita, number, 10, bold=True, align="right")
    title = shortened(board.title, room * lines, _SMALL, bold=True)
    pen.text(second, title, _SMALL if more else 11.5, bold=True, paragraph=bool(more))
    pen.text(third, _turn(board), 10, grey=0.1)
    _draw_cards(pen, cards, board.deal, wind)
    _draw_foot(pen, foot, round, board.deal, wind, occasion)


def _turn(board: SlipBoard) -> str:
    begins = ""
    if board.opener is not None:
        begins = _("the %(card)s opens") % {"card": card_name(board.opener)}
    elif board.leader is not None:
        begins = _("%(wind)s leads") % {"wind": wind_name(board.leader)}
    return " · ".join(filter(None, (board.dealer_words, begins)))


def _draw_cards(pen: Pen, box: Box, deal: Deal, wind: Wind) -> None:
    symbol = 6.6 * mm
    for suit, line in box.down(SUITS):
        pen.suit(suit, line.square(symbol))
        text = " ".join(map(rank_letter, deal.suit(wind, suit))) or "–"
        wide = width_of(text, _CARDS, bold=True) + _GAP * text.count(" ")
        beside = line.less(left=symbol + 3 * mm)
        scale = min(1, beside.width / wide)
        size, foot = _CARDS * scale, line.y + (line.height - _CARDS * scale * CAPITALS) / 2
        pen.line_of_text(beside.x, foot, text, size, bold=True, gap=_GAP * scale)


def _draw_foot(
    pen: Pen, box: Box, round: RoundSlips, deal: Deal, wind: Wind, occasion: Occasion
) -> None:
    mark = Box(box.right - 9 * mm, box.y, 9 * mm, 5 * mm)
    pen.frame(mark, 0.6)
    pen.text(mark.inset(1 * mm, 0.3 * mm), deal.checksum(wind), 10, bold=True, align="center")
    sealed = _("seal %(code)s") % {"code": round.commitment} if round.commitment else ""
    first, rest = box.rows(3.6 * mm, 0)
    ours, whose = first.columns(36 * mm * bool(sealed) or 1, 0)
    pen.text(ours, sealed, _SMALL, grey=0.15)
    evening = shortened(occasion.tournament, whose.width, _SMALL)
    pen.text(whose, evening, _SMALL, align="right", grey=0.15)
    count = _("%(count)d cards? If not, call the arbiter.") % {"count": len(deal.hand(wind))}
    pen.text(rest.less(right=mark.width + 2 * mm), count, 9.5, bold=True)


# --- labels of the packets


Label = tuple[int, str, int | None, Wind]
"""Partita, hand, table and wind; no table of a set without one."""


def labels(tournament: Tournament, options: Options) -> Printed:
    """Labels for the hands of each board and wind. Reads no card."""
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
    """Number of the board's hand, or of both: ``3``, ``3+4`` (O15)."""
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
