"""Revisions of evenings and seasons, and results that are cached for each revision. Scoring two
hundred sheets and ranking four hundred people takes a second, and a dozen pages show parts of the
result.
"""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar, cast

from django.db import connection

from tournaments.models import Tournament

Remembered = TypeVar("Remembered")


class Numbers(NamedTuple):
    """Revisions that cached results depend on. ``everything`` changes with any change of an evening
    or its rows, ``published`` with any change of its published standings. Results of a ``revision``
    before ``withdrawn`` must not be shown again.
    """

    everything: str
    published: str
    revision: int
    withdrawn: int
    language: str

    @property
    def of_the_evening(self) -> str:
        """Text that changes with any change of the evening except rows and signatures of its sheets."""
        return self.everything.rpartition("_")[0]


NUMBERS = """
SELECT evening.id, evening.revision, evening.posted_revision, evening.withdrawn_revision,
    evening.language, COALESCE(SUM(sheet.revision), 0)
FROM tournaments_tournament AS evening
LEFT JOIN tournaments_round AS partita ON partita.tournament_id = evening.id
LEFT JOIN tournaments_table AS four ON four.round_id = partita.id
LEFT JOIN scoring_sheet AS sheet ON sheet.table_id = four.id
WHERE evening.code = %s GROUP BY evening.id
"""
"""Query for the numbers, as plain SQL, because every page needs it and building the statement took
a millisecond."""


def numbers_of(code: str) -> Numbers | None:
    """Revisions of the evening with this code, or None if there is none. One query."""
    with connection.cursor() as cursor:
        cursor.execute(NUMBERS, [code])
        numbers = cursor.fetchone()
    if numbers is None:
        return None
    pk, revision, published, withdrawn, language, rows = numbers
    return Numbers(f"{pk}_{revision}_{rows}", f"{pk}_{published}", revision, withdrawn, language)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


MOST_REMEMBERED = 32
"""Most cached results: standings and tables of an evening, in each language if they are in
words. Of each only the newest is kept: a hall in play makes another one with every row."""


class _Result:
    """A result with the revision that it was made for. Its lock is held while it is made: whoever
    asks for the same result waits, and nobody else does.
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.number: str | None = None
        self.answer: Any = None


_remembered: OrderedDict[tuple[object, ...], _Result] = OrderedDict()
_finding = threading.Lock()


def _find(what: tuple[object, ...]) -> _Result:
    with _finding:
        result = _remembered.setdefault(what, _Result())
        _remembered.move_to_end(what)
        if len(_remembered) > MOST_REMEMBERED:
            _remembered.popitem(last=False)
        return result


def cached_by_revision(number: str, make: Callable[[], Remembered], *what: object) -> Remembered:
    """Return ``make()``, cached in each process as long as the revision is the same. The revision
    must be read before. ``what`` names the result among all; the result of another revision is
    dropped. Callers must not change the result, because others read it at the same time.
    """
    result = _find(what)
    with result.lock:
        if result.number != number:
            # Before the next one is made: a large hall's takes megabytes.
            result.number, result.answer = None, None
            result.answer = make()
            result.number = number
        return cast("Remembered", result.answer)


def renewed_by_revision(
    number: str, renew: Callable[[Remembered | None], Remembered], *what: object
) -> Remembered:
    """Return ``renew`` of the last result, or of None, cached as by ``cached_by_revision``. For
    results of which a change leaves most as it was. The last result must not be changed either.
    """
    result = _find(what)
    with result.lock:
        if result.number != number:
            result.answer = renew(result.answer)
            result.number = number
        return cast("Remembered", result.answer)


def cached_for_tournament(
    tournament: Tournament, make: Callable[[], Remembered], *what: object
) -> Remembered:
    """Return the cached result of ``make``, made anew once the tournament changes. Within a
    transaction, which may have written already, the cache is not used.
    """
    return cached_for_tournaments([tournament], make, *what)


def cached_for_tournaments(
    tournaments: Iterable[Tournament], make: Callable[[], Remembered], *what: object
) -> Remembered:
    codes = [tournament.code for tournament in tournaments]
    numbers = [] if connection.in_atomic_block else [numbers_of(code) for code in codes]
    if not numbers or None in numbers:
        return make()
    everything = " ".join(number.everything for number in numbers if number is not None)
    return cached_by_revision(everything, make, *what, *codes)


MOST_SHEETS = 1000

_of_sheets: dict[int, tuple[tuple[int, ...], Any]] = {}


def cached_for_sheet(
    sheet: int, numbers: tuple[int, ...], make: Callable[[], Remembered]
) -> Remembered:
    """Return ``make()``, cached in each process as long as the numbers of the sheet are the same.
    They must be read before. Within a transaction the cache is not used.
    """
    if connection.in_atomic_block:
        return make()
    known = _of_sheets.get(sheet)
    if known is None or known[0] != numbers:
        if len(_of_sheets) >= MOST_SHEETS:
            _of_sheets.clear()
        known = _of_sheets[sheet] = numbers, make()
    answer: Remembered = known[1]
    return answer


def forget() -> None:
    with _finding:
        _remembered.clear()
    _of_sheets.clear()
