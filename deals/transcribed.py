"""Boards that were dealt by hand and typed in, or read from a file: no seed made them, so their text is hashed.

Their document says where they come from and carries the SHA-256 of a secret salt and their text, so that boards which
are shown later can be held against what was announced. Without the salt whoever knows most of the cards could try the
others until the hash is right; it is shown with the cards.
"""

from __future__ import annotations

import datetime
import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from deals.models import Board, BoardSet
from deals.services import locked, read_board_reason, withdraw_board
from king.boards import DealtBoard, PlannedBoard, plan_filter
from king.cards import WINDS, Wind
from king.deal import DECKS, Deal, DealError
from king.dealing import BoardFilter, canonical_json
from king.notation.typed import read_typed_deal
from king.rulesets import find_ruleset
from king.rulesets.base import RuleSet
from king.rulesets.settings import Settings
from wording.sentences import Sentence

SALT_BYTES = 32


@transaction.atomic
def store_transcribed(
    *,
    ruleset: RuleSet,
    round_number: int,
    event: str,
    date: datetime.date,
    boards: Sequence[DealtBoard],
    author: User | None,
    origin: str = Board.Origin.TRANSCRIBED,
) -> BoardSet:
    """Keep a partita's boards as they lay on the tables; their cards stay hidden until ``reveal``, as any others.

    Transcribed boards count as printed, for their cards are out in the hall; boards from a file do not yet.
    """
    printed = origin == Board.Origin.TRANSCRIBED
    rows = [
        Board(
            number=board.board, dealt_as=board.board, contract=board.contract or "", dealer=board.notation_dealer,
            owners=board.deal.owners, origin=origin,
        )
        for board in boards
    ]  # fmt: skip
    salt = secrets.token_hex(SALT_BYTES)
    document = {
        "event": event,
        "date": date.isoformat(),
        "ruleset": ruleset.code,
        "origin": str(origin),
        "rounds": [round_number],
        "boards": len(rows),
        "salted_boards_sha256": boards_sha256(rows, salt),
    }
    board_set = BoardSet.objects.create(
        ruleset=ruleset.code,
        round_number=round_number,
        document=document,
        commitment=_sha256(document),
        salt=salt,
        state=BoardSet.State.PRINTED if printed else BoardSet.State.SEALED,
        printed_at=timezone.now() if printed else None,
        sealed_by=author if author is not None and author.pk else None,
    )
    for row in rows:
        row.board_set = board_set
    Board.objects.bulk_create(rows)
    return board_set


@transaction.atomic
def transcribe(
    *,
    board_set: BoardSet,
    plan: PlannedBoard,
    hands: Mapping[Wind | str, str],
    reason: str = "",
    ruleset: RuleSet | None = None,
    settings: Settings | None = None,
) -> Board:
    """Type in one board as it really lay on the tables.

    ``hands`` are the cards by wind, as ``king.notation.typed`` reads them; every card that is missing or double is
    named at once. A board that is there already is replaced only with a ``reason``, and stays on record; the same
    cards again change nothing. After the reveal only boards without a seed may still be completed or corrected.
    ``ruleset`` is the house edition of the set; None for a published system, known by its code. ``settings`` are those
    in force, None for the system's own.
    """
    board_set = locked(board_set)
    ruleset = ruleset or find_ruleset(board_set.ruleset)
    deal = read_hands_typed(hands, ruleset.deck)
    _check_may_be_typed(board_set)
    old = board_set.boards.in_use().select_for_update().filter(number=plan.board).first()
    if old is not None and old.owners == deal.owners:
        return old
    kept = read_board_reason(reason)
    _check_replacing(board_set, old, kept)
    _check_extremes(plan_filter(ruleset, settings=settings), plan, deal, kept)
    if old is not None:
        withdraw_board(old, kept)
    board = Board.objects.create(
        board_set=board_set, number=plan.board, dealt_as=plan.board, contract=plan.contract or "",
        dealer=plan.dealer or WINDS[(plan.board - 1) % 4], owners=deal.owners, origin=Board.Origin.TRANSCRIBED,
    )  # fmt: skip
    _hash_again(board_set)
    return board


def read_hands_typed(hands: Mapping[Wind | str, str], deck: int = 52) -> Deal:
    """The deal of four typed hands; refused with a line for everything that is wrong, and nothing guessed."""
    try:
        return read_typed_deal({wind: str(hands.get(wind, "")) for wind in WINDS}, DECKS[deck])
    except DealError as error:
        raise ValidationError(
            [
                ValidationError("%(problem)s", code=problem.code, params={"problem": Sentence.of(problem.phrase)})
                for problem in error.problems
            ]
        ) from None


def boards_sha256(boards: Iterable[Board], salt: str) -> str:
    """The hash of boards that no seed deals: the salt's bytes, then each board as canonical JSON.

    Of a board its number, contract, dealer and cards. Sets of before there was a salt have an empty one.
    """
    text = canonical_json(
        [[board.number, board.contract or None, str(board.dealer), board.deal.pbn] for board in boards]
    )
    return hashlib.sha256(bytes.fromhex(salt) + text.encode()).hexdigest()


def hash_of_typed(board_set: BoardSet) -> str:
    """The salted hash of the boards in use that were typed in: the log keeps it where the document is a seed's."""
    typed = board_set.boards.in_use().exclude(origin=Board.Origin.GENERATED).order_by("number")
    return boards_sha256(typed, board_set.salt)


def _sha256(document: Mapping[str, Any]) -> str:
    return hashlib.sha256(canonical_json(document).encode()).hexdigest()


def _check_may_be_typed(board_set: BoardSet) -> None:
    """A set that a seed deals takes typed boards between its dealing and its reveal."""
    if board_set.is_revealed and board_set.is_dealt_by_seed:
        sentence = _("The boards of partita %(round)s are revealed: they stay as they were played.")
        raise ValidationError(sentence, code="boards_revealed", params={"round": board_set.round_number})
    if board_set.is_dealt_by_seed and not board_set.boards.exists():
        sentence = _("The boards of partita %(round)s wait for their public datum. Type it, and they are dealt.")
        raise ValidationError(sentence, code="boards_not_dealt", params={"round": board_set.round_number})


def _check_replacing(board_set: BoardSet, old: Board | None, reason: str) -> None:
    """Nothing is replaced silently."""
    if old is not None and not reason:
        sentence = _(
            "Board %(board)s of partita %(round)s is there already, with other cards. To replace it, say why: "
            "the old one is kept with the reason."
        )
        params = {"round": board_set.round_number, "board": old.number}
        raise ValidationError(sentence, code="board_there", params=params)


def _check_extremes(condition: BoardFilter | None, plan: PlannedBoard, deal: Deal, reason: str) -> None:
    """A Domino hand with too many aces and kings is dealt again (R1b, A23); a reason says that it was played so."""
    if condition is None or not condition.covers(plan.board) or condition.accepts(deal) or reason:
        return
    sentence = _(
        "Board %(board)s is Domino, and a hand holds more than %(most)s aces and kings: deal it again. "
        "If it was played like this, say so as the reason."
    )
    params = {"board": plan.board, "most": condition.max_extremes}
    raise ValidationError(sentence, code="too_many_extremes", params=params)


def _hash_again(board_set: BoardSet) -> None:
    """The document of a set that grows board by board; the log keeps each of its commitments.

    A seed's document stays as it was sealed. Where there is no salt yet, and no card has been shown, there is one now.
    """
    if not board_set.salt and not board_set.is_revealed:
        board_set.salt = secrets.token_hex(SALT_BYTES)
    if not board_set.is_dealt_by_seed:
        rows = list(board_set.boards.in_use().order_by("number"))
        others = {key: value for key, value in board_set.document.items() if not key.endswith("boards_sha256")}
        name = "salted_boards_sha256" if board_set.salt else "boards_sha256"
        board_set.document = others | {"boards": len(rows), name: boards_sha256(rows, board_set.salt)}
        board_set.commitment = _sha256(board_set.document)
    board_set.save(update_fields=["document", "commitment", "salt"])
