"""Ties that every tie-break leaves open: which there are, and how they are settled after play.

A draw is one that anybody can repeat: the entries' numbers, ordered by HMAC-SHA256 of ``lot|number`` with the recorded
seed as key (``king.movements.draw.draw_order``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from king.movements.draw import draw_order
from king.standings import Line, Standings
from king.tiebreaks import TIED, Settled
from scoring.models import Settlement
from scoring.sentences import read_reason
from scoring.standing import as_settled, closed_rounds, tournament_standings
from tournaments.draw import read_seed
from tournaments.log import record
from tournaments.models import Entry, Round, Tournament
from tournaments.names import cleaned

OVERALL = "overall"
LONGEST_SOURCE = 120


@dataclass(frozen=True)
class Tie:
    """Entries that share a place of a standing (``overall``, a wind, a side) on every rule."""

    standing: str
    rank: int
    entries: tuple[Entry, ...]

    @property
    def key(self) -> str:
        """What names it in a form: where, and exactly who."""
        return f"{self.standing}:{'-'.join(str(entry.number) for entry in self.entries)}"


def open_ties(standings: Standings, entries: Mapping[str, Entry]) -> tuple[Tie, ...]:
    """The ties of a standing that nothing has settled, the overall ones first; ``entries`` by the names in it."""
    lists: list[tuple[str, Iterable[Line]]] = [(OVERALL, standings.overall)]
    lists += standings.winds.items()
    return tuple(
        Tie(where, rank, tuple(sorted((entries[line.entry] for line in tied), key=lambda entry: entry.number)))
        for where, lines in lists
        for rank, tied in groupby((line for line in lines if line.tiebreak == TIED), key=lambda line: line.rank)
    )


def all_settled(
    tournament: Tournament, entries: Mapping[str, Entry]
) -> list[tuple[Settlement, Settled, tuple[int, ...]]]:
    """Everything that was settled, revoked or not, as it stands in a standing, with the numbers of the entries."""
    names = {entry.pk: name for name, entry in entries.items()}
    numbers = {entry.pk: entry.number for entry in entries.values()}
    rows = tournament.settlements.select_related("arbiter", "revoked_by")
    return [
        (row, as_settled(row, names), tuple(numbers[key] for key, _place in row.places if key in numbers))
        for row in rows
    ]


@transaction.atomic
def settle_tie(
    *,
    tournament: Tournament,
    tie: str,
    kind: str,
    reason: str,
    arbiter: AbstractBaseUser | None,
    places: Mapping[int, int] | None = None,
    source: str = "",
    seed: str = "",
) -> Settlement:
    """Settle a tie that stands, by its ``key``, once play is over and while the standing is not official.

    A draw is made here, from the ``seed`` or a fresh one; a play-off and an earlier standing (``source`` is its name)
    need the place of each entry, by number; equal places stay level.
    """
    reason, source = read_reason(reason), cleaned(source)[:LONGEST_SOURCE]
    held = _held(tournament)
    found = tournament_standings(held)
    open_now = next((each for each in open_ties(found.standings, found.entries) if each.key == tie), None)
    if open_now is None:
        sentence = _("This tie is not open any more: look at the standing as it is now.")
        raise ValidationError(sentence, code="tie_not_open")
    if kind not in Settlement.Kind.values:
        raise ValidationError(_("Say how the tie was settled."), code="settled_how")
    if kind == Settlement.Kind.PREVIOUS and not source:
        raise ValidationError(_("Name the standing whose places these are."), code="source_missing")
    read = read_seed(seed) if kind == Settlement.Kind.LOT else ""
    ordered = _drawn(open_now, read) if read else _typed(open_now, places or {})
    made = Settlement.objects.create(
        tournament=held, standing=open_now.standing, kind=kind, seed=read,
        source=source if kind == Settlement.Kind.PREVIOUS else "", reason=reason,
        places=[[entry.pk, place] for entry, place in ordered],
        arbiter=arbiter if arbiter is not None and arbiter.pk else None,
    )
    _record(SETTLED, made, "tie_settled", ordered, arbiter, reason)
    return made


@transaction.atomic
def revoke_settlement(*, settlement: Settlement, author: AbstractBaseUser | None, reason: str) -> Settlement:
    """Take what was settled out of force; it stays on record. Twice changes nothing."""
    reason = read_reason(reason)
    _held(settlement.tournament)
    revoked = Settlement.objects.select_related("tournament").get(pk=settlement.pk)
    if revoked.revoked_at is not None:
        return revoked
    revoked.revoked_at, revoked.revoked_because = timezone.now(), reason
    revoked.revoked_by = author if author is not None and author.pk else None
    revoked.save(update_fields=["revoked_at", "revoked_by", "revoked_because"])
    entries = {entry.pk: entry for entry in revoked.tournament.entries.all()}
    ordered = [(entries[key], place) for key, place in revoked.places if key in entries]
    _record(REVOKED, revoked, "settlement_revoked", ordered, author, reason)
    return revoked


def _held(tournament: Tournament) -> Tournament:
    held = Tournament.objects.select_for_update(of=("self",)).get(pk=tournament.pk)
    closed = closed_rounds(held)
    if held.rounds.filter(stage=Round.Stage.PLAYING).exists() or not closed:
        raise ValidationError(_("A tie is settled after play, not while a partita is in play."), code="in_play")
    if all(each.stage == Round.Stage.OFFICIAL for each in closed):
        raise ValidationError(
            _("The standing is official. Take that back first, with a reason."), code="standing_official"
        )
    return held


def _drawn(tie: Tie, seed: str) -> list[tuple[Entry, int]]:
    by_number = {str(entry.number): entry for entry in tie.entries}
    return [(by_number[each], at) for at, each in enumerate(draw_order(by_number, bytes.fromhex(seed), "lot"), 1)]


def _typed(tie: Tie, places: Mapping[int, int]) -> list[tuple[Entry, int]]:
    given = {entry: places.get(entry.number, 0) for entry in tie.entries}
    if any(place < 1 for place in given.values()) or len(set(given.values())) == 1:
        raise ValidationError(
            _("Write the place of each, from 1 on; at least two of them must differ."), code="places_missing"
        )
    return sorted(given.items(), key=lambda each: (each[1], each[0].number))


SETTLED: Mapping[str, str] = {
    Settlement.Kind.LOT: gettext_noop(
        "A tie was settled by a draw from seed %(seed)s (%(standing)s; entry and place: %(order)s). Reason: %(reason)s"
    ),
    Settlement.Kind.PLAY_OFF: gettext_noop(
        "A tie was settled by a play-off (%(standing)s; entry and place: %(order)s). Reason: %(reason)s"
    ),
    Settlement.Kind.PREVIOUS: gettext_noop(
        "A tie was settled by the places in “%(source)s” (%(standing)s; entry and place: %(order)s). Reason: %(reason)s"
    ),
}
REVOKED: Mapping[str, str] = dict.fromkeys(
    Settlement.Kind,
    gettext_noop("What settled a tie is revoked (%(standing)s; entry and place: %(order)s). Reason: %(reason)s"),
)


def _record(
    sentences: Mapping[str, str], settlement: Settlement, event: str, ordered: Iterable[tuple[Entry, int]],
    author: AbstractBaseUser | None, reason: str,
) -> None:  # fmt: skip
    record(
        settlement.tournament, event, sentences[settlement.kind], author=author, standing=settlement.standing,
        order=", ".join(f"{entry.number} → {place}" for entry, place in ordered), reason=reason,
        **({"seed": settlement.seed} if settlement.seed else {}),
        **({"source": settlement.source} if settlement.source else {}),
    )
