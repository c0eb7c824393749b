"""Hand records: the hands of every board with every table's result, and the boards compared (§6; §7, 12 and 15).

Before the partita is closed no document shows them: the cards of a sealed set leave on its slips and nowhere else."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from functools import partial

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from reportlab.lib.units import mm

from deals.models import Board, BoardSet
from king.boards import contracts_of_board
from king.cards import SUITS, WINDS, Deal, Side, Suit, Wind
from king.rulesets.base import Order, RuleSet
from king.rulesets.contracts import Contract
from king.sheet.comparison import BoardComparison, Field, TableResult, luck
from king.sheet.points import Column as SheetColumn
from printing.lists import Cell, Column, Drawn, Listing, Strong, in_parts, list_pages, put, with_badges, words
from printing.occasion import Occasion, Options, check_plays_boards, find_round, no_board, occasion_of
from printing.paper import HEADING, PORTRAIT, Box, Pen, Progress, body_of, make_document
from printing.pictures import Strip, spreads, strips_of
from scoring.publishing import Posted, tables_as_posted
from scoring.scored_sheets import compare_tables, compared_boards
from tournaments.models import Round, Tournament
from wording.naming import board_title, column_letters, column_name, contract_name, number, ranks_label, wind_name
from wording.results import SIGNS, dealt, declaration, legend, without_trump

_HEAD, _ROW, _LEGEND = 8 * mm, 4.6 * mm, 6 * mm
_LEAST, _DIAGRAM = 82 * mm, 92 * mm
"""The least height of a board, and the width of its four hands."""
_SPREAD, _LEAST_SPREAD = 0.75, 0.55
"""The size of a board's picture beside that on its page, and the least at which it is drawn."""


@dataclass(frozen=True, slots=True)
class BoardRecord:
    """A board with all its cards and what the tables made of it: a field for each hand that it was played as.

    ``spare`` is the number of the spare that took its place; ``typed`` says that no seed dealt it. ``together`` are the
    rows that it was played for, the second with the contract ``also``, where there are two (O15). ``luck`` is what each
    column's cards were worth; ``strips`` are the results of its only field.
    """

    number: int
    contract: Contract | None
    dealer: Wind
    deal: Deal
    fields: tuple[Field, ...] = ()
    spare: int | None = None
    typed: bool = False
    together: tuple[int, ...] = ()
    also: tuple[Contract, ...] = ()
    luck: Mapping[SheetColumn, Fraction] = field(default_factory=dict)
    strips: tuple[Strip, ...] = ()


@dataclass(frozen=True, slots=True)
class HandRecords:
    occasion: Occasion
    boards: tuple[BoardRecord, ...]
    columns: tuple[SheetColumn, ...] = WINDS
    suits: str = "grey"


def gather(tournament: Tournament, options: Options) -> HandRecords:
    round = find_round(tournament, options.round)
    return _records(tournament, round, options, compared_boards(round) if round.is_closed else ())


def gather_posted(tournament: Tournament, posted: Posted, options: Options) -> HandRecords:
    """The results that a posted standing ranks, whatever the sheets say by now."""
    round = find_round(tournament, options.round)
    tables = tables_as_posted(posted, [round]).get(round.pk, ())
    return _records(tournament, round, options, compare_tables(tables), posted.at)


def _records(
    tournament: Tournament,
    round: Round,
    options: Options,
    compared: tuple[BoardComparison, ...],
    at: datetime | None = None,
) -> HandRecords:
    check_plays_boards(tournament, round)
    if round.board_set is None or not round.board_set.is_revealed:
        raise ValidationError(
            gettext_lazy("The boards of partita %(round)s stay sealed until it is closed; then they can be printed."),
            code="boards_sealed",
            params={"round": round.number},
        )
    rules = tournament.rules
    rows = Board.objects.shown().in_use().filter(board_set=round.board_set).order_by("number")
    settings = rules.configure(tournament.settings)
    boards = tuple(
        _record(
            row, round.board_set, rules, tuple(plan.number for plan in rules.played_on(row.number, settings)), compared
        )
        for row in rows
        if options.board in (None, row.number)
    )
    if not boards:
        raise no_board(round, options)
    return HandRecords(occasion_of(tournament, round, at), boards, rules.columns, options.suits)


def _record(
    row: Board, board_set: BoardSet, rules: RuleSet, hands: tuple[int, ...], compared: tuple[BoardComparison, ...]
) -> BoardRecord:
    contracts = contracts_of_board(rules, row.contract)
    played = [board for board in compared if board.hand in hands]
    fields = tuple(part for board in played for part in board.fields)
    return BoardRecord(
        row.number,
        contracts[0] if contracts else None,
        Wind(row.dealer),
        row.deal,
        fields,
        row.dealt_as if row.dealt_as != row.number else None,
        row.origin == Board.Origin.TRANSCRIBED and board_set.is_dealt_by_seed,
        hands,
        contracts[1:],
        luck(rules, played),
        strips_of(rules, fields[0]) if len(fields) == 1 else (),
    )


# --- onto paper ----------------------------------------------------------------------------------------------------

Line = tuple[Field, TableResult | None]
"""A line of a board's results; None is the heading of a field, where a board has more than one."""


@dataclass(frozen=True, slots=True)
class Block:
    """A board's place on a page: its diagram where it begins, and so many lines, ``abreast`` of them side by side."""

    board: BoardRecord
    lines: tuple[Line, ...]
    begins: bool
    height: float
    abreast: int = 2


def render(records: HandRecords, progress: Progress | None = None) -> bytes:
    blocks = [block for board in records.boards for block in _blocks(board)]
    story = [Drawn(partial(_draw_block, block, records.columns), block.height) for block in blocks]
    pages = list_pages(story, _("Hand records"), records.occasion.subject)
    footing = records.occasion.footing()
    return make_document(pages, footing, title=_("Hand records"), suits=records.suits, progress=progress)


def _lines(board: BoardRecord) -> tuple[Line, ...]:
    several = len(board.fields) > 1 or board.contract is None
    return tuple(
        (field, result) for field in board.fields for result in ((None, *field.results) if several else field.results)
    )


def _abreast(lines: tuple[Line, ...]) -> int:
    """One where something was declared, which takes the other's place."""
    return 1 if any(result is not None and declaration(result.row) for _field, result in lines) else 2


def _blocks(board: BoardRecord) -> Iterator[Block]:
    lines = _lines(board)
    abreast = _abreast(lines)
    most = abreast * int((body_of(PORTRAIT).height - HEADING - _HEAD - _LEGEND - 13.5 * mm) / _ROW)
    for at, part in enumerate(in_parts(lines, most)):
        tall = _HEAD + 6 * mm + _ROW * (-(-len(part) // abreast)) + _LEGEND + 6.5 * mm
        yield Block(board, part, at == 0, max(_LEAST, tall), abreast)


def _draw_block(block: Block, columns: tuple[SheetColumn, ...], pen: Pen, place: Box) -> None:
    box = place.inset(0, 1.2 * mm)
    pen.frame(box, 0.6, grey=0.3)
    inner = box.inset(2.5 * mm, 2 * mm)
    head, rest = inner.rows(_HEAD, inner.height - _HEAD)
    board = block.board
    title = board_title(board.number, () if board.contract is None else (board.contract, *board.also), board.together)
    title += " · " + _("dealer %(wind)s") % {"wind": wind_name(board.dealer)}
    if board.spare is not None:
        title += " · " + _("spare %(number)d") % {"number": board.spare}
    if board.typed:
        title += " · " + _("typed in as it lay on the tables")
    if not block.begins:
        title += " · " + _("continued")
    pen.text(head, title, 11.5, bold=True, upright="top")
    left, right = rest.columns(_DIAGRAM, rest.width - _DIAGRAM)
    if block.begins:
        tall = min(left.height, _LEAST - _HEAD - 7 * mm)
        draw_diagram(pen, Box(left.x, left.top - tall, left.width - 3 * mm, tall), board.deal)
    if block.lines:
        _draw_results(pen, right, block, columns)


def _draw_results(pen: Pen, box: Box, block: Block, columns: tuple[SheetColumn, ...]) -> None:
    foot = Box(box.x, box.y, box.width, _LEGEND)
    area = Box(box.x, box.y + _LEGEND, box.width, box.height - _LEGEND)
    shared = -(-len(block.lines) // block.abreast)
    per_column = max(shared, min(len(block.lines), int((area.height - 6.6 * mm) / _ROW)))
    drawn = spreads(block.board.strips, tall=17) if block.begins and block.board.strips else None
    if drawn is not None:
        # Below the results, where they leave room for it at a size that can be read; side by side they leave more.
        rooms = [(count, area.height - _ROW * count - 7.5 * mm) for count in (per_column, shared)]
        fitting = [(count, room) for count, room in rooms if room >= drawn.height * _LEAST_SPREAD]
        per_column, room = fitting[0] if fitting else (per_column, 0)
        drawn.renderScale = min(_SPREAD, room / drawn.height)
    gap, beside = 3 * mm, block.abreast == 1
    wide = (area.width - gap) / 2
    titles = [Column(_("Tbl."), 9 * mm, bold=True)]
    titles += [Column(Strong(column_letters(column)), (wide - 9 * mm) / len(columns), "right") for column in columns]
    titles += [Column(size=0.94, grey=0.2)] * beside
    for place, lines in enumerate(in_parts(block.lines, per_column)):
        listing = Listing(titles, [_cells(line, columns, beside) for line in lines], head=6 * mm, air=0.2 * mm)
        table = listing.table(area.width if beside else wide, _ROW, 8.5, fixed=True)
        put(pen, Box(area.x + place * (wide + gap), area.y, area.width, area.height), table)
    if drawn is not None and drawn.renderScale:
        drawn.drawOn(pen.canvas, area.x, area.y + 0.5 * mm)
    signs = legend([Field(None, tuple(result for _field, result in block.lines if result), {})])
    best = _("In bold the best of each column.") if any(field.is_compared for field, _result in block.lines) else ""
    lucky, upper, lower = block.board.luck, *foot.rows(_LEGEND / 2, _LEGEND / 2)
    if lucky:
        told = _("Luck of the cards: %(luck)s") % {"luck": dealt(lucky)}
        pen.text(upper, told, 7, grey=0.25, upright="bottom")
    pen.text(lower, " ".join(filter(None, (best, signs))), 7, grey=0.25, upright="bottom")


def _cells(line: Line, columns: tuple[SheetColumn, ...], beside: bool) -> tuple[Cell, ...]:
    field, result = line
    if result is None:
        name = contract_name(field.contract) if field.contract is not None else number(None)
        return (Strong(name), *[None] * (len(columns) + beside))
    cells: list[Cell] = [str(result.table)]
    for column in columns:
        said = " ".join(filter(None, (number(result.points[column]), SIGNS[result.mark])))
        cells.append(Strong(said) if field.is_best(result, column) else said)
    return (*cells, *[_declared(result)] * beside)


def _declared(result: TableResult) -> Cell:
    trump = result.row.trump
    if trump not in list(Suit):
        return declaration(result.row)

    def draw(pen: Pen, box: Box) -> None:
        pen.suit(Suit(trump), box.x, box.y + (box.height - 3 * mm) / 2, 3 * mm)
        pen.text(Box(box.x + 4.2 * mm, box.y, box.width - 4.2 * mm, box.height), without_trump(result.row), 8, grey=0.2)

    return draw


def draw_diagram(pen: Pen, box: Box, deal: Deal) -> None:
    """In a box 92 mm wide and 60 mm high or more."""
    tall, wide = box.height / 3, 42 * mm
    centre = box.x + box.width / 2
    places = {
        Wind.N: (centre - wide / 2, box.y + 2 * tall),
        Wind.W: (box.x, box.y + tall),
        Wind.E: (box.right - wide, box.y + tall),
        Wind.S: (centre - wide / 2, box.y),
    }
    for wind in WINDS:
        x, y = places[wind]
        _draw_hand(pen, Box(x, y, wide, tall), deal, wind)


def _draw_hand(pen: Pen, box: Box, deal: Deal, wind: Wind) -> None:
    pen.badge(wind, box.x, box.y + box.height / 2 - 4 * mm, 8 * mm)
    lines = Box(box.x + 9 * mm, box.y + 1 * mm, box.width - 9 * mm, box.height - 2 * mm)
    for suit, line in zip(SUITS, lines.rows(*[lines.height / 4] * 4), strict=True):
        middle = line.y + line.height / 2
        pen.suit(suit, line.x, middle - 1.6 * mm, 3.2 * mm)
        cards = Box(line.x + 4.6 * mm, middle - 2.2 * mm, line.width - 4.6 * mm, 4.4 * mm)
        pen.text(cards, ranks_label(deal.suit(wind, suit)), 10, bold=True)


# The boards compared: in duplicate the traveller. All who sat at one wind held the same cards: what was to be had.

_LINE = 5 * mm


@dataclass(frozen=True, slots=True)
class ComparedBoards:
    """The boards of a closed partita; ``dealers`` by the number of the hand.

    ``chosen``: each table chose what to play with the cards, so a board has a list for each hand that it was.
    """

    occasion: Occasion
    columns: tuple[SheetColumn, ...]
    dealers: Mapping[int, Wind]
    boards: tuple[BoardComparison, ...]
    chosen: bool = False

    @property
    def note(self) -> str:
        said = []
        if any(field.is_compared for board in self.boards for field in board.fields):
            said.append(_("In bold the best of each column, in grey the difference from its mean."))
        if self.chosen:
            said.append(_("Each table chose what to play with these cards: tables that played the same hand are "
                          "compared here, whole sheets in the standing."))  # fmt: skip
        return " ".join(said)


def gather_comparison(tournament: Tournament, options: Options) -> ComparedBoards:
    round = find_round(tournament, options.round)
    if not round.is_closed:
        raise ValidationError(
            gettext_lazy("Partita %(round)s is not closed yet: the tables' points are compared when it is."),
            code="round_open",
            params={"round": round.number},
        )
    return _compared(tournament, round, options, compared_boards(round))


def gather_posted_comparison(tournament: Tournament, posted: Posted, options: Options) -> ComparedBoards:
    round = find_round(tournament, options.round)
    tables = tables_as_posted(posted, [round]).get(round.pk, ())
    return _compared(tournament, round, options, compare_tables(tables), posted.at)


def _compared(
    tournament: Tournament,
    round: Round,
    options: Options,
    found: tuple[BoardComparison, ...],
    at: datetime | None = None,
) -> ComparedBoards:
    check_plays_boards(tournament, round)
    rules = tournament.rules
    plans = rules.schedule(rules.configure(tournament.settings))
    boards = tuple(board for board in found if options.board in (None, board.hand))
    if not boards:
        raise no_board(round, options)
    dealers = {plan.number: plan.dealer for plan in plans if plan.dealer is not None}
    chosen = rules.order is not Order.FIXED
    return ComparedBoards(occasion_of(tournament, round, at), rules.columns, dealers, boards, chosen)


def render_comparison(compared: ComparedBoards, progress: Progress | None = None) -> bytes:
    width = body_of(PORTRAIT).width
    tables = [
        _comparison(board.hand, field, compared).table(width, _LINE)
        for board in compared.boards
        for field in board.fields
    ]
    for table in tables:
        table.spaceAfter = _LINE
    above = [words(compared.note, 8.5, grey=0.2, below=1 * mm)] if compared.note else []
    pages = list_pages(tables, _("Boards compared"), compared.occasion.subject, above=above)
    return make_document(pages, compared.occasion.footing(), title=_("Boards compared"), progress=progress)


def _comparison(hand: int, field: Field, compared: ComparedBoards) -> Listing:
    title = [_("Hand %(number)d") % {"number": hand}]
    if field.contract is not None:
        title.append(contract_name(field.contract))
    if hand in compared.dealers:
        title.append(_("dealer %(wind)s") % {"wind": wind_name(compared.dealers[hand])})
    figures = _figures(field, compared.columns) if field.is_compared else []
    signs = legend([field])
    lines = [*(_result(field, result, compared.columns) for result in field.results), *figures]
    if signs:
        lines.append((signs, *[None] * (2 * len(compared.columns) + 1)))
    wide = (body_of(PORTRAIT).width - 62 * mm) / len(compared.columns)
    columns = [Column(_("Table"), 16 * mm, bold=True)]
    for column in compared.columns:
        badges = with_badges(
            column.winds if isinstance(column, Side) else (column,), column_name(column), 8.5, bold=False
        )
        columns += [
            Column(badges, wide * 0.55, "right", size=0.95),
            Column(None, wide * 0.33, "right", size=0.75, grey=0.35),
        ]
    columns.append(Column(size=0.8, grey=0.2))
    return Listing(columns, lines, title=" · ".join(title), head=6.5 * mm, foot=len(figures) + bool(signs))


def _result(field: Field, result: TableResult, columns: tuple[SheetColumn, ...]) -> tuple[Cell, ...]:
    line: list[Cell] = [str(result.table)]
    for column in columns:
        said = " ".join(filter(None, (number(result.points[column]), SIGNS[result.mark])))
        difference = field.difference(result, column)
        apart = number(difference, signed=True) if difference is not None and field.is_compared else ""
        line += [Strong(said) if field.is_best(result, column) else said, apart]
    return (*line, declaration(result.row))


def _figures(field: Field, columns: tuple[SheetColumn, ...]) -> list[tuple[Cell, ...]]:
    count = max(figure.count for figure in field.figures.values())
    of = ngettext("of %(count)d result", "of %(count)d results", count) % {"count": count}
    names = {"mean": _("mean"), "best": _("best"), "worst": _("worst"), "spread": _("spread")}
    return [
        (name, *(cell for column in columns for cell in (number(getattr(field.figures[column], key)), "")),
         of if key == "mean" else "")
        for key, name in names.items()
    ]  # fmt: skip
