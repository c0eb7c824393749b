"""Fields of the schema made from declarations: a dataclass or a named tuple already has the type of
each field.
"""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    DictField,
    Field,
    IntegerField,
    JSONField,
    ListField,
    Serializer,
)

from king.reading import UNIONS, JsonObject
from king.rulesets.setting import Setting
from king.standing.standing_settings import StandingSetting


class ExactField(CharField):
    def __init__(self, **options: Any) -> None:
        about = {"help_text": gettext_lazy("An exact number as text: -4, 13/3.")}
        super().__init__(**{**about, **options})


KINDS: Mapping[Any, type[Field]] = {
    str: CharField,
    Fraction: ExactField,
    bool: BooleanField,
    int: IntegerField,
}


def fields_of(declared: type, *without: str, **otherwise: Field) -> dict[str, Field]:
    """Fields of ``declared``, all optional. ``otherwise`` has those whose type does not tell
    enough.
    """
    hints = get_type_hints(declared)
    names = [name for name in hints if not name.isupper() and name not in without]
    return {name: otherwise.get(name) or _field(hints[name]) for name in names}


def _field(hint: Any, **about: Any) -> Field:
    origin, parts = get_origin(hint), get_args(hint)
    about = {"required": False, **about}
    if origin is Annotated:
        return _field(parts[0], **about)
    if origin in UNIONS:
        [kind] = [part for part in parts if part is not type(None)]
        return _field(kind, **about, allow_null=True)
    if origin is Literal:
        return ChoiceField(choices=list(parts), **about)
    if origin is tuple:
        return ListField(child=_field(parts[0], required=True), **about)
    if origin is not None:
        return DictField(child=_field(parts[1], required=True), **about)
    if issubclass(hint, StrEnum):
        return ChoiceField(choices=list(hint), **about)
    if issubclass(hint, JsonObject):
        return shape_of(hint)(**about)
    if hint is str:
        about["allow_blank"] = True
    return KINDS[hint](**about)


def shape_of(declared: type[JsonObject], *without: str, name: str = "") -> type[Serializer]:
    """Shape of the JSON object of a dataclass of ``king``."""
    fields: dict[str, Any] = {"__doc__": declared.__doc__, **fields_of(declared, *without)}
    return type(f"{name or declared.__name__}Shape", (Serializer,), fields)


def free(shape: type[Serializer]) -> type[DictField]:
    """Field for an object that is passed through unchanged, with ``shape`` as its schema. ``king``
    reads it and gives the errors.
    """
    described: type[DictField] = extend_schema_field(shape)(
        type(f"{shape.__name__}Field", (DictField,), {})
    )
    return described


def _setting(declared: Setting | StandingSetting) -> Field:
    about: dict[str, Any] = {"help_text": gettext_lazy(declared.title), "required": False}
    if declared.kind in ("choice", "wind"):
        return ChoiceField(choices=list(declared.labels), **about)
    if isinstance(declared, StandingSetting):
        about["allow_null"] = True
    match declared.kind:
        case "count":
            return IntegerField(min_value=declared.least, max_value=declared.most, **about)
        case "flag":
            return BooleanField(**about)
        case "number":
            return ExactField(**about)
        case "scale":
            return ListField(child=ExactField(), **about)
        case "order":
            return ListField(child=ChoiceField(choices=list(declared.labels)), **about)
    return JSONField(**about)


def setting_fields(declared: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of settings, as ``king`` declares them."""
    return {key: _setting(setting) for key, setting in declared.items()}
