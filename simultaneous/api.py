"""Two addresses for programs: an event as everybody may see it, and what one hall says to it."""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping
from typing import IO, Any

from django.db.models import Prefetch
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
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
from simultaneous.models import Event, Hall, Report
from simultaneous.pages.desk import find_event, find_hall
from simultaneous.pages.wall import code_of
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
            return json.loads(content)
        except (ValueError, RecursionError):
            raise ParseError(_("This is no JSON.")) from None


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


def hall_facts(hall: Hall) -> dict[str, Any]:
    digests = [report.digest for report in hall.reports.all()]
    counting = [one for one in digests if not hall.code or code_of(one) == hall.code]
    own = {
        name: getattr(hall, name)
        for name in ("number", "name", "joined_at", "opened_at", "code_at")
    }
    return own | {"digest": counting[-1] if counting else None}


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
    found = _drawn(find_event(code))
    facts = {
        name: getattr(found, name)
        for name in ("code", "name", "date", "state", "opens_at", "closes_at")
    }
    posting = last_posting(found)
    reports = Prefetch("reports", Report.objects.defer("content"))
    facts |= {
        "commitment": found.commitment,
        "document": found.terms["document"],
        "key": found.key if found.released_at is not None else None,
        "halls": [hall_facts(hall) for hall in found.halls.prefetch_related(reports)],
        "result": result_of(posting).as_json() if posting is not None else None,
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
    found = find_hall(code, number)
    _drawn(found.event)
    said = request.data if isinstance(request.data, dict) else {}
    match said:
        case {"joined": True}:
            _sealed(found, "joined", said)
            centre.take_joined(found)
        case {"opened": True}:
            _sealed(found, "opened", said)
            centre.take_opened(found)
        case {"code": str(told)}:
            try:
                told = read_letters(told, CODE_LETTERS)
            except InputError as error:
                raise refusal(say_error_lazily(error), "code_not_read") from None
            _sealed(found, f"code:{told}", said)
            centre.take_code(found, told)
        case {"report": dict(report)}:
            content = json.dumps(report).encode()
            centre.take_report(found.event, content, "API", hall=found)
        case _:
            raise ParseError(_("A hall says “joined”, “opened”, “code” or “report”."))
    return Response(HallShape(hall_facts(find_hall(code, number))).data)


def _drawn(event: Event) -> Event:
    if event.drawn_at is None:
        raise Http404(_("The event is not drawn yet."))
    return event


def _sealed(hall: Hall, word: str, body: Mapping[str, Any]) -> None:
    mac = body.get("mac")
    seal = word_seal(hall.secret, word)
    if not isinstance(mac, str) or not hmac.compare_digest(mac.encode(), seal.encode()):
        sentence = _("This is not sealed with the secret of %(hall)s.")
        raise refusal(sentence, "wrong_seal", hall=hall.name)
