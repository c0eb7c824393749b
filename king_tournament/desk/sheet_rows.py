"""The rows of a sheet as the desk's page sends them and asks for them: one at a time, or all without a script."""

from __future__ import annotations

import hashlib
from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from king.rulesets.base import HandPlan
from king_tournament.desk.page import find_round, find_tournament, refusals, staff_only
from king_tournament.desk.row_advice import advised_grid
from king_tournament.desk.sheet_typed import content_of, row_in_words
from king_tournament.desk.sheet_values import paper_of, values_of
from scoring import services
from scoring.models import HandResult, Sheet
from scoring.reading import rules_at, scored_table
from scoring.rows import RowConflict
from tournaments.models import Round


def find_sheet(round_: Round, table: int) -> Sheet:
    """The sheet of a table, or 404 (also before the start)."""
    sheets = Sheet.objects.select_related("table__round__tournament", "table__place")
    found = sheets.filter(table__round=round_, table__number=table).first()
    if found is None:
        raise Http404
    return found


def sheet_address(round_: Round, table: int, name: str = "sheet", *more: int) -> str:
    """The sheet's page, or another of its pages by name."""
    return reverse(f"desk:{name}", args=[round_.tournament.code, round_.number, table, *more])


def plans_of(sheet: Sheet) -> dict[int, HandPlan]:
    """The hands of the sheet by number."""
    ruleset, settings = rules_at(sheet)
    return {plan.number: plan for plan in ruleset.schedule(settings)}


def _number(text: str) -> int | None:
    """A whole number that a page sent; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _enter(
    request: HttpRequest, sheet: Sheet, hand: int | None, prefix: str, standing: HandResult | None
) -> HandResult | None:
    """One row of the form, stored; None where nothing stands in it and nothing ever did."""
    plan = plans_of(sheet).get(hand or 0)
    if plan is None:
        raise ValidationError(_("The sheet has no such hand. Load the page again."), code="no_such_hand")
    ruleset, settings = rules_at(sheet)
    typed = {name.removeprefix(prefix): str(value) for name, value in request.POST.items() if name.startswith(prefix)}
    paper = paper_of(request, sheet, ruleset)
    content = content_of(typed, plan, ruleset, settings, standing.content if standing else None, paper=paper)
    if content is None and standing is None:
        return None
    if not sheet.paper:
        services.choose_paper(sheet=sheet, paper=paper)
    return services.enter_row(
        sheet=sheet, hand=plan.number, content=content,
        client_id=typed.get("client_id") or None, based_on=_number(typed.get("based_on", "")),
        origin=HandResult.Origin.DESK, device=request.META.get("REMOTE_ADDR", ""), author=request.user,
    )  # fmt: skip


def save_all(request: HttpRequest, sheet: Sheet) -> dict[int, dict[str, Any]]:
    """Every row of the form; those that are refused, with their sentences and what was typed."""
    refused: dict[int, dict[str, Any]] = {}
    ruleset, _settings = rules_at(sheet)
    for hand, result in _rows_in_form(request, sheet).items():
        prefix = f"h{hand}-"
        typed = {name.removeprefix(prefix): value for name, value in request.POST.items() if name.startswith(prefix)}
        try:
            _enter(request, sheet, hand, prefix, result)
        except RowConflict as conflict:
            words = row_in_words(conflict.current, ruleset)
            standing = _("At the desk now: %(row)s") % {"row": words}
            refused[hand] = {"messages": [*refusals(conflict), standing], "values": typed,
                             "version": conflict.current.version}  # fmt: skip
        except ValidationError as error:
            refused[hand] = {"messages": refusals(error), "values": typed}
    return refused


def _rows_in_form(request: HttpRequest, sheet: Sheet) -> dict[int, HandResult | None]:
    """The hands of which the form carries anything, each with the version in force."""
    current = {result.hand: result for result in sheet.results.current()}
    sent = {name.partition("-")[0] for name in request.POST}
    return {hand: current.get(hand) for hand in plans_of(sheet) if f"h{hand}" in sent}


@staff_only
@require_POST
def rows(request: HttpRequest, code: str, number: int, table: int) -> HttpResponse:
    """One row as it is typed. The same row again answers the same; over an older version both are shown."""
    sheet = find_sheet(find_round(find_tournament(code), number), table)
    ruleset, settings = rules_at(sheet)
    paper = paper_of(request, sheet, ruleset)
    hand = _number(request.POST.get("hand", ""))
    standing = sheet.results.current().filter(hand=hand).first() if hand is not None else None
    try:
        result = _enter(request, sheet, hand, "", standing)
    except RowConflict as conflict:
        current = conflict.current
        values = values_of(current.content, ruleset, settings, hand=current.hand, paper=paper)
        theirs = {"version": current.version, "values": values, "words": row_in_words(current, ruleset)}
        said = {"message": " ".join(refusals(conflict)), "current": theirs}
        return JsonResponse({**said, **_state(sheet, paper)}, status=409)
    except ValidationError as error:
        return JsonResponse({"message": " ".join(refusals(error)), **_state(sheet, paper)}, status=422)
    return JsonResponse({"version": result.version if result else 0, **_state(sheet, paper)})


@staff_only
@never_cache
@require_GET
def sheet_state(request: HttpRequest, code: str, number: int, table: int) -> HttpResponse:
    """The sheet as it stands; nothing (204) where the page already shows it."""
    sheet = find_sheet(find_round(find_tournament(code), number), table)
    if request.GET.get("stamp") == stamp_of(sheet):
        return HttpResponse(status=204)
    ruleset, _settings = rules_at(sheet)
    return JsonResponse(_state(sheet, paper_of(request, sheet, ruleset)))


def state_of(sheet: Sheet) -> str:
    """What the whole page is drawn for: where this is another one, the page is loaded anew."""
    return f"{sheet.state} {sheet.first_dealer}".strip()


def stamp_of(sheet: Sheet) -> str:
    """Changes whenever the page would show something else; three small queries, since every open sheet asks often."""
    newest = sheet.results.order_by("-pk").values_list("pk", flat=True).first()
    rulings = list(sheet.rulings.order_by("pk").values_list("pk", "revoked_at"))
    calls = list(sheet.table.calls.filter(done_at=None).values_list("pk", "taken_by"))
    return hashlib.sha256(repr((newest, state_of(sheet), rulings, calls)).encode()).hexdigest()[:16]


def _state(sheet: Sheet, paper: str) -> dict[str, Any]:
    seen = services.seen_of(sheet)  # Before the rest is read: what comes in between is refused, not passed over.
    table = scored_table(sheet)
    grid = advised_grid(table, paper).as_json()
    return {"sheet": grid, "stamp": stamp_of(table.sheet), "state": state_of(table.sheet), "seen": seen}
