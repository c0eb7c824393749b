"""Whether a person on a list is on the roster already. Nobody is taken for another in silence: doubts are said."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from django.db import connection, models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from tournaments.models import Player
from tournaments.names import folded, like_name, same_name
from tournaments.roster_columns import RosterRow
from tournaments.wording import Sentence

_ROSTER_LOCK = 0x6B696E67  # any number, the same in every process


class Status(models.TextChoices):
    """What a line of a list means for the roster."""

    NEW = "new", _("new")
    KNOWN = "known", _("already on the roster")
    DOUBTFUL = "doubtful", _("doubtful")
    REFUSED = "refused", _("refused")


@dataclass(frozen=True)
class Member:
    """A person of the roster, as far as comparing needs it."""

    pk: int
    card_number: str
    surname: str
    given_name: str
    club: str

    @property
    def shown(self) -> str:
        """Name, card and club, to tell namesakes apart."""
        marks = [mark for mark in (self.card_number, self.club) if mark]
        name = f"{self.surname} {self.given_name}".strip()
        return f"{name} ({', '.join(marks)})" if marks else name


@dataclass(frozen=True)
class Judged:
    """A line with its status, why, and whom of the roster it is or may be."""

    row: RosterRow
    status: Status
    reasons: tuple[Sentence, ...]
    member: Member | None = None
    candidates: tuple[Member, ...] = ()
    without_card: bool = False

    @property
    def player(self) -> Player:
        """The player that the line adds where it is accepted, not saved; a card that is somebody's is left out."""
        card_number = "" if self.without_card else self.row.card_number
        return self.row.player(card_number)

    @property
    def line(self) -> int:
        """The line of the file."""
        return self.row.line

    @property
    def reason(self) -> str:
        """The reasons in the reader's language, one after another."""
        return " ".join(map(str, self.reasons))


@dataclass
class RosterIndex:
    """The roster in memory, by card and by name: one query for any number of lines."""

    by_card: dict[str, Member] = field(default_factory=dict)
    by_name: defaultdict[str, list[Member]] = field(default_factory=lambda: defaultdict(list))
    by_like: defaultdict[str, list[Member]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def load(cls) -> RosterIndex:
        """The roster as it is now, without the house players."""
        fields = ("pk", "card_number", "surname", "given_name", "club")
        index = cls()
        for values in Player.objects.filter(is_house=False).order_by().values_list(*fields):
            index.add(Member(*values))
        return index

    @classmethod
    def lock_and_load(cls) -> RosterIndex:
        """The roster, for a transaction that adds to it: one such at a time, so that a second click meets the first
        one's players. SQLite has one writer anyway.
        """
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_ROSTER_LOCK])
        return cls.load()

    def add(self, member: Member) -> None:
        """One more person."""
        if member.card_number:
            self.by_card[member.card_number.casefold()] = member
        self.by_name[same_name(member.surname, member.given_name)].append(member)
        self.by_like[like_name(member.surname, member.given_name)].append(member)


def _differ(first: str, second: str) -> bool:
    """Whether both are said and are not the same."""
    return bool(first) and bool(second) and folded(first) != folded(second)


def _contradicts(row: RosterRow, member: Member) -> bool:
    return _differ(row.card_number, member.card_number) or _differ(row.club, member.club)


def _share_a_word(row: RosterRow, member: Member) -> bool:
    words = set(folded(row.sorted_name).split())
    return bool(words & set(folded(f"{member.surname} {member.given_name}").split()))


def judge(row: RosterRow, index: RosterIndex) -> Judged:
    """One line against the roster."""
    if row.fatal:
        return Judged(row, Status.REFUSED, row.faults)
    holder = index.by_card.get(row.card_number.casefold()) if row.card_number else None
    if holder is not None:
        return _judge_holder(row, holder)
    namesakes = index.by_name.get(same_name(row.surname, row.given_name), [])
    agreeing = [member for member in namesakes if not _contradicts(row, member)]
    if len(agreeing) == 1:
        reason = Sentence(gettext_noop("Already on the roster: %(member)s."), {"member": agreeing[0].shown})
        return Judged(row, Status.KNOWN, (reason, *row.faults), agreeing[0], (agreeing[0],))
    if namesakes:
        text = gettext_noop("The roster has the same name: %(members)s. Accept it if this is somebody else.")
        return _doubtful(row, text, agreeing or namesakes)
    alike = index.by_like.get(like_name(row.surname, row.given_name), [])
    if alike:
        text = gettext_noop(
            "The roster has a name that differs only by accents, capitals or the order of its words: %(members)s. "
            "Accept it if this is somebody else."
        )
        return _doubtful(row, text, alike)
    if row.faults:
        return Judged(row, Status.DOUBTFUL, row.faults)
    return Judged(row, Status.NEW, (Sentence(gettext_noop("Not on the roster yet.")),))


def _judge_holder(row: RosterRow, holder: Member) -> Judged:
    fields = {"card": holder.card_number, "member": holder.shown}
    if _share_a_word(row, holder):
        reason = Sentence(gettext_noop("Card %(card)s is already on the roster: %(member)s."), fields)
        return Judged(row, Status.KNOWN, (reason, *row.faults), holder, (holder,))
    text = gettext_noop(
        "Card %(card)s belongs to another name on the roster, %(member)s. Accepted, the player is added without it."
    )
    return Judged(row, Status.DOUBTFUL, (Sentence(text, fields), *row.faults), None, (holder,), without_card=True)


def _doubtful(row: RosterRow, text: str, members: Iterable[Member]) -> Judged:
    members = tuple(members)
    reason = Sentence(text, {"members": "; ".join(member.shown for member in members[:5])})
    return Judged(row, Status.DOUBTFUL, (reason, *row.faults), None, members)


def judge_all(rows: Iterable[RosterRow], index: RosterIndex) -> tuple[Judged, ...]:
    """Every line against the roster and against the lines before it."""
    cards: dict[str, int] = {}
    names: dict[str, int] = {}
    answers: list[Judged] = []
    for row in rows:
        judged = judge(row, index)
        if judged.status in (Status.NEW, Status.DOUBTFUL):
            judged = _against_earlier(judged, cards, names)
            names.setdefault(like_name(row.surname, row.given_name), row.line)
            if row.card_number and not judged.without_card:
                cards.setdefault(judged.row.card_number.casefold(), row.line)
        answers.append(judged)
    return tuple(answers)


def _against_earlier(judged: Judged, cards: dict[str, int], names: dict[str, int]) -> Judged:
    row = judged.row
    reasons: list[Sentence] = []
    same_card = cards.get(row.card_number.casefold()) if row.card_number else None
    if same_card is not None:
        text = gettext_noop("Line %(line)s has the same card %(card)s. Accepted, the player is added without it.")
        reasons.append(Sentence(text, {"line": same_card, "card": row.card_number}))
    twin = names.get(like_name(row.surname, row.given_name))
    if twin is not None:
        text = gettext_noop("Line %(line)s has the same name. Accept it if this is somebody else.")
        reasons.append(Sentence(text, {"line": twin}))
    if not reasons:
        return judged
    kept = judged.reasons if judged.status is Status.DOUBTFUL else ()
    without_card = judged.without_card or same_card is not None
    return replace(judged, status=Status.DOUBTFUL, reasons=(*reasons, *kept), without_card=without_card)
