"""The least that a Django site can do for a row: ``python -m benchmarks.bare --port 9000``.

One view without a middleware, one INSERT with the site's own database and its durability, behind the site's own web
server. It reads no sheet, checks nothing and answers with a number: what a row of ours is measured against.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
from typing import Any

import django
from django.conf import settings

from king_tournament import settings as site

databases: dict[str, Any] = site.DATABASES
if "sqlite3" in databases["default"]["ENGINE"]:
    databases["default"]["NAME"] = str(site.DATA_DIR / "bare.sqlite3")
settings.configure(
    DATABASES=databases, ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], MIDDLEWARE=[], USE_TZ=True,
    SECRET_KEY="bare", INSTALLED_APPS=[], LOGGING_CONFIG=None, DEFAULT_AUTO_FIELD=site.DEFAULT_AUTO_FIELD,
)  # fmt: skip
django.setup()

from django.core.handlers.wsgi import WSGIHandler  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.http import HttpRequest, HttpResponse, JsonResponse  # noqa: E402
from django.urls import path  # noqa: E402

from king_tournament.installation.runner import starter  # noqa: E402
from king_tournament.installation.web import door_at, serve  # noqa: E402
from tournaments import system  # noqa: E402


class BareRow(models.Model):
    hand = models.PositiveSmallIntegerField()
    content = models.JSONField()
    client_id = models.UUIDField(unique=True)

    class Meta:
        app_label = "bare"

    def __str__(self) -> str:
        return str(self.client_id)


def rows(request: HttpRequest) -> JsonResponse:
    body = json.loads(request.body)
    row = BareRow.objects.create(hand=body["hand"], content=body["content"], client_id=body["client_id"])
    return JsonResponse({"row": row.pk})


def health(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


urlpatterns = [path("rows", rows), path("health", health)]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    listening = door_at("127.0.0.1", parser.parse_args().port)
    with connection.schema_editor() as editor:
        editor.create_model(BareRow)
    connection.close()
    sys.setswitchinterval(0.0005)
    sys.exit(system.in_processes(lambda: serve(WSGIHandler(), listening, threading.Event()), 2, starter()))


if __name__ == "__main__":
    main()
