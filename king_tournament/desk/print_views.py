"""Paper: every document by the step of the night that needs it, the queue, and the files."""

from __future__ import annotations

import datetime
from collections.abc import Container
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from king_tournament.accounts.roles import ARBITER, ORGANIZER, holds
from king_tournament.desk.forms_print import DocumentForm, address_for_codes, only_this_machine
from king_tournament.desk.night import BOARDS, PLAY, PLAYERS, STANDINGS, TITLES, WINDS
from king_tournament.desk.page import boards_and_paper, desk_page, find_tournament, refusals, say_no
from king_tournament.desk.paper_needed import Needed, ask_for_needed, papers_needed
from king_tournament.desk.print_rescue import rescue
from king_tournament.live.visible import AT_THE_PRIZE_GIVING
from king_tournament.worker import worker_is_running
from printing import services
from printing.documents import DOCUMENTS, Document, documents_of, find_document
from printing.models import PrintJob
from printing.outdated import is_outdated, people_changed_at
from scoring.holding import awaits_prize_giving
from tournaments.boards import may_open_cards
from tournaments.models import Round, Tournament

STEP_OF = {
    "announcement": PLAYERS, "entries": PLAYERS, "receipts": PLAYERS, "wind_slips": WINDS, "draw_result": WINDS,
    "seating": WINDS, "table_cards": WINDS, "slips": BOARDS, "deck_lists": BOARDS,
    "master_diagrams": BOARDS, "tick_list": BOARDS, "dealing_plan": BOARDS, "labels": BOARDS,
    "score_sheets": PLAY, "summary_card": PLAY, "delivery": PLAY, "incident_form": PLAY, "rulings": PLAY,
    "redeal_log": PLAY, "standings": STANDINGS, "hand_records": STANDINGS,
    "workbook": STANDINGS,
}  # fmt: skip
"""Where in the night a document is wanted; one that is not listed stands with the standings."""

JOBS_SHOWN = 12
UNFINISHED = (PrintJob.State.QUEUED, PrintJob.State.RUNNING)


@dataclass
class Choice:
    """A document on the page, with its form; ``withheld`` says why this account cannot have it."""

    document: Document
    form: DocumentForm
    withheld: str = ""


@boards_and_paper
@never_cache
@require_http_methods(["GET", "POST"])
def print_page(request: HttpRequest, code: str) -> HttpResponse:
    """The documents and the queue; a POST asks for one."""
    tournament = find_tournament(code)
    round_ = _round_asked_for(request, tournament)
    if request.method == "POST":
        ask = _ask_for_all if "needed" in request.POST else _ask
        return ask(request, tournament, round_)
    return _page(request, tournament, round_)


def _round_asked_for(request: HttpRequest, tournament: Tournament) -> Round | None:
    """The partita chosen, else the latest one."""
    text = request.POST.get("round", "") or request.GET.get("partita", "")
    rounds = list(tournament.rounds.select_related("board_set", "tournament").order_by("number"))
    chosen = [each for each in rounds if str(each.number) == text.strip()]
    return chosen[0] if chosen else rounds[-1] if rounds else None


def _page(
    request: HttpRequest, tournament: Tournament, round_: Round | None, wrong: Choice | None = None
) -> HttpResponse:
    address = address_for_codes(request)
    tables = round_.tables.count() if round_ is not None else 0
    choices = [
        wrong if wrong is not None and wrong.document.key == document.key
        else _choice(request, document, tournament, round_, address, tables=tables)
        for document in documents_of(tournament)
    ]  # fmt: skip
    groups = [
        (TITLES[key], [choice for choice in choices if STEP_OF.get(choice.document.key, STANDINGS) == key])
        for key in (PLAYERS, WINDS, BOARDS, PLAY, STANDINGS)
    ]
    needed = _needed(request, tournament, round_)
    context = {
        "needed": needed, "to_ask_for": any(each.missing for each in needed),
        "round": round_, "groups": [group for group in groups if group[1]],
        "address": address, "address_is_own": only_this_machine(address),
        "rounds": list(tournament.rounds.order_by("number").values_list("number", flat=True)),
        "usual": "" if needed else _usual(round_), **_queue(request, tournament),
    }  # fmt: skip
    number = round_.number if round_ is not None else None
    status = 200 if wrong is None else 422
    return desk_page(request, "desk/print.html", tournament, step="print", number=number, status=status, **context)


def _choice(
    request: HttpRequest, document: Document, tournament: Tournament, round_: Round | None, address: str, *,
    tables: int = 0, data: Any = None,
) -> Choice:  # fmt: skip
    form = DocumentForm(data, document=document, address=address, tables=tables)
    return Choice(document, form, _withheld(request, document, tournament, round_))


def _withheld(request: HttpRequest, document: Document, tournament: Tournament, round_: Round | None) -> str:
    """Why an account may not have cards, or a final standing, that nobody may see yet; empty where it may."""
    if document.shows_results and _waits_for_the_prizes(request, tournament):
        return str(AT_THE_PRIZE_GIVING)
    if not document.reveals_cards or round_ is None or round_.board_set is None:
        return ""
    if may_open_cards(request.user, round_.tournament, round_.board_set):
        return ""
    return _("The cards are sealed: their slips are opened by the dealing role. Ask whoever holds it.")


def _waits_for_the_prizes(request: HttpRequest, tournament: Tournament) -> bool:
    """Whether the final standing is held back from this account, which only prepares boards."""
    return not holds(request.user, ORGANIZER, ARBITER) and awaits_prize_giving(tournament)


def _usual(round_: Round | None) -> str:
    """The document that is wanted now, whose button is the filled one."""
    if round_ is None:
        return "entries"
    if round_.is_closed:
        return "standings"
    if round_.stage == Round.Stage.PLAYING:
        return "score_sheets"
    if round_.board_set is None:
        return "seating"
    return "slips" if not round_.board_set.printed_at else "score_sheets"


def _needed(request: HttpRequest, tournament: Tournament, round_: Round | None) -> tuple[Needed, ...]:
    return papers_needed(tournament, round_, lambda document: _withheld(request, document, tournament, round_))


# --- asking


def _ask_for_all(request: HttpRequest, tournament: Tournament, round_: Round | None) -> HttpResponse:
    """Everything that the partita needs and that has not been made; what is there already is not made twice."""
    if round_ is None:
        return redirect("desk:print", tournament.code)
    needed = _needed(request, tournament, round_)
    for error in ask_for_needed(needed, round_, address=address_for_codes(request), author=request.user):
        say_no(request, error)
    return redirect(f"{reverse('desk:print', args=[tournament.code])}?partita={round_.number}")


def _ask(request: HttpRequest, tournament: Tournament, round_: Round | None) -> HttpResponse:
    try:
        document = find_document(request.POST.get("document", ""))
    except ValidationError as error:
        say_no(request, error)
        return _page(request, tournament, round_)
    choice = _choice(request, document, tournament, round_, address_for_codes(request), data=request.POST)
    if choice.withheld:
        raise PermissionDenied(choice.withheld)
    if choice.form.is_valid():
        options = dict(choice.form.cleaned_data)
        only_round = options.pop("only_round", False) or document.scope == "round"
        if round_ is not None and "round" in document.options and only_round:
            options["round"] = round_.number
        try:
            job = services.request_document(
                tournament=tournament, document=document.key, options=options, author=request.user,
                language=get_language(),
            )  # fmt: skip
        except ValidationError as error:
            choice.form.add_error(None, refusals(error))
        else:
            return _asked(request, tournament, round_, job)
    if request.htmx:  # type: ignore[attr-defined]
        answer = render(
            request, "desk/_document.html", {"tournament": tournament, "choice": choice, "round": round_}, status=422
        )
        answer["HX-Retarget"], answer["HX-Reswap"] = f"#document-{document.key}", "outerHTML"
        return answer
    return _page(request, tournament, round_, wrong=choice)


def _asked(request: HttpRequest, tournament: Tournament, round_: Round | None, job: PrintJob) -> HttpResponse:
    if request.htmx:  # type: ignore[attr-defined]
        context = {"tournament": tournament, **_queue(request, tournament)}
        return render(request, "desk/_print_queue.html", context)
    query = f"?partita={round_.number}" if round_ is not None else ""
    return redirect(f"{reverse('desk:print', args=[tournament.code])}{query}#queue")


# --- the queue


@dataclass(frozen=True)
class Job:
    """A job of the queue as the page shows it, in words; ``share`` is how much of it is made, in hundredths."""

    job: PrintJob
    title: str
    place: str
    share: int
    may_open: bool
    outdated: bool = False


def _queue(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    found = list(tournament.print_jobs.select_related("created_by")[:JOBS_SHOWN])
    sets = {each.number: each.board_set for each in tournament.rounds.select_related("board_set") if each.board_set}
    open_ = {number for number, board_set in sets.items() if may_open_cards(request.user, tournament, board_set)}
    changed_at = people_changed_at(tournament)
    waits = _waits_for_the_prizes(request, tournament)
    waiting = any(job.state in UNFINISHED for job in found)
    return {
        "jobs": [_shown(job, open_, changed_at, waits) for job in found],
        "waiting": waiting,
        "worker_away": waiting and not worker_is_running(),
    }


def _shown(
    job: PrintJob, open_rounds: Container[int], changed_at: datetime.datetime | None, waits_for_prizes: bool
) -> Job:
    document = DOCUMENTS.get(job.document)
    place = [_("partita %(number)s") % {"number": job.options["round"]}] if job.options.get("round") else []
    if job.options.get("table"):
        place.append(_("table %(number)s") % {"number": job.options["table"]})
    if job.options.get("board"):
        place.append(_("hand %(number)s") % {"number": job.options["board"]})
    secret = document is not None and (
        (document.reveals_cards and job.options.get("round") not in open_rounds)
        or (document.shows_results and waits_for_prizes)
    )
    return Job(
        job,
        str(document.title) if document is not None else job.document,
        ", ".join(place),
        100 * job.done_pages // job.all_pages if job.all_pages else 0,
        not secret,
        is_outdated(job, changed_at),
    )


@boards_and_paper
@never_cache
@require_GET
def print_queue(request: HttpRequest, code: str) -> HttpResponse:
    """The queue alone, asked for every second while something is being made; what nobody makes is made here."""
    tournament = find_tournament(code)
    rescue(tournament.print_jobs.filter(state__in=UNFINISHED)[:JOBS_SHOWN])
    context = {"tournament": tournament, **_queue(request, tournament)}
    return render(request, "desk/_print_queue.html", context)


def _job_of(request: HttpRequest, tournament: Tournament, pk: int) -> PrintJob:
    """The job, for who may have what is in it."""
    job = get_object_or_404(tournament.print_jobs, pk=pk)
    document = DOCUMENTS.get(job.document)
    rounds = tournament.rounds.select_related("board_set", "tournament")
    round_ = rounds.filter(number=job.options.get("round") or 0).first()
    if document is not None and (reason := _withheld(request, document, tournament, round_)):
        raise PermissionDenied(reason)
    return job


@boards_and_paper
@never_cache
@require_GET
def print_file(request: HttpRequest, code: str, pk: int) -> HttpResponse | FileResponse:
    """The finished document, shown by the browser."""
    tournament = find_tournament(code)
    job = _job_of(request, tournament, pk)
    try:
        file = services.open_file(job=job, by=request.user)
    except ValidationError as error:
        say_no(request, error)
        return redirect("desk:print", tournament.code)
    document = find_document(job.document)
    download = document.extension != "pdf"
    return FileResponse(
        file, as_attachment=download, filename=services.file_name(job), content_type=document.content_type
    )


@boards_and_paper
@require_POST
def print_again(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Make a document again as the evening stands now; one that failed is tried once more."""
    tournament = find_tournament(code)
    job = _job_of(request, tournament, pk)
    try:
        if job.state == PrintJob.State.DONE:
            services.request_document(
                tournament=tournament, document=job.document, options=job.options, author=request.user,
                language=job.language,
            )  # fmt: skip
        else:
            services.try_again(job=job, author=request.user)
    except ValidationError as error:
        say_no(request, error)
    else:
        messages.success(request, _("It is being made again."))
    return redirect(f"{reverse('desk:print', args=[tournament.code])}#queue")
