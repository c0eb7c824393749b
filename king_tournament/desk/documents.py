"""Printing: what a partita needs, what is missing or outdated, the queue, a form for each
document.
"""

import datetime
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.core.cache import cache
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import FileResponse, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from frame import page
from frame.night import BOARDS, PLAY, PLAYERS, STANDINGS, TITLES, WINDS, gather
from frame.page import DeskRequest
from frame.visible import sees_results
from ground.addresses import leads_nowhere, only_this_machine, public_address
from printing import services
from printing.document_list import DOCUMENTS, Document, documents_of, find_document
from printing.models import PrintJob
from printing.services import changes_of, is_outdated
from printing.tasks import do_here, make_print
from tournaments.board_steps import may_open_cards
from tournaments.models import Round, SignaturePolicy, Tournament


class DocumentForm(forms.Form):
    """A document's options, which the service reads again; ``withheld`` says why this account
    cannot have it.
    """

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        document: Document,
        address: str,
        tables: int,
        withheld: str,
    ) -> None:
        super().__init__(data, auto_id=f"{document.key}_%s")
        self.document, self.withheld = document, withheld
        made = _fields(tables)
        if document.scope == "tournament" and "round" in document.options:
            self.fields["only_round"] = forms.BooleanField(
                label=gettext_lazy("Only this partita"), required=False
            )
        for name in document.options:
            if name in made:
                self.fields[name] = made[name]
        if "base_url" in self.fields:
            self.initial["base_url"] = address

    @property
    def usual(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name in ("table", "copies")]

    @property
    def rare(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name not in ("table", "copies")]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        return {name: value for name, value in cleaned.items() if value not in (None, "", False)}


def _fields(tables: int) -> dict[str, forms.Field]:
    number = forms.NumberInput(
        attrs={"class": "short", "inputmode": "numeric", "placeholder": gettext_lazy("all")}
    )
    return {
        "copies": forms.ChoiceField(
            label=gettext_lazy("Copies"),
            required=False,
            choices=[
                ("tables", gettext_lazy("a set for every table")),
                ("one", gettext_lazy("one set, used again and again")),
            ],
        ),
        "table": forms.IntegerField(
            label=gettext_lazy("Only table"),
            required=False,
            min_value=1,
            max_value=max(tables, 1) if tables else 9999,
            widget=number,
        ),
        "board": forms.IntegerField(
            label=gettext_lazy("Only hand"),
            required=False,
            min_value=1,
            max_value=99,
            widget=number,
        ),
        "order": forms.ChoiceField(
            label=gettext_lazy("Sorted"),
            required=False,
            choices=[
                ("table", gettext_lazy("table by table")),
                ("board", gettext_lazy("hand by hand")),
            ],
        ),
        "fold": forms.ChoiceField(
            label=gettext_lazy("Shape"),
            required=False,
            choices=[
                ("tent", gettext_lazy("a tent of one A4")),
                ("flat", gettext_lazy("two flat ones on an A4")),
            ],
        ),
        "suits": forms.ChoiceField(
            label=gettext_lazy("Colours"),
            required=False,
            choices=[
                ("grey", gettext_lazy("black and grey")),
                ("two", gettext_lazy("two colours")),
                ("four", gettext_lazy("four colours")),
            ],
        ),
        "layout": forms.ChoiceField(
            label=gettext_lazy("Points"),
            required=False,
            choices=[
                ("usual", gettext_lazy("one column a player")),
                ("two_columns", gettext_lazy("two columns a player, lost and won")),
            ],
        ),
        "blank": forms.BooleanField(label=gettext_lazy("Empty, without names"), required=False),
        "base_url": forms.CharField(
            label=gettext_lazy("The codes lead to"),
            required=False,
            max_length=200,
            widget=forms.URLInput,
            help_text=gettext_lazy("As the phones in the hall reach this site."),
        ),
    }


@page.staff_only
@require_POST
def codes_read(request: DeskRequest, code: str) -> HttpResponse:
    """The × of the notice that codes on paper lead to an old address."""
    tournament = page.find_tournament(code)
    moved = page.codes_moved(request, gather(tournament))
    request.session[page.CODES_READ] = {
        **request.session.get(page.CODES_READ, {}),
        tournament.code: moved,
    }
    return HttpResponse() if request.htmx else redirect("desk:tournament", tournament.code)


# --- what a partita needs

WHOLE = ("partita", "tables")
"""The files that hold all of it; the second without the slips."""
NEEDED = ("slips", "score_sheets", "table_cards", "seating", "signing_slips")
OF_THE_EVENING = ("table_cards", "signing_slips")
"""Papers that stay on the table or with the player: the option of that name says that a file of all holds them."""
OF_A_PART = ("table", "board", "blank")
"""Choices that make less of a document than the partita needs."""


@dataclass(frozen=True)
class Needed:
    """One of these documents: ``job`` is the last that was asked for, whole; ``withheld`` why this
    account cannot; ``outdated`` why it is made again.
    """

    document: Document
    job: PrintJob | None
    outdated: str
    withheld: str

    @property
    def missing(self) -> bool:
        return not self.withheld and (self.job is None or bool(self.outdated))


def _jobs(tournament: Tournament) -> list[PrintJob]:
    jobs = PrintJob.objects.filter(tournament=tournament, document__in=(*NEEDED, *WHOLE))
    jobs = jobs.exclude(state=PrintJob.State.FAILED)
    return [job for job in jobs if not any(job.options.get(name) for name in OF_A_PART)]


def _state_of(
    document: Document,
    round_: Round,
    jobs: Iterable[PrintJob],
    changes: Mapping[str, datetime.datetime],
    address: str,
    withheld: str = "",
) -> Needed:
    job = next((job for job in jobs if _holds(job, document, round_)), None)
    outdated = why_outdated(job, changes, address, document.key) if job is not None else ""
    return Needed(document, job, outdated, withheld)


def _holds(job: PrintJob, document: Document, round_: Round) -> bool:
    """Whether the job is that document, or a file with it; what is of the evening stays, the rest
    is of one partita.
    """
    if document.key in OF_THE_EVENING:
        return job.document == document.key or bool(job.options.get(document.key))
    holding = (document.key, *WHOLE[: 1 if document.key == "slips" else 2])
    return job.document in holding and job.options.get("round") in (None, round_.number)


def why_outdated(
    job: PrintJob, changes: Mapping[str, datetime.datetime], address: str, paper: str = ""
) -> str:
    """Why a ``paper`` in the file (all of it) is made again, where phones now reach this site at
    ``address``; empty where it is right.
    """
    key = paper or job.document
    if is_outdated(job, key, changes):
        if key == "table_cards":
            return _("There are more tables since: make it again.")
        return _("Names or seats have changed since: make it again.")
    printed, document = job.options.get("base_url", ""), DOCUMENTS.get(key)
    if (
        printed
        and document is not None
        and "base_url" in document.options
        and leads_nowhere(printed, address)
    ):
        return _("Its codes lead to the old address %(address)s: make it again.") % {
            "address": printed
        }
    return ""


def held_too(round_: Round, address: str) -> dict[str, bool]:
    """Papers of the evening, by key: true where the file of the whole partita holds them, as no
    other file has them right.
    """
    tournament, changes = round_.tournament, changes_of(round_.tournament)
    # It takes the place of those that were made before for the same partita, perhaps never printed.
    others = [
        job
        for job in _jobs(tournament)
        if job.document not in WHOLE or job.options.get("round") != round_.number
    ]
    found = {
        key: _state_of(find_document(key), round_, others, changes, address).missing
        for key in OF_THE_EVENING
    }
    return found | (
        {"signing_slips": False} if tournament.signatures == SignaturePolicy.NONE else {}
    )


def whole_paper(round_: Round, *, with_slips: bool) -> PrintJob | None:
    document = WHOLE[0] if with_slips else WHOLE[1]
    jobs = PrintJob.objects.filter(tournament=round_.tournament, document=document)
    return next((job for job in jobs if job.options.get("round") == round_.number), None)


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
        language=language or get_language(),
    )


# --- what was handed over and is not made

PATIENCE = datetime.timedelta(seconds=45)
"""How long a job waits for whoever was to make it: a process may have ended, a broker may be away."""

SECONDS_OF_A_CLAIM = 60
"""Nobody else takes up the same job meanwhile; making it twice would do no harm, only take time."""


def rescue(jobs: Iterable[PrintJob]) -> int:
    """Make here those that nobody makes; how many were taken up."""
    too_long = timezone.now() - PATIENCE
    taken = [
        job.pk
        for job in jobs
        if job.state in PrintJob.UNFINISHED
        and job.created_at < too_long
        and cache.add(f"print-here-{job.pk}", True, SECONDS_OF_A_CLAIM)
    ]
    for key in taken:
        do_here(make_print, key)
    return len(taken)


# --- the pages

STEP_OF = {
    "announcement": PLAYERS,
    "entries": PLAYERS,
    "receipts": PLAYERS,
    "signing_slips": PLAYERS,
    "wind_slips": WINDS,
    "draw_result": WINDS,
    "seating": WINDS,
    "table_cards": WINDS,
    "slips": BOARDS,
    "deck_lists": BOARDS,
    "master_diagrams": BOARDS,
    "tick_list": BOARDS,
    "dealing_plan": BOARDS,
    "labels": BOARDS,
    "score_sheets": PLAY,
    "summary_card": PLAY,
    "delivery": PLAY,
    "incident_form": PLAY,
    "rulings": PLAY,
    "redeal_log": PLAY,
    "standings": STANDINGS,
    "hand_records": STANDINGS,
    "workbook": STANDINGS,
}
"""Where in the night a document is wanted; one that is not listed stands with the standings."""

JOBS_SHOWN = 12


@page.boards_and_paper
@never_cache
@require_http_methods(["GET", "POST"])
def print_page(request: DeskRequest, code: str) -> HttpResponse:
    tournament = page.find_tournament(code)
    round_ = _round_asked_for(request, tournament)
    if request.method == "POST":
        ask = _ask_for_all if "needed" in request.POST else _ask
        return ask(request, tournament, round_)
    return _page(request, tournament, round_)


def _round_asked_for(request: DeskRequest, tournament: Tournament) -> Round | None:
    text = request.POST.get("round", "") or request.GET.get("partita", "")
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
    tables = round_.tables.count() if round_ is not None else 0
    choices = [
        wrong
        if wrong is not None and wrong.document == document
        else _choice(request, document, tournament, round_, address, tables=tables)
        for document in documents_of(tournament)
        if _may_print(request, document, tournament)
    ]
    groups = [
        (
            TITLES[key],
            [choice for choice in choices if STEP_OF.get(choice.document.key, STANDINGS) == key],
        )
        for key in (PLAYERS, WINDS, BOARDS, PLAY, STANDINGS)
    ]
    needed = _needed(request, tournament, round_)
    context = {
        "needed": needed,
        "to_ask_for": any(paper.missing for paper in needed),
        "round": round_,
        "groups": [group for group in groups if group[1]],
        "address": address,
        "address_is_own": only_this_machine(address),
        "rounds": list(tournament.rounds.order_by("number").values_list("number", flat=True)),
        "usual": "" if needed else _usual(tournament, round_),
        **_queue(request, tournament),
    }
    number = round_.number if round_ is not None else None
    status = 200 if wrong is None else 422
    return page.desk_page(
        request,
        "desk/documents/print.html",
        tournament,
        step="tables",
        number=number,
        status=status,
        **context,
    )


def _choice(
    request: DeskRequest,
    document: Document,
    tournament: Tournament,
    round_: Round | None,
    address: str,
    *,
    tables: int = 0,
    data: Any = None,
) -> DocumentForm:
    withheld = _withheld(request, document, tournament, round_)
    return DocumentForm(data, document=document, address=address, tables=tables, withheld=withheld)


def _withheld(
    request: DeskRequest, document: Document, tournament: Tournament, round_: Round | None
) -> str:
    """Why an account may not have this paper; empty where it may.

    The dealing role has the paper of the boards' step. The rest shows results, or the codes that
    open tables' sheets.
    """
    if not _may_print(request, document, tournament):
        return _(
            "Your role prints only what belongs to the packets: ask an organizer or an arbiter for this one."
        )
    if not document.reveals_cards or round_ is None or round_.board_set is None:
        return ""
    if may_open_cards(request.user, round_.tournament, round_.board_set):
        return ""
    return _(
        "The cards are sealed: their slips are opened by the dealing role. Ask whoever holds it."
    )


def _may_print(request: DeskRequest, document: Document, tournament: Tournament) -> bool:
    return sees_results(request.user, tournament) or STEP_OF.get(document.key) == BOARDS


def _usual(tournament: Tournament, round_: Round | None) -> str:
    if round_ is None:
        return "entries" if tournament.entries.filter(withdrawn_at__isnull=True).exists() else ""
    if round_.is_closed:
        return "standings"
    if round_.stage == Round.Stage.PLAYING:
        return "score_sheets"
    if round_.board_set is None:
        return "seating"
    return "slips" if not round_.board_set.printed_at else "score_sheets"


def _needed(request: DeskRequest, tournament: Tournament, round_: Round | None) -> list[Needed]:
    """The documents of a partita whose seats are published and whose boards are sealed; none once
    it has started.
    """
    if round_ is None or round_.stage != Round.Stage.SEATING or round_.seating_published_at is None:
        return []
    if tournament.plays_boards and round_.board_set is None:
        return []
    of_no_use = {"slips"} if not tournament.plays_boards else set()
    if tournament.signatures == SignaturePolicy.NONE:
        of_no_use.add("signing_slips")
    wanted = [find_document(key) for key in NEEDED if key not in of_no_use]
    jobs, changes, address = _jobs(tournament), changes_of(tournament), public_address(request)
    return [
        _state_of(
            document,
            round_,
            jobs,
            changes,
            address,
            _withheld(request, document, tournament, round_),
        )
        for document in wanted
    ]


# --- asking


def _ask_for_all(
    request: DeskRequest, tournament: Tournament, round_: Round | None
) -> HttpResponse:
    """Ask for what is missing; what is there already is not made twice."""
    if round_ is None:
        return redirect("desk:print", tournament.code)
    usual = {"round": round_.number, "base_url": public_address(request)}
    for paper in _needed(request, tournament, round_):
        if paper.missing:
            options = {
                name: value for name, value in usual.items() if name in paper.document.options
            }
            with page.saying_no(request):
                ask_for(request, tournament, paper.document.key, options)
    return redirect(f"{reverse('desk:print', args=[tournament.code])}?partita={round_.number}")


def _ask(request: DeskRequest, tournament: Tournament, round_: Round | None) -> HttpResponse:
    try:
        document = find_document(request.POST.get("document", ""))
    except ValidationError as error:
        page.say_no(request, error)
        return _page(request, tournament, round_)
    address = public_address(request)
    form = _choice(request, document, tournament, round_, address, data=request.POST)
    if form.withheld:
        raise PermissionDenied(form.withheld)
    if form.is_valid():
        options = dict(form.cleaned_data)
        only_round = options.pop("only_round", False) or document.scope == "round"
        if round_ is not None and "round" in document.options and only_round:
            options["round"] = round_.number
        if round_ is not None and document.key in WHOLE:
            options |= held_too(round_, address)
        with page.refusing(form):
            ask_for(request, tournament, document.key, options)
            return _asked(request, tournament, round_)
    if not request.htmx:
        return _page(request, tournament, round_, wrong=form)
    context = {"tournament": tournament, "choice": form, "round": round_}
    answer = render(request, "desk/documents/print.html#document", context, status=422)
    answer["HX-Retarget"], answer["HX-Reswap"] = f"#document-{document.key}", "outerHTML"
    return answer


def _asked(request: DeskRequest, tournament: Tournament, round_: Round | None) -> HttpResponse:
    if request.htmx:
        context = {"tournament": tournament, **_queue(request, tournament)}
        return render(request, "desk/documents/print.html#queue", context)
    query = f"?partita={round_.number}" if round_ is not None else ""
    return redirect(f"{reverse('desk:print', args=[tournament.code])}{query}#queue")


# --- the queue


def _queue(request: DeskRequest, tournament: Tournament) -> dict[str, Any]:
    found = list(tournament.print_jobs.select_related("created_by")[:JOBS_SHOWN])
    sets = {
        round_.number: round_.board_set
        for round_ in tournament.rounds.select_related("board_set")
        if round_.board_set
    }
    open_ = {
        number
        for number, board_set in sets.items()
        if may_open_cards(request.user, tournament, board_set)
    }
    changes, address = changes_of(tournament), public_address(request)
    waiting = [job for job in found if job.state in PrintJob.UNFINISHED]
    return {
        "jobs": [_shown(request, job, open_, why_outdated(job, changes, address)) for job in found],
        "waiting": bool(waiting),
        "is_late": any(job.created_at < timezone.now() - PATIENCE for job in waiting),
    }


def _shown(
    request: DeskRequest, job: PrintJob, open_rounds: Container[int], outdated: str
) -> dict[str, Any]:
    """``share`` is how much of it is made, in hundredths."""
    document = DOCUMENTS.get(job.document)
    places = {
        "round": _("partita %(number)s"),
        "table": _("table %(number)s"),
        "board": _("hand %(number)s"),
    }
    place = [
        words % {"number": job.options[name]}
        for name, words in places.items()
        if job.options.get(name)
    ]
    secret = document is not None and (
        not _may_print(request, document, job.tournament)
        or (document.reveals_cards and job.options.get("round") not in open_rounds)
    )
    share = 100 * job.done_pages // job.all_pages if job.all_pages else 0
    title = str(document.title) if document is not None else job.document
    shown = {"job": job, "title": title, "place": ", ".join(place), "share": share}
    return shown | {"may_open": not secret, "outdated": outdated}


@page.boards_and_paper
@never_cache
@require_GET
def print_queue(request: DeskRequest, code: str) -> HttpResponse:
    """Asked for every second while something is being made; what nobody makes is made here."""
    tournament = page.find_tournament(code)
    rescue(tournament.print_jobs.filter(state__in=PrintJob.UNFINISHED)[:JOBS_SHOWN])
    context = {"tournament": tournament, **_queue(request, tournament)}
    return render(request, "desk/documents/print.html#queue", context)


def _job_of(request: DeskRequest, tournament: Tournament, pk: int) -> PrintJob:
    job = get_object_or_404(tournament.print_jobs, pk=pk)
    document = DOCUMENTS.get(job.document)
    rounds = tournament.rounds.select_related("board_set", "tournament")
    round_ = rounds.filter(number=job.options.get("round") or 0).first()
    if document is not None and (reason := _withheld(request, document, tournament, round_)):
        raise PermissionDenied(reason)
    return job


@page.boards_and_paper
@never_cache
@require_GET
def print_file(request: DeskRequest, code: str, pk: int) -> HttpResponse | FileResponse:
    tournament = page.find_tournament(code)
    job = _job_of(request, tournament, pk)
    with page.saying_no(request):
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


@page.boards_and_paper
@require_POST
def print_again(request: DeskRequest, code: str, pk: int) -> HttpResponse:
    tournament = page.find_tournament(code)
    job = _job_of(request, tournament, pk)
    with page.saying_no(request):
        if job.state == PrintJob.State.DONE:
            options, address = dict(job.options), public_address(request)
            if options.get("base_url"):
                options["base_url"] = address
            if job.document in WHOLE:
                options |= held_too(page.find_round(tournament, options["round"]), address)
            ask_for(request, tournament, job.document, options, language=job.language)
        else:
            services.try_again(job=job, author=request.user)
        messages.success(request, _("It is being made again."))
    return redirect(f"{reverse('desk:print', args=[tournament.code])}#queue")
