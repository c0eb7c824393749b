"""Domino at a table where cards are dealt by hand: the deals that were void, who voided them and by what right."""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from king.redeal import may_not_void
from king.winds import WINDS
from scoring.models import Redeal, Sheet
from scoring.reading import rules_at
from scoring.rows import locked_sheet
from scoring.sentences import say_lazily
from scoring.sitting import sat, seat_in
from tournaments.log import record
from tournaments.models import Player, Round
from tournaments.wording import column_lazily


@transaction.atomic
def record_redeal(*, sheet: Sheet, hand: int, wind: str, extremes: int, author: AbstractBaseUser | None) -> Redeal:
    """Write down that the player at a wind voids the deal of a Domino; refused, with the reason, where he may not.

    In a chosen order the hand's contract is not written yet: then nothing is asked of it. The threshold rises for
    each player by himself, hand by hand (A24).
    """
    held = locked_sheet(sheet)
    round_ = held.table.round
    _check_in_play(held)
    ruleset, settings = rules_at(held)
    plan = next((each for each in ruleset.schedule(settings) if each.number == hand), None)
    if plan is None or wind not in WINDS:
        sentence = _("There is no hand %(hand)s for %(wind)s on this sheet.")
        params = {"hand": str(hand)[:10], "wind": column_lazily(wind)}
        raise ValidationError(sentence, code="no_such_hand", params=params)
    if held.results.current().filter(hand=hand).exclude(content=None).exists():
        sentence = _("Hand %(hand)s is on the sheet already: a deal is voided before a card is played.")
        raise ValidationError(sentence, code="hand_played", params={"hand": hand})
    player = sitting_player(held, hand, wind)
    voided = held.redeals.filter(hand=hand, player=player).count()
    refusal = may_not_void(settings, plan.contract, extremes, voided, pre_dealt=round_.board_set_id is not None)
    if refusal is not None:
        raise ValidationError("%(reason)s", code="may_not_void", params={"reason": say_lazily(refusal)})
    try:
        with transaction.atomic():
            made = Redeal.objects.create(
                sheet=held, hand=hand, wind=wind, player=player, extremes=extremes, time_voided=voided + 1,
                author=author if author is not None and author.pk else None,
            )  # fmt: skip
    except IntegrityError:
        sentence = _("This deal has just been written down by somebody else.")
        raise ValidationError(sentence, code="redeal_twice") from None
    sentence = gettext_noop(
        "Partita %(round)s, table %(table)s: %(player)s voids the deal of hand %(hand)s with %(extremes)s aces and "
        "kings, for the %(times)s. time."
    )
    record(
        round_.tournament, "redeal", sentence, author=author, round=round_.number, table=held.table.number,
        player=player.full_name, hand=hand, extremes=extremes, times=voided + 1,
    )  # fmt: skip
    return made


def sitting_player(sheet: Sheet, hand: int, wind: str) -> Player:
    """Who sits at a wind in a hand: the substitute, where one has come by then."""
    seat = seat_in([each for each in sat(sheet.table.seats.all()) if each.wind == wind], hand)
    if seat is None:
        raise ValidationError(
            _("Nobody sits at %(wind)s of table %(table)s."),
            code="seat_empty", params={"wind": column_lazily(wind), "table": sheet.table.number},
        )  # fmt: skip
    return seat.player


def _check_in_play(sheet: Sheet) -> None:
    if sheet.table.round.stage != Round.Stage.PLAYING or sheet.state != Sheet.State.OPEN:
        sentence = _("The sheet of table %(table)s is not being played: no deal can be voided.")
        raise ValidationError(sentence, code="not_in_play", params={"table": sheet.table.number})
