"""People out of a message, as they are written and forwarded: a line each, or several on one."""

import re
from collections.abc import Sequence

from django.utils.translation import gettext_noop

from ground.names import PARTICLES, cleaned, split_name
from king.words import folded
from tournaments.list_reading import vocabulary as words
from tournaments.list_reading.grids import table_of_lines
from tournaments.list_reading.pieces import (
    LONGEST,
    ORDINAL,
    PIECES,
    SAYS_NOT_COMING,
    Pieces,
    check_name,
    club_of,
    looks_like_a_name,
    plain,
    settle_number,
    split_whole,
    take_apart,
    whole_words,
)
from tournaments.list_reading.rows import Known, LeftOver, Reading, RosterRow, checked_row
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
    under: Sentence | None = None

    for number, rest, lead in without_ordinals(others, known):
        line, stamp = _without_stamp(rest)
        heading = _heading(line, lead, known)
        if heading is not None:
            is_absent = words.NOT_COMING.search(folded(line))
            under = Sentence(STANDS_UNDER, heading=line[:80]) if is_absent else None
            left.append(LeftOver(number, written[number], heading))
            continue

        people, parts = people_of(line, number, lead, known)
        if fatal := [row for row in people if row.fatal]:
            parts = [LeftOver(number, written[number], fatal[0].faults[-1])]
        elif stamp:
            parts = [LeftOver(number, stamp, Sentence(_STAMP), whole=False), *parts]
        rows += people if under is None else [row.doubted(under) for row in people]
        left += parts

    return Reading(
        tuple(sorted(rows, key=lambda row: (row.line, row.part))),
        tuple(left),
        table.filled + len(others),
        table.notes,
        table.headings,
    )


STANDS_UNDER = gettext_noop("It stands under “%(heading)s”.")
_STAMP = gettext_noop("It says when the message was sent, and by whom.")


def _without_stamp(line: str) -> tuple[str, str]:
    stamp = _CHAT.match(line)
    return (line[stamp.end() :].strip(), cleaned(stamp[0])) if stamp else (line, "")


def without_ordinals(lines: Sequence[tuple[int, str]], known: Known) -> list[tuple[int, str, str]]:
    """Each line without its place in the list, and the number that may be one.

    A bare number is a place where it is 1, follows the one before, or begins three that do.
    """
    numbers = []
    for number, line in lines:
        stamp = _CHAT.match(line)
        start, rest = (line[: stamp.end()], line[stamp.end() :]) if stamp else ("", line)
        place = ORDINAL.match(rest) or _NUMBERED.match(rest)
        if match := place or _NUMBER.match(rest):
            rest = rest[match.end() :]
            numbers.append((number, start + rest, match[1], place is not None))
        else:
            numbers.append((number, line, "", False))

    values = [int(value) for *_line, value, _is_place in numbers if _PLACE.fullmatch(value)]
    answers, last, read = [], None, 0

    for number, rest, value, is_place in numbers:
        if _PLACE.fullmatch(value):
            whole = int(value)
            follows = last is not None and 0 <= whole - last <= _MOST_SKIPPED
            begins = values[read : read + 3] == [whole, whole + 1, whole + 2]
            read += 1
            if is_place or whole == 1 or follows or (begins and not known.holds(value, rest)):
                last, value = whole, ""
        answers.append((number, rest, value))

    return answers


def _heading(line: str, lead: str, known: Known) -> Sentence | None:
    """Why the line is no person; None where it may be one."""
    listed = folded(line).split()
    if not any(map(str.isalpha, line)):
        is_number = lead or any(map(str.isdigit, line))
        return None if is_number else Sentence(gettext_noop("There are no words in it."))
    if known.calls(line.strip(" :")) or looks_like_a_name(line.partition(":")[2]):
        return None

    heading = Sentence(gettext_noop("It heads the list, or a part of it."))
    is_name = looks_like_a_name(line)
    if line.endswith(":") or (listed[0] in words.OPENINGS and not is_name):
        return heading
    if set(listed) <= words.OPENINGS | words.SAYS_WHEN:
        return heading
    if set(listed) & words.HEADINGS and not (len(listed) == 2 and is_name):
        others = set(listed) - words.HEADINGS - words.SAYS_WHEN
        if listed[0] in words.HEADINGS or all(map(str.isdigit, others)):
            return heading

    says_when = not words.SAYS_WHEN.isdisjoint(listed)
    dates = all(word in words.SAYS_WHEN or any(map(str.isdigit, word)) for word in listed)
    return heading if says_when and dates else None


def people_of(
    line: str, number: int, lead: str, known: Known
) -> tuple[list[RosterRow], list[LeftOver]]:
    if len(line) <= LONGEST:
        before, _colon, after = line.partition(":")
        heads = bool(set(folded(before).split()) & words.HEADINGS)
        if after.strip() and heads and not known.calls(before):
            row, left = person_of(after, number, lead, known)
            why = Sentence(gettext_noop("It heads the line."))
            return [row], [LeftOver(number, before, why, whole=False), *left]
        parts = _several(line, known)
        if len(parts) > 1:
            return _people_of_parts(parts, line, number, lead, known)

    row, left = person_of(line, number, lead, known)
    return [row], left


def _several(line: str, known: Known) -> list[str]:
    """The names of a line with several; a note that names somebody is none."""
    pieces = take_apart(line, known)
    if known.calls(pieces.name) or not pieces.name:
        return [line]
    parts = [part for part in _TOGETHER.split(pieces.name) if part.strip()]
    if len(parts) > 1:
        first, second, *others = parts
        if (
            not others
            and re.search(r"\sy\s", pieces.name)
            and whole_words(first) == 1
            and whole_words(second) > 1
        ):
            return [line]  # ``Ortega y Gasset José``
        return parts

    listed = [part.strip() for part in pieces.name.split(",") if part.strip()]
    if len(listed) > 1 and all(
        whole_words(part) > 1 and looks_like_a_name(part) for part in listed
    ):
        surname, given_name = listed[0], listed[1]
        if not (len(listed) == 2 and (known.calls(surname, given_name) or _one_surname(surname))):
            return listed

    inside = pieces.note.strip(" -–—")
    if (
        inside
        and not inside.startswith(("(", "[", "{"))
        and looks_like_a_name(inside)
        and not club_of(pieces, known)
    ):
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
    text = gettext_noop("There are several names on this line: “%(text)s”.")
    several = Sentence(text, text=line[:120])
    rows = []
    capitals = [part for part in parts if any(map(str.isupper, part))]

    for place, part in enumerate(capitals or parts):
        row, _parts = person_of(part, number, "" if place else lead, known)
        row = row._replace(part=place)
        rows.append(row if sure or known.calls(part) else row.doubted(several))

    pieces = take_apart(line, known)
    left = [(kind, text) for kind, text in pieces.left if not any(text in part for part in parts)]
    doubts = [fault for fault in pieces.faults if fault.template == SAYS_NOT_COMING]
    if pieces.email:
        doubts.insert(0, Sentence(gettext_noop("Whose is “%(email)s”?"), email=pieces.email))
    return [row.doubted(*doubts) for row in rows], _left(left, number)


def person_of(
    text: str, number: int, lead: str, known: Known, *, dashes: bool = True
) -> tuple[RosterRow, list[LeftOver]]:
    pieces = take_apart(text, known, dashes=dashes)
    pieces.number = lead or pieces.number
    club = club_of(pieces, known)
    if "," in pieces.name:
        club = _read_commas(pieces, known) or club
    _known_name_first(pieces, known)
    pieces.card = settle_number(pieces, known)
    surname, given_name = "", ""
    if known.calls(pieces.name) or known.holds(pieces.card, pieces.name):
        surname, given_name = split_name(pieces.name)
    elif pieces.name:
        surname, given_name = split_whole(pieces)
        check_name(pieces, surname, given_name)

    row = RosterRow(number, pieces.card, surname, given_name, club, pieces.email)
    return checked_row(row.doubted(*pieces.faults)), _left(pieces.left, number)


def _left(left: Sequence[tuple[str, str]], number: int) -> list[LeftOver]:
    return [LeftOver(number, text, Sentence(PIECES[kind]), whole=False) for kind, text in left]


def _known_name_first(pieces: Pieces, known: Known) -> None:
    """A member's name with more behind it is that member, and what follows is asked about."""
    listed = pieces.name.split()
    if known.calls(pieces.name) or len(listed) < 3:
        return

    for end in range(len(listed) - 1, 1, -1):
        if known.calls(" ".join(listed[:end])):
            pieces.name = " ".join(listed[:end])
            pieces.doubt(
                gettext_noop("“%(text)s” follows the name."), text=" ".join(listed[end:])[:80]
            )
            return


def _read_commas(pieces: Pieces, known: Known) -> str:
    """``Rossi, Mario``, ``Rossi Mario, arriva tardi``, ``92,Fichi,Anna``: surname, given name,
    note, club.
    """
    first, *others = [part.strip() for part in pieces.name.split(",") if part.strip()]
    if not others:
        pieces.name = first
        return ""
    if known.calls(first, others[0]):
        pieces.name, others = f"{first}, {others[0]}", others[1:]
    elif (
        known.calls(first)
        or (whole_words(first) > 1 and others[0][0].islower())
        or (whole_words(first) > 1 and folded(others[0]) in known.clubs)
    ):
        pieces.name = first
    else:
        if whole_words(first) > 1 and not _one_surname(first):
            pieces.doubt(
                gettext_noop("Surname and name cannot be told apart: “%(text)s”."),
                text=pieces.name[:80],
            )
        pieces.name, others = f"{first}, {others[0]}", others[1:]
    if len(others) == 1 and folded(others[0]) in known.clubs:
        return others[0]

    for part in others:
        pieces.left.append(("note", part))
        if words.NOT_COMING.search(folded(part)):
            pieces.doubt(SAYS_NOT_COMING, note=part[:80])
        elif not part[0].islower():
            pieces.doubt(gettext_noop("“%(text)s” follows the name."), text=part[:80])

    return ""
