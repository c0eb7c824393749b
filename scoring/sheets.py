"""A sheet from hand to hand: signed by the table, handed in, closed by the desk, reopened with a reason."""

from __future__ import annotations

import datetime
from collections.abc import Collection

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from king.sheet import Problem, ScoredSheet
from scoring.acceptance import is_accepted, write_closed
from scoring.log_check import evidence
from scoring.models import Sheet
from scoring.reading import missing_hands, scored_sheet
from scoring.rows import locked_sheet
from scoring.sentences import SheetRefused, read_reason
from scoring.signing import check_seen, check_signed, content_hash, missing_signatures, sheet_changed
from tournaments.log import record
from tournaments.models import Round
from tournaments.names import cleaned


@transaction.atomic
def hand_in(
    *,
    sheet: Sheet,
    by: str,
    author: AbstractBaseUser | None = None,
    with_problems: bool = False,
    captain: str | None = None,
    seen: str | None = None,
) -> Sheet:
    """The table gives its sheet to the desk; ``by`` is the account or the phone. A second click changes nothing.

    Every hand must be there. A sheet that does not add up is refused with what differs and where, one that lacks
    signatures which the tournament asks for with who has still to sign (the desk, an ``author``, needs none: the
    paper carries them; ``captain`` is the wind whose phone it is). ``with_problems`` hands it in all the same, for
    the arbiter to look at. ``seen`` is the ``content_hash`` of the rows that the table was looking at: where another
    phone has changed one since, the sheet is looked at again.
    """
    held = locked_sheet(sheet)
    if held.state != Sheet.State.OPEN:
        return held
    _check_in_play(held)
    if seen is not None and seen != content_hash(held):
        raise sheet_changed(held)
    scored = scored_sheet(held)
    _check_complete(held, scored)
    if not scored.closable and not with_problems:
        raise SheetRefused(
            ValidationError(
                _(
                    "The sheet of table %(table)s does not add up. "
                    "Put it right, or hand it in as it is and call the arbiter."
                ),
                code="sheet_has_problems",
                params={"table": held.table.number},
            ),
            _unruled(scored),
        )
    unsigned = () if author is not None else missing_signatures(held, captain)
    if unsigned and not with_problems:
        check_signed(held, captain)
    held.state, held.handed_in_at, held.handed_in_by = Sheet.State.HANDED_IN, timezone.now(), cleaned(by)[:150]
    held.handed_in_unsigned = bool(unsigned)
    held.save(update_fields=["state", "handed_in_at", "handed_in_by", "handed_in_unsigned"])
    _record_hand_in(held, author, sound=scored.closable)
    return held


def _record_hand_in(held: Sheet, author: AbstractBaseUser | None, *, sound: bool) -> None:
    sentence = gettext_noop("Partita %(round)s: table %(table)s handed in its sheet (%(by)s).")
    if not sound:
        sentence = gettext_noop("Partita %(round)s: table %(table)s handed in its sheet, with problems (%(by)s).")
    elif held.handed_in_unsigned:
        sentence = gettext_noop("Partita %(round)s: table %(table)s handed in its sheet, not signed by all (%(by)s).")
    record(
        held.table.round.tournament,
        "sheet_handed_in",
        sentence,
        author=author,
        round=held.table.round.number,
        table=held.table.number,
        by=held.handed_in_by,
        **evidence(held.results.all()),
    )


@transaction.atomic
def tell_handed_in(*, sheet: Sheet, at: object) -> Sheet:
    """A phone knows that the desk had this sheet ``at`` a timestamp; the desk, set back to an older copy, does not.

    The time is kept, for the desk to see that the sheet is open again; nobody has handed in what is here now, so
    ``handed_in_by`` stays empty. What cannot be is not heard.
    """
    held = locked_sheet(sheet)
    when = _moment(at)
    started = held.table.round.started_at
    if held.state != Sheet.State.OPEN or held.handed_in_at is not None or when is None:
        return held
    if started is None or not started <= when <= timezone.now():
        return held
    held.handed_in_at = when
    held.save(update_fields=["handed_in_at"])
    record(
        held.table.round.tournament,
        "hand_in_lost",
        gettext_noop(
            "Partita %(round)s: a phone of table %(table)s knows that its sheet had been handed in; "
            "here it is open again. The table looks at it and hands it in once more."
        ),
        round=held.table.round.number,
        table=held.table.number,
    )
    return held


def _moment(at: object) -> datetime.datetime | None:
    if isinstance(at, bool) or not isinstance(at, int | float):
        return None
    try:
        return datetime.datetime.fromtimestamp(at, datetime.UTC)
    except (OverflowError, ValueError, OSError):
        return None


@transaction.atomic
def take_back(*, sheet: Sheet, author: AbstractBaseUser | None) -> Sheet:
    """The desk gives a sheet that was handed in, and is not closed, back to its table."""
    held = locked_sheet(sheet)
    if held.state == Sheet.State.CLOSED:
        raise ValidationError(
            _("The sheet of table %(table)s is closed. Reopen it, with a reason."),
            code="sheet_closed",
            params={"table": held.table.number},
        )
    if held.state == Sheet.State.HANDED_IN:
        held.state = Sheet.State.OPEN
        held.save(update_fields=["state"])
        record(
            held.table.round.tournament,
            "sheet_taken_back",
            gettext_noop("Partita %(round)s: the sheet of table %(table)s was given back to the table."),
            author=author,
            round=held.table.round.number,
            table=held.table.number,
        )
    return held


@transaction.atomic
def close_sheet(*, sheet: Sheet, author: AbstractBaseUser | None, seen: str | None = None) -> Sheet:
    """The desk closes the sheet: it adds up, or every difference was ruled, or the arbiter has accepted it as it is.

    Closing it twice changes nothing; with ``seen`` (``seen_of``) nothing is closed that the author has not read.

    A sheet that the desk typed from paper may be closed without being handed in by a phone.
    """
    held = locked_sheet(sheet)
    if held.state == Sheet.State.CLOSED:
        return held
    _check_in_play(held)
    check_seen(held, seen)
    if not is_accepted(held):
        _check_sound(held)
    write_closed(held, author)
    return held


@transaction.atomic
def close_ready_sheets(
    *, round: Round, author: AbstractBaseUser | None, tables: Collection[int] | None = None
) -> tuple[Sheet, ...]:
    """Close every sheet of the partita that was handed in, adds up and is signed; the others stay as they are.

    Of these ``tables`` alone, where they are said: one that became ready since then waits to be looked at. A sheet that
    the desk took from paper is signed there.
    """
    closed = []
    ready = Sheet.objects.filter(table__round=round, state=Sheet.State.HANDED_IN).select_related(
        "table__round__tournament"
    )
    if tables is not None:
        ready = ready.filter(table__number__in=tables)
    for sheet in ready.order_by("table__number"):
        if sheet.handed_in_unsigned and missing_signatures(sheet):
            continue
        try:
            with transaction.atomic():
                closed.append(close_sheet(sheet=sheet, author=author))
        except ValidationError:
            continue
    return tuple(closed)


@transaction.atomic
def reopen_sheet(*, sheet: Sheet, author: AbstractBaseUser | None, reason: str) -> Sheet:
    """Open a closed or handed-in sheet for the desk to correct. Rows, signatures and rulings all stay.

    In a partita that is closed the posted standing is marked until the next one: it may change.
    """
    reason = read_reason(reason)
    held = locked_sheet(sheet)
    if held.table.round.stage == Round.Stage.OFFICIAL:
        raise ValidationError(
            _("Partita %(round)s is official. Take that back first, with a reason; then reopen the sheet."),
            code="round_official",
            params={"round": held.table.round.number},
        )
    if held.state == Sheet.State.OPEN:
        return held
    held.state = Sheet.State.OPEN
    if held.table.round.is_closed:
        held.reopened_at = timezone.now()
    held.save(update_fields=["state", "reopened_at"])
    record(
        held.table.round.tournament,
        "sheet_reopened",
        gettext_noop("Partita %(round)s: the sheet of table %(table)s was reopened. Reason: %(reason)s"),
        author=author,
        round=held.table.round.number,
        table=held.table.number,
        reason=reason,
    )
    return held


def _check_in_play(sheet: Sheet) -> None:
    round_ = sheet.table.round
    if round_.stage in (Round.Stage.SEATING, Round.Stage.OFFICIAL):
        raise ValidationError(
            _("Partita %(round)s is not in play: its sheets are neither handed in nor closed."),
            code="round_not_in_play",
            params={"round": round_.number},
        )


def _check_sound(sheet: Sheet) -> None:
    scored = scored_sheet(sheet)
    _check_complete(sheet, scored)
    if not scored.closable:
        raise SheetRefused(
            ValidationError(
                _(
                    "The sheet of table %(table)s cannot be closed: put each of these right, rule on it, "
                    "or accept the sheet as it is, with a reason."
                ),
                code="sheet_has_problems",
                params={"table": sheet.table.number},
            ),
            _unruled(scored),
        )


def _check_complete(sheet: Sheet, scored: ScoredSheet) -> None:
    missing = missing_hands(sheet, scored)
    if missing:
        raise ValidationError(
            _("The sheet of table %(table)s is not complete. Hands missing: %(hands)s. Enter them, then hand it in."),
            code="hands_missing",
            params={"table": sheet.table.number, "hands": ", ".join(map(str, missing)), "missing": missing},
        )


def _unruled(scored: ScoredSheet) -> list[Problem]:
    return [problem for problem in scored.problems if not problem.ruled]
