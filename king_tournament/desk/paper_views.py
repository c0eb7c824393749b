"""A paper sheet read a second time: typed without seeing the first reading, then compared cell by cell and decided."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from king.differences import PLACE_NAMES
from king.winds import WINDS
from king.words import Phrase
from king_tournament.desk.page import desk_page, find_round, find_tournament, refusals, say_no, staff_only
from king_tournament.desk.sheet_grid import Grid, grid_of
from king_tournament.desk.sheet_rows import find_sheet, plans_of, sheet_address
from king_tournament.desk.sheet_typed import content_of, trumps
from king_tournament.desk.sheet_values import paper_of
from king_tournament.desk.sheet_views import keyed_sheet, paper_choice
from king_tournament.desk.sheet_words import sheet_texts
from printing import wording
from scoring import services
from scoring.models import Sheet
from scoring.paper import LONGEST_NAME, Cell, Comparison
from scoring.reading import rules_at, scored_table, typed_table
from scoring.rows import read_content
from scoring.second_reading import open_cells
from tournaments.models import Round


@staff_only
@never_cache
@require_http_methods(["GET", "POST"])
def reading(request: HttpRequest, code: str, number: int, table: int) -> HttpResponse:
    """An empty sheet to copy the paper into, its totals and names too; nothing of the first reading is on the page."""
    round_ = find_round(find_tournament(code), number)
    sheet = find_sheet(round_, table)
    if request.method == "GET":
        return _blind_page(request, round_, sheet)
    try:
        services.read_again(
            sheet=sheet, reader=request.user, rows=_rows_read(request, sheet), totals=_typed(request, "total-"),
            names=_typed(request, "name-"), client_id=request.POST.get("client_id") or None,
        )  # fmt: skip
    except ValidationError as error:
        say_no(request, error)
        return _blind_page(request, round_, sheet, status=422)
    messages.success(request, _("The reading is kept."))
    return redirect(sheet_address(round_, table, "readings"))


def _fields(request: HttpRequest, hand: int) -> dict[str, str]:
    """The fields of a hand, the empty ones too."""
    prefix = f"h{hand}-"
    return {name.removeprefix(prefix): str(value) for name, value in request.POST.items() if name.startswith(prefix)}


def _typed(request: HttpRequest, prefix: str) -> dict[str, str]:
    return {
        name.removeprefix(prefix): str(value)[:LONGEST_NAME]
        for name, value in request.POST.items() if name.startswith(prefix) and str(value).strip()
    }  # fmt: skip


def _rows_read(request: HttpRequest, sheet: Sheet) -> dict[int | str, Mapping[str, Any] | None]:
    """What was typed, hand by hand. What the page has no field for is taken to stand on the paper as it was entered."""
    ruleset, settings = rules_at(sheet)
    current = {result.hand: result.content for result in sheet.results.current()}
    paper = paper_of(request, sheet, ruleset)
    return {
        hand: content_of(_fields(request, hand), plan, ruleset, settings, current.get(hand), paper=paper)
        for hand, plan in plans_of(sheet).items()
    }


def _blind_page(request: HttpRequest, round_: Round, sheet: Sheet, *, status: int = 200) -> HttpResponse:
    ruleset, settings = rules_at(sheet)
    table, paper = scored_table(sheet), paper_of(request, sheet, ruleset)
    grid = _blank(grid_of(table, paper)).with_typed(
        {hand: _fields(request, hand) for hand in plans_of(sheet)} if request.method == "POST" else {}
    )
    readings = sheet.readings.count()
    totals, names = _typed(request, "total-"), _typed(request, "name-")
    script = {
        "key": f"king-reading:{sheet.pk}:{request.user.pk}:{readings}:{paper}", "blind": True, "editable": True,
        "urls": {"rows": "", "state": "", "figures": sheet_address(round_, table.table.number, "reading_figures")},
        "paper": paper, **keyed_sheet(grid, ruleset, settings),
        "stamp": "", "versions": {str(row.hand): 0 for row in grid.rows}, "names": {}, "state": "",
        "texts": sheet_texts(),
    }  # fmt: skip
    context = {
        "round": round_, "table": table, "grid": grid, "script": script, "trumps": trumps(settings),
        "contracts": ruleset.contracts, "blind": True, "number_of_reading": max(readings, 1) + 1,
        "papers": paper_choice(ruleset, paper),
        "client_id": request.POST.get("client_id") or uuid.uuid4(),
        "totals": [(column, totals.get(str(column), "")) for column in ruleset.columns],
        "names": [(wind, names.get(str(wind), "")) for wind in WINDS],
    }  # fmt: skip
    return desk_page(
        request, "desk/reading.html", round_.tournament, step="play", number=round_.number, status=status, **context
    )


@staff_only
@never_cache
@require_POST
def reading_figures(request: HttpRequest, code: str, number: int, table: int) -> HttpResponse:
    """What the rows of this form come to, hand by hand: of what the second reader typed, and of nothing else."""
    sheet = find_sheet(find_round(find_tournament(code), number), table)
    typed, unread = {}, []
    ruleset, settings = rules_at(sheet)
    paper = paper_of(request, sheet, ruleset)
    for hand, plan in plans_of(sheet).items():
        try:
            content = content_of(_fields(request, hand), plan, ruleset, settings, None, paper=paper)
            typed[hand] = read_content(sheet.table.round.tournament, hand, content)
        except ValidationError as error:
            unread.append((hand, " ".join(refusals(error))))
    figures = grid_of(typed_table(scored_table(sheet), typed)).as_figures()
    for hand, sentence in unread:
        figures["rows"][str(hand)]["refused"] = sentence
    return JsonResponse(figures)


def _blank(grid: Grid) -> Grid:
    """The hands and their fields with nothing in them, not even which contract was chosen."""
    rows = (replace(row, contract=row.plan.contract, problems=(), state="") for row in grid.rows)
    return replace(grid, rows=tuple(row.with_typed({}) for row in rows))


# --- the comparison


@staff_only
@never_cache
@require_http_methods(["GET", "POST"])
def readings(request: HttpRequest, code: str, number: int, table: int) -> HttpResponse:
    """Who has read the sheet, and every cell that was not read alike; a POST says which is right."""
    round_ = find_round(find_tournament(code), number)
    sheet = find_sheet(round_, table)
    if request.method == "GET":
        return _comparison_page(request, round_, sheet)
    try:
        services.settle_readings(
            sheet=sheet, chosen=_chosen(request), seen=request.POST.get("seen", ""), author=request.user
        )
    except ValidationError as error:
        say_no(request, error)
        return _comparison_page(request, round_, sheet, status=422)
    messages.success(request, _("What differed is decided; the rows stand as you chose."))
    return redirect(sheet_address(round_, table, "readings"))


def _chosen(request: HttpRequest) -> dict[tuple[int, str], int | None]:
    """By hand and place the reading's number, or None for what stands."""
    chosen: dict[tuple[int, str], int | None] = {}
    for name, value in request.POST.items():
        hand, _comma, place = name.removeprefix("cell-").partition("-")
        number = str(value)
        if name.startswith("cell-") and hand.isascii() and hand.isdigit() and len(hand) < 4:
            if number == "0":
                chosen[int(hand), place] = None
            elif number.isascii() and number.isdigit() and len(number) < 5:
                chosen[int(hand), place] = int(number)
    return chosen


def _comparison_page(request: HttpRequest, round_: Round, sheet: Sheet, *, status: int = 200) -> HttpResponse:
    seen = services.content_hash(sheet)  # Before the rows are compared.
    comparison = services.compare_readings(sheet)
    undecided = open_cells(comparison)
    context = {
        "round": round_, "table": scored_table(sheet), "sheet": sheet, "comparison": comparison,
        "cells": [_line(request, comparison, cell) for cell in undecided],
        "decided": [_line(request, comparison, cell) for cell in comparison.cells if cell not in undecided],
        "seen": seen,
        "editable": sheet.state != Sheet.State.CLOSED and round_.stage != Round.Stage.OFFICIAL,
        "totals": [
            (gap, wording.column_name(gap.column), wording.number(gap.paper), wording.number(gap.rows))
            for gap in comparison.totals
        ],
    }  # fmt: skip
    return desk_page(
        request, "desk/readings.html", round_.tournament, step="play", number=round_.number, status=status, **context
    )


@dataclass(frozen=True)
class Answer:
    """What may be right of a cell: ``value`` is ``0`` for what stands, else a reading's number; who read it so."""

    value: str
    words: str
    readers: str


def _line(request: HttpRequest, comparison: Comparison, cell: Cell) -> dict[str, Any]:
    field = f"cell-{cell.hand}-{cell.place}"
    stands, *others = _answers(comparison, cell)
    return {
        "hand": cell.hand, "place": _place_name(cell.place), "field": field, "chosen": request.POST.get(field, ""),
        "stands": stands, "others": others,
    }  # fmt: skip


def _answers(comparison: Comparison, cell: Cell) -> list[Answer]:
    """Every different answer once, what stands first."""
    names = {reading.number: reading.reader_name or wording.NOTHING for reading in comparison.readings}
    said = {"0": _words(cell.in_force)} | {str(number): _words(phrase) for number, phrase in cell.read.items()}
    found: dict[str, Answer] = {}
    for value, words in said.items():
        readers = dict.fromkeys(names[number] for number in cell.read if said[str(number)] == words)
        found.setdefault(words, Answer(value, words, ", ".join(readers)))
    return list(found.values())


def _words(phrase: Phrase | None) -> str:
    return _("empty") if phrase is None else wording.phrase(phrase)


def _place_name(place: str) -> str:
    return _(PLACE_NAMES[place]) if place in PLACE_NAMES else wording.column_name(place)
