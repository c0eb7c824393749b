"""The copy of everything, to be taken away on a stick; and what the installation has kept by itself."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import connection
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from king_tournament import backup
from king_tournament.desk.page import desk_page, find_tournament, organizer_only, say_no


@organizer_only
@never_cache
@require_http_methods(["GET", "POST"])
def copy(request: HttpRequest, code: str) -> HttpResponse | FileResponse:
    """What there is; a POST answers with a copy made at this moment."""
    tournament = find_tournament(code)
    status = 200
    if request.POST.get("step") == "second":
        try:
            backup.choose_second_folder(place=request.POST.get("place", "").strip(), author=request.user)
        except ValidationError as error:
            say_no(request, error)
            status = 422
        else:
            backup.keep_copy("")
            return redirect("desk:copy", tournament.code)
    elif request.method == "POST":
        try:
            packed = backup.copy_for(tournament=tournament, author=request.user)
        except ValidationError as error:
            say_no(request, error)
            status = 422
        else:
            return FileResponse(packed, as_attachment=True, filename=backup.file_name(tournament.name))
    second = backup.second_folder()
    context = {
        "can_copy": connection.vendor == "sqlite", "kept": backup.kept_copies(),
        "second": request.POST.get("place", second.parent if second else ""),
    }  # fmt: skip
    return desk_page(request, "desk/backup.html", tournament, status=status, **context)
