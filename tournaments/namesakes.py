"""Marks that tell namesakes of an evening apart. They are stored with the entry
(``EntryMember.mark``), so that paper, pages, phone, screens and files show the same ones, in any
language and in an imported archive.
"""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from king.words import card_key
from tournaments.models import EntryMember, Tournament


class Named(NamedTuple):
    """A player of an evening. ``number`` is that of their entry."""

    player: int
    surname: str
    given_name: str
    card: str
    club: str
    number: int


def marks_of(people: Iterable[Named]) -> dict[int, str]:
    """Marks by player, only for those whose name somebody else has: the card, else a club that none
    of the others has, else the number. If two would get the same mark, all get numbers.

    >>> two = Named(1, "Rossi", "Mario", "L009", "", 3), Named(2, "ROSSI", "mario", "", "", 4)
    >>> marks_of(two)
    {1: 'L009', 2: '4'}
    """
    called = defaultdict[str, list[Named]](list)
    for person in people:
        called[_looks(f"{person.surname} {person.given_name}")].append(person)
    marks = {}
    for namesakes in called.values():
        if len(namesakes) == 1:
            continue
        clubs = Counter(card_key(one.club) for one in namesakes)
        of_these = {
            one.player: one.card
            or (one.club if clubs[card_key(one.club)] == 1 else "")
            or str(one.number)
            for one in namesakes
        }
        times = Counter(map(card_key, of_these.values()))
        for one in namesakes:
            mark = of_these[one.player]
            marks[one.player] = mark if times[card_key(mark)] == 1 else str(one.number)
        if len({marks[one.player] for one in namesakes}) < len(namesakes):
            marks |= {one.player: str(one.number) for one in namesakes}
    return marks


def mark_namesakes(*evenings: int) -> None:
    """Store the marks of these evenings that have changed, and count the change. One query if none
    has.
    """
    members = defaultdict[int, list[EntryMember]](list)
    for member in EntryMember.objects.filter(tournament__in=evenings).select_related(
        "player", "entry"
    ):
        members[member.tournament_id].append(member)
    changed = []
    for own in members.values():
        marks = marks_of(
            Named(
                member.player_id,
                member.player.surname,
                member.player.given_name,
                member.player.card_number,
                member.player.club,
                member.entry.number,
            )
            for member in own
        )
        for member in own:
            mark = marks.get(member.player_id, "")
            if member.mark != mark:
                member.mark = mark
                changed.append(member)
    if changed:
        EntryMember.objects.bulk_update(changed, ["mark"])
        marked = {member.tournament_id for member in changed}
        Tournament.objects.filter(pk__in=marked).count_change(is_published=True)


def _looks(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
