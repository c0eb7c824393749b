"""One address that says whether this installation is well, for the person at the desk and for programs."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache

from king_tournament.worker import worker_is_running


@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """``{"database": …, "worker": …}``; 503 when the database does not answer (without the worker one can play on)."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        database = True
    except DatabaseError:
        database = False
    return JsonResponse({"database": database, "worker": worker_is_running()}, status=200 if database else 503)
