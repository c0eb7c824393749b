"""A hand in dispute: the one board that may be opened while its set is sealed, because the table has played it.

Opening is a step of its own, also for those who prepare the boards, and the log says who took it; whoever has taken it
sees the board from then on.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from deals.access import holds_dealing
from deals.models import Board
from scoring.models import HandResult, Sheet
from tournaments.log import record
from tournaments.models import Round, Tournament
from tournaments.services import board_of

BOARD_OPENED = "board_opened"
"""The kind of line that the log gets."""


def disputed_board(*, sheet: Sheet, hand: int, by: Any) -> Board | None:
    """The board of a hand as it is stored, for an account that may look at it now; None: it has to open it first.

    Refused: no stored board, a hand that has not been played where it has to have been.
    """
    round_ = sheet.table.round
    board = _board(round_, hand)
    if board.board_set.is_revealed or _has_opened(sheet, hand, board, by):
        return board
    _check_may_open(sheet, hand, by)
    return None


@transaction.atomic
def open_disputed_board(*, sheet: Sheet, hand: int, by: AbstractBaseUser) -> Board:
    """Open the board of a hand that this table has played; a second time changes nothing."""
    found = disputed_board(sheet=sheet, hand=hand, by=by)
    if found is not None:
        return found
    sentence = gettext_noop("Partita %(round)s, table %(table)s: board %(board)s was opened for a disputed hand.")
    record(sheet.table.round.tournament, BOARD_OPENED, sentence, author=by, **_place(sheet, hand))
    return _board(sheet.table.round, hand)


def _place(sheet: Sheet, hand: int) -> dict[str, int]:
    return {"round": sheet.table.round.number, "table": sheet.table.number, "board": hand}


def _has_opened(sheet: Sheet, hand: int, board: Board, by: Any) -> bool:
    """Whether the account has opened these very cards: those that took a spoiled board's place nobody has seen."""
    if by is None or not by.is_authenticated:
        return False
    wanted = {f"fields__{name}": value for name, value in _place(sheet, hand).items()}
    lines = sheet.table.round.tournament.log.filter(kind=BOARD_OPENED, author=by, **wanted)
    before = Board.objects.withdrawn().filter(board_set=board.board_set_id, number=board.number)
    replaced = before.order_by("withdrawn_at").last()
    return bool((lines if replaced is None else lines.filter(at__gt=replaced.withdrawn_at)).exists())


def _board(round_: Round, hand: int) -> Board:
    number = board_of(round_.tournament, hand)
    boards = Board.objects.in_use().select_related("board_set").filter(board_set=round_.board_set_id, number=number)
    board = boards.first() if round_.board_set_id is not None else None
    if board is None:
        sentence = _("The program does not have the cards of hand %(board)s of partita %(round)s: type them in first.")
        raise ValidationError(sentence, code="no_board", params={"board": hand, "round": round_.number})
    return board


def _check_may_open(sheet: Sheet, hand: int, by: Any) -> None:
    """The table has played the hand; where the organizer plays, an organizer's account waits for every other table."""
    round_ = sheet.table.round
    rows = HandResult.objects.filter(sheet__table__round=round_, hand=hand).current().exclude(content=None)
    played = set(rows.values_list("sheet_id", flat=True))
    if sheet.pk not in played:
        sentence = _("Table %(table)s has not entered hand %(board)s: until it has been played there its board is "
                     "sealed.")  # fmt: skip
        raise ValidationError(sentence, code="not_played", params=_place(sheet, hand))
    tables = Sheet.objects.filter(table__round=round_)
    waiting = tables.exclude(pk__in=played).order_by("table__number").values_list("table__number", flat=True)
    if waiting and _plays(by, round_.tournament):
        sentence = _("In this evening the organizer plays, and hand %(board)s is still to be played at these tables: "
                     "%(tables)s. Ask an arbiter who is no organizer, or the dealing role.")  # fmt: skip
        params = {"board": hand, "tables": ", ".join(map(str, waiting))}
        raise ValidationError(sentence, code="cards_sealed", params=params)


def _plays(by: Any, tournament: Tournament) -> bool:
    """Whether the account may belong to somebody who sits at a table tonight."""
    if not tournament.blind or holds_dealing(by):
        return False
    if by is None or not by.is_authenticated:
        return True
    return bool(by.is_superuser or by.groups.filter(name="organizer").exists())
