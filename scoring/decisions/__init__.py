"""The arbiter's decisions. They are previewed before they are made, stored with author and reason,
and revoked but never erased. Protests and void deals are in ``protests`` and ``redeals``.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _, gettext_noop

from ground.guards import Author, stored_author
from ground.names import clean_text, read_reason
from king.reading import InputError, Node
from king.sheet.full_sheet import ScoredSheet, largest_total
from king.sheet.ruling_kinds import FOULED, Effect
from king.sheet.rulings import Ruling as KingRuling
from scoring.calls import end_call, open_call
from scoring.models import HandResult, Ruling, Sheet
from scoring.rows import enter_row, locked_sheet
from scoring.scored_sheets import scored_sheet, scored_table
from scoring.sheet_steps import check_seen, is_accepted
from scoring.standing import closed_rounds, tournament_standings
from tournaments.board_steps import board_of, hands_of_board
from tournaments.log import LogKind, record_at
from tournaments.models import Round
from wording.errata import Change, changes_between
from wording.naming import columns_lazily
from wording.ruling_words import WORDS
from wording.sentences import SheetRefused, refusal, say_error_lazily

LONGEST_ARTICLE = 60
KEPT = ("policy", "points", "offenders", "scope")
"""Keys of a ruling's effect that are stored, in the form of ``king score``."""

REVOKED: Mapping[str, str] = {
    **{code: words.revoked for code, words in WORDS.items()},
    Ruling.Kind.ACCEPTED: gettext_noop(
        "Partita %(round)s, table %(table)s: the sheet is no longer accepted as it is. Reason: %(reason)s"
    ),
    Ruling.Kind.SEATS: gettext_noop(
        "Partita %(round)s, table %(table)s: the ruling of wrong winds from hand %(hand)s on is revoked. "
        "Reason: %(reason)s"
    ),
}


def preview_ruling(*, sheet: Sheet, **form: Any) -> tuple[ScoredSheet, ScoredSheet]:
    """Return the sheet before and after the ruling. Raises ``ValidationError`` exactly if ``rule``
    does.
    """
    return _preview_effect(*_read(sheet, **form))


def _preview_effect(ruling: KingRuling, tried: Ruling) -> tuple[ScoredSheet, ScoredSheet]:
    sheet, hand = tried.sheet, tried.hand
    ruleset, settings = sheet.tournament.rules, sheet.tournament.configured
    _check_adjustment(ruling, largest_total(ruleset, settings))
    for offender in ruling.who:
        if ruleset.column(offender) is None:
            raise refusal(
                _("Nobody at this table is %(offender)s. The offender is one of %(places)s."),
                "offender_unknown",
                offender=offender[:20],
                places=columns_lazily(ruleset.columns),
            )
    before, under = scored_table(sheet).scored, scored_table(sheet, tried=tried)
    after = under.scored
    wrong = [problem for problem in after.problems if problem.code.startswith("ruling_")]
    known = [problem for problem in before.problems if problem.code.startswith("ruling_")]
    new = [problem for problem in wrong if problem not in known]
    if new:
        refused = refusal(
            _("This ruling cannot be applied to the sheet of table %(table)s."),
            "ruling_not_applicable",
            table=sheet.table.number,
        )
        raise SheetRefused(refused, new)
    if ruling.kind.wrong_row and not _is_wrong(before, hand):
        raise refusal(
            _("Hand %(hand)s adds up: there is no score error to rule on."),
            "no_score_error",
            hand=hand,
        )
    if tried.is_average and not under.averages[tried.hand or 0].can_be_had:
        raise refusal(
            _(
                "No other table has a sound row for this hand, and none is still playing: type the points, or annul."
            ),
            "no_other_table",
        )
    return before, after


def preview_standing(*, sheet: Sheet, **form: Any) -> tuple[Change, ...]:
    """Changes of the standing that a ruling would make. The ruling has been accepted by
    ``preview_ruling``. While the partita is in play, only its own list counts, with its closed
    sheets.
    """
    round_ = sheet.round
    _ruling, tried = _read(sheet, **form)
    rounds = closed_rounds(round_.tournament)
    rounds += [] if round_ in rounds else [round_]
    before, after = (
        tournament_standings(round_.tournament, rounds, ruling).standings
        for ruling in (None, tried)
    )
    changes = changes_between(before, after)
    return tuple(
        change for change in changes if round_.is_closed or change.place == f"round {round_.number}"
    )


@transaction.atomic
def rule(
    *,
    sheet: Sheet,
    article: str = "",
    reason: str,
    arbiter: Author,
    seen: str | None = None,
    settles_call: bool = True,
    **form: Any,
) -> Ruling:
    """Store a ruling. ``form`` has ``kind``, ``hand``, ``offender`` and the ``effect`` with its
    ``policy`` or ``points``, in the form that ``king score`` reads.

    A standing that was published earlier differs from now on; ``publish`` publishes the correction.
    An open call of the table is settled with it, unless ``settles_call`` is false.
    """
    reason, article = read_reason(reason), clean_text(article)
    if len(article) > LONGEST_ARTICLE:
        raise refusal(
            _(
                "The article is too long: at most %(most)s characters. Put the rest into the reason."
            ),
            "article_too_long",
            most=LONGEST_ARTICLE,
        )
    locked = locked_sheet(sheet)
    _check_stage(locked.table.round)
    ruling, row = _read(locked, **form)
    row.article, row.reason = article, reason
    same = locked.rulings.standing().filter(
        kind=row.kind,
        hand=row.hand,
        offender=row.offender,
        effect=row.effect,
        article=article,
        reason=reason,
    )
    standing = same.select_related("arbiter").first()
    if standing:
        raise refusal(
            _(
                "%(who)s has already made this very ruling. If it is for a second infraction, say so in the reason."
            ),
            "ruling_repeated",
            who=standing.arbiter.get_username() if standing.arbiter else _("the desk"),
        )
    check_seen(locked, seen)
    _preview_effect(ruling, row)
    row.arbiter = stored_author(arbiter)
    row.call = open_call(locked.table)
    row.save()
    _record(WORDS[row.kind].log_sentence(row.effect), row, LogKind.RULED, arbiter, reason)
    if row.call and settles_call:
        end_call(call=row.call, author=arbiter)
    return row


@transaction.atomic
def revoke_ruling(*, ruling: Ruling, author: Author, reason: str) -> Ruling:
    """Revoke a ruling. Doing it twice changes nothing. Refused on a closed sheet that would no
    longer add up.
    """
    reason = read_reason(reason)
    sheet = locked_sheet(ruling.sheet)
    revoked = Ruling.objects.get(pk=ruling.pk)
    if revoked.revoked_at:
        return revoked
    _check_stage(sheet.round)
    revoked.revoke(author, reason)
    if sheet.is_closed and not (scored_sheet(sheet).closable or is_accepted(sheet)):
        raise refusal(
            _(
                "Without this ruling the closed sheet of table %(table)s does not add up. Reopen it, then revoke."
            ),
            "sheet_needs_ruling",
            table=sheet.table.number,
        )
    _record(REVOKED[revoked.kind], revoked, LogKind.RULING_REVOKED, author, reason)
    return revoked


@transaction.atomic
def annul_hand(*, round: Round, hand: int, reason: str, arbiter: Author) -> tuple[Ruling, ...]:
    """Annul the hand at every table, because time ran out before all had played it or because its
    board is void (A38). In the quick game, the other hand with the same cards is annulled too
    (O15).
    """
    reason = read_reason(reason)
    rulings = []
    together = hands_of_board(round.tournament, board_of(round.tournament, hand)) or (hand,)
    sheets = Sheet.objects.filter(table__round=round).order_by("pk")
    for sheet, hand in product(sheets, together):
        locked = locked_sheet(sheet)
        if locked.rulings.standing().filter(kind=FOULED.code, hand=hand, effect={}).exists():
            continue
        if not locked.results.written().filter(hand=hand).exists():
            enter_row(
                sheet=locked, hand=hand, content={}, origin=HandResult.Origin.DESK, author=arbiter
            )
        fouled = rule(
            sheet=locked,
            kind=FOULED.code,
            hand=hand,
            reason=reason,
            arbiter=arbiter,
            settles_call=False,
        )
        rulings.append(fouled)
    return tuple(rulings)


def _read(
    sheet: Sheet,
    kind: str,
    hand: int | None = None,
    offender: str = "",
    effect: Mapping[str, Any] | None = None,
) -> tuple[KingRuling, Ruling]:
    """Read the ruling of a form: in king's terms, and as an unsaved row."""
    form = {key: effect[key] for key in KEPT if effect and effect.get(key) not in (None, "", [])}
    form |= {"kind": kind, "hand": hand, "offender": offender or None}
    try:
        ruling = KingRuling.from_json(Node(form, "", "ruling"))
    except InputError as error:
        raise refusal(
            _("The ruling cannot be read: %(reason)s."),
            "unreadable_ruling",
            reason=say_error_lazily(error),
        ) from None
    form = ruling.as_json()
    stored_effect = {key: form[key] for key in KEPT if key in form and key != "offenders"}
    if len(ruling.who) > 1:
        stored_effect["offenders"] = list(ruling.who)
    if ruling.kind.replaces_row and effect and effect.get("average"):
        stored_effect = {"average": True}
    alone = ruling.who[0] if len(ruling.who) == 1 else ""
    return ruling, Ruling(
        sheet=sheet, kind=str(ruling.kind), hand=ruling.hand, offender=alone, effect=stored_effect
    )


def _check_adjustment(ruling: KingRuling, most: Fraction) -> None:
    numbers = ruling.numbers
    if ruling.kind.effect is not Effect.POINTS or not numbers:
        return
    if not any(numbers):
        raise refusal(
            _(
                "An adjustment of 0 changes nothing: write how many points, with a minus sign if they are taken away."
            ),
            "adjustment_zero",
        )
    if any(abs(number) > most for number in numbers):
        raise refusal(
            _(
                "No sheet of these rules can make more than %(most)s points, won or lost: check the number."
            ),
            "adjustment_too_large",
            most=most,
        )


def _is_wrong(scored: ScoredSheet, hand: int | None) -> bool:
    if any(problem.hand == hand for problem in scored.problems):
        return True
    return any(row.hand == hand and row.sum != row.expected for row in scored.rows)


def _check_stage(round_: Round) -> None:
    params = {"round": round_.number}
    if round_.is_seating:
        raise refusal(
            _("Partita %(round)s has not started: there is nothing to rule on yet."),
            "round_not_started",
            **params,
        )
    if round_.is_official:
        raise refusal(
            _(
                "Partita %(round)s is official. Make it provisional again first, with a reason; then rule."
            ),
            "round_official",
            **params,
        )


def _record(sentence: str, ruling: Ruling, event: LogKind, author: Author, reason: str) -> None:
    points = ruling.effect.get("points", "")
    if not isinstance(points, str):
        points = ", ".join(f"{wind} {number}" for wind, number in points.items())
    offenders = ", ".join(ruling.offenders) or "–"
    record_at(
        ruling.sheet.table,
        event,
        sentence,
        author,
        hand=ruling.hand or "–",
        offender=offenders,
        reason=reason,
        points=points,
    )
