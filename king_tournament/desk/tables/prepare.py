"""The next partita in one press: drawn, seated, dealt, its paper in the making; before play each part can be redone."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from deals.models import BoardSet
from king_tournament.addresses import public_address
from king_tournament.desk.documents.views import WHOLE, held_too, rescue, whole_paper, why_outdated
from king_tournament.desk.page import (
    DeskRequest,
    desk_page,
    find_round,
    find_tournament,
    organizer_only,
    read_number,
    say_no,
    staff_only,
)
from printing import services
from printing.models import PrintJob
from printing.services import changes_of
from tournaments.board_steps import may_open_cards
from tournaments.head_count import head_count
from tournaments.models import Entry, Round
from tournaments.round_seating import certificate, prepare_round
from tournaments.seat_changes import publish_seating


@organizer_only
@require_POST
def prepare(request: DeskRequest, code: str, number: int) -> HttpResponse:
    """Prepare the partita; where the tables are not full, ask first what is done about it."""
    tournament, way, playing = find_tournament(code), request.POST.get("way", ""), request.POST.get("playing", "")
    try:
        round_ = prepare_round(
            tournament=tournament, author=request.user, number=number, way=way, playing=read_number(playing)
        )
        ask_for_paper(request, round_)
    except ValidationError as error:
        problem = getattr(error, "code", "")
        if problem != "not_full":
            say_no(request, error)
        if problem in ("not_full", "hall_changed") and (count := head_count(tournament)).over:
            return desk_page(
                request, "desk/tables/prepare.html", tournament, step="players", number=number, count=count
            )
        if problem != "seats_changed":
            return redirect("desk:tournament", tournament.code)
    return redirect("desk:play", tournament.code, number)


def _with_slips(request: DeskRequest, round_: Round) -> bool:
    return round_.board_set is not None and may_open_cards(request.user, round_.tournament, round_.board_set)


def ask_for_paper(request: DeskRequest, round_: Round) -> PrintJob:
    """Ask for all paper of the partita; without the slips for whoever may not open them."""
    address = public_address(request)
    return services.request_document(
        tournament=round_.tournament, document=WHOLE[0] if _with_slips(request, round_) else WHOLE[1],
        author=request.user, language=get_language(),
        options={"round": round_.number, "base_url": address, **held_too(round_, address)},
    )  # fmt: skip


def prepared(request: DeskRequest, round_: Round) -> dict[str, Any]:
    """What a partita that has not started has so far: seats by table, boards, paper."""
    tournament, boards, slips = round_.tournament, round_.board_set, _with_slips(request, round_)
    job = whole_paper(round_, with_slips=slips)
    resting = Entry.objects.filter(tournament=tournament, number__in=round_.seating_note.get("sitting_out", []))
    return {
        "seated": round_.seats.filter(from_hand=1).select_related("table", "player").order_by("table__number", "pk"),
        "resting": resting.with_players(),
        "certificate": certificate(round_),
        "board_set": boards,
        "boards_ready": not tournament.plays_boards or boards is not None,
        "slips_withheld": boards is not None and not slips,
        "is_sealed": boards is not None and boards.state == BoardSet.State.SEALED,
        "paper": job,
        "paper_waits": job is not None and job.state in PrintJob.UNFINISHED,
        "paper_ready": job is not None and job.state == PrintJob.State.DONE and _is_right(request, job),
    }


def _is_right(request: DeskRequest, job: PrintJob) -> bool:
    """Whether no name, seat, board or address has changed since the paper was asked for."""
    outdated = why_outdated(job, changes_of(job.tournament), public_address(request))
    return not outdated and not services.boards_have_changed(job)


@staff_only
@never_cache
@require_GET
def paper(request: DeskRequest, code: str, number: int) -> HttpResponse:
    """How far the paper is, asked for while it is made, and until it has been printed and posted from another tab."""
    round_ = find_round(find_tournament(code), number)
    rescue(round_.tournament.print_jobs.filter(document__in=WHOLE, state__in=PrintJob.UNFINISHED))
    context = {"tournament": round_.tournament, "round": round_, **prepared(request, round_)}
    answer = render(request, "desk/tables/play.html#paper", context)
    if round_.seating_published_at is not None:
        answer["HX-Refresh"] = "true"
    return answer


def post_and_print(request: DeskRequest, round_: Round) -> HttpResponse:
    """Post the seats and open the paper; made anew where something has changed since."""
    publish_seating(round=round_, author=request.user)
    job = whole_paper(round_, with_slips=_with_slips(request, round_))
    if job is None or job.state == PrintJob.State.FAILED or not _is_right(request, job):
        job = ask_for_paper(request, round_)
    if job.state != PrintJob.State.DONE:
        return redirect("desk:print", round_.tournament.code)
    return redirect("desk:print_file", round_.tournament.code, job.pk)
