"""A list of players pasted from a message or a spreadsheet: one a line, each line answered."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from tournaments.entries import enter_many, locked
from tournaments.matching import Member, RosterIndex
from tournaments.models import Entry, Player, Tournament
from tournaments.names import cleaned, folded, like_name, split_name
from tournaments.roster_columns import RosterRow, checked_row
from tournaments.wording import Sentence

MOST_LINES = 500
_CARD = re.compile(r"[(\[#]?(?=[\w/.-]*\d)[A-Za-z]{0,4}[\w/.-]{0,25}[)\]]?")
_ORDINAL = re.compile(r"^\s*(\d{1,3})\s*[.)°º-]+\s+")
_PLAIN_ORDINAL = re.compile(r"^\s*(\d{1,3})\s+")


class Outcome(models.TextChoices):
    """What became of a pasted line."""

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
def enter_pasted(*, tournament: Tournament, text: str, author: AbstractBaseUser | None) -> tuple[PastedLine, ...]:
    """Enter the players of a list, one a line: ``Rossi Mario``, ``Mario Rossi``, ``Rossi, Mario``, with or without a
    card number before or after. Who is not on the roster is added to it; a doubtful line enters nobody and says whom
    it may mean.
    """
    tournament = locked(tournament)
    lines = read_lines(text)
    index = RosterIndex.lock_and_load()
    entered = dict(tournament.members.values_list("player_id", "entry_id"))
    drafts: list[_Draft] = []
    for number, line, rest in lines:
        drafts.append(_draft(number, cleaned(line), checked_row(read_line(rest, number)), index, drafts, entered))
    return _write(tournament, drafts, entered, author)


def read_lines(text: str) -> list[tuple[int, str, str]]:
    """The lines that say something: number, line, and the line without its ordinal. Refused where there are none."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if cleaned(line)]
    if not lines:
        raise ValidationError(_("There is no name in the list: write one player a line."), code="list_empty")
    if len(lines) > MOST_LINES:
        sentence = _("The list has %(lines)s lines: paste up to %(most)s at a time.")
        raise ValidationError(sentence, code="list_too_long", params={"lines": len(lines), "most": MOST_LINES})
    bare = _without_ordinals([line for _number, line in lines])
    return [(number, line, rest) for (number, line), rest in zip(lines, bare, strict=True)]


def read_line(line: str, number: int = 1) -> RosterRow:
    """A line as a row: cells where there are tabs or semicolons, else words with a card number at one end."""
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
    """The lines without ``1.``, ``2)`` …; a bare number is one only where every line carries its own place."""
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
        return _Draft(number, text, row, Outcome.DOUBTFUL, reason, None, tuple(each.pk for each in candidates))
    twin = next((draft for draft in earlier if draft.outcome is Outcome.NEW and _same(draft.row, row)), None)
    if twin is not None:
        reason = Sentence(gettext_noop("The same name as on line %(line)s."), {"line": twin.number})
        return _Draft(number, text, row, Outcome.DOUBTFUL, reason)
    reason = Sentence(gettext_noop("Not on the roster: added as %(player)s."), {"player": row.sorted_name})
    return _Draft(number, text, row, Outcome.NEW, reason)


def _same(first: RosterRow, second: RosterRow) -> bool:
    cards = {first.card_number.casefold(), second.card_number.casefold()} - {""}
    return like_name(first.sorted_name) == like_name(second.sorted_name) or (
        len(cards) == 1 and bool(first.card_number) and bool(second.card_number)
    )


def member_meant(row: RosterRow, index: RosterIndex) -> tuple[Member | None, Sentence | None, list[Member]]:
    """The member meant; or why nobody can be sure, with those who may be. Neither: a new player.

    In a list the order of surname and name is nobody's rule and accents are seldom typed: one namesake is enough.
    """
    holder = index.by_card.get(row.card_number.casefold()) if row.card_number else None
    alike = index.by_like.get(like_name(row.sorted_name), [])
    if holder is not None:
        if holder in alike or set(folded(row.sorted_name).split()) & set(folded(holder.shown).split()):
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
    """Nobody has the name; a single word, or an initial (``Rossi M.``), may still mean a member."""
    words = folded(row.sorted_name).split()
    if len(words) > 1 and min(map(len, words)) > 1:
        return None, None, []
    found = [members[0] for members in index.by_like.values() if _begins(words, members[0])][:8]
    if found:
        return None, _said(gettext_noop("Not a whole name; it may be %(members)s."), found), found
    if len(words) > 1:
        return None, None, []
    return None, Sentence(gettext_noop("One word alone: write surname and name.")), []


def _begins(words: Sequence[str], member: Member) -> bool:
    """Whether each word begins another word of the member's name."""
    left = folded(f"{member.surname} {member.given_name}").split()
    for word in sorted(words, key=len, reverse=True):
        match = next((each for each in left if each.startswith(word)), None)
        if match is None:
            return False
        left.remove(match)
    return True


def _said(text: str, members: Sequence[Member]) -> Sentence:
    return Sentence(text, {"members": "; ".join(member.shown for member in members[:5])})


def _write(
    tournament: Tournament, drafts: Sequence[_Draft], entered: Mapping[int, int], author: AbstractBaseUser | None
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
    present = Entry.objects.in_bulk({entered[draft.member] for draft in drafts if draft.member in entered})
    for draft in drafts:
        if draft.member in entered:
            entry_of[draft.number] = present[entered[draft.member]]
    return tuple(
        PastedLine(
            draft.number, draft.text, draft.outcome, draft.reason, player_of.get(draft.number),
            entry_of.get(draft.number), tuple(players[pk] for pk in draft.candidates),
        )
        for draft in drafts
    )  # fmt: skip
