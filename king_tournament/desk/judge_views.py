"""A hand in dispute: its board opened, its cards written down or tapped, illegal ones named, a ruling made ready."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from deals.models import Board
from king_tournament.desk.judging import facts_of, judge, trumps
from king_tournament.desk.page import desk_page, find_round, find_tournament, refusals, staff_only
from scoring.disputes import disputed_board, open_disputed_board
from scoring.models import Sheet
from scoring.reading import ScoredTable, scored_table
from tournaments.models import Round


@staff_only
@never_cache
@require_http_methods(["GET", "POST"])
def judge_hand(request: HttpRequest, code: str, number: int, table: int, hand: int) -> HttpResponse:
    """The hand of a table. Nothing of what is typed here is stored; opening the board is, in the log."""
    round_ = find_round(find_tournament(code), number)
    sheets = Sheet.objects.select_related("table__round__tournament", "table__round__board_set")
    sheet = sheets.filter(table__round=round_, table__number=table).first()
    if sheet is None or not 1 <= hand <= round_.tournament.rules.length:
        raise Http404
    try:
        if request.POST.get("step") == "open":
            open_disputed_board(sheet=sheet, hand=hand, by=request.user)
            return redirect(request.path)
        board = disputed_board(sheet=sheet, hand=hand, by=request.user)
    except ValidationError as error:
        return _page(request, round_, scored_table(sheet), hand, status=422, refused=refusals(error))
    scored = scored_table(sheet)
    if board is None:
        return _page(request, round_, scored, hand)
    return _judged(request, round_, scored, hand, board)


def _judged(request: HttpRequest, round_: Round, table: ScoredTable, hand: int, board: Board) -> HttpResponse:
    facts = facts_of(table, hand, request.POST)
    rules = table.scored.ruleset
    context: dict[str, Any] = {"board": board, "known": facts, "choices": () if facts else rules.contracts}
    if facts is not None:
        context["trumps"] = trumps(rules, table.scored.settings, facts)
        if not context["trumps"] or facts.trump:
            context["judged"] = judge(table, hand, board.deal, facts, request.POST)
    return _page(request, round_, table, hand, **context)


def _page(
    request: HttpRequest, round_: Round, table: ScoredTable, hand: int, status: int = 200, **context: Any
) -> HttpResponse:
    rules, settings = table.scored.ruleset, table.scored.settings
    plan = rules.schedule(settings)[hand - 1]
    context = {
        "round": round_, "table": table, "hand": hand, "plan": plan, "cards": request.POST.get("cards", ""),
        "may_rule": round_.stage != Round.Stage.OFFICIAL, **context,
    }  # fmt: skip
    if request.htmx:  # type: ignore[attr-defined]
        context |= {"tournament": round_.tournament}
        return render(request, "desk/_judge.html", context, status=status)
    return desk_page(
        request, "desk/judge.html", round_.tournament, step="play", number=round_.number, status=status, **context
    )
