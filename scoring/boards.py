"""A spoiled board while the partita is played: replaced only where nobody's result on it would be lost."""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from deals.models import Board
from scoring.models import HandResult
from scoring.rounds import locked_round
from tournaments import boards
from tournaments.models import Round
from tournaments.services import hands_of_board


@transaction.atomic
def replace_board(
    *, round: Round, number: int, reason: str, author: AbstractBaseUser | None, seen: int | None = None
) -> Board:
    """The next announced spare takes the place of a spoiled board, before play or during it.

    Refused while a table's row for that hand counts, naming the tables (``params["numbers"]``): they have played
    other cards than the rest would. Empty those rows and let everybody play the spare, or rule the board fouled (§3.4).
    ``seen`` is the ``dealt_as`` of the board that was looked at: a second click takes no second spare.
    """
    held = locked_round(round, with_sheets=True)
    hands = hands_of_board(held.tournament, number)
    rows = HandResult.objects.filter(sheet__table__round=held, hand__in=hands).current().exclude(content=None)
    tables = tuple(sorted(set(rows.values_list("sheet__table__number", flat=True))))
    if tables:
        raise ValidationError(
            _("Hand %(board)s has been played at these tables: %(tables)s. Empty their rows and let everybody play the "
              "spare, or rule the board fouled where the cards were wrong."),
            code="board_played", params={"board": number, "tables": ", ".join(map(str, tables)), "numbers": tables},
        )  # fmt: skip
    return boards.replace_board(round=held, number=number, reason=reason, author=author, seen=seen)
