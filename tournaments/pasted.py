"""Players, pairs and teams pasted from a message or read from a file: one a line, each line answered."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import IO

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from king.words import folded
from tournaments.entries import MOST_RESERVES, enter_many, enter_pair, set_all_present
from tournaments.head_count import entry_size
from tournaments.models import Entry, Player, Tournament
from tournaments.names import cleaned, like_name, split_name
from tournaments.people.duplicates import Likeness, spellings
from tournaments.roster import NEARLY, Member, RosterIndex
from tournaments.roster_files import RosterRow, checked_row, read_file
from wording.sentences import Sentence

MOST_LINES = 500
_CARD = re.compile(r"[(\[#]?(?=[\w/.-]*\d)[A-Za-z]{0,4}[\w/.-]{0,25}[)\]]?")
_ORDINAL = re.compile(r"^\s*(\d{1,3})\s*[.)°º-]+\s+")
_PLAIN_ORDINAL = re.compile(r"^\s*(\d{1,3})\s+")


class Outcome(models.TextChoices):
    ENTERED = "entered", _("entered")
    NEW = "new", _("new player, entered")
    ALREADY = "already", _("already entered")
    DOUBTFUL = "doubtful", _("doubtful")
    REFUSED = "refused", _("refused")


@dataclass(frozen=True)
class PastedLine:
    """One line of the list, what became of it and why; ``candidates`` are the players it may mean."""

    number: int
    text: str
    outcome: Outcome
    reason: Sentence
    player: Player | None = None
    entry: Entry | None = None
    candidates: tuple[Player, ...] = ()
    may_be_new: bool = False
    """Whether a doubtful line can be somebody new."""
    added: tuple[int, ...] = ()
    """The keys of the players that the line has put on the roster."""


@dataclass(frozen=True)
class _Draft:
    """A line before anything is written: the roster's member it means, or the new player it asks for."""

    number: int
    text: str
    row: RosterRow
    outcome: Outcome
    reason: Sentence
    member: int | None = None
    candidates: tuple[int, ...] = ()


@transaction.atomic
def enter_pasted(
    *,
    tournament: Tournament,
    text: str,
    author: User | None,
    meant: Mapping[int, int | None] | None = None,
    looking: bool = False,
    present: bool = True,
) -> tuple[PastedLine, ...]:
    """Enter a list, one entry a line: a player, or the players of a pair or team; each line is answered.

    ``looking`` writes nothing; ``present`` says whether they are in the hall already. A doubtful line enters nobody,
    unless ``meant`` says of the line whom it means: one of its candidates, or None for somebody new."""
    tournament = tournament.locked()
    if entry_size(tournament) > 1:
        return _enter_groups(tournament, text, author, looking, present)
    return _enter_players(tournament, text, author, meant or {}, looking, present)


def _enter_players(
    tournament: Tournament,
    text: str,
    author: User | None,
    meant: Mapping[int, int | None],
    looking: bool,
    present: bool,
) -> tuple[PastedLine, ...]:
    """``Rossi Mario``, ``Mario Rossi``, ``Rossi, Mario``, with or without a card number before or after."""
    lines = read_lines(text)
    index = RosterIndex.lock_and_load()
    entered = dict(tournament.members.values_list("player_id", "entry_id"))
    drafts: list[_Draft] = []
    for number, line, rest in lines:
        draft = _draft(number, cleaned(line), checked_row(read_line(rest, number)), index, drafts, entered)
        drafts.append(_as_meant(draft, entered, meant) if number in meant else draft)
    if looking:
        players = Player.objects.in_bulk({pk for draft in drafts for pk in draft.candidates})
        return tuple(
            PastedLine(
                draft.number, draft.text, draft.outcome, draft.reason,
                candidates=tuple(players[pk] for pk in draft.candidates), may_be_new=_may_be_new(draft),
            )
            for draft in drafts
        )  # fmt: skip
    answers = _write(tournament, drafts, entered, author)
    return _awaited(tournament, answers, author) if not present else answers


def _awaited(tournament: Tournament, answers: tuple[PastedLine, ...], author: User | None) -> tuple[PastedLine, ...]:
    entered = {line.entry.number for line in answers if line.entry and line.outcome in (Outcome.ENTERED, Outcome.NEW)}
    set_all_present(tournament=tournament, present=False, numbers=entered, author=author)
    return answers


def _as_meant(draft: _Draft, entered: Mapping[int, int], meant: Mapping[int, int | None]) -> _Draft:
    pk = meant[draft.number]
    if draft.outcome is not Outcome.DOUBTFUL:
        return draft
    if pk in draft.candidates:
        return replace(draft, outcome=Outcome.ALREADY if pk in entered else Outcome.ENTERED, member=pk)
    if pk is None and _may_be_new(draft):
        return replace(draft, outcome=Outcome.NEW)
    return draft


def _may_be_new(draft: _Draft) -> bool:
    return draft.outcome is Outcome.DOUBTFUL and bool(draft.row.given_name) and not draft.row.card_number


def read_lines(text: str) -> list[tuple[int, str, str]]:
    """Number, line, and the line without its ordinal, of each that says something."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if cleaned(line)]
    if not lines:
        raise ValidationError(_("There is no name in the list: write one player a line."), code="list_empty")
    if len(lines) > MOST_LINES:
        sentence = _("The list has %(lines)s lines: paste up to %(most)s at a time.")
        raise ValidationError(sentence, code="list_too_long", params={"lines": len(lines), "most": MOST_LINES})
    bare = _without_ordinals([line for _number, line in lines])
    return [(number, line, rest) for (number, line), rest in zip(lines, bare, strict=True)]


def read_line(line: str, number: int = 1) -> RosterRow:
    """Cells where there are tabs or semicolons, else words with a card number at one end."""
    cells = [cleaned(cell) for cell in re.split(r"[\t;]", line)]
    email = next((cell for cell in cells if "@" in cell), "")
    cells = [cell for cell in cells if cell and cell != email]
    card = next((cell for cell in (*cells[:1], *cells[-1:]) if _CARD.fullmatch(cell)), "")
    if len(cells) > 1:
        names = [cell for cell in cells if cell != card]
        surname, given_name = (names[0], names[1]) if len(names) > 1 else split_name(names[0] if names else "")
        return RosterRow(number, card.strip("()[]#"), surname, given_name, " ".join(names[2:3]), email)
    words = " ".join(cells).split()
    card = next((word for word in (*words[:1], *words[-1:]) if _CARD.fullmatch(word)), "")
    if card:
        words = words[1:] if words[0] == card else words[:-1]
    surname, given_name = split_name(" ".join(words).strip(" -–,"))
    return RosterRow(number, card.strip("()[]#"), surname, given_name, "", email)


def _without_ordinals(lines: Sequence[str]) -> list[str]:
    """A bare number is an ordinal only where every line carries its own place."""
    plain = [_PLAIN_ORDINAL.match(line) for line in lines]
    if len(lines) > 2 and all(match and int(match[1]) == place for place, match in enumerate(plain, 1)):
        return [_PLAIN_ORDINAL.sub("", line) for line in lines]
    return [_ORDINAL.sub("", line) for line in lines]


def _draft(
    number: int, text: str, row: RosterRow, index: RosterIndex, earlier: Sequence[_Draft], entered: Mapping[int, int]
) -> _Draft:
    if row.fatal or row.faults:
        return _Draft(number, text, row, Outcome.REFUSED, row.faults[0])
    member, reason, candidates = member_meant(row, index)
    if member is not None:
        if member.pk in entered:
            reason = Sentence(gettext_noop("%(member)s is already entered."), {"member": member.shown})
            return _Draft(number, text, row, Outcome.ALREADY, reason, member.pk)
        if twin := next((draft for draft in earlier if draft.member == member.pk), None):
            reason = Sentence(gettext_noop("The same player as on line %(line)s."), {"line": twin.number})
            return _Draft(number, text, row, Outcome.ALREADY, reason, member.pk)
        reason = Sentence(gettext_noop("%(member)s, from the roster."), {"member": member.shown})
        return _Draft(number, text, row, Outcome.ENTERED, reason, member.pk)
    if reason is not None:
        return _Draft(
            number, text, row, Outcome.DOUBTFUL, reason, None, tuple(candidate.pk for candidate in candidates)
        )
    twin = next((draft for draft in earlier if draft.outcome is Outcome.NEW and _same(draft.row, row)), None)
    if twin is not None:
        reason = Sentence(gettext_noop("The same name as on line %(line)s."), {"line": twin.number})
        return _Draft(number, text, row, Outcome.DOUBTFUL, reason)
    reason = Sentence(gettext_noop("Not on the roster: added as %(player)s."), {"player": row.full_name})
    return _Draft(number, text, row, Outcome.NEW, reason)


def _same(first: RosterRow, second: RosterRow) -> bool:
    cards = {first.card_number.casefold(), second.card_number.casefold()} - {""}
    return bool(spellings(first.full_name) & spellings(second.full_name)) or (
        len(cards) == 1 and bool(first.card_number) and bool(second.card_number)
    )


def member_meant(row: RosterRow, index: RosterIndex) -> tuple[Member | None, Sentence | None, list[Member]]:
    """The member meant; or why nobody can be sure, with those who may be. Neither: a new player.

    In a list the order of surname and name is nobody's rule and accents are seldom typed: one namesake is enough."""
    holder = index.by_card.get(row.card_number.casefold()) if row.card_number else None
    alike = index.called(row.full_name)
    if holder is not None:
        if holder in alike or set(folded(row.full_name).split()) & set(folded(holder.shown).split()):
            return holder, None, []
        text = gettext_noop("Card %(card)s belongs to %(member)s.")
        return None, Sentence(text, {"card": holder.card_number, "member": holder.shown}), [holder, *alike]
    if row.card_number and any(member.card_number for member in alike):
        text = gettext_noop("The roster has this name with another card: %(members)s.")
        return None, _said(text, alike), alike
    if len(alike) == 1:
        return alike[0], None, []
    if alike:
        return None, _said(gettext_noop("The roster has this name more than once: %(members)s."), alike), alike
    return _near_member(row, index)


def _near_member(row: RosterRow, index: RosterIndex) -> tuple[None, Sentence | None, list[Member]]:
    """Nobody has the name; one letter less or other, a single word, or an initial (``Rossi M.``), may mean a member."""
    near = index.near(row.surname, row.given_name, Likeness.LETTER)
    if near:
        return None, _said(NEARLY[Likeness.LETTER], near), near
    words = folded(row.full_name).split()
    if len(words) > 1 and min(map(len, words)) > 1:
        cut_short = index.near(row.surname, row.given_name, Likeness.INITIAL)
        return None, _said(NEARLY[Likeness.INITIAL], cut_short) if cut_short else None, cut_short
    found = [member for member in index.members if _begins(words, member)][:8]
    if found:
        return None, _said(gettext_noop("Not a whole name; it may be %(members)s."), found), found
    if len(words) > 1:
        return None, None, []
    return None, Sentence(gettext_noop("One word alone: write surname and name.")), []


def _begins(words: Sequence[str], member: Member) -> bool:
    left = folded(f"{member.surname} {member.given_name}").split()
    for word in sorted(words, key=len, reverse=True):
        match = next((other for other in left if other.startswith(word)), None)
        if match is None:
            return False
        left.remove(match)
    return True


def _said(text: str, members: Sequence[Member]) -> Sentence:
    return Sentence(text, {"members": "; ".join(member.shown for member in members[:5])})


def _write(
    tournament: Tournament, drafts: Sequence[_Draft], entered: Mapping[int, int], author: User | None
) -> tuple[PastedLine, ...]:
    new = [draft for draft in drafts if draft.outcome is Outcome.NEW]
    added = Player.objects.bulk_create([draft.row.player() for draft in new])
    player_of = {draft.number: player for draft, player in zip(new, added, strict=True)}
    wanted = {pk for draft in drafts for pk in (draft.member, *draft.candidates) if pk is not None}
    players = Player.objects.in_bulk(wanted)
    for draft in drafts:
        if draft.member is not None:
            player_of[draft.number] = players[draft.member]
    entering = [draft.number for draft in drafts if draft.outcome in (Outcome.ENTERED, Outcome.NEW)]
    entries = enter_many(tournament=tournament, players=[player_of[number] for number in entering], author=author)
    entry_of = dict(zip(entering, entries, strict=True))
    present = Entry.objects.in_bulk(
        {entered[draft.member] for draft in drafts if draft.member is not None and draft.member in entered}
    )
    for draft in drafts:
        if draft.member is not None and draft.member in entered:
            entry_of[draft.number] = present[entered[draft.member]]
    return tuple(
        PastedLine(
            draft.number, draft.text, draft.outcome, draft.reason, player_of.get(draft.number),
            entry_of.get(draft.number), tuple(players[pk] for pk in draft.candidates),
            added=(player_of[draft.number].pk,) if draft.outcome is Outcome.NEW else (),
        )
        for draft in drafts
    )  # fmt: skip


# Pairs and teams pasted or read from a file: ``Rossi – Bianchi``, ``Genova: Rossi, Bianchi, Verdi, Neri``; one a line.
# A line enters all of its players together or nobody: one player who is not sure makes the whole line doubtful.

_NAMED = re.compile(r"^([^:;\t]{1,160}):\s*(.+)$")
_BETWEEN = re.compile(r"\s+[-–—]+\s+|\s*[/&+;\t]\s*|\s*[–—]\s*")
_HEADINGS = {
    "squadra", "team", "coppia", "pair", "nome", "name", "equipe", "équipe", "dupla", "quadra", "equipa", "paire",
}  # fmt: skip


@dataclass(frozen=True)
class _Group:
    number: int
    text: str
    name: str
    rows: tuple[RosterRow, ...]
    members: tuple[int | None, ...] = ()
    outcome: Outcome = Outcome.ENTERED
    reason: Sentence = field(default_factory=lambda: Sentence(""))
    candidates: tuple[int, ...] = ()


def _enter_groups(
    tournament: Tournament, text: str, author: User | None, looking: bool, present: bool
) -> tuple[PastedLine, ...]:
    """A name of the pair or team stands before a colon. Between the players stands a dash, a slash, ``&``, ``+``, a
    semicolon or a tab; where there is none of these, a comma."""
    lines = read_lines(text)
    index = RosterIndex.lock_and_load()
    entered = dict(tournament.members.values_list("player_id", "entry_id"))
    size = entry_size(tournament)
    groups: list[_Group] = []
    for number, line, bare in lines:
        groups.append(_judged(_read(number, line, bare), size, index, groups, entered))
    if looking:
        players = Player.objects.in_bulk({pk for group in groups for pk in group.candidates})
        return tuple(
            PastedLine(
                group.number, group.text, group.outcome, group.reason,
                candidates=tuple(players[pk] for pk in group.candidates),
            )
            for group in groups
        )  # fmt: skip
    answers = tuple(_entered(tournament, group, entered, author) for group in groups)
    return _awaited(tournament, answers, author) if not present else answers


def groups_text(file: IO[bytes], filename: str) -> str:
    """A workbook or text as lines to be pasted: a player a cell. The first line may be headings; a column headed
    ``squadra``, ``coppia``, ``team`` … holds the names."""
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
            said = Sentence(text, {"player": row.full_name, "reason": str(reason)})
            return _set(group, Outcome.DOUBTFUL, said, candidates=tuple(candidate.pk for candidate in candidates))
        members.append(None if member is None else member.pk)
    return _without_doubles(_with(group, tuple(members)), earlier, entered, index)


def _meant(row: RosterRow, index: RosterIndex) -> tuple[Member | None, Sentence | None, list[Member]]:
    """Pairs are called by their surnames, so one namesake alone is meant."""
    member, reason, candidates = member_meant(row, index)
    word = folded(row.full_name)
    if member is None:
        namesakes = [member for member in index.members if folded(member.surname) == word]
        if len(namesakes) == 1:
            return namesakes[0], None, []
        if namesakes:
            text = gettext_noop("The roster has this surname more than once: %(members)s.")
            return None, Sentence(text, {"members": "; ".join(namesake.shown for namesake in namesakes[:5])}), namesakes
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
    new = [row.full_name for row, member in zip(group.rows, group.members, strict=True) if member is None]
    if new:
        text = gettext_noop("Not on the roster, added to it: %(players)s.")
        return _set(group, Outcome.NEW, Sentence(text, {"players": "; ".join(new)}))
    return _set(group, Outcome.ENTERED, Sentence(gettext_noop("From the roster.")))


def _key(group: _Group, place: int) -> object:
    member = group.members[place]
    return like_name(group.rows[place].full_name) if member is None else member


def _counts(group: _Group, size: int) -> dict[str, int]:
    return {"found": len(group.rows), "size": size, "most": MOST_RESERVES}


def _with(group: _Group, members: tuple[int | None, ...]) -> _Group:
    return _Group(group.number, group.text, group.name, group.rows, members)


def _set(group: _Group, outcome: Outcome, reason: Sentence, candidates: tuple[int, ...] = ()) -> _Group:
    return _Group(group.number, group.text, group.name, group.rows, group.members, outcome, reason, candidates)


def _entered(tournament: Tournament, group: _Group, entered: Mapping[int, int], author: User | None) -> PastedLine:
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
        group.number, group.text, group.outcome, group.reason, players[0] if players else None, entry, candidates,
        added=tuple(
            player.pk for player, member in zip(players, group.members, strict=False) if member is None
        ),
    )  # fmt: skip


def _added(row: RosterRow) -> Player:
    player = row.player()
    player.save(force_insert=True)
    return player
