"""Circuits, seasons and their published standings as an address names them, for page and program."""

from django.db import connection
from django.http import Http404
from django.utils.translation import gettext as _

from scoring.standings_cache import cached_by_revision
from seasons.models import SeasonPublication
from seasons.season import Season, season_of
from seasons.season_revision import season_number
from tournaments.circuits import Circuit


def find_circuit(code: str) -> Circuit:
    circuit = Circuit.objects.filter(code=code.lower()).first()
    if circuit is None:
        raise Http404(_("There is no circuit with the code “%(code)s”.") % {"code": code})
    return circuit


def season_now(circuit: Circuit) -> Season:
    """Season of the circuit, cached by its revision and shared by page, files and screens. Nobody
    may change the object.
    """
    number = season_number(circuit.code)
    if number is None or connection.in_atomic_block:
        return season_of(circuit)
    return cached_by_revision(number, lambda: season_of(circuit), "season", circuit.code)


def find_season_publication(circuit: Circuit, number: int) -> SeasonPublication:
    publication = circuit.publications.filter(number=number).first()
    if publication is None:
        raise Http404(
            _("No standings with the number %(number)s were published.") % {"number": number}
        )
    return publication
