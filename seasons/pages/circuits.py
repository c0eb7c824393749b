"""A circuit at the desk: its regulation and its published standings."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods

from frame import page
from frame.page import DeskRequest
from frame.setting_fields import StandingForm
from king.reading import Node, as_json
from king.standing.standing_settings import COUNTS, PRESETS, SEASON, StandingSettings, settings_on
from seasons.lookups import find_circuit
from seasons.pages.public import season_files
from seasons.season import change_circuit, publish_season
from tournaments.circuits import Circuit
from tournaments.models import Player
from wording.naming import input_text


class CircuitForm(StandingForm):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    planned_evenings = forms.IntegerField(
        label=gettext_lazy("Evenings of the season"), min_value=1, max_value=100, required=False
    )
    counts = forms.ChoiceField(label=gettext_lazy("What counts"), widget=forms.RadioSelect)
    prizes = forms.CharField(
        label=gettext_lazy("Prizes"),
        max_length=600,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    guests = forms.ModelMultipleChoiceField(
        label=gettext_lazy("Guests"),
        queryset=Player.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("They play without a place in the season."),
    )
    asked_settings = settings_on(SEASON)

    def __init__(self, data: Any = None, *, circuit: Circuit, preset: str = "") -> None:
        chosen = PRESETS.get(preset)
        form = circuit.settings if chosen is None else dict(chosen.settings)
        self.circuit, self.before = circuit, StandingSettings.from_json(Node(form, "", ""))
        super().__init__(
            data,
            initial={
                "name": circuit.name,
                "prizes": circuit.prizes,
                "guests": circuit.guests.all(),
                "planned_evenings": circuit.planned_evenings if chosen is None else chosen.evenings,
                "counts": circuit.counts if chosen is None else chosen.counts,
                **self.standing_initial(),
                "scale": " ".join(map(input_text, self.before.comparison(None).scale)),
            },
        )
        fields: dict[str, Any] = self.fields
        fields["counts"].choices = [(code, _(words)) for code, words in COUNTS.items()]
        self.add_standing(
            scale={"label": _("Points of the places"), "help_text": _("Best place first.")},
            count_best={"label": _("Best results that count")},
            minimum_evenings={"max_value": 100},
        )
        played = Player.objects.filter(memberships__tournament__circuit=circuit, is_house=False)
        fields["guests"].queryset = played.distinct()

    @property
    def settings(self) -> dict[str, Any]:
        """Regulation as typed, in the form of ``king standings``."""
        values: dict[str, Any] = as_json(self.standing_typed())
        return self.not_asked(self.circuit.settings) | values


@page.club_only
@require_http_methods(["GET", "POST"])
def circuit(request: DeskRequest, code: str) -> HttpResponse:
    circuit = find_circuit(code)
    if request.method == "POST" and "post" in request.POST:
        with page.show_refusals(request):
            publication = publish_season(circuit=circuit, author=request.user)
            page.tell(
                request, _("Standings no. %(number)s are published."), number=publication.number
            )
        return redirect("seasons:circuit", circuit.code)
    preset = request.GET.get("preset", "")
    form_data = request.POST if request.method == "POST" else None
    form = CircuitForm(form_data, circuit=circuit, preset=preset)
    if form.is_valid():
        typed_in = form.cleaned_data
        with page.refusing(form):
            change_circuit(
                circuit=circuit,
                author=request.user,
                settings=form.settings,
                guests=list(typed_in["guests"]),
                **{key: typed_in[key] for key in ("name", "counts", "planned_evenings", "prizes")},
            )
            page.tell(request, _("The regulation is saved: the standings follow it from now on."))
            return redirect("seasons:circuit", circuit.code)
    publications = circuit.publications.defer("standings").order_by("-number")
    has_published = circuit.tournaments.filter(publications__isnull=False).exists()
    context = {
        "circuit": circuit,
        "form": form,
        "presets": [(key, _(regulation.title)) for key, regulation in PRESETS.items()],
        "preset": preset,
        "files": season_files(circuit) if has_published else (),
        "publications": [
            (publication, season_files(circuit, publication.number)) for publication in publications
        ],
    }
    return render(request, "seasons/circuit.html", context, status=422 if form.errors else 200)
