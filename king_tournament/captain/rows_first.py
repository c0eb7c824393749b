"""The way of a phone's row: hundreds may come in a second, and none needs a session, an account or a page."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import ResolverMatch
from django.utils import translation

from king_tournament.attempts import counted_code
from king_tournament.captain.views import enter

ROWS = re.compile(r"/t/([0-9A-Za-z]{1,12})/([0-9]{1,4})/rows")

answer = counted_code(enter)


class PhoneRows:
    """Middleware: a row that a script sends goes to its view; whatever else is asked goes its way."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        found = ROWS.fullmatch(request.path_info) if request.method == "POST" else None
        if found is None or "text/html" in request.META.get("HTTP_ACCEPT", ""):
            return self.get_response(request)
        where = {"code": found[1], "number": int(found[2])}
        request.resolver_match = ResolverMatch(answer, (), where, "rows", ["captain"], ["captain"])
        translation.activate(translation.get_language_from_request(request))  # for the page of an error too
        return answer(request, **where)
