"""Answers to the public: their language, files, and pages in a folder that needs no server."""

import contextlib
from collections.abc import Iterator

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.http import content_disposition_header
from django_htmx.middleware import HtmxDetails

from ground.languages import names_a_language
from night.lookups import find_evening
from tournaments.models import Tournament


class LiveRequest(HttpRequest):
    htmx: HtmxDetails


def find_evening_for(request: HttpRequest, code: str) -> Tournament:
    """Find the evening, and activate its language if the reader asks for none."""
    evening = find_evening(code)
    if not in_folder(request) and not names_a_language(request):
        translation.activate(evening.language)
    return evening


def in_folder(request: HttpRequest) -> bool:
    """Whether the page is read from a folder: without a server, without a script and by nobody who
    is signed in.
    """
    return getattr(request, "in_folder", False)


@contextlib.contextmanager
def refusal_as_not_found() -> Iterator[None]:
    try:
        yield
    except ValidationError:
        raise Http404 from None


def file_answer(
    content: bytes | str, name: str, media_type: str, *, inline: bool = False
) -> HttpResponse:
    headers = {"Content-Disposition": content_disposition_header(not inline, name) or ""}
    return HttpResponse(content, content_type=media_type, headers=headers)
