"""The heading of a sheet: which line it is, which column is which, which blocks of columns stand
side by side.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from django.utils.translation import gettext_noop

from tournaments.list_reading import vocabulary as words
from tournaments.list_reading.rows import Known, LeftOver, Reading, RosterRow
from tournaments.list_reading.workbook_reader import NO_VALUE, Line
from wording.sentences import Sentence

Block = dict[str, int]
"""The columns of one person on a line, by what stands in them."""

Kinds = Sequence[str | None]

LINES_BEFORE_HEADER = 15


class Sheet(NamedTuple):
    """A sheet as read: ``(line, cells)`` of each line that is not blank, lines numbered as a person
    counts them.
    """

    name: str
    lines: Sequence[Line]
    hidden: bool = False
    open: bool = False
    hidden_lines: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()
    merged: Sequence[Sequence[int]] = ()
    """First and last line, first and last column (from 0) of cells that are one."""


class Table:
    """A sheet while it is read. A value of merged cells stands on each of their lines; ``copies``
    are where it does not stand in the file.
    """

    def __init__(self, sheet: Sheet, known: Known) -> None:
        self.sheet, self.known = sheet, known
        lines = {line: list(cells) for line, cells in sheet.lines}
        self.copies = set()

        for top, bottom, column, _right in sheet.merged:
            value = at(lines.get(top, ()), column)
            for line in range(top + 1, bottom + 1) if value else ():
                cells = lines.get(line)
                if cells is not None and not at(cells, column):
                    cells.extend([""] * (column + 1 - len(cells)))
                    cells[column] = value
                    self.copies.add((line, column))

        self.lines = [(line, tuple(cells)) for line, cells in lines.items()]
        self.headers: Sequence[str] = ()
        self.kinds: Kinds = ()
        self.long_cards = False
        self.rows: list[RosterRow] = []
        self.left: list[LeftOver] = []
        self.notes: list[Sentence] = []

    def leave(
        self, line: int, column: int, text: str, why: str | Sentence, *, whole: bool = True
    ) -> None:
        if whole and (line, column) in self.copies:
            return
        unread = whole and column < len(self.headers) and self.kinds[column] is None
        header = self.headers[column] if unread else ""
        reason = why if isinstance(why, Sentence) else Sentence(why)
        self.left.append(LeftOver(line, without_value(text), reason, column, header, whole))

    def note(self, text: str, **fields: object) -> None:
        self.notes.append(Sentence(text, **fields))

    def reading(self, headings: Iterable[int] = ()) -> Reading:
        cells = sum(bool(cell) for _line, cells in self.sheet.lines for cell in cells)
        return Reading(
            tuple(self.rows), tuple(self.left), cells, tuple(self.notes), frozenset(headings)
        )


def at(cells: Sequence[str], column: int) -> str:
    return cells[column] if column < len(cells) else ""


def filled(cells: Sequence[str]) -> dict[int, str]:
    return {column: cell for column, cell in enumerate(cells) if cell}


def without_value(cell: str) -> str:
    return cell.removeprefix(NO_VALUE) or "="


class Heading(NamedTuple):
    begin: int
    end: int
    texts: Sequence[str]
    kinds: Kinds


def find_heading(table: Table) -> Heading | None:
    """The line, or two levels together, with most known columns."""

    def known_columns(heading: Heading) -> tuple[int, int]:
        known = sum(kind is not None for kind in heading.kinds)
        return known, heading.begin - heading.end  # one line rather than two

    headings = [heading for heading in _headings(table) if words.NAMES & set(heading.kinds)]
    return max(headings, key=known_columns, default=None)


def _headings(table: Table) -> Iterator[Heading]:
    lines = table.lines[:LINES_BEFORE_HEADER]
    for place, (_line, cells) in enumerate(lines):
        yield Heading(place, place + 1, cells, [kind_of(cell) for cell in cells])
        if place + 1 < len(lines):
            levels = _two_levels(_spread(table, place), lines[place + 1][1])
            if levels is not None:
                yield Heading(place, place + 2, *levels)


def kind_of(cell: str) -> str | None:
    return words.column_of(cell) or words.column_of(cell.rstrip(" 0123456789"))


def _spread(table: Table, place: int) -> list[str]:
    """A line of which a value of merged cells stands over each of their columns."""
    line, cells = table.lines[place]
    texts = list(cells)
    for top, bottom, left, right in table.sheet.merged:
        if top <= line <= bottom:
            texts.extend([""] * (right + 1 - len(texts)))
            texts[left : right + 1] = [at(cells, left)] * (right + 1 - left)
    return texts


def _two_levels(upper: Sequence[str], lower: Sequence[str]) -> tuple[list[str], Kinds] | None:
    texts, kinds = [], []
    for column in range(max(len(upper), len(lower))):
        above, below = at(upper, column), at(lower, column)
        kind = (kind_of(f"{above} {below}") if above and below else None) or kind_of(below)
        if kind is None and below and kind_of(above) in words.NAMES:
            return None  # A name stands below a heading of names: that line is a person.
        kinds.append(kind or kind_of(above))
        texts.append(" ".join(dict.fromkeys(filter(None, (above, below)))))

    return texts, kinds


def blocks_of(table: Table, people: Sequence[Line]) -> list[Block]:
    """Columns that repeat after a name begin the next block, and so does an empty column before
    more names.
    """
    blocks: list[Block] = [{}]
    gap = False

    for column, kind in enumerate(table.kinds):
        if kind is None:
            gap = gap or not (table.headers[column] or any(_under(column, people)))
            continue
        repeats = kind in blocks[-1]
        names_again = words.NAMES & set(table.kinds[column:]) & blocks[-1].keys()
        if names_again and (repeats or gap):
            blocks.append({})
        elif repeats:
            continue
        blocks[-1][kind] = column
        gap = False

    counting = {
        table.headers[block["counter"]]
        for block in blocks
        if "counter" in block and counts(_under(block["counter"], people))
    }

    for block in blocks:
        _settle_numbers(table, block, people, counting)
        _settle_names(block)

    return blocks


def _under(column: int, people: Sequence[Line]) -> list[str]:
    return [at(cells, column) for _line, cells in people]


def _settle_names(block: Block) -> None:
    """One way of writing the name is read; another beside it is left over."""
    ways = ["surname_then_name", "name_then_surname", "name", "given_name"]
    if {"surname", "given_name"} <= block.keys():
        spare = ways[:3]
    elif "surname" in block or {"name", "given_name"} <= block.keys():
        spare = ways[:2]
    else:
        spare = [way for way in ways if way in block][1:]

    for way in spare:
        block.pop(way, None)


def _settle_numbers(
    table: Table, block: Block, people: Sequence[Line], counting: Collection[str]
) -> None:
    """A rising column under ``N.`` counts the lines; another one holds cards, as ``Socio`` may."""
    cells = {kind: _under(column, people) for kind, column in block.items()}
    members = cells.get("surname_then_name", [])
    if (
        "card_number" not in block
        and len(words.NAMES & block.keys()) > 1
        and most(members, is_card)
    ):
        block["card_number"] = block.pop("surname_then_name")

    counter = block.get("counter")
    if (
        counter is not None
        and "card_number" not in block
        and table.headers[counter] not in counting
    ):
        block["card_number"] = block.pop("counter")

    cards = [cell for cell in cells.get("card_number", ()) if cell]
    alike = len(cards) > 1 and len(set(map(len, cards))) == 1
    table.long_cards = alike and all(card.isdigit() and card[0] not in "03" for card in cards)


def is_card(cell: str) -> bool:
    bare = cell.strip("()[]# ")
    return (
        len(bare) <= 30
        and any(map(str.isdigit, bare))
        and re.fullmatch(r"[\w/. -]+", bare) is not None
    )


def counts(cells: Sequence[str]) -> bool:
    numbers = [int(cell.strip(".°º)")) for cell in cells if re.fullmatch(r"\d{1,6}[.°º)]?", cell)]
    if len(numbers) < 2:
        return numbers == [1]
    return all(later > earlier or later == 1 for earlier, later in pairwise(numbers))


def most(cells: Sequence[str], holds: Callable[[str], bool]) -> bool:
    return 2 * sum(map(holds, cells)) > len(cells)


def say_columns(table: Table, blocks: Sequence[Block]) -> None:
    counters = [
        block["counter"] for block in blocks if "counter" in block and "card_number" not in block
    ]
    if counters:
        text = gettext_noop(
            "The column “%(header)s” counts the lines; it was not taken for the cards. "
            "Where it holds cards, head it Tessera."
        )
        table.note(text, header=table.headers[counters[0]])
    if len(blocks) > 1:
        text = gettext_noop("%(count)s blocks of columns stand side by side; each was read.")
        table.note(text, count=len(blocks))
    if not any("surname" in block or {"name", "given_name"} <= block.keys() for block in blocks):
        text = gettext_noop(
            "Surname and name stand in one column: look at how they were told apart."
        )
        table.note(text)


def say_hidden(table: Table) -> None:
    sheet = table.sheet
    lines = sorted(sheet.hidden_lines & {row.line for row in table.rows})
    if lines:
        text = gettext_noop("Hidden lines: %(lines)s. They are asked about.")
        table.note(text, lines=", ".join(map(str, lines[:40])))

    headers = (at(table.headers, column) for column in sorted(sheet.hidden_columns))
    if columns := list(filter(None, headers)):
        text = gettext_noop("Hidden columns were read too: %(columns)s.")
        table.note(text, columns=", ".join(columns[:20]))
