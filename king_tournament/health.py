"""One address that says whether this installation is well, for the person at the desk and for programs."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache

from king_tournament.trouble import database_is_gone, trouble
from king_tournament.worker import worker_is_running


@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """``{"database": …, "worker": …, "trouble": …}``: 503 when nothing can be saved, with a sentence that says why and
    what to do. Without the worker one can play on."""
    try:
        database = not database_is_gone()
        if database:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
    except DatabaseError:
        database = False
    said = trouble()
    answer = {"database": database, "worker": worker_is_running(), "trouble": said}
    return JsonResponse(answer, status=200 if database and not said else 503)
