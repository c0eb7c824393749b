"""A request that is refused before a page sees it: what cannot be read, and what is too much at once."""

from __future__ import annotations

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

TOO_MUCH = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Who sent too much reads so: to repeat the step would change nothing."""
    too_much = isinstance(exception, TOO_MUCH)
    # Without the request: the page of a request that cannot be read asks nothing of it.
    return HttpResponse(render_to_string("400.html", {"too_much": too_much}), status=413 if too_much else 400)
