"""Sentences of fields that refuse their input, in place of Django's.

A sentence says what is wrong and what to write. The page shows it below the field; the API names
the field before it.
"""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core import validators
from django.db import models
from django.forms import fields, models as model_fields
from django.utils.translation import gettext_lazy as _, ngettext_lazy

EMPTY = _("Fill in this field.")
WHOLE_NUMBER = _("Write a whole number.")
NUMBER = _("Write a number.")
NOT_IN_THE_LIST = _("Choose from the list: this is not in it.")
A_DATE = _("Write a date: day, month and year.")
A_MOMENT = _("Write a date and a time.")
NO_SUCH_CHARACTER = _("This text contains a character that cannot be stored: type it again.")
TAKEN = _("This is already taken: write another.")
NOT_AN_ADDRESS = _("Write an address that begins with https://.")
NOT_AN_EMAIL = _("This is not an e-mail address: write it like rossi@example.org.")

OF_FIELDS: Mapping[Any, Mapping[str, Any]] = {
    fields.Field: {"required": EMPTY},
    fields.IntegerField: {"invalid": WHOLE_NUMBER},
    fields.FloatField: {"invalid": NUMBER},
    fields.DecimalField: {"invalid": NUMBER},
    fields.DateField: {"invalid": A_DATE},
    fields.TimeField: {"invalid": _("Write a time, like 21:05.")},
    fields.DateTimeField: {"invalid": A_MOMENT},
    fields.URLField: {"invalid": NOT_AN_ADDRESS},
    fields.FileField: {
        "invalid": _("Choose a file."),
        "missing": _("Choose a file."),
        "empty": _("The file is empty: choose another."),
        "max_length": ngettext_lazy(
            "The file's name has %(length)d characters: shorten it to %(max)d.",
            "The file's name has %(length)d characters: shorten it to %(max)d.",
            "max",
        ),
    },
    fields.ChoiceField: {"invalid_choice": NOT_IN_THE_LIST},
    fields.MultipleChoiceField: {
        "invalid_choice": NOT_IN_THE_LIST,
        "invalid_list": NOT_IN_THE_LIST,
    },
    model_fields.ModelChoiceField: {"invalid_choice": NOT_IN_THE_LIST},
    model_fields.ModelMultipleChoiceField: {
        "invalid_choice": NOT_IN_THE_LIST,
        "invalid_list": NOT_IN_THE_LIST,
        "invalid_pk_value": NOT_IN_THE_LIST,
    },
    models.Field: {
        "blank": EMPTY,
        "null": EMPTY,
        "invalid_choice": NOT_IN_THE_LIST,
        "unique": TAKEN,
    },
    models.IntegerField: {"invalid": WHOLE_NUMBER},
    models.DateField: {"invalid": A_DATE, "invalid_date": A_DATE},
    models.DateTimeField: {"invalid": A_MOMENT, "invalid_date": A_MOMENT},
}

OF_VALIDATORS: Mapping[Any, Any] = {
    validators.MaxValueValidator: _("Write %(limit_value)s or less."),
    validators.MinValueValidator: _("Write %(limit_value)s or more."),
    validators.MaxLengthValidator: ngettext_lazy(
        "Write at most %(limit_value)d character: this has %(show_value)d.",
        "Write at most %(limit_value)d characters: this has %(show_value)d.",
        "limit_value",
    ),
    validators.MinLengthValidator: ngettext_lazy(
        "Write at least %(limit_value)d character: this has %(show_value)d.",
        "Write at least %(limit_value)d characters: this has %(show_value)d.",
        "limit_value",
    ),
    validators.EmailValidator: NOT_AN_EMAIL,
    validators.URLValidator: NOT_AN_ADDRESS,
    validators.ProhibitNullCharactersValidator: NO_SUCH_CHARACTER,
    UnicodeUsernameValidator: _("Use letters, digits and @ . + - _ only, without spaces."),
}


OF_DECIMALS: Mapping[str, Any] = {
    "max_digits": _("This number is too large."),
    "max_decimal_places": ngettext_lazy(
        "Write at most %(max)s decimal.", "Write at most %(max)s decimals.", "max"
    ),
    "max_whole_digits": _("This number is too large."),
}


def use_ours() -> None:
    """Replace Django's sentences in the classes that every form and model is made of."""
    for field, sentences in OF_FIELDS.items():
        field.default_error_messages = {
            **vars(field).get("default_error_messages", {}),
            **sentences,
        }
    for validator, sentence in OF_VALIDATORS.items():
        validator.message = sentence
    validators.DecimalValidator.messages = {**validators.DecimalValidator.messages, **OF_DECIMALS}
