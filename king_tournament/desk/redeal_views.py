"""Domino at a table that deals its own cards: a deal voided for its aces and kings, written down at once."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from king.contracts import Family
from king.redeal import EXTREMES, threshold
from king.rulesets import RuleSet, Settings
from king.winds import WINDS
from king_tournament.desk.page import desk_page, find_round, find_tournament, say_no, staff_only
from king_tournament.desk.sheet_rows import find_sheet, sheet_address
from scoring import services
from scoring.models import Sheet
from scoring.reading import rules_in_force
from scoring.seats import sitting_now
from tournaments.models import Round


@staff_only
@require_http_methods(["GET", "POST"])
def redeals(request: HttpRequest, code: str, number: int, table: int) -> HttpResponse:
    """The deals that were voided at a table, and the form for one more."""
    round_ = find_round(find_tournament(code), number)
    sheet = find_sheet(round_, table)
    if request.method == "GET":
        return _page(request, round_, sheet)
    typed = {name: request.POST.get(name, "")[:10] for name in ("hand", "wind", "extremes")}
    try:
        made = services.record_redeal(
            sheet=sheet, hand=_number(typed["hand"]), wind=typed["wind"], extremes=_number(typed["extremes"]),
            author=request.user,
        )  # fmt: skip
    except ValidationError as error:
        say_no(request, error)
        return _page(request, round_, sheet, typed, status=422)
    fields = {"player": made.player.full_name, "hand": made.hand}
    messages.success(request, _("Written down: %(player)s voids the deal of hand %(hand)s. Deal again.") % fields)
    return redirect(sheet_address(round_, table, "redeals"))


def _number(text: str) -> int:
    """The number that was typed; -1, which nothing has, for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else -1


def _page(
    request: HttpRequest, round_: Round, sheet: Sheet, typed: dict[str, str] | None = None, status: int = 200
) -> HttpResponse:
    ruleset, settings = rules_in_force(round_.tournament)
    sitting = sitting_now(sheet)
    voided = list(sheet.redeals.select_related("player", "author").order_by("created_at", "pk"))
    context: dict[str, Any] = {
        "round": round_, "sheet": sheet, "table_number": sheet.table.number, "typed": typed or {},
        "hands": domino_hands(ruleset, settings), "voided": voided, "most": EXTREMES,
        "seats": [sitting[wind] for wind in WINDS if wind in sitting],
        "needed": threshold(settings, 0), "rising": settings.domino_redeal == "rising",
        "boards": round_.board_set_id is not None,
    }  # fmt: skip
    return desk_page(
        request, "desk/redeals.html", round_.tournament, step="play", number=round_.number, status=status, **context
    )


def domino_hands(ruleset: RuleSet, settings: Settings) -> list[int]:
    """The hands that are Dominoes, or may be chosen to be."""
    dominoes = [contract for contract in ruleset.contracts if contract.family is Family.DOMINO]
    return [
        plan.number for plan in ruleset.schedule(settings)
        if dominoes and (plan.contract is None or plan.contract.family is Family.DOMINO)
    ]  # fmt: skip
