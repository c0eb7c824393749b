"""What programs may read: exactly what the public pages show, and to the desk its sheets in play."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, JsonResponse
from django.urls import reverse
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view, permission_classes
from rest_framework.exceptions import ParseError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from deals.models import Board
from deals.services import public_record
from king_tournament.api import shapes
from king_tournament.api.refusals import NotShownYet
from king_tournament.api.shapes import PAGE_PARAMETERS, page_of, paged, sheet_facts
from king_tournament.live.hall import hall_of
from king_tournament.live.visible import (
    find_evening,
    find_publication,
    find_seated_round,
    last_posted,
    not_shown_yet,
    seated_rounds,
    sees_results,
    with_progress,
)
from scoring.publishing import shown_publications, tables_as_posted
from scoring.scored_sheets import ScoredTable, scored_round
from tournaments.models import Round, Tournament

CODE = OpenApiParameter("code", str, OpenApiParameter.PATH, description=gettext_lazy("The evening's code."))
DAY = OpenApiParameter("date", OpenApiTypes.DATE, description=gettext_lazy("Only those of that day."))
NOT_THERE = {404: shapes.RefusalShape}


@extend_schema(operation_id="root", summary=gettext_lazy("Where to begin"), responses={200: dict})
@api_view(["GET"])
@permission_classes([AllowAny])
def root(request: Request) -> Response:
    """The addresses to begin with."""
    names = {
        "tournaments": "api:tournaments", "circuits": "api:circuits", "schema": "api:schema",
        "documentation": "api:docs",
    }  # fmt: skip
    return Response({name: request.build_absolute_uri(reverse(address)) for name, address in names.items()})


@extend_schema(
    operation_id="tournaments",
    summary=gettext_lazy("The evenings, newest first"),
    parameters=[*PAGE_PARAMETERS, DAY],
    responses={200: page_of(shapes.TournamentShape), 400: shapes.RefusalShape, **NOT_THERE},
)
@api_view(["GET"])
@permission_classes([AllowAny])
def tournaments(request: Request) -> Response:
    """Every evening of this installation."""
    found = with_progress(Tournament.objects.order_by("-date", "-pk"))
    wanted = request.query_params.get("date")
    if wanted:
        try:
            day = parse_date(wanted)
        except ValueError:
            day = None
        if day is None:
            raise ParseError(_("A date is written 2026-11-20."))
        found = found.filter(date=day)
    return paged(request, found, shapes.TournamentShape)


@extend_schema(
    operation_id="tournament",
    summary=gettext_lazy("One evening"),
    parameters=[CODE],
    responses={200: shapes.TournamentShape, **NOT_THERE},
)
@api_view(["GET"])
@permission_classes([AllowAny])
def tournament(request: Request, code: str) -> Response:
    """One evening by its code."""
    found = with_progress(Tournament.objects.filter(pk=find_evening(code).pk)).get()
    return Response(shapes.TournamentShape(found, context={"request": request}).data)


@extend_schema(
    operation_id="entries",
    summary=gettext_lazy("Who is entered"),
    parameters=[CODE, *PAGE_PARAMETERS],
    responses={200: page_of(shapes.EntryShape), **NOT_THERE},
)
@api_view(["GET"])
@permission_classes([AllowAny])
def entries(request: Request, code: str) -> Response:
    """The entries by number; their winds once a seating is published."""
    found = find_evening(code)
    seated = seated_rounds(found).exists()
    rows = found.entries.with_players().order_by("number")

    def shape(page: Any, **options: Any) -> shapes.EntryShape:
        return shapes.EntryShape(page, many=True, context={"seated": seated})

    return paged(request, rows, shape)


@extend_schema(
    operation_id="rounds",
    summary=gettext_lazy("The partite"),
    parameters=[CODE, *PAGE_PARAMETERS],
    responses={200: page_of(shapes.RoundShape), **NOT_THERE},
)
@api_view(["GET"])
@permission_classes([AllowAny])
def rounds(request: Request, code: str) -> Response:
    """The partite in order, each with the commitment of its boards from the moment of sealing."""
    rows = find_evening(code).rounds.select_related("board_set").order_by("number")
    return paged(request, rows, shapes.RoundShape)


@extend_schema(
    operation_id="tables",
    summary=gettext_lazy("The tables of a partita: who sits there, how far they are"),
    parameters=[CODE, *PAGE_PARAMETERS],
    responses={200: page_of(shapes.TableShape), **NOT_THERE},
)
@api_view(["GET"])
@permission_classes([AllowAny])
def tables(request: Request, code: str, number: int) -> Response:
    """The tables once the seating is published; never a point."""
    round_ = find_seated_round(find_evening(code), number)
    return paged(request, hall_of(round_).tables, shapes.TableShape)


@extend_schema(
    operation_id="sheets",
    summary=gettext_lazy("The sheets of a partita"),
    parameters=[CODE, *PAGE_PARAMETERS],
    responses={200: page_of(shapes.SheetShape), **NOT_THERE},
)
@api_view(["GET"])
@permission_classes([AllowAny])
def sheets(request: Request, code: str, number: int) -> Response:
    """Every table's sheet as the posted standing ranks it; while the partita is in play, for the desk alone."""
    shown, standing = _shown_sheets(request, find_seated_round(find_evening(code), number))
    return paged(request, [sheet_facts(scored, standing) for scored in shown], shapes.SheetShape)


@extend_schema(
    operation_id="sheet",
    summary=gettext_lazy("One sheet"),
    parameters=[CODE],
    responses={200: shapes.SheetShape, **NOT_THERE},
)
@api_view(["GET"])
@permission_classes([AllowAny])
def sheet(request: Request, code: str, number: int, table: int) -> Response:
    """One table's sheet, under the same rule as the list."""
    shown, standing = _shown_sheets(request, find_seated_round(find_evening(code), number))
    found = next((scored for scored in shown if scored.table.number == table), None)
    if found is None:
        raise Http404(_("There is no table %(table)s in partita %(number)s.") % {"table": table, "number": number})
    return Response(shapes.SheetShape(sheet_facts(found, standing)).data)


def _shown_sheets(request: Request, round_: Round) -> tuple[tuple[ScoredTable, ...], int | None]:
    """The partita's sheets as this reader may see them, and the number of the standing that ranks them."""
    posted = last_posted(round_.tournament)
    if posted is not None and round_ in posted.rounds:
        return tables_as_posted(posted, [round_])[round_.pk], posted.publication.number
    if sees_results(request.user, round_.tournament):
        return scored_round(round_), None
    waiting = _("The sheets of partita %(number)s are shown when it is closed.") % {"number": round_.number}
    raise NotShownYet(not_shown_yet(round_.tournament, waiting))


@extend_schema(
    operation_id="publications",
    summary=gettext_lazy("The standings that were posted, newest first"),
    parameters=[CODE, *PAGE_PARAMETERS],
    responses={200: page_of(shapes.PublicationShape), **NOT_THERE},
)
@api_view(["GET"])
@permission_classes([AllowAny])
def publications(request: Request, code: str) -> Response:
    """Every standing that was posted, the one that counts first; a final one kept for the prize-giving is not here."""
    rows = shown_publications(find_evening(code)).select_related("after_round")
    return paged(request, rows, shapes.PublicationShape)


@extend_schema(
    operation_id="standing",
    summary=gettext_lazy("One posted standing"),
    parameters=[CODE],
    responses={200: shapes.StandingShape, **NOT_THERE},
)
@api_view(["GET"])
@permission_classes([AllowAny])
def standing(request: Request, code: str, number: int) -> Response:
    """A posted standing with its lines, as it was frozen."""
    found = find_publication(find_evening(code), number)
    return Response(shapes.StandingShape(found).data)


@extend_schema(
    operation_id="last_standing",
    summary=gettext_lazy("The standing that counts"),
    parameters=[CODE],
    responses={200: shapes.StandingShape, **NOT_THERE},
)
@api_view(["GET"])
@permission_classes([AllowAny])
def last_standing(request: Request, code: str) -> Response:
    """The standing posted last."""
    evening = find_evening(code)
    found = find_publication(evening)
    if found is None:
        raise NotShownYet(not_shown_yet(evening, _("No standing has been posted yet.")))
    return Response(shapes.StandingShape(found).data)


@extend_schema(
    operation_id="boards",
    summary=gettext_lazy("The boards of a partita"),
    parameters=[CODE],
    responses={200: shapes.BoardSetShape, **NOT_THERE},
)
@api_view(["GET"])
@permission_classes([AllowAny])
def boards(request: Request, code: str, number: int) -> Response:
    """Document and commitment from the moment of sealing; seed or salt, and cards, when it is closed, never before."""
    round_ = find_evening(code).rounds.filter(number=number).select_related("board_set").first()
    if round_ is None or round_.board_set is None:
        raise Http404(_("The boards of partita %(number)s are not sealed yet.") % {"number": number})
    board_set = round_.board_set
    record = public_record(board_set)
    shown = Board.objects.shown().in_use().filter(board_set=board_set).order_by("number")
    facts = {
        "commitment": board_set.commitment,
        "state": board_set.state,
        "sealed_at": board_set.sealed_at,
        "revealed_at": board_set.revealed_at,
        "document": record["document"],
        "seed": record.get("seed") or None,
        "salt": record.get("salt"),
        "datum": record.get("datum") or None,
        "boards": shown,
    }
    return Response(shapes.BoardSetShape(facts).data)


@csrf_exempt
def not_there(request: HttpRequest, rest: str = "") -> JsonResponse:
    """An address that is none."""
    message = _("There is nothing at this address. The documentation lists those that there are.")
    return JsonResponse({"message": message, "code": "not_found"}, status=404)
