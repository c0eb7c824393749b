"""Protests at the desk: written down from a table or from its call, answered with an outcome and tied to a ruling."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from king_tournament.desk.page import DeskRequest, read_number
from scoring.models import Call, Protest, Ruling
from scoring.round_steps import answer_protest, enter_protest
from tournaments.models import Round, Table, Tournament


def section(request: DeskRequest, tournament: Tournament) -> dict[str, Any]:
    """What the standings' page needs: the protests, the tables that may protest, what was typed or called.

    Beside each protest stand the rulings of its table, one of which may be its answer.
    """
    tables = Table.objects.filter(round__tournament=tournament, round__stage=Round.Stage.PROVISIONAL)
    found = Protest.objects.filter(table__round__tournament=tournament).select_related(
        "table__round", "publication", "answered_by", "ruling"
    )  # fmt: skip
    rulings = Ruling.objects.standing().filter(sheet__table__protests__in=found).select_related("sheet").distinct()
    of_table: dict[int, list[Ruling]] = {}
    for ruling in rulings.order_by("created_at", "pk") if found else ():
        of_table.setdefault(ruling.sheet.table_id, []).append(ruling)
    return {
        "protests": [(protest, of_table.get(protest.table_id, [])) for protest in found],
        "outcomes": Protest.Outcome.choices,
        "protest_tables": list(tables.select_related("round").order_by("-round__number", "number")),
        "typed": _typed(request, tournament),
    }


def _typed(request: DeskRequest, tournament: Tournament) -> dict[str, str]:
    """What the form of a new protest holds: as it was typed, or what the table's call says."""
    if request.method == "POST":
        return {name: request.POST.get(name, "") for name in ("table", "hand", "who", "text", "call")}
    call = _open_call(tournament, request.GET.get("call", ""))
    if call is None:
        return {}
    return {"table": str(call.table_id), "hand": str(call.hand or ""), "text": call.text, "call": str(call.pk)}


def _open_call(tournament: Tournament, key: str) -> Call | None:
    number = read_number(key, 11)
    calls = Call.objects.filter(table__round__tournament=tournament, done_at=None)
    return calls.filter(pk=number).first() if number else None


def enter(request: DeskRequest, tournament: Tournament) -> None:
    table = _chosen(Table.objects.filter(round__tournament=tournament).select_related("round__tournament"),
                    request.POST.get("table", ""))  # fmt: skip
    if table is None:
        raise ValidationError(_("Choose the table that protests."), code="no_table")
    typed = request.POST.get("hand", "").strip()
    hand = read_number(typed, 3)
    made = enter_protest(
        table=table, hand=hand if hand is not None else typed or None,
        who=request.POST.get("who", ""), text=request.POST.get("text", ""), author=request.user,
        call=_open_call(tournament, request.POST.get("call", "")),
    )  # fmt: skip
    messages.success(request, _("The protest of %(who)s is written down.") % {"who": made.who})


def answer(request: DeskRequest, tournament: Tournament) -> None:
    protests = Protest.objects.filter(table__round__tournament=tournament)
    protest = _chosen(protests, request.POST.get("protest", ""))
    if protest is None:
        raise ValidationError(_("There is no such protest: load the page again."), code="no_protest")
    rulings = Ruling.objects.filter(sheet__table__round__tournament=tournament).select_related("sheet")
    answer_protest(
        protest=protest, outcome=request.POST.get("outcome", ""), answer=request.POST.get("answer", ""),
        ruling=_chosen(rulings, request.POST.get("ruling", "")), author=request.user,
    )  # fmt: skip
    messages.success(request, _("The protest of %(who)s is answered.") % {"who": protest.who})


def _chosen(rows: Any, key: str) -> Any:
    return rows.filter(pk=read_number(key, 11) or 0).first()
