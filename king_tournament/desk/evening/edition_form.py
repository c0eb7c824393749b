"""Form of an edition: a field for each figure that ``king`` lets an edition change, named by its
place.

An unchanged figure is no change. ``king.rulesets.edition`` decides whether the whole is valid, and
names the place of an error.
"""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.forms import (
    BooleanField,
    CharField,
    ChoiceField,
    Field,
    Form,
    IntegerField,
    Textarea,
    TypedChoiceField,
)
from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext as _, gettext_lazy

from frame.page import Context
from frame.setting_fields import (
    PointsField,
    RuleSettingsForm,
    ScaleField,
    StandingForm,
    group,
    inside,
    usual_standing,
)
from king.reading import as_json
from king.rulesets.base import Order, RuleSet
from king.rulesets.contracts import TERMS, Family
from king.rulesets.edition import (
    CHANGES,
    CHOOSERS,
    LARGEST_VALUE,
    LONGEST_MATCH,
    MOST_PARTITE,
    ORDERS,
    Figure,
    differences,
    figures_of,
)
from king.rulesets.setting import Setting
from king.rulesets.units import CARDS_LEFT, PLACES, UNITS, Unit
from king.standing.standing_settings import EDITION, settings_on
from tournaments import editions as services
from wording import naming
from wording.naming import input_text
from wording.sentences import contract_meaning, refusal

FILE_ALONE = ("units", "deals_in_a_row")
"""Changes that a file may make and no field asks for: the form keeps them."""

FAMILIES = {
    Family.NEGATIVE: gettext_lazy("points to avoid"),
    Family.DOMINO: gettext_lazy("Domino"),
    Family.POSITIVE: gettext_lazy("points to take"),
}
OWN_CONTRACTS = 6
"""Hands of the club's own making that a form has room for; more where an edition has more."""

SHAPE = ("players", "deck", "order", "chooser", "owner", "quotas", "last")
FINAL = {
    "final.ruleset": gettext_lazy("A final is played with"),
    "final.partite": gettext_lazy("Partite of a final"),
    "final.tiebreaks": gettext_lazy("Ties of a final"),
}
NONE = {
    "last": gettext_lazy("no hand by itself"),
    "final.ruleset": gettext_lazy("its own rules"),
}
"""Choices that may be left open, with what that means."""


class CodesField(CharField):
    """Field for codes, one after another. Cleaned to a list."""

    def clean(self, value: Any) -> list[str]:
        text: str = super().clean(value)
        return text.replace(",", " ").replace(";", " ").split()

    def prepare_value(self, value: Any) -> Any:
        return " ".join(value) if isinstance(value, list) else value


class QuotasField(CharField):
    """Field for quotas, ``V C M: 3; POS: 2``; cleaned to the quotas of an edition."""

    def clean(self, value: Any) -> list[Context]:
        quotas = []
        for part in filter(None, (part.strip() for part in super().clean(value).split(";"))):
            codes, _colon, most = part.partition(":")
            if not most.strip().isdigit():
                raise refusal(
                    gettext_lazy(
                        "“%(found)s” is not a quota: write the codes, a colon and a number."
                    ),
                    "no_quota",
                    found=part[:40],
                )
            names = [
                name.lower() if name.lower() in tuple(Family) else name.upper()
                for name in codes.replace(",", " ").split()
            ]
            quotas.append({"contracts": names, "most": int(most)})
        return quotas

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        return "; ".join(f"{' '.join(quota['contracts'])}: {quota['most']}" for quota in value)


def _changed_value(changes: Mapping[str, Any], place: str) -> Any:
    """Changed value at this place, or None."""
    value: Any = changes
    for key in place.split("."):
        value = (value or {}).get(key)
    return value


def _field(figure: Figure, value: Any, label: str, words: Mapping[str, str]) -> Field:
    """Form field of a figure. ``value`` is the initial value, ``words`` the labels of choices."""
    options: Context = {"label": label, "initial": value, "required": False}
    match figure.kind:
        case "points":
            return PointsField(max_length=20, **options | {"initial": input_text(value)})
        case "partite":
            return IntegerField(min_value=1, max_value=MOST_PARTITE, **options)
        case "hands":
            options["help_text"] = _("Empty: all of them. A number: how many of these are chosen.")
            return IntegerField(min_value=1, max_value=LONGEST_MATCH, **options)
        case "choice":
            choices = [(code, words.get(code, code)) for code in figure.choices]
            options |= {"coerce": type(figure.usual), "empty_value": None, "initial": str(value)}
            if figure.place in NONE:
                choices.insert(0, ("", NONE[figure.place]))
                options["empty_value"] = ""
            return TypedChoiceField(choices=choices, **options)
        case "codes":
            options["help_text"] = _(
                "Codes of tie-breaks, the most important first: firsts seconds thirds previous lot."
            )
            return CodesField(max_length=200, **options)
        case "quotas":
            options["help_text"] = _(
                "Codes, or negative, positive, and a number, separated by semicolons: “V C M: 3; "
                "POS: 2”. Empty: as many as are left."
            )
            return QuotasField(max_length=600, **options)
    return CharField(max_length=80, empty_value=None, **options)


class OwnHandForm(Form):
    """Form of a hand of the club's own making. It counts as empty if it has neither code nor
    name.
    """

    code = CharField(label=gettext_lazy("Code"), max_length=6)
    name = CharField(label=gettext_lazy("Name"), max_length=80)
    unit = ChoiceField(label=gettext_lazy("What is counted"), required=False)
    units = IntegerField(label=gettext_lazy("How many there are"), required=False)
    value = PointsField(label=gettext_lazy("Points each"), max_length=20, required=False)
    places = ScaleField(
        label=gettext_lazy("Points by the order of going out"),
        max_length=120,
        required=False,
        help_text=gettext_lazy("For a Domino that is played to its end: 200 150 100 50."),
    )
    family = ChoiceField(
        label=gettext_lazy("Kind of hand"), choices=list(FAMILIES.items()), initial="negative"
    )
    trump = BooleanField(label=gettext_lazy("A trump is named"), required=False)
    sale = BooleanField(label=gettext_lazy("It may be sold"), required=False)
    times = IntegerField(label=gettext_lazy("How often"), min_value=0, required=False)

    def __init__(self, *args: Any, own_units: Mapping[str, Unit], **options: Any) -> None:
        """Offer the units of the game and ``own_units``, which the edition's file declares."""
        super().__init__(*args, **options)
        unit = self.fields["unit"]
        assert isinstance(unit, ChoiceField)
        known = {key: each for key, each in UNITS.items() if each is not PLACES} | dict(own_units)
        unit.choices = [(key, naming.unit_name(each)) for key, each in known.items()]

    def has_changed(self) -> bool:
        """Whether anything is typed. Selects always send their first option, so they do not count."""
        return any(str(self[name].value() or "").strip() for name in ("code", "name"))

    def clean(self) -> Context:
        """Check the hand. Some values follow from its kind: a Domino has no choice of unit, and no
        number of units.
        """
        cleaned = super().clean() or self.cleaned_data
        cleaned["code"] = cleaned.get("code", "").upper()
        domino = cleaned.get("family") == Family.DOMINO
        if domino and cleaned.get("places"):
            return cleaned | {"unit": None, "units": None, "value": None}
        cleaned["places"] = None
        if cleaned.get("value") is None and "value" not in self.errors:
            self.add_error("value", _("Write the points of each."))
        if domino:
            cleaned |= {"unit": CARDS_LEFT.key, "units": None}
        elif cleaned.get("units") is None and "units" not in self.errors:
            self.add_error("units", _("Write how many of them the cards hold."))
        return cleaned

    @property
    def contract(self) -> Context:
        """The hand in the form of ``RuleSet.edition``."""
        names = "name", "unit", "units", "value", "places", "family", "trump", "sale"
        typed = {name: as_json(self.cleaned_data[name]) for name in names}
        return {name: value for name, value in typed.items() if value not in (None, False)}


class EditionForm(StandingForm, RuleSettingsForm):
    """Form of an edition. ``rules`` is the system that it is based on. ``edition`` has its changes
    so far, None for a new one. ``made`` is the resulting edition, None if something is wrong.

    The field of a figure is named after its place: ``values.KH``. If hands are chosen, ``times.KH``
    is how often one is played.
    """

    name = CharField(label=gettext_lazy("Name of the edition"), max_length=80)

    heading = group(("name", "code"))
    names = inside("names.")
    points = inside("values.", "nulls.")
    times = inside("times.")
    shape = group(SHAPE)
    final = inside("final.")
    match_points = group(("scale", "tail"))
    asked_settings = settings_on(EDITION)
    made: RuleSet | None = None

    def __init__(
        self, data: QueryDict | None = None, *, base: RuleSet, edition: RuleSet | None = None
    ) -> None:
        self.rules = base
        self.shown = edition or base
        self.before = usual_standing(self.shown)
        super().__init__(data)
        if edition is None:
            self.fields["code"] = CharField(
                required=False,
                max_length=40,
                label=_("Its code"),
                help_text=_("Small letters, digits and _. Empty: made from the name."),
            )
        changes: Mapping[str, Any] = edition.changes if edition else {}
        self.kept = {key: changes[key] for key in FILE_ALONE if key in changes}
        self.own_units = {each.unit.key: each.unit for each in self.shown.contracts}
        self._add_figures(changes)
        own = [
            {**hand, "code": code, "times": self._times_of(code)}
            | {"value": input_text(hand["value"]) if "value" in hand else ""}
            | {"places": " ".join(input_text(points) for points in hand.get("places", ()))}
            for code, hand in changes.get("contracts", {}).items()
        ]
        own += [{}] * max(1, OWN_CONTRACTS - len(own))
        self.own_hands = [
            OwnHandForm(
                data,
                prefix=f"own-{number}",
                initial=hand,
                empty_permitted=True,
                own_units=self.own_units,
                use_required_attribute=False,
            )
            for number, hand in enumerate(own)
        ]
        self._add_hands()
        self.add_rule_settings(self.shown.defaults)
        self.add_standing(
            scale={
                "help_text": _(
                    "Best place first; evenings of this edition have it unless they say otherwise."
                )
            },
            tail={"least": -LARGEST_VALUE, "most": LARGEST_VALUE},
        )
        self.initial = {"name": edition.name if edition else "", **self.standing_initial()}

    @property
    def settings_asked(self) -> tuple[Setting, ...]:
        """Settings of the base, and those that the edition's own hands need, such as those of a
        Domino.
        """
        brought = {setting.key: setting for setting in self.shown.settings}
        return (*self.rules.settings, *(brought[key] for key in brought if not self._asks(key)))

    def _asks(self, key: str) -> bool:
        return any(setting.key == key for setting in self.rules.settings)

    def _add_figures(self, changes: Mapping[str, Any]) -> None:
        """Add a field for each figure of the edition. A contract that the edition does not play
        keeps its figures too.
        """
        labels = self._labels()
        words = self._words()
        now = figures_of(self.shown)
        self.now = {}
        for place, figure in figures_of(self.rules).items():
            value = now.get(place, figure).usual
            if figure.kind in ("name", "points"):
                value = _changed_value(changes, place) or figure.usual
            self.now[place] = value
            chosen = figure.kind != "hands" or self.shown.order is not Order.FIXED
            if figure.kind != "kept" and chosen:
                self.fields[place] = _field(figure, value, labels[place], words)

    def _labels(self) -> Context:
        labels: Context = {part: capfirst(_(title)) for part, title in CHANGES.items()} | FINAL
        labels |= {f"names.{key}": _(TERMS[key]).capitalize() for key in self.rules.terms}
        for contract in self.rules.contracts:
            code = contract.code
            label = f"{naming.contract_name(contract)} ({code})"
            down = {"contract": label}
            labels |= {
                f"names.{code}": f"{contract_meaning(contract)} ({code})",
                f"values.{code}": label,
                f"nulls.{code}.bonus": _("%(contract)s played down: to begin with") % down,
                f"nulls.{code}.value": _("%(contract)s played down: each trick") % down,
            }
        return labels

    def _words(self) -> dict[str, str]:
        """Labels of the choices, by code."""
        words = {code: _(sentence) for code, sentence in (ORDERS | CHOOSERS).items()}
        words |= {each.code: naming.contract_name(each) for each in self.rules.contracts}
        games = self.rules.root, self.rules
        return words | {rules.code: naming.system_title(rules) for rules in games}

    def _add_hands(self) -> None:
        names = {each.code: naming.contract_name(each) for each in self.rules.contracts}
        if self.shown.order is not Order.FIXED:
            for code, name in names.items():
                self.fields[f"times.{code}"] = IntegerField(
                    label=name,
                    initial=self._times_of(code),
                    min_value=0,
                    max_value=LONGEST_MATCH,
                    required=False,
                )
            return
        codes = " · ".join(f"{code} {name}" for code, name in names.items())
        self.fields["hands"] = CodesField(
            label=_("The hands in their order"),
            initial=list(self.shown.hands),
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
        for hand in self.own_hands:
            del hand.fields["times"]

    def _times_of(self, code: str) -> int:
        return self.shown.hands.count(code)

    # --- what was typed

    @property
    def parts(self) -> list[Form]:
        return [self, *self.own_hands]

    def is_valid(self) -> bool:
        return self.is_bound and not self.problems

    @property
    def problems(self) -> list[str]:
        return [
            f"{_(str(part.fields[name].label))}: {error}" if name in part.fields else str(error)
            for part in self.parts
            for name, errors in part.errors.items()
            for error in errors
        ]

    def clean(self) -> Context:
        """Check the edition as a whole with ``king``, if each field can be read. The name may still
        be missing.
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
        """Show what was expected beside the last field of the place that is wrong."""
        params = getattr(error, "params", None) or {}
        expected = str(params.get("expected", "")).rstrip(",")
        sentence = _("Expected here: %(expected)s.") % {"expected": expected}
        place = params.get("place", "").removeprefix("changes.").removeprefix("standing.")
        place = place.partition("[")[0]
        for hand in self.own_hands:
            whole = f"contracts.{hand.cleaned_data.get('code')}"
            if place == whole or place.startswith(f"{whole}."):
                hand.add_error(place.removeprefix(whole)[1:] or "code", sentence)
                return
        beside = [name for name in self.fields if f"{name}.".startswith(f"{place}.")]
        if beside:
            self.add_error(beside[-1], sentence)
        else:
            self.add_error(None, error)

    @property
    def changes(self) -> Context:
        """Differences from the base, in the form of ``RuleSet.edition``."""
        written = {place: self.cleaned_data.get(place, value) for place, value in self.now.items()}
        if (written["order"] or self.rules.order) == Order.FIXED:
            written |= {"last": None, "quotas": None, "length": None}
        own_hands = {
            hand.cleaned_data["code"]: hand for hand in self.own_hands if hand.has_changed()
        }
        usual = usual_standing(self.rules, plays_boards=self.shown.pre_dealt)
        hands = self._hands(own_hands)
        if written["length"] is None and self.rules.match_hands is not None:
            written["length"] = len(hands or self.rules.hands)
        return (
            differences(self.rules, written)
            | self.kept
            | {
                "contracts": {code: hand.contract for code, hand in own_hands.items()},
                "hands": hands,
                "settings": self.settings_differing(self.rules.defaults),
                "standing": self.standing_differing(usual),
            }
        )

    def _hands(self, own_hands: Mapping[str, OwnHandForm]) -> list[str] | None:
        """Codes of the hands, or None if they are those of the base. A hand of the club's own is
        played once if no number is typed.
        """
        usual = list(self.rules.hands)
        if "hands" in self.fields:
            hands = [code.upper() for code in self.cleaned_data["hands"]]
            return None if hands == usual else hands
        times = {
            contract.code: self.cleaned_data[f"times.{contract.code}"] or 0
            for contract in self.rules.contracts
        }
        for code, hand in own_hands.items():
            often = hand.cleaned_data["times"]
            times.setdefault(code, 1 if often is None else often)
        hands = [code for code, count in times.items() for _each in range(count)]
        return None if sorted(hands) == sorted(usual) else hands
