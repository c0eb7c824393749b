"""A table's sheet at the desk: its page, the rows it sends, the steps from hand to hand, the story
of a row.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from frame import page
from frame.night import gather
from frame.page import DeskRequest
from king.cards import WINDS
from king.play.domino import deals_again
from king.rulesets.base import RuleSet
from king.rulesets.settings import Settings
from king.sheet.choice import is_proposed, is_worded
from king.sheet.on_paper import units_only, written_as
from king.sheet.sale import is_sold
from king_tournament.desk.tables.sitting import ways_to_fill
from king_tournament.sheet.entry import answer_to
from king_tournament.sheet.fields import (
    PLACES,
    SheetFields,
    content_of,
    paper_of,
    row_in_words,
    trumps,
    values_of,
)
from king_tournament.sheet.grid import Grid, advised_grid
from king_tournament.sheet.state import Stamp, stamp_of
from scoring import sheet_steps
from scoring.calls import open_call
from scoring.models import HandResult, Sheet
from scoring.rows import draws_dealer, enter_row
from scoring.scored_sheets import (
    ScoredTable,
    missing_hands,
    plans_of,
    rules_at,
    rules_in_force,
    scored_table,
)
from screens.clock import Clock, clock_of
from screens.pages.clock import clock_line
from tournaments.models import Round
from tournaments.seat_changes import waiting_entries
from wording import naming


def sheet_texts() -> dict[str, str]:
    """Every sentence of the script, also of what it says while the server does not answer."""
    return {
        "saved": _("Everything is saved."),
        "sending": _("Being saved …"),
        "waiting": _(
            "The server does not answer. Kept on this page and sent as soon as it does: hand {hands}."
        ),
        "signed_out": _(
            "You have been signed out. Sign in again in another tab; kept on this page: hand {hands}."
        ),
        "conflict": _(
            "Somebody else changed hand {hand} while you were typing. Choose the right one:"
        ),
        "mine": _("Yours: {row}"),
        "theirs": _("There now: {row}"),
        "restored": _("Rows that were typed here and not saved are back: hand {hands}."),
        "proposed": _("proposed"),
        "explains": _("Was it so? {text}"),
        "like_units": _("These look like units: type units on this sheet"),
        "empty": _("empty"),
        "not_taken": _(
            "Not saved, for the reason beside it: hand {hands}. Your entries are kept here."
        ),
        "sign_lost": _("Points that are lost: the sign may be left out."),
        "sign_won": _("Points that are won."),
        "sign_either": _("Won or lost: the sign says which."),
        "sign_counted": _("In this hand type what was counted, not its points."),
        "sign_counted_short": _("units"),
        "elsewhere": _("This sheet was changed elsewhere: load the page again to go on."),
        "no_storage": _("This browser keeps nothing: stay on this page until everything is saved."),
    }


# --- rows as the page sends them


def find_sheet(request: DeskRequest, code: str, number: int, table: int) -> Sheet:
    round_ = page.find_round(code, number)
    sheets = Sheet.objects.select_related("table__place").order_by()
    sheet = get_object_or_404(sheets, table__round=round_, table__number=table)
    sheet.table.round = round_
    is_over = sheet.state == Sheet.State.CLOSED or round_.is_closed
    if is_over and not page.reads_closed_sheets(request, round_.tournament):
        raise PermissionDenied(page.KEPT_SHUT)
    return sheet


def told_to_script(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A sheet that is kept shut is said in a form that a script can show; it takes a page for the
    signing in.
    """

    @wraps(view)
    def answered(request: DeskRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except PermissionDenied as refusal:
            return JsonResponse({"message": str(refusal), "code": "kept_shut"}, status=403)

    return answered


def sheet_address(round_: Round, table: int, name: str = "sheet", *more: int) -> str:
    return reverse(f"desk:{name}", args=[round_.tournament.code, round_.number, table, *more])


def fields_of(request: DeskRequest, prefix: str) -> dict[str, str]:
    """The fields of a hand, or of another part, the empty ones too."""
    return {
        name.removeprefix(prefix): str(value)
        for name, value in request.POST.items()
        if name.startswith(prefix)
    }


def enter_typed(
    request: DeskRequest,
    sheet: Sheet,
    hand: int | None,
    typed: Mapping[str, str],
    standing: HandResult | None,
) -> HandResult | None:
    """One row of the form, stored; None where nothing stands in it and nothing ever did."""
    plan = plans_of(sheet).get(hand or 0)
    if plan is None:
        raise ValidationError(
            _("The sheet has no such hand. Load the page again."), code="no_such_hand"
        )
    ruleset, settings = rules_at(sheet)
    paper = paper_of(request, sheet, ruleset)
    content = content_of(
        typed, plan, ruleset, settings, standing.content if standing else None, paper=paper
    )
    if content is None and standing is None:
        return None
    if not sheet.paper:
        sheet_steps.choose_paper(sheet=sheet, paper=paper)
    return enter_row(
        sheet=sheet,
        hand=plan.number,
        content=content,
        client_id=typed.get("client_id") or None,
        based_on=page.read_number(typed.get("based_on", "")),
        origin=HandResult.Origin.DESK,
        device=request.META.get("REMOTE_ADDR", ""),
        author=request.user,
    )


@page.sheets_too
@require_POST
@told_to_script
def rows(request: DeskRequest, code: str, number: int, table: int) -> HttpResponse:
    """One row as it is typed. The same row again answers the same; over an older version both are
    shown.
    """
    sheet = find_sheet(request, code, number, table)
    ruleset, settings = rules_at(sheet)
    paper = paper_of(request, sheet, ruleset)
    hand = page.read_number(request.POST.get("hand", ""))
    standing = sheet.results.current().filter(hand=hand).first() if hand is not None else None

    def shown(current: HandResult) -> dict[str, Any]:
        content = values_of(current.content, ruleset, settings, hand=current.hand, paper=paper)
        return {
            "version": current.version,
            "content": content,
            "words": row_in_words(current, ruleset),
        }

    status, answer = answer_to(
        lambda: enter_typed(request, sheet, hand, fields_of(request, ""), standing),
        lambda _stored: _state(sheet, paper),
        shown,
    )
    return JsonResponse(answer, status=status)


@page.sheets_too
@never_cache
@require_GET
@told_to_script
def sheet_state(request: DeskRequest, code: str, number: int, table: int) -> HttpResponse:
    sheet = find_sheet(request, code, number, table)
    if request.GET.get("stamp") == stamp_of(sheet).text:
        return HttpResponse(status=204)
    ruleset, _settings = rules_at(sheet)
    return JsonResponse(_state(sheet, paper_of(request, sheet, ruleset)))


def _state(sheet: Sheet, paper: str) -> dict[str, Any]:
    now, seen = (
        stamp_of(sheet),
        sheet_steps.seen_of(sheet),
    )  # First: what comes in between is refused.
    return _shown(advised_grid(scored_table(sheet), paper), now, seen, clock_of(sheet))


def _shown(grid: Grid, now: Stamp, seen: str, clock: Clock | None) -> dict[str, Any]:
    known = {"stamp": now.text, "state": now.state, "first_dealer": now.first_dealer, "seen": seen}
    return {**grid.as_json(), **known, "clock": None if clock is None else clock.facts}


# --- the page


@page.sheets_too
@never_cache
@require_http_methods(["GET", "POST"])
def sheet(request: DeskRequest, code: str, number: int, table: int) -> HttpResponse:
    if page.find_round(code, number).stage == Round.Stage.SEATING:
        sentence = _("Partita %(round)s has not started: its sheets come with the start.")
        messages.info(request, sentence % {"round": number})
        return redirect("desk:play", code, number)
    return sheet_page(request, find_sheet(request, code, number, table))


def sheet_page(
    request: DeskRequest, sheet: Sheet, refused: Mapping[int, Mapping[str, Any]] | None = None
) -> HttpResponse:
    """``refused`` rows by hand: the sentences, and what was typed, which is shown again."""
    round_, runs = sheet.table.round, page.runs(request, sheet.table.round.tournament)
    ruleset, settings = rules_at(sheet)
    now, facts = stamp_of(sheet), gather(round_.tournament)  # The stamp before the rows are read.
    table, paper, clock = scored_table(sheet), paper_of(request, sheet, ruleset), clock_of(sheet)
    content = sheet_steps.hash_of_rows(
        (hand, row.content) for hand, row in table.rows.items() if row.content is not None
    )
    seen = sheet_steps.seen_as(content, (ruling.pk for ruling in table.rulings))
    standing, refused = advised_grid(table, paper), refused or {}
    grid = standing.with_typed({hand: row["values"] for hand, row in refused.items()})
    official, results = round_.stage == Round.Stage.OFFICIAL, table.made()
    context: dict[str, Any] = {
        "table": table,
        "sheet": table.sheet,
        "grid": grid,
        "refused": refused,
        "trumps": trumps(settings),
        "contracts": ruleset.contracts,
        "columns": ruleset.columns,
        "editable": table.sheet.state != Sheet.State.CLOSED and not official,
        "official": official,
        "seen": seen,
        "signed": sorted(sheet_steps.signed_winds(sheet, content), key="NESW".find),
        "to_sign": sheet_steps.missing_signatures(sheet) if grid.complete else (),
        "call": open_call(sheet.table) if runs else None,
        "redeals": deals_again(ruleset, settings) and round_.board_set_id is None,
        "dealers": WINDS if draws_dealer(round_.tournament) else (),
        "dealer": settings.first_dealer,
        "dealer_how": ruleset.first_dealer_by,
        "papers": paper_choice(ruleset, paper),
        "units_only": units_only(ruleset),
        "seats": _seats(table, runs=runs),
        "script": _script(round_, table, standing, _shown(standing, now, seen, clock)),
        "made": results if any(len(score.sat) > 1 for score in results) else (),
        # How many cells of a row stand before its points.
        "totals_span": 1 + grid.any_trump + len(grid.columns) + 2 * grid.any_sale + grid.any_odd,
        **_other_tables(request, sheet),
        **clock_line(round_, clock, table.table, may_change=runs),
    }
    if round_.is_closed:
        # It comes before the standing is posted again.
        reopened = [other for other in facts.reopened if other.is_open]
        context["still_open"] = reopened[0] if reopened else None
    return page.round_page(request, "desk/sheet/sheet.html", round_, facts=facts, **context)


def _other_tables(request: DeskRequest, sheet: Sheet) -> dict[str, Any]:
    """``before`` and ``after`` are the next tables that need something, past the last one the
    first.
    """
    round_, here = sheet.table.round, sheet.table.number
    others = Sheet.objects.filter(table__round=round_).exclude(pk=sheet.pk)
    states = dict(others.order_by("table__number").values_list("table__number", "state"))
    still_open = [number for number, state in states.items() if state != Sheet.State.CLOSED]
    shut = not page.reads_closed_sheets(request, round_.tournament)
    walk = still_open or ([] if shut else list(states))
    earlier = [number for number in walk if number < here] or walk
    later = [number for number in walk if number > here] or walk
    return {
        "before": earlier[-1] if earlier else None,
        "after": later[0] if later else None,
        "any_open": bool(still_open),
        "missing": still_open if round_.stage == Round.Stage.PLAYING else (),
    }


def _seats(table: ScoredTable, *, runs: bool) -> list[dict[str, Any]]:
    """``ways`` to fill an empty chair, for those who run the evening."""
    hand = min(missing_hands(table.sheet, table.scored), default=0)
    empty = [chair.wind for chair in table.empty_chairs] if hand else []
    round_ = table.table.round
    waiting = waiting_entries(round_) if empty and runs else []
    who_sits = sheet_address(round_, table.table.number, "who_sits")
    return [
        {
            "wind": wind,
            "name": seat.player.full_name,
            "substitutes": [later for later in table.substitutes if later.wind == wind],
            "is_empty": wind in empty,
            "ways": ways_to_fill(table.table, seat, hand, waiting) if wind in empty else (),
            "url": f"{who_sits}?wind={wind}",
        }
        for wind, seat in sorted(table.seats.items(), key=lambda pair: WINDS.index(pair[0]))
    ]


def _script(round_: Round, table: ScoredTable, grid: Grid, shown: dict[str, Any]) -> dict[str, Any]:
    ruleset, settings = rules_at(table.sheet)
    number = table.table.number
    unit_key = f"king:desk:{table.sheet.pk}"
    keys = {str(Sheet.Paper.UNITS): unit_key, str(Sheet.Paper.POINTS): f"{unit_key}:points"}
    return {
        # Typed points are never sent as units: each paper has a drawer of its own in the browser.
        "key": keys[grid.paper],
        "keys": keys,
        "paper": grid.paper,
        "urls": {
            "rows": sheet_address(round_, number, "rows"),
            "state": sheet_address(round_, number, "sheet_state"),
        },
        **keyed_sheet(grid, ruleset, settings),
        "editable": table.sheet.state != Sheet.State.CLOSED,
        "names": {place: naming.column_name(place) for place in PLACES},
        "sheet": shown,
        "texts": sheet_texts(),
    }


def keyed_sheet(grid: Grid, ruleset: RuleSet, settings: Settings) -> dict[str, Any]:
    """Input that each hand's fields take, for the script: how many units of what, which letters."""
    contracts = SheetFields(ruleset, settings).contracts
    return {
        "columns": [str(column) for column in grid.columns],
        "most": ruleset.cards_each,
        "trumps": {trump["key"].lower(): trump["value"] for trump in trumps(settings)},
        "contracts": {
            code: {
                "units": contract["units"],
                "most": min(contract["most"], ruleset.cards_each),
                "columns": contract["columns"],
                "points": _points_keys(ruleset, code),
            }
            for code, contract in contracts.items()
        },
        "hands": {
            str(row.hand): {
                "contract": None if row.plan.contract is None else row.plan.contract.code,
                "buyers": buyer_keys(row.fields["buyers"]),
            }
            for row in grid.rows
        },
    }


def _points_keys(ruleset: RuleSet, code: str) -> dict[str, Any] | None:
    """Points that a place of this hand takes where the paper has points; None where it takes
    counts.
    """
    written = written_as(ruleset, ruleset.contract(code))
    if written is None:
        return None
    step = int(written.step) if written.step.denominator == 1 else None
    total = None if written.total is None or written.total.denominator != 1 else int(written.total)
    return {"sign": str(written.sign), "step": step, "total": total, "most": int(written.most)}


def paper_choice(ruleset: RuleSet, paper: str) -> list[tuple[str, str, bool]]:
    """Kinds of paper, as value, words, and whether it is this one; empty where this system only
    counts units.
    """
    if units_only(ruleset) is not None:
        return []
    return [(value, str(label), value == paper) for value, label in Sheet.Paper.choices]


def buyer_keys(buyers: Any) -> dict[str, str]:
    keys = {str(buyer).lower(): str(buyer) for buyer in buyers}
    return keys | {
        naming.wind_letter(buyer).lower(): str(buyer) for buyer in buyers if str(buyer) in "NESW"
    }


# --- a row's story


@page.staff_only
@never_cache
@require_GET
def row_story(request: DeskRequest, code: str, number: int, table: int, hand: int) -> HttpResponse:
    sheet = find_sheet(request, code, number, table)
    round_, plan = sheet.table.round, plans_of(sheet).get(hand)
    if plan is None:
        raise Http404
    ruleset, _settings = rules_in_force(round_.tournament)
    scored = scored_table(sheet)
    grid = advised_grid(scored)
    versions = sheet.results.filter(hand=hand).select_related("author").order_by("-version")
    context: dict[str, Any] = {
        "table": scored,
        "columns": ruleset.columns,
        "row": next(row for row in grid.rows if row.hand == hand),
        "said": is_sold(ruleset, plan) or is_proposed(ruleset, plan) or is_worded(ruleset, plan),
        "scored_row": next((row for row in scored.scored.rows if row.hand == hand), None),
        "versions": [(version, row_in_words(version, ruleset)) for version in versions],
        "rulings": sheet.rulings.filter(hand=hand).select_related("arbiter", "revoked_by"),
    }
    if request.htmx:
        return render(
            request,
            "desk/sheet/row_story.html#story",
            {"tournament": round_.tournament, "round": round_, **context},
        )
    return page.round_page(request, "desk/sheet/row_story.html", round_, **context)
