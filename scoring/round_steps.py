"""Steps of a partita from its start to the official standing, with the time for protests. If a step
is blocked, its refusal says why. When the time for protests is over, the next reader of any page of
the evening makes the standing official; if nobody reads, a periodic job does.
"""

import datetime
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext_lazy as _, gettext_noop

from deals import services as deals
from deals.models import Board
from ground import monotonic_clock
from ground.guards import Author, write
from ground.names import read_reason
from scoring.models import HandResult, Protest, Publication, Sheet
from scoring.publishing import (
    Changed,
    Draft,
    changed_since_published,
    drafted,
    last_publication,
    publish,
    publish_draft,
    standing_changed,
)
from scoring.publishing.ahead import Ahead, Basis, computed_ahead
from scoring.publishing.final_hold import hold_final, hold_in_force, shown_publications
from scoring.standing import closed_rounds
from tournaments import board_steps, services as tournaments
from tournaments.board_steps import hands_of_board
from tournaments.log import LogKind, record_in
from tournaments.models import Round, Tournament
from wording.sentences import refusal

Stage = Round.Stage


def locked_round(round: Round, *, with_sheets: bool = False) -> Round:
    """Lock the round. Locks are always taken in the order sheets, tournament, partita, because a
    sheet's own writes end in the log, which locks the tournament. Another order could deadlock the
    desk's step and a captain's.
    """
    if with_sheets:
        Sheet.objects.filter(table__round=round).hold()
    round.tournament.lock()
    return (
        Round.objects.select_for_update(of=("self",))
        .select_related("tournament", "board_set")
        .get(pk=round.pk)
    )


def _refusal(round: Round, code: str, sentence: Any, **params: Any) -> ValidationError:
    return refusal(sentence, code, round=round.number, **params)


def start_blockers(round: Round) -> tuple[ValidationError, ...]:
    blockers = []
    if round.seating_published_at is None or not round.tables.exists():
        blockers.append(
            _refusal(
                round,
                "seating_not_published",
                _(
                    "The seating of partita %(round)s is not published. Publish it, so that "
                    "everybody finds a table."
                ),
            )
        )
    if round.board_set_id is None and round.tournament.plays_boards:
        blockers.append(
            _refusal(
                round,
                "boards_not_sealed",
                _("The boards of partita %(round)s are not sealed. Prepare and seal them."),
            )
        )
    if (
        round.board_set is not None
        and round.board_set.document.get("datum")
        and not round.board_set.boards.exists()
    ):
        sentence = _(
            "The boards of partita %(round)s are waiting for their public datum. Type it in to "
            "deal them."
        )
        if round.tournament.held_for:
            sentence = _("The boards of partita %(round)s are waiting for the key of the event.")
        blockers.append(_refusal(round, "boards_not_dealt", sentence))
    sentence = _("Partita %(before)s is not closed. Close it before partita %(round)s starts.")
    earlier = round.tournament.rounds.filter(number__lt=round.number).order_by("number")
    blockers += [
        _refusal(round, "previous_not_closed", sentence, before=before.number)
        for before in earlier
        if not before.is_closed
    ]
    return tuple(blockers)


def open_tables(round: Round) -> tuple[int, ...]:
    sheets = Sheet.objects.filter(table__round=round).exclude(state=Sheet.State.CLOSED)
    return tuple(sheets.order_by("table__number").values_list("table__number", flat=True))


def later_has_started(round: Round) -> bool:
    return round.tournament.rounds.filter(number__gt=round.number).started().exists()


def protests_until(publication: Publication) -> datetime.datetime | None:
    """End of the time for protests, or None if there is none, because the standing was official
    from the start or is held back. After a prize-giving the time runs from the moment when
    everybody could read the standing.
    """
    time = _time_for_protests(publication)
    return None if time is None else time.until


class _TimeForProtests(NamedTuple):
    """Time for protests. ``left`` is the seconds to go, independent of changes to the machine's
    clock.
    """

    until: datetime.datetime
    left: float


def _time_for_protests(publication: Publication) -> _TimeForProtests | None:
    if publication.repeats is not None:
        figures = publication.tournament.publications.defer("standings")
        publication = figures.get(number=publication.repeats)
    if not publication.protest_minutes:
        return None
    began, mark = publication.created_at, publication.created_steady
    tournament, after = publication.tournament, publication.after_round
    if after is not None and after.number >= tournament.planned_rounds:
        if hold_in_force(tournament) is not None:
            return None
        released = (
            tournament.final_holds.filter(released_at__gt=began).order_by("-released_at").first()
        )
        if released is not None and released.released_at:
            began, mark = released.released_at, released.released_steady
    minutes = datetime.timedelta(minutes=publication.protest_minutes)
    seconds = max(0.0, minutes.total_seconds() - monotonic_clock.seconds_since(mark))
    return _TimeForProtests(began + minutes, seconds)


def protests_may_come(tournament: Tournament) -> tuple[int, datetime.datetime] | None:
    """Number of the visible standing and the end of its time for protests, or None if that is over.
    While the final standing is held, it is the one before.
    """
    publication = shown_publications(tournament).defer("standings").first()
    if publication is None or publication.is_official:
        return None
    until = protests_until(publication)
    return (publication.number, until) if until and until > timezone.now() else None


def official_at(tournament: Tournament) -> datetime.datetime | None:
    """Earliest moment when results become official automatically. None unless the machine's clock
    says that the time for protests is over but not enough time has really passed, because the clock
    was set forward or the program has just started.
    """
    if not tournament.official_by_itself or tournament.closed_at:
        return None
    publication = last_publication(tournament)
    time = (
        None if publication is None or publication.is_official else _time_for_protests(publication)
    )
    if time is None or not time.left:
        return None
    return timezone.now() + datetime.timedelta(seconds=time.left)


def open_protests(tournament: Tournament) -> QuerySet[Protest]:
    return Protest.objects.filter(table__round__tournament=tournament, answered_at=None).order_by(
        "made_at", "pk"
    )


@transaction.atomic
def start_round(*, round: Round, author: Author) -> Round:
    locked = locked_round(round)
    if not locked.is_seating:
        return locked
    blockers = start_blockers(locked)
    if blockers:
        raise ValidationError(list(blockers))
    Sheet.objects.bulk_create([Sheet(table=table) for table in locked.tables.order_by("number")])
    write(
        locked,
        stage=Stage.PLAYING,
        started_at=timezone.now(),
        minutes=locked.tournament.round_minutes,
        hand_minutes=locked.tournament.hand_minutes,
    )
    tournaments.freeze(tournament=locked.tournament, author=author)
    record_in(locked, LogKind.ROUND_STARTED, gettext_noop("Partita %(round)s started."), author)
    return locked


_WRITTEN = (
    (
        Q(results__isnull=False),
        "rows_entered",
        _(
            "Rows have been entered at tables %(tables)s: the start of partita %(round)s cannot "
            "be taken back."
        ),
    ),
    (
        Q(rulings__isnull=False),
        "ruled",
        _("A ruling has been made in partita %(round)s: its start cannot be taken back."),
    ),
    (
        Q(signatures__isnull=False),
        "signed",
        _(
            "Somebody has signed at tables %(tables)s: the start of partita %(round)s cannot be "
            "taken back."
        ),
    ),
    (
        Q(seat_reports__isnull=False),
        "seats_reported",
        _(
            "Seats have been reported at tables %(tables)s: the start of partita %(round)s cannot "
            "be taken back."
        ),
    ),
    (
        Q(redeals__isnull=False),
        "deal_voided",
        _(
            "Deals have been voided at tables %(tables)s: the start of partita %(round)s cannot "
            "be taken back."
        ),
    ),
    (
        ~Q(first_dealer=""),
        "dealer_drawn",
        _(
            "The first dealer has been drawn at tables %(tables)s: the start of partita %(round)s "
            "cannot be taken back."
        ),
    ),
)
"""Data that a sheet may have, each with its code and its sentence for the case that the sheet is to
be removed."""


@transaction.atomic
def undo_start(*, round: Round, author: Author, reason: str) -> Round:
    reason = read_reason(reason)
    locked = locked_round(round, with_sheets=True)
    if not locked.is_playing:
        raise _refusal(
            locked,
            "round_not_playing",
            _("Partita %(round)s is not in play: there is no start to take back."),
        )
    for written, code, sentence in _WRITTEN:
        numbers = Sheet.objects.filter(written, table__round=locked).values_list(
            "table__number", flat=True
        )
        if tables := sorted(set(numbers)):
            raise _refusal(
                locked, code, sentence, tables=", ".join(map(str, tables)), numbers=tables
            )
    Sheet.objects.filter(table__round=locked).delete()
    write(locked, stage=Stage.SEATING, started_at=None)
    if not locked.tournament.rounds.started().exists():
        write(locked.tournament, frozen_at=None)
    record_in(
        locked,
        LogKind.START_UNDONE,
        gettext_noop("The start of partita %(round)s was taken back. Reason: %(reason)s"),
        author,
        reason=reason,
    )
    return locked


def close_round(
    *, round: Round, author: Author, held_back: bool = False, ahead: Ahead[Draft] | None = None
) -> Round:
    """Close a partita. Closing it twice changes nothing. Raises ``ValidationError`` while a sheet
    is open, with the tables in ``params["numbers"]``. ``held_back``: this final standing is held
    until the prize-giving. ``ahead`` is ``drafted_at_close``, for a caller within a transaction.
    """

    def write(ahead: Ahead[Draft] | None) -> Round:
        return _close_round(round, author, held_back, ahead)

    return computed_ahead(lambda: drafted_at_close(round), write, ahead)


def drafted_at_close(round: Round) -> Ahead[Draft] | None:
    """Compute the publication that closing this partita will make."""
    return drafted(round.tournament, closing=round)


@transaction.atomic
def _close_round(
    round: Round, author: Author, held_back: bool, ahead: Ahead[Draft] | None
) -> Round:
    locked = locked_round(round, with_sheets=True)
    if locked.is_closed:
        return locked
    if not locked.is_playing:
        raise _refusal(
            locked,
            "round_not_started",
            _("Partita %(round)s has not started, so it cannot be closed."),
        )
    if missing := open_tables(locked):
        raise _refusal(
            locked,
            "sheets_open",
            _(
                "Partita %(round)s cannot be closed: the sheets of these tables are not closed: "
                "%(tables)s."
            ),
            tables=", ".join(map(str, missing)),
            numbers=missing,
        )
    # Before anything is written that counts as a change.
    draft = None if ahead is None else ahead.at(_basis_held(locked, closing=locked))
    write(locked, stage=Stage.PROVISIONAL, closed_at=timezone.now())
    message = gettext_noop("Partita %(round)s is closed: every sheet is in.")
    if locked.board_set and not locked.tournament.held_for:
        deals.reveal(board_set=locked.board_set)
        message = gettext_noop(
            "Partita %(round)s is closed: every sheet is in, the boards are revealed."
        )
    known = {} if draft is None else draft.known
    record_in(locked, LogKind.ROUND_CLOSED, message, author, state_ahead=known)
    if held_back:
        hold_final(tournament=locked.tournament, author=author)
    if draft is None:
        publish(tournament=locked.tournament, author=author)
    else:
        publish_draft(locked.tournament.lock_open(), draft, author)
    return locked


def _basis_held(locked: Round, closing: Round | None = None) -> Basis:
    """Numbers under the lock of a partita with its sheets."""
    held = Sheet.objects.filter(table__round=locked).count()
    return Basis.of(locked.tournament, closing, held=held)


def closed_by(round: Round) -> tuple[Author, datetime.datetime | None]:
    """Author and time of the partita's last closing; both None if it was never closed."""
    lines = round.tournament.log.filter(kind=LogKind.ROUND_CLOSED, fields__round=round.number)
    line = lines.select_related("author").order_by("-sequence").first()
    return (line.author, line.at) if line else (None, None)


@transaction.atomic
def take_back_to_play(*, round: Round, author: Author, reason: str) -> Round:
    """Return a closed partita to play. Possible until a later one has started. A published standing
    stays and is marked; boards that were revealed stay revealed.
    """
    reason = read_reason(reason)
    locked = locked_round(round, with_sheets=True)
    if locked.is_playing:
        return locked
    if not locked.is_provisional:
        sentence = _("Partita %(round)s has not started: there is nothing to take back to play.")
        if locked.is_official:
            sentence = _(
                "Partita %(round)s is official. Make it provisional again first, with a reason."
            )
        raise _refusal(locked, "round_not_provisional", sentence)
    if later_has_started(locked):
        raise _refusal(
            locked,
            "later_round_started",
            _(
                "A later partita has started, so partita %(round)s stays closed: reopen the "
                "sheets that have to change."
            ),
        )
    write(locked, stage=Stage.PLAYING, closed_at=None)
    record_in(
        locked,
        LogKind.ROUND_TAKEN_BACK,
        gettext_noop(
            "Partita %(round)s was taken back to play; its boards stay shown. Reason: %(reason)s"
        ),
        author,
        reason=reason,
    )
    return locked


class _HasChanged:
    """Whether the standing has changed, found once for all partite that a transaction makes
    official.
    """

    def __init__(self, ahead: Changed | None) -> None:
        self.ahead = ahead
        self.answer: bool | None = None

    def __call__(self, locked: Round) -> bool:
        if self.answer is None:
            self.answer = (
                standing_changed(locked.tournament)
                if self.ahead is None
                else self.ahead.at(_basis_held(locked))
            )
        return self.answer


def make_results_official(
    *,
    tournament: Tournament,
    rounds: Iterable[Round],
    author: Author,
    early: str = "",
    ahead: Changed | None = None,
) -> None:
    """Make all results official, or none. ``early`` is the number of the standing whose time for
    protests is cut short. ``ahead`` is ``changed_since_published``, for a caller within a
    transaction.
    """
    chosen = list(rounds)

    @transaction.atomic
    def write(ahead: Changed | None) -> None:
        _check_protests_are_over(tournament, early)
        has_changed = _HasChanged(ahead)
        for round_ in chosen:
            _make_official(round_, author, has_changed)

    computed_ahead(lambda: changed_since_published(tournament), write, ahead)


def _check_protests_are_over(tournament: Tournament, early: str) -> None:
    waits = protests_may_come(tournament)
    if waits is not None and early != str(waits[0]):
        raise refusal(
            _(
                "Protests against standings no. %(number)s may come until %(when)s. Say that the "
                "results are to be official anyway."
            ),
            "protests_may_come",
            number=waits[0],
            when=time_format(timezone.localtime(waits[1])),
        )


def make_official(*, round: Round, author: Author) -> Round:
    @transaction.atomic
    def write(ahead: Changed | None) -> Round:
        return _make_official(round, author, _HasChanged(ahead))

    return computed_ahead(lambda: changed_since_published(round.tournament), write)


def _make_official(
    round: Round, author: Author, has_changed: _HasChanged, *, by_itself: bool = False
) -> Round:
    locked = locked_round(round, with_sheets=True)
    if locked.is_official:
        return locked
    if not locked.is_provisional:
        raise _refusal(
            locked,
            "round_not_closed",
            _("Partita %(round)s is not closed, so it cannot be official."),
        )
    if reopened := open_tables(locked):
        raise _refusal(
            locked,
            "sheets_open",
            _(
                "Partita %(round)s: these tables were reopened and are not closed again: "
                "%(tables)s. Close their "
                "sheets first."
            ),
            tables=", ".join(map(str, reopened)),
            numbers=reopened,
        )
    if Protest.objects.filter(table__round=locked, answered_at=None).exists():
        raise _refusal(
            locked,
            "protest_open",
            _("A protest against partita %(round)s is open. Answer it first."),
        )
    if has_changed(locked):
        raise _refusal(
            locked,
            "standing_changed",
            _(
                "The standings have changed since they were published. Publish them again, then "
                "make partita %(round)s official."
            ),
        )
    write(locked, stage=Stage.OFFICIAL)
    publication = last_publication(locked.tournament)
    if publication and all(partita.is_official for partita in closed_rounds(locked.tournament)):
        write(publication, state=Publication.State.OFFICIAL)
    line = gettext_noop("Partita %(round)s is official.")
    if by_itself:
        line = gettext_noop(
            "Partita %(round)s is official: its time for protests is over, and none is open."
        )
    record_in(locked, LogKind.ROUND_OFFICIAL, line, author)
    return locked


@transaction.atomic
def withdraw_official(*, round: Round, author: Author, reason: str) -> Round:
    reason = read_reason(reason)
    locked = locked_round(round)
    if not locked.is_official:
        return locked
    if locked.tournament.closed_at:
        raise _refusal(
            locked,
            "tournament_closed",
            _("The evening is closed. Open it again, then take back partita %(round)s."),
        )
    write(locked, stage=Stage.PROVISIONAL)
    publication = last_publication(locked.tournament)
    if publication and publication.is_official:
        write(publication, state=Publication.State.PROVISIONAL)
    record_in(
        locked,
        LogKind.OFFICIAL_WITHDRAWN,
        gettext_noop("Partita %(round)s is provisional again. Reason: %(reason)s"),
        author,
        reason=reason,
    )
    return locked


def become_official(tournament: Tournament) -> bool:
    """Make the results official automatically if that is due. Returns whether it did so.

    The time for protests must be over, both by the machine's clock and by a clock that nobody can
    set, and no protest may be open. Anything that would stop the desk stops this too. A standing
    that the arbiter has taken back has to be made official by the arbiter.
    """
    time = _time_that_decides(tournament)
    if time is None or time.left or time.until > timezone.now():
        return False

    @transaction.atomic
    def write(ahead: Changed | None) -> bool:
        has_changed = _HasChanged(ahead)
        for round_ in tournament.rounds.filter(stage=Stage.PROVISIONAL).order_by("number"):
            _make_official(round_, None, has_changed, by_itself=True)
        return True

    try:
        return computed_ahead(lambda: changed_since_published(tournament), write)
    except ValidationError:
        return False


def _time_that_decides(tournament: Tournament) -> _TimeForProtests | None:
    """Time for protests after which the results become official automatically, or None if they do
    not.
    """
    if not tournament.official_by_itself or tournament.closed_at:
        return None
    published = last_publication(tournament)
    if published is None or published.is_official:
        return None
    time = _time_for_protests(published)
    if time is None or open_protests(tournament).exists():
        return None
    figures = tournament.publications.filter(number=published.repeats or published.number)
    since = figures.values_list("created_at", flat=True).get()
    withdrawn = tournament.log.filter(kind=LogKind.OFFICIAL_WITHDRAWN, at__gte=since)
    return None if withdrawn.exists() else time


def _waiting_for_protests() -> QuerySet[Tournament]:
    provisional = Round.objects.filter(stage=Stage.PROVISIONAL, tournament=OuterRef("pk"))
    return Tournament.objects.filter(Exists(provisional), official_by_itself=True, closed_at=None)


def make_due_official() -> None:
    """Make official all results whose time has come, even if nobody opens a page of the evening."""
    for tournament in _waiting_for_protests():
        become_official(tournament)


def next_official() -> datetime.datetime | None:
    """Moment when the next results become official automatically, or None if none are waiting."""
    times = filter(None, map(_time_that_decides, _waiting_for_protests()))
    now = timezone.now()
    moments = (max(time.until, now + datetime.timedelta(seconds=time.left)) for time in times)
    return min(moments, default=None)


@transaction.atomic
def replace_board(
    *, round: Round, number: int, reason: str, author: Author, seen: int | None = None
) -> Board:
    """Replace a board by a spare. Raises ``ValidationError`` if a table's row for that hand counts,
    with the tables in ``params["numbers"]``, because they have played other cards than the rest
    would. ``seen`` is the ``dealt_as`` of the board that the author saw, so that a second click
    takes no second spare.
    """
    locked = locked_round(round, with_sheets=True)
    hands = hands_of_board(locked.tournament, number)
    rows = HandResult.objects.filter(sheet__table__round=locked, hand__in=hands).written()
    tables = tuple(sorted(set(rows.values_list("sheet__table__number", flat=True))))
    if tables:
        raise refusal(
            _(
                "Hand %(board)s has been played at these tables: %(tables)s. Empty their rows and "
                "let everybody play the spare, or rule the board fouled at the tables where the cards were wrong."
            ),
            "board_played",
            board=number,
            tables=", ".join(map(str, tables)),
            numbers=tables,
        )
    return board_steps.replace_board(
        round=locked, number=number, reason=reason, author=author, seen=seen
    )
