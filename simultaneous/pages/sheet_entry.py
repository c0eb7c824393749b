"""Sheets typed on a hall's own page, for a hall with paper alone: the tables of each partita, one
sheet at a time, and the report that they make. Only the hall's link can read and write them.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, ngettext
from django_htmx.middleware import HtmxDetails

from frame import page
from frame.page import Context, DeskRequest
from frame.public import file_answer
from ground.names import read_reason
from ground.roles import ARBITER, role_required
from king.reading import InputError
from king.sheet.full_sheet import ScoredRow, ScoredSheet
from king.simultaneous.documents import Terms, in_groups
from king.simultaneous.paper_form import MOST_TABLES, unit_columns
from king.simultaneous.report_sheets import HallSheet
from night import lookups
from simultaneous import drafts, workbook
from simultaneous.drafts import Conflict, Doubtful, Place
from simultaneous.event_file import terms_of
from simultaneous.models import Draft, Hall
from simultaneous.pages.desk import event_page, hall_press, on_hall
from simultaneous.pages.invitation import find_own_hall, own_press
from simultaneous.pages.sheet_fields import (
    hands_of,
    names_of,
    ruling_choices,
    ruling_of,
    sheet_of,
)
from wording import naming
from wording.ruling_words import short_ruling
from wording.sentences import problem_line, refusal, say

CONFLICT = 409


class Own(NamedTuple):
    """A sheet of a hall, as the hall's link opens it."""

    hall: Hall
    terms: Terms
    place: Place
    draft: Draft


def find_own_sheet(code: str, number: int, key: str, partita: int, table: int) -> Own:
    hall = find_own_hall(code, number, key)
    terms, place = terms_of(hall.event), Place(partita, table)
    is_there = 1 <= table <= MOST_TABLES and partita in drafts.rounds_told(hall, terms)
    if not is_there:
        raise Http404
    return Own(hall, terms, place, drafts.find(hall, place))


# --- all of them


@page.fresh_get_or_post
def sheets(request: HttpRequest, code: str, number: int, key: str) -> HttpResponse:
    hall = find_own_hall(code, number, key)
    if hall.event.released_at is None:
        raise Http404
    terms = terms_of(hall.event)
    numbers = drafts.rounds_told(hall, terms)
    written = drafts.written_sheets(hall)
    context = {
        "event": hall.event,
        "hall": hall,
        "may_type": drafts.may_type(hall),
        "partite": [_partita(hall, terms, number, written) for number in numbers],
        "waiting": [number for number in terms.rounds if number not in numbers],
        "boards": range(1, terms.documents[0].boards + 1),
        "spares": drafts.spares_of(terms),
        "written": written,
        "tables": max((draft.table_number for draft in written), default=hall.tables or 4),
        "most_tables": MOST_TABLES,
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "simultaneous/typed_sheets.html", context, status=status)


def _partita(hall: Hall, terms: Terms, number: int, written: list[Draft]) -> Context:
    own = [draft for draft in written if draft.round_number == number]
    tables = [_line(draft, sheet) for draft, sheet in _read(hall, terms, own)]
    last = max((draft.table_number for draft in own), default=0)
    spares = drafts.find(hall, Place(number, 0)).sheet.get("spares", ())
    return {
        "number": number,
        "tables": tables,
        "next": last + 1 if last < MOST_TABLES else None,
        "spares": spares,
    }


def _read(hall: Hall, terms: Terms, own: list[Draft]) -> Iterator[tuple[Draft, HallSheet | None]]:
    """Yield each typed sheet with the sheet as read. The latter is None if it cannot be read; this
    should not occur, because the terms of an event never change.
    """
    try:
        sheets = {sheet.table: sheet for sheet in drafts.read_drafts(hall, terms, own)}
    except InputError:
        sheets = {}
    for draft in own:
        yield draft, sheets.get(draft.table_number)


def _line(draft: Draft, sheet: HallSheet | None) -> Context:
    scored = sheet.scored() if sheet else None
    names = [name for name in draft.sheet.get("seats", {}).values() if name]
    return {
        "table": draft.table_number,
        "names": ", ".join(names),
        "is_whole": scored is not None and scored.closable,
        "words": _state_words(scored),
    }


def _state_words(scored: ScoredSheet | None) -> str:
    if scored is None:
        return _("cannot be read")
    if scored.closable:
        return _("adds up")
    if missing := _missing(scored):
        return _("without hand %(hands)s") % {"hands": missing}
    return _("does not add up")


def _missing(scored: ScoredSheet) -> str:
    """Numbers of the hands that have no row or miss a count, as text. Empty if the match is won."""
    whole = {row.hand for row in scored.rows if not _is_begun(scored, row)}
    plans = scored.ruleset.schedule(scored.settings)
    if scored.winner is not None:
        return ""
    return naming.runs(plan.number for plan in plans if plan.number not in whole)


def _is_begun(scored: ScoredSheet, row: ScoredRow) -> bool:
    """Whether some counts of the row are still missing. Its problems are shown once all are there."""
    if row.row.unplayed or row.row.by_side:
        return False
    return 0 < len(row.row.units) < len(unit_columns(scored.ruleset))


# --- one sheet


@page.fresh_get_or_post
def sheet(
    request: HttpRequest, code: str, number: int, key: str, partita: int, table: int
) -> HttpResponse:
    """Page of a typed sheet. It is saved with each change, or by its button if there is no
    script.
    """
    own = find_own_sheet(code, number, key, partita, table)
    if request.method != "POST" or "sheet" not in request.POST:
        return _sheet_page(request, own)
    try:
        draft = _save(request, own)
    except Conflict as conflict:
        return _sheet_page(request, own, conflict=conflict)
    except ValidationError as error:
        return _sheet_page(request, own, refused=error)
    if not HtmxDetails(request):
        messages.success(request, _("Saved."))
        return redirect(request.get_full_path())
    return _sheet_page(request, own._replace(draft=draft))


def _save(request: HttpRequest, own: Own, **more: Any) -> Draft:
    form = {**sheet_of(own.terms, own.draft, request.POST.dict()), **more}
    return _save_sheet(request, own, form)


def _save_sheet(request: HttpRequest, own: Own, form: Context) -> Draft:
    return drafts.save(
        own.hall,
        own.place,
        form,
        version=page.number_of(request, "version") or 0,
        mark=page.text_of(request, "mark")[:20],
        terms=own.terms,
    )


def _sheet_page(
    request: HttpRequest,
    own: Own,
    *,
    conflict: Conflict | None = None,
    refused: ValidationError | None = None,
) -> HttpResponse:
    is_part = bool(HtmxDetails(request)) and request.method == "POST"
    typed = request.POST.dict() if conflict or refused else None
    draft = conflict.draft if conflict else own.draft
    context: Context = {
        "event": own.hall.event,
        "hall": own.hall,
        "place": own.place,
        "draft": draft,
        "mark": page.text_of(request, "mark")[:20] or secrets.token_hex(8),
        "may_type": drafts.may_type(own.hall),
        "conflict": conflict,
        "refused": page.refusals(refused) if refused else (),
        "is_part": is_part,
        "read_version": page.number_of(request, "version") if typed else draft.version,
        **_verdict(own, draft),
    }
    status = CONFLICT if conflict else 422 if refused else 200
    if is_part:
        return render(request, "simultaneous/typed_sheet.html#check", context, status=status)
    others = own.hall.drafts.exclude(table_number=0).values_list("sheet", flat=True)
    context |= {
        "names": names_of(own.terms, draft, typed),
        "hands": hands_of(own.terms, draft, typed),
        "known": sorted({name for one in others for name in one.get("seats", {}).values() if name}),
        "columns": own.terms.ruleset.columns,
        "ruling_kinds": ruling_choices(),
        "rulings": [short_ruling(ruling) for ruling in draft.sheet.get("rulings", ())],
    }
    return render(request, "simultaneous/typed_sheet.html", context, status=status)


def _verdict(own: Own, draft: Draft) -> Context:
    """Judgement of ``king`` on the saved sheet: for each hand, and for the whole."""
    try:
        scored = drafts.read_sheet(own.hall, own.terms, own.place, draft.sheet).scored()
    except InputError:
        return {"lines": (), "scored": None}
    rows = {row.hand: row for row in scored.rows}
    lines = []
    for plan in own.terms.ruleset.schedule(own.terms.rules_in_force):
        row = rows.get(plan.number)
        problems = [problem for problem in scored.problems if problem.hand == plan.number]
        lines.append(
            {
                "hand": plan.number,
                "row": row,
                "begun": row is not None and _is_begun(scored, row),
                "counted": sum(row.row.units.values()) if row else 0,
                "units": row.contract.units if row and row.contract else None,
                "open": [say(problem.phrase) for problem in problems if not problem.ruled],
                "ruled": [say(problem.phrase) for problem in problems if problem.ruled],
            }
        )
    return {
        "lines": lines,
        "scored": scored,
        "missing": _missing(scored),
        "problems": [problem_line(one) for one in scored.problems if one.hand is None],
    }


# --- at the centre


@role_required(ARBITER)
@page.fresh_get_or_post
@on_hall
def typed_at_centre(request: DeskRequest, hall: Hall) -> HttpResponse:
    """Typed sheets of a hall, for an arbiter who helps by telephone. Organizers may not see them,
    because they may be players.
    """
    terms = terms_of(hall.event)
    sheets = [
        {"draft": draft, "sheet": sheet, "scored": sheet.scored() if sheet else None}
        for number in terms.rounds
        for draft, sheet in _read(
            hall, terms, [one for one in drafts.written_sheets(hall) if one.round_number == number]
        )
    ]
    context: Context = {"hall": hall, "shown": sheets, "columns": terms.ruleset.columns}
    if sheets:
        context |= _report_facts(hall)
    template = "simultaneous/typed_at_centre.html"
    return event_page(request, hall.event, template, "close", **context)


@role_required(ARBITER)
@hall_press
def write_at_centre(request: DeskRequest, hall: Hall) -> str:
    """Write the report of a hall that typed its sheets and did not report before the close."""
    reason = read_reason(page.text_of(request, "reason"))
    if not hall.event.is_closed:
        raise refusal(_("Until the close the hall writes its report itself."), "not_closed")
    drafts.write_report(hall, anyway="anyway" in request.POST, author=request.user, reason=reason)
    return _("%(hall)s: the report is here.") % {"hall": hall.name}


# --- what else is said of a sheet


own_sheet_press = page.press_on(find_own_sheet)


@own_sheet_press
def rule(request: HttpRequest, own: Own) -> str:
    """Add a decision, or remove the one whose number is sent."""
    rulings = list(own.draft.sheet.get("rulings", ()))
    number = page.number_of(request, "take_back", 3)
    if number is not None:
        if not 1 <= number <= len(rulings):
            raise page.no_such_step()
        del rulings[number - 1]
    else:
        rulings.append(ruling_of(own.terms, request.POST.dict()))
    _save_sheet(request, own, {**own.draft.sheet, "rulings": rulings})
    return _("Saved.")


@own_sheet_press
def clear(request: HttpRequest, own: Own) -> HttpResponse:
    drafts.forget(own.hall, own.place)
    page.tell(request, _("The sheet is deleted."))
    hall = own.hall
    return redirect("simultaneous:invited_sheets", hall.event.code, hall.number, hall.page_key)


@own_press
def spare(request: HttpRequest, hall: Hall) -> str:
    """Add a spare that the hall played, or remove the one whose number is sent."""
    number = page.number_or_none_such(page.text_of(request, "partita"))
    draft = drafts.find(hall, Place(number, 0))
    spares = list(draft.sheet.get("spares", ()))
    old_board = page.number_of(request, "take_back", 3)
    if old_board is not None:
        spares = [one for one in spares if one["board"] != old_board]
    else:
        board, spare = (
            page.number_or_none_such(page.text_of(request, name)) for name in ("board", "spare")
        )
        spares = [one for one in spares if one["board"] != board]
        spares.append({"board": board, "spare": spare})
    place = Place(number, 0)
    drafts.save(hall, place, {"spares": spares}, version=draft.version, mark=draft.mark)
    return _("Saved.")


# --- as a workbook


@page.fresh_get
def form(request: HttpRequest, code: str, number: int, key: str) -> HttpResponse:
    hall = find_own_hall(code, number, key)
    tables = lookups.read_number(request.GET.get("tables", ""), 3)
    with page.show_refusals(request):
        content = workbook.empty_form(terms_of(hall.event), tables or 0)
        return file_answer(content, f"{code}-{number}.xlsx", XLSX)
    return redirect("simultaneous:invited_sheets", code, number, key)


XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@own_press
def take_workbook(request: HttpRequest, hall: Hall) -> None:
    file = request.FILES.get("workbook")
    if file is None:
        raise refusal(_("Choose the workbook that you filled in."), "no_file")
    content = file.read(workbook.LARGEST_WORKBOOK + 1)
    filled = workbook.take(hall, content, file.name or "", replace="replace" in request.POST)
    count = len(filled.saved)
    if count:
        sentence = ngettext(
            "%(count)s sheet is filled in.", "%(count)s sheets are filled in.", count
        )
        page.tell(request, sentence, count=count)
    for place in filled.kept:
        sentence = _(
            "Partita %(partita)s, table %(table)s has already been typed and is different: it "
            "stays. Tick “replace” to take the file's."
        )
        fields = {"partita": place.round, "table": place.table}
        messages.warning(request, sentence % fields)


# --- the report


@page.fresh_get_or_post
def write(request: HttpRequest, code: str, number: int, key: str) -> HttpResponse:
    """Page of the report before it is sent, with each doubt about the sheets. A POST sends it."""
    hall = find_own_hall(code, number, key)
    if request.method == "POST":
        try:
            written = drafts.write_report(hall, anyway="anyway" in request.POST)
        except Doubtful:
            pass  # said below, from the sheets as they are now
        except ValidationError as error:
            page.show_refusal(request, error)
        else:
            _tell_written(request, written)
            return redirect("simultaneous:invited", code, number, key)
    context: Context = {"event": hall.event, "hall": hall, **_report_facts(hall)}
    context |= {"counts": _counts(hall), "may_type": drafts.may_type(hall)}
    status = 422 if request.method == "POST" else 200
    return render(request, "simultaneous/typed_report.html", context, status=status)


def _report_facts(hall: Hall) -> Context:
    """Facts about the report that the typed sheets would make: its ``doubts``, or ``blockers`` if
    it cannot be made yet.
    """
    try:
        return {"doubts": drafts.doubts_of(hall), "can_be_written": True}
    except ValidationError as error:
        return {"blockers": page.refusals(error)}


def _counts(hall: Hall) -> list[tuple[int, int]]:
    """Number of typed sheets of each partita."""
    written = drafts.written_sheets(hall)
    rounds = sorted({draft.round_number for draft in written})
    return [(number, sum(draft.round_number == number for draft in written)) for number in rounds]


def _tell_written(request: HttpRequest, written: drafts.WrittenReport) -> None:
    code = in_groups(written.report.code)
    if written.late is None:
        sentence = _("The report is written and the closing code has been given: %(code)s.")
        page.tell(request, sentence, code=code)
        return
    page.show_refusal(request, written.late)
    messages.warning(
        request,
        _("The report is written. Its closing code is %(code)s: give it to the centre.")
        % {"code": code},
    )
