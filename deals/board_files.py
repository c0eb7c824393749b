"""A set in a notation of machines and viewers, and boards from a PBN file, taken whole or not at all."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import IO, Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from deals.models import Board, BoardSet, check_may_see_cards
from deals.services import document_of, mark_printed
from deals.transcribed import store_transcribed
from king.boards import DealtBoard, DealtSet, PlannedBoard, plan_boards, plan_filter
from king.cards import Wind
from king.notation import NOTATIONS
from king.notation.pbn import LARGEST_FILE, PbnBoard, PbnRemark, read
from king.reading import InputError
from king.rulesets.base import RuleSet
from king.rulesets.settings import Settings
from king.words import Phrase, gettext_noop
from wording.sentences import Sentence, say, say_error_lazily


@dataclass(frozen=True)
class Export:
    notation: str
    file_name: str
    media_type: str
    content: bytes


def export_set(*, board_set: BoardSet, notation: str, by: Any, site: str | None = None, evening: str = "") -> Export:
    """The boards in use as a file in a notation (a key of ``king.notation.NOTATIONS``: pbn, dlm, dup, bri, lin …).

    ``by`` is the account that asks; None is anybody, who gets it once the set is revealed. ``site`` is the place, for
    the file's heading; ``evening`` the code of the evening that the set is played in. A file that leaves before the
    reveal counts as printed: its cards are out. Refused: an unknown notation, cards that are sealed, no boards yet, a
    set that the notation cannot hold.
    """
    writer = NOTATIONS.get(notation)
    if writer is None:
        sentence = _("There is no notation “%(notation)s”. Choose one of %(known)s.")
        params: dict[str, Any] = {"notation": str(notation)[:20], "known": ", ".join(NOTATIONS)}
        raise ValidationError(sentence, code="no_notation", params=params)
    check_may_see_cards(by, board_set, evening)
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
    """The name of a file of boards: event, date and partita."""
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


@dataclass(frozen=True)
class PbnPreview:
    """A file as it was looked at: its boards for the partita, or everything that is wrong with it.

    ``problems`` and ``notes`` each carry their line. With a problem there are no boards: half a file is no set. The
    cards are in ``boards`` and nowhere else; a page shows ``numbers``.
    """

    ruleset: RuleSet
    round_number: int
    boards: tuple[DealtBoard, ...]
    problems: tuple[PbnRemark, ...]
    notes: tuple[PbnRemark, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(board.board for board in self.boards)


def remark_line(remark: PbnRemark) -> str:
    """A problem or note as a line in the reader's language."""
    return gettext("Line %(line)s: %(problem)s") % {"line": remark.line, "problem": say(remark.phrase)}


def preview_pbn(*, file: IO[bytes] | bytes, ruleset: RuleSet, settings: Settings, round_number: int) -> PbnPreview:
    """Look at a file; nothing is stored. Whatever is in it, the answer is a preview: a file is never an error.

    Of a file with several rounds those boards are taken that name this one, or no round at all.
    """
    raw = file if isinstance(file, bytes) else file.read(LARGEST_FILE + 1)
    found = read(raw)
    notes = list(found.notes)
    problems = list(found.problems)
    boards: tuple[DealtBoard, ...] = ()
    if not problems:
        plans = {plan.board: plan for plan in plan_boards(ruleset, settings)}
        chosen = [board for board in found.boards if board.round_number in (None, round_number)]
        problems += _of_the_set(found.boards, chosen, plans, round_number)
        for board in chosen:
            problems += _of_board(board, plans.get(board.board), ruleset, settings)
            notes += _notes_of(board, plans.get(board.board), ruleset)
        boards = tuple(_dealt(board, plans[board.board], round_number) for board in chosen if board.board in plans)
    return PbnPreview(
        ruleset=ruleset,
        round_number=round_number,
        boards=() if problems else tuple(sorted(boards, key=lambda board: board.board)),
        problems=tuple(sorted(problems, key=lambda remark: remark.line)),
        notes=tuple(sorted(notes, key=lambda remark: remark.line)),
    )


@transaction.atomic
def import_pbn(
    *,
    preview: PbnPreview,
    event: str,
    date: datetime.date,
    author: User | None,
) -> BoardSet:
    """Store the boards of a preview as a sealed set; refused with every problem, each with its line."""
    if preview.problems:
        raise ValidationError(
            [
                ValidationError(
                    _("Line %(line)s: %(problem)s"),
                    code=remark.code, params={"line": remark.line, "problem": Sentence.of(remark.phrase)},
                )
                for remark in preview.problems
            ]
        )  # fmt: skip
    return store_transcribed(
        ruleset=preview.ruleset, round_number=preview.round_number, event=event, date=date, boards=preview.boards,
        author=author, origin=Board.Origin.IMPORTED,
    )  # fmt: skip


def _of_the_set(
    everything: tuple[PbnBoard, ...],
    chosen: Iterable[PbnBoard],
    plans: Mapping[int, PlannedBoard],
    round_number: int,
) -> Iterator[PbnRemark]:
    """Boards that are missing, that the partita does not have, or that are there with and without their round."""
    numbers = Counter(board.board for board in chosen)
    last = max(board.line for board in everything)
    if not numbers:
        template = gettext_noop("The file has no board of round {round}")
        yield _remark("round_missing", last, template, round=round_number)
        return
    missing = [number for number in plans if number not in numbers]
    if missing:
        template = gettext_noop("These boards are missing: {boards}")
        yield _remark("boards_missing", last, template, boards=", ".join(map(str, missing)))
    for board in chosen:
        if board.board not in plans:
            template = gettext_noop("There is no board {board}: the match has {most} of them")
            yield _remark("board_unknown", board.line, template, board=board.board, most=len(plans))
        elif numbers[board.board] > 1 and board.round_number is None:
            template = gettext_noop("Board {board} is there with and without its round")
            yield _remark("board_twice", board.line, template, board=board.board)


def _of_board(board: PbnBoard, plan: PlannedBoard | None, ruleset: RuleSet, settings: Settings) -> Iterator[PbnRemark]:
    if board.deal.size != ruleset.deck:
        template = gettext_noop("Board {board} has {found} cards; the game is played with {expected}")
        yield _remark("deck", board.line, template, board=board.board, found=board.deal.size, expected=ruleset.deck)
        return
    condition = plan_filter(ruleset, settings=settings)
    if condition is not None and condition.covers(board.board) and not condition.accepts(board.deal):
        template = gettext_noop("Board {board} is Domino, and a hand holds more than {most} aces and kings")
        yield _remark("too_many_extremes", board.line, template, board=board.board, most=condition.max_extremes)
    if plan is not None and plan.contract and board.contract and board.contract != plan.contract:
        template = gettext_noop("Board {board} is for the hand {found}; here hand {board} is {expected}")
        yield _remark(
            "contract", board.line, template, board=board.board, found=board.contract[:20], expected=plan.contract
        )


def _notes_of(board: PbnBoard, plan: PlannedBoard | None, ruleset: RuleSet) -> Iterator[PbnRemark]:
    """Differences that do not matter: only the cards are taken, the dealer is the system's own."""
    if plan is not None and plan.dealer and board.dealer and plan.dealer != board.dealer:
        template = gettext_noop("Board {board} names {found} as dealer; here {expected} deals")
        yield _remark("dealer", board.line, template, board=board.board, found=board.dealer, expected=plan.dealer)
    if board.ruleset and board.ruleset != ruleset.code:
        template = gettext_noop("Board {board} was dealt for the system {found}")
        yield _remark("ruleset", board.line, template, board=board.board, found=board.ruleset[:40])


def _dealt(board: PbnBoard, plan: PlannedBoard, round_number: int) -> DealtBoard:
    return DealtBoard(round_number, board.board, plan.contract, plan.dealer, board.deal)


def _remark(code: str, line: int, template: str, **fields: Any) -> PbnRemark:
    board = fields.get("board")
    return PbnRemark(code, line, Phrase(template, fields), board)
