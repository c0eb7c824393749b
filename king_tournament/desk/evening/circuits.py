"""A circuit: its regulation; and the final, who qualifies from a season or an evening and what is
made of them.
"""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from king.reading import Node, as_json
from king.standing.standing_settings import COUNTS, PRESETS, SEASON, StandingSettings, asked_by
from king_tournament.desk import page
from king_tournament.desk.evening.editions import grouped
from king_tournament.desk.evening.setting_fields import StandingForm, own_scale
from king_tournament.desk.page import DeskRequest
from king_tournament.live.season import season_files
from scoring.finals import qualifying
from scoring.finals.models import Qualification
from scoring.finals.qualifying import postings
from scoring.season import change_circuit, post_season
from tournaments.circuits import Circuit
from tournaments.editions import offered_rules
from tournaments.models import Player, Tournament
from wording.naming import typed


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
        help_text=gettext_lazy("They play and have no place in the season."),
    )
    asked = asked_by(SEASON)

    def __init__(self, data: Any = None, *, circuit: Circuit, preset: str = "") -> None:
        chosen = PRESETS.get(preset)
        form = circuit.settings if chosen is None else dict(chosen.settings)
        self.circuit, self.before = circuit, StandingSettings.from_json(Node(form, "", ""))
        scale = own_scale(self.before.method) if self.before.scale is None else self.before.scale
        super().__init__(
            data,
            initial={
                "name": circuit.name,
                "prizes": circuit.prizes,
                "guests": circuit.guests.all(),
                "planned_evenings": circuit.planned_evenings if chosen is None else chosen.evenings,
                "counts": circuit.counts if chosen is None else chosen.counts,
                **self.standing_initial(),
                "scale": " ".join(map(typed, scale)),
            },
        )
        fields: dict[str, Any] = self.fields
        fields["counts"].choices = [(code, _(words)) for code, words in COUNTS.items()]
        self.add_standing(
            scale={"label": _("Points of the places"), "help_text": _("Best place first.")},
            count_best={"label": _("Best results that count")},
            minimum_evenings={"max_value": 100},
        )
        played = Player.objects.filter(
            memberships__tournament__circuit=circuit, is_house=False
        ).distinct()
        fields["guests"].queryset = played

    @property
    def settings(self) -> dict[str, Any]:
        """The regulation in the form of ``king standings``."""
        typed_in = self.standing_typed()
        return self.not_asked(self.circuit.settings) | {
            key: as_json(value) for key, value in typed_in.items()
        }


@page.club_only
@require_http_methods(["GET", "POST"])
def circuit(request: DeskRequest, code: str) -> HttpResponse:
    found = get_object_or_404(Circuit, code=code.lower())
    if request.method == "POST" and "post" in request.POST:
        with page.saying_no(request):
            posted = post_season(circuit=found, author=request.user)
            messages.success(
                request, _("Standing no. %(number)s is posted.") % {"number": posted.number}
            )
        return redirect("desk:circuit", found.code)
    preset = request.GET.get("preset", "")
    form = CircuitForm(
        request.POST if request.method == "POST" else None, circuit=found, preset=preset
    )
    if request.method == "POST" and form.is_valid():
        typed_in = form.cleaned_data
        with page.refusing(form):
            change_circuit(
                circuit=found,
                author=request.user,
                settings=form.settings,
                guests=list(typed_in["guests"]),
                **{key: typed_in[key] for key in ("name", "counts", "planned_evenings", "prizes")},
            )
            messages.success(
                request, _("The regulation is saved: the standing goes by it from now on.")
            )
            return redirect("desk:circuit", found.code)
    presets = [(key, _(regulation.title)) for key, regulation in PRESETS.items()]
    postings = found.postings.defer("standings").order_by("-number")
    context = {
        "circuit": found,
        "form": form,
        "presets": presets,
        "preset": preset,
        "files": season_files(found)
        if found.tournaments.filter(publications__isnull=False).exists()
        else (),
        "postings": [(posting, season_files(found, posting.number)) for posting in postings],
    }
    return render(request, "desk/evening/circuit.html", context, status=422 if form.errors else 200)


# --- the final


RESERVES = 4
"""Lines below the cut that the page shows: more never move up."""


class QualificationForm(forms.Form):
    places = forms.IntegerField(
        label=gettext_lazy("How many qualify"),
        min_value=2,
        max_value=400,
        help_text=gettext_lazy(
            "4 for one table; 8 or more for semifinals, whose standing gives the final."
        ),
    )
    carry = forms.IntegerField(
        label=gettext_lazy("Percent of their points that go along"),
        min_value=0,
        max_value=100,
        help_text=gettext_lazy("0: everybody starts at nothing; 100: all of them; 50: half."),
    )


class FinalForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name of the evening"), max_length=120)
    date = forms.DateField(
        label=gettext_lazy("Date"),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    ruleset = forms.ChoiceField(label=gettext_lazy("Rule system"))

    def __init__(self, data: Any, qualification: Qualification) -> None:
        rules, of = (
            qualifying.usual_rules(qualification),
            qualification.circuit or qualification.evening,
        )
        semi = qualification.places > 4 and rules.sides == "individual"
        name = _("Semifinals · %(of)s") if semi else _("Final · %(of)s")
        super().__init__(
            data,
            initial={
                "name": (name % {"of": of})[:120],
                "date": timezone.localdate(),
                "ruleset": rules.code,
            },
        )
        systems = {
            code: system for code, system in offered_rules().items() if system.sides == rules.sides
        }
        self.fields["ruleset"].choices = grouped(systems)  # type: ignore[attr-defined]


@page.club_only
@require_http_methods(["GET", "POST"])
def circuit_final(request: DeskRequest, code: str) -> HttpResponse:
    return _final(request, get_object_or_404(Circuit, code=code.lower()))


@page.club_only
@require_http_methods(["GET", "POST"])
def final(request: DeskRequest, code: str) -> HttpResponse:
    return _final(request, page.find_tournament(code))


def _final(request: DeskRequest, source: Circuit | Tournament) -> HttpResponse:
    of = {"circuit" if isinstance(source, Circuit) else "evening": source}
    found = Qualification.objects.filter(**of).select_related("circuit", "evening", "final").first()
    if request.method == "GET":
        return _page(request, source, found)
    step = request.POST.get("step", "")
    if step in ("qualify", "make"):
        return (_qualify if step == "qualify" else _make)(request, source, found)
    with page.saying_no(request):
        _decide(request, step, found)
    return redirect(request.path)


def _qualify(
    request: DeskRequest, source: Circuit | Tournament, found: Qualification | None
) -> HttpResponse:
    form = QualificationForm(request.POST)
    if form.is_valid():
        with page.refusing(form):
            qualifying.qualify(source=source, author=request.user, **form.cleaned_data)
            return redirect(request.path)
    return _page(request, source, found, form=form)


def _make(
    request: DeskRequest, source: Circuit | Tournament, found: Qualification | None
) -> HttpResponse:
    if found is None:
        return redirect(request.path)
    form = FinalForm(request.POST, found)
    if form.is_valid():
        with page.refusing(form):
            made = qualifying.make_final(
                qualification=found, author=request.user, **form.cleaned_data
            )
            messages.success(
                request,
                _("The evening of the final is made, and the qualified are entered in order."),
            )
            return redirect("desk:tournament", made.code)
    return _page(request, source, found, final_form=form)


def _decide(request: DeskRequest, step: str, found: Qualification | None) -> None:
    if found is None:
        return
    typed = request.POST
    if step in ("lot", "play_off"):
        named = {
            page.read_number(name.removeprefix("place-")): page.read_number(str(text), 5)
            for name, text in typed.items()
        }
        places = {key: place or 0 for key, place in named.items() if key is not None}
        qualifying.settle(
            qualification=found,
            tie=typed.get("tie", ""),
            author=request.user,
            seed=typed.get("seed", "")[:200],
            places=places if step == "play_off" else None,
        )
    elif step == "take_back":
        qualifying.take_back(qualification=found, author=request.user)
    elif step in ("decline", "return"):
        entries = {
            candidate.entry.pk: candidate.entry
            for candidate in qualifying.qualified(found).candidates
        }
        entry = entries.get(page.read_number(typed.get("entry", "")) or 0)
        if entry is None:
            raise Http404
        qualifying.decline(
            qualification=found, entry=entry, declines=step == "decline", author=request.user
        )


def _page(
    request: DeskRequest,
    source: Circuit | Tournament,
    found: Qualification | None,
    form: QualificationForm | None = None,
    final_form: FinalForm | None = None,
) -> HttpResponse:
    last = postings(source).values_list("number", flat=True).first()
    who = qualifying.qualified(found) if found is not None else None
    open_still = found is not None and (found.final is None or not found.final.rounds.exists())
    context = {
        "source": source,
        "circuit": source if isinstance(source, Circuit) else None,
        "qualification": found,
        "last": last,
        "open": open_still,
        "form": form
        or QualificationForm(initial={"places": 4, "carry": 0} if found is None else vars(found)),
        "final_form": final_form or (FinalForm(None, found) if found is not None else None),
        "refused": [
            *(form.non_field_errors() if form else ()),
            *(final_form.non_field_errors() if final_form else ()),
        ],
        "club_final": qualifying.usual_rules(found).final if found is not None else None,
        "who": who,
        **(_lines(who) if who is not None else {}),
    }
    template = "desk/evening/final.html"
    if isinstance(source, Circuit):
        return render(request, template, context, status=422 if request.method == "POST" else 200)
    return page.desk_page(request, template, source, step="standings", **context)


def _lines(who: qualifying.Qualified) -> dict[str, Any]:
    in_order = [candidate for candidate in who.candidates if candidate.order is not None]
    return {
        "going": who.first,
        "reserves": in_order[who.places : who.places + RESERVES],
        "declined": [candidate for candidate in who.candidates if candidate.order is None],
    }
