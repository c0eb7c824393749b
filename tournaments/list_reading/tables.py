"""People out of cells, line by line under a heading."""

import re
from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import gettext_noop

from king.words import folded
from tournaments.list_reading import vocabulary as words
from tournaments.list_reading.headings import (
    Block,
    Sheet,
    Table,
    at,
    blocks_of,
    filled,
    find_heading,
    is_card,
    kind_of,
    say_columns,
    say_hidden,
    without_value,
)
from tournaments.list_reading.pieces import (
    PIECES,
    Pieces,
    check_name,
    club_of,
    is_date,
    plain,
    settle_number,
    split_whole,
    take_apart,
    whole_words,
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


def read_table(sheet: Sheet, known: Known) -> Reading | None:
    """None where no line of the sheet says which column holds the names."""
    table = Table(sheet, known)
    heading = find_heading(table)
    if heading is None:
        return None
    table.headers, table.kinds = heading.texts, heading.kinds
    above = Sentence(gettext_noop("It stands above the headings."))

    for line, cells in table.lines[: heading.begin]:
        table.left += [
            LeftOver(line, cell, above, column) for column, cell in filled(cells).items()
        ]

    headings = table.lines[heading.begin : heading.end]

    for line, cells in headings:
        for column, cell in filled(cells).items():
            if table.kinds[column] is None and words.column_of(cell) is None:
                table.leave(line, column, cell, gettext_noop("This column is not read."))

    people = table.lines[heading.end :]
    blocks = blocks_of(table, people)
    say_columns(table, blocks)

    for line, cells in people:
        read_line(table, line, cells, blocks)
    say_hidden(table)
    return table.reading(line for line, _cells in headings)


def whole_lines(sheet: Sheet) -> list[tuple[str, ...]]:
    """Every line from the first to the last, blank ones too, with the values of merged cells on
    each of theirs.
    """
    lines = dict(Table(sheet, Known()).lines)
    return [lines.get(line, ()) for line in range(1, max(lines, default=0) + 1)]


def read_line(table: Table, line: int, cells: Sequence[str], blocks: Sequence[Block]) -> None:
    own = {
        column: cell for column, cell in filled(cells).items() if (line, column) not in table.copies
    }
    if not own or _repeats_heading(table, own):
        return
    if _heads_a_part(table, line, own):
        for column, cell in own.items():
            heads = gettext_noop("It heads the list, or a part of it.")
            table.leave(line, column, cell, heads)
        return

    used = {column for block in blocks for column in block.values()}

    for column, cell in own.items():
        if column not in used:
            table.leave(line, column, cell, _why_unread(table, column, cell))

    doubts = _doubts_of_line(table, line, cells, own, blocks)
    part = 0

    for block in blocks:
        kinds = {kind for kind, column in block.items() if column in own}
        if not kinds - {"counter", "title"}:
            continue
        row = _person(table, line, cells, block)._replace(part=part).doubted(*doubts)
        table.rows.append(row)
        part += 1
        for column in block.values() if row.fatal else ():
            if column in own:
                table.leave(line, column, own[column], row.faults[0])


def _repeats_heading(table: Table, own: Mapping[int, str]) -> bool:
    kinds = dict(enumerate(table.kinds))
    return all(
        cell == at(table.headers, column) or kind_of(cell) == kinds.get(column, "")
        for column, cell in own.items()
    )


def _heads_a_part(table: Table, line: int, own: Mapping[int, str]) -> bool:
    """One text alone, in cells that are joined."""
    return len(own) == 1 and any(
        top <= line <= bottom and left in own and right > left
        for top, bottom, left, right in table.sheet.merged
    )


def _doubts_of_line(
    table: Table, line: int, cells: Sequence[str], own: Mapping[int, str], blocks: Sequence[Block]
) -> list[Sentence]:
    doubts = []
    beyond = [cell for column, cell in own.items() if column >= len(table.headers)]
    if beyond:
        text = gettext_noop("The line has more cells than there are headings: “%(text)s”.")
        doubts.append(Sentence(text, text="; ".join(beyond)[:80]))
    if line in table.sheet.hidden_lines:
        doubts.append(Sentence(gettext_noop("The line is hidden in the workbook.")))
    names = [at(cells, block[kind]) for block in blocks for kind in words.NAMES & block.keys()]
    if any(words.TOTALS & set(folded(name).split()[:1]) for name in names):
        text = gettext_noop("It looks like a total: “%(text)s”.")
        doubts.append(Sentence(text, text="; ".join(own.values())[:120]))

    return doubts


def _why_unread(table: Table, column: int, cell: str) -> str:
    if is_date(cell):
        return PIECES["date"]
    if is_telephone(cell):
        return PIECES["telephone"]
    if at(table.headers, column):
        return gettext_noop("This column is not read.")
    return gettext_noop("There is no heading above it.")


VALUE_MISSING = gettext_noop(
    "The cell “%(header)s” holds a formula without a computed value, or an error: “%(text)s”. "
    "Open the workbook, let it compute, save it and import it again."
)


def _person(table: Table, line: int, cells: Sequence[str], block: Block) -> RosterRow:
    doubts = []

    def value(kind: str) -> str:
        cell = at(cells, block[kind]) if kind in block else ""
        if cell.startswith(NO_VALUE) or words.is_error(cell):
            header = at(table.headers, block[kind]) or words.HEADERS[kind][0]
            doubts.append(Sentence(VALUE_MISSING, header=header, text=without_value(cell)))
            table.leave(line, block[kind], cell, gettext_noop("It holds no value."), whole=False)
            return ""
        return "" if cell.casefold() in words.PLACEHOLDERS else cell

    pieces, surname, given_name = _names(table.known, value, block)
    doubts += pieces.faults
    columns = [column for name, column in block.items() if name in words.NAMES]

    for kind, text in pieces.left:
        column = next(
            (column for column in columns if text in plain(at(cells, column))), columns[0]
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


def _card(table: Table, cell: str, doubts: list[Sentence]) -> str:
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
    elif not (is_card(cell) or re.fullmatch(r"[A-Z]{1,8}", cell)):
        text = gettext_noop("“%(text)s” is no card: the player would be added without it.")
    else:
        return cell.strip("()[]#")

    doubts.append(Sentence(text, text=cell[:60]))
    return ""


def _agreed(table: Table, line: int, block: Block, cell: str) -> bool | None:
    agreed = words.consent_of(cell) if cell else None
    if cell and agreed is None:
        text = gettext_noop("It says neither yes nor no: no consent is kept.")
        table.leave(line, block["emails_agreed"], cell, text)
    return agreed
