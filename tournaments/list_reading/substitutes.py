"""Players who take others' places: ``Gallo Eva → sostituita da Re Ivo``, ``Re Ivo x Costa Iva``."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext_noop

from king.words import folded
from tournaments.list_reading.answers import Says
from tournaments.list_reading.pieces import looks_like_a_name, names_a_club
from tournaments.list_reading.rows import RosterRow
from tournaments.name_similarity import spellings
from wording.sentences import Sentence

IS_REPLACED = gettext_noop("Another player takes this place: “%(text)s”.")
REPLACES = gettext_noop("The player takes another's place: “%(text)s”.")
ONE_FOR_ANOTHER = gettext_noop("One of the two may play in place of the other: “%(text)s”.")
PLACE_TAKEN = gettext_noop("Line %(line)s says that another player takes this place.")

_BY = re.compile(
    r"^(?P<gone>[^→>]{2,80}?)[\s(\[,:–—→>=-]+(?:(?:è|e|viene|is|est|é|foi)\s+)?"
    r"(?:(?:sostituit|rimpiazzat)[oa]\s+da|al suo posto|(?:replaced|substituted)\s+by"
    r"|remplac[ée]e?\s+par|substitu[íi]d[oa]\s+(?:por|pel[oa])|sustituid[oa]\s+por|ersetzt\s+durch)\s+"
    r"(?P<comes>[^)\]]{2,80})[)\]]?$",
    re.IGNORECASE,
)
_FOR = re.compile(
    r"^(?P<comes>.{2,80}?)\s+(?:x|per|pour|por|for|für|→|->|=>|➡️?|⇒)\s+(?P<gone>.{2,80})$"
)


class Replacement(NamedTuple):
    gone: str
    comes: str
    is_sure: bool
    """Whether it is clear from the words which of the two plays."""
    joint: str
    """The words between them."""


def replacement_names(text: str) -> Replacement | None:
    """Names of the two players, if the line says that one replaces the other; else None."""
    sure = _BY.match(text)
    match = sure or _FOR.match(text)
    if not match:
        return None
    gone, comes = (match[name].strip(" .,;:") for name in ("gone", "comes"))
    if not all(looks_like_a_name(name) and not names_a_club(name) for name in (gone, comes)):
        return None
    first, last = sorted((match.span("gone"), match.span("comes")))
    joint = text[first[1] : last[0]].strip(" .,;:([")
    return Replacement(gone, comes, sure is not None, joint)


def in_place_of_others(rows: Sequence[RosterRow]) -> list[RosterRow]:
    """Return the rows; a player whose place another line gives to somebody else is left out."""
    takes = [row for row in rows if row.instead_of]
    answers = []
    for row in rows:
        names = spellings(row.surname, row.given_name)
        places = [
            other.line
            for other in takes
            if other.line != row.line and names & spellings(folded(other.instead_of))
        ]
        if places and row.says is None:
            row = row.kept_out(Says.NO, Sentence(PLACE_TAKEN, line=places[0]))
        answers.append(row)
    return answers
