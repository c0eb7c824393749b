"""Seasons for programs: the circuits, each with its standing as it is, and as it was posted."""

from __future__ import annotations

from types import SimpleNamespace

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view, permission_classes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from king_tournament.api import shapes
from king_tournament.api.shapes import PAGE_PARAMETERS, page_of, paged
from king_tournament.live.season import find_circuit, find_posting, season_now
from king_tournament.live.visible import circuits_shown
from tournaments.circuits import Circuit

CODE = OpenApiParameter("code", str, OpenApiParameter.PATH, description=gettext_lazy("The circuit's code."))
NOT_THERE = {404: shapes.RefusalShape}


@extend_schema(
    operation_id="circuits",
    summary=gettext_lazy("The circuits, the one with the newest evening first"),
    parameters=PAGE_PARAMETERS,
    responses={200: page_of(shapes.CircuitShape), **NOT_THERE},
)
@api_view(["GET"])
@permission_classes([AllowAny])
def circuits(request: Request) -> Response:
    """Every circuit that has an evening."""
    return paged(request, circuits_shown(), shapes.CircuitShape)


@extend_schema(
    operation_id="circuit",
    summary=gettext_lazy("A circuit and its season"),
    parameters=[CODE],
    responses={200: shapes.SeasonShape, 422: shapes.RefusalShape, **NOT_THERE},
)
@api_view(["GET"])
@permission_classes([AllowAny])
def circuit(request: Request, code: str) -> Response:
    """The standing over what its evenings have posted, and nothing else; names have the surname first."""
    found = find_circuit(code)
    return Response(shapes.SeasonShape(_facts(found), context={"request": request}).data)


def _facts(found: Circuit) -> SimpleNamespace:
    season = season_now(found)
    counting = {sitting.tournament.pk: sitting.publication.number for sitting in season.sittings.values()}
    evenings = [
        {
            "number": number,
            "code": tournament.code,
            "name": tournament.name,
            "date": tournament.date,
            "standing": counting.get(tournament.pk),
        }
        for number, tournament in enumerate(season.calendar, start=1)
    ]
    fields = {name: getattr(found, name) for name in ("code", "name", "counts", "planned_evenings", "settings")}
    return SimpleNamespace(**fields, official=season.official, evenings=evenings, standings=season.as_json())


@extend_schema(
    operation_id="season_postings",
    summary=gettext_lazy("The standings of a season that were posted, newest first"),
    parameters=[CODE, *PAGE_PARAMETERS],
    responses={200: page_of(shapes.SeasonPostingShape), **NOT_THERE},
)
@api_view(["GET"])
@permission_classes([AllowAny])
def postings(request: Request, code: str) -> Response:
    """Every standing of the season that was posted, the one that counts first."""
    return paged(request, find_circuit(code).postings.defer("standings").order_by("-number"), shapes.SeasonPostingShape)


@extend_schema(
    operation_id="season_posting",
    summary=gettext_lazy("One posted standing of a season"),
    parameters=[CODE],
    responses={200: shapes.PostedSeasonShape, **NOT_THERE},
)
@api_view(["GET"])
@permission_classes([AllowAny])
def posting(request: Request, code: str, number: int) -> Response:
    """A posted standing of the season with its lines, as it was frozen."""
    return Response(shapes.PostedSeasonShape(find_posting(find_circuit(code), number)).data)
