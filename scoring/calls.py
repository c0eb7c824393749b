"""A table calls the arbiter: at once on the desk, with who is on the way, until it is settled."""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from scoring.models import Call
from tournaments.log import record
from tournaments.models import Table, Tournament
from tournaments.names import cleaned

LONGEST_TEXT = 500
"""Characters that a table may write in all; somebody is coming to listen to the rest."""


@transaction.atomic
def call_arbiter(*, table: Table, hand: int | None = None, text: str = "", device: str = "") -> Call:
    """Call the arbiter to a table. While a call is open, another one adds what it says to it and is the same call."""
    held = _locked_table(table)
    check_hand(held.round.tournament, hand)
    said = cleaned(text)[:LONGEST_TEXT]
    open_call = held.calls.filter(done_at=None).first()
    if open_call is not None:
        return _add(open_call, hand, said)
    try:
        with transaction.atomic():
            call = Call.objects.create(table=held, hand=hand, text=said, device=cleaned(device)[:60])
    except IntegrityError:
        return _add(held.calls.get(done_at=None), hand, said)
    record(
        held.round.tournament,
        "arbiter_called",
        gettext_noop("Partita %(round)s, table %(table)s: the arbiter is called (hand %(hand)s). %(text)s"),
        round=held.round.number,
        table=held.number,
        hand=hand or "–",
        text=said,
    )
    return call


def check_hand(tournament: Tournament, hand: object) -> None:
    """Refuse a hand that a sheet of the evening does not have; None where nobody says which."""
    length = tournament.rules.length
    if hand is not None and (isinstance(hand, bool) or not isinstance(hand, int) or not 1 <= hand <= length):
        raise ValidationError(
            _("This sheet has no hand %(hand)s: its hands are numbered from 1 to %(last)s."),
            code="no_such_hand",
            params={"hand": str(hand)[:20], "last": length},
        )


@transaction.atomic
def take_call(*, call: Call, author: AbstractBaseUser) -> Call:
    """Somebody is on the way. Whoever takes it last has it; a call that is settled stays as it is."""
    held = _locked_call(call)
    if held.done_at is not None or held.taken_by_id == author.pk:
        return held
    held.taken_by, held.taken_at = author, timezone.now()
    held.save(update_fields=["taken_by", "taken_at"])
    record(
        held.table.round.tournament,
        "call_taken",
        gettext_noop("Partita %(round)s, table %(table)s: %(who)s is on the way."),
        author=author,
        round=held.table.round.number,
        table=held.table.number,
        who=author.get_username(),
    )
    return held


@transaction.atomic
def end_call(*, call: Call, author: AbstractBaseUser | None) -> Call:
    """The call is settled, or was a mistake (the table itself takes it back: no ``author``). Twice changes nothing."""
    held = _locked_call(call)
    if held.done_at is not None:
        return held
    held.done_at = timezone.now()
    held.done_by = author if author is not None and author.pk else None
    held.save(update_fields=["done_at", "done_by"])
    record(
        held.table.round.tournament,
        "call_ended",
        gettext_noop("Partita %(round)s, table %(table)s: the call of the arbiter is settled."),
        author=author,
        round=held.table.round.number,
        table=held.table.number,
    )
    return held


def open_calls(tournament: Tournament) -> tuple[Call, ...]:
    """Every call that is not settled, those that nobody has taken first, then the longest waiting. One query."""
    calls = Call.objects.filter(table__round__tournament=tournament, done_at=None)
    found = calls.select_related("table__round", "table__place", "taken_by").order_by("made_at", "pk")
    return tuple(sorted(found, key=lambda call: call.taken_at is not None))


def open_call(table: Table) -> Call | None:
    """The table's own open call, or None: for its phones, which show who is coming."""
    return table.calls.filter(done_at=None).select_related("taken_by").first()


def _add(call: Call, hand: int | None, said: str) -> Call:
    """A second phone, or a second tap: nothing that was written is lost, and it stays one call."""
    lines = call.text.split("\n") if call.text else []
    changed = []
    if said and said not in lines and len(call.text) + len(said) < LONGEST_TEXT:
        call.text = "\n".join([*lines, said])
        changed.append("text")
    if hand is not None and call.hand is None:
        call.hand = hand
        changed.append("hand")
    if changed:
        call.save(update_fields=changed)
    return call


def _locked_table(table: Table) -> Table:
    Table.objects.select_for_update().only("pk").get(pk=table.pk)
    return Table.objects.select_related("round__tournament").get(pk=table.pk)


def _locked_call(call: Call) -> Call:
    Call.objects.select_for_update().only("pk").get(pk=call.pk)
    return Call.objects.select_related("table__round__tournament", "taken_by").get(pk=call.pk)
