"""The log of a tournament: what was decided, by whom, when. Lines are added and never changed.

Each line carries the seal of the one before and is sealed with a key that is not in the database: whoever can write
there can neither change a line nor add one of his own. What was cut off at the end shows against the number of lines
and the seal that stand on the posted standings.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import LogEntry, Tournament


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
    each sealed: of those the order is known to hold, and nothing else.
    """

    lines: tuple[LogEntry, ...]
    fault: Fault | None
    unkeyed: int
    unknown: tuple[tuple[str, int], ...]

    @property
    def seal(self) -> str:
        """The last line's."""
        return self.lines[-1].hash if self.lines else ""


def key_name(key: str) -> str:
    """What a key is called in the lines that it sealed; nobody can tell the key from it."""
    return hashlib.sha256(f"king log {key}".encode()).hexdigest()[:8]


def line_hash(entry: LogEntry) -> str | None:
    """The seal of the line's content and of the seal of the line before it, in hex; None where its key is not here.

    HMAC-SHA256; of a line from before there were keys the SHA-256.
    """
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
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    if not entry.key:
        return hashlib.sha256(text).hexdigest()
    key = next((key for key in settings.LOG_KEYS if key_name(key) == entry.key), None)
    return None if key is None else hmac.new(key.encode(), text, hashlib.sha256).hexdigest()


@transaction.atomic
def record(
    tournament: Tournament,
    kind: str,
    sentence: str,
    *,
    author: AbstractBaseUser | None = None,
    **fields: Any,
) -> LogEntry:
    """Add a line. ``sentence`` is marked with ``gettext_noop`` by the caller; ``fields`` fill it when it is read.

    The tournament's row is locked while the number is taken, so that two writers cannot take the same one.
    """
    Tournament.objects.select_for_update().only("pk").get(pk=tournament.pk)
    last = LogEntry.objects.filter(tournament=tournament).order_by("-sequence").first()
    entry = LogEntry(
        tournament=tournament,
        sequence=last.sequence + 1 if last else 1,
        kind=kind,
        sentence=sentence,
        fields=fields,
        author=author if author is not None and author.pk else None,
        author_name=author.get_username() if author is not None else "",
        at=timezone.now(),
        previous_hash=last.hash if last else "",
        key=key_name(settings.LOG_KEYS[0]),
    )
    entry.hash = line_hash(entry) or ""
    entry.save(force_insert=True)
    return entry


def check_chain(tournament: Tournament) -> Chain:
    """Every line against the one before it and against its seal. One query."""
    lines: list[LogEntry] = []
    unknown: dict[str, int] = {}
    fault = None
    for number, line in enumerate(tournament.log.order_by("sequence"), 1):
        sealed = line_hash(line)
        fault = _fault(number, line, lines[-1] if lines else None, sealed)
        if fault is not None:
            break
        if sealed is None:
            unknown[line.key] = unknown.get(line.key, 0) + 1
        lines.append(line)
    return Chain(tuple(lines), fault, sum(not line.key for line in lines), tuple(unknown.items()))


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


def first_broken_line(tournament: Tournament) -> LogEntry | None:
    """The first line that is not as it was written or does not fit the one before; None where the whole log holds."""
    chain = check_chain(tournament)
    return None if chain.fault is None else chain.fault.line or _next_line(tournament, chain.lines)


def _next_line(tournament: Tournament, lines: Iterable[LogEntry]) -> LogEntry | None:
    return tournament.log.filter(sequence__gt=max((line.sequence for line in lines), default=0)).first()
