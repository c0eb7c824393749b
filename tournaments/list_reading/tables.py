"""People out of cells: which line is the heading, which column is which, which blocks stand side by
side.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from django.utils.translation import gettext_noop

from ground.names import PARTICLES, cleaned
from king.words import folded
from tournaments.list_reading import vocabulary as words
from tournaments.list_reading.pieces import (
    CARD,
    ORDINAL,
    PIECES,
    Pieces,
    check_name,
    club_of,
    is_date,
    looks_like_a_name,
    plain,
    settle_number,
    split_whole,
    take_apart,
    whole_words,
    without_entities,
)
from tournaments.list_reading.rows import (
    Known,
    LeftOver,
    Reading,
    RosterRow,
    checked_row,
    is_telephone,
)
from tournaments.list_reading.workbook_reader import NO_VALUE
from wording.sentences import Sentence

Line = tuple[int, tuple[str, ...]]
Block = dict[str, int]
"""The columns of one person on a line, by what stands in them."""

LINES_BEFORE_HEADER = 15


@dataclass(frozen=True)
class Sheet:
    """A sheet as read: ``(line, cells)`` of each line that is not blank, lines numbered as a person
    counts them.
    """

    name: str
    lines: tuple[Line, ...]
    hidden: bool = False
    open: bool = False
    hidden_lines: frozenset[int] = frozenset()


@dataclass
class _Table:
    """A sheet while it is read."""

    sheet: Sheet
    known: Known
    headers: tuple[str, ...] = ()
    kinds: tuple[str | None, ...] = ()
    long_cards: bool = False
    rows: list[RosterRow] = field(default_factory=list)
    left: list[LeftOver] = field(default_factory=list)
    notes: list[Sentence] = field(default_factory=list)

    def leave(
        self, line: int, column: int, text: str, why: str | Sentence, *, whole: bool = True
    ) -> None:
        unread = whole and column < len(self.headers) and self.kinds[column] is None
        header = self.headers[column] if unread else ""
        reason = why if isinstance(why, Sentence) else Sentence(why)
        self.left.append(LeftOver(line, _said(text), reason, column, header, whole))

    def reading(self, headings: Iterable[int] = ()) -> Reading:
        filled = sum(bool(cell) for _line, cells in self.sheet.lines for cell in cells)
        return Reading(
            tuple(self.rows), tuple(self.left), filled, tuple(self.notes), frozenset(headings)
        )


def _at(cells: Sequence[str], column: int) -> str:
    return cells[column] if column < len(cells) else ""


def read_table(sheet: Sheet, known: Known) -> Reading | None:
    """None where no line of the sheet says which column holds the names."""
    table = _Table(sheet, known)
    heading = _find_heading(sheet.lines)
    if heading is None:
        return None
    line, table.headers = sheet.lines[heading]
    table.kinds = tuple(map(_kind, table.headers))
    above = Sentence(gettext_noop("It stands above the headings."))
    table.left += [
        LeftOver(number, cell, above, column)
        for number, cells in sheet.lines[:heading]
        for column, cell in _filled(cells)
    ]
    for column, cell in _filled(table.headers):
        if table.kinds[column] is None:
            table.leave(line, column, cell, gettext_noop("This column is not read."))
    people = sheet.lines[heading + 1 :]
    block = _block(table, people)
    for number, cells in people:
        _read_line(table, number, cells, block)
    hidden = sorted(sheet.hidden_lines & {row.line for row in table.rows})
    if hidden:
        text = gettext_noop("Hidden lines: %(lines)s. They are asked about.")
        table.notes.append(Sentence(text, {"lines": ", ".join(map(str, hidden[:40]))}))
    return table.reading([line])


def _filled(cells: Sequence[str]) -> list[tuple[int, str]]:
    return [(column, cell) for column, cell in enumerate(cells) if cell]


def whole_lines(sheet: Sheet) -> list[tuple[str, ...]]:
    """Every line from the first to the last, blank ones too."""
    lines = dict(sheet.lines)
    return [lines.get(line, ()) for line in range(1, max(lines, default=0) + 1)]


# --- the heading


def _find_heading(lines: Sequence[Line]) -> int | None:
    """The place of the line with most known columns, one of names among them."""
    known: dict[int, int] = {}
    for place, (_line, cells) in enumerate(lines[:LINES_BEFORE_HEADER]):
        kinds = [kind for kind in map(_kind, cells) if kind]
        if words.NAMES & set(kinds):
            known[place] = len(kinds)
    return max(known, key=lambda place: known[place], default=None)


def _kind(cell: str) -> str | None:
    return words.column_of(cell) or words.column_of(re.sub(r"\s*\d+$", "", cell))


def _block(table: _Table, lines: Sequence[Line]) -> Block:
    """The column of each kind: the first one where there are several."""
    block: Block = {}
    for column, kind in enumerate(table.kinds):
        if kind is not None:
            block.setdefault(kind, column)
    _settle_numbers(table, block, lines)
    _settle_names(block)
    if "counter" in block and "card_number" not in block:
        text = gettext_noop(
            "The column “%(header)s” counts the lines; it was not taken for the cards. "
            "Where it holds cards, head it Tessera."
        )
        table.notes.append(Sentence(text, {"header": table.headers[block["counter"]]}))
    if "surname" not in block and not {"name", "given_name"} <= set(block):
        text = gettext_noop(
            "Surname and name stand in one column: look at how they were told apart."
        )
        table.notes.append(Sentence(text))
    return block


def _settle_names(block: Block) -> None:
    """One way of writing the name is read; another beside it is left over."""
    if "surname" in block or {"name", "given_name"} <= set(block):
        spare = {"surname_then_name", "name_then_surname"}
        spare |= {"name"} if {"surname", "given_name"} <= set(block) else set()
    else:
        ways = [
            kind
            for kind in ("surname_then_name", "name_then_surname", "name", "given_name")
            if kind in block
        ]
        spare = {*ways[1:]}
    for kind in spare:
        block.pop(kind, None)


def _settle_numbers(table: _Table, block: Block, lines: Sequence[Line]) -> None:
    """A rising column under ``N.`` counts the lines; another one holds cards, as ``Socio`` may."""
    cells_of = {
        kind: [_at(cells, column) for _line, cells in lines] for kind, column in block.items()
    }
    member = cells_of.get("surname_then_name", [])
    if "card_number" not in block and len(words.NAMES & set(block)) > 1 and _most(member, _is_card):
        block["card_number"] = block.pop("surname_then_name")
    if "counter" in block and "card_number" not in block and not _counts(cells_of["counter"]):
        block["card_number"] = block.pop("counter")
    cards = [cell for cell in cells_of.get("card_number", ()) if cell]
    alike = len(cards) > 1 and len({len(card) for card in cards}) == 1
    table.long_cards = alike and all(card.isdigit() and card[0] not in "03" for card in cards)


def _counts(cells: Sequence[str]) -> bool:
    numbers = [int(cell.strip(".°º)")) for cell in cells if re.fullmatch(r"\d{1,6}[.°º)]?", cell)]
    if len(numbers) < 2:
        return numbers == [1]
    return all(later > earlier or later == 1 for earlier, later in pairwise(numbers))


# --- a line


def _read_line(table: _Table, line: int, cells: tuple[str, ...], block: Block) -> None:
    filled = _filled(cells)
    if not filled or _repeats_heading(table, filled):
        return
    for column, cell in filled:
        if column not in block.values():
            table.leave(line, column, cell, _why_unread(table, column, cell))
    doubts: list[Sentence] = []
    if beyond := cells[len(table.headers) :]:
        text = gettext_noop("The line has more cells than there are headings: “%(text)s”.")
        doubts.append(Sentence(text, {"text": "; ".join(beyond)[:80]}))
    if line in table.sheet.hidden_lines:
        doubts.append(Sentence(gettext_noop("The line is hidden in the workbook.")))
    names = [_at(cells, column) for kind, column in block.items() if kind in words.NAMES]
    if any(words.TOTALS & set(folded(name).split()[:1]) for name in names):
        text = gettext_noop("It looks like a total: “%(text)s”.")
        doubts.append(Sentence(text, {"text": "; ".join(cell for _column, cell in filled)[:120]}))
    kinds = {kind: column for kind, column in block.items() if _at(cells, column)}
    if not kinds.keys() - {"counter", "title"}:
        return
    row = _person(table, line, cells, block).doubted(*doubts)
    table.rows.append(row)
    if row.fatal:
        table.left += [
            LeftOver(line, _said(cells[column]), row.faults[0], column) for column in kinds.values()
        ]


def _why_unread(table: _Table, column: int, cell: str) -> str:
    if is_telephone(cell) or is_date(cell):
        return PIECES["date" if is_date(cell) else "telephone"]
    if _at(table.headers, column):
        return gettext_noop("This column is not read.")
    return gettext_noop("There is no heading above it.")


def _said(cell: str) -> str:
    return cell.removeprefix(NO_VALUE) or "="


def _repeats_heading(table: _Table, own: Sequence[tuple[int, str]]) -> bool:
    return all(
        cell == _at(table.headers, column)
        or (
            column < len(table.kinds)
            and table.kinds[column] is not None
            and _kind(cell) == table.kinds[column]
        )
        for column, cell in own
    )


def _person(table: _Table, line: int, cells: tuple[str, ...], block: Block) -> RosterRow:
    doubts: list[Sentence] = []

    def value(kind: str) -> str:
        cell = _at(cells, block[kind]) if kind in block else ""
        if cell.startswith(NO_VALUE) or words.is_error(cell):
            header = _at(table.headers, block[kind]) or words.HEADERS[kind][0]
            doubts.append(Sentence(VALUE_MISSING, {"header": header, "text": _said(cell)}))
            table.leave(line, block[kind], cell, gettext_noop("It holds no value."), whole=False)
            return ""
        return "" if cell.casefold() in words.PLACEHOLDERS else cell

    pieces, surname, given_name = _names(table.known, value, block)
    doubts += pieces.faults
    columns = [column for name, column in block.items() if name in words.NAMES]
    for kind, text in pieces.left:
        column = next(
            (column for column in columns if text in plain(_at(cells, column))), columns[0]
        )
        table.leave(line, column, text, PIECES[kind], whole=False)
    card = _card(table, value("card_number"), doubts) or pieces.card
    email = re.sub(r"^(?:mailto:)|[<>]", "", value("email")).strip() or pieces.email
    club = value("club") or club_of(pieces, table.known)
    agreed = _agreed(table, line, block, value("emails_agreed"))
    row = RosterRow(line, card, surname, given_name, club, email, agreed)
    return checked_row(row, *doubts)


def _names(known: Known, value: Callable[[str], str], block: Block) -> tuple[Pieces, str, str]:
    """Names in two columns are two, in one are told apart; notes and numbers are taken off them."""
    alone, given_name = value("name"), value("given_name")
    surname = value("surname")
    if "surname" in block:
        given_name = given_name or alone
    elif "given_name" in block and "name" in block:
        surname = alone
    else:
        whole = value("surname_then_name") or value("name_then_surname") or alone or given_name
        pieces = take_apart(plain(whole), known)
        pieces.card = settle_number(pieces, known)
        if not pieces.name:
            return pieces, "", ""
        names = split_whole(pieces, given_first="name_then_surname" in block)
        check_name(pieces, *names)
        return pieces, *names
    pieces = take_apart(plain(surname), known)
    second = take_apart(plain(given_name), known)
    family = " ".join(filter(None, (pieces.name, value("second_surname"))))
    for number in (pieces.number, second.number):
        if number:
            pieces.doubt(gettext_noop("Digits are no part of a name: “%(text)s”."), text=number)
    pieces.number = ""
    pieces.left += second.left
    pieces.faults += second.faults
    pieces.email = pieces.email or second.email
    if (
        not family
        and second.name
        and not pieces.faults
        and not surname
        and whole_words(second.name) > 1
    ):
        pieces.name = second.name
        pieces.doubt(gettext_noop("There is no surname: the name stands in its place."))
        return pieces, "", second.name
    if re.search(r"\s(?:e|ed|and|et|und|con)\s|[/&+]", f" {second.name} "):
        pieces.doubt(
            gettext_noop("There are several names on this line: “%(text)s”."),
            text=f"{family} {second.name}",
        )
    if family and not second.name and not second.faults:
        pieces.doubt(gettext_noop("There is a surname and no name."))
    check_name(pieces, family, second.name)
    return pieces, family, second.name


def _card(table: _Table, cell: str, doubts: list[Sentence]) -> str:
    if not cell:
        return ""
    if re.fullmatch(r"\d+[.,]?\d*[eE]\+?\d+", cell):
        text = gettext_noop("“%(text)s” is no card: the player would be added without it.")
    elif is_date(cell):
        text = gettext_noop("The card is a date, “%(text)s”: the player would be added without it.")
    elif is_telephone(cell) and not (table.long_cards and cell.isdigit()):
        text = gettext_noop(
            "The card looks like a telephone number, “%(text)s”: the player would be added without it."
        )
    elif not (_is_card(cell) or re.fullmatch(r"[A-Z]{1,8}", cell)):
        text = gettext_noop("“%(text)s” is no card: the player would be added without it.")
    else:
        return cell.strip("()[]#")
    doubts.append(Sentence(text, {"text": cell[:60]}))
    return ""


def _is_card(cell: str) -> bool:
    bare = cell.strip("()[]# ")
    return (
        len(bare) <= 30
        and any(map(str.isdigit, bare))
        and re.fullmatch(r"[\w/. -]+", bare) is not None
    )


def _agreed(table: _Table, line: int, block: Block, cell: str) -> bool | None:
    if not cell:
        return None
    agreed = words.consent_of(cell)
    if agreed is None:
        table.left.append(
            LeftOver(
                line,
                cell,
                Sentence(gettext_noop("It says neither yes nor no: no consent is kept.")),
                block["emails_agreed"],
            )
        )
    return agreed


VALUE_MISSING = gettext_noop(
    "The cell “%(header)s” holds a formula without a computed value, or an error: “%(text)s”. "
    "Open the workbook, let it compute, save it and import it again."
)


# --- cells in a message


def table_of_lines(
    text: str, lines: Sequence[tuple[int, str]], known: Known
) -> tuple[Reading, list[tuple[int, str]]]:
    """The people of those lines that are cells of a spreadsheet, and the other lines."""
    grid, others = _grid(text, lines)
    if not grid:
        return Reading((), (), 0), others
    kinds = [list(map(_kind, cells)) for _line, cells in grid[:LINES_BEFORE_HEADER]]
    headed = (
        read_table(Sheet("", tuple(grid)), known)
        if any(sum(map(bool, line)) > 1 for line in kinds)
        else None
    )
    return headed or _by_content(grid, known), others


def _grid(text: str, lines: Sequence[tuple[int, str]]) -> tuple[list[Line], list[tuple[int, str]]]:
    raw = text.splitlines()
    marks = r"[\t;]"
    for mark in (r"\|", ","):
        counts = {len(re.findall(mark, line)) for _number, line in lines}
        heading = (
            [kind for kind in map(_kind, map(cleaned, re.split(mark, lines[0][1]))) if kind]
            if lines
            else []
        )
        if len(heading) > 1 or (len(lines) > 2 and len(counts) == 1 and min(counts) > 1):
            marks = mark
    grid: list[Line] = []
    others: list[tuple[int, str]] = []
    for number, line in lines:
        cells = tuple(
            plain(ORDINAL.sub("", cell))
            for cell in re.split(marks, without_entities(raw[number - 1]))
        )
        if sum(map(bool, cells)) > 1:
            grid.append(
                (
                    number,
                    tuple(
                        cell.strip("()[]#") if CARD.fullmatch(cell.strip("()[]#")) else cell
                        for cell in cells
                    ),
                )
            )
        else:
            others.append((number, line))
    return grid, others


def _by_content(lines: Sequence[Line], known: Known) -> Reading:
    """A column is known by its cells, among lines of as many."""
    readings = []
    for width in sorted({len(cells) for _line, cells in lines}):
        alike = [(line, cells) for line, cells in lines if len(cells) == width]
        table = _Table(Sheet("", tuple(alike)), known)
        block = _columns_by_content([cells for _line, cells in alike], known)
        table.kinds = tuple(
            next((kind for kind, at in block.items() if at == place), None)
            for place in range(width)
        )
        table.headers = ("",) * width
        for line, cells in alike:
            count = len(table.rows)
            _read_line(table, line, cells, block)
            other = [cell for place, cell in _filled(cells) if place not in block.values()]
            strange = [cell for cell in other if not (is_telephone(cell) or is_date(cell))]
            club = _at(cells, block["club"]) if "club" in block else ""
            if looks_like_a_name(club) and not _is_club(club, known):
                strange.append(club)
            if strange and len(table.rows) > count:
                table.rows[-1] = table.rows[-1].doubted(
                    Sentence(
                        gettext_noop("“%(text)s” may be a club, or another player."),
                        {"text": "; ".join(strange)[:80]},
                    )
                )
        readings.append(table.reading())
    rows = sorted((row for reading in readings for row in reading.rows), key=lambda row: row.key)
    left = tuple(part for reading in readings for part in reading.left_over)
    return Reading(tuple(rows), left, sum(reading.filled for reading in readings))


def _columns_by_content(lines: Sequence[tuple[str, ...]], known: Known) -> Block:
    """A club is never read as a part of a name: after whole names, and after surname and name,
    stands the club.
    """
    columns: Block = {}
    texts: dict[int, list[str]] = {}
    for place, column in enumerate(zip(*lines, strict=True)):
        filled = [
            cell
            for cell in column
            if any(map(str.isalnum, cell)) or words.consent_of(cell) is not None
        ]
        if _most(filled, lambda cell: "@" in cell):
            columns.setdefault("email", place)
        elif _most(filled, lambda cell: is_telephone(cell) or is_date(cell)):
            continue
        elif _most(filled, lambda cell: CARD.fullmatch(cell) is not None):
            columns.setdefault("counter" if _is_count(column, known) else "card_number", place)
        elif _most(filled, lambda cell: words.consent_of(cell) is not None):
            columns.setdefault("emails_agreed", place)
        else:
            texts[place] = filled
    clubs = [
        place for place, cells in texts.items() if _most(cells, lambda cell: _is_club(cell, known))
    ]
    names = [place for place in texts if place not in clubs] or clubs[:1]
    names = [place for place in names if texts[place]] or names
    if len(names) > 1 and (
        not _most(texts[names[0]], _is_whole_name)
        or _most(texts[names[1]], lambda cell: folded(cell) in known.given_names)
    ):
        columns |= {"surname": names[0], "given_name": names[1]}
    elif names:
        columns["surname_then_name"] = names[0]
    others = [place for place in (*clubs, *texts) if place not in columns.values()]
    return {**columns, "club": others[0]} if others else columns


def _most(cells: Sequence[str], holds: Callable[[str], bool]) -> bool:
    return 2 * sum(map(holds, cells)) > len(cells)


def _is_count(column: Sequence[str], known: Known) -> bool:
    if any(cell.casefold() in known.cards for cell in column) or not _counts(column):
        return False
    numbers = [int(cell.strip(".°º)")) for cell in column if cell.strip(".°º)").isdigit()]
    return numbers[0] <= 3 or numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def _is_club(cell: str, known: Known) -> bool:
    return folded(cell) in known.clubs or words.column_of(folded(cell).partition(" ")[0]) == "club"


def _is_whole_name(cell: str) -> bool:
    return sum(folded(word) not in PARTICLES for word in cell.split()) > 1
