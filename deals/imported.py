"""Boards from a PBN file: looked at first, every problem with its line, then taken whole or not at all."""

from __future__ import annotations

import datetime
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import IO, Any

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from deals.models import Board, BoardSet
from deals.sentences import say, say_lazily
from deals.transcribed import store_transcribed
from king.boards import DealtBoard, PlannedBoard, plan_boards, plan_filter
from king.notation.pbn_reading import LARGEST_FILE, PbnBoard, PbnRemark, read
from king.rulesets import RuleSet, Settings
from king.words import Phrase, gettext_noop


@dataclass(frozen=True)
class PbnPreview:
    """A file as it was looked at: its boards for the partita, or everything that is wrong with it.

    ``problems`` and ``notes`` each carry their line. With a problem there are no boards: half a file is no set. The
    cards are in ``boards`` and nowhere else; a page shows ``numbers``. ``sha256`` is the file's own, to be sure that
    what is taken is what was looked at.
    """

    ruleset: RuleSet
    round_number: int
    sha256: str
    boards: tuple[DealtBoard, ...]
    problems: tuple[PbnRemark, ...]
    notes: tuple[PbnRemark, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the boards that would be taken."""
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
        sha256=hashlib.sha256(raw).hexdigest(),
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
    author: AbstractBaseUser | None,
) -> BoardSet:
    """Store the boards of a preview as a sealed set; refused with every problem, each with its line."""
    if preview.problems:
        raise ValidationError(
            [
                ValidationError(
                    _("Line %(line)s: %(problem)s"),
                    code=remark.code, params={"line": remark.line, "problem": say_lazily(remark.phrase)},
                )
                for remark in preview.problems
            ]
        )  # fmt: skip
    return store_transcribed(
        ruleset=preview.ruleset, round_number=preview.round_number, event=event, date=date, boards=preview.boards,
        author=author, origin=Board.Origin.IMPORTED, described={"file_sha256": preview.sha256},
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
    """What differs and does not matter: the cards are what is taken, the dealer is the system's own."""
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
