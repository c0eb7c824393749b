"""For the desk alone to read: documents that were asked for, protests, the log as a feed."""

from typing import Any

from django.http import FileResponse, Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ParseError
from rest_framework.request import Request
from rest_framework.response import Response

from frame.page import find_tournament, read_number
from ground.roles import ARBITER, DEALING, ORGANIZER
from king_tournament.api.shapes import paged
from king_tournament.api.steps import STAFF, check_role
from king_tournament.api.steps.answers import JobShape, LogLineShape, ProtestShape
from king_tournament.api.views import CODE, operation
from king_tournament.desk.document_table import may_print
from king_tournament.desk.documents import rescue
from printing import services as printing
from printing.document_list import find_document
from printing.models import PrintJob
from scoring.models import Protest
from tournaments.log import in_words

DESK = (401, 403, 404)
PRINTERS = (ORGANIZER, ARBITER, DEALING)
AFTER = OpenApiParameter(
    "after",
    {"type": "integer", "minimum": 0, "maximum": 999_999_999},
    description=gettext_lazy("Only lines with a higher number."),
)


def _job(request: Any, code: str, number: int) -> PrintJob:
    evening = find_tournament(code)
    check_role(request, PRINTERS, evening)
    job = evening.print_jobs.filter(pk=number).first()
    if job is None or not may_print(request, find_document(job.document), evening):
        raise Http404(_("There is no such document."))
    rescue([job])
    return job


@operation(gettext_lazy("A document that was asked for"), JobShape, CODE, refused=DESK)
def job(request: Request, code: str, number: int) -> Response:
    """How far it is, and where its file will be."""
    return Response(JobShape(_job(request, code, number), context={"request": request}).data)


@operation(
    gettext_lazy("The file of a document"),
    None,
    CODE,
    refused=(*DESK, 422),
    otherwise={(200, "application/pdf"): OpenApiTypes.BINARY},
)
def job_file(request: Request, code: str, number: int) -> Any:
    """The file, once it is made; with cards that are still sealed only for who may see them."""
    made = _job(request, code, number)
    file = printing.open_file(job=made, by=request.user)  # type: ignore[arg-type]
    answer = FileResponse(file, filename=printing.file_name(made))
    answer["Cache-Control"] = "no-store"
    return answer


@operation(gettext_lazy("The protests"), ProtestShape, CODE, paged=True, refused=DESK)
def protests(request: Request, code: str) -> Response:
    """Every protest in the order in which they were made, with its answer."""
    evening = find_tournament(code)
    check_role(request, STAFF, evening)
    made = Protest.objects.filter(table__round__tournament=evening)
    return paged(request, made.select_related("table__round", "publication"), ProtestShape)


@operation(
    gettext_lazy("The log, oldest first"), LogLineShape, CODE, AFTER, paged=True, refused=DESK
)
def log(request: Request, code: str) -> Response:
    """The lines after the one that a program has read last: `?after=` its number."""
    evening = find_tournament(code)
    check_role(request, STAFF, evening)
    after = read_number(request.query_params.get("after", "0"))
    if after is None:
        raise ParseError(_("After which line? Its number is written in plain digits."))
    lines = evening.log.filter(sequence__gt=after).order_by("sequence")

    def shape(page: Any, **options: Any) -> LogLineShape:
        written = [{"entry": entry, "sentence": in_words(entry)} for entry in page]
        return LogLineShape(written, many=True)

    return paged(request, lines, shape)
