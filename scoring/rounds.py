"""A partita from its start to its official standing; each step says everything that keeps it from being taken."""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from deals import services as deals
from scoring.models import HandResult, Protest, Publication, Ruling, Sheet
from scoring.publishing import last_publication, publish, standing_changed
from scoring.sentences import read_reason
from scoring.standing import closed_rounds
from tournaments import services as tournaments
from tournaments.log import record
from tournaments.models import Round, Tournament


def locked_round(round: Round, *, with_sheets: bool = False) -> Round:
    """The partita as it is now, held until the end of the transaction.

    Everybody takes locks in the order sheets, tournament, partita (a sheet's own writes end in the log, which holds
    the tournament), or the desk's step and a captain's would wait for each other for ever.
    """
    if with_sheets:
        sheets = Sheet.objects.select_for_update(of=("self",)).filter(table__round=round)
        list(sheets.order_by("pk").only("pk"))
    Tournament.objects.select_for_update().only("pk").get(pk=round.tournament_id)
    return Round.objects.select_for_update(of=("self",)).select_related("tournament", "board_set").get(pk=round.pk)


def start_blockers(round: Round) -> tuple[ValidationError, ...]:
    """Everything that keeps the partita from starting; nothing when it may start."""
    blockers = []
    if round.seating_published_at is None or not round.tables.exists():
        blockers.append(
            ValidationError(
                _("The seating of partita %(round)s is not published. Publish it, so that everybody finds a table."),
                code="seating_not_published",
                params={"round": round.number},
            )
        )
    if round.board_set_id is None and round.tournament.plays_boards:
        blockers.append(
            ValidationError(
                _("The boards of partita %(round)s are not sealed. Prepare and seal them."),
                code="boards_not_sealed",
                params={"round": round.number},
            )
        )
    if round.board_set is not None and round.board_set.document.get("datum") and not round.board_set.boards.exists():
        blockers.append(
            ValidationError(
                _("The boards of partita %(round)s wait for their public datum. Type it, and they are dealt."),
                code="boards_not_dealt",
                params={"round": round.number},
            )
        )
    earlier = round.tournament.rounds.filter(number__lt=round.number).order_by("number")
    blockers += [
        ValidationError(
            _("Partita %(before)s is not closed. Close it before partita %(round)s starts."),
            code="previous_not_closed",
            params={"before": before.number, "round": round.number},
        )
        for before in earlier
        if not before.is_closed
    ]
    return tuple(blockers)


@transaction.atomic
def start_round(*, round: Round, author: AbstractBaseUser | None) -> Round:
    """Start play: a sheet for every table, and the settings do not change any more. A second click changes nothing.

    Refused with every blocker at once.
    """
    held = locked_round(round)
    if held.stage != Round.Stage.SEATING:
        return held
    blockers = start_blockers(held)
    if blockers:
        raise ValidationError(list(blockers))
    Sheet.objects.bulk_create([Sheet(table=table) for table in held.tables.order_by("number")])
    held.stage, held.started_at = Round.Stage.PLAYING, timezone.now()
    held.save(update_fields=["stage", "started_at"])
    tournaments.freeze(tournament=held.tournament, author=author)
    record(
        held.tournament,
        "round_started",
        gettext_noop("Partita %(round)s started."),
        author=author,
        round=held.number,
    )
    return held


@transaction.atomic
def undo_start(*, round: Round, author: AbstractBaseUser | None, reason: str) -> Round:
    """Take a start back, as long as nobody has typed a row or ruled.

    Before the first partita the settings may change again.
    """
    reason = read_reason(reason)
    held = locked_round(round, with_sheets=True)
    if held.stage != Round.Stage.PLAYING:
        raise ValidationError(
            _("Partita %(round)s is not in play: there is no start to take back."),
            code="round_not_playing",
            params={"round": held.number},
        )
    tables = HandResult.objects.filter(sheet__table__round=held).values_list("sheet__table__number", flat=True)
    typed = sorted(set(tables))
    if typed:
        raise ValidationError(
            _("Rows have been entered at tables %(tables)s: the start of partita %(round)s cannot be taken back."),
            code="rows_entered",
            params={"round": held.number, "tables": ", ".join(map(str, typed)), "numbers": typed},
        )
    if Ruling.objects.filter(sheet__table__round=held).exists():
        raise ValidationError(
            _("Something has been ruled in partita %(round)s: its start cannot be taken back."),
            code="ruled",
            params={"round": held.number},
        )
    Sheet.objects.filter(table__round=held).delete()
    held.stage, held.started_at = Round.Stage.SEATING, None
    held.save(update_fields=["stage", "started_at"])
    if not held.tournament.rounds.exclude(stage=Round.Stage.SEATING).exists():
        held.tournament.frozen_at = None
        held.tournament.save(update_fields=["frozen_at"])
    record(
        held.tournament,
        "start_undone",
        gettext_noop("The start of partita %(round)s was taken back. Reason: %(reason)s"),
        author=author,
        round=held.number,
        reason=reason,
    )
    return held


def open_tables(round: Round) -> tuple[int, ...]:
    """The tables whose sheets keep the partita from being closed."""
    sheets = Sheet.objects.filter(table__round=round).exclude(state=Sheet.State.CLOSED)
    return tuple(sheets.order_by("table__number").values_list("table__number", flat=True))


@transaction.atomic
def close_round(*, round: Round, author: AbstractBaseUser | None) -> Round:
    """Every sheet is closed: the boards are revealed and the provisional standing is posted.

    Refused while a sheet is open, naming the tables (``params["numbers"]``). A second click changes nothing.
    """
    held = locked_round(round, with_sheets=True)
    if held.is_closed:
        return held
    if held.stage != Round.Stage.PLAYING:
        raise ValidationError(
            _("Partita %(round)s has not started, so it cannot be closed."),
            code="round_not_started",
            params={"round": held.number},
        )
    missing = open_tables(held)
    if missing:
        raise ValidationError(
            _("Partita %(round)s cannot be closed: the sheets of these tables are not closed: %(tables)s."),
            code="sheets_open",
            params={"round": held.number, "tables": ", ".join(map(str, missing)), "numbers": missing},
        )
    held.stage, held.closed_at = Round.Stage.PROVISIONAL, timezone.now()
    held.save(update_fields=["stage", "closed_at"])
    message = gettext_noop("Partita %(round)s is closed: every sheet is in.")
    if held.board_set is not None:
        deals.reveal(board_set=held.board_set)
        message = gettext_noop("Partita %(round)s is closed: every sheet is in, the boards are revealed.")
    record(held.tournament, "round_closed", message, author=author, round=held.number)
    publish(tournament=held.tournament, author=author)
    return held


def later_has_started(round: Round) -> bool:
    """Whether a partita after this one is in play or over, so that this one stays closed."""
    return round.tournament.rounds.filter(number__gt=round.number).exclude(stage=Round.Stage.SEATING).exists()


@transaction.atomic
def take_back_to_play(*, round: Round, author: AbstractBaseUser | None, reason: str) -> Round:
    """Undo the closing of a partita, as long as no later one has started: its sheets stay as they are.

    What was posted stays posted, and is marked, until the partita is closed again; the boards, which everybody has
    seen, stay shown.
    """
    reason = read_reason(reason)
    held = locked_round(round, with_sheets=True)
    if held.stage == Round.Stage.PLAYING:
        return held
    if held.stage != Round.Stage.PROVISIONAL:
        sentence = {
            Round.Stage.SEATING: _("Partita %(round)s has not started: there is nothing to take back to play."),
            Round.Stage.OFFICIAL: _("Partita %(round)s is official. Take that back first, with a reason."),
        }[Round.Stage(held.stage)]
        raise ValidationError(sentence, code="round_not_provisional", params={"round": held.number})
    if later_has_started(held):
        raise ValidationError(
            _("A later partita has started, so partita %(round)s stays closed: reopen the sheets that have to change."),
            code="later_round_started",
            params={"round": held.number},
        )
    held.stage, held.closed_at = Round.Stage.PLAYING, None
    held.save(update_fields=["stage", "closed_at"])
    record(
        held.tournament,
        "round_taken_back",
        gettext_noop("Partita %(round)s was taken back to play; its boards stay shown. Reason: %(reason)s"),
        author=author,
        round=held.number,
        reason=reason,
    )
    return held


@transaction.atomic
def make_official(*, round: Round, author: AbstractBaseUser | None, by_itself: bool = False) -> Round:
    """Nobody protests any more: by a press of the desk, also before the time is over, or ``by_itself`` after it.

    Refused while a protest is open, and while the sheets say something else than the standing that is posted.
    """
    held = locked_round(round, with_sheets=True)
    if held.stage == Round.Stage.OFFICIAL:
        return held
    if held.stage != Round.Stage.PROVISIONAL:
        raise ValidationError(
            _("Partita %(round)s is not closed, so it cannot be official."),
            code="round_not_closed",
            params={"round": held.number},
        )
    reopened = open_tables(held)
    if reopened:
        raise ValidationError(
            _(
                "Partita %(round)s: these tables were reopened and are not closed again: %(tables)s. "
                "Close their sheets first."
            ),
            code="sheets_open",
            params={"round": held.number, "tables": ", ".join(map(str, reopened)), "numbers": reopened},
        )
    if Protest.objects.filter(table__round=held, answered_at=None).exists():
        raise ValidationError(
            _("A protest against partita %(round)s is open. Answer it first."),
            code="protest_open",
            params={"round": held.number},
        )
    if standing_changed(held.tournament):
        raise ValidationError(
            _("The standing has changed since it was posted. Post it again, then make partita %(round)s official."),
            code="standing_changed",
            params={"round": held.number},
        )
    held.stage = Round.Stage.OFFICIAL
    held.save(update_fields=["stage"])
    posted = last_publication(held.tournament)
    if posted is not None and all(each.stage == Round.Stage.OFFICIAL for each in closed_rounds(held.tournament)):
        posted.state = Publication.State.OFFICIAL
        posted.save(update_fields=["state"])
    sentence = gettext_noop("Partita %(round)s is official.")
    if by_itself:
        sentence = gettext_noop("Partita %(round)s is official: its time for protests is over, and none is open.")
    record(held.tournament, "round_official", sentence, author=author, round=held.number)
    return held


@transaction.atomic
def withdraw_official(*, round: Round, author: AbstractBaseUser | None, reason: str) -> Round:
    """The arbiter takes an official partita back to provisional, with a reason, so that it can be corrected."""
    reason = read_reason(reason)
    held = locked_round(round)
    if held.stage != Round.Stage.OFFICIAL:
        return held
    if held.tournament.closed_at is not None:
        raise ValidationError(
            _("The evening is closed. Open it again, then take back partita %(round)s."),
            code="tournament_closed",
            params={"round": held.number},
        )
    held.stage = Round.Stage.PROVISIONAL
    held.save(update_fields=["stage"])
    posted = last_publication(held.tournament)
    if posted is not None and posted.state == Publication.State.OFFICIAL:
        posted.state = Publication.State.PROVISIONAL
        posted.save(update_fields=["state"])
    record(
        held.tournament,
        "official_withdrawn",
        gettext_noop("Partita %(round)s is provisional again. Reason: %(reason)s"),
        author=author,
        round=held.number,
        reason=reason,
    )
    return held
