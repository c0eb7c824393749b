"""Cells of a spreadsheet that were pasted into a message."""

import re
from collections.abc import Sequence

from django.utils.translation import gettext_noop

from ground.names import PARTICLES, cleaned
from king.words import folded
from tournaments.list_reading import vocabulary as words
from tournaments.list_reading.headings import (
    LINES_BEFORE_HEADER,
    Block,
    Sheet,
    Table,
    counts,
    filled,
    kind_of,
    most,
)
from tournaments.list_reading.pieces import (
    CARD,
    ORDINAL,
    is_date,
    looks_like_a_name,
    plain,
    without_entities,
)
from tournaments.list_reading.rows import Known, Reading, is_telephone
from tournaments.list_reading.tables import read_line, read_table
from tournaments.list_reading.workbook_reader import Line
from wording.sentences import Sentence


def table_of_lines(
    text: str, lines: Sequence[tuple[int, str]], known: Known
) -> tuple[Reading, list[tuple[int, str]]]:
    """The people of those lines that are cells of a spreadsheet, and the other lines."""
    grid, others = _grid(text, lines)
    if not grid:
        return Reading((), (), 0), others
    if any(sum(map(bool, map(kind_of, cells))) > 1 for _line, cells in grid[:LINES_BEFORE_HEADER]):
        headed = read_table(Sheet("", grid), known)
        if headed is not None:
            return headed, others

    return _by_content(grid, known), others


def _grid(text: str, lines: Sequence[tuple[int, str]]) -> tuple[list[Line], list[tuple[int, str]]]:
    raw = text.splitlines()
    first = lines[0][1] if lines else ""
    marks = r"[\t;]"

    for mark in (r"\|", ","):
        times = {len(re.findall(mark, line)) for _number, line in lines}
        heading = list(filter(None, map(kind_of, map(cleaned, re.split(mark, first)))))
        if len(heading) > 1 or (len(lines) > 2 and len(times) == 1 and min(times) > 1):
            marks = mark

    grid, others = [], []

    for number, line in lines:
        parts = re.split(marks, without_entities(raw[number - 1]))
        cells = [plain(ORDINAL.sub("", part)) for part in parts]
        if sum(map(bool, cells)) < 2:
            others.append((number, line))
            continue
        bare = [cell.strip("()[]#") for cell in cells]
        whole = [
            card if CARD.fullmatch(card) else cell for card, cell in zip(bare, cells, strict=True)
        ]
        grid.append((number, tuple(whole)))

    return grid, others


def _by_content(lines: Sequence[Line], known: Known) -> Reading:
    """A column is known by its cells, among lines of as many."""
    readings = []
    for width in sorted({len(cells) for _line, cells in lines}):
        alike = [(line, cells) for line, cells in lines if len(cells) == width]
        block = _columns_by_content([cells for _line, cells in alike], known)
        kinds = {place: kind for kind, place in block.items()}
        table = Table(Sheet("", alike), known)
        table.kinds = [kinds.get(place) for place in range(width)]
        table.headers = [""] * width

        for line, cells in alike:
            count = len(table.rows)
            read_line(table, line, cells, [block])
            others = [cell for place, cell in filled(cells).items() if place not in kinds]
            strange = [cell for cell in others if not (is_telephone(cell) or is_date(cell))]
            club = cells[block["club"]] if "club" in block else ""
            if looks_like_a_name(club) and not _is_club(club, known):
                strange.append(club)
            if strange and len(table.rows) > count:
                text = gettext_noop("“%(text)s” may be a club, or another player.")
                doubt = Sentence(text, text="; ".join(strange)[:80])
                table.rows[-1] = table.rows[-1].doubted(doubt)
        readings.append(table.reading())

    rows = sorted((row for reading in readings for row in reading.rows), key=lambda row: row.key)
    left = tuple(part for reading in readings for part in reading.left_over)
    return Reading(tuple(rows), left, sum(reading.filled for reading in readings))


def _columns_by_content(lines: Sequence[tuple[str, ...]], known: Known) -> Block:
    """A club is never read as a part of a name: after whole names, and after surname and name,
    stands the club.
    """
    columns: Block = {}
    texts = {}

    for place, column in enumerate(zip(*lines, strict=True)):
        cells = [
            cell
            for cell in column
            if any(map(str.isalnum, cell)) or words.consent_of(cell) is not None
        ]
        if most(cells, lambda cell: "@" in cell):
            columns.setdefault("email", place)
        elif most(cells, lambda cell: is_telephone(cell) or is_date(cell)):
            continue
        elif most(cells, lambda cell: CARD.fullmatch(cell) is not None):
            columns.setdefault("counter" if _is_count(column, known) else "card_number", place)
        elif most(cells, lambda cell: words.consent_of(cell) is not None):
            columns.setdefault("emails_agreed", place)
        else:
            texts[place] = cells

    clubs = [
        place for place, cells in texts.items() if most(cells, lambda cell: _is_club(cell, known))
    ]
    names = [place for place in texts if place not in clubs] or clubs[:1]
    names = [place for place in names if texts[place]] or names
    if len(names) > 1 and (
        not most(texts[names[0]], _is_whole_name)
        or most(texts[names[1]], lambda cell: folded(cell) in known.given_names)
    ):
        columns |= {"surname": names[0], "given_name": names[1]}
    elif names:
        columns["surname_then_name"] = names[0]

    others = [place for place in (*clubs, *texts) if place not in columns.values()]
    return {**columns, "club": others[0]} if others else columns


def _is_count(column: Sequence[str], known: Known) -> bool:
    if any(cell.casefold() in known.cards for cell in column) or not counts(column):
        return False
    numbers = [int(cell.strip(".°º)")) for cell in column if cell.strip(".°º)").isdigit()]
    return numbers[0] <= 3 or numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def _is_club(cell: str, known: Known) -> bool:
    return folded(cell) in known.clubs or words.column_of(folded(cell).partition(" ")[0]) == "club"


def _is_whole_name(cell: str) -> bool:
    return sum(folded(word) not in PARTICLES for word in cell.split()) > 1
