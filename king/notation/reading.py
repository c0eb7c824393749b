"""Reading of a file of boards. The result is either every board of the file, or everything that is
wrong.

The readers of the notations pass everything that they find to a ``Reading``. It numbers boards
without a number, drops exact duplicates, and stops at the hundredth problem, so that a file of
noise is not read to its end.
"""

import codecs
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from king.cards import Card, Deal, DealError, Wind
from king.words import Phrase, gettext_noop

LARGEST_FILE = 4 * 1024 * 1024
"""Most bytes of a file. The boards of an evening with the scores of 250 tables stay under one
million."""
MOST_PROBLEMS = 100
MOST_NUMBER = 999

NEW_LINE = re.compile(r"\r\r\n|\r\n|\r|\n")
"""Line ends. A text that went twice through Windows' text mode has CR CR LF, which counts as
one."""

READ_AS = gettext_noop("Read as {encoding}")

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class Remark(NamedTuple):
    """A problem, or a note. ``line`` counts from 1 and is None for a file without lines; ``wind``
    and ``cards`` are those of a problem of a deal.
    """

    code: str
    line: int | None
    phrase: Phrase
    board: int | None = None
    wind: Wind | None = None
    cards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        return str(self.phrase) if self.line is None else f"line {self.line}: {self.phrase}"


class FileBoard(NamedTuple):
    """A board as a file gives it; a field is None if the file does not say it. ``line`` is the line
    of its deal. ``spare`` is the number of the spare board that was played instead.
    """

    line: int | None
    board: int
    deal: Deal
    round_number: int | None = None
    contract: str | None = None
    dealer: Wind | None = None
    ruleset: str | None = None
    spare: int | None = None


class BoardFile(NamedTuple):
    """Result of reading a file: all its boards, or all its problems and no board.

    ``notation`` is its code, empty if the file was not looked at. ``document`` is JSON text.
    """

    boards: tuple[FileBoard, ...]
    problems: tuple[Remark, ...]
    notes: tuple[Remark, ...]
    document: str | None = None
    notation: str = ""


class BoardFound(NamedTuple):
    """A board as a reader found it. ``at`` is the line of its number, or of the place where the
    number is missing. ``deal`` is None if it has problems.
    """

    at: int | None
    board: int | None
    deal: Deal | None
    line: int | None
    round_number: int | None = None
    contract: str | None = None
    dealer: Wind | None = None
    ruleset: str | None = None
    spare: int | None = None

    @property
    def place(self) -> tuple[int | None, int | None]:
        return self.round_number, self.board

    def agrees(self, other: "BoardFound") -> bool:
        """Whether both have the same cards, and neither contract nor spare contradicts."""
        pairs = (self.contract, other.contract), (self.spare, other.spare)
        return (
            self.deal is not None
            and self.deal == other.deal
            and all(one == two or None in (one, two) for one, two in pairs)
        )


class TooManyProblems(Exception):
    """Signal to stop reading, because nobody corrects more than a hundred lines of one file."""


@dataclass(slots=True)
class Reading:
    found: list[BoardFound] = field(default_factory=list)
    problems: list[Remark] = field(default_factory=list)
    notes: list[Remark] = field(default_factory=list)
    document: str | None = None
    number_wrong: bool = False
    """Whether a board has a number that cannot be read. It has become a problem already."""

    def problem(
        self,
        code: str,
        line: int | None,
        template: str,
        board: int | None = None,
        **fields: object,
    ) -> None:
        phrase = Phrase(template, fields, board=board)
        self._add(Remark(code, line, phrase, board))

    def note(self, code: str, line: int | None, template: str, **fields: object) -> None:
        self.notes.append(Remark(code, line, Phrase(template, fields)))

    def _add(self, remark: Remark) -> None:
        self.problems.append(remark)
        if len(self.problems) >= MOST_PROBLEMS:
            raise TooManyProblems

    def deal(self, line: int | None, board: int | None, parse: Callable[[], Deal]) -> Deal | None:
        """Parse a deal. If it cannot be parsed, note everything that is wrong with it as problems
        and return None.
        """
        try:
            return parse()
        except DealError as error:
            for problem in error.problems:
                phrase = problem.phrase
                if line is None:
                    template = gettext_noop("Board {board}: {problem}")
                    phrase = Phrase(template, board=board, problem=phrase)
                self._add(Remark(problem.code, line, phrase, board, problem.wind, problem.cards))
            return None

    def text(self, raw: bytes) -> str | None:
        """Decode the file with the encoding that it declares; PBN itself is ISO-8859-1. None if
        that fails.
        """
        for mark, encoding in _MARKS:
            if raw.startswith(mark):
                try:
                    text = raw[len(mark) :].decode(encoding)
                except UnicodeDecodeError as error:
                    line = 1 + raw[: len(mark) + error.start].count(b"\n")
                    template = gettext_noop(
                        "The file begins as {encoding}, but the rest is not: save it as "
                        "ISO-8859-1 or UTF-8"
                    )
                    self.problem("encoding", line, template, encoding=encoding.upper())
                    return None
                self.note("encoding", 1, READ_AS, encoding=encoding.upper())
                return text
        if b"\0" in raw:
            line = 1 + raw[: raw.index(b"\0")].count(b"\n")
            template = gettext_noop(
                "The file contains NUL bytes, so it is not a text of boards: save it as "
                "ISO-8859-1 or UTF-8"
            )
            self.problem("encoding", line, template)
            return None
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            return raw.decode("iso-8859-1")
        if not raw.isascii():
            self.note("encoding", 1, READ_AS, encoding="UTF-8")
        return text

    def number_boards(self) -> None:
        """Number the boards from 1 in file order if none has a number. If some have, those without
        are problems.
        """
        if self.number_wrong or any(record.board is not None for record in self.found):
            for record in self.found:
                if record.board is None:
                    template = gettext_noop("This board has no number, and others have one")
                    self.problem("number_missing", record.at, template)
            return
        counted: Counter[int | None] = Counter()
        for place, record in enumerate(self.found):
            counted[record.round_number] += 1
            self.found[place] = record._replace(board=counted[record.round_number])
        if self.found:
            template = gettext_noop(
                "The boards have no numbers: they are counted from 1, in the order of the file"
            )
            self.note("numbered", self.found[0].at, template)

    def boards(self) -> tuple[FileBoard, ...]:
        """Return each board once. A number that has two different boards is a problem."""
        first: dict[tuple[int | None, int | None], BoardFound] = {}
        again: list[BoardFound] = []
        for record in self.found:
            before = first.setdefault(record.place, record)
            if before is record or record.board is None:
                continue
            if before.agrees(record):
                again.append(record)
                continue
            template = gettext_noop("Board {board} appears twice; the first is on line {first}")
            self.problem("board_twice", record.at, template, record.board, first=before.at)
        if again:
            template = gettext_noop(
                "These boards appear more than once with the same cards and are read once: {boards}"
            )
            numbers = sorted({record.board for record in again if record.board is not None})
            self.note("same_board", again[0].at, template, boards=", ".join(map(str, numbers)))
        return tuple(
            FileBoard(record.line, record.board, record.deal, *record[4:])
            for record in first.values()
            if record.board is not None and record.deal is not None
        )


class Reader(NamedTuple):
    """Reader of one notation. ``holds`` tells whether a file is written in it. With ``of_bytes``
    the format has neither lines nor encoding, and ``parse`` gets one letter a byte. With
    ``names_hands`` it can give a board's round and the hand that is played on it.
    """

    code: str
    holds: Callable[[bytes], bool]
    parse: Callable[[Reading, str], None]
    of_bytes: bool = False
    names_hands: bool = False


def read_file(raw: bytes, readers: Iterable[Reader]) -> BoardFile:
    """Read the boards of a file, with the first reader that recognizes its notation."""
    reading = Reading()
    if len(raw) > LARGEST_FILE:
        template = gettext_noop(
            "The file is larger than {limit} MB; a set of boards is far smaller, so it is not read"
        )
        reading.problem("too_large", 1, template, limit=LARGEST_FILE // 2**20)
        return BoardFile((), tuple(reading.problems), ())
    reader = next(reader for reader in readers if reader.holds(raw))
    boards: tuple[FileBoard, ...] = ()
    try:
        text = raw.decode("iso-8859-1") if reader.of_bytes else reading.text(raw)
        if text is not None:
            reader.parse(reading, text)
            reading.number_boards()
            boards = reading.boards()
            if not boards and not reading.problems:
                line = None if reader.of_bytes else len(NEW_LINE.split(text))
                reading.problem("no_boards", line, gettext_noop("The file has no board"))
            if not reader.names_hands:
                template = gettext_noop(
                    "The file gives neither the round nor the hand of a board: only its number "
                    "counts"
                )
                reading.note("numbers_alone", None, template)
    except TooManyProblems:
        count = len(reading.problems)
        template = gettext_noop(
            "{count} problems: reading stopped here; this may not be a file of boards"
        )
        last = reading.problems[-1].line
        reading.problems.append(Remark("too_many", last, Phrase(template, count=count)))
    return BoardFile(
        () if reading.problems else boards,
        tuple(sorted(reading.problems, key=line_of)),
        tuple(sorted(reading.notes, key=line_of)),
        reading.document,
        reader.code,
    )


def line_of(remark: Remark) -> int:
    """Line of a remark for sorting, 0 if it has none."""
    return remark.line or 0
