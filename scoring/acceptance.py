"""The arbiter accepts a sheet as it is: a check of ours that is wrong must never stop a night.

It changes no point. It is a ruling like the others, with its reason, shown, logged and revocable, and it holds for
exactly the rows that were accepted: a later change asks again.
"""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from scoring.log_check import evidence
from scoring.models import Ruling, Sheet
from scoring.reading import missing_hands, scored_sheet
from scoring.reopened import unmark_if_as_posted
from scoring.rows import locked_sheet
from scoring.sentences import read_reason
from scoring.signing import check_seen, content_hash
from tournaments.log import record
from tournaments.models import Round


def is_accepted(sheet: Sheet) -> bool:
    """Whether the arbiter has accepted exactly the rows in force."""
    accepted = [
        effect.get("hash")
        for effect in sheet.rulings.standing().filter(kind=Ruling.Kind.ACCEPTED).values_list("effect", flat=True)
    ]
    return bool(accepted) and content_hash(sheet) in accepted


@transaction.atomic
def accept_sheet(*, sheet: Sheet, author: AbstractBaseUser | None, reason: str, seen: str | None = None) -> Ruling:
    """Close a sheet whatever our checks say of it, hands missing included; the reason and what was wrong are kept.

    Only what the checks say is passed over: a partita that has not started, or is official, keeps its rules. Accepting
    the same rows twice is one acceptance; with ``seen`` (``seen_of``) nothing is accepted that has not been read.
    """
    reason = read_reason(reason)
    held = locked_sheet(sheet)
    _check_stage(held)
    if held.state != Sheet.State.CLOSED:
        check_seen(held, seen)
    scored = scored_sheet(held)
    now = content_hash(held)
    standing = held.rulings.standing().filter(kind=Ruling.Kind.ACCEPTED)
    made = next((ruling for ruling in standing if ruling.effect.get("hash") == now), None)
    if made is None:
        wrong = [{"code": each.code, "hand": each.hand, "message": str(each.phrase)}
                 for each in scored.problems if not each.ruled]  # fmt: skip
        missing = list(missing_hands(held, scored))
        made = Ruling.objects.create(
            sheet=held,
            kind=Ruling.Kind.ACCEPTED,
            reason=reason,
            arbiter=author if author is not None and author.pk else None,
            effect={"hash": now, "problems": wrong, "missing": missing},
        )
        record(
            held.table.round.tournament,
            "sheet_accepted",
            gettext_noop(
                "Partita %(round)s: the sheet of table %(table)s was accepted as it is (%(problems)s problems, "
                "%(missing)s hands missing). Reason: %(reason)s"
            ),
            author=author,
            round=held.table.round.number,
            table=held.table.number,
            problems=len(wrong),
            missing=len(missing),
            reason=reason,
        )
    if held.state != Sheet.State.CLOSED:
        write_closed(held, author)
    return made


def write_closed(held: Sheet, author: AbstractBaseUser | None) -> None:
    """Close a sheet that the caller holds and has found, or declared, to be right."""
    held.state, held.closed_at = Sheet.State.CLOSED, timezone.now()
    held.closed_by = author if author is not None and author.pk else None
    held.save(update_fields=["state", "closed_at", "closed_by"])
    record(
        held.table.round.tournament,
        "sheet_closed",
        gettext_noop("Partita %(round)s: the sheet of table %(table)s was closed."),
        author=author,
        round=held.table.round.number,
        table=held.table.number,
        **evidence(held.results.all()),
    )
    unmark_if_as_posted(held)


def _check_stage(sheet: Sheet) -> None:
    round_ = sheet.table.round
    if round_.stage in (Round.Stage.SEATING, Round.Stage.OFFICIAL):
        raise ValidationError(
            _("Partita %(round)s is not in play: its sheets are neither handed in nor closed."),
            code="round_not_in_play",
            params={"round": round_.number},
        )
