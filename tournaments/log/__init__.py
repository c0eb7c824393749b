"""Log of a tournament, and log of the installation and its accounts: each decision with its author
and time. Each line carries the seal of the line before, and is sealed with a key outside the
database: somebody who can write to the database can neither change a line nor add one. Cutting off
the end shows, because ``counts`` keeps the number of lines and the last seal outside too, and
published standings have them. Lines that change or close something carry digests of it: ``parts``
has those of an evening; ``verification`` checks the chain.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Collection, Iterable, Mapping, Set
from enum import StrEnum
from functools import cache, partial
from typing import Any, NamedTuple, Self

from django.conf import settings
from django.db import models, transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

from ground.guards import Author, stored_author
from tournaments.circuits import Circuit
from tournaments.editions import find_rules
from tournaments.log import counts
from tournaments.models import Entry, LogEntry, Round, Table, Tournament
from wording.log_lines import line_in_words


class LogGroup(models.TextChoices):
    EVENING = "evening", _("The evening and its rules")
    PLAYERS = "players", _("Players")
    SEATS = "seats", _("Winds and seats")
    BOARDS = "boards", _("Boards")
    PLAY = "play", _("Play and sheets")
    RULINGS = "rulings", _("Rulings")
    STANDINGS = "standings", _("Standings")


_EVENING, _PLAYERS, _SEATS, _BOARDS, _PLAY, _RULINGS, _STANDINGS = LogGroup


class LogKind(StrEnum):
    group: LogGroup

    def __new__(cls, value: str, group: LogGroup) -> Self:
        kind = str.__new__(cls, value)
        kind._value_, kind.group = value, group
        return kind

    ACCOUNT = "account", _EVENING
    REMOVED = "removed", _EVENING
    TOURNAMENT = "tournament", _EVENING
    SETTINGS = "settings", _EVENING
    CIRCUIT = "circuit", _EVENING
    SEASON_PUBLISHED = "season_posted", _STANDINGS
    FREEZE = "freeze", _EVENING
    TOURNAMENT_CLOSED = "tournament_closed", _EVENING
    TOURNAMENT_OPENED = "tournament_opened", _EVENING
    BACKUP = "backup", _EVENING
    ARCHIVED = "archived", _EVENING
    TAKEN_IN = "taken_in", _EVENING
    SIMULTANEOUS = "simultaneous", _EVENING
    ENTRY = "entry", _PLAYERS
    HOUSE_PLAYER = "house_player", _PLAYERS
    PRESENCE = "presence", _PLAYERS
    RANKING = "ranking", _PLAYERS
    FEE = "fee", _PLAYERS
    WITHDRAWAL = "withdrawal", _PLAYERS
    RETURN = "return", _PLAYERS
    ROSTER = "roster", _PLAYERS
    RENAMED = "renamed", _PLAYERS
    PAGE_AGREED = "page_agreed", _PLAYERS
    EMAILS_AGREED = "emails_agreed", _PLAYERS
    FORGOTTEN = "forgotten", _PLAYERS
    MERGED = "merged", _PLAYERS
    DRAW = "draw", _SEATS
    DRAW_SETTLED = "draw_settled", _SEATS
    WIND = "wind", _SEATS
    SEATING = "seating", _SEATS
    SEATING_PUBLISHED = "seating_published", _SEATS
    SEATING_WITHDRAWN = "seating_withdrawn", _SEATS
    SEATS_EXCHANGED = "seats_exchanged", _SEATS
    SEATS_REPORTED = "seats_reported", _SEATS
    FIRST_DEALER = "first_dealer", _SEATS
    SITTING_OUT = "sitting_out", _SEATS
    SUBSTITUTE = "substitute", _SEATS
    ROUND_CANCELLED = "round_cancelled", _SEATS
    BOARDS = "boards", _BOARDS
    BOARD_REPLACED = "board_replaced", _BOARDS
    BOARD_TYPED = "board_typed", _BOARDS
    ROLE_GIVEN = "role_given", _BOARDS
    ROLE_TAKEN = "role_taken", _BOARDS
    PASSWORD_RESET = "password_reset", _BOARDS
    SLIPS_PRINTED = "slips_printed", _BOARDS
    CARDS_OPENED = "cards_opened", _BOARDS
    BOARD_OPENED = "board_opened", _BOARDS
    BOARDS_EXPORTED = "boards_exported", _BOARDS
    ROUND_STARTED = "round_started", _PLAY
    START_UNDONE = "start_undone", _PLAY
    ROUND_CLOSED = "round_closed", _PLAY
    SHEET_HANDED_IN = "sheet_handed_in", _PLAY
    SHEET_TAKEN_BACK = "sheet_taken_back", _PLAY
    SHEET_CLOSED = "sheet_closed", _PLAY
    SHEET_REOPENED = "sheet_reopened", _PLAY
    ROW_CORRECTED = "row_corrected", _PLAY
    VERSION_TAKEN_UP = "version_taken_up", _PLAY
    ARBITER_CALLED = "arbiter_called", _PLAY
    CALL_TAKEN = "call_taken", _PLAY
    CALL_ENDED = "call_ended", _PLAY
    REDEAL = "redeal", _PLAY
    ROUND_TAKEN_BACK = "round_taken_back", _PLAY
    PAGE_FAULT = "page_fault", _PLAY
    SIGNED_AT_DESK = "signed_at_desk", _PLAY
    CLOCK = "clock", _PLAY
    HAND_IN_LOST = "hand_in_lost", _PLAY
    RULED = "ruled", _RULINGS
    RULING_REVOKED = "ruling_revoked", _RULINGS
    SHEET_ACCEPTED = "sheet_accepted", _RULINGS
    PROTEST_MADE = "protest_made", _RULINGS
    PROTEST_ANSWERED = "protest_answered", _RULINGS
    PUBLISHED = "published", _STANDINGS
    ROUND_OFFICIAL = "round_official", _STANDINGS
    RESULTS_SENT = "results_sent", _STANDINGS
    OFFICIAL_WITHDRAWN = "official_withdrawn", _STANDINGS
    FINAL_HELD = "final_held", _STANDINGS
    FINAL_RELEASED = "final_released", _STANDINGS
    REVEAL = "reveal", _STANDINGS
    CHANGED_WINDS = "changed_winds", _STANDINGS
    QUALIFIED = "qualified", _STANDINGS
    TIE_SETTLED = "tie_settled", _STANDINGS
    SETTLEMENT_REVOKED = "settlement_revoked", _STANDINGS


def kinds_of(group: str) -> list[LogKind]:
    return [kind for kind in LogKind if kind.group == group]


QUIET = {
    LogKind.SHEET_HANDED_IN,
    LogKind.SHEET_TAKEN_BACK,
    LogKind.SHEET_CLOSED,
    LogKind.ROW_CORRECTED,
    LogKind.VERSION_TAKEN_UP,
    LogKind.ARBITER_CALLED,
    LogKind.CALL_TAKEN,
    LogKind.CALL_ENDED,
    LogKind.REDEAL,
    LogKind.PAGE_FAULT,
    LogKind.SIGNED_AT_DESK,
    LogKind.HAND_IN_LOST,
    LogKind.BACKUP,
    LogKind.CLOCK,
    LogKind.REVEAL,
}
"""Kinds of line that no published standing and no other table shows: the sheets and the clock of the partita in play, and
what is shown of a held standing place by place."""

WITHDRAWING = {
    LogKind.PAGE_AGREED,
    LogKind.FORGOTTEN,
    LogKind.MERGED,
    LogKind.RENAMED,
    LogKind.WITHDRAWAL,
    LogKind.SETTINGS,
    LogKind.SEATING,
    LogKind.SEATING_WITHDRAWN,
    LogKind.ROUND_CANCELLED,
    LogKind.START_UNDONE,
    LogKind.ROUND_TAKEN_BACK,
    LogKind.FINAL_HELD,
    LogKind.REVEAL,
    LogKind.BOARDS,
    LogKind.BOARD_REPLACED,
    LogKind.BOARD_TYPED,
}
"""Kinds of line after which less may be seen than before. No page that was made earlier may be
shown again."""

OPENINGS = (LogKind.CARDS_OPENED, LogKind.BOARD_OPENED, LogKind.BOARDS_EXPORTED)
"""Kinds of line on people who looked at cards before everybody could."""


# --- digests of what makes the result

Scope = tuple[int | None, int | None]
"""A partita and a table of it by their numbers; None is all of them."""


class Part(NamedTuple):
    """A part of the data that makes the result, and the kinds of line that have digests of it.

    ``read`` returns the digests of an evening by place: "" is the evening, "2" a partita, "2.7" a
    table of it. A line of a kind in ``changed_by`` gives the new state; one in ``seen_by`` confirms
    the current state; one in ``until`` ends the check. With ``counted``, a digest begins with a
    number that only such a line increases, by one; without any line there is nothing.
    """

    name: str
    title: str | Promise
    read: Callable[[Tournament | None, Scope], Mapping[str, str]]
    changed_by: Set[LogKind]
    seen_by: Set[LogKind] = frozenset()
    until: Set[LogKind] = frozenset()
    counted: Set[LogKind] = frozenset()
    of_evenings: bool = True

    def carried(self, line: LogEntry) -> dict[str, str]:
        """State of this part that a line carries, by place."""
        own = ((*key.partition(" "), value) for key, value in line.state.items())
        return {place: value for name, _blank, place, value in own if name == self.name}


WHOLE = "*"
"""Place of the digest over all places of a part, which the lines on closing a partita and
publishing have."""
WHOLE_IN = (LogKind.ROUND_CLOSED, LogKind.PUBLISHED)
LONG = 20
"""Number of hex digits of a digest: 80 bits, so that nobody can find another content with the same
digest."""
FEW = 4
"""Most lines written together that read their own table each; for more lines the whole evening is
read once."""


@cache
def all_parts() -> tuple[Part, ...]:
    """Return all parts. Each is declared in the package that stores it, because this package must
    not import those to its right.
    """
    return tuple(part for place in settings.LOG_PARTS for part in import_string(place))


def canonical_json(content: Any) -> bytes:
    """Encode as JSON with sorted keys, because databases may return the keys of a document in
    another order.
    """
    text = json.dumps(
        content, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=str
    )
    return text.encode()


def digest_of(content: Any) -> str:
    return hashlib.sha256(canonical_json(content)).hexdigest()[:LONG]


def scope_of(fields: Mapping[str, Any]) -> Scope:
    round_, table = (fields.get(name) for name in ("round", "table"))
    if not isinstance(round_, int):
        return None, None
    return round_, table if isinstance(table, int) else None


def within(place: str, scope: Scope) -> bool:
    round_, table = scope
    if not place or round_ is None or place in (str(round_), f"{round_}.{table}"):
        return True
    return table is None and place.startswith(f"{round_}.")


def places_within(places: Collection[str], scope: Scope) -> list[str]:
    """Places that are within a scope. For a table they are looked up directly, because an evening
    of many tables has many lines, each with many places.
    """
    round_, table = scope
    if round_ is None or table is None:
        return [place for place in places if within(place, scope)]
    return [place for place in ("", f"{round_}", f"{round_}.{table}") if place in places]


State = Mapping[str, str]
"""Digests that a line carries, by part and place."""


def _state(
    tournament: Tournament | None,
    kind: LogKind,
    fields: Mapping[str, Any],
    read: _Reading,
    known: Mapping[str, State],
) -> dict[str, str]:
    state: dict[str, str] = {}
    for part in all_parts():
        if part.of_evenings is (tournament is None):
            continue
        if part.name in known and kind in part.seen_by:
            state |= known[part.name]
        else:
            state |= _state_of(part, kind, fields, read)
    return state


def _state_of(
    part: Part, kind: LogKind, fields: Mapping[str, Any], read: _Reading
) -> dict[str, str]:
    if kind in WHOLE_IN and kind in part.seen_by:
        return {f"{part.name} {WHOLE}": digest_of(read(part, (None, None)))}
    if kind in part.changed_by | part.seen_by:
        places = read(part, scope_of(fields))
        return {f"{part.name} {place}": value for place, value in places.items()}
    return {}


def read_ahead(tournament: Tournament, kind: LogKind) -> dict[str, State]:
    """Read digests for a line of this kind before its transaction, by part. They may be given to
    ``record`` in the field ``state_ahead`` as long as the ``posted_revision`` of the evening is the same.
    Left out are parts that the line itself changes, and those that a line of the kind ``QUIET``
    changes, because it does not count in that number.
    """
    reading = _Reading(tournament, at_once=False)
    return {
        part.name: _state_of(part, kind, {}, reading)
        for part in all_parts()
        if part.of_evenings and kind in part.seen_by and not part.changed_by & {kind, *QUIET}
    }


class _Reading:
    def __init__(self, tournament: Tournament | None, *, at_once: bool) -> None:
        self.tournament, self.at_once = tournament, at_once
        self.known: dict[tuple[str, Scope], Mapping[str, str]] = {}

    def __call__(self, part: Part, scope: Scope) -> Mapping[str, str]:
        key = (None, None) if self.at_once else scope
        if (part.name, key) not in self.known:
            self.known[part.name, key] = part.read(self.tournament, key)
        known = self.known[part.name, key]
        return {place: known[place] for place in places_within(known, scope)}


# --- the chain


def key_name(key: str) -> str:
    return hashlib.sha256(f"king log {key}".encode()).hexdigest()[:8]


def code_of(tournament: Tournament | None) -> str:
    return "_installation" if tournament is None else tournament.code


def line_hash(entry: LogEntry) -> str | None:
    """HMAC-SHA256 of the line and the previous seal, in hex; None if its key is not here."""
    key = next((key for key in settings.LOG_KEYS if key_name(key) == entry.key), None)
    if key is None:
        return None
    content = [
        code_of(entry.tournament),
        entry.key,
        entry.previous_hash,
        entry.sequence,
        entry.kind,
        entry.sentence,
        entry.fields,
        entry.author_name,
        entry.at.isoformat(),
        *filter(None, [entry.state]),
    ]
    return hmac.new(key.encode(), canonical_json(content), hashlib.sha256).hexdigest()


def record(
    tournament: Tournament | None,
    kind: LogKind,
    sentence: str,
    author: Author = None,
    **fields: Any,
) -> LogEntry:
    """Write a line of the log, after the change that it tells of. The caller marks ``sentence``
    with ``gettext_noop``; ``fields`` fill it when it is read. Without a ``tournament`` the line
    belongs to the log of the installation.
    """
    return record_all(tournament, [(kind, sentence, fields)], author=author)[0]


def record_in(
    round: Round, kind: LogKind, sentence: str, author: Author = None, **fields: Any
) -> LogEntry:
    return record(round.tournament, kind, sentence, author, round=round.number, **fields)


def record_at(
    table: Table, kind: LogKind, sentence: str, author: Author = None, **fields: Any
) -> LogEntry:
    fields = {"round": table.round.number, "table": table.number, **fields}
    return record(table.round.tournament, kind, sentence, author, **fields)


def record_of(
    entry: Entry, kind: LogKind, sentence: str, author: Author = None, **fields: Any
) -> LogEntry:
    return record(
        entry.tournament, kind, sentence, author, number=entry.number, player=entry.title, **fields
    )


@transaction.atomic
def record_all(
    tournament: Tournament | None,
    lines: Iterable[tuple[LogKind, str, Mapping[str, Any]]],
    *,
    author: Author = None,
) -> list[LogEntry]:
    """Write several lines as ``record`` does. Digests computed elsewhere may be given in the field
    ``state``, those of some parts (``read_ahead``) in ``state_ahead``. The tournament's row (for the
    installation's log, the first line) is locked while numbers are assigned, so that no two writers
    get the same.
    """
    entries, added = list(lines), list[LogEntry]()
    kinds = {kind for kind, _sentence, _fields in entries}
    if tournament is None:
        # No order: the default one joins the evenings, whose rows PostgreSQL cannot lock here.
        first = LogEntry.objects.order_by().filter(tournament=None, sequence=1)
        list(first.select_for_update().only("pk"))
    else:
        rows = Tournament.objects.filter(pk=tournament.pk)
        rows.count_change(is_published=not kinds <= QUIET, withdrawn=bool(kinds & WITHDRAWING))
    last = LogEntry.objects.filter(tournament=tournament).order_by("-sequence").first()
    reading = _Reading(tournament, at_once=len(entries) > FEW)
    for kind, sentence, fields in entries:
        values = dict(fields)
        known = values.pop("state_ahead", {})
        state = values.pop("state", None) or _state(tournament, kind, values, reading, known)
        last = LogEntry(
            tournament=tournament,
            sequence=last.sequence + 1 if last else 1,
            kind=str(kind),
            sentence=sentence,
            fields=values,
            state=state,
            author=stored_author(author),
            author_name=author.get_username() if author is not None else "",
            at=timezone.now(),
            previous_hash=last.hash if last else "",
            key=key_name(settings.LOG_KEYS[0]),
        )
        last.hash = line_hash(last) or ""
        added.append(last)
    if added:
        counts.keep(code_of(tournament), added[-1].sequence, added[-1].hash)
        if tournament is not None:
            for place in settings.LOG_HEARD:
                transaction.on_commit(partial(import_string(place), tournament.pk), robust=True)
    return LogEntry.objects.bulk_create(added)


# --- the count outside the database


def in_words(entry: LogEntry) -> str:
    return line_in_words(entry.sentence, entry.fields, find_rules, _fact)


def _fact(name: str) -> tuple[str, Mapping[str, str]]:
    own = {
        field.name: field for model in (Circuit, Tournament) for field in model._meta.get_fields()
    }
    if (field := own.get(name)) is None:
        return name, {}
    labels = {str(code): str(label) for code, label in getattr(field, "flatchoices", None) or ()}
    return str(getattr(field, "verbose_name", name)), labels
