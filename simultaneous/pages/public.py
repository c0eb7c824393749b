"""Pages of an event for everybody. Before the close they show its halls and its seal, afterwards
all of it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from frame.page_cache import Number, cached_page, render_once
from frame.public import file_answer
from ground.addresses import public_address
from king.simultaneous.documents import in_groups
from printing.pictures import as_svg
from simultaneous import papers, public_results
from simultaneous.centre import refresh_standing
from simultaneous.event_file import event_made_of, terms_of
from simultaneous.lines import Context, first_lines, rests_note, rounds_of, standing_lines
from simultaneous.models import Event, EventPublication
from simultaneous.pages.previews import picture_of, preview_of
from simultaneous.public_results import as_file
from simultaneous.ranking import code_of_result, result_of
from wording.results import luck_words

View = Callable[..., HttpResponse]
FIRST_LINES = 10


def find_event(code: str) -> Event:
    return refresh_standing(get_object_or_404(Event.objects.exclude(drawn_at=None), code=code))


def event_revision(code: str, **_where: object) -> Number | None:
    """Revision of the event's pages. An outdated page, which shows less, is never shown."""
    try:
        event = find_event(code)
    except Http404:
        return None
    publication = public_results.last_publication(event)
    number = publication.number if publication else 0
    return Number(f"{event.pk}-{event.revision}-{number}", language=event.language)


def closed_events_only(view: View) -> View:
    """Pass the event to the view. Before the close the page does not exist (404)."""

    @wraps(view)
    def wrapper(request: HttpRequest, code: str, **place: Any) -> HttpResponse:
        event = find_event(code)
        if not event.is_closed:
            raise Http404
        return view(request, event, **place)

    return wrapper


def published_events_only(view: View) -> View:
    """Pass the latest published standing to the view. If there is none, a page says that it is
    still awaited.
    """

    @closed_events_only
    @wraps(view)
    def wrapper(request: HttpRequest, event: Event, **place: Any) -> HttpResponse:
        publication = public_results.last_publication(event)
        if publication is None:
            return render(request, "simultaneous/public/waiting.html", {"event": event})
        return view(request, publication, **place)

    return wrapper


def page(view: View) -> View:
    return cached_page(event_revision, shows_address=True)(never_cache(require_safe(view)))


def paper(view: View) -> View:
    return cached_page(event_revision, is_paper=True, own_language=True)(require_safe(view))


# --- the event


@never_cache
@require_safe
def public_events(request: HttpRequest) -> HttpResponse:
    events = Event.objects.exclude(drawn_at=None)
    return render(request, "simultaneous/public/events.html", {"events": events})


@page
def public(request: HttpRequest, code: str) -> HttpResponse:
    event = find_event(code)
    publication = public_results.last_publication(event)
    first = first_lines(publication, "", FIRST_LINES) if publication else []
    context = {
        "event": event,
        "terms": terms_of(event),
        "publication": publication,
        "now": "event",
        "halls": public_results.halls_of(event, publication),
        "first": first,
        "rests_note": rests_note(first),
        "told_keys": event.told_keys,
        "many": event.keys.count() > 1,
        "in_play": public_results.in_play(event),
        "result_code": in_groups(code_of_result(publication)) if publication else "",
        "preview": preview_of(request, event, publication),
    }
    return render(request, "simultaneous/public/event.html", context)


@paper
def event_picture(request: HttpRequest, code: str) -> HttpResponse:
    number, event = event_revision(code), find_event(code)
    content = render_once(
        f"picture of an event {code}", number.text if number else "", lambda: picture_of(event)
    )
    return file_answer(content, "king.png", "image/png", inline=True)


@require_safe
def public_document(request: HttpRequest, code: str) -> HttpResponse:
    """File with the commitment and the documents that seal the boards, one a partita."""
    event = find_event(code)
    seal = {"commitment": event.commitment, "documents": event.terms["documents"]}
    return file_answer(as_file(seal), f"{code}-documents.json", "application/json")


@page
@published_events_only
def public_standing(request: HttpRequest, publication: EventPublication) -> HttpResponse:
    context = {
        "event": publication.event,
        "now": "standing",
        "leads_on": True,
        "preview": preview_of(request, publication.event, publication),
        "publications": publication.event.publications.filter(provisional=False).order_by(
            "-number"
        ),
        **standing_lines(publication, request.GET.dict()),
    }
    return render(request, "simultaneous/public/standing.html", context)


@page
@closed_events_only
def public_publication(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Page of one published standing, with what it corrected."""
    publication = get_object_or_404(event.publications, provisional=False, number=number)
    context = {
        "event": event,
        "now": "standing",
        "last": public_results.last_publication(event),
        "changed": public_results.changed_lines(publication),
        **standing_lines(publication, request.GET.dict()),
    }
    return render(request, "simultaneous/public/publication.html", context)


@page
@published_events_only
def public_hall(request: HttpRequest, publication: EventPublication, number: int) -> HttpResponse:
    halls = {
        hall["number"]: hall for hall in public_results.halls_of(publication.event, publication)
    }
    if number not in halls:
        raise Http404
    lines = public_results.lines_of_hall(publication, number)
    context = {
        "event": publication.event,
        "publication": publication,
        "hall": halls[number],
        "rounds": rounds_of(publication.event),
        "lines": lines,
        "rests_note": rests_note(lines),
        "preview": preview_of(request, publication.event, publication),
    }
    return render(request, "simultaneous/public/hall.html", context)


# --- boards


@page
@published_events_only
def public_boards(request: HttpRequest, publication: EventPublication) -> HttpResponse:
    rounds: dict[int, list[Context]] = {}
    for board in public_results.boards_of(publication):
        rounds.setdefault(board["round"], []).append(board)
    context = {"event": publication.event, "rounds": rounds, "now": "boards"}
    return render(request, "simultaneous/public/boards.html", context)


@page
@published_events_only
def public_board(
    request: HttpRequest, publication: EventPublication, round: int, number: int
) -> HttpResponse:
    boards = public_results.boards_of(publication)
    places = [(board["round"], board["number"]) for board in boards]
    if (round, number) not in places:
        raise Http404
    at = places.index((round, number))
    board = boards[at]
    fields = [
        (field, as_svg(papers.picture_of(field), f"field-{place}", f"field-words-{place}"))
        for place, field in enumerate(board["fields"], 1)
    ]
    context = {
        "event": publication.event,
        "board": board,
        "fields": fields,
        "luck": luck_words(board["luck"]),
        "before": boards[at - 1] if at else None,
        "after": boards[at + 1] if at + 1 < len(boards) else None,
        "now": "boards",
    }
    return render(request, "simultaneous/public/board.html", context)


# --- files and papers


def _event_file(publication: EventPublication) -> bytes:
    return as_file(event_made_of(publication.event, publication.made_of))


FILES: dict[str, tuple[str, Callable[[EventPublication], bytes]]] = {
    "event.json": ("application/json", _event_file),
    "result.json": ("application/json", lambda publication: as_file(result_of(publication))),
    "reports.zip": ("application/zip", public_results.reports_file),
}


@paper
@published_events_only
def public_file(request: HttpRequest, publication: EventPublication, file: str) -> HttpResponse:
    media_type, make = FILES[file]
    return file_answer(make(publication), file, media_type)


@paper
@published_events_only
def booklet(request: HttpRequest, publication: EventPublication) -> HttpResponse:
    event = publication.event
    number = event_revision(event.code)
    address = public_address(request) + reverse("simultaneous:public", args=[event.code])
    content = render_once(
        f"booklet {address}",
        number.text if number else "",
        lambda: papers.booklet(publication, address),
    )
    name = f"{slugify(event.name) or event.code}.pdf"
    return file_answer(content, name, "application/pdf", inline=True)


@paper
@published_events_only
def certificate(request: HttpRequest, publication: EventPublication, line: int) -> HttpResponse:
    row = get_object_or_404(publication.lines.select_related("hall"), pk=line, late=False)
    content = render_once(f"certificate {line}", "", lambda: papers.certificate(publication, row))
    name = f"{slugify(row.name) or line}.pdf"
    return file_answer(content, name, "application/pdf", inline=True)
