"""Players, pairs and teams that were pasted from a message or read from a file: one a line, each
with an answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import IO, NamedTuple

from django.db import models, transaction
from django.utils.translation import gettext, gettext_lazy as _, gettext_noop, pgettext_lazy

from ground.guards import Author
from ground.names import clean_text, like_name
from king.words import card_key, folded
from tournaments.entries import MOST_RESERVES, enter_many, enter_pair, set_all_present
from tournaments.head_count import entry_size
from tournaments.list_reading.columns import Sheet
from tournaments.list_reading.files import in_order, read_file
from tournaments.list_reading.groups import read_groups
from tournaments.list_reading.lines import read_text
from tournaments.list_reading.pieces import ONE_WORD
from tournaments.list_reading.rows import HEADS, PART, Known, RosterRow
from tournaments.list_reading.tables import whole_lines
from tournaments.models import PARTNERS, Entry, Player, Tournament
from tournaments.name_similarity import spellings
from tournaments.roster import Member, RosterIndex, Status, judge, naming
from wording.sentences import Sentence, refusal

MOST_LINES = 500


class Outcome(models.TextChoices):
    ENTERED = "entered", _("entered")
    NEW = "new", _("new player, entered")
    ALREADY = "already", _("already entered")
    DOUBTFUL = "doubtful", pgettext_lazy("a line", "doubtful")
    REFUSED = "refused", pgettext_lazy("a line", "refused")
    HEADINGS = "headings", _("headings")
    LEFT_OVER = "left_over", pgettext_lazy("a line", "no player")


_ENTERING = (Outcome.ENTERED, Outcome.NEW)


class PastedLine(NamedTuple):
    """A line of the list: a player, a pair, a team, or none of these. It says what will be done
    with the line, or was done, and why.
    """

    number: int
    """Number of the line; for a further player of the same line, a key of its own, as in
    ``RosterRow``."""
    text: str
    rows: tuple[RosterRow, ...]
    """People as read; the data of new players are stored from here."""
    name: str = ""
    members: tuple[int | None, ...] = ()
    """Member who is meant, for each of the people; None for somebody new."""
    outcome: Outcome = Outcome.ENTERED
    reason: Sentence = Sentence("")
    may_mean: tuple[int, ...] = ()
    may_be_new: bool = False
    """Whether a doubtful line can be somebody new."""
    player: Player | None = None
    entry: Entry | None = None
    candidates: tuple[Player, ...] = ()
    """The players whom it ``may_mean``."""
    added: tuple[int, ...] = ()
    """The keys of the players that the line has put on the roster."""

    @property
    def line(self) -> int:
        return self.number % PART

    @property
    def is_heading(self) -> bool:
        """Whether the line is a heading for the lines below."""
        return self.outcome is Outcome.HEADINGS or self.reason.template == HEADS

    def judged(self, outcome: Outcome, text: str, **fields: object) -> PastedLine:
        return self._replace(outcome=outcome, reason=Sentence(text, **fields))

    def doubtful(
        self, reason: Sentence, members: Sequence[Member] = (), *, may_be_new: bool = False
    ) -> PastedLine:
        keys = tuple(member.pk for member in members)
        return self._replace(
            outcome=Outcome.DOUBTFUL, reason=reason, may_mean=keys, may_be_new=may_be_new
        )


@transaction.atomic
def enter_pasted(
    *,
    tournament: Tournament,
    text: str,
    author: Author,
    meant: Mapping[int, int | None] | None = None,
    looking: bool = False,
    present: bool = True,
) -> tuple[PastedLine, ...]:
    """Enter a list, one entry a line: a player, or the players of a pair or team. Each line gets an
    answer.

    ``looking`` writes nothing. ``present``: they are in the hall already. A doubtful line enters
    nobody, unless ``meant`` names the player: one of the candidates, or None for somebody new. One
    doubtful player makes a whole pair or team doubtful.
    """
    tournament = tournament.lock_open()
    size = entry_size(tournament)
    index = RosterIndex.lock_and_load(tournament)
    entered = dict(tournament.members.values_list("player_id", "entry_id"))
    drafts = judge_list(text, size, index, entered, meant or {})
    if looking:
        players = Player.objects.in_bulk({pk for draft in drafts for pk in draft.may_mean})
        return _answers(drafts, players, {}, {})

    answers = _write(tournament, drafts, entered, author)
    if not present:
        numbers = {
            line.entry.number for line in answers if line.entry and line.outcome in _ENTERING
        }
        set_all_present(tournament=tournament, present=False, numbers=numbers, author=author)

    return answers


def pair_written(text: str, known: Known) -> str:
    """Names of a pair written on one line; empty for any other text."""
    groups = read_groups(text, known, 2).groups
    rows = groups[0].rows if len(groups) == 1 and groups[0].why is None else ()
    names = [f"{row.surname} {row.given_name}".strip() for row in rows]
    return PARTNERS.join(names) if len(names) == 2 else ""


def judge_list(
    text: str,
    size: int,
    index: RosterIndex,
    entered: Mapping[int, int],
    choices: Mapping[int, int | None],
) -> list[PastedLine]:
    """Judge each player of the list, pair or team, and each other line. Nothing is written."""
    judged: list[PastedLine] = []
    lines = _players(text, index.known) if size == 1 else _pairs_or_teams(text, index.known, size)

    for line in lines:
        if line.outcome is Outcome.ENTERED:
            line = _judge_line(line, size, index, judged, entered)
        if line.number in choices and size == 1 and line.outcome is Outcome.DOUBTFUL:
            line = _apply_choice(line, judged, entered, choices[line.number])
        judged.append(line)

    return judged


def _apply_choice(
    line: PastedLine, earlier: Sequence[PastedLine], entered: Mapping[int, int], pk: int | None
) -> PastedLine:
    if pk in line.may_mean:
        is_entered = pk in entered or any(other.members == (pk,) for other in earlier)
        outcome = Outcome.ALREADY if is_entered else Outcome.ENTERED
    elif pk is None and line.may_be_new:
        outcome = Outcome.NEW
    else:
        return line

    return line._replace(outcome=outcome, members=(pk,))


def _lines_of(text: str) -> dict[int, str]:
    lines = {number: line for number, line in enumerate(text.splitlines(), 1) if clean_text(line)}
    if not lines:
        raise refusal(_("There is no name in the list: write one player a line."), "list_empty")
    if len(lines) > MOST_LINES:
        raise refusal(
            _("The list has %(lines)s lines: paste up to %(most)s at a time."),
            "list_too_long",
            lines=len(lines),
            most=MOST_LINES,
        )

    return lines


def _players(text: str, known: Known) -> list[PastedLine]:
    lines = _lines_of(text)
    reading = read_text(text, known)
    written = {
        number: "\t".join(map(clean_text, line.split("\t"))) for number, line in lines.items()
    }
    players = [PastedLine(row.key, written[row.line], (row,)) for row in reading.rows]

    reasons = {part.line: part.why for part in reversed(reading.left_over)}

    for number in lines.keys() - {row.line for row in reading.rows}:
        if number in reading.headings:
            outcome, reason = Outcome.HEADINGS, Sentence(HEADS_COLUMNS)
        elif number in reasons:
            outcome, reason = Outcome.LEFT_OVER, reasons[number]
        else:
            continue  # one of several lines of a contact, which is named by another of them
        players.append(PastedLine(number, written[number], (), outcome=outcome, reason=reason))

    return sorted(players, key=lambda line: (line.line, line.number))


HEADS_COLUMNS = gettext_noop("It says which column is which.")


def _pairs_or_teams(text: str, known: Known, size: int) -> list[PastedLine]:
    _lines_of(text)
    lines = []
    for group in read_groups(text, known, size).groups:
        line = PastedLine(group.number, group.text, group.rows, group.name)
        if group.is_heading_of_columns:
            line = line._replace(outcome=Outcome.HEADINGS, reason=Sentence(HEADS_COLUMNS))
        elif group.why is not None:
            line = line._replace(outcome=Outcome.LEFT_OVER, reason=group.why)
        lines.append(line)
    return lines


def _judge_line(
    line: PastedLine,
    size: int,
    index: RosterIndex,
    earlier: Sequence[PastedLine],
    entered: Mapping[int, int],
) -> PastedLine:
    if not size <= len(line.rows) <= size + MOST_RESERVES:
        text = gettext_noop(
            "%(found)s players on this line; an entry here has %(size)s and up to %(most)s reserves."
        )
        players = len(line.rows)
        return line.judged(Outcome.REFUSED, text, found=players, size=size, most=MOST_RESERVES)

    for row in line.rows:
        if row.fatal:
            return line._replace(outcome=Outcome.REFUSED, reason=row.faults[0])

    if size == 1:
        return _judge_player(line, index, earlier, entered)
    return _judge_group(line, index, earlier, entered)


def _judge_player(
    line: PastedLine, index: RosterIndex, earlier: Sequence[PastedLine], entered: Mapping[int, int]
) -> PastedLine:
    [row] = line.rows
    member, reason, candidates = member_meant(row, index)
    if row.faults:
        candidates = [member] if member is not None else candidates
        member, reason = None, Sentence("%(reasons)s", reasons=" ".join(map(str, row.faults)))
    if member:
        line = line._replace(members=(member.pk,))
        if member.pk in entered:
            text = gettext_noop("%(member)s is already entered.")
            return line.judged(Outcome.ALREADY, text, member=member.label)
        if twins := [other.number for other in earlier if other.members == line.members]:
            text = gettext_noop("The same player as on line %(line)s.")
            return line.judged(Outcome.ALREADY, text, line=twins[0])
        text = gettext_noop("%(member)s, from the roster.")
        return line.judged(Outcome.ENTERED, text, member=member.label)

    may_be_new = bool(row.given_name) and card_key(row.card_number) not in index.by_card
    if reason is not None:
        return line.doubtful(reason, candidates, may_be_new=may_be_new)
    new = (other for other in earlier if other.outcome is Outcome.NEW)
    if twins := [other.number for other in new if _same(other.rows[0], row)]:
        reason = Sentence(gettext_noop("The same name as on line %(line)s."), line=twins[0])
        return line.doubtful(reason, may_be_new=may_be_new)

    player = f"{row.full_name} ({row.club})" if row.club else row.full_name
    text = gettext_noop("Not on the roster: added as %(player)s.")
    return line.judged(Outcome.NEW, text, player=player)._replace(members=(None,))


def _same(first: RosterRow, second: RosterRow) -> bool:
    cards = {card_key(first.card_number), card_key(second.card_number)}
    alike = spellings(first.full_name) & spellings(second.full_name)
    return bool(alike) or (len(cards) == 1 and "" not in cards)


def member_meant(
    row: RosterRow, index: RosterIndex
) -> tuple[Member | None, Sentence | None, list[Member]]:
    """The member who is meant; or why it is doubtful, with the candidates. Neither means a new
    player.

    Lists have no fixed order of surname and name, and few accents. So one namesake is enough,
    unless each has a card of their own.
    """
    judged = judge(row._replace(faults=()), index)
    alike = index.called(row.full_name)
    if judged.member is not None:
        return judged.member, None, []
    is_sure = not row.card_number or not any(member.card_number for member in alike)
    if len(alike) == 1 and is_sure and judged.candidates == (*alike,):
        return alike[0], None, []
    if judged.status is Status.DOUBTFUL:
        return None, judged.reasons[0], list(judged.candidates)
    return None, None, []


def _judge_group(
    line: PastedLine, index: RosterIndex, earlier: Sequence[PastedLine], entered: Mapping[int, int]
) -> PastedLine:
    members = []
    for row in line.rows:
        member, reason, candidates = _namesake_meant(row, index)
        # A surname alone is enough, where the roster has it once.
        faults = [fault for fault in row.faults if member is None or fault.template != ONE_WORD]
        if reason is None and faults:
            reason = faults[0]
        if reason is not None:
            text = gettext_noop("%(player)s: %(reason)s")
            doubt = Sentence(text, player=row.full_name, reason=str(reason))
            return line.doubtful(doubt, candidates)
        members.append(member)

    line = line._replace(members=tuple(member and member.pk for member in members))

    there = [member for member in members if member is not None and member.pk in entered]
    if len(there) == len(members) and len({entered[member.pk] for member in there}) == 1:
        text = gettext_noop("These players are already entered together.")
        return line.judged(Outcome.ALREADY, text)
    if there:
        text = gettext_noop("A player on this line is already entered, so nobody on it is entered.")
        return line.doubtful(Sentence(text), there)

    keys = set(_keys(line))
    if len(keys) < len(line.rows):
        text = gettext_noop("The same player appears twice on this line.")
        return line.judged(Outcome.REFUSED, text)

    entering = (other for other in earlier if other.outcome in _ENTERING)
    if twins := [other.number for other in entering if not keys.isdisjoint(_keys(other))]:
        text = gettext_noop("A player of this line is already on line %(line)s.")
        return line.doubtful(Sentence(text, line=twins[0]))

    new = [row.full_name for row, pk in zip(line.rows, line.members, strict=True) if not pk]
    if new:
        text = gettext_noop("Not on the roster, added to it: %(players)s.")
        return line.judged(Outcome.NEW, text, players=gettext("; ").join(new))

    return line.judged(Outcome.ENTERED, gettext_noop("From the roster."))


def _namesake_meant(
    row: RosterRow, index: RosterIndex
) -> tuple[Member | None, Sentence | None, list[Member]]:
    """Find the member who is meant in a list of pairs, as ``member_meant`` does. Pairs are called
    by their surnames, so a surname alone is enough if only one member has it.
    """
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


def _keys(draft: PastedLine) -> list[object]:
    return [
        like_name(row.full_name) if member is None else member
        for row, member in zip(draft.rows, draft.members, strict=True)
    ]


def _write(
    tournament: Tournament, drafts: Sequence[PastedLine], entered: Mapping[int, int], author: Author
) -> tuple[PastedLine, ...]:
    entering = [draft for draft in drafts if draft.outcome in _ENTERING]
    pairs = [pair for draft in entering for pair in zip(draft.rows, draft.members, strict=True)]
    added = iter(Player.objects.bulk_create(row.player() for row, pk in pairs if pk is None))
    keys = {pk for draft in drafts for pk in (*draft.members, *draft.may_mean) if pk is not None}
    players = Player.objects.in_bulk(keys)
    groups = {
        draft.number: [next(added) if pk is None else players[pk] for pk in draft.members]
        for draft in entering
    }
    entries: Sequence[Entry]
    if entry_size(tournament) == 1:
        singles = [player for [player] in groups.values()]
        entries = enter_many(tournament=tournament, players=singles, author=author)
    else:
        entries = [
            enter_pair(
                tournament=tournament, players=groups[draft.number], name=draft.name, author=author
            )
            for draft in entering
        ]

    entry_of = dict(zip(groups, entries, strict=True))
    here = Entry.objects.in_bulk({entered[pk] for pk in keys if pk in entered})

    for draft in drafts:
        if draft.outcome is Outcome.ALREADY and (first := draft.members[0]) is not None:
            groups[draft.number] = [players[first]]
            if first in entered:
                entry_of[draft.number] = here[entered[first]]

    return _answers(drafts, players, groups, entry_of)


def _answers(
    drafts: Sequence[PastedLine],
    players: Mapping[int, Player],
    groups: Mapping[int, Sequence[Player]],
    entries: Mapping[int, Entry],
) -> tuple[PastedLine, ...]:
    answers = []
    for draft in drafts:
        group = groups.get(draft.number, ())
        new = (player.pk for player, pk in zip(group, draft.members, strict=False) if pk is None)
        answer = draft._replace(
            player=group[0] if group else None,
            entry=entries.get(draft.number),
            candidates=tuple(players[pk] for pk in draft.may_mean),
            added=tuple(new),
        )
        answers.append(answer)

    return tuple(answers)


# --- from a file


class ListText(NamedTuple):
    """A sheet of a file as lines that can be pasted."""

    sheet: str
    text: str
    hidden: bool = False


def list_texts(file: IO[bytes], filename: str) -> list[ListText]:
    """Sheets of a workbook, or the one text of another file. The sheet to take by default comes
    first.
    """
    content = read_file(file, filename)
    if content.text is not None:
        return [ListText("", content.text)]
    texts = [
        ListText(sheet.name, _as_text(sheet), sheet.hidden) for sheet in in_order(content.sheets)
    ]
    return [listed for listed in texts if listed.text.strip()] or texts[:1]


def _as_text(sheet: Sheet) -> str:
    """Text of a sheet, with tabs between cells. A hidden line gets one more cell that says so; the
    reader then asks about its players.
    """
    lines = []
    width = max((len(cells) for _number, cells in sheet.lines), default=0)
    for number, cells in enumerate(whole_lines(sheet), 1):
        if cells and number in sheet.hidden_lines:
            cells = (*cells, *[""] * (width - len(cells)), gettext("hidden line"))
        lines.append("\t".join(cells))
    return "\n".join(lines)
