"""Deals made void before a card was played."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _, gettext_noop

from ground.guards import Author, stored_author
from king.cards import WINDS
from king.play.domino import may_not_void
from scoring.models import Redeal, Sheet
from scoring.rows import locked_sheet
from scoring.scored_sheets import plans_of, rules_at, sat, seat_in
from tournaments.log import LogKind, record_at
from tournaments.models import Player
from wording.naming import column_lazily
from wording.sentences import Sentence, refusal

VOIDED = gettext_noop(
    "Partita %(round)s, table %(table)s: %(player)s voids the deal of hand %(hand)s with "
    "%(extremes)s aces and kings (time no. %(times)s)."
)
MISDEALT = gettext_noop(
    "Partita %(round)s, table %(table)s: %(player)s claims a misdeal in hand %(hand)s (time no. %(times)s)."
)


@transaction.atomic
def record_redeal(*, sheet: Sheet, hand: int, wind: str, extremes: int, author: Author) -> Redeal:
    """Record a deal that a player had made void because of the aces and kings in it. The threshold
    rises with each hand, for each player separately (A24). If hands are chosen, the contract is not
    known yet and is not checked.
    """
    locked = locked_sheet(sheet)
    round_ = locked.table.round
    _check_in_play(locked)
    _ruleset, settings = rules_at(locked)
    plan = plans_of(locked).get(hand)
    if plan is None or wind not in WINDS:
        raise refusal(
            _("There is no hand %(hand)s for %(wind)s on this sheet."),
            "no_such_hand",
            hand=str(hand)[:10],
            wind=column_lazily(wind),
        )
    if locked.results.written().filter(hand=hand).exists():
        raise refusal(
            _("Hand %(hand)s is already on the sheet: a deal is voided before a card is played."),
            "hand_played",
            hand=hand,
        )
    player = sitting_player(locked, hand, wind)
    voided = locked.redeals.filter(hand=hand, player=player).count()
    forbidden = may_not_void(
        settings, plan.contract, extremes, voided, pre_dealt=round_.board_set_id is not None
    )
    if forbidden is not None:
        raise refusal("%(reason)s", "may_not_void", reason=Sentence.of(forbidden))
    try:
        with transaction.atomic():
            redeal = Redeal.objects.create(
                sheet=locked,
                hand=hand,
                wind=wind,
                player=player,
                extremes=extremes,
                time_voided=voided + 1,
                author=stored_author(author),
            )
    except IntegrityError:
        raise refusal(
            _("This deal has just been written down by somebody else."), "redeal_twice"
        ) from None
    record_at(
        locked.table,
        LogKind.REDEAL,
        VOIDED if extremes else MISDEALT,
        author,
        player=player.full_name,
        hand=hand,
        extremes=extremes,
        times=voided + 1,
    )
    return redeal


def sitting_player(sheet: Sheet, hand: int, wind: str) -> Player:
    seat = seat_in(
        [sitting for sitting in sat(sheet.table.seats.all()) if sitting.wind == wind], hand
    )
    if seat is None:
        raise refusal(
            _("Nobody sits at %(wind)s of table %(table)s."),
            "seat_empty",
            wind=column_lazily(wind),
            table=sheet.table.number,
        )
    return seat.player


def _check_in_play(sheet: Sheet) -> None:
    if not sheet.round.is_playing or not sheet.is_open:
        raise refusal(
            _("The sheet of table %(table)s is not being played: no deal can be voided."),
            "not_in_play",
            table=sheet.table.number,
        )
