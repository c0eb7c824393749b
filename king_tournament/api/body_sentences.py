"""Sentences of the API's fields that refuse their input, in place of the framework's. They are
those of forms; the field is named before them.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import fields, relations, serializers, validators

from king_tournament import field_sentences

YES_OR_NO = _("Send true or false.")
TEXT = _("Send a text.")
A_LIST = _("Send a list.")
AN_OBJECT = _("Send a JSON object.")
NOT_EMPTY = _("Send at least one.")
MOST, LEAST = _("Write {max_value} or less."), _("Write {min_value} or more.")
LONG, SHORT = _("At most {max_length} fit here."), _("At least {min_length} are needed here.")
TOO_LARGE = _("This number is too large.")

OF_BODIES: Mapping[Any, Mapping[str, Any]] = {
    fields.Field: {"required": field_sentences.EMPTY, "null": field_sentences.EMPTY},
    fields.BooleanField: {"invalid": YES_OR_NO},
    fields.CharField: {
        "invalid": TEXT,
        "blank": field_sentences.EMPTY,
        "max_length": _("Write at most {max_length} characters."),
        "min_length": _("Write at least {min_length} characters."),
    },
    fields.EmailField: {"invalid": field_sentences.NOT_AN_EMAIL},
    fields.URLField: {"invalid": field_sentences.NOT_AN_ADDRESS},
    fields.IntegerField: {
        "invalid": field_sentences.WHOLE_NUMBER,
        "max_value": MOST,
        "min_value": LEAST,
        "max_string_length": TOO_LARGE,
    },
    fields.DateField: {
        "invalid": _("Write the date as 2026-12-04."),
        "datetime": _("Write the date as 2026-12-04."),
    },
    fields.DateTimeField: {
        "invalid": _("Write date and time as 2026-12-04T21:05."),
        "date": _("Write date and time as 2026-12-04T21:05."),
    },
    fields.ChoiceField: {"invalid_choice": field_sentences.NOT_IN_THE_LIST},
    fields.MultipleChoiceField: {
        "invalid_choice": field_sentences.NOT_IN_THE_LIST,
        "not_a_list": A_LIST,
        "empty": NOT_EMPTY,
    },
    fields.ListField: {
        "not_a_list": A_LIST,
        "empty": NOT_EMPTY,
        "min_length": SHORT,
        "max_length": LONG,
    },
    fields.DictField: {"not_a_dict": AN_OBJECT, "empty": NOT_EMPTY},
    fields.JSONField: {"invalid": _("This is not JSON.")},
    relations.PrimaryKeyRelatedField: {
        "does_not_exist": field_sentences.NOT_IN_THE_LIST,
        "incorrect_type": field_sentences.WHOLE_NUMBER,
    },
    relations.ManyRelatedField: {"not_a_list": A_LIST, "empty": NOT_EMPTY},
    serializers.Serializer: {"invalid": AN_OBJECT},
    serializers.ListSerializer: {
        "not_a_list": A_LIST,
        "empty": NOT_EMPTY,
        "min_length": SHORT,
        "max_length": LONG,
    },
}


def use_ours() -> None:
    """Replace the framework's sentences in the classes that every body is made of."""
    for field, sentences in OF_BODIES.items():
        field.default_error_messages = {
            **vars(field).get("default_error_messages", {}),
            **sentences,
        }
    validators.UniqueValidator.message = field_sentences.TAKEN
    validators.ProhibitSurrogateCharactersValidator.message = field_sentences.NO_SUCH_CHARACTER
