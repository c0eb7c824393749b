"""Messages of a table to the desk: a call for the arbiter, a hand in dispute, an error of its
phone's page.
"""

from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, gettext_noop

from deals.models import Board
from ground.guards import Author, stored_author, write
from ground.names import clean_text, read_reason
from ground.roles import holds_dealing
from scoring.models import Call, HandResult, Sheet
from tournaments.board_steps import board_of
from tournaments.log import LogKind, record_at
from tournaments.models import Round, Table, Tournament
from wording.sentences import refusal

LONGEST_TEXT = 500
"""Most characters that a table may write in all; somebody is coming to listen to the rest."""


@transaction.atomic
def call_arbiter(
    *, table: Table, hand: int | None = None, text: str = "", device: str = ""
) -> Call:
    """Call the arbiter to a table. While a call is open, another one is added to it: they stay one
    call.
    """
    Table.objects.select_for_update().only("pk").get(pk=table.pk)
    Sheet.objects.filter(table=table).hold()
    locked = Table.objects.select_related("round__tournament").get(pk=table.pk)
    check_hand(locked.round.tournament, hand)
    words = clean_text(text)[:LONGEST_TEXT]
    open_call = locked.calls.filter(done_at=None).first()
    if open_call:
        return _add(open_call, hand, words)
    try:
        with transaction.atomic():
            call = Call.objects.create(
                table=locked, hand=hand, text=words, device=clean_text(device)[:60]
            )
    except IntegrityError:
        return _add(locked.calls.get(done_at=None), hand, words)
    record_at(
        locked,
        LogKind.ARBITER_CALLED,
        gettext_noop(
            "Partita %(round)s, table %(table)s: the arbiter is called (hand %(hand)s). %(text)s"
        ),
        hand=hand or "–",
        text=words,
    )
    return call


def check_hand(tournament: Tournament, hand: object) -> None:
    length = tournament.rules.length
    if hand is not None and (
        isinstance(hand, bool) or not isinstance(hand, int) or not 1 <= hand <= length
    ):
        raise refusal(
            _("This sheet has no hand %(hand)s: its hands are numbered from 1 to %(last)s."),
            "no_such_hand",
            hand=str(hand)[:20],
            last=length,
        )


@transaction.atomic
def take_call(*, call: Call, author: User) -> Call:
    locked = _locked_call(call)
    if locked.done_at or locked.taken_by_id == author.pk:
        return locked
    write(locked, taken_by=author, taken_at=timezone.now())
    record_at(
        locked.table,
        LogKind.CALL_TAKEN,
        gettext_noop("Partita %(round)s, table %(table)s: %(who)s is on the way."),
        author,
        who=author.get_username(),
    )
    return locked


@transaction.atomic
def end_call(*, call: Call, author: Author) -> Call:
    locked = _locked_call(call)
    if locked.done_at:
        return locked
    write(locked, done_at=timezone.now(), done_by=stored_author(author))
    record_at(
        locked.table,
        LogKind.CALL_ENDED,
        gettext_noop("Partita %(round)s, table %(table)s: the call of the arbiter is settled."),
        author,
    )
    return locked


def open_calls(tournament: Tournament) -> tuple[Call, ...]:
    calls = Call.objects.filter(table__round__tournament=tournament, done_at=None)
    by_time = calls.select_related("table__round", "table__place", "taken_by").order_by(
        "made_at", "pk"
    )
    return tuple(sorted(by_time, key=lambda call: call.taken_at is not None))


def open_call(table: Table) -> Call | None:
    return table.calls.filter(done_at=None).order_by("pk").first()


def _add(call: Call, hand: int | None, words: str) -> Call:
    lines = call.text.split("\n") if call.text else []
    changes: dict[str, Any] = {}
    if words and words not in lines and len(call.text) + len(words) < LONGEST_TEXT:
        changes["text"] = "\n".join([*lines, words])
    if hand is not None and call.hand is None:
        changes["hand"] = hand
    if changes:
        call.table.round.tournament.lock()
        write(call, **changes)
    return call


def _locked_call(call: Call) -> Call:
    Call.objects.select_for_update().only("pk").get(pk=call.pk)
    Sheet.objects.filter(table=call.table_id).hold()
    return Call.objects.select_related("table__round__tournament", "taken_by").get(pk=call.pk)


# A hand in dispute: the one board that may be opened while its set is sealed, because it has been
# played. Where the organizer plays, every table must have it on a sheet that was handed in: whoever
# knows the code of a table can send a row for a hand that nobody there has played. Opening is a
# step of its own, also for those who prepare the boards, and the log says who took it; whoever has
# taken it sees the board from then on.


def disputed_board(*, sheet: Sheet, hand: int, by: Any) -> Board | None:
    """Board of a disputed hand, or None if the account has to open it first. Raises
    ``ValidationError`` if the board is not stored or the table has not played the hand.
    """
    round_ = sheet.round
    board = _board(round_, hand)
    if board.board_set.is_revealed or _has_opened(sheet, hand, board, by):
        return board
    if not sheet.results.written().filter(hand=hand).exists():
        raise refusal(
            _(
                "Table %(table)s has not entered hand %(board)s: until it has been played there its board is "
                "sealed."
            ),
            "not_played",
            **_place(sheet, hand),
        )
    waiting = tables_waited_for(sheet, hand)
    if waiting and not holds_dealing(by, sheet.tournament.code):
        raise refusal(
            _(
                "The organizer plays this evening: the board of hand %(board)s opens when every "
                "table has it on a sheet that was handed in. Still waiting for: %(tables)s. An "
                "arbiter who holds the dealing role may open it earlier, with a reason."
            ),
            "cards_sealed",
            board=hand,
            tables=", ".join(map(str, waiting)),
        )
    return None


@transaction.atomic
def open_disputed_board(*, sheet: Sheet, hand: int, by: User, reason: str = "") -> Board:
    """Show the dealing role a board in dispute. ``reason`` is required while other tables have yet
    to play the board. Calling it twice changes nothing.
    """
    board = disputed_board(sheet=sheet, hand=hand, by=by)
    if board:
        return board
    fields: dict[str, Any] = {"board": hand}
    sentence = gettext_noop(
        "Partita %(round)s, table %(table)s: board %(board)s was opened for a disputed hand."
    )
    if waiting := tables_waited_for(sheet, hand):
        fields |= {"tables": ", ".join(map(str, waiting)), "reason": read_reason(reason)}
        sentence = gettext_noop(
            "Partita %(round)s, table %(table)s: board %(board)s was opened for a disputed hand, before it was on a "
            "sheet handed in by these tables: %(tables)s. Reason: %(reason)s"
        )
    record_at(sheet.table, LogKind.BOARD_OPENED, sentence, by, **fields)
    return _board(sheet.round, hand)


def tables_waited_for(sheet: Sheet, hand: int) -> tuple[int, ...]:
    round_ = sheet.round
    if not round_.tournament.blind:
        return ()
    rows = HandResult.objects.filter(sheet__table__round=round_, hand=hand).written()
    handed_in = rows.exclude(sheet__state=Sheet.State.OPEN)
    waiting = round_.tables.exclude(sheet__in=handed_in.values("sheet")).order_by("number")
    return tuple(waiting.values_list("number", flat=True))


def _place(sheet: Sheet, hand: int) -> dict[str, int]:
    return {"round": sheet.round.number, "table": sheet.table.number, "board": hand}


def _has_opened(sheet: Sheet, hand: int, board: Board, by: Any) -> bool:
    """Whether this account has opened the board in its present cards. Cards that have replaced a
    spoiled board since then have to be opened again.
    """
    if by is None or not by.is_authenticated:
        return False
    conditions = {f"fields__{name}": value for name, value in _place(sheet, hand).items()}
    lines = sheet.tournament.log.filter(kind=LogKind.BOARD_OPENED, author=by, **conditions)
    before = Board.objects.withdrawn().filter(board_set=board.board_set_id, number=board.number)
    replaced = before.order_by("withdrawn_at").last()
    return bool(
        (lines if replaced is None else lines.filter(at__gt=replaced.withdrawn_at)).exists()
    )


def _board(round_: Round, hand: int) -> Board:
    number = board_of(round_.tournament, hand)
    boards = (
        Board.objects.in_use()
        .select_related("board_set")
        .filter(board_set=round_.board_set_id, number=number)
    )
    board = boards.first() if round_.board_set_id is not None else None
    if board is None:
        raise refusal(
            _(
                "The program does not have the cards of hand %(board)s of partita %(round)s: type them in first."
            ),
            "no_board",
            board=hand,
            round=round_.number,
        )
    return board


LONGEST_FAULT = 200
"""Most characters of an error's own text; the first of them say where to look."""

MOST_FAULTS = 5
"""Most lines about the phones of one sheet. A person with the table's code could write as many as
there is room for."""


@transaction.atomic
def report_fault(*, sheet: Sheet, fault: str, version: str, device: str = "") -> None:
    table, evening = sheet.table, sheet.tournament
    facts: dict[str, Any] = {
        "fault": clean_text(fault)[:LONGEST_FAULT],
        "version": clean_text(version)[:20],
    }
    lines = evening.log.filter(
        kind=LogKind.PAGE_FAULT, fields__round=table.round.number, fields__table=table.number
    )
    before = list(lines.values_list("fields", flat=True))
    if (
        evening.closed_at
        or len(before) >= MOST_FAULTS
        or any(facts.items() <= fields.items() for fields in before)
    ):
        return
    record_at(
        table,
        LogKind.PAGE_FAULT,
        gettext_noop(
            "Partita %(round)s, table %(table)s: an error on a phone's page (version "
            "%(version)s): %(fault)s. The phone goes on working; check whether the table can enter its rows."
        ),
        device=clean_text(device)[:60],
        **facts,
    )
