"""Rule systems as pages, and the club's own editions of them: each figure, and what the club plays
instead.

A figure left as it stands is no change. ``king.rulesets.edition`` decides whether the whole can be
played.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from king.rulesets import read_ruleset
from king.rulesets.base import Order, RuleSet, UnknownRuleSet
from king.rulesets.contracts import Contract, Family, Unit
from king.rulesets.edition import LARGEST_VALUE, value_range
from king.standing.standing_settings import EDITION, asked_by
from king_tournament.desk import page
from king_tournament.desk.evening import setting_fields
from king_tournament.desk.page import DeskRequest
from king_tournament.rulebook.views import figures, page_of, systems_of_site
from tournaments import editions as services
from tournaments.models import Edition
from wording import naming
from wording.naming import typed

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
        groups.setdefault(heading, []).append((code, naming.system_title(rules)))
    last = str(HOUSE)
    return sorted(groups.items(), key=lambda group: group[0] == last)


# --- an edition as a form

FAMILIES = {
    Family.NEGATIVE: gettext_lazy("points to avoid"),
    Family.DOMINO: gettext_lazy("Domino"),
    Family.POSITIVE: gettext_lazy("points to take"),
}
OWN_CONTRACTS = 3
"""Hands of the club's own making that a form has room for; more where an edition has more."""

MOST_TIMES = 60


class HandForm(forms.Form):
    points = setting_fields.group(("value", "bonus", "down"))

    def __init__(
        self, data: QueryDict | None, contract: Contract, base: RuleSet, edition: RuleSet | None
    ) -> None:
        self.contract = contract
        super().__init__(data)
        label = f"{naming.contract_name(contract)} ({contract.code})"
        least, most = value_range(contract.family)
        self._add_points("value", label, least, most)
        if contract.nulls is not None:
            fields = {"contract": label}
            self._add_points("bonus", _("%(contract)s played down: to begin with") % fields)
            self._add_points("down", _("%(contract)s played down: each trick") % fields)
        if base.order is not Order.FIXED:
            self.fields["times"] = forms.IntegerField(
                label=naming.contract_name(contract),
                min_value=0,
                max_value=MOST_TIMES,
                required=False,
            )
        changes: Mapping[str, Any] = edition.changes if edition else {}
        self.initial = {
            "value": typed(changes.get("values", {}).get(contract.code, contract.value)),
            "times": (edition or base).hands.count(contract.code),
        }
        if contract.nulls is not None:
            down = changes.get("nulls", {}).get(contract.code, {})
            self.initial["bonus"] = typed(down.get("bonus", contract.nulls.bonus))
            self.initial["down"] = typed(down.get("value", contract.nulls.value))

    def _add_points(
        self, name: str, label: str, least: int = -LARGEST_VALUE, most: int = LARGEST_VALUE
    ) -> None:
        self.fields[name] = setting_fields.PointsField(
            label=label, max_length=20, required=False, least=least, most=most
        )

    def add_prefix(self, field_name: str) -> str:
        return f"{field_name}_{self.contract.code}"

    @property
    def value(self) -> str | None:
        typed = self.cleaned_data.get("value")
        return None if typed in (None, self.contract.value) else str(typed)

    @property
    def nulls(self) -> dict[str, str] | None:
        kept = self.contract.nulls
        if kept is None:
            return None
        own = {"bonus": kept.bonus, "value": kept.value}
        typed = {"bonus": self.cleaned_data.get("bonus"), "value": self.cleaned_data.get("down")}
        found = {name: own[name] if points is None else points for name, points in typed.items()}
        return None if found == own else {name: str(points) for name, points in found.items()}


class OwnHandForm(forms.Form):
    """A hand of the club's own making; one with neither code nor name is none."""

    code = forms.RegexField(
        r"^[A-Z0-9]{1,6}$",
        label=gettext_lazy("Code"),
        error_messages={
            "invalid": gettext_lazy("Up to six capital letters and digits."),
            "required": gettext_lazy("A hand needs a code of its own."),
        },
    )
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=80,
        error_messages={"required": gettext_lazy("A hand needs a name.")},
    )
    unit = forms.ChoiceField(label=gettext_lazy("What is counted"), required=False)
    units = forms.IntegerField(
        label=gettext_lazy("How many there are"), min_value=1, required=False
    )
    value = setting_fields.PointsField(
        label=gettext_lazy("Points each"),
        max_length=20,
        error_messages={"required": gettext_lazy("Write what each of them is worth.")},
    )
    family = forms.ChoiceField(
        label=gettext_lazy("Kind of hand"), choices=list(FAMILIES.items()), initial="negative"
    )
    trump = forms.BooleanField(label=gettext_lazy("A trump is named"), required=False)
    sale = forms.BooleanField(label=gettext_lazy("It may be sold"), required=False)
    times = forms.IntegerField(
        label=gettext_lazy("How often"), min_value=0, max_value=MOST_TIMES, required=False
    )

    def __init__(self, *args: Any, base: RuleSet, **options: Any) -> None:
        super().__init__(*args, **options)
        self.empty_permitted = True
        setting_fields.offer(self, "unit", [(unit.value, naming.unit_name(unit)) for unit in Unit])
        self.fields["units"].validators.append(MaxValueValidator(base.deck))
        if base.order is Order.FIXED:
            del self.fields["times"]

    def has_changed(self) -> bool:
        """Whether anything is written: lists always send their first line."""
        return any(str(self[name].value() or "").strip() for name in ("code", "name"))

    def clean(self) -> dict[str, Any]:
        """How many there are, and what they may be worth, follows from the kind of hand."""
        cleaned = super().clean() or self.cleaned_data
        family = Family(cleaned.get("family", Family.NEGATIVE))
        if family is Family.DOMINO:
            cleaned |= {"unit": Unit.CARDS_LEFT.value, "units": None}
        elif cleaned.get("units") is None and "units" not in self.errors:
            self.add_error("units", _("Write how many of them the cards hold."))
        if cleaned.get("value") is not None:
            try:
                setting_fields.PointsField.within(cleaned["value"], *value_range(family))
            except forms.ValidationError as error:
                self.add_error("value", error)
        return cleaned

    @property
    def contract(self) -> dict[str, Any]:
        """The hand in the form of ``RuleSet.edition``."""
        cleaned = self.cleaned_data
        kept = {name: cleaned[name] for name in ("name", "unit", "family")} | {
            "value": str(cleaned["value"])
        }
        return kept | {name: cleaned[name] for name in ("units", "trump", "sale") if cleaned[name]}


OwnHands = forms.formset_factory(OwnHandForm, extra=0, max_num=MOST_TIMES, absolute_max=MOST_TIMES)


class EditionForm(setting_fields.StandingForm, setting_fields.RuleSettingsForm):
    """``rules`` is the system that it is made from; ``edition`` what is changed in it so far, None
    for a new one.
    """

    name = forms.CharField(label=gettext_lazy("Name of the edition"), max_length=80)

    heading = setting_fields.group(("name", "code"))
    match_points = setting_fields.group(("scale", "tail"))
    asked = asked_by(EDITION)

    def __init__(
        self, data: QueryDict | None = None, *, base: RuleSet, edition: RuleSet | None = None
    ) -> None:
        self.rules, self.edition = base, edition
        self.before = setting_fields.usual_standing(edition or base)
        super().__init__(data)
        if edition is None:
            self.fields["code"] = forms.RegexField(
                r"^[a-z][a-z0-9_]{0,39}$",
                required=False,
                label=_("Its code"),
                help_text=_("Small letters, digits and _. Empty: made from the name."),
                error_messages={
                    "invalid": _(
                        "A code has small letters, digits and _, and begins with a letter."
                    )
                },
            )
        self.hand_forms = [HandForm(data, contract, base, edition) for contract in base.contracts]
        self.own_hands = self._own_hands(data)
        if base.order is Order.FIXED:
            codes = " · ".join(
                f"{contract.code} {naming.contract_name(contract)}" for contract in base.contracts
            )
            self.fields["hands"] = forms.CharField(
                label=_("The hands in their order"),
                max_length=600,
                required=False,
                widget=forms.Textarea(
                    attrs={"rows": 2, "spellcheck": "false", "autocapitalize": "characters"}
                ),
                help_text=_(
                    "The codes, one after another. A hand that is left out is not played. %(codes)s"
                )
                % {"codes": codes},
            )
        self.add_rule_settings()
        self.add_standing(
            scale={
                "help_text": _(
                    "Best place first; what an evening of this edition has unless it says otherwise."
                )
            },
            tail={"least": -LARGEST_VALUE, "most": LARGEST_VALUE},
        )
        self.initial = self._initial()

    def _own_hands(self, data: QueryDict | None) -> forms.BaseFormSet[OwnHandForm]:
        changes: Mapping[str, Any] = self.edition.changes if self.edition else {}
        hands = (self.edition or self.rules).hands
        initial = [
            {**own, "code": code, "value": typed(own["value"]), "times": hands.count(code)}
            for code, own in changes.get("contracts", {}).items()
        ]
        initial += [{} for _empty in range(max(1, OWN_CONTRACTS - len(initial)))]
        return OwnHands(data, prefix="own", initial=initial, form_kwargs={"base": self.rules})

    def _initial(self) -> dict[str, Any]:
        shown = self.edition or self.rules
        return {
            "name": self.edition.name if self.edition else "",
            "code": "",
            "hands": " ".join(shown.hands),
            **self.standing_initial(),
            **self.rule_settings_initial(shown.defaults),
        }

    @property
    def parts(self) -> list[forms.Form]:
        return [self, *self.hand_forms, *self.own_hands]

    # --- what was typed

    def is_valid(self) -> bool:
        return all(
            [
                super().is_valid(),
                self.own_hands.is_valid(),
                *(hand.is_valid() for hand in self.hand_forms),
            ]
        )

    @property
    def problems(self) -> list[str]:
        if not self.is_bound:
            return []
        found = [
            f"{_(str(part.fields[name].label))}: {error}" if name in part.fields else str(error)
            for part in self.parts
            for name, errors in part.errors.items()
            for error in errors
        ]
        return found + [str(error) for error in self.own_hands.non_form_errors()]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if "hands" not in self.fields:
            if not any(self._times().values()):
                self.add_error(None, _("A match has at least one hand."))
            return cleaned
        codes = {contract.code for contract in self.rules.contracts} | set(self._written())
        hands = _codes(cleaned.get("hands") or "")
        if not hands:
            self.add_error("hands", _("A match has at least one hand."))
        if unknown := [code for code in dict.fromkeys(hands) if code not in codes]:
            fields = {"found": ", ".join(unknown)[:60], "codes": " ".join(sorted(codes))}
            self.add_error(
                "hands", _("There is no hand %(found)s here. The codes are %(codes)s.") % fields
            )
        return cleaned

    def _written(self) -> dict[str, OwnHandForm]:
        made = (hand for hand in self.own_hands if hand.is_valid() and hand.has_changed())
        return {hand.cleaned_data["code"]: hand for hand in made}

    @property
    def changes(self) -> dict[str, Any]:
        """Differences from the base, in the form of ``RuleSet.edition``."""
        usual = self.rules.defaults.as_json()
        return {
            "values": {
                hand.contract.code: hand.value for hand in self.hand_forms if hand.value is not None
            },
            "nulls": {
                hand.contract.code: hand.nulls for hand in self.hand_forms if hand.nulls is not None
            },
            "contracts": {code: hand.contract for code, hand in self._written().items()},
            "hands": self._order(),
            "settings": {key: value for key, value in self.settings.items() if value != usual[key]},
            "standing": self.standing_differing(setting_fields.usual_standing(self.rules)),
        }

    def _times(self) -> dict[str, int]:
        """How often each hand is chosen; one of the club's own once where nothing is written."""
        times = {
            hand.contract.code: hand.cleaned_data["times"] or 0
            for hand in self.hand_forms
            if hand.is_valid()
        }
        for code, hand in self._written().items():
            often = hand.cleaned_data["times"]
            times.setdefault(code, 1 if often is None else often)
        return times

    def _order(self) -> list[str] | None:
        """None where they are the base's own."""
        if "hands" in self.fields:
            hands = _codes(self.cleaned_data["hands"])
            return None if tuple(hands) == self.rules.hands else hands
        hands = [code for code, count in self._times().items() for _each in range(count)]
        return None if sorted(hands) == sorted(self.rules.hands) else hands


def _codes(text: str) -> list[str]:
    return text.upper().replace(",", " ").replace(";", " ").split()


# --- the pages


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
    rows = [
        {"edition": listed, "used": used.get(listed.code, []), **figures(listed.rules)}
        for listed in found
    ]
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
        return render(request, "desk/evening/edition.html#outcome", _outcome(form))
    if request.method == "POST" and form.is_valid():
        sent = form.cleaned_data
        with page.refusing(form):
            made = services.create_edition(
                base=base.code,
                name=sent["name"],
                changes=form.changes,
                author=request.user,
                code=sent["code"],
            )
            messages.success(
                request, _("The edition “%(edition)s” is made.") % {"edition": made.name}
            )
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
        return render(request, "desk/evening/edition.html#outcome", _outcome(form))
    if request.method == "POST" and form.is_valid():
        with page.refusing(form):
            made = services.revise_edition(
                edition=held,
                name=form.cleaned_data["name"],
                changes=form.changes,
                author=request.user,
            )
            sentence = (
                _("The edition is saved.")
                if made.pk == held.pk
                else _(
                    "The evenings that were played keep the old edition; the new one is “%(code)s”."
                )
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
    sent = request.POST.copy()
    sent["name"] = "–"
    return sent


def _form_page(request: DeskRequest, form: EditionForm, base: RuleSet, **more: Any) -> HttpResponse:
    context = {"form": form, "base": figures(base), **_outcome(form), **more}
    return render(
        request, "desk/evening/edition.html", context, status=422 if form.problems else 200
    )


def _outcome(form: EditionForm) -> dict[str, Any]:
    if not form.is_bound:
        return {"outcome": figures(form.edition or form.rules)}
    if not form.is_valid():
        return {"wrong": form.problems}
    try:
        rules = services.edition_of(
            base=form.rules, name=form.cleaned_data["name"], changes=form.changes
        )
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
            messages.success(
                request, _("The edition “%(edition)s” is removed.") % {"edition": held.name}
            )
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
            raise ValidationError(
                _("Choose the edition's file, or paste its text."), code="nothing_sent"
            )
        made = services.import_edition(text=text, author=request.user)
        messages.success(
            request,
            _("The edition “%(edition)s” is here, as “%(code)s”.")
            % {"edition": made.name, "code": made.code},
        )
        return redirect("desk:edition", made.code)
    return _list(request, status=422, text=text[:2000] if file is None else "", importing=True)
