"""Hand records: hands of every board with every table's result, the mean and the luck of the cards
(§6; §7, 12). They exist only after the partita is closed. Before that, cards are only on slips and,
for those who prepare the boards, on master diagrams.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy
from reportlab.graphics.shapes import Drawing
from reportlab.lib.units import mm
from reportlab.platypus import Table

from deals.models import Board
from king.cards import SUITS, Deal, Suit, Wind
from king.rulesets.base import Order, RuleSet
from king.sheet.comparison import BoardComparison, Field, Peers, TableResult, luck, peers_of
from king.sheet.points import Column as SheetColumn
from printing.document_context import (
    Options,
    Printed,
    check_plays_boards,
    find_round,
    no_board,
    occasion_of,
)
from printing.documents.slips import SlipBoard, Slips, board_on_paper
from printing.lists import (
    GAP,
    WIDTH,
    Cell,
    Column,
    Drawn,
    LabelSheet,
    Listing,
    Strong,
    draw_story,
    in_columns,
    in_parts,
    page_of,
    room_below,
    words,
)
from printing.paper import Box, Page, Pen, shortened, width_of
from printing.pictures import spreads
from scoring.publishing import PublishedStandings, tables_as_published
from scoring.publishing.final_hold import shown_publications
from scoring.robot_means import Means, means_of
from scoring.scored_sheets import compare_tables, scored_round
from tournaments.models import Round, Tournament
from wording.naming import (
    column_letters,
    contract_name,
    number,
    ranks_label,
    wind_name,
)
from wording.results import (
    SIGNS,
    beside_trump,
    legend,
    rarer_marks,
    sale_words,
    short_sale,
    trump_words,
)
from wording.sentences import refusal

_INSET, _HEAD, _TITLES, _ROW, _SIZE = 1.5 * mm, 6.6 * mm, 4.8 * mm, 4.1 * mm, 9
_BETWEEN = GAP / 2
_DIAGRAM, _LARGEST, _HANDS = 47 * mm, 58 * mm, 76 * mm
"""The least and the greatest height of a board's four hands, and their width: four boards of nine tables stand on a
page, each with its results beside its hands.
"""
_INNER = WIDTH - 2 * _INSET


Record = dict[str, Any]
"""A ``board`` and what the tables made of it: ``fields``, one for each hand that it was played as;
``luck``, what each column's cards were worth; ``robots``, their mean by contract and column;
``typed``, whether no seed dealt it; ``spread``, how often each result came up in each column, where
one board is printed that was one hand.
"""


def gather(tournament: Tournament, options: Options) -> dict[str, Any]:
    round = find_round(tournament, options.round)
    tables = scored_round(round) if round.is_closed else ()
    means = means_of(shown_publications(tournament).only("pk").first())
    return _records(tournament, round, options, compare_tables(tables), means)


def gather_published(
    tournament: Tournament, published: PublishedStandings, options: Options
) -> dict[str, Any]:
    """Return the hand records of the results that a published standing ranks, whatever the sheets
    say by now.
    """
    round = find_round(tournament, options.round)
    tables = tables_as_published(published, [round]).get(round.pk, ())
    means = means_of(published.publication)
    return _records(tournament, round, options, compare_tables(tables), means, published.at)


def _records(
    tournament: Tournament,
    round: Round,
    options: Options,
    compared: tuple[BoardComparison, ...],
    means: Means,
    at: datetime | None = None,
) -> dict[str, Any]:
    """Context of the hand records of a partita. ``chosen``: each table chose its hand, so that a
    board has results for each hand that was played with its cards. Refused until the partita is
    closed.
    """
    check_plays_boards(tournament, round)
    board_set = round.board_set
    if board_set is None or not board_set.is_revealed:
        raise refusal(
            gettext_lazy(
                "The boards of partita %(round)s stay sealed until it is closed; then they can be printed."
            ),
            "boards_sealed",
            round=round.number,
        )
    rules = tournament.rules
    settings = tournament.configured
    records = []
    for row in Board.objects.revealed().in_use().filter(board_set=board_set).order_by("number"):
        if options.board in (None, row.number):
            board = board_on_paper(row, rules, settings)
            played = [comparison for comparison in compared if comparison.hand in board.together]
            typed = row.origin == Board.Origin.TRANSCRIBED and board_set.is_dealt_by_seed
            fields = [part for comparison in played for part in comparison.fields]
            record = {"board": board, "fields": fields, "luck": luck(rules, played), "typed": typed}
            record["robots"] = {
                part.contract: means.get((round.number, comparison.hand, part.contract.code), {})
                for comparison in played
                for part in comparison.fields
                if part.contract is not None
            }
            if options.board is not None:
                record["spread"] = _spread(rules, fields)
            records.append(record)
    if not records:
        raise no_board(round, options)
    return {
        "occasion": occasion_of(tournament, round, at),
        "records": records,
        "columns": rules.columns,
        "suits": options.suits,
        "chosen": rules.order is not Order.FIXED,
    }


def _spread(rules: RuleSet, fields: Sequence[Field]) -> dict[SheetColumn, Peers]:
    if len(fields) != 1:
        return {}
    columns = {column: peers_of(rules, fields[0], column) for column in rules.columns}
    return {column: peers for column, peers in columns.items() if peers.mean is not None}


# --- onto paper

Line = tuple[Cell, ...]


def render(paper: dict[str, Any]) -> Printed:
    return Printed(paper["occasion"], _pages(paper), suits=paper["suits"])


def _pages(paper: dict[str, Any]) -> Iterator[Page]:
    explained, subject = _explanation(paper), paper["occasion"].subject
    above = [words(explained, 9, grey=0.2, below=1.5 * mm)] if explained else []
    room = room_below(above)
    story = [
        part for record in paper["records"] for part in _page_boards(record, paper["columns"], room)
    ]
    for column in in_columns(story, WIDTH, room):
        yield page_of([(WIDTH, column)], _("Hand records"), subject, above=above)


def _explanation(paper: dict[str, Any]) -> str:
    """Return the explanation of bold type, of the line below a board, and of the signs. It is
    printed once for all boards.
    """
    fields = [part for record in paper["records"] for part in record["fields"]]
    sentences = []
    if any(part.is_compared for part in fields):
        sentences.append(_("The best of each column is in bold."))
    if any(map(_has_luck, paper["records"])):
        sentences.append(
            _("Luck: what the cards of each column were worth, above or below the mean of all.")
        )
    if any(any(record.get("robots", {}).values()) for record in paper["records"]):
        sentences.append(
            _(
                "Robots: the mean of a hundred games by rule of thumb; a yardstick, not a measure of luck."
            )
        )
    if paper["chosen"]:
        sentences.append(
            _(
                "Each table chose what to play with these cards: tables that played the same hand "
                "are compared here, whole sheets in the standings."
            )
        )
    results = [result for part in fields for result in part.results]
    sales = (
        f"{short}{_(': ')}{sale_words(result.row.sale)}."
        for result in results
        if result.row.sale and (short := short_sale(result.row.sale))
    )
    return " ".join((*sentences, *islice(sales, 1), legend(fields))).strip()


def _has_luck(record: Record) -> bool:
    return bool(record["luck"]) and any(part.is_compared for part in record["fields"])


def _page_boards(record: Record, columns: tuple[SheetColumn, ...], room: float) -> Iterator[Drawn]:
    """Yield the drawings of a board. Boards of one height share the page evenly; a long board
    continues on the next page.
    """
    results = [result for part in record["fields"] for result in part.results]
    is_short = all(_short_sale(result) is not None for result in results)
    sold = any(result.row.sale for result in results)
    trumps = any(result.row.trump for result in results)
    lines = tuple(_lines(record, columns, sold or trumps or not is_short))
    beside = _INNER - _HANDS - _BETWEEN
    first = 14 * mm
    last = (17 if sold else 3.8 if trumps else 0) * mm
    widest = max(
        (
            width_of(str(cell), _SIZE, bold=True)
            for line in lines
            for cell in line[1 : 1 + len(columns)]
            if isinstance(cell, str)
        ),
        default=0,
    )
    least = first + last + len(columns) * (widest + 1.8 * mm)
    abreast = 2 if is_short and len(lines) > _ON_ONE and 2 * least + _BETWEEN <= beside else 1
    wide = (beside - (abreast - 1) * _BETWEEN) / abreast
    if not is_short:
        last = wide - (least - last)
    titles = [Column(_("Tbl."), first)]
    share = (wide - first - last) / len(columns)
    titles += [Column(Strong(column_letters(column)), share, "right") for column in columns]
    titles += [Column(width=last, grey=0.2)] * bool(last)
    picture = _picture(record)
    fixed = 2 * _INSET + _HEAD + (picture.height * picture.renderScale if picture else 0)
    # One less than there is room for: a heading goes on to the next column with its lines.
    most = abreast * int((room - fixed - _TITLES - 1.5 * mm) / _ROW) - (abreast > 1)
    for at, part in enumerate(in_parts(lines, most)):
        columns_of_lines = _abreast(part, abreast)
        down = max(map(len, columns_of_lines), default=0)
        tables = [
            Listing(titles, beside, head=_TITLES, air=0.1 * mm).table(wide, _ROW, _SIZE, fixed=True)
            for beside in columns_of_lines
        ]
        draw = partial(_draw_board, record, tables, wide, at == 0)
        tall = fixed + max(_DIAGRAM * (at == 0), _TITLES + 1.5 * mm + _ROW * down)
        yield Drawn(draw, room / int(room / tall))


def _abreast(part: tuple[Line, ...], abreast: int) -> list[tuple[Line, ...]]:
    """Split the lines into even columns. No column ends with a heading, which has only one filled
    cell.
    """
    down = -(-len(part) // abreast)
    if abreast > 1 and part[down - 1][1] is None:
        down -= 1
    return [lines for lines in (part[:down], part[down:]) if lines]


_ON_ONE = 9
"""So many lines stand beside the four hands."""


def _picture(record: Record) -> Drawing | None:
    """Return the chart of how far apart the tables were, which stands below the four hands, or None
    if the board has none.
    """
    if not record.get("spread"):
        return None
    picture = spreads(record["spread"], None)
    picture.renderScale = _INNER / picture.width
    return picture


def _lines(record: Record, columns: tuple[SheetColumn, ...], beside: bool) -> Iterator[Line]:
    """Yield a line for each table's result, then one for their mean. A board that was played as
    several hands has a heading before each.
    """
    several = len(record["fields"]) > 1 or record["board"].contract is None
    rest = [None] * (len(columns) + beside)
    for part in record["fields"]:
        if several:
            yield Strong(contract_name(part.contract) if part.contract else number(None)), *rest
        for result in part.results:
            yield _cells(part, result, columns, beside)
        if part.is_compared:
            means = (
                number(part.figures[column].mean, places=1) if column in part.figures else ""
                for column in columns
            )
            yield _("mean"), *means, *[""] * beside
        robots = record.get("robots", {}).get(part.contract)
        if robots and len(record["fields"]) > 1:
            figures = (number(robots[column], places=1) for column in columns)
            yield _("robots"), *figures, *[""] * beside
    if _has_luck(record):
        figures = (number(record["luck"][column], places=1, signed=True) for column in columns)
        yield _("luck"), *figures, *[""] * beside


def _cells(
    part: Field, result: TableResult, columns: tuple[SheetColumn, ...], beside: bool
) -> Line:
    cells: list[Cell] = [Strong(str(result.table))]
    for column in columns:
        points = " ".join(filter(None, (number(result.points[column]), SIGNS[result.mark])))
        cells.append(Strong(points) if part.is_best(result, column) else points)
    return (*cells, *[_declaration_words(result)] * beside)


def _short_sale(result: TableResult) -> str | None:
    """Return a sale as ``W›E 3``, or "" if nothing was sold. None if the row needs words instead of
    signs.
    """
    row, sale = result.row, result.row.sale
    if rarer_marks(row) or (row.trump and row.trump not in list(Suit)):
        return None
    if sale is None:
        return ""
    return None if sale.polarity == "null" else short_sale(sale)


def _declaration_words(result: TableResult) -> Cell:
    trump = result.row.trump
    beside = beside_trump(result.row)
    if trump not in list(Suit):
        return _("; ").join(filter(None, (trump_words(result.row), beside)))

    def draw(pen: Pen, box: Box) -> None:
        pen.suit(Suit(trump), box.square(2.8 * mm))
        if beside:
            words = box.less(left=3.4 * mm)
            pen.text(words, shortened(beside, words.width, _SIZE), _SIZE, grey=0.2)

    return draw


def _draw_board(
    record: Record, tables: Sequence[Table], wide: float, begins: bool, pen: Pen, place: Box
) -> None:
    """Draw these tables of a board side by side, each ``wide``. The diagram of the cards comes
    first if the board ``begins`` here.
    """
    board, box = record["board"], place.inset(0, 0.6 * mm)
    pen.frame(box, 0.6, grey=0.3)
    head, rest = box.inset(_INSET).rows(_HEAD, 0)
    details = (
        "",
        board.dealer_words,
        board.spare_words,
        _("typed in as it lay on the tables") if record["typed"] else "",
        "" if begins else _("continued"),
    )
    after = "".join(f" · {part}" for part in details if part)
    robots = _in_the_head(record)
    pen.text(head, robots, 8, align="right", grey=0.2, upright="top")
    room = head.width - width_of(f"{robots}  ", 8) - width_of(after, 9.5, bold=True)
    title = shortened(board.bare_title, room, 9.5, bold=True)
    pen.text(head, f"{title}{after}", 11, bold=True, upright="top")
    hands, beside = rest.columns(_HANDS, 0)
    if begins:
        picture = _picture(record)
        below = picture.height * picture.renderScale if picture else 0
        tall = min(_LARGEST, rest.height - below)
        draw_diagram(pen, hands._replace(y=hands.top - tall, height=tall), board.deal)
        if picture:
            draw_story(pen, rest._replace(height=below), picture)
    beside = beside.less(left=_BETWEEN)
    for table in tables:
        draw_story(pen, beside, table)
        beside = beside.less(left=wide + _BETWEEN)


def _in_the_head(record: Record) -> str:
    """Return the robots' mean of a board that was played as one hand, else "". It is printed beside
    the board's name, where it takes no line.
    """
    means = [mean for mean in record.get("robots", {}).values() if mean]
    if len(record["fields"]) != 1 or not means:
        return ""
    figures = (
        f"{column_letters(column)} {number(mean, places=1)}" for column, mean in means[0].items()
    )
    return " ".join((_("robots"), *figures))


def draw_diagram(pen: Pen, box: Box, deal: Deal) -> None:
    """Draw the four hands of a deal. The type grows with the height of the box, up to 60 mm."""
    scale = min(1, box.height / (60 * mm))
    wide = min(42 * mm, box.width / 2)
    north, middle, south = box.rows(0, 0, 0)
    spare = box.width - wide
    places = {
        Wind.N: north.inset(spare / 2, 0),
        Wind.E: middle.less(left=spare),
        Wind.S: south.inset(spare / 2, 0),
        Wind.W: middle.less(right=spare),
    }
    for wind in deal.winds:
        _draw_hand(pen, places[wind], deal, wind, scale)


def _draw_hand(pen: Pen, box: Box, deal: Deal, wind: Wind, scale: float) -> None:
    badge = 8 * mm * scale
    pen.badge(wind, box.square(badge))
    lines = box.less(left=badge + 1 * mm).inset(0, 1 * mm * scale)
    for suit, line in lines.down(SUITS):
        size = max(2.4 * mm, 3.2 * mm * scale)
        pen.suit(suit, line.square(size))
        cards = line.less(left=size + 1.2 * mm).inset(0, line.height / 2 - 2.2 * mm)
        pen.text(cards, ranks_label(deal.suit(wind, suit)), max(9, 10 * scale), bold=True)


# --- for who prepares the boards


def master_diagrams(diagrams: Slips) -> Printed:
    sheet, pages = LabelSheet(2, 3, room_below() / 3), []
    for round_ in diagrams.rounds:
        partita = _("Partita %(number)d") % {"number": round_.number}
        head = _("Master diagrams"), diagrams.occasion.evening, partita
        pages += sheet.pages(round_.boards, _draw_diagram_board, *head)
    state = _("sealed: for the person who prepares the boards") if diagrams.sealed else ""
    return Printed(diagrams.occasion, pages, state, suits=diagrams.suits)


def _draw_diagram_board(pen: Pen, place: Box, board: SlipBoard) -> None:
    box = place.inset(1 * mm, 1.5 * mm)
    pen.frame(box, 0.5, grey=0.4)
    title, diagram, foot = box.inset(2 * mm, 1 * mm).rows(9 * mm, 0, 6 * mm)
    after = f" · {board.dealer_words}"
    room = 1.7 * title.width - width_of(after, 9.5, bold=True)
    name = shortened(board.title, room, 9.5, bold=True)
    pen.text(title, f"{name}{after}", 10.5, bold=True, paragraph=True)
    draw_diagram(pen, diagram, board.deal)
    checks = " · ".join(
        f"{wind_name(wind)} {board.deal.checksum(wind)}" for wind in board.deal.winds
    )
    pen.text(foot, _("checksums %(checks)s") % {"checks": checks}, 9, grey=0.2, align="right")
