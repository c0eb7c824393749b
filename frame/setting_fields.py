"""Settings as fields of a form, each made from its declaration; points, scales and orders of ties
as text.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, zip_longest
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.formats import number_format
from django.utils.translation import gettext as _, gettext_lazy

from king.cards import WINDS
from king.reading import Node, as_json, typed_number
from king.rulesets.base import RuleSet
from king.rulesets.edition import STANDING
from king.rulesets.setting import Setting, SettingError
from king.rulesets.settings import SETTINGS, Settings
from king.sheet import comparison
from king.standing.standing_settings import (
    LARGEST_DENOMINATOR,
    LARGEST_NUMBER,
    STANDING_SETTINGS,
    StandingSetting,
    StandingSettings,
)
from king.standing.tiebreaks import AFTER_PLAY, OF_MATCHES, TIEBREAKS
from king.words import MINUS
from tournaments.editions import standing_in_force
from wording import naming
from wording.naming import input_text
from wording.sentences import refusal

MOST_PLACES = 60


class PointsField(forms.CharField):
    """Field for a number of points as people write it, 2,5 or 9/2. Cleaned to a ``Fraction``; empty
    gives None.
    """

    def __init__(
        self, *, least: int | None = None, most: int | None = None, **options: Any
    ) -> None:
        self.bounds = None if least is None or most is None else (least, most)
        super().__init__(**options)

    def clean(self, value: Any) -> Fraction | None:
        text = super().clean(value).strip()
        if not text:
            return None
        number = read_points(text)
        if self.bounds is not None and not self.bounds[0] <= number <= self.bounds[1]:
            least, most = self.bounds
            fields = {"least": str(least).replace("-", MINUS), "most": most}
            raise refusal(_("From %(least)s to %(most)s points."), "points_out_of_range", **fields)
        return number


def read_points(text: str) -> Fraction:
    number = typed_number(text)
    if number is None:
        sentence = _("“%(found)s” is not a number of points: write 6, or 2,5, or 9/2.")
        raise refusal(sentence, "not_points", found=text[:20])
    if abs(number) > LARGEST_NUMBER or number.denominator > LARGEST_DENOMINATOR:
        sentence = _(
            "“%(found)s” is out of bounds: from −%(most)s to %(most)s, in parts no smaller than "
            "1/%(finest)s."
        )
        most = number_format(LARGEST_NUMBER, use_l10n=True, force_grouping=True)
        params = {"found": text[:20], "most": most, "finest": LARGEST_DENOMINATOR}
        raise refusal(sentence, "points_out_of_bounds", **params)
    return number


def offer(form: forms.Form, name: str, choices: Iterable[Any]) -> None:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


def group(names: Iterable[str]) -> property:
    """Property with the form's fields of these names, for its page. Names that the form does not
    have are skipped.
    """
    return property(lambda form: [form[name] for name in names if name in form.fields])


def inside(*places: str) -> property:
    """Property with the form's fields whose names begin with one of these prefixes."""
    return property(lambda form: [form[name] for name in form.fields if name.startswith(places)])


class ScaleField(forms.CharField):
    """Field for the points of the places, best first: ``10 6 4 3 2``. Cleaned to a tuple; empty
    gives None.
    """

    def clean(self, value: Any) -> tuple[Fraction, ...] | None:
        words = super().clean(value).replace(";", " ").replace(", ", " ").split()
        if len(words) > MOST_PLACES:
            sentence = _("A scale has up to %(most)s places.")
            raise refusal(sentence, "scale_too_long", most=MOST_PLACES)
        scale = tuple(read_points(word) for word in words)
        for place, (worth, later) in enumerate(pairwise(scale), 1):
            if (
                worth < later and not self.disabled
            ):  # a scale that is played may be older than this check
                sentence = _(
                    "Place %(place)s would be worth less than the next: write the best place first."
                )
                raise refusal(sentence, "scale_rises", place=place)
        return scale or None


class StepsField(forms.CharField):
    """Field for the steps of a conversion, ``100=1 300=2``; both numbers must rise. Cleaned to
    pairs; empty gives none.
    """

    def clean(self, value: Any) -> tuple[tuple[int, int], ...]:
        words = re.split(r"[;,\s]+", super().clean(value).strip(" ;,"))
        typed = [re.fullmatch(r"(\d{1,6})=(\d{1,6})", word, re.ASCII) for word in words if word]
        steps = tuple((int(step[1]), int(step[2])) for step in typed if step)
        rising = all(
            least < more and worth <= better for (least, worth), (more, better) in pairwise(steps)
        )
        if not all(typed) or not rising:
            sentence = _(
                "Write each step as 100=1: a difference of 100 points or more is worth 1 match "
                "point. Each step must be higher than the one before."
            )
            raise refusal(sentence, "not_steps")
        return steps


class RuleSettingsForm(forms.Form):
    """Form that asks for the settings of a rule system, ``rules``, among other fields."""

    rules: RuleSet

    rule_settings = inside("settings.")

    @property
    def settings_asked(self) -> tuple[Setting, ...]:
        return self.rules.settings

    def add_rule_settings(self, settings: Settings) -> None:
        for setting in self.settings_asked:
            text = setting_text(setting, getattr(settings, setting.key))
            self.fields[f"settings.{setting.key}"] = setting_field(setting, initial=text)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for setting in self.settings_asked:
            name = f"settings.{setting.key}"
            if name in self.errors:
                continue
            value = cleaned.get(name)
            try:
                cleaned[name] = setting.read(setting.default if value in (None, "") else value)
            except SettingError:
                self.add_error(name, _("This is not one of the values that the rules allow."))
        return cleaned

    def settings_differing(self, usual: Settings) -> dict[str, object]:
        """Typed values that differ from the ``usual`` ones, as JSON."""
        typed = {
            key: self.cleaned_data[f"settings.{key}"]
            for key in (each.key for each in self.settings_asked)
        }
        return {key: as_json(value) for key, value in typed.items() if value != getattr(usual, key)}


OFFERED = tuple(code for code in TIEBREAKS if code not in AFTER_PLAY)
"""The tie-breaks that may be chosen beforehand."""

SENTENCES = ("ties", *(key for key, setting in SETTINGS.items() if setting.kind == "choice"))
"""Settings whose choices are whole sentences."""

ANSWERS = {None: "", True: "yes", False: "no"}
ANSWERED = {text: answer for answer, text in ANSWERS.items()}


class StandingForm(forms.Form):
    """Form that asks for settings of a standing, those in ``asked_settings``, among other fields.
    ``before`` has their present values.
    """

    asked_settings: tuple[StandingSetting, ...]
    before: StandingSettings
    PLACES = range(1, len(OFFERED) + 1)
    tiebreaks = inside("tiebreak_")

    def add_standing(self, **own: Mapping[str, Any]) -> None:
        """Add the fields of the standing. ``own`` has, by key, options that the form sets itself."""
        for setting in self.asked_settings:
            if setting.kind == "order":
                self._add_order(setting)
            else:
                self.fields[setting.key] = setting_field(setting, **own.get(setting.key, {}))
        by_side = self._of_sides
        if by_side is not None and "method" in self.fields:
            left_out = {"tables" if by_side else "matches"} - {self.before.method}
            titles = STANDING_SETTINGS["method"].labels.items()
            fitting = [(code, _(words)) for code, words in titles if code not in left_out]
            offer(self, "method", fitting)

    @property
    def _of_sides(self) -> bool | None:
        """Whether two sides sit at a table. None if the form is for no single rule system."""
        rules: RuleSet | None = getattr(self, "rules", None)
        return None if rules is None else rules.by_side

    def _add_order(self, setting: StandingSetting) -> None:
        # A tie-break that needs an answer after play asks for it then, of those whom these rules
        # leave level.
        singles = self._of_sides is False
        offered = (
            code
            for code in OFFERED
            if not singles or code in self.before.tiebreaks or code not in OF_MATCHES
        )
        choices = [("", "–"), *((code, _(setting.labels[code])) for code in offered)]
        for place in self.PLACES:
            label = _("Tie-break %(place)s") % {"place": place}
            self.fields[f"tiebreak_{place}"] = forms.ChoiceField(
                label=label, choices=choices, required=False
            )

    def standing_initial(self, before: StandingSettings | None = None) -> dict[str, object]:
        before = before or self.before
        offered = [code for code in before.tiebreaks if code in OFFERED]
        return {setting.key: standing_text(setting, before) for setting in self.asked_settings} | {
            f"tiebreak_{place}": code for place, code in enumerate(offered, 1)
        }

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        chosen = [cleaned.get(f"tiebreak_{place}") for place in self.PLACES]
        for place, code in enumerate(chosen, 1):
            if code and code in chosen[: place - 1]:
                self.add_error(f"tiebreak_{place}", _("This tie-break already stands above."))
        return cleaned

    def standing_typed(self) -> dict[str, Any]:
        """Values of the fields that are not empty. Tie-breaks that can only come from a file are
        kept.
        """
        typed = {setting.key: self.cleaned_data.get(setting.key) for setting in self.asked_settings}
        if "tiebreaks" in typed:
            order = (self.cleaned_data[f"tiebreak_{place}"] for place in self.PLACES)
            typed["tiebreaks"] = (
                *filter(None, order),
                *(code for code in self.before.tiebreaks if code in AFTER_PLAY),
            )
        return {key: value for key, value in typed.items() if value not in (None, "")}

    def not_asked(self, stored: Mapping[str, Any]) -> dict[str, Any]:
        form_keys = {setting.key for setting in self.asked_settings}
        return {key: value for key, value in stored.items() if key not in form_keys}

    def standing_differing(self, usual: StandingSettings) -> dict[str, object]:
        """Typed values that differ from the ``usual`` ones, as JSON."""
        chosen = replace(usual, **self.standing_typed())
        on_their_scale = replace(chosen, scale=usual.scale)
        if chosen.places == on_their_scale.places:
            chosen = on_their_scale
        differing = {setting.key: getattr(chosen, setting.key) for setting in self.asked_settings}
        return {
            key: as_json(value) for key, value in differing.items() if value != getattr(usual, key)
        }


# The place in the rules helps those who wrote them down, not those who fill in a form.
_ARTICLE = re.compile(r"\s*\((?:[A-Z]\d+(?:, )?)+\)")


def setting_field(setting: Setting | StandingSetting, **own: Any) -> forms.Field:
    """Form field of a setting. ``own`` are options that the form sets itself."""
    options = {
        "label": _(setting.title),
        "help_text": _ARTICLE.sub("", _(setting.help)) if setting.help else "",
        "required": False,
        **own,
    }
    match setting.kind:
        case "choice" | "wind":
            # Whole sentences to choose from are read side by side, not cut off in a closed list.
            widget = forms.RadioSelect if setting.key in SENTENCES else forms.Select
            return forms.ChoiceField(choices=_choices(setting), widget=widget, **options)
        case "flag" if setting.labels:
            return forms.TypedChoiceField(
                choices=_choices(setting), coerce=ANSWERED.get, empty_value=None, **options
            )
        case "flag":
            return forms.BooleanField(**options)
        case "count":
            return forms.IntegerField(
                **{"min_value": setting.least, "max_value": setting.most} | options
            )
        case "scale":
            return ScaleField(max_length=400, **options)
        case "steps":
            return StepsField(max_length=300, **options)
    bounds = {"least": setting.least, "most": setting.most} if setting.most else {}
    return PointsField(max_length=20, **bounds, **options)


def _choices(setting: Setting | StandingSetting) -> list[tuple[str, str]]:
    usual = str(setting.default) if isinstance(setting, Setting) else None
    choices = []
    for code, words in setting.labels.items():
        label = naming.wind_name(code) if setting.kind == "wind" else _(words)
        if code == usual:
            label = _("%(choice)s (usual)") % {"choice": label}
        choices.append((code, label))
    return choices


def standing_text(setting: StandingSetting, standing: StandingSettings) -> object:
    """Value of the setting as a field shows it."""
    value = getattr(standing, setting.key)
    match setting.kind:
        case "scale":
            return " ".join(map(input_text, standing.places))
        case "flag":
            return ANSWERS[value]
        case "steps":
            return " ".join(f"{least}={worth}" for least, worth in value)
        case "number" | "bye":
            return "" if value is None else input_text(value)
        case "count":
            return value or None
    return value


def adapt_values(data: QueryDict, rules: RuleSet, old: RuleSet | None) -> QueryDict:
    """Typed values, adapted to a rule system that was chosen while the form was open.

    A value that equals the old system's default becomes the new one's; a value that a person
    changed stays.
    """
    if old is None or old.code == rules.code:
        return data
    copied = data.copy()
    for key in ("method", *STANDING):
        was_usual, usual = (
            str(standing_text(STANDING_SETTINGS[key], usual_standing(system)))
            for system in (old, rules)
        )
        if " ".join(data.get(key, "").split()) == was_usual:
            copied[key] = usual
    was, now = (
        [code for code in usual_standing(system).tiebreaks if code in OFFERED]
        for system in (old, rules)
    )
    places = [f"tiebreak_{place}" for place in StandingForm.PLACES]
    if [code for place in places if (code := data.get(place))] == was:
        for place, code in zip_longest(places, now, fillvalue=""):
            copied[place] = code
    copied["settings_of"] = rules.code
    return copied


def setting_text(setting: Setting, value: object) -> object:
    """Value of the setting as a field shows it. Penalties are shown without sign, because they take
    points away with either.
    """
    if setting.kind == "flag":
        return value
    return input_text(abs(Fraction(str(value)))) if setting.kind == "number" else str(value)


def usual_standing(
    rules: RuleSet, stored: Mapping[str, Any] | None = None, plays_boards: bool | None = None
) -> StandingSettings:
    """Settings of a standing before anything is chosen. ``stored`` is what the evening has of its
    own. ``plays_boards`` None follows the rules.
    """
    boards = rules.pre_dealt if plays_boards is None else plays_boards
    in_force = comparison.usual_standing(rules, boards, standing_in_force(rules, stored or {}))
    return StandingSettings.from_json(Node(in_force, "standing_settings", ""))


WHO_PLAYS = {
    "individual": gettext_lazy("Four players"),
    "pairs": gettext_lazy("Two pairs"),
    "teams": gettext_lazy("Two teams at two tables"),
    "three": gettext_lazy("Three players"),
    "soloist": gettext_lazy("Three players and a dummy"),
}


HOUSE = gettext_lazy("House editions")


Choices = list[tuple[str, list[tuple[str, str]]]]


def grouped(systems: Mapping[str, RuleSet]) -> Choices:
    groups: dict[str, list[tuple[str, str]]] = {}
    for code, rules in systems.items():
        sides = rules.sides if len(rules.winds) == len(WINDS) else "three"
        heading = str(HOUSE if rules.base is not None else WHO_PLAYS[sides])
        groups.setdefault(heading, []).append((code, naming.system_title(rules)))
    last = str(HOUSE)
    return sorted(groups.items(), key=lambda group: group[0] == last)
