"""The shape of every answer. Numbers of points are exact text, ``"13/3"``, as ``king score`` writes
them.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema_field, inline_serializer
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response

from frame.visible import progress_words
from scoring.models import Publication, Ruling, Sheet
from scoring.publishing.under_review import reopened_sheets
from scoring.scored_sheets import ScoredTable, king_form, scored_table
from screens.clock import clock_of
from wording.sentences import say

WINDS = ["N", "E", "S", "W"]


class ExactField(serializers.CharField):
    def __init__(self, **options: Any) -> None:
        super().__init__(**{"help_text": _("An exact number as text: -4, 13/3."), **options})


class PointsField(serializers.DictField):
    """Points by column: N E S W, or NS EW where pairs score together."""

    child = ExactField()

    def to_representation(self, value: Any) -> dict[str, str]:
        return {str(column): str(points) for column, points in value.items()}


class RefusalShape(serializers.Serializer):
    """Why something was not done."""

    message = serializers.CharField(help_text=_("A sentence in the reader's language."))
    code = serializers.CharField(help_text=_("The same for a program."))


class _Addressed(serializers.Serializer):
    """Something with an address for programs and a page for people; ``addresses`` are their
    names.
    """

    addresses: tuple[str, str]

    @extend_schema_field(OpenApiTypes.URI)
    def get_url(self, found: Any) -> str:
        return self._absolute(self.addresses[0], found)

    @extend_schema_field(OpenApiTypes.URI)
    def get_page(self, found: Any) -> str:
        return self._absolute(self.addresses[1], found)

    def _absolute(self, name: str, found: Any) -> str:
        return str(self.context["request"].build_absolute_uri(reverse(name, args=[found.code])))


class TournamentShape(_Addressed):
    """An evening."""

    code = serializers.CharField()
    name = serializers.CharField()
    date = serializers.DateField()
    place = serializers.CharField()
    ruleset = serializers.CharField(
        help_text=_("The rule system's code, as `king rulesets` lists it.")
    )
    planned_rounds = serializers.IntegerField()
    seated_rounds = serializers.IntegerField(
        source="seated", help_text=_("Partite whose seating is published.")
    )
    played_rounds = serializers.IntegerField(
        source="played", help_text=_("Partite that are closed.")
    )
    in_play = serializers.BooleanField(
        source="playing", help_text=_("Whether a partita is being played.")
    )
    entered = serializers.IntegerField()
    progress = serializers.SerializerMethodField(
        help_text=_("How far it is, in the reader's language.")
    )
    is_demo = serializers.BooleanField()
    closed_at = serializers.DateTimeField(allow_null=True)
    url = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField(help_text=_("The evening's page for people."))

    addresses = ("api:tournament", "live:evening")

    def get_progress(self, evening: Any) -> str:
        return progress_words(evening)[1]


class EntryShape(serializers.Serializer):
    """A competitor: a player, a pair or a team. The wind is null until a seating is published."""

    number = serializers.IntegerField()
    name = serializers.CharField(source="title", help_text=_("Surname first, as in the standings."))
    players = serializers.SerializerMethodField()
    wind = serializers.SerializerMethodField()
    unranked = serializers.BooleanField()
    withdrawn = serializers.SerializerMethodField()

    def get_players(self, entry: Any) -> list[str]:
        return [member.player.full_name for member in entry.members.all()]

    @extend_schema_field(serializers.ChoiceField(choices=WINDS, allow_null=True))
    def get_wind(self, entry: Any) -> str | None:
        return (entry.wind or None) if self.context["seated"] else None

    def get_withdrawn(self, entry: Any) -> bool:
        return entry.withdrawn_at is not None


class SealedShape(serializers.Serializer):
    """A partita's boards before anybody may see them."""

    commitment = serializers.CharField(help_text=_("SHA-256 of the document, in hex."))
    state = serializers.CharField(help_text=_("sealed, printed or revealed"))
    sealed_at = serializers.DateTimeField()
    revealed_at = serializers.DateTimeField(allow_null=True)


class RoundShape(serializers.Serializer):
    """A partita."""

    number = serializers.IntegerField()
    stage = serializers.CharField(help_text=_("seating, playing, provisional or official"))
    seating_published_at = serializers.DateTimeField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    boards = SealedShape(source="board_set", allow_null=True)


class SeatShape(serializers.Serializer):
    """A player's seat at a wind; a player who sat down later has the hand from which on."""

    wind = serializers.ChoiceField(choices=WINDS)
    name = serializers.CharField()
    entry = serializers.IntegerField()
    from_hand = serializers.IntegerField()


class TableShape(serializers.Serializer):
    """A table of a partita, without a point."""

    number = serializers.IntegerField()
    state = serializers.CharField(help_text=_("waiting, current, desk (handed in) or closed"))
    length = serializers.IntegerField(help_text=_("Hands of a whole sheet."))
    hands_entered = serializers.SerializerMethodField()
    seats = serializers.SerializerMethodField()

    def get_hands_entered(self, table: Any) -> list[int]:
        return sorted(table.entered)

    @extend_schema_field(SeatShape(many=True))
    def get_seats(self, table: Any) -> list[dict[str, Any]]:
        return [
            {
                "wind": str(wind),
                "name": sitter.name,
                "entry": sitter.entry,
                "from_hand": sitter.from_hand,
            }
            for wind, sitters in table.seats.items()
            for sitter in sitters
        ]


class ProblemShape(serializers.Serializer):
    """One thing that is wrong with a sheet."""

    code = serializers.CharField()
    hand = serializers.IntegerField(allow_null=True)
    message = serializers.CharField()
    ruled = serializers.BooleanField(help_text=_("Whether a decision of the arbiter covers it."))


class ScoredRowShape(serializers.Serializer):
    """A row as written and what it came to."""

    hand = serializers.IntegerField()
    version = serializers.IntegerField(help_text=_("To be sent back as `based_on`."))
    written = serializers.DictField(
        allow_null=True, help_text=_("In the form of `king score`; null for an emptied row.")
    )
    points = PointsField(allow_null=True)
    sum = ExactField(allow_null=True)
    expected = ExactField(allow_null=True)
    running = ExactField(allow_null=True)
    explanation = serializers.ListField(child=serializers.CharField())


class RulingShape(serializers.Serializer):
    """A decision of the arbiter in force."""

    kind = serializers.CharField()
    hand = serializers.IntegerField(allow_null=True)
    offender = serializers.CharField(allow_blank=True)
    effect = serializers.DictField()
    article = serializers.CharField(allow_blank=True)
    reason = serializers.CharField()


class ClockShape(serializers.Serializer):
    """A table's clock: moments, from which what is left is reckoned at any other."""

    zero = serializers.DateTimeField(help_text=_("When it reads 0:00, or read it."))
    stands_at = serializers.DateTimeField(
        allow_null=True, help_text=_("Since when it stands; null while it runs.")
    )
    stands = serializers.CharField(
        allow_blank=True, help_text=_("paused or stopped; empty while it runs.")
    )


class SheetShape(serializers.Serializer):
    """A table's sheet. `standing` is the number of the posted standing that ranks it, null while it
    is in play.
    """

    round = serializers.IntegerField()
    table = serializers.IntegerField()
    standing = serializers.IntegerField(allow_null=True)
    state = serializers.CharField(help_text=_("open, handed_in or closed"))
    first_dealer = serializers.ChoiceField(
        choices=WINDS,
        allow_null=True,
        help_text=_("The wind drawn to deal first, where each table draws."),
    )
    rows = ScoredRowShape(many=True)
    missing = serializers.ListField(
        child=serializers.IntegerField(), help_text=_("Hands without a row.")
    )
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
    complete = serializers.BooleanField()
    closable = serializers.BooleanField()


class PublicationShape(serializers.Serializer):
    """A standing that was posted."""

    number = serializers.IntegerField()
    state = serializers.CharField(help_text=_("provisional or official"))
    posted_at = serializers.DateTimeField(source="created_at")
    after_round = serializers.IntegerField(
        source="after_round.number", allow_null=True, default=None
    )
    erratum = serializers.CharField(
        allow_blank=True, help_text=_("What changed since the one before.")
    )


class ReopenedShape(serializers.Serializer):
    """A sheet of a posted partita that was opened again."""

    round = serializers.IntegerField()
    table = serializers.IntegerField()
    open = serializers.BooleanField(
        help_text=_("False once it is closed again and waits for the next posting.")
    )


class StandingShape(PublicationShape):
    """A posted standing with its lines, to the letter as it was frozen."""

    standings = serializers.DictField(help_text=_("The answer of `king standings`."))
    reopened = serializers.SerializerMethodField(
        help_text=_(
            "Sheets opened again since: until the next posting the standing stays as it is, and may change."
        )
    )

    @extend_schema_field(ReopenedShape(many=True))
    def get_reopened(self, publication: Publication) -> list[dict[str, Any]]:
        found = reopened_sheets(
            publication.tournament, [round_["round"] for round_ in publication.standings["rounds"]]
        )
        return [
            {"round": sheet.round, "table": sheet.table, "open": sheet.is_open} for sheet in found
        ]


class CircuitShape(_Addressed):
    """A circuit: evenings that make one season."""

    code = serializers.CharField()
    name = serializers.CharField()
    counts = serializers.CharField(help_text=_("partite, or evenings: the place of each"))
    planned_evenings = serializers.IntegerField(allow_null=True)
    url = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField(help_text=_("The circuit's page for people."))

    addresses = ("api:circuit", "seasons:public")


class SeasonEveningShape(serializers.Serializer):
    """An evening of a season, held or to come."""

    number = serializers.IntegerField(allow_null=True, help_text=_("Null while it does not count."))
    code = serializers.CharField()
    name = serializers.CharField()
    date = serializers.DateField()
    standing = serializers.IntegerField(
        allow_null=True,
        help_text=_("The number of its posted standing that counts; null while none does."),
    )


class SeasonShape(CircuitShape):
    """A circuit with its season, as its evenings' posted standings make it."""

    settings = serializers.DictField(
        help_text=_("The regulation, in the form of `king standings`.")
    )
    official = serializers.BooleanField(help_text=_("Whether every evening that counts is."))
    evenings = SeasonEveningShape(many=True)
    standings = serializers.DictField(
        help_text=_(
            "The answer of `king standings`; each result says the date and the code of its evening."
        )
    )


class SeasonPostingShape(serializers.Serializer):
    """A standing of a season that was posted."""

    number = serializers.IntegerField()
    official = serializers.BooleanField()
    posted_at = serializers.DateTimeField(source="created_at")
    evenings = serializers.DictField(
        child=serializers.IntegerField(),
        help_text=_("By code, the number of the standing that counted."),
    )
    erratum = serializers.CharField(
        allow_blank=True, help_text=_("What changed since the one before.")
    )


class PostedSeasonShape(SeasonPostingShape):
    """A posted standing of a season with its lines, to the letter as it was frozen."""

    standings = serializers.DictField(help_text=_("The answer of `king standings`."))


class BoardShape(serializers.Serializer):
    """A board whose cards everybody may see."""

    number = serializers.IntegerField()
    dealt_as = serializers.IntegerField(
        help_text=_(
            "The number under which it was dealt: its own, or that of the spare which took its place."
        )
    )
    contract = serializers.SerializerMethodField(
        help_text=_("Null where it was chosen at each table.")
    )
    dealer = serializers.ChoiceField(choices=WINDS)
    deal = serializers.CharField(source="deal.pbn", help_text=_("The four hands in PBN."))

    def get_contract(self, board: Any) -> str | None:
        return board.contract or None


class BoardSetShape(SealedShape):
    """A partita's boards: document and commitment at once; seed or salt, and cards, when the
    partita is closed.
    """

    document = serializers.DictField()
    seed = serializers.CharField(allow_null=True)
    salt = serializers.CharField(
        allow_null=True, help_text=_("Of boards typed in or read from a file.")
    )
    datum = serializers.CharField(allow_null=True)
    boards = BoardShape(many=True)


class PlaceShape(serializers.Serializer):
    """The table that a code opens."""

    tournament = serializers.CharField(help_text=_("The evening's code."))
    table = serializers.IntegerField()
    rounds = serializers.ListField(
        child=serializers.IntegerField(), help_text=_("Partite that have a sheet here.")
    )
    playing = serializers.IntegerField(
        allow_null=True, help_text=_("The partita in play, null when none is.")
    )


class RowShape(serializers.Serializer):
    """A row to be entered."""

    hand = serializers.IntegerField(min_value=1)
    content = serializers.DictField(
        allow_null=True,
        help_text=_(
            "contract, units by wind, trump, sale, as `king score` reads them; null empties the row."
        ),
    )
    client_id = serializers.UUIDField(
        required=False, help_text=_("Made by the sender: the same one sent again changes nothing.")
    )
    based_on = serializers.IntegerField(
        required=False,
        allow_null=True,
        help_text=_("The version that the typist was looking at, 0 for none."),
    )
    device = serializers.CharField(required=False)


class EnteredShape(serializers.Serializer):
    """A row that is stored."""

    hand = serializers.IntegerField()
    version = serializers.IntegerField()
    sheet = SheetShape()


class CurrentRowShape(serializers.Serializer):
    """The content of the row now."""

    version = serializers.IntegerField()
    content = serializers.DictField(allow_null=True)


class ConflictShape(RefusalShape):
    """Somebody else changed the row meanwhile."""

    current = CurrentRowShape()
    sheet = SheetShape()


class RefusedRowShape(RefusalShape):
    """A row or a sheet that was not taken."""

    sheet = SheetShape()


class HandInShape(serializers.Serializer):
    """Handing a sheet in."""

    by = serializers.CharField(
        required=False, help_text=_("The person who hands it in, for the desk's log.")
    )
    with_problems = serializers.BooleanField(
        required=False,
        help_text=_("True hands in a sheet that does not add up, for the arbiter to look at."),
    )


class HandedInShape(serializers.Serializer):
    """A sheet that is at the desk."""

    sheet = SheetShape()


def sheet_facts(scored: ScoredTable, standing: int | None = None) -> dict[str, Any]:
    """As ``SheetShape`` writes it; no query."""
    sheet = scored.scored
    rows = {row.hand: row for row in sheet.rows}
    present = {hand for hand, result in scored.rows.items() if result.content is not None}
    return {
        "round": scored.table.round.number,
        "table": scored.table.number,
        "standing": standing,
        "state": scored.sheet.state,
        "first_dealer": scored.sheet.first_dealer or None,
        "rows": [_row(hand, scored, rows.get(hand)) for hand in sorted(scored.rows)],
        "missing": [hand for hand in range(1, sheet.ruleset.length + 1) if hand not in present],
        "sheet": sheet.sheet,
        "adjustments": sheet.adjustments,
        "totals": sheet.totals,
        "sum": sheet.sum,
        "expected_sum": sheet.expected_sum,
        "problems": [
            {
                "code": problem.code,
                "hand": problem.hand,
                "message": say(problem.phrase),
                "ruled": problem.ruled,
            }
            for problem in sheet.problems
        ],
        "rulings": [_ruling(ruling, scored) for ruling in scored.rulings],
        "clock": None,
        "complete": sheet.complete,
        "closable": sheet.closable,
    }


def _ruling(ruling: Ruling, scored: ScoredTable) -> dict[str, Any]:
    figures = {
        key: value for key, value in king_form(ruling, scored.averages).items() if key == "points"
    }
    return {
        "kind": ruling.kind,
        "hand": ruling.hand,
        "offender": ruling.offender,
        "effect": ruling.effect | figures,
        "article": ruling.article,
        "reason": ruling.reason,
    }


def current_facts(sheet: Sheet) -> dict[str, Any]:
    """Six queries, seven with a clock."""
    return sheet_facts(scored_table(sheet)) | {"clock": clock_of(sheet)}


def _row(hand: int, scored: ScoredTable, row: Any) -> dict[str, Any]:
    result = scored.rows[hand]
    figures = {name: getattr(row, name, None) for name in ("points", "sum", "expected", "running")}
    explanation = [say(phrase) for phrase in row.explanation] if row is not None else []
    return {
        "hand": hand,
        "version": result.version,
        "written": result.content,
        **figures,
        "explanation": explanation,
    }


MOST_ON_A_PAGE = 200
PAGE_PARAMETERS = [
    OpenApiParameter(
        "page", {"type": "integer", "minimum": 1}, description=_("Which page, from 1.")
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
        asked = request.query_params.get(self.page_size_query_param)
        if asked is None:
            return self.page_size
        if not (asked.isascii() and asked.isdigit() and 1 <= int(asked[:9]) <= MOST_ON_A_PAGE):
            raise ParseError(_("A page has 1 to %(most)s lines.") % {"most": MOST_ON_A_PAGE})
        return int(asked[:9])


def paged(
    request: Request,
    rows: QuerySet[Any] | Sequence[Any],
    shape: Callable[..., serializers.BaseSerializer],
) -> Response:
    pages = Pages()
    page = pages.paginate_queryset(rows, request)
    return pages.get_paginated_response(shape(page, many=True, context={"request": request}).data)


def page_of(shape: type[serializers.Serializer]) -> serializers.Serializer:
    return inline_serializer(
        f"PageOf{shape.__name__.removesuffix('Shape')}s",
        {
            "count": serializers.IntegerField(),
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
            "results": shape(many=True),
        },
    )
