"""PBN 2.1: written in its export form (CRLF, ISO-8859-1); read as every board, or every problem
with its line.

King has no vulnerability, declarer or contract of bridge: ``None`` and ``?``. Its own tags begin
with ``King``.
"""

import codecs
import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from king.boards import DealtBoard, DealtSet
from king.cards import Card, Deal, DealError, Wind
from king.words import Phrase, gettext_noop

DOCUMENT_MARK = "% KingDocument "
TAGS = """
    Event Site Date Board West North East South Dealer Vulnerable Deal Scoring Declarer Contract
    Result
""".split()
"""The mandatory tags in the order of the standard."""
LONGEST_VALUE = 200
_CHUNK = 200
_PLAIN = str.maketrans("‘’‚“”„–—−…\u00a0", "'''\"\"\"---. ")


def latin(text: str) -> bytes:
    """The text in ISO-8859-1: typographic marks and foreign accents made plain, what is left a
    question mark.
    """
    plain = []
    for character in unicodedata.normalize("NFC", text).translate(_PLAIN):
        letters = character if ord(character) < 256 else unicodedata.normalize("NFKD", character)
        plain.append("".join(part for part in letters if ord(part) < 256) or "?")
    return "".join(plain).encode("iso-8859-1")


def tag(name: str, value: str | None) -> str:
    """``[Name "value"]`` with quotes and backslashes escaped; ``?`` where the value is not
    known.
    """
    text = " ".join("".join(c if c.isprintable() else " " for c in value).split()) if value else ""
    text = text[:LONGEST_VALUE].replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{text or "?"}"]'


def game(board: DealtBoard, dealt: DealtSet) -> list[str]:
    values = dict.fromkeys(TAGS) | {
        "Event": dealt.event,
        "Site": dealt.site,
        "Date": dealt.date and dealt.date.replace("-", "."),
        "Board": str(board.board),
        "Dealer": board.notation_dealer.value,
        "Vulnerable": "None",
        "Deal": board.deal.pbn,
        "KingContract": board.contract,
        "KingRound": str(board.round_number or ""),
        "KingRuleset": dealt.ruleset,
        "KingSpare": str(board.dealt_as or ""),
    }
    return [tag(name, value) for name, value in values.items() if value or name in TAGS]


def document_lines(dealt: DealtSet) -> list[str]:
    """The sealed document as comment lines, in pieces that no editor's trimming of spaces can
    harm.
    """
    if dealt.document is None:
        return []
    text = json.dumps(json.loads(dealt.document.canonical), sort_keys=True, separators=(",", ":"))
    lines = []
    for start in range(0, len(text), _CHUNK):
        # A space can only stand inside a JSON text, where its escape says the same.
        piece = re.sub(r"^ | $", r"\\u0020", text[start : start + _CHUNK])
        lines.append(DOCUMENT_MARK + piece)
    return lines


def write(dealt: DealtSet) -> bytes:
    lines = ["% PBN 2.1", "% EXPORT", *document_lines(dealt)]
    for place, board in enumerate(dealt.boards):
        lines += [""] if place else []
        lines += game(board, dealt)
    return latin("\r\n".join([*lines, ""]))


# Reading: escape lines (``%``), comments (``;`` and ``{…}``), sections and unknown tags are passed
# over; the latter leave a note. The time is bounded: a file of noise stops at the hundredth
# problem.

LARGEST_FILE = 4 * 1024 * 1024
"""Bytes. A night's boards with the scores of 250 tables stay under one million."""
MOST_PROBLEMS = 100
MOST_NUMBER = 999

OWN_TAGS = ("KingContract", "KingRound", "KingRuleset", "KingSpare")
STANDARD_TAGS = """
    Generator Description Round Table Competition DealId Time UTCDate UTCTime Stage Section Room HomeTeam VisitTeam
    Score ScoreIMP ScoreMP ScoreRubber ScorePercentage Hidden FrenchMP Auction Play Note Annotator AnnotatorNA Mode
    Application Termination TimeControl TimeCall EventDate EventSponsor NorthNA EastNA SouthNA WestNA NorthType
    EastType SouthType WestType BidSystemEW BidSystemNS PairEW PairNS ActionTable AuctionTimeTable InstantScoreTable
    OptimumPlayTable OptimumResultTable OptimumScore PlayTimeTable ScoreTable TotalScoreTable Claim Ability
    DoubleDummyTricks ParContract Minimax
"""
"""The optional tags of the standard and of the usual programs."""
KNOWN_TAGS = frozenset((*TAGS, *OWN_TAGS, *STANDARD_TAGS.split()))

_TAG = re.compile(r'\[\s*(\w+)\s*"([^"\\]*(?:\\.[^"\\]*)*)"\s*\]')
_ESCAPED = re.compile(r"\\(.)")
_NUMBER = re.compile(r"[0-9]{1,3}")
_NEW_LINE = re.compile(r"\r\n|\r|\n")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

Tags = Mapping[str, tuple[int, str]]
"""The line and the value of each tag of a game."""


class PbnRemark(NamedTuple):
    """A problem, or a note, with its line (from 1); ``wind`` and ``cards`` for a problem of a
    deal.
    """

    code: str
    line: int
    phrase: Phrase
    board: int | None = None
    wind: Wind | None = None
    cards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        return f"line {self.line}: {self.phrase}"


class PbnBoard(NamedTuple):
    """None for what the file does not say; ``line``: of its deal; ``spare``: what replaced it."""

    line: int
    board: int
    deal: Deal
    round_number: int | None
    contract: str | None
    dealer: Wind | None
    ruleset: str | None
    spare: int | None = None


class PbnFile(NamedTuple):
    """All of its boards and no problem, or all problems and no board. ``document`` is JSON text."""

    boards: tuple[PbnBoard, ...]
    problems: tuple[PbnRemark, ...]
    notes: tuple[PbnRemark, ...]
    document: str | None


@dataclass(slots=True)
class _Reader:
    boards: list[PbnBoard] = field(default_factory=list)
    problems: list[PbnRemark] = field(default_factory=list)
    notes: list[PbnRemark] = field(default_factory=list)
    document: list[str] = field(default_factory=list)
    tags: dict[str, tuple[int, str]] = field(default_factory=dict)
    before: dict[str, str] = field(default_factory=dict)
    known: dict[tuple[int | None, int], int] = field(default_factory=dict)
    unknown: set[str] = field(default_factory=set)
    games: int = 0
    comment_from: int | None = None

    def problem(
        self, code: str, line: int, template: str, board: int | None = None, **fields: object
    ) -> None:
        self.problems.append(PbnRemark(code, line, Phrase(template, fields, board=board), board))

    def note(self, code: str, line: int, template: str, **fields: object) -> None:
        self.notes.append(PbnRemark(code, line, Phrase(template, fields)))


def read(raw: bytes) -> PbnFile:
    reader = _Reader()
    text = _decoded(raw, reader)
    if text is not None:
        number = 0
        for number, line in enumerate(_NEW_LINE.split(text), start=1):
            _read_line(reader, number, line)
            if len(reader.problems) >= MOST_PROBLEMS:
                template = gettext_noop(
                    "{count} problems: reading stopped here, this may be no PBN file"
                )
                reader.problem("too_many", number, template, count=len(reader.problems))
                break
        else:
            _end_of_file(reader, number)
    boards = () if reader.problems else tuple(reader.boards)
    problems = tuple(sorted(reader.problems, key=lambda problem: problem.line))
    return PbnFile(boards, problems, tuple(reader.notes), "".join(reader.document) or None)


READ_AS = gettext_noop("Read as {encoding}")


def _decoded(raw: bytes, reader: _Reader) -> str | None:
    """The text in whatever encoding it says it has; PBN itself is ISO-8859-1."""
    if len(raw) > LARGEST_FILE:
        template = gettext_noop(
            "The file is larger than {limit} MB; a set of boards is far smaller, so it is not read"
        )
        reader.problem("too_large", 1, template, limit=LARGEST_FILE // 2**20)
        return None
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            try:
                text = raw[len(mark) :].decode(encoding)
            except UnicodeDecodeError as error:
                line = 1 + raw[: len(mark) + error.start].count(b"\n")
                template = gettext_noop(
                    "The file begins as {encoding} but is not: save it as ISO-8859-1 or UTF-8"
                )
                reader.problem("encoding", line, template, encoding=encoding.upper())
                return None
            reader.note("encoding", 1, READ_AS, encoding=encoding.upper())
            return text
    if b"\0" in raw:
        line = 1 + raw[: raw.index(b"\0")].count(b"\n")
        template = gettext_noop(
            "There are NUL bytes, so this is no PBN text: save it as ISO-8859-1 or UTF-8"
        )
        reader.problem("encoding", line, template)
        return None
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("iso-8859-1")
    if not raw.isascii():
        reader.note("encoding", 1, READ_AS, encoding="UTF-8")
    return text


def _read_line(reader: _Reader, number: int, line: str) -> None:
    if reader.comment_from is None:
        if line.startswith("%"):
            if line.startswith(DOCUMENT_MARK):
                reader.document.append(line.removeprefix(DOCUMENT_MARK).strip())
            return
        if not line.strip():
            _end_of_game(reader)
            return
    place = 0
    while place < len(line):
        if reader.comment_from is not None:
            end = line.find("}", place)
            if end < 0:
                return
            reader.comment_from = None
            place = end + 1
        elif line[place].isspace():
            place += 1
        elif line[place] == ";":
            return
        elif line[place] == "{":
            reader.comment_from = number
            place += 1
        elif line[place] == "[" and (match := _TAG.match(line, place)):
            _read_tag(reader, number, match[1], _ESCAPED.sub(r"\1", match[2]))
            place = match.end()
        else:
            _read_other(reader, number, line[place:])
            return


def _read_other(reader: _Reader, number: int, rest: str) -> None:
    """The lines of a section (a table, an auction), or something that does not belong."""
    shown = repr(rest if len(rest) <= 40 else rest[:39] + "…")
    if rest.startswith("["):
        template = gettext_noop('A tag is written [Name "value"]; found {found}')
        reader.problem("tag_unreadable", number, template, found=shown)
    elif not reader.tags:
        template = gettext_noop('Expected a tag such as [Board "1"]; found {found}')
        reader.problem("no_tag", number, template, found=shown)


def _read_tag(reader: _Reader, number: int, name: str, value: str) -> None:
    if name in ("Event", "Board") and name in reader.tags:
        # Some programs leave the empty line between games out.
        _end_of_game(reader)
    if name not in KNOWN_TAGS and name not in reader.unknown:
        reader.unknown.add(name)
        template = gettext_noop("The tag {tag} is not one we know; it is passed over")
        reader.note("tag_unknown", number, template, tag=name[:40])
    if name == "Deal" and name in reader.tags:
        template = gettext_noop("A second deal for the same board; the first is on line {first}")
        reader.problem("deal_twice", number, template, first=reader.tags[name][0])
        return
    if value == "#":
        value = reader.before.get(name, value)
    reader.tags.setdefault(name, (number, value))


def _end_of_file(reader: _Reader, number: int) -> None:
    _end_of_game(reader)
    if reader.comment_from is not None:
        template = gettext_noop("The comment that begins here with {brace} never ends")
        reader.problem("comment_open", reader.comment_from, template, brace="{")
    if not reader.games and not reader.problems:
        reader.problem("no_boards", number, gettext_noop("The file has no board"))


def _end_of_game(reader: _Reader) -> None:
    tags, reader.tags = reader.tags, {}
    if not set(tags) & {"Board", "Deal"}:
        # Tags before the first game (a generator's name) are no board.
        reader.before |= {name: value for name, (_, value) in tags.items()}
        return
    reader.games += 1
    reader.before = {name: value for name, (_, value) in tags.items()}
    first_line = min(line for line, _ in tags.values())
    board = _number(reader, tags, "Board", first_line)
    round_number = _number(reader, tags, "KingRound", None)
    spare = _number(reader, tags, "KingSpare", None)
    dealer = _dealer(reader, tags, board)
    deal = _deal(reader, tags, first_line, board)
    if board is None:
        return
    line = tags["Board"][0]
    if (round_number, board) in reader.known:
        template = gettext_noop("Board {board} is there twice; the first is on line {first}")
        first = reader.known[round_number, board]
        reader.problem("board_twice", line, template, board, first=first)
    reader.known.setdefault((round_number, board), line)
    if deal is not None:
        contract, ruleset = _text(tags, "KingContract"), _text(tags, "KingRuleset")
        reader.boards.append(
            PbnBoard(tags["Deal"][0], board, deal, round_number, contract, dealer, ruleset, spare)
        )


def _text(tags: Tags, name: str) -> str | None:
    value = tags[name][1].strip() if name in tags else ""
    return None if value in ("", "?") else value


def _number(reader: _Reader, tags: Tags, name: str, missing_at: int | None) -> int | None:
    """A tag's number from 1 to 999; ``missing_at`` is the line to blame where the tag has to be
    there.
    """
    text = _text(tags, name)
    if text is None:
        if missing_at is not None:
            line = tags[name][0] if name in tags else missing_at
            template = gettext_noop("This game has no number in the tag {tag}")
            reader.problem("number_missing", line, template, tag=name)
        return None
    if not _NUMBER.fullmatch(text) or int(text) == 0:
        template = gettext_noop("{tag} is a number from 1 to {most}; found {found}")
        line, found = tags[name][0], repr(text[:40])
        reader.problem("number_unreadable", line, template, tag=name, most=MOST_NUMBER, found=found)
        return None
    return int(text)


def _dealer(reader: _Reader, tags: Tags, board: int | None) -> Wind | None:
    text = _text(tags, "Dealer")
    if text is None:
        return None
    if text.upper() in ("N", "E", "S", "W"):
        return Wind(text.upper())
    template = gettext_noop("The dealer is N, E, S or W; found {found}")
    reader.problem("dealer_unreadable", tags["Dealer"][0], template, board, found=repr(text[:40]))
    return None


def _deal(reader: _Reader, tags: Tags, first_line: int, board: int | None) -> Deal | None:
    if "Deal" not in tags:
        reader.problem("deal_missing", first_line, gettext_noop("This board has no deal"), board)
        return None
    line, text = tags["Deal"]
    try:
        return Deal.parse_pbn(text)
    except DealError as error:
        reader.problems += (
            PbnRemark(problem.code, line, problem.phrase, board, problem.wind, problem.cards)
            for problem in error.problems
        )
        return None
