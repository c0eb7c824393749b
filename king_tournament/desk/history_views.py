"""The history of a sheet: every version of every row and what it changed; any one is looked at and taken up again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from king.rulesets import RuleSet
from king_tournament.desk.page import desk_page, find_round, find_tournament, say_no, staff_only
from king_tournament.desk.sheet_rows import find_sheet, plans_of, sheet_address
from king_tournament.desk.sheet_typed import row_in_words
from printing import wording
from printing.log_words import in_words
from scoring import services
from scoring.history import Version
from scoring.models import HandResult, Sheet
from scoring.reading import rules_in_force, scored_table
from tournaments.models import Round


@dataclass(frozen=True)
class Line:
    """A version in words: what it changed, and the whole row as it then was."""

    version: Version
    title: str
    changes: tuple[str, ...]
    words: str


@staff_only
@never_cache
@require_http_methods(["GET", "POST"])
def history(request: HttpRequest, code: str, number: int, table: int) -> HttpResponse:
    """Who changed what, the newest first; a POST takes an older version up again, with a reason."""
    round_ = find_round(find_tournament(code), number)
    sheet = find_sheet(round_, table)
    if request.method == "GET":
        return _page(request, round_, sheet)
    old = _version(sheet, request.POST.get("version", ""))
    if old is None:
        raise Http404
    try:
        taken = services.take_up_version(result=old, author=request.user, reason=request.POST.get("reason", ""))
    except ValidationError as error:
        say_no(request, error)
        return _page(request, round_, sheet, status=422)
    messages.success(
        request, _("Hand %(hand)s is as in version %(old)s again.") % {"hand": taken.hand, "old": old.version}
    )
    return redirect(sheet_address(round_, table, "history"))


def _version(sheet: Sheet, key: str) -> HandResult | None:
    if not (key.isascii() and key.isdigit() and len(key) < 12):
        return None
    return sheet.results.filter(pk=int(key)).first()


def _page(request: HttpRequest, round_: Round, sheet: Sheet, *, status: int = 200) -> HttpResponse:
    ruleset, _settings = rules_in_force(round_.tournament)
    plans = plans_of(sheet)
    titles = {hand: wording.contract_name(plan.contract) if plan.contract else "" for hand, plan in plans.items()}
    lines = [_line(each, ruleset, titles.get(each.hand, "")) for each in reversed(services.sheet_history(sheet))]
    context = {
        "round": round_, "table": scored_table(sheet), "sheet": sheet, "lines": lines,
        "then": _sheet_then(sheet, request.GET.get("at", "")),
        "events": [(each, in_words(each)) for each in reversed(services.sheet_events(sheet))],
        "editable": sheet.state != Sheet.State.CLOSED and round_.stage != Round.Stage.OFFICIAL,
        "typed_version": request.POST.get("version", ""), "reason": request.POST.get("reason", ""),
    }  # fmt: skip
    return desk_page(
        request, "desk/history.html", round_.tournament, step="play", number=round_.number, status=status, **context
    )


def _line(version: Version, ruleset: RuleSet, title: str) -> Line:
    changes = tuple(wording.phrase(each.phrase) for each in version.changes)
    return Line(version, title, changes, row_in_words(version.result, ruleset))


def _sheet_then(sheet: Sheet, key: str) -> dict[str, Any] | None:
    """The whole sheet as it was when a version had just been written; None where none is asked for."""
    moment = _version(sheet, key)
    if moment is None:
        return None
    ruleset, _settings = rules_in_force(sheet.table.round.tournament)
    table = scored_table(sheet, at=moment.created_at)
    return {
        "at": moment.created_at,
        "rows": [(hand, row_in_words(result, ruleset)) for hand, result in sorted(table.rows.items())],
        "totals": table.scored.totals.items(),
    }
