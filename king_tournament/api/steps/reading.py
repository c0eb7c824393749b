"""Reading steps of the desk: documents that were asked for, lists, the log as a feed."""

from typing import Any

from django.http import FileResponse, Http404
from django.utils.translation import gettext as _, gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ParseError
from rest_framework.request import Request
from rest_framework.response import Response

from frame.print_rights import may_print
from ground.roles import ARBITER, DEALING, ORGANIZER
from king_tournament.api.shapes import paginate
from king_tournament.api.steps import STAFF, Scope, Step, check_role
from king_tournament.api.steps.answers import (
    CallShape,
    EditionShape,
    JobShape,
    ListedRulingShape,
    LogLineShape,
    OpenTieShape,
    PersonShape,
    ProtestShape,
    SettlementShape,
)
from king_tournament.api.views import CODE, operation
from night.lookups import find_tournament, read_number
from printing import services as printing
from printing.document_list import DOCUMENTS, find_document
from printing.models import PrintJob
from printing.tasks import rescue
from scoring.calls import open_calls
from scoring.models import Protest, Ruling
from scoring.standing import Tie, closed_rounds, open_ties, tournament_standings
from tournaments.house_rules import Edition
from tournaments.log import in_words
from tournaments.models import Player, Tournament
from tournaments.roster import find_players

DESK = (401, 403, 404)
PRINTERS = (ORGANIZER, ARBITER, DEALING)
LETTERS = OpenApiParameter("q", str, description=gettext_lazy("Letters of names, or a card."))
LONGEST_SEARCH = 100
AFTER = OpenApiParameter(
    "after",
    {"type": "integer", "minimum": 0, "maximum": 999_999_999},
    description=gettext_lazy("Only lines with a higher number."),
)


def _evening(request: Request, code: str) -> Tournament:
    evening = find_tournament(code)
    check_role(request, STAFF, evening)
    return evening


def _job(request: Any, code: str, number: int) -> PrintJob:
    evening = find_tournament(code)
    check_role(request, PRINTERS, evening)
    job = evening.print_jobs.filter(pk=number).first()
    if job is None or not may_print(request.user, find_document(job.document), evening):
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
    otherwise={(200, paper.content_type): OpenApiTypes.BINARY for paper in DOCUMENTS.values()},
)
def job_file(request: Request, code: str, number: int) -> Any:
    """The file, once it is made; with cards that are still sealed only for who may see them."""
    paper = _job(request, code, number)
    file = printing.open_file(job=paper, by=request.user)  # type: ignore[arg-type]
    answer = FileResponse(file, filename=printing.file_name(paper))
    answer["Cache-Control"] = "no-store"
    return answer


JOB = Scope(
    "job",
    "tournaments/<code:code>/print/<int:number>/",
    lambda request, key: _job(request, key.pop("code"), key.pop("number")),
    JobShape,
    lambda job: job.tournament,
    counts=lambda _job: None,
)
JOB_STEPS = (
    Step("again/", gettext_lazy("Make a document again"), printing.try_again, roles=PRINTERS),
)


@operation(gettext_lazy("The rulings"), ListedRulingShape, CODE, paged=True, refused=DESK)
def rulings(request: Request, code: str) -> Response:
    """Every ruling of the evening, also those that were revoked."""
    rows = Ruling.objects.filter(sheet__table__round__tournament=_evening(request, code))
    rows = rows.select_related("sheet__table__round").order_by("pk")
    return paginate(request, rows, ListedRulingShape)


@operation(gettext_lazy("The tables that call"), CallShape, CODE, refused=DESK, paged=True)
def calls(request: Request, code: str) -> Response:
    """The open calls of the arbiter: first those to which nobody goes yet."""
    return paginate(request, open_calls(_evening(request, code)), CallShape)


@operation(gettext_lazy("The open ties"), OpenTieShape, CODE, paged=True, refused=DESK)
def ties(request: Request, code: str) -> Response:
    """Ties of the current standing."""
    evening = _evening(request, code)
    level: tuple[Tie, ...] = ()
    if closed_rounds(evening):
        now = tournament_standings(evening)
        level = open_ties(now.standings, now.entries)
    return paginate(request, level, OpenTieShape)


@operation(gettext_lazy("The settled ties"), SettlementShape, CODE, paged=True, refused=DESK)
def settlements(request: Request, code: str) -> Response:
    """Every settled tie, also those that were revoked."""
    rows = _evening(request, code).settlements.order_by("pk")
    return paginate(request, rows, SettlementShape)


@operation(gettext_lazy("The roster"), PersonShape, LETTERS, paged=True, refused=(401, 403, 404))
def people(request: Request) -> Response:
    """The people whom a few letters mean; without any, everybody."""
    check_role(request, STAFF, None)
    letters = request.query_params.get("q", "")[:LONGEST_SEARCH]
    everybody = Player.objects.filter(is_house=False).order_by("search", "pk")
    players = find_players(letters, limit=50) if letters.strip() else everybody
    return paginate(request, players, PersonShape)


@operation(gettext_lazy("The house editions"), EditionShape, paged=True, refused=(401, 403, 404))
def editions(request: Request) -> Response:
    """Every house edition with its form, also those that are not offered."""
    check_role(request, STAFF, None)
    return paginate(request, Edition.objects.order_by("code"), EditionShape)


@operation(gettext_lazy("The protests"), ProtestShape, CODE, paged=True, refused=DESK)
def protests(request: Request, code: str) -> Response:
    """Every protest in the order in which they were made, with its answer."""
    rows = Protest.objects.filter(table__round__tournament=_evening(request, code))
    return paginate(request, rows.select_related("table__round", "publication"), ProtestShape)


@operation(
    gettext_lazy("The log, oldest first"), LogLineShape, CODE, AFTER, paged=True, refused=DESK
)
def log(request: Request, code: str) -> Response:
    """The lines after the one that a program has read last: `?after=` its number."""
    evening = _evening(request, code)
    after = read_number(request.query_params.get("after", "0"))
    if after is None:
        raise ParseError(_("After which line? Its number is written in plain digits."))
    lines = evening.log.filter(sequence__gt=after).order_by("sequence")

    def shape(page: Any, **options: Any) -> LogLineShape:
        written = [{"entry": entry, "sentence": in_words(entry)} for entry in page]
        return LogLineShape(written, many=True)

    return paginate(request, lines, shape)
