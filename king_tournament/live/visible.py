"""What anybody may see, decided once for the pages, the screen and the programs.

Seats when their seating is published. Points when a standing that counts them is posted, and then as they were at that
moment: a later correction shows when it is posted in turn, so that no two pages show different sums. A final standing
that is kept for the prize-giving is not shown before, nor are the sheets that only it counts. Cards when the partita is
closed. Commitments from the moment of sealing.
"""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.holding import awaits_prize_giving, shown_publications
from scoring.models import Publication
from scoring.posted import Posted, read_posted
from scoring.protests import become_official
from tournaments.models import Round, Tournament

AT_THE_PRIZE_GIVING = gettext_lazy("The final standing will be read at the prize-giving.")

SEATED = Q(seating_published_at__isnull=False) | ~Q(stage=Round.Stage.SEATING)
"""The partite whose seats everybody may see."""


def find_evening(code: str) -> Tournament:
    """The evening of that code."""
    found = Tournament.objects.filter(code=code).first()
    if found is None:
        raise Http404(_("There is no evening with the code “%(code)s”.") % {"code": code})
    become_official(found)
    return found


def seated_rounds(tournament: Tournament) -> QuerySet[Round]:
    """The partite whose seating is published, in order."""
    return tournament.rounds.filter(SEATED).order_by("number")


def find_seated_round(tournament: Tournament, number: int) -> Round:
    """The partita of that number, once everybody may know its seats."""
    found = seated_rounds(tournament).select_related("board_set").filter(number=number).first()
    if found is None:
        raise Http404(_("Partita %(number)s has no published seating.") % {"number": number})
    found.tournament = tournament
    return found


def find_publication(tournament: Tournament, number: int | None = None) -> Publication | None:
    """The standing of that number, or the one posted last, of those that are shown; None where there is none."""
    shown = shown_publications(tournament)
    if number is None:
        return shown.first()
    found = shown.filter(number=number).first()
    if found is None and tournament.publications.filter(number=number).exists():
        raise Http404(AT_THE_PRIZE_GIVING)
    if found is None:
        raise Http404(_("No standing with the number %(number)s was posted.") % {"number": number})
    return found


def last_posted(tournament: Tournament) -> Posted | None:
    """The standing that hangs on the wall, read back; None where nothing was posted."""
    publication = find_publication(tournament)
    return None if publication is None else read_posted(tournament, publication)


def not_shown_yet(tournament: Tournament, otherwise: str) -> str:
    """Why something of a closed partita is not shown: it is kept for the prize-giving, or else as said."""
    return str(AT_THE_PRIZE_GIVING) if awaits_prize_giving(tournament) else otherwise
