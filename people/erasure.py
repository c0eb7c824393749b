"""Everything that the installation stores about a person: shown to that person, and their name
replaced for good by a number.

The log stays sealed. An additional line in each evening, sealed like any other, says which lines
and standings were changed, and their new digests (``tournaments.log.attested``).
"""

import datetime
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import F, Model, Q
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop

from ground import guards, personal_data
from ground.personal_data import Named, Texts, Wrote
from people.evenings import entries_by_evening, person_of
from scoring.log_check import standing_digest
from scoring.models import (
    Publication,
    Redeal,
    Signature,
)
from scoring.standing import rulings_on
from seasons.models import SeasonPublication
from seasons.season import season_names
from tournaments.circuits import Circuit
from tournaments.entries import forget_players
from tournaments.log import LogKind, in_words, record
from tournaments.log.verification import content_digest
from tournaments.models import Entry, EntryMember, LogEntry, Player, Round, Seat, Table, Tournament
from tournaments.roster import OF_PERSON, number_of
from wording.sentences import refusal

Redaction = Callable[[Any], Any]
"""A text, or a form of JSON with all texts in it, without the name."""

FREE = frozenset(("reason", "text", "who", "file"))
"""Fields of a log line that people wrote."""


class Change(NamedTuple):
    """A row with the fields that are to change and what they become."""

    row: Model
    fields: Mapping[str, Any]


class Plan(NamedTuple):
    """Changes made by forgetting. ``evenings`` are those with a change. ``texts`` are texts that
    people wrote, before and after. ``gone``: the person's row is deleted altogether.
    """

    player: Player
    number: str
    changes: list[Change]
    evenings: list[Tournament]
    texts: list[tuple[str, str]]
    gone: bool

    @property
    def counts(self) -> list[tuple[str, int]]:
        counts = Counter(change.row._meta.label for change in self.changes)
        words = personal_data.kinds()
        return [(_(words[model]), count) for model, count in counts.items()]


def open_evenings(player: Player) -> list[Tournament]:
    """Evenings of the player that are not over. One that nobody has closed counts as over two days
    later, unless a partita of it is in play.
    """
    entered = EntryMember.objects.filter(player=player).values("tournament")
    seated = Seat.objects.filter(player=player).values("round__tournament")
    in_play = Round.objects.filter(stage=Round.Stage.PLAYING).values("tournament")
    yesterday = timezone.localdate() - datetime.timedelta(days=1)
    here = Q(pk__in=entered) | Q(pk__in=seated)
    going_on = Q(date__gte=yesterday) | Q(pk__in=in_play)
    return list(Tournament.objects.filter(here, going_on, closed_at=None).order_by("date", "pk"))


def redaction(
    names: Mapping[str, str],
    alone: Mapping[str, str] | None = None,
    longer_names: Iterable[str] = (),
) -> Redaction:
    """Return a function that replaces ``names`` in a text, as whole words, whatever their case;
    those in ``alone`` only in this spelling. Names in ``longer_names``, which contain one of these,
    are left whole.

    >>> redaction({"Rossi Anna": "Player 17"}, {"Rossi": "Player 17"})("ROSSI  ANNA, Rossini: Rossi and rossi")
    'Player 17, Rossini: Player 17 and rossi'
    """
    several = {_key(name): new for name, new in names.items() if " " in name}
    strict = {**(alone or {}), **{name: new for name, new in names.items() if " " not in name}}
    longer = {_key(name) for name in longer_names}
    loose, exact = _words({**several, **dict.fromkeys(longer)}), _words(strict)
    words = re.compile(rf"(?<!\w)(?:{loose}|(?-i:{exact}))(?!\w)", re.IGNORECASE)
    # A capital İ is an i to the pattern, and none to its key.
    any_new = next(iter(names.values()), "")

    def new(match: re.Match[str]) -> str:
        name, key = match[0], _key(match[0])
        return name if key in longer else several.get(key) or strict.get(name) or any_new

    def redact(value: Any) -> Any:
        if isinstance(value, str):
            return words.sub(new, value)
        if isinstance(value, dict):
            return {redact(key): redact(inner) for key, inner in value.items()}
        return [*map(redact, value)] if isinstance(value, list) else value

    return redact


def _words(names: Iterable[str]) -> str:
    """Pattern that finds each of the names as whole words. It finds nothing if there are no
    names.
    """
    longest_first = sorted(names, key=len, reverse=True)
    patterns = [r"\s+".join(map(re.escape, name.split())) for name in longest_first]
    return "|".join(patterns or ["(?!)"])


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()


def plan_of(player: Player) -> Plan:
    """Plan of what forgetting the player changes. The number of queries does not grow with the
    evenings.
    """
    return _plan(_Own(player))


def _plan(own: "_Own") -> Plan:
    player = own.player
    changes = [*own.changes()]
    touched = {getattr(change.row, "tournament_id", None) for change in changes} - {None}
    evenings = Tournament.objects.filter(pk__in=own.evenings | touched).order_by("date", "pk")
    written = {texts.model for texts in personal_data.texts(Wrote.PEOPLE)}
    texts = [
        (str(getattr(change.row, field)), str(value))
        for change in changes
        if change.row._meta.label in written
        for field, value in change.fields.items()
    ]
    members, seats = EntryMember.objects.filter(player=player), Seat.objects.filter(player=player)
    rows = (members, seats, player.redeals, player.club_years)
    return Plan(player, own.number, changes, [*evenings], texts, not any(map(_exists, rows)))


def _exists(rows: Any) -> bool:
    return bool(rows.exists())


class _Own:
    """Names and evenings of the person. If a namesake played too, only what is certainly this
    person's is changed.
    """

    def __init__(self, player: Player) -> None:
        self.player, self.number = player, number_of(player)
        self.entries = entries_by_evening(player)
        sat = Seat.objects.filter(player=player).values_list("round__tournament_id", flat=True)
        self.evenings = {*self.entries, *sat}
        marks = player.memberships.values_list("mark", flat=True)
        self.marks = {player.card_number, *marks} - {""}
        own = (player.full_name, player.spoken_name)
        self.names = {*own, *self._earlier_names(), *self._merged_names()}
        members = EntryMember.objects.exclude(player=player)
        others = members.filter(tournament__in=self.evenings)
        self.longer = {*self._longer_names()}
        self.words = defaultdict[int, set[str]](set)
        for evening, *names in others.values_list(
            "tournament_id", "player__surname", "player__given_name"
        ):
            self.words[evening].update(" ".join(names).casefold().split())
        namesakes = members.filter(
            player__surname__iexact=player.surname, player__given_name__iexact=player.given_name
        )
        self.namesakes = {*namesakes.values_list("tournament_id", flat=True)}

    def _earlier_names(self) -> Iterator[str]:
        lines = LogEntry.objects.filter(
            tournament__in=self.evenings, kind=LogKind.RENAMED
        ).order_by("-at", "-pk")
        name = self.player.full_name
        for fields in lines.values_list("fields", flat=True):
            if fields.get("player") == name and fields.get("was"):
                name = fields["was"]
                yield name

    def _merged_names(self) -> Iterator[str]:
        own = {"surname": self.player.surname, "given_name": self.player.given_name}
        for merge in self.player.merges.all():
            before = {name: old for name, (old, _new) in merge.changed.items()}
            for names in (own | before, merge.gone):
                gone = Player(surname=names["surname"], given_name=names["given_name"])
                yield from (gone.full_name, gone.spoken_name)

    def _longer_names(self) -> Iterator[str]:
        """Yield other people's names that contain one of the person's: ``De Rossi Anna`` is not
        Rossi Anna.
        """
        own = {_key(name) for name in self.names}
        names = Player.objects.exclude(pk=self.player.pk).values_list("surname", "given_name")
        for surname, given_name in names:
            for name in (f"{surname} {given_name}", f"{given_name} {surname}"):
                if _key(name) not in own and any(one in _key(name) for one in own):
                    yield name

    def redaction(self, names: Iterable[str], alone: Iterable[str] = ()) -> Redaction:
        new, strict = dict.fromkeys(names, self.number), dict.fromkeys(alone, self.number)
        return redaction(new, strict, self.longer)

    def plain(
        self, evening: int | None = None, called: Mapping[str, str] | None = None
    ) -> Redaction:
        """Redaction of texts written by the program: whole names only, including what the player
        was ``called`` there.
        """
        names = () if evening in self.namesakes else self.names
        return redaction(
            dict.fromkeys(names, self.number) | dict(called or {}), longer_names=self.longer
        )

    def free(self, evening: int) -> Redaction:
        """Redaction of texts written by people. It also removes the surname alone, unless somebody
        else there has it, or it is too short to tell from a word.
        """
        if evening in self.namesakes:
            return redaction({})
        surname = self.player.surname
        clashes = self.words[evening] & {*surname.casefold().split()}
        is_clear = len(surname) >= 4 and not clashes
        return self.redaction(self.names, (self.player.short_name, surname) if is_clear else ())

    def changes(self) -> Iterator[Change]:
        """Yield the changes of every row that an app has declared as personal data."""
        for wrote in Wrote:
            for texts in personal_data.texts(wrote):
                yield from self.changes_in(texts)
        for report in personal_data.reports():
            for row, fields in report.forgotten(self.identity):
                yield Change(row, fields)

    def changes_in(self, texts: Texts) -> Iterator[Change]:
        match texts.wrote:
            case Wrote.PUBLISHED:
                return self.publication_changes(texts)
            case Wrote.SEASON:
                return self.season_changes(texts)
            case Wrote.LOG:
                return self.log_changes(texts)
            case Wrote.PEOPLE:
                return self.entry_changes(texts)
            case Wrote.PROGRAM:
                return self.announcement_changes(texts)

    def publication_changes(self, texts: Texts) -> Iterator[Change]:
        rows = rows_of(texts).filter(**{f"{texts.evening}__in": self.entries})
        for row in rows.annotate(evening=F(texts.evening)):
            called = self.called_in.get(row.evening, {})
            yield from _redact_fields(row, self.plain(row.evening, called), *texts.columns)

    @cached_property
    def called_in(self) -> Mapping[int, Mapping[str, str]]:
        """Names that a published standing has for this person, each with its new one, by evening."""
        called = defaultdict[int, dict[str, str]](dict)
        for publication in Publication.objects.filter(tournament__in=self.entries):
            evening = publication.tournament_id
            called[evening] |= {
                name: self.anew(name)
                for name, key in publication.named.items()
                if key == self.entries[evening].pk
            }
        return called

    def anew(self, name: str) -> str:
        for mark in self.marks:
            name = name.removesuffix(f" ({mark})")
        words = self.names | {self.player.short_name, self.player.surname}
        return str(self.redaction(self.names, words)(name))

    def season_changes(self, texts: Texts) -> Iterator[Change]:
        publications = SeasonPublication.objects.filter(
            circuit__tournaments__in=self.entries
        ).distinct()
        circuits = {publication.circuit_id for publication in publications}
        entries = defaultdict[int | None, list[Entry]](list)
        played = Entry.objects.filter(tournament__circuit__in=circuits).select_related("tournament")
        for entry in played.with_players().order_by("tournament__date", "tournament", "pk"):
            entries[entry.tournament.circuit_id].append(entry)
        for publication in publications:
            own = entries[publication.circuit_id]
            called = {
                name: self.anew(name)
                for spoken in (False, True)
                for who, name in season_names(own, spoken).items()
                if self.player.pk in who
            }
            met = next(
                (entry.tournament_id for entry in own if entry.tournament_id in self.namesakes),
                None,
            )
            yield from _redact_fields(publication, self.plain(met, called), *texts.columns)

    def log_changes(self, texts: Texts) -> Iterator[Change]:
        """Yield changes of the lines of all logs that have the name. An entry that was undone also
        left its name in one. Lines of a namesake are left out.
        """
        plain = self.plain()
        free = {evening: self.free(evening) for evening in self.evenings}
        lines = rows_of(texts).exclude(tournament=None).order_by("tournament", "sequence")
        for line in lines.iterator():
            evening = line.tournament_id or 0
            if evening in self.namesakes:
                own = self.entries.get(evening)
                if own is None or line.fields.get("number") != own.number:
                    continue
            fields = {
                key: (free.get(evening, plain) if key in FREE else plain)(value)
                for key, value in line.fields.items()
            }
            if fields != line.fields:
                yield Change(line, {"fields": fields})

    def entry_changes(self, texts: Texts) -> Iterator[Change]:
        rows = rows_of(texts).filter(**{f"{texts.evening}__in": self.evenings})
        for row in rows.annotate(evening=F(texts.evening)):
            yield from _redact_fields(row, self.free(row.evening), *texts.columns)

    def announcement_changes(self, texts: Texts) -> Iterator[Change]:
        rows = rows_of(texts)
        if not texts.evening:
            for row in rows:
                yield from _redact_fields(row, self.plain(), *texts.columns)
            return
        rows = rows.filter(**{f"{texts.evening}__in": self.evenings})
        for row in rows.annotate(evening=F(texts.evening)):
            yield from _redact_fields(row, self.plain(row.evening), *texts.columns)

    @property
    def identity(self) -> Named:
        """The person as other apps look for them. Evenings with a namesake are left out: people
        have to decide there.
        """
        evenings = frozenset(self.evenings - self.namesakes)
        card = self.player.card_number or ""
        return Named(self.player.pk, frozenset(self.names), self.number, card, evenings)


def rows_of(texts: Texts) -> Any:
    return apps.get_model(texts.model)._default_manager.all()


def _redact_fields(row: Model, redact: Redaction, *fields: str) -> Iterator[Change]:
    new = {field: redact(getattr(row, field)) for field in fields}
    new = {field: value for field, value in new.items() if value != getattr(row, field)}
    if new:
        yield Change(row, new)


@transaction.atomic
def forget(*, player: Player, author: User | None) -> Plan:
    """Irreversible. Deletes players who never played and never paid; others keep a row without a
    name, because the accounts need their fees. The caller clears cached pages.
    """
    locked = Player.objects.select_for_update().get(pk=player.pk)
    if still := open_evenings(locked):
        raise refusal(
            gettext_lazy(
                "%(player)s is in an evening that is not over: %(evenings)s. Close it first."
            ),
            "still_playing",
            player=locked.full_name,
            evenings=", ".join(evening.name for evening in still),
        )
    own = _Own(locked)
    plan = _plan(own)
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA secure_delete = ON")  # else the name could be read in the file
    with guards.guards_off(connection):
        for change in plan.changes:
            for field, value in change.fields.items():
                setattr(change.row, field, value)
            change.row.save(update_fields=[*change.fields])
    personal_data.forget_own(own.identity)
    changed = [change.row for change in plan.changes]
    circuits = {row.pk for row in changed if isinstance(row, Circuit)}
    circuits |= {row.circuit_id for row in changed if isinstance(row, SeasonPublication)}
    Circuit.objects.filter(Q(pk__in=circuits) | Q(guests=locked)).count_change()
    locked.apart.clear()
    installation = any(isinstance(row, LogEntry) and row.tournament_id is None for row in changed)
    for tournament in (*plan.evenings, *([None] if installation else [])):
        _record(tournament, plan, author)
    if plan.gone:
        forget_players([locked.pk])
    return plan


def _record(tournament: Tournament | None, plan: Plan, author: User | None) -> None:
    """Log what was forgotten. ``tournament`` None is the installation's own log."""
    key = None if tournament is None else tournament.pk
    lines, standings = {}, {}
    for row, _fields in plan.changes:
        if isinstance(row, LogEntry) and row.tournament_id == key:
            lines[str(row.sequence)] = content_digest(row)
        elif isinstance(row, Publication) and row.tournament_id == key:
            standings[str(row.number)] = standing_digest(row)
    record(
        tournament,
        LogKind.FORGOTTEN,
        gettext_noop(
            "A person's name was removed for good: %(player)s from now on. Lines changed: %(count)s."
        ),
        author=author,
        player=plan.number,
        count=len(lines),
        lines=lines,
        standings=standings,
    )


# --- as one form of JSON, for the person who asks for it

FORM = "king-person-1"
OF_MERGED = "surname given_name card_number club email".split()
OF_ENTRY = """
    number name wind wind_number present unranked fills fee_paid withdrawn_at withdrawn_because
""".split()
OF_RULING = """
    kind hand offender effect article reason created_at revoked_at revoked_because
""".split()


def stored_data(player: Player) -> dict[str, Any]:
    """Return everything that is stored about the player, ready for JSON. Mails are not included;
    the caller adds them.
    """
    seats = Seat.objects.filter(player=player).select_related("table__round__tournament")
    entries = Entry.objects.filter(members__player=player).select_related("tournament")
    way = "sheet__table__round__tournament"
    signatures, redeals = (
        model._default_manager.filter(player=player).select_related(way)
        for model in (Signature, Redeal)
    )
    own = _Own(player)
    plan = _plan(own)
    return {
        "form": FORM,
        "person": _facts(player, "pk", *OF_PERSON)
        | {"apart": [other.full_name for other in player.apart.all()]},
        "merged": [
            _facts(merge, "created_at") | {name: merge.gone[name] for name in OF_MERGED}
            for merge in player.merges.all()
        ],
        "member": [_facts(year, "year", "fee", "paid_on") for year in player.club_years.all()],
        "entries": [
            {"evening": _facts(entry.tournament, "code", "name", "date")} | _facts(entry, *OF_ENTRY)
            for entry in entries.order_by("tournament", "number")
        ],
        "seats": [
            _place(seat.table) | _facts(seat, "wind", "from_hand") for seat in seats.order_by("pk")
        ],
        "results": [
            {"evening": evening.tournament.code}
            | _facts(evening, "official", "place", "count", "match_points", "total")
            | {"rested": {number: str(points) for number, points in evening.rests.items()}}
            | {
                "partite": [
                    _facts(partita, "number", "wind", "place", "count", "match_points", "total")
                    for partita in evening.partite
                ]
            }
            for evening in person_of(player).evenings
        ],
        "rulings": [
            _place(ruling.sheet.table) | _facts(ruling, *OF_RULING) for ruling in rulings_on(player)
        ],
        "signatures": [
            _place(signature.sheet.table) | _facts(signature, "wind", "created_at")
            for signature in signatures
        ],
        "redeals": [
            _place(redeal.sheet.table) | _facts(redeal, "hand", "created_at") for redeal in redeals
        ],
        **{report.name: report.disclosed(own.identity) for report in personal_data.reports()},
        "texts": [before for before, _after in plan.texts],
        "log": [
            _facts(change.row, "sequence", "at") | {"words": in_words(change.row)}
            for change in plan.changes
            if isinstance(change.row, LogEntry)
        ],
    }


def _place(table: Table) -> dict[str, Any]:
    round_ = table.round
    return {"evening": round_.tournament.code, "partita": round_.number, "table": table.number}


def _facts(row: object, *names: str) -> dict[str, Any]:
    """Fields of these ``names``: exact numbers as text, moments in ISO form."""
    facts = {name: getattr(row, name) for name in names}
    for name, value in facts.items():
        if isinstance(value, datetime.date):
            facts[name] = value.isoformat()
        elif isinstance(value, Fraction | Decimal):
            facts[name] = str(value)
    return facts
