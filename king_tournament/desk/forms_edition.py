"""A house edition as a form: every figure of the system that it is made from, and what the club plays instead.

What is left as it stands is no change. Whether the whole can be played, ``king.rulesets.edition`` decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from king.contracts import Contract, Family, Unit
from king.matchpoints import TIES
from king.rulesets import RuleSet, SettingError
from king.rulesets.base import Order
from king.rulesets.edition import LARGEST_VALUE, value_range
from king.words import MINUS
from king_tournament.desk.forms_settings import PointsField, ScaleField, said, setting_field
from king_tournament.desk.forms_standing import own_scale, scale_text, usual_standing, without_tail
from printing import wording

FAMILIES = {
    Family.NEGATIVE: gettext_lazy("points to avoid"),
    Family.DOMINO: gettext_lazy("Domino"),
    Family.POSITIVE: gettext_lazy("points to take"),
}
OWN_CONTRACTS = 3
"""Hands of the club's own making that a form has room for; more where an edition has more."""

MOST_TIMES = 60


class EditionForm(forms.Form):
    """``base`` is the system that it is made from; ``edition`` what is changed in it so far, None for a new one."""

    name = forms.CharField(label=gettext_lazy("Name of the edition"), max_length=80)

    def __init__(self, data: QueryDict | None = None, *, base: RuleSet, edition: RuleSet | None = None) -> None:
        self.base, self.edition = base, edition
        self.own_contracts: Mapping[str, Any] = edition.changes.get("contracts", {}) if edition else {}  # type: ignore[assignment]
        self.own_places = range(1, max(OWN_CONTRACTS, len(self.own_contracts) + 1) + 1)
        super().__init__(data)
        if edition is None:
            self.fields["code"] = forms.RegexField(
                r"^[a-z][a-z0-9_]{0,39}$", required=False, label=_("Its code"),
                help_text=_("Small letters, digits and _. Empty: made from the name."),
                error_messages={"invalid": _("A code has small letters, digits and _, and begins with a letter.")},
            )  # fmt: skip
        self._add_contracts()
        self._add_hands()
        for place in self.own_places:
            self._add_own(place)
        for setting in base.settings:
            self.fields[f"setting_{setting.key}"] = setting_field(setting)
        self._add_match_points()
        self.initial = self._initial()

    # --- fields

    def _add_match_points(self) -> None:
        self.fields["scale"] = ScaleField(
            label=_("Match points of the places"), required=False, max_length=400,
            help_text=_("Best place first; what an evening of this edition has unless it says otherwise."),
        )  # fmt: skip
        self.fields["tail"] = PointsField(label=_("Every later place"), required=False, max_length=20)
        self.fields["ties"] = forms.ChoiceField(
            label=_("Equal results"), widget=forms.RadioSelect, required=False,
            choices=[(code, said(title)) for code, title in TIES.items()],
        )  # fmt: skip

    def _add_contracts(self) -> None:
        for contract in self.base.contracts:
            label = f"{wording.contract_name(contract)} ({contract.code})"
            self.fields[f"value_{contract.code}"] = PointsField(label=label, max_length=20, required=False)
            if contract.nulls is not None:
                fields = {"contract": label}
                self.fields[f"bonus_{contract.code}"] = PointsField(
                    label=_("%(contract)s played down: to begin with") % fields, max_length=20, required=False
                )
                self.fields[f"down_{contract.code}"] = PointsField(
                    label=_("%(contract)s played down: each trick") % fields, max_length=20, required=False
                )

    def _add_hands(self) -> None:
        if self.base.order is Order.FIXED:
            self.fields["hands"] = forms.CharField(
                label=_("The hands in their order"), max_length=600, required=False,
                widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false", "autocapitalize": "characters"}),
                help_text=_("The codes, one after another. A hand that is left out is not played. %(codes)s")
                % {"codes": " · ".join(f"{each.code} {wording.contract_name(each)}" for each in self.base.contracts)},
            )  # fmt: skip
            return
        for contract in self.base.contracts:
            self.fields[f"times_{contract.code}"] = forms.IntegerField(
                label=wording.contract_name(contract), min_value=0, max_value=MOST_TIMES, required=False
            )

    def _add_own(self, place: int) -> None:
        own = f"own{place}_"
        units = [(unit.value, wording.unit_name(unit)) for unit in Unit]
        self.fields[own + "code"] = forms.RegexField(
            r"^[A-Z0-9]{1,6}$", required=False, label=_("Code"),
            error_messages={"invalid": _("Up to six capital letters and digits.")},
        )  # fmt: skip
        self.fields[own + "name"] = forms.CharField(label=_("Name"), max_length=80, required=False)
        self.fields[own + "unit"] = forms.ChoiceField(label=_("What is counted"), choices=units, required=False)
        self.fields[own + "units"] = forms.IntegerField(
            label=_("How many there are"), min_value=1, max_value=self.base.deck, required=False
        )
        self.fields[own + "value"] = PointsField(label=_("Points each"), max_length=20, required=False)
        self.fields[own + "family"] = forms.ChoiceField(
            label=_("Kind of hand"), choices=[(each.value, title) for each, title in FAMILIES.items()], required=False
        )
        self.fields[own + "trump"] = forms.BooleanField(label=_("A trump is named"), required=False)
        self.fields[own + "sale"] = forms.BooleanField(label=_("It may be sold"), required=False)
        if self.base.order is not Order.FIXED:
            self.fields[own + "times"] = forms.IntegerField(
                label=_("How often"), min_value=0, max_value=MOST_TIMES, required=False
            )

    def _initial(self) -> dict[str, Any]:
        shown = self.edition or self.base
        initial: dict[str, Any] = {"name": self.edition.name if self.edition else "", "code": ""}
        changes: Mapping[str, Any] = self.edition.changes if self.edition else {}
        values, nulls = changes.get("values", {}), changes.get("nulls", {})
        for contract in self.base.contracts:
            code = contract.code
            initial[f"value_{code}"] = _typed(values.get(code, contract.value))
            initial[f"times_{code}"] = shown.hands.count(code)
            if contract.nulls is not None:
                own = nulls.get(code, {})
                initial[f"bonus_{code}"] = _typed(own.get("bonus", contract.nulls.bonus))
                initial[f"down_{code}"] = _typed(own.get("value", contract.nulls.value))
        initial["hands"] = " ".join(shown.hands)
        for place, (code, own) in enumerate(self.own_contracts.items(), 1):
            initial |= {f"own{place}_{key}": value for key, value in own.items()} | {f"own{place}_code": code}
            initial[f"own{place}_value"] = _typed(own["value"])
            initial[f"own{place}_times"] = shown.hands.count(code)
        standing = usual_standing(shown)
        initial |= {"scale": scale_text(standing), "tail": _typed(standing.tail), "ties": standing.ties}
        defaults = shown.defaults.as_json()
        for setting in self.base.settings:
            value = defaults[setting.key]
            initial[f"setting_{setting.key}"] = str(value).lstrip("-") if setting.kind == "number" else value
        return initial

    # --- groups, for the page

    @property
    def heading(self) -> list[forms.BoundField]:
        """What it is called."""
        return [self[name] for name in ("name", "code") if name in self.fields]

    @property
    def values(self) -> list[forms.BoundField]:
        """The points of every hand, and those of a hand played down."""
        return [self[name] for name in self.fields if name.startswith(("value_", "bonus_", "down_"))]

    @property
    def times(self) -> list[forms.BoundField]:
        """How often each hand is chosen; empty where they have an order."""
        return [self[name] for name in self.fields if name.startswith("times_")]

    @property
    def own(self) -> list[list[forms.BoundField]]:
        """The hands of the club's own making."""
        return [[self[name] for name in self.fields if name.startswith(f"own{place}_")] for place in self.own_places]

    @property
    def match_points(self) -> list[forms.BoundField]:
        """What the places are worth."""
        return [self["scale"], self["tail"]]

    @property
    def rule_settings(self) -> list[forms.BoundField]:
        """Penalties, settlement and the rest."""
        return [self[f"setting_{setting.key}"] for setting in self.base.settings]

    # --- what was typed

    def clean(self) -> dict[str, Any]:
        """Own hands are whole, settings are among those allowed."""
        cleaned = super().clean() or self.cleaned_data
        for place in self.own_places:
            self._check_own(place, cleaned)
        self._check_values(cleaned)
        self._check_hands(cleaned)
        for setting in self.base.settings:
            name = f"setting_{setting.key}"
            value = cleaned.get(name)
            if name in self.errors:
                continue
            try:
                cleaned[name] = setting.read(setting.default if value in (None, "") else value)
            except SettingError:
                self.add_error(name, _("This is not one of the values that the rules allow."))
        return cleaned

    def _check_values(self, cleaned: Mapping[str, Any]) -> None:
        for name, value in list(cleaned.items()):  # an error takes its field out
            if not isinstance(value, Fraction) or name.startswith("setting_"):
                continue
            least, most = self._range(name, cleaned)
            if not least <= value <= most:
                fields = {"least": str(least).replace("-", MINUS), "most": most}
                self.add_error(name, _("From %(least)s to %(most)s points.") % fields)

    def _range(self, name: str, cleaned: Mapping[str, Any]) -> tuple[int, int]:
        """Least and most of a field of points: a hand to avoid takes no gift, a hand to play for no penalty."""
        kind, _under, what = name.partition("_")
        contract = self.base.find_contract(what) if kind == "value" else None
        if contract is not None:
            return value_range(contract.family)
        if kind.startswith("own") and cleaned.get(f"{kind}_family"):
            return value_range(Family(cleaned[f"{kind}_family"]))
        return -LARGEST_VALUE, LARGEST_VALUE

    def _check_hands(self, cleaned: Mapping[str, Any]) -> None:
        if "hands" not in self.fields:
            if not any(cleaned.get(name) for name in self.fields if "times" in name):
                self.add_error(None, _("A match has at least one hand."))
            return
        codes = {each.code for each in self.base.contracts} | {
            code for place in self.own_places if (code := cleaned.get(f"own{place}_code"))
        }
        hands = _codes(cleaned.get("hands") or "")
        if not hands:
            self.add_error("hands", _("A match has at least one hand."))
        if unknown := [code for code in dict.fromkeys(hands) if code not in codes]:
            fields = {"found": ", ".join(unknown)[:60], "codes": " ".join(sorted(codes))}
            self.add_error("hands", _("There is no hand %(found)s here. The codes are %(codes)s.") % fields)

    def _check_own(self, place: int, cleaned: Mapping[str, Any]) -> None:
        own = f"own{place}_"
        if not cleaned.get(own + "code"):
            if cleaned.get(own + "name"):
                self.add_error(own + "code", _("A hand needs a code of its own."))
            return
        domino = cleaned.get(own + "family") == Family.DOMINO
        if not cleaned.get(own + "name"):
            self.add_error(own + "name", _("A hand needs a name."))
        if cleaned.get(own + "units") is None and not domino and own + "units" not in self.errors:
            self.add_error(own + "units", _("Write how many of them the cards hold."))
        if cleaned.get(own + "value") is None and own + "value" not in self.errors:
            self.add_error(own + "value", _("Write what each of them is worth."))

    @property
    def changes(self) -> dict[str, Any]:
        """What differs from the base, in the form of ``RuleSet.edition``."""
        cleaned = self.cleaned_data
        settings = {
            setting.key: value if isinstance(value, bool | int) else str(value)
            for setting in self.base.settings
            if (value := cleaned[f"setting_{setting.key}"]) != getattr(self.base.defaults, setting.key)
        }
        return {
            "values": {
                contract.code: str(value)
                for contract in self.base.contracts
                if _differs(value := cleaned.get(f"value_{contract.code}"), contract.value)
            },
            "nulls": {contract.code: down for contract in self.base.contracts if (down := self._nulls(contract))},
            "contracts": self._own_contracts(),
            "hands": self._hands(),
            "settings": settings,
            "standing": self._standing(),
        }

    def _standing(self) -> dict[str, Any]:
        """The match points where they are not the base's."""
        cleaned, usual = self.cleaned_data, usual_standing(self.base)
        tail = usual.tail if cleaned["tail"] is None else cleaned["tail"]
        found: dict[str, Any] = {}
        own = own_scale(usual.method) if usual.scale is None else usual.scale
        if cleaned["scale"] is not None and without_tail(cleaned["scale"], tail) not in (without_tail(own, tail), own):
            found["scale"] = [str(points) for points in cleaned["scale"]]
        if tail != usual.tail:
            found["tail"] = str(tail)
        if cleaned["ties"] not in ("", usual.ties):
            found["ties"] = cleaned["ties"]
        return found

    def _nulls(self, contract: Contract) -> dict[str, str] | None:
        if contract.nulls is None:
            return None
        bonus, value = (self.cleaned_data.get(f"{name}_{contract.code}") for name in ("bonus", "down"))
        if not _differs(bonus, contract.nulls.bonus) and not _differs(value, contract.nulls.value):
            return None
        kept = contract.nulls
        return {
            "bonus": str(kept.bonus if bonus is None else bonus), "value": str(kept.value if value is None else value)
        }  # fmt: skip

    def _own_contracts(self) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        for place in self.own_places:
            own = f"own{place}_"
            typed = {name: self.cleaned_data.get(own + name) for name in OWN_FIELDS}
            if not typed["code"]:
                continue
            made: dict[str, Any] = {
                "name": typed["name"], "unit": typed["unit"], "value": str(typed["value"]), "family": typed["family"],
            }  # fmt: skip
            if typed["family"] == Family.DOMINO:
                made["unit"] = Unit.CARDS_LEFT.value
            else:
                made["units"] = typed["units"]
            made |= {name: True for name in ("trump", "sale") if typed[name]}
            found[typed["code"]] = made
        return found

    def _hands(self) -> list[str] | None:
        """The hands where they are not the base's own; None where they are."""
        if "hands" in self.fields:
            hands = _codes(self.cleaned_data["hands"])
        else:
            times = {each.code: self.cleaned_data.get(f"times_{each.code}") or 0 for each in self.base.contracts}
            for place in self.own_places:
                code = self.cleaned_data.get(f"own{place}_code")
                if code and code not in times:
                    often = self.cleaned_data.get(f"own{place}_times")
                    times[code] = 1 if often is None else often
            hands = [code for code, count in times.items() for _each in range(count)]
        same = tuple(hands) == self.base.hands if "hands" in self.fields else sorted(hands) == sorted(self.base.hands)
        return None if same else hands


OWN_FIELDS = ("code", "name", "unit", "units", "value", "family", "trump", "sale")


def _typed(value: object) -> str:
    """Points as a person types them, with a true minus sign."""
    return str(value).replace("-", MINUS)


def _codes(text: str) -> list[str]:
    return text.upper().replace(",", " ").replace(";", " ").split()


def _differs(typed: Fraction | None, own: Fraction) -> bool:
    return typed is not None and typed != own


def problems_in_words(form: EditionForm) -> list[str]:
    """Everything that is wrong, each with the field's name."""
    found = []
    for name, errors in form.errors.items():
        label = form.fields[name].label if name in form.fields else ""
        found += [f"{said(str(label))}: {error}" if label else str(error) for error in errors]
    return found
