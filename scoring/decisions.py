"""The arbiter's decisions: seen before they are made, kept with their author and reason, revoked and never erased."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from king.commands.reading import Node
from king.errors import InputError
from king.rulings import Ruling as KingRuling
from king.rulings import RulingKind
from king.sheet import ScoredSheet, score
from scoring.acceptance import is_accepted
from scoring.calls import open_call
from scoring.comparison import compare_tables
from scoring.models import HandResult, Ruling, Sheet
from scoring.reading import king_rows, king_rulings, rules_in_force, scored_round
from scoring.rows import enter_row, locked_sheet
from scoring.sentences import SheetRefused, read_reason, say_error_lazily
from scoring.signing import check_seen
from tournaments.log import record
from tournaments.models import Round
from tournaments.names import cleaned
from tournaments.services import board_of, hands_of_board
from tournaments.wording import columns_lazily

LONGEST_ARTICLE = 60

RULED: Mapping[str, str] = {
    RulingKind.ILLEGAL_PLAY: gettext_noop(
        "Partita %(round)s, table %(table)s, hand %(hand)s: ruled an illegal play of %(offender)s. Reason: %(reason)s"
    ),
    RulingKind.SCORE_ERROR: gettext_noop(
        "Partita %(round)s, table %(table)s, hand %(hand)s: ruled a score error. Reason: %(reason)s"
    ),
    RulingKind.ADJUSTMENT: gettext_noop(
        "Partita %(round)s, table %(table)s: %(offender)s is adjusted by %(points)s. Reason: %(reason)s"
    ),
    RulingKind.FOULED: gettext_noop(
        "Partita %(round)s, table %(table)s, hand %(hand)s: ruled a fouled board (%(points)s). Reason: %(reason)s"
    ),
}
REVOKED: Mapping[str, str] = {
    RulingKind.ILLEGAL_PLAY: gettext_noop(
        "Partita %(round)s, table %(table)s, hand %(hand)s: the ruling of an illegal play of %(offender)s is revoked. "
        "Reason: %(reason)s"
    ),
    RulingKind.SCORE_ERROR: gettext_noop(
        "Partita %(round)s, table %(table)s, hand %(hand)s: the ruling of a score error is revoked. Reason: %(reason)s"
    ),
    RulingKind.ADJUSTMENT: gettext_noop(
        "Partita %(round)s, table %(table)s: the adjustment of %(offender)s by %(points)s is revoked. "
        "Reason: %(reason)s"
    ),
    RulingKind.FOULED: gettext_noop(
        "Partita %(round)s, table %(table)s, hand %(hand)s: the ruling of a fouled board is revoked. "
        "Reason: %(reason)s"
    ),
    Ruling.Kind.ACCEPTED: gettext_noop(
        "Partita %(round)s, table %(table)s: the sheet is no longer accepted as it is. Reason: %(reason)s"
    ),
}


def preview_ruling(
    *, sheet: Sheet, kind: str, hand: int | None = None, offender: str = "", effect: Mapping[str, Any] | None = None
) -> tuple[ScoredSheet, ScoredSheet]:
    """The sheet as it stands and as it would be; nothing is stored. Refused exactly where ``rule`` is."""
    ruling = read_ruling(kind=kind, hand=hand, offender=offender, effect=effect)
    ruleset, _settings = rules_in_force(sheet.table.round.tournament)
    if ruling.offender is not None and ruleset.column(ruling.offender) is None:
        raise ValidationError(
            _("Nobody at this table is %(offender)s. The offender is one of %(places)s."),
            code="offender_unknown",
            params={"offender": ruling.offender[:20], "places": columns_lazily(ruleset.columns)},
        )
    before, after = _scored_with(sheet, ruling)
    wrong = [problem for problem in after.problems if problem.code.startswith("ruling_")]
    known = [problem for problem in before.problems if problem.code.startswith("ruling_")]
    new = [problem for problem in wrong if problem not in known]
    if new:
        raise SheetRefused(
            ValidationError(
                _("This ruling cannot be applied to the sheet of table %(table)s."),
                code="ruling_not_applicable", params={"table": sheet.table.number},
            ),
            new,
        )
    if ruling.kind is RulingKind.SCORE_ERROR and not _is_wrong(before, hand):
        raise ValidationError(
            _("Hand %(hand)s adds up: there is no score error to rule on."),
            code="no_score_error", params={"hand": hand},
        )
    return before, after


@transaction.atomic
def rule(
    *,
    sheet: Sheet,
    kind: str,
    hand: int | None = None,
    offender: str = "",
    effect: Mapping[str, Any] | None = None,
    article: str = "",
    reason: str,
    arbiter: AbstractBaseUser | None,
    seen: str | None = None,
) -> Ruling:
    """Make a ruling on a sheet, open or closed, until the partita is official.

    ``kind``, ``hand``, ``offender`` and the ``effect``'s ``policy`` or ``points`` are those of ``king score``.
    A call of the table that is open led to it, and is tied to it.
    Refused: a hand that is not on the sheet, an offender who is missing or unknown, no reason, the very same ruling
    twice, and a sheet that has changed since it was ``seen`` (``seen_of``). Where the standing was posted already,
    it differs from now on: ``publish`` posts the correction.
    """
    reason, article = read_reason(reason), cleaned(article)
    if len(article) > LONGEST_ARTICLE:
        raise ValidationError(
            _("The article is too long: at most %(most)s characters. Put the rest into the reason."),
            code="article_too_long", params={"most": LONGEST_ARTICLE},
        )
    held = locked_sheet(sheet)
    _check_stage(held.table.round)
    ruling = read_ruling(kind=kind, hand=hand, offender=offender, effect=effect)
    form = ruling.as_json()
    fields = {
        "kind": kind, "hand": ruling.hand, "offender": ruling.offender or "", "article": article, "reason": reason,
        "effect": {key: form[key] for key in ("policy", "points") if key in form},
    }
    same = held.rulings.standing().filter(**fields)
    if same.exists():
        raise ValidationError(
            _("This very ruling already stands. If it is for a second infraction, say so in the reason."),
            code="ruling_repeated",
        )
    check_seen(held, seen)
    preview_ruling(sheet=held, kind=kind, hand=hand, offender=offender, effect=effect)
    made = Ruling.objects.create(
        sheet=held, arbiter=arbiter if arbiter is not None and arbiter.pk else None, call=open_call(held.table),
        **fields,
    )
    _record(RULED, made, "ruled", arbiter, reason)
    return made


@transaction.atomic
def revoke_ruling(*, ruling: Ruling, author: AbstractBaseUser | None, reason: str) -> Ruling:
    """Take a ruling out of force; it stays on record with who revoked it and why. Revoking twice changes nothing.

    Refused on a closed sheet that would no longer add up without it: reopen the sheet first.
    """
    reason = read_reason(reason)
    sheet = locked_sheet(ruling.sheet)
    revoked = Ruling.objects.get(pk=ruling.pk)
    if revoked.revoked_at is not None:
        return revoked
    _check_stage(sheet.table.round)
    revoked.revoked_at, revoked.revoked_because = timezone.now(), reason
    revoked.revoked_by = author if author is not None and author.pk else None
    revoked.save(update_fields=["revoked_at", "revoked_by", "revoked_because"])
    if sheet.state == Sheet.State.CLOSED and not (_scored_with(sheet, None)[0].closable or is_accepted(sheet)):
        raise ValidationError(
            _("Without this ruling the closed sheet of table %(table)s does not add up. Reopen it, then revoke."),
            code="sheet_needs_ruling", params={"table": sheet.table.number},
        )
    _record(REVOKED, revoked, "ruling_revoked", author, reason)
    return revoked


@transaction.atomic
def annul_hand(
    *, round: Round, hand: int, article: str = "", reason: str, arbiter: AbstractBaseUser | None
) -> tuple[Ruling, ...]:
    """Take a hand out of the partita at every table: time ran out before all played it, or its board is void (A38).

    What was written of it stays on record and counts nothing; a table without the row gets an empty one. Each table's
    ruling may be revoked like any other. A table where the hand is annulled already is left as it is. In the quick
    game the other hand of the same cards goes with it (O15).
    """
    reason = read_reason(reason)
    made = []
    together = hands_of_board(round.tournament, board_of(round.tournament, hand)) or (hand,)
    sheets = Sheet.objects.filter(table__round=round).order_by("pk")
    for sheet, hand in product(sheets, together):
        held = locked_sheet(sheet)
        if held.rulings.standing().filter(kind=RulingKind.FOULED, hand=hand, effect={}).exists():
            continue
        if not held.results.current().filter(hand=hand).exclude(content=None).exists():
            enter_row(sheet=held, hand=hand, content={}, origin=HandResult.Origin.DESK, author=arbiter)
        made.append(
            rule(sheet=held, kind=RulingKind.FOULED, hand=hand, article=article, reason=reason, arbiter=arbiter)
        )
    return tuple(made)


def mean_of_other_tables(*, sheet: Sheet, hand: int) -> dict[str, Fraction] | None:
    """The points that a fouled board may be given: each column's mean over the other tables' rows of that hand (§3.4).

    The means add up to what the row should, because every row that compares does. None where no other table has such
    a row, or where the order is chosen and it is not known which hand this table was playing.
    """
    tables = scored_round(sheet.table.round)
    own = next((row.contract for each in tables if each.sheet.pk == sheet.pk
                for row in each.scored.rows if row.hand == hand), None)  # fmt: skip
    boards = compare_tables(each for each in tables if each.sheet.pk != sheet.pk)
    fields = [
        field for board in boards if board.hand == hand
        for field in board.fields if field.figures and own in (None, field.contract)
    ]  # fmt: skip
    if len(fields) != 1:
        return None
    return {str(column): figures.mean for column, figures in fields[0].figures.items()}


def read_ruling(
    *, kind: str, hand: int | None = None, offender: str = "", effect: Mapping[str, Any] | None = None
) -> KingRuling:
    """The ruling in king's terms; ``ValidationError`` where it cannot be read."""
    form = {key: effect[key] for key in ("policy", "points") if effect and effect.get(key) not in (None, "")}
    form |= {"kind": kind, "hand": hand, "offender": offender or None}
    try:
        return KingRuling.from_json(Node(form, "", "ruling"))
    except InputError as error:
        raise ValidationError(
            _("The ruling cannot be read: %(reason)s."),
            code="unreadable_ruling", params={"reason": say_error_lazily(error)},
        ) from None


def _scored_with(sheet: Sheet, ruling: KingRuling | None) -> tuple[ScoredSheet, ScoredSheet]:
    """The sheet under the rulings in force, and under one more."""
    rows = king_rows({result.hand: result for result in sheet.results.current()})
    standing = king_rulings(sheet.rulings.standing())
    ruleset, settings = rules_in_force(sheet.table.round.tournament)
    before = score(ruleset, rows, standing, settings)
    return before, before if ruling is None else score(ruleset, rows, (*standing, ruling), settings)


def _is_wrong(scored: ScoredSheet, hand: int | None) -> bool:
    if any(problem.hand == hand for problem in scored.problems):
        return True
    return any(row.hand == hand and row.sum != row.expected for row in scored.rows)


def _check_stage(round_: Round) -> None:
    params = {"round": round_.number}
    if round_.stage == Round.Stage.SEATING:
        raise ValidationError(
            _("Partita %(round)s has not started: there is nothing to rule on yet."),
            code="round_not_started", params=params,
        )
    if round_.stage == Round.Stage.OFFICIAL:
        raise ValidationError(
            _("Partita %(round)s is official. Take that back first, with a reason; then rule."),
            code="round_official", params=params,
        )


def _record(
    sentences: Mapping[str, str], ruling: Ruling, event: str, author: AbstractBaseUser | None, reason: str
) -> None:
    table = ruling.sheet.table
    points = ruling.effect.get("points", "")
    record(
        table.round.tournament, event, sentences[ruling.kind], author=author, round=table.round.number,
        table=table.number, hand=ruling.hand or "–", offender=ruling.offender or "–", reason=reason,
        points=points if isinstance(points, str) else ", ".join(f"{wind} {each}" for wind, each in points.items()),
    )
