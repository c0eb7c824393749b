"""Steps of a partita: its seats and boards, its play, each table's sheet, what is ruled."""

import base64
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.serializers import (
    CharField,
    ChoiceField,
    DictField,
    IntegerField,
)

from frame.sheet_rights import visible_sheet
from ground.roles import ARBITER, DEALING, HELPER, ORGANIZER
from king.sheet.ruling_kinds import KINDS
from king_tournament.api.king_shapes import RulingEffectField
from king_tournament.api.shapes import RoundShape, SheetShape, current_facts
from king_tournament.api.steps import ORGANIZERS, Answer, Fields, Key, Scope, Step, first_of
from king_tournament.api.steps.answers import (
    ExchangeShape,
    PreviewShape,
    ProtestShape,
    RulingsMadeShape,
    SeatingShape,
    SettlementShape,
)
from king_tournament.api.steps.bodies import (
    RowBody,
    SeatBody,
    flag,
    number,
    numbers,
    text,
)
from king_tournament.api.steps.evening import EVENING, find_code, player_of
from night.backup import keep_copy
from night.lookups import find_round
from scoring import decisions, round_steps, sheet_steps, standing, wrong_winds
from scoring.decisions import protests
from scoring.models import HandResult, Protest, Ruling, Settlement, Sheet
from scoring.rows import enter_row, say_first_dealer
from screens.clock import change_clock, changes_of, undo_clock_change
from screens.hall import hall_of
from tournaments import board_steps, round_seating, seat_changes
from tournaments.models import Round, Seat, Tournament
from tournaments.odd_numbers import Way
from tournaments.seat_changes import seating_problems
from wording.sentences import refusal

PREPARERS = (ORGANIZER, DEALING)
TYPISTS = (ORGANIZER, ARBITER, HELPER)
STAFF_AND_DEALING = (ORGANIZER, ARBITER, DEALING)
OTHER_PAPER = flag(
    _("True also if all rows are those of another table, which is refused as same_sheet otherwise.")
)


# --- where steps are done


def _find_round(_request: Request, key: Key) -> Round:
    return find_round(key.pop("code"), key.pop("number"))


def _find_sheet(request: Any, key: Key) -> Sheet:
    return visible_sheet(request, key.pop("code"), key.pop("number"), key.pop("table"))


def _find_ruling(request: Request, key: Key) -> Ruling:
    rulings = Ruling.objects.select_related("sheet__table__round__tournament")
    evening = find_code(request, key)
    return first_of(rulings.filter(sheet__table__round__tournament=evening, pk=key.pop("number")))


def _find_protest(request: Request, key: Key) -> Protest:
    protests = Protest.objects.select_related("table__round__tournament", "publication")
    evening = find_code(request, key)
    return first_of(protests.filter(table__round__tournament=evening, pk=key.pop("number")))


def _find_settlement(request: Request, key: Key) -> Settlement:
    settlements = find_code(request, key).settlements.select_related("tournament")
    return first_of(settlements.filter(pk=key.pop("number")))


ROUND = Scope(
    "round",
    EVENING.address + "rounds/<int:number>/",
    _find_round,
    RoundShape,
    lambda round_: round_.tournament,
)
SHEET = Scope(
    "sheet",
    ROUND.address + "tables/<int:table>/",
    _find_sheet,
    SheetShape,
    lambda sheet: sheet.table.round.tournament,
    current_facts,
    lambda sheet: sheet,
)
RULING = Scope(
    "ruling",
    EVENING.address + "rulings/<int:number>/",
    _find_ruling,
    SheetShape,
    lambda ruling: ruling.sheet.table.round.tournament,
    lambda ruling: current_facts(ruling.sheet),
    lambda ruling: ruling.sheet,
)
PROTEST = Scope(
    "protest",
    EVENING.address + "protests/<int:number>/",
    _find_protest,
    ProtestShape,
    lambda protest: protest.table.round.tournament,
)
SETTLEMENT = Scope(
    "settlement",
    EVENING.address + "settlements/<int:number>/",
    _find_settlement,
    SettlementShape,
    lambda settlement: settlement.tournament,
)

# --- what needs more than one service


def _plan(
    *, tournament: Tournament, sitting_out: Sequence[int] = (), over: str = "", **fields: Any
) -> Round:
    resting = tournament.entries.filter(number__in=sitting_out)
    return round_seating.plan_round(
        tournament=tournament,
        sitting_out=() if over else resting,
        sit_out_by_lot=over == "lot",
        **fields,
    )


def _prepare(
    *,
    tournament: Tournament,
    fillers: Sequence[int] = (),
    resting: Sequence[int] = (),
    **fields: Any,
) -> Round:
    return round_seating.prepare_round(
        tournament=tournament,
        fillers=[player_of(key) for key in fillers],
        resting=list(tournament.entries.filter(number__in=resting)),
        **fields,
    )


def _seating_of(_row: Any, round_: Round) -> dict[str, Any]:
    return {
        "round": round_.number,
        "tables": hall_of(round_).tables,
        "remarks": round_seating.certificate(round_),
    }


def _exchange(
    *, round: Round, first: Mapping[str, Any], second: Mapping[str, Any], author: Any
) -> Any:
    seats = Seat.objects.filter(round=round, from_hand=1)
    one = seats.filter(table__number=first["table"], wind=first["wind"]).first()
    other = seats.filter(table__number=second["table"], wind=second["wind"]).first()
    if one is None or other is None or one == other:
        raise refusal(_("Choose two seats of this partita."), "two_seats", round=round.number)
    return wrong_winds.exchange_seats(round=round, first=one, second=other, author=author)


def _start(*, round: Round, author: Any, anyway: bool = False) -> Round:
    """Start the partita. Refused if seats do not match who is in the hall, unless the program says
    that it knows.
    """
    problems = seating_problems(round) if round.is_seating and not anyway else ()
    if problems:
        raise type(problems[0])(list(problems))
    return round_steps.start_round(round=round, author=author)


def _keep_copy(round: Round) -> None:
    keep_copy(f"{round.tournament.code}-{round.number}")


def _import(*, round: Round, author: Any, pbn: str = "", file: str = "") -> Any:
    if bool(pbn) == bool(file):
        raise refusal(
            _("Send the boards in one form: their text as “pbn”, or a file in base64 as “file”."),
            "boards_once",
        )
    try:
        raw = base64.b64decode("".join(file.split()), validate=True) if file else pbn.encode()
    except ValueError:
        raise refusal(_("The file of boards is not in base64."), "no_base64") from None
    preview = board_steps.preview_boards(round=round, file=raw)
    return board_steps.import_boards(round=round, preview=preview, author=author)


def _enter(*, sheet: Sheet, rows: Sequence[Mapping[str, Any]], author: Any) -> None:
    for row in rows:
        enter_row(sheet=sheet, **row, origin=HandResult.Origin.DESK, author=author)


def _hand_in(
    *, sheet: Sheet, author: Any, with_problems: bool = False, other_paper: bool = False
) -> Sheet:
    return sheet_steps.hand_in(
        sheet=sheet,
        by=author.get_username(),
        author=author,
        with_problems=with_problems,
        other_paper=other_paper,
    )


def _preview(*, author: Any, **ruling: Any) -> dict[str, Any]:
    before, after = decisions.preview_ruling(**ruling)
    return {
        "before": before.totals,
        "after": after.totals,
        "problems": after.problems,
        "closable": after.closable,
        "changes": decisions.preview_standing(**ruling),
    }


def _clock(*, round: Round, author: Any, table: int | None = None, **fields: Any) -> Any:
    place = None if table is None else first_of(round.tables.filter(number=table))
    return change_clock(round=round, table=place, author=author, **fields)


def _undo_clock(*, round: Round, author: Any) -> None:
    for change in changes_of(round)[-1:]:
        undo_clock_change(change=change, author=author)


def _protest(*, sheet: Sheet, **fields: Any) -> Protest:
    return protests.enter_protest(table=sheet.table, **fields)


def _answer(*, protest: Protest, ruling: int | None = None, **fields: Any) -> Protest:
    rulings = Ruling.objects.select_related("sheet").filter(sheet__table=protest.table_id)
    row = None if ruling is None else rulings.filter(pk=ruling).first()
    if ruling is not None and row is None:
        raise refusal(_("This table has no such ruling."), "no_ruling", number=ruling)
    return protests.answer_protest(protest=protest, ruling=row, **fields)


# --- the tables

SEATING = Answer(SeatingShape, _seating_of)
BOARD = number(least=1, needed=True, source="number")
SEEN: Fields = {"seen": number(_("The number of the log's line that was looked at last."))}
RULED_ROWS = Answer(
    RulingsMadeShape,
    lambda _row, result: {
        "rulings": [ruling.pk for ruling in (result if isinstance(result, tuple) else (result,))]
    },
)

PLANNING_STEPS = (
    Step(
        "rounds/<int:number>/prepare/",
        _("Draw, seat and seal a partita in one step"),
        _prepare,
        {
            "way": ChoiceField(choices=[*Way], required=False),
            "playing": number(_("How many were in the hall when it was decided.")),
            "fillers": numbers(_("Players of the roster who complete the tables.")),
            "resting": numbers(_("Entries that rest.")),
        },
        roles=ORGANIZERS,
        answer=SEATING,
    ),
    Step(
        "boards/blind/",
        _("Decide whether only the dealing role opens the cards, or organizers too"),
        board_steps.set_blind,
        roles=PREPARERS,
    ),
    Step(
        "rounds/<int:number>/plan/",
        _("Plan the seats of the next partita"),
        _plan,
        {
            "sitting_out": numbers(_("Entries that rest.")),
            "over": ChoiceField(choices=["lot"], required=False),
            "seed": text(longest=200),
            **SEEN,
        },
        answer=SEATING,
    ),
)

ROUND_STEPS = (
    Step("draw-again/", _("Draw other seats"), round_seating.draw_again, SEEN, answer=SEATING),
    Step(
        "exchange/",
        _("Let two players change places"),
        _exchange,
        {"first": SeatBody(), "second": SeatBody()},
        answer=Answer(ExchangeShape),
    ),
    Step("fill/", _("Seat those who came in empty seats"), seat_changes.fill_empty_seats),
    Step("publish/", _("Publish the seating"), seat_changes.publish_seating),
    Step(
        "withdraw/",
        _("Take a published seating back"),
        seat_changes.withdraw_seating,
    ),
    Step("cancel/", _("Give up a planned partita"), seat_changes.cancel_round, leaves=EVENING),
    # boards
    Step(
        "boards/seal/",
        _("Deal the boards and seal them"),
        board_steps.seal_boards,
        {
            "datum_description": text(_("A public datum from which they will be dealt."), 200),
            "datum_sha256": text(longest=100),
        },
        roles=PREPARERS,
    ),
    Step(
        "boards/datum/",
        _("Deal the boards from the public datum"),
        board_steps.deal_with_datum,
        roles=PREPARERS,
    ),
    Step(
        "boards/again/",
        _("Seal other boards in place of those"),
        board_steps.deal_boards_again,
        roles=PREPARERS,
    ),
    Step(
        "boards/aside/",
        _("Put the boards aside"),
        board_steps.put_boards_aside,
        roles=PREPARERS,
    ),
    Step(
        "boards/import/",
        _("Seal boards of a file"),
        _import,
        {
            "pbn": text(_("The text of the file, in PBN, DLM or LIN."), longest=300_000),
            "file": text(
                _("In place of the text: the file itself, also a DUP or BRI, in base64."),
                longest=400_000,
            ),
        },
        roles=PREPARERS,
    ),
    Step(
        "boards/replace/",
        _("Replace a board by a spare"),
        round_steps.replace_board,
        {
            "board": BOARD,
            "dealt_as": number(
                _("The number under which the board that was looked at was dealt."), source="seen"
            ),
        },
        roles=PREPARERS,
    ),
    Step(
        "boards/type/",
        _("Write down a board as it lay on the tables"),
        board_steps.transcribe_board,
        {
            "board": BOARD,
            "hands": DictField(
                child=CharField(),
                help_text=_("The cards of each wind: `AK3.T5.987.Q2`, spades first."),
            ),
        },
        roles=STAFF_AND_DEALING,
    ),
    # play
    Step(
        "start/",
        _("Start a partita"),
        _start,
        {"anyway": flag(_("Even if seats do not fit who is in the hall."))},
    ),
    Step(
        "undo-start/",
        _("Undo the start"),
        round_steps.undo_start,
    ),
    Step(
        "clock/",
        _("Pause the clock, let it run, let a table begin, give extra time"),
        _clock,
        {
            "kind": ChoiceField(choices=["begin", "pause", "resume", "extra"]),
            "table": number(_("One table; without it, the hall."), 1),
            "minutes": IntegerField(required=False, min_value=-1440, max_value=1440),
        },
    ),
    Step("clock/undo/", _("Take the last change of the clock back"), _undo_clock),
    Step(
        "close-ready/",
        _("Close the sheets that are in order"),
        sheet_steps.close_ready_sheets,
        {"tables": numbers(_("Tables that were looked at; without it, all."))},
    ),
    Step(
        "close/",
        _("Close a partita: its standings are published and its boards shown"),
        round_steps.close_round,
        {"held_back": flag(_("Hold the final standings back for the prize-giving."))},
        after=_keep_copy,
        ahead=round_steps.drafted_at_close,
    ),
    Step(
        "back-to-play/",
        _("Take a closed partita back to play"),
        round_steps.take_back_to_play,
    ),
    Step(
        "annul/",
        _("Annul a hand at every table"),
        decisions.annul_hand,
        author="arbiter",
        answer=RULED_ROWS,
    ),
)

RULING_BODY: Fields = {
    "kind": ChoiceField(choices=list(KINDS)),
    "hand": number(least=1),
    "offender": text(_("N, E, S, W, NS or EW"), 2),
    "effect": RulingEffectField(
        required=False,
        help_text=_("policy, points, offenders, scope, average, as `king score` has them."),
    ),
}

SHEET_STEPS = (
    Step(
        "rows/",
        _("Enter rows at the desk, all or none"),
        _enter,
        {"rows": RowBody(many=True)},
        roles=TYPISTS,
    ),
    Step(
        "first-dealer/",
        _("Say who was drawn to deal first"),
        say_first_dealer,
        roles=TYPISTS,
    ),
    Step(
        "hand-in/",
        _("Hand a sheet in at the desk"),
        _hand_in,
        {"with_problems": flag(_("Even if it does not add up.")), "other_paper": OTHER_PAPER},
        roles=TYPISTS,
    ),
    Step("take-back/", _("Give a sheet back to its table"), sheet_steps.take_back),
    Step("sign/", _("Sign for a wind at the desk"), sheet_steps.sign_at_the_desk),
    Step("close/", _("Close a sheet"), sheet_steps.close_sheet, {"other_paper": OTHER_PAPER}),
    Step(
        "accept/",
        _("Accept a sheet as it is, and close it"),
        sheet_steps.accept_sheet,
    ),
    Step("reopen/", _("Open a closed sheet again"), sheet_steps.reopen_sheet),
    Step(
        "rulings/preview/",
        _("Look at what a ruling would do"),
        _preview,
        RULING_BODY,
        answer=Answer(PreviewShape),
    ),
    Step(
        "rulings/new/",
        _("Make a ruling"),
        decisions.rule,
        {**RULING_BODY, "article": text(longest=60)},
        author="arbiter",
        answer=RULED_ROWS,
    ),
    Step(
        "protests/new/",
        _("Write down a protest"),
        _protest,
        {"hand": number(least=1), "who": text(longest=120, needed=True), "text": text(needed=True)},
        answer=Answer(ProtestShape),
    ),
)

RULING_STEPS = (Step("revoke/", _("Revoke a ruling"), decisions.revoke_ruling),)

SETTLEMENT_STEPS = (Step("revoke/", _("Revoke a settled tie"), standing.revoke_settlement),)

PROTEST_STEPS = (
    Step(
        "answer/",
        _("Answer a protest"),
        _answer,
        {
            "outcome": ChoiceField(choices=Protest.Outcome.values),
            "answer": text(needed=True),
            "ruling": number(_("The ruling that is its answer."), 1),
        },
    ),
)
