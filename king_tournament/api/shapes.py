"""Shapes of all answers. Points are exact numbers as text, ``"13/3"``, as ``king score`` writes
them.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import resolve_url
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema_field, inline_serializer
from rest_framework.exceptions import ParseError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import (
    BaseSerializer,
    BooleanField,
    CharField,
    ChoiceField,
    DateField,
    DateTimeField,
    DictField,
    IntegerField,
    ListField,
    Serializer,
    SerializerMethodField,
    URLField,
    UUIDField,
)

from deals.models import BoardSet
from king.standing.standing_settings import COUNTS
from king_tournament.api.declared_fields import ExactField
from king_tournament.api.king_shapes import (
    RegulationField,
    RowContentField,
    RuledEffectField,
    StandingsField,
)
from night.evenings import progress_words
from scoring.models import Publication, Ruling, Sheet, ruling_choices
from scoring.publishing.review import reopened_sheets
from scoring.scored_sheets import ScoredTable, king_form, missing_hands, scored_table
from screens.clock import clock_of
from screens.hall import STATES
from tournaments.models import Round
from wording.sentences import say

WINDS = ["N", "E", "S", "W"]


class PhraseField(CharField):
    """A sentence of ``king`` in the reader's language."""

    def to_representation(self, value: Any) -> str:
        return say(value)


class PointsField(DictField):
    """Points by column: N E S W, or NS EW where pairs score together."""

    child = ExactField()

    def to_representation(self, value: Any) -> dict[str, str]:
        return {str(column): str(points) for column, points in value.items()}


class WhereShape(Serializer):
    """Where the fault is."""

    field = CharField(
        required=False, help_text=_("Path in the request body, such as `rows.0.content`.")
    )
    round = IntegerField(required=False)
    table = IntegerField(required=False)
    hand = IntegerField(required=False)
    board = IntegerField(required=False)
    number = IntegerField(required=False)
    numbers = ListField(child=IntegerField(), required=False)
    before = IntegerField(required=False)


class ProblemOfRefusalShape(Serializer):
    """One fault in what was sent."""

    message = CharField()
    code = CharField()
    place = WhereShape()


class RefusalShape(Serializer):
    """Reason why a request was refused."""

    message = CharField(help_text=_("A sentence in the reader's language."))
    code = CharField(help_text=_("The same as a code for programs."))
    place = WhereShape(required=False, help_text=_("Where the problem is."))
    problems = ProblemOfRefusalShape(
        many=True,
        required=False,
        help_text=_("Everything that is wrong, each item with message, code and place."),
    )


class _Addressed(Serializer):
    """Something with an API address and a page for people; ``addresses`` are the names of their
    URLs.
    """

    addresses: tuple[str, str]

    @extend_schema_field(OpenApiTypes.URI)
    def get_url(self, row: Any) -> str:
        return self._absolute(self.addresses[0], row)

    @extend_schema_field(OpenApiTypes.URI)
    def get_page(self, row: Any) -> str:
        return self._absolute(self.addresses[1], row)

    def _absolute(self, name: str, row: Any) -> str:
        return str(self.context["request"].build_absolute_uri(resolve_url(name, row.code)))


class RootShape(Serializer):
    """Addresses to begin with."""

    tournaments = URLField()
    circuits = URLField()
    schema = URLField()
    documentation = URLField()


class TournamentShape(_Addressed):
    """An evening."""

    code = CharField()
    name = CharField()
    date = DateField()
    place = CharField()
    ruleset = CharField(help_text=_("The rule system's code, as `king rulesets` lists it."))
    planned_rounds = IntegerField()
    seated_rounds = IntegerField(
        source="seated", help_text=_("Partite whose seating is published.")
    )
    played_rounds = IntegerField(source="played", help_text=_("Partite that have been closed."))
    in_play = BooleanField(source="playing", help_text=_("Whether a partita is being played."))
    entered = IntegerField()
    progress = SerializerMethodField(help_text=_("How far it has got, in the reader's language."))
    is_demo = BooleanField()
    closed_at = DateTimeField(allow_null=True)
    revision = IntegerField(help_text=_("Rises by one with each change; send it as `If-Match`."))
    language = CharField(help_text=_("Language of its paper and public pages: it, en …"))
    card_letters = CharField(
        help_text=_(
            "Letters of ace, king, queen and jack on the cards in use; empty: as on the cards of "
            "its language."
        )
    )
    url = SerializerMethodField()
    page = SerializerMethodField(help_text=_("The evening's page for people."))

    addresses = ("api:tournament", "live:evening")

    def get_progress(self, evening: Any) -> str:
        return progress_words(evening)[1]


class EntryShape(Serializer):
    """A competitor: a player, a pair or a team. The wind is null until a seating is published."""

    number = IntegerField()
    name = CharField(source="title", help_text=_("Surname first, as in the standings."))
    players = SerializerMethodField()
    wind = SerializerMethodField()
    unranked = BooleanField()
    fills = BooleanField(help_text=_("Whoever completes a table is not ranked."))
    withdrawn = SerializerMethodField()

    def get_players(self, entry: Any) -> list[str]:
        return [member.name for member in entry.members.all()]

    @extend_schema_field(ChoiceField(choices=WINDS, allow_null=True))
    def get_wind(self, entry: Any) -> str | None:
        return (entry.wind or None) if self.context["seated"] else None

    def get_withdrawn(self, entry: Any) -> bool:
        return entry.withdrawn_at is not None


class SealedShape(Serializer):
    """Boards of a partita before anybody may see them."""

    commitment = CharField(help_text=_("SHA-256 of the document, in hex."))
    state = ChoiceField(choices=BoardSet.State.values)
    sealed_at = DateTimeField()
    revealed_at = DateTimeField(allow_null=True)


class RoundShape(Serializer):
    """A partita."""

    number = IntegerField()
    stage = ChoiceField(choices=Round.Stage.values)
    seating_published_at = DateTimeField(allow_null=True)
    started_at = DateTimeField(allow_null=True)
    closed_at = DateTimeField(allow_null=True)
    boards = SealedShape(source="board_set", allow_null=True)
    resting = SerializerMethodField(
        help_text=_("Numbers of the entries that sit it out, once the seating is published.")
    )

    def get_resting(self, round_: Round) -> list[int]:
        public_at = round_.seating_published_at or round_.started_at
        return list(round_.seating_note.get("sitting_out", ())) if public_at else []


class SeatShape(Serializer):
    """A player's seat at a wind. `from_hand` is the first hand that the player played there."""

    wind = ChoiceField(choices=WINDS)
    name = CharField()
    entry = IntegerField()
    from_hand = IntegerField()


class TableShape(Serializer):
    """A table of a partita, without points."""

    number = IntegerField()
    state = ChoiceField(choices=STATES, help_text=_("`desk` means handed in."))
    length = IntegerField(help_text=_("Hands of a whole sheet."))
    hands_entered = SerializerMethodField()
    seats = SerializerMethodField()

    def get_hands_entered(self, table: Any) -> list[int]:
        return sorted(table["entered"])

    @extend_schema_field(SeatShape(many=True))
    def get_seats(self, table: Any) -> list[dict[str, Any]]:
        return [
            {"wind": str(wind), **{name: sitter[name] for name in ("name", "entry", "from_hand")}}
            for wind, sitters in table["seats"].items()
            for sitter in sitters
        ]


class ProblemShape(Serializer):
    """One fault of a sheet."""

    code = CharField()
    hand = IntegerField(allow_null=True)
    message = PhraseField(source="phrase")
    ruled = BooleanField(help_text=_("Whether a decision of the arbiter covers it."))


class ScoredRowShape(Serializer):
    """A row as written, and its points."""

    hand = IntegerField()
    version = IntegerField(help_text=_("Send it back as `based_on`."))
    written = RowContentField(
        allow_null=True, help_text=_("In the form of `king score`; null for an emptied row.")
    )
    points = PointsField(allow_null=True)
    sum = ExactField(allow_null=True)
    expected = ExactField(allow_null=True)
    running = ExactField(allow_null=True)
    explanation = ListField(child=PhraseField())


class RulingShape(Serializer):
    """A decision of the arbiter that is in force."""

    id = IntegerField()
    kind = ChoiceField(choices=[code for code, _label in ruling_choices()])
    hand = IntegerField(allow_null=True)
    offender = CharField(allow_blank=True, help_text=_("N, E, S, W, NS or EW"))
    effect = RuledEffectField()
    article = CharField(allow_blank=True)
    reason = CharField()


class ClockShape(Serializer):
    """A table's clock, as moments from which the time left can be computed at any other moment."""

    zero = DateTimeField(help_text=_("When the clock reads 0:00, or did."))
    stands_at = DateTimeField(
        allow_null=True, help_text=_("Since when the clock has stood still; null while it runs.")
    )
    stands = ChoiceField(
        choices=["paused", "stopped"],
        allow_blank=True,
        help_text=_("Empty while the clock runs."),
    )


class SheetShape(Serializer):
    """A table's sheet. `standing` is the number of the publication that ranks it, null while the
    partita is in play.
    """

    round = IntegerField()
    table = IntegerField()
    standing = IntegerField(allow_null=True)
    state = ChoiceField(choices=Sheet.State.values)
    first_dealer = ChoiceField(
        choices=WINDS,
        allow_null=True,
        help_text=_("The wind drawn to deal first, where each table draws."),
    )
    rows = ScoredRowShape(many=True)
    missing = ListField(child=IntegerField(), help_text=_("Hands without a row."))
    sheet = PointsField(help_text=_("Before penalties."))
    adjustments = PointsField()
    totals = PointsField()
    sum = ExactField()
    expected_sum = ExactField()
    problems = ProblemShape(many=True)
    rulings = RulingShape(many=True)
    clock = ClockShape(
        allow_null=True, help_text=_("To the table itself, where the evening has one; else null.")
    )
    complete = BooleanField()
    closable = BooleanField()
    revision = IntegerField(help_text=_("Rises by one with each change; send it as `If-Match`."))


class PublicationShape(Serializer):
    """A publication of the standings."""

    number = IntegerField()
    state = ChoiceField(choices=Publication.State.values)
    posted_at = DateTimeField(source="created_at")
    after_round = IntegerField(source="after_round.number", allow_null=True, default=None)
    erratum = CharField(allow_blank=True, help_text=_("What changed since the publication before."))


class ReopenedShape(Serializer):
    """A sheet of a published partita that was opened again."""

    round = IntegerField()
    table = IntegerField()
    open = BooleanField(
        help_text=_("False once it is closed again and waits for the next publication.")
    )


class StandingShape(PublicationShape):
    """A publication of the standings with its lines, exactly as it was published."""

    standings = StandingsField(help_text=_("The answer of `king standings`."))
    reopened = SerializerMethodField(
        help_text=_(
            "Sheets opened again since: the standings stay as they are until the next publication, which may change them."
        )
    )

    @extend_schema_field(ReopenedShape(many=True))
    def get_reopened(self, publication: Publication) -> list[dict[str, Any]]:
        sheets = reopened_sheets(
            publication.tournament, [round_["round"] for round_ in publication.standings["rounds"]]
        )
        return [
            {"round": sheet.round, "table": sheet.table, "open": sheet.is_open} for sheet in sheets
        ]


class CircuitShape(_Addressed):
    """A circuit: evenings that form one season."""

    code = CharField()
    name = CharField()
    counts = ChoiceField(
        choices=list(COUNTS), help_text=_("partite, or evenings: the place in each")
    )
    planned_evenings = IntegerField(allow_null=True)
    url = SerializerMethodField()
    page = SerializerMethodField(help_text=_("The circuit's page for people."))

    addresses = ("api:circuit", "seasons:public")


class SeasonEveningShape(Serializer):
    """An evening of a season, past or to come."""

    number = IntegerField(allow_null=True, help_text=_("Null while it does not count."))
    code = CharField()
    name = CharField()
    date = DateField()
    standing = IntegerField(
        allow_null=True,
        help_text=_("The number of its publication that counts; null while none does."),
    )


class SeasonShape(CircuitShape):
    """A circuit with its season, computed from its evenings' published standings."""

    settings = RegulationField(help_text=_("The regulation, in the form of `king standings`."))
    official = BooleanField(help_text=_("Whether every evening that counts is official."))
    evenings = SeasonEveningShape(many=True)
    standings = StandingsField(
        help_text=_(
            "The answer of `king standings`; each result gives the date and the code of its "
            "evening."
        )
    )


# A class gives its name to a component of the schema, which programs know by it: these two keep theirs.
class SeasonPostingShape(Serializer):
    """A publication of a season's standings."""

    number = IntegerField()
    official = BooleanField()
    posted_at = DateTimeField(source="created_at")
    evenings = DictField(
        child=IntegerField(),
        help_text=_("By code, the number of the publication that counted."),
    )
    erratum = CharField(allow_blank=True, help_text=_("What changed since the publication before."))


class PostedSeasonShape(SeasonPostingShape):
    """A publication of a season's standings with its lines, exactly as it was published."""

    standings = StandingsField(help_text=_("The answer of `king standings`."))


class RobotsMeanShape(Serializer):
    """Points that robots make with a board: the mean of a hundred games by rule of thumb, declared
    as the tables declared. A yardstick, not a measure of luck.
    """

    hand = IntegerField()
    contract = CharField()
    points = DictField(
        child=CharField(), help_text=_("By wind or side, as exact figures such as `-37/10`.")
    )


class BoardShape(Serializer):
    """A board whose cards everybody may see."""

    number = IntegerField()
    dealt_as = IntegerField(
        help_text=_(
            "The number under which it was dealt: its own, or that of the spare which took its "
            "place."
        )
    )
    contract = SerializerMethodField(help_text=_("Null if it was chosen at each table."))
    dealer = ChoiceField(choices=WINDS)
    deal = CharField(source="deal.pbn", help_text=_("The four hands in PBN."))
    robots = SerializerMethodField(
        help_text=_(
            "For each contract that it was played as, once standings with it are published."
        )
    )

    def get_contract(self, board: Any) -> str | None:
        return board.contract or None

    @extend_schema_field(RobotsMeanShape(many=True))
    def get_robots(self, board: Any) -> Any:
        return RobotsMeanShape(board.robots, many=True).data


class BoardSetShape(SealedShape):
    """Boards of a partita: document and commitment at once; seed or salt, and cards, once the
    partita is closed.
    """

    document = DictField()
    seed = CharField(allow_null=True)
    salt = CharField(
        allow_null=True, help_text=_("The salt of boards typed in or read from a file.")
    )
    datum = CharField(allow_null=True)
    boards = BoardShape(many=True)


class PlaceShape(Serializer):
    """The table that a code opens."""

    tournament = CharField(help_text=_("The evening's code."))
    table = IntegerField()
    rounds = ListField(child=IntegerField(), help_text=_("Partite that have a sheet here."))
    playing = IntegerField(allow_null=True, help_text=_("The partita in play, null when none is."))


class RowShape(Serializer):
    """A row to enter."""

    hand = IntegerField(min_value=1)
    content = RowContentField(
        allow_null=True,
        help_text=_(
            "contract, units by wind, trump, sale, as `king score` reads them; null empties the "
            "row."
        ),
    )
    client_id = UUIDField(
        required=False,
        help_text=_("Made by the sender; sending the same one again changes nothing."),
    )
    based_on = IntegerField(
        required=False,
        allow_null=True,
        help_text=_("The version that the typist was looking at, 0 for none."),
    )
    device = CharField(required=False)


class EnteredShape(Serializer):
    """A row that is stored."""

    hand = IntegerField()
    version = IntegerField()
    sheet = SheetShape()


class CurrentRowShape(Serializer):
    """Present content of the row."""

    version = IntegerField()
    content = RowContentField(allow_null=True)


class ConflictShape(RefusalShape):
    """Refusal because somebody else changed the row meanwhile."""

    current = CurrentRowShape()
    sheet = SheetShape()


class RefusedRowShape(RefusalShape):
    """Refusal of a row or a sheet."""

    sheet = SheetShape()


class HandInShape(Serializer):
    """Body of a request that hands a sheet in."""

    by = CharField(required=False, help_text=_("The person who hands it in, for the desk's log."))
    with_problems = BooleanField(
        required=False,
        help_text=_("True hands in a sheet that does not add up, for the arbiter to look at."),
    )
    other_paper = BooleanField(
        required=False,
        help_text=_(
            "True also if all rows are those of another table, which is refused as same_sheet otherwise."
        ),
    )


class HandedInShape(Serializer):
    """A sheet that is at the desk."""

    sheet = SheetShape()


def sheet_facts(scored: ScoredTable, standing: int | None = None) -> dict[str, Any]:
    """Return the facts of a sheet as ``SheetShape`` writes them. Makes no query."""
    sheet = scored.scored
    rows = {row.hand: row for row in sheet.rows}
    return {
        "round": scored.round.number,
        "table": scored.number,
        "standing": standing,
        "state": scored.sheet.state,
        "first_dealer": scored.sheet.first_dealer or None,
        "rows": [_row(hand, scored, rows.get(hand)) for hand in sorted(scored.rows)],
        "missing": missing_hands(scored.sheet, sheet),
        "sheet": sheet.sheet,
        "adjustments": sheet.adjustments,
        "totals": sheet.totals,
        "sum": sheet.sum,
        "expected_sum": sheet.expected_sum,
        "problems": sheet.problems,
        "rulings": [_ruling(ruling, scored) for ruling in scored.rulings],
        "clock": None,
        "complete": sheet.complete,
        "closable": sheet.closable,
        "revision": scored.sheet.revision,
    }


def _ruling(ruling: Ruling, scored: ScoredTable) -> dict[str, Any]:
    figures = {
        key: value for key, value in king_form(ruling, scored.averages).items() if key == "points"
    }
    return {
        "id": ruling.pk,
        "kind": ruling.kind,
        "hand": ruling.hand,
        "offender": ruling.offender,
        "effect": ruling.effect | figures,
        "article": ruling.article,
        "reason": ruling.reason,
    }


def current_facts(sheet: Sheet) -> dict[str, Any]:
    """Return the facts of a sheet as it is now. Makes six queries, seven with a clock."""
    return sheet_facts(scored_table(sheet)) | {"clock": clock_of(sheet)}


def _row(hand: int, scored: ScoredTable, row: Any) -> dict[str, Any]:
    result = scored.rows[hand]
    figures = {name: getattr(row, name, None) for name in ("points", "sum", "expected", "running")}
    return {
        "hand": hand,
        "version": result.version,
        "written": result.content,
        **figures,
        "explanation": row.explanation if row else (),
    }


MOST_ON_A_PAGE = 200
PAGE_PARAMETERS = [
    OpenApiParameter(
        "page",
        {"type": "integer", "minimum": 1},
        description=_("The number of the page, from 1."),
    ),
    OpenApiParameter(
        "page_size",
        {"type": "integer", "minimum": 1, "maximum": MOST_ON_A_PAGE},
        description=_("How many on a page, 200 at most."),
    ),
]


class Pages(PageNumberPagination):
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = MOST_ON_A_PAGE

    def get_page_size(self, request: Request) -> int:
        size = request.query_params.get(self.page_size_query_param)
        if size is None:
            return self.page_size
        if not (size.isascii() and size.isdigit() and 1 <= int(size[:9]) <= MOST_ON_A_PAGE):
            raise ParseError(_("A page has 1 to %(most)s items.") % {"most": MOST_ON_A_PAGE})
        return int(size[:9])


def paginate(
    request: Request,
    rows: QuerySet[Any] | Sequence[Any],
    shape: Callable[..., BaseSerializer],
) -> Response:
    pages = Pages()
    page = pages.paginate_queryset(rows, request)
    return pages.get_paginated_response(shape(page, many=True, context={"request": request}).data)


def page_of(shape: type[Serializer]) -> Serializer:
    return inline_serializer(
        f"PageOf{shape.__name__.removesuffix('Shape')}s",
        {
            "count": IntegerField(),
            "next": URLField(allow_null=True),
            "previous": URLField(allow_null=True),
            "results": shape(many=True),
        },
    )
