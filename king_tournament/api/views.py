"""API views: exactly what the public pages show, and for the desk also its sheets in play.

With the code of its card, a table's own program reads and writes the table's sheets.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, JsonResponse
from django.shortcuts import resolve_url
from django.utils.dateparse import parse_date
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view, authentication_classes, permission_classes
from rest_framework.exceptions import ParseError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from deals.models import Board
from deals.services import public_record
from frame.parts import hidden_reason
from king_tournament.api.refusals import NotShownYet, object_of
from king_tournament.api.shapes import (
    PAGE_PARAMETERS,
    BoardSetShape,
    CircuitShape,
    ConflictShape,
    EnteredShape,
    EntryShape,
    HandedInShape,
    HandInShape,
    PlaceShape,
    PostedSeasonShape,
    PublicationShape,
    RefusalShape,
    RefusedRowShape,
    RootShape,
    RoundShape,
    RowShape,
    SeasonPostingShape,
    SeasonShape,
    SheetShape,
    StandingShape,
    TableShape,
    TournamentShape,
    current_facts,
    page_of,
    paginate,
    sheet_facts,
)
from king_tournament.sheet.entry import answer_to, enter_submitted_row, find_by_card, refusal_words
from night.evenings import circuits_shown, with_progress
from night.lookups import find_evening
from night.visibility import (
    find_publication,
    find_seated_round,
    hidden_sentence,
    last_published,
    seated_rounds,
    sees_results,
)
from scoring import sheet_steps
from scoring.publishing import public_form, tables_as_published
from scoring.publishing.final_hold import shown_publications
from scoring.robot_means import means_of
from scoring.scored_sheets import ScoredTable, scored_round
from screens.hall import hall_of
from seasons import lookups as seasons_found
from tournaments.board_steps import hands_of_board
from tournaments.models import Place, Round, Tournament


def _code(description: Promise) -> OpenApiParameter:
    return OpenApiParameter("code", str, OpenApiParameter.PATH, description=description)


CODE = _code(gettext_lazy("The evening's code."))
CIRCUIT = _code(gettext_lazy("The circuit's code."))
CARD = _code(gettext_lazy("The code on the table's card."))
BAD = (400, 413, 415)
DAY = OpenApiParameter(
    "date", OpenApiTypes.DATE, description=gettext_lazy("Only those of that day.")
)


def operation(
    summary: Promise,
    shape: Any,
    *parameters: OpenApiParameter,
    paged: bool = False,
    body: Any = None,
    by_card: bool = False,
    refused: tuple[int, ...] = (404,),
    otherwise: Mapping[Any, Any] = MappingProxyType({}),
) -> Callable[[Callable[..., Response]], Any]:
    """Make a view for anybody, and its operation in the schema, described by the function's
    docstring. With ``body`` it takes a POST. ``by_card``: the code in the address is the key, so no
    account is needed. ``refused``: the status of each refusal; ``otherwise``: the shapes of other
    answers.
    """
    answers = {200: page_of(shape) if paged else shape} if shape else {}
    answers |= otherwise
    arguments = list(parameters)
    if paged:
        refused = (*refused, 400)
        arguments += PAGE_PARAMETERS
    answers |= dict.fromkeys((*refused, 429), RefusalShape)

    def make(view: Callable[..., Response]) -> Any:
        open_view = permission_classes([AllowAny])(
            authentication_classes([])(view) if by_card else view
        )
        request_body = {} if body is None else {"request": body}
        described = extend_schema(
            operation_id=view.__name__,
            summary=summary,
            parameters=arguments,
            responses=answers,
            **request_body,
        )
        return described(api_view(["GET" if body is None else "POST"])(open_view))

    return make


@operation(gettext_lazy("Where to begin"), RootShape, refused=())
def root(request: Request) -> Response:
    """Addresses to begin with."""
    names = {
        "tournaments": "api:tournaments",
        "circuits": "api:circuits",
        "schema": "api:schema",
        "documentation": "api:docs",
    }
    return Response(
        {name: request.build_absolute_uri(resolve_url(address)) for name, address in names.items()}
    )


@operation(
    gettext_lazy("The evenings, newest first"),
    TournamentShape,
    DAY,
    paged=True,
    refused=(400, 404),
)
def tournaments(request: Request) -> Response:
    """All evenings of this installation."""
    evenings = with_progress(Tournament.objects.order_by("-date", "-pk"))
    date = request.query_params.get("date")
    if date:
        try:
            day = parse_date(date)
        except ValueError:
            day = None
        if day is None:
            raise ParseError(_("A date is written 2026-11-20."))
        evenings = evenings.filter(date=day)
    return paginate(request, evenings, TournamentShape)


@operation(gettext_lazy("One evening"), TournamentShape, CODE)
def tournament(request: Request, code: str) -> Response:
    """One evening by its code."""
    evening = with_progress(Tournament.objects.filter(pk=find_evening(code).pk)).get()
    return Response(TournamentShape(evening, context={"request": request}).data)


@operation(gettext_lazy("Who is entered"), EntryShape, CODE, paged=True)
def entries(request: Request, code: str) -> Response:
    """Entries by number; winds are shown once a seating is published, to the desk once drawn."""
    evening = find_evening(code)
    seated = sees_results(request.user, evening) or seated_rounds(evening).exists()
    rows = evening.entries.with_players().order_by("number")

    def shape(page: Any, **options: Any) -> EntryShape:
        return EntryShape(page, many=True, context={"seated": seated})

    return paginate(request, rows, shape)


@operation(gettext_lazy("The partite"), RoundShape, CODE, paged=True)
def rounds(request: Request, code: str) -> Response:
    """Partite in order; each shows the commitment of its boards as soon as they are sealed."""
    rows = find_evening(code).rounds.select_related("board_set").order_by("number")
    return paginate(request, rows, RoundShape)


@operation(
    gettext_lazy("The tables of a partita: who sits there, how far they are"),
    TableShape,
    CODE,
    paged=True,
)
def tables(request: Request, code: str, number: int) -> Response:
    """Tables, once the seating is published; before that only for the desk. Contains no points."""
    evening = find_evening(code)
    planned = sees_results(request.user, evening) and evening.rounds.filter(number=number).first()
    round_ = planned or find_seated_round(evening, number)
    round_.tournament = evening
    return paginate(request, hall_of(round_).tables, TableShape)


@operation(gettext_lazy("The sheets of a partita"), SheetShape, CODE, paged=True)
def sheets(request: Request, code: str, number: int) -> Response:
    """Sheets of all tables, as the published standings rank them. While the partita is in play
    only the desk may read them.
    """
    scored_sheets, standing = _shown_sheets(request, find_seated_round(find_evening(code), number))
    return paginate(
        request, [sheet_facts(scored, standing) for scored in scored_sheets], SheetShape
    )


@operation(gettext_lazy("One sheet"), SheetShape, CODE)
def sheet(request: Request, code: str, number: int, table: int) -> Response:
    """One table's sheet, under the same rule as the list."""
    scored_sheets, standing = _shown_sheets(request, find_seated_round(find_evening(code), number))
    for scored in scored_sheets:
        if scored.table.number == table:
            return Response(SheetShape(sheet_facts(scored, standing)).data)
    raise Http404(
        _("There is no table %(table)s in partita %(number)s.") % {"table": table, "number": number}
    )


def _shown_sheets(request: Request, round_: Round) -> tuple[tuple[ScoredTable, ...], int | None]:
    published = last_published(round_.tournament)
    if published and round_ in published.rounds and not round_.tournament.held_for:
        return tables_as_published(published, [round_])[round_.pk], published.publication.number
    if sees_results(request.user, round_.tournament):
        return scored_round(round_), None
    waiting = _("The sheets of partita %(number)s are shown when it is closed.") % {
        "number": round_.number
    }
    raise NotShownYet(
        hidden_reason(round_.tournament) or hidden_sentence(round_.tournament, waiting)
    )


@operation(
    gettext_lazy("The publications of the standings, newest first"),
    PublicationShape,
    CODE,
    paged=True,
)
def publications(request: Request, code: str) -> Response:
    """All publications of the standings, the one that counts first. Final standings held back for
    the prize-giving are not included.
    """
    rows = shown_publications(find_evening(code)).select_related("after_round")
    return paginate(request, rows, PublicationShape)


@operation(gettext_lazy("One publication of the standings"), StandingShape, CODE)
def standing(request: Request, code: str, number: int) -> Response:
    """One publication of the standings with its lines, exactly as it was published."""
    evening = find_evening(code)
    return _standing(evening, find_publication(evening, number))


@operation(gettext_lazy("The standings that count"), StandingShape, CODE)
def last_standing(request: Request, code: str) -> Response:
    """The latest publication of the standings."""
    evening = find_evening(code)
    publication = find_publication(evening)
    if not publication:
        raise NotShownYet(hidden_sentence(evening, _("No standings have been published yet.")))
    return _standing(evening, publication)


def _standing(evening: Tournament, publication: Any) -> Response:
    publication.standings = public_form(publication.standings, [evening])
    return Response(StandingShape(publication).data)


@operation(gettext_lazy("The boards of a partita"), BoardSetShape, CODE)
def boards(request: Request, code: str, number: int) -> Response:
    """Document and commitment as soon as the boards are sealed. Seed or salt, and cards, only
    once the partita is closed.
    """
    round_ = find_evening(code).rounds.filter(number=number).select_related("board_set").first()
    if not round_ or not round_.board_set:
        raise Http404(
            _("The boards of partita %(number)s are not sealed yet.") % {"number": number}
        )
    board_set = round_.board_set
    record = public_record(board_set)
    boards_in_use: Any = (
        Board.objects.revealed().in_use().filter(board_set=board_set).order_by("number")
    )
    means = means_of(find_publication(round_.tournament)).items()
    for board in boards_in_use:
        hands = hands_of_board(round_.tournament, board.number)
        board.robots = [
            {"hand": hand, "contract": contract, "points": points}
            for (partita, hand, contract), points in means
            if partita == number and hand in hands
        ]
    facts = {
        "commitment": board_set.commitment,
        "state": board_set.state,
        "sealed_at": board_set.sealed_at,
        "revealed_at": board_set.revealed_at,
        "document": record["document"],
        "seed": record.get("seed") or None,
        "salt": record.get("salt"),
        "datum": record.get("datum") or None,
        "boards": boards_in_use,
    }
    return Response(BoardSetShape(facts).data)


# --- seasons


@operation(
    gettext_lazy("The circuits, starting with the one of the newest evening"),
    CircuitShape,
    paged=True,
)
def circuits(request: Request) -> Response:
    """All circuits that have an evening."""
    return paginate(request, circuits_shown(), CircuitShape)


@operation(gettext_lazy("A circuit and its season"), SeasonShape, CIRCUIT)
def circuit(request: Request, code: str) -> Response:
    """A circuit with its season, computed only from what its evenings have published. Names have
    the surname first.
    """
    facts = season_facts(seasons_found.find_circuit(code))
    return Response(SeasonShape(facts, context={"request": request}).data)


def season_facts(circuit: Any) -> Any:
    """Row of the circuit with the further attributes that ``SeasonShape`` writes."""
    season = seasons_found.season_now(circuit)
    counting = {
        sitting.tournament: {"number": sitting.evening, "standing": sitting.publication.number}
        for sitting in season.sittings.values()
    }
    circuit.official = season.official
    circuit.standings = public_form(season.as_json(), season.calendar)
    circuit.evenings = [
        {
            "number": None,
            "code": tournament.code,
            "name": tournament.name,
            "date": tournament.date,
            "standing": None,
        }
        | counting.get(tournament, {})
        for tournament in season.calendar
    ]
    return circuit


# A view gives its name to an operation of the schema, which programs call by it: these two keep theirs.
@operation(
    gettext_lazy("The publications of the standings of a season, newest first"),
    SeasonPostingShape,
    CIRCUIT,
    paged=True,
)
def season_postings(request: Request, code: str) -> Response:
    """All publications of the season's standings, the one that counts first."""
    return paginate(
        request,
        seasons_found.find_circuit(code).publications.defer("standings").order_by("-number"),
        SeasonPostingShape,
    )


@operation(gettext_lazy("One publication of the standings of a season"), PostedSeasonShape, CIRCUIT)
def season_posting(request: Request, code: str, number: int) -> Response:
    """One publication of the season's standings with its lines, exactly as it was published."""
    circuit = seasons_found.find_circuit(code)
    publication = seasons_found.find_season_publication(circuit, number)
    publication.standings = public_form(publication.standings, circuit.tournaments.all())
    return Response(PostedSeasonShape(publication).data)


# --- a table's own program: the code on its card opens that table's sheets and nothing else


@operation(gettext_lazy("The table that a code opens"), PlaceShape, CARD, by_card=True)
def place(request: Request, code: str) -> Response:
    """The table and its partite."""
    card = Place.objects.select_related("tournament").filter(code=code).first()
    if not card:
        raise Http404(_("No table has the code “%(code)s”.") % {"code": code})
    rounds = Round.objects.filter(tables__place=card, tables__sheet__isnull=False)
    numbers = rounds.order_by("number").values_list("number", flat=True)
    facts = {
        "tournament": card.tournament.code,
        "table": card.number,
        "rounds": list(numbers),
        "playing": numbers.filter(stage=Round.Stage.PLAYING).first(),
    }
    return Response(PlaceShape(facts).data)


@operation(
    gettext_lazy("The table's own sheet, as it stands"),
    SheetShape,
    CARD,
    by_card=True,
    refused=(410,),
)
def table_sheet(request: Request, code: str, number: int) -> Response:
    """The table's own sheet with its points, even while the partita is in play."""
    return Response(SheetShape(current_facts(find_by_card(code, number))).data)


@operation(
    gettext_lazy("Enter a row"),
    EnteredShape,
    CARD,
    body=RowShape,
    by_card=True,
    refused=(*BAD, 410),
    otherwise={409: ConflictShape, 422: RefusedRowShape},
)
def rows(request: Request, code: str, number: int) -> Response:
    """Enter one row, as a phone sends it. Sending the same `client_id` again gets the same answer;
    an outdated `based_on` gets both versions.
    """
    sheet = find_by_card(code, number)
    body = object_of(request.data)
    status, facts = answer_to(
        lambda: enter_submitted_row(sheet, body), lambda _stored: current_facts(sheet)
    )
    shape = {200: EnteredShape, 409: ConflictShape, 422: RefusedRowShape}[status]
    return Response(shape(facts).data, status=status)


@operation(
    gettext_lazy("Hand the sheet in"),
    HandedInShape,
    CARD,
    body=HandInShape,
    by_card=True,
    refused=(*BAD, 410),
    otherwise={422: RefusedRowShape},
)
def hand_in(request: Request, code: str, number: int) -> Response:
    """Hand the sheet in to the desk. A second request changes nothing."""
    sheet = find_by_card(code, number)
    body = object_of(request.data)
    by, with_problems = body.get("by", ""), body.get("with_problems", False)
    other_paper = body.get("other_paper", False)
    if not isinstance(by, str) or not isinstance(with_problems, bool):
        raise ParseError(_("“by” is a text, “with_problems” is true or false."))
    if not isinstance(other_paper, bool):
        raise ParseError(_("“other_paper” is true or false."))
    try:
        sheet_steps.hand_in(
            sheet=sheet, by=by[:60], with_problems=with_problems, other_paper=other_paper
        )
    except ValidationError as refusal:
        answer = RefusedRowShape({**refusal_words(refusal), "sheet": current_facts(sheet)})
        return Response(answer.data, status=422)
    return Response(HandedInShape({"sheet": current_facts(sheet)}).data)


@csrf_exempt
def not_there(request: HttpRequest, rest: str = "") -> JsonResponse:
    message = _(
        "There is nothing at this address. The documentation lists the addresses that exist."
    )
    return JsonResponse({"message": message, "code": "not_found"}, status=404)
