"""Records of an evening: its log, with the proof that nobody changed a line; its archive file; a
safety copy.
"""

import secrets
from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.core.cache import cache
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.core.paginator import Paginator
from django.db import connection
from django.http import FileResponse, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from king_tournament.desk import page
from king_tournament.desk.page import DeskRequest
from king_tournament.desk.players.views import said_of_lines
from king_tournament.installation import backup
from printing.document_list import find_document
from printing.occasion import Options
from scoring.archive import (
    MOST_BYTES,
    Archive,
    archive_of,
    first_guess,
    read_archive,
    same_names,
    take_in,
)
from scoring.log_check import check_log
from tournaments.circuits import Circuit
from tournaments.log import LogGroup, LogKind, in_words, kinds_of
from tournaments.models import Tournament
from tournaments.roster import RosterIndex, Status

LINES_ON_A_PAGE = 60
KEPT_FOR = 60 * 60 * 2
"""Seconds for which a file waits until everybody in it is known."""


@page.staff_only
@never_cache
@require_GET
def log(request: DeskRequest, code: str) -> HttpResponse:
    tournament = page.find_tournament(code)
    chosen = request.GET.get("kind", "")
    lines = tournament.log.order_by("-sequence")
    if chosen in LogGroup.values:
        lines = lines.filter(kind__in=kinds_of(chosen))
    paper_lines, paper_seal = (
        request.GET.get("lines", "").strip(),
        request.GET.get("seal", "").strip(),
    )
    part = Paginator(lines, LINES_ON_A_PAGE).get_page(request.GET.get("page"))
    labels = {str(kind): str(kind.group.label) for kind in LogKind}
    context: dict[str, Any] = {
        "page": part,
        # A line of another version may be of a kind that is not known here.
        "lines": [(entry, in_words(entry), labels.get(entry.kind, entry.kind)) for entry in part],
        "groups": [
            (group.value, group.label)
            for group in LogGroup
            if group != LogGroup.BOARDS
            or tournament.plays_boards
            or tournament.log.filter(kind__in=kinds_of(group)).exists()
        ],
        "chosen": chosen if chosen in LogGroup.values else "",
        "query": f"kind={chosen}&" if chosen in LogGroup.values else "",
        "chain": check_log(
            tournament, paper_lines=page.read_number(paper_lines, 6) or None, paper_seal=paper_seal
        ),
        "paper_lines": paper_lines,
        "paper_seal": paper_seal,
    }
    return page.desk_page(request, "desk/evening/log.html", tournament, **context)


@page.staff_only
@never_cache
@require_GET
def log_paper(request: DeskRequest, code: str) -> HttpResponse:
    document = find_document("log")
    content = document.render(document.gather(page.find_tournament(code), Options()), None)
    return page.file_answer(content, f"log-{code}.pdf", document.content_type, inline=True)


# --- archive files


class ArchiveForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("The archive file"),
        widget=forms.FileInput(attrs={"accept": ".king,.gz,.json"}),
    )


@page.club_only
@require_POST
def archive(request: DeskRequest, code: str) -> HttpResponse:
    found = page.find_tournament(code)
    return _file(request, found, "desk:tournament", f"{found.name}-{found.date}")


@page.club_only
@require_POST
def circuit_archive(request: DeskRequest, code: str) -> HttpResponse:
    found = get_object_or_404(Circuit, code=code.lower())
    return _file(request, found, "desk:circuit", found.name)


def _file(request: DeskRequest, owner: Tournament | Circuit, back: str, name: str) -> HttpResponse:
    with page.saying_no(request):
        content = archive_of(owner=owner, author=request.user)
        return page.file_answer(
            content, f"{slugify(name) or owner.code}.king", "application/octet-stream"
        )
    return redirect(back, owner.code)


@page.club_only
@require_http_methods(["GET", "POST"])
def archive_in(request: DeskRequest) -> HttpResponse:
    """Between its steps the cache keeps the file, which is too large for a page."""
    if "kept" in request.POST:
        return _accept(request)
    form = ArchiveForm(request.POST, request.FILES) if request.method == "POST" else ArchiveForm()
    if request.method == "POST" and form.is_valid():
        content = form.cleaned_data["file"].read(MOST_BYTES + 1)
        with page.refusing(form, {NON_FIELD_ERRORS: "file"}):
            archive, kept = read_archive(content), secrets.token_hex(16)
            cache.set(f"archive-{kept}", content, KEPT_FOR)
            return _preview(request, kept, archive)
    return render(
        request, "desk/evening/archive.html", {"form": form}, status=422 if form.errors else 200
    )


def _preview(
    request: DeskRequest,
    kept: str,
    read: Archive,
    said: Mapping[int, int | None] | None = None,
    status: int = 200,
) -> HttpResponse:
    judged = read.judged(RosterIndex.load())
    asked = [person for person in judged if person.status is Status.DOUBTFUL]
    context = {
        "archive": read,
        "kept": kept,
        "chosen": said or {},
        "asked": asked,
        "people": judged,
        "sure": [person for person in judged if person.status is not Status.DOUBTFUL],
        "alike": len(same_names(judged)),
    }
    return render(request, "desk/evening/archive_preview.html", context, status=status)


def _accept(request: DeskRequest) -> HttpResponse:
    kept, said = request.POST["kept"][:40], said_of_lines(request.POST)
    content = cache.get(f"archive-{kept}")
    try:
        if content is None:
            raise ValidationError(_("The file has been lost. Choose it again."))
        read = read_archive(content)
    except ValidationError as error:
        page.say_no(request, error)
        return redirect("desk:archive_in")
    judged = read.judged(RosterIndex.load())
    if "same" in request.POST:
        return _preview(request, kept, read, same_names(judged) | said)
    with page.saying_no(request):
        evenings = take_in(archive=read, said=first_guess(judged) | said, author=request.user)
        cache.delete(f"archive-{kept}")
        sentence = ngettext(
            "%(count)s evening is here.", "%(count)s evenings are here.", len(evenings)
        )
        messages.success(request, sentence % {"count": len(evenings)})
        for evening in evenings:
            if check_log(evening).fault is not None:
                sentence = _("The log of “%(evening)s” does not fit its rows: look at it.")
                messages.warning(request, sentence % {"evening": evening.name})
        circuit = evenings[0].circuit
        if circuit is not None:
            return redirect("desk:circuit", circuit.code)
        return redirect("desk:tournament", evenings[0].code)
    return _preview(request, kept, read, said, 422)


# --- a safety copy


@page.club_only
@never_cache
@require_http_methods(["GET", "POST"])
def copy(request: DeskRequest, code: str) -> HttpResponse:
    second = backup.second_folder()
    return page.desk_page(
        request,
        "desk/evening/backup.html",
        page.find_tournament(code),
        can_copy=connection.vendor == "sqlite",
        kept=backup.kept_copies(),
        second=request.POST.get("place", second.parent if second else ""),
    )


@page.club_only
@never_cache
@page.evening_press
def copy_file(request: DeskRequest, tournament: Tournament) -> FileResponse:
    packed = backup.copy_for(tournament=tournament, author=request.user)
    return FileResponse(packed, as_attachment=True, filename=backup.file_name(tournament.name))


@page.club_only
@page.press
def second_copy(request: DeskRequest, code: str) -> None:
    backup.choose_second_folder(place=request.POST.get("place", "").strip(), author=request.user)
    backup.keep_copy("")
