"""Lines of a message that are cells of a spreadsheet, copied there or into the box."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext_noop

from tournaments.list_reading.answer_columns import AnswerColumn
from tournaments.list_reading.cells import Line
from tournaments.list_reading.columns import (
    LINES_BEFORE_HEADER,
    Sheet,
    columns_by_content,
    filled_cells,
    heading_of_poll,
    heads,
)
from tournaments.list_reading.headings import heading_of
from tournaments.list_reading.messages import MessageLine
from tournaments.list_reading.pieces import (
    CARD,
    ORDINAL,
    is_club,
    looks_like_a_name,
    no_card,
    plain,
    without_entities,
)
from tournaments.list_reading.rows import PLACE, Known, LeftOver, Reading
from tournaments.list_reading.tables import Table, read_table
from wording.sentences import Sentence


class CellLines(NamedTuple):
    """Lines of a message, split into those made of cells (``grid``) and the ``others``. ``left``
    are numbers of list items that stood in cells.
    """

    grid: list[Line]
    others: list[MessageLine]
    left: tuple[LeftOver, ...]

    @property
    def has_heading(self) -> bool:
        return _has_heading(self.grid)


def table_of_lines(
    text: str, lines: Sequence[MessageLine], known: Known
) -> tuple[Reading, list[MessageLine]]:
    """Read the lines that are cells of a spreadsheet; return their people and the other lines."""
    cells = cells_of_lines(text, lines, known)
    reading = read_table(Sheet("", cells.grid), known) if cells.has_heading else None
    reading = reading or _columns_by_content(cells.grid, known)
    return reading._replace(left_over=(*reading.left_over, *cells.left)), cells.others


def cells_of_lines(text: str, lines: Sequence[MessageLine], known: Known) -> CellLines:
    raw = text.splitlines()
    free = [line for line in lines if not line.cut and line.text]
    marks = _marks_between(free)
    cells = {line.number: _split_cells(raw[line.number - 1], marks) for line in free}
    whole = [number for number, parts in cells.items() if sum(map(bool, parts)) > 1]
    has_heading = _has_heading([(number, tuple(cells[number])) for number in whole])
    grid: list[Line] = []
    others: list[MessageLine] = []
    for line in lines:
        parts = cells.get(line.number, [])
        # A line with one cell among them is one of theirs, unless it heads those below it.
        is_within = bool(whole) and min(whole) < line.number < max(whole) + len(parts) - 1
        is_within |= has_heading and min(whole) < line.number < max(whole)
        is_cells = has_heading or "\t" in raw[line.number - 1]
        alone = "".join(parts)
        if line.number in whole or (
            alone and is_within and is_cells and not heading_of(alone, "", known)
        ):
            grid.append((line.number, tuple(parts)))
        else:
            others.append(line)
    places = (
        LeftOver(number, place[1], Sentence(PLACE), whole=False)
        for number, _cells in grid
        for part in re.split(marks, without_entities(raw[number - 1]))
        if (place := ORDINAL.match(part))
    )
    return CellLines(grid, others, tuple(places))


def _has_heading(grid: Sequence[Line]) -> bool:
    head = any(heads(cells) for _line, cells in grid[:LINES_BEFORE_HEADER])
    return head or heading_of_poll(grid) is not None


def _marks_between(lines: Sequence[MessageLine]) -> str:
    """Return the pattern of the marks that separate the cells of these lines."""
    marks = r"[\t;]"
    for mark in (r"\|", ","):
        times = {len(re.findall(mark, line.text)) for line in lines}
        regular = len(lines) > 2 and len(times) == 1 and min(times) > 1
        if regular or (lines and heads(map(plain, re.split(mark, lines[0].text)))):
            marks = mark
    return marks


def _split_cells(line: str, marks: str) -> list[str]:
    parts = (plain(ORDINAL.sub("", part)) for part in re.split(marks, without_entities(line)))
    return [card if CARD.fullmatch(card := part.strip("()[]#")) else part for part in parts]


def _columns_by_content(lines: Sequence[Line], known: Known) -> Reading:
    """Read lines of cells without a heading. The kind of a column is told by its cells, among lines
    that have as many cells.
    """
    table = Table(Sheet("", lines), known)
    for width in sorted({len(cells) for _line, cells in lines}):
        alike = [(line, cells) for line, cells in lines if len(cells) == width]
        block = columns_by_content([cells for _line, cells in alike], known)
        answer = block.pop("answer", None)
        table.answers = () if answer is None else (AnswerColumn(answer, "answer"),)
        kinds = {place: kind for kind, place in block.items()}
        table.headers, table.kinds = [""] * width, [kinds.get(place) for place in range(width)]
        for line, cells in alike:
            count = len(table.rows)
            table.read_line(line, cells, [block])
            others = [
                cell for place, cell in filled_cells(cells).items() if place not in (*kinds, answer)
            ]
            strange = [cell for cell in others if not no_card(cell)]
            club = cells[block["club"]] if "club" in block else ""
            if looks_like_a_name(club) and not is_club(club, known):
                strange.append(club)
            if strange and len(table.rows) > count:
                text = gettext_noop("“%(text)s” may be a club, or another player.")
                doubt = Sentence(text, text="; ".join(strange)[:80])
                table.rows[-1] = table.rows[-1].doubted(doubt)
    return table.reading()
