"""Sealing, printing and revealing board sets, replacing a spoiled board by the next spare, and
checking a set again.
"""

import datetime
import hashlib
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from deals.models import Board, BoardSet
from ground.guards import Author, stored_author, write
from ground.names import clean_text
from king.boards import PlannedBoard, bare_document, plan_boards
from king.dealing import (
    MOST_ROUNDS,
    MOST_SPARES,
    SEED_BYTES,
    Document,
    canonical_json,
    deal_round,
    deal_spare,
    differences,
    seed_sha256,
)
from king.reading import InputError, Node
from king.rulesets.base import RuleSet
from king.rulesets.settings import Settings
from king.words import Phrase, gettext_noop
from wording.sentences import refusal, say, say_error

_DIGEST = re.compile(r"[0-9a-f]{64}")
LONGEST_DATUM = 200
"""Most characters of a public datum's description, and of its value."""


@transaction.atomic
def seal(
    *,
    ruleset: RuleSet,
    settings: Settings,
    round_number: int,
    event: str,
    date: datetime.date,
    author: Author,
    datum_description: str | None = None,
    datum_sha256: str = "",
    spares: int = 0,
    demo_seed: bytes | None = None,
) -> BoardSet:
    """Deal a partita's boards from a fresh secret seed and seal them. The commitment may be
    published at once.

    ``datum_description`` announces a public number that is not known yet: the boards are dealt
    later by ``deal_with_datum``. ``datum_sha256`` is the hash of its value, if somebody else knows
    the value already and has published the hash. ``demo_seed`` is for demonstrations only: a seed
    that somebody knows beforehand seals nothing.
    """
    if not 1 <= round_number <= MOST_ROUNDS:
        raise refusal(
            _("Boards are dealt for partite 1 to %(most)s, not for partita %(round)s."),
            "round_out_of_range",
            most=MOST_ROUNDS,
            round=round_number,
        )
    if not 0 <= spares <= MOST_SPARES:
        raise refusal(
            _("A set has from 0 to %(most)s spare boards, not %(spares)s."),
            "spares_out_of_range",
            most=MOST_SPARES,
            spares=spares,
        )
    datum = clean_text(datum_description or "") or None
    if datum is not None and len(datum) > LONGEST_DATUM:
        raise refusal(
            _("Describe the public datum in at most %(most)s characters."),
            "datum_too_long",
            most=LONGEST_DATUM,
        )
    document = bare_document(
        ruleset,
        [round_number],
        "",
        event=event,
        date=date.isoformat(),
        datum=datum,
        datum_sha256=_read_digest(datum, datum_sha256),
        spares=spares,
        settings=settings,
    )
    return _seal(document, plan_boards(ruleset, settings), author, demo_seed)


def _read_digest(datum: str | None, text: str) -> str | None:
    digest = text.strip().lower()
    if not digest:
        return None
    if datum is None or not _DIGEST.fullmatch(digest):
        raise refusal(
            _(
                "The SHA-256 of a public datum's value has 64 hex digits, and is given together "
                "with what the datum is."
            ),
            "bad_datum_sha256",
        )
    return digest


def _seal(
    document: Document,
    plans: Iterable[PlannedBoard],
    author: Author,
    demo_seed: bytes | None = None,
) -> BoardSet:
    seed = secrets.token_bytes(SEED_BYTES) if demo_seed is None else demo_seed
    document = replace(document, seed_sha256=seed_sha256(seed), published=None)
    board_set = store_sealed(
        document=document, seed=seed.hex(), round_number=document.rounds[0], author=author
    )
    if document.datum is None:
        _deal(board_set, plans)
    return board_set


def store_sealed(*, document: Document, seed: str, round_number: int, author: Author) -> BoardSet:
    """Store the sealed document of one partita; somebody else may have published it for several. No
    board is dealt yet.
    """
    return BoardSet.objects.create(
        ruleset=document.ruleset,
        round_number=round_number,
        document=document.as_json(),
        commitment=document.commitment,
        seed=seed,
        sealed_by=stored_author(author),
    )


@transaction.atomic
def deal_with_datum(
    *, board_set: BoardSet, ruleset: RuleSet, settings: Settings, value: str
) -> BoardSet:
    board_set = locked(board_set)
    value = value.strip()
    if (
        not board_set.is_dealt_by_seed
        or document_of(board_set).datum is None
        or board_set.boards.exists()
    ):
        raise refusal(
            _(
                "The boards of partita %(round)s are not waiting for a public datum: they have "
                "been dealt."
            ),
            "no_datum_awaited",
            round=board_set.round_number,
        )
    if not value or len(value) > LONGEST_DATUM or not value.isprintable():
        raise refusal(
            _("Type the public datum's value, from 1 to %(most)s characters: %(datum)s."),
            "datum_missing",
            datum=document_of(board_set).datum,
            most=LONGEST_DATUM,
        )
    if board_set.is_revealed:
        raise refusal(
            _("Partita %(round)s is over: its boards can no longer be dealt."),
            "boards_revealed",
            round=board_set.round_number,
        )
    try:
        document_of(board_set).verify_datum(value)
    except InputError:
        raise refusal(
            _(
                "This value does not match the SHA-256 in the sealed document: %(datum)s. Type it "
                "exactly as it was published."
            ),
            "datum_differs",
            datum=document_of(board_set).datum,
        ) from None
    write(board_set, datum_value=value)
    _deal(board_set, plan_boards(ruleset, settings))
    return board_set


def _deal(board_set: BoardSet, plans: Iterable[PlannedBoard]) -> None:
    """Deal the boards and store them. If hands are chosen, nobody knows the contract yet, and it
    stays empty (§9b).
    """
    seed, datum = bytes.fromhex(board_set.seed), board_set.datum_value
    dealt = dict(deal_round(document_of(board_set), seed, datum, board_set.round_number))
    Board.objects.bulk_create(
        Board(
            board_set=board_set,
            number=plan.board,
            dealt_as=plan.board,
            contract=plan.contract or "",
            dealer=plan.notation_dealer,
            owners=dealt[plan.board].owners,
        )
        for plan in plans
    )


@transaction.atomic
def mark_printed(*, board_set: BoardSet) -> BoardSet:
    """Mark the set as printed: it cannot be dealt again. Calling it twice changes nothing."""
    board_set = locked(board_set)
    if board_set.is_sealed:
        write(board_set, state=BoardSet.State.PRINTED, printed_at=timezone.now())
    return board_set


@transaction.atomic
def reveal(*, board_set: BoardSet) -> BoardSet:
    """Reveal the cards of a set. The caller has checked that the partita is closed. Calling it
    twice changes nothing.
    """
    board_set = locked(board_set)
    if not board_set.is_revealed:
        write(board_set, state=BoardSet.State.REVEALED, revealed_at=timezone.now())
    return board_set


@transaction.atomic
def deal_again(
    *, board_set: BoardSet, author: Author, ruleset: RuleSet, settings: Settings
) -> BoardSet:
    """Seal a new set in place of one that was never printed. The old one is kept, closed for good.
    A set that somebody has seen must not be replaced, or the seal would prove nothing.
    """
    board_set = locked(board_set)
    if not board_set.is_sealed:
        raise refusal(
            _(
                "The boards of partita %(round)s have been printed: they can no longer be dealt "
                "again. "
                "For a single spoiled board use a spare."
            ),
            "boards_printed",
            round=board_set.round_number,
        )
    if not board_set.is_dealt_by_seed:
        raise refusal(
            _(
                "The boards of partita %(round)s were not dealt by the program: put them aside, "
                "then seal others."
            ),
            "boards_not_dealt",
            round=board_set.round_number,
        )
    return _seal(document_of(board_set), plan_boards(ruleset, settings), author)


def document_of(board_set: BoardSet) -> Document:
    return Document.read(Node(board_set.document, "document", ""))


def public_record(board_set: BoardSet) -> dict[str, Any]:
    """Public record of a set. After the reveal it includes the proof of the boards: seed, datum,
    salt.

    ``replaced`` has the number of each replaced board, the spare in its place (None: cards that
    were typed in), when and why.
    """
    record = {"document": board_set.document, "commitment": board_set.commitment}
    boards = list(board_set.boards.order_by("pk"))
    in_use = {board.number: board for board in boards if board.withdrawn_at is None}
    replaced = [
        {
            "board": board.number,
            "spare": in_use[board.number].dealt_as
            if in_use[board.number].dealt_as != board.number
            else None,
            "at": board.withdrawn_at.isoformat(),
            "reason": board.withdrawn_because,
        }
        for board in boards
        if board.withdrawn_at is not None and board.number in in_use
    ]
    if replaced:
        record["replaced"] = replaced
    if board_set.is_revealed:
        record |= {"seed": board_set.seed, "datum": board_set.datum_value}
        record |= {"salt": board_set.salt} if board_set.salt else {}
    return record


def locked(board_set: BoardSet) -> BoardSet:
    return BoardSet.objects.select_for_update().get(pk=board_set.pk)


# A single spoiled board: the next of the announced spares takes its place, and nobody chooses
# which. The spares are as many as the sealed document says, numbered after the last board. A board
# taken out stays on record with the reason, and whoever checks the set afterwards finds each board
# or the spare that stands for it.

LONGEST_REASON = 200


@transaction.atomic
def replace_board(
    *, board_set: BoardSet, number: int, reason: str, seen: int | None = None
) -> Board:
    """Withdraw the board with this number and use the next spare instead. ``seen`` is the
    ``dealt_as`` of the board that the caller saw, so that a second click takes no second spare. The
    caller has checked that no result on the board counts.
    """
    board_set = locked(board_set)
    reason = _checked(board_set, reason)
    old = _find_board(board_set, number)
    if seen not in (None, old.dealt_as):
        raise refusal(
            _("Board %(board)s has just been replaced: spare %(spare)s is in its place."),
            "already_replaced",
            board=number,
            spare=old.dealt_as,
        )
    document = document_of(board_set)
    dealt = board_set.boards.filter(origin=Board.Origin.GENERATED).aggregate(last=Max("dealt_as"))[
        "last"
    ]
    spare = max(dealt or 0, document.boards) + 1
    if spare > document.highest:
        raise refusal(
            _(
                "Partita %(round)s has no spare board left (%(spares)s were announced). Annul the "
                "hand at every table, "
                "or deal it by hand and type its cards in."
            ),
            "no_spare_left",
            round=board_set.round_number,
            spares=document.spares,
        )
    deal = deal_spare(
        document,
        bytes.fromhex(board_set.seed),
        board_set.datum_value,
        board_set.round_number,
        spare,
    )
    withdraw_board(old, reason)
    return Board.objects.create(
        board_set=board_set,
        number=old.number,
        dealt_as=spare,
        contract=old.contract,
        dealer=old.dealer,
        owners=deal.owners,
    )


def spares_left(board_set: BoardSet) -> int:
    if not board_set.is_dealt_by_seed:
        return 0
    document = document_of(board_set)
    return document.spares - board_set.boards.filter(dealt_as__gt=document.boards).count()


def _find_board(board_set: BoardSet, number: int) -> Board:
    board = board_set.boards.in_use().select_for_update().filter(number=number).first()
    if board is None:
        last = board_set.boards.in_use().aggregate(last=Max("number"))["last"]
        sentence = _(
            "Partita %(round)s has no board %(board)s: its boards are numbered from 1 to %(last)s."
        )
        if last is None:
            sentence = _("Partita %(round)s has no boards yet.")
        raise refusal(sentence, "no_board", round=board_set.round_number, board=number, last=last)
    return board


def withdraw_board(board: Board, reason: str) -> None:
    write(board, withdrawn_at=timezone.now(), withdrawn_because=reason)


def read_board_reason(reason: str) -> str:
    return clean_text(reason)[:LONGEST_REASON]


def _checked(board_set: BoardSet, reason: str) -> str:
    params = {"round": board_set.round_number}
    if not board_set.is_dealt_by_seed:
        raise refusal(
            _(
                "The boards of partita %(round)s were not dealt by the program, so they have no "
                "spares."
            ),
            "boards_not_dealt",
            **params,
        )
    if board_set.is_revealed:
        raise refusal(
            _("The boards of partita %(round)s are revealed: they stay as they were played."),
            "boards_revealed",
            **params,
        )
    clean = read_board_reason(reason)
    if not clean:
        raise refusal(
            _("Say why the board is replaced: the reason is published with the boards."),
            "reason_missing",
            **params,
        )
    return clean


# Whether a set is what was announced: its commitment, its seed and every board, compared again from
# the start.


def document_sha256(document: Mapping[str, Any]) -> str:
    return hashlib.sha256(canonical_json(document).encode()).hexdigest()


def boards_sha256(boards: Iterable[Board], salt: str) -> str:
    """SHA-256 of the salt and of each board's number, contract, dealer and cards."""
    text = canonical_json(
        [
            [board.number, board.contract or None, str(board.dealer), board.deal.pbn]
            for board in boards
        ]
    )
    return hashlib.sha256(bytes.fromhex(salt) + text.encode()).hexdigest()


class SetProblem(NamedTuple):
    """A problem of a set. ``board`` is its number if it concerns one board. ``code`` is one of
    ``commitment`` ``document`` ``seed`` ``board_missing`` ``board_extra`` ``board_differs``
    ``spare_order`` ``boards_hash``.
    """

    code: str
    board: int | None
    phrase: Phrase

    def __str__(self) -> str:
        return say(self.phrase)


class SetCheck(NamedTuple):
    """Result of checking a set. ``dealt`` are boards in use that the seed deals, spares included.
    ``typed`` are boards of which only a hash proves that they are unchanged.

    ``waiting``: the public datum is not known yet, so nothing is dealt.
    """

    problems: tuple[SetProblem, ...]
    dealt: tuple[int, ...]
    typed: tuple[int, ...]
    waiting: bool = False

    @property
    def holds(self) -> bool:
        return not self.problems


def verify_set(board_set: BoardSet) -> SetCheck:
    """Check a set against its commitment. Problems of a sealed set name no card."""
    boards = list(board_set.boards.order_by("pk"))
    in_use = sorted(
        (board for board in boards if board.withdrawn_at is None), key=lambda board: board.number
    )
    problems = []
    digest = document_sha256(board_set.document)
    if digest != board_set.commitment:
        problems.append(
            SetProblem(
                "commitment",
                None,
                Phrase(
                    gettext_noop("The commitment of the document is {found}, not {expected}"),
                    found=digest,
                    expected=board_set.commitment,
                ),
            )
        )
    waiting = board_set.is_dealt_by_seed and bool(board_set.document.get("datum")) and not boards
    if not board_set.is_dealt_by_seed:
        problems += _against_hash(board_set, in_use)
    elif not waiting:
        problems += _against_seed(board_set, boards)
    dealt = tuple(board.number for board in in_use if board.origin == Board.Origin.GENERATED)
    typed = tuple(board.number for board in in_use if board.origin != Board.Origin.GENERATED)
    return SetCheck(tuple(problems), dealt, typed, waiting)


def _against_seed(board_set: BoardSet, boards: list[Board]) -> list[SetProblem]:
    try:
        document = document_of(board_set)
        seed = bytes.fromhex(board_set.seed)
    except (InputError, ValueError) as error:
        template = gettext_noop("The document or the seed cannot be read: {reason}")
        reason = say_error(error) if isinstance(error, InputError) else str(error)[:200]
        return [SetProblem("document", None, Phrase(template, reason=reason))]
    if not document.opens(seed):
        return [
            SetProblem(
                "seed",
                None,
                Phrase(gettext_noop("The seed is not the one that the document was sealed with")),
            )
        ]
    # Every board that was ever dealt, under the number that it was dealt as: withdrawn ones have to
    # agree too.
    dealt = [board for board in boards if board.origin == Board.Origin.GENERATED]
    problems = [*_numbers(document, boards), *_spare_order(document, dealt)]
    placed = ((board_set.round_number, board.dealt_as, board.deal) for board in dealt)
    at = {board.dealt_as: board.number for board in dealt}
    for difference in differences(document, seed, board_set.datum_value, placed):
        number = at[difference.board]
        phrase = difference.phrase
        if not board_set.is_revealed:
            phrase = Phrase(
                gettext_noop("Board {board} is not the one that the seed deals"), board=number
            )
        problems.append(SetProblem("board_differs", number, phrase))
    return problems


def _numbers(document: Document, boards: Iterable[Board]) -> Iterator[SetProblem]:
    in_use = {board.number for board in boards if board.withdrawn_at is None}
    announced = set(range(1, document.boards + 1))
    for number in sorted(announced - in_use):
        yield SetProblem(
            "board_missing", number, Phrase(gettext_noop("Board {board} is missing"), board=number)
        )
    for number in sorted(in_use - announced):
        yield SetProblem(
            "board_extra",
            number,
            Phrase(gettext_noop("The document does not announce board {board}"), board=number),
        )


def _spare_order(document: Document, dealt: Iterable[Board]) -> Iterator[SetProblem]:
    spares = [board for board in dealt if board.dealt_as != board.number]
    for expected, board in enumerate(spares, start=document.boards + 1):
        if board.dealt_as != expected:
            yield SetProblem(
                "spare_order",
                board.number,
                Phrase(
                    gettext_noop(
                        "Board {board} was replaced by spare {found}: the next one was {expected}"
                    ),
                    board=board.number,
                    found=board.dealt_as,
                    expected=expected,
                ),
            )


def _against_hash(board_set: BoardSet, in_use: Iterable[Board]) -> Iterator[SetProblem]:
    if boards_sha256(in_use, board_set.salt) != board_set.document.get("salted_boards_sha256"):
        phrase = Phrase(gettext_noop("The boards do not match the hash in the document"))
        yield SetProblem("boards_hash", None, phrase)
