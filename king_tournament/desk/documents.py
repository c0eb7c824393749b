"""Printing: what a partita needs, what is missing or outdated, the queue, a form for each
document.
"""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from django.core.cache import cache
from django.core.exceptions import PermissionDenied, ValidationError
from django.forms import (
    BooleanField,
    BoundField,
    CharField,
    ChoiceField,
    Form,
    IntegerField,
    NumberInput,
    URLInput,
)
from django.http import FileResponse, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from frame.night import BOARDS, PLAY, PLAYERS, STANDINGS, TITLES, WINDS, gather
from frame.page import (
    CODES_READ,
    Context,
    DeskRequest,
    boards_and_paper,
    codes_moved,
    desk_page,
    find_round,
    fresh_get,
    fresh_get_or_post,
    on_evening,
    refusing,
    say_no,
    saying_no,
    staff_only,
    tell,
    text_of,
)
from frame.visible import sees_results
from ground.addresses import leads_nowhere, only_this_machine, public_address
from king_tournament.desk.lists import CARDS_SEALED, lists_for
from printing import services
from printing.document_list import DOCUMENTS, Document, documents_of, find_document
from printing.models import PrintJob
from printing.services import changes_of, is_outdated
from printing.tasks import do_here, make_print
from tournaments.board_steps import may_open_cards
from tournaments.models import Round, SignaturePolicy, Tournament

NUMBER = NumberInput(
    attrs={"class": "short", "inputmode": "numeric", "placeholder": gettext_lazy("all")}
)


USUAL = ("table", "copies")


def _choice(label: Any, **options: object) -> ChoiceField:
    return ChoiceField(label=label, choices=list(options.items()))


class DocumentForm(Form):
    """A document's options, which the service reads again; ``withheld`` says why this account
    cannot have it.
    """

    copies = _choice(
        gettext_lazy("Copies"),
        tables=gettext_lazy("a set for every table"),
        one=gettext_lazy("one set, used again and again"),
    )
    table = IntegerField(
        label=gettext_lazy("Only table"), min_value=1, max_value=9999, widget=NUMBER
    )
    only_round = BooleanField(label=gettext_lazy("Only this partita"))
    board = IntegerField(label=gettext_lazy("Only hand"), min_value=1, max_value=99, widget=NUMBER)
    order = _choice(
        gettext_lazy("Sorted"),
        table=gettext_lazy("table by table"),
        board=gettext_lazy("hand by hand"),
    )
    fold = _choice(
        gettext_lazy("Shape"),
        tent=gettext_lazy("a tent of one A4"),
        flat=gettext_lazy("two flat ones on an A4"),
    )
    suits = _choice(
        gettext_lazy("Colours"),
        grey=gettext_lazy("black and grey"),
        two=gettext_lazy("two colours"),
        four=gettext_lazy("four colours"),
    )
    layout = _choice(
        gettext_lazy("Points"),
        usual=gettext_lazy("one column a player"),
        two_columns=gettext_lazy("two columns a player, lost and won"),
    )
    blank = BooleanField(label=gettext_lazy("Empty, without names"))
    base_url = CharField(
        label=gettext_lazy("The codes lead to"),
        max_length=200,
        widget=URLInput,
        help_text=gettext_lazy("As the phones in the hall reach this site."),
    )

    def __init__(
        self, data: Mapping[str, Any] | None, *, document: Document, address: str, withheld: str
    ) -> None:
        super().__init__(data, auto_id=f"{document.key}_%s", initial={"base_url": address})
        self.document = document
        self.withheld = withheld
        options = set(document.options)
        if document.scope == "tournament" and "round" in options:
            options.add("only_round")
        self.fields = {name: field for name, field in self.fields.items() if name in options}
        for field in self.fields.values():
            field.required = False

    @property
    def usual(self) -> list[BoundField]:
        return [field for field in self if field.name in USUAL]

    @property
    def rare(self) -> list[BoundField]:
        return [field for field in self if field.name not in USUAL]

    def clean(self) -> Context:
        cleaned = super().clean() or self.cleaned_data
        return {name: value for name, value in cleaned.items() if value not in (None, "", False)}


@staff_only
@require_POST
@on_evening
def codes_read(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The × of the notice that codes on paper lead to an old address."""

    moved = codes_moved(request, gather(tournament))
    request.session[CODES_READ] = {
        **request.session.get(CODES_READ, {}),
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


def _jobs(tournament: Tournament) -> list[PrintJob]:
    jobs = PrintJob.objects.filter(tournament=tournament, document__in=(*NEEDED, *WHOLE))
    jobs = jobs.exclude(state=PrintJob.State.FAILED)
    return [job for job in jobs if not any(job.options.get(name) for name in OF_A_PART)]


def _last_of(
    document: Document,
    round_: Round,
    jobs: Iterable[PrintJob],
    changes: Mapping[str, datetime.datetime],
    address: str,
) -> tuple[PrintJob | None, str]:
    """The last file with all of that document, and why it is made again."""
    job = next((job for job in jobs if _holds(job, document, round_)), None)
    return job, why_outdated(job, changes, address, document.key) if job else ""


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
    printed = job.options.get("base_url", "")
    document = DOCUMENTS.get(key)
    has_codes = printed and document is not None and "base_url" in document.options
    if has_codes and leads_nowhere(printed, address):
        return _("Its codes lead to the old address %(address)s: make it again.") % {
            "address": printed
        }
    return ""


def held_too(round_: Round, address: str) -> dict[str, bool]:
    """Papers of the evening, by key: true where the file of the whole partita holds them, as no
    other file has them right.
    """
    tournament = round_.tournament
    changes = changes_of(round_.tournament)
    # It takes the place of those that were made before for the same partita, perhaps never printed.
    others = [
        job
        for job in _jobs(tournament)
        if job.document not in WHOLE or job.options.get("round") != round_.number
    ]
    held = {}
    for key in OF_THE_EVENING:
        job, outdated = _last_of(find_document(key), round_, others, changes, address)
        held[key] = job is None or bool(outdated)
    if tournament.signatures == SignaturePolicy.NONE:
        held["signing_slips"] = False
    return held


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


def rescue(jobs: Iterable[PrintJob]) -> None:
    """Make here those that nobody makes."""
    too_long = timezone.now() - PATIENCE
    for job in jobs:
        is_late = job.state in PrintJob.UNFINISHED and job.created_at < too_long
        if is_late and cache.add(f"print-here-{job.pk}", True, SECONDS_OF_A_CLAIM):
            do_here(make_print, job.pk)


# --- the pages

STEP_OF = {
    "announcement": PLAYERS,
    "receipts": PLAYERS,
    "signing_slips": PLAYERS,
    "wind_slips": WINDS,
    "draw_result": WINDS,
    "seating": WINDS,
    "table_cards": WINDS,
    "slips": BOARDS,
    "master_diagrams": BOARDS,
    "labels": BOARDS,
    "score_sheets": PLAY,
    "summary_card": PLAY,
    "incident_form": PLAY,
    "redeal_log": PLAY,
    "standings": STANDINGS,
    "hand_records": STANDINGS,
    "workbook": STANDINGS,
}
"""Where in the night a document is wanted; one that is not listed stands with the standings."""

JOBS_SHOWN = 12


@boards_and_paper
@fresh_get_or_post
@on_evening
def print_page(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """A POST asks for one document."""

    round_ = _round_asked_for(request, tournament)
    if request.method != "POST":
        return _page(request, tournament, round_)
    try:
        document = find_document(text_of(request, "document"))
    except ValidationError as error:
        say_no(request, error)
        return _page(request, tournament, round_)
    address = public_address(request)
    withheld = _withheld(request, document, tournament, round_)
    if withheld:
        raise PermissionDenied(withheld)
    form = DocumentForm(request.POST, document=document, address=address, withheld="")
    if form.is_valid():
        options = dict(form.cleaned_data)
        only_round = options.pop("only_round", False) or document.scope == "round"
        if round_ and "round" in document.options and only_round:
            options["round"] = round_.number
        if round_ and document.key in WHOLE:
            options |= held_too(round_, address)
        with refusing(form):
            ask_for(request, tournament, document.key, options)
            if not request.htmx:
                return _to_the_queue(tournament, round_)
            context = {"tournament": tournament, **_queue(request, tournament)}
            return render(request, "desk/documents/print.html#queue", context)
    if not request.htmx:
        return _page(request, tournament, round_, wrong=form)
    context = {"tournament": tournament, "choice": form, "round": round_}
    answer = render(request, "desk/documents/print.html#document", context, status=422)
    answer["HX-Retarget"], answer["HX-Reswap"] = f"#document-{document.key}", "outerHTML"
    return answer


@boards_and_paper
@require_POST
@on_evening
def print_needed(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Ask for what is missing; what is there already is not made twice."""

    round_ = _round_asked_for(request, tournament)
    address = public_address(request)
    for paper in _needed(request, tournament, round_):
        if round_ and paper["missing"]:
            document = paper["document"]
            usual = {"round": round_.number, "base_url": address}
            options = {name: usual[name] for name in usual if name in document.options}
            with saying_no(request):
                ask_for(request, tournament, document.key, options)
    return _to_the_queue(tournament, round_)


def _to_the_queue(tournament: Tournament, round_: Round | None) -> HttpResponse:
    query = f"?partita={round_.number}" if round_ else ""
    return redirect(f"{reverse('desk:print', args=[tournament.code])}{query}#queue")


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
    choices: dict[str, list[DocumentForm]] = defaultdict(list)
    for document in documents_of(tournament):
        if not _may_print(request, document, tournament):
            continue
        choice = wrong
        if not choice or choice.document != document:
            withheld = _withheld(request, document, tournament, round_)
            choice = DocumentForm(None, document=document, address=address, withheld=withheld)
        choices[STEP_OF.get(document.key, STANDINGS)].append(choice)
    groups = [
        (TITLES[step], choices[step], lists_for(request, tournament, round_, step))
        for step in (PLAYERS, WINDS, BOARDS, PLAY, STANDINGS)
    ]
    needed = _needed(request, tournament, round_)
    return desk_page(
        request,
        "desk/documents/print.html",
        tournament,
        step="tables",
        number=round_.number if round_ else None,
        status=200 if wrong is None else 422,
        needed=needed,
        to_ask_for=any(paper["missing"] for paper in needed),
        round=round_,
        groups=[group for group in groups if group[1] or group[2]],
        address=address,
        address_is_own=only_this_machine(address),
        rounds=list(tournament.rounds.order_by("number").values_list("number", flat=True)),
        usual="" if needed else _usual(tournament, round_),
        **_queue(request, tournament),
    )


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
    if not document.reveals_cards or not round_ or not round_.board_set:
        return ""
    if may_open_cards(request.user, round_.tournament, round_.board_set):
        return ""
    return str(CARDS_SEALED)


def _may_print(request: DeskRequest, document: Document, tournament: Tournament) -> bool:
    return sees_results(request.user, tournament) or STEP_OF.get(document.key) == BOARDS


def _usual(tournament: Tournament, round_: Round | None) -> str:
    """The paper whose button is filled."""
    if not round_:
        return "entries" if tournament.entries.filter(withdrawn_at__isnull=True).exists() else ""
    if round_.is_closed:
        return "standings"
    if round_.is_playing:
        return "score_sheets"
    if not round_.board_set:
        return "seating"
    return "slips" if not round_.board_set.printed_at else "score_sheets"


def _needed(request: DeskRequest, tournament: Tournament, round_: Round | None) -> list[Context]:
    """The documents of a partita whose seats are published and whose boards are sealed; none once
    it has started. ``job`` is the last that was asked for, ``withheld`` why this account cannot.
    """
    if not round_ or not round_.is_seating or not round_.seating_published_at:
        return []
    if tournament.plays_boards and not round_.board_set:
        return []
    of_no_use = {"slips"} if not tournament.plays_boards else set()
    if tournament.signatures == SignaturePolicy.NONE:
        of_no_use.add("signing_slips")
    jobs = _jobs(tournament)
    changes = changes_of(tournament)
    address = public_address(request)
    needed = []
    for document in (find_document(key) for key in NEEDED if key not in of_no_use):
        job, outdated = _last_of(document, round_, jobs, changes, address)
        withheld = _withheld(request, document, tournament, round_)
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
    """``share`` is how much of a document is made, in hundredths."""
    jobs = list(tournament.print_jobs.select_related("created_by")[:JOBS_SHOWN])
    rounds = tournament.rounds.exclude(board_set=None).select_related("board_set")
    opened = {
        round_.number
        for round_ in rounds
        if round_.board_set and may_open_cards(request.user, tournament, round_.board_set)
    }
    changes = changes_of(tournament)
    address = public_address(request)
    places = {
        "round": _("partita %(number)s"),
        "table": _("table %(number)s"),
        "board": _("hand %(number)s"),
    }
    shown = []
    for job in jobs:
        document = DOCUMENTS.get(job.document)
        place = [
            words % {"number": job.options[name]}
            for name, words in places.items()
            if job.options.get(name)
        ]
        may_open = document is None or (
            _may_print(request, document, tournament)
            and (not document.reveals_cards or job.options.get("round") in opened)
        )
        shown.append(
            {
                "job": job,
                "title": job.document if not document else document.title,
                "place": ", ".join(place),
                "share": 100 * job.done_pages // job.all_pages if job.all_pages else 0,
                "may_open": may_open,
                "outdated": why_outdated(job, changes, address),
            }
        )
    waiting = [job for job in jobs if job.state in PrintJob.UNFINISHED]
    return {
        "jobs": shown,
        "waiting": bool(waiting),
        "is_late": any(job.created_at < timezone.now() - PATIENCE for job in waiting),
    }


@boards_and_paper
@fresh_get
@on_evening
def print_queue(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Asked for every second while something is being made; what nobody makes is made here."""

    rescue(tournament.print_jobs.filter(state__in=PrintJob.UNFINISHED)[:JOBS_SHOWN])
    context = {"tournament": tournament, **_queue(request, tournament)}
    return render(request, "desk/documents/print.html#queue", context)


def _job_of(request: DeskRequest, tournament: Tournament, pk: int) -> PrintJob:
    job = get_object_or_404(tournament.print_jobs, pk=pk)
    document = DOCUMENTS.get(job.document)
    rounds = tournament.rounds.select_related("board_set", "tournament")
    round_ = rounds.filter(number=job.options.get("round") or 0).first()
    if document and (reason := _withheld(request, document, tournament, round_)):
        raise PermissionDenied(reason)
    return job


@boards_and_paper
@fresh_get
@on_evening
def print_file(
    request: DeskRequest, tournament: Tournament, pk: int
) -> HttpResponse | FileResponse:
    job = _job_of(request, tournament, pk)
    with saying_no(request):
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
    with saying_no(request):
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
    return redirect(f"{reverse('desk:print', args=[tournament.code])}#queue")
