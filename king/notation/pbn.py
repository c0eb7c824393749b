"""PBN 2.1 (www.tistis.nl/pbn): written in its export form (CRLF, ISO-8859-1), and read.

King has no vulnerability, declarer or contract of bridge: ``None`` and ``?``. Its own tags begin
with ``King``.
"""

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from king.boards import DealtBoard, DealtSet
from king.cards import Deal, Wind
from king.notation.reading import MOST_NUMBER, MOST_PROBLEMS, NEW_LINE, BoardFound, Reading
from king.words import gettext_noop

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
    """Text in ISO-8859-1. Typographic marks and foreign accents are simplified; other characters
    become question marks.
    """
    plain = []
    for character in unicodedata.normalize("NFC", text).translate(_PLAIN):
        letters = character if ord(character) < 256 else unicodedata.normalize("NFKD", character)
        plain.append("".join(part for part in letters if ord(part) < 256) or "?")
    return "".join(plain).encode("iso-8859-1")


def tag(name: str, value: str | None) -> str:
    """Format ``[Name "value"]`` with quotes and backslashes escaped. An unknown value is written
    ``?``.
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
    """Sealed document as comment lines, split where no editor's trimming of spaces can damage it."""
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
# over. The latter leave a note, and so does text between the games, where dealing programs print
# their statistics.

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

Tags = Mapping[str, tuple[int, str]]
"""The line and the value of each tag of a game."""


@dataclass(slots=True)
class _State:
    reading: Reading
    document: list[str] = field(default_factory=list)
    tags: dict[str, tuple[int, str]] = field(default_factory=dict)
    before: dict[str, str] = field(default_factory=dict)
    unknown: set[str] = field(default_factory=set)
    outside: list[tuple[int, str]] = field(default_factory=list)
    """Lines of text that belong to no game. Once there is a game, only the first of them is
    kept."""
    comment_from: int | None = None
    games: int = 0


def read(reading: Reading, text: str) -> None:
    state = _State(reading)
    for number, line in enumerate(NEW_LINE.split(text), start=1):
        _read_line(state, number, line)
    _end_of_game(state)
    _end_of_text(state)
    reading.document = "".join(state.document) or None


def _read_line(state: _State, number: int, line: str) -> None:
    if state.comment_from is None:
        if line.startswith("%"):
            if line.startswith(DOCUMENT_MARK):
                state.document.append(line.removeprefix(DOCUMENT_MARK).strip())
            return
        if not line.strip():
            _end_of_game(state)
            return
    place = 0
    while place < len(line):
        if state.comment_from is not None:
            end = line.find("}", place)
            if end < 0:
                return
            state.comment_from = None
            place = end + 1
        elif line[place].isspace():
            place += 1
        elif line[place] == ";":
            return
        elif line[place] == "{":
            state.comment_from = number
            place += 1
        elif line[place] == "[" and (match := _TAG.match(line, place)):
            _read_tag(state, number, match[1], _ESCAPED.sub(r"\1", match[2]))
            place = match.end()
        else:
            _read_other(state, number, line[place:])
            return


def _read_other(state: _State, number: int, rest: str) -> None:
    """Read a line that belongs to a section (a table, an auction), or note one that does not
    belong.
    """
    excerpt = repr(rest if len(rest) <= 40 else rest[:39] + "…")
    if rest.startswith("["):
        template = gettext_noop('A tag is written [Name "value"]; found {found}')
        state.reading.problem("tag_unreadable", number, template, found=excerpt)
    elif not state.tags and not (state.games and state.outside):
        state.outside.append((number, excerpt))
        if not state.games and len(state.outside) >= MOST_PROBLEMS:
            _refuse_outside(state)


def _read_tag(state: _State, number: int, name: str, value: str) -> None:
    if name in ("Event", "Board") and name in state.tags:
        # Some programs leave the empty line between games out.
        _end_of_game(state)
    if (
        name in ("Dealer", "Deal")
        and {name, "Deal"} <= set(state.tags)
        and "Board" not in state.tags
    ):
        # Others, Debian's ``deal`` for one, write no numbers either.
        _end_of_game(state)
    if name not in KNOWN_TAGS and name not in state.unknown:
        state.unknown.add(name)
        template = gettext_noop("The tag {tag} is unknown; it is skipped")
        state.reading.note("tag_unknown", number, template, tag=name[:40])
    if name == "Deal" and name in state.tags:
        template = gettext_noop("A second deal for the same board; the first is on line {first}")
        first = state.tags[name][0]
        state.reading.problem("deal_twice", number, template, first=first)
        return
    if value == "#":
        value = state.before.get(name, value)
    state.tags.setdefault(name, (number, value))


def _end_of_text(state: _State) -> None:
    if state.comment_from is not None:
        template = gettext_noop("The comment that begins here with {brace} never ends")
        state.reading.problem("comment_open", state.comment_from, template, brace="{")
    if not state.games:
        _refuse_outside(state)
    elif state.outside:
        template = gettext_noop("Text between the boards is skipped; the first is {found}")
        number, excerpt = state.outside[0]
        state.reading.note("text_outside", number, template, found=excerpt)


def _refuse_outside(state: _State) -> None:
    for number, excerpt in state.outside:
        template = gettext_noop('Expected a tag such as [Board "1"]; found {found}')
        state.reading.problem("no_tag", number, template, found=excerpt)


def _end_of_game(state: _State) -> None:
    tags, state.tags = state.tags, {}
    if not set(tags) & {"Board", "Deal"}:
        # Tags before the first game (a generator's name) are no board.
        state.before |= {name: value for name, (_, value) in tags.items()}
        return
    state.games += 1
    state.before = {name: value for name, (_, value) in tags.items()}
    first_line = min(line for line, _ in tags.values())
    board = _number(state, tags, "Board")
    round_number = _number(state, tags, "KingRound")
    spare = _number(state, tags, "KingSpare")
    dealer = _dealer(state, tags, board)
    deal = _deal(state, tags, first_line, board)
    if board is None and _text(tags, "Board") is not None:
        state.reading.number_wrong = True
        return
    at = tags["Board"][0] if "Board" in tags else first_line
    line = tags["Deal"][0] if "Deal" in tags else first_line
    contract, ruleset = _text(tags, "KingContract"), _text(tags, "KingRuleset")
    state.reading.found.append(
        BoardFound(at, board, deal, line, round_number, contract, dealer, ruleset, spare)
    )


def _text(tags: Tags, name: str) -> str | None:
    value = tags[name][1].strip() if name in tags else ""
    return None if value in ("", "?") else value


def _number(state: _State, tags: Tags, name: str) -> int | None:
    """Number of a tag, from 1 to 999, or None. Any other text is noted as a problem."""
    text = _text(tags, name)
    if text is None:
        return None
    if not _NUMBER.fullmatch(text) or int(text) == 0:
        template = gettext_noop("{tag} is a number from 1 to {most}; found {found}")
        line, excerpt = tags[name][0], repr(text[:40])
        state.reading.problem(
            "number_unreadable", line, template, tag=name, most=MOST_NUMBER, found=excerpt
        )
        return None
    return int(text)


def _dealer(state: _State, tags: Tags, board: int | None) -> Wind | None:
    text = _text(tags, "Dealer")
    if text is None:
        return None
    if text.upper() in ("N", "E", "S", "W"):
        return Wind(text.upper())
    template = gettext_noop("The dealer is N, E, S or W; found {found}")
    line, excerpt = tags["Dealer"][0], repr(text[:40])
    state.reading.problem("dealer_unreadable", line, template, board, found=excerpt)
    return None


def _deal(state: _State, tags: Tags, first_line: int, board: int | None) -> Deal | None:
    if "Deal" not in tags:
        template = gettext_noop("This board has no deal")
        state.reading.problem("deal_missing", first_line, template, board)
        return None
    line, text = tags["Deal"]
    return state.reading.deal(line, board, lambda: Deal.parse_pbn(text))
