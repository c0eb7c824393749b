"""Signatures: a wind agrees with exactly the rows it saw; a later change asks again, what was withdrawn is kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from deals.models import WindChoice
from scoring.models import Sheet, Signature
from scoring.rows import locked_sheet
from tournaments.models import SignaturePolicy
from tournaments.names import cleaned


def content_hash(sheet: Sheet) -> str:
    """The hash of the rows in force: what a signature agrees with. SHA-256 in hex."""
    return hash_of_rows(sheet.results.current().exclude(content=None).values_list("hand", "content"))


def hash_of_rows(rows: Iterable[tuple[int, Any]]) -> str:
    """The same of rows that somebody has read already, by hand: nobody agrees with newer ones than he is shown."""
    by_hand = sorted(rows, key=lambda row: row[0])
    text = json.dumps(by_hand, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def seen_of(sheet: Sheet) -> str:
    """What somebody at the desk looks at before deciding: the rows in force and the rulings that stand."""
    rulings = sheet.rulings.standing().order_by("pk").values_list("pk", flat=True)
    return "-".join([content_hash(sheet)[:16], *map(str, rulings)])


def check_seen(sheet: Sheet, seen: str | None) -> None:
    """Refuse what is decided over a sheet that has changed since it was ``seen``; None where nobody says."""
    if seen is not None and seen != seen_of(sheet):
        raise sheet_changed(sheet)


def sheet_changed(sheet: Sheet) -> ValidationError:
    """Why nothing is done that was decided over the sheet as it was before."""
    return ValidationError(
        _("The sheet of table %(table)s was changed while you were reading it. Look at it again, then decide."),
        code="sheet_changed",
        params={"table": sheet.table.number},
    )


@transaction.atomic
def sign_sheet(*, sheet: Sheet, wind: str, device: str = "", seen: str | None = None) -> Signature:
    """A wind agrees with the rows as they stand. Signing the same rows twice is one signature.

    ``seen`` is the ``content_hash`` of the rows that the wind was looking at: where another phone has changed a row
    since, the signature is refused, for nobody agrees with what he has not seen.
    """
    if wind not in WindChoice.values:
        raise ValidationError(
            _("“%(wind)s” is no wind: North, East, South or West signs."),
            code="wind_unknown",
            params={"wind": str(wind)[:20]},
        )
    held = locked_sheet(sheet)
    _check_not_closed(held)
    now = content_hash(held)
    if seen is not None and seen != now:
        raise ValidationError(
            _("A row of table %(table)s was changed while you were reading. Look at the sheet again, then sign."),
            code="rows_changed",
            params={"table": held.table.number},
        )
    signature, _new = Signature.objects.get_or_create(
        sheet=held, wind=wind, content_hash=now, withdrawn_at=None, defaults={"device": cleaned(device)[:60]}
    )
    return signature


@transaction.atomic
def withdraw_signature(*, sheet: Sheet, wind: str) -> tuple[Signature, ...]:
    """A wind takes its agreement back, as long as the sheet is not closed; what it signed stays, with the time."""
    held = locked_sheet(sheet)
    _check_not_closed(held)
    withdrawn = list(held.signatures.filter(wind=wind, withdrawn_at=None))
    for signature in withdrawn:
        signature.withdrawn_at = timezone.now()
        signature.save(update_fields=["withdrawn_at"])
    return tuple(withdrawn)


def signed_winds(sheet: Sheet) -> frozenset[str]:
    """The winds that signed exactly the rows in force and have not taken it back."""
    signatures = sheet.signatures.filter(content_hash=content_hash(sheet), withdrawn_at=None)
    return frozenset(signatures.values_list("wind", flat=True))


def signed_and_withdrawn(sheet: Sheet, now: str) -> tuple[frozenset[str], frozenset[str]]:
    """The winds that signed the rows whose ``content_hash`` is ``now``, and those that took it back. One query."""
    found = sheet.signatures.filter(content_hash=now).values_list("wind", "withdrawn_at")
    signed = frozenset(wind for wind, withdrawn_at in found if withdrawn_at is None)
    return signed, frozenset(wind for wind, withdrawn_at in found if withdrawn_at is not None)


def missing_signatures(sheet: Sheet, captain: str | None = None) -> tuple[str, ...]:
    """The winds that have still to sign before the captain may hand in; empty where nothing more is asked for.

    Where one other wind is enough and none has signed, all who could are named. ``captain`` is the wind whose phone
    hands in: under that rule his own signature is not another's.
    """
    policy = sheet.table.round.tournament.signatures
    if policy == SignaturePolicy.NONE:
        return ()
    return _still_to_sign(policy, _sitting_winds(sheet), signed_winds(sheet), captain)


def missing_for_captains(sheet: Sheet) -> dict[str, tuple[str, ...]]:
    """The winds that have still to sign, for each wind whose phone may hand in, and ("") where nobody says whose it is.

    Two queries for all, so that each phone of a table can say in advance whose signature it waits for.
    """
    policy = sheet.table.round.tournament.signatures
    sitting, signed = _sitting_winds(sheet), signed_winds(sheet)
    return {captain: _still_to_sign(policy, sitting, signed, captain) for captain in ("", *sitting)}


def _sitting_winds(sheet: Sheet) -> list[str]:
    seated = frozenset(sheet.table.seats.values_list("wind", flat=True))
    return [wind for wind in WindChoice.values if wind in seated]


def _still_to_sign(policy: str, sitting: list[str], signed: frozenset[str], captain: str | None) -> tuple[str, ...]:
    if policy == SignaturePolicy.NONE:
        return ()
    if policy == SignaturePolicy.ALL:
        return tuple(wind for wind in sitting if wind not in signed)
    others = [wind for wind in sitting if wind != captain]
    return () if signed.intersection(others) else tuple(others)


def check_signed(sheet: Sheet, captain: str | None) -> None:
    """Refuse with who has still to sign."""
    missing = missing_signatures(sheet, captain)
    if not missing:
        return
    sentence = _("The sheet of table %(table)s is not signed yet. Still to sign: %(winds)s.")
    if sheet.table.round.tournament.signatures == SignaturePolicy.ONE:
        sentence = _("The sheet of table %(table)s is not signed yet. One of these has to sign: %(winds)s.")
    raise ValidationError(
        sentence,
        code="signatures_missing",
        params={"table": sheet.table.number, "winds": _named(missing), "missing": missing},
    )


_named = lazy(lambda winds: ", ".join(str(WindChoice(wind).label) for wind in winds), str)


def _check_not_closed(sheet: Sheet) -> None:
    if sheet.state == Sheet.State.CLOSED:
        raise ValidationError(
            _("The sheet of table %(table)s is closed: it is not signed any more."),
            code="sheet_closed",
            params={"table": sheet.table.number},
        )
