"""The log of a tournament: what was decided, by whom, when. Lines are added and never changed."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from tournaments.models import LogEntry, Tournament


def line_hash(entry: LogEntry) -> str:
    """The SHA-256 of the line's content and of the hash of the line before it, in hex."""
    content = [
        entry.previous_hash,
        entry.sequence,
        entry.kind,
        entry.sentence,
        entry.fields,
        entry.author_name,
        entry.at.isoformat(),
    ]
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


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
    )
    entry.hash = line_hash(entry)
    entry.save(force_insert=True)
    return entry


def first_broken_line(tournament: Tournament) -> LogEntry | None:
    """The first line whose hash or chain does not hold, or None where the whole log is as it was written."""
    previous = ""
    for sequence, entry in enumerate(tournament.log.order_by("sequence"), 1):
        if entry.sequence != sequence or entry.previous_hash != previous or entry.hash != line_hash(entry):
            return entry
        previous = entry.hash
    return None
