"""The final of a season or of an evening: who qualifies, who declines, and its evening made."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods

from frame import page
from frame.page import DeskRequest
from frame.setting_fields import grouped
from night import lookups
from seasons import qualifying
from seasons.lookups import find_circuit
from seasons.models import Qualification
from seasons.qualifying import Source, of_source, publications
from tournaments.circuits import Circuit
from tournaments.editions import offered_rules

RESERVES = 4
"""Lines below the cut that the page shows: more never move up."""


class QualificationForm(forms.Form):
    places = forms.IntegerField(
        label=gettext_lazy("How many qualify"),
        min_value=2,
        max_value=400,
    )
    carry = forms.IntegerField(
        label=gettext_lazy("Percentage of their points carried over"),
        min_value=0,
        max_value=100,
        help_text=gettext_lazy("0: everybody starts at nothing; 100: all of them; 50: half."),
    )

    def __init__(self, data: Any = None, *, source: Source, initial: Any = None) -> None:
        table, by_side = qualifying.of_table(source)
        super().__init__(data, initial=initial or {"places": 4 if by_side else table, "carry": 0})
        words = _(
            "%(one)s for one table; %(two)s or more for semifinals, whose standings decide the final."
        )
        if by_side:
            words = _("2 for one match; 4 for three partite, everybody against everybody.")
        self.fields["places"].help_text = words % {"one": table, "two": 2 * table}


class FinalForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name of the evening"), max_length=120)
    date = forms.DateField(
        label=gettext_lazy("Date"),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    ruleset = forms.ChoiceField(label=gettext_lazy("Rule system"))

    def __init__(self, data: Any, qualification: Qualification) -> None:
        rules = qualifying.usual_rules(qualification)
        table, by_side = qualifying.of_table(qualification.source)
        semi = qualification.places > table and not by_side
        name = _("Semifinals · %(of)s") if semi else _("Final · %(of)s")
        name %= {"of": qualification.source}
        today = timezone.localdate()
        super().__init__(data, initial={"name": name[:120], "date": today, "ruleset": rules.code})
        systems = {
            code: system for code, system in offered_rules().items() if system.sides == rules.sides
        }
        self.fields["ruleset"].choices = grouped(systems)  # type: ignore[attr-defined]


@page.club_only
@require_http_methods(["GET", "POST"])
def circuit_final(request: DeskRequest, code: str) -> HttpResponse:
    return _page(request, find_circuit(code))


@page.club_only
@require_http_methods(["GET", "POST"])
def final(request: DeskRequest, code: str) -> HttpResponse:
    return _page(request, lookups.find_tournament(code))


def _find_qualification(source: Source) -> Qualification | None:
    rows = Qualification.objects.select_related("circuit", "evening", "final")
    return rows.filter(**of_source(source)).first()


# --- its buttons


def qualify(request: DeskRequest, source: Source) -> HttpResponse | None:
    form = QualificationForm(request.POST, source=source)
    if form.is_valid():
        with page.refusing(form):
            qualifying.qualify(source=source, author=request.user, **form.cleaned_data)
            return None
    return _page(request, source, form=form)


Button = Callable[..., HttpResponse | None]


def _of_a_qualification(decide: Button) -> Button:
    """Decorate a press so that it gets the qualification of the address. It does nothing if the
    qualification was taken back meanwhile.
    """

    def decided(request: DeskRequest, source: Source, **more: Any) -> HttpResponse | None:
        qualification = _find_qualification(source)
        return None if qualification is None else decide(request, qualification, **more)

    return decided


@_of_a_qualification
def make(request: DeskRequest, qualification: Qualification) -> HttpResponse:
    form = FinalForm(request.POST, qualification)
    if form.is_valid():
        with page.refusing(form):
            evening = qualifying.make_final(
                qualification=qualification, author=request.user, **form.cleaned_data
            )
            page.tell(
                request,
                _(
                    "The evening of the final is made, and those who qualified are entered in order."
                ),
            )
            return redirect("desk:tournament", evening.code)
    return _page(request, qualification.source, final_form=form)


@_of_a_qualification
def draw_lots(request: DeskRequest, qualification: Qualification) -> None:
    _settle(request, qualification, seed=page.text_of(request, "seed")[:200])


@_of_a_qualification
def play_off(request: DeskRequest, qualification: Qualification) -> None:
    typed = {
        lookups.read_number(name.removeprefix("place-")): lookups.read_number(str(text), 5)
        for name, text in request.POST.items()
    }
    places = {entry: place or 0 for entry, place in typed.items() if entry is not None}
    _settle(request, qualification, places=places)


def _settle(request: DeskRequest, qualification: Qualification, **order: Any) -> None:
    tie = page.text_of(request, "tie")
    qualifying.settle(qualification=qualification, tie=tie, author=request.user, **order)


@_of_a_qualification
def take_back(request: DeskRequest, qualification: Qualification) -> None:
    qualifying.take_back(qualification=qualification, author=request.user)


@_of_a_qualification
def decline(request: DeskRequest, qualification: Qualification, *, declines: bool) -> None:
    candidates = qualifying.qualified(qualification).candidates
    entries = {str(candidate.entry.pk): candidate.entry for candidate in candidates}
    entry = entries.get(page.text_of(request, "entry"))
    if entry is None:
        raise Http404
    qualifying.decline(
        qualification=qualification, entry=entry, declines=declines, author=request.user
    )


BUTTONS: Mapping[str, Button] = {
    "qualify": qualify,
    "make": make,
    "lot": draw_lots,
    "play-off": play_off,
    "take-back": take_back,
    "decline": partial(decline, declines=True),
    "return": partial(decline, declines=False),
}


# --- the page


def _seating_words(qualification: Qualification) -> str:
    table, by_side = qualifying.of_table(qualification.source)
    if not by_side:
        return _(
            "Those who qualified are entered in order, and nothing is drawn: North is in turn the "
            "first, the second and the third."
        )
    if qualification.places == table:
        return _(
            "Those who qualified are entered in order, and nothing is drawn: the two meet in "
            "every partita, North–South in turn."
        )
    return _(
        "Those who qualified are entered in order, and nothing is drawn: in three partite each "
        "meets each of the others once, the first two last."
    )


def _page(
    request: DeskRequest,
    source: Source,
    form: QualificationForm | None = None,
    final_form: FinalForm | None = None,
) -> HttpResponse:
    qualification = _find_qualification(source)
    sent = [one for one in (form, final_form) if one is not None]
    name = "circuit_final" if isinstance(source, Circuit) else "final"
    context: dict[str, Any] = {
        "source": source,
        "here": reverse(f"seasons:{name}", args=[source.code]),
        "circuit": source if isinstance(source, Circuit) else None,
        "qualification": qualification,
        "last": publications(source).values_list("number", flat=True).first(),
        "form": form or QualificationForm(source=source),
        "refused": [error for form in sent for error in form.non_field_errors()],
    }
    if qualification is not None:
        who, evening = qualifying.qualified(qualification), qualification.final
        context |= {
            "open": evening is None or not evening.rounds.exists(),
            "form": form or QualificationForm(source=source, initial=vars(qualification)),
            "seated": _seating_words(qualification),
            "final_form": final_form or FinalForm(None, qualification),
            "club_final": qualifying.usual_rules(qualification).final,
            "corrected_since": qualifying.corrected_since(evening) if evening else "",
            "who": who,
            "going": who.first,
            "reserves": who.in_order[who.places : who.places + RESERVES],
            "declined": who.candidates[len(who.in_order) :],
        }
    template = "seasons/final.html"
    if isinstance(source, Circuit):
        return render(request, template, context, status=422 if request.method == "POST" else 200)
    return page.desk_page(request, template, source, step="standings", **context)
