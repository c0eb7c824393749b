"""Names in a published standing as they are spelled now. A corrected name changes no figure, and a
publication has the same name on every page, paper and file.
"""

import re
from collections.abc import Mapping
from copy import copy
from typing import Any

from scoring.models import Publication
from scoring.standing import display_names
from tournaments.models import Entry
from wording.errata import Written


def with_current_names(
    publication: Publication, entries: Mapping[int, Entry] | None = None
) -> Publication:
    """Copy of the publication for reading, with names as they are spelled now; it must not be
    saved. ``written`` lists the corrected names, old and new. ``entries`` are those of its evening,
    by key; if missing, they are read in one query.
    """
    if entries is None:
        own_entries = publication.tournament.entries.with_players()
        entries = {entry.pk: entry for entry in own_entries}
    names = display_names(entries.values())
    anew = {
        name: names[key]
        for name, key in publication.named.items()
        if key in names and names[key] != name
    }
    read = copy(publication)
    before = read.correction.written
    if anew:
        read.standings = replace_names(read.standings, anew)
        read.corrections = replace_names(read.corrections, anew)
        read.named = {anew.get(name, name): key for name, key in read.named.items()}
        read.erratum = _replace_in_lines(read.erratum, anew)
    # A name that was put right twice: as it was published first, and as it is spelled now.
    since = {now: was for was, now in before if now in anew}
    read.written = (
        *((was, anew.get(now, now)) for was, now in before if anew.get(now, now) != was),
        *((was, now) for was, now in sorted(anew.items()) if was not in since),
    )
    return read


def corrected_names(last: Publication, entry_keys: Mapping[str, int]) -> Written:
    """Names that were corrected since a publication, as pairs of the old and the new one."""
    now = {key: name for name, key in entry_keys.items()}
    return tuple(
        (name, now[key])
        for name, key in sorted(last.named.items())
        if key in now and now[key] != name
    )


def replace_names(form: Any, anew: Mapping[str, str]) -> Any:
    """Return the same JSON with other names, wherever a text or a key equals an old name."""
    if isinstance(form, dict):
        return {anew.get(key, key): replace_names(value, anew) for key, value in form.items()}
    if isinstance(form, list):
        return [replace_names(value, anew) for value in form]
    return anew.get(form, form) if isinstance(form, str) else form


def _replace_in_lines(text: str, anew: Mapping[str, str]) -> str:
    """Replace names in a correction's lines, which begin with them. The desk's own words stay."""
    names = "|".join(map(re.escape, sorted(anew, key=len, reverse=True)))
    return re.sub(rf"(?m)^({names})(?=, )", lambda match: anew[match[1]], text)
