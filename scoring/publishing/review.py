"""Sheets that were reopened after their partita was closed. The published standing stays and gets a
mark. The next publication removes the mark; so does closing the sheets again with exactly the
published result.
"""

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef

from king.sheet.ruling_kinds import KINDS
from scoring.models import Publication, Ruling, Sheet
from scoring.publishing import (
    Changed,
    changed_since_published,
    last_publication,
    standing_changed,
    take_marks_off,
)
from scoring.standing import CLOSED_STAGES
from tournaments.models import Round, Tournament


class Reopened(NamedTuple):
    """A sheet of a published partita that was reopened; ``is_open`` until it is closed again."""

    round: int
    table: int
    is_open: bool


class UnderReview(NamedTuple):
    """Sheets opened again, partite returned to play, and averages at other tables that depend on
    them.
    """

    sheets: tuple[Reopened, ...] = ()
    rounds: tuple[int, ...] = ()
    averages: tuple[Any, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.sheets or self.rounds)


def reopened_sheets(
    tournament: Tournament, rounds: Iterable[int] | None = None
) -> tuple[Reopened, ...]:
    sheets = Sheet.objects.filter(
        table__round__tournament=tournament,
        table__round__stage__in=CLOSED_STAGES,
        reopened_at__isnull=False,
    )
    if rounds is not None:
        sheets = sheets.filter(table__round__number__in=list(rounds))
    values = sheets.order_by("table__round__number", "table__number")
    return tuple(
        Reopened(round_, table, state != Sheet.State.CLOSED)
        for round_, table, state in values.values_list(
            "table__round__number", "table__number", "state"
        )
    )


def under_review(tournament: Tournament, publication: Publication | None) -> UnderReview:
    if publication is None:
        return UnderReview()
    numbers = [round_["round"] for round_ in publication.standings["rounds"]]
    back = tournament.rounds.filter(number__in=numbers, stage=Round.Stage.PLAYING).order_by(
        "number"
    )
    sheets, rounds = (
        reopened_sheets(tournament, numbers),
        tuple(back.values_list("number", flat=True)),
    )
    return UnderReview(
        sheets, rounds, _moving_averages(tournament, {*rounds, *(sheet.round for sheet in sheets)})
    )


def _moving_averages(tournament: Tournament, rounds: Collection[int]) -> tuple[Any, ...]:
    """Round, table and hand of each hand that is worth the average of other tables, if one of those
    is open.
    """
    if not rounds:
        return ()
    others = Sheet.objects.filter(table__round=OuterRef("sheet__table__round")).exclude(
        pk=OuterRef("sheet")
    )
    averages = Ruling.objects.standing().filter(
        Exists(others.exclude(state=Sheet.State.CLOSED)),
        kind__in=[kind.code for kind in KINDS.values() if kind.replaces_row],
        effect__average=True,
        sheet__table__round__tournament=tournament,
        sheet__table__round__number__in=rounds,
    )
    averages = averages.annotate(
        round=F("sheet__table__round__number"), table=F("sheet__table__number")
    )
    places = "round", "table", "hand"
    return tuple(averages.order_by(*places).values_list(*places, named=True))


def may_have_changed(tournament: Tournament, changed: bool | None = None) -> bool:
    """Whether the standing may be another than the published one. ``changed`` says whether it is,
    if that is known.
    """
    if any(sheet.is_open for sheet in reopened_sheets(tournament)):
        return True
    return standing_changed(tournament) if changed is None else changed


def changed_before_closing(sheet: Sheet) -> Changed | None:
    """Whether the standing has changed, for ``unmark_if_as_published`` after this sheet is closed,
    because closing a sheet of a closed partita changes no figure. None if that will not be asked.
    """
    if sheet.reopened_at is None:
        return None
    tournament = Tournament.objects.get(rounds__tables__sheet=sheet.pk)
    reopened = Sheet.objects.filter(
        table__round__tournament=tournament,
        table__round__stage__in=CLOSED_STAGES,
        reopened_at__isnull=False,
    )
    open_now = reopened.exclude(state=Sheet.State.CLOSED).values_list("pk", flat=True)
    return changed_since_published(tournament) if list(open_now) == [sheet.pk] else None


def unmark_if_as_published(sheet: Sheet, changed: bool | None = None) -> None:
    round_ = sheet.round
    if (
        sheet.reopened_at is None
        or not round_.is_closed
        or last_publication(round_.tournament) is None
    ):
        return
    if not may_have_changed(round_.tournament, changed):
        take_marks_off(round_.tournament)
