"""People from the cells of a sheet, below headings or on lines of cells without headings."""

import re
from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import gettext_noop

from king.words import folded
from tournaments.list_reading import vocabulary as words
from tournaments.list_reading.answer_columns import (
    ANSWERS,
    AnswerColumn,
    answer_columns,
    answers_of_block,
    apply_answers,
    keep_last_answer,
)
from tournaments.list_reading.answers import Says, answer_of_note
from tournaments.list_reading.cells import NO_VALUE, Line
from tournaments.list_reading.columns import (
    Block,
    Heading,
    Kinds,
    Sheet,
    at,
    blocks_of,
    filled_cells,
    heading_of_poll,
    headings,
    is_address_book,
    is_card,
    kind_of,
    most,
)
from tournaments.list_reading.headings import STANDS_UNDER, Part, apply_headings, heading_of
from tournaments.list_reading.pieces import (
    ANOTHER_PLAYER,
    DIGITS,
    FOLLOWS,
    IS_RESERVE,
    NOTE,
    RESULT,
    SAYS_NOT_COMING,
    TAX_CODE,
    TITLE,
    Pieces,
    brings_somebody,
    check_name,
    club_of,
    is_date,
    looks_like_a_name,
    named,
    names_of_group,
    no_card,
    plain,
    take_apart,
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
    unaccounted,
)
from wording.sentences import Sentence

UNREAD = gettext_noop("This column is not read.")
NO_HEADING = gettext_noop("There is no heading above it.")
ABOVE = gettext_noop("It is above the headings.")
CUT_OFF = gettext_noop("It is not part of what was read.")
GROUP = gettext_noop("The name of a pair or a team.")
NO_NAME_BESIDE = gettext_noop("There is no name on this line.")
VALUE_MISSING = gettext_noop(
    "The cell “%(header)s” holds a formula without a computed value, or an error: “%(text)s”. "
    "Open the workbook, let it compute, save it and import it again."
)


def read_table(sheet: Sheet, known: Known, *, of_groups: bool = False) -> Reading | None:
    """Read a sheet whose headings say which column holds the names, or return None if it has no
    such heading.
    """
    table = Table(sheet, known)
    blocks = table.read_headings()
    if blocks is None:
        return None
    table.say_columns(blocks)
    for line, cells in table.people:
        table.read_line(line, cells, blocks)
    table.say_hidden()
    return table.reading()


def _are_long(cards: Sequence[str]) -> bool:
    """Whether the column holds card numbers that are as long as telephone numbers: all have the
    same length and none begins like a telephone number.
    """
    cards = [*filter(None, cards)]
    alike = len(cards) > 1 and len(set(map(len, cards))) == 1
    return alike and all(card.isdigit() and card[0] not in "03" for card in cards)


def whole_lines(sheet: Sheet) -> list[tuple[str, ...]]:
    """All lines from first to last, including blank ones, with the values of merged cells repeated
    in each of their lines.
    """
    lines = dict(Table(sheet, Known()).lines)
    return [lines.get(line, ()) for line in range(1, max(lines, default=0) + 1)]


class Table:
    """A sheet while it is read. The value of merged cells is copied to each of their lines;
    ``copies`` are these copies.
    """

    headers: Sequence[str] = ()
    kinds: Kinds = ()
    answers: Sequence[AnswerColumn] = ()
    long_cards = False
    reserve_columns: frozenset[int] = frozenset()
    of_people = of_headings = 0

    def __init__(self, sheet: Sheet, known: Known) -> None:
        self.sheet, self.known = sheet, known
        self.rows: list[RosterRow] = []
        self.left: list[LeftOver] = []
        self.notes: list[Sentence] = []
        self.parts: list[Part] = []
        self.groups: dict[int, str] = {}
        """The name of the pair or team of a line."""
        self.heading_lines: frozenset[int] = frozenset()
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

        self.lines: list[Line] = [(line, tuple(cells)) for line, cells in lines.items()]
        self.people = self.lines
        """The lines below the headings."""

    # --- the headings

    def read_headings(self) -> list[Block] | None:
        """Columns of each person on a line, or None if no heading names the column of the names."""
        candidates = [
            heading
            for heading in headings(self.lines, self.spread)
            if words.NAMES & set(heading.kinds) or self._heads_groups(heading)
        ] or [*filter(None, [heading_of_poll(self.lines)])]
        if not candidates:
            return None
        # The line, or two levels together, with most known columns; one line rather than two.
        begin, end, texts, kinds = max(
            candidates,
            key=lambda heading: (sum(map(bool, heading.kinds)), heading.begin - heading.end),
        )
        self.people = self.lines[end:]
        self.headers, self.heading_lines = (
            texts,
            frozenset(line for line, _cells in self.lines[begin:end]),
        )
        self.answers = answer_columns(texts, kinds, self._under)
        answered = {answer.column for answer in self.answers}
        self.reserve_columns = frozenset(
            column
            for column, kind in enumerate(kinds)
            if kind == "reserve"
            and column not in answered
            and any(map(looks_like_a_name, self._under(column)))
        )
        # A column of answers is nobody's name, and one that turned out to be none is not read; in an
        # address book ``Società`` is where somebody works.
        unread = {*ANSWERS, "club"} if is_address_book(texts) else {*ANSWERS}
        self.kinds = [
            "surname_then_name"
            if column in self.reserve_columns
            else None
            if kind in unread or column in answered
            else kind
            for column, kind in enumerate(kinds)
        ]
        self._leave_headings(begin, end)
        blocks = blocks_of(texts, self.kinds, self._under)
        self.long_cards = any(
            _are_long(self._under(block["card_number"]))
            for block in blocks
            if "card_number" in block
        )
        return blocks

    def _under(self, column: int) -> list[str]:
        return [at(cells, column) for _line, cells in self.people]

    def _heads_groups(self, heading: Heading) -> bool:
        """Whether the heading is of pairs, each in one cell: ``Coppia;Punti``."""
        if "group" not in heading.kinds or len(filled_cells(heading.texts)) < 2:
            return False
        column = list(heading.kinds).index("group")
        cells = [at(cells, column) for _line, cells in self.lines[heading.end :]]
        return most([*filter(None, cells)], lambda cell: len(names_of_group(cell, commas=True)) > 1)

    def _leave_headings(self, begin: int, end: int) -> None:
        for line, cells in self.lines[:begin]:
            self.leave(line, filled_cells(cells), ABOVE)
        answered = {answer.column for answer in self.answers}
        for line, cells in self.lines[begin:end]:
            # The upper of two levels: ``Giocatore`` over ``Cognome`` and ``Nome``.
            above = {
                column
                for column, cell in filled_cells(cells).items()
                if end - begin > 1 and words.column_of(cell)
            }
            unread = {
                column: cell
                for column, cell in filled_cells(cells).items()
                if not (self.kinds[column] or column in answered or column in above)
            }
            self.of_headings += len(filled_cells(cells)) - len(unread)
            self.leave(line, unread, UNREAD, by_column=True)

    def spread(self, place: int) -> list[str]:
        """Return a line with each value of merged cells repeated in all the columns it covers."""
        line, cells = self.lines[place]
        texts = list(cells)
        for top, bottom, left, right in self.sheet.merged:
            if top <= line <= bottom:
                texts.extend([""] * (right + 1 - len(texts)))
                texts[left : right + 1] = [at(cells, left)] * (right + 1 - left)
        return texts

    def leave(
        self,
        line: int,
        cells: Mapping[int, str],
        why: str | Sentence,
        *,
        whole: bool = True,
        by_column: bool = False,
    ) -> None:
        """Record cells that were not used. ``whole`` cells are listed one by one, or ``by_column``;
        otherwise the text is a part of a cell.
        """
        for column, text in cells.items():
            if whole and (line, column) in self.copies:
                continue
            header = at(self.headers, column) if by_column else ""
            reason = why if isinstance(why, Sentence) else Sentence(why)
            shown_text = without_value(text)
            self.left.append(LeftOver(line, shown_text, reason, column, header, whole))

    def note(self, text: str, **fields: object) -> None:
        self.notes.append(Sentence(text, **fields))

    def reading(self) -> Reading:
        rows = [apply_headings(row, self.parts) for row in self.rows]
        return Reading(
            tuple(keep_last_answer(rows) if self.answers else rows),
            tuple(self.left),
            self.of_people,
            self.of_headings,
            tuple(self.notes),
            self.heading_lines,
        )

    def say_columns(self, blocks: Sequence[Block]) -> None:
        for block in blocks:
            if "counter" in block and "card_number" not in block:
                text = gettext_noop(
                    "The column “%(header)s” counts the lines; it was not taken for the cards. If "
                    "it holds cards, give it the heading Tessera."
                )
                self.note(text, header=self.headers[block["counter"]])
                break
        if len(blocks) > 1:
            text = gettext_noop("%(count)s blocks of columns are side by side; each was read.")
            self.note(text, count=len(blocks))
        if not any(
            "surname" in block or {"name", "given_name"} <= block.keys() for block in blocks
        ):
            text = gettext_noop(
                "Surname and name are in one column: check how they were separated."
            )
            self.note(text)
        for answer in self.answers:
            text = gettext_noop(
                "The column “%(header)s” says who comes: you are asked about everybody who does not say yes."
            )
            if answer.kind == "status":
                text = gettext_noop(
                    "The column “%(header)s” says who is still a member: you are asked about the others."
                )
            self.note(text, header=self.headers[answer.column])

    def say_hidden(self) -> None:
        lines = sorted({row.line for row in self.rows}.intersection(self.sheet.hidden_lines))
        if lines:
            text = gettext_noop("Hidden lines: %(lines)s. You are asked about them.")
            self.note(text, lines=", ".join(map(str, lines[:40])))
        read = [column for column, kind in enumerate(self.kinds) if kind]
        headers = (
            self.headers[column] for column in sorted(self.sheet.hidden_columns) if column in read
        )
        if columns := [*filter(None, headers)]:
            text = gettext_noop("Hidden columns were read too: %(columns)s.")
            self.note(text, columns=", ".join(columns[:20]))

    # --- the people below it

    def read_line(self, line: int, cells: Sequence[str], blocks: Sequence[Block]) -> None:
        own = {
            column: cell
            for column, cell in filled_cells(cells).items()
            if (line, column) not in self.copies
        }
        if all(
            cell == at(self.headers, column)
            or kind_of(cell) in {*self.kinds[column : column + 1]} - {None}
            for column, cell in own.items()
        ):
            self.of_headings += len(own)
            return  # the heading once more
        if self._is_heading(line, own):
            return
        read = {column for block in blocks for column in block.values()}
        read |= {answer.column for answer in self.answers}
        left_before = len(self.left)
        for column in sorted(own.keys() - read):
            headed = UNREAD if at(self.headers, column) else NO_HEADING
            why = no_card(own[column]) or headed
            self.leave(line, {column: own[column]}, why, by_column=True)
        doubts = self._doubts(line, cells, own, blocks)
        people: list[RosterRow] = []
        for block in blocks:
            people += self._people(line, cells, own, block, blocks)
        for part, row in enumerate(people):
            self.rows.append(row._replace(part=part).doubted(*doubts))
        cells_read = {column: own[column] for column in sorted(read & own.keys())}
        self._account(line, cells_read, people, self.left[left_before:])

    def _people(
        self,
        line: int,
        cells: Sequence[str],
        own: Mapping[int, str],
        block: Block,
        blocks: Sequence[Block],
    ) -> list[RosterRow]:
        there = {kind: column for kind, column in block.items() if column in own}
        names = [
            kind for kind in ("group", "surname_then_name", "name_then_surname") if kind in there
        ]
        if "group" in names and words.NAMES.isdisjoint(block):
            people = self._people_of_cell(line, there["group"], own[there["group"]], commas=True)
        elif names and len(names_of_group(own[there[names[-1]]])) > 1:
            people = self._people_of_cell(line, there[names[-1]], own[there[names[-1]]])
            several = Sentence(SEVERAL, text=own[there[names[-1]]][:120])
            people = [row.doubted(several) for row in people]
        elif there.keys() <= _BESIDE_PEOPLE:
            return []
        else:
            people = [self._person(line, cells, block)]
        if "group" in there and not words.NAMES.isdisjoint(block):
            self.groups[line] = own[there["group"]]
            self.leave(line, {there["group"]: own[there["group"]]}, GROUP, by_column=True)
        own_answers = answers_of_block(self.answers, block, blocks)
        people = [apply_answers(row, cells, self.headers, own_answers) for row in people]
        columns = {column for kind, column in block.items() if kind in words.NAMES}
        if of_reserves := self.reserve_columns & columns:
            under = Sentence(STANDS_UNDER, heading=self.headers[min(of_reserves)][:80])
            people = [row.kept_out(Says.RESERVE, under) for row in people]
        return people

    def _account(
        self,
        line: int,
        cells: Mapping[int, str],
        people: Sequence[RosterRow],
        leftovers: Sequence[LeftOver],
    ) -> None:
        """Count the cells of people, and record their words that belong to nobody and are not in
        ``leftovers``.
        """
        whole = {part.column for part in leftovers if part.whole}
        columns = {column: cell for column, cell in cells.items() if column not in whole}
        alive = [row for row in people if not row.fatal]
        if not alive:
            why = people[0].faults[0] if people else Sentence(NO_NAME_BESIDE)
            self.leave(line, columns, why)
            return
        self.of_people += len(columns)
        columns_read = {answer.column for answer in self.answers}
        columns_read |= {
            column for column, kind in enumerate(self.kinds) if kind in ("counter", "emails_agreed")
        }
        texts = [text for row in alive for text in row.texts]
        texts += [part.text for part in leftovers if not part.whole]
        texts += [*_WORDS_OF_LINKS, *JOINING * (len(alive) - 1)]
        read_texts = [
            plain(cell)
            for column, cell in columns.items()
            if column not in columns_read and cell.casefold() not in words.PLACEHOLDERS
        ]
        if columns and (rest := unaccounted(" ".join(read_texts), texts)):
            column = next(
                (place for place, cell in columns.items() if rest.split()[0] in plain(cell)),
                min(columns),
            )
            self.leave(line, {column: rest}, CUT_OFF, whole=False)

    def _is_heading(self, line: int, own: Mapping[int, str]) -> bool:
        """Whether a line with a single cell, over several columns or in words, is a heading for the
        lines below.
        """
        if len(own) != 1:
            return False
        [(column, text)] = own.items()
        is_merged = any(
            top <= line <= bottom and left == column and right > left
            for top, bottom, left, right in self.sheet.merged
        )
        heading = heading_of(plain(text), "", self.known)
        if heading is None and not is_merged:
            return False
        if heading is not None:
            self.parts.append(Part(line, text, heading))
        self.leave(line, own, HEADS if heading is None else heading.why)
        return True

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

    # --- one person

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
        answer = value("emails_agreed")
        agreed = words.consent_of(answer)
        if answer and agreed is None:
            text = gettext_noop("It says neither yes nor no: no consent is stored.")
            self.leave(line, {block["emails_agreed"]: answer}, text)
        card = card.strip("()[]#") or pieces.card
        row = RosterRow(line, card, surname, given_name, club, email, agreed)
        row = row._replace(says=pieces.says, instead_of=pieces.instead_of)
        row = self._noted(row, value("note"), block)
        if title := value("title"):
            self.leave(line, {block["title"]: title}, TITLE, by_column=True)
        return checked_row(row, *doubts)

    def _noted(self, row: RosterRow, note: str, block: Block) -> RosterRow:
        """Record a note of a column as left over. The player is left out if it says that they do
        not come or are a reserve, and asked about if it says that they bring somebody.
        """
        if not note:
            return row
        self.leave(row.line, {block["note"]: note}, NOTE, by_column=True)
        answer = answer_of_note(note)
        if answer and answer.says is Says.NO:
            return row.kept_out(Says.NO, Sentence(SAYS_NOT_COMING, note=note[:80]))
        if answer and answer.says is Says.RESERVE:
            return row.kept_out(Says.RESERVE, Sentence(IS_RESERVE, note=note[:80]))
        brings = brings_somebody(note)
        return row.doubted(Sentence(ANOTHER_PLAYER, text=note[:80])) if brings else row

    def _people_of_cell(
        self, line: int, column: int, cell: str, *, commas: bool = False
    ) -> list[RosterRow]:
        """Read the people of a cell that holds a pair or a team."""
        names = names_of_group(cell, commas=commas)
        texts = [*names, *JOINING]
        if result := unaccounted(cell, texts):
            self.leave(line, {column: result}, RESULT, whole=False)
        return [self._person_of_text(line, column, name) for name in names]

    def _person_of_text(self, line: int, column: int, text: str) -> RosterRow:
        pieces = take_apart(plain(text), self.known)
        surname, given_name = named(pieces, self.known)
        for what, part in pieces.left:
            self.leave(line, {column: part}, what, whole=False)
        club = club_of(pieces, self.known)
        row = RosterRow(line, pieces.card, surname, given_name, club, pieces.email)
        row = row._replace(says=pieces.says, instead_of=pieces.instead_of)
        return checked_row(row, *pieces.faults)

    def _names(self, value: Callable[[str], str], block: Block) -> tuple[Pieces, str, str]:
        """Split names: two columns are taken as they are, one is split. Notes and numbers are taken
        off.
        """
        alone, first_name, surname = value("name"), value("given_name"), value("surname")
        if "surname" in block:
            first_name = first_name or alone
        elif {"given_name", "name"} <= block.keys():
            surname = alone
        else:
            whole = value("surname_then_name") or value("name_then_surname") or alone or first_name
            pieces = take_apart(plain(whole), self.known)
            first = "name_then_surname" in block
            return pieces, *named(pieces, self.known, given_first=first)

        pieces, second = (take_apart(plain(text), self.known) for text in (surname, first_name))
        family = " ".join(filter(None, (pieces.name, value("second_surname"), value("suffix"))))
        for number in filter(None, (pieces.number, second.number)):
            pieces.doubt(DIGITS, text=number)
        pieces.left += second.left
        pieces.faults += second.faults
        pieces.email = pieces.email or second.email
        pieces.says = pieces.says or second.says
        pieces.instead_of = pieces.instead_of or second.instead_of
        if re.search(r"\s(?:e|ed|and|et|und|con)\s|[/&+]", f" {second.name} "):
            pieces.doubt(SEVERAL, text=f"{family} {second.name}")
        if family and not second.name and not second.faults:
            pieces.doubt(gettext_noop("There is a surname but no name."))
        given_name = self._with_middle_name(pieces, family, second.name, value("middle_name"))
        check_name(pieces, family, given_name)
        return pieces, family, given_name

    def _with_middle_name(self, pieces: Pieces, family: str, first_name: str, middle: str) -> str:
        """Ask about a member who is known without the middle name, so that they are not added
        twice.
        """
        whole = f"{first_name} {middle}".strip()
        if middle and self.known.calls(family, first_name) and not self.known.calls(family, whole):
            pieces.doubt(FOLLOWS, text=middle[:80])
            return first_name
        return whole

    def _no_card(self, cell: str) -> str:
        """Return the reason why a cell of the card column is no card, or an empty text if it is one
        or is empty.
        """
        is_rounded = re.fullmatch(r"\d+[.,]?\d*[eE]\+?\d+", cell)
        if is_date(cell):
            return gettext_noop(
                "The card is a date, “%(text)s”: the player would be added without it."
            )
        if not is_rounded and is_telephone(cell) and not (self.long_cards and cell.isdigit()):
            return gettext_noop(
                "The card looks like a telephone number, “%(text)s”: the player would be added without it."
            )
        is_code = is_card(cell) or re.fullmatch(r"[A-Z]{0,8}", cell)
        if is_rounded or not is_code or no_card(cell) == TAX_CODE:
            return gettext_noop("“%(text)s” is not a card: the player would be added without it.")
        return ""


_BESIDE_PEOPLE = frozenset(("counter", "title", "group", "note"))
"""Kinds of columns that make no person by themselves."""
_WORDS_OF_LINKS = ("mailto",)
JOINING = ("e", "ed", "and", "y", "et", "und", "con", "with", "avec", "mit", "com")


def without_value(cell: str) -> str:
    return cell.removeprefix(NO_VALUE) or "="
