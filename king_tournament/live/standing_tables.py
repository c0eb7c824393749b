"""A posted standing as tables of a page."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from frame.page import Context
from frame.parts import Cell, Column, Link, Table
from frame.standing_page import Line, StandingPage
from tournaments.models import Tournament
from wording.naming import NOTHING


def tables(tournament: Tournament, page: StandingPage) -> Context:
    by_line = tournament.rules.sides == "pairs"
    whole = page.winds if len(page.rounds) > 1 else ()
    winds = [_of_wind(tournament, page, group) for group in whole]
    title = (
        _("By line, over the whole evening") if by_line else _("By wind, over the whole evening")
    )
    rounds = [round_tables(tournament, page, round_) for round_ in page.rounds]
    short = _("By line") if by_line else _("By wind")
    parts = [Link(_("Overall"), "#overall"), *([Link(short, "#winds")] if winds else [])]
    parts += [Link(round_["title"], f"#partita-{round_['number']}") for round_ in rounds]
    return {
        "overall": _overall(tournament, page),
        "winds": winds,
        "winds_title": title,
        "rounds": rounds,
        "parts": parts,
        "csv_lists": [*_csv_lists(tournament, page, short)],
    }


def _csv_lists(tournament: Tournament, page: StandingPage, by_wind: str) -> Iterable[Link]:
    address = partial(reverse, "live:csv_list")
    yield Link(_("Overall"), address(args=[tournament.code, "overall"]))
    if page.winds:
        yield Link(by_wind, address(args=[tournament.code, "winds"]))
    for round_ in page.rounds:
        number = round_["number"]
        title = _("Partita %(number)s") % {"number": number}
        yield Link(title, address(args=[tournament.code, f"partita-{number}"]))
    yield Link(_("Seats"), address(args=[tournament.code, "seats"]))
    yield Link(_("Results by table"), address(args=[tournament.code, "tables"]))
    title = _("First places, for a club's own site (JSON)")
    yield Link(title, reverse("live:result", args=[tournament.code]))


def _entry_url(tournament: Tournament, line: Line) -> str:
    entry = line["entry"]
    return reverse("live:entry", args=[tournament.code, entry.number]) if entry else ""


def _sums(page: StandingPage) -> list[Column]:
    points = Column(pgettext("of the sheets", "Points"))
    return [points] if page.raw else [points, Column(_("Match points"))]


def _sum_cells(page: StandingPage, line: Line) -> list[Cell]:
    """The figure that counts comes last."""
    if not page.raw:
        return [Cell(line["total"]), Cell(line["match_points"], "num strong")]
    counts = line["match_points"] if line["total"] is None else line["total"]
    return [Cell(counts, "num strong")]


def _overall(tournament: Tournament, page: StandingPage) -> Table:
    hint = (
        _("Points of partita %(number)s") if page.raw else _("Match points of partita %(number)s")
    )
    short, numbers = pgettext("partita, short", "P%(number)s"), _numbers(page)
    columns = [Column(_("Place")), Column(_("Name"), "")]
    columns += [
        Column(short % {"number": number}, "num wide", hint % {"number": number})
        for number in numbers
    ]
    if page.carries:
        columns.append(Column(_("Qualif."), "num wide", _("Brought along from the qualification")))
    columns += reversed(_sums(page))
    left_out = _("left out of the sum")
    lines = []
    for line in page.overall:
        cells = [
            Cell(line["by_round"].get(number), "num wide left-out", hint=left_out)
            if number in line["dropped"]
            else Cell(line["by_round"].get(number), "num wide")
            for number in numbers
        ]
        if page.carries:
            cells.append(Cell(line["carried"], "num wide"))
        cells += reversed(_sum_cells(page, line))
        url = _entry_url(tournament, line)
        about = {"note": line["decided_by"]}
        if not (page.is_long and url):
            about = {"why": line["why"], "decided": line["decided_by"], "entry": line["entry"]}
        lines.append(_named(line, cells, url) | about)
    return Table(_("Overall"), columns, lines, kind="overall")


def _numbers(page: StandingPage) -> list[int]:
    return [round_["number"] for round_ in page.rounds]


def _named(line: Line, cells: list[Cell], url: str) -> Context:
    return {"rank": line["rank"], "name": line["name"], "cells": cells, "url": url}


def _of_wind(tournament: Tournament, page: StandingPage, group: Mapping[str, Any]) -> Table:
    lines = [
        _named(line, _sum_cells(page, line), _entry_url(tournament, line))
        for line in group["lines"]
    ]
    columns = [Column(_("Place")), Column(_("Name"), ""), *_sums(page)]
    label, wind = group["label"], group["wind"]
    return Table(label, columns, lines, wind, label, "compact", group["corrected"])


def round_tables(tournament: Tournament, page: StandingPage, round_: Mapping[str, Any]) -> Context:
    groups = [
        _of_round(tournament, page, round_["number"], group["label"], group["wind"], group["lines"])
        for group in round_["groups"]
    ]
    if round_["apart"]:
        title = _("Without a place")
        groups.append(_of_round(tournament, page, round_["number"], title, "", round_["apart"]))
    return {
        "number": round_["number"],
        "title": _("Partita %(number)s") % {"number": round_["number"]},
        "corrected": round_["corrected"],
        "tables": groups,
    }


def _of_round(
    tournament: Tournament,
    page: StandingPage,
    number: int,
    label: str,
    wind: str,
    of_group: Iterable[Line],
) -> Table:
    columns = [Column(_("Place")), Column(_("Name"), ""), Column(_("Table")), *_sums(page)]
    lines = []
    for line in of_group:
        table = line.get("table")
        url = reverse("live:table", args=[tournament.code, number, table]) if table else ""
        cells = [Cell(words=str(table or NOTHING), url=url), *_sum_cells(page, line)]
        why, badge = line.get("why", ""), "" if wind else line.get("wind", "")
        about = {"hint": why, "wind": badge, "note": "" if line["rank"] else why}
        lines.append(_named(line, cells, _entry_url(tournament, line)) | about)
    said = _("Partita %(number)s, %(wind)s") % {"number": number, "wind": label}
    return Table(said, columns, lines, wind, label, "compact")
