"""A hall and its sheets at the desk of the centre: corrections, boards with unusual results, sheets
drawn for a check.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.http import require_GET

from frame import page
from frame.page import Context, DeskRequest
from frame.public import file_answer
from frame.setting_fields import PointsField, offer
from ground.roles import ARBITER, DEALING, ORGANIZER, holds, role_required
from king.cards import SUITS, WINDS
from king.reading import InputError
from king.sheet.full_sheet import ScoredRow, ScoredSheet
from king.sheet.row import Row
from king.sheet.ruling_kinds import FOULED, Effect
from king.simultaneous.centre_checks import draw_sheets
from king.simultaneous.report_sheets import HallSheet
from night import lookups
from simultaneous import centre
from simultaneous.contacts import phone_links
from simultaneous.drafts import written_sheets
from simultaneous.event_file import invitation_name, invitation_text
from simultaneous.models import Correction, Event, Hall
from simultaneous.pages.desk import (
    centre_only,
    drawn_or_404,
    event_page,
    event_press,
    hall_press,
    named_hall,
    on_event,
    on_hall,
    own_page,
    take_code_of,
)
from simultaneous.pages.sheet_fields import EVENT_KINDS, ruling_choices
from simultaneous.pages.wall import state_of
from simultaneous.ranking import is_behind
from wording import naming
from wording.ruling_words import short_ruling, typed_in_short
from wording.sentences import problem_line, refusal

arbiter_only = role_required(ARBITER)


# --- one hall


@centre_only
@page.fresh_get_or_post
@on_hall
def hall(request: DeskRequest, hall: Hall) -> HttpResponse:
    """Page of a hall: the invitation for the dealing role; code, reports and sheets for those who
    run the event.
    """
    context: Context = {
        "hall": hall,
        "state": state_of(hall),
        "phones": phone_links(hall.phone),
        "own_page": own_page(request, hall) if holds(request.user, DEALING) else "",
    }
    if holds(request.user, ORGANIZER, ARBITER):
        context |= {
            "sheets": [(sheet, sheet.scored()) for sheet in _sheets(hall)],
            "typed": len(written_sheets(hall)),
            "doubts": centre.doubts_of(hall),
            "corrections": _correction_lines(hall.event.corrections.filter(hall=hall)),
        }
    return event_page(request, hall.event, "simultaneous/hall.html", "close", **context)


def _sheets(hall: Hall) -> list[HallSheet]:
    """Sheets of the hall with their corrections. Empty if no report counts."""
    try:
        return centre.sheets_of(hall)
    except (InputError, ValidationError):
        return []


@page.organizer_only
@hall_press
def contact(request: DeskRequest, hall: Hall) -> str:
    names = ("contact", "phone", "email")
    columns = {name: page.text_of(request, name) for name in names}
    centre.change_contact(hall, author=request.user, **columns)
    return _("Saved.")


@role_required(DEALING)
@hall_press
def invitation(request: DeskRequest, hall: Hall) -> HttpResponse:
    drawn_or_404(hall.event)
    centre.hand_out(hall.event, [hall], author=request.user)
    return file_answer(invitation_text(hall), invitation_name(hall), "application/json")


@role_required(DEALING)
@hall_press
def offer_again(request: DeskRequest, hall: Hall) -> str:
    centre.offer_again(hall, author=request.user, reason=page.text_of(request, "reason"))
    return _("The hall's link gives its invitation once more.")


@page.staff_only
@hall_press
def hall_code(request: DeskRequest, hall: Hall) -> str:
    return take_code_of(request, hall)


@page.organizer_only
@page.get_or_post
@on_hall
def hall_remove(request: DeskRequest, hall: Hall) -> HttpResponse:
    code, number = hall.event.code, hall.number
    if request.method == "POST":
        with page.show_refusals(request):
            centre.remove_hall(hall, author=request.user)
            page.tell(request, _("%(hall)s is removed."), hall=hall.name)
            return redirect("simultaneous:centre_event", code)
    return redirect("simultaneous:centre_hall", code, number)


# --- one sheet


ROW = "row"
TYPED = "-points"
"""Behind the code of a kind that replaces a row: its worth is typed, and not the mean."""


def _choices() -> list[tuple[str, str]]:
    typed = [
        (f"{kind.code}{TYPED}", typed_in_short(kind.code))
        for kind in EVENT_KINDS.values()
        if kind.replaces_row
    ]
    return [(ROW, _("The row is different on the sheet")), *ruling_choices(), *typed]


class CorrectionForm(forms.Form):
    """Form of a correction of one hand. Anything that it does not ask for stays as the hall wrote
    it.
    """

    kind = forms.ChoiceField(
        label=gettext_lazy("What is corrected"), widget=forms.RadioSelect, choices=_choices
    )
    offender = forms.ChoiceField(label=gettext_lazy("Who"), required=False)
    number = PointsField(
        label=gettext_lazy("Points, with − for a penalty"), required=False, max_length=20
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=400)
    arbiter = forms.CharField(label=gettext_lazy("Arbiter"), max_length=150)

    def __init__(self, request: DeskRequest, sheet: HallSheet, row: Row) -> None:
        self.row = row
        self.places = [*row.units] or [str(wind) for wind in WINDS]
        self.columns = sheet.ruleset.columns
        initial: Context = {"kind": ROW, "arbiter": _arbiter(request), "trump": row.trump}
        initial |= {f"units_{place}": count for place, count in row.units.items()}
        if row.sale is not None:
            initial["price"] = row.sale.price
        super().__init__(request.POST if request.method == "POST" else None, initial=initial)
        offer(
            self, "offender", [(str(column), naming.column_name(column)) for column in self.columns]
        )
        for place in self.places:
            column = sheet.ruleset.column(place)
            self.fields[f"units_{place}"] = forms.IntegerField(
                label=place if column is None else naming.column_name(column),
                required=False,
                min_value=0,
                max_value=99,
            )
        if row.trump is not None:
            trumps = [(str(suit), naming.suit_name(suit)) for suit in SUITS]
            self.fields["trump"] = forms.ChoiceField(
                label=_("Trump"), choices=[*trumps, ("NT", _("no trump"))]
            )
        if row.sale is not None:
            self.fields["price"] = forms.IntegerField(
                label=_("Sold for"), min_value=0, max_value=13
            )
        for column in self.columns:
            self.fields[f"points_{column}"] = PointsField(
                label=naming.column_name(column), required=False, max_length=20
            )

    @property
    def units(self) -> list[forms.BoundField]:
        names = [*(f"units_{place}" for place in self.places), "trump", "price"]
        return [self[name] for name in names if name in self.fields]

    @property
    def points(self) -> list[forms.BoundField]:
        return [self[f"points_{column}"] for column in self.columns]

    def clean(self) -> Context:
        cleaned = super().clean() or self.cleaned_data
        kind = EVENT_KINDS.get(cleaned.get("kind", ""))
        if kind and kind.effect is Effect.POINTS and not cleaned.get("number"):
            self.add_error("number", _("Write the points, with − before a penalty."))
        return cleaned

    @property
    def correction(self) -> Context:
        cleaned = self.cleaned_data
        if cleaned["kind"] == ROW:
            return {"row": self._row()}
        code = cleaned["kind"].removesuffix(TYPED)
        kind = EVENT_KINDS[code]
        ruling: Context = {"kind": code, "hand": self.row.hand}
        if kind.offenders.are_asked:
            ruling["offender"] = cleaned["offender"]
        if kind.effect is Effect.POINTS:
            ruling["points"] = str(cleaned["number"])
        if code != cleaned["kind"]:
            worth = {column: cleaned[f"points_{column}"] or 0 for column in self.columns}
            ruling["points"] = {str(column): str(points) for column, points in worth.items()}
        return {"ruling": ruling}

    def _row(self) -> Context:
        cleaned, form = self.cleaned_data, self.row.as_json()
        units = {place: cleaned[f"units_{place}"] for place in self.places}
        form["units"] = {place: count for place, count in units.items() if count is not None}
        if "trump" in cleaned:
            form["trump"] = cleaned["trump"]
        if "price" in cleaned:
            form["sale"] = {**form["sale"], "price": cleaned["price"]}
        return form


def _arbiter(request: DeskRequest) -> str:
    return request.user.get_full_name() or request.user.get_username()


@page.staff_only
@page.fresh_get_or_post
@on_hall
def sheet(request: DeskRequest, hall: Hall, partita: int, table: int) -> HttpResponse:
    sheet, scored = _find_sheet(hall, partita, table)
    row = _row_of(request, scored)
    context: Context = {
        "hall": hall,
        "partita": partita,
        "table": table,
        "sheet": sheet,
        "rows": [(scored_row, _units(scored_row.row.units)) for scored_row in scored.rows],
        "scored": scored,
        "columns": sheet.ruleset.columns,
        "problems": [problem_line(problem) for problem in scored.problems],
        "corrections": _correction_lines(
            hall.event.corrections.filter(hall=hall, round_number=partita)
        ),
        "row": row,
    }
    if row is not None:
        form = CorrectionForm(request, sheet, row.row)
        form.fields["reason"].required = False
        contract = naming.contract_name(row.contract) if row.contract else ""
        context |= {"form": form, "contract": contract}
        if form.is_valid():
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
                totals = after.scored().totals
                context["averaged"] = row.hand in after.averaged
                context["effects"] = [
                    (column, sheet.names[column], scored.totals[column], totals[column])
                    for column in sheet.ruleset.columns
                ]
    if request.htmx and request.method == "POST":
        return render(request, "simultaneous/_preview.html", context)
    return event_page(request, hall.event, "simultaneous/sheet.html", "close", **context)


def _find_sheet(hall: Hall, partita: int, table: int) -> tuple[HallSheet, ScoredSheet]:
    for sheet in _sheets(hall):
        if (sheet.round, sheet.table) == (partita, table):
            return sheet, sheet.scored()
    raise Http404


def _row_of(request: DeskRequest, scored: ScoredSheet) -> ScoredRow | None:
    hand = page.number_or_none_such(request.GET.get("hand", ""))
    return next((row for row in scored.rows if row.hand == hand), None)


def _units(units: Mapping[str, object]) -> str:
    return " ".join(
        f"{''.join(map(naming.wind_letter, place))}{count}" for place, count in units.items()
    )


@arbiter_only
@page.press
@on_hall
def correct(request: DeskRequest, hall: Hall, partita: int, table: int) -> str:
    sheet, scored = _find_sheet(hall, partita, table)
    row = _row_of(request, scored)
    if row is None:
        raise refusal(_("Choose the hand."), "no_hand")
    form = CorrectionForm(request, sheet, row.row)
    if not form.is_valid():
        raise refusal(_("Not corrected yet: write what is corrected, and why."), "not_whole")
    centre.correct(
        hall,
        round_number=partita,
        table_number=table,
        reason=form.cleaned_data["reason"],
        arbiter=form.cleaned_data["arbiter"],
        author=request.user,
        **form.correction,
    )
    return _("Corrected: the standings follow.")


# --- corrections


def _correction_lines(corrections: Iterable[Correction]) -> list[Context]:
    lines = []
    for correction in corrections:
        form = correction.row or correction.ruling or {}
        words = short_ruling({**form, "hand": None})
        if correction.row:
            words = f"{_choices()[0][1]} · {_units(correction.row.get('units', {}))}"
        lines.append({"correction": correction, "hand": form.get("hand"), "words": words})
    return lines


@page.staff_only
@page.get_or_post
@on_event
def corrections(request: DeskRequest, event: Event) -> HttpResponse:
    rows = _correction_lines(event.corrections.select_related("hall").order_by("-pk"))
    template = "simultaneous/corrections.html"
    return event_page(request, event, template, "centre_corrections", corrections=rows)


@arbiter_only
@event_press
def revoke(request: DeskRequest, event: Event) -> str:
    rows = event.corrections.select_related("hall")
    correction = lookups.find_row(rows, page.text_of(request, "correction"))
    if correction is None:
        raise Http404
    reason = page.text_of(request, "reason")
    centre.revoke_correction(correction, reason=reason, author=request.user)
    return _("The correction is revoked.")


# --- boards far from the field


@page.staff_only
@page.fresh_get_or_post
@on_event
def doubtful(request: DeskRequest, event: Event) -> HttpResponse:
    publication = event.publications.defer("boards", "changes").order_by("-number").first()
    halls = {hall.number: hall for hall in event.halls.all()}
    boards = publication.far_boards if publication else ()
    context = {
        "far": [_far_line(event, halls[board["hall"]], board) for board in boards],
        "is_behind": is_behind(event),
    }
    return event_page(request, event, "simultaneous/doubtful.html", "centre_doubtful", **context)


def _far_line(event: Event, hall: Hall, far: Mapping[str, Any]) -> Context:
    """Line about a board with unusual results. ``far`` is a ``FarBoard`` as it was published."""
    hand, _blank, contract = far["board"].partition(" ")
    tables = ngettext("%(count)s table", "%(count)s tables", far["tables"])
    ruled = event.corrections.filter(
        hall=hall,
        round_number=far["round"],
        table_number=None,
        ruling__hand=int(hand),
        revoked_at=None,
    )
    means, others = (
        {column: Fraction(points) for column, points in far[name].items()}
        for name in ("means", "others")
    )
    return {
        "hall": hall,
        "far": far,
        "hand": hand,
        "contract": contract,
        "tables": tables % {"count": far["tables"]},
        "winds": [(column, means[column], others[column]) for column in means],
        "ruled": ruled.exists(),
    }


@arbiter_only
@event_press
def foul(request: DeskRequest, event: Event) -> str:
    """Make the board worth the mean of the field, for the whole hall."""
    partita, hand = (
        page.number_or_none_such(page.text_of(request, name)) for name in ("partita", "hand")
    )
    centre.correct(
        named_hall(request, event, "hall"),
        round_number=partita,
        ruling={"kind": FOULED.code, "hand": hand},
        reason=page.text_of(request, "reason"),
        arbiter=_arbiter(request),
        author=request.user,
    )
    return _("The board is fouled in the whole hall: it is worth the mean of the field there.")


# --- sheets by lot


@page.staff_only
@require_GET
@on_event
def lot(request: DeskRequest, event: Event) -> HttpResponse:
    """Draw sheets to be checked from the newest standing, once the event is closed."""
    halls = {hall.number: hall for hall in event.halls.all()}
    publication = event.publications.only("places").order_by("-number").first()
    draw = []
    if event.is_closed and publication is not None:
        # A code that came when others were known could choose the sheets.
        codes = {
            hall.number: hall.code
            for hall in halls.values()
            if hall.code and not hall.without_place
        }
        keys = [key.letters for key in event.told_keys]
        sheets = [
            (hall, partita, table) for hall, partita, table in publication.places if hall in codes
        ]
        draw = [(halls[sheet.hall], sheet) for sheet in draw_sheets(" ".join(keys), codes, sheets)]
    return event_page(request, event, "simultaneous/lot.html", "centre_lot", asked=draw)
