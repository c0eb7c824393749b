"""Pairs and teams pasted or read from a file: ``Rossi – Bianchi``, ``Genova: Rossi, Bianchi, Verdi, Neri``; one a line.

A line enters all of its players together or nobody: one player who is not sure makes the whole line doubtful.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_noop

from tournaments.entries import MOST_RESERVES, enter_pair, locked
from tournaments.head_count import entry_size
from tournaments.matching import Member, RosterIndex
from tournaments.models import Entry, Player, Tournament
from tournaments.names import cleaned, folded, like_name
from tournaments.pasted import Outcome, PastedLine, member_meant, read_line, read_lines
from tournaments.roster_columns import RosterRow, checked_row
from tournaments.roster_file import read_file
from tournaments.wording import Sentence

_NAMED = re.compile(r"^([^:;\t]{1,160}):\s*(.+)$")
_BETWEEN = re.compile(r"\s+[-–—]+\s+|\s*[/&+;\t]\s*|\s*[–—]\s*")
_HEADINGS = {
    "squadra", "team", "coppia", "pair", "nome", "name", "equipe", "équipe", "dupla", "quadra", "equipa", "paire",
}  # fmt: skip


@dataclass(frozen=True)
class _Group:
    """A line before anything is written."""

    number: int
    text: str
    name: str
    rows: tuple[RosterRow, ...]
    members: tuple[int | None, ...] = ()
    outcome: Outcome = Outcome.ENTERED
    reason: Sentence = field(default_factory=lambda: Sentence(""))
    candidates: tuple[int, ...] = ()


def enter_pasted_groups(
    *, tournament: Tournament, text: str, author: AbstractBaseUser | None
) -> tuple[PastedLine, ...]:
    """Enter the pairs or teams of a list, in the order given; each line is answered.

    A name of the pair or team, where it has one, stands before a colon. Between the players stands a dash, a slash,
    ``&``, ``+``, a semicolon or a tab; where there is none of these, a comma.
    """
    tournament = locked(tournament)
    lines = read_lines(text)
    index = RosterIndex.lock_and_load()
    entered = dict(tournament.members.values_list("player_id", "entry_id"))
    size = entry_size(tournament)
    groups: list[_Group] = []
    for number, line, bare in lines:
        groups.append(_judged(_read(number, line, bare), size, index, groups, entered))
    return tuple(_entered(tournament, group, entered, author) for group in groups)


def groups_text(file: IO[bytes], filename: str) -> str:
    """A workbook or text of pairs or teams as lines to be pasted: a player a cell, the name where it has a column.

    The first line may be headings; a column headed ``squadra``, ``coppia``, ``team`` … holds the names. Raises
    ``ValidationError`` for a file that cannot be read.
    """
    [grid, *_rest] = read_file(file, filename).grids
    lines = [[cleaned(cell) for cell in cells] for _number, cells in grid.lines]
    named = None
    if lines and any(folded(cell) in _HEADINGS or folded(cell).rstrip(" 0123456789") in _PLAYERS for cell in lines[0]):
        named = next((place for place, cell in enumerate(lines[0]) if folded(cell) in _HEADINGS), None)
        lines = lines[1:]
    return "\n".join(_as_line(cells, named) for cells in lines)


_PLAYERS = {"giocatore", "player", "componente", "socio", "jogador", "joueur", "capitano", "riserva", "reserve"}


def _as_line(cells: Sequence[str], named: int | None) -> str:
    name = cells[named].replace(":", " ") if named is not None and named < len(cells) else ""
    players = " ; ".join(cell for place, cell in enumerate(cells) if cell and place != named)
    return f"{name}: {players}" if name else players


def _read(number: int, line: str, bare: str) -> _Group:
    found = _NAMED.match(bare)
    name, rest = (cleaned(found[1]), found[2]) if found else ("", bare)
    parts = [part for part in _BETWEEN.split(rest) if cleaned(part)]
    if len(parts) == 1:
        parts = [part for part in rest.split(",") if cleaned(part)]
    rows = tuple(checked_row(read_line(part, number)) for part in parts)
    return _Group(number, cleaned(line), name, rows)


def _judged(
    group: _Group, size: int, index: RosterIndex, earlier: Sequence[_Group], entered: Mapping[int, int]
) -> _Group:
    if not size <= len(group.rows) <= size + MOST_RESERVES:
        text = gettext_noop("%(found)s players on this line; an entry here has %(size)s and up to %(most)s reserves.")
        return _set(group, Outcome.REFUSED, Sentence(text, _counts(group, size)))
    for row in group.rows:
        if row.fatal or row.faults:
            return _set(group, Outcome.REFUSED, row.faults[0])
    members: list[int | None] = []
    for row in group.rows:
        member, reason, candidates = _meant(row, index)
        if reason is not None:
            text = gettext_noop("%(player)s: %(reason)s")
            said = Sentence(text, {"player": row.sorted_name, "reason": str(reason)})
            return _set(group, Outcome.DOUBTFUL, said, candidates=tuple(each.pk for each in candidates))
        members.append(None if member is None else member.pk)
    return _without_doubles(_with(group, tuple(members)), earlier, entered, index)


def _meant(row: RosterRow, index: RosterIndex) -> tuple[Member | None, Sentence | None, list[Member]]:
    """As for a single player; pairs are called by their surnames, so one namesake alone is meant."""
    member, reason, candidates = member_meant(row, index)
    word = folded(row.sorted_name)
    if member is None:
        namesakes = [each for found in index.by_like.values() for each in found if folded(each.surname) == word]
        if len(namesakes) == 1:
            return namesakes[0], None, []
        if namesakes:
            text = gettext_noop("The roster has this surname more than once: %(members)s.")
            return None, Sentence(text, {"members": "; ".join(each.shown for each in namesakes[:5])}), namesakes
    return member, reason, candidates


def _without_doubles(
    group: _Group, earlier: Sequence[_Group], entered: Mapping[int, int], index: RosterIndex
) -> _Group:
    here = [member for member in group.members if member is not None]
    there = [member for member in here if member in entered]
    if len(there) == len(group.members) and len({entered[member] for member in there}) == 1:
        return _set(group, Outcome.ALREADY, Sentence(gettext_noop("These players are already entered together.")))
    if there:
        text = gettext_noop("A player of this line is already entered: nobody of it is.")
        return _set(group, Outcome.DOUBTFUL, Sentence(text), candidates=tuple(there))
    keys = [_key(group, place) for place in range(len(group.rows))]
    if len(set(keys)) < len(keys):
        return _set(group, Outcome.REFUSED, Sentence(gettext_noop("The same player stands twice on this line.")))
    for other in earlier:
        if other.outcome in (Outcome.ENTERED, Outcome.NEW) and set(keys) & {
            _key(other, place) for place in range(len(other.rows))
        }:
            text = gettext_noop("A player of this line stands on line %(line)s already.")
            return _set(group, Outcome.DOUBTFUL, Sentence(text, {"line": other.number}))
    new = [row.sorted_name for row, member in zip(group.rows, group.members, strict=True) if member is None]
    if new:
        text = gettext_noop("Not on the roster, added to it: %(players)s.")
        return _set(group, Outcome.NEW, Sentence(text, {"players": "; ".join(new)}))
    return _set(group, Outcome.ENTERED, Sentence(gettext_noop("From the roster.")))


def _key(group: _Group, place: int) -> object:
    member = group.members[place]
    return like_name(group.rows[place].sorted_name) if member is None else member


def _counts(group: _Group, size: int) -> dict[str, int]:
    return {"found": len(group.rows), "size": size, "most": MOST_RESERVES}


def _with(group: _Group, members: tuple[int | None, ...]) -> _Group:
    return _Group(group.number, group.text, group.name, group.rows, members)


def _set(group: _Group, outcome: Outcome, reason: Sentence, candidates: tuple[int, ...] = ()) -> _Group:
    return _Group(group.number, group.text, group.name, group.rows, group.members, outcome, reason, candidates)


def _entered(
    tournament: Tournament, group: _Group, entered: Mapping[int, int], author: AbstractBaseUser | None
) -> PastedLine:
    players: tuple[Player, ...] = ()
    entry: Entry | None = None
    if group.outcome in (Outcome.ENTERED, Outcome.NEW):
        known = Player.objects.in_bulk([member for member in group.members if member is not None])
        players = tuple(
            known[member] if member is not None else _added(row)
            for row, member in zip(group.rows, group.members, strict=True)
        )
        entry = enter_pair(tournament=tournament, players=players, name=group.name, author=author)
    elif group.outcome is Outcome.ALREADY:
        member = next(member for member in group.members if member is not None)
        entry = Entry.objects.get(pk=entered[member])
    candidates = tuple(Player.objects.filter(pk__in=group.candidates))
    return PastedLine(
        group.number, group.text, group.outcome, group.reason, players[0] if players else None, entry, candidates
    )  # fmt: skip


def _added(row: RosterRow) -> Player:
    player = row.player()
    player.save(force_insert=True)
    return player
