"""Sheets opened again after their partita was closed: the posted standing stays as it is, and is marked until the next.

The mark is set when a sheet is reopened and goes with the next posting, or when the sheets are closed again and make
just what is posted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from scoring.models import Publication, Ruling, Sheet
from scoring.publishing import last_publication, standing_changed, take_marks_off
from scoring.standing import CLOSED_STAGES
from tournaments.models import Round, Tournament


@dataclass(frozen=True)
class Reopened:
    """A sheet of a posted partita that was opened again; ``is_open`` until it is closed once more."""

    round: int
    table: int
    is_open: bool


@dataclass(frozen=True)
class MovingAverage:
    """A hand that is worth the average of the other tables, while one of these is open."""

    round: int
    table: int
    hand: int


@dataclass(frozen=True)
class UnderReview:
    """What may still change of a posted standing: sheets opened again, partite taken back to play, and with them the
    averages that other tables have of their fouled boards.
    """

    sheets: tuple[Reopened, ...] = ()
    rounds: tuple[int, ...] = ()
    averages: tuple[MovingAverage, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.sheets or self.rounds)


def reopened_sheets(tournament: Tournament, rounds: Iterable[int] | None = None) -> tuple[Reopened, ...]:
    """The marked sheets of closed partite, of these alone where their numbers are given. One query."""
    found = Sheet.objects.filter(
        table__round__tournament=tournament, table__round__stage__in=CLOSED_STAGES, reopened_at__isnull=False
    )
    if rounds is not None:
        found = found.filter(table__round__number__in=list(rounds))
    values = found.order_by("table__round__number", "table__number")
    return tuple(
        Reopened(round_, table, state != Sheet.State.CLOSED)
        for round_, table, state in values.values_list("table__round__number", "table__number", "state")
    )


def under_review(tournament: Tournament, publication: Publication | None) -> UnderReview:
    """What may still change of a posted standing. Two queries; none where nothing was posted, three where it may."""
    if publication is None:
        return UnderReview()
    posted = [each["round"] for each in publication.standings["rounds"]]
    back = tournament.rounds.filter(number__in=posted, stage=Round.Stage.PLAYING).order_by("number")
    sheets, rounds = reopened_sheets(tournament, posted), tuple(back.values_list("number", flat=True))
    return UnderReview(sheets, rounds, moving_averages(tournament, {*rounds, *(each.round for each in sheets)}))


def moving_averages(tournament: Tournament, rounds: Collection[int]) -> tuple[MovingAverage, ...]:
    """The hands of these partite that are worth the average of other tables, one of which is not closed. One query."""
    if not rounds:
        return ()
    others = Sheet.objects.filter(table__round=OuterRef("sheet__table__round")).exclude(pk=OuterRef("sheet"))
    found = Ruling.objects.standing().filter(
        Exists(others.exclude(state=Sheet.State.CLOSED)), kind=Ruling.Kind.FOULED, effect__average=True,
        sheet__table__round__tournament=tournament, sheet__table__round__number__in=rounds,
    )  # fmt: skip
    places = "sheet__table__round__number", "sheet__table__number", "hand"
    return tuple(MovingAverage(*place) for place in found.order_by(*places).values_list(*places))


def unmark_if_as_posted(sheet: Sheet) -> None:
    """A marked sheet was closed again: where everything is as posted, nothing is waited for any more."""
    round_ = sheet.table.round
    if sheet.reopened_at is None or not round_.is_closed or last_publication(round_.tournament) is None:
        return
    if any(each.is_open for each in reopened_sheets(round_.tournament)) or standing_changed(round_.tournament):
        return
    take_marks_off(round_.tournament)
