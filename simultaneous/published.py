"""What of an event everybody may see, once it is closed: standings, boards, files."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping

from simultaneous.event_file import event_of
from simultaneous.models import Event, Posting
from simultaneous.ranking import named_reports, result_of


def is_public(posting: Posting) -> bool:
    return posting.event.is_closed and not posting.provisional


def last_posting(event: Event) -> Posting | None:
    if not event.is_closed:
        return None
    return event.postings.filter(provisional=False).order_by("-number").first()


# --- files for who repeats the ranking, in the form in which ``king`` writes them


def _as_file(form: Mapping[str, object]) -> bytes:
    return f"{json.dumps(form, ensure_ascii=False, indent=1)}\n".encode()


def event_file(event: Event) -> bytes:
    return _as_file(event_of(event).as_json())


def result_file(posting: Posting) -> bytes:
    return _as_file(result_of(posting).as_json())


def reports(event: Event) -> Iterator[tuple[str, str]]:
    """Their names and contents, which are as they came."""
    return ((name, row.content) for name, row in named_reports(event))


def reports_file(event: Event) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as folder:
        for name, content in reports(event):
            # The same reports are the same bytes, whenever they are asked for.
            folder.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return archive.getvalue()
