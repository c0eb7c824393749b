"""Backup at a centre, which may have no evening whose page would offer it."""

from __future__ import annotations

from django.http import FileResponse, HttpResponse
from django.views.decorators.cache import never_cache

from frame import page, safety_copies
from frame.page import DeskRequest
from ground.roles import DEALING, ORGANIZER, role_required
from night import backup
from simultaneous.models import Event
from simultaneous.pages.desk import event_page, event_press, on_event


@role_required(ORGANIZER, DEALING, always=True)
@page.fresh_get_or_post
@on_event
def copy(request: DeskRequest, event: Event) -> HttpResponse:
    context = safety_copies.page_of_copies(request, request.user)
    return event_page(request, event, "simultaneous/copy.html", "centre_copy", **context)


@page.club_only
@never_cache
@event_press
def copy_file(request: DeskRequest, event: Event) -> FileResponse:
    packed = backup.copy_for(tournament=None, author=request.user)
    return FileResponse(packed, as_attachment=True, filename=backup.file_name(event.name))


@page.club_only
@event_press
def second_copy(request: DeskRequest, event: Event) -> None:
    place = page.text_of(request, "place").strip()
    backup.choose_second_folder(place=place, author=request.user)
    backup.keep_copy("")


@role_required(DEALING, always=True)
@event_press
def confirm_second(request: DeskRequest, event: Event) -> None:
    backup.confirm_second_folder(author=request.user)
    backup.keep_copy("")
