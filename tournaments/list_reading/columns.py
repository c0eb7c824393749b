"""Columns of a table: which line is the heading, what each column holds, and which columns belong
to one person. Without a heading, cells tell what a column is.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ground.names import PARTICLES
from king.words import card_key, folded
from tournaments.list_reading import vocabulary as words
from tournaments.list_reading.answers import (
    answer_of,
)
from tournaments.list_reading.cells import Line
from tournaments.list_reading.pieces import CARD, is_club, looks_like_a_name, no_card
from tournaments.list_reading.rows import DASHES, Known
from tournaments.list_reading.seats import are_seats

Block = dict[str, int]
"""Columns of one person on a line, by their kind."""

Kinds = Sequence[str | None]

LINES_BEFORE_HEADER = 15


class Sheet(NamedTuple):
    """A sheet: ``(line, cells)`` of each line that is not blank, with lines numbered from 1."""

    name: str
    lines: Sequence[Line]
    hidden: bool = False
    open: bool = False
    hidden_lines: Collection[int] = ()
    hidden_columns: Collection[int] = ()
    merged: Sequence[Sequence[int]] = ()
    """Merged cells: first and last line, first and last column (from 0) of each."""


class Heading(NamedTuple):
    begin: int
    end: int
    texts: Sequence[str]
    kinds: Kinds


def at(cells: Sequence[str], column: int) -> str:
    return cells[column] if column < len(cells) else ""


def filled_cells(cells: Sequence[str]) -> dict[int, str]:
    return {column: cell for column, cell in enumerate(cells) if cell}


def kind_of(cell: str) -> str | None:
    return words.column_of(cell) or words.column_of(cell.rstrip(" 0123456789"))


_OF_ADDRESS_BOOKS = frozenset(
    (
        "e mail type",
        "e mail display name",
        "tipo posta elettronica",
        "nome visualizzato posta elettronica",
        "display name",
        "nome visualizzato",
    )
)
"""Headings that Outlook's and Thunderbird's exports have and no list of a club."""


def is_address_book(headers: Iterable[str]) -> bool:
    return not _OF_ADDRESS_BOOKS.isdisjoint(map(folded, headers))


def heads(cells: Iterable[str]) -> bool:
    return sum(map(bool, map(kind_of, cells))) > 1


# --- the heading


def headings(lines: Sequence[Line], spread: Callable[[int], Sequence[str]]) -> Iterator[Heading]:
    """Yield the lines, and pairs of consecutive lines, that may be the heading. ``spread`` returns
    a line with the values of merged cells repeated in each of their columns.
    """
    lines = lines[:LINES_BEFORE_HEADER]
    for place, (_line, cells) in enumerate(lines):
        yield Heading(place, place + 1, cells, [kind_of(cell) for cell in cells])
        for _below, lower in lines[place + 1 : place + 2]:
            if levels := _two_levels(spread(place), lower):
                yield Heading(place, place + 2, *zip(*levels, strict=True))


def _two_levels(
    upper: Sequence[str], lower: Sequence[str]
) -> Sequence[tuple[str, str | None]] | None:
    levels = []
    for column in range(max(len(upper), len(lower))):
        above, below = at(upper, column), at(lower, column)
        kind = (kind_of(f"{above} {below}") if above and below else None) or kind_of(below)
        if kind is None and below and kind_of(above) in words.NAMES:
            return None  # A name stands below a heading of names: that line is a person.
        levels.append(
            (" ".join(dict.fromkeys(filter(None, (above, below)))), kind or kind_of(above))
        )
    return levels


def heading_of_poll(lines: Sequence[Line]) -> Heading | None:
    """Heading of a poll that names its days but not the column of the names, as Doodle's does.
    Below it names are in the first column and answers in the others. None if the lines are no such
    poll.
    """
    rows = [place for place, (_line, cells) in enumerate(lines) if _answers_after_a_name(cells)]
    if len(rows) < 2:
        return None
    end = rows[0]
    width = max(len(cells) for _line, cells in lines[end:])
    begin = end
    while begin and sum(map(bool, lines[begin - 1][1])) > 1 and not lines[begin - 1][1][0]:
        begin -= 1
    texts = [
        " ".join(filter(None, (at(cells, column) for _line, cells in lines[begin:end])))
        for column in range(width)
    ]
    return Heading(begin, end, texts, ["surname_then_name", *["answer"] * (width - 1)])


def _answers_after_a_name(cells: Sequence[str]) -> bool:
    first, *others = cells
    answers = [*filter(None, others)]
    return bool(answers) and looks_like_a_name(first) and all(map(answer_of, answers))


# --- what stands below it


def blocks_of(
    headers: Sequence[str], kinds: Kinds, under: Callable[[int], Sequence[str]]
) -> list[Block]:
    """Split the columns into blocks of one person each. A repeated kind after a name begins a
    block, and so does an empty column before more names.
    """
    blocks: list[Block] = [{}]
    gap = False
    for column, kind in enumerate(kinds):
        if kind is None:
            gap = gap or not (headers[column] or any(under(column)))
            continue
        again = words.NAMES & set(kinds[column:]) & blocks[-1].keys()
        if again and (gap or kind in blocks[-1]):
            blocks.append({})
        if kind not in blocks[-1]:
            blocks[-1][kind] = column
            gap = False

    counting = {
        headers[block["counter"]]
        for block in blocks
        if "counter" in block and counts(under(block["counter"]))
    }
    for block in blocks:
        cells = {kind: under(column) for kind, column in block.items()}
        _settle(
            block, cells, is_counting=at(headers, block.get("counter", len(headers))) in counting
        )
        if len(blocks) > 1 and "club" in block and folded(headers[block["club"]]) in words.GROUPS:
            block["group"] = block.pop("club")
    return blocks


def _settle(block: Block, cells: Mapping[str, Sequence[str]], *, is_counting: bool) -> None:
    """Decide ambiguous columns. Rising numbers under ``N.`` count the lines; other numbers are
    cards, as ``Socio`` may be. If a name is written in two ways, one is read and the other left
    over.
    """
    members = cells.get("surname_then_name", ())
    if "card_number" not in block:
        if len(words.NAMES & block.keys()) > 1 and most(members, is_card):
            block["card_number"] = block.pop("surname_then_name")
        elif "counter" in block and not is_counting:
            block["card_number"] = block.pop("counter")

    ways = ["surname_then_name", "name_then_surname", "name", "given_name"]
    spare = [way for way in ways if way in block][1:]
    if {"surname", "given_name"} <= block.keys():
        spare = ways[:3]
    elif "surname" in block or {"name", "given_name"} <= block.keys():
        spare = ways[:2]
    for way in spare:
        block.pop(way, None)


# --- columns without a heading


def columns_by_content(lines: Sequence[tuple[str, ...]], known: Known) -> Block:
    """Kinds of columns by content. Clubs come after whole names, or after surname and name, so that
    none is read as part of a name.
    """
    columns: Block = {}
    texts = {}
    for place, column in enumerate(zip(*lines, strict=True)):
        cells = [cell for cell in column if any(map(str.isalnum, cell)) or answer_of(cell)]
        if most(cells, lambda cell: "@" in cell):
            columns.setdefault("email", place)
        elif most(cells, lambda cell: bool(no_card(cell))) or (len(cells) > 2 and are_seats(cells)):
            continue
        elif most(cells, lambda cell: CARD.fullmatch(cell) is not None):
            columns.setdefault("counter" if _is_count(column, known) else "card_number", place)
        elif most(cells, lambda cell: answer_of(cell) is not None):
            columns.setdefault("answer", place)
        else:
            texts[place] = cells

    clubs = [
        place for place, cells in texts.items() if most(cells, lambda cell: is_club(cell, known))
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
    if any(card_key(cell) in known.cards for cell in column) or not counts(column):
        return False
    first, *_others = numbers = _numbers(column)
    return first <= 3 or numbers == list(range(first, first + len(numbers)))


def _is_whole_name(cell: str) -> bool:
    return sum(folded(word) not in PARTICLES for word in cell.split()) > 1


def is_card(cell: str) -> bool:
    bare = cell.strip("()[]# ")
    return re.fullmatch(rf"(?=.*\d)[\w/. {DASHES}]{{1,30}}", bare) is not None


def _numbers(cells: Iterable[str]) -> list[int]:
    return [int(cell.strip(".°º)")) for cell in cells if re.fullmatch(r"\d{1,6}[.°º)]?", cell)]


def counts(cells: Sequence[str]) -> bool:
    numbers = _numbers(cells)
    if len(numbers) < 2:
        return numbers == [1]
    return all(later > earlier or later == 1 for earlier, later in pairwise(numbers))


def most(cells: Sequence[str], holds: Callable[[str], bool]) -> bool:
    return 2 * sum(map(holds, cells)) > len(cells)
