"""Endpoints for operators: ``/ready``, ``/metrics`` in Prometheus' format, and log lines in JSON.
Nothing names a person, a table's code or an address; only view, status and time.
"""

import contextlib
import logging
import os
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from django.conf import settings
from django.core.signals import got_request_exception
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache

from ground.addresses import is_from_this_machine
from ground.trouble import request_mark
from king_tournament.installation.door import is_stopping
from king_tournament.installation.pooler import wrong_with_connection
from printing.models import PrintJob
from scoring.models import HandResult

if TYPE_CHECKING:
    from prometheus_client import Counter, Histogram
    from prometheus_client.core import GaugeMetricFamily
    from prometheus_client.registry import Collector


class Figures(NamedTuple):
    requests: "Counter"
    seconds: "Histogram"
    database_errors: "Counter"


def figures() -> Figures:
    """Figures of this process. Their library is loaded with the first one: it opens a file for the
    process that loads it, and this module is loaded before processes are forked.
    """
    with _one_thread:
        return _make_figures()


_one_thread = threading.Lock()


@cache
def _make_figures() -> Figures:
    from prometheus_client import Counter, Histogram

    return Figures(
        Counter("king_requests", "Answers by view and status.", ["view", "status"]),
        Histogram(
            "king_row_seconds",
            "How long a row of a phone took to be confirmed.",
            buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
        ),
        Counter("king_database_errors", "Requests that the database failed."),
    )


log = logging.getLogger("king.requests")


def _view_of(request: HttpRequest) -> str:
    if request.resolver_match:
        return request.resolver_match.view_name or "page"
    return "static" if request.path_info.startswith(settings.STATIC_URL) else "none"


def _count_database_errors(**kwargs: Any) -> None:
    if isinstance(sys.exc_info()[1], DatabaseError):
        figures().database_errors.inc()


got_request_exception.connect(_count_database_errors, dispatch_uid="king.database_errors")


# --- what is asked


def monitoring_middleware(
    answer: Callable[[HttpRequest], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Middleware that counts, measures, and marks each answer with ``X-Request-ID`` (the proxy's
    own if ``KING_PROXIES`` is set).
    """

    def counted(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        mark = request.headers.get("X-Request-ID", "") if settings.KING_PROXIES else ""
        if not mark.isalnum() or len(mark) > 64:
            mark = uuid.uuid4().hex
        token = request_mark.set(mark)
        try:
            response = answer(request)
            view = _view_of(request)
            seconds = time.perf_counter() - began
            figures().requests.labels(view, response.status_code).inc()
            if view == "captain:rows":
                figures().seconds.observe(seconds)
            if settings.LOG_FORMAT == "json":
                fields = {
                    "method": request.method,
                    "view": view,
                    "status": response.status_code,
                    "ms": round(1000 * seconds, 1),
                }
                log.info("answered", extra={"fields": fields})
            response["X-Request-ID"] = mark
            return response
        finally:
            request_mark.reset(token)

    return counted


@never_cache
def ready(request: HttpRequest) -> JsonResponse:
    """Answer 503 until this process can take rows, and once it is asked to end, for proxies and
    restarts. ``/health`` says whether anything can be saved.
    """
    answer = {"database": False, "migrations": False}
    with contextlib.suppress(DatabaseError):
        answer["migrations"] = _are_applied()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        wrong = list(wrong_with_connection())
        for sentence in wrong:
            log.warning("%s", sentence)
        answer["database"] = not wrong
    if is_stopping.is_set():
        return JsonResponse(answer | {"ending": True}, status=503)
    return JsonResponse(answer, status=200 if all(answer.values()) else 503)


def _are_applied() -> bool:
    """Whether this version's migrations are applied; a newer version's may be too. It is checked
    again until it is true.
    """
    if not _applied:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return False
        _applied.append(True)
    return True


_applied: list[bool] = []


class CurrentFigures:
    """Figures that no process counts. They are read when somebody asks for them."""

    def collect(self) -> "Iterator[GaugeMetricFamily]":
        from prometheus_client.core import GaugeMetricFamily

        yield GaugeMetricFamily(
            "king_rows", "Versions of rows in the database.", HandResult.objects.count()
        )
        waiting = PrintJob.objects.filter(state__in=PrintJob.UNFINISHED).count()
        yield GaugeMetricFamily("king_queue_length", "Prints that wait.", waiting)


@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Metrics, for requests from this machine or with ``KING_METRICS_TOKEN``."""
    if not _may_read(request):
        return HttpResponseForbidden(
            "metrics are for this machine, or with the token of KING_METRICS_TOKEN\n"
        )
    from prometheus_client import CollectorRegistry, generate_latest, multiprocess

    registry = CollectorRegistry()
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the library's own
    else:
        for metric in figures():
            registry.register(metric)
    registry.register(cast("Collector", CurrentFigures()))
    return HttpResponse(
        generate_latest(registry), content_type="text/plain; version=0.0.4; charset=utf-8"
    )


def _may_read(request: HttpRequest) -> bool:
    token = settings.KING_METRICS_TOKEN
    if token:
        return constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {token}")
    return is_from_this_machine(request)
