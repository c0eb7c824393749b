"""Rule systems as pages, and the club's own editions of them."""

import json
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from king.rulesets import read_ruleset
from king.rulesets.base import RuleSet, UnknownRuleSet
from king_tournament.desk import page
from king_tournament.desk.evening.edition_forms import EditionForm
from king_tournament.desk.page import DeskRequest
from king_tournament.rulebook.views import figures, page_of, systems_of_site
from tournaments import editions as services
from tournaments.models import Edition

WHO_PLAYS = {
    "individual": gettext_lazy("Four players"),
    "pairs": gettext_lazy("Two pairs"),
    "teams": gettext_lazy("Two teams at two tables"),
    "soloist": gettext_lazy("Three players and a dummy"),
}
HOUSE = gettext_lazy("House editions")

Choices = list[tuple[str, list[tuple[str, str]]]]


def grouped(systems: Mapping[str, RuleSet]) -> Choices:
    groups: dict[str, list[tuple[str, str]]] = {}
    for code, rules in systems.items():
        heading = str(HOUSE if rules.base is not None else WHO_PLAYS[rules.sides])
        groups.setdefault(heading, []).append((code, title(rules)))
    last = str(HOUSE)
    return sorted(groups.items(), key=lambda group: group[0] == last)


def title(rules: RuleSet) -> str:
    return rules.name if rules.base is not None else _(rules.name)


@page.somewhere
@require_GET
def rules(request: DeskRequest) -> HttpResponse:
    return render(request, "desk/evening/rules_all.html", systems_of_site())


@page.somewhere
@require_GET
def rules_page(request: DeskRequest, code: str) -> HttpResponse:
    return render(request, "desk/evening/rules_page.html", page_of(code))


@page.organizer_only
@require_GET
def editions(request: DeskRequest) -> HttpResponse:
    return _list(request)


def _list(request: DeskRequest, status: int = 200, **more: Any) -> HttpResponse:
    found = list(Edition.objects.all())
    used = services.tournaments_of(found)
    rows = [{"edition": listed, "used": used.get(listed.code, []), **figures(listed.rules)} for listed in found]
    context = {"rows": rows, "bases": grouped(services.offered_rules()), **more}
    return render(request, "desk/evening/editions.html", context, status=status)


@page.organizer_only
@require_http_methods(["GET", "POST"])
def new(request: DeskRequest) -> HttpResponse:
    try:
        base = services.find_rules(request.GET.get("base", ""))
    except UnknownRuleSet:
        messages.error(request, _("Choose the rule system that the edition is made from."))
        return redirect("desk:editions")
    form = EditionForm(_typed(request), base=base)
    if request.method == "POST" and "preview" in request.POST:
        return _preview(request, form)
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        with page.refusing(form):
            made = services.create_edition(
                base=base.code, name=typed["name"], changes=form.changes, author=request.user, code=typed["code"]
            )
            messages.success(request, _("The edition “%(edition)s” is made.") % {"edition": made.name})
            return redirect("desk:edition", made.code)
    return _form_page(request, form, base)


@page.organizer_only
@require_http_methods(["GET", "POST"])
def edition(request: DeskRequest, code: str) -> HttpResponse:
    """One edition: changed while nobody has chosen it, revised under a new code afterwards."""
    held = get_object_or_404(Edition, code=code)
    base = read_ruleset(held.form["base"])
    form = EditionForm(_typed(request), base=base, edition=held.rules)
    if request.method == "POST" and "preview" in request.POST:
        return _preview(request, form)
    if request.method == "POST" and form.is_valid():
        with page.refusing(form):
            made = services.revise_edition(
                edition=held, name=form.cleaned_data["name"], changes=form.changes, author=request.user
            )
            sentence = (
                _("The edition is saved.")
                if made.pk == held.pk
                else _("The evenings that were played keep the old edition; the new one is “%(code)s”.")
            )
            messages.success(request, sentence % {"code": made.code})
            return redirect("desk:edition", made.code)
    used = services.tournaments_of([held]).get(held.code, [])
    return _form_page(request, form, base, edition=held, used=used)


def _typed(request: DeskRequest) -> QueryDict | None:
    """A preview may still lack the name."""
    if request.method != "POST":
        return None
    if "preview" not in request.POST or request.POST.get("name", "").strip():
        return request.POST
    typed = request.POST.copy()
    typed["name"] = "–"
    return typed


def _form_page(request: DeskRequest, form: EditionForm, base: RuleSet, **more: Any) -> HttpResponse:
    context = {"form": form, "base": figures(base), **_outcome(form), **more}
    return render(request, "desk/evening/edition.html", context, status=422 if form.problems else 200)


def _preview(request: DeskRequest, form: EditionForm) -> HttpResponse:
    return render(request, "desk/evening/edition.html#outcome", _outcome(form))


def _outcome(form: EditionForm) -> dict[str, Any]:
    if not form.is_bound:
        return {"outcome": figures(form.edition or form.rules)}
    if not form.is_valid():
        return {"wrong": form.problems}
    try:
        rules = services.edition_of(base=form.rules, name=form.cleaned_data["name"], changes=form.changes)
    except ValidationError as error:
        return {"wrong": page.refusals(error)}
    return {"outcome": figures(rules)}


@page.organizer_only
@require_POST
def decide(request: DeskRequest, code: str) -> HttpResponse:
    held = get_object_or_404(Edition, code=code)
    step = request.POST.get("step", "")
    with page.saying_no(request):
        if step == "remove":
            services.remove_edition(edition=held)
            messages.success(request, _("The edition “%(edition)s” is removed.") % {"edition": held.name})
        elif step in ("offer", "withdraw"):
            services.offer_edition(edition=held, offered=step == "offer")
        else:
            raise page.no_such_step()
        return redirect("desk:editions")
    return _list(request, status=422)


@page.organizer_only
@require_GET
def export(request: DeskRequest, code: str) -> HttpResponse:
    held = get_object_or_404(Edition, code=code)
    text = json.dumps(held.form, ensure_ascii=False, indent=1)
    return page.file_answer(text, f"{held.code}.json", "application/json; charset=utf-8")


@page.organizer_only
@require_POST
def import_file(request: DeskRequest) -> HttpResponse:
    file, text = request.FILES.get("file"), request.POST.get("text", "")
    with page.saying_no(request):
        if file is not None:
            text = file.read(services.LONGEST_FILE * 4).decode("utf-8", "replace")
        if not text.strip():
            raise ValidationError(_("Choose the edition's file, or paste its text."), code="nothing_sent")
        made = services.import_edition(text=text, author=request.user)
        messages.success(request, _("The edition “%(edition)s” is here, as “%(code)s”.")
                         % {"edition": made.name, "code": made.code})  # fmt: skip
        return redirect("desk:edition", made.code)
    return _list(request, status=422, text=text[:2000] if file is None else "", importing=True)
