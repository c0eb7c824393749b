"""Transfer of boards: boards that no seed deals, typed in from the tables or read from a file; and
a set as a file in any notation.

The document of such boards has the SHA-256 of a salt and their text. The salt is secret until the
cards are shown. Without it, somebody who knows most of the cards could guess the others by trying
until the hash matches.
"""

import datetime
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext, gettext_lazy as _

from deals.models import Board, BoardSet, check_may_see_cards
from deals.services import (
    boards_sha256,
    document_of,
    document_sha256,
    locked,
    mark_printed,
    read_board_reason,
    withdraw_board,
)
from ground.guards import Author, stored_author
from king.boards import DealtBoard, DealtSet, PlannedBoard, plan_boards, plan_filter
from king.cards import DECKS, WINDS, Deal, DealError, Wind
from king.dealing import BoardFilter
from king.notation import FULL_DECK_ONLY, NOTATIONS, read_boards
from king.notation.reading import BoardFile, FileBoard, Remark, line_of
from king.notation.typed_cards import read_typed_deal
from king.reading import InputError
from king.rulesets.base import RuleSet
from king.rulesets.settings import Settings
from king.words import Phrase, gettext_noop
from wording.naming import columns_lazily
from wording.sentences import Sentence, refusal, say, say_error_lazily

SALT_BYTES = 32


@transaction.atomic
def store_transcribed(
    *,
    ruleset: RuleSet,
    round_number: int,
    event: str,
    date: datetime.date,
    boards: Sequence[DealtBoard],
    author: Author,
    origin: str = Board.Origin.TRANSCRIBED,
) -> BoardSet:
    """Store boards that were typed or read from a file, with a document that has their salted hash.
    Typed boards count as printed; those from a file do not yet.
    """
    printed = origin == Board.Origin.TRANSCRIBED
    rows = [
        Board(
            number=board.board,
            dealt_as=board.board,
            contract=board.contract or "",
            dealer=board.notation_dealer,
            owners=board.deal.owners,
            origin=origin,
        )
        for board in boards
    ]
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
        commitment=document_sha256(document),
        salt=salt,
        state=BoardSet.State.PRINTED if printed else BoardSet.State.SEALED,
        printed_at=timezone.now() if printed else None,
        sealed_by=stored_author(author),
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
    ruleset: RuleSet,
    settings: Settings,
    reason: str = "",
) -> Board:
    """Store a board as it lay on the tables. Raises one refusal with every missing or double card.
    An existing board is replaced only with a ``reason``, and is kept on record; the same cards
    again change nothing. After the reveal, only boards without a seed may be completed or
    corrected.
    """
    board_set = locked(board_set)
    deal = read_hands_typed(hands, ruleset.deck)
    if deal.winds != ruleset.winds:
        raise refusal(
            _("Only %(winds)s are dealt cards in this game."),
            "dealt_to_others",
            winds=columns_lazily(ruleset.winds),
        )
    if board_set.is_revealed and board_set.is_dealt_by_seed:
        raise refusal(
            _("The boards of partita %(round)s are revealed: they stay as they were played."),
            "boards_revealed",
            round=board_set.round_number,
        )
    if board_set.is_dealt_by_seed and not board_set.boards.exists():
        raise refusal(
            _(
                "The boards of partita %(round)s are waiting for their public datum. Type it in "
                "to deal them."
            ),
            "boards_not_dealt",
            round=board_set.round_number,
        )
    old = board_set.boards.in_use().select_for_update().filter(number=plan.board).first()
    if old and old.owners == deal.owners:
        return old
    clean = read_board_reason(reason)
    _check_replacing(board_set, old, clean)
    _check_extremes(plan_filter(ruleset, settings=settings), plan, deal, clean)
    if old:
        withdraw_board(old, clean)
    board = Board.objects.create(
        board_set=board_set,
        number=plan.board,
        dealt_as=plan.board,
        contract=plan.contract or "",
        dealer=plan.notation_dealer,
        owners=deal.owners,
        origin=Board.Origin.TRANSCRIBED,
    )
    _hash_again(board_set)
    return board


def read_hands_typed(hands: Mapping[Wind | str, str], deck: int = 52) -> Deal:
    try:
        return read_typed_deal({wind: str(hands.get(wind, "")) for wind in WINDS}, DECKS[deck])
    except DealError as error:
        raise ValidationError(
            [
                ValidationError(
                    "%(problem)s",
                    code=problem.code,
                    params={"problem": Sentence.of(problem.phrase)},
                )
                for problem in error.problems
            ]
        ) from None


def hash_of_typed(board_set: BoardSet) -> str:
    typed = board_set.boards.in_use().exclude(origin=Board.Origin.GENERATED).order_by("number")
    return boards_sha256(typed, board_set.salt)


def _check_replacing(board_set: BoardSet, old: Board | None, reason: str) -> None:
    if old and not reason:
        raise refusal(
            _(
                "Board %(board)s of partita %(round)s already exists with other cards. To replace "
                "it, give a reason: the old board is kept with it."
            ),
            "board_there",
            round=board_set.round_number,
            board=old.number,
        )


def _check_extremes(
    condition: BoardFilter | None, plan: PlannedBoard, deal: Deal, reason: str
) -> None:
    """Raise ``ValidationError`` if a hand of a Domino board has too many aces and kings, unless a
    ``reason`` says that it was played so (R1b, A23).
    """
    if condition is None or plan.board not in condition.boards or condition.accepts(deal) or reason:
        return
    raise refusal(
        _(
            "Board %(board)s is Domino, and a hand holds more than %(most)s aces and kings: deal "
            "it again. If it was played like this, say so in the reason."
        ),
        "too_many_extremes",
        board=plan.board,
        most=condition.max_extremes,
    )


def _hash_again(board_set: BoardSet) -> None:
    """Update the document of typed boards. A seed's document stays as it was sealed; the log has
    the commitment of every other version.
    """
    board_set.salt = board_set.salt or secrets.token_hex(SALT_BYTES)
    if not board_set.is_dealt_by_seed:
        rows = list(board_set.boards.in_use().order_by("number"))
        board_set.document |= {
            "boards": len(rows),
            "salted_boards_sha256": boards_sha256(rows, board_set.salt),
        }
        board_set.commitment = document_sha256(board_set.document)
    board_set.save(update_fields=["document", "commitment", "salt"])


class Export(NamedTuple):
    file_name: str
    media_type: str
    content: bytes


def export_set(
    *, board_set: BoardSet, notation: str, by: Any, site: str | None = None, evening: str = ""
) -> Export:
    """Write the set as a file. ``notation`` is a key of ``king.notation.NOTATIONS``. ``by`` is the
    account that asks; None is anybody, allowed once the set is revealed.

    A file made before the reveal marks the set as printed, because its cards are known. Refused: an
    unknown notation, sealed cards, a set without boards, a set that the notation cannot represent.
    """
    writer = NOTATIONS.get(notation)
    if writer is None:
        raise refusal(
            _("There is no notation “%(notation)s”. Choose one of %(known)s."),
            "no_notation",
            notation=str(notation)[:20],
            known=", ".join(NOTATIONS),
        )
    check_may_see_cards(by, board_set, evening)
    dealt = dealt_set(board_set, site)
    try:
        content = writer.write(dealt)
    except InputError as error:
        raise refusal(
            _("The boards of partita %(round)s cannot be written as %(notation)s: %(reason)s."),
            "notation_cannot",
            round=board_set.round_number,
            notation=writer.name,
            reason=say_error_lazily(error),
        ) from None
    if not board_set.is_revealed:
        mark_printed(board_set=board_set)
    return Export(file_name(board_set, writer.extension), writer.media_type, content)


def file_name(board_set: BoardSet, extension: str) -> str:
    event, date = (board_set.document.get(key) or "" for key in ("event", "date"))
    return (
        slugify(f"{event or 'king'} {date} partita {board_set.round_number}")[:80].strip("-")
        + f".{extension}"
    )


def dealt_set(board_set: BoardSet, site: str | None = None) -> DealtSet:
    """Boards of the set in the form of ``king``. They show cards, so callers check first who asks.
    Raises ``ValidationError`` if the set has no boards.
    """
    rows = list(board_set.boards.in_use().order_by("number"))
    if not rows:
        raise refusal(
            _("Partita %(round)s has no boards yet."), "no_boards", round=board_set.round_number
        )
    document = document_of(board_set) if board_set.is_dealt_by_seed else None
    boards = tuple(
        DealtBoard(
            round_number=board_set.round_number,
            board=row.number,
            contract=row.contract or None,
            dealer=Wind(row.dealer),
            deal=row.deal,
            dealt_as=row.dealt_as
            if row.dealt_as != row.number and row.origin == Board.Origin.GENERATED
            else None,
        )
        for row in rows
    )
    event, date = (board_set.document.get(key) or None for key in ("event", "date"))
    return DealtSet(boards, event, site or None, date, board_set.ruleset, document)


class BoardsPreview(NamedTuple):
    """Preview of a file: its boards for the partita, or everything that is wrong with it, never
    both.
    """

    ruleset: RuleSet
    round_number: int
    boards: tuple[DealtBoard, ...]
    problems: tuple[Remark, ...]
    notes: tuple[Remark, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(board.board for board in self.boards)


def remark_line(remark: Remark) -> str:
    if remark.line is None:
        return say(remark.phrase)
    return gettext("Line %(line)s: %(problem)s") % {
        "line": remark.line,
        "problem": say(remark.phrase),
    }


def preview_file(
    *, raw: bytes, ruleset: RuleSet, settings: Settings, round_number: int
) -> BoardsPreview:
    """Read a file of boards and report on it. Takes the boards of this round, or boards without a
    round. Stores and raises nothing.
    """
    file_read = read_boards(raw)
    notes = list(file_read.notes)
    problems = list(file_read.problems)
    boards: tuple[DealtBoard, ...] = ()
    if not problems:
        plans = {plan.board: plan for plan in plan_boards(ruleset, settings)}
        chosen = [board for board in file_read.boards if board.round_number in (None, round_number)]
        problems += _of_the_set(file_read.boards, chosen, plans, round_number)
        if file_read.notation in FULL_DECK_ONLY and ruleset.deck != 52:
            problems = [_for_another_deck(file_read, ruleset)]
            chosen = []
        for board in chosen:
            problems += _of_board(board, plans.get(board.board), ruleset, settings)
            notes += _notes_of(board, plans.get(board.board), ruleset)
        planned = [(board, plans[board.board]) for board in chosen if board.board in plans]
        boards = tuple(
            DealtBoard(round_number, board.board, plan.contract, plan.dealer, board.deal)
            for board, plan in planned
        )
    return BoardsPreview(
        ruleset=ruleset,
        round_number=round_number,
        boards=() if problems else tuple(sorted(boards, key=lambda board: board.board)),
        problems=tuple(sorted(problems, key=line_of)),
        notes=tuple(sorted(notes, key=line_of)),
    )


@transaction.atomic
def import_file(
    *, preview: BoardsPreview, event: str, date: datetime.date, author: Author
) -> BoardSet:
    if preview.problems:
        raise ValidationError(
            [
                ValidationError(
                    "%(problem)s" if remark.line is None else _("Line %(line)s: %(problem)s"),
                    code=remark.code,
                    params={"line": remark.line, "problem": Sentence.of(remark.phrase)},
                )
                for remark in preview.problems
            ]
        )
    return store_transcribed(
        ruleset=preview.ruleset,
        round_number=preview.round_number,
        event=event,
        date=date,
        boards=preview.boards,
        author=author,
        origin=Board.Origin.IMPORTED,
    )


def _of_the_set(
    everything: tuple[FileBoard, ...],
    chosen: Iterable[FileBoard],
    plans: Mapping[int, PlannedBoard],
    round_number: int,
) -> Iterator[Remark]:
    numbers = Counter(board.board for board in chosen)
    last = max((board.line for board in everything if board.line is not None), default=None)
    if not numbers:
        text = gettext_noop("The file has no board of partita {round}")
        yield Remark("round_missing", last, Phrase(text, round=round_number))
        return
    missing = [number for number in plans if number not in numbers]
    if missing:
        text = gettext_noop("These boards are missing: {boards}")
        boards = ", ".join(map(str, missing))
        yield Remark("boards_missing", last, Phrase(text, boards=boards))
    for board in chosen:
        if board.board not in plans:
            yield _about(
                board,
                "board_unknown",
                gettext_noop("There is no board {board}: the match has {most} boards"),
                most=len(plans),
            )
        elif numbers[board.board] > 1 and board.round_number is None:
            yield _about(
                board,
                "board_twice",
                gettext_noop("Board {board} appears both with and without its round"),
            )


def _for_another_deck(file_read: BoardFile, ruleset: RuleSet) -> Remark:
    text = gettext_noop("{notation} holds deals of 52 cards only; this game has {deck}: take PBN")
    phrase = Phrase(text, notation=file_read.notation.upper(), deck=ruleset.deck)
    return Remark("deck", None, phrase)


def _of_board(
    board: FileBoard, plan: PlannedBoard | None, ruleset: RuleSet, settings: Settings
) -> Iterator[Remark]:
    if board.deal.size != ruleset.deck or board.deal.winds != ruleset.winds:
        yield _about(
            board,
            "deck",
            gettext_noop("Board {board} has {found} cards; the game is played with {expected}"),
            found=board.deal.size,
            expected=ruleset.deck,
        )
        return
    condition = plan_filter(ruleset, settings=settings)
    if (
        condition is not None
        and board.board in condition.boards
        and not condition.accepts(board.deal)
    ):
        yield _about(
            board,
            "too_many_extremes",
            gettext_noop(
                "Board {board} is Domino, and a hand holds more than {most} aces and kings"
            ),
            most=condition.max_extremes,
        )
    if plan is not None and plan.contract and board.contract and board.contract != plan.contract:
        yield _about(
            board,
            "contract",
            gettext_noop("Board {board} is for the hand {found}; here hand {board} is {expected}"),
            found=board.contract[:20],
            expected=plan.contract,
        )


def _notes_of(board: FileBoard, plan: PlannedBoard | None, ruleset: RuleSet) -> Iterator[Remark]:
    if plan is not None and plan.dealer and board.dealer and plan.dealer != board.dealer:
        yield _about(
            board,
            "dealer",
            gettext_noop("Board {board} names {found} as dealer; here {expected} deals"),
            found=board.dealer,
            expected=plan.dealer,
        )
    if board.ruleset and board.ruleset != ruleset.code:
        yield _about(
            board,
            "ruleset",
            gettext_noop("Board {board} was dealt for the system {found}"),
            found=board.ruleset[:40],
        )


def _about(board: FileBoard, code: str, template: str, **fields: Any) -> Remark:
    phrase = Phrase(template, board=board.board, **fields)
    return Remark(code, board.line, phrase, board.board)
