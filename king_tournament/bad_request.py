"""A request that is refused before a page sees it: what cannot be read, and what is too much at once."""

from __future__ import annotations

import functools
import ipaddress
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host
from django.template.loader import render_to_string

from king_tournament.addresses import lan_address

TOO_MUCH = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Who sent too much reads so: to repeat the step would change nothing."""
    too_much = isinstance(exception, TOO_MUCH)
    # Without the request: the page of a request that cannot be read asks nothing of it.
    return HttpResponse(render_to_string("400.html", {"too_much": too_much}), status=413 if too_much else 400)


class KnownHosts:
    """Middleware: only what is asked under a name of this installation goes on.

    A hall's network gives the machine any of the private addresses, also after the start; other names are listed in
    ``ALLOWED_HOSTS``, whose ``*`` leaves the decision here. A forged one would stand in links that others see.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.in_a_hall = functools.lru_cache(256)(_in_a_hall)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Refuse with what to do, and without the name that was asked for."""
        try:
            name = split_domain_port(request.get_host())[0]
        except DisallowedHost:
            name = ""
        if self.in_a_hall(name) or validate_host(name, [host for host in settings.ALLOWED_HOSTS if host != "*"]):
            return self.get_response(request)
        return HttpResponse(render_to_string("400.html", {"unknown_name": True}), status=400)


def _in_a_hall(name: str) -> bool:
    """Whether ``name`` is an address that no other network can have, or this machine's own."""
    try:
        address = ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return address.is_private or name == lan_address()
