"""A table's sheet at the desk: its page, its steps from hand to hand, the story of each row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from king.paper_points import units_only, written_as
from king.redeal import deals_again
from king.rulesets import RuleSet, Settings
from king.winds import WINDS
from king_tournament.desk.page import desk_page, find_round, find_tournament, say_no, staff_only
from king_tournament.desk.row_advice import advised_grid, find_proposal
from king_tournament.desk.said_views import is_proposed, is_sold
from king_tournament.desk.sheet_fields import SheetFields
from king_tournament.desk.sheet_grid import Grid
from king_tournament.desk.sheet_rows import find_sheet, plans_of, save_all, sheet_address, stamp_of, state_of
from king_tournament.desk.sheet_typed import content_of, row_in_words, trumps
from king_tournament.desk.sheet_values import PLACES, paper_of
from king_tournament.desk.sheet_words import sheet_texts
from printing import wording
from scoring import services
from scoring.models import HandResult, Sheet
from scoring.reading import ScoredTable, rules_at, rules_in_force, scored_table
from scoring.reopened import Reopened
from tournaments.models import Round

Refused = Mapping[int, Mapping[str, Any]]
"""By hand: the refusal's sentences and what was typed, to be shown again."""


@staff_only
@never_cache
@require_http_methods(["GET", "POST"])
def sheet(request: HttpRequest, code: str, number: int, table: int) -> HttpResponse:
    """The sheet as a grid; a POST saves the whole of it (without JavaScript) or takes one of its steps."""
    round_ = find_round(find_tournament(code), number)
    if round_.stage == Round.Stage.SEATING:
        messages.info(request, _("Partita %(round)s has not started: its sheets come with the start.")
                      % {"round": number})  # fmt: skip
        return redirect("desk:play", code, number)
    found = find_sheet(round_, table)
    if request.method == "GET":
        return _page(request, round_, found)
    if "step" in request.POST:
        return _take_step(request, round_, found)
    refused = save_all(request, found)
    if not refused and "proposal" in request.POST:
        return _take_proposal(request, round_, found)
    if refused:
        return _page(request, round_, found, refused=refused, status=422)
    messages.success(request, _("The sheet of table %(table)s is saved.") % {"table": table})
    return redirect(sheet_address(round_, table))


def _page(
    request: HttpRequest, round_: Round, sheet: Sheet, *, refused: Refused | None = None, status: int = 200
) -> HttpResponse:
    ruleset, settings = rules_at(sheet)
    seen = services.seen_of(sheet)  # Before the rows are read.
    table, paper = scored_table(sheet), paper_of(request, sheet, ruleset)
    grid = advised_grid(table, paper).with_typed({hand: each["values"] for hand, each in (refused or {}).items()})
    states = dict(Sheet.objects.filter(table__round=round_).values_list("table__number", "state"))
    here = table.table.number
    open_ones = sorted(number for number, state in states.items() if state != Sheet.State.CLOSED and number != here)
    context = {
        "round": round_, "table": table, "sheet": table.sheet, "grid": grid, "refused": refused or {},
        "trumps": trumps(settings), "contracts": ruleset.contracts, "columns": ruleset.columns,
        "editable": table.sheet.state != Sheet.State.CLOSED and round_.stage != Round.Stage.OFFICIAL,
        "official": round_.stage == Round.Stage.OFFICIAL,
        "seen": seen, "signed": sorted(services.signed_winds(sheet), key="NESW".find),
        "call": services.open_call(sheet.table),
        "redeals": deals_again(ruleset, settings) and round_.board_set_id is None,
        "dealers": WINDS if services.draws_dealer(round_.tournament) else (), "dealer": settings.first_dealer,
        "papers": paper_choice(ruleset, paper), "units_only": units_only(ruleset),
        "seats": _seats(table), "script": _script(round_, table, grid),
        "before": max((number for number in states if number < here), default=None),
        "after": min((number for number in states if number > here), default=None),
        "next_open": next((number for number in open_ones if number > here), open_ones[0] if open_ones else None),
        "missing": open_ones if round_.stage == Round.Stage.PLAYING else (),
        "reason": request.POST.get("reason", ""),
        "still_open": _still_open(round_) if round_.is_closed else None,
        # How many cells of a row stand before its points.
        "made": table.made() if any(len(made.sat) > 1 for made in table.made()) else (),
        "totals_span": 1 + grid.any_trump + len(grid.columns) + 2 * grid.any_sale + grid.any_odd,
    }  # fmt: skip
    return desk_page(
        request, "desk/sheet.html", round_.tournament, step="play", number=round_.number, status=status, **context
    )


def _still_open(round_: Round) -> Reopened | None:
    """Another sheet of the posted partite that was opened again: it comes before the standing is posted again."""
    return next((each for each in services.reopened_sheets(round_.tournament) if each.is_open), None)


def _seats(table: ScoredTable) -> list[dict[str, Any]]:
    later = table.substitutes
    return [
        {"wind": wind, "name": seat.player.full_name, "substitutes": [each for each in later if each.wind == wind]}
        for wind, seat in sorted(table.seats.items(), key=lambda each: WINDS.index(each[0]))
    ]


def _script(round_: Round, table: ScoredTable, grid: Grid) -> dict[str, Any]:
    """What the page's script needs; the figures are those of the page."""
    ruleset, settings = rules_at(table.sheet)
    number = table.table.number
    return {
        # What was typed as points is never taken for units: each paper has a drawer of its own in the browser.
        "key": f"king-desk:{table.sheet.pk}" + (":points" if grid.paper == Sheet.Paper.POINTS else ""),
        "paper": grid.paper,
        "urls": {"rows": sheet_address(round_, number, "rows"), "state": sheet_address(round_, number, "sheet_state")},
        **keyed_sheet(grid, ruleset, settings),
        "stamp": stamp_of(table.sheet),
        "editable": table.sheet.state != Sheet.State.CLOSED,
        "versions": {str(row.hand): row.version for row in grid.rows},
        "names": {place: wording.column_name(place) for place in PLACES},
        "state": state_of(table.sheet),
        "texts": sheet_texts(),
    }


def keyed_sheet(grid: Grid, ruleset: RuleSet, settings: Settings) -> dict[str, Any]:
    """What each hand's fields take, for the script: how many units of what, which letters."""
    contracts = SheetFields(ruleset, settings).contracts
    return {
        "columns": [str(column) for column in grid.columns],
        "most": ruleset.cards_each,
        "trumps": {each["key"].lower(): each["value"] for each in trumps(settings)},
        "contracts": {
            code: {
                "units": each["units"],
                "most": min(each["most"], ruleset.cards_each),
                "columns": each["columns"],
                "points": _points_keys(ruleset, code),
            }
            for code, each in contracts.items()
        },
        "hands": {
            str(row.hand): {
                "contract": None if row.plan.contract is None else row.plan.contract.code,
                "buyers": buyer_keys(row.fields.buyers),
            }
            for row in grid.rows
        },
    }


def _points_keys(ruleset: RuleSet, code: str) -> dict[str, Any] | None:
    """What a place of this hand takes where the paper has points; None where it takes what was counted."""
    written = written_as(ruleset, ruleset.contract(code))
    if written is None:
        return None
    step = int(written.step) if written.step.denominator == 1 else None
    total = None if written.total is None or written.total.denominator != 1 else int(written.total)
    return {"sign": str(written.sign), "step": step, "total": total, "most": int(written.most)}


def paper_choice(ruleset: RuleSet, paper: str) -> list[tuple[str, str, bool]]:
    """What a paper may have, in words, and which it is; nothing where this system's can only be counted."""
    if units_only(ruleset) is not None:
        return []
    return [(value, str(label), value == paper) for value, label in Sheet.Paper.choices]


def buyer_keys(buyers: Any) -> dict[str, str]:
    """The letters that type a buyer: the notation's, and the reader's own."""
    keys = {str(buyer).lower(): str(buyer) for buyer in buyers}
    return keys | {wording.wind_letter(buyer).lower(): str(buyer) for buyer in buyers if str(buyer) in "NESW"}


# --- steps of the sheet


def _take_step(request: HttpRequest, round_: Round, sheet: Sheet) -> HttpResponse:
    """Hand in, take back, close, reopen; a refusal comes back with the page and the reason that was typed."""
    step, reason, user = request.POST["step"], request.POST.get("reason", ""), request.user
    table = {"table": sheet.table.number}
    try:
        if step == "hand_in":
            services.hand_in(sheet=sheet, by=user.get_username(), author=user, with_problems="anyway" in request.POST)
            messages.success(request, _("The sheet of table %(table)s is handed in.") % table)
        elif step == "take_back":
            services.take_back(sheet=sheet, author=user)
            messages.success(request, _("The sheet is given back to table %(table)s.") % table)
        elif step == "close":
            services.close_sheet(sheet=sheet, author=user, seen=request.POST.get("seen"))
            messages.success(request, _("The sheet of table %(table)s is closed.") % table)
        elif step == "accept":
            services.accept_sheet(sheet=sheet, author=user, reason=reason, seen=request.POST.get("seen"))
            messages.success(request, _("The sheet of table %(table)s is accepted as it is and closed.") % table)
        elif step == "paper":
            services.choose_paper(sheet=sheet, paper=request.POST.get("paper", ""))
            request.session["paper"] = sheet.paper
        elif step == "first_dealer":
            services.say_first_dealer(sheet=sheet, wind=request.POST.get("wind", ""), author=user)
        elif step in ("take_call", "end_call"):
            _answer_call(request, sheet, step)
        elif step == "reopen":
            services.reopen_sheet(sheet=sheet, author=user, reason=reason)
            messages.success(request, _("The sheet of table %(table)s is open again.") % table)
            if round_.is_closed:
                messages.info(request, _("The posted standing is marked: everybody reads that it may change."))
        else:
            raise ValidationError(_("This page has no such step: use its buttons."), code="no_step")
    except ValidationError as error:
        say_no(request, error)
        return _page(request, round_, sheet, status=422)
    return redirect(sheet_address(round_, sheet.table.number))


def _answer_call(request: HttpRequest, sheet: Sheet, step: str) -> None:
    """Somebody goes to the table, or the call is settled; one that is settled already stays so, and one made since is
    another.
    """
    call = services.open_call(sheet.table)
    if call is not None and request.POST.get("call", str(call.pk)) != str(call.pk):
        return
    if call is not None and step == "take_call":
        services.take_call(call=call, author=request.user)
        messages.success(request, _("The table sees that you are on the way."))
    elif call is not None:
        services.end_call(call=call, author=request.user)
        messages.success(request, _("The call is settled."))


def _take_proposal(request: HttpRequest, round_: Round, sheet: Sheet) -> HttpResponse:
    """Put into the rows what the page proposes; where the rows have changed meanwhile, it is proposed no more."""
    ruleset, settings = rules_at(sheet)
    table = scored_table(sheet)
    proposal = find_proposal(table, request.POST["proposal"])
    try:
        for hand, values in (proposal.rows if proposal else {}).items():
            standing = table.rows.get(hand)
            services.enter_row(
                sheet=sheet, hand=hand, based_on=standing.version if standing else None,
                content=content_of(
                    values, plans_of(sheet)[hand], ruleset, settings, standing.content if standing else None
                ),
                origin=HandResult.Origin.DESK, device=request.META.get("REMOTE_ADDR", ""), author=request.user,
            )  # fmt: skip
    except ValidationError as error:
        say_no(request, error)
        return _page(request, round_, sheet, status=422)
    return redirect(sheet_address(round_, sheet.table.number))


# --- a row's story


@staff_only
@never_cache
@require_GET
def row_story(request: HttpRequest, code: str, number: int, table: int, hand: int) -> HttpResponse:
    """Where a row's points come from, and every version of it: who, when, from where."""
    round_ = find_round(find_tournament(code), number)
    found = find_sheet(round_, table)
    if hand not in plans_of(found):
        raise Http404
    ruleset, _settings = rules_in_force(round_.tournament)
    scored = scored_table(found)
    grid, plan = advised_grid(scored), plans_of(found)[hand]
    versions = found.results.filter(hand=hand).select_related("author").order_by("-version")
    context = {
        "round": round_, "table": scored, "columns": ruleset.columns,
        "row": next(row for row in grid.rows if row.hand == hand),
        "said": is_sold(ruleset, plan) or is_proposed(ruleset, plan),
        "scored_row": next((row for row in scored.scored.rows if row.hand == hand), None),
        "versions": [(each, row_in_words(each, ruleset)) for each in versions],
        "rulings": found.rulings.filter(hand=hand).select_related("arbiter", "revoked_by"),
    }  # fmt: skip
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "desk/_row_story.html", {"tournament": round_.tournament, **context})
    return desk_page(request, "desk/row_story.html", round_.tournament, step="play", number=number, **context)
