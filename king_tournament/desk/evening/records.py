"""Records of an evening: its log, with the proof that nobody changed a line; its archive file; a
safety copy.
"""

from django.core.paginator import Paginator
from django.http import FileResponse, HttpResponse
from django.views.decorators.cache import never_cache

from frame import safety_copies
from frame.page import (
    DeskRequest,
    club_only,
    desk_page,
    evening_press,
    fresh_get,
    fresh_get_or_post,
    on_evening,
    press,
    staff_only,
    text_of,
)
from ground.roles import DEALING, ORGANIZER, role_required
from night import backup
from night.lookups import find_tournament, read_number
from scoring.log_check import check_log
from tournaments.log import LogGroup, LogKind, in_words, kinds_of
from tournaments.models import Tournament

LINES_ON_A_PAGE = 60


@staff_only
@fresh_get
@on_evening
def log(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    chosen = request.GET.get("kind", "")
    lines = tournament.log.order_by("-sequence")
    if chosen in LogGroup.values:
        lines = lines.filter(kind__in=kinds_of(chosen))
    paper_lines = request.GET.get("lines", "").strip()
    paper_seal = request.GET.get("seal", "").strip()
    part = Paginator(lines, LINES_ON_A_PAGE).get_page(request.GET.get("page"))
    labels = {str(kind): str(kind.group.label) for kind in LogKind}
    return desk_page(
        request,
        "desk/evening/log.html",
        tournament,
        page=part,
        # A line of another version may be of a kind that is not known here.
        lines=[(entry, in_words(entry), labels.get(entry.kind, entry.kind)) for entry in part],
        groups=[
            (group.value, group.label)
            for group in LogGroup
            if group != LogGroup.BOARDS
            or tournament.plays_boards
            or tournament.log.filter(kind__in=kinds_of(group)).exists()
        ],
        chosen=chosen if chosen in LogGroup.values else "",
        query=f"kind={chosen}&" if chosen in LogGroup.values else "",
        chain=check_log(
            tournament, paper_lines=read_number(paper_lines, 6) or None, paper_seal=paper_seal
        ),
        paper_lines=paper_lines,
        paper_seal=paper_seal,
    )


# --- a safety copy


@role_required(ORGANIZER, DEALING, always=True)
@fresh_get_or_post
def copy(request: DeskRequest, code: str) -> HttpResponse:
    context = safety_copies.page_of_copies(request, request.user)
    return desk_page(request, "desk/evening/backup.html", find_tournament(code), **context)


@club_only
@never_cache
@evening_press
def copy_file(request: DeskRequest, tournament: Tournament) -> FileResponse:
    packed = backup.copy_for(tournament=tournament, author=request.user)
    return FileResponse(packed, as_attachment=True, filename=backup.file_name(tournament.name))


@club_only
@press
def second_copy(request: DeskRequest, code: str) -> None:
    backup.choose_second_folder(place=text_of(request, "place").strip(), author=request.user)
    backup.keep_copy("")


@role_required(DEALING, always=True)
@press
def confirm_second(request: DeskRequest, code: str) -> None:
    backup.confirm_second_folder(author=request.user)
    backup.keep_copy("")
