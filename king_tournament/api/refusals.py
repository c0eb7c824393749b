"""Every refusal as ``{"message", "code"}``: a sentence in the reader's language and a word for the program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException, ErrorDetail, NotFound
from rest_framework.response import Response
from rest_framework.views import exception_handler

from king_tournament.sheet.entry import in_words
from scoring.models import Sheet


class NotShownYet(NotFound):
    """There is something, but not for this reader, or not yet."""

    default_code = "not_shown_yet"


def refuse(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to an error raised in a view; None for a fault of ours, which is not the reader's to see."""
    if isinstance(error, ValidationError):
        return Response(in_words(error), status=422)
    if isinstance(error, Sheet.DoesNotExist):
        message = _("This table has no sheet in that partita. Ask the desk for the right card.")
        return Response({"message": message, "code": "gone"}, status=410)
    if isinstance(error, Http404):
        # The framework's own 404 would drop the sentence that we wrote.
        error = NotFound(str(error.args[0]) if error.args and isinstance(error.args[0], str) else None)
    response = exception_handler(error, context)
    if response is None:
        return None
    detail = error.detail if isinstance(error, APIException) else str(error)
    details = list(_flat(detail))
    first = details[0] if details else ""
    code = first.code if isinstance(first, ErrorDetail) else "refused"
    response.data = {"message": " ".join(map(str, details)) or _("This cannot be done."), "code": code}
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
