"""Pairs and teams out of a list: one a line, or a player a cell, or a player a line below their name."""

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from ground.names import clean_text
from king.words import folded
from tournaments.list_reading import vocabulary as words
from tournaments.list_reading.answers import Says
from tournaments.list_reading.cell_lines import cells_of_lines
from tournaments.list_reading.columns import Sheet
from tournaments.list_reading.headings import (
    STANDS_UNDER,
    Heading,
    Part,
    apply_headings,
    heading_of,
)
from tournaments.list_reading.lines import CUT, person_of, without_marks, written_lines
from tournaments.list_reading.messages import MessageLine, around_the_list, without_stamps
from tournaments.list_reading.pieces import (
    IS_OF_RESERVES,
    IS_RESERVE,
    RESULT,
    RESULT_OF_PAIR,
    looks_like_a_name,
    plain,
    reserves_of,
)
from tournaments.list_reading.rows import (
    HEADS,
    SEVERAL,
    Known,
    LeftOver,
    Reading,
    RosterRow,
    unaccounted,
)
from tournaments.list_reading.tables import GROUP, Table
from wording.sentences import Sentence

_NAMED = re.compile(r"^([^:;\t]{1,160}):\s*(.+)$")
_BETWEEN = re.compile(
    r"\s+[-–—]+\s+|\s*[/&+;\t]\s*|\s*[–—]\s*|\s+(?:e|ed|con|and|with|y|et|avec|und|mit|com)\s+"
)
_NAMES_A_GROUP = re.compile(
    r"\W*(?:squadra|team|coppia|pair|équipe|equipe|paire|dupla|equipa|quadra)\b\s*(?:n[.°º]\s*)?",
    re.IGNORECASE,
)
_OF_RESERVES = frozenset((IS_RESERVE, STANDS_UNDER))


class Group(NamedTuple):
    """Players of a pair or team, reserves last; or a line without players, and the reason."""

    number: int
    text: str
    rows: tuple[RosterRow, ...] = ()
    name: str = ""
    why: Sentence | None = None
    is_heading_of_columns: bool = False


class Groups(NamedTuple):
    groups: tuple[Group, ...]
    reading: Reading


def read_groups(text: str, known: Known, size: int) -> Groups:
    lines = without_stamps(_with_marks_between(text))
    cells = cells_of_lines(text, lines, known)
    written = {line.number: line for line in lines}
    table = Table(Sheet("", cells.grid), known)
    blocks = table.read_headings() if cells.has_heading else None
    if blocks is not None:
        for line, row in table.people:
            table.read_line(line, row, blocks)
        return _table_groups(table, _Lines(cells.others, known, size).read(), written)
    return _Lines(lines, known, size).read()


def _with_marks_between(text: str) -> list[MessageLine]:
    """Lines of the text, with a mark in place of each tab between two players."""
    raw = text.splitlines()
    return [
        line._replace(text=plain(re.sub(r"\t+", " ; ", raw[line.number - 1].strip("\t"))))
        for line in written_lines(text)
        if line.text
    ]


def _table_groups(table: Table, others: Groups, written: dict[int, MessageLine]) -> Groups:
    by_line: defaultdict[int, list[RosterRow]] = defaultdict(list)
    for row in table.rows:
        by_line[row.line].append(row)
    of_club = next(
        (
            kind
            for kind, header in zip(table.kinds, table.headers, strict=True)
            if kind == "club" and folded(header) in words.GROUPS
        ),
        "",
    )
    groups = []
    for line, rows in by_line.items():
        name = table.groups.get(line, "")
        if of_club and not name:
            name, rows = rows[0].club, [row._replace(club="") for row in rows]
        groups.append(Group(line, written[line].whole, _reserves_last(rows), _named(name)))
    parts = {part.line: part for part in table.left if part.line not in by_line}
    groups += [Group(line, written[line].whole, why=part.why) for line, part in parts.items()]
    groups += [
        Group(line, written[line].whole, is_heading_of_columns=True)
        for line in table.heading_lines - parts.keys()
    ]
    reading = table.reading()
    names = [part for part in reading.left_over if part.why.template == GROUP]
    reading = reading._replace(
        left_over=tuple(part for part in reading.left_over if part not in names),
        of_people=reading.of_people + len(names),
    )
    other = others.reading
    return Groups(
        tuple(sorted((*groups, *others.groups), key=lambda group: group.number)),
        Reading(
            (*reading.rows, *other.rows),
            (*reading.left_over, *other.left_over),
            reading.of_people + other.of_people,
            reading.of_headings,
            reading.notes,
            reading.headings,
        ),
    )


def _reserves_last(rows: Sequence[RosterRow]) -> tuple[RosterRow, ...]:
    """Put reserves after the players and make them players like the others, as in a team. If all
    are reserves, the whole team is a reserve.
    """
    players = [row for row in rows if row.says is not Says.RESERVE]
    if not players:
        return tuple(rows)
    reserves = [
        row._replace(
            says=None,
            faults=tuple(fault for fault in row.faults if fault.template not in _OF_RESERVES),
        )
        for row in rows
        if row.says is Says.RESERVE
    ]
    return tuple(
        row._replace(faults=tuple(fault for fault in row.faults if fault.template != SEVERAL))
        for row in (*players, *reserves)
    )


def _named(text: str) -> str:
    """Name of the group in a heading: ``Squadra Alfa:`` gives Alfa. A number alone is no name."""
    bare = _NAMES_A_GROUP.sub("", text, count=1).strip(" :.-–")
    return clean_text(bare) if re.search(r"[^\W\d]", bare) else ""


class _Lines:
    """The lines of pairs or teams while they are read."""

    def __init__(self, lines: Sequence[MessageLine], known: Known, size: int) -> None:
        self.lines, self.known, self.size = without_marks(lines, known), known, size
        self.around = around_the_list(self.lines)
        self.parts: list[Part] = []
        self.groups: list[Group] = []
        self.left: list[LeftOver] = []
        self.rows: list[RosterRow] = []
        self.cells = 0

    def read(self) -> Groups:
        place = 0
        while place < len(self.lines):
            below = self._players_below(place)
            if below:
                self._read_below(self.lines[place], below)
            else:
                self._read_line(self.lines[place], is_first=place == 0)
            place += 1 + len(below)
        return Groups(tuple(self.groups), Reading(tuple(self.rows), tuple(self.left), self.cells))

    def _players_below(self, place: int) -> Sequence[MessageLine]:
        """Lines below the name of a team with one player each, as many as a team has."""
        heading = self.lines[place]
        is_name = heading.text.endswith(":") or _NAMES_A_GROUP.match(heading.text)
        if not is_name or looks_like_a_name(heading.text.partition(":")[2]):
            return ()
        players: list[MessageLine] = []
        for line in self.lines[place + 1 :]:
            above = players[-1] if players else heading
            if line.number != above.number + 1 or not self._is_player(line):
                break
            players.append(line)
        return players if self.size <= len(players) <= self.size + _MOST_RESERVES else ()

    def _is_player(self, line: MessageLine) -> bool:
        players, reserves, _cut = reserves_of(line.text, of_group=True)
        return (
            line.number not in self.around
            and heading_of(line.text, line.lead, self.known) is None
            and len(_BETWEEN.split(players)) + len(reserves) - (not players) == 1
        )

    def _leave(self, line: MessageLine, why: str) -> None:
        self.left.append(LeftOver(line.number, line.whole, Sentence(why)))
        self.groups.append(Group(line.number, line.whole, why=Sentence(why)))

    def _read_line(self, line: MessageLine, *, is_first: bool) -> None:
        if why := self.around.get(line.number):
            self._leave(line, why)
            return
        heading_match = _NAMED.match(line.text)
        heading = heading_of(line.text, line.lead, self.known, is_first=is_first)
        if heading and not heading_match:
            self.parts.append(Part(line.number, line.text, heading))
            self._leave(line, heading.why)
            return
        name, rest = (heading_match[1], heading_match[2]) if heading_match else ("", line.text)
        self._read_group(line, name, [(line, rest)])

    def _read_below(self, heading: MessageLine, players: Sequence[MessageLine]) -> None:
        self.parts.append(Part(heading.number, heading.text, Heading(HEADS, begins_part=True)))
        self._read_group(heading, heading.text, [(line, line.text) for line in players])

    def _read_group(
        self, heading: MessageLine, name: str, texts: Sequence[tuple[MessageLine, str]]
    ) -> None:
        rows: list[RosterRow] = []
        for line, text in texts:
            for what, cut in line.cut:
                self.left.append(LeftOver(line.number, cut, Sentence(what), whole=False))
            rows += self._players_of(line, text)
        rows = [apply_headings(row._replace(line=row.line), self.parts) for row in rows]
        called = _named(name)
        if unread := unaccounted(name, [called]):
            self.left.append(LeftOver(heading.number, unread, Sentence(CUT), whole=False))
        self.cells += bool(called)
        self.rows += rows
        written = "; ".join(dict.fromkeys((heading.whole, *(line.whole for line, _text in texts))))
        self.groups.append(Group(heading.number, written, _reserves_last(rows), called))

    def _players_of(self, line: MessageLine, text: str) -> list[RosterRow]:
        players, reserves = self._names_of(line, text)
        rows = []
        for place, part in enumerate((*players, *reserves)):
            lead = "" if place else line.lead
            row, beside = person_of(plain(part), line.number, lead, self.known, dashes=False)
            if row.fatal:
                self.left.append(LeftOver(line.number, row.full_name or part, row.faults[0]))
            else:
                self.left += beside
                self.cells += 1
                texts = (*row.texts, *(other.text for other in beside))
                if rest := unaccounted(plain(part), texts):
                    self.left.append(LeftOver(line.number, rest, Sentence(CUT), whole=False))
            if place >= len(players):
                row = row._replace(says=Says.RESERVE)
            rows.append(row)
        return rows

    def _names_of(self, line: MessageLine, text: str) -> tuple[list[str], list[str]]:
        """Players of a line, and its reserves, which are in brackets or after ``ris.``"""
        if result := RESULT_OF_PAIR.search(text):
            self.left.append(
                LeftOver(line.number, clean_text(result[0]), Sentence(RESULT), whole=False)
            )
            text = text[: result.start()] + text[result.end() :]
        bare, reserves, cut = reserves_of(text, of_group=True)
        if cut:
            self.left.append(LeftOver(line.number, cut, Sentence(IS_OF_RESERVES), whole=False))
        parts = [part for part in _BETWEEN.split(bare) if clean_text(part)]
        if len(parts) == 1:
            parts = [part for part in bare.split(",") if clean_text(part)]
        return parts, reserves


_MOST_RESERVES = 2
