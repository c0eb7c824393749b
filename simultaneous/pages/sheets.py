"""A hall and its sheets at the desk of the centre, corrections, boards far from the field, sheets
to be seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_GET

from frame import page
from frame.page import Context, DeskRequest
from frame.setting_fields import PointsField, offer
from frame.visible import file_answer
from ground.roles import ARBITER, role_required
from king.cards import SUITS, WINDS
from king.reading import InputError
from king.sheet.full_sheet import ScoredRow, ScoredSheet
from king.sheet.row import Row
from king.sheet.rulings import RulingKind
from king.simultaneous.documents import in_groups
from king.simultaneous.looking import FarBoard, by_lot
from king.simultaneous.night import HallSheet
from scoring.remembered import remembered
from simultaneous import centre
from simultaneous.models import Correction, Event, Hall
from simultaneous.pages.desk import (
    event_page,
    event_press,
    find_event,
    find_hall,
    hall_press,
    invitation_name,
    invitation_text,
    named_hall,
    own_page,
    take_code_of,
)
from simultaneous.pages.wall import code_of, state_of
from wording import naming
from wording.sentences import problem_line, refusal

arbiter_only = role_required(ARBITER)


# --- one hall


@page.staff_only
@page.fresh_get_or_post
def hall(request: DeskRequest, code: str, number: int) -> HttpResponse:
    found = find_hall(code, number)
    reports = list(found.reports.defer("content").order_by("-received_at", "-pk"))
    fits = any(code_of(report.digest) == found.code for report in reports)
    sheets = _sheets(found) if reports else []
    context = {
        "hall": found,
        "state": state_of(found, bool(reports), fits),
        "code": in_groups(found.code),
        "typed": {name: page.text_of(request, name) for name in ("code", "reason")},
        "reports": [(report, in_groups(code_of(report.digest))) for report in reports],
        "sheets": [(sheet, sheet.scored()) for sheet in sheets],
        "doubts": centre.doubts_of(found) if reports else (),
        "corrections": list(_shown(found.event.corrections.filter(hall=found))),
        "own_page": own_page(request, found),
    }
    return event_page(request, found.event, "simultaneous/hall.html", "close", **context)


def _sheets(hall: Hall) -> list[HallSheet]:
    """Corrected as they count; none where no report counts."""
    try:
        return centre.sheets_of(hall)
    except (InputError, ValidationError):
        return []


@page.staff_only
@require_GET
def invitation(request: DeskRequest, code: str, number: int) -> HttpResponse:
    found = find_hall(code, number)
    if found.event.drawn_at is None:
        raise Http404
    return file_answer(invitation_text(found), invitation_name(found), "application/json")


@page.staff_only
@hall_press
def hall_code(request: DeskRequest, hall: Hall) -> str:
    return take_code_of(request, hall)


@page.organizer_only
@page.get_or_post
def hall_remove(request: DeskRequest, code: str, number: int) -> HttpResponse:
    found = find_hall(code, number)
    if request.method == "POST":
        with page.saying_no(request):
            centre.remove_hall(found, author=request.user)
            page.tell(request, _("%(hall)s is removed."), hall=found.name)
            return redirect("simultaneous:centre_event", code)
    return redirect("simultaneous:centre_hall", code, number)


# --- one sheet


TRUMPS = [(str(suit), naming.suit_name(suit)) for suit in SUITS]

KINDS = {
    "row": gettext_lazy("The row reads otherwise on the sheet"),
    "fouled": gettext_lazy("Fouled: worth the mean of the whole field"),
    "points": gettext_lazy("Fouled: worth these points"),
    "illegal_play": gettext_lazy("Illegal play of"),
    "score_error": gettext_lazy("Score error: the dealer answers for it"),
}


class CorrectionForm(forms.Form):
    """Of one hand; what it does not ask for stays as the hall wrote it."""

    kind = forms.ChoiceField(
        label=gettext_lazy("What is corrected"), widget=forms.RadioSelect, choices=KINDS.items()
    )
    offender = forms.ChoiceField(label=gettext_lazy("Who"), required=False)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=400)
    arbiter = forms.CharField(label=gettext_lazy("Arbiter"), max_length=150)

    def __init__(
        self, data: Any, *, sheet: HallSheet, scored: ScoredRow, arbiter: str, preview: bool
    ) -> None:
        self.row = row = scored.row
        self.places = [*row.units] or [str(wind) for wind in WINDS]
        self.columns = sheet.ruleset.columns
        super().__init__(data, initial={"kind": "row", "arbiter": arbiter, **_initial(row)})
        offer(self, "offender", [(str(one), naming.column_name(one)) for one in self.columns])
        for place in self.places:
            column = sheet.ruleset.column(place)
            self.fields[f"units_{place}"] = forms.IntegerField(
                label=place if column is None else naming.column_name(column),
                required=False,
                min_value=0,
                max_value=99,
            )
        if row.trump is not None:
            self.fields["trump"] = forms.ChoiceField(
                label=_("Trump"), choices=[*TRUMPS, ("NT", _("no trump"))]
            )
        if row.sale is not None:
            self.fields["price"] = forms.IntegerField(
                label=_("Sold for"), min_value=0, max_value=13
            )
        for column in self.columns:
            self.fields[f"points_{column}"] = PointsField(
                label=naming.column_name(column), required=False, max_length=20
            )
        if preview:
            self.fields["reason"].required = False

    @property
    def units(self) -> list[forms.BoundField]:
        names = [*(f"units_{place}" for place in self.places), "trump", "price"]
        return [self[name] for name in names if name in self.fields]

    @property
    def points(self) -> list[forms.BoundField]:
        return [self[f"points_{column}"] for column in self.columns]

    @property
    def correction(self) -> Context:
        cleaned, hand = self.cleaned_data, self.row.hand
        match cleaned["kind"]:
            case "row":
                return {"row": self._row()}
            case "points":
                worth = {str(one): str(cleaned[f"points_{one}"] or 0) for one in self.columns}
                return {"ruling": {"kind": "fouled", "hand": hand, "points": worth}}
            case "illegal_play":
                offender = cleaned["offender"]
                return {"ruling": {"kind": "illegal_play", "hand": hand, "offender": offender}}
        return {"ruling": {"kind": cleaned["kind"], "hand": hand}}

    def _row(self) -> Context:
        cleaned, form = self.cleaned_data, self.row.as_json()
        units = {place: cleaned[f"units_{place}"] for place in self.places}
        form["units"] = {place: count for place, count in units.items() if count is not None}
        if "trump" in cleaned:
            form["trump"] = cleaned["trump"]
        if "price" in cleaned:
            form["sale"] = {**form["sale"], "price": cleaned["price"]}
        return form


def _initial(row: Row) -> Context:
    units = {f"units_{place}": count for place, count in row.units.items()}
    return units | {"trump": row.trump, "price": row.sale.price if row.sale else None}


@page.staff_only
@page.fresh_get_or_post
def sheet(request: DeskRequest, code: str, number: int, partita: int, table: int) -> HttpResponse:
    found = find_hall(code, number)
    own, scored = _find_sheet(found, partita, table)
    row = _row_of(request, scored)
    context: Context = {
        "hall": found,
        "partita": partita,
        "table": table,
        "names": [(column, own.names[column]) for column in own.ruleset.columns],
        "rows": [_row_line(own, one) for one in scored.rows],
        "scored": scored,
        "columns": own.ruleset.columns,
        "problems": [problem_line(problem) for problem in scored.problems],
        "corrections": list(
            _shown(found.event.corrections.filter(hall=found, round_number=partita))
        ),
        "row": row,
    }
    if row is not None:
        form = _form(request, own, row, preview=True)
        context |= {"form": form, "contract": _contract(row)}
        if form.is_valid():
            context |= _preview(request, found, own, scored, form, partita, table)
    if request.htmx and request.method == "POST":
        return render(request, "simultaneous/_preview.html", context)
    return event_page(request, found.event, "simultaneous/sheet.html", "close", **context)


def _find_sheet(hall: Hall, partita: int, table: int) -> tuple[HallSheet, ScoredSheet]:
    for sheet in _sheets(hall):
        if (sheet.round, sheet.table) == (partita, table):
            return sheet, sheet.scored()
    raise Http404


def _row_of(request: DeskRequest, scored: ScoredSheet) -> ScoredRow | None:
    hand = page.number_or_none_such(request.GET.get("hand", ""))
    return next((row for row in scored.rows if row.hand == hand), None)


def _form(request: DeskRequest, own: HallSheet, row: ScoredRow, *, preview: bool) -> CorrectionForm:
    arbiter = request.user.get_full_name() or request.user.get_username()
    posted = request.POST if request.method == "POST" else None
    return CorrectionForm(posted, sheet=own, scored=row, arbiter=arbiter, preview=preview)


def _contract(row: ScoredRow) -> str:
    return naming.contract_name(row.contract) if row.contract else ""


def _row_line(sheet: HallSheet, row: ScoredRow) -> Context:
    return {
        "hand": row.hand,
        "contract": _contract(row),
        "units": _units(row.row.units),
        "points": [row.points[column] for column in sheet.ruleset.columns],
        "averaged": row.hand in sheet.averaged,
    }


def _units(units: Mapping[str, object]) -> str:
    return " ".join(
        f"{''.join(map(naming.wind_letter, place))}{count}" for place, count in units.items()
    )


def _preview(
    request: DeskRequest,
    hall: Hall,
    own: HallSheet,
    scored: ScoredSheet,
    form: CorrectionForm,
    partita: int,
    table: int,
) -> Context:
    correction = Correction(
        event=hall.event,
        hall=hall,
        round_number=partita,
        table_number=table,
        reason="–",
        arbiter="–",
        **form.correction,
    )
    with page.refusing(form):
        (after,) = centre.read_correction(correction)
        new = after.scored()
        return {
            "averaged": form.row.hand in after.averaged,
            "effects": [
                (column, own.names[column], scored.totals[column], new.totals[column])
                for column in own.ruleset.columns
            ],
        }
    return {}


@arbiter_only
@page.press
def correct(request: DeskRequest, code: str, number: int, partita: int, table: int) -> str:
    found = find_hall(code, number)
    own, scored = _find_sheet(found, partita, table)
    row = _row_of(request, scored)
    if row is None:
        raise refusal(_("Choose the hand."), "no_hand")
    form = _form(request, own, row, preview=False)
    if not form.is_valid():
        raise refusal(_("Not corrected yet: write what is corrected, and why."), "not_whole")
    centre.correct(
        found,
        round_number=partita,
        table_number=table,
        reason=form.cleaned_data["reason"],
        arbiter=form.cleaned_data["arbiter"],
        author=request.user,
        **form.correction,
    )
    return _("Corrected: the standing follows.")


# --- corrections


def _shown(corrections: Iterable[Correction]) -> Iterator[Context]:
    for one in corrections:
        form = one.row or one.ruling or {}
        words = dict(_ruled()).get(form.get("kind", ""), "")
        if one.row:
            words = f"{KINDS['row']} · {_units(one.row.get('units', {}))}"
        yield {"correction": one, "hand": form.get("hand"), "words": words}


def _ruled() -> Iterator[tuple[str, Any]]:
    yield RulingKind.FOULED, _("Fouled board")
    yield RulingKind.ILLEGAL_PLAY, _("Illegal play")
    yield RulingKind.SCORE_ERROR, _("Score error")


@page.staff_only
@page.get_or_post
def corrections(request: DeskRequest, code: str) -> HttpResponse:
    found = find_event(code)
    rows = found.corrections.select_related("hall").order_by("-pk")
    context = {"corrections": list(_shown(rows))}
    return event_page(
        request, found, "simultaneous/corrections.html", "centre_corrections", **context
    )


@arbiter_only
@event_press
def revoke(request: DeskRequest, event: Event) -> str:
    rows = event.corrections.select_related("hall")
    correction = page.find_row(rows, page.text_of(request, "correction"))
    if correction is None:
        raise Http404
    correction.event = event
    reason = page.text_of(request, "reason")
    centre.revoke_correction(correction, reason=reason, author=request.user)
    return _("The correction is revoked.")


# --- boards far from the field


@page.staff_only
@page.fresh_get_or_post
def doubtful(request: DeskRequest, code: str) -> HttpResponse:
    found = find_event(code)
    number = f"simultaneous_{found.pk}_{found.revision}"
    far = remembered(number, lambda: centre.far_boards(found), "far")
    halls = {hall.number: hall for hall in found.halls.all()}
    context = {"far": [_far_line(found, halls[one.hall], one) for one in far]}
    return event_page(request, found, "simultaneous/doubtful.html", "centre_doubtful", **context)


def _far_line(event: Event, hall: Hall, far: FarBoard) -> Context:
    hand, _blank, contract = far.board.partition(" ")
    return {
        "hall": hall,
        "far": far,
        "hand": hand,
        "contract": contract,
        "tables": ngettext("%(count)s table", "%(count)s tables", far.tables)
        % {"count": far.tables},
        "winds": [(column, far.means[column], far.others[column]) for column in far.means],
        "ruled": event.corrections.filter(
            hall=hall,
            round_number=far.round,
            table_number=None,
            ruling__hand=int(hand),
            revoked_at=None,
        ).exists(),
    }


@arbiter_only
@event_press
def foul(request: DeskRequest, event: Event) -> str:
    """In the whole hall the board is worth the mean of the field."""
    partita, hand = (
        page.number_or_none_such(page.text_of(request, name)) for name in ("partita", "hand")
    )
    centre.correct(
        named_hall(request, event, "hall"),
        round_number=partita,
        ruling={"kind": "fouled", "hand": hand},
        reason=page.text_of(request, "reason"),
        arbiter=request.user.get_full_name() or request.user.get_username(),
        author=request.user,
    )
    return _("The board is fouled in the whole hall: it is worth the mean of the field there.")


# --- sheets by lot


@page.staff_only
@require_GET
def lot(request: DeskRequest, code: str) -> HttpResponse:
    found = find_event(code)
    asked = []
    if found.closed_at is not None:
        codes = {hall.number: hall.code for hall in found.halls.all() if hall.code}
        every = (
            (number, sheet.round, sheet.table)
            for number, sheets in centre.all_sheets(found).items()
            for sheet in sheets
            if number in codes
        )
        asked = by_lot(found.key, codes, every)
    halls = {hall.number: hall for hall in found.halls.all()}
    context = {"asked": [(halls[one.hall], one) for one in asked]}
    return event_page(request, found, "simultaneous/lot.html", "centre_lot", **context)
