"""A table's own program: the code on the table's card is the key, and it opens that table's sheets and nothing else."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view, authentication_classes, permission_classes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from king_tournament.api import shapes
from king_tournament.api.bodies import object_of
from king_tournament.api.shapes import current_facts
from king_tournament.sheet.entry import answer_to, enter_sent, find_by_card, in_words
from scoring import sheet_steps
from scoring.models import Sheet
from tournaments.models import Place, Round

CODE = OpenApiParameter("code", str, OpenApiParameter.PATH, description=gettext_lazy("The code on the table's card."))
GONE = {410: shapes.RefusalShape}
BAD = {400: shapes.RefusalShape, 413: shapes.RefusalShape, 415: shapes.RefusalShape}


@extend_schema(
    operation_id="place",
    summary=gettext_lazy("What a table's code opens"),
    parameters=[CODE],
    responses={200: shapes.PlaceShape, 404: shapes.RefusalShape},
)
@api_view(["GET"])
@authentication_classes([])
@permission_classes([AllowAny])
def place(request: Request, code: str) -> Response:
    """The table and its partite."""
    found = Place.objects.select_related("tournament").filter(code=code).first()
    if found is None:
        raise Http404(_("No table has the code “%(code)s”.") % {"code": code})
    begun = Sheet.objects.filter(table__place=found).order_by("table__round__number")
    stages = list(begun.values_list("table__round__number", "table__round__stage"))
    facts = {
        "tournament": found.tournament.code,
        "table": found.number,
        "rounds": [number for number, _stage in stages],
        "playing": next((number for number, stage in stages if stage == Round.Stage.PLAYING), None),
    }
    return Response(shapes.PlaceShape(facts).data)


@extend_schema(
    operation_id="table_sheet",
    summary=gettext_lazy("The table's own sheet, as it stands"),
    parameters=[CODE],
    responses={200: shapes.SheetShape, **GONE},
)
@api_view(["GET"])
@authentication_classes([])
@permission_classes([AllowAny])
def table_sheet(request: Request, code: str, number: int) -> Response:
    """The sheet with its points, also while the partita is in play: it is the table's own."""
    return Response(shapes.SheetShape(current_facts(find_by_card(code, number))).data)


@extend_schema(
    operation_id="rows",
    summary=gettext_lazy("Enter a row"),
    parameters=[CODE],
    request=shapes.RowShape,
    responses={200: shapes.EnteredShape, 409: shapes.ConflictShape, 422: shapes.RefusedRowShape, **BAD, **GONE},
)
@api_view(["POST"])
@authentication_classes([])
@permission_classes([AllowAny])
def rows(request: Request, code: str, number: int) -> Response:
    """One row, as a phone sends it: the same `client_id` again answers the same, an older base answers with both."""
    found = find_by_card(code, number)
    body = object_of(request.data)
    status, facts = answer_to(lambda: enter_sent(found, body), lambda _stored: current_facts(found))
    shape = {200: shapes.EnteredShape, 409: shapes.ConflictShape, 422: shapes.RefusedRowShape}[status]
    return Response(shape(facts).data, status=status)


@extend_schema(
    operation_id="hand_in",
    summary=gettext_lazy("Hand the sheet in"),
    parameters=[CODE],
    request=shapes.HandInShape,
    responses={200: shapes.HandedInShape, 422: shapes.RefusedRowShape, **BAD, **GONE},
)
@api_view(["POST"])
@authentication_classes([])
@permission_classes([AllowAny])
def hand_in(request: Request, code: str, number: int) -> Response:
    """Give the sheet to the desk; a second time changes nothing."""
    found = find_by_card(code, number)
    body = object_of(request.data)
    by = str(body.get("by") or "")[:60]
    try:
        sheet_steps.hand_in(sheet=found, by=by, with_problems=body.get("with_problems") is True)
    except ValidationError as refusal:
        return _refused(found, refusal)
    return Response(shapes.HandedInShape({"sheet": current_facts(found)}).data)


def _refused(sheet: Sheet, refusal: ValidationError) -> Response:
    return Response(shapes.RefusedRowShape({**in_words(refusal), "sheet": current_facts(sheet)}).data, status=422)
