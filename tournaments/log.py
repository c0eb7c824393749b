"""The log of a tournament: what was decided, by whom, when. Each line carries the seal of the one before and is sealed
with a key outside the database: whoever can write there can neither change a line nor add one. A cut at the end shows
against the number of lines and the seal on the posted standings."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models, transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.circuits import Circuit
from tournaments.editions import find_rules
from tournaments.guards import stored
from tournaments.models import Entry, LogEntry, Table, Tournament
from wording.log_lines import line_in_words


class LogGroup(models.TextChoices):
    EVENING = "evening", _("The evening and its rules")
    PLAYERS = "players", _("Players")
    SEATS = "seats", _("Winds and seats")
    BOARDS = "boards", _("Boards")
    PLAY = "play", _("Play and sheets")
    RULINGS = "rulings", _("Rulings")
    STANDINGS = "standings", _("Standings")


class LogKind(StrEnum):
    group: LogGroup

    def __new__(cls, value: str, group: LogGroup) -> Self:
        kind = str.__new__(cls, value)
        kind._value_, kind.group = value, group
        return kind

    TOURNAMENT = "tournament", LogGroup.EVENING
    SETTINGS = "settings", LogGroup.EVENING
    CIRCUIT = "circuit", LogGroup.EVENING
    SEASON_POSTED = "season_posted", LogGroup.STANDINGS
    FREEZE = "freeze", LogGroup.EVENING
    TOURNAMENT_CLOSED = "tournament_closed", LogGroup.EVENING
    TOURNAMENT_OPENED = "tournament_opened", LogGroup.EVENING
    BACKUP = "backup", LogGroup.EVENING
    ARCHIVED = "archived", LogGroup.EVENING
    TAKEN_IN = "taken_in", LogGroup.EVENING
    ENTRY = "entry", LogGroup.PLAYERS
    HOUSE_PLAYER = "house_player", LogGroup.PLAYERS
    PRESENCE = "presence", LogGroup.PLAYERS
    RANKING = "ranking", LogGroup.PLAYERS
    FEE = "fee", LogGroup.PLAYERS
    WITHDRAWAL = "withdrawal", LogGroup.PLAYERS
    RETURN = "return", LogGroup.PLAYERS
    ROSTER = "roster", LogGroup.PLAYERS
    RENAMED = "renamed", LogGroup.PLAYERS
    PAGE_AGREED = "page_agreed", LogGroup.PLAYERS
    EMAILS_AGREED = "emails_agreed", LogGroup.PLAYERS
    FORGOTTEN = "forgotten", LogGroup.PLAYERS
    MERGED = "merged", LogGroup.PLAYERS
    DRAW = "draw", LogGroup.SEATS
    DRAW_SETTLED = "draw_settled", LogGroup.SEATS
    WIND = "wind", LogGroup.SEATS
    SEATING = "seating", LogGroup.SEATS
    SEATING_PUBLISHED = "seating_published", LogGroup.SEATS
    SEATING_WITHDRAWN = "seating_withdrawn", LogGroup.SEATS
    SEATS_EXCHANGED = "seats_exchanged", LogGroup.SEATS
    SEATS_REPORTED = "seats_reported", LogGroup.SEATS
    FIRST_DEALER = "first_dealer", LogGroup.SEATS
    SITTING_OUT = "sitting_out", LogGroup.SEATS
    SUBSTITUTE = "substitute", LogGroup.SEATS
    ROUND_CANCELLED = "round_cancelled", LogGroup.SEATS
    BOARDS = "boards", LogGroup.BOARDS
    BOARD_REPLACED = "board_replaced", LogGroup.BOARDS
    BOARD_TYPED = "board_typed", LogGroup.BOARDS
    ROLE_GIVEN = "role_given", LogGroup.BOARDS
    ROLE_TAKEN = "role_taken", LogGroup.BOARDS
    DEALING_GIVEN = "dealing_given", LogGroup.BOARDS
    PASSWORD_RESET = "password_reset", LogGroup.BOARDS
    SLIPS_PRINTED = "slips_printed", LogGroup.BOARDS
    CARDS_OPENED = "cards_opened", LogGroup.BOARDS
    BOARD_OPENED = "board_opened", LogGroup.BOARDS
    BOARDS_EXPORTED = "boards_exported", LogGroup.BOARDS
    ROUND_STARTED = "round_started", LogGroup.PLAY
    START_UNDONE = "start_undone", LogGroup.PLAY
    ROUND_CLOSED = "round_closed", LogGroup.PLAY
    SHEET_HANDED_IN = "sheet_handed_in", LogGroup.PLAY
    SHEET_TAKEN_BACK = "sheet_taken_back", LogGroup.PLAY
    SHEET_CLOSED = "sheet_closed", LogGroup.PLAY
    SHEET_REOPENED = "sheet_reopened", LogGroup.PLAY
    ROW_CORRECTED = "row_corrected", LogGroup.PLAY
    SHEET_READ = "sheet_read", LogGroup.PLAY
    VERSION_TAKEN_UP = "version_taken_up", LogGroup.PLAY
    ARBITER_CALLED = "arbiter_called", LogGroup.PLAY
    CALL_TAKEN = "call_taken", LogGroup.PLAY
    CALL_ENDED = "call_ended", LogGroup.PLAY
    REDEAL = "redeal", LogGroup.PLAY
    ROUND_TAKEN_BACK = "round_taken_back", LogGroup.PLAY
    PAGE_FAULT = "page_fault", LogGroup.PLAY
    SIGNED_AT_DESK = "signed_at_desk", LogGroup.PLAY
    CLOCK = "clock", LogGroup.PLAY
    HAND_IN_LOST = "hand_in_lost", LogGroup.PLAY
    RULED = "ruled", LogGroup.RULINGS
    RULING_REVOKED = "ruling_revoked", LogGroup.RULINGS
    SHEET_ACCEPTED = "sheet_accepted", LogGroup.RULINGS
    PROTEST_MADE = "protest_made", LogGroup.RULINGS
    PROTEST_ANSWERED = "protest_answered", LogGroup.RULINGS
    PUBLISHED = "published", LogGroup.STANDINGS
    ROUND_OFFICIAL = "round_official", LogGroup.STANDINGS
    RESULTS_SENT = "results_sent", LogGroup.STANDINGS
    OFFICIAL_WITHDRAWN = "official_withdrawn", LogGroup.STANDINGS
    FINAL_HELD = "final_held", LogGroup.STANDINGS
    FINAL_RELEASED = "final_released", LogGroup.STANDINGS
    REVEAL = "reveal", LogGroup.STANDINGS
    CHANGED_WINDS = "changed_winds", LogGroup.STANDINGS
    QUALIFIED = "qualified", LogGroup.STANDINGS
    TIE_SETTLED = "tie_settled", LogGroup.STANDINGS
    SETTLEMENT_REVOKED = "settlement_revoked", LogGroup.STANDINGS


def kinds_of(group: str) -> list[LogKind]:
    return [kind for kind in LogKind if kind.group == group]


OPENINGS = (LogKind.CARDS_OPENED, LogKind.BOARD_OPENED, LogKind.BOARDS_EXPORTED)
"""The kinds of line that say who looked at cards before they were everybody's."""


@dataclass(frozen=True)
class Fault:
    """The first line that does not fit: its number, the line where it is there, and what is wrong with it."""

    number: int
    line: LogEntry | None
    reason: str | Promise


@dataclass(frozen=True)
class Chain:
    """A log as it was checked, up to its last line or its first fault.

    ``unkeyed`` lines were written before there were keys; ``unknown`` are keys that are not here, with how many lines
    each sealed: of those the order is known to hold, and nothing else. From ``changed`` lines a person's name was taken
    away: they hold as a later line has them.
    """

    lines: tuple[LogEntry, ...]
    fault: Fault | None
    unkeyed: int
    unknown: tuple[tuple[str, int], ...]
    changed: int = 0

    @property
    def seal(self) -> str:
        return self.lines[-1].hash if self.lines else ""


def key_name(key: str) -> str:
    return hashlib.sha256(f"king log {key}".encode()).hexdigest()[:8]


def line_hash(entry: LogEntry) -> str | None:
    """HMAC-SHA256 of the line and of the seal before it, in hex; None where its key is not here. Of a line from before
    there were keys the SHA-256."""
    content = [
        entry.previous_hash,
        entry.sequence,
        entry.kind,
        entry.sentence,
        entry.fields,
        entry.author_name,
        entry.at.isoformat(),
    ]
    if entry.key:
        content = [entry.tournament.code, entry.key, *content]
    text = _text(content)
    if not entry.key:
        return hashlib.sha256(text).hexdigest()
    key = next((key for key in settings.LOG_KEYS if key_name(key) == entry.key), None)
    return None if key is None else hmac.new(key.encode(), text, hashlib.sha256).hexdigest()


@transaction.atomic
def record(
    tournament: Tournament,
    kind: LogKind,
    sentence: str,
    *,
    author: User | None = None,
    **fields: Any,
) -> LogEntry:
    """``sentence`` is marked with ``gettext_noop`` by the caller; ``fields`` fill it when it is read."""
    return record_all(tournament, [(kind, sentence, fields)], author=author)[0]


def record_at(table: Table, kind: LogKind, sentence: str, *, author: User | None = None, **fields: Any) -> LogEntry:
    fields = {"round": table.round.number, "table": table.number, **fields}
    return record(table.round.tournament, kind, sentence, author=author, **fields)


def record_of(entry: Entry, kind: LogKind, sentence: str, *, author: User | None = None, **fields: Any) -> LogEntry:
    return record(entry.tournament, kind, sentence, author=author, number=entry.number, player=entry.title, **fields)


@transaction.atomic
def record_all(
    tournament: Tournament, lines: Iterable[tuple[LogKind, str, Mapping[str, Any]]], *, author: User | None = None
) -> list[LogEntry]:
    """Lines as ``record`` takes them, in three queries. The tournament's row is locked while the numbers are taken, so
    that two writers cannot take the same one."""
    Tournament.objects.select_for_update().only("pk").get(pk=tournament.pk)
    last = LogEntry.objects.filter(tournament=tournament).order_by("-sequence").first()
    added = []
    for kind, sentence, fields in lines:
        last = LogEntry(
            tournament=tournament,
            sequence=last.sequence + 1 if last else 1,
            kind=str(kind),
            sentence=sentence,
            fields=dict(fields),
            author=stored(author),
            author_name=author.get_username() if author is not None else "",
            at=timezone.now(),
            previous_hash=last.hash if last else "",
            key=key_name(settings.LOG_KEYS[0]),
        )
        last.hash = line_hash(last) or ""
        added.append(last)
    return LogEntry.objects.bulk_create(added)


def content_digest(entry: LogEntry) -> str:
    content = [entry.previous_hash, entry.hash, entry.sequence, entry.kind, entry.sentence, entry.fields]
    content += [entry.author_name, entry.at.isoformat()]
    return hashlib.sha256(_text(content)).hexdigest()


def _text(content: list[Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def attested(lines: Iterable[LogEntry], what: str, *, by_anybody: bool = False) -> dict[int, Any]:
    """By number the digests of ``lines`` or ``standings`` that were changed when a person's name was taken away, and
    the ``last_rows`` of lines that were written where rows had other keys.

    Only a line that is sealed itself, with a key that is here, is believed; ``by_anybody``: any line. The last word on
    each counts.
    """
    return {
        int(number): value
        for line in lines
        if line.kind in (LogKind.FORGOTTEN, LogKind.TAKEN_IN)
        and (by_anybody or (line.key and line.hash == line_hash(line)))
        for number, value in line.fields.get(what, {}).items()
    }


def check_chain(tournament: Tournament) -> Chain:
    lines: list[LogEntry] = []
    unknown: dict[str, int] = {}
    fault = None
    written = list(tournament.log.order_by("sequence"))
    said, changed = attested(written, "lines"), 0
    for number, line in enumerate(written, 1):
        sealed = line_hash(line)
        if sealed not in (None, line.hash) and said.get(number) == content_digest(line):
            sealed, changed = line.hash, changed + 1
        fault = _fault(number, line, lines[-1] if lines else None, sealed)
        if fault is not None:
            break
        if sealed is None:
            unknown[line.key] = unknown.get(line.key, 0) + 1
        lines.append(line)
    return Chain(tuple(lines), fault, sum(not line.key for line in lines), tuple(unknown.items()), changed)


def _fault(number: int, line: LogEntry, before: LogEntry | None, sealed: str | None) -> Fault | None:
    if line.sequence != number:
        missing = _("it is missing: line %(next)s follows the one before it")
        return Fault(number, None, missing % {"next": line.sequence})
    if sealed is not None and line.hash != sealed:
        return Fault(number, line, _("it is not as it was written"))
    if line.previous_hash != (before.hash if before else ""):
        return Fault(number, line, _("it does not follow the line that stands before it now"))
    if before is not None and before.key and not line.key:
        return Fault(number, line, _("it has no key, and the line before it has one"))
    return None


def in_words(entry: LogEntry) -> str:
    return line_in_words(entry.sentence, entry.fields, find_rules, _fact)


def _fact(name: str) -> tuple[str, Mapping[str, str]]:
    own = {field.name: field for model in (Circuit, Tournament) for field in model._meta.get_fields()}
    if (field := own.get(name)) is None:
        return name, {}
    labels = {str(code): str(label) for code, label in getattr(field, "flatchoices", None) or ()}
    return str(getattr(field, "verbose_name", name)), labels
