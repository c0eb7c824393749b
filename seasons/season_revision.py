"""Numbers that change with what a season shows."""

from functools import reduce
from operator import or_

from django.db.models import Q
from django.utils import timezone

from frame.page_cache import Number
from scoring.standings_cache import digest
from seasons.models import WAYS_BACK
from tournaments.circuits import Circuit
from tournaments.models import Tournament


def season_number(code: str) -> str | None:
    """Revision of a season: it changes with each evening's publication, and each day. None if there
    is no such circuit. Two queries.
    """
    number = season_page_revision(code)
    return None if number is None else number.text


def season_page_revision(code: str, **_where: object) -> Number | None:
    """Revision for the cache. An outdated page of a season is never shown, because nobody waits for
    it in a hall. Its language is that of the newest evening.
    """
    circuit = Circuit.objects.filter(code=code).values_list("pk", "revision").first()
    if circuit is None:
        return None
    ways = (Q(**{f"{way}__code": code}) for way in ("circuit", *WAYS_BACK))
    evenings = Tournament.objects.filter(reduce(or_, ways)).order_by("pk").distinct()
    facts = list(evenings.values_list("pk", "posted_revision", "date", "language"))
    newest = max(facts, key=lambda evening: (evening[2], evening[0]), default=None)
    return Number(
        digest(repr((circuit, facts, timezone.localdate()))),
        language=newest[3] if newest else "",
    )
