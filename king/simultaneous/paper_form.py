"""Workbook for a hall that has paper alone, to type its sheets into: one page a table and partita.

Here it is plain cells, lists of rows by page, so that any program can write and read the file. The
first cell of a line says what it is (``seat``, ``hand``, ``ruling`` …), so that lines may be moved.
Empty cells are ignored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from king.reading import EXPECTED, InputError, exact_number, shortened
from king.rulesets.base import Order, RuleSet, Scoring
from king.rulesets.contracts import Contract
from king.rulesets.settings import Settings
from king.sheet.ruling_kinds import KINDS
from king.simultaneous.documents import Terms
from king.words import Phrase, gettext_noop

Cell = str | int | float | None
Page = list[list[Cell]]
Workbook = Mapping[str, Sequence[Sequence[Cell]]]
"""Pages by title, each a list of rows."""

EVENING = "evening"
MOST_TABLES = 400

LABELS: Mapping[str, str] = {
    "hand": gettext_noop("Hand"),
    "contract": gettext_noop("Contract"),
    "trump": gettext_noop("Trump: S H D C"),
    "seller": gettext_noop("Sold by"),
    "buyer": gettext_noop("Sold to"),
    "price": gettext_noop("For"),
    "polarity": gettext_noop("For nulls: null"),
    "tricks": gettext_noop("Taken by the buyer"),
    "chooser": gettext_noop("Chosen by"),
    "third": gettext_noop("A third option: x"),
    "partner": gettext_noop("Partner"),
    "card": gettext_noop("Named card"),
    "direction": gettext_noop("Played down: down"),
    "unplayed": gettext_noop("Not played: x"),
    "blind": gettext_noop("Blind: x"),
    "blind_tricks": gettext_noop("Taken by the declarer"),
    "start": gettext_noop("First card"),
}
CHECK = gettext_noop("Must be 0")
OF_THE_EVENING: Mapping[str, tuple[str, ...]] = {
    "written": (gettext_noop("The day"),),
    "house": (gettext_noop("House players, one a line"),),
    "spare": (gettext_noop("Partita"), gettext_noop("Board"), gettext_noop("Spare")),
    "ruling": (
        gettext_noop("Partita"),
        gettext_noop("Table"),
        gettext_noop("one of {codes}"),
        gettext_noop("Hand"),
        gettext_noop("Whom it concerns"),
        gettext_noop("Points, with − for a penalty"),
    ),
}
"""Kinds of line on the first page, each with the contents of its cells."""
OF_SALE = ("seller", "buyer", "price", "polarity", "tricks")
TICKED = ("third", "unplayed", "blind")
NUMBERS = ("price", "tricks", "blind_tricks")

NO_SUCH_PAGE = gettext_noop("no page is called “1-1”, for partita 1, table 1: is it this event's?")
NOTHING_TYPED = gettext_noop("nothing is filled in yet, neither a name nor a number")
PAGE_TITLE = gettext_noop("a page called partita-table, as “1-3”")
OTHER_ROUND = gettext_noop("a partita of the event: {rounds}")
WHOLE_NUMBER = gettext_noop("a whole number")
NAME_MISSING = gettext_noop("the name of the player who sat there")


def columns_of(ruleset: RuleSet, settings: Settings) -> list[str]:
    """Codes of all columns that a row of this system may have, in the order of writing."""
    contracts = ruleset.played
    sold = any(contract.sale for contract in contracts)
    nulls = any(contract.nulls for contract in contracts)
    conditions = {
        "chooser": ruleset.order is not Order.FIXED,
        "third": ruleset.third_counts,
        **dict.fromkeys(map(str, unit_columns(ruleset)), True),
        "trump": any(contract.trump for contract in contracts),
        **dict.fromkeys(("seller", "buyer", "price"), sold),
        "polarity": sold and nulls,
        "tricks": sold and ruleset.by_side and settings.sale_counts == "buyer",
        "direction": nulls,
        "unplayed": ruleset.unplayed is not None,
        "partner": ruleset.scoring is Scoring.SHARED,
        "card": ruleset.scoring is Scoring.SHARED,
        "blind": settings.blind,
        "blind_tricks": settings.blind and ruleset.by_side,
        "start": ruleset.start_named,
    }
    return ["hand", "contract", *(code for code, is_asked in conditions.items() if is_asked)]


def unit_columns(ruleset: RuleSet) -> Sequence[str]:
    """Columns for units. If there is a Domino they are winds, because it matters who went out;
    games of pairs add them up.
    """
    return tuple(map(str, ruleset.winds if ruleset.has_domino else ruleset.columns))


def empty_pages(terms: Terms, tables: int, say: Callable[[str], str] = str) -> dict[str, Page]:
    """Workbook to be filled in: a page for the evening, then one for each partita and table.
    ``say`` translates the headings. A text that begins with ``=`` is a formula: how many units a
    row counts too many or too few.
    """
    ruleset, settings = terms.ruleset, terms.rules_in_force
    codes = columns_of(ruleset, settings)
    headings: list[Cell] = [say(LABELS[code]) if code in LABELS else code for code in codes]
    codes_of_rulings = ", ".join(kind.code for kind in KINDS.values() if kind.of_the_sheet)
    evening: Page = [[terms.event]]
    for kind, texts in OF_THE_EVENING.items():
        cells: list[Cell] = [terms.date] if kind == "written" else [None] * len(texts)
        words = (say(text).replace("{codes}", codes_of_rulings) for text in texts)
        evening += [[None, *words], [kind, *cells]]
    pages: dict[str, Page] = {EVENING: evening}
    for number in terms.rounds:
        for table in range(1, tables + 1):
            lines: Page = [[terms.event, number, table]]
            lines += [["seat", str(column), None] for column in ruleset.columns]
            lines += [[None, *headings, say(CHECK)], ["columns", *codes]]
            for plan in ruleset.schedule(settings):
                contract = None if plan.contract is None else plan.contract.code
                line: list[Cell] = ["row", plan.number, contract, *[None] * (len(codes) - 2)]
                lines.append([*line, _check(codes, ruleset, plan.contract, len(lines) + 1)])
            pages[f"{number}-{table}"] = lines
    return pages


def _check(codes: Sequence[str], ruleset: RuleSet, contract: Contract | None, line: int) -> Cell:
    """Formula: empty while no unit is typed, then the difference from the number of units in the
    contract.
    """
    if contract is None or contract.units is None:
        return None
    columns = unit_columns(ruleset)
    first, last = (_column_letters(codes.index(column) + 1) for column in (columns[0], columns[-1]))
    cells = f"{first}{line}:{last}{line}"
    return f'=IF(COUNT({cells})=0,"",SUM({cells})-{contract.units})'


def read_pages(terms: Terms, workbook: Workbook, source: str = "") -> dict[str, Any]:
    """Read the filled-in evening in the form that ``Report.from_json`` completes. A page without
    names and counts is a table that did not play. Raises ``InputError`` with page and cell of what
    cannot be read.
    """
    evening = _read_evening(workbook.get(EVENING, ()), source)
    rounds: dict[int, list[dict[str, Any]]] = {}
    pages = {title: lines for title, lines in workbook.items() if title != EVENING}
    for title, lines in pages.items():
        number, table = _place_of(terms, title, source)
        sheet = _read_sheet(terms, title, lines, source)
        if sheet is not None:
            rounds.setdefault(number, []).append({"table": table, **sheet})
    if not rounds:
        raise InputError(NOTHING_TYPED if pages else NO_SUCH_PAGE, source=source)
    night: dict[str, Any] = {
        "ruleset": terms.ruleset.as_json(),
        "settings": dict(terms.settings),
        "rounds": [{"round": number, "sheets": rounds[number]} for number in sorted(rounds)],
    }
    if evening.rulings:
        night["rulings"] = evening.rulings
    return {
        "written": evening.written or terms.date,
        "night": night,
        "house": evening.house,
        "spares": evening.spares,
    }


class _Evening(NamedTuple):
    written: str
    house: list[str]
    spares: list[dict[str, int]]
    rulings: list[dict[str, Any]]


def _read_evening(lines: Iterable[Sequence[Cell]], source: str) -> _Evening:
    evening = _Evening("", [], [], [])
    for line in _lines(EVENING, lines, source):
        if line.kind == "written" and line.text(1):
            evening = evening._replace(written=line.text(1))
        elif line.kind == "house" and line.text(1):
            evening.house.append(line.text(1))
        elif line.kind == "spare" and line.is_filled:
            keys = ("round", "board", "spare")
            evening.spares.append({key: line.number(at) for at, key in enumerate(keys, 1)})
        elif line.kind == "ruling" and line.is_filled:
            evening.rulings.append(_ruling(line))
    return evening


def _ruling(line: _Line) -> dict[str, Any]:
    """Read a line of a ruling: partita, table, kind, hand, offender, points."""
    ruling: dict[str, Any] = {"round": line.number(1), "table": line.number(2)}
    ruling["kind"] = line.text(3)
    if line.text(4):
        ruling["hand"] = line.number(4)
    if line.text(5):
        ruling["offender"] = line.text(5).upper()
    if line.text(6):
        ruling["points"] = str(line.exact(6))
    return ruling


def _place_of(terms: Terms, title: str, source: str) -> tuple[int, int]:
    number, _dash, table = title.strip().partition("-")
    if not (number.isascii() and number.isdigit() and table.isascii() and table.isdigit()):
        expected = Phrase(EXPECTED, expected=Phrase(PAGE_TITLE), found=shortened(title))
        raise InputError(expected, source=source, place=shortened(title))
    if int(number) not in terms.rounds:
        rounds = " ".join(map(str, terms.rounds))
        raise InputError(Phrase(OTHER_ROUND, rounds=rounds), source=source, place=title)
    return int(number), int(table)


def _read_sheet(
    terms: Terms, title: str, lines: Iterable[Sequence[Cell]], source: str
) -> dict[str, Any] | None:
    codes: list[str] = []
    seats: dict[str, str] = {}
    empty: _Line | None = None
    rows: list[dict[str, Any]] = []
    dealer = ""
    for line in _lines(title, lines, source):
        if line.kind == "seat":
            seats[line.text(1)] = line.text(2)
            empty = empty if line.text(2) else line
        elif line.kind == "columns":
            codes = [line.text(at) for at in range(1, len(line.cells))]
        elif line.kind == "first_dealer":
            dealer = line.text(1).upper()
        elif line.kind == "row":
            row = _row(terms.ruleset, codes, line)
            if row["units"] or len(row) > 3:
                rows.append(row)
    if not rows and not any(seats.values()):
        return None
    if empty is not None:
        raise empty.wrong(2, NAME_MISSING)
    sheet: dict[str, Any] = {"seats": seats, "rows": rows}
    return {**sheet, "first_dealer": dealer} if dealer else sheet


def _row(ruleset: RuleSet, codes: Sequence[str], line: _Line) -> dict[str, Any]:
    texts = {code: line.text(at) for at, code in enumerate(codes, 1)}
    return read_row(ruleset, texts, lambda code: line.wrong(1 + codes.index(code), WHOLE_NUMBER))


def read_row(
    ruleset: RuleSet, texts: Mapping[str, str], wrong: Callable[[str], InputError]
) -> dict[str, Any]:
    """Make a row of these texts, by the codes of ``columns_of``. ``wrong`` makes the error for a
    code whose text is no whole number.
    """

    def number(code: str) -> int:
        count = _whole_number(texts[code])
        if count is None:
            raise wrong(code)
        return count

    row: dict[str, Any] = {"hand": 0, "contract": None, "units": {}}
    sale: dict[str, Any] = {}
    for code, text in texts.items():
        if code == "hand":
            row["hand"] = number(code)
        elif not text:
            continue
        elif code in unit_columns(ruleset):
            row["units"][code] = number(code)
        elif code in OF_SALE:
            sale[code] = number(code) if code in NUMBERS else _code(text)
        elif code in NUMBERS:
            row[code] = number(code)
        elif code in TICKED:
            row[code] = True
        else:
            row[code] = text if code == "contract" else _code(text)
    if ruleset.order is Order.FIXED or row["contract"] is None:
        del row["contract"]
    return {**row, "sale": sale} if sale else row


def _whole_number(text: str) -> int | None:
    exact = exact_number(text.replace(",", "."), 20)
    if exact is None or exact.denominator != 1 or not -(10**9) < exact < 10**9:
        return None
    return int(exact)


def _code(text: str) -> str:
    return text if text in ("null", "down", "up") else text.upper()


# -- cells


class _Line(NamedTuple):
    page: str
    number_of_line: int
    cells: Sequence[Cell]
    source: str

    @property
    def kind(self) -> str:
        return self.text(0)

    @property
    def is_filled(self) -> bool:
        return any(self.text(at) for at in range(1, len(self.cells)))

    def text(self, at: int) -> str:
        cell = self.cells[at] if at < len(self.cells) else None
        if isinstance(cell, float) and cell.is_integer():
            cell = int(cell)
        return "" if cell is None else " ".join(str(cell).split())

    def number(self, at: int) -> int:
        number = _whole_number(self.text(at))
        if number is None:
            raise self.wrong(at, WHOLE_NUMBER)
        return number

    def exact(self, at: int) -> Fraction:
        number = exact_number(self.text(at).replace(",", "."), 20)
        if number is None:
            raise self.wrong(at, WHOLE_NUMBER)
        return number

    def wrong(self, at: int, expected: str) -> InputError:
        excerpt = shortened(self.text(at)) or "–"
        place = f"{self.page}!{_column_letters(at)}{self.number_of_line}"
        phrase = Phrase(EXPECTED, expected=Phrase(expected), found=excerpt)
        return InputError(phrase, source=self.source, place=place)


def _lines(page: str, lines: Iterable[Sequence[Cell]], source: str) -> Iterator[_Line]:
    for number, cells in enumerate(lines, 1):
        yield _Line(page, number, cells, source)


def _column_letters(at: int) -> str:
    """Letters of a column, counted from 0.

    >>> _column_letters(0), _column_letters(25), _column_letters(26)
    ('A', 'Z', 'AA')
    """
    letters = ""
    at += 1
    while at:
        at, letter = divmod(at - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters
