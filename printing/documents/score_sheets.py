"""Score sheets: a page a table, filled in with what is known before play (§7, 7 to 10). Every row
shows its correct sum and the correct running total, so that a slip shows in its own row.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _, gettext_lazy
from reportlab.lib.units import mm

from king.cards import WINDS, Side, Wind
from king.rulesets.base import Chooser, HandPlan, Order, RuleSet, Scoring
from king.rulesets.contracts import Contract, Family
from king.rulesets.settings import Settings
from king.sheet.points import may_be_slam
from king.words import MINUS
from printing.document_context import (
    Occasion,
    Options,
    Printed,
    SeatedTable,
    find_round,
    occasion_of,
    seated_tables,
)
from printing.lists import in_parts
from printing.paper import (
    CAPITALS,
    LANDSCAPE,
    Box,
    Pen,
    body_of,
    drawable,
    legible,
    one_size,
    shortened,
    width_of,
    wrap,
)
from scoring.rows import draws_dealer
from tournaments.models import Tournament
from wording.naming import (
    column_letters,
    column_name,
    contract_name,
    merged_name,
    names_trump,
    number,
    played_with,
    term,
    term_explained,
    wind_letter,
    wind_name,
)
from wording.play_rules import what_counts
from wording.rules import bonus_words, notes_heading, sum_notes, tick_boxes, worth
from wording.sentences import refusal

Column = Wind | Side


Tick = tuple[Contract, list[Column | None]]
"""A contract and its boxes; a box that belongs to one player or pair says whose it is, any other is
empty.
"""


def tick_list(rules: RuleSet, settings: Settings, chooser: Column | None = None) -> list[Tick]:
    """Contracts that are chosen in a match, each as often as it may be chosen, or only those of one
    ``chooser``. Empty if the order is fixed. A contract that closes the match automatically is left
    out.
    """
    if rules.order is Order.FIXED:
        return []
    plans = rules.schedule(settings)
    choosers = list(dict.fromkeys(plan.chooser for plan in plans if plan.chooser is not None))
    limits = {
        quota.contracts[0]: quota.limit(settings)
        for quota in rules.quotas
        if len(quota.contracts) == 1
    }
    ticks: list[Tick] = []
    for code, times in rules.counts.items():
        boxes: list[Column | None] = [None] * times
        most = limits.get(code)
        if most is not None and most * len(choosers) == times and not by_player(rules):
            boxes = [column for column in choosers for _box in range(most)]
        if chooser is not None:
            boxes = [box for box in boxes if box in (None, chooser)]
        if code != rules.last:
            ticks.append((rules.contract(code), boxes))
    return ticks


def by_player(rules: RuleSet) -> bool:
    """Whether the sheet has a line for each chooser, because a quota covers several contracts
    (R15).
    """
    return any(len(quota.contracts) > 1 for quota in rules.quotas)


def quota_list(rules: RuleSet, settings: Settings) -> list[tuple[str, list[str]]]:
    """Name of each chooser, and a box for every hand that they have to choose, with its sign: to
    avoid, or to take.
    """
    if not by_player(rules):
        return []
    boxes = [
        "+" if rules.contract(quota.contracts[0]).family is Family.POSITIVE else MINUS
        for quota in rules.quotas
        for _box in range(quota.limit(settings))
    ]
    return [(column_name(column), boxes) for column in rules.columns]


ROW = 10 * mm
"""The least height of a row: what a pen needs."""
_USUAL = (14.3 * mm, 15.2 * mm, 4.5 * mm, 8 * mm, 10 * mm)
_NUMBER, _CONTRACT, _DEALER = 8 * mm, 47 * mm, 20 * mm
_COLUMNS, _TRUMP, _EXPECTED = 136 * mm, 26 * mm, 20 * mm
_AIR = 1.8 * mm
"""Between a border and the badge of a wind: West's point must not touch it."""
_AIR_OVER = 1.1 * mm
"""Between the frame of a signature and the words at its top."""
_EMPTY = 0.88
"""The grey of what stays empty; grey means nothing else here."""
_DEALS = 2.2
"""The width of the frame around the cells of who deals."""
_TYPE = 9
"""The least type of what is read at the table, in points."""
_LINE = 4.4 * mm
"""A line of that type."""
_CONTRACT_AIR = 1.2 * mm, 0.3 * mm
"""Around the name of a hand in its cell."""
ROWS_ON_A_PAGE = int((body_of(LANDSCAPE).height - sum(_USUAL)) / ROW + 1e-6)
_TIGHT = (14 * mm, 10.3 * mm, 4 * mm, 6.6 * mm, 7.6 * mm)
_TIGHT_ROW = 9.3 * mm
"""Heights from head to signatures, and of the rows; lower for a sheet of a row or two more, so that it is still one
page."""


class ScoreSheets(NamedTuple):
    """Sheets of a partita. ``tables`` has None for a blank sheet."""

    occasion: Occasion
    rules: RuleSet
    settings: Settings
    tables: tuple[SeatedTable | None, ...]
    base_url: str = ""
    dealer_drawn: bool = False
    split: bool = False
    """Two columns of points a player, lost and won, as Portuguese blocks have them (S3)."""

    def plans_at(self, table: SeatedTable | None) -> tuple[HandPlan, ...]:
        """Return the plans of the hands at a table. They have no dealer while the first dealer is
        still to be drawn (A4).
        """
        plans = self.rules.schedule(self.settings)
        if not self.dealer_drawn:
            return plans
        if table is None or table.first_dealer is None:
            return tuple(plan._replace(dealer=None, leader=None, chooser=None) for plan in plans)
        return self.rules.schedule(replace(self.settings, first_dealer=table.first_dealer))

    @property
    def soloist(self) -> bool:
        return self.rules.scoring is Scoring.SOLOIST

    @property
    def counts_alone(self) -> bool:
        """Whether the sheet can check only counts, because points always add up to 0 or belong to
        one player.
        """
        return self.rules.by_difference or self.soloist


def score_sheets(tournament: Tournament, options: Options) -> Printed:
    round = None if options.blank else find_round(tournament, options.round)
    occasion = occasion_of(tournament, round)
    tables = (None,) if round is None else seated_tables(round, occasion.names, options.table)
    rules, drawn = tournament.rules, draws_dealer(tournament)
    settings = tournament.configured
    split = options.layout == "two_columns"
    sheets = ScoreSheets(occasion, rules, settings, tables, options.base_url, drawn, split)
    if split and (sheets.counts_alone or rules.by_side):
        sentence = gettext_lazy(
            "Two columns per player are for games in which every player scores alone."
        )
        raise refusal(sentence, "no_two_columns")
    return render(sheets)


def render(sheets: ScoreSheets) -> Printed:
    seated = [table for table in sheets.tables if table is not None]
    words = " ".join(table.name(wind) for table in seated for wind in WINDS).split()
    widest = max(words, key=lambda word: width_of(drawable(word), _TYPE), default="")
    pages = [
        _SheetPage(sheets, table, plans, is_last, widest).draw
        for table in sheets.tables
        for plans, is_last in _parts(sheets, sheets.plans_at(table))
    ]
    return Printed(sheets.occasion, pages, size=LANDSCAPE)


def _parts(
    sheets: ScoreSheets, plans: tuple[HandPlan, ...]
) -> list[tuple[tuple[HandPlan, ...], bool]]:
    """Split the rows evenly into pages, and say of each whether it is the sheet's last. A soloist's
    own hands share a page.
    """
    count = 1 if _fits_lower(len(plans)) else -(-len(plans) // ROWS_ON_A_PAGE)
    rows = -(-len(plans) // count)
    if sheets.rules.set_length is not None:
        rows = min(sheets.rules.set_length, ROWS_ON_A_PAGE)
    return [(plans[at : at + rows], at + rows >= len(plans)) for at in range(0, len(plans), rows)]


def _fits_lower(rows: int) -> bool:
    return ROWS_ON_A_PAGE < rows <= (body_of(LANDSCAPE).height - sum(_TIGHT)) / _TIGHT_ROW + 1e-6


class _SheetPage:
    """A page of a table's sheet, from the head to the signatures. ``widest`` is the widest word of
    all names of the partita.
    """

    pen: Pen

    def __init__(
        self,
        sheets: ScoreSheets,
        table: SeatedTable | None,
        plans: tuple[HandPlan, ...],
        is_last: bool,
        widest: str,
    ) -> None:
        self.widest = widest
        self.sheets, self.table, self.plans, self.is_last = sheets, table, plans, is_last
        self.rules, self.settings = sheets.rules, sheets.settings
        self.chooser = plans[0].chooser if sheets.soloist else None

    def title(self, plan: HandPlan) -> str:
        return contract_name(plan.contract) if plan.contract else ""

    def short_title(self, plan: HandPlan, width: float) -> str:
        return shortened(self.title(plan), width, _TYPE, bold=True)

    def cut_names(self, line: Box) -> str:
        """Names of hands that are too long for their cell, to be printed at the foot. Empty if
        there are none.
        """
        width = self.cells(line)[1].inset(*_CONTRACT_AIR).width
        return "; ".join(
            f"{plan.number}. {self.title(plan)}"
            for plan in self.plans
            if self.short_title(plan, width) != self.title(plan)
        )

    def draw(self, pen: Pen) -> None:
        self.pen = pen
        measures = _TIGHT if _fits_lower(len(self.plans)) else _USUAL
        names_in_full = self.cut_names(pen.body)
        cut = wrap(names_in_full, pen.body.width, _TYPE) if names_in_full else ()
        body, foot = pen.body.rows(pen.body.height - len(cut) * _LINE, len(cut) * _LINE)
        for name, line in zip(cut, foot.rows(*[_LINE] * len(cut)), strict=True):
            pen.text(line, name, _TYPE, grey=0.1)
        row = min(14 * mm, (body.height - sum(measures)) / len(self.plans))
        rows = body.rows(*measures[:3], *[row] * len(self.plans), *measures[3:])
        head, names, subhead, *lines, total, signatures = rows
        self.head(head)
        self.names(names)
        self.subheads(names, subhead)
        for line, plan in zip(lines, self.plans, strict=True):
            self.row(line, plan)
        # Above the lines of the rows below them.
        for line, plan in zip(lines, self.plans, strict=True):
            self.frame_dealer(line, plan)
        if self.is_last or self.sheets.soloist:
            self.total(total)
        if self.is_last:
            self.signatures(signatures)
        else:
            below = signatures if self.sheets.soloist else total
            pen.text(below, _("continued on the next page"), _TYPE, align="right", grey=0.2)

    @property
    def has_notes(self) -> bool:
        rules, plans = self.rules, self.sheets.rules.schedule(self.settings)
        return (
            rules.order is not Order.FIXED
            or rules.scoring is Scoring.SHARED
            or any(contract.trump or contract.sale for contract in rules.played)
            or any(bonus_words(contract, rules, self.settings) for contract in rules.played)
            or any(tick_boxes(plan, rules, self.settings) for plan in plans)
            or any(played_with(rules, plan) and not rules.merged(plan) for plan in plans)
        )

    def note(self, box: Box, text: str, size: float, grey: float = 0.2) -> None:
        self.pen.text(box, text, size, align="center", grey=grey)

    def cells(self, line: Box) -> tuple[Box, ...]:
        # A game without trumps has nothing to note of them.
        notes = _TRUMP if self.has_notes else 0.01
        columns = _COLUMNS if self.has_notes else _COLUMNS + _TRUMP
        return line.columns(_NUMBER, _CONTRACT, _DEALER, columns, notes, _EXPECTED, _EXPECTED)

    def cells_of_columns(self, line: Box) -> Iterator[tuple[Column, tuple[Box, ...]]]:
        """Yield the cells of each column: the count, then the points, or the points lost and
        won.
        """
        shares = (0.36, 0.32, 0.32) if self.sheets.split else (0.42, 0.58)
        for column, box in self.cells(line)[3].across(self.rules.columns):
            yield column, box.columns(*[box.width * share for share in shares])

    def head(self, box: Box) -> None:
        pen, table, sheets, left = self.pen, self.table, self.sheets, box.less(right=4 * mm)
        if table is not None and sheets.base_url:
            left = left.less(right=40 * mm)
            words, square = box.less(left=box.width - 40 * mm).columns(0, box.height)
            pen.qr(f"{sheets.base_url}/t/{table.code}/", square._replace(y=box.y + 0.5 * mm))
            upper, lower = words.less(right=1 * mm).inset(0, 1 * mm).rows(5 * mm, 7 * mm)
            pen.text(upper, _("by phone"), _TYPE, align="right", grey=0.2)
            pen.text(lower, table.code, 14, bold=True, align="right")
        line, occasion, size = "______", sheets.occasion, 22
        partita = occasion.partita or _("Partita %(number)s") % {"number": line}
        seat = _("Table %(number)s") % {"number": line if table is None else table.number}
        title = f"{seat}  ·  {partita}"
        if ticks := tick_list(self.rules, self.settings, self.chooser):
            size = 20
            left, listed = left.columns(width_of(title, size, bold=True) + 1 * mm, 0)
            listing = [
                (
                    self.title_and_worth(contract),
                    [column_letters(mark) if mark else "" for mark in boxes],
                )
                for contract, boxes in ticks
            ]
            parts = [*in_parts(listing, 4), quota_list(self.rules, self.settings)]
            self.ticks(listed.less(left=3 * mm).inset(0, 0.4 * mm), [*filter(None, parts)])
        first, second = left.rows(9.5 * mm, min(5 * mm, box.height - 9.5 * mm))
        pen.text(first, title, size, bold=True)
        # The foot of the page names the evening too: here as much as there is room for.
        called = " · ".join((term_explained(self.rules, "sheet"), *self.games()))
        places = (called, occasion.evening, occasion.place), (called, occasion.evening), (called,)
        headings = [" · ".join(filter(None, place)) for place in places]
        place = next((words for words in headings if width_of(words, _TYPE) <= second.width), "")
        pen.text(second, place, 10, grey=0.15)

    def games(self) -> Iterator[str]:
        """Yield the names of rows that are counted at once on this page: ``7–12: Все подряд``."""
        for plan in self.plans:
            first, last = plan.together[0], plan.together[-1]
            if plan.number == first and (game := merged_name(self.rules, plan)):
                yield f"{first}–{last}{_(': ')}{game}"

    def ticks(self, box: Box, parts: Sequence[Sequence[tuple[str, list[str]]]]) -> None:
        """Draw columns of boxes to tick, each as wide as its content."""
        pen, side = self.pen, min(box.height / 4 * 0.94, 10.5)

        def wide(mark: str) -> float:
            return max(side, width_of(mark, _TYPE) + 2) if mark else side

        needs = [
            max(
                sum(wide(mark) + 1.2 for mark in boxes) + width_of(words, _TYPE) + 2
                for words, boxes in part
            )
            for part in parts
        ]
        air = min(5 * mm, (box.width - sum(needs)) / len(needs))
        for part, column in zip(parts, box.columns(*[need + air for need in needs]), strict=True):
            for (words, boxes), line in zip(part, column.rows(*[0] * 4), strict=False):
                for mark in boxes:
                    tick = line.square(side)._replace(width=wide(mark))
                    pen.frame(tick, 0.5)
                    if mark:
                        self.mark(tick, mark)
                    line = line.less(left=tick.width + 1.2)
                line = line.less(left=1.5)
                pen.text(line, shortened(words, line.width, _TYPE), _TYPE, grey=0.1)

    def title_and_worth(self, contract: Contract) -> str:
        words = f"{contract_name(contract)} {worth(contract, self.sheets.counts_alone)}"
        if self.rules.by_side and contract.family is Family.DOMINO:
            # Counts are written for each partner, though the pair has one column.
            words += " · " + _("each player's cards")
        return words

    def names(self, box: Box) -> None:
        pen, table = self.pen, self.table
        cells = self.cells(box)
        names_box = cells[0].to(cells[2]).inset(0.4 * mm, 0.1 * mm)
        if self.sheets.soloist:
            pen.text(names_box, _soloist_seats(self.plans[0]), _TYPE, paragraph=True)
        elif self.sheets.dealer_drawn:
            self.first_dealer(names_box)
        elif any(isinstance(plan.dealer, Wind) for plan in self.plans):
            words = _("Thick frame: the dealer. Grey: leave empty.")
            if self.chooses:
                words = _("Thick frame: the chooser. Grey: leave empty.")
            pen.text(names_box, words, _TYPE, paragraph=True, grey=0.2, upright="bottom")
        columns = self.rules.columns
        size = self.name_size(cells[3].width / len(columns))
        for column, cell in cells[3].across(columns):
            pen.frame(cell, 0.8)
            winds = column.winds if isinstance(column, Side) else (column,)
            title = table.titles.get(winds[0], "") if table is not None else ""
            if title:
                upper, cell = cell.rows(4 * mm, 0)
                upper = upper.inset(1 * mm, 0.2 * mm)
                pen.text(upper, shortened(title, upper.width, _TYPE, bold=True), _TYPE, bold=True)
            for wind, half in cell.across(winds):
                if table is None:
                    pen.badge(wind, half.square(6.6 * mm, _AIR))
                else:
                    self.name(half, wind, size, table)

    def name(self, cell: Box, wind: Wind, size: float, table: SeatedTable) -> None:
        """Draw a name beside the badge of the wind, or below it if a word is too long."""
        badge = min(6.6 * mm, cell.height - 1.6 * mm)
        beside = cell.less(left=_AIR + badge + 0.8 * mm, right=0.6 * mm).inset(0, 0.3 * mm)
        upper, below = cell.inset(0.6 * mm, 0.2 * mm).rows(4.4 * mm, 0)
        places = (beside, cell.square(badge, _AIR)), (below, upper.square(4.4 * mm, _AIR))
        forms = table.name(wind), table.name(wind, short=True)
        best = [(legible(forms, box, size), box, square) for box, square in places]
        name, box, square = next((one for one in best if one[0] == forms[0]), best[0])
        if name not in forms:
            name, box, square = next((one for one in best if one[0] in forms), best[0])
        self.pen.badge(wind, square)
        self.pen.text(box, name, size, paragraph=True)

    def name_size(self, wide: float) -> float:
        """Type size of the names, at which no word of any name is broken."""
        seats = 2 if self.rules.by_side else 1
        return max(_TYPE, one_size([self.widest], wide / seats - _AIR - 8 * mm, 10))

    def first_dealer(self, box: Box) -> None:
        winds = self.rules.players
        words, boxes = box.columns(0, 5.2 * mm * len(winds))
        reason = _(self.rules.first_dealer_by)
        self.pen.text(words, reason, _TYPE, paragraph=True)
        drawn = self.rules.drawn(self.settings)
        first = self.table and self.table.first_dealer and drawn[self.table.first_dealer]
        for wind, cell in boxes.across(winds):
            tick = cell.square(5.15 * mm)
            if wind == first:
                self.pen.badge(wind, tick)
                continue
            self.pen.frame(tick, 0.6)
            self.note(tick, wind_letter(wind), _TYPE, grey=0.3)

    def subheads(self, names: Box, box: Box) -> None:
        """Draw the headings of the inner columns. Those without a name above them may reach up
        beside the ``names``.
        """
        expected, running = _("Row total"), _("Running total")
        if self.rules.by_difference:
            running = _("Running %(side)s") % {"side": column_name(Side.NS)}
        if self.sheets.counts_alone:
            expected = _("Counted in all")
        who = _("Soloist") if self.sheets.soloist else _("Dealer")
        if self.chooses:
            who = _("Chooses")
        notes = notes_heading(self.rules, self.settings)
        tall = box._replace(height=box.height + names.height)
        _number, contract, dealer, *_columns = self.cells(box)
        for cell, text in zip((contract, dealer), (_("Hand"), who), strict=True):
            self.note(cell, text, _TYPE)
        heads_of_row = (notes if self.has_notes else "", expected, running)
        for cell, text in zip(self.cells(tall)[4:], heads_of_row, strict=True):
            inner = cell.inset(0.5 * mm, 0.3 * mm)
            self.pen.text(
                inner, text, _TYPE, align="center", upright="bottom", paragraph=True, grey=0.2
            )
        heads = (
            (_("count"), _("lost"), _("won")) if self.sheets.split else (_("count"), _("points"))
        )
        for _column, cells in self.cells_of_columns(box):
            for cell, text in zip(cells, heads, strict=True):
                self.note(cell, text, _TYPE)

    @property
    def chooses(self) -> bool:
        """Whether the chooser is not the dealer and has to be found on the sheet (R15)."""
        return self.rules.chooser is Chooser.LEADER

    def place(self, plan: HandPlan) -> Column | None:
        """Return who is printed on the row: the dealer, or the soloist, or the player who
        chooses.
        """
        return plan.chooser if self.sheets.soloist or self.chooses else plan.dealer

    def deals(self, column: Column, plan: HandPlan) -> bool:
        place = self.place(plan)
        return place is not None and column in (place, getattr(place, "side", place))

    def row(self, line: Box, plan: HandPlan) -> None:
        pen, sheets, hand = self.pen, self.sheets, plan.contract
        number, contract, dealer, middle, trump, expected, control = self.cells(line)
        place = self.place(plan)
        # Nothing is won in a hand to avoid, unless a slam is worth points.
        wins_nobody = hand is not None and (
            hand.family is Family.NEGATIVE and not may_be_slam(hand, self.settings)
        )
        for column, cells in self.cells_of_columns(line):
            # The defenders' tricks are counted, and points are the soloist's alone; a hand to avoid
            # has none to win.
            alone = sheets.soloist and not self.deals(column, plan)
            is_empty = alone or (sheets.split and wins_nobody)
            for cell in cells:
                fill = _EMPTY if is_empty and cell is cells[-1] else None
                pen.frame(cell, 0.3, fill=fill, grey=0.3)
            if isinstance(column, Side) and hand is not None and hand.family is Family.DOMINO:
                self.partners_apart(cells[0], column)
            pen.stroke(cells[0].x, line.y, cells[0].x, line.top, 0.9)
        for cell in (number, contract, dealer, trump, expected, control):
            pen.frame(cell, 0.3, grey=0.3)
        pen.stroke(middle.right, line.y, middle.right, line.top, 0.9)
        pen.text(number.inset(0.5 * mm), str(plan.number), 13, bold=True, align="center")
        if hand is not None:
            self.contract(contract.inset(*_CONTRACT_AIR), plan, hand)
        if isinstance(place, Wind):
            self.dealer(dealer, place, plan)
        elif self.chooses:
            self.boxes(dealer, self.rules.players)
        self.notes(trump, plan)
        self.checks(expected, control, plan)

    def frame_dealer(self, line: Box, plan: HandPlan) -> None:
        for column, cells in self.cells_of_columns(line):
            if self.deals(column, plan):
                whole = cells[0].to(cells[-1])
                self.pen.frame(whole.inset(_DEALS / 2), _DEALS)

    def partners_apart(self, cell: Box, side: Side) -> None:
        """Draw a line between the two partners of a side, with their winds, so that the sheet says
        who closed a Domino (A25).
        """
        middle = cell.x + cell.width / 2
        self.pen.stroke(middle, cell.y, middle, cell.top, 0.3, 0.3)
        for wind, half in cell.across(side.winds):
            corner = Box(half.x + 1.3 * mm, half.top - 4.4 * mm, 4 * mm, 3.6 * mm)
            self.pen.text(corner, wind_letter(wind), _TYPE, grey=0.3, upright="top")

    def contract(self, box: Box, plan: HandPlan, contract: Contract) -> None:
        nulls, words = contract.nulls, [what_counts(contract)]
        if nulls is not None:
            words.append(
                _("%(down)s: %(bonus)s, %(points)s each")
                % {
                    "down": term(self.rules, "down"),
                    "bonus": number(nulls.bonus, signed=True),
                    "points": number(nulls.value, signed=True),
                }
            )
        if not self.sheets.soloist and (names := names_trump(plan)):
            words.append(names)
        # Rows that are counted at once name their game where it fits; the head of the page has all.
        game = merged_name(self.rules, plan)
        if game and width_of(f"{' · '.join(words)} · {game}", _TYPE) <= box.width:
            words.append(game)
        first, second = box.rows(box.height * (0.56 if len(words) == 1 or game else 0.4), 0)
        self.pen.text(first, self.short_title(plan, first.width), 11, bold=True)
        self.pen.text(second, " · ".join(words), _TYPE, grey=0.2, paragraph=True)

    def dealer(self, box: Box, dealer: Wind, plan: HandPlan) -> None:
        chooser = plan.chooser
        is_chosen = plan.contract is None and not self.sheets.soloist
        if is_chosen and chooser is not None and chooser not in (dealer, dealer.side):
            box, lower = box.rows(box.height * 0.55, 0)
            words = _("%(who)s chooses") % {"who": column_letters(chooser)}
            self.note(lower.inset(0.3 * mm, 0), words, _TYPE, grey=0.3)
        badge = min(6 * mm, box.height * 0.9)
        self.pen.badge(dealer, box.square(badge, _AIR))
        name = box.less(left=_AIR + badge + 0.7 * mm, right=0.3 * mm)
        self.pen.text(name, wind_name(dealer), 9.5)

    def notes(self, box: Box, plan: HandPlan) -> None:
        pen, contract = self.pen, plan.contract
        if self.rules.scoring is Scoring.SHARED:
            self.partners(box, plan)
        elif contract is not None and not (contract.trump or contract.sale):
            bonus = bonus_words(contract, self.rules, self.settings)
            beside = "" if self.rules.merged(plan) else played_with(self.rules, plan)
            words = ", ".join(filter(None, (beside, bonus)))
            pen.frame(box, 0.3, fill=None if words else _EMPTY, grey=0.3)
            pen.text(
                box.inset(0.6 * mm, 0.3 * mm),
                words,
                _TYPE,
                align="center",
                paragraph=True,
                grey=0.15,
            )
        for place, words in enumerate(tick_boxes(plan, self.rules, self.settings)):
            line = box._replace(y=box.y + (0.5 + 4 * place) * mm, height=3.8 * mm)
            line = line.less(left=1 * mm, right=0.2 * mm)
            pen.frame(line.square(2.8 * mm), 0.5)
            pen.text(line.less(left=3.8 * mm), words, _TYPE, grey=0.3)

    def partners(self, box: Box, plan: HandPlan) -> None:
        """Draw boxes for the winds except the dealer's, so that the dealer's partner need not be
        written (R5).
        """
        self.boxes(box, [wind for wind in WINDS if wind != plan.dealer])

    def boxes(self, box: Box, winds: Iterable[Wind]) -> None:
        """Draw boxes to tick, so that no name has to be written."""
        side = 3.8 * mm
        line = box._replace(y=box.y + 0.8 * mm, height=side).less(left=1 * mm, right=0.5 * mm)
        for wind in winds:
            tick = line.square(side)
            self.pen.frame(tick, 0.5)
            self.mark(tick, wind_letter(wind))
            line = line.less(left=side + 0.7 * mm)

    def mark(self, tick: Box, letters: str) -> None:
        foot = tick.y + (tick.height - _TYPE * CAPITALS) / 2
        middle = tick.x + tick.width / 2
        self.pen.line_of_text(middle, foot, letters, _TYPE, align="center", grey=0.2)

    def checks(self, expected: Box, control: Box, plan: HandPlan) -> None:
        whole, running = plan.expected, plan.control
        if self.sheets.counts_alone:
            units = plan.contract.units if plan.contract is not None else None
            whole, running = None if units is None else Fraction(units), None
        if whole is not None:
            self.pen.text(expected.inset(1 * mm), number(whole), 13, bold=True, align="center")
        if running is not None:
            self.note(control.inset(1 * mm), number(running), 13)

    def total(self, box: Box) -> None:
        pen, split = self.pen, self.sheets.split
        number, _contract, dealer, _columns, trump, expected, running = self.cells(box)
        label = number.to(dealer)
        pen.frame(label, 0.9)
        inner = label.inset(1.5 * mm, 0.1 * mm)
        pen.text(inner, _("Total"), 12, bold=True, align="right")
        for column, (count, *points) in self.cells_of_columns(box):
            pen.frame(count, 0.9, fill=None if split else _EMPTY)
            if split:  # beside the two sums there is room for what they make together
                words = count.inset(0.4 * mm, 0.4 * mm)
                pen.text(words, _("in all"), _TYPE, grey=0.3, upright="top")
            for cell in points:
                pen.frame(cell, 0.9, fill=None if self.chooser in (None, column) else _EMPTY)
        pen.frame(trump, 0.9, fill=_EMPTY)
        whole = expected.to(running)
        pen.frame(whole, 0.9)
        if self.rules.by_difference:
            self.last_difference(whole)
        elif self.rules.expected_sum is not None:
            self.whole_sum(whole, self.rules.expected_sum)
            notes = _("; ").join(sum_notes(self.rules, self.settings))
            wide = width_of(_("Total"), 12, bold=True)
            beside = inner.less(left=_NUMBER, right=wide + 3 * mm)
            pen.text(beside, notes, _TYPE, grey=0.2, paragraph=True)

    def last_difference(self, box: Box) -> None:
        """Note at the last row that the two differences are one number with opposite signs, or
        above which limit it is a big win (R10).
        """
        text = _("equal and opposite")
        if self.rules.big_win is not None:
            text = _("Mesa above %(points)s") % {"points": number(Fraction(self.rules.big_win))}
        self.note(box.inset(1 * mm, 0.5 * mm), text, 9)

    def whole_sum(self, box: Box, expected: Fraction) -> None:
        total = _("must be %(total)s") % {"total": number(expected)}
        self.pen.text(box.inset(1 * mm, 0.5 * mm), total, 11, bold=True, align="center")

    def signatures(self, box: Box) -> None:
        pen, winds = self.pen, self.rules.players
        strip = box._replace(height=box.height - 1.5 * mm)
        signed, handed_in = strip.columns(0, 46 * mm)
        for wind, cell in signed.across(winds):
            pen.frame(cell, 0.5)
            pen.badge(wind, cell.square(min(6 * mm, cell.height - 0.8 * mm), _AIR))
            note = _("signature of %(wind)s") % {"wind": column_name(wind)}
            beside = cell._replace(height=cell.height - _AIR_OVER)
            beside = beside.less(left=8.8 * mm, right=0.5 * mm)
            pen.text(beside, note, _TYPE, grey=0.35, upright="top")
        pen.frame(handed_in, 0.5)
        note = _("handed in at, received by")
        beside = handed_in._replace(height=handed_in.height - _AIR_OVER).inset(1.2 * mm, 0)
        pen.text(beside, note, _TYPE, grey=0.35, upright="top")


def _soloist_seats(plan: HandPlan) -> str:
    """Sentence on the seats of a soloist's hand: who deals, who leads, and who is dummy. The dummy
    sits opposite the soloist (R12).
    """
    winds = {"who": plan.chooser, "dealer": plan.dealer, "leader": plan.leader}
    soloists = {place: column_name(wind) for place, wind in winds.items() if wind is not None}
    dummy = column_name(plan.chooser.partner) if isinstance(plan.chooser, Wind) else ""
    return _(
        "%(who)s alone: %(dealer)s deals, %(leader)s leads, then the dummy, %(dummy)s, is laid open."
    ) % (soloists | {"dummy": dummy})
