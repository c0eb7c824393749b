"""Page of one hall at the centre, for anybody with its invitation: keys that are told, its closing
code, its report as a file or as QR codes. It shows no figure of another hall until the report that
fits the hall's code is here, or the event is closed.
"""

from __future__ import annotations

import hmac

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from frame import page
from frame.page import Context
from frame.public import file_answer
from king.reading import InputError
from king.simultaneous.documents import in_groups
from king.simultaneous.qr_codes import Place, Square, open_square, unpack_text
from simultaneous import centre
from simultaneous.event_file import invitation_name, invitation_text
from simultaneous.lines import standing_lines
from simultaneous.models import Hall
from simultaneous.pages.desk import (
    find_event,
    find_hall,
    shown_keys,
)
from simultaneous.pages.wall import state_of
from wording.sentences import refusal, say_error_lazily

KEPT = 6 * 60 * 60
"""Seconds for which the parts of a report are kept until all are there."""


def find_own_hall(code: str, number: int, key: str) -> Hall:
    event = find_event(code)
    # No hall and a wrong key are told apart by nothing.
    hall = event.halls.with_reports().filter(number=number).first() or Hall()
    if not hmac.compare_digest(hall.page_key, key) or event.drawn_at is None:
        raise Http404
    return hall


own_press = page.press_on(find_own_hall)


@page.fresh_get_or_post
def invited(request: HttpRequest, code: str, number: int, key: str) -> HttpResponse:
    hall = find_own_hall(code, number, key)
    event = hall.event
    reports = list(hall.reports.all())
    context = {
        "event": event,
        "hall": hall,
        "state": state_of(hall),
        "report": reports[-1] if reports else None,
        **shown_keys(event),
    }
    reads = hall.has_confirmed or event.is_closed
    publication = event.publications.order_by("-number").first() if reads else None
    if publication is not None:
        centre.note_reading(hall)
        context |= standing_lines(publication, request.GET.dict())
    return render(request, "simultaneous/invited.html", context)


@require_POST
def invitation(request: HttpRequest, code: str, number: int, key: str) -> HttpResponse:
    """Download the invitation, once. With it and a told key anybody can deal the boards of the
    event.
    """
    hall = find_own_hall(code, number, key)
    with page.show_refusals(request):
        centre.take_invitation(hall)
        return file_answer(invitation_text(hall), invitation_name(hall), "application/json")
    return redirect("simultaneous:invited", code, number, key)


@own_press
def take_code(request: HttpRequest, hall: Hall) -> str:
    changed = centre.take_code(hall, page.text_of(request, "code"))
    return _("The centre has your closing code %(code)s.") % {"code": in_groups(changed.code)}


@own_press
def take_report(request: HttpRequest, hall: Hall) -> str:
    file = request.FILES.get("report")
    if file is None:
        raise refusal(_("Choose the file of the report."), "no_file")
    content = file.read(centre.LARGEST_REPORT + 1)
    centre.take_report(hall.event, content, file.name or "", hall=hall)
    return _("The centre has your report.")


# --- squares


@page.fresh_get_or_post
def square(request: HttpRequest, code: str, number: int, place: str, part: str) -> HttpResponse:
    """Page of a QR code as a phone opens it. A press sends the part of the report to the centre."""
    hall = find_hall(code, number)
    event = hall.event
    try:
        picture = Square(Place.read(place), part)
    except InputError:
        raise Http404 from None
    if event.released_at is None:
        raise Http404
    context: Context = {"event": event, "hall": hall, "place": picture.place}
    if request.method == "POST":
        with page.show_refusals(request):
            context |= _take_part(hall, picture)
    status = 422 if request.method == "POST" and "here" not in context else 200
    return render(request, "simultaneous/square.html", context, status=status)


def _take_part(hall: Hall, square: Square) -> Context:
    """Store a part of a report until the others have come. A part without the hall's seal is
    refused alone, and spoils nothing.
    """
    try:
        part = open_square(hall.secret, square)
    except InputError as error:
        raise refusal(say_error_lazily(error), "squares_not_read") from None
    places = {f"square-{hall.pk}-{place}": place.number for place in square.place.whole}
    cache.set(f"square-{hall.pk}-{square.place}", part, KEPT)
    texts = cache.get_many(list(places))
    if len(texts) == len(places):
        cache.delete_many(list(places))
        try:
            text = unpack_text([texts[name] for name in places])
        except InputError as error:
            raise refusal(say_error_lazily(error), "squares_not_read") from None
        centre.take_report(hall.event, text.encode(), _("QR codes"), hall=hall)
    missing = [number for name, number in places.items() if name not in texts]
    return {"here": True, "missing": missing}
