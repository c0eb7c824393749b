"""Fields made of the settings of a rule system, and of numbers of points as people write them.

Nothing here knows what any setting means.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _

from king.rulesets import RuleSet, Setting
from king.standing_settings import LARGEST_DENOMINATOR, LARGEST_NUMBER
from printing import wording

MOST_PLACES = 60
EXACT = "0123456789./,-−"


def said(sentence: str) -> str:
    """A sentence marked in ``king``, in the reader's language."""
    return _(sentence)


class PointsField(forms.CharField):
    """A number of points as people write it, 2,5 or 9/2; cleaned to a ``Fraction``, None where it is empty."""

    def clean(self, value: Any) -> Fraction | None:
        """Read it, or say how it is written."""
        text = super().clean(value).strip()
        return read_points(text) if text else None


def read_points(text: str) -> Fraction:
    """The exact number; raises ``ValidationError`` with an example."""
    try:
        if set(text) - set(EXACT):
            raise ValueError(text)
        number = Fraction(text.replace("−", "-").replace(",", "."))
    except (ValueError, ZeroDivisionError):
        sentence = _("“%(found)s” is no number of points: write 6, or 2,5, or 9/2.")
        raise ValidationError(sentence, code="not_points", params={"found": text[:20]}) from None
    if abs(number) > LARGEST_NUMBER or number.denominator > LARGEST_DENOMINATOR:
        sentence = _("“%(found)s” is out of bounds.")
        raise ValidationError(sentence, code="points_out_of_bounds", params={"found": text[:20]})
    return number


class ScaleField(forms.CharField):
    """Points of the places, best first: ``10 6 4 3 2``; cleaned to a tuple, None where it is empty."""

    def clean(self, value: Any) -> tuple[Fraction, ...] | None:
        """Read every number."""
        words = super().clean(value).replace(";", " ").replace(", ", " ").split()
        if len(words) > MOST_PLACES:
            sentence = _("A scale has up to %(most)s places.")
            raise ValidationError(sentence, code="scale_too_long", params={"most": MOST_PLACES})
        return tuple(read_points(word) for word in words) or None


class StepsField(forms.CharField):
    """Steps of a conversion, ``100=1 300=2``: rising, both of them; cleaned to pairs, none where it is empty."""

    def clean(self, value: Any) -> tuple[tuple[int, int], ...]:
        """Read every step."""
        steps = [word.split("=") for word in super().clean(value).replace(";", " ").replace(",", " ").split()]
        wrong = _("Write each step as 100=1: from 100 points of difference up, 1 match point; the steps rise.")
        if not all(len(step) == 2 and all(_is_count(part) for part in step) for step in steps):
            raise ValidationError(wrong, code="not_steps")
        found = tuple((int(least), int(worth)) for least, worth in steps)
        if any(one[0] >= other[0] or one[1] > other[1] for one, other in pairwise(found)):
            raise ValidationError(wrong, code="not_steps")
        return found


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 6


def carried(data: QueryDict, rules: RuleSet, old: RuleSet | None) -> QueryDict:
    """What was typed, when another rule system has been chosen meanwhile.

    A setting left as the old system has it becomes what the new one has; one that a person changed stays.
    """
    if old is None or old.code == rules.code:
        return data
    copied = data.copy()
    before = {setting.key: setting for setting in old.settings}
    for setting in rules.settings:
        name = f"setting_{setting.key}"
        was = before.get(setting.key)
        untouched = was is None or (name in data if was.kind == "flag" else data.get(name)) == shown(was)
        if untouched and setting.kind == "flag":
            copied.pop(name, None)
            if setting.default:
                copied[name] = "on"
        elif untouched:
            copied[name] = str(shown(setting))
    copied["settings_of"] = rules.code
    return copied


def shown(setting: Setting) -> object:
    """The default as the form shows it."""
    if setting.kind == "flag":
        return setting.default
    return str(setting.default).lstrip("-")


# Where the rules say it is of use to who wrote them down, not to who fills in a form.
_ARTICLE = re.compile(r"\s*\((?:[A-Z]\d+(?:, )?)+\)")


def setting_field(setting: Setting) -> forms.Field:
    help_text = _ARTICLE.sub("", said(setting.help))
    options: dict[str, Any] = {"label": said(setting.title), "help_text": help_text, "required": False}
    if setting.kind == "flag":
        return forms.BooleanField(**options)
    if setting.kind == "count":
        return forms.IntegerField(min_value=setting.least, max_value=setting.most, **options)
    if setting.kind == "number":
        return PointsField(max_length=20, **options)
    choices = [(code, _choice_label(setting, code, text)) for code, text in setting.options]
    # Whole sentences to choose from are read side by side, not cut off in a closed list.
    widget = forms.RadioSelect if setting.kind == "choice" else forms.Select
    return forms.ChoiceField(choices=choices, widget=widget, **options)


def _choice_label(setting: Setting, code: str, text: str) -> str:
    label = wording.wind_name(code) if setting.kind == "wind" else said(text)
    return _("%(choice)s (usual)") % {"choice": label} if code == str(setting.default) else label
