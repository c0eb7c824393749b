"""The pages over many evenings: a circuit, its standing down to the sheet, and a player; the same
for programs.
"""

import datetime
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import reduce
from operator import or_
from typing import Any

from django.db import connection
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.text import slugify
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from frame.calendar_file import calendar_file, calendar_links
from frame.link_preview import FIRST, LinkPreview, line_words, link_preview
from frame.page_cache import cached_page, render_once
from frame.parts import cells_of, heads_of
from frame.public import LiveRequest, file_answer
from frame.standing_page import SHORT
from ground.addresses import readers_address
from king.standing.ranking import Line, Standings, has_a_most, reach
from king.standing.round_results import Compared
from night.evenings import with_change
from printing.link_pictures import draw_link_picture
from printing.pictures import as_svg, places, podium
from printing.spreadsheets import as_csv
from scoring.publishing import public_form
from scoring.publishing.final_hold import last_visible
from scoring.standings_cache import cached_by_revision
from seasons import paper
from seasons.lookups import find_circuit, find_season_publication, season_now
from seasons.models import WAYS_BACK, Qualification, SeasonPublication
from seasons.qualifying import qualified
from seasons.season import (
    Season,
    places_after,
    published_season,
    rests_in_words,
    results_in,
)
from seasons.season_revision import season_number, season_page_revision
from tournaments.circuits import Circuit
from tournaments.models import Entry
from wording.columns import SEASON_PAGE, Ranked, figures_at
from wording.naming import column_name
from wording.rests import foot, points_text
from wording.results import MATCH_POINTS, points_in_words
from wording.sentences import say


@cached_page(season_page_revision, shows_address=True)
@never_cache
@require_safe
def circuit(request: HttpRequest, code: str) -> HttpResponse:
    circuit = find_circuit(code)
    number = season_number(circuit.code)  # Before the season is read: what comes meanwhile is new.
    season = season_now(circuit)
    today = timezone.localdate()
    numbers = {sitting.tournament: sitting.evening for sitting in season.sittings.values()}
    context = _columns(season) | {
        "circuit": circuit,
        "season": season,
        "evenings_listed": [
            {
                "tournament": tournament,
                "number": numbers.get(tournament),
                "to_come": tournament.date > today,
            }
            for tournament in season.calendar
        ],
        "regulation": paper.regulation(season),
        "lines": _lines(season, season.standings.overall),
        "has_winds": bool(_by_wind(season)),
        "has_reach": bool(
            season.to_come(today) and season.standings.overall and has_a_most(season.settings)
        ),
        "standing_state": "official" if season.official else "provisional",
        "apart": [*_without_a_place(season, circuit)],
        "publications": circuit.publications.defer("standings").order_by("-number"),
        "corrected": list(season.corrected()),
        "files": season_files(circuit) if season.sittings else (),
        "finals": _finals(circuit),
        "curve": _curve(season, number, request.GET.get("lit", "")),
        "preview": _preview(request, season),
        "calendar": calendar_links(request, reverse("seasons:calendar", args=[circuit.code])),
        "still_missing": max((circuit.planned_evenings or 0) - len(season.calendar), 0),
    }
    if not context["is_long"]:
        context |= _winds(season) | _reach(season)
    return render(request, "seasons/public.html", context)


def _preview(request: HttpRequest, season: Season) -> LinkPreview | None:
    code, lines = season.circuit.code, season.standings.overall
    first = [
        " · ".join(
            filter(
                None,
                (
                    line_words(line.rank, line.entry, line.match_points, line.total, season.raw),
                    season.rests(line),
                ),
            )
        )
        for line in lines[:FIRST]
    ]
    picture = reverse("seasons:picture", args=[code])
    return link_preview(request, season.circuit.name, [_after(season), *first], picture)


def _after(season: Season) -> str:
    count = len(season.evenings)
    return ngettext(
        "Standings after %(counter)s evening", "Standings after %(counter)s evenings", count
    ) % {"counter": count}


@cached_page(season_page_revision, is_paper=True, own_language=True)
@require_safe
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """Picture of the season's link: its podium as it stands."""
    now = season_number(code) or ""
    circuit = find_circuit(code)

    def draw() -> bytes:
        season = season_now(circuit)
        first = [
            (str(line.rank), line.entry, points_in_words(line.match_points, line.total, season.raw))
            for line in season.standings.overall[:3]
        ]
        drawing = podium(first) if len(first) == 3 else None
        return draw_link_picture(circuit.name, _after(season), (), drawing)

    content = render_once(f"picture of a season {code}", now, draw)
    return file_answer(content, "king.png", "image/png", inline=True)


@cached_page(season_page_revision, shows_address=True, own_language=True)
@require_safe
def calendar(request: HttpRequest, code: str) -> HttpResponse:
    circuit = find_circuit(code)
    evenings = with_change(circuit.tournaments.all()).order_by("date", "pk")
    content = calendar_file(circuit.name, evenings, readers_address(request))
    name = f"{slugify(circuit.name) or code}.ics"
    return file_answer(content, name, "text/calendar; charset=utf-8", inline=True)


def _without_a_place(season: Season, circuit: Circuit) -> Iterator[tuple[str, list[str]]]:
    too_few = [f"{name} ({came})" for name, came in season.standings.too_few]
    if too_few:
        yield _("Too few evenings for a place:"), too_few
    if guests := [guest.full_name for guest in circuit.guests.all()]:
        yield _("Guests, who play without a place:"), guests


def _columns(season: Season) -> dict[str, Any]:
    """Context of the standing. Of a long season the lists by wind, the outlook and each line's
    reasons are loaded when opened.
    """
    return {
        "evenings": [
            {"date": evening.date, "name": evening.name, "count": len(numbers)}
            for evening, numbers in season.evenings.items()
        ],
        "raw": season.raw,
        "heads": heads_of(figures_at(SEASON_PAGE, season.ranked()), SEASON_PAGE),
        "is_long": len(season.standings.overall) > SHORT,
        "rests_note": season.rests_note,
    }


MOST_LINES = 40
"""Of the curve of places, which still are told apart."""


def _curve(season: Season, number: str | None, lit: str) -> dict[str, Any] | None:
    """Chart of the places after each evening, with one entry highlighted: the first, or the one
    asked for. None until there are two evenings.
    """
    if len(season.evenings) < 2 or not season.standings.overall:
        return None
    if number is None or connection.in_atomic_block:
        after = places_after(season)
    else:
        after = cached_by_revision(
            number, lambda: places_after(season), "places", season.circuit.code
        )
    lit = lit if lit in after else next(iter(after))
    lines = {name: after[name] for name in dict.fromkeys([*list(after)[:MOST_LINES], lit])}
    return {
        "picture": as_svg(places(lines, lit), "curve-title", "curve-words"),
        "lit": lit,
        "lines": [
            {
                "name": name,
                "is_lit": name == lit,
                "url": f"?{urlencode({'lit': name})}#curve",
                "places": of_name,
            }
            for name, of_name in after.items()
        ],
    }


def _by_wind(season: Season) -> Mapping[Any, Sequence[Line]]:
    winds = season.standings.winds
    return winds if len(winds) > 1 else {}


def _winds(season: Season) -> dict[str, Any]:
    lists = [
        (wind, column_name(wind), _lines(season, lines, season.settings.winds_by))
        for wind, lines in _by_wind(season).items()
    ]
    return {"winds": lists}


def _reach(season: Season) -> dict[str, Any]:
    to_come = season.to_come(timezone.localdate())
    within = reach(season.standings, season.settings, to_come) if to_come else ()
    return {"to_come": to_come, "reach": within}


@cached_page(season_page_revision)
@never_cache
@require_safe
def season_list(request: LiveRequest, code: str, part: str) -> HttpResponse:
    circuit = find_circuit(code)
    season = season_now(circuit)
    template = f"seasons/_{part}.html"
    context = {
        "circuit": circuit,
        "part": part,
        "template": template,
        **_columns(season),
        **(_winds if part == "winds" else _reach)(season),
    }
    return render(request, template if request.htmx else "seasons/part.html", context)


@never_cache
@require_safe
def season_name(request: HttpRequest, code: str) -> HttpResponse:
    circuit = find_circuit(code)
    season = season_now(circuit)
    name = request.GET.get("of", "")
    places = [
        (wind and column_name(wind), placed)
        for wind, lines in {"": season.standings.overall, **_by_wind(season)}.items()
        if any(line.entry == name for line in lines)
        for placed in _lines(season, lines, season.settings.winds_by if wind else MATCH_POINTS)
        if placed["line"].entry == name
    ]
    if not places:
        raise Http404
    context = {
        "circuit": circuit,
        "name": name,
        "places": places,
        "rests_note": season.rests_note,
    }
    return render(request, "seasons/name.html", context)


MOST_OF_A_FINAL = 16


def _finals(circuit: Circuit) -> list[dict[str, Any]]:
    """Finals, with the semifinals before them, each with its standing or its players in order. A
    few queries, however many; one if there are none.
    """
    of_circuit = reduce(
        or_, (Q(**{f"evening__{way}": circuit}) for way in WAYS_BACK[:-1]), Q(circuit=circuit)
    )
    rows = (
        Qualification.objects.filter(of_circuit)
        .select_related("circuit", "evening", "final")
        .order_by("pk")
    )
    finals = {row.final.pk: row.final for row in rows if row.final is not None}
    publications = last_visible(Q(tournament__in=finals))[0] if finals else ()
    by_evening = {publication.tournament_id: publication for publication in publications}
    lines: dict[int, list[tuple[int | None, str]]] = {
        final: [
            (line.rank, line.entry)
            for line in map(Line.from_json, publication.standings["overall"][:MOST_OF_A_FINAL])
        ]
        for final, publication in by_evening.items()
    }
    waiting = Entry.objects.filter(
        tournament__in=finals.keys() - by_evening.keys(), withdrawn_at=None
    )
    for entry in waiting.order_by("number").with_players():
        lines.setdefault(entry.tournament_id, []).append((entry.number, entry.title))
    to_come = [qualified(row) for row in rows if row.final is None and row.circuit is not None]
    return [
        {
            "final": final,
            "published": by_evening.get(pk),
            "lines": lines.get(pk, ())[:MOST_OF_A_FINAL],
        }
        for pk, final in finals.items()
    ] + [
        {"final": None, "lines": [(candidate.order, candidate.name) for candidate in who.first]}
        for who in to_come
        if not who.ties
    ]


@cached_page(season_page_revision)
@never_cache
@require_safe
def published(request: HttpRequest, code: str, number: int) -> HttpResponse:
    circuit = find_circuit(code)
    publication = find_season_publication(circuit, number)
    rounds = [round_["round"] for round_ in publication.standings["rounds"]]
    context = {
        "circuit": circuit,
        "publication": publication,
        "last": max(circuit.publications.values_list("number", flat=True)),
        "evenings": _published_evenings(publication),
        **_frozen_lines(publication.standings, rounds),
        "rests_note": _publication_rests_note(publication),
        "files": season_files(circuit, number) if published_season(publication) is not None else (),
    }
    return render(request, "seasons/publication.html", context)


def _publication_rests_note(publication: SeasonPublication) -> str:
    then = copy(publication.circuit)
    then.settings = publication.settings
    lines = Standings.from_json(publication.standings).overall
    return foot((line.rests for line in lines), then.regulation.bye_points)


def _published_evenings(publication: SeasonPublication) -> list[dict[str, Any]]:
    """Evenings of a publication, each with its day and the number of its partite. An evening of
    which no result is left has only its number.
    """
    results = results_in(publication.standings["overall"])
    dates = {result["round"]: datetime.date.fromisoformat(result["date"]) for result in results}
    evenings: dict[int, list[int]] = {}
    for round_ in publication.standings["rounds"]:
        evenings.setdefault(round_["evening"], []).append(round_["round"])
    return [
        {"date": dates.get(rounds[0]), "name": number, "count": len(rounds)}
        for number, rounds in evenings.items()
    ]


def season_files(circuit: Circuit, number: int | None = None) -> list[tuple[str, str]]:
    titles = {
        "pdf": _("Print (PDF)"),
        "xlsx": _("Spreadsheet (.xlsx)"),
        "csv": "CSV",
        "json": "JSON",
    }
    place = [circuit.code] if number is None else [circuit.code, number]
    return [(title, reverse("seasons:file", args=[*place, kind])) for kind, title in titles.items()]


def _frozen_lines(standings: Mapping[str, Any], rounds: Sequence[int]) -> dict[str, Any]:
    """Context of a published standing: its columns, and its lines with the days of their results,
    which the standing alone does not have.
    """
    ranked = Ranked(Standings.from_json(standings).overall, once=False)
    figure_columns = figures_at(SEASON_PAGE, ranked)
    results = [list(results_in([line])) for line in standings["overall"]]
    return {
        "heads": heads_of(figure_columns, SEASON_PAGE),
        "lines": [
            {
                "line": line,
                "decided_by": ranked.ties[line.entry],
                "figures": figures,
                "cells": _cells(line, rounds),
                "rests": rests_in_words(
                    (_day_of(result), result.get("partita"), line.rests[result["round"]])
                    for result in own
                    if result["round"] in line.rests
                ),
            }
            for line, own, figures in zip(
                ranked.lines,
                results,
                cells_of(figure_columns, SEASON_PAGE, ranked.lines, ranked),
                strict=True,
            )
        ],
    }


def _day_of(result: Mapping[str, Any]) -> datetime.date | None:
    return datetime.date.fromisoformat(result["date"]) if "date" in result else None


def _cells(line: Line, rounds: Iterable[int]) -> list[tuple[str, bool]]:
    """Match points of the line in each round, in their brackets if there are any, and whether they
    are left out. Empty text if there is no result.
    """
    results = {one.round: one for one in line.by_round}
    dropped = {one.round for one in line.dropped}
    return [
        (
            points_text(
                results[number].match_points,
                rested=results[number].rested,
                dropped=number in dropped,
            )
            if number in results
            else "",
            number in dropped,
        )
        for number in rounds
    ]


def _season_json(season: Season, publication: SeasonPublication | None) -> bytes:
    answer = season.as_json() if publication is None else publication.standings
    return json.dumps(public_form(answer, season.calendar), ensure_ascii=False).encode()


def _season_workbook(season: Season, publication: SeasonPublication | None) -> bytes:
    return paper.workbook(season, timezone.now() if publication is None else publication.created_at)


FILES: Mapping[str, tuple[str, Callable[[Season, SeasonPublication | None], bytes]]] = {
    "pdf": ("application/pdf", paper.render),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", _season_workbook),
    "csv": ("text/csv; charset=utf-8", lambda season, _: as_csv(paper.standing_list(season))),
    "json": ("application/json", _season_json),
}
"""Files that anybody may take away, by kind: the type, and a function that makes it of the season now or as published."""


@cached_page(season_page_revision, is_paper=True, own_language=True)
@require_safe
def standing_file(
    request: HttpRequest, code: str, kind: str, number: int | None = None
) -> HttpResponse:
    if kind not in FILES:
        raise Http404
    # Before the rest is read: what comes meanwhile is not kept under it.
    now = season_number(code) or ""
    circuit = find_circuit(code)
    publication = None if number is None else find_season_publication(circuit, number)
    season = season_now(circuit) if publication is None else published_season(publication)
    if season is None or (not season.sittings and kind in ("pdf", "xlsx")):
        raise Http404
    content_type, make = FILES[kind]
    name = "-".join(filter(None, [slugify(circuit.name) or code, str(number or "")]))
    content = render_once(f"season {code} {number} {kind}", now, lambda: make(season, publication))
    return file_answer(content, f"{name}.{kind}", content_type, inline=kind in ("pdf", "json"))


def _lines(season: Season, lines: Sequence[Line], by: str = MATCH_POINTS) -> list[dict[str, Any]]:
    ranked = Ranked(lines, by=by, rests=season.rests, once=season.raw)
    figure_columns = figures_at(SEASON_PAGE, ranked)
    return [
        _line(season, line, ranked) | {"figures": figures}
        for line, figures in zip(
            lines, cells_of(figure_columns, SEASON_PAGE, lines, ranked), strict=True
        )
    ]


def _line(season: Season, line: Line, ranked: Ranked) -> dict[str, Any]:
    results = line.by_round
    return {
        "line": line,
        "decided_by": ranked.ties[line.entry],
        "cells": _cells(line, season.sittings),
        "rests": season.rests(line),
        "results": [
            (say(result.phrase), _address(season, line.entry, result)) for result in results
        ],
        "more": [say(sentence) for sentence in line.explanation[len(results) :]],
    }


def _address(season: Season, entry: str, compared: Compared) -> str:
    sitting = season.sittings[compared.round]
    code, own = sitting.tournament.code, sitting.entries.get(entry)
    if own is None:
        return ""
    table = compared.result.table
    if sitting.partita is not None and table is not None:
        return reverse("live:table", args=[code, sitting.partita, table])
    return reverse("live:entry", args=[code, own.number])
