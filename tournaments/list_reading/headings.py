"""Headings: lines that name no person but say something about the lines below them."""

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.utils.translation import gettext_noop

from king.words import folded
from tournaments.list_reading import vocabulary as words
from tournaments.list_reading.answers import SIGNS, Says, answer_of, is_only_an_answer
from tournaments.list_reading.pieces import looks_like_a_name, names_a_club
from tournaments.list_reading.rows import HEADS, Known, RosterRow
from tournaments.list_reading.seats import is_side
from wording.sentences import Sentence


class Heading(NamedTuple):
    why: str
    """Reason why the line is no person."""
    says: Says | None = None
    """Answer of the people below it."""
    begins_part: bool = False
    """Whether the part above it ends here. A greeting or the name of a club ends no part."""


class Part(NamedTuple):
    """A heading with its line."""

    line: int
    text: str
    heading: Heading
    is_inline: bool = False
    """Whether names stand on the line itself: ``Assenti: Gallo Eva``."""


NO_WORDS = gettext_noop("There are no words in it.")
STANDS_UNDER = gettext_noop("It is under “%(heading)s”.")

_OPTION = re.compile(
    r"^\W*(?:(?:opzione|option|opção|opcao|sondaggio|poll|sondage|enquete)\s*:\s*|\d{1,3}(?:[.,]\d)?\s?%\s+)",
    re.I,
)
_COUNT = re.compile(
    r"\s*[-–—:=]?\s*(?:\(\s*\d{1,3}[^)]{0,20}\)|\[\s*\d{1,3}\s*\]|\b\d{1,3}\b"
    r"(?:\s*(?:vot[oi]|votes?|votos?|voix|risposte|persone|people|pax))?|\d{1,3}(?:[.,]\d)?\s*%)[\s:]*$",
    re.I,
)
_VOTES = re.compile(
    r"\(\s*\d{1,3}[^)]{0,20}\)\s*:?\s*$|\d\s*(?:vot[oi]|votes?|votos?|voix|risposte|persone|people|pax|%)\W*$",
    re.I,
)
_RESULT_OF_POLL = re.compile(
    r"(?:sondaggio|poll|sondage|enquete)(?: anonim[oa]| anonymous| anonyme)?|(?:anonymous|public|final) (?:poll|results)"
    r"|(?:\d{1,4} )?(?:vot[oi]|votes?|votos?|voix|risposte|people voted|persone hanno votato)|risultati(?: finali)?"
)


def heading_of(line: str, lead: str, known: Known, *, is_first: bool = False) -> Heading | None:
    """Read a line as a heading, or return None if it may be a person."""
    listed = folded(line).split()
    if not any(map(str.isalpha, line)):
        return _heading_without_words(line, lead)
    before, _colon, after = line.partition(":")
    if known.calls(line.strip(" :")) or looks_like_a_name(after):
        return None
    if after.strip()[:1].isupper() and (
        is_only_an_answer(before) or words.HEADINGS & {*folded(before).split()}
    ):
        return None  # ``Assenti: Gallo``
    if is_side(line) or _RESULT_OF_POLL.fullmatch(" ".join(listed)):
        return Heading(HEADS, begins_part=is_side(line))
    if answer := _answer_heading(line):
        return answer
    if words.column_of(line) in words.NAMES:
        return Heading(HEADS)
    words_of_heads = set(listed) & words.HEADINGS
    is_name = looks_like_a_name(line)
    if _says_when(listed, is_first=is_first and not looks_like_a_name(re.sub(r"\d\S*", "", line))):
        return Heading(HEADS)
    if names_a_club(line) and is_name:
        return Heading(HEADS, begins_part=listed[0] in words.GROUPS)
    greets = words.GREETINGS | (words.SALUTATIONS if line.endswith(",") else frozenset())
    if listed[0] in greets or set(listed) <= words.OPENINGS | words.SAYS_WHEN:
        return Heading(HEADS)
    others = set(listed) - words.HEADINGS - words.SAYS_WHEN
    if (
        words_of_heads
        and not (len(listed) == 2 and is_name)
        and (listed[0] in words.HEADINGS or all(map(str.isdigit, others)))
    ):
        return Heading(HEADS, begins_part=not words.TOTALS & set(listed))
    if listed[0] in words.OPENINGS and not is_name:
        return Heading(HEADS)
    return Heading(HEADS) if line.endswith(":") else None


def _heading_without_words(line: str, lead: str) -> Heading | None:
    """Read a sign that heads a part by itself: ``✅ (2)``."""
    bare = _COUNT.sub("", line)
    answer = answer_of(line)
    if answer and not any(map(str.isdigit, bare)):
        return Heading(HEADS, answer.says, begins_part=True)
    is_number = lead or any(map(str.isdigit, line))
    return None if is_number else Heading(NO_WORDS)


def _answer_heading(line: str) -> Heading | None:
    """Read a heading that is an answer: ``❌ Non vengo (2)``, ``Forse``, ``Riserve:``. But ``ci sono
    anche io`` is somebody's answer.
    """
    option = _OPTION.sub("", line)
    bare = _COUNT.sub("", option).strip(" :*_-–—=#")
    answer = answer_of(bare)
    if answer is None:
        return None
    is_marked = (
        bare != option.strip(" *_-–—=#")
        or option != line
        or any(line.lstrip().startswith(sign) for letters in SIGNS.values() for sign in letters)
    )
    of_one = {"io", "anche", "anchio", "me", "moi", "eu", "too", "confermo", "eccomi"}
    is_alone = is_only_an_answer(bare) and (is_marked or of_one.isdisjoint(folded(bare).split()))
    small = [word for word in bare.split()[1:] if word[0].islower()]
    is_phrase = len(small) == len(bare.split()) - 1 < 6 and not looks_like_a_name(bare)
    is_counted = _VOTES.search(option) is not None or line.rstrip().endswith(":")
    if is_alone or (is_counted and is_phrase and answer.says is not Says.YES):
        return Heading(HEADS, answer.says, begins_part=True)
    return None


def _says_when(listed: Sequence[str], *, is_first: bool) -> bool:
    """Whether a line is a title with a day, ``King venerdì 27/11``. The first line may have one
    more word.
    """
    if words.SAYS_WHEN.isdisjoint(listed):
        return False
    others = {
        word
        for word in listed
        if word not in words.SAYS_WHEN | words.HEADINGS | words.GAMES
        and not any(map(str.isdigit, word))
    }
    has_day = not words.WEEKDAYS.isdisjoint(listed)
    return not others or (is_first and len(others) < 2 and has_day)


def apply_headings(
    row: RosterRow,
    parts: Sequence[Part],
    written: Collection[int] = (),
    placed: Collection[int] = (),
) -> RosterRow:
    """Return the row, marked as left out if the part of the list that it belongs to did not say
    yes.

    A heading with names on its own line applies to the lines directly below (``written`` are the
    non-blank lines), unless those are numbered (``placed``).
    """
    for part in reversed(parts):
        below = range(part.line + 1, row.line + 1)
        if part.line > row.line or not part.heading.begins_part:
            continue
        if part.is_inline and not all(line in written and line not in placed for line in below):
            continue
        if part.heading.says in (None, Says.YES):
            return row
        reason = Sentence(STANDS_UNDER, heading=part.text[:80])
        return row.kept_out(part.heading.says, reason)
    return row
