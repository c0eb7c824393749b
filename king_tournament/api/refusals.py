"""One small JSON object comes in; every refusal is ``{"message", "code"}``, for the reader and for
the program.
"""

import math
from collections.abc import Iterator, Mapping
from typing import IO, Any

from django.core.exceptions import ValidationError
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException, ErrorDetail, NotFound, ParseError, Throttled
from rest_framework.parsers import JSONParser
from rest_framework.response import Response

from king_tournament.sheet.entry import in_words
from scoring.models import Sheet

LARGEST_BODY = 20_000
"""Bytes. A row of a sheet has about two hundred."""


class TooLarge(APIException):
    status_code = 413
    default_code = "too_large"


class SmallJSONParser(JSONParser):
    """JSON, refused where it is larger or deeper than anything that a table can mean."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        request = (parser_context or {}).get("request")
        try:
            length = int(request.META.get("CONTENT_LENGTH") or 0) if request is not None else 0
        except ValueError:
            length = 0
        if length > LARGEST_BODY:
            raise TooLarge(_("This is more than a row of a sheet can be."))
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError(_("This is nested too deeply to be a row of a sheet.")) from None


def object_of(body: Any) -> dict[str, Any]:
    if not isinstance(body, dict):
        raise ParseError(_("Send a JSON object: {“hand”: 1, “content”: …}."))
    return body


class NotShownYet(NotFound):
    """There is something, but not for this reader, or not yet."""

    default_code = "not_shown_yet"


def refuse(error: Exception, context: dict[str, Any]) -> Response | None:
    """None for a fault of ours, which is not the reader's to see."""
    if isinstance(error, ValidationError):
        return Response(in_words(error), status=422)
    if isinstance(error, Sheet.DoesNotExist):
        message = _("This table has no sheet in that partita. Ask the desk for the right card.")
        return Response({"message": message, "code": "gone"}, status=410)
    if isinstance(error, Http404):
        # The framework's own 404 would drop the sentence that we wrote.
        error = NotFound(
            str(error.args[0]) if error.args and isinstance(error.args[0], str) else None
        )
    if isinstance(error, Throttled):
        sentence = _("Too many requests came from this address. Try again in %(seconds)d seconds.")
        error.detail = ErrorDetail(
            sentence % {"seconds": math.ceil(getattr(error, "wait", None) or 1)}, "throttled"
        )
    # Here: the framework's views look for the parser above while they are imported.
    from rest_framework.views import exception_handler

    response = exception_handler(error, context)
    if response is None:
        return None
    detail = error.detail if isinstance(error, APIException) else str(error)
    details = list(_flat(detail))
    first = details[0] if details else ""
    code = first.code if isinstance(first, ErrorDetail) else "refused"
    response.data = {
        "message": " ".join(map(str, details)) or _("This cannot be done."),
        "code": code,
    }
    return response


def _flat(detail: Any) -> Iterator[Any]:
    if isinstance(detail, dict):
        for part in detail.values():
            yield from _flat(part)
    elif isinstance(detail, list | tuple):
        for part in detail:
            yield from _flat(part)
    else:
        yield detail
