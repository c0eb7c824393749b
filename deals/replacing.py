"""A single spoiled board: the next of the announced spares takes its place, and nobody chooses which.

The spares are as many as the sealed document says, numbered after the last board. What was taken out stays on record
with the reason, and whoever checks the set afterwards finds each board or the spare that stands for it.
"""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from deals.models import Board, BoardSet
from deals.services import document_of, locked
from king.dealing import deal_spare

LONGEST_REASON = 200


@transaction.atomic
def replace_board(*, board_set: BoardSet, number: int, reason: str, seen: int | None = None) -> Board:
    """Take the board of that number out of use and put the next spare in its place.

    ``seen`` is the ``dealt_as`` of the board that the caller looked at, so that a second click, or somebody else's,
    does not take a second spare.

    Whoever calls this has seen that nobody's result on the board counts, and writes down who wanted it. Refused: no
    reason, no such board, boards that no seed deals, a set that is revealed, no spare left.
    """
    board_set = locked(board_set)
    reason = _checked(board_set, reason)
    old = find_board(board_set, number)
    if seen not in (None, old.dealt_as):
        sentence = _("Board %(board)s has just been replaced: spare %(spare)s is in its place.")
        raise ValidationError(sentence, code="already_replaced", params={"board": number, "spare": old.dealt_as})
    document = document_of(board_set)
    dealt = board_set.boards.filter(origin=Board.Origin.GENERATED).aggregate(last=Max("dealt_as"))["last"]
    spare = max(dealt or 0, document.boards) + 1
    if spare > document.highest:
        sentence = _(
            "Partita %(round)s has no spare board left (%(spares)s were announced). Annul the hand at every table, "
            "or deal it by hand and type its cards in."
        )
        params = {"round": board_set.round_number, "spares": document.spares}
        raise ValidationError(sentence, code="no_spare_left", params=params)
    deal = deal_spare(document, bytes.fromhex(board_set.seed), board_set.datum_value, board_set.round_number, spare)
    withdraw_board(old, reason)
    return Board.objects.create(
        board_set=board_set, number=old.number, dealt_as=spare, contract=old.contract, dealer=old.dealer,
        owners=deal.owners,
    )  # fmt: skip


def spares_left(board_set: BoardSet) -> int:
    """How many spares have not been used; 0 for boards that no seed deals."""
    if not board_set.is_dealt_by_seed:
        return 0
    document = document_of(board_set)
    return document.spares - board_set.boards.filter(dealt_as__gt=document.boards).count()


def find_board(board_set: BoardSet, number: int) -> Board:
    """The board in use with that number, held; refuses where there is none."""
    board = board_set.boards.in_use().select_for_update().filter(number=number).first()
    if board is None:
        last = board_set.boards.in_use().aggregate(last=Max("number"))["last"]
        sentence = _("Partita %(round)s has no board %(board)s: its boards are numbered from 1 to %(last)s.")
        if last is None:
            sentence = _("Partita %(round)s has no boards yet.")
        params = {"round": board_set.round_number, "board": number, "last": last}
        raise ValidationError(sentence, code="no_board", params=params)
    return board


def withdraw_board(board: Board, reason: str) -> None:
    """Out of use and kept, with the reason."""
    board.withdrawn_at, board.withdrawn_because = timezone.now(), reason
    board.save(update_fields=["withdrawn_at", "withdrawn_because"])


def read_board_reason(reason: str) -> str:
    """A reason in one line, cut where it is too long to keep; empty where there is none."""
    return " ".join("".join(c if c.isprintable() else " " for c in reason).split())[:LONGEST_REASON]


def _checked(board_set: BoardSet, reason: str) -> str:
    """The reason as it is kept; refused where the set cannot have a spare or there is no reason."""
    params = {"round": board_set.round_number}
    if not board_set.is_dealt_by_seed:
        sentence = _("The boards of partita %(round)s were not dealt by the program, so they have no spares.")
        raise ValidationError(sentence, code="boards_not_dealt", params=params)
    if board_set.is_revealed:
        sentence = _("The boards of partita %(round)s are revealed: they stay as they were played.")
        raise ValidationError(sentence, code="boards_revealed", params=params)
    kept = read_board_reason(reason)
    if not kept:
        sentence = _("Say why the board is replaced: the reason is published with the boards.")
        raise ValidationError(sentence, code="reason_missing", params=params)
    return kept
