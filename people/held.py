"""All that the installation holds on a person: told to whoever it is, and the name taken away for
good, for a number. The log keeps its seals: a further line of each evening, sealed like any other,
says which lines and standings were changed and what they are since (``tournaments.log.attested``).
"""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import F, Model, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy, gettext_noop

from ground import guards
from people.evenings import person_of
from scoring.log_check import standing_digest
from scoring.models import (
    Call,
    FinalHold,
    Protest,
    Publication,
    Redeal,
    Ruling,
    Settlement,
    Signature,
)
from scoring.standing import rulings_on
from seasons.models import SeasonPosting
from seasons.season import season_names
from tournaments.circuits import Circuit
from tournaments.entries import forget_players
from tournaments.log import LogKind, in_words, record
from tournaments.log.checking import content_digest
from tournaments.models import (
    Entry,
    EntryMember,
    LogEntry,
    Player,
    Round,
    Seat,
    Table,
    Tournament,
)
from tournaments.roster import number_of
from wording.sentences import refusal

Redaction = Callable[[Any], Any]
"""A text, or a form of JSON with all texts in it, without the name."""

WRITTEN: tuple[tuple[type[Model], str, tuple[str, ...]], ...] = (
    (Ruling, "sheet__table__round__tournament", ("reason", "revoked_because")),
    (Protest, "table__round__tournament", ("who", "text", "answer")),
    (Call, "table__round__tournament", ("text",)),
    (Settlement, "tournament", ("reason", "source", "revoked_because")),
    (Entry, "tournament", ("name", "withdrawn_because")),
)
"""Texts that people wrote, with the way to their evening: a surname alone may stand there."""

FREE = frozenset(("reason", "text", "who", "file"))
"""Fields of a log line that people wrote."""


@dataclass(frozen=True)
class Change:
    """A row with the fields that are to change and what they become."""

    row: Model
    fields: Mapping[str, Any]


@dataclass(frozen=True)
class Plan:
    """Changes made by forgetting: ``evenings`` where anything is changed, ``texts`` that people
    wrote, before and after; ``gone``: nothing is left to stand under the number.
    """

    player: Player
    number: str
    changes: tuple[Change, ...]
    evenings: tuple[Tournament, ...]
    texts: tuple[tuple[str, str], ...]
    gone: bool

    @property
    def counts(self) -> list[tuple[str, int]]:
        return [
            (str(name), count)
            for name, count in Counter(
                change.row._meta.verbose_name_plural for change in self.changes
            ).items()
        ]


def open_evenings(player: Player) -> list[Tournament]:
    """One that nobody has closed is over two days later, unless a partita of it is in play."""
    entered = EntryMember.objects.filter(player=player).values("tournament")
    seated = Seat.objects.filter(player=player).values("round__tournament")
    in_play = Round.objects.filter(stage=Round.Stage.PLAYING).values("tournament")
    yesterday = timezone.localdate() - datetime.timedelta(days=1)
    here, going_on = (
        Q(pk__in=entered) | Q(pk__in=seated),
        Q(date__gte=yesterday) | Q(pk__in=in_play),
    )
    return list(Tournament.objects.filter(here, going_on, closed_at=None).order_by("date", "pk"))


def redaction(names: Mapping[str, str], alone: Mapping[str, str] | None = None) -> Redaction:
    """Each of ``names`` as what it becomes, wherever it stands as whole words; those ``alone`` in
    just these letters.

    >>> redaction({"Rossi Anna": "Player 17"}, {"Rossi": "Player 17"})("ROSSI  ANNA, Rossini: Rossi and rossi")
    'Player 17, Rossini: Player 17 and rossi'
    """
    several = {_key(name): new for name, new in names.items() if " " in name}
    strict = {**(alone or {}), **{name: new for name, new in names.items() if " " not in name}}

    def pattern(words: Mapping[str, str], flags: int) -> re.Pattern[str] | None:
        patterns = [
            r"\s+".join(map(re.escape, word.split()))
            for word in sorted(words, key=len, reverse=True)
        ]
        return re.compile(rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)", flags) if patterns else None

    loose, exact = pattern(several, re.IGNORECASE), pattern(strict, 0)
    any_new = next(
        iter(names.values()), ""
    )  # a capital İ is an i to the pattern, and none to its key

    def redact(value: Any) -> Any:
        if isinstance(value, str):
            if loose is not None:
                value = loose.sub(lambda match: several.get(_key(match[0]), any_new), value)
            return value if exact is None else exact.sub(lambda match: strict[match[0]], value)
        if isinstance(value, dict):
            return {redact(key): redact(inner) for key, inner in value.items()}
        return [*map(redact, value)] if isinstance(value, list) else value

    return redact


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()


def plan_of(player: Player) -> Plan:
    """As many queries for one evening as for two hundred."""
    number, own = number_of(player), _Own(player)
    changes: list[Change] = [
        *own.posted(number),
        *own.logged(number),
        *own.written(number),
        *own.announced(number),
    ]
    touched = {
        change.row.tournament_id for change in changes if hasattr(change.row, "tournament_id")
    }
    evenings = tuple(
        Tournament.objects.filter(pk__in={*own.evenings, *touched}).order_by("date", "pk")
    )
    written = tuple(
        (str(getattr(change.row, field)), str(value))
        for change in changes
        if isinstance(change.row, Ruling | Protest | Call | Settlement)
        for field, value in change.fields.items()
    )
    kept = (
        EntryMember.objects.filter(player=player).exists()
        or Seat.objects.filter(player=player).exists()
    )
    kept = kept or player.redeals.exists() or player.club_years.exists()
    return Plan(player, number, tuple(changes), evenings, written, not kept)


class _Own:
    """The person's names and evenings. Where a namesake played too, only what is surely this
    person's is changed.
    """

    def __init__(self, player: Player) -> None:
        self.player = player
        self.entries = {
            entry.tournament_id: entry
            for entry in Entry.objects.filter(members__player=player).with_players()
        }
        sat = Seat.objects.filter(player=player).values_list("round__tournament_id", flat=True)
        self.evenings = {*self.entries, *sat}
        self.names = {
            player.full_name,
            player.spoken_name,
            *self._earlier_names(),
            *self._merged_names(),
        }
        others = EntryMember.objects.filter(tournament__in=self.evenings).exclude(player=player)
        self.words: dict[int, set[str]] = {}
        for evening, surname, given_name in others.values_list(
            "tournament_id", "player__surname", "player__given_name"
        ):
            self.words.setdefault(evening, set()).update(
                f"{surname} {given_name}".casefold().split()
            )
        namesakes = EntryMember.objects.exclude(player=player).filter(
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
        for merge in self.player.merges.all():
            before = {name: old for name, (old, _new) in merge.changed.items()}
            own = self.player.surname, self.player.given_name
            named = [(before.get("surname", own[0]), before.get("given_name", own[1]))]
            for surname, given_name in [*named, (merge.gone["surname"], merge.gone["given_name"])]:
                gone = Player(surname=surname, given_name=given_name)
                yield from (gone.full_name, gone.spoken_name)

    def plain(
        self, number: str, evening: int | None = None, called: Mapping[str, str] | None = None
    ) -> Redaction:
        """For what the program wrote: whole names alone, and what he was ``called`` there."""
        names = () if evening in self.namesakes else self.names
        return redaction(dict.fromkeys(names, number) | dict(called or {}))

    def free(self, evening: int, number: str) -> Redaction:
        """For what people wrote: the surname alone too, unless somebody else there has it, or it is
        too short to be told from a word.
        """
        if evening in self.namesakes:
            return redaction({})
        player = self.player
        taken = self.words.get(evening, set()) & {*player.surname.casefold().split()}
        short = (
            {player.short_name, player.surname} if len(player.surname) >= 4 and not taken else set()
        )
        return redaction(dict.fromkeys(self.names, number), dict.fromkeys(short, number))

    def posted(self, number: str) -> Iterator[Change]:
        publications = list(
            Publication.objects.filter(tournament__in=self.entries).select_related("tournament")
        )
        of_evening: dict[int, dict[str, str]] = {}
        for publication in publications:
            evening = publication.tournament_id
            called = {
                name: self.anew(name, number)
                for name, key in publication.named.items()
                if key == self.entries[evening].pk
            }
            of_evening.setdefault(evening, {}).update(called)
            redact = self.plain(number, evening, called)
            yield from _changed(publication, redact, "standings", "erratum", "corrections", "named")
        for hold in FinalHold.objects.filter(tournament__in=self.entries):
            called = of_evening.get(hold.tournament_id, {})
            yield from _changed(hold, self.plain(number, hold.tournament_id, called), "steps")
        yield from self._seasons(number)

    def anew(self, name: str, number: str) -> str:
        words = self.names | {self.player.short_name, self.player.surname}
        name_said = redaction(dict.fromkeys(self.names, number), dict.fromkeys(words, number))(name)
        return str(name_said)

    def _seasons(self, number: str) -> Iterator[Change]:
        postings = SeasonPosting.objects.filter(circuit__tournaments__in=self.entries).distinct()
        circuits = {posting.circuit_id for posting in postings}
        entries: dict[int, list[Entry]] = {}
        evenings = Entry.objects.filter(tournament__circuit__in=circuits).select_related(
            "tournament"
        )
        for entry in evenings.with_players().order_by("tournament__date", "tournament", "pk"):
            entries.setdefault(entry.tournament.circuit_id or 0, []).append(entry)
        for posting in postings:
            called = {
                name: self.anew(name, number)
                for spoken in (False, True)
                for who, name in season_names(entries[posting.circuit_id], spoken).items()
                if self.player.pk in who
            }
            met = any(
                entry.tournament_id in self.namesakes for entry in entries[posting.circuit_id]
            )
            redact = redaction(({} if met else dict.fromkeys(self.names, number)) | called)
            yield from _changed(posting, redact, "standings", "erratum", "named")

    def logged(self, number: str) -> Iterator[Change]:
        """Lines of every log: an entry that was taken back left its name in one. A namesake's own
        lines stay.
        """
        plain = self.plain(number)
        free = {evening: self.free(evening, number) for evening in self.evenings}
        for line in (
            LogEntry.objects.exclude(tournament=None).order_by("tournament", "sequence").iterator()
        ):
            evening = line.tournament_id or 0
            if evening in self.namesakes and (
                evening not in self.entries
                or line.fields.get("number") != self.entries[evening].number
            ):
                continue
            fields = {
                key: (free.get(evening, plain) if key in FREE else plain)(value)
                for key, value in line.fields.items()
            }
            if fields != line.fields:
                yield Change(line, {"fields": fields})

    def written(self, number: str) -> Iterator[Change]:
        for model, way, fields in WRITTEN:
            rows = model._default_manager.filter(**{f"{way}__in": self.evenings}).annotate(
                evening=F(way)
            )
            for row in rows:
                yield from _changed(row, self.free(row.evening, number), *fields)
        for round_ in Round.objects.filter(tournament__in=self.evenings):
            yield from _changed(round_, self.plain(number, round_.tournament_id), "seating_note")

    def announced(self, number: str) -> Iterator[Change]:
        plain = self.plain(number)
        for tournament in Tournament.objects.all():
            yield from _changed(
                tournament, plain, "prizes", "arbiter", "called_up", "standing_settings"
            )
        for circuit in Circuit.objects.all():
            yield from _changed(circuit, plain, "prizes", "settings")


def _changed(row: Model, redact: Redaction, *fields: str) -> Iterator[Change]:
    new = {field: redact(getattr(row, field)) for field in fields}
    new = {field: value for field, value in new.items() if value != getattr(row, field)}
    if new:
        yield Change(row, new)


@transaction.atomic
def forget(*, player: Player, author: User | None) -> Plan:
    """Nothing brings him back. A person in no evening who was no member goes altogether: the club's
    books need the fees. Mails, documents and pages that are kept elsewhere are the caller's.
    """
    held = Player.objects.select_for_update().get(pk=player.pk)
    if still := open_evenings(held):
        raise refusal(
            gettext_lazy(
                "%(player)s is in an evening that is not over: %(evenings)s. Close it first."
            ),
            "still_playing",
            player=held.full_name,
            evenings=", ".join(evening.name for evening in still),
        )
    plan = plan_of(held)
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA secure_delete = ON")  # else the name could be read in the file
    with guards.off(connection):
        for change in plan.changes:
            for field, value in change.fields.items():
                setattr(change.row, field, value)
            change.row.save(update_fields=[*change.fields])
    changed = [change.row for change in plan.changes]
    for name in (
        "given_name",
        "name_for_paper",
        "card_number",
        "club",
        "email",
        "page_code",
        "page_agreed_by",
        "at_wind",
    ):
        setattr(held, name, "")
    held.surname, held.emails_agreed, held.page_agreed_at, held.at_table = (
        plan.number,
        False,
        None,
        None,
    )
    held.save()
    circuits = {row.pk for row in changed if isinstance(row, Circuit)}
    circuits |= {row.circuit_id for row in changed if isinstance(row, SeasonPosting)}
    Circuit.objects.filter(Q(pk__in=circuits) | Q(guests=held)).count_change()
    held.apart.clear()
    held.merges.all().delete()
    for tournament in plan.evenings:
        _record(tournament, plan, author)
    if plan.gone:
        forget_players([held.pk])
    return plan


def _record(tournament: Tournament, plan: Plan, author: User | None) -> None:
    lines = {
        row.sequence: content_digest(row)
        for change in plan.changes
        if isinstance(row := change.row, LogEntry) and row.tournament_id == tournament.pk
    }
    standings = {
        row.number: standing_digest(row)
        for change in plan.changes
        if isinstance(row := change.row, Publication) and row.tournament_id == tournament.pk
    }
    record(
        tournament,
        LogKind.FORGOTTEN,
        gettext_noop(
            "A person's name was taken away for good: %(player)s from now on. Lines changed: %(count)s."
        ),
        author=author,
        player=plan.number,
        count=len(lines),
        lines={str(number): digest for number, digest in lines.items()},
        standings={str(number): digest for number, digest in standings.items()},
    )


# --- as one form of JSON, for the person who asks for it

FORM = "king-person-1"
OF_PERSON = (
    "pk",
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
OF_ENTRY = (
    "number",
    "name",
    "wind",
    "wind_number",
    "present",
    "unranked",
    "fee_paid",
    "withdrawn_at",
    "withdrawn_because",
)
OF_RULING = (
    "kind",
    "hand",
    "offender",
    "effect",
    "article",
    "reason",
    "created_at",
    "revoked_at",
    "revoked_because",
)


def held_on(player: Player) -> dict[str, Any]:
    """Mails are the caller's to add."""
    seats = Seat.objects.filter(player=player).select_related("table__round__tournament")
    entries = Entry.objects.filter(members__player=player).select_related("tournament")
    signatures, redeals = (
        model._default_manager.filter(player=player).select_related(
            "sheet__table__round__tournament"
        )
        for model in (Signature, Redeal)
    )
    plan = plan_of(player)
    return {
        "form": FORM,
        "person": _facts(player, *OF_PERSON)
        | {"apart": [other.full_name for other in player.apart.all()]},
        "merged": [
            _facts(merge, "created_at")
            | {
                name: merge.gone[name]
                for name in ("surname", "given_name", "card_number", "club", "email")
            }
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
    """Exact numbers as text, moments in ISO form."""
    facts = ((name, getattr(row, name)) for name in names)
    return {
        name: value.isoformat()
        if isinstance(value, datetime.date)
        else str(value)
        if isinstance(value, Fraction | Decimal)
        else value
        for name, value in facts
    }
