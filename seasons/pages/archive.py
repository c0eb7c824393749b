"""An evening or a season as a file, out and in."""

import secrets
from collections.abc import Mapping

from django import forms
from django.contrib import messages
from django.core.cache import cache
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from frame import page
from frame.page import DeskRequest
from frame.person_entry import player_choices
from frame.public import file_answer
from night import lookups
from scoring.log_check import check_log
from seasons.archive import MOST_BYTES, Archive, archive_of, first_guess, read_archive, same_names
from seasons.archive_import import import_archive
from seasons.lookups import find_circuit
from tournaments.circuits import Circuit
from tournaments.models import Tournament
from tournaments.roster import RosterIndex, Status

KEPT_FOR = 60 * 60 * 2
"""Seconds for which a file waits until everybody in it is known."""


class ArchiveForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("The archive file"),
        widget=forms.FileInput(attrs={"accept": ".king,.gz,.json"}),
    )


@page.club_only
@require_POST
def archive(request: DeskRequest, code: str) -> HttpResponse:
    evening = lookups.find_tournament(code)
    return _file(request, evening, "desk:tournament", f"{evening.name}-{evening.date}")


@page.club_only
@require_POST
def circuit_archive(request: DeskRequest, code: str) -> HttpResponse:
    owner = find_circuit(code)
    return _file(request, owner, "seasons:circuit", owner.name)


def _file(request: DeskRequest, owner: Tournament | Circuit, back: str, name: str) -> HttpResponse:
    with page.show_refusals(request):
        content = archive_of(owner=owner, author=request.user)
        return file_answer(
            content, f"{slugify(name) or owner.code}.king", "application/octet-stream"
        )
    return redirect(back, owner.code)


@page.club_only
@require_http_methods(["GET", "POST"])
def archive_in(request: DeskRequest) -> HttpResponse:
    """Import an archive. Between its steps the file is cached, because it is too large for a page."""
    if "kept" in request.POST:
        return _accept(request)
    form = ArchiveForm(request.POST, request.FILES) if request.method == "POST" else ArchiveForm()
    if form.is_valid():
        content = form.cleaned_data["file"].read(MOST_BYTES + 1)
        with page.refusing(form, {NON_FIELD_ERRORS: "file"}):
            archive, upload = read_archive(content), secrets.token_hex(16)
            cache.set(f"archive-{upload}", content, KEPT_FOR)
            return _preview(request, upload, archive)
    return render(
        request, "seasons/archive.html", {"form": form}, status=422 if form.errors else 200
    )


def _preview(
    request: DeskRequest,
    upload: str,
    read: Archive,
    chosen: Mapping[int, int | None] | None = None,
    status: int = 200,
) -> HttpResponse:
    judged = read.judged(RosterIndex.load())
    context = {
        "archive": read,
        "kept": upload,
        "chosen": chosen or {},
        "asked": [person for person in judged if person.status is Status.DOUBTFUL],
        "people": judged,
        "sure": [person for person in judged if person.status is not Status.DOUBTFUL],
        "alike": len(same_names(judged)),
    }
    return render(request, "seasons/archive_preview.html", context, status=status)


def _accept(request: DeskRequest) -> HttpResponse:
    upload, answers = request.POST["kept"][:40], player_choices(request.POST)
    content = cache.get(f"archive-{upload}")
    try:
        if content is None:
            raise ValidationError(_("The file has been lost. Choose it again."))
        read = read_archive(content)
    except ValidationError as error:
        page.show_refusal(request, error)
        return redirect("seasons:archive_in")
    judged = read.judged(RosterIndex.load())
    if "same" in request.POST:
        return _preview(request, upload, read, same_names(judged) | answers)
    with page.show_refusals(request):
        evenings = import_archive(
            archive=read, people=first_guess(judged) | answers, author=request.user
        )
        cache.delete(f"archive-{upload}")
        count = len(evenings)
        sentence = ngettext("%(count)s evening is here.", "%(count)s evenings are here.", count)
        page.tell(request, sentence, count=count)
        for evening in evenings:
            if check_log(evening).fault is not None:
                sentence = _("The log of “%(evening)s” does not fit its rows: look at it.")
                messages.warning(request, sentence % {"evening": evening.name})
        circuit = evenings[0].circuit
        if circuit is not None:
            return redirect("seasons:circuit", circuit.code)
        return redirect("desk:tournament", evenings[0].code)
    return _preview(request, upload, read, answers, 422)
