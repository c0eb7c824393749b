"""Whether a set is what was announced: its commitment, its seed and every board, compared again from the start."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from deals.models import Board, BoardSet
from deals.services import document_of
from deals.transfer import boards_sha256, document_sha256
from king.dealing import Document, differences
from king.reading import InputError
from king.words import Phrase, gettext_noop
from wording.sentences import say, say_error


@dataclass(frozen=True)
class SetProblem:
    """``board`` is its number where it is about one. ``code`` is one of ``commitment`` ``document`` ``seed``
    ``board_missing`` ``board_extra`` ``board_differs`` ``spare_order`` ``boards_hash``."""

    code: str
    board: int | None
    phrase: Phrase

    def __str__(self) -> str:
        return say(self.phrase)


@dataclass(frozen=True)
class SetCheck:
    """``dealt``: boards in use that the seed deals, spares too; ``typed``: those that only a hash vouches for.

    ``waiting``: the public datum is not known yet, so nothing is dealt."""

    problems: tuple[SetProblem, ...]
    dealt: tuple[int, ...]
    typed: tuple[int, ...]
    waiting: bool = False

    @property
    def holds(self) -> bool:
        return not self.problems


def verify_set(board_set: BoardSet) -> SetCheck:
    """Of a sealed set no card is named."""
    boards = list(board_set.boards.order_by("pk"))
    in_use = sorted(board.number for board in boards if board.withdrawn_at is None)
    typed = {board.number for board in boards if board.withdrawn_at is None and board.origin != Board.Origin.GENERATED}
    problems = list(_commitment(board_set))
    waiting = False
    if board_set.is_dealt_by_seed:
        waiting = bool(board_set.document.get("datum")) and not boards
        problems += [] if waiting else _against_seed(board_set, boards)
    else:
        problems += _against_hash(board_set, boards)
    dealt = tuple(number for number in in_use if number not in typed)
    return SetCheck(tuple(problems), dealt, tuple(sorted(typed)), waiting)


def _commitment(board_set: BoardSet) -> Iterator[SetProblem]:
    found = document_sha256(board_set.document)
    if found != board_set.commitment:
        fields = {"found": found, "expected": board_set.commitment}
        template = gettext_noop("The commitment of the document is {found}, not {expected}")
        yield SetProblem("commitment", None, Phrase(template, fields))


def _against_seed(board_set: BoardSet, boards: list[Board]) -> list[SetProblem]:
    try:
        document = document_of(board_set)
        seed = bytes.fromhex(board_set.seed)
    except (InputError, ValueError) as error:
        template = gettext_noop("The document or the seed cannot be read: {reason}")
        return [SetProblem("document", None, Phrase(template, {"reason": _why(error)}))]
    if not document.opens(seed):
        template = gettext_noop("The seed is not the one that the document was sealed with")
        return [SetProblem("seed", None, Phrase(template))]
    problems = [*_numbers(document, boards), *_spare_order(document, boards)]
    # Every board that was ever dealt, under the number that it was dealt as: withdrawn ones have to agree too.
    dealt = [board for board in boards if board.origin == Board.Origin.GENERATED]
    placed = ((board_set.round_number, board.dealt_as, board.deal) for board in dealt)
    at = {board.dealt_as: board.number for board in dealt}
    for difference in differences(document, seed, board_set.datum_value, placed):
        number = at[difference.board]
        phrase = difference.phrase
        if not board_set.is_revealed:
            phrase = Phrase(gettext_noop("Board {board} is not the one that the seed deals"), {"board": number})
        problems.append(SetProblem("board_differs", number, phrase))
    return problems


def _why(error: ValueError) -> str:
    return say_error(error) if isinstance(error, InputError) else str(error)[:200]


def _numbers(document: Document, boards: Iterable[Board]) -> Iterator[SetProblem]:
    in_use = {board.number for board in boards if board.withdrawn_at is None}
    for number in sorted(set(range(1, document.boards + 1)) - in_use):
        yield SetProblem("board_missing", number, Phrase(gettext_noop("Board {board} is missing"), {"board": number}))
    for number in sorted(in_use - set(range(1, document.boards + 1))):
        template = gettext_noop("The document announces no board {board}")
        yield SetProblem("board_extra", number, Phrase(template, {"board": number}))


def _spare_order(document: Document, boards: Iterable[Board]) -> Iterator[SetProblem]:
    """None may have been passed over."""
    dealt = [board for board in boards if board.origin == Board.Origin.GENERATED]
    spares = [board for board in dealt if board.dealt_as != board.number]
    for expected, board in enumerate(spares, start=document.boards + 1):
        if board.dealt_as != expected:
            template = gettext_noop("Board {board} was replaced by spare {found}: the next one was {expected}")
            fields = {"board": board.number, "found": board.dealt_as, "expected": expected}
            yield SetProblem("spare_order", board.number, Phrase(template, fields))


def _against_hash(board_set: BoardSet, boards: Iterable[Board]) -> Iterator[SetProblem]:
    in_use = sorted((board for board in boards if board.withdrawn_at is None), key=lambda board: board.number)
    salted = board_set.document.get("salted_boards_sha256")
    plain = "" if salted else board_set.document.get("boards_sha256")
    if boards_sha256(in_use, board_set.salt if salted else "") != (salted or plain):
        phrase = Phrase(gettext_noop("The boards are not those whose hash the document carries"))
        yield SetProblem("boards_hash", None, phrase)
