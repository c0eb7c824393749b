"""People out of cells: which line is the heading, which column is which, which blocks of columns
stand side by side, and who stands below. Without a heading a column is known by its cells.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from django.utils.translation import gettext_noop

from ground.names import PARTICLES, cleaned
from king.words import folded
from tournaments.list_reading import vocabulary as words
from tournaments.list_reading.cells import NO_VALUE, Line
from tournaments.list_reading.pieces import (
    CARD,
    DIGITS,
    ORDINAL,
    Pieces,
    check_name,
    club_of,
    is_club,
    is_date,
    looks_like_a_name,
    named,
    no_card,
    plain,
    take_apart,
    without_entities,
)
from tournaments.list_reading.rows import (
    HEADS,
    SEVERAL,
    Known,
    LeftOver,
    Reading,
    RosterRow,
    checked_row,
    is_telephone,
)
from wording.sentences import Sentence

Block = dict[str, int]
"""The columns of one person on a line, by what stands in them."""

Kinds = Sequence[str | None]

LINES_BEFORE_HEADER = 15
UNREAD = gettext_noop("This column is not read.")


class Sheet(NamedTuple):
    """A sheet as read: ``(line, cells)`` of each line that is not blank, lines numbered as a person
    counts them.
    """

    name: str
    lines: Sequence[Line]
    hidden: bool = False
    open: bool = False
    hidden_lines: Collection[int] = ()
    hidden_columns: Collection[int] = ()
    merged: Sequence[Sequence[int]] = ()
    """First and last line, first and last column (from 0) of cells that are one."""


class Heading(NamedTuple):
    begin: int
    end: int
    texts: Sequence[str]
    kinds: Kinds


def read_table(sheet: Sheet, known: Known) -> Reading | None:
    """None where no line of the sheet says which column holds the names."""
    table = Table(sheet, known)
    headings = [found for found in table.headings() if words.NAMES & set(found.kinds)]
    if not headings:
        return None
    # The line, or two levels together, with most known columns; one line rather than two.
    begin, end, texts, kinds = max(
        headings, key=lambda found: (sum(map(bool, found.kinds)), found.begin - found.end)
    )
    for line, cells in table.lines[:begin]:
        table.leave(line, filled(cells), gettext_noop("It stands above the headings."))
    table.headers, table.kinds = texts, kinds
    for line, cells in table.lines[begin:end]:
        unread = {
            column: cell
            for column, cell in filled(cells).items()
            if not (kinds[column] or words.column_of(cell))
        }
        table.leave(line, unread, UNREAD)
    people = table.lines[end:]
    blocks = table.blocks(people)
    table.say_columns(blocks)
    for line, cells in people:
        table.read_line(line, cells, blocks)
    table.say_hidden()
    return table.reading(line for line, _cells in table.lines[begin:end])


def whole_lines(sheet: Sheet) -> list[tuple[str, ...]]:
    """Every line from the first to the last, blank ones too, with the values of merged cells on
    each of theirs.
    """
    lines = dict(Table(sheet, Known()).lines)
    return [lines.get(line, ()) for line in range(1, max(lines, default=0) + 1)]


class Table:
    """A sheet while it is read. A value of merged cells stands on each of their lines; ``copies``
    are where it does not stand in the file.
    """

    headers: Sequence[str] = ()
    kinds: Kinds = ()
    long_cards = False

    def __init__(self, sheet: Sheet, known: Known) -> None:
        self.sheet, self.known = sheet, known
        self.rows: list[RosterRow] = []
        self.left: list[LeftOver] = []
        self.notes: list[Sentence] = []
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

    def leave(
        self,
        line: int,
        cells: Mapping[int, str],
        why: str | Sentence,
        *,
        whole: bool = True,
    ) -> None:
        """``whole`` cells, or a part of one."""
        for column, text in cells.items():
            if whole and (line, column) in self.copies:
                continue
            unread = whole and column < len(self.headers) and self.kinds[column] is None
            header = self.headers[column] if unread else ""
            reason = why if isinstance(why, Sentence) else Sentence(why)
            said = without_value(text)
            self.left.append(LeftOver(line, said, reason, column, header, whole))

    def note(self, text: str, **fields: object) -> None:
        self.notes.append(Sentence(text, **fields))

    def reading(self, headings: Iterable[int] = ()) -> Reading:
        cells = sum(len(filled(cells)) for _line, cells in self.sheet.lines)
        return Reading(
            tuple(self.rows), tuple(self.left), cells, tuple(self.notes), frozenset(headings)
        )

    # --- the heading

    def headings(self) -> Iterator[Heading]:
        lines = self.lines[:LINES_BEFORE_HEADER]
        for place, (_line, cells) in enumerate(lines):
            yield Heading(place, place + 1, cells, [kind_of(cell) for cell in cells])
            for _below, lower in lines[place + 1 : place + 2]:
                if levels := _two_levels(self._spread(place), lower):
                    yield Heading(place, place + 2, *zip(*levels, strict=True))

    def _spread(self, place: int) -> list[str]:
        """A line of which a value of merged cells stands over each of their columns."""
        line, cells = self.lines[place]
        texts = list(cells)
        for top, bottom, left, right in self.sheet.merged:
            if top <= line <= bottom:
                texts.extend([""] * (right + 1 - len(texts)))
                texts[left : right + 1] = [at(cells, left)] * (right + 1 - left)
        return texts

    def blocks(self, people: Sequence[Line]) -> list[Block]:
        """Columns that repeat after a name begin the next block, and so does an empty column before
        more names.
        """

        def under(column: int) -> list[str]:
            return [at(cells, column) for _line, cells in people]

        blocks: list[Block] = [{}]
        gap = False
        for column, kind in enumerate(self.kinds):
            if kind is None:
                gap = gap or not (self.headers[column] or any(under(column)))
                continue
            again = words.NAMES & set(self.kinds[column:]) & blocks[-1].keys()
            if again and (gap or kind in blocks[-1]):
                blocks.append({})
            if kind not in blocks[-1]:
                blocks[-1][kind] = column
                gap = False

        counting = {
            self.headers[block["counter"]]
            for block in blocks
            if "counter" in block and counts(under(block["counter"]))
        }
        for block in blocks:
            cells = {kind: under(column) for kind, column in block.items()}
            self._settle(block, cells, counting)
        return blocks

    def _settle(
        self, block: Block, cells: Mapping[str, Sequence[str]], counting: Collection[str]
    ) -> None:
        """A rising column under ``N.`` counts the lines; another one holds cards, as ``Socio`` may.
        One way of writing the name is read; another beside it is left over.
        """
        members, counter = cells.get("surname_then_name", ()), block.get("counter")
        if "card_number" not in block:
            if len(words.NAMES & block.keys()) > 1 and most(members, is_card):
                block["card_number"] = block.pop("surname_then_name")
            elif counter is not None and self.headers[counter] not in counting:
                block["card_number"] = block.pop("counter")
        cards = [*filter(None, cells.get("card_number", ()))]
        alike = len(cards) > 1 and len(set(map(len, cards))) == 1
        self.long_cards = alike and all(card.isdigit() and card[0] not in "03" for card in cards)

        ways = ["surname_then_name", "name_then_surname", "name", "given_name"]
        spare = [way for way in ways if way in block][1:]
        if {"surname", "given_name"} <= block.keys():
            spare = ways[:3]
        elif "surname" in block or {"name", "given_name"} <= block.keys():
            spare = ways[:2]
        for way in spare:
            block.pop(way, None)

    def say_columns(self, blocks: Sequence[Block]) -> None:
        for block in blocks:
            if "counter" in block and "card_number" not in block:
                text = gettext_noop(
                    "The column “%(header)s” counts the lines; it was not taken for the cards. "
                    "Where it holds cards, head it Tessera."
                )
                self.note(text, header=self.headers[block["counter"]])
                break
        if len(blocks) > 1:
            text = gettext_noop("%(count)s blocks of columns stand side by side; each was read.")
            self.note(text, count=len(blocks))
        if not any(
            "surname" in block or {"name", "given_name"} <= block.keys() for block in blocks
        ):
            text = gettext_noop(
                "Surname and name stand in one column: look at how they were told apart."
            )
            self.note(text)

    def say_hidden(self) -> None:
        lines = sorted({row.line for row in self.rows}.intersection(self.sheet.hidden_lines))
        if lines:
            text = gettext_noop("Hidden lines: %(lines)s. They are asked about.")
            self.note(text, lines=", ".join(map(str, lines[:40])))
        headers = (at(self.headers, column) for column in sorted(self.sheet.hidden_columns))
        if columns := [*filter(None, headers)]:
            text = gettext_noop("Hidden columns were read too: %(columns)s.")
            self.note(text, columns=", ".join(columns[:20]))

    # --- the people below it

    def read_line(self, line: int, cells: Sequence[str], blocks: Sequence[Block]) -> None:
        own = {
            column: cell
            for column, cell in filled(cells).items()
            if (line, column) not in self.copies
        }
        if all(
            cell == at(self.headers, column)
            or kind_of(cell) in {*self.kinds[column : column + 1]} - {None}
            for column, cell in own.items()
        ):
            return  # the heading once more
        if len(own) == 1 and any(
            top <= line <= bottom and left in own and right > left
            for top, bottom, left, right in self.sheet.merged
        ):
            self.leave(line, own, HEADS)
            return
        used = {column for block in blocks for column in block.values()}
        for column in sorted(own.keys() - used):
            headed = UNREAD if at(self.headers, column) else NO_HEADING
            self.leave(line, {column: own[column]}, no_card(own[column]) or headed)
        doubts = self._doubts(line, cells, own, blocks)
        part = 0
        for block in blocks:
            there = {kind: column for kind, column in block.items() if column in own}
            if there.keys() <= {"counter", "title"}:
                continue
            row = self._person(line, cells, block)._replace(part=part).doubted(*doubts)
            self.rows.append(row)
            part += 1
            if row.fatal:
                lost = {column: own[column] for column in there.values()}
                self.leave(line, lost, row.faults[0])

    def _doubts(
        self, line: int, cells: Sequence[str], own: Mapping[int, str], blocks: Sequence[Block]
    ) -> list[Sentence]:
        doubts = []
        beyond = [cell for column, cell in own.items() if column >= len(self.headers)]
        if beyond:
            text = gettext_noop("The line has more cells than there are headings: “%(text)s”.")
            doubts.append(Sentence(text, text="; ".join(beyond)[:80]))
        if line in self.sheet.hidden_lines:
            doubts.append(Sentence(gettext_noop("The line is hidden in the workbook.")))
        names = [at(cells, block[kind]) for block in blocks for kind in words.NAMES & block.keys()]
        if any(words.TOTALS & set(folded(name).split()[:1]) for name in names):
            text = gettext_noop("It looks like a total: “%(text)s”.")
            doubts.append(Sentence(text, text="; ".join(own.values())[:120]))
        return doubts

    def _person(self, line: int, cells: Sequence[str], block: Block) -> RosterRow:
        doubts = []

        def value(kind: str) -> str:
            cell = at(cells, block[kind]) if kind in block else ""
            if cell.startswith(NO_VALUE) or words.is_error(cell):
                header = at(self.headers, block[kind]) or words.HEADERS[kind][0]
                doubts.append(Sentence(VALUE_MISSING, header=header, text=without_value(cell)))
                missing = gettext_noop("It holds no value.")
                self.leave(line, {block[kind]: cell}, missing, whole=False)
                return ""
            return "" if cell.casefold() in words.PLACEHOLDERS else cell

        pieces, surname, given_name = self._names(value, block)
        doubts += pieces.faults
        columns = [column for name, column in block.items() if name in words.NAMES]
        for what, text in pieces.left:
            holding = [column for column in columns if text in plain(at(cells, column))] or columns
            self.leave(line, {holding[0]: text}, what, whole=False)
        card = value("card_number")
        if wrong := self._no_card(card):
            doubts.append(Sentence(wrong, text=card[:60]))
            card = ""
        email = re.sub(r"^(?:mailto:)|[<>]", "", value("email")).strip() or pieces.email
        club = value("club") or club_of(pieces, self.known)
        said = value("emails_agreed")
        agreed = words.consent_of(said)
        if said and agreed is None:
            text = gettext_noop("It says neither yes nor no: no consent is kept.")
            self.leave(line, {block["emails_agreed"]: said}, text)
        card = card.strip("()[]#") or pieces.card
        row = RosterRow(line, card, surname, given_name, club, email, agreed)
        return checked_row(row, *doubts)

    def _names(self, value: Callable[[str], str], block: Block) -> tuple[Pieces, str, str]:
        """Names in two columns are two, in one are told apart; notes and numbers are taken off
        them.
        """
        alone, given, surname = value("name"), value("given_name"), value("surname")
        if "surname" in block:
            given = given or alone
        elif {"given_name", "name"} <= block.keys():
            surname = alone
        else:
            whole = value("surname_then_name") or value("name_then_surname") or alone or given
            pieces = take_apart(plain(whole), self.known)
            first = "name_then_surname" in block
            return pieces, *named(pieces, self.known, given_first=first)

        pieces, second = (take_apart(plain(text), self.known) for text in (surname, given))
        family = " ".join(filter(None, (pieces.name, value("second_surname"))))
        for number in filter(None, (pieces.number, second.number)):
            pieces.doubt(DIGITS, text=number)
        pieces.left += second.left
        pieces.faults += second.faults
        pieces.email = pieces.email or second.email
        if re.search(r"\s(?:e|ed|and|et|und|con)\s|[/&+]", f" {second.name} "):
            pieces.doubt(SEVERAL, text=f"{family} {second.name}")
        if family and not second.name and not second.faults:
            pieces.doubt(gettext_noop("There is a surname and no name."))
        check_name(pieces, family, second.name)
        return pieces, family, second.name

    def _no_card(self, cell: str) -> str:
        """Why it is none; empty where it is one, or nothing."""
        is_rounded = re.fullmatch(r"\d+[.,]?\d*[eE]\+?\d+", cell)
        if is_date(cell):
            return gettext_noop(
                "The card is a date, “%(text)s”: the player would be added without it."
            )
        if not is_rounded and is_telephone(cell) and not (self.long_cards and cell.isdigit()):
            return gettext_noop(
                "The card looks like a telephone number, “%(text)s”: the player would be added without it."
            )
        if is_rounded or not (is_card(cell) or re.fullmatch(r"[A-Z]{0,8}", cell)):
            return gettext_noop("“%(text)s” is no card: the player would be added without it.")
        return ""


NO_HEADING = gettext_noop("There is no heading above it.")
VALUE_MISSING = gettext_noop(
    "The cell “%(header)s” holds a formula without a computed value, or an error: “%(text)s”. "
    "Open the workbook, let it compute, save it and import it again."
)


def at(cells: Sequence[str], column: int) -> str:
    return cells[column] if column < len(cells) else ""


def filled(cells: Sequence[str]) -> dict[int, str]:
    return {column: cell for column, cell in enumerate(cells) if cell}


def without_value(cell: str) -> str:
    return cell.removeprefix(NO_VALUE) or "="


def kind_of(cell: str) -> str | None:
    return words.column_of(cell) or words.column_of(cell.rstrip(" 0123456789"))


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


def is_card(cell: str) -> bool:
    bare = cell.strip("()[]# ")
    return re.fullmatch(r"(?=.*\d)[\w/. -]{1,30}", bare) is not None


def _numbers(cells: Iterable[str]) -> list[int]:
    return [int(cell.strip(".°º)")) for cell in cells if re.fullmatch(r"\d{1,6}[.°º)]?", cell)]


def counts(cells: Sequence[str]) -> bool:
    numbers = _numbers(cells)
    if len(numbers) < 2:
        return numbers == [1]
    return all(later > earlier or later == 1 for earlier, later in pairwise(numbers))


def most(cells: Sequence[str], holds: Callable[[str], bool]) -> bool:
    return 2 * sum(map(holds, cells)) > len(cells)


# --- cells of a spreadsheet that were pasted into a message


def table_of_lines(
    text: str, lines: Sequence[tuple[int, str]], known: Known
) -> tuple[Reading, list[tuple[int, str]]]:
    """The people of those lines that are cells of a spreadsheet, and the other lines."""
    raw, marks = text.splitlines(), r"[\t;]"
    for mark in (r"\|", ","):
        times = {len(re.findall(mark, line)) for _number, line in lines}
        regular = len(lines) > 2 and len(times) == 1 and min(times) > 1
        if regular or (lines and _heads(map(cleaned, re.split(mark, lines[0][1])))):
            marks = mark

    grid: list[Line] = []
    others = []
    for number, line in lines:
        parts = re.split(marks, without_entities(raw[number - 1]))
        cells = [plain(ORDINAL.sub("", part)) for part in parts]
        if sum(map(bool, cells)) < 2:
            others.append((number, line))
            continue
        whole = (card if CARD.fullmatch(card := cell.strip("()[]#")) else cell for cell in cells)
        grid.append((number, tuple(whole)))

    reading = None
    if any(_heads(cells) for _line, cells in grid[:LINES_BEFORE_HEADER]):
        reading = read_table(Sheet("", grid), known)
    return reading or _by_content(grid, known), others


def _heads(cells: Iterable[str]) -> bool:
    return sum(map(bool, map(kind_of, cells))) > 1


def _by_content(lines: Sequence[Line], known: Known) -> Reading:
    """A column is known by its cells, among lines of as many."""
    table = Table(Sheet("", lines), known)
    for width in sorted({len(cells) for _line, cells in lines}):
        alike = [(line, cells) for line, cells in lines if len(cells) == width]
        block = _columns_by_content([cells for _line, cells in alike], known)
        kinds = {place: kind for kind, place in block.items()}
        table.headers, table.kinds = [""] * width, [kinds.get(place) for place in range(width)]
        for line, cells in alike:
            count = len(table.rows)
            table.read_line(line, cells, [block])
            others = [cell for place, cell in filled(cells).items() if place not in kinds]
            strange = [cell for cell in others if not no_card(cell)]
            club = cells[block["club"]] if "club" in block else ""
            if looks_like_a_name(club) and not is_club(club, known):
                strange.append(club)
            if strange and len(table.rows) > count:
                text = gettext_noop("“%(text)s” may be a club, or another player.")
                doubt = Sentence(text, text="; ".join(strange)[:80])
                table.rows[-1] = table.rows[-1].doubted(doubt)
    return table.reading()


def _columns_by_content(lines: Sequence[tuple[str, ...]], known: Known) -> Block:
    """A club is never read as a part of a name: after whole names, and after surname and name,
    stands the club.
    """
    columns: Block = {}
    texts = {}

    def says_agreed(cell: str) -> bool:
        return words.consent_of(cell) is not None

    for place, column in enumerate(zip(*lines, strict=True)):
        cells = [cell for cell in column if any(map(str.isalnum, cell)) or says_agreed(cell)]
        if most(cells, lambda cell: "@" in cell):
            columns.setdefault("email", place)
        elif most(cells, lambda cell: bool(no_card(cell))):
            continue
        elif most(cells, lambda cell: CARD.fullmatch(cell) is not None):
            columns.setdefault("counter" if _is_count(column, known) else "card_number", place)
        elif most(cells, says_agreed):
            columns.setdefault("emails_agreed", place)
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
    if any(cell.casefold() in known.cards for cell in column) or not counts(column):
        return False
    first, *_others = numbers = _numbers(column)
    return first <= 3 or numbers == list(range(first, first + len(numbers)))


def _is_whole_name(cell: str) -> bool:
    return sum(folded(word) not in PARTICLES for word in cell.split()) > 1
