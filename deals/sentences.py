"""Sentences of ``king`` said in the reader's language."""

from __future__ import annotations

from django.utils.functional import lazy
from django.utils.translation import gettext

from deals.models import WindChoice
from king.commands.reading import STANDARD_INPUT, TOP
from king.errors import InputError
from king.winds import Wind
from king.words import Phrase, shown


def say(value: object) -> str:
    """A sentence of ``king`` in the active language, its fields with it."""
    if isinstance(value, Phrase):
        sentence = gettext(value.template) if value.template else ""
        fields = {name: say(field) for name, field in value.fields.items()}
        return sentence.format(**fields) if fields else sentence
    if isinstance(value, Wind):
        return str(WindChoice(value.value).label)
    return shown(value)


def say_error(error: InputError) -> str:
    """What keeps an input from being read, in the active language: its place, then what is wrong there."""
    # A place is a name in a file (``rows[3].units``) and is not translated, unless it is no name at all.
    where = [gettext(part) if part in (TOP, STANDARD_INPUT) else part for part in (error.source, error.place) if part]
    return ": ".join([*where, say(error.phrase)])


say_error_lazily = lazy(say_error, str)

say_lazily = lazy(say, str)
"""``say`` when the refusal is read, in the reader's language, and not when it is raised."""
