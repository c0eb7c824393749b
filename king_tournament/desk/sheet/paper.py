"""The paper beside the sheet: a second reading, Domino dealt again, the history of every row."""

import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from king.cards import WINDS
from king.play.domino import EXTREMES, threshold
from king.rulesets.base import RuleSet
from king.rulesets.contracts import Family
from king.rulesets.settings import Settings
from king.sheet.row import PLACE_NAMES
from king.words import Phrase
from king_tournament.desk import page
from king_tournament.desk.page import DeskRequest
from king_tournament.desk.sheet.views import (
    fields_of,
    find_sheet,
    keyed_sheet,
    paper_choice,
    sheet_address,
    sheet_texts,
    told_to_script,
)
from king_tournament.sheet.fields import content_of, paper_of, row_in_words, trumps
from king_tournament.sheet.grid import Grid, grid_of
from scoring import paper_readings
from scoring.decisions.redeals import record_redeal
from scoring.models import Sheet
from scoring.rows import read_content, sheet_events, sheet_history, take_up_version
from scoring.scored_sheets import plans_of, rules_at, rules_in_force, scored_table, typed_table
from scoring.sheet_steps import content_hash
from scoring.wrong_winds import sitting_now
from tournaments.log import in_words
from tournaments.models import Round
from wording import naming
from wording.sentences import say


@page.sheets_too
@never_cache
@require_http_methods(["GET", "POST"])
def reading(request: DeskRequest, code: str, number: int, table: int) -> HttpResponse:
    """Nothing of the first reading is on the page."""
    round_ = page.find_round(page.find_tournament(code), number)
    sheet = find_sheet(request, round_, table)
    if request.method == "GET":
        return _blind_page(request, round_, sheet)
    with page.saying_no(request):
        paper_readings.read_again(
            sheet=sheet,
            reader=request.user,
            rows=_rows_read(request, sheet),
            totals=_typed(request, "total-"),
            names=_typed(request, "name-"),
            client_id=request.POST.get("client_id") or None,
        )
        messages.success(request, _("The reading is kept."))
        return redirect(
            sheet_address(
                round_, table, "readings" if page.runs(request, round_.tournament) else "sheet"
            )
        )
    return _blind_page(request, round_, sheet)


def _typed(request: DeskRequest, prefix: str) -> dict[str, str]:
    sent = fields_of(request, prefix).items()
    return {name: value[: paper_readings.LONGEST_NAME] for name, value in sent if value.strip()}


def _rows_read(request: DeskRequest, sheet: Sheet) -> dict[int | str, Mapping[str, Any] | None]:
    """A value without a field on the page is taken to stand on the paper as it was entered."""
    ruleset, settings = rules_at(sheet)
    current = {result.hand: result.content for result in sheet.results.current()}
    paper = paper_of(request, sheet, ruleset)
    return {
        hand: content_of(
            fields_of(request, f"h{hand}-"), plan, ruleset, settings, current.get(hand), paper=paper
        )
        for hand, plan in plans_of(sheet).items()
    }


def _blind_page(request: DeskRequest, round_: Round, sheet: Sheet) -> HttpResponse:
    ruleset, settings = rules_at(sheet)
    table, paper = scored_table(sheet), paper_of(request, sheet, ruleset)
    grid = _blank(grid_of(table, paper)).with_typed(
        {hand: fields_of(request, f"h{hand}-") for hand in plans_of(sheet)}
        if request.method == "POST"
        else {}
    )
    readings = sheet.readings.count()
    totals, names = _typed(request, "total-"), _typed(request, "name-")
    script = {
        "key": f"king-reading:{sheet.pk}:{request.user.pk}:{readings}:{paper}",
        "blind": True,
        "editable": True,
        "urls": {
            "rows": "",
            "state": "",
            "figures": sheet_address(round_, table.table.number, "reading_figures"),
        },
        "paper": paper,
        **keyed_sheet(grid, ruleset, settings),
        "sheet": {"rows": {str(row.hand): {"version": 0} for row in grid.rows}},
        "names": {},
        "texts": sheet_texts(),
    }
    context: dict[str, Any] = {
        "table": table,
        "grid": grid,
        "script": script,
        "trumps": trumps(settings),
        "contracts": ruleset.contracts,
        "blind": True,
        "number_of_reading": max(readings, 1) + 1,
        "papers": paper_choice(ruleset, paper),
        "client_id": request.POST.get("client_id") or uuid.uuid4(),
        "totals": [(column, totals.get(str(column), "")) for column in ruleset.columns],
        "names": [(wind, names.get(str(wind), "")) for wind in WINDS],
    }
    return page.round_page(request, "desk/sheet/reading.html", round_, **context)


@page.sheets_too
@never_cache
@require_POST
@told_to_script
def reading_figures(request: DeskRequest, code: str, number: int, table: int) -> HttpResponse:
    sheet = find_sheet(request, page.find_round(page.find_tournament(code), number), table)
    typed, unread = {}, []
    ruleset, settings = rules_at(sheet)
    paper = paper_of(request, sheet, ruleset)
    for hand, plan in plans_of(sheet).items():
        try:
            content = content_of(
                fields_of(request, f"h{hand}-"), plan, ruleset, settings, None, paper=paper
            )
            typed[hand] = read_content(sheet.table.round.tournament, hand, content)
        except ValidationError as error:
            unread.append((hand, " ".join(page.refusals(error))))
    shown = grid_of(typed_table(scored_table(sheet), typed)).as_figures()
    for hand, sentence in unread:
        shown["rows"][str(hand)]["refused"] = sentence
    return JsonResponse(shown)


def _blank(grid: Grid) -> Grid:
    empty: dict[str, Any] = {"shown": {"problems": ()}, "state": "", "values": {}}
    return replace(
        grid, rows=tuple(replace(row, contract=row.plan.contract, **empty) for row in grid.rows)
    )


# --- the comparison


@page.staff_only
@never_cache
@require_http_methods(["GET", "POST"])
def readings(request: DeskRequest, code: str, number: int, table: int) -> HttpResponse:
    round_ = page.find_round(page.find_tournament(code), number)
    sheet = find_sheet(request, round_, table)
    if request.method == "GET":
        return _comparison_page(request, round_, sheet)
    with page.saying_no(request):
        paper_readings.settle_readings(
            sheet=sheet,
            chosen=_chosen(request),
            seen=request.POST.get("seen", ""),
            author=request.user,
        )
        messages.success(request, _("The differences are decided; the rows stand as you chose."))
        return redirect(sheet_address(round_, table, "readings"))
    return _comparison_page(request, round_, sheet)


def _chosen(request: DeskRequest) -> dict[tuple[int, str], int | None]:
    """By hand and place the reading's number, or None for what stands."""
    chosen: dict[tuple[int, str], int | None] = {}
    for name, value in request.POST.items():
        text, _comma, place = name.removeprefix("cell-").partition("-")
        hand, number = page.read_number(text, 3), page.read_number(str(value), 4)
        if name.startswith("cell-") and hand is not None and number is not None:
            chosen[hand, place] = number or None
    return chosen


def _comparison_page(request: DeskRequest, round_: Round, sheet: Sheet) -> HttpResponse:
    seen = content_hash(sheet)  # Before the rows are compared.
    comparison = paper_readings.compare_readings(sheet)
    undecided = paper_readings.open_cells(comparison)
    context: dict[str, Any] = {
        "table": scored_table(sheet),
        "sheet": sheet,
        "comparison": comparison,
        "cells": [_line(request, comparison, cell) for cell in undecided],
        "decided": [
            _line(request, comparison, cell) for cell in comparison.cells if cell not in undecided
        ],
        "seen": seen,
        "editable": sheet.state != Sheet.State.CLOSED and round_.stage != Round.Stage.OFFICIAL,
        "totals": [
            (naming.column_name(column), naming.number(paper), naming.number(rows))
            for column, paper, rows in comparison.totals
        ],
    }
    return page.round_page(request, "desk/sheet/readings.html", round_, **context)


def _line(
    request: DeskRequest, comparison: paper_readings.Comparison, cell: paper_readings.Cell
) -> dict[str, Any]:
    field = f"cell-{cell.hand}-{cell.place}"
    stands, *others = _answers(comparison, cell)
    return {
        "hand": cell.hand,
        "place": _place_name(cell.place),
        "field": field,
        "chosen": request.POST.get(field, ""),
        "stands": stands,
        "others": others,
    }


def _answers(
    comparison: paper_readings.Comparison, cell: paper_readings.Cell
) -> list[dict[str, str]]:
    """Every different answer once, what stands first: ``value`` is ``0`` for that, else a reading's
    number; who read it so.
    """
    names = {
        reading.number: reading.reader_name or naming.NOTHING for reading in comparison.readings
    }
    said = {"0": _words(cell.in_force)} | {
        str(number): _words(phrase) for number, phrase in cell.read.items()
    }
    found: dict[str, dict[str, str]] = {}
    for value, words in said.items():
        readers = dict.fromkeys(names[number] for number in cell.read if said[str(number)] == words)
        found.setdefault(words, {"value": value, "words": words, "readers": ", ".join(readers)})
    return list(found.values())


def _words(phrase: Phrase | None) -> str:
    return _("empty") if phrase is None else say(phrase)


def _place_name(place: str) -> str:
    return _(PLACE_NAMES[place]) if place in PLACE_NAMES else naming.column_name(place)


@page.staff_only
@require_http_methods(["GET", "POST"])
def redeals(request: DeskRequest, code: str, number: int, table: int) -> HttpResponse:
    round_ = page.find_round(page.find_tournament(code), number)
    sheet = find_sheet(request, round_, table)
    if request.method == "GET":
        return _redeals_page(request, round_, sheet)
    typed = {name: request.POST.get(name, "")[:10] for name in ("hand", "wind", "extremes")}
    with page.saying_no(request):
        made = record_redeal(
            sheet=sheet,
            wind=typed["wind"],
            author=request.user,
            hand=page.number_or_none_such(typed["hand"]),
            extremes=page.number_or_none_such(typed["extremes"]),
        )
        fields = {"player": made.player.full_name, "hand": made.hand}
        messages.success(
            request,
            _("Written down: %(player)s voids the deal of hand %(hand)s. Deal again.") % fields,
        )
        return redirect(sheet_address(round_, table, "redeals"))
    return _redeals_page(request, round_, sheet, typed)


def _redeals_page(
    request: DeskRequest, round_: Round, sheet: Sheet, typed: dict[str, str] | None = None
) -> HttpResponse:
    ruleset, settings = rules_in_force(round_.tournament)
    sitting = sitting_now(sheet)
    voided = list(sheet.redeals.select_related("player", "author").order_by("created_at", "pk"))
    context: dict[str, Any] = {
        "sheet": sheet,
        "table_number": sheet.table.number,
        "typed": typed or {},
        "hands": domino_hands(ruleset, settings),
        "voided": voided,
        "most": EXTREMES,
        "seats": [sitting[wind] for wind in WINDS if wind in sitting],
        "needed": threshold(settings, 0),
        "rising": settings.domino_redeal == "rising",
        "boards": round_.board_set_id is not None,
    }
    return page.round_page(request, "desk/sheet/redeals.html", round_, **context)


def domino_hands(ruleset: RuleSet, settings: Settings) -> list[int]:
    dominoes = [contract for contract in ruleset.contracts if contract.family is Family.DOMINO]
    return [
        plan.number
        for plan in ruleset.schedule(settings)
        if dominoes and (plan.contract is None or plan.contract.family is Family.DOMINO)
    ]


@page.staff_only
@never_cache
@require_http_methods(["GET", "POST"])
def history(request: DeskRequest, code: str, number: int, table: int) -> HttpResponse:
    round_ = page.find_round(page.find_tournament(code), number)
    sheet = find_sheet(request, round_, table)
    if request.method == "GET":
        return _history_page(request, round_, sheet)
    old = page.find_row(sheet.results, request.POST.get("version", ""))
    if old is None:
        raise Http404
    with page.saying_no(request):
        taken = take_up_version(
            result=old, author=request.user, reason=request.POST.get("reason", "")
        )
        messages.success(
            request,
            _("Hand %(hand)s is as in version %(old)s again.")
            % {"hand": taken.hand, "old": old.version},
        )
        return redirect(sheet_address(round_, table, "history"))
    return _history_page(request, round_, sheet)


def _history_page(request: DeskRequest, round_: Round, sheet: Sheet) -> HttpResponse:
    ruleset, _settings = rules_in_force(round_.tournament)
    plans = plans_of(sheet)
    titles = {
        hand: naming.contract_name(plan.contract) if plan.contract else ""
        for hand, plan in plans.items()
    }
    lines = [
        (
            result,
            titles.get(result.hand, ""),
            [say(change.phrase) for change in changes],
            row_in_words(result, ruleset),
            current,
        )
        for result, changes, current in reversed(sheet_history(sheet))
    ]
    context: dict[str, Any] = {
        "table": scored_table(sheet),
        "sheet": sheet,
        "lines": lines,
        "then": _sheet_then(sheet, request.GET.get("at", "")),
        "events": [(event, in_words(event)) for event in reversed(sheet_events(sheet))],
        "editable": sheet.state != Sheet.State.CLOSED and round_.stage != Round.Stage.OFFICIAL,
        "typed_version": request.POST.get("version", ""),
        "reason": request.POST.get("reason", ""),
    }
    return page.round_page(request, "desk/sheet/history.html", round_, **context)


def _sheet_then(sheet: Sheet, key: str) -> dict[str, Any] | None:
    moment = page.find_row(sheet.results, key)
    if moment is None:
        return None
    ruleset, _settings = rules_in_force(sheet.table.round.tournament)
    table = scored_table(sheet, at=moment.created_at)
    return {
        "at": moment.created_at,
        "rows": [
            (hand, row_in_words(result, ruleset)) for hand, result in sorted(table.rows.items())
        ],
        "totals": table.scored.totals.items(),
    }
