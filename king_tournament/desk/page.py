"""What every page of the desk has: who may open it, the evening, the line of steps, refusals in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from deals.access import DEALING
from king_tournament.accounts.roles import ARBITER, ORGANIZER, holds, role_required
from king_tournament.desk.night import BOARDS, PRINT, steps_of
from king_tournament.desk.night_facts import NightFacts, gather
from scoring.protests import become_official
from tournaments.models import Round, Tournament

staff_only = role_required(ORGANIZER, ARBITER)
"""Whoever runs the evening or rules on it: reading every page, and what happens in the hall during play."""

organizer_only = role_required(ORGANIZER)
"""What makes the evening: its settings, the roster, the draw, the seating."""

preparers_only = role_required(ORGANIZER, DEALING)
"""Whoever prepares the boards of an evening."""

boards_and_paper = role_required(ORGANIZER, ARBITER, DEALING)
"""The pages that somebody who only deals needs as well: to find the evening, its boards and their slips."""

View = Callable[..., HttpResponse]


def find_tournament(code: str) -> Tournament:
    """The evening of that code, or 404."""
    found = get_object_or_404(Tournament, code=code.lower())
    become_official(found)
    return found


def find_round(tournament: Tournament, number: int) -> Round:
    """The partita of that number, its tournament at hand, or 404."""
    found = get_object_or_404(tournament.rounds.select_related("board_set"), number=number)
    found.tournament = tournament
    return found


def desk_page(
    request: HttpRequest,
    template: str,
    tournament: Tournament,
    *,
    step: str = "",
    number: int | None = None,
    facts: NightFacts | None = None,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    """A page with the line of steps; ``step`` is the one it belongs to, ``number`` the partita (None: the current)."""
    facts = facts or gather(tournament)
    shown = number or facts.current
    steps = steps_of(facts, shown)
    if not holds(request.user, ORGANIZER, ARBITER):
        steps = tuple(each if each.key in (BOARDS, PRINT) else replace(each, url=None) for each in steps)
    context = {
        "tournament": tournament,
        "night": facts,
        "steps": steps,
        "step_now": step,
        "round_number": shown,
        "round_numbers": range(1, facts.planned + 1),
        **context,
    }
    return render(request, template, context, status=status)


def refusals(error: ValidationError) -> list[str]:
    """The sentences of a refusal, each once."""
    return list(dict.fromkeys(map(str, error.messages)))


def say_no(request: HttpRequest, error: ValidationError) -> None:
    """Show a refusal at the top of the next page."""
    for sentence in refusals(error):
        messages.error(request, sentence)


def refuse_form(form: Form, error: ValidationError, fields: dict[str, str] | None = None) -> None:
    """Put a refusal beside the fields it speaks of; ``fields`` renames the service's fields to the form's."""
    by_field = error.error_dict if hasattr(error, "error_dict") else {NON_FIELD_ERRORS: error.error_list}
    for name, problems in by_field.items():
        field = (fields or {}).get(name, name)
        form.add_error(field if field in form.fields else None, problems)
