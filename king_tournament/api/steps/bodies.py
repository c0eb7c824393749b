"""Shapes of bodies that a program posts: made from the signatures of services, from the models and
from the declarations of ``king``.
"""

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, get_args, get_origin

from django.utils.translation import gettext as _, gettext_lazy
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    DictField,
    Field,
    IntegerField,
    ListField,
    ModelSerializer,
    Serializer,
)

from king.rulesets.settings import SETTINGS
from king.standing.standing_settings import STANDING_SETTINGS
from king_tournament.api.declared_fields import fields_of, setting_fields
from king_tournament.api.king_shapes import RowContentField
from king_tournament.api.shapes import WINDS
from printing.document_context import Options
from tournaments.models import Tournament
from tournaments.services import CHANGEABLE

KINDS = ((BooleanField, bool), (IntegerField, int), (CharField, str))


def check_kind(field: Field, sent: Any) -> None:
    """Refuse a text for a number and a number for a text, as the schema does."""
    if isinstance(field, ListField | DictField) and isinstance(sent, list | dict):
        for part in sent.values() if isinstance(sent, dict) else sent:
            check_kind(field.child, part)
    whole = int(sent) if isinstance(sent, float) and sent.is_integer() else sent
    for kind, python in KINDS if whole is not None else ():
        is_right = isinstance(whole, python) and (python is bool or not isinstance(whole, bool))
        if isinstance(field, kind) and not is_right:
            field.fail("invalid", input=sent)


class Body(Serializer):
    """Base of bodies. Unknown fields are refused, so that a misspelled one is noticed."""

    def to_internal_value(self, data: Any) -> Any:
        wrong = {}
        for name in set(data) & set(self.fields) if isinstance(data, dict) else ():
            try:
                check_kind(self.fields[name], data[name])
            except ValidationError as refused:
                wrong[name] = refused.detail
        if wrong:
            raise ValidationError(wrong)
        read = super().to_internal_value(data)
        unknown = sorted(set(data) - set(self.fields))
        if unknown:
            sentence = _("There is no such field. There are: %(fields)s.")
            detail = ErrorDetail(sentence % {"fields": ", ".join(self.fields)}, "unknown_field")
            raise ValidationError({name: [detail] for name in unknown})
        return read


class PartialBody(Body):
    """Changes: what is not named stays."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{**options, "partial": True})


def body_of(name: str, fields: Mapping[str, Field]) -> type[Serializer]:
    title = "".join(map(str.capitalize, name.split("_")))
    return type(f"{title}Body", (Body,), dict(fields))


class ByNumberField(DictField):
    """Its keys are numbers; others are passed over."""

    def to_internal_value(self, data: Any) -> dict[int, Any]:
        values = super().to_internal_value(data)
        return {int(key): value for key, value in values.items() if key.isdecimal()}


def text(help: Any = None, longest: int = 2000, *, needed: bool = False) -> CharField:
    return CharField(help_text=help, max_length=longest, required=needed, allow_blank=not needed)


def flag(help: Any = None) -> BooleanField:
    return BooleanField(help_text=help, required=False)


def number(
    help: Any = None, least: int = 0, *, needed: bool = False, source: str | None = None
) -> IntegerField:
    return IntegerField(
        help_text=help, min_value=least, max_value=999_999_999, required=needed, source=source
    )


def numbers(help: Any = None, *, needed: bool = False) -> ListField:
    return ListField(
        child=IntegerField(min_value=0, max_value=999_999_999),
        help_text=help,
        required=needed,
        max_length=1000,
    )


def wind(*, needed: bool = True) -> ChoiceField:
    return ChoiceField(choices=WINDS, required=needed)


KEPT = gettext_lazy("It is kept, with the account and the time.")
REASON = {"reason": text(KEPT, needed=True)}


# --- out of a service's own signature

BY_NAME: Mapping[str, Callable[[bool], Field]] = {
    "reason": lambda needed: text(KEPT if needed else None, needed=needed),
    "wind": lambda needed: wind(needed=needed),
    "hand": lambda needed: number(least=1, needed=needed),
    "table": lambda needed: number(least=1, needed=needed),
}
"""Parameters that are the same thing in every service; ``needed``: without them it does nothing."""

OF_PAGES = frozenset({"device", "seen", "settles_call"})
"""Parameters of a page that its reader has looked at: a program has ``If-Match``."""


def fields_of_service(
    service: Callable[..., Any], known: Collection[str], own_fields: Mapping[str, Field]
) -> dict[str, Field]:
    """A field for each parameter that is not in ``known``. Those in ``own_fields`` need more than the
    signature: words, bounds, another name. Raises ``TypeError`` on import for a parameter without a
    field, and for a field that the service does not take.
    """
    signature = inspect.signature(service, eval_str=True)
    bound = service.keywords if isinstance(service, partial) else {}
    filled = {getattr(field, "source", None) or name for name, field in own_fields.items()}
    fields = dict(own_fields)
    for name, parameter in signature.parameters.items():
        if parameter.kind is not parameter.KEYWORD_ONLY or name in {*known, *bound, *filled}:
            continue
        is_needed = parameter.default is parameter.empty
        field = None if name in OF_PAGES else _field_for(name, parameter.annotation, is_needed)
        if field is not None:
            fields[name] = field
        elif is_needed:
            raise TypeError(f"{service} takes {name}, which no field of its step fills")
    kinds = {parameter.kind for parameter in signature.parameters.values()}
    if inspect.Parameter.VAR_KEYWORD not in kinds and (wrong := filled - {*signature.parameters}):
        raise TypeError(f"{service} takes no {', '.join(sorted(wrong))}")
    return fields


def _field_for(name: str, hint: Any, needed: bool) -> Field | None:
    if name in BY_NAME:
        return BY_NAME[name](needed)
    if type(None) in get_args(hint):
        others = [part for part in get_args(hint) if part is not type(None)]
        return _field_for(name, others[0], needed) if len(others) == 1 else None
    if hint is bool:
        return BooleanField(required=needed)
    if hint is int:
        return number(needed=needed)
    if hint is str:
        return text(needed=needed)
    if get_origin(hint) in (Sequence, Collection) and get_args(hint) == (int,):
        return numbers(needed=needed)
    return None


# --- settings, as ``king`` declares them


SettingsBody = type("SettingsBody", (Body,), setting_fields(SETTINGS))
StandingSettingsBody = type("StandingSettingsBody", (Body,), setting_fields(STANDING_SETTINGS))


class EveningBody(Body, ModelSerializer):
    """An evening to be made."""

    circuit = CharField(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=120,
        help_text=gettext_lazy("A circuit's name; a new name makes a circuit."),
    )
    settings = SettingsBody(required=False)
    standing_settings = StandingSettingsBody(required=False)

    class Meta:
        model = Tournament
        fields = CHANGEABLE


class EveningChangesBody(PartialBody, EveningBody):
    """Changes to an evening: what is not named stays. The settings that are named are all that
    differ from the system's own.
    """


OptionsBody = type("OptionsBody", (Body,), {"__doc__": Options.__doc__, **fields_of(Options)})


class RowBody(Body):
    """A row of a sheet."""

    hand = IntegerField(min_value=1, max_value=99)
    content = RowContentField(
        allow_null=True,
        help_text=gettext_lazy(
            "contract, units by wind, trump, sale, as `king score` reads them; null empties the row."
        ),
    )
    client_id = CharField(required=False, max_length=60)
    based_on = IntegerField(
        required=False,
        allow_null=True,
        help_text=gettext_lazy("The version that the typist was looking at, 0 for none."),
    )


class SeatBody(Body):
    """A seat of the partita."""

    table = IntegerField(min_value=1, max_value=9999)
    wind = ChoiceField(choices=WINDS)
