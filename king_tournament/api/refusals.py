"""Bodies of one small JSON object, and refusals. Each refusal is ``{"message", "code", "place",
"problems"}``: a sentence for the reader, and for the program what it is and where.
"""

import math
from collections.abc import Iterator, Mapping
from typing import IO, Any

from django.core.exceptions import NON_FIELD_ERRORS, RequestDataTooBig, ValidationError
from django.http import Http404
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from rest_framework.exceptions import (
    APIException,
    ErrorDetail,
    NotFound,
    ParseError,
    Throttled,
    ValidationError as BodyRefused,
)
from rest_framework.parsers import JSONParser
from rest_framework.response import Response

from king_tournament.api import body_sentences
from scoring.models import Sheet
from scoring.rows import RowConflict

body_sentences.use_ours()

LARGEST_BODY = 20_000
"""Bytes. A row of a sheet has about two hundred."""
MORE_THAN_A_ROW = gettext_lazy("This is more than a row of a sheet can be.")
NO_TEXT = gettext_lazy("There is half a character in this text: send it once more.")
PLACES = ("round", "table", "hand", "board", "number", "numbers", "before")
"""Fields of a refusal's sentence that say where it is."""


class TooLarge(APIException):
    status_code = 413
    default_code = "too_large"


class SmallJSONParser(JSONParser):
    """JSON parser that refuses bodies larger or deeper than a table can need."""

    largest = LARGEST_BODY

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
        if length > self.largest:
            raise TooLarge(MORE_THAN_A_ROW)
        try:
            sent = super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError(_("This is nested too deeply to be a row of a sheet.")) from None
        for place in _broken_texts(sent):
            raise BodyRefused(
                {place: [ErrorDetail(str(NO_TEXT), "surrogate_characters_not_allowed")]}
            )
        return sent


def _broken_texts(value: Any, place: str = "") -> Iterator[str]:
    """Yield the places of texts with half a character. JSON can contain one, but no answer can
    repeat it.
    """
    if isinstance(value, dict):
        for name, part in value.items():
            inner = f"{place}.{name}".strip(".")
            yield from [place] if _is_half(name) else _broken_texts(part, inner)
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _broken_texts(part, f"{place}.{index}".strip("."))
    elif isinstance(value, str) and _is_half(value):
        yield place


def _is_half(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


class LargeJSONParser(SmallJSONParser):
    """Parser of larger bodies, for those who run the evening: a list of players, the boards of a
    partita.
    """

    largest = 400_000


def object_of(body: Any) -> dict[str, Any]:
    if not isinstance(body, dict):
        raise ParseError(_("Send a JSON object: {“hand”: 1, “content”: …}."))
    return body


class NotShownYet(NotFound):
    """Raised for something that exists, but that this reader may not see or may not see yet."""

    default_code = "not_shown_yet"


class ChangedMeanwhile(APIException):
    status_code = 412
    default_code = "changed_meanwhile"


def refuse(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer to an exception, or None for an error of the program, whose details readers must not
    see.
    """
    if isinstance(error, RowConflict):
        current = {"version": error.current.version, "content": error.current.content}
        return Response({**refusal_of(problems_of(error)), "current": current}, status=409)
    if isinstance(error, ValidationError):
        return Response(refusal_of(problems_of(error)), status=422)
    if isinstance(error, BodyRefused):
        return Response(refusal_of(list(_body_errors(error.detail))), status=422)
    if isinstance(error, Sheet.DoesNotExist):
        message = _("This table has no sheet in that partita. Ask the desk for the right card.")
        return Response({"message": message, "code": "gone"}, status=410)
    if isinstance(error, Http404):
        # The framework's own 404 would drop the sentence that we wrote.
        error = NotFound(
            str(error.args[0]) if error.args and isinstance(error.args[0], str) else None
        )
    if isinstance(error, RequestDataTooBig):
        # Read before the parser has seen how long it is.
        error = TooLarge(MORE_THAN_A_ROW)
    if isinstance(error, Throttled):
        seconds = math.ceil(getattr(error, "wait", None) or 1)
        sentence = ngettext(
            "Too many requests came from this address. Try again in %(seconds)d second.",
            "Too many requests came from this address. Try again in %(seconds)d seconds.",
            seconds,
        )
        error.detail = ErrorDetail(sentence % {"seconds": seconds}, "throttled")
    # Here: the framework's views look for the parser above while they are imported.
    from rest_framework.views import exception_handler

    response = exception_handler(error, context)
    if response is None:
        return None
    problems = list(_body_errors(getattr(error, "detail", str(error))))
    response.data = {
        "message": " ".join(problem["message"] for problem in problems)
        or _("This cannot be done."),
        "code": problems[0]["code"],
    }
    return response


Problem = dict[str, Any]


def refusal_of(problems: list[Problem]) -> Problem:
    """Join problems into one refusal: code and place of the first, sentences of all."""
    message = " ".join(dict.fromkeys(problem["message"] for problem in problems))
    return {**problems[0], "message": message, "problems": problems}


def problems_of(error: ValidationError) -> list[Problem]:
    by_field = error.error_dict if hasattr(error, "error_dict") else {"": [error]}
    return [
        _problem(" ".join(problem.messages), problem.code, name, problem.params)
        for name, errors in by_field.items()
        for part in errors
        for problem in part.error_list
    ]


def _problem(
    message: str, code: str | None, field: str, params: Mapping[str, Any] | None = None
) -> Problem:
    known = {name: (params or {}).get(name) for name in PLACES}
    place: Problem = {name: value for name, value in known.items() if isinstance(value, int | list)}
    if field and field != NON_FIELD_ERRORS:
        place["field"] = field
    return {"message": message, "code": code or "refused", "place": place}


def _body_errors(detail: Any, field: str = "") -> Iterator[Problem]:
    """Yield a problem for each wrong field of a body, with its place as ``settings.cappotto`` or
    ``rows.3.hand``.
    """
    if isinstance(detail, dict):
        for name, part in detail.items():
            yield from _body_errors(part, f"{field}.{name}".strip("."))
    elif isinstance(detail, list):
        for index, part in enumerate(detail):
            # A list of rows has a place for each, an empty one for those that are right.
            inner = f"{field}.{index}" if isinstance(part, dict) else field
            yield from _body_errors(part, inner)
    else:
        # The sentence of a field does not say which it is: its page shows that, and here its name.
        text = f"{field}: {detail}" if field else str(detail)
        yield _problem(text, getattr(detail, "code", None), field)
