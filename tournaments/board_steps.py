"""Boards of a partita, as the desk prepares them. Every step is logged before anybody can see a
card.
"""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _, gettext_noop

from deals import services as deals, transfer
from deals.models import Board, BoardSet, may_see_cards
from deals.transfer import BoardsPreview
from ground import isolation
from ground.guards import Author, write
from ground.names import clean_text, read_reason
from ground.roles import ORGANIZER, holds_dealing, holds_role, may_act_as
from ground.secrets import Sealed
from king.boards import PlannedBoard, plan_boards
from king.cards import Wind
from king.dealing import Document
from tournaments.log import LogKind, record, record_in
from tournaments.models import Round, Tournament
from wording.sentences import refusal

SPARES = 3
"""Number of spare boards that are announced with each set, so that one spoiled packet does not cost
a hand."""


def may_open_cards(user: Any, tournament: Tournament, board_set: BoardSet) -> bool:
    """Whether the account may open documents with cards. If the organizer plays, only accounts that
    may see cards.
    """
    if may_see_cards(user, board_set, tournament.code):
        return True
    if tournament.blind or user is None or not user.is_active:
        return False
    if user.is_superuser:
        return ORGANIZER in may_act_as(user, tournament.code)
    return holds_role(user, ORGANIZER, tournament.code)


def check_may_open_cards(user: Any, tournament: Tournament, board_set: BoardSet) -> None:
    if not may_open_cards(user, tournament, board_set):
        raise refusal(
            _(
                "The cards of partita %(round)s are sealed: only the dealing role may open its "
                "slips. Ask somebody who has that role."
            ),
            "cards_sealed",
            round=board_set.round_number,
        )


def _sealed_rounds() -> list[Round]:
    rounds = Round.objects.filter(board_set__isnull=False).exclude(
        board_set__state=BoardSet.State.REVEALED
    )
    return list(rounds.select_related("board_set", "tournament"))


def _check_may_open(user: Any, round: Round) -> None:
    assert round.board_set is not None
    check_may_open_cards(user, round.tournament, round.board_set)


SEALED_BOARDS = Sealed(
    places=(
        "deals.BoardSet.seed",
        "deals.BoardSet.salt",
        "deals.BoardSet.datum_value",
        "deals.Board.owners",
    ),
    rows=_sealed_rounds,
    check=_check_may_open,
    evening=lambda round: round.tournament,
    title=lambda round: round.tournament.name,
)


@transaction.atomic
def set_blind(*, tournament: Tournament, blind: bool, author: Author) -> Tournament:
    tournament = tournament.lock_open()
    if tournament.blind == blind:
        return tournament
    sealed = (
        tournament.rounds.exclude(board_set=None)
        .exclude(board_set__state=BoardSet.State.REVEALED)
        .exists()
    )
    if not blind and sealed and not holds_dealing(author, tournament.code):
        raise refusal(
            _(
                "There are sealed boards that somebody at the desk may be going to play: only the "
                "dealing role can open them to the organizer."
            ),
            "cards_sealed",
        )
    write(tournament, blind=blind)
    sentence = gettext_noop("From now on only the dealing role may open the deal slips.")
    if not blind:
        sentence = gettext_noop("From now on organizers too may open the deal slips.")
    record(tournament, LogKind.BOARDS, sentence, author)
    return tournament


# --- dealt by the program


@transaction.atomic
def seal_boards(
    *,
    round: Round,
    author: Author,
    datum_description: str | None = None,
    datum_sha256: str = "",
    demo_seed: bytes | None = None,
) -> BoardSet:
    """Seal the boards; the commitment is logged before anybody sees a card. ``datum_description``
    announces a public datum, from which ``deal_with_datum`` deals the boards later. Only
    demonstrations use ``demo_seed``.
    """
    round = _locked_round(round)
    tournament = round.tournament
    if demo_seed is not None and not tournament.is_demo:
        raise ValueError("only a demonstration's boards are dealt from a seed that is known")
    _check_empty(round)
    board_set = deals.seal(
        ruleset=tournament.rules,
        settings=tournament.configured,
        round_number=round.number,
        event=tournament.name,
        date=tournament.date,
        author=author,
        datum_description=datum_description,
        datum_sha256=datum_sha256,
        spares=SPARES,
        demo_seed=demo_seed,
    )
    _attach_sealed(round, board_set, author)
    return board_set


@transaction.atomic
def seal_as_announced(*, round: Round, document: Document, seed: str, author: Author) -> BoardSet:
    """Seal the boards of an event that other halls play too. ``deal_with_datum`` deals them."""
    round = _locked_round(round)
    _check_empty(round)
    board_set = deals.store_sealed(
        document=document, seed=seed, round_number=round.number, author=author
    )
    _attach_sealed(round, board_set, author)
    return board_set


def _attach_sealed(round: Round, board_set: BoardSet, author: Author) -> None:
    datum = board_set.document["datum"]
    sentence = gettext_noop("Boards of partita %(round)s sealed. Seal: %(commitment)s")
    if datum:
        sentence = gettext_noop(
            "Boards of partita %(round)s sealed. They are dealt when this public datum is known: %(datum)s. "
            "Seal: %(commitment)s"
        )
    _attach(round, board_set, sentence, author, **({"datum": datum} if datum else {}))


@transaction.atomic
def deal_with_datum(*, round: Round, value: str, author: Author) -> BoardSet:
    round = _locked_round(round, event=True)
    tournament = round.tournament
    board_set = deals.deal_with_datum(
        board_set=_required_set(round),
        settings=tournament.configured,
        value=value,
        ruleset=tournament.rules,
    )
    record_in(
        round,
        LogKind.BOARDS,
        gettext_noop(
            "Boards of partita %(round)s dealt with the public datum “%(value)s”: %(datum)s"
        ),
        author,
        value=board_set.datum_value,
        datum=board_set.document["datum"],
    )
    return board_set


@transaction.atomic
def deal_boards_again(*, round: Round, author: Author, reason: str = "") -> BoardSet:
    round = _locked_round(round)
    tournament = round.tournament
    before = _required_set(round)
    board_set = deals.deal_again(
        board_set=before, author=author, settings=tournament.configured, ruleset=tournament.rules
    )
    _attach(
        round,
        board_set,
        gettext_noop(
            "Boards of partita %(round)s dealt again, in place of %(before)s. Seal: %(commitment)s. Reason: %(reason)s"
        ),
        author,
        before=before.commitment,
        reason=clean_text(reason)[:200] or "–",
    )
    return board_set


@transaction.atomic
def replace_board(
    *, round: Round, number: int, reason: str, author: Author, seen: int | None = None
) -> Board:
    """Replace a board with a spare. ``seen`` is the ``dealt_as`` of the board that the author
    looked at. ``scoring.round_steps.replace_board`` has checked that no table's result on it
    counts.
    """
    round = _locked_round(round, playing=True, event=True)
    board = deals.replace_board(
        board_set=_required_set(round), number=number, reason=reason, seen=seen
    )
    record_in(
        round,
        LogKind.BOARD_REPLACED,
        gettext_noop(
            "Partita %(round)s: spare %(spare)s replaced board %(board)s. Reason: %(reason)s"
        ),
        author,
        board=board.number,
        spare=board.dealt_as,
        reason=deals.read_board_reason(reason),
    )
    return board


@transaction.atomic
def put_boards_aside(*, round: Round, author: Author, reason: str) -> Round:
    round = _locked_round(round)
    board_set = _required_set(round)
    reason = read_reason(
        clean_text(reason)[:200], _("Say why the boards are put aside: the log keeps the reason.")
    )
    if not board_set.is_sealed:
        raise refusal(
            _(
                "The boards of partita %(round)s have been printed: they can no longer be put aside."
            ),
            "boards_printed",
            round=round.number,
        )
    write(round, board_set=None)
    record_in(
        round,
        LogKind.BOARDS,
        gettext_noop("Boards of partita %(round)s put aside: %(commitment)s. Reason: %(reason)s"),
        author,
        commitment=board_set.commitment,
        reason=reason,
    )
    return round


# --- dealt by hand, or from a file


@transaction.atomic
def transcribe_board(
    *, round: Round, number: int, hands: Mapping[Wind | str, str], author: Author, reason: str = ""
) -> Board:
    """Store the cards of a board as it lay on the tables, during the partita or after. Typing shows
    cards; so if the organizer plays, it needs the dealing role until the set is revealed.
    """
    round = _locked_round(round, playing=True, closed=True)
    tournament = round.tournament
    board_set = round.board_set
    _check_may_type(tournament, board_set, author)
    plan = _plan_of(tournament, number)
    if board_set is None:
        board_set = transfer.store_transcribed(
            ruleset=tournament.rules,
            round_number=round.number,
            event=tournament.name,
            date=tournament.date,
            boards=(),
            author=author,
        )
        write(round, board_set=board_set)
    known = set(board_set.boards.values_list("pk", flat=True))
    board = transfer.transcribe(
        board_set=board_set,
        plan=plan,
        hands=hands,
        reason=reason,
        ruleset=tournament.rules,
        settings=tournament.configured,
    )
    if round.is_closed:
        deals.reveal(board_set=board_set)
    if board.pk not in known:
        board_set.refresh_from_db()
        _record_typed(tournament, board_set, number, deals.read_board_reason(reason), author)
    return board


def _record_typed(
    tournament: Tournament, board_set: BoardSet, number: int, reason: str, author: Author
) -> None:
    """Log typed boards. The commitment of a seed does not cover them, so the line has the hash of
    the typed boards.
    """
    commitment = (
        transfer.hash_of_typed(board_set) if board_set.is_dealt_by_seed else board_set.commitment
    )
    sentence = gettext_noop("Partita %(round)s: board %(board)s typed in. Seal: %(commitment)s")
    if reason and board_set.is_dealt_by_seed:
        sentence = gettext_noop(
            "Partita %(round)s: board %(board)s typed in, in place of what was there. "
            "Seal of the boards typed in: %(commitment)s. Reason: %(reason)s"
        )
    elif reason:
        sentence = gettext_noop(
            "Partita %(round)s: board %(board)s typed in, in place of what was there. "
            "Seal: %(commitment)s. Reason: %(reason)s"
        )
    record(
        tournament,
        LogKind.BOARD_TYPED,
        sentence,
        author,
        round=board_set.round_number,
        board=number,
        commitment=commitment,
        reason=reason,
    )


def preview_boards(*, round: Round, file: bytes) -> BoardsPreview:
    """Read a file of boards and say what it would bring; nothing is stored. The file is first read
    in a separate process, because a file can be made to keep its reader busy. Raises
    ``ValidationError`` if that takes too long.
    """
    tournament = round.tournament
    try:
        isolation.ask("ground.isolation.boards", file)
    except isolation.ReadError:
        raise refusal(
            _(
                "Reading this file takes too long, so it is not a set of boards. Choose the file of the boards."
            ),
            "file_takes_too_long",
        ) from None
    return transfer.preview_file(
        raw=file,
        ruleset=tournament.rules,
        settings=tournament.configured,
        round_number=round.number,
    )


@transaction.atomic
def import_boards(*, round: Round, preview: BoardsPreview, author: Author) -> BoardSet:
    round = _locked_round(round)
    tournament = round.tournament
    _check_may_type(tournament, round.board_set, author)
    _check_empty(round)
    if (preview.round_number, preview.ruleset.code) != (round.number, tournament.rules.code):
        raise refusal(
            _(
                "The file was looked at for another partita: look at it again for partita %(round)s."
            ),
            "preview_of_another",
            round=round.number,
        )
    board_set = transfer.import_file(
        preview=preview, event=tournament.name, date=tournament.date, author=author
    )
    _attach(
        round,
        board_set,
        gettext_noop("Boards of partita %(round)s read from a file. Seal: %(commitment)s"),
        author,
    )
    return board_set


@transaction.atomic
def export_boards(*, round: Round, notation: str, by: Author) -> transfer.Export:
    round = Round.objects.select_related("board_set", "tournament").get(pk=round.pk)
    round.tournament.check_own()
    export = transfer.export_set(
        board_set=_required_set(round),
        notation=notation,
        by=by,
        site=round.tournament.place,
        evening=round.tournament.code,
    )
    if by is not None and by.is_authenticated:
        record_in(
            round,
            LogKind.BOARDS_EXPORTED,
            gettext_noop("Boards of partita %(round)s taken as a file: %(file)s"),
            by,
            file=export.file_name,
        )
    return export


def hands_of_board(tournament: Tournament, number: int) -> tuple[int, ...]:
    """Rows of the sheet that the cards of a board are played for: one, or two in the quick game
    (O15).
    """
    return tuple(plan.number for plan in tournament.rules.played_on(number, tournament.configured))


def board_of(tournament: Tournament, hand: int) -> int:
    plan = tournament.plans.get(hand)
    return hand if plan is None else plan.board


# --- what the steps share


def _plan_of(tournament: Tournament, number: int) -> PlannedBoard:
    plans = plan_boards(tournament.rules, tournament.configured)
    for plan in plans:
        if plan.board == number:
            return plan
    raise refusal(
        _("There is no board %(board)s: a partita has boards 1 to %(most)s."),
        "no_board",
        board=number,
        most=len(plans),
    )


def _check_may_type(tournament: Tournament, board_set: BoardSet | None, author: Author) -> None:
    revealed = board_set is not None and board_set.is_revealed
    if (
        tournament.blind
        and author is not None
        and not revealed
        and not holds_dealing(author, tournament.code)
    ):
        raise refusal(
            _(
                "Typing cards in or reading them from a file shows them: the organizer plays this "
                "evening, so it needs the dealing role."
            ),
            "cards_sealed",
        )


def _check_empty(round: Round) -> None:
    if round.board_set_id is not None:
        raise refusal(
            _("Partita %(round)s already has its boards. To replace them, deal them again."),
            "boards_sealed",
            round=round.number,
        )


def _required_set(round: Round) -> BoardSet:
    if round.board_set is None:
        raise refusal(
            _("Partita %(round)s has no boards yet: seal them first."),
            "boards_missing",
            round=round.number,
        )
    return round.board_set


def _attach(
    round: Round, board_set: BoardSet, sentence: str, author: Author, **fields: Any
) -> None:
    write(round, board_set=board_set)
    fields |= {"round": round.number, "commitment": board_set.commitment}
    record(round.tournament, LogKind.BOARDS, sentence, author, **fields)


def _locked_round(
    round: Round, *, playing: bool = False, closed: bool = False, event: bool = False
) -> Round:
    """Lock the round and return it. Raises ``ValidationError`` if its state forbids the step. Pass
    ``playing`` or ``closed`` if the step is allowed in that state, and ``event`` if it is allowed
    with an event's boards too.
    """
    tournament = round.tournament.lock_open()
    if not event:
        tournament.check_own()
    fresh = Round.objects.select_related("board_set").get(pk=round.pk)
    fresh.tournament = tournament
    if fresh.is_playing and not playing:
        raise refusal(
            _("Partita %(round)s has started: its boards stay as they are."),
            "round_started",
            round=fresh.number,
        )
    if fresh.is_closed and not closed:
        raise refusal(
            _("Partita %(round)s is closed: its boards stay as they were played."),
            "round_started",
            round=fresh.number,
        )
    return fresh
