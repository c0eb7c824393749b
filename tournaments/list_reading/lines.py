"""People out of a message, as they are written and forwarded: a line each, or several on one."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_noop

from ground.names import PARTICLES
from king.words import folded
from tournaments.list_reading import vocabulary as words
from tournaments.list_reading.answers import Says, answer_of, is_only_an_answer
from tournaments.list_reading.cell_lines import table_of_lines
from tournaments.list_reading.contacts import without_contacts
from tournaments.list_reading.headings import Heading, Part, apply_headings, heading_of
from tournaments.list_reading.messages import MessageLine, around_the_list, signers, without_stamps
from tournaments.list_reading.pieces import (
    FOLLOWS,
    IS_OF_RESERVES,
    IS_RESERVE,
    KEEPS_OUT,
    LONGEST,
    NOTE,
    ORDINAL,
    RESULT_OF_PAIR,
    SAYS_NOT_COMING,
    Pieces,
    club_of,
    is_sentence,
    looks_like_a_name,
    named,
    plain,
    reserves_of,
    take_apart,
    whole_words,
)
from tournaments.list_reading.rows import (
    HEADS,
    IS_ANSWER,
    PLACE,
    SEVERAL,
    Known,
    LeftOver,
    Reading,
    RosterRow,
    checked_row,
    no_name,
    unaccounted,
)
from tournaments.list_reading.seats import without_seats
from tournaments.list_reading.substitutes import (
    IS_REPLACED,
    ONE_FOR_ANOTHER,
    REPLACES,
    Replacement,
    in_place_of_others,
    replacement_names,
)
from tournaments.list_reading.tables import GROUP, JOINING
from wording.sentences import Sentence

_NUMBERED = re.compile(r"^\s*(?:n(?:r|um|o)?[.°º]|№)\s*(\d{1,2})\s+(?=\D)", re.IGNORECASE)
_NUMBER = re.compile(r"^\s*#?((?=[\w/-]*\d)[A-Za-z]{0,4}-?\d[\w/-]{0,10})\s+(?=\D)")
_TOGETHER = re.compile(r"\s+(?:e|ed|and|y|et|und|con|with|avec|mit|com)\s+|\s*[/+&;]\s*")
_DASHES = re.compile(r"\s+[-–—]+\s+|\s*[–—]\s*")
_PLACE = re.compile(r"\d{1,3}")
_MOST_SKIPPED = 3
"""Most numbers that may be missing between two numbered lines of a list."""

_MOST_WORDS_OF_A_YES = 8

SEAT = gettext_noop("A seat at a table is not stored.")
HEADS_LINE = gettext_noop("It is the heading of the line.")
CUT = gettext_noop("It is not part of the name.")
ANSWERS = gettext_noop("The answer is “%(text)s”.")
IS_IT_A_NAME = gettext_noop("Is “%(text)s” a name?")
IS_IT_A_YES = gettext_noop("Is “%(text)s” a yes?")
TOO_LONG = gettext_noop("It is too long for a name.")
SENTENCE = gettext_noop("It is a sentence.")
NEITHER = gettext_noop("It says neither yes nor no.")
NO_SENDER = gettext_noop("An answer without a name: the sender is a telephone number.")
LATER_ANSWER = gettext_noop("The same player answers again on line %(line)s.")
SIGNS = gettext_noop("The name may belong to the person who signs the message.")
UNTICKED = gettext_noop("The box before the name is not ticked.")


def written_lines(text: str) -> list[MessageLine]:
    """Lines that are not blank. A line far too long for a name is not read."""
    lines = ((number, plain(line)) for number, line in enumerate(text.splitlines(), 1))
    return [
        MessageLine(number, line, line if len(line) <= LONGEST else "")
        for number, line in lines
        if line
    ]


def read_text(text: str, known: Known) -> Reading:
    """Read a message, or pasted cells. Lines that are cells are read together, by columns."""
    cards, rest = without_contacts(text, written_lines(text), known)
    table, lines = table_of_lines(text, without_stamps(rest), known)
    return _Message(without_marks(lines, known), known).read(cards, table)


def without_marks(lines: Sequence[MessageLine], known: Known) -> list[MessageLine]:
    """Lines without seats and list numbers, which are recorded as cut off."""
    seats = without_seats([line.text for line in lines])
    seated = [
        line.without(SEAT, seat, text) for line, (text, seat) in zip(lines, seats, strict=True)
    ]
    return _without_ordinals(seated, known)


def _without_ordinals(lines: Sequence[MessageLine], known: Known) -> list[MessageLine]:
    """Cut off list numbers. A bare number is one if it is 1, follows the previous one, or begins
    three in a row.
    """
    ordinals = []
    for line in lines:
        place = ORDINAL.match(line.text) or _NUMBERED.match(line.text)
        ordinals.append((line, place or _NUMBER.match(line.text), place is not None))

    values = [
        int(match[1]) for _line, match, _is in ordinals if match and _PLACE.fullmatch(match[1])
    ]
    answers, last, read = [], None, 0

    for line, match, is_place in ordinals:
        if not match:
            answers.append(line)
            continue
        rest = line.text[match.end() :].strip()
        if _PLACE.fullmatch(match[1]):
            whole = int(match[1])
            follows = last is not None and 0 <= whole - last <= _MOST_SKIPPED
            begins = values[read : read + 3] == [whole, whole + 1, whole + 2]
            read += 1
            if is_place or whole == 1 or follows or (begins and not known.holds(match[1], rest)):
                last = whole
                answers.append(line.without(PLACE, match[1], rest))
                continue
        answers.append(line._replace(text=rest, lead=match[1]))

    return answers


class _Message:
    """The lines of a message while they are read."""

    def __init__(self, lines: Sequence[MessageLine], known: Known) -> None:
        self.lines, self.known = lines, known
        self.rows: list[RosterRow] = []
        self.left: list[LeftOver] = []
        self.parts: list[Part] = []
        self.of_people = 0
        self.around = around_the_list(lines)
        self.signers = signers(lines)
        self.are_pairs = _are_pairs(lines)
        self.are_ticked = any(map(_TICKED.match, (line.text for line in lines)))
        self.last_answers = _last_answers(lines)
        self.given_first = any(words.column_of(line.text) == "name_then_surname" for line in lines)

    def read(self, *others: Reading) -> Reading:
        for place, line in enumerate(self.lines):
            self._read_line(line, is_first=place == 0)
        written = {line.number for line in self.lines}
        placed = {
            line.number for line in self.lines if any(what == PLACE for what, _text in line.cut)
        }
        rows = [*self.rows, *(row for other in others for row in other.rows)]
        rows = [apply_headings(row, self.parts, written, placed) for row in rows]
        return Reading(
            tuple(sorted(in_place_of_others(rows), key=lambda row: (row.line, row.part))),
            (*self.left, *(part for other in others for part in other.left_over)),
            self.of_people + sum(other.of_people for other in others),
            sum(other.of_headings for other in others),
            tuple(note for other in others for note in other.notes),
            frozenset().union(*(other.headings for other in others)),
        )

    def _leave(self, line: MessageLine, why: str | Sentence) -> None:
        reason = why if isinstance(why, Sentence) else Sentence(why)
        self.left.append(LeftOver(line.number, line.whole, reason))

    def _read_line(self, line: MessageLine, *, is_first: bool) -> None:
        last = self.last_answers.get(line.number)
        if why := self.around.get(line.number):
            self._leave(line, why)
        elif last is not None and last != line.number:
            self._leave(line, Sentence(LATER_ANSWER, line=last))
        elif last is not None and no_name(line.sender):
            self._leave(line, NO_SENDER)
        elif last is not None:
            self._keep(line, *self._sender(line))
        elif not line.text:
            self._leave(line, line.cut[0][0] if line.cut else TOO_LONG)
        elif heading := heading_of(line.text, line.lead, self.known, is_first=is_first):
            self.parts.append(Part(line.number, line.text, heading))
            self._leave(line, heading.why)
        elif line.sender and not _may_be_names(line.text, self.known):
            self._read_small(line)
        elif is_sentence(line.text, self.known) and not _says_yes(line.text):
            self._leave(line, SENTENCE)
        else:
            self._keep(line, *self._people(line))

    def _keep(
        self, line: MessageLine, people: Sequence[RosterRow], parts: Sequence[LeftOver]
    ) -> None:
        """Add the people of a line, and record unused words as cut off."""
        if line.number in self.signers:
            people = [row.doubted(Sentence(SIGNS)) for row in people]
        self.rows += people
        fatal = [row for row in people if row.fatal]
        if len(fatal) == len(people):
            self._leave(line, fatal[0].faults[-1])
            return
        cut = [LeftOver(line.number, text, Sentence(what), whole=False) for what, text in line.cut]
        cut += parts
        texts = [text for row in people if not row.fatal for text in row.texts]
        texts += JOINING * (len(people) - 1)
        if rest := unaccounted(line.whole, [*texts, *(part.text for part in cut)]):
            why = fatal[0].faults[-1] if fatal else Sentence(CUT)
            cut.append(LeftOver(line.number, rest, why, whole=False))
        self.left += cut
        self.of_people += 1

    def _read_small(self, line: MessageLine) -> None:
        """Read two or three lower-case words of a chat that may be a name, and ask about them:
        ``verdi ugo``. Words like ``va bene`` are left over.
        """
        listed = re.findall(r"[^\W\d_]+", take_apart(line.text, self.known).name)
        if len(listed) not in (2, 3) or not words.SMALL_WORDS.isdisjoint(map(folded, listed)):
            self._leave(line, NEITHER)
            return
        rows, parts = self._people(line)
        self._keep(
            line, [row.doubted(Sentence(IS_IT_A_NAME, text=line.text[:80])) for row in rows], parts
        )

    def _sender(self, line: MessageLine) -> tuple[list[RosterRow], list[LeftOver]]:
        """Read the sender of a chat message who answers for themselves: the person, and what is
        left over.
        """
        answer = answer_of(line.text)
        assert answer is not None
        sender = line.sender.lstrip("~ ")
        row, parts = person_of(sender, line.number, "", self.known, given_first=True)
        text = line.text[:80]
        if answer.says is not Says.YES:
            row = row.kept_out(answer.says, Sentence(ANSWERS, text=text))
        elif not answer.is_sure:
            row = row.doubted(Sentence(IS_IT_A_YES, text=text))
        return [row], [*parts, *_leftover_cells([(IS_ANSWER, line.text)], line.number)]

    def _people(self, line: MessageLine) -> tuple[list[RosterRow], list[LeftOver]]:
        text = line.text
        if two := replacement_names(text):
            return _two_for_a_place(two, line, self.known)
        before, after = _split_heading(text, self.known)
        if not before:
            return self._people_of_text(line, text)
        answer = answer_of(before) if is_only_an_answer(before.rstrip(" :")) else None
        heading = Heading(HEADS, answer and answer.says, begins_part=True)
        if answer or _is_a_heading(before):
            self.parts.append(Part(line.number, text, heading, is_inline=True))
        why = Sentence(HEADS_LINE if answer or _is_a_heading(before) else GROUP)
        rows, parts = self._people_of_text(line, after, is_list=True)
        return rows, [LeftOver(line.number, before, why, whole=False), *parts]

    def _people_of_text(
        self, line: MessageLine, text: str, *, is_list: bool = False
    ) -> tuple[list[RosterRow], list[LeftOver]]:
        """Read the people that a text names, and what is left over. ``is_list``: separators between
        two names always separate two people.
        """
        players, reserves, cut = reserves_of(text)
        if reserves and not players:
            players, reserves, is_reserve = reserves[0], reserves[1:], True
        else:
            is_reserve = False
        rows, parts = self._players(line, players, is_list=is_list)
        if is_reserve:
            rows = [_as_reserve(row, text) for row in rows]
        for name in reserves:
            row, beside = person_of(name, line.number, "", self.known)
            rows.append(_as_reserve(row._replace(part=len(rows)), text))
            parts += beside
        return rows, [*parts, *_leftover_cells([(IS_OF_RESERVES, cut)] if cut else [], line.number)]

    def _players(
        self, line: MessageLine, text: str, *, is_list: bool
    ) -> tuple[list[RosterRow], list[LeftOver]]:
        names = _several(text, self.known, dashes=self.are_pairs or is_list)
        seats = without_seats(names)
        if len(names) > 1:
            are_seated = any(seat for _name, seat in seats)
            rows, parts = _people_of_names(
                [name for name, _seat in seats],
                text,
                line,
                self.known,
                is_list=is_list or self.are_pairs or are_seated,
            )
            return rows, [
                *parts,
                *_leftover_cells([(SEAT, seat) for _name, seat in seats if seat], line.number),
            ]
        row, parts = person_of(
            names[0], line.number, line.lead, self.known, given_first=self.given_first
        )
        if self.are_ticked and take_apart(names[0], self.known).is_unticked:
            row = row.kept_out(Says.NO, Sentence(UNTICKED))
        return [row], parts


def _as_reserve(row: RosterRow, text: str) -> RosterRow:
    return row.kept_out(Says.RESERVE, Sentence(IS_RESERVE, note=text[:80]))


_TICKED = re.compile(r"\W{0,3}[\[(]\s?[xX✓✔]\s?[\])]|\W{0,3}[☑✅✔✓]")
_GROUP_OF_LIST = re.compile(r"(?P<before>[^:;\t]{1,80}):\s+(?P<after>.+)")


def _leftover_cells(cells: Sequence[tuple[str, str]], number: int) -> list[LeftOver]:
    return [LeftOver(number, text, Sentence(what), whole=False) for what, text in cells]


def _last_answers(lines: Sequence[MessageLine]) -> Mapping[int, int]:
    """Line of each sender's last answer, by the line of each message that answers."""
    by_sender: defaultdict[str, list[int]] = defaultdict(list)
    for line in lines:
        is_heading = line.text.rstrip().endswith(":")
        answer = answer_of(line.text) if line.sender and not is_heading else None
        words_said = folded(line.text).split()
        # ``Verdi Ugo ✅`` puts somebody on the list.
        may_be = len(words_said) <= _MOST_WORDS_OF_A_YES and "?" not in line.text
        if answer and (answer.is_sure or (may_be and not _names_somebody(line.text))):
            by_sender[folded(line.sender)].append(line.number)
    return {number: numbers[-1] for numbers in by_sender.values() for number in numbers}


def _names_somebody(text: str) -> bool:
    """Whether an answer has a name besides: ``Sì Ugo``."""
    name = take_apart(text, Known()).name.replace(",", " ")
    return looks_like_a_name(name) and answer_of(name.split()[0]) is None


def _may_be_names(text: str, known: Known) -> bool:
    """Whether a chat message names people, as a list pasted into the chat does."""
    if known.calls(text) or any(map(looks_like_a_name, _DASHES.split(text))):
        return True
    name = take_apart(text, known).name
    return looks_like_a_name(name) or all(map(looks_like_a_name, _TOGETHER.split(name)))


def _are_pairs(lines: Sequence[MessageLine]) -> bool:
    """Whether most lines with a name are two names joined by a dash."""
    texts = [line.text for line in lines if any(map(str.isalpha, line.text))]
    two = sum(_is_pair(text) for text in texts)
    return two > 1 and 2 * two > len(texts)


def _is_pair(text: str) -> bool:
    bare = RESULT_OF_PAIR.sub("", text).strip()
    names = _DASHES.split(bare)
    return len(names) == 2 and all(map(looks_like_a_name, names))


def _split_heading(text: str, known: Known) -> tuple[str, str]:
    """Split a line at its colon: ``Assenti: Gallo Eva``, ``Alfa: Neri Lia, Re Ivo``. The first part
    is empty if it is no heading of names.
    """
    match = _GROUP_OF_LIST.fullmatch(text)
    if not match or known.calls(match["before"]):
        return "", text
    before, after = match["before"], match["after"]
    bare = re.sub(r"\s*[(\[][^)\]]*[)\]]", "", after)
    names = [name for name in re.split(r"\s*[,;/&+]\s*|\s+[-–—]\s+|\s+e\s+", bare) if name]
    of_group = len(names) > 1 and all(map(looks_like_a_name, names))
    is_heading = is_only_an_answer(before) or _is_a_heading(before)
    return (before, after) if is_heading or of_group else ("", text)


def _says_yes(text: str) -> bool:
    answer = answer_of(text)
    return answer is not None and answer.says is Says.YES


def _is_a_heading(text: str) -> bool:
    return not words.HEADINGS.isdisjoint(folded(text).split())


def _two_for_a_place(
    two: Replacement, line: MessageLine, known: Known
) -> tuple[list[RosterRow], list[LeftOver]]:
    """Ask about both people of a substitution; the one who is replaced is marked as not coming."""
    text = line.text[:120]
    gone, of_gone = person_of(two.gone, line.number, "", known)
    comes, of_comes = person_of(two.comes, line.number, line.lead, known)
    if two.is_sure:
        gone = gone.kept_out(Says.NO, Sentence(IS_REPLACED, text=text))
        comes = comes.doubted(Sentence(REPLACES, text=text))
    else:
        gone, comes = (row.doubted(Sentence(ONE_FOR_ANOTHER, text=text)) for row in (gone, comes))
    joint = _leftover_cells([(CUT, two.joint)], line.number)
    return [gone, comes._replace(part=1)], [*of_gone, *of_comes, *joint]


def _several(text: str, known: Known, *, dashes: bool) -> list[str]:
    """Split a line with several people into their names. A note counts as a name if it looks like
    one and is neither in brackets nor a club.
    """
    if dashes and len(parts := [part for part in _DASHES.split(text) if part.strip()]) > 1:
        return [name for part in parts for name in _several(part, known, dashes=False)]
    pieces = take_apart(text, known)
    if known.calls(pieces.name) or not pieces.name:
        return [text]
    parts = [part for part in _TOGETHER.split(pieces.name) if part.strip()]
    if len(parts) > 1:
        # ``Ortega y Gasset José``
        sizes = [min(2, whole_words(part)) for part in parts]
        is_one = re.search(r"\sy\s", pieces.name) and sizes == [1, 2]
        return [text] if is_one else parts

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
    return [text]


def _one_surname(text: str) -> bool:
    return folded(text.split()[0]) in PARTICLES


def _people_of_names(
    names: Sequence[str], text: str, line: MessageLine, known: Known, *, is_list: bool
) -> tuple[list[RosterRow], list[LeftOver]]:
    """Make one person of each name, if each name is complete and a word joins them; otherwise they
    are asked about.
    """
    sure = (is_list or _TOGETHER.search(text) is not None) and all(
        known.calls(name) or (whole_words(name) > 1 and name.strip()[0].isupper()) for name in names
    )
    several = Sentence(SEVERAL, text=text[:120])
    whole = take_apart(text, known)
    doubts = [fault for fault in whole.faults if fault.template in KEEPS_OUT]
    if whole.email:
        doubts.insert(0, Sentence(gettext_noop("Whose is “%(email)s”?"), email=whole.email))
    rows, rest = [], []
    capitals = [name for name in names if any(map(str.isupper, name))]
    for place, name in enumerate(capitals or names):
        row, parts = person_of(name, line.number, "" if place else line.lead, known)
        unsure = () if sure or known.calls(name) else (several,)
        rows.append(row._replace(part=place).doubted(*unsure, *doubts))
        rest += parts
    if whole.says:
        rows = [row._replace(says=row.says or whole.says) for row in rows]
    beside = [(what, part) for what, part in whole.left if not any(part in name for name in names)]
    return rows, [*rest, *_leftover_cells(beside, line.number)]


def person_of(
    text: str,
    number: int,
    lead: str,
    known: Known,
    *,
    dashes: bool = True,
    given_first: bool = False,
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
    surname, given_name = named(pieces, known, given_first=given_first)
    row = RosterRow(number, pieces.card, surname, given_name, club, pieces.email)
    row = row._replace(says=pieces.says, instead_of=pieces.instead_of)
    return checked_row(row.doubted(*pieces.faults)), _leftover_cells(pieces.left, number)


def _read_commas(pieces: Pieces, known: Known) -> str:
    """Split a line at its commas and return the club: ``Rossi, Mario``, ``Rossi Mario, arriva
    tardi``, ``92,Fichi,Anna`` have surname, given name, note or club.
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
            apart = gettext_noop("Surname and name cannot be separated: “%(text)s”.")
            pieces.doubt(apart, text=pieces.name[:80])
        pieces.name = f"{first}, {others.pop(0)}"
    if len(others) == 1 and folded(others[0]) in known.clubs:
        return others[0]
    for part in others:
        pieces.left.append((NOTE, part))
        answer = answer_of(part)
        if answer and answer.says is Says.NO:
            pieces.keep_out(Says.NO, SAYS_NOT_COMING, note=part[:80])
        elif not part[0].islower():
            pieces.doubt(FOLLOWS, text=part[:80])
    return ""
