"""API of events: an event as everybody may see it, and the messages of its halls."""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext as _, gettext_lazy
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import (
    api_view,
    authentication_classes,
    parser_classes,
    permission_classes,
)
from rest_framework.exceptions import APIException, ParseError
from rest_framework.pagination import PageNumberPagination
from rest_framework.parsers import JSONParser
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from king.reading import InputError
from king.simultaneous.documents import CODE_LETTERS, read_letters, word_seal
from king.simultaneous.paper_form import MOST_TABLES
from simultaneous import centre
from simultaneous.models import Event, Hall
from simultaneous.pages.desk import drawn_or_404, find_event, find_hall
from simultaneous.public_results import in_play, last_publication
from simultaneous.ranking import code_of_result
from wording.sentences import refusal, say_error_lazily

CODE = OpenApiParameter(
    "code", str, OpenApiParameter.PATH, description=gettext_lazy("The event's code.")
)


class TooLarge(APIException):
    status_code = 413
    default_code = "too_large"


class ReportParser(JSONParser):
    """Parser of JSON up to the size of a report."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        content = stream.read(centre.LARGEST_REPORT + 1)
        if len(content) > centre.LARGEST_REPORT:
            raise TooLarge(_("The file is too large for a report."))
        try:
            sent = json.loads(content)
            json.dumps(sent, ensure_ascii=False).encode()  # Half a character is no text.
        except (ValueError, RecursionError):
            raise ParseError(_("This is not JSON.")) from None
        return sent


class SaidByHall(serializers.Serializer[Any]):
    """One of five messages; each except the report has a ``mac``."""

    joined = serializers.BooleanField(required=False)
    opened = serializers.BooleanField(required=False)
    tables = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=MOST_TABLES,
        help_text=gettext_lazy("With “opened”: how many tables play."),
    )
    result = serializers.BooleanField(
        required=False, help_text=gettext_lazy("Asks for the code of the result.")
    )
    code = serializers.CharField(
        required=False, help_text=gettext_lazy("The closing code, 12 letters.")
    )
    report = serializers.DictField(
        required=False, help_text=gettext_lazy("The report in the form king-hall-2, sealed.")
    )
    mac = serializers.CharField(
        required=False,
        help_text=gettext_lazy(
            "HMAC-SHA256, with the hall's secret, of the word “joined”, “opened”, “result” or “code:ABCD…”, in hex."
        ),
    )


class HallShape(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.ChoiceField(
        choices=Hall.STATES,
        help_text=gettext_lazy(
            "As the result names it; “open” for a hall without a closing code until the event is "
            "closed."
        ),
    )
    joined_at = serializers.DateTimeField(allow_null=True)
    opened_at = serializers.DateTimeField(allow_null=True)
    tables = serializers.IntegerField(allow_null=True)
    code_at = serializers.DateTimeField(allow_null=True)
    digest = serializers.CharField(
        allow_null=True,
        help_text=gettext_lazy("SHA-256 of what was played, by the report that counts."),
    )


class PageOfEventHalls(serializers.Serializer[Any]):
    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = HallShape(many=True)


class AnsweredShape(HallShape):
    result_code = serializers.CharField(
        allow_null=True, help_text=gettext_lazy("Code of the result, once the event is closed.")
    )
    result_mac = serializers.CharField(
        allow_null=True,
        help_text=gettext_lazy("HMAC-SHA256, with the hall's secret, of “result:ABCD…”, in hex."),
    )


class KeyShape(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    letters = serializers.CharField()
    told_at = serializers.DateTimeField()


class EventShape(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField()
    date = serializers.DateField()
    state = serializers.ChoiceField(choices=Event.State.choices)
    opens_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)
    commitment = serializers.CharField()
    documents = serializers.ListField(child=serializers.DictField())
    keys = KeyShape(
        many=True, help_text=gettext_lazy("The release keys given so far, one for each partita.")
    )
    halls = serializers.IntegerField(help_text=gettext_lazy("How many halls are invited."))
    halls_in_play = serializers.IntegerField()
    tables_in_play = serializers.IntegerField()
    result_code = serializers.CharField(
        allow_null=True,
        help_text=gettext_lazy(
            "Twelve letters of the digest of result.json, once the event is closed."
        ),
    )


class RefusedShape(serializers.Serializer[Any]):
    message = serializers.CharField()
    code = serializers.CharField()


@extend_schema(
    operation_id="simultaneous_event",
    summary=gettext_lazy("One simultaneous event"),
    parameters=[CODE],
    responses={200: EventShape, 404: RefusedShape, 429: RefusedShape},
)
@api_view(["GET"])
@permission_classes([AllowAny])
def event(request: Request, code: str) -> Response:
    """State, commitment, documents and the keys given so far. The result is a file of the event's page."""
    event = drawn_or_404(find_event(code))
    columns = ("code", "name", "date", "state", "opens_at", "closes_at", "commitment")
    facts = {name: getattr(event, name) for name in columns} | {
        "documents": event.terms["documents"],
        "keys": event.told_keys,
        "halls": event.halls.count(),
        **in_play(event),
        "result_code": _result_code(event),
    }
    return Response(EventShape(facts).data)


def _result_code(event: Event) -> str | None:
    publication = last_publication(event)
    return None if publication is None else code_of_result(publication)


class HallPages(PageNumberPagination):
    page_size = 100


@extend_schema(
    operation_id="simultaneous_halls",
    summary=gettext_lazy("Halls of a simultaneous event"),
    parameters=[
        CODE,
        OpenApiParameter("page", int, description=gettext_lazy("Halls, a hundred at a time.")),
    ],
    responses={200: PageOfEventHalls, 404: RefusedShape, 429: RefusedShape},
)
@api_view(["GET"])
@permission_classes([AllowAny])
def halls(request: Request, code: str) -> Response:
    """Halls of the event, each with how far it has got."""
    pages = HallPages()
    rows = pages.paginate_queryset(drawn_or_404(find_event(code)).halls.with_reports(), request)
    return pages.get_paginated_response(HallShape(rows, many=True).data)


@extend_schema(
    operation_id="simultaneous_hall",
    summary=gettext_lazy("Send a message from a hall of a simultaneous event"),
    parameters=[CODE],
    request=SaidByHall,
    responses={
        200: AnsweredShape,
        **dict.fromkeys((400, 404, 413, 422, 429), RefusedShape),
    },
)
@api_view(["POST"])
@authentication_classes([])
@permission_classes([AllowAny])
@parser_classes([ReportParser])
def hall(request: Request, code: str, number: int) -> Response:
    """Message from a hall's program: joined, opened with a key, closing code, report, or a request
    for the code of the result. Repeating one changes nothing.
    """
    hall = find_hall(code, number)
    drawn_or_404(hall.event)
    body = request.data if isinstance(request.data, dict) else {}
    result: dict[str, str | None] = {"result_code": None, "result_mac": None}
    match body:
        case {"joined": True}:
            _sealed_word(hall, "joined", body)
            centre.take_joined(hall)
        case {"opened": True}:
            _sealed_word(hall, "opened", body)
            tables = body.get("tables")
            is_count = type(tables) is int and 0 <= tables <= MOST_TABLES
            centre.take_opened(hall, tables if is_count else None)
        case {"result": True}:
            _sealed_word(hall, "result", body)
            if result_code := _result_code(hall.event):
                mac = word_seal(hall.secret, f"result:{result_code}")
                result = {"result_code": result_code, "result_mac": mac}
        case {"code": str(text)}:
            try:
                letters = read_letters(text, CODE_LETTERS)
            except InputError as error:
                raise refusal(say_error_lazily(error), "code_not_read") from None
            _sealed_word(hall, f"code:{letters}", body)
            centre.take_code(hall, letters)
        case {"report": dict(report)}:
            content = json.dumps(report).encode()
            centre.take_report(hall.event, content, "API", hall=hall)
        case _:
            raise ParseError(_("A hall says “joined”, “opened”, “code”, “report” or “result”."))
    return Response(AnsweredShape(_facts(find_hall(code, number)) | result).data)


def _facts(hall: Hall) -> dict[str, Any]:
    columns = ("number", "name", "state", "joined_at", "opened_at", "tables", "code_at", "digest")
    return {name: getattr(hall, name) for name in columns}


def _sealed_word(hall: Hall, word: str, body: Mapping[str, Any]) -> None:
    mac = body.get("mac")
    seal = word_seal(hall.secret, word)
    if not isinstance(mac, str) or not hmac.compare_digest(mac.encode(), seal.encode()):
        sentence = _("This is not sealed with the secret of %(hall)s.")
        raise refusal(sentence, "wrong_seal", hall=hall.name)
