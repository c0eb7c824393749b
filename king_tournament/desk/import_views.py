"""A roster's file: looked at line by line, then imported, and its people entered where one asks for it.

The preview travels with the page, signed, so that nothing lies about on the server and a restart loses nothing.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core import signing
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods

from king_tournament.desk.forms_players import RosterFileForm
from king_tournament.desk.night import PLAYERS
from king_tournament.desk.page import desk_page, find_tournament, organizer_only, refuse_form, say_no
from tournaments.matching import Judged, Status
from tournaments.models import Tournament
from tournaments.roster import RosterImport, RosterPreview, read_roster
from tournaments.roster import import_roster as write_roster

SALT = "desk.roster"
SHOWN_LINES = 400
"""Lines of one kind that a page shows; a form may have a thousand fields."""

SENTENCES = {
    Status.NEW: gettext_noop("Added to the roster, unless you leave them out."),
    Status.KNOWN: gettext_noop("Nothing is changed about them."),
    Status.DOUBTFUL: gettext_noop("Tick those that are somebody new; the others stay out."),
    Status.REFUSED: gettext_noop("Put them right in the file and import it again."),
}


@organizer_only
@require_http_methods(["GET", "POST"])
def import_roster(request: HttpRequest) -> HttpResponse:
    """Import a file into the roster."""
    return _import(request, None)


@organizer_only
@require_http_methods(["GET", "POST"])
def import_entries(request: HttpRequest, code: str) -> HttpResponse:
    """Import a file into the roster and enter its people."""
    return _import(request, find_tournament(code))


def _import(request: HttpRequest, tournament: Tournament | None) -> HttpResponse:
    if request.method == "POST" and "preview" in request.POST:
        return _accept(request, tournament)
    form = RosterFileForm(request.POST, request.FILES) if request.method == "POST" else RosterFileForm()
    enter_all = request.method != "POST" or "enter_all" in request.POST
    if request.method == "POST" and form.is_valid():
        try:
            file = form.cleaned_data["file"]
            preview = read_roster(file, file.name)
        except ValidationError as error:
            refuse_form(form, error, {NON_FIELD_ERRORS: "file"})
        else:
            return _show(request, tournament, preview, {"enter_all": enter_all})
    status = 422 if form.errors else 200
    return _render(request, "desk/import.html", tournament, status, form=form, enter_all=enter_all)


def _render(
    request: HttpRequest, template: str, tournament: Tournament | None, status: int = 200, **context: Any
) -> HttpResponse:
    if tournament is None:
        return render(request, template, context, status=status)
    return desk_page(request, template, tournament, step=PLAYERS, status=status, **context)


def _show(
    request: HttpRequest,
    tournament: Tournament | None,
    preview: RosterPreview,
    chosen: dict[str, Any],
    status: int = 200,
) -> HttpResponse:
    """The lines by kind: doubtful ones first, for a person must look at them."""
    kinds = [
        (Status.DOUBTFUL, preview.doubtful), (Status.REFUSED, preview.refused),
        (Status.NEW, preview.new), (Status.KNOWN, preview.known),
    ]  # fmt: skip
    groups = [
        {"status": kind, "lines": lines[:SHOWN_LINES], "count": len(lines), "more": max(0, len(lines) - SHOWN_LINES)}
        | {"sentence": _(SENTENCES[kind])}
        for kind, lines in kinds
        if lines
    ]
    signed = signing.dumps(preview.as_json(), salt=SALT, compress=True)
    context = {"preview": preview, "groups": groups, "signed": signed, "chosen": chosen}
    return _render(request, "desk/import_preview.html", tournament, status, **context)


def _accept(request: HttpRequest, tournament: Tournament | None) -> HttpResponse:
    accepted, left_out = _numbers(request, "accept"), _numbers(request, "leave")
    enter_all = "enter_all" in request.POST
    chosen = {"accept": accepted, "leave": left_out, "enter_all": enter_all}
    try:
        preview = _signed_preview(request.POST.get("preview", ""))
    except ValidationError as error:
        say_no(request, error)
        return redirect("desk:import", tournament.code) if tournament else redirect("desk:roster_import")
    lines = _accepted_lines(preview, accepted, left_out)
    try:
        done = write_roster(
            preview=preview, accepted_lines=lines, author=request.user, tournament=tournament if enter_all else None
        )
    except ValidationError as error:
        say_no(request, error)
        return _show(request, tournament, preview, chosen, status=422)
    messages.success(request, _imported_sentence(done, entered=tournament is not None and enter_all))
    return redirect("desk:players", tournament.code) if tournament else redirect("desk:roster")


def _numbers(request: HttpRequest, name: str) -> set[int]:
    return {int(text) for text in request.POST.getlist(name) if text.isascii() and text.isdigit() and len(text) < 8}


def _signed_preview(text: str) -> RosterPreview:
    try:
        return RosterPreview.from_json(signing.loads(text, salt=SALT))
    except signing.BadSignature:
        sentence = _("The preview of the roster has been lost. Choose the file again.")
        raise ValidationError(sentence, code="preview_lost") from None


def _accepted_lines(preview: RosterPreview, accepted: set[int], left_out: set[int]) -> set[int]:
    """Every new and known line that was not left out, and the doubtful ones that were ticked."""

    def taken(judged: Judged) -> bool:
        if judged.status is Status.DOUBTFUL:
            return judged.line in accepted
        return judged.line not in left_out

    return {judged.line for judged in preview.lines if taken(judged)}


def _imported_sentence(done: RosterImport, *, entered: bool) -> str:
    fields = {"added": len(done.added), "known": done.known, "entered": len(done.entered), "left": len(done.left)}
    if entered:
        sentence = _(
            "Imported: %(added)s added to the roster, %(known)s already on it, %(entered)s entered, "
            "%(left)s left aside."
        )
    else:
        sentence = _("Imported: %(added)s added to the roster, %(known)s already on it, %(left)s left aside.")
    return sentence % fields
