"""The steps of an evening for programs: tables of steps, and one way from a request to a service.
``evening`` has those of an evening as a whole, ``play`` those of a partita and its sheets,
``table`` what comes between, ``season`` those of a circuit, ``club`` and ``people`` of house
editions and the roster; they take ``bodies`` and give ``answers``. ``reading`` is for the desk
alone.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, NamedTuple, TypeVar

from django.core.exceptions import PermissionDenied
from django.db import models, transaction
from django.http import Http404
from django.urls import URLPattern
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view, parser_classes
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Field, Serializer

from ground.addresses import at
from ground.roles import ARBITER, ORGANIZER, holds
from king_tournament.api.refusals import ChangedMeanwhile, LargeJSONParser, object_of
from king_tournament.api.shapes import RefusalShape
from king_tournament.api.steps.bodies import body_of, fields_of_service
from king_tournament.models import Answered
from scoring.models import Sheet
from tournaments.models import Tournament
from wording.sentences import refusal

ORGANIZERS = (ORGANIZER,)
STAFF = (ORGANIZER, ARBITER)
KEPT_FOR = timedelta(days=1)
LONGEST_KEY = 100

Fields = Mapping[str, Field]
Key = dict[str, Any]
Row = TypeVar("Row", bound=models.Model)


def first_of(rows: models.QuerySet[Row], *sentence: Promise) -> Row:
    """First of the rows. Raises ``Http404`` with the ``sentence`` if there is none."""
    row = rows.first()
    if row is None:
        raise Http404(*map(str, sentence))
    return row


class Scope(NamedTuple):
    """Kind of row that steps act on: its address, how it is found and answered, and the roles, None
    if it belongs to no evening. ``find`` takes its part of the address out of the key; the rest is
    passed to the service.
    """

    name: str
    address: str
    find: Callable[[Request, Key], Any]
    shape: type[Serializer]
    evening: Callable[[Any], Tournament | None] = lambda _row: None
    facts: Callable[[Any], Any] = lambda row: row
    counts: Callable[[Any], Any] | None = None
    """The row that has the number of its changes, where it is not the evening."""

    def counted(self, row: Any) -> Any:
        return (self.counts or self.evening)(row)


class Answer(NamedTuple):
    """Answer of a step. ``tell`` makes, from the row and the result of the service, what the shape
    writes.
    """

    shape: type[Serializer]
    tell: Callable[[Any, Any], Any] = lambda _row, result: result


class Step(NamedTuple):
    """A step of the API.

    ``service`` gets the row (under the scope's name), the author, and the fields of the body. These
    are made from its signature; ``body`` declares those that need their own words or bounds.

    ``answer`` is set if the step does not answer with the row. ``leaves`` is the scope to answer
    with if the step deletes the row. ``after`` runs when all is written. ``ahead`` computes from the
    row, before anything is locked, what the service takes under this name.
    """

    address: str
    summary: Promise
    service: Callable[..., Any]
    body: Fields | type[Serializer] = {}
    roles: tuple[str, ...] = STAFF
    always: bool = False
    answer: Answer | None = None
    leaves: Scope | None = None
    author: str = "author"
    after: Callable[[Any], object] | None = None
    asks: bool = False
    """Whether the service takes the request."""
    ahead: Callable[[Any], Any] | None = None


def steps_of(scope: Scope, steps: tuple[Step, ...]) -> list[URLPattern]:
    return [
        at(scope.address + step.address, view_of(scope, step), name_of(scope, step))
        for step in steps
    ]


def name_of(scope: Scope, step: Step) -> str:
    """Name of a step: its address without numbers, ``draw``, ``round_start``."""
    words = [word for word in step.address.split("/") if word and not word.startswith("<")]
    return "_".join([scope.name, *words]).replace("-", "_")


PRECONDITIONS = [
    OpenApiParameter(
        "If-Match",
        str,
        OpenApiParameter.HEADER,
        description=gettext_lazy(
            "The revision that was looked at; any other is answered with 412."
        ),
    ),
    OpenApiParameter(
        "Idempotency-Key",
        str,
        OpenApiParameter.HEADER,
        description=gettext_lazy(
            "A key of the caller's own: within a day the same key does nothing twice, and gets "
            "the same answer."
        ),
    ),
]
REFUSED = (400, 401, 403, 404, 409, 412, 413, 415, 422, 429)


def view_of(scope: Scope, step: Step) -> Any:
    name = name_of(scope, step)
    body = _body(scope, step, name)
    result_scope = step.leaves or scope

    def view(request: Request, /, **address: Any) -> Response:
        key = dict(address)
        if step.always or not request.user.is_authenticated:
            check_role(request, step.roles, None)
        row = _find_row(scope, request, key)
        if not step.always:
            check_role(request, step.roles, scope.evening(row))
        sent = body(data=object_of(request.data))
        sent.is_valid(raise_exception=True)
        values = {**key, **sent.validated_data}
        if step.ahead is not None:
            values["ahead"] = step.ahead(row)

        def do() -> Any:
            _check_match(request, scope.counted(row))
            return _do_step(request, scope, step, row, address, values)

        with transaction.atomic():
            answer = _do_once(request, do)
        response = Response(answer)
        if counted := scope.counted(row):
            changed = type(counted).objects.filter(pk=counted.pk)
            for revision in changed.values_list("revision", flat=True):
                response["ETag"] = f'"{revision}"'
        return response

    view.__name__ = name
    described = extend_schema(
        operation_id=name,
        summary=step.summary,
        description=step.summary,
        request=body,
        parameters=PRECONDITIONS,
        responses={200: step.answer.shape if step.answer else result_scope.shape}
        | dict.fromkeys(REFUSED, RefusalShape),
    )
    return described(api_view(["POST"])(parser_classes([LargeJSONParser])(view)))


def _body(scope: Scope, step: Step, name: str) -> type[Serializer]:
    if isinstance(step.body, type):
        return step.body
    filled = {scope.name, step.author, "request", "ahead"}
    return body_of(name, fields_of_service(step.service, filled, step.body))


def _find_row(scope: Scope, request: Request, key: Key) -> Any:
    try:
        return scope.find(request, key)
    except Http404:
        raise Http404(
            _("Nothing here has this number: read the lists for the numbers that exist.")
        ) from None


def check_role(request: Request, roles: tuple[str, ...], evening: Tournament | None) -> None:
    """Check that the reader has one of the roles. Raises ``NotAuthenticated`` for a stranger (401),
    and ``PermissionDenied`` for others (403).
    """
    if not request.user.is_authenticated:
        raise NotAuthenticated
    if not holds(request.user, *roles, evening="" if evening is None else evening.code):
        raise PermissionDenied(_("Your account does not have the role that this step needs."))


def _check_match(request: Request, counted: Any) -> None:
    """Check ``If-Match`` while holding the locks of the row, sheets first, so that nobody can write
    between the check and the step.
    """
    mark = request.headers.get("If-Match", "*").removeprefix("W/").strip('"')
    if mark == "*" or counted is None:
        return
    if isinstance(counted, Tournament):
        sheets = Sheet.objects.filter(table__round__tournament=counted).order_by("pk")
        list(sheets.select_for_update(of=("self",)).values_list("pk"))
    locked = type(counted).objects.select_for_update(of=("self",)).get(pk=counted.pk)
    if str(locked.revision) != mark:
        raise ChangedMeanwhile(
            _("Somebody has changed this since you looked: look again, then decide.")
        )


def _do_step(
    request: Request, scope: Scope, step: Step, row: Any, address: Key, sent: Mapping[str, Any]
) -> Any:
    of_row = {} if row is None else {scope.name: row}
    request_argument = {"request": request} if step.asks else {}
    author = {step.author: request.user} if step.author else {}
    result = step.service(**of_row, **request_argument, **author, **sent)
    if step.after is not None:
        transaction.on_commit(lambda: step.after and step.after(row))
    context = {"request": request}
    if step.answer is not None:
        answer = step.answer.tell(row, result)
        return dict(step.answer.shape(answer, context=context).data)
    result_scope = step.leaves or scope
    now = result_scope.find(request, dict(address))
    return dict(result_scope.shape(result_scope.facts(now), context=context).data)


def _do_once(request: Request, do: Callable[[], Any]) -> Any:
    """Do a step unless this caller has done it under the same key. Then return the stored
    answer.
    """
    key = request.headers.get("Idempotency-Key", "")
    if not key:
        return do()
    if len(key) > LONGEST_KEY:
        raise refusal(_("A key has up to %(most)s characters."), "key_too_long", most=LONGEST_KEY)
    body = json.dumps([request.path, request.data], sort_keys=True).encode()
    digest = hashlib.sha256(body).hexdigest()
    Answered.objects.filter(at__lt=timezone.now() - KEPT_FOR).delete()
    stored, is_new = Answered.objects.get_or_create(
        user_id=request.user.pk or 0, key=key, defaults={"digest": digest}
    )
    if is_new:
        stored.answer = do()
        stored.save(update_fields=["answer"])
    elif stored.digest != digest:
        raise refusal(
            _("This key was sent with another request: take a new one for each."), "key_reused"
        )
    elif not stored.answer:
        raise refusal(_("This has already been done: its answer is no longer kept."), "answer_gone")
    return stored.answer
