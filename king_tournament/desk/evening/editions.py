"""Rule systems as pages, and the club's own editions of them: each figure, and what the club plays
instead.

A figure left as it stands is no change. ``king.rulesets.edition`` decides whether the whole can be,
and names the place of what cannot.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import (
    BooleanField,
    BoundField,
    CharField,
    ChoiceField,
    Form,
    IntegerField,
    Textarea,
)
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from frame import setting_fields
from frame.page import (
    Context,
    DeskRequest,
    View,
    club_only,
    get_or_post,
    on_evening,
    organizer_only,
    refusing,
    saying_no,
    somewhere,
    tell,
    text_of,
)
from frame.setting_fields import grouped
from frame.visible import file_answer
from ground.roles import ORGANIZER, holds
from king.reading import as_json
from king.rulesets import read_ruleset
from king.rulesets.base import Order, RuleSet, UnknownRuleSet
from king.rulesets.contracts import TERMS, Contract, Family, Nulls, Unit
from king.rulesets.edition import LARGEST_VALUE, LONGEST_MATCH
from king.standing.standing_settings import EDITION, asked_by
from king_tournament.desk.evening.shape_fields import ShapeForm
from king_tournament.rulebook.views import figures, page_of, systems_of_site
from scoring.publishing.final_hold import change_evening
from tournaments import editions as services
from tournaments.house_rules import Edition
from tournaments.models import Tournament
from wording import naming
from wording.naming import typed
from wording.sentences import contract_meaning, refusal

# --- an edition as a form

FAMILIES = {
    Family.NEGATIVE: gettext_lazy("points to avoid"),
    Family.DOMINO: gettext_lazy("Domino"),
    Family.POSITIVE: gettext_lazy("points to take"),
}
OWN_CONTRACTS = 6
"""Hands of the club's own making that a form has room for; more where an edition has more."""


class OwnHandForm(Form):
    """A hand of the club's own making; one with neither code nor name is none."""

    code = CharField(label=gettext_lazy("Code"), max_length=6)
    name = CharField(label=gettext_lazy("Name"), max_length=80)
    unit = ChoiceField(
        label=gettext_lazy("What is counted"),
        choices=lambda: [(unit.value, naming.unit_name(unit)) for unit in Unit],
        required=False,
    )
    units = IntegerField(label=gettext_lazy("How many there are"), required=False)
    value = setting_fields.PointsField(label=gettext_lazy("Points each"), max_length=20)
    family = ChoiceField(
        label=gettext_lazy("Kind of hand"), choices=list(FAMILIES.items()), initial="negative"
    )
    trump = BooleanField(label=gettext_lazy("A trump is named"), required=False)
    sale = BooleanField(label=gettext_lazy("It may be sold"), required=False)
    times = IntegerField(label=gettext_lazy("How often"), min_value=0, required=False)

    def __init__(self, data: QueryDict | None, number: int, initial: Context) -> None:
        super().__init__(
            data,
            prefix=f"own-{number}",
            initial=initial,
            empty_permitted=True,
            use_required_attribute=False,
        )

    def has_changed(self) -> bool:
        """Whether anything is written: lists always send their first line."""
        return any(str(self[name].value() or "").strip() for name in ("code", "name"))

    def clean(self) -> Context:
        """How many there are follows from the kind of hand."""
        cleaned = super().clean() or self.cleaned_data
        cleaned["code"] = cleaned.get("code", "").upper()
        if cleaned.get("family") == Family.DOMINO:
            cleaned |= {"unit": Unit.CARDS_LEFT.value, "units": None}
        elif cleaned.get("units") is None and "units" not in self.errors:
            self.add_error("units", _("Write how many of them the cards hold."))
        return cleaned

    @property
    def contract(self) -> Context:
        """The hand in the form of ``RuleSet.edition``."""
        names = "name", "unit", "units", "value", "family", "trump", "sale"
        typed = {name: as_json(self.cleaned_data[name]) for name in names}
        return {name: value for name, value in typed.items() if value not in (None, False)}


class EditionForm(ShapeForm, setting_fields.StandingForm, setting_fields.RuleSettingsForm):
    """``rules`` is the system that it is made from; ``edition`` what is changed in it so far, None
    for a new one; ``made`` what comes of it, None where something is wrong.

    Name and figures of each contract are fields named after it: ``name_KH``, ``value_KH``,
    ``bonus_POS`` and ``down_POS`` where it may be played down, ``times_KH`` where the hands are
    chosen; ``name_sale`` is one of the system's other terms.
    """

    name = CharField(label=gettext_lazy("Name of the edition"), max_length=80)

    heading = setting_fields.group(("name", "code"))
    match_points = setting_fields.group(("scale", "tail"))
    asked = asked_by(EDITION)
    made: RuleSet | None = None

    def __init__(
        self, data: QueryDict | None = None, *, base: RuleSet, edition: RuleSet | None = None
    ) -> None:
        self.rules = base
        self.edition = edition
        self.shown = edition or base
        self.before = setting_fields.usual_standing(self.shown)
        super().__init__(data)
        if edition is None:
            self.fields["code"] = CharField(
                required=False,
                max_length=40,
                label=_("Its code"),
                help_text=_("Small letters, digits and _. Empty: made from the name."),
            )
        self.initial = {"name": edition.name if edition else ""}
        kept: Mapping[str, Any] = edition.changes if edition else {}
        for contract in base.contracts:
            self._add_contract(contract, kept)
        for key, word in base.terms.items():
            self.fields[f"name_{key}"] = CharField(
                label=_(TERMS[key]).capitalize(), max_length=80, required=False
            )
            self.initial[f"name_{key}"] = kept.get("names", {}).get(key, word)
        own = [
            {**hand, "code": code, "value": typed(hand["value"]), "times": self._times_of(code)}
            for code, hand in kept.get("contracts", {}).items()
        ]
        own += [{}] * max(1, OWN_CONTRACTS - len(own))
        self.own_hands = [OwnHandForm(data, number, hand) for number, hand in enumerate(own)]
        if self.shown.order is Order.FIXED:
            self._add_hands()
        self.add_shape()
        self.add_rule_settings()
        self.add_standing(
            scale={
                "help_text": _(
                    "Best place first; what an evening of this edition has unless it says otherwise."
                )
            },
            tail={"least": -LARGEST_VALUE, "most": LARGEST_VALUE},
        )
        self.initial |= self.standing_initial()
        self.initial |= self.rule_settings_initial(self.shown.defaults)

    def _add_contract(self, contract: Contract, kept: Mapping[str, Any]) -> None:
        code = contract.code
        name = naming.contract_name(contract)
        label = f"{name} ({code})"
        self.fields[f"name_{code}"] = CharField(
            label=f"{contract_meaning(contract)} ({code})", max_length=80, required=False
        )
        self.initial[f"name_{code}"] = kept.get("names", {}).get(code, name)
        points = {f"value_{code}": (label, kept.get("values", {}).get(code, contract.value))}
        if contract.nulls:
            down = kept.get("nulls", {}).get(code, {})
            points |= {
                f"bonus_{code}": (
                    _("%(contract)s played down: to begin with") % {"contract": label},
                    down.get("bonus", contract.nulls.bonus),
                ),
                f"down_{code}": (
                    _("%(contract)s played down: each trick") % {"contract": label},
                    down.get("value", contract.nulls.value),
                ),
            }
        for field, (title, figure) in points.items():
            self.fields[field] = setting_fields.PointsField(
                label=title, max_length=20, required=False
            )
            self.initial[field] = typed(figure)
        if self.shown.order is not Order.FIXED:
            self.fields[f"times_{code}"] = IntegerField(
                label=name, min_value=0, max_value=LONGEST_MATCH, required=False
            )
            self.initial[f"times_{code}"] = self._times_of(code)

    def _times_of(self, code: str) -> int:
        return self.shown.hands.count(code)

    def _add_hands(self) -> None:
        codes = " · ".join(
            f"{contract.code} {naming.contract_name(contract)}" for contract in self.rules.contracts
        )
        self.fields["hands"] = CharField(
            label=_("The hands in their order"),
            max_length=600,
            required=False,
            widget=Textarea(
                attrs={"rows": 2, "spellcheck": "false", "autocapitalize": "characters"}
            ),
            help_text=_(
                "The codes, one after another. A hand that is left out is not played; V+C counts several in one hand. "
                "%(codes)s"
            )
            % {"codes": codes},
        )
        self.initial["hands"] = " ".join(self.shown.hands)
        for hand in self.own_hands:
            del hand.fields["times"]

    @property
    def parts(self) -> list[Form]:
        return [self, *self.own_hands]

    def _of_contracts(self, *figures: str) -> list[BoundField]:
        names = [
            f"{figure}_{contract.code}" for contract in self.rules.contracts for figure in figures
        ]
        return [self[name] for name in names if name in self.fields]

    @property
    def names(self) -> list[BoundField]:
        terms = [self[f"name_{key}"] for key in self.rules.terms]
        return self._of_contracts("name") + terms

    @property
    def points(self) -> list[BoundField]:
        return self._of_contracts("value", "bonus", "down")

    @property
    def times(self) -> list[BoundField]:
        return self._of_contracts("times")

    # --- what was typed

    def is_valid(self) -> bool:
        return not self.problems if self.is_bound else False

    @property
    def problems(self) -> list[str]:
        return [
            f"{_(str(part.fields[name].label))}: {error}" if name in part.fields else str(error)
            for part in self.parts
            for name, errors in part.errors.items()
            for error in errors
        ]

    def clean(self) -> Context:
        """Where each field can be read, ``king`` says whether the whole is an edition. It may lack
        its name meanwhile.
        """
        cleaned = super().clean() or self.cleaned_data
        if self.errors.keys() <= {"name"} and all(hand.is_valid() for hand in self.own_hands):
            try:
                self.made = services.edition_of(
                    base=self.rules,
                    name=cleaned.get("name", "–"),
                    changes=self.changes,
                    code=cleaned.get("code") or "preview",
                )
            except ValidationError as error:
                self._refuse(error)
        return cleaned

    def _refuse(self, error: ValidationError) -> None:
        """The field whose change cannot be has beside it what was expected."""
        params = getattr(error, "params", None) or {}
        kind, _dot, inside = params.get("place", "").removeprefix("changes.").partition(".")
        code, _dot, figure = inside.partition(".")
        field = {
            "names": f"name_{code}",
            "values": f"value_{code}",
            "nulls": f"{'bonus' if figure == 'bonus' else 'down'}_{code}",
            "settings": f"setting_{code}",
            "standing": code,
            "final": f"final_{code.partition('[')[0]}",
        }.get(kind, kind.partition("[")[0])
        expected = str(params.get("expected", "")).rstrip(",")
        sentence = _("Expected here: %(expected)s.") % {"expected": expected}
        if kind == "contracts":
            named = (own for own in self.own_hands if own.cleaned_data.get("code") == code)
            next(named).add_error(figure or "code", sentence)
        elif field in self.fields:
            self.add_error(field, sentence)
        else:
            self.add_error(None, error)

    @property
    def changes(self) -> Context:
        """Differences from the base, in the form of ``RuleSet.edition``."""
        cleaned = self.cleaned_data
        usual = self.rules.defaults.as_json()
        usual_names = {contract.code: contract.name for contract in self.rules.contracts}
        names = {
            code: name
            for code, usual_name in {**usual_names, **self.rules.terms}.items()
            if (name := cleaned.get(f"name_{code}")) and name != usual_name
        }
        values = {}
        nulls = {}
        for contract in self.rules.contracts:
            code = contract.code
            down = contract.nulls
            value = cleaned.get(f"value_{code}")
            if value not in (None, contract.value):
                values[code] = str(value)
            if down:
                bonus = cleaned.get(f"bonus_{code}")
                trick = cleaned.get(f"down_{code}")
                own = Nulls(
                    down.bonus if bonus is None else bonus, down.value if trick is None else trick
                )
                if own != down:
                    nulls[code] = {"bonus": str(own.bonus), "value": str(own.value)}
        own_hands = {
            hand.cleaned_data["code"]: hand for hand in self.own_hands if hand.has_changed()
        }
        return {
            "names": names,
            "values": values,
            "nulls": nulls,
            "contracts": {code: hand.contract for code, hand in own_hands.items()},
            "hands": self._hands(own_hands),
            **self.shape_changes(),
            "settings": {key: value for key, value in self.settings.items() if value != usual[key]},
            "standing": self.standing_differing(setting_fields.usual_standing(self.rules)),
        }

    def _hands(self, own_hands: Mapping[str, OwnHandForm]) -> list[str] | None:
        """None where they are the base's own. A hand of the club's own is played once where nothing
        is written.
        """
        usual = list(self.rules.hands)
        if "hands" in self.fields:
            text = self.cleaned_data["hands"].upper()
            hands = text.replace(",", " ").replace(";", " ").split()
            return None if hands == usual else hands
        times = {
            contract.code: self.cleaned_data[f"times_{contract.code}"] or 0
            for contract in self.rules.contracts
        }
        for code, hand in own_hands.items():
            often = hand.cleaned_data["times"]
            times.setdefault(code, 1 if often is None else often)
        hands = [code for code, count in times.items() for _each in range(count)]
        return None if sorted(hands) == sorted(usual) else hands


# --- the pages


@somewhere
@require_GET
def rules(request: DeskRequest) -> HttpResponse:
    return render(request, "desk/evening/rules_all.html", systems_of_site())


@somewhere
@require_GET
def rules_page(request: DeskRequest, code: str) -> HttpResponse:
    return render(request, "desk/evening/rules_page.html", page_of(code))


@organizer_only
@require_GET
def editions(request: DeskRequest) -> HttpResponse:
    return _list(request)


def _list(request: DeskRequest, status: int = 200, **more: Any) -> HttpResponse:
    shown = list(Edition.objects.all())
    used = services.tournaments_of(shown)
    rows = [
        {"edition": listed, **_use_of(used.get(listed.code, [])), **figures(listed.rules)}
        for listed in shown
    ]
    context = {"rows": rows, "bases": grouped(services.offered_rules()), **more}
    return render(request, "desk/evening/editions.html", context, status=status)


SHOWN = 3
"""Evenings that a line names; more are counted."""


def _use_of(used: list[Tournament]) -> Context:
    count = len(used)
    return {"used": used, "shown": used[:SHOWN], "all_used": count if count > SHOWN else ""}


@organizer_only
@get_or_post
def new(request: DeskRequest) -> HttpResponse:
    try:
        base = services.find_rules(request.GET.get("base", ""))
    except UnknownRuleSet:
        messages.error(request, _("Choose the rule system that the edition is made from."))
        return redirect("desk:editions")
    form = EditionForm(request.POST if request.method == "POST" else None, base=base)
    if "preview" not in request.POST and form.is_valid():
        with refusing(form):
            created = services.create_edition(
                base=base.code,
                name=form.cleaned_data["name"],
                changes=form.changes,
                author=request.user,
                code=form.cleaned_data["code"],
            )
            tell(request, _("The edition “%(edition)s” is made."), edition=created.name)
            return redirect("desk:edition", created.code)
    return _form_page(request, form)


@club_only
@require_POST
@on_evening
def change_rules(request: DeskRequest, evening: Tournament) -> HttpResponse:
    """An edition of the evening's system, with what the evening plays otherwise; its form leads
    back. One that the evening alone plays is changed itself.
    """
    with saying_no(request), transaction.atomic():
        own = Edition.objects.filter(code=evening.ruleset).first()
        if own is None or services.tournaments_of([own])[own.code] != [evening]:
            own = services.edition_for(tournament=evening, author=request.user)
            change_evening(tournament=evening, author=request.user, ruleset=own.code, settings={})
            tell(request, _("The evening plays the edition “%(edition)s” now."), edition=own.name)
        return redirect(f"{resolve_url('desk:edition', own.code)}?evening={evening.code}")
    return redirect("desk:settings", evening.code)


def _evening_asked_for(request: DeskRequest, stored: Edition) -> Tournament | None:
    """The evening that plays the edition, and whose rules may still change."""
    playing = Tournament.objects.filter(ruleset=stored.code, frozen_at=None)
    found = playing.filter(code=request.GET.get("evening", "")).first()
    runs = found is not None and holds(request.user, ORGANIZER, evening=found.code)
    return found if runs else None


@organizer_only
@get_or_post
def edition(request: DeskRequest, code: str) -> HttpResponse:
    """One edition: changed while nobody has chosen it, revised under a new code afterwards; an
    evening for which it is changed plays the new one.
    """
    stored = get_object_or_404(Edition, code=code)
    typed = request.POST if request.method == "POST" else None
    form = EditionForm(typed, base=read_ruleset(stored.form["base"]), edition=stored.rules)
    evening = _evening_asked_for(request, stored)
    if "evening" in request.GET and evening is None:
        sentence = _("The evening does not play this edition, or its rules do not change any more.")
        messages.error(request, sentence)
        return redirect("desk:edition", stored.code)
    if "preview" not in request.POST and form.is_valid():
        with refusing(form), transaction.atomic():
            made = services.revise_edition(
                edition=stored,
                name=form.cleaned_data["name"],
                changes=form.changes,
                author=request.user,
            )
            if evening:
                change_evening(tournament=evening, author=request.user, ruleset=made.code)
                if made.pk != stored.pk and not services.is_used(stored):
                    services.remove_edition(edition=stored)
                tell(request, _("The evening plays by these rules."))
                return redirect("desk:settings", evening.code)
            sentence = (
                _("The edition is saved.")
                if made.pk == stored.pk
                else _(
                    "The evenings that were played keep the old edition; the new one is “%(code)s”."
                )
            )
            tell(request, sentence, code=made.code)
            return redirect("desk:edition", made.code)
    used = services.tournaments_of([stored]).get(stored.code, [])
    used = [played for played in used if played != evening]
    return _form_page(request, form, edition=stored, used=used, for_evening=evening)


def _form_page(request: DeskRequest, form: EditionForm, **more: Any) -> HttpResponse:
    problems = form.problems
    if "preview" in request.POST:
        outcome = {"wrong": problems} if form.made is None else {"outcome": figures(form.made)}
        return render(request, "desk/evening/edition.html#outcome", outcome)
    context = {"form": form, "base": figures(form.rules), "wrong": problems, **more}
    if not problems:
        context["outcome"] = figures(form.made or form.shown)
    status = 422 if problems else 200
    return render(request, "desk/evening/edition.html", context, status=status)


def _press(act: Callable[[DeskRequest, Edition], None]) -> View:
    """A button of the list's menu."""

    @wraps(act)
    def pressed(request: DeskRequest, code: str) -> HttpResponse:
        with saying_no(request):
            act(request, get_object_or_404(Edition, code=code))
            return redirect("desk:editions")
        return _list(request, status=422)

    press: View = organizer_only(require_POST(pressed))
    return press


@_press
def offer(request: DeskRequest, edition: Edition) -> None:
    services.offer_edition(edition=edition, offered=True)


@_press
def withdraw(request: DeskRequest, edition: Edition) -> None:
    services.offer_edition(edition=edition, offered=False)


@_press
def remove(request: DeskRequest, edition: Edition) -> None:
    services.remove_edition(edition=edition)
    tell(request, _("The edition “%(edition)s” is removed."), edition=edition.name)


@organizer_only
@require_GET
def export(request: DeskRequest, code: str) -> HttpResponse:
    stored = get_object_or_404(Edition, code=code)
    text = json.dumps(stored.form, ensure_ascii=False, indent=1)
    return file_answer(text, f"{stored.code}.json", "application/json; charset=utf-8")


@organizer_only
@require_POST
def import_file(request: DeskRequest) -> HttpResponse:
    file = request.FILES.get("file")
    text = text_of(request, "text")
    with saying_no(request):
        if file:
            text = file.read(services.LONGEST_FILE * 4).decode("utf-8", "replace")
        if not text.strip():
            raise refusal(_("Choose the edition's file, or paste its text."), "nothing_sent")
        imported = services.import_edition(text=text, author=request.user)
        tell(
            request,
            _("The edition “%(edition)s” is here, as “%(code)s”."),
            edition=imported.name,
            code=imported.code,
        )
        return redirect("desk:edition", imported.code)
    return _list(request, status=422, text=text[:2000] if not file else "", importing=True)
