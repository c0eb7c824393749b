"""People out of a message, as they are written and forwarded: a line each, or several on one."""

import re
from collections.abc import Sequence

from django.utils.translation import gettext_noop

from ground.names import PARTICLES, cleaned
from king.words import folded
from tournaments.list_reading import vocabulary as words
from tournaments.list_reading.pieces import (
    FOLLOWS,
    LONGEST,
    NOTE,
    ORDINAL,
    SAYS_NOT_COMING,
    Pieces,
    club_of,
    looks_like_a_name,
    named,
    plain,
    take_apart,
    whole_words,
)
from tournaments.list_reading.rows import (
    HEADS,
    SEVERAL,
    Known,
    LeftOver,
    Reading,
    RosterRow,
    checked_row,
)
from tournaments.list_reading.tables import table_of_lines
from wording.sentences import Sentence

_CHAT = re.compile(
    r"^\W{0,3}\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4},?\s+(?:alle\s+)?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\.?)?\]?"
    r"\s*[-–]?\s*(?:~?\s*[^:]{1,60}:\s*)?",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"^\s*(?:n(?:r|um|o)?[.°º]|№)\s*(\d{1,2})\s+(?=\D)", re.IGNORECASE)
_NUMBER = re.compile(r"^\s*#?((?=[\w/-]*\d)[A-Za-z]{0,4}-?\d[\w/-]{0,10})\s+(?=\D)")
_TOGETHER = re.compile(r"\s+(?:e|ed|and|y|et|und|con|with|avec|mit|com)\s+|\s*[/+&;]\s*")
_PLACE = re.compile(r"\d{1,3}")
_MOST_SKIPPED = 3
"""Places that a list may have lost between two that it numbers."""


def read_text(text: str, known: Known) -> Reading:
    """A message, or cells that were pasted; a line that is cells is read with the others of its
    columns.
    """
    lines = [
        (number, plain(line)) for number, line in enumerate(text.splitlines(), 1) if cleaned(line)
    ]
    table, others = table_of_lines(text, lines, known)
    rows, left = [*table.rows], [*table.left_over]
    written = dict(lines)
    under: tuple[Sentence, ...] = ()

    for number, line, lead, stamp in without_ordinals(others, known):
        if heading := _heading(line, lead, known):
            stands = Sentence(gettext_noop("It stands under “%(heading)s”."), heading=line[:80])
            under = (stands,) if words.NOT_COMING.search(folded(line)) else ()
            left.append(LeftOver(number, written[number], Sentence(heading)))
            continue
        people, parts = people_of(line, number, lead, known)
        if fatal := [row for row in people if row.fatal]:
            parts = [LeftOver(number, written[number], fatal[0].faults[-1])]
        elif stamp:
            parts = [*_left([(STAMP, stamp)], number), *parts]
        rows += [row.doubted(*under) for row in people]
        left += parts

    return Reading(
        tuple(sorted(rows, key=lambda row: (row.line, row.part))),
        tuple(left),
        table.filled + len(others),
        table.notes,
        table.headings,
    )


STAMP = gettext_noop("It says when the message was sent, and by whom.")


def without_ordinals(
    lines: Sequence[tuple[int, str]], known: Known
) -> list[tuple[int, str, str, str]]:
    """Each line without its place in the list and a chat's stamp, the number that may be a place,
    and the stamp.

    A bare number is a place where it is 1, follows the one before, or begins three that do.
    """
    parted: list[tuple[int, str, str, str, bool]] = []
    for number, line in lines:
        stamp = _CHAT.match(line)
        rest = line[stamp.end() :] if stamp else line
        place = ORDINAL.match(rest) or _NUMBERED.match(rest)
        match = place or _NUMBER.match(rest)
        value = match[1] if match else ""
        rest = rest[match.end() :] if match else rest
        said = cleaned(stamp[0]) if stamp else ""
        parted.append((number, rest.strip(), value, said, place is not None))

    values = [int(value) for *_line, value, _said, _place in parted if _PLACE.fullmatch(value)]
    answers, last, read = [], None, 0

    for number, rest, value, said, is_place in parted:
        if _PLACE.fullmatch(value):
            whole = int(value)
            follows = last is not None and 0 <= whole - last <= _MOST_SKIPPED
            begins = values[read : read + 3] == [whole, whole + 1, whole + 2]
            read += 1
            if is_place or whole == 1 or follows or (begins and not known.holds(value, rest)):
                last, value = whole, ""
        answers.append((number, rest, value, said))

    return answers


def _heading(line: str, lead: str, known: Known) -> str:
    """Why the line is no person; empty where it may be one."""
    listed = folded(line).split()
    if not any(map(str.isalpha, line)):
        is_number = lead or any(map(str.isdigit, line))
        return "" if is_number else gettext_noop("There are no words in it.")
    if known.calls(line.strip(" :")) or looks_like_a_name(line.partition(":")[2]):
        return ""
    is_name, words_of_heads = looks_like_a_name(line), set(listed) & words.HEADINGS
    others = set(listed) - words.HEADINGS - words.SAYS_WHEN
    heads = (
        line.endswith(":")
        or (listed[0] in words.OPENINGS and not is_name)
        or set(listed) <= words.OPENINGS | words.SAYS_WHEN
        or (
            words_of_heads
            and not (len(listed) == 2 and is_name)
            and (listed[0] in words.HEADINGS or all(map(str.isdigit, others)))
        )
        or (
            not words.SAYS_WHEN.isdisjoint(listed)
            and all(word in words.SAYS_WHEN or any(map(str.isdigit, word)) for word in listed)
        )
    )
    return HEADS if heads else ""


def people_of(
    line: str, number: int, lead: str, known: Known
) -> tuple[list[RosterRow], list[LeftOver]]:
    before, _colon, after = line.partition(":")
    heads = not words.HEADINGS.isdisjoint(folded(before).split())
    parts = _several(line, known) if len(line) <= LONGEST else [line]
    left: list[tuple[str, str]] = []
    if len(line) <= LONGEST and after.strip() and heads and not known.calls(before):
        parts, left = [after], [(gettext_noop("It heads the line."), before)]
    if len(parts) > 1:
        return _people_of_parts(parts, line, number, lead, known)
    row, others = person_of(parts[0], number, lead, known)
    return [row], [*_left(left, number), *others]


def _several(line: str, known: Known) -> list[str]:
    """The names of a line with several; a note that names somebody is none."""
    pieces = take_apart(line, known)
    if known.calls(pieces.name) or not pieces.name:
        return [line]
    parts = [part for part in _TOGETHER.split(pieces.name) if part.strip()]
    if len(parts) > 1:
        # ``Ortega y Gasset José``
        sizes = [min(2, whole_words(part)) for part in parts]
        is_one = re.search(r"\sy\s", pieces.name) and sizes == [1, 2]
        return [line] if is_one else parts

    listed = [part.strip() for part in pieces.name.split(",") if part.strip()]
    if len(listed) > 1 and all(
        whole_words(part) > 1 and looks_like_a_name(part) for part in listed
    ):
        is_one = len(listed) == 2 and (known.calls(*listed) or _one_surname(listed[0]))
        if not is_one:
            return listed

    inside = pieces.note.strip(" -–—")
    is_bracket = inside.startswith(("(", "[", "{"))
    if looks_like_a_name(inside) and not is_bracket and not club_of(pieces, known):
        return [pieces.name, inside]
    return [line]


def _one_surname(text: str) -> bool:
    return folded(text.split()[0]) in PARTICLES


def _people_of_parts(
    parts: Sequence[str], line: str, number: int, lead: str, known: Known
) -> tuple[list[RosterRow], list[LeftOver]]:
    """Each a person where each has a whole name and a word joins them; else they are asked
    about.
    """
    sure = _TOGETHER.search(line) is not None and all(
        known.calls(part) or (whole_words(part) > 1 and part.strip()[0].isupper()) for part in parts
    )
    several = Sentence(SEVERAL, text=line[:120])
    pieces = take_apart(line, known)
    doubts = [fault for fault in pieces.faults if fault.template == SAYS_NOT_COMING]
    if pieces.email:
        doubts.insert(0, Sentence(gettext_noop("Whose is “%(email)s”?"), email=pieces.email))
    rows = []
    capitals = [part for part in parts if any(map(str.isupper, part))]
    for place, part in enumerate(capitals or parts):
        row, _parts = person_of(part, number, "" if place else lead, known)
        unsure = () if sure or known.calls(part) else (several,)
        rows.append(row._replace(part=place).doubted(*unsure, *doubts))
    left = [(what, text) for what, text in pieces.left if not any(text in part for part in parts)]
    return rows, _left(left, number)


def person_of(
    text: str, number: int, lead: str, known: Known, *, dashes: bool = True
) -> tuple[RosterRow, list[LeftOver]]:
    pieces = take_apart(text, known, dashes=dashes)
    pieces.number = lead or pieces.number
    club = _read_commas(pieces, known) or club_of(pieces, known)
    # A member's name with more behind it is that member, and what follows is asked about.
    listed = pieces.name.split()
    for end in () if known.calls(pieces.name) else range(len(listed) - 1, 1, -1):
        if known.calls(" ".join(listed[:end])):
            pieces.name = " ".join(listed[:end])
            pieces.doubt(FOLLOWS, text=" ".join(listed[end:])[:80])
            break
    surname, given_name = named(pieces, known)
    row = RosterRow(number, pieces.card, surname, given_name, club, pieces.email)
    return checked_row(row.doubted(*pieces.faults)), _left(pieces.left, number)


def _left(left: Sequence[tuple[str, str]], number: int) -> list[LeftOver]:
    return [LeftOver(number, text, Sentence(what), whole=False) for what, text in left]


def _read_commas(pieces: Pieces, known: Known) -> str:
    """``Rossi, Mario``, ``Rossi Mario, arriva tardi``, ``92,Fichi,Anna``: surname, given name,
    note, club.
    """
    first, *others = [part.strip() for part in pieces.name.split(",") if part.strip()] or [""]
    whole = whole_words(first) > 1
    if not others:
        pieces.name = first
        return ""
    is_member = known.calls(first, others[0])
    if not is_member and (
        known.calls(first)
        or (whole and (others[0][0].islower() or folded(others[0]) in known.clubs))
    ):
        pieces.name = first
    else:
        if whole and not is_member and not _one_surname(first):
            apart = gettext_noop("Surname and name cannot be told apart: “%(text)s”.")
            pieces.doubt(apart, text=pieces.name[:80])
        pieces.name = f"{first}, {others.pop(0)}"
    if len(others) == 1 and folded(others[0]) in known.clubs:
        return others[0]
    for part in others:
        pieces.left.append((NOTE, part))
        if words.NOT_COMING.search(folded(part)):
            pieces.doubt(SAYS_NOT_COMING, note=part[:80])
        elif not part[0].islower():
            pieces.doubt(FOLLOWS, text=part[:80])
    return ""
