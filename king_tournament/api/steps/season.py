"""Steps of a season: its regulation, its published standings, the final made of one. They concern
every evening, so that their roles are held always.
"""

from typing import Any, ClassVar

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework.serializers import DateField, IntegerField, ModelSerializer

from king_tournament.api.shapes import SeasonPostingShape, SeasonShape
from king_tournament.api.steps import ORGANIZERS, Answer, Scope, Step, first_of
from king_tournament.api.steps.answers import FinalShape
from king_tournament.api.steps.bodies import (
    ByNumberField,
    PartialBody,
    StandingSettingsBody,
    number,
    text,
)
from king_tournament.api.steps.evening import NEW_EVENING
from king_tournament.api.views import season_facts
from seasons import qualifying
from seasons.models import Qualification
from seasons.season import change_circuit, publish_season
from tournaments.circuits import Circuit
from tournaments.models import Tournament

CIRCUIT = Scope(
    "circuit",
    "circuits/<code:code>/",
    lambda _request, key: first_of(Circuit.objects.filter(code=key.pop("code").lower())),
    SeasonShape,
    facts=season_facts,
    counts=lambda circuit: circuit,
)


class CircuitBody(PartialBody, ModelSerializer):
    """Changes to a circuit: what is not named stays."""

    settings = StandingSettingsBody(required=False)

    class Meta:
        model = Circuit
        fields = ("name", "counts", "settings", "planned_evenings", "prizes", "guests")
        # The service looks whether the name is taken, and knows whose it is already.
        extra_kwargs: ClassVar[dict[str, Any]] = {"name": {"validators": []}}


# --- the final of a circuit, or of an evening


def _source(fields: dict[str, Any]) -> Circuit | Tournament:
    source: Circuit | Tournament = fields.pop("circuit", None) or fields.pop("tournament")
    return source


def _stored(fields: dict[str, Any]) -> Qualification:
    source = _source(fields)
    of = {"circuit" if isinstance(source, Circuit) else "evening": source}
    qualifications = Qualification.objects.filter(**of).select_related("final")
    return first_of(qualifications, _("Nobody qualifies yet: say first how many do."))


def _qualify(*, places: int, carry: int = 0, **fields: Any) -> Qualification:
    source = _source(fields)
    return qualifying.qualify(source=source, places=places, carry=carry, **fields)


def _decline(*, entry: int, declines: bool = True, **fields: Any) -> Qualification:
    qualification = _stored(fields)
    candidates = qualifying.qualified(qualification).candidates
    candidate = next((one.entry for one in candidates if one.entry.pk == entry), None)
    if candidate is None:
        raise Http404(_("Nobody in the list has this number."))
    qualifying.decline(qualification=qualification, entry=candidate, declines=declines, **fields)
    return qualification


def _settle(*, places: dict[int, int] | None = None, **fields: Any) -> Qualification:
    qualification = _stored(fields)
    qualifying.settle(qualification=qualification, places=places or None, **fields)
    return qualification


def _make(**fields: Any) -> Tournament:
    return qualifying.make_final(qualification=_stored(fields), **fields)


def _take_back(**fields: Any) -> None:
    qualifying.take_back(qualification=_stored(fields), **fields)


def _final(_row: Any, qualification: Qualification) -> dict[str, Any]:
    qualification.refresh_from_db()
    field = qualifying.qualified(qualification)
    return {
        "places": qualification.places,
        "carry": qualification.carry,
        "standing": qualification.number,
        "candidates": field.candidates,
        "ties": [
            {"tie": tie.key, "entries": [one.entry.pk for one in tie.candidates]}
            for tie in field.ties
        ],
        "final": qualification.final and qualification.final.code,
    }


QUALIFIED = Answer(FinalShape, _final)
CLUB: Any = {"roles": ORGANIZERS, "always": True}

FINAL_STEPS = (
    Step(
        "final/qualify/",
        _("Say how many of the published standings qualify for a final"),
        _qualify,
        {
            "places": number(least=2, needed=True),
            "carry": IntegerField(
                min_value=0,
                max_value=100,
                required=False,
                help_text=_("Percentage of their points that they carry over."),
            ),
        },
        answer=QUALIFIED,
        **CLUB,
    ),
    Step(
        "final/decline/",
        _("Note that somebody declines the final, or plays it after all"),
        _decline,
        answer=QUALIFIED,
        **CLUB,
    ),
    Step(
        "final/settle/",
        _("Settle a tie for the final, by a play-off's places or by a lot"),
        _settle,
        {
            "tie": text(longest=4000, needed=True),
            "places": ByNumberField(child=IntegerField(), required=False),
            "seed": text(longest=200),
        },
        answer=QUALIFIED,
        **CLUB,
    ),
    Step(
        "final/make/",
        _("Make the evening of the final, with the qualified entered"),
        _make,
        {
            "name": text(longest=120, needed=True),
            "date": DateField(),
            "ruleset": text(longest=60),
        },
        answer=NEW_EVENING,
        **CLUB,
    ),
    Step("final/take-back/", _("Call the final off"), _take_back, **CLUB),
)

CIRCUIT_STEPS = (
    Step("settings/", _("Change a circuit's regulation"), change_circuit, CircuitBody, **CLUB),
    Step(
        "post/",
        _("Publish the standings of the season"),
        publish_season,
        answer=Answer(SeasonPostingShape),
        **CLUB,
    ),
    *FINAL_STEPS,
)
