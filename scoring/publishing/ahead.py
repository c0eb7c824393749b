"""Results that are computed before a lock is taken and hold under it.

On SQLite a transaction that writes keeps everybody else from writing, and in a hall of 250 tables a
publication takes a second of processor. So it is computed before, and under the lock it is only
checked that nothing which it depends on has changed since.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from django.db import connection
from django.db.models import Q, Sum

from scoring.models import Sheet
from scoring.standing import CLOSED_STAGES
from tournaments.models import Round, Tournament

Result = TypeVar("Result")
Written = TypeVar("Written")

TRIES = 3
"""How often a result is computed without the lock; then it is computed under it, so that it ends."""


class Basis(NamedTuple):
    """Numbers of all that a standing and its publication are made of. Each change of any of it
    increases one of them in the same transaction. So between two moments with the same numbers
    nobody changed anything.

    ``posted`` covers rules and settings, entries with the names and marks of their players, seats
    and substitutes, rulings, settled ties, stages of the partite, and earlier publications: each of
    these changes writes a line of the log whose kind is not ``tournaments.log.QUIET``, or counts
    itself as published (``TournamentQuerySet.count_change``). ``sheets`` covers the rows, states and
    first dealers of the partite that count.

    Not covered, and so read under the lock: the time, the marks of sheets that were reopened, and
    re-deals. Rows and hand-ins of a partita in play are not covered either, because nothing in a
    standing comes from them, and a hall in play has one each second.
    """

    posted: int
    sheets: int

    @classmethod
    def of(cls, tournament: Tournament, closing: Round | None = None, *, held: int = 0) -> "Basis":
        """Read the numbers. ``closing`` is a partita in play that counts as well. ``held`` is the
        number of sheets among these that this transaction holds (``SheetQuerySet.hold``), each of
        which has counted that once.
        """
        posted = Tournament.objects.filter(pk=tournament.pk).values_list("posted_revision")
        counted = Q(table__round__stage__in=CLOSED_STAGES)
        if closing is not None:
            counted |= Q(table__round=closing.pk)
        sheets = Sheet.objects.filter(counted, table__round__tournament=tournament.pk)
        return cls(posted.get()[0], (sheets.aggregate(sum=Sum("revision"))["sum"] or 0) - held)


class OutdatedError(Exception):
    """A result that was computed before the lock is no longer what would be computed now."""


@dataclass(frozen=True)
class Ahead(Generic[Result]):
    """A result with the numbers that were read before anything else of it."""

    basis: Basis
    result: Result

    def at(self, basis: Basis) -> Result:
        """Return the result if it holds at these numbers, which were read under the lock. Raises
        ``OutdatedError`` otherwise.
        """
        if basis != self.basis:
            raise OutdatedError
        return self.result


def computed_ahead(
    compute: Callable[[], Ahead[Result] | None],
    write: Callable[[Ahead[Result] | None], Written],
    given: Ahead[Result] | None = None,
) -> Written:
    """Compute, then write. ``write`` is a transaction; it computes by itself if it gets None.

    If the result is outdated when the lock is there, both begin again. Within a transaction nothing
    is computed before ``write``, because the lock is held already; ``given`` is what the caller had
    computed before.
    """
    if connection.in_atomic_block:
        try:
            return write(given)
        except OutdatedError:
            return write(None)
    for _time in range(TRIES):
        try:
            return write(compute())
        except OutdatedError:
            continue
    return write(None)
