"""Robots' mean of every board of the latest publication. It is computed once for each publication,
from the rows that it ranks, and never for a standing that is held back.

Its numbers come from the seal of the boards, so that anybody makes the same means again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext_lazy as _

from deals.models import Board, BoardSet
from ground.roles import ARBITER, ORGANIZER, holds_role
from ground.secrets import Sealed
from king.cards import SIDES, WINDS, Deal
from king.dealing import canonical_json
from king.robots.choice import numbers_of
from king.robots.yardstick import PlayedRow, has_robots, robots_mean
from king.sheet.comparison import Field
from king.sheet.points import Column
from scoring.models import Publication, RobotsMean
from scoring.publishing import compared_evening, read_publication, tables_as_published
from scoring.publishing.final_hold import visible_publications
from scoring.scored_sheets import ScoredTable
from tournaments.models import Round
from wording.sentences import refusal

Means = Mapping[tuple[int, int, str], Mapping[Column, Fraction]]
"""Points of each column, by partita, hand and contract."""

_COLUMNS: dict[str, Column] = {wind.value: wind for wind in WINDS}
_COLUMNS |= {side.value: side for side in SIDES}


def means_of(publication: Publication | None) -> Means:
    """Means of the publication; empty until they are made. Takes one query."""
    rows = RobotsMean.objects.filter(publication=publication and publication.pk)
    return {
        (one["round"], one["hand"], one["contract"]): _read(one["points"])
        for one in chain.from_iterable(rows.values_list("means", flat=True))
    }


def _read(points: Mapping[str, str]) -> dict[Column, Fraction]:
    return {_COLUMNS[column]: Fraction(mean) for column, mean in points.items()}


def waiting() -> QuerySet[Publication]:
    """The newest standings that everybody reads and that have no means, of evenings whose boards
    everybody may see. One query.
    """
    later = visible_publications().filter(
        tournament=OuterRef("tournament"), number__gt=OuterRef("number")
    )
    open_boards = Round.objects.filter(
        tournament=OuterRef("tournament"), board_set__state=BoardSet.State.REVEALED
    )
    publications = visible_publications().filter(
        Exists(open_boards), robots=None, tournament__held_for=""
    )
    return publications.exclude(Exists(later)).order_by("-pk")


def make_means(publication: Publication) -> None:
    """Let robots play the boards of the publication, and store the means. Hands that have not
    changed since an earlier publication keep their means. Nothing is locked while robots play; if
    another standing is published or this one is held meanwhile, the means are discarded.
    """
    earlier = RobotsMean.objects.filter(publication__tournament=publication.tournament)
    known = {
        one["of"]: one["points"]
        for one in chain.from_iterable(earlier.values_list("means", flat=True))
    }
    means = [*_means(publication, known)]
    with transaction.atomic():
        publication.tournament.lock()
        if waiting().filter(pk=publication.pk).exists():
            earlier.delete()
            RobotsMean.objects.create(publication=publication, means=means)


def _means(publication: Publication, known: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    published = read_publication(publication.tournament, publication)
    tables = tables_as_published(published)
    compared = compared_evening(published, tables)
    rules, plans = publication.tournament.rules, publication.tournament.plans
    settings = publication.tournament.configured
    for round_ in published.rounds:
        if round_.board_set_id is None:
            continue
        boards = Board.objects.revealed().in_use().filter(board_set=round_.board_set_id)
        deals = {board.number: board.deal for board in boards}
        seated = {table.number: table for table in tables[round_.pk]}
        for comparison in compared.boards[round_.pk]:
            plan = plans.get(comparison.hand)
            if plan is None or plan.board not in deals:
                continue
            for field in comparison.fields:
                if not has_robots(rules, plan, field.contract, settings):
                    continue
                mean = _mean(round_, comparison.hand, deals[plan.board], field, seated, known)
                if mean is not None:
                    yield mean


def _mean(
    round_: Round,
    hand: int,
    deal: Deal,
    field: Field,
    seated: Mapping[int, ScoredTable],
    known: Mapping[str, Any],
) -> dict[str, Any] | None:
    """Mean of one hand for the model's JSON, or None if there is no row to play it by. ``of`` is a
    digest of the data that the mean is computed from.
    """
    results = [result for result in field.results if result.compares]
    if field.contract is None or not results or round_.board_set is None:
        return None
    played = [PlayedRow(result.row, seated[result.table].scored.settings) for result in results]
    of = _digest(round_, deal, played)
    points = known.get(of)
    if points is None:
        secret = f"{round_.board_set.commitment} {field.contract.code}".encode()
        numbers = numbers_of(secret, hand, deal.winds[0], 0)
        mean = robots_mean(round_.tournament.rules, deal, played, numbers)
        points = {str(column): str(figure) for column, figure in mean.items()}
    place = {"round": round_.number, "hand": hand, "contract": field.contract.code}
    return place | {"of": of, "points": points}


def _digest(round_: Round, deal: Deal, played: Iterable[PlayedRow]) -> str:
    """Digest of the data that a mean is computed from. The counts of the rows are left out, because
    robots do not use them.
    """
    rows = [[replace(one.row, units={}).as_json(), one.settings.as_json()] for one in played]
    made_of = [round_.tournament.rules.as_json(), deal.owners, rows]
    return hashlib.sha256(canonical_json(made_of).encode()).hexdigest()


# --- what nobody may see


def _held_means() -> QuerySet[RobotsMean]:
    """Means of publications that were held back after the means were made."""
    means = RobotsMean.objects.exclude(publication__in=visible_publications())
    return means.select_related("publication__tournament")


def _check_may_open(user: Any, mean: RobotsMean) -> None:
    evening = mean.publication.tournament
    if not any(holds_role(user, role, evening.code) for role in (ORGANIZER, ARBITER)):
        raise refusal(_("The final standing is held back."), "final_held")


SEALED_MEANS = Sealed(
    places=("scoring.RobotsMean.means",),
    rows=_held_means,
    check=_check_may_open,
    evening=lambda mean: mean.publication.tournament,
    title=lambda mean: mean.publication.tournament.name,
)
