"""Guests of a centre, who are not on its roster: found by name, shown what is stored about them,
and forgotten.
"""

from __future__ import annotations

import json

from django.core.cache import caches
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from frame import page, page_cache
from frame.page import DeskRequest
from frame.public import file_answer
from simultaneous.models import Hall
from simultaneous.people import Guest, find_guests, forget_guests, is_held, stored_data


@page.club_only
@page.fresh_get_or_post
def guests(request: DeskRequest) -> HttpResponse:
    search = request.GET.get("q", "")[:80]
    context = {"search": search, "guests": find_guests(search), "chosen": _chosen(request)}
    return render(request, "simultaneous/people.html", context)


def _chosen(request: DeskRequest) -> list[str]:
    return request.POST.getlist("guest")


def _find(text: str) -> Guest:
    """Find a guest by the text that the page sent: key of the hall and name."""
    key, _bar, name = text.partition("|")
    hall = get_object_or_404(Hall.objects.select_related("event"), pk=page.number_or_none_such(key))
    return Guest(hall, name)


@page.club_only
@require_GET
def export(request: DeskRequest) -> HttpResponse:
    guest = _find(request.GET.get("guest", ""))
    data = stored_data(guest)
    if not is_held(data):
        raise Http404
    content = json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    return file_answer(content, f"{slugify(guest.name) or 'king'}.json", "application/json")


@page.club_only
@page.press
def forget(request: DeskRequest) -> str:
    chosen = [_find(text) for text in _chosen(request)]
    reason = page.text_of(request, "reason")
    number = forget_guests(chosen, reason=reason, author=request.user)
    page_cache.forget()
    caches["default"].clear()
    sentence = _("Removed for good. The results stay, under the name %(number)s.")
    return sentence % {"number": number}
