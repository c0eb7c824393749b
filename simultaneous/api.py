"""Two addresses for programs: an event as everybody may see it, and what one hall says to it."""

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
from rest_framework.parsers import JSONParser
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from king.reading import InputError
from king.simultaneous.documents import CODE_LETTERS, read_letters, word_seal
from simultaneous import centre
from simultaneous.models import Event, Hall
from simultaneous.pages.desk import drawn, find_event, find_hall
from simultaneous.published import last_posting
from simultaneous.ranking import result_of
from wording.sentences import refusal, say_error_lazily

CODE = OpenApiParameter(
    "code", str, OpenApiParameter.PATH, description=gettext_lazy("The event's code.")
)


class TooLarge(APIException):
    status_code = 413
    default_code = "too_large"


class ReportParser(JSONParser):
    """JSON in the size of a report, read no further than that."""

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
            raise ParseError(_("This is no JSON.")) from None
        return sent


class SaidByHall(serializers.Serializer[Any]):
    """One of the four; each but the report with ``mac``."""

    joined = serializers.BooleanField(required=False)
    opened = serializers.BooleanField(required=False)
    code = serializers.CharField(
        required=False, help_text=gettext_lazy("The closing code, 12 letters.")
    )
    report = serializers.DictField(
        required=False, help_text=gettext_lazy("The report in the form king-hall-1, sealed.")
    )
    mac = serializers.CharField(
        required=False,
        help_text=gettext_lazy(
            "HMAC-SHA256 with the hall's secret of the word “joined”, “opened” or “code:ABCD…”, in "
            "hex."
        ),
    )


class HallShape(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    joined_at = serializers.DateTimeField(allow_null=True)
    opened_at = serializers.DateTimeField(allow_null=True)
    code_at = serializers.DateTimeField(allow_null=True)
    digest = serializers.CharField(
        allow_null=True, help_text=gettext_lazy("SHA-256 of the report that counts.")
    )


class EventShape(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField()
    date = serializers.DateField()
    state = serializers.ChoiceField(choices=Event.State.choices)
    opens_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)
    commitment = serializers.CharField()
    document = serializers.DictField()
    key = serializers.CharField(
        allow_null=True, help_text=gettext_lazy("The release key, once it is told.")
    )
    halls = HallShape(many=True)
    result = serializers.DictField(
        allow_null=True,
        help_text=gettext_lazy("The standing in the form king-result-1, once the event is closed."),
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
    """State, commitment and document; the key once it is told, the result once it is closed."""
    event = drawn(find_event(code))
    posting = last_posting(event)
    columns = ("code", "name", "date", "state", "opens_at", "closes_at", "commitment")
    facts = {name: getattr(event, name) for name in columns} | {
        "document": event.terms["document"],
        "key": event.told_key,
        "halls": event.halls.with_reports(),
        "result": None if posting is None else result_of(posting).as_json(),
    }
    return Response(EventShape(facts).data)


@extend_schema(
    operation_id="simultaneous_hall",
    summary=gettext_lazy("A hall of a simultaneous event speaks"),
    parameters=[CODE],
    request=SaidByHall,
    responses={
        200: HallShape,
        **dict.fromkeys((400, 404, 413, 422, 429), RefusedShape),
    },
)
@api_view(["POST"])
@authentication_classes([])
@permission_classes([AllowAny])
@parser_classes([ReportParser])
def hall(request: Request, code: str, number: int) -> Response:
    """It has joined, has opened with the key, tells its closing code, or reports. The same again
    changes nothing.
    """
    hall = find_hall(code, number)
    drawn(hall.event)
    body = request.data if isinstance(request.data, dict) else {}
    match body:
        case {"joined": True}:
            _sealed(hall, "joined", body)
            centre.take_joined(hall)
        case {"opened": True}:
            _sealed(hall, "opened", body)
            centre.take_opened(hall)
        case {"code": str(text)}:
            try:
                letters = read_letters(text, CODE_LETTERS)
            except InputError as error:
                raise refusal(say_error_lazily(error), "code_not_read") from None
            _sealed(hall, f"code:{letters}", body)
            centre.take_code(hall, letters)
        case {"report": dict(report)}:
            content = json.dumps(report).encode()
            centre.take_report(hall.event, content, "API", hall=hall)
        case _:
            raise ParseError(_("A hall says “joined”, “opened”, “code” or “report”."))
    return Response(HallShape(find_hall(code, number)).data)


def _sealed(hall: Hall, word: str, body: Mapping[str, Any]) -> None:
    mac = body.get("mac")
    seal = word_seal(hall.secret, word)
    if not isinstance(mac, str) or not hmac.compare_digest(mac.encode(), seal.encode()):
        sentence = _("This is not sealed with the secret of %(hall)s.")
        raise refusal(sentence, "wrong_seal", hall=hall.name)
