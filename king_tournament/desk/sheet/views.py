"""Page of a table's sheet at the desk: the rows it sends, the way from hand to hand, the history of
a row.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http.response import Http404, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from frame import page
from frame.page import (
    Context,
    DeskRequest,
    View,
    fresh_get,
    fresh_get_or_post,
    number_of,
    round_page,
    sheets_too,
    staff_only,
)
from frame.sheet_rights import reads_closed_sheets, visible_sheet
from king.cards import WINDS
from king.play.domino import deals_again
from king.rulesets.base import RuleSet
from king.rulesets.settings import Settings
from king.sheet.choice import is_proposed, is_worded
from king.sheet.paper_points import units_only, written_as
from king.sheet.sale import is_sold
from king_tournament.desk.tables.seat_panel import address_of, on_sheet, ways_to_fill
from king_tournament.sheet.entry import answer_to
from king_tournament.sheet.fields import (
    PLACES,
    content_of,
    paper_of,
    row_in_words,
    trumps,
    values_of,
)
from king_tournament.sheet.grid import advised_grid, for_script
from king_tournament.sheet.keys import contract_keys
from king_tournament.sheet.state import Stamp, stamp_of
from night.facts import gather
from night.lookups import find_round, read_number
from scoring import sheet_steps
from scoring.calls import open_call
from scoring.models import HandResult, Sheet
from scoring.rows import draws_dealer, enter_row
from scoring.scored_sheets import ScoredTable, missing_hands, plans_of, rules_at, scored_table
from screens.clock import Clock, clock_of
from screens.pages.clock import clock_line
from tournaments.models import Round
from tournaments.seat_changes import waiting_entries
from wording import naming
from wording.play_rules import first_question, first_said
from wording.sentences import refusal


def sheet_texts() -> dict[str, str]:
    """All sentences of the script, including those for a server that does not answer."""
    return {
        "saved": _("Everything is saved."),
        "sending": _("Saving …"),
        "waiting": _(
            "The server does not answer. Kept on this page and sent as soon as it does: hand {hands}."
        ),
        "signed_out": _(
            "You have been signed out. Sign in again in another tab; kept on this page: hand {hands}."
        ),
        "conflict": _(
            "Somebody else changed hand {hand} while you were typing. Choose the right version:"
        ),
        "mine": _("Yours: {row}"),
        "theirs": _("Now there: {row}"),
        "restored": _(
            "Rows that were typed here and not saved have been brought back: hand {hands}."
        ),
        "proposed": _("proposed"),
        "explains": _("Was it like this? {text}"),
        "like_units": _(
            "These look like tricks and cards, not points: choose tricks and cards for this sheet"
        ),
        "empty": _("empty"),
        "not_taken": _(
            "Not saved, for the reason beside it: hand {hands}. Your entries are kept here."
        ),
        "sign_lost": _("Points lost: you may leave out the sign."),
        "sign_won": _("Points won."),
        "sign_either": _("Won or lost: the sign says which."),
        "sign_counted": _("In this hand type what was counted, not its points."),
        "sign_counted_short": _("how many"),
        "elsewhere": _("This sheet was changed elsewhere: reload the page to continue."),
        "no_storage": _(
            "This browser cannot store anything: stay on this page until everything is saved."
        ),
    }


# --- rows as the page sends them


def refusal_as_json(view: View) -> View:
    """Turn a refusal to show a sheet into JSON. Without it, a script would take the redirect to the
    login page for an answer.
    """

    @wraps(view)
    def answered(request: DeskRequest, **key: Any) -> HttpResponseBase:
        try:
            return view(request, **key)
        except PermissionDenied as refusal:
            return JsonResponse({"message": str(refusal), "code": "kept_shut"}, status=403)

    return answered


def fields_of(request: DeskRequest, prefix: str) -> dict[str, str]:
    """Typed values of the fields that begin with ``prefix``, without it. Empty ones are
    included.
    """
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
    """Store a row of the form. None if the row is empty and always was."""
    plan = plans_of(sheet).get(hand or 0)
    if plan is None:
        raise refusal(_("The sheet has no such hand. Reload the page."), "no_such_hand")
    ruleset, settings = rules_at(sheet)
    paper = paper_of(request, sheet, ruleset)
    content = content_of(
        typed, plan, ruleset, settings, standing.content if standing else None, paper=paper
    )
    if content is None and not standing:
        return None
    if not sheet.paper:
        sheet_steps.choose_paper(sheet=sheet, paper=paper)
    return enter_row(
        sheet=sheet,
        hand=plan.number,
        content=content,
        client_id=typed.get("client_id") or None,
        based_on=read_number(typed.get("based_on", "")),
        origin=HandResult.Origin.DESK,
        device=request.META.get("REMOTE_ADDR", ""),
        author=request.user,
    )


@sheets_too
@require_POST
@refusal_as_json
@on_sheet
def rows(request: DeskRequest, sheet: Sheet) -> HttpResponse:
    """Store a row as it is typed. The same row again gets the same answer; if it is based on an
    older version, both versions are shown.
    """
    ruleset, settings = rules_at(sheet)
    paper = paper_of(request, sheet, ruleset)
    hand = number_of(request, "hand")
    standing = sheet.results.current().filter(hand=hand).first() if hand is not None else None

    def content_of(current: HandResult) -> Context:
        content = values_of(current.content, ruleset, settings, hand=current.hand, paper=paper)
        return {
            "version": current.version,
            "content": content,
            "words": row_in_words(current, ruleset),
        }

    status, answer = answer_to(
        lambda: enter_typed(request, sheet, hand, fields_of(request, ""), standing),
        lambda _stored: _state(sheet, paper),
        content_of,
    )
    return JsonResponse(answer, status=status)


@sheets_too
@fresh_get
@refusal_as_json
@on_sheet
def sheet_state(request: DeskRequest, sheet: Sheet) -> HttpResponse:
    if request.GET.get("stamp") == stamp_of(sheet).text:
        return HttpResponse(status=204)
    ruleset = sheet.tournament.rules
    return JsonResponse(_state(sheet, paper_of(request, sheet, ruleset)))


def _state(sheet: Sheet, paper: str) -> Context:
    # First: what comes in between is refused.
    now = stamp_of(sheet)
    seal = sheet_steps.seen_of(sheet)
    return _sheet_context(advised_grid(scored_table(sheet), paper), now, seal, clock_of(sheet))


def _sheet_context(grid: Context, now: Stamp, seal: str, clock: Clock | None) -> Context:
    known = {"stamp": now.text, "state": now.state, "first_dealer": now.first_dealer, "seen": seal}
    return {**for_script(grid), **known, "clock": clock and clock.facts}


# --- the page


@sheets_too
@fresh_get_or_post
def sheet(request: DeskRequest, code: str, number: int, table: int) -> HttpResponse:
    if find_round(code, number).stage == Round.Stage.SEATING:
        sentence = _("Partita %(round)s has not started: its sheets come with the start.")
        messages.info(request, sentence % {"round": number})
        return redirect("desk:play", code, number)
    return sheet_page(request, visible_sheet(request, code, number, table))


def sheet_page(
    request: DeskRequest, sheet: Sheet, refused: Mapping[int, Context] | None = None
) -> HttpResponse:
    """Page of a sheet. ``refused`` has, by hand, the sentences and the typed values."""
    round_ = sheet.round
    runs = page.runs(request, sheet.tournament)
    ruleset, settings = rules_at(sheet)
    # The stamp before the rows are read.
    now = stamp_of(sheet)
    facts = gather(round_.tournament)
    table = scored_table(sheet)
    paper = paper_of(request, sheet, ruleset)
    clock = clock_of(sheet)
    content = sheet_steps.hash_of_rows(
        (hand, row.content) for hand, row in table.rows.items() if row.content is not None
    )
    seal = sheet_steps.seen_as(content, (ruling.pk for ruling in table.rulings))
    grid = advised_grid(table, paper)
    official = round_.is_official
    is_closed = sheet.is_closed
    editable = not is_closed and not official
    script = _script(table, grid, _sheet_context(grid, now, seal, clock))
    for row in grid["rows"]:
        if wrong := (refused or {}).get(row["hand"]):
            row |= {"state": "wrong", "version": row["version"], **wrong}
            row["problems"] += wrong["messages"]
    signed = sheet_steps.signed_winds(sheet, content)
    context: Context = {
        "table": table,
        "sheet": table.sheet,
        "grid": grid,
        "editable": editable,
        "disabled": "" if editable else "disabled",
        "types_points": grid["paper"] == Sheet.Paper.POINTS and editable,
        "official": official,
        "seen": seal,
        "asks_of_paper": getattr(request, "asks_of_paper", False),
        "to_sign": sheet_steps.missing_signatures(sheet)
        if grid["complete"] and runs and editable
        else (),
        "call": open_call(sheet.table) if runs else None,
        "redeals": deals_again(ruleset, settings) and round_.board_set_id is None,
        "deals_first": draws_dealer(round_.tournament) and (sheet.first_dealer or editable),
        "first": _first(table, ruleset, settings),
        "ruleset": ruleset,
        "settings": settings,
        "units_only": units_only(ruleset),
        "papers": [] if units_only(ruleset) else Sheet.Paper.choices,
        "seats": _seats(table, signed, runs=runs),
        "script": script,
        "made": _player_results(table.entry_points()),
        "trumps": trumps(settings),
        "is_closed": is_closed,
        "others": other_tables(request, sheet),
        # It comes before the standing is published again.
        "still_open": next((other for other in facts.reopened if other.is_open), None),
        **clock_line(round_, clock, table.table, may_change=runs),
    }
    return round_page(request, "desk/sheet/sheet.html", round_, facts=facts, **context)


def _first(table: ScoredTable, ruleset: RuleSet, settings: Settings) -> Context:
    """Context of the question who deals first, and of its answer. ``winds`` has, for each possible
    first dealer, the wind that is found and the name of its player.
    """
    drawn = ruleset.drawn(settings)
    until = drawn.get(settings.first_dealer, settings.first_dealer)
    names = {wind: seat.name for wind, seat in table.seats.items()}
    return {
        "question": first_question(ruleset),
        "said": first_said(ruleset, naming.wind_name(until)) + ".",
        "until": until,
        "winds": [
            (dealer, wind, names.get(wind, ""))
            for dealer, wind in sorted(drawn.items(), key=lambda pair: WINDS.index(pair[1]))
        ],
    }


def _player_results(results: Sequence[Any]) -> str:
    """Results of each player after a ruling on wrong winds; empty if everybody sat right."""
    if not any(len(score.sat) > 1 for score in results):
        return ""
    return " · ".join(
        f"{score.entry.title} {naming.number(score.total, signed=True)}" for score in results
    )


def other_tables(request: DeskRequest, sheet: Sheet) -> Context:
    """Links to the next tables that need work, ``before`` and ``after`` this one. After the last
    table the first follows.
    """
    round_ = sheet.round
    here = sheet.table.number
    others = Sheet.objects.filter(table__round=round_).exclude(pk=sheet.pk)
    states = dict(others.order_by("table__number").values_list("table__number", "state"))
    still_open = [number for number, state in states.items() if state != Sheet.State.CLOSED]
    walk = still_open
    if not walk and reads_closed_sheets(request, round_.tournament):
        walk = list(states)
    earlier = [number for number in walk if number < here] or walk
    later = [number for number in walk if number > here] or walk
    return {
        "before": earlier[-1] if walk else None,
        "after": later[0] if walk else None,
        "any_open": bool(still_open),
        "missing": still_open if round_.is_playing else (),
    }


def _seats(table: ScoredTable, signed: Collection[str], *, runs: bool) -> list[Context]:
    """Seats of the table. ``ways`` are the ways to fill an empty chair, for accounts that run the
    evening.
    """
    hand = min(missing_hands(table.sheet, table.scored), default=0)
    empty = [chair.wind for chair in table.empty_chairs] if hand else []
    waiting = waiting_entries(table.round) if empty and runs else []
    who_sits = address_of(table.table)
    return [
        {
            "wind": wind,
            "name": table.seats[wind].name,
            "fills": table.seats[wind].fills,
            "substitutes": [later for later in table.substitutes if later.wind == wind],
            "is_empty": wind in empty,
            "is_signed": wind in signed,
            "ways": ways_to_fill(table.table, table.seats[wind], hand, waiting)
            if wind in empty
            else (),
            "url": f"{who_sits}?wind={wind}" if runs and not table.round.is_official else "",
        }
        for wind in WINDS
        if wind in table.seats
    ]


def _script(table: ScoredTable, grid: Context, sheet: Context) -> Context:
    ruleset, settings = rules_at(table.sheet)
    # Typed points are never sent as units: each paper has a drawer of its own in the browser.
    unit_key = f"king:desk:{table.sheet.pk}"
    keys = {str(Sheet.Paper.UNITS): unit_key, str(Sheet.Paper.POINTS): f"{unit_key}:points"}
    return {
        "key": keys[grid["paper"]],
        "keys": keys,
        "paper": grid["paper"],
        "urls": {
            "rows": address_of(table.table, "rows"),
            "state": address_of(table.table, "sheet_state"),
        },
        **keyed_sheet(grid, ruleset, settings),
        "editable": not table.sheet.is_closed,
        "names": {place: naming.column_name(place) for place in PLACES},
        "sheet": sheet,
        "texts": sheet_texts(),
    }


def keyed_sheet(grid: Context, ruleset: RuleSet, settings: Settings) -> Context:
    """Input that the fields of each hand accept, for the script: how many units of what, which
    letters.
    """
    return {
        "columns": [str(column) for column in grid["columns"]],
        "most": ruleset.cards_each,
        "trumps": {trump["key"].lower(): trump["value"] for trump in trumps(settings)},
        "contracts": {
            code: {
                "units": contract["units"],
                "wins": contract["wins"],
                "most": min(contract["most"], ruleset.cards_each),
                "columns": contract["columns"],
                "points": _points_keys(ruleset, code),
            }
            for code, contract in contract_keys(ruleset, settings).items()
        },
        "hands": {
            str(row["hand"]): {
                "contract": row["plan"].contract and row["plan"].contract.code,
                "buyers": buyer_keys(row["fields"]["buyers"]),
            }
            for row in grid["rows"]
        },
    }


def _points_keys(ruleset: RuleSet, code: str) -> Context | None:
    """Points that a place of this hand can have, if points are typed; None if counts are."""
    written = written_as(ruleset, ruleset.contract(code))
    if written is None:
        return None
    step, total = (
        int(figure) if figure is not None and figure.denominator == 1 else None
        for figure in (written.step, written.total)
    )
    return {"sign": str(written.sign), "step": step, "total": total, "most": int(written.most)}


def buyer_keys(buyers: Any) -> dict[str, str]:
    keys = {str(buyer).lower(): str(buyer) for buyer in buyers}
    winds = [buyer for buyer in map(str, buyers) if buyer in "NESW"]
    return keys | {naming.wind_letter(wind).lower(): wind for wind in winds}


# --- a row's story


@staff_only
@fresh_get
@on_sheet
def row_story(request: DeskRequest, sheet: Sheet, hand: int) -> HttpResponse:
    round_ = sheet.round
    plan = plans_of(sheet).get(hand)
    if plan is None:
        raise Http404
    ruleset = round_.tournament.rules
    scored = scored_table(sheet)
    scored_row = next((row for row in scored.scored.rows if row.hand == hand), None)
    versions = sheet.results.filter(hand=hand).select_related("author").order_by("-version")
    rulings = sheet.rulings.filter(hand=hand).select_related("arbiter", "revoked_by")
    return round_page(
        request,
        "desk/sheet/row_story.html",
        round_,
        part="story",
        table=scored,
        row=next(row for row in advised_grid(scored)["rows"] if row["hand"] == hand),
        scored_row=scored_row,
        versions=[(row_in_words(version, ruleset), version) for version in versions],
        rulings=rulings,
        was_said=is_sold(ruleset, plan) or is_proposed(ruleset, plan) or is_worded(ruleset, plan),
    )
