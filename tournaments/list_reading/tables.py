"""People out of cells: which line is the heading, which column is which, which blocks stand side by
side.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

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


class Sheet(NamedTuple):
    """A sheet as read: ``(line, cells)`` of each line that is not blank, lines numbered as a person
    counts them.
    """

    name: str
    lines: tuple[Line, ...]
    hidden: bool = False
    open: bool = False
    hidden_lines: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()
    merged: tuple[tuple[int, int, int, int], ...] = ()
    """First and last line, first and last column (from 0) of cells that are one."""


@dataclass
class _Table:
    """A sheet while it is read."""

    sheet: Sheet
    known: Known
    lines: list[Line]
    """A value of merged cells stands on each of their lines."""
    copies: set[tuple[int, int]]
    headers: tuple[str, ...] = ()
    kinds: tuple[str | None, ...] = ()
    long_cards: bool = False
    rows: list[RosterRow] = field(default_factory=list)
    left: list[LeftOver] = field(default_factory=list)
    notes: list[Sentence] = field(default_factory=list)

    def leave(
        self, line: int, column: int, text: str, why: str | Sentence, *, whole: bool = True
    ) -> None:
        if whole and (line, column) in self.copies:
            return
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
    table = _table(sheet, known)
    heading = _find_heading(table)
    if heading is None:
        return None
    first, last, table.headers, table.kinds = heading
    for line, cells in table.lines[:first]:
        for column, cell in _filled(cells):
            table.left.append(_above(line, column, cell))
    for line, cells in table.lines[first:last]:
        for column, cell in _filled(cells):
            if table.kinds[column] is None and words.column_of(cell) is None:
                table.leave(line, column, cell, gettext_noop("This column is not read."))
    blocks = _blocks(table, table.lines[last:])
    people = table.lines[last:]
    _say_columns(table, blocks)
    for line, cells in people:
        _read_line(table, line, cells, blocks)
    _say_hidden(table)
    return table.reading(line for line, _cells in table.lines[first:last])


def _above(line: int, column: int, cell: str) -> LeftOver:
    return LeftOver(line, cell, Sentence(gettext_noop("It stands above the headings.")), column)


def _filled(cells: Sequence[str]) -> list[tuple[int, str]]:
    return [(column, cell) for column, cell in enumerate(cells) if cell]


def _table(sheet: Sheet, known: Known) -> _Table:
    if not sheet.merged:
        return _Table(sheet, known, list(sheet.lines), set())
    lines = {line: list(cells) for line, cells in sheet.lines}
    copies: set[tuple[int, int]] = set()
    for top, bottom, column, _right in sheet.merged:
        value = _at(lines.get(top, ()), column)
        for line in range(top + 1, bottom + 1) if value else ():
            cells = lines.get(line)
            if cells is not None and not _at(cells, column):
                cells.extend([""] * (column + 1 - len(cells)))
                cells[column] = value
                copies.add((line, column))
    return _Table(
        sheet, known, [(line, tuple(cells)) for line, cells in sorted(lines.items())], copies
    )


def whole_lines(sheet: Sheet) -> list[tuple[str, ...]]:
    """Every line from the first to the last, blank ones too, with the values of merged cells on
    each of theirs.
    """
    lines = dict(_table(sheet, Known()).lines)
    return [lines.get(line, ()) for line in range(1, max(lines, default=0) + 1)]


# --- the heading


def _find_heading(table: _Table) -> tuple[int, int, tuple[str, ...], tuple[str | None, ...]] | None:
    """The line, or two levels together, with most known columns; where it begins and ends, its
    texts and kinds.
    """
    best: tuple[int, int, tuple[str, ...], tuple[str | None, ...]] | None = None
    most = (0, 0)
    lines = table.lines[:LINES_BEFORE_HEADER]
    for place, (_line, cells) in enumerate(lines):
        choices = [(place + 1, cells, tuple(map(_kind, cells)))]
        if place + 1 < len(lines):
            choices += _two_levels(place, _spread(table, place), lines[place + 1][1])
        for end, texts, kinds in choices:
            count = sum(kind is not None for kind in kinds), place - end  # one line rather than two
            if words.NAMES & set(kinds) and (best is None or count > most):
                best, most = (place, end, texts, kinds), count
    return best


def _kind(cell: str) -> str | None:
    if len(cell) > words.LONGEST_HEADER:
        return None
    return (
        words.column_of(cell) or words.column_of(re.sub(r"\s*\d+$", "", cell))
        if folded(cell) or cell
        else None
    )


def _spread(table: _Table, place: int) -> list[str]:
    """A line of which a value of merged cells stands over each of their columns."""
    line, cells = table.lines[place]
    texts = list(cells)
    for top, bottom, left, right in table.sheet.merged:
        if top <= line <= bottom:
            texts.extend([""] * (right + 1 - len(texts)))
            texts[left : right + 1] = [_at(cells, left)] * (right + 1 - left)
    return texts


def _two_levels(
    place: int, upper: Sequence[str], lower: Sequence[str]
) -> list[tuple[int, tuple[str, ...], tuple[str | None, ...]]]:
    width = max(len(upper), len(lower))
    texts: list[str] = []
    kinds: list[str | None] = []
    for column in range(width):
        above, below = _at(upper, column), _at(lower, column)
        joined = _kind(f"{above} {below}") if above and below else None
        kind = joined or (_kind(below) if below else None)
        if kind is None and above and _kind(above) in words.NAMES and below:
            return []  # A name stands below a heading of names: that line is a person.
        kinds.append(kind or (_kind(above) if above else None))
        texts.append(" ".join(dict.fromkeys(part for part in (above, below) if part)))
    return [(place + 2, tuple(texts), tuple(kinds))]


def _blocks(table: _Table, lines: Sequence[Line]) -> list[Block]:
    """Columns that repeat after a name begin the next block, and so does an empty column before
    more names.
    """
    blocks: list[Block] = [{}]
    gap = False
    for column, kind in enumerate(table.kinds):
        names_follow = bool(words.NAMES & set(table.kinds[column:]))
        has_name = bool(words.NAMES & set(blocks[-1]))
        if kind is None:
            gap = gap or not (
                _at(table.headers, column) or any(_at(cells, column) for _line, cells in lines)
            )
            continue
        repeats = kind in blocks[-1]
        again = words.NAMES & set(table.kinds[column:]) & set(blocks[-1])
        if has_name and names_follow and again and (repeats or gap):
            blocks.append({})
        elif repeats:
            continue
        blocks[-1][kind] = column
        gap = False
    counting = {
        table.headers[block["counter"]]
        for block in blocks
        if "counter" in block and _counts([_at(cells, block["counter"]) for _line, cells in lines])
    }
    for block in blocks:
        _settle_numbers(table, block, lines, counting)
        _settle_names(block)
    return blocks


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


def _settle_numbers(
    table: _Table, block: Block, lines: Sequence[Line], counting: Collection[str]
) -> None:
    """A rising column under ``N.`` counts the lines; another one holds cards, as ``Socio`` may."""
    cells_of = {
        kind: [_at(cells, column) for _line, cells in lines] for kind, column in block.items()
    }
    member = cells_of.get("surname_then_name", [])
    if "card_number" not in block and len(words.NAMES & set(block)) > 1 and _most(member, _is_card):
        block["card_number"] = block.pop("surname_then_name")
    if (
        "counter" in block
        and "card_number" not in block
        and table.headers[block["counter"]] not in counting
    ):
        block["card_number"] = block.pop("counter")
    cards = [cell for cell in cells_of.get("card_number", ()) if cell]
    alike = len(cards) > 1 and len({len(card) for card in cards}) == 1
    table.long_cards = alike and all(card.isdigit() and card[0] not in "03" for card in cards)


def _counts(cells: Sequence[str]) -> bool:
    numbers = [int(cell.strip(".°º)")) for cell in cells if re.fullmatch(r"\d{1,6}[.°º)]?", cell)]
    if len(numbers) < 2:
        return numbers == [1]
    return all(later > earlier or later == 1 for earlier, later in pairwise(numbers))


def _say_columns(table: _Table, blocks: Sequence[Block]) -> None:
    counters = [
        block["counter"] for block in blocks if "counter" in block and "card_number" not in block
    ]
    if counters:
        text = gettext_noop(
            "The column “%(header)s” counts the lines; it was not taken for the cards. "
            "Where it holds cards, head it Tessera."
        )
        table.notes.append(Sentence(text, header=_at(table.headers, counters[0])))
    if len(blocks) > 1:
        text = gettext_noop("%(count)s blocks of columns stand side by side; each was read.")
        table.notes.append(Sentence(text, count=len(blocks)))
    if not any(
        "surname" in block or len({"name", "given_name"} & set(block)) > 1 for block in blocks
    ):
        text = gettext_noop(
            "Surname and name stand in one column: look at how they were told apart."
        )
        table.notes.append(Sentence(text))


def _say_hidden(table: _Table) -> None:
    sheet = table.sheet
    read = {row.line for row in table.rows}
    lines = [str(line) for line in sorted(sheet.hidden_lines & read)]
    if lines:
        text = gettext_noop("Hidden lines: %(lines)s. They are asked about.")
        table.notes.append(Sentence(text, lines=", ".join(lines[:40])))
    columns = [
        _at(table.headers, column)
        for column in sorted(sheet.hidden_columns)
        if _at(table.headers, column)
    ]
    if columns:
        table.notes.append(
            Sentence(
                gettext_noop("Hidden columns were read too: %(columns)s."),
                columns=", ".join(columns[:20]),
            )
        )


# --- a line


def _read_line(table: _Table, line: int, cells: tuple[str, ...], blocks: Sequence[Block]) -> None:
    own = [(column, cell) for column, cell in _filled(cells) if (line, column) not in table.copies]
    if not own or _repeats_heading(table, own):
        return
    if len(own) == 1 and any(
        top <= line <= bottom and left == own[0][0] and right > left
        for top, bottom, left, right in table.sheet.merged
    ):
        table.leave(line, own[0][0], own[0][1], gettext_noop("It heads the list, or a part of it."))
        return
    used = {column for block in blocks for column in block.values()}
    beyond = [cell for column, cell in own if column >= len(table.headers)]
    for column, cell in own:
        if column not in used:
            table.leave(line, column, cell, _why_unread(table, column, cell))
    doubts: list[Sentence] = []
    if beyond:
        text = gettext_noop("The line has more cells than there are headings: “%(text)s”.")
        doubts.append(Sentence(text, text="; ".join(beyond)[:80]))
    if line in table.sheet.hidden_lines:
        doubts.append(Sentence(gettext_noop("The line is hidden in the workbook.")))
    names = [
        _at(cells, column)
        for block in blocks
        for kind, column in block.items()
        if kind in words.NAMES
    ]
    if any(words.TOTALS & set(folded(name).split()[:1]) for name in names):
        text = gettext_noop("It looks like a total: “%(text)s”.")
        doubts.append(Sentence(text, text="; ".join(cell for _column, cell in own)[:120]))
    part = 0
    for block in blocks:
        filled = [
            kind for kind, column in block.items() if any(column == place for place, _cell in own)
        ]
        if not set(filled) - {"counter", "title"}:
            continue
        row = _person(table, line, cells, block)._replace(part=part)
        if doubts:
            row = row.doubted(*doubts)
        table.rows.append(row)
        part += 1
        if row.fatal:
            for kind in filled:
                column = block[kind]
                table.left.append(LeftOver(line, _said(cells[column]), row.faults[0], column))


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
            doubts.append(Sentence(VALUE_MISSING, header=header, text=_said(cell)))
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
    alone, given = value("name"), value("given_name")
    surname = value("surname")
    if "surname" in block:
        given = given or alone
    elif "given_name" in block and "name" in block:
        surname = alone
    else:
        whole = value("surname_then_name") or value("name_then_surname") or alone or given
        pieces = take_apart(plain(whole), known)
        pieces.card = settle_number(pieces, known)
        if not pieces.name:
            return pieces, "", ""
        names = split_whole(pieces, given_first="name_then_surname" in block)
        check_name(pieces, *names)
        return pieces, *names
    pieces = take_apart(plain(surname), known)
    second = take_apart(plain(given), known)
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
    doubts.append(Sentence(text, text=cell[:60]))
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
        text = gettext_noop("It says neither yes nor no: no consent is kept.")
        table.left.append(LeftOver(line, cell, Sentence(text), block["emails_agreed"]))
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
        table = _Table(Sheet("", tuple(alike)), known, list(alike), set())
        block = _columns_by_content([cells for _line, cells in alike], known)
        table.kinds = tuple(
            next((kind for kind, at in block.items() if at == place), None)
            for place in range(width)
        )
        table.headers = ("",) * width
        for line, cells in alike:
            count = len(table.rows)
            _read_line(table, line, cells, [block])
            other = [cell for place, cell in _filled(cells) if place not in block.values()]
            strange = [cell for cell in other if not (is_telephone(cell) or is_date(cell))]
            club = _at(cells, block["club"]) if "club" in block else ""
            if looks_like_a_name(club) and not _is_club(club, known):
                strange.append(club)
            if strange and len(table.rows) > count:
                text = gettext_noop("“%(text)s” may be a club, or another player.")
                table.rows[-1] = table.rows[-1].doubted(
                    Sentence(text, text="; ".join(strange)[:80])
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
