"""The club's roster: previews of files, additions from them, whether somebody is on it, and
searches.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from django.conf import settings
from django.db import connection, models, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, TextField, Value
from django.db.models.functions import Replace
from django.utils import translation
from django.utils.translation import gettext, gettext_lazy as _, gettext_noop

from ground.guards import Author
from ground.names import FEW_LETTERS, clean_text, nearly, same_name, split_name
from ground.personal_data import Named
from king.words import card_key, folded
from tournaments.list_reading.rows import Known, RosterRow
from tournaments.log import LogKind, record
from tournaments.models import EntryMember, Player, Tournament
from tournaments.name_similarity import Likeness, keys_asked, keys_under, likeness, spellings
from tournaments.namesakes import mark_namesakes
from wording.sentences import Sentence


@transaction.atomic
def save_player(*, player: Player, author: Author) -> Player:
    was = Player.objects.select_for_update().filter(pk=player.pk).first()
    player.save()
    mark_namesakes(
        *player.memberships.filter(tournament__closed_at=None).values_list("tournament", flat=True)
    )
    if was and was.full_name != player.full_name:
        sentence = gettext_noop("Name corrected on the roster: %(was)s is now %(player)s.")
        here = Q(members__player=player) | Q(rounds__seats__player=player)
        log_of_player(
            Tournament.objects.filter(here),
            player,
            LogKind.RENAMED,
            sentence,
            author,
            was=was.full_name,
        )
    if was and was.name_for_paper != player.name_for_paper:
        sentence = gettext_noop("From now on paper writes the name of %(player)s differently.")
        evenings = Tournament.objects.filter(pk__in=player.memberships.values("tournament"))
        evenings.count_change(is_published=True)  # papers of the closed ones too
        log_of_player(evenings.filter(closed_at=None), player, LogKind.RENAMED, sentence, author)
    return player


def who_could_agree(tournament: Tournament | None = None) -> QuerySet[Player]:
    """Players with an address who have not agreed to e-mails, of the roster or of one evening."""
    people = Player.objects.filter(is_house=False, emails_agreed=False).exclude(email="")
    return (
        people.exclude(invented())
        if tournament is None
        else people.filter(memberships__tournament=tournament)
    )


def log_of_player(
    evenings: QuerySet[Tournament],
    player: Player,
    kind: LogKind,
    sentence: str,
    author: Author,
    **fields: str,
) -> None:
    for tournament in evenings.distinct().order_by("pk"):
        record(tournament, kind, sentence, author, player=player.full_name, **fields)


def invented() -> Q:
    """Condition on players: they have played in trial evenings only."""
    seats = EntryMember.objects.filter(player=OuterRef("pk"))
    return Q(
        Exists(seats.filter(tournament__is_demo=True)),
        ~Exists(seats.filter(tournament__is_demo=False)),
    )


def people_for(tournament: Tournament) -> QuerySet[Player]:
    """Players who may sit in this evening. People invented for trial evenings may sit in trial
    evenings only.
    """
    people = Player.objects.filter(is_house=False)
    return people if tournament.is_demo else people.exclude(invented())


def players_for(tournament: Tournament | None) -> QuerySet[Player]:
    if tournament is None:
        return Player.objects.filter(is_house=False)
    return people_for(tournament).exclude(memberships__tournament=tournament)


def players_of_last_time(tournament: Tournament) -> QuerySet[Player]:
    """Players who were in the hall at the last evening, of the same circuit if there is one."""
    earlier = Tournament.objects.filter(is_demo=False, made_of=None, date__lte=tournament.date)
    earlier = earlier.exclude(pk=tournament.pk).exclude(entries=None)
    newest = earlier.order_by("-date", "-pk")
    last = newest.filter(circuit=tournament.circuit).first() if tournament.circuit_id else None
    last = None if tournament.is_demo else last or newest.first()
    here = EntryMember.objects.filter(tournament=last, entry__present=True)
    return Player.objects.filter(is_house=False, pk__in=here.values("player"))


def who_may_come(tournament: Tournament) -> QuerySet[Player]:
    """Players who are not entered, or whose entry is not in the hall now."""
    away = tournament.members.filter(entry__present=False, entry__withdrawn_at=None)
    free = players_for(tournament).values("pk")
    return Player.objects.filter(Q(pk__in=free) | Q(pk__in=away.values("player"), is_house=False))


def not_entered(tournament: Tournament, players: Iterable[Player]) -> list[Player]:
    entered = set(tournament.members.values_list("player", flat=True))
    return [player for player in players if player.pk not in entered]


def find_players(
    text: str,
    tournament: Tournament | None = None,
    limit: int = 8,
    among: QuerySet[Player] | None = None,
) -> list[Player]:
    """Players for whom each typed word begins a word of their name or card. Accents, capitals and
    apostrophes are ignored. A surname of two words may be typed as one: ``lopresti`` finds Lo
    Presti. If nobody matches, umlauts may be spelled out: ``mueller`` finds Müller.
    """
    words = folded(clean_text(text[:200])).split()[:6]
    if not words:
        return []
    people = matching = players_for(tournament) if among is None else among
    for word in words:
        matching = matching.filter(search__contains=f" {word}")
    matches = list(matching[:limit])
    if not matches and len(words) == 1:
        in_one = people.annotate(
            in_one=Replace("search", Value(" "), Value(""), output_field=TextField())
        )
        matches = list(in_one.filter(in_one__startswith=words[0])[:limit])
    if not matches and any(map(str.isdigit, text)):
        holders = Player.objects.with_card(clean_text(text[:200])).values("pk")
        matches = list(people.filter(pk__in=holders)[:limit])
    if not matches and (as_umlauts := _TWO_LETTERS.sub(r"\1", " ".join(words))) != " ".join(words):
        matches = find_players(as_umlauts, tournament, limit, among)
    return matches


_TWO_LETTERS = re.compile("([aou])e")
"""Pairs of letters that are typed for ä, ö, ü on a keyboard without them."""


def nearly_called(
    text: str,
    tournament: Tournament | None = None,
    limit: int = 8,
    among: QuerySet[Player] | None = None,
) -> list[Player]:
    words = folded(clean_text(text[:200])).split()[:6]
    people = players_for(tournament) if among is None else among
    if not words or max(map(len, words)) < FEW_LETTERS:
        return []
    searched = people.order_by("search", "pk").values_list("pk", "search")
    keys = [pk for pk, search in searched if nearly(words, search.split())][:limit]
    whole = RosterIndex.load().alike(*split_name(text)) if len(words) > 1 else []
    free = people.in_bulk(dict.fromkeys([*keys, *(member.pk for member in whole)]))
    return list(free.values())[:limit]


_ROSTER_LOCK = 0x6B696E67  # any number, the same in every process


class Status(models.TextChoices):
    NEW = "new", _("new")
    KNOWN = "known", _("already on the roster")
    DOUBTFUL = "doubtful", _("doubtful")
    REFUSED = "refused", _("refused")


class Member(NamedTuple):
    """The fields of a person of the roster that comparing names needs."""

    pk: int
    card_number: str
    surname: str
    given_name: str
    club: str

    @property
    def label(self) -> str:
        marks = [mark for mark in (self.card_number, self.club) if mark]
        name = f"{self.surname} {self.given_name}".strip()
        return f"{name} ({', '.join(marks)})" if marks else name


class Judged(NamedTuple):
    """A line of a list with its status, the reason, and the members of the roster that it is or may
    be.
    """

    row: RosterRow
    status: Status
    reasons: tuple[Sentence, ...]
    member: Member | None = None
    candidates: tuple[Member, ...] = ()
    without_card: bool = False

    @property
    def player(self) -> Player:
        card_number = "" if self.without_card else self.row.card_number
        return self.row.player(card_number)

    @property
    def line(self) -> int:
        return self.row.line

    @property
    def key(self) -> int:
        return self.row.key

    @property
    def reason(self) -> str:
        return " ".join(map(str, self.reasons))


class RosterIndex:
    """The roster in memory, by card and by name: one query for any number of lines."""

    def __init__(self) -> None:
        self.members: list[Member] = []
        self.by_card: dict[str, Member] = {}
        self.by_bare_card: defaultdict[str, list[Member]] = defaultdict(list)
        """By the card without the zeros before it."""
        self.by_name: defaultdict[str, list[Member]] = defaultdict(list)
        self.by_spelling: defaultdict[str, list[Member]] = defaultdict(list)

    @classmethod
    def load(cls, tournament: Tournament | None = None) -> RosterIndex:
        """Load the roster, or only the players who may sit in this evening."""
        fields = ("pk", "card_number", "surname", "given_name", "club")
        people = players_for(None) if tournament is None else people_for(tournament)
        index = cls()
        for values in people.order_by().values_list(*fields):
            index.add(Member(*values))
        return index

    @classmethod
    def lock_and_load(cls, tournament: Tournament | None = None) -> RosterIndex:
        """Lock the roster and load it, for a transaction that adds players. One such transaction
        runs at a time, so that a second click finds the players of the first. SQLite has a single
        writer anyway.
        """
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_ROSTER_LOCK])
        return cls.load(tournament)

    def add(self, member: Member) -> None:
        self.members.append(member)
        if member.card_number:
            self.by_card[card_key(member.card_number)] = member
            self.by_bare_card[bare_card(member.card_number)].append(member)
        self.by_name[same_name(member.surname, member.given_name)].append(member)
        for spelling in spellings(member.surname, member.given_name):
            self.by_spelling[spelling].append(member)

    @cached_property
    def known(self) -> Known:
        """Return the roster in the form that the reader of lists needs."""
        return Known(
            spellings=frozenset(self.by_spelling),
            cards={
                card: frozenset(folded(member.label).split())
                for card, member in self.by_card.items()
            },
            clubs=frozenset(folded(member.club) for member in self.members if member.club),
            given_names=frozenset(folded(member.given_name) for member in self.members),
        )

    def with_nearly_this_card(self, card: str) -> list[Member]:
        """Members whose card differs only by leading zeros."""
        return [] if card_key(card) in self.by_card else self.by_bare_card.get(bare_card(card), [])

    def called(self, *name: str) -> list[Member]:
        keys = spellings(*name)
        return list(dict.fromkeys(who for key in keys for who in self.by_spelling.get(key, ())))

    @cached_property
    def by_key(self) -> Mapping[str, list[Member]]:
        """Members by the keys that similar names share. Built only once a name is looked for that
        nobody has.
        """
        by_key = defaultdict(list)
        for member in self.members:
            for key in keys_under((member.surname, member.given_name)):
                by_key[key].append(member)
        return by_key

    def near(self, surname: str, given_name: str, *kinds: Likeness) -> list[Member]:
        name = (surname, given_name)
        keys = keys_asked(name)
        allowed = kinds or (Likeness.LETTER, Likeness.INITIAL)
        return [
            member
            for member in dict.fromkeys(who for key in keys for who in self.by_key.get(key, ()))
            if likeness(name, (member.surname, member.given_name)) in allowed
        ]

    def alike(self, surname: str, given_name: str) -> list[Member]:
        return self.called(surname, given_name) or self.near(surname, given_name)


def bare_card(card: str) -> str:
    return card_key(card).lstrip("0")


SAME_BUT_FOR_ZEROS = gettext_noop("The roster has almost this card: %(members)s. Is it the same?")


def _differ(first: str, second: str) -> bool:
    return bool(first) and bool(second) and folded(first) != folded(second)


def _contradicts(row: RosterRow, member: Member) -> bool:
    cards = {card_key(card) for card in (row.card_number, member.card_number) if card}
    return len(cards) > 1 or _differ(row.club, member.club)


def _share_a_word(row: RosterRow, member: Member) -> bool:
    words = set(folded(row.full_name).split())
    return bool(words & set(folded(f"{member.surname} {member.given_name}").split()))


NEARLY = {
    Likeness.LETTER: gettext_noop("Did you mean %(members)s? The names differ by one letter."),
    Likeness.INITIAL: gettext_noop("Did you mean %(members)s? The name is missing or cut short."),
}


def judge(row: RosterRow, index: RosterIndex) -> Judged:
    if row.fatal:
        return Judged(row, Status.REFUSED, row.faults)
    card = row.card_number
    if holder := index.by_card.get(card_key(card)) if card else None:
        return _judge_holder(row, holder)
    if card and (nearly := index.with_nearly_this_card(card)):
        return _doubtful(row, naming(SAME_BUT_FOR_ZEROS, nearly), nearly)

    namesakes = index.by_name.get(same_name(row.surname, row.given_name), [])
    agreeing = [member for member in namesakes if not _contradicts(row, member)]
    if len(agreeing) == 1:
        text = gettext_noop("Already on the roster: %(member)s.")
        return _judge_member(row, Sentence(text, member=agreeing[0].label), agreeing[0])
    if namesakes:
        text = gettext_noop(
            "The roster has the same name: %(members)s. Accept it if this is somebody else."
        )
        return _doubtful(row, naming(text, agreeing or namesakes), agreeing or namesakes)
    if alike := index.called(row.surname, row.given_name):
        text = gettext_noop(
            "The roster has a name that differs only by accents, capitals, blanks or the order of its words: "
            "%(members)s. Accept it if this is somebody else."
        )
        return _doubtful(row, naming(text, alike), alike)
    for kinds, text in NEARLY.items():
        if near := index.near(row.surname, row.given_name, kinds):
            return _doubtful(row, naming(text, near), near)
    if row.faults:
        return Judged(row, Status.DOUBTFUL, row.faults)
    return Judged(row, Status.NEW, (Sentence(gettext_noop("Not on the roster yet.")),))


def _judge_holder(row: RosterRow, holder: Member) -> Judged:
    fields = {"card": holder.card_number, "member": holder.label}
    if _share_a_word(row, holder):
        text = gettext_noop("Card %(card)s is already on the roster: %(member)s.")
        judged = _judge_member(row, Sentence(text, fields), holder)
        return judged._replace(without_card=judged.status is Status.DOUBTFUL)
    text = gettext_noop(
        "Card %(card)s belongs to another name on the roster, %(member)s. If accepted, the player is added without it."
    )
    return _doubtful(row, Sentence(text, fields), [holder])._replace(without_card=True)


def _judge_member(row: RosterRow, reason: Sentence, member: Member) -> Judged:
    """Result for a member that was found. If the line has a fault it is asked about, because the
    member would be entered.
    """
    if row.faults:
        return _doubtful(row, reason, [member])
    return Judged(row, Status.KNOWN, (reason,), member, (member,))


def _doubtful(row: RosterRow, reason: Sentence, members: Sequence[Member]) -> Judged:
    return Judged(row, Status.DOUBTFUL, (reason, *row.faults), None, tuple(members))


def naming(text: str, members: Sequence[Member]) -> Sentence:
    return Sentence(text, members=gettext("; ").join(member.label for member in members[:5]))


def judge_all(rows: Iterable[RosterRow], index: RosterIndex) -> tuple[Judged, ...]:
    cards: dict[str, int] = {}
    names: dict[str, int] = {}
    answers = []
    for row in rows:
        judged = judge(row, index)
        # People who are left out anyway cannot conflict with anybody.
        if row.says is None and judged.status in (Status.NEW, Status.DOUBTFUL):
            judged = _against_earlier(judged, cards, names)
            for spelling in spellings(row.surname, row.given_name) if row.full_name else ():
                names.setdefault(spelling, row.line)
            if row.card_number and not judged.without_card:
                cards.setdefault(bare_card(row.card_number), row.line)
        answers.append(judged)
    return tuple(answers)


def _against_earlier(judged: Judged, cards: dict[str, int], names: dict[str, int]) -> Judged:
    row = judged.row
    reasons = []
    same_card = cards.get(bare_card(row.card_number)) if row.card_number else None
    if same_card is not None:
        text = gettext_noop(
            "Line %(line)s has the same card %(card)s. If accepted, the player is added without it."
        )
        reasons.append(Sentence(text, line=same_card, card=row.card_number))
    if twins := [names[key] for key in spellings(row.surname, row.given_name) if key in names]:
        text = gettext_noop("Line %(line)s has the same name. Accept it if this is somebody else.")
        reasons.append(Sentence(text, line=min(twins)))
    if not reasons:
        return judged
    reasons_before = judged.reasons if judged.status is Status.DOUBTFUL else ()
    without_card = judged.without_card or same_card is not None
    return judged._replace(
        status=Status.DOUBTFUL, reasons=(*reasons, *reasons_before), without_card=without_card
    )


# --- the members of the club, year by year, and what they have paid


def number_of(player: Player) -> str:
    """Name to show for a player who has none: ``Player 17``, in the site's own language."""
    with translation.override(settings.KING_LANGUAGE):
        return gettext("Player %(number)d") % {"number": player.pk}


def is_forgotten(player: Player) -> bool:
    return player.surname == number_of(player)


OF_PERSON = (
    "surname",
    "given_name",
    "name_for_paper",
    "club",
    "card_number",
    "email",
    "emails_agreed",
    "page_code",
    "page_agreed_at",
    "page_agreed_by",
    "at_wind",
    "at_table",
)
"""Columns of a player's row that belong to the person. They are emptied when the person is
forgotten."""


def empty_person(person: Named) -> None:
    player = Player.objects.get(pk=person.player)
    blank = Player(surname=person.number)
    for name in OF_PERSON:
        setattr(player, name, getattr(blank, name))
    player.save()
    player.memberships.update(mark="")
