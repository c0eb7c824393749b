"""A set in a notation of machines and viewers: before the reveal for the dealing role alone, afterwards for anybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from deals.access import check_may_see_cards
from deals.models import Board, BoardSet
from deals.sentences import say_error_lazily
from deals.services import document_of, mark_printed
from king.boards import DealtBoard, DealtSet
from king.errors import InputError
from king.notation import NOTATIONS
from king.winds import Wind


@dataclass(frozen=True)
class Export:
    """A file to hand out."""

    notation: str
    file_name: str
    media_type: str
    content: bytes


def export_set(*, board_set: BoardSet, notation: str, by: Any, site: str | None = None) -> Export:
    """The boards in use as a file in a notation (a key of ``king.notation.NOTATIONS``: pbn, dlm, dup, bri, lin …).

    ``by`` is the account that asks; None is anybody, who gets it once the set is revealed. ``site`` is the place, for
    the file's heading. A file that leaves before the reveal counts as printed: its cards are out. Refused: an unknown
    notation, cards that are sealed, no boards yet, a set that the notation cannot hold.
    """
    writer = NOTATIONS.get(notation)
    if writer is None:
        sentence = _("There is no notation “%(notation)s”. Choose one of %(known)s.")
        params = {"notation": str(notation)[:20], "known": ", ".join(NOTATIONS)}
        raise ValidationError(sentence, code="no_notation", params=params)
    check_may_see_cards(by, board_set)
    dealt = dealt_set(board_set, site)
    try:
        content = writer.write(dealt)
    except InputError as error:
        sentence = _("The boards of partita %(round)s cannot be written as %(notation)s: %(reason)s.")
        params = {"round": board_set.round_number, "notation": writer.name, "reason": say_error_lazily(error)}
        raise ValidationError(sentence, code="notation_cannot", params=params) from None
    if not board_set.is_revealed:
        mark_printed(board_set=board_set)
    return Export(notation, file_name(board_set, writer.extension), writer.media_type, content)


def file_name(board_set: BoardSet, extension: str) -> str:
    """What a file of the boards is called: event, date and partita."""
    event, date = (board_set.document.get(key) or "" for key in ("event", "date"))
    return slugify(f"{event or 'king'} {date} partita {board_set.round_number}")[:80].strip("-") + f".{extension}"


def dealt_set(board_set: BoardSet, site: str | None = None) -> DealtSet:
    """The boards in use as the notations take them; refused where there are none. Shows cards: ask first who looks."""
    rows = list(board_set.boards.in_use().order_by("number"))
    if not rows:
        sentence = _("Partita %(round)s has no boards yet.")
        raise ValidationError(sentence, code="no_boards", params={"round": board_set.round_number})
    document = document_of(board_set) if board_set.is_dealt_by_seed else None
    boards = tuple(
        DealtBoard(
            round_number=board_set.round_number,
            board=row.number,
            contract=row.contract or None,
            dealer=Wind(row.dealer),
            deal=row.deal,
            dealt_as=row.dealt_as if row.dealt_as != row.number and row.origin == Board.Origin.GENERATED else None,
        )
        for row in rows
    )
    event, date = (board_set.document.get(key) or None for key in ("event", "date"))
    return DealtSet(boards, event, site or None, date, board_set.ruleset, document)
