"""Hand records: the hands of every board with every table's result, their mean and the luck of the
cards (§6; §7, 12).

Before the partita is closed no document shows them: the cards of a sealed set leave on its slips
and nowhere else.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from functools import partial

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from reportlab.lib.units import mm

from deals.models import Board, BoardSet
from king.boards import contracts_of_board
from king.cards import SUITS, WINDS, Deal, Suit, Wind
from king.rulesets.base import Order, RuleSet
from king.rulesets.contracts import Contract
from king.sheet.comparison import BoardComparison, Field, TableResult, luck
from king.sheet.points import Column as SheetColumn
from printing.lists import (
    GAP,
    Cell,
    Column,
    Drawn,
    Listing,
    Strong,
    height_of,
    in_columns,
    in_parts,
    page_of,
    put,
    words,
)
from printing.occasion import (
    Occasion,
    Options,
    check_plays_boards,
    find_round,
    no_board,
    occasion_of,
)
from printing.paper import HEADING, PORTRAIT, Box, Pen, Progress, body_of, make_document
from scoring.publishing import Posted, tables_as_posted
from scoring.scored_sheets import compare_tables, compared_boards
from tournaments.models import Round, Tournament
from wording.naming import (
    board_title,
    column_letters,
    contract_name,
    number,
    ranks_label,
    wind_letter,
    wind_name,
)
from wording.results import SIGNS, declaration, legend, rarer_marks, sale_words, without_trump

_WIDE = (body_of(PORTRAIT).width - GAP) / 2
_INSET, _HEAD, _TITLES, _ROW, _SIZE = 1.5 * mm, 5.8 * mm, 4.6 * mm, 3.5 * mm, 7.5
_DIAGRAM, _LARGEST = 37.5 * mm, 58 * mm
"""The least and the greatest height of a board's four hands: six boards of eight tables stand on a page."""


@dataclass(frozen=True, slots=True)
class BoardRecord:
    """A board with all its cards and what the tables made of it: a field for each hand that it was
    played as.

    ``spare`` is the number of the spare that took its place; ``typed`` says that no seed dealt it.
    ``together`` are the rows that it was played for, the second with the contract ``also``, where
    there are two (O15). ``luck`` is what each column's cards were worth.
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


@dataclass(frozen=True, slots=True)
class HandRecords:
    occasion: Occasion
    boards: tuple[BoardRecord, ...]
    columns: tuple[SheetColumn, ...] = WINDS
    suits: str = "grey"
    chosen: bool = False
    """Each table chose what to play with the cards, so a board has results for each hand that it was."""


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
            gettext_lazy(
                "The boards of partita %(round)s stay sealed until it is closed; then they can be printed."
            ),
            code="boards_sealed",
            params={"round": round.number},
        )
    rules = tournament.rules
    rows = Board.objects.shown().in_use().filter(board_set=round.board_set).order_by("number")
    settings = rules.configure(tournament.settings)
    boards = tuple(
        _record(
            row,
            round.board_set,
            rules,
            tuple(plan.number for plan in rules.played_on(row.number, settings)),
            compared,
        )
        for row in rows
        if options.board in (None, row.number)
    )
    if not boards:
        raise no_board(round, options)
    return HandRecords(
        occasion_of(tournament, round, at),
        boards,
        rules.columns,
        options.suits,
        rules.order is not Order.FIXED,
    )


def _record(
    row: Board,
    board_set: BoardSet,
    rules: RuleSet,
    hands: tuple[int, ...],
    compared: tuple[BoardComparison, ...],
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
    )


# --- onto paper
# ----------------------------------------------------------------------------------------------------

Line = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A board's place in a column of a page: its diagram where it begins, and so many lines,
    ``abreast`` side by side.

    ``columns`` are those of its lines.
    """

    board: BoardRecord
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    begins: bool
    abreast: int
    height: float


def render(records: HandRecords, progress: Progress | None = None) -> bytes:
    above = [words(said, 8, grey=0.2, below=1.5 * mm)] if (said := _explained(records)) else []
    room = body_of(PORTRAIT).height - HEADING - height_of(above, body_of(PORTRAIT).width)
    blocks = [block for board in records.boards for block in _blocks(board, records.columns, room)]
    story = [Drawn(partial(_draw_block, block), block.height) for block in blocks]
    pages = [
        page_of(
            [(_WIDE, column) for column in pair],
            _("Hand records"),
            records.occasion.subject,
            above=above,
        )
        for pair in in_parts(in_columns(story, _WIDE, room), 2)
    ]
    footing = records.occasion.footing()
    return make_document(
        pages, footing, title=_("Hand records"), suits=records.suits, progress=progress
    )


def _explained(records: HandRecords) -> str:
    """The words for bold, for the foot of a board and for the signs, once for all boards."""
    boards = records.boards
    fields = [part for board in boards for part in board.fields]
    said = []
    if any(part.is_compared for part in fields):
        said.append(_("In bold the best of each column."))
    if any(board.luck and any(part.is_compared for part in board.fields) for board in boards):
        said.append(
            _("Luck: what the cards of each column were worth, above or below the mean of all.")
        )
    if records.chosen:
        said.append(
            _(
                "Each table chose what to play with these cards: tables that played the same hand are compared "
                "here, whole sheets in the standing."
            )
        )
    sales = [
        result.row.sale
        for part in fields
        for result in part.results
        if result.row.sale and _in_short(result)
    ]
    if sales:
        sale = sales[0]
        said.append(
            f"{_sale_in_short(str(sale.seller), str(sale.buyer), sale.price)}: {sale_words(sale)}."
        )
    return " ".join((*said, legend(fields))).strip()


def _blocks(board: BoardRecord, columns: tuple[SheetColumn, ...], room: float) -> Iterator[Block]:
    """Boards of one height share the column evenly; a long one goes on in the next."""
    results = [result for part in board.fields for result in part.results]
    is_short = all(_in_short(result) is not None for result in results)
    sold, trumps = (
        any(result.row.sale for result in results),
        any(result.row.trump for result in results),
    )
    abreast = 2 if is_short else 1
    wide = (_WIDE - 2 * _INSET - (abreast - 1) * GAP / 2) / abreast
    first = 10.5 * mm
    last = (9.5 if sold else 3.4 if trumps else 0) * mm if is_short else wide * 0.47
    lines = tuple(_lines(board, columns, bool(last), is_short))
    titles = [Column(_("Tbl."), first)]
    each = (wide - first - last) / len(columns)
    titles += [Column(Strong(column_letters(column)), each, "right") for column in columns]
    titles += [Column(width=last, size=0.94, grey=0.2)] * bool(last)
    fixed = 2 * _INSET + _HEAD + _DIAGRAM + (_TITLES + 1 * mm) * bool(lines)
    most = abreast * int((room - fixed) / _ROW)
    for at, part in enumerate(in_parts(lines, most)):
        tall = fixed + _ROW * -(-len(part) // abreast)
        yield Block(board, tuple(titles), part, at == 0, abreast, room / int(room / tall))


def _lines(
    board: BoardRecord, columns: tuple[SheetColumn, ...], beside: bool, is_short: bool
) -> Iterator[Line]:
    """Each table's result, then their mean; a heading before where a board was played as several
    hands.
    """
    several = len(board.fields) > 1 or board.contract is None
    rest = [None] * (len(columns) + beside)
    for part in board.fields:
        if several:
            yield (
                Strong(contract_name(part.contract) if part.contract is not None else number(None)),
                *rest,
            )
        for result in part.results:
            yield _cells(part, result, columns, beside, is_short)
        if part.is_compared:
            means = (
                number(part.figures[column].mean, places=1) if column in part.figures else ""
                for column in columns
            )
            yield (_("mean"), *means, *[""] * beside)
    if board.luck and any(part.is_compared for part in board.fields):
        yield (
            _("luck"),
            *(number(board.luck[column], places=1, signed=True) for column in columns),
            *[""] * beside,
        )


def _cells(
    part: Field, result: TableResult, columns: tuple[SheetColumn, ...], beside: bool, is_short: bool
) -> Line:
    cells: list[Cell] = [Strong(str(result.table))]
    for column in columns:
        said = " ".join(filter(None, (number(result.points[column]), SIGNS[result.mark])))
        cells.append(Strong(said) if part.is_best(result, column) else said)
    return (*cells, *[_declared(result, is_short)] * beside)


def _in_short(result: TableResult) -> str | None:
    """A sale as ``W›E 3``, nothing for a suit alone; None where it takes words."""
    row, sale = result.row, result.row.sale
    if row.trump and row.trump not in list(Suit):
        return None
    if sale is None:
        return None if declaration(row) and without_trump(row) else ""
    plain = (
        sale.polarity is None
        and sale.seller in WINDS
        and sale.buyer in WINDS
        and not rarer_marks(row)
    )
    return (
        _sale_in_short(sale.seller, sale.buyer, sale.price)
        if plain and sale.seller and sale.buyer
        else None
    )


def _sale_in_short(seller: str, buyer: str, price: int | None) -> str:
    return f"{wind_letter(seller)}›{wind_letter(buyer)} {number(price)}"


def _declared(result: TableResult, is_short: bool) -> Cell:
    trump = result.row.trump
    if trump not in list(Suit):
        return (_in_short(result) if is_short else declaration(result.row)) or ""
    said = _in_short(result) if is_short else without_trump(result.row)

    def draw(pen: Pen, box: Box) -> None:
        pen.suit(Suit(trump), box.x, box.y + (box.height - 2.6 * mm) / 2, 2.6 * mm)
        pen.text(
            Box(box.x + 3.2 * mm, box.y, box.width - 3.2 * mm, box.height), said or "", 7, grey=0.2
        )

    return draw


def _draw_block(block: Block, pen: Pen, place: Box) -> None:
    box = place.inset(0, 0.6 * mm)
    pen.frame(box, 0.6, grey=0.3)
    inner = box.inset(_INSET)
    head, rest = inner.rows(_HEAD, inner.height - _HEAD)
    pen.text(head, _title(block), 9.5, bold=True, upright="top")
    if block.begins:
        down = -(-len(block.lines) // block.abreast)
        tall = min(_LARGEST, rest.height - (_TITLES + 0.6 * mm + _ROW * down) * bool(down))
        diagram, rest = rest.rows(tall, rest.height - tall)
        draw_diagram(pen, diagram, block.board.deal)
    gap = GAP / 2
    wide = (rest.width - (block.abreast - 1) * gap) / block.abreast
    for at, lines in enumerate(
        in_parts(block.lines, -(-len(block.lines) // block.abreast)) if block.lines else ()
    ):
        listing = Listing(block.columns, lines, head=_TITLES, air=0.1 * mm)
        table = listing.table(wide, _ROW, _SIZE, fixed=True)
        put(pen, Box(rest.x + at * (wide + gap), rest.y, wide, rest.height), table)


def _title(block: Block) -> str:
    board = block.board
    title = board_title(
        board.number,
        () if board.contract is None else (board.contract, *board.also),
        board.together,
    )
    title += " · " + _("dealer %(wind)s") % {"wind": wind_name(board.dealer)}
    if board.spare is not None:
        title += " · " + _("spare %(number)d") % {"number": board.spare}
    if board.typed:
        title += " · " + _("typed in as it lay on the tables")
    return title if block.begins else title + " · " + _("continued")


def draw_diagram(pen: Pen, box: Box, deal: Deal) -> None:
    """Its type is as large as the box is high, up to 60 mm."""
    scale = min(1, box.height / (60 * mm))
    tall, wide = box.height / 3, min(42 * mm, box.width / 2)
    centre = box.x + box.width / 2
    places = {
        Wind.N: (centre - wide / 2, box.y + 2 * tall),
        Wind.W: (box.x, box.y + tall),
        Wind.E: (box.right - wide, box.y + tall),
        Wind.S: (centre - wide / 2, box.y),
    }
    for wind in WINDS:
        x, y = places[wind]
        _draw_hand(pen, Box(x, y, wide, tall), deal, wind, scale)


def _draw_hand(pen: Pen, box: Box, deal: Deal, wind: Wind, scale: float) -> None:
    badge = 8 * mm * scale
    pen.badge(wind, box.x, box.y + box.height / 2 - badge / 2, badge)
    lines = Box(
        box.x + badge + 1 * mm,
        box.y + 1 * mm * scale,
        box.width - badge - 1 * mm,
        box.height - 2 * mm * scale,
    )
    for suit, line in zip(SUITS, lines.rows(*[lines.height / 4] * 4), strict=True):
        middle, size = line.y + line.height / 2, max(2.4 * mm, 3.2 * mm * scale)
        pen.suit(suit, line.x, middle - size / 2, size)
        cards = Box(
            line.x + size + 1.2 * mm, middle - 2.2 * mm, line.width - size - 1.2 * mm, 4.4 * mm
        )
        pen.text(cards, ranks_label(deal.suit(wind, suit)), max(8.5, 10 * scale), bold=True)
