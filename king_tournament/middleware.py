"""Middleware around every page: refused requests, headers, and redirects from addresses that only
buttons use.
"""

import functools
import ipaddress
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import (
    DisallowedHost,
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.http.request import split_domain_port, validate_host
from django.middleware.locale import LocaleMiddleware
from django.shortcuts import redirect
from django.urls import is_valid_path
from django.utils import timezone, translation
from django.utils.encoding import iri_to_uri
from django.utils.http import escape_leading_slashes
from django.utils.translation import gettext as _
from django.views.defaults import page_not_found

from frame.page import page_above
from ground.addresses import lan_address
from ground.languages import language_of
from ground.trouble import refusal_page
from wording.naming import play_with_cards_of

TOO_MUCH = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    context: dict[str, Any] = {}
    if isinstance(exception, TOO_MUCH):
        sentence, code, status = _("That is too much at once"), "too_large", 413
        context["too_much"] = True
        if isinstance(exception, TooManyFilesSent):
            context["most_files"] = settings.DATA_UPLOAD_MAX_NUMBER_FILES
    else:
        sentence, code, status = _("The request could not be understood"), "bad_request", 400
    return refusal_page(request, "400.html", sentence, code, status, **context)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's page for 404, or a bad request if reading the request fails. Django's page reads
    what was sent, which may be unreadable.
    """
    try:
        return page_not_found(request, exception)
    except (*TOO_MUCH, MultiPartParserError, UnreadablePostError) as error:
        return bad_request(request, error)


def _is_private_address(name: str) -> bool:
    """Whether ``name`` is an address of a private network, or of this machine."""
    try:
        address = ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return address.is_private or name == lan_address()


CONTENT = "; ".join(
    (
        "default-src 'self'",
        # Scripts are files of ours: none within a page, none made from a text.
        "script-src 'self'",
        "style-src 'self'",
        # How far a bar is filled is written on the bar.
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

PERMISSIONS = ", ".join(
    f"{name}=()"
    for name in (
        "accelerometer",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "usb",
    )
)


Answer = Callable[[HttpRequest], HttpResponse]


def check_host(answer: Answer) -> Answer:
    """Check the host name. A hall's network may give the machine any private address, even after
    the start; other names have to be in ``ALLOWED_HOSTS``, whose ``*`` leaves the decision here. A
    forged name would end up in links that others see.
    """
    in_a_hall = functools.lru_cache(256)(_is_private_address)

    def guarded(request: HttpRequest) -> HttpResponse:
        try:
            name = split_domain_port(request.get_host())[0]
        except DisallowedHost:
            name = ""
        listed = [host for host in settings.ALLOWED_HOSTS if host != "*"]
        if in_a_hall(name) or validate_host(name, listed):
            # An evening's own zone ends with the request that found it.
            with timezone.override(None):
                return answer(request)
        with translation.override(language_of(request)):
            sentence = _(
                "Open the address that the terminal shows, or the one in the code on the table. "
                "The person who runs the program can add a name with KING_HOSTS."
            )
            return refusal_page(request, "unknown_name.html", sentence, "unknown_name", 400)

    return guarded


class ReadersLanguage(LocaleMiddleware):
    def process_request(self, request: HttpRequest) -> None:
        translation.activate(language_of(request))
        play_with_cards_of(None)


def page_headers(answer: Answer) -> Answer:
    def headed(request: HttpRequest) -> HttpResponse:
        response = answer(request)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers.setdefault("Content-Security-Policy", CONTENT)
            response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return headed


def redirect_to_page_above(answer: Answer) -> Answer:
    """Redirect a GET of an address that only takes POST to the page above it. The browser asks for
    such an address after signing in, after a change of language, or when a page of refusal is
    reloaded; Django would answer with an empty page (405).
    """

    def led(request: HttpRequest) -> HttpResponse:
        response = answer(request)
        if isinstance(response, HttpResponseNotAllowed) and request.method in ("GET", "HEAD"):
            return redirect(page_above(request.path_info))
        return response

    return led


ENDS = ".,;:!?)]}>»”’\"'"
"""Signs that stand behind an address in a sentence, and at the end of none of ours."""


def strip_punctuation(answer: Answer) -> Answer:
    """Redirect a link that was copied with the punctuation after it (``…/live/abc234/.``) to the
    page that was meant. Programs get 404.
    """

    def led(request: HttpRequest) -> HttpResponse:
        path = request.path_info
        bare = path.rstrip("/" + ENDS)
        of_a_page = request.method in ("GET", "HEAD") and not path.startswith("/api/")
        if of_a_page and set(path[len(bare) :]) & set(ENDS):
            for target in (bare, f"{bare}/"):
                if is_valid_path(target, getattr(request, "urlconf", None)):
                    query = request.META.get("QUERY_STRING", "")
                    # No other host: what begins with two slashes would be one.
                    address = iri_to_uri(escape_leading_slashes(target))
                    return redirect(f"{address}?{query}" if query else address)
        return answer(request)

    return led
