"""Players, pairs and teams pasted from a message or read from a file: one a line, each line answered."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import IO, Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, pgettext_lazy

from king.words import folded
from tournaments.entries import MOST_RESERVES, enter_many, enter_pair, set_all_present
from tournaments.head_count import entry_size
from tournaments.models import Entry, Player, Tournament
from tournaments.names import cleaned, like_name, split_name
from tournaments.people.duplicates import Likeness, spellings
from tournaments.roster import NEARLY, Member, RosterIndex, naming
from tournaments.roster_files import CARD, RosterRow, checked_row, read_cells, read_file
from wording.sentences import Sentence

MOST_LINES = 500
_ORDINAL = re.compile(r"^\s*(\d{1,3})\s*[.)°º-]+\s+")
_NAMED = re.compile(r"^([^:;\t]{1,160}):\s*(.+)$")
_BETWEEN = re.compile(r"\s+[-–—]+\s+|\s*[/&+;\t]\s*|\s*[–—]\s*")
_PLAIN_ORDINAL = re.compile(r"^\s*(\d{1,3})\s+")


class Outcome(models.TextChoices):
    ENTERED = "entered", _("entered")
    NEW = "new", _("new player, entered")
    ALREADY = "already", _("already entered")
    DOUBTFUL = "doubtful", pgettext_lazy("a line", "doubtful")
    REFUSED = "refused", pgettext_lazy("a line", "refused")
    HEADINGS = "headings", _("headings")


_ENTERING = (Outcome.ENTERED, Outcome.NEW)


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
    """A line before anything is written: its people, and of each the member who is meant, None for somebody new."""

    number: int
    text: str
    rows: tuple[RosterRow, ...]
    name: str = ""
    members: tuple[int | None, ...] = ()
    outcome: Outcome = Outcome.ENTERED
    reason: Sentence = field(default_factory=lambda: Sentence(""))
    candidates: tuple[int, ...] = ()
    may_be_new: bool = False

    def judged(self, outcome: Outcome, reason: Sentence, **more: Any) -> _Draft:
        return replace(self, outcome=outcome, reason=reason, **more)

    def doubtful(self, reason: Sentence, candidates: Sequence[Member] = (), **more: Any) -> _Draft:
        keys = tuple(member.pk for member in candidates)
        return self.judged(Outcome.DOUBTFUL, reason, candidates=keys, **more)


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
    unless ``meant`` says of a player's line whom it means: one of its candidates, or None for somebody new. One player
    who is not sure makes a whole pair or team doubtful.
    """
    tournament = tournament.locked()
    size = entry_size(tournament)
    lines = read_lines(text)
    index = RosterIndex.lock_and_load()
    entered = dict(tournament.members.values_list("player_id", "entry_id"))
    in_columns = _rows_of_cells(lines, index) if size == 1 else {}
    drafts: list[_Draft] = []
    for number, line, bare in lines:
        draft = _read(number, line, bare, size, in_columns)
        if draft.outcome is not Outcome.HEADINGS:
            draft = _judged(draft, size, index, drafts, entered)
        if meant and number in meant and size == 1:
            draft = _as_meant(draft, drafts, entered, meant[number])
        drafts.append(draft)
    if looking:
        players = Player.objects.in_bulk({pk for draft in drafts for pk in draft.candidates})
        return tuple(
            PastedLine(
                draft.number, draft.text, draft.outcome, draft.reason,
                candidates=tuple(players[pk] for pk in draft.candidates), may_be_new=draft.may_be_new,
            )
            for draft in drafts
        )  # fmt: skip
    answers = _write(tournament, drafts, entered, author)
    if not present:
        made = {line.entry.number for line in answers if line.entry and line.outcome in _ENTERING}
        set_all_present(tournament=tournament, present=False, numbers=made, author=author)
    return answers


def _as_meant(draft: _Draft, earlier: Sequence[_Draft], entered: Mapping[int, int], pk: int | None) -> _Draft:
    if draft.outcome is not Outcome.DOUBTFUL:
        return draft
    if pk in draft.candidates:
        taken = pk in entered or any(other.members == (pk,) for other in earlier)
        return replace(draft, outcome=Outcome.ALREADY if taken else Outcome.ENTERED, members=(pk,))
    return replace(draft, outcome=Outcome.NEW, members=(None,)) if pk is None and draft.may_be_new else draft


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
    """``Rossi Mario``, ``Mario Rossi``, ``Rossi, Mario``, with or without a card number at one end."""
    words = cleaned(line.replace(";", " ")).split()
    email = next((word for word in words if "@" in word), "")
    words = [word for word in words if word != email]
    card = next((word for word in (*words[:1], *words[-1:]) if CARD.fullmatch(word)), "")
    if card:
        words = words[1:] if words[0] == card else words[:-1]
    surname, given_name = split_name(" ".join(words).strip(" -–,"))
    return RosterRow(number, card.strip("()[]#"), surname, given_name, "", email)


def _rows_of_cells(lines: Sequence[tuple[int, str, str]], index: RosterIndex) -> dict[int, RosterRow | None]:
    """The people of those lines that are cells of a spreadsheet, by number; None for a line of headings."""
    cells_of = {number: re.split(r"[\t;]", line) for number, line, _bare in lines}
    grid = [(number, tuple(cleaned(_ORDINAL.sub("", cell)) for cell in cells)) for number, cells in cells_of.items()]
    grid = [(number, cells) for number, cells in grid if sum(map(bool, cells)) > 1]
    clubs = {folded(member.club) for member in index.members if member.club}
    return read_cells(grid, clubs, {folded(member.given_name) for member in index.members})


def _without_ordinals(lines: Sequence[str]) -> list[str]:
    """A bare number is an ordinal only where every line carries its own place."""
    plain = [_PLAIN_ORDINAL.match(line) for line in lines]
    if len(lines) > 2 and all(match and int(match[1]) == place for place, match in enumerate(plain, 1)):
        return [_PLAIN_ORDINAL.sub("", line) for line in lines]
    return [_ORDINAL.sub("", line) for line in lines]


def _read(number: int, line: str, bare: str, size: int, in_columns: Mapping[int, RosterRow | None]) -> _Draft:
    """A name of a pair or team stands before a colon. Between the players stands a dash, a slash, ``&``, ``+``, a
    semicolon or a tab; where there is none of these, a comma."""
    if number in in_columns:
        text, row = "\t".join(map(cleaned, line.split("\t"))), in_columns[number]
        if row is None:
            reason = Sentence(gettext_noop("It says which column is which."))
            return _Draft(number, text, (), outcome=Outcome.HEADINGS, reason=reason)
        return _Draft(number, text, (row,))
    if size == 1:
        return _Draft(number, cleaned(line), (checked_row(read_line(bare, number)),))
    found = _NAMED.match(bare)
    name, rest = (cleaned(found[1]), found[2]) if found else ("", bare)
    parts = [part for part in _BETWEEN.split(rest) if cleaned(part)]
    if len(parts) == 1:
        parts = [part for part in rest.split(",") if cleaned(part)]
    return _Draft(number, cleaned(line), tuple(checked_row(read_line(part, number)) for part in parts), name)


def _judged(
    draft: _Draft, size: int, index: RosterIndex, earlier: Sequence[_Draft], entered: Mapping[int, int]
) -> _Draft:
    if not size <= len(draft.rows) <= size + MOST_RESERVES:
        text = gettext_noop("%(found)s players on this line; an entry here has %(size)s and up to %(most)s reserves.")
        fields = {"found": len(draft.rows), "size": size, "most": MOST_RESERVES}
        return draft.judged(Outcome.REFUSED, Sentence(text, fields))
    for row in draft.rows:
        if row.fatal or row.faults:
            return draft.judged(Outcome.REFUSED, row.faults[0])
    if size == 1:
        return _judged_player(draft, index, earlier, entered)
    return _judged_group(draft, index, earlier, entered)


def _judged_player(draft: _Draft, index: RosterIndex, earlier: Sequence[_Draft], entered: Mapping[int, int]) -> _Draft:
    [row] = draft.rows
    member, reason, candidates = member_meant(row, index)
    if member is not None:
        draft = replace(draft, members=(member.pk,))
        twin = next((other for other in earlier if other.members == draft.members), None)
        if member.pk in entered:
            reason = Sentence(gettext_noop("%(member)s is already entered."), {"member": member.shown})
            return draft.judged(Outcome.ALREADY, reason)
        if twin is not None:
            reason = Sentence(gettext_noop("The same player as on line %(line)s."), {"line": twin.number})
            return draft.judged(Outcome.ALREADY, reason)
        reason = Sentence(gettext_noop("%(member)s, from the roster."), {"member": member.shown})
        return draft.judged(Outcome.ENTERED, reason)
    may_be_new = bool(row.given_name) and not row.card_number  # a card is somebody's
    if reason is not None:
        return draft.doubtful(reason, candidates, may_be_new=may_be_new)
    twin = next((other for other in earlier if other.outcome is Outcome.NEW and _same(other.rows[0], row)), None)
    if twin is not None:
        reason = Sentence(gettext_noop("The same name as on line %(line)s."), {"line": twin.number})
        return draft.doubtful(reason, may_be_new=may_be_new)
    named = f"{row.full_name} ({row.club})" if row.club else row.full_name
    reason = Sentence(gettext_noop("Not on the roster: added as %(player)s."), {"player": named})
    return draft.judged(Outcome.NEW, reason, members=(None,))


def _same(first: RosterRow, second: RosterRow) -> bool:
    cards = {first.card_number.casefold(), second.card_number.casefold()}
    alike = spellings(first.full_name) & spellings(second.full_name)
    return bool(alike) or (len(cards) == 1 and "" not in cards)


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
        return None, naming(text, alike), alike
    if len(alike) == 1:
        return alike[0], None, []
    if alike:
        return None, naming(gettext_noop("The roster has this name more than once: %(members)s."), alike), alike
    return _near_member(row, index)


def _near_member(row: RosterRow, index: RosterIndex) -> tuple[None, Sentence | None, list[Member]]:
    """Nobody has the name; one letter less or other, a single word, or an initial (``Rossi M.``), may mean a member."""
    near = index.near(row.surname, row.given_name, Likeness.LETTER)
    if near:
        return None, naming(NEARLY[Likeness.LETTER], near), near
    words = folded(row.full_name).split()
    if len(words) > 1 and min(map(len, words)) > 1:
        cut_short = index.near(row.surname, row.given_name, Likeness.INITIAL)
        return None, naming(NEARLY[Likeness.INITIAL], cut_short) if cut_short else None, cut_short
    found = [member for member in index.members if _begins(words, member)][:8]
    if found:
        return None, naming(gettext_noop("Not a whole name; it may be %(members)s."), found), found
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


def _judged_group(draft: _Draft, index: RosterIndex, earlier: Sequence[_Draft], entered: Mapping[int, int]) -> _Draft:
    members: list[Member | None] = []
    for row in draft.rows:
        member, reason, candidates = _namesake_meant(row, index)
        if reason is not None:
            text = gettext_noop("%(player)s: %(reason)s")
            said = Sentence(text, {"player": row.full_name, "reason": str(reason)})
            return draft.doubtful(said, candidates)
        members.append(member)
    draft = replace(draft, members=tuple(None if member is None else member.pk for member in members))
    there = [member for member in members if member is not None and member.pk in entered]
    if len(there) == len(members) and len({entered[member.pk] for member in there}) == 1:
        return draft.judged(Outcome.ALREADY, Sentence(gettext_noop("These players are already entered together.")))
    if there:
        text = gettext_noop("A player of this line is already entered: nobody of it is.")
        return draft.doubtful(Sentence(text), there)
    keys = _keys(draft)
    if len(set(keys)) < len(keys):
        text = gettext_noop("The same player stands twice on this line.")
        return draft.judged(Outcome.REFUSED, Sentence(text))
    twin = next((other for other in earlier if other.outcome in _ENTERING and set(keys) & set(_keys(other))), None)
    if twin is not None:
        text = gettext_noop("A player of this line stands on line %(line)s already.")
        return draft.doubtful(Sentence(text, {"line": twin.number}))
    new = [row.full_name for row, member in zip(draft.rows, members, strict=True) if member is None]
    if new:
        text = gettext_noop("Not on the roster, added to it: %(players)s.")
        return draft.judged(Outcome.NEW, Sentence(text, {"players": "; ".join(new)}))
    return draft.judged(Outcome.ENTERED, Sentence(gettext_noop("From the roster.")))


def _namesake_meant(row: RosterRow, index: RosterIndex) -> tuple[Member | None, Sentence | None, list[Member]]:
    """Pairs are called by their surnames, so one namesake alone is meant."""
    member, reason, candidates = member_meant(row, index)
    word = folded(row.full_name)
    if member is None:
        namesakes = [member for member in index.members if folded(member.surname) == word]
        if len(namesakes) == 1:
            return namesakes[0], None, []
        if namesakes:
            text = gettext_noop("The roster has this surname more than once: %(members)s.")
            return None, naming(text, namesakes), namesakes
    return member, reason, candidates


def _keys(draft: _Draft) -> list[object]:
    return [
        like_name(row.full_name) if member is None else member
        for row, member in zip(draft.rows, draft.members, strict=True)
    ]


def _write(
    tournament: Tournament, drafts: Sequence[_Draft], entered: Mapping[int, int], author: User | None
) -> tuple[PastedLine, ...]:
    entering = [draft for draft in drafts if draft.outcome in _ENTERING]
    pairs = [pair for draft in entering for pair in zip(draft.rows, draft.members, strict=True)]
    added = iter(Player.objects.bulk_create([row.player() for row, member in pairs if member is None]))
    named = {pk for draft in drafts for pk in (*draft.members, *draft.candidates) if pk is not None}
    players = Player.objects.in_bulk(named)
    groups = [[next(added) if pk is None else players[pk] for pk in draft.members] for draft in entering]
    if entry_size(tournament) == 1:
        entries = enter_many(tournament=tournament, players=[player for [player] in groups], author=author)
    else:
        entries = tuple(
            enter_pair(tournament=tournament, players=group, name=draft.name, author=author)
            for draft, group in zip(entering, groups, strict=True)
        )
    numbers = [draft.number for draft in entering]
    group_of = dict(zip(numbers, groups, strict=True))
    entry_of = dict(zip(numbers, entries, strict=True))
    here = Entry.objects.in_bulk({entered[pk] for pk in named if pk in entered})
    for draft in drafts:
        if draft.outcome is Outcome.ALREADY and (first := draft.members[0]) is not None:
            group_of[draft.number] = [players[first]]
            if first in entered:
                entry_of[draft.number] = here[entered[first]]
    answers = []
    for draft in drafts:
        group = group_of.get(draft.number, [])
        new = (player.pk for player, pk in zip(group, draft.members, strict=False) if pk is None)
        answers.append(
            PastedLine(
                draft.number, draft.text, draft.outcome, draft.reason, group[0] if group else None,
                entry_of.get(draft.number), tuple(players[pk] for pk in draft.candidates), added=tuple(new),
            )
        )  # fmt: skip
    return tuple(answers)


# --- from a file

_HEADINGS = {
    "squadra", "team", "coppia", "pair", "nome", "name", "equipe", "équipe", "dupla", "quadra", "equipa", "paire",
}  # fmt: skip
_PLAYERS = {"giocatore", "player", "componente", "socio", "jogador", "joueur", "capitano", "riserva", "reserve"}


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


def _as_line(cells: Sequence[str], named: int | None) -> str:
    name = cells[named].replace(":", " ") if named is not None and named < len(cells) else ""
    players = " ; ".join(cell for place, cell in enumerate(cells) if cell and place != named)
    return f"{name}: {players}" if name else players
