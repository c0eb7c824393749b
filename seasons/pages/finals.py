"""The final of a season or of an evening: who qualifies, who declines, and its evening made."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from frame import page
from frame.page import DeskRequest
from frame.setting_fields import grouped
from seasons import qualifying
from seasons.models import Qualification
from seasons.qualifying import postings
from tournaments.circuits import Circuit
from tournaments.editions import offered_rules
from tournaments.models import Tournament

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
        rules = qualifying.usual_rules(qualification)
        semi = qualification.places > 4 and rules.sides == "individual"
        name = _("Semifinals · %(of)s") if semi else _("Final · %(of)s")
        name %= {"of": qualifying.source_of(qualification)}
        today = timezone.localdate()
        super().__init__(data, initial={"name": name[:120], "date": today, "ruleset": rules.code})
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
    rows = Qualification.objects.filter(**of).select_related("circuit", "evening", "final")
    qualification = rows.first()
    if request.method == "GET":
        return _page(request, source, qualification)
    step = request.POST.get("step", "")
    if step in ("qualify", "make"):
        return (_qualify if step == "qualify" else _make)(request, source, qualification)
    if qualification is not None:
        with page.saying_no(request):
            _decide(request, step, qualification)
    return redirect(request.path)


def _qualify(
    request: DeskRequest, source: Circuit | Tournament, qualification: Qualification | None
) -> HttpResponse:
    form = QualificationForm(request.POST)
    if form.is_valid():
        with page.refusing(form):
            qualifying.qualify(source=source, author=request.user, **form.cleaned_data)
            return redirect(request.path)
    return _page(request, source, qualification, form=form)


def _make(
    request: DeskRequest, source: Circuit | Tournament, qualification: Qualification | None
) -> HttpResponse:
    if qualification is None:
        return redirect(request.path)
    form = FinalForm(request.POST, qualification)
    if form.is_valid():
        with page.refusing(form):
            evening = qualifying.make_final(
                qualification=qualification, author=request.user, **form.cleaned_data
            )
            sentence = _(
                "The evening of the final is made, and the qualified are entered in order."
            )
            messages.success(request, sentence)
            return redirect("desk:tournament", evening.code)
    return _page(request, source, qualification, final_form=form)


def _decide(request: DeskRequest, step: str, qualification: Qualification) -> None:
    typed = request.POST
    if step in ("lot", "play_off"):
        named = {
            page.read_number(name.removeprefix("place-")): page.read_number(str(text), 5)
            for name, text in typed.items()
        }
        places = {key: place or 0 for key, place in named.items() if key is not None}
        qualifying.settle(
            qualification=qualification,
            tie=typed.get("tie", ""),
            author=request.user,
            seed=typed.get("seed", "")[:200],
            places=places if step == "play_off" else None,
        )
    elif step == "take_back":
        qualifying.take_back(qualification=qualification, author=request.user)
    elif step in ("decline", "return"):
        candidates = qualifying.qualified(qualification).candidates
        entries = {str(candidate.entry.pk): candidate.entry for candidate in candidates}
        entry = entries.get(typed.get("entry", ""))
        if entry is None:
            raise Http404
        qualifying.decline(
            qualification=qualification,
            entry=entry,
            declines=step == "decline",
            author=request.user,
        )


def _page(
    request: DeskRequest,
    source: Circuit | Tournament,
    qualification: Qualification | None,
    form: QualificationForm | None = None,
    final_form: FinalForm | None = None,
) -> HttpResponse:
    forms = [posted for posted in (form, final_form) if posted is not None]
    context = {
        "source": source,
        "circuit": source if isinstance(source, Circuit) else None,
        "qualification": qualification,
        "last": postings(source).values_list("number", flat=True).first(),
        "form": form or QualificationForm(initial={"places": 4, "carry": 0}),
        "refused": [error for posted in forms for error in posted.non_field_errors()],
    }
    if qualification is not None:
        who, made = qualifying.qualified(qualification), qualification.final
        context |= {
            "open": made is None or not made.rounds.exists(),
            "form": form or QualificationForm(initial=vars(qualification)),
            "final_form": final_form or FinalForm(None, qualification),
            "club_final": qualifying.usual_rules(qualification).final,
            "who": who,
            "going": who.first,
            "reserves": who.in_order[who.places : who.places + RESERVES],
            "declined": who.candidates[len(who.in_order) :],
        }
    template = "seasons/final.html"
    if isinstance(source, Circuit):
        return render(request, template, context, status=422 if request.method == "POST" else 200)
    return page.desk_page(request, template, source, step="standings", **context)
