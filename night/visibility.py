"""Results and cards that everybody may see: seats when published, points as a published standing
counts them, cards when the partita is closed, commitments once sealed. A final standing that is
held for the prize-giving is not shown before. Organizers and arbiters always see current results.
"""

import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _, gettext_lazy

from ground.roles import ARBITER, ORGANIZER, holds
from scoring.models import Publication
from scoring.publishing import PublishedStandings, read_publication, tables_as_published
from scoring.publishing.final_hold import awaits_prize_giving, shown_publications
from scoring.round_steps import official_at, protests_may_come
from scoring.scored_sheets import ScoredTable, scored_round
from tournaments.models import Round, Tournament

AT_THE_PRIZE_GIVING = gettext_lazy("The final standings will be read out at the prize-giving.")

SEATED = Q(seating_published_at__isnull=False) | ~Q(stage=Round.Stage.SEATING)
"""The partite whose seats everybody may see."""


def seated_rounds(tournament: Tournament) -> QuerySet[Round]:
    return tournament.rounds.filter(SEATED).order_by("number")


def find_seated_round(tournament: Tournament, number: int) -> Round:
    round_ = seated_rounds(tournament).select_related("board_set").filter(number=number).first()
    if round_ is None:
        raise Http404(_("Partita %(number)s has no published seating.") % {"number": number})
    round_.tournament = tournament
    return round_


def find_publication(tournament: Tournament, number: int | None = None) -> Publication | None:
    """The publication with this number, or the latest one. Defers ``standings``, which is large and
    rarely needed.
    """
    publications = shown_publications(tournament).defer("standings")
    if number is None:
        return publications.first()
    publication = publications.filter(number=number).first()
    if publication is None and tournament.publications.filter(number=number).exists():
        raise Http404(AT_THE_PRIZE_GIVING)
    if publication is None:
        raise Http404(
            _("No standings with the number %(number)s were published.") % {"number": number}
        )
    return publication


def last_published(tournament: Tournament) -> PublishedStandings | None:
    publication = find_publication(tournament)
    return None if publication is None else read_publication(tournament, publication)


def sees_results(user: Any, tournament: Tournament) -> bool:
    return holds(user, ORGANIZER, ARBITER, evening=tournament.code)


def tables_shown(user: Any, round_: Round) -> tuple[ScoredTable, ...]:
    if sees_results(user, round_.tournament):
        return scored_round(round_)
    published = last_published(round_.tournament)
    return (
        tables_as_published(published, [round_]).get(round_.pk, ()) if published is not None else ()
    )


def hidden_sentence(tournament: Tournament, otherwise: str) -> str:
    return str(AT_THE_PRIZE_GIVING) if awaits_prize_giving(tournament) else otherwise


def end_of_protests(code: str) -> tuple[datetime.datetime | None, bool]:
    """End of the next time for protests of an evening, and whether the evening is closed."""
    evening = Tournament.objects.filter(code=code).first()
    if evening is None:
        return None, False
    waits = protests_may_come(evening)
    until = official_at(evening) if waits is None else waits[1]
    return until, evening.closed_at is not None
