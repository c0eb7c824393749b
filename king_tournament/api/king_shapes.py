"""Objects of ``king`` that programs send and read: a row, what a ruling does, a standing."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    DateField,
    DictField,
    Field,
    IntegerField,
    JSONField,
    ListField,
    Serializer,
)

from king.sheet.row import Row
from king.sheet.ruling_kinds import SCOPES
from king.sheet.rulings import POLICIES
from king.standing.ranking import Line
from king.standing.standing_settings import STANDING_SETTINGS
from king.standing.tiebreaks import SETTLED_BY
from king_tournament.api.declared_fields import ExactField, free, setting_fields, shape_of
from scoring.scored_sheets import PLAYERS, WINDS_STAY
from wording.columns import Column, Kind, program_columns

# --- a row


RowContentField = free(shape_of(Row, "hand", name="RowContent"))


# --- a ruling


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string"},
            {"type": "integer"},
            {
                "type": "object",
                "additionalProperties": {"oneOf": [{"type": "string"}, {"type": "integer"}]},
            },
        ]
    }
)
class RuledPointsField(JSONField):
    """One number, or one by column."""


class RulingEffectShape(Serializer):
    """Effects of a ruling, as `king score` has them."""

    policy = ChoiceField(choices=list(POLICIES), required=False)
    points = RuledPointsField(required=False)
    offenders = ListField(child=CharField(), required=False)
    scope = ChoiceField(choices=list(SCOPES), required=False)
    average = BooleanField(
        required=False, help_text=_("The mean of the other tables, for a fouled board.")
    )


class AcceptedProblemShape(Serializer):
    """Something that was wrong with a sheet when it was accepted as it is."""

    code = CharField()
    hand = IntegerField(allow_null=True)
    message = CharField()


class RuledEffectShape(RulingEffectShape):
    """The effect of a ruling in force; of a sheet that was accepted as it is, and of wrong winds,
    what was accepted and who changed places.
    """

    hash = CharField(required=False, help_text=_("Hash of the rows that were accepted."))
    problems = AcceptedProblemShape(many=True, required=False)
    missing = ListField(child=IntegerField(), required=False)
    winds = ListField(child=ListField(child=CharField()), required=False)
    follows = ChoiceField(choices=[PLAYERS, WINDS_STAY], required=False)


RulingEffectField = free(RulingEffectShape)
RuledEffectField = free(RuledEffectShape)


# --- a standing, as `king standings` answers


@extend_schema_field(
    {
        "type": "array",
        "items": {
            "type": "array",
            "items": {"oneOf": [{"type": "string"}, {"type": "integer"}]},
            "minItems": 2,
            "maxItems": 2,
        },
    }
)
class SatField(JSONField):
    """Winds, and how many hands were played at each."""


class BoardComparedShape(Serializer):
    """One hand, where boards are compared."""

    board = CharField()
    points = ExactField(allow_null=True)
    wind = CharField(required=False)
    apart = BooleanField(required=False)


class ComparedShape(Serializer):
    """A result of a partita among those that it is compared with."""

    rank = IntegerField(allow_null=True)
    match_points = ExactField()
    entry = CharField()
    total = ExactField(allow_null=True)
    sat = SatField(required=False)
    boards = BoardComparedShape(many=True, required=False)


class UnrankedShape(Serializer):
    """A result that takes no place."""

    entry = CharField()
    wind = CharField(allow_null=True)
    total = ExactField(allow_null=True)


class ByeShape(Serializer):
    """Somebody who did not play."""

    entry = CharField()
    match_points = ExactField()


class RoundStandingShape(Serializer):
    """A partita: each wind best first, each table too where tables are compared."""

    round = IntegerField()
    evening = IntegerField(required=False, help_text=_("In a season: which evening it was."))
    partita = IntegerField(required=False, help_text=_("In a season: which one of its evening."))
    winds = DictField(child=ComparedShape(many=True))
    tables = DictField(child=ComparedShape(many=True), required=False)
    unranked = UnrankedShape(many=True, required=False)
    byes = ByeShape(many=True, required=False)


class SettledShape(Serializer):
    """A tie that was settled after play."""

    standing = CharField(help_text=_("overall, or a wind"))
    kind = ChoiceField(choices=list(SETTLED_BY))
    reason = CharField()
    places = DictField(child=IntegerField(), help_text=_("By entry, among themselves."))


class LineResultShape(Serializer):
    """A partita of a line; in a season with its evening."""

    round = IntegerField()
    evening = IntegerField(required=False)
    partita = IntegerField(required=False)
    match_points = ExactField()
    rested = BooleanField(required=False, help_text=_("True: the partita was sat out."))
    date = DateField(required=False)
    code = CharField(required=False, help_text=_("The evening's code."))


def _column_field(column: Column[Any]) -> Field:
    """Field for a column as ``king standings`` writes it. If the column has no key there, its kind
    decides.
    """
    more: dict[str, Any] = {"help_text": column.hint or column.title, "allow_null": True}
    if column.kind is Kind.TEXT:
        return CharField(**more)
    if column.key not in Line.KEYS:
        return ExactField(**more)
    match column.kind:
        case Kind.PLACE:
            return IntegerField()
        case Kind.NAME:
            return CharField()
    # Entries bring points along only into a final.
    return ExactField(required=False) if column.key == "carried" else ExactField()


_TOLD = {column.key: column for column in program_columns()}
_FIRST = "rank", "entry", "match_points", "total", "tiebreak"

StandingLineShape = type(
    "StandingLineShape",
    (Serializer,),
    {
        "__doc__": "A line of a standing.",
        **{key: _column_field(_TOLD[key]) for key in _FIRST},
        "explanation": ListField(child=CharField()),
        "settled": SettledShape(required=False),
        "carried": _column_field(_TOLD["carried"]),
        "counted": LineResultShape(many=True),
        "dropped": LineResultShape(many=True),
        **{key: _column_field(_TOLD[key]) for key in _TOLD if key not in Line.KEYS},
    },
)
"""Its figures are the columns of ``wording.columns``."""


class StandingProblemShape(Serializer):
    """Something that is wrong in the results."""

    code = CharField()
    round = IntegerField()
    entries = ListField(child=CharField())
    message = CharField()


class TooFewShape(Serializer):
    """Somebody who came too rarely to be ranked."""

    entry = CharField()
    evenings = IntegerField()


class StandingsShape(Serializer):
    """The answer of `king standings`."""

    rounds = RoundStandingShape(many=True)
    overall = StandingLineShape(many=True)
    winds = DictField(child=StandingLineShape(many=True))
    unranked = ListField(child=CharField(), required=False)
    changed_winds = ListField(child=CharField(), required=False)
    ranked_at = DictField(child=CharField(), required=False, help_text=_("The wind of each entry."))
    settled = SettledShape(many=True, required=False)
    unfit = SettledShape(many=True, required=False)
    problems = StandingProblemShape(many=True, required=False)
    changed_by = CharField(required=False)
    too_few = TooFewShape(many=True, required=False)


StandingsField = free(StandingsShape)
RegulationField = free(type("RegulationShape", (Serializer,), setting_fields(STANDING_SETTINGS)))
