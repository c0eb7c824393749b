"""A posted standing as tables of a page."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.shortcuts import resolve_url
from django.utils.text import capfirst
from django.utils.translation import gettext as _, pgettext

from frame.page import Context
from frame.parts import Cell, Column, Link, Table
from frame.standing_page import Line, StandingPage
from tournaments.models import Tournament
from wording.naming import NOTHING
from wording.rests import earned, marks


def tables(tournament: Tournament, page: StandingPage) -> Context:
    by_line = tournament.rules.sides == "pairs"
    short = _("By line") if by_line else _("By wind")
    title = _("By wind, over the whole evening")
    if by_line:
        title = _("By line, over the whole evening")

    winds = []
    if len(page.rounds) > 1:
        winds = [_of_wind(tournament, page, group) for group in page.winds]
    rounds = [round_tables(tournament, page, round_) for round_ in page.rounds]

    return {
        "overall": _overall(tournament, page),
        "winds": winds,
        "winds_title": title,
        "rounds": rounds,
        "tabs": [*_tabs(page, winds, short, rounds)],
        "csv_lists": [*_csv_lists(tournament, page, short)],
    }


def _tabs(
    page: StandingPage, winds: Sequence[Table], by_wind: str, rounds: Sequence[Context]
) -> Iterable[Context]:
    """Give a tab for each list: its address on the page, and its name on a phone as ``short``."""
    yield {"text": _("Overall"), "url": "#overall"}
    if winds and page.is_long:
        yield {"text": by_wind, "url": "#winds"}
    elif winds:
        yield from ({"text": table.label, "url": f"#{table.key}"} for table in winds)
    for at, round_ in enumerate(rounds):
        tab = {"text": round_["title"], "url": f"#partita-{round_['number']}"}
        yield tab if at == 0 else {**tab, "short": round_["number"]}


def _csv_lists(tournament: Tournament, page: StandingPage, by_wind: str) -> Iterable[Link]:
    keys = {"overall": _("Overall")}
    if page.winds:
        keys["winds"] = by_wind
    for round_ in page.rounds:
        keys[f"partita-{round_['number']}"] = _title(round_)
    keys["seats"] = _("Seats")
    keys["tables"] = _("Results by table")

    for key, title in keys.items():
        yield Link(title, resolve_url("live:csv_list", tournament.code, key))

    title = _("First places, for a club's own site (JSON)")
    yield Link(title, resolve_url("live:result", tournament.code))


def _title(round_: Mapping[str, Any]) -> str:
    return _("Partita %(number)s") % {"number": round_["number"]}


def _named(tournament: Tournament, page: StandingPage, line: Line, cells: list[Cell]) -> Context:
    entry = line["entry"]
    url = ""
    if entry and not page.at_desk:
        url = resolve_url("live:entry", tournament.code, entry.number)
    return {
        "rank": line["rank"],
        "name": line["name"],
        "cells": cells,
        "url": url,
        "rests": marks(line.get("rests", {})),
    }


def _names() -> list[Column]:
    return [
        Column(_("Place")),
        Column(_("Name"), ""),
    ]


def _sums(page: StandingPage) -> list[Column]:
    points = Column(pgettext("of the sheets", "Points"))
    if page.raw:
        return [points]
    return [points, Column(_("Match points"))]


def _sum_cells(page: StandingPage, line: Line) -> list[Cell]:
    """The figure that counts comes last."""
    total, match_points = line["total"], line["match_points"]
    if line.get("rested"):
        mark = Cell(kind="num strong", words=earned(match_points, rested=True))
        return [mark] if page.raw else [Cell(total), mark]
    if not page.raw:
        return [Cell(total), Cell(match_points, "num strong")]
    counts = match_points if total is None else total
    return [Cell(counts, "num strong")]


def _overall(tournament: Tournament, page: StandingPage) -> Table:
    columns = [*_names(), *_of_each_partita(page)]
    if page.carries:
        hint = _("Brought along from the qualification")
        columns.append(Column(_("Qualif."), "num wide", hint))
    columns += reversed(_sums(page))

    lines = []
    for line in page.overall:
        cells = [*_earned(page, line)]
        if page.carries:
            cells.append(Cell(line["carried"], "num wide"))
        cells += reversed(_sum_cells(page, line))

        shown = _named(tournament, page, line, cells)
        if page.is_long and (page.at_desk or shown["url"]):
            shown["note"] = line["decided_by"]
        else:
            shown["why"] = line["why"]
            shown["decided"] = line["decided_by"]
            shown["entry"] = line["entry"]
        lines.append(shown)

    return Table(_("Overall"), columns, lines, kind="overall")


def _of_each_partita(page: StandingPage) -> Iterable[Column]:
    short = pgettext("partita, short", "P%(number)s")
    hint = _("Match points of partita %(number)s")
    if page.raw:
        hint = _("Points of partita %(number)s")
    for round_ in page.rounds:
        number = {"number": round_["number"]}
        yield Column(short % number, "num wide", hint % number)


def _earned(page: StandingPage, line: Line) -> Iterable[Cell]:
    for round_ in page.rounds:
        number = round_["number"]
        figure, kind, hint = line["by_round"].get(number), "num wide", ""
        if number in line["dropped"]:
            kind, hint = "num wide left-out", _("left out of the sum")
        if number in line["rests"]:
            hint = ", ".join(filter(None, (_("sat out"), hint)))
            yield Cell(kind=kind, words=earned(line["rests"][number], rested=True), hint=hint)
        else:
            yield Cell(figure, kind, hint=hint)


def _of_wind(tournament: Tournament, page: StandingPage, group: Mapping[str, Any]) -> Table:
    label = group["label"]
    columns = [*_names(), *_sums(page)]
    lines = [
        {
            **_named(tournament, page, line, _sum_cells(page, line)),
            "decided": line["decided_by"],
        }
        for line in group["lines"]
    ]
    wind = group["wind"]
    key = f"wind-{wind.lower()}"
    return Table(label, columns, lines, wind, label, "compact", group["corrected"], key)


def round_tables(tournament: Tournament, page: StandingPage, round_: Mapping[str, Any]) -> Context:
    groups = [(group["label"], group["wind"], group["lines"]) for group in round_["groups"]]
    for rested, title in ((False, _("not ranked")), (True, _("sat out"))):
        apart = [line for line in round_["apart"] if line.get("rested", False) == rested]
        if apart:
            groups.append((capfirst(title), "", apart))
    return {
        "number": round_["number"],
        "title": _title(round_),
        "corrected": round_["corrected"],
        "tables": [
            _of_round(tournament, page, round_["number"], label, wind, lines)
            for label, wind, lines in groups
        ],
    }


def _of_round(
    tournament: Tournament,
    page: StandingPage,
    number: int,
    label: str,
    wind: str,
    of_group: Iterable[Line],
) -> Table:
    columns = [
        *_names(),
        Column(_("Table"), "num table-of"),
        *_sums(page),
    ]

    lines = []
    for line in of_group:
        table = line.get("table")
        url = ""
        if table:
            sheet = "desk:sheet" if page.at_desk else "live:table"
            url = resolve_url(sheet, tournament.code, number, table)
        cells = [
            Cell(words=str(table or NOTHING), url=url, kind="num table-of"),
            *_sum_cells(page, line),
        ]

        why = line.get("why", "")
        shown = _named(tournament, page, line, cells)
        shown["hint"] = why
        shown["wind"] = "" if wind else line.get("wind", "")
        lines.append(shown)

    words = _("Partita %(number)s, %(wind)s") % {"number": number, "wind": label}
    return Table(words, columns, lines, wind, label, "compact")
