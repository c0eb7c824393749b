"""Archive files: an evening or a circuit goes out as one, and one comes in once its people are matched."""

from __future__ import annotations

import base64
from collections.abc import Mapping

from django import forms
from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from king_tournament.desk.page import DeskRequest, club_only, find_tournament, refuse_form, say_no
from king_tournament.desk.players.views import said_of_lines
from scoring.archive.going_out import archive_of
from scoring.archive.taking_in import MOST_BYTES, Archive, first_guess, read_archive, take_in
from scoring.log_check import check_log
from tournaments.circuits import Circuit
from tournaments.models import Tournament
from tournaments.roster import RosterIndex


class ArchiveForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("The archive file"), widget=forms.FileInput(attrs={"accept": ".king,.gz,.json"})
    )


@club_only
@require_POST
def archive(request: DeskRequest, code: str) -> HttpResponse:
    found = find_tournament(code)
    return _file(request, found, "desk:tournament", f"{found.name}-{found.date}")


@club_only
@require_POST
def circuit_archive(request: DeskRequest, code: str) -> HttpResponse:
    found = get_object_or_404(Circuit, code=code.lower())
    return _file(request, found, "desk:circuit", found.name)


def _file(request: DeskRequest, owner: Tournament | Circuit, page: str, name: str) -> HttpResponse:
    try:
        content = archive_of(owner=owner, author=request.user)
    except ValidationError as error:
        say_no(request, error)
        return redirect(page, owner.code)
    response = HttpResponse(content, content_type="application/octet-stream")
    response["Content-Disposition"] = f'attachment; filename="{slugify(name) or owner.code}.king"'
    return response


@club_only
@require_http_methods(["GET", "POST"])
def archive_in(request: DeskRequest) -> HttpResponse:
    """Choose a file; look who its people are; then it comes in. In between the page itself keeps the file."""
    if "content" in request.POST:
        return _accept(request)
    form = ArchiveForm(request.POST, request.FILES) if request.method == "POST" else ArchiveForm()
    if request.method == "POST" and form.is_valid():
        content = form.cleaned_data["file"].read(MOST_BYTES + 1)
        try:
            return _preview(request, content, read_archive(content))
        except ValidationError as error:
            refuse_form(form, error, {NON_FIELD_ERRORS: "file"})
    return render(request, "desk/evening/archive.html", {"form": form}, status=422 if form.errors else 200)


def _preview(
    request: DeskRequest, content: bytes, read: Archive, said: Mapping[int, int | None] | None = None
) -> HttpResponse:
    """Everybody of the file with who he may be; first those of whom the desk must say it."""
    judged = read.judged(RosterIndex.load())
    chosen = first_guess(judged) if said is None else said
    context = {
        "archive": read, "content": base64.urlsafe_b64encode(content).decode(), "chosen": chosen,
        "people": sorted(judged, key=lambda person: person.line in chosen),
        "open": sum(person.line not in chosen for person in judged),
    }  # fmt: skip
    return render(request, "desk/evening/archive_preview.html", context, status=200 if said is None else 422)


def _accept(request: DeskRequest) -> HttpResponse:
    said = said_of_lines(request.POST)
    try:
        content = base64.urlsafe_b64decode(request.POST["content"].encode("ascii", "replace"))
        read = read_archive(content)
    except (ValueError, ValidationError) as error:
        lost = ValidationError(_("The file has been lost. Choose it again."))
        say_no(request, error if isinstance(error, ValidationError) else lost)
        return redirect("desk:archive_in")
    try:
        evenings = take_in(archive=read, said=said, author=request.user)
    except ValidationError as error:
        say_no(request, error)
        return _preview(request, content, read, said)
    sentence = ngettext("%(count)s evening is here.", "%(count)s evenings are here.", len(evenings))
    messages.success(request, sentence % {"count": len(evenings)})
    for evening in evenings:
        if check_log(evening).fault is not None:
            sentence = _("The log of “%(evening)s” does not fit its rows: look at it.")
            messages.warning(request, sentence % {"evening": evening.name})
    circuit = evenings[0].circuit
    return redirect("desk:tournament", evenings[0].code) if circuit is None else redirect("desk:circuit", circuit.code)
