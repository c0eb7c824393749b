"""Published standings that are read once for everybody who asks, until another is published."""

from collections.abc import Callable
from typing import TypeVar

from django.utils import translation

from frame.standing_page import StandingPage, standing_page
from night.visibility import find_publication
from scoring.models import Publication
from scoring.publishing import (
    ComparedEvening,
    compared_evening,
    read_publication,
    tables_as_published,
)
from scoring.scored_sheets import ScoredTable
from scoring.standings_cache import cached_by_revision, numbers_of
from tournaments.models import Round, Tournament

Remembered = TypeVar("Remembered")


def published_page(tournament: Tournament, publication: Publication) -> StandingPage:
    """Content of a published standing's page, computed once for each language, because hundreds of
    players' pages show a line of it.
    """

    def read() -> StandingPage:
        return standing_page(read_publication(tournament, publication))

    return cached_for(publication, "page", read, translation.get_language())


def last_page(tournament: Tournament) -> StandingPage | None:
    publication = find_publication(tournament)
    return None if publication is None else published_page(tournament, publication)


def tables_of(page: StandingPage | None, round_: Round) -> tuple[ScoredTable, ...]:
    if page is None or round_ not in page.published.rounds:
        return ()
    published = page.published
    return cached_for(
        published.publication,
        "tables",
        lambda: tables_as_published(published, [round_])[round_.pk],
        round_.pk,
    )


def compared_of(page: StandingPage) -> ComparedEvening:
    def compare() -> ComparedEvening:
        return compared_evening(
            page.published, {round_.pk: tables_of(page, round_) for round_ in page.published.rounds}
        )

    return cached_for(page.published.publication, "compared", compare)


def cached_for(
    publication: Publication, what: str, make: Callable[[], Remembered], *which: object
) -> Remembered:
    """Return the result of ``make``, cached in each process until the published standings change.
    ``what`` and ``which`` name it among the results of this publication.
    """
    numbers = numbers_of(publication.tournament.code)
    return cached_by_revision(
        numbers.published if numbers else "", make, what, publication.pk, *which
    )
