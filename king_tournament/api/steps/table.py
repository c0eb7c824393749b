"""Steps at one table: who sits there, its calls, its deals made void, an earlier version of a row."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.serializers import BooleanField, ChoiceField

from king_tournament.api.steps import Answer, Fields, Step, first_of
from king_tournament.api.steps.answers import CallShape, ChangesShape
from king_tournament.api.steps.bodies import REASON, number, text, wind
from king_tournament.api.steps.evening import player_of
from king_tournament.api.steps.play import RULED_ROWS
from scoring import calls, wrong_winds
from scoring.decisions.redeals import record_redeal
from scoring.models import Call, Sheet
from scoring.rows import take_up_version
from scoring.scored_sheets import PLAYERS, WINDS_STAY
from tournaments.models import Round
from tournaments.substitutes import house_player_for, seat_at, substitute, take_seat
from wording.errata import Change, changes_between
from wording.sentences import refusal


def _sit(
    *,
    round: Round,
    table: int,
    wind: str,
    author: Any,
    player: int | None = None,
    from_hand: int = 1,
) -> None:
    place = first_of(round.tables.filter(number=table))
    place.round = round
    seat = seat_at(place, wind)
    who = house_player_for(place) if player is None else player_of(player)
    if from_hand > 1:
        substitute(seat=seat, player=who, from_hand=from_hand, author=author)
    else:
        take_seat(seat=seat, player=who, author=author)


def _as_seated(*, sheet: Sheet, author: Any) -> None:
    now = wrong_winds.sitting_now(sheet)
    players = {wind: seat.player_id for wind, seat in now.items()}
    wrong_winds.report_seats(sheet=sheet, players=players, author=author)


def _look_at_winds(*, author: Any, wind: str, other: str, **fields: Any) -> Sequence[Change]:
    looked = wrong_winds.preview_exchange(winds=(wind, other), **fields)
    return changes_between(*(looked_at.standings for looked_at in looked))


def _rule_winds(*, wind: str, other: str, **fields: Any) -> Any:
    return wrong_winds.rule_seats(winds=(wind, other), **fields)


def _call(*, sheet: Sheet, author: Any, **fields: Any) -> Call:
    return calls.call_arbiter(table=sheet.table, device=author.get_username(), **fields)


def _open_call(sheet: Sheet) -> Call:
    call = calls.open_call(sheet.table)
    if call is None:
        raise refusal(_("This table calls nobody."), "no_call", table=sheet.table.number)
    return call


def _take_call(*, sheet: Sheet, author: Any) -> Call:
    return calls.take_call(call=_open_call(sheet), author=author)


def _end_call(*, sheet: Sheet, author: Any) -> Call:
    return calls.end_call(call=_open_call(sheet), author=author)


def _redeal(*, extremes: int = 0, **fields: Any) -> Any:
    return record_redeal(extremes=extremes, **fields)


def _take_up(*, sheet: Sheet, hand: int, version: int, **fields: Any) -> Any:
    old = first_of(sheet.results.filter(hand=hand, version=version))
    return take_up_version(result=old, **fields)


CALLED = Answer(CallShape)
OTHER_WINDS: Fields = {
    "wind": wind(),
    "other": wind(),
    "hand": number(_("From which hand on."), 1, needed=True),
    "follows": ChoiceField(
        choices=[PLAYERS, WINDS_STAY], help_text=_("What the points follow from that hand on.")
    ),
    "alone": BooleanField(
        required=False, help_text=_("With pairs: only these two changed, their partners stayed.")
    ),
}

SITTING_STEPS = (
    Step(
        "sit/",
        _("Seat somebody else: from hand 1 they play, from a later hand they are a substitute"),
        _sit,
        {
            "player": number(_("On the roster; without it, a house player.")),
            "from_hand": number(least=1),
        },
    ),
)

TABLE_STEPS = (
    Step("as-seated/", _("Say that they sit as the seating says"), _as_seated),
    Step(
        "winds/preview/",
        _("Look at what a ruling on wrong winds would do"),
        _look_at_winds,
        OTHER_WINDS,
        answer=Answer(ChangesShape),
    ),
    Step(
        "winds/rule/",
        _("Rule on wrong winds"),
        _rule_winds,
        {**OTHER_WINDS, **REASON},
        author="arbiter",
        answer=RULED_ROWS,
    ),
    Step(
        "call/",
        _("Call the arbiter"),
        _call,
        {"hand": number(least=1), "text": text()},
        answer=CALLED,
    ),
    Step("call/take/", _("Go to a table that calls"), _take_call, answer=CALLED),
    Step("call/end/", _("Settle the call"), _end_call, answer=CALLED),
    Step(
        "redeals/new/",
        _("Write down that somebody voids the deal of a hand"),
        _redeal,
        {
            "hand": number(least=1, needed=True),
            "wind": wind(),
            "extremes": number(_("Aces and kings in the player's hand.")),
        },
    ),
    Step(
        "rows/take-up/",
        _("Put an earlier version of a row in force again"),
        _take_up,
        {
            "version": number(least=1, needed=True),
            **REASON,
        },
    ),
)
