"""A browser that is led to an address where only buttons send goes to the page above it."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import Resolver404, resolve

FILES = ("desk:print_file",)
"""Addresses that answer with a file: nobody is led there, and a file with sealed cards is opened on purpose or not."""


class PageAbove:
    """After signing in, after the change of the language, or when a refusal's page is asked for once more, the browser
    asks for the address that the last button sent to. Django answers with an empty page (405)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The view's own answer, unless it is that empty page."""
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and request.method in ("GET", "HEAD"):
            return redirect(page_above(request.path_info))
        return response


def page_above(path: str) -> str:
    """The nearest address above ``path`` that this site knows."""
    while path.strip("/"):
        path = path.rstrip("/").rpartition("/")[0] + "/"
        try:
            found = resolve(path)
        except Resolver404:
            continue
        if found.view_name not in FILES:
            break
    return path
