"""Printing: what a partita needs, what is missing or outdated, the queue, the page."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import FileResponse, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from frame.page import (
    CODES_READ,
    Context,
    DeskRequest,
    boards_and_paper,
    codes_moved,
    desk_page,
    fresh_get,
    fresh_get_or_post,
    on_evening,
    refusing,
    runs,
    show_refusal,
    show_refusals,
    staff_only,
    tell,
    text_of,
)
from frame.print_rights import may_print, why_withheld
from ground.addresses import only_this_machine, public_address
from king_tournament.desk.document_table import DocumentForm, document_line, groups_of
from night.facts import gather
from night.lookups import find_round
from night.next_steps import PRINT, NextStep
from printing import services
from printing.document_list import DOCUMENTS, find_document
from printing.models import PrintJob
from printing.paper_status import NEEDED, WHOLE, held_too, jobs_of, last_of, why_outdated
from printing.services import changes_of
from printing.tasks import is_late, rescue
from tournaments.board_steps import may_open_cards
from tournaments.models import Round, SignaturePolicy, Tournament


@staff_only
@require_POST
@on_evening
def codes_read(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Note that the notice about codes which lead to an old address was closed."""

    moved = codes_moved(request, gather(tournament))
    request.session[CODES_READ] = {
        **request.session.get(CODES_READ, {}),
        tournament.code: moved,
    }
    return HttpResponse() if request.htmx else redirect("desk:tournament", tournament.code)


# --- what a partita needs


def ask_for(
    request: DeskRequest,
    tournament: Tournament,
    document: str,
    options: Mapping[str, Any] | None = None,
    language: str | None = None,
) -> PrintJob:
    return services.request_document(
        tournament=tournament,
        document=document,
        options=dict(options or {}),
        author=request.user,
        language=language,
    )


# --- what was handed over and is not made


# --- the pages

JOBS_SHOWN = 12


@boards_and_paper
@fresh_get_or_post
@on_evening
def print_page(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Page of the documents. A POST asks for one document."""

    round_ = _round_asked_for(request, tournament)
    if request.method != "POST":
        return _page(request, tournament, round_)
    try:
        document = find_document(text_of(request, "document"))
    except ValidationError as error:
        show_refusal(request, error)
        return _page(request, tournament, round_)
    address = public_address(request)
    withheld = why_withheld(request.user, document, tournament, round_)
    if withheld:
        raise PermissionDenied(withheld)
    form = DocumentForm(request.POST, document=document, address=address)
    if form.is_valid():
        options = dict(form.cleaned_data)
        only_round = options.pop("only_round", False) or document.scope == "round"
        if round_ and "round" in document.options and only_round:
            options["round"] = round_.number
        if round_ and document.key in WHOLE:
            options |= held_too(round_, address)
        with refusing(form):
            job = ask_for(request, tournament, document.key, options)
            if "open" in request.POST and job.state == job.State.DONE and not request.htmx:
                return redirect("desk:print_file", tournament.code, job.pk)
            if not request.htmx:
                return _queue_redirect(tournament, round_)
            return _queue_part(request, tournament)
    if not request.htmx:
        return _page(request, tournament, round_, wrong=form)
    context = {"tournament": tournament, "line": document_line(form), "round": round_}
    answer = render(request, "desk/documents/_line.html", context, status=422)
    answer["HX-Retarget"], answer["HX-Reswap"] = f"#document-{document.key}", "outerHTML"
    return answer


@boards_and_paper
@require_POST
@on_evening
def print_needed(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Print the documents that are missing. Existing ones are not made again."""

    round_ = _round_asked_for(request, tournament)
    address = public_address(request)
    for paper in _needed_papers(request, tournament, round_):
        if round_ and paper["missing"]:
            document = paper["document"]
            usual = {"round": round_.number, "base_url": address}
            options = {name: usual[name] for name in usual if name in document.options}
            with show_refusals(request):
                ask_for(request, tournament, document.key, options)
    return _queue_redirect(tournament, round_)


def _queue_redirect(tournament: Tournament, round_: Round | None) -> HttpResponse:
    query = f"?partita={round_.number}" if round_ else ""
    return redirect(f"{resolve_url('desk:print', tournament.code)}{query}#queue")


def _round_asked_for(request: DeskRequest, tournament: Tournament) -> Round | None:
    text = text_of(request, "round") or request.GET.get("partita", "")
    rounds = list(tournament.rounds.select_related("board_set", "tournament").order_by("number"))
    chosen = [round_ for round_ in rounds if str(round_.number) == text.strip()]
    return chosen[0] if chosen else rounds[-1] if rounds else None


def _page(
    request: DeskRequest,
    tournament: Tournament,
    round_: Round | None,
    wrong: DocumentForm | None = None,
) -> HttpResponse:
    address = public_address(request)
    needed = _needed_papers(request, tournament, round_)
    known: dict[str, Context] = {paper["document"].key: _state_of(paper) for paper in needed}
    filled = "" if needed else _usual(tournament, round_)
    return desk_page(
        request,
        "desk/documents/print.html",
        tournament,
        step="tables",
        number=round_.number if round_ else None,
        status=200 if wrong is None else 422,
        next_step=_next(request, round_, needed) if round_ and needed else None,
        round=round_,
        groups=groups_of(request, tournament, round_, filled=filled, known=known, wrong=wrong),
        address=address,
        address_is_own=only_this_machine(address),
        rounds=list(tournament.rounds.order_by("number").values_list("number", flat=True)),
        **_queue(request, tournament),
    )


def _next(request: DeskRequest, round_: Round, needed: list[Context]) -> NextStep | None:
    code = round_.tournament.code
    if any(paper["missing"] for paper in needed):
        url = f"{resolve_url('desk:print_needed', code)}?partita={round_.number}"
        return NextStep(PRINT, _("Make everything that is missing"), url, does=True)
    if not runs(request, round_.tournament):
        return None
    title = _("Go to the start of partita %(number)s") % {"number": round_.number}
    return NextStep(PRINT, title, resolve_url("desk:play", code, round_.number))


def _state_of(paper: Context) -> Context:
    """State of a document that the partita needs, as its line says it."""
    words = paper["outdated"]
    if paper["job"] and not words:
        at = time_format(timezone.localtime(paper["job"].created_at))
        words = _("asked for at %(time)s") % {"time": at}
    sign = "waiting" if paper["missing"] else "confirmed"
    return {"is_needed": True, "sign": sign, "said": words}


def _usual(tournament: Tournament, round_: Round | None) -> str:
    """Key of the document whose button is filled."""
    if not round_:
        return "entries" if tournament.entries.filter(withdrawn_at__isnull=True).exists() else ""
    if round_.is_closed:
        return "standings"
    if round_.is_playing:
        return "score_sheets"
    if not round_.board_set:
        return "seating"
    return "slips" if not round_.board_set.printed_at else "score_sheets"


def _needed_papers(
    request: DeskRequest, tournament: Tournament, round_: Round | None
) -> list[Context]:
    """Documents that a partita needs, once seats are published and boards sealed; empty once it has
    started. ``job`` is the last one asked for; ``withheld`` is why this account may not have it.
    """
    if not round_ or not round_.is_seating or not round_.seating_published_at:
        return []
    if tournament.plays_boards and not round_.board_set:
        return []
    of_no_use = {"slips"} if not tournament.plays_boards else set()
    if tournament.signatures == SignaturePolicy.NONE:
        of_no_use.add("signing_slips")
    jobs = jobs_of(tournament)
    changes = changes_of(tournament)
    address = public_address(request)
    needed = []
    for document in (find_document(key) for key in NEEDED if key not in of_no_use):
        job, outdated = last_of(document, round_, jobs, changes, address)
        withheld = why_withheld(request.user, document, tournament, round_)
        needed.append(
            {
                "document": document,
                "job": job,
                "outdated": outdated,
                "withheld": withheld,
                "missing": not withheld and (job is None or bool(outdated)),
            }
        )
    return needed


# --- the queue


def _queue(request: DeskRequest, tournament: Tournament) -> Context:
    jobs = list(tournament.print_jobs.select_related("created_by")[:JOBS_SHOWN])
    rounds = tournament.rounds.exclude(board_set=None).select_related("board_set")
    opened = {
        round_.number
        for round_ in rounds
        if round_.board_set and may_open_cards(request.user, tournament, round_.board_set)
    }
    changes = changes_of(tournament)
    address = public_address(request)
    queue = []
    for job in jobs:
        document = DOCUMENTS.get(job.document)
        may_open = document is None or (
            may_print(request.user, document, tournament)
            and (not document.reveals_cards or job.options.get("round") in opened)
        )
        queue.append(
            {
                "job": job,
                "title": job.document if not document else document.title,
                "may_open": may_open,
                "outdated": why_outdated(job, changes, address),
            }
        )
    waiting = [job for job in jobs if job.state in PrintJob.UNFINISHED]
    return {
        "jobs": queue,
        "waiting": bool(waiting),
        "unfinished": PrintJob.UNFINISHED,
        "is_late": any(is_late(job) for job in waiting),
    }


@boards_and_paper
@fresh_get
@on_evening
def print_queue(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Queue of documents, polled every second while one is being made. A job that no worker takes
    is made here.
    """

    rescue(tournament.print_jobs.filter(state__in=PrintJob.UNFINISHED)[:JOBS_SHOWN])
    return _queue_part(request, tournament)


def _queue_part(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    context = {"tournament": tournament, **_queue(request, tournament)}
    return render(request, "desk/documents/print.html#queue", context)


def _job_of(request: DeskRequest, tournament: Tournament, pk: int) -> PrintJob:
    job = get_object_or_404(tournament.print_jobs, pk=pk)
    document = DOCUMENTS.get(job.document)
    rounds = tournament.rounds.select_related("board_set", "tournament")
    round_ = rounds.filter(number=job.options.get("round") or 0).first()
    if document and (reason := why_withheld(request.user, document, tournament, round_)):
        raise PermissionDenied(reason)
    return job


@boards_and_paper
@fresh_get
@on_evening
def print_file(
    request: DeskRequest, tournament: Tournament, pk: int
) -> HttpResponse | FileResponse:
    job = _job_of(request, tournament, pk)
    with show_refusals(request):
        file = services.open_file(job=job, by=request.user)
        document = find_document(job.document)
        download = document.extension != "pdf"
        return FileResponse(
            file,
            as_attachment=download,
            filename=services.file_name(job),
            content_type=document.content_type,
        )
    return redirect("desk:print", tournament.code)


@boards_and_paper
@require_POST
@on_evening
def print_again(request: DeskRequest, tournament: Tournament, pk: int) -> HttpResponse:
    job = _job_of(request, tournament, pk)
    with show_refusals(request):
        if job.state == PrintJob.State.DONE:
            options = dict(job.options)
            address = public_address(request)
            if options.get("base_url"):
                options["base_url"] = address
            if job.document in WHOLE:
                options |= held_too(find_round(tournament.code, options["round"]), address)
            ask_for(request, tournament, job.document, options, language=job.language)
        else:
            services.try_again(job=job, author=request.user)
        tell(request, _("It is being made again."))
    return redirect(f"{resolve_url('desk:print', tournament.code)}#queue")
