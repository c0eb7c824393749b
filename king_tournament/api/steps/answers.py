"""Answers of steps that are not the row that the step was done to."""

from typing import Any

from django.shortcuts import resolve_url
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    DateTimeField,
    DictField,
    IntegerField,
    ListField,
    Serializer,
    SerializerMethodField,
)

from king_tournament.api.declared_fields import ExactField
from king_tournament.api.shapes import (
    PointsField,
    ProblemShape,
    RulingShape,
    TableShape,
)
from printing.document_list import DOCUMENTS
from printing.models import PrintJob
from scoring.models import Protest, Settlement
from tournaments.log import LogKind
from tournaments.pasted_lists import Outcome


class CandidateShape(Serializer):
    """A player whom a line may mean."""

    id = IntegerField(source="pk")
    name = CharField(source="full_name")
    card_number = CharField(allow_blank=True)
    club = CharField(allow_blank=True)


class LineShape(Serializer):
    """A line of a list, and what becomes of it."""

    line = IntegerField()
    key = IntegerField(source="number", help_text=_("Send it in `meant`."))
    text = CharField(allow_blank=True)
    outcome = ChoiceField(choices=Outcome.values)
    reason = CharField(allow_blank=True)
    may_be_new = BooleanField()
    candidates = CandidateShape(many=True)
    entry = IntegerField(source="entry.number", allow_null=True, default=None)


class ListShape(Serializer):
    """A list of players, pairs or teams, line by line."""

    lines = LineShape(many=True, source="*")


class EnteredNumbersShape(Serializer):
    """Entries by their numbers."""

    entries = ListField(child=IntegerField())


class DrawShape(Serializer):
    """A draw."""

    seed = CharField(allow_blank=True, help_text=_("Anybody can repeat the draw with it."))
    winds = DictField(child=CharField(), help_text=_("By entry number: N1, E3."))


class SeatingShape(Serializer):
    """Seats of a partita as they are planned."""

    round = IntegerField()
    tables = TableShape(many=True)
    remarks = ListField(child=CharField(), help_text=_("How good the seating is, in sentences."))


class ExchangeShape(Serializer):
    """Things to know of an exchange of seats."""

    warnings = ListField(child=CharField(), source="*")


class ChangeShape(Serializer):
    """A line of a standing that changes: rank, match points and total before and after."""

    place = CharField(help_text=_("overall, `wind N` or `round 1`"))
    entry = CharField()
    before = ListField(child=CharField(), allow_null=True)
    after = ListField(child=CharField(), allow_null=True)
    rested = ListField(
        child=IntegerField(), help_text=_("partite in these figures that were sat out")
    )


class PreviewShape(Serializer):
    """A ruling that is only looked at: totals and places before and after."""

    before = PointsField()
    after = PointsField()
    problems = ProblemShape(many=True)
    closable = BooleanField()
    changes = ChangeShape(many=True)


class RulingsMadeShape(Serializer):
    """Rulings by their keys."""

    rulings = ListField(child=IntegerField())


class ChangesShape(Serializer):
    """Lines of the standing that would change."""

    changes = ChangeShape(many=True, source="*")


class CallShape(Serializer):
    """A table's call of the arbiter."""

    id = IntegerField(source="pk")
    round = IntegerField(source="table.round.number")
    table = IntegerField(source="table.number")
    hand = IntegerField(allow_null=True)
    text = CharField(allow_blank=True)
    made_at = DateTimeField()
    taken_by = CharField(source="taken_by.username", allow_null=True, default=None)
    done_at = DateTimeField(allow_null=True)


class ListedRulingShape(RulingShape):
    """A decision of the arbiter, also one that was revoked."""

    round = IntegerField(source="sheet.table.round.number")
    table = IntegerField(source="sheet.table.number")
    made_at = DateTimeField(source="created_at")
    revoked_at = DateTimeField(allow_null=True)
    revoked_because = CharField(allow_blank=True)


class OpenTieShape(Serializer):
    """Entries that share a place of the standing on every rule."""

    tie = CharField(source="key", help_text=_("Send it with what settles the tie."))
    standing = CharField(help_text=_("overall, or a wind"))
    rank = IntegerField()
    entries = SerializerMethodField()

    def get_entries(self, tie: Any) -> list[int]:
        return [entry.number for entry in tie.entries]


class SettlementShape(Serializer):
    """A tie that was settled, also one of which that was revoked."""

    id = IntegerField(source="pk")
    standing = CharField(help_text=_("overall, or a wind"))
    kind = ChoiceField(choices=Settlement.Kind.values)
    seed = CharField(allow_blank=True)
    source = CharField(allow_blank=True)  # type: ignore[assignment]
    reason = CharField()
    made_at = DateTimeField(source="created_at")
    revoked_at = DateTimeField(allow_null=True)
    revoked_because = CharField(allow_blank=True)


class EditionShape(Serializer):
    """A house edition."""

    code = CharField(help_text=_("An evening's `ruleset`."))
    name = CharField()
    offered = BooleanField(source="is_offered")
    form = DictField(help_text=_("As its file has it."))


class PersonShape(CandidateShape):
    """Somebody of the roster."""

    surname = CharField()
    given_name = CharField(allow_blank=True)


class AgreedShape(Serializer):
    """Players by their keys: those of whom something has changed."""

    players = ListField(child=IntegerField())


class CountShape(Serializer):
    """How many."""

    count = IntegerField(source="*")


class PostedShape(Serializer):
    """The number of a published standing; the same as before where nothing has changed."""

    number = IntegerField()


class ProtestShape(Serializer):
    """A protest against a published standing."""

    id = IntegerField(source="pk")
    round = IntegerField(source="table.round.number")
    table = IntegerField(source="table.number")
    hand = IntegerField(allow_null=True)
    who = CharField()
    text = CharField()
    standing = IntegerField(source="publication.number")
    made_at = DateTimeField()
    outcome = ChoiceField(
        choices=Protest.Outcome.values, allow_blank=True, help_text=_("Empty while it is open.")
    )
    answer = CharField(allow_blank=True)
    ruling = IntegerField(source="ruling_id", allow_null=True)
    answered_at = DateTimeField(allow_null=True)


class JobShape(Serializer):
    """A document that was asked for."""

    id = IntegerField(source="pk")
    document = ChoiceField(choices=list(DOCUMENTS))
    state = ChoiceField(choices=PrintJob.State.values)
    done_pages = IntegerField()
    all_pages = IntegerField()
    error = CharField(allow_blank=True)
    url = SerializerMethodField(help_text=_("Address that is notified."))
    file = SerializerMethodField(help_text=_("Where the file is; null until it is made."))

    @extend_schema_field(OpenApiTypes.URI)
    def get_url(self, job: Any) -> str:
        return self._at("api:job", job)

    @extend_schema_field({"type": "string", "format": "uri", "nullable": True})
    def get_file(self, job: Any) -> str | None:
        return self._at("api:job_file", job) if job.state == job.State.DONE else None

    def _at(self, name: str, job: Any) -> str:
        path = resolve_url(name, job.tournament.code, job.pk)
        return str(self.context["request"].build_absolute_uri(path))


class RevealShape(Serializer):
    """A held standing read out place by place."""

    version = IntegerField(help_text=_("Send it with the next step."))
    shown = IntegerField()
    steps = SerializerMethodField(help_text=_("How many there are in all."))
    paused = BooleanField()

    def get_steps(self, hold: Any) -> int:
        return len(hold.steps)


class QualifiedShape(Serializer):
    """Somebody of the published standing who may play the final."""

    entry = IntegerField(source="entry.pk", help_text=_("Its key, to be named in a decision."))
    name = CharField()
    rank = IntegerField()
    points = ExactField()
    order = IntegerField(
        allow_null=True, help_text=_("Null: the player declines, or a tie is open.")
    )


class TieShape(Serializer):
    """Somebody is level, and only some of them go on."""

    tie = CharField(help_text=_("Send it with what settles the tie."))
    entries = ListField(child=IntegerField())


class FinalShape(Serializer):
    """The final that is made of a published standing."""

    standing = IntegerField(help_text=_("The number of the published standings."))
    places = IntegerField()
    carry = IntegerField()
    candidates = QualifiedShape(many=True)
    ties = TieShape(many=True)
    final = CharField(
        allow_null=True, help_text=_("The code of its evening; null before it is made.")
    )


class LogLineShape(Serializer):
    """A line of the log."""

    number = IntegerField(source="entry.sequence")
    at = DateTimeField(source="entry.at")
    kind = ChoiceField(choices=list(LogKind), source="entry.kind")
    author = CharField(source="entry.author_name", allow_blank=True)
    sentence = CharField(help_text=_("In the reader's language."))
    seal = CharField(source="entry.hash")


class GoneShape(Serializer):
    """Nothing is left to be shown."""

    done = BooleanField()
