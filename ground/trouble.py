"""Problems that keep this installation from saving, reported while it runs: at the desk, to phones,
in ``/health``. Without this SQLite would go on writing into a deleted database file, and later
begin an empty one.
"""

import json
import logging
import os
import re
import sys
import time
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from ground import folder
from ground.languages import language_of
from ground.program import site_command


def damage_sentence(reason: str) -> str:
    """Sentence on a database that SQLite cannot read, with the remedy."""
    sentence = _("The database is damaged (%(what)s): restore a copy with “%(restore)s”.")
    return sentence % {"what": reason, "restore": site_command("restore")}


def trouble() -> str:
    """Sentence on the problem and its remedy, in the reader's language; empty if all is well. Takes
    no query.
    """
    place = Path(settings.DATA_DIR)
    if database_is_gone():
        sentence = _(
            "The database %(place)s is no longer there: nothing is saved. Put the file back (it "
            "may be in the trash), or stop the program and restore a copy with “%(restore)s”. "
            "Until then write on paper."
        )
        place_and_remedy = {
            "place": connection.settings_dict["NAME"],
            "restore": site_command("restore"),
        }
        return sentence % place_and_remedy
    problem = folder.folder_problem(place)
    return _(problem) % {"place": place} if problem else ""


def is_damaged(error: DatabaseError) -> bool:
    """Whether SQLite says that the file is no database or broken; all else that it says is an
    ``OperationalError``.
    """
    return connection.vendor == "sqlite" and type(error) is DatabaseError


def database_is_gone() -> bool:
    return _file_identity() is None


def _file_identity() -> tuple[int, int] | None:
    """Identity of the database's file; (0, 0) if a server has the database, None if the file is
    gone.
    """
    if connection.vendor != "sqlite" or connection.is_in_memory_db():  # type: ignore[attr-defined]
        return 0, 0
    try:
        about = os.stat(connection.settings_dict["NAME"])
    except OSError:
        return None
    return about.st_dev, about.st_ino


@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """Answer 503 with a sentence on what to do if nothing can be saved. The header has the server's
    time, for countdowns.
    """
    try:
        database = not database_is_gone()
        if database:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
        sentence = trouble()
    except DatabaseError as error:
        database, sentence = False, trouble_of(error)
    answer = {"database": database, "trouble": sentence}
    now = {"X-Now": str(round(time.time() * 1000))}
    return JsonResponse(answer, status=200 if database and not sentence else 503, headers=now)


class DatabaseInPlace:
    """Middleware that refuses to use a connection to a deleted database file. When the file is
    back, a new connection is opened.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        now = _file_identity()
        if now is None and not request.path_info.startswith(("/health", settings.STATIC_URL)):
            with translation.override(language_of(request)):
                return _unsaved(request, trouble())
        if connection.connection is not None and getattr(connection, "king_file", now) != now:
            connection.close()
        connection.king_file = now  # type: ignore[attr-defined]
        return self.get_response(request)


def server_error(request: HttpRequest) -> HttpResponse:
    """Render the page of a server error. If the disk cannot be written, say what to do (503)."""
    if message := trouble_of(sys.exc_info()[1]):
        return _unsaved(request, message)
    sentence = _(
        "The fault is the server's, not yours, and it has been written in its log. Everything "
        "saved before this "
        "moment is kept."
    )
    return refusal_page(request, "500.html", sentence, "server_error", 500)


def _unsaved(request: HttpRequest, sentence: str) -> HttpResponse:
    answer = refusal_page(request, "500.html", sentence, "not_saved", 503, trouble=sentence)
    answer["Retry-After"] = "10"
    return answer


def refusal_page(
    request: HttpRequest, page: str, sentence: str, code: str, status: int, **context: object
) -> HttpResponse:
    """Render the page of a refusal; for addresses of the API its sentence and ``code`` as JSON.
    Nothing of the request is used, because it may be unreadable.
    """
    if request.path_info.startswith("/api/"):
        return JsonResponse({"message": sentence, "code": code}, status=status)
    return HttpResponse(render_to_string(page, context), status=status)


def trouble_of(error: BaseException | None) -> str:
    """Sentence for an error of the disk, or of a database server that does not answer; empty for
    any other error.
    """
    if (
        isinstance(error, OperationalError | InterfaceError)
        and connection.vendor != "sqlite"
        and _is_away(error)
    ):
        return _(
            "The database server does not answer: nothing is saved. Start it, or check the "
            "network and DATABASE_URL; everything resumes by itself when it is back. Until then "
            "write on paper."
        )
    return trouble() if isinstance(error, OSError | DatabaseError) else ""


def _is_away(error: BaseException) -> bool:
    """Whether the database server is not available: an error without a server's code, or with code
    57P (it is stopping), 53 (no room) or 08 (the connection broke).
    """
    return str(getattr(error.__cause__, "sqlstate", None) or "08").startswith(("08", "53", "57P"))


class OneSentenceFilter(logging.Filter):
    """Filter of the terminal's log: a full disk or a missing database is printed as a sentence, not
    as a traceback.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and (sentence := trouble_of(record.exc_info[1])):
            record.msg, record.args, record.exc_info = sentence, (), None
        return True


class NotBusyFilter(logging.Filter):
    """Filter of answers that ask a reader to come again (503): they are meant, and anybody who asks
    often enough could fill the terminal with them.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        return bool(record.exc_info) or getattr(record, "status_code", None) != 503


request_mark: ContextVar[str] = ContextVar("request_mark", default="")


SECRET_ADDRESS = re.compile(r"/(t|api/tables|players|speaker)/(?!worker\.js)[^/\s\"']+")
"""Secret codes in addresses: of a table's card, of a player's page, of the speaker's page at the
prize-giving."""


def strip_codes(text: str) -> str:
    return SECRET_ADDRESS.sub(r"/\1/…", text)


class LineFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return strip_codes(super().format(record))


class JSONFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **({"request": request_mark.get()} if request_mark.get() else {}),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return strip_codes(json.dumps(line, ensure_ascii=False))
