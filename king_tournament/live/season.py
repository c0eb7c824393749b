"""The page of a circuit: its evenings, its regulation, its standing down to the sheet; the same for programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from king.standings.ranking import Line
from king.standings.round_results import Compared
from king.standings.season import reach
from king.standings.tiebreaks import TIED, TITLES
from printing.documents import season_paper
from printing.documents.csv_lists import as_csv
from printing.documents.workbook import Listed, Value
from scoring.season import Season, season_of
from tournaments.circuits import Circuit
from wording.figures import number
from wording.naming import column_name
from wording.sentences import say


def find_circuit(code: str) -> Circuit:
    found = Circuit.objects.filter(code=code).first()
    if found is None:
        raise Http404(_("There is no circuit with the code “%(code)s”.") % {"code": code})
    return found


@never_cache
@require_safe
def circuit(request: HttpRequest, code: str) -> HttpResponse:
    """What the circuit's evenings have posted, as one standing."""
    found = find_circuit(code)
    try:
        season = season_of(found)
    except ValidationError as refusal:
        context = {"circuit": found, "refused": refusal.messages}
        return render(request, "live/circuit.html", context)
    today = timezone.localdate()
    numbers = {sitting.tournament: sitting.evening for sitting in season.sittings.values()}
    calendar = [
        {"tournament": each, "number": at, "counts": each in numbers, "to_come": each.date > today}
        for at, each in enumerate(season.calendar, start=1)
    ]
    winds = {} if len(season.standings.winds) < 2 else season.standings.winds
    return render(request, "live/circuit.html", {
        "circuit": found, "season": season, "calendar": calendar, "regulation": season_paper.regulation(season),
        "evenings": [(evening, [season.sittings[number] for number in numbers])
                     for evening, numbers in season.evenings.items()],
        "lines": _lines(season, season.standings.overall),
        "winds": [(wind, column_name(wind), _lines(season, lines)) for wind, lines in winds.items()],
        "raw": season.settings.method == "raw",
        "guests": found.guests.all(),
        "to_come": (to_come := season.to_come(today)),
        "reach": reach(season.standings, season.settings, to_come) if to_come else (),
        "postings": found.postings.defer("standings").order_by("-number"),
        "still_missing": max((found.planned_evenings or 0) - len(season.calendar), 0),
    })  # fmt: skip


@never_cache
@require_safe
def posted(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """A standing of the season as it was posted."""
    found = find_circuit(code)
    numbers = list(found.postings.values_list("number", flat=True))
    posting = found.postings.filter(number=number).first()
    if posting is None:
        raise Http404(_("No standing with the number %(number)s was posted.") % {"number": number})
    rounds = posting.standings["rounds"]
    return render(request, "live/season_posted.html", {
        "circuit": found, "posting": posting, "last": max(numbers), "evenings": [(None, rounds)],
        "lines": [_frozen_line(line, [each["round"] for each in rounds]) for line in posting.standings["overall"]],
    })  # fmt: skip


def _frozen_line(line: Mapping[str, Any], rounds: Iterable[int]) -> dict[str, Any]:
    dropped = {each["round"]: Fraction(each["match_points"]) for each in line["dropped"]}
    made = dropped | {each["round"]: Fraction(each["match_points"]) for each in line["counted"]}
    figures = {key: Fraction(line[key]) for key in ("match_points", "total")}
    return {
        "line": {"rank": line["rank"], "entry": line["entry"], **figures},
        "decided_by": _tiebreak(line["tiebreak"]),
        "cells": [(made.get(number), number in dropped) for number in rounds],
    }  # fmt: skip


def _tiebreak(code: str | None) -> str:
    return "" if code is None else _("shared place") if code == TIED else _(TITLES[code])


@require_safe
def standing_json(request: HttpRequest, code: str) -> HttpResponse:
    """In the form of ``king standings``' answer, as ``export_season`` prints it but with the surname first."""
    return JsonResponse(_season(code).as_json(), json_dumps_params={"ensure_ascii": False})


@require_safe
def standing_csv(request: HttpRequest, code: str) -> HttpResponse:
    """A line for each competitor, a column for each result; one that is left out stands in square brackets, since a
    spreadsheet takes round ones for a minus."""
    season = _season(code)
    results = [
        f"{sitting.tournament.date.isoformat()}" + (f" P{sitting.partita}" if sitting.partita else "")
        for sitting in season.sittings.values()
    ]
    lines: list[list[Value]] = []
    for line in season.standings.overall:
        made: dict[int, Value] = {one.round: one.match_points for one in line.counted}
        made |= {one.round: f"[{number(one.match_points)}]" for one in line.dropped}
        lines.append([line.rank, line.entry, line.match_points, line.total, *map(made.get, season.sittings)])
    name = season.circuit.name
    listed = Listed("season", name, name, [_("Rank"), _("Name"), _("Match points"), _("Points"), *results], lines, 2)
    response = HttpResponse(as_csv(listed), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slugify(name) or code}.csv"'
    return response


@require_safe
def standing_paper(request: HttpRequest, code: str) -> HttpResponse:
    """The standing for the wall, with the regulation below it."""
    season = _season(code)
    if not season.sittings:
        raise Http404(_("No standing has been posted yet."))
    response = HttpResponse(season_paper.render(season), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{slugify(season.circuit.name) or code}.pdf"'
    return response


def _season(code: str) -> Season:
    try:
        return season_of(find_circuit(code))
    except ValidationError as refusal:
        raise Http404(" ".join(refusal.messages)) from None


def _lines(season: Season, lines: Iterable[Line]) -> list[dict[str, Any]]:
    """The lines as the page shows them, each result with its reason and the sheet's own page."""
    return [_line(season, line) for line in lines]


def _line(season: Season, line: Line) -> dict[str, Any]:
    results = sorted((*line.counted, *line.dropped), key=lambda one: one.round)
    dropped = {one.round for one in line.dropped}
    made = {one.round: one for one in results}
    return {
        "line": line,
        "decided_by": _tiebreak(line.tiebreak),
        "cells": [
            (made[number].match_points if number in made else None, number in dropped) for number in season.sittings
        ],
        "results": [(say(one.phrase), _address(season, line.entry, one)) for one in results],
        "more": [say(sentence) for sentence in line.explanation[len(results) :]],
    }


def _address(season: Season, entry: str, one: Compared) -> str:
    """Where the result is told: the sheet of its table, the player's own page, or nowhere for an evening missed."""
    sitting = season.sittings[one.round]
    code, own = sitting.tournament.code, sitting.entries.get(entry)
    if own is None:
        return ""
    if sitting.partita is not None and one.result.table is not None:
        return reverse("live:table", args=[code, sitting.partita, one.result.table])
    return reverse("live:entry", args=[code, own.number])
