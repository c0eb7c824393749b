"""A published standing as tables of a page."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.shortcuts import resolve_url
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from frame.page import Context
from frame.parts import Cell, Column, Link, Table, cells_of, heads_of
from frame.standing_page import Shown, StandingPage
from tournaments.models import Tournament
from wording import columns
from wording.naming import NOTHING
from wording.rests import marks


def tables(tournament: Tournament, page: StandingPage) -> Context:
    by_line = tournament.rules.sides == "pairs"
    short = _("By line") if by_line else _("By wind")
    title = _("By wind, over the whole evening")
    if by_line:
        title = _("By line, over the whole evening")

    winds = []
    if len(page.rounds) > 1:
        winds = [_wind_table(tournament, page, group) for group in page.winds]
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
    """Yield a tab for each list: its address on the page, and its name on a phone as ``short``."""
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


def _named(
    tournament: Tournament, page: StandingPage, lines: Iterable[Shown], cells: Iterable[list[Cell]]
) -> Iterable[tuple[Shown, Context]]:
    """Yield each line with the context of its name, its address and its cells."""
    address = _addresses("live:entry", tournament.code)
    for line, own in zip(lines, cells, strict=True):
        entry, rests = line["entry"], line.get("rests")
        yield (
            line,
            {
                "rank": line["rank"],
                "name": line["name"],
                "cells": own,
                "url": address(entry.number) if entry and not page.at_desk else "",
                "rests": marks(rests) if rests else "",
            },
        )


def _addresses(view: str, *place: object) -> Callable[[int | str], str]:
    """Function that gives the address of a view by the number at its end. The address is resolved
    once, because a page has hundreds of them.
    """
    before, after = resolve_url(view, *place, 0).rsplit("0", 1)
    return f"{before}{{}}{after}".format


def _heads(figure_columns: Iterable[columns.Column[Any]], place: columns.Place) -> list[Column]:
    return [Column(_("Place")), Column(_("Name"), ""), *heads_of(figure_columns, place)]


def _overall(tournament: Tournament, page: StandingPage) -> Table:
    figure_columns = columns.figures_at(columns.PAGE, page.ranked)
    lines = []
    cells = cells_of(figure_columns, columns.PAGE, page.ranked.lines, page.ranked)
    for line, row in _named(tournament, page, page.overall, cells):
        if page.is_long and (page.at_desk or row["url"]):
            row["note"] = line["decided_by"]
        else:
            row["why"] = line["why"]
            row["decided"] = line["decided_by"]
            row["entry"] = line["entry"]
        lines.append(row)
    return Table(_("Overall"), _heads(figure_columns, columns.PAGE), lines, kind="overall")


def _wind_table(tournament: Tournament, page: StandingPage, group: Mapping[str, Any]) -> Table:
    label, wind = group["label"], group["wind"]
    ranked, place = group["ranked"], columns.PAGE_BY_WIND
    figure_columns = columns.figures_at(place, ranked)
    cells = cells_of(figure_columns, place, ranked.lines, ranked)
    lines = [
        {**row, "decided": line["decided_by"]}
        for line, row in _named(tournament, page, group["lines"], cells)
    ]
    key = f"wind-{wind.lower()}"
    heads = _heads(figure_columns, place)
    return Table(label, heads, lines, wind, label, "compact", group["corrected"], key)


def round_tables(tournament: Tournament, page: StandingPage, round_: Mapping[str, Any]) -> Context:
    groups = [(group["label"], group["wind"], group["lines"]) for group in round_["groups"]]
    for rested, title in ((False, _("not ranked")), (True, _("sat out"))):
        apart = [line for line in round_["apart"] if line["rested"] == rested]
        if apart:
            groups.append((capfirst(title), "", apart))
    return {
        "number": round_["number"],
        "title": _title(round_),
        "corrected": round_["corrected"],
        "tables": [
            _round_table(tournament, page, round_["number"], label, wind, lines)
            for label, wind, lines in groups
        ],
    }


def _round_table(
    tournament: Tournament,
    page: StandingPage,
    number: int,
    label: str,
    wind: str,
    of_group: Sequence[Shown],
) -> Table:
    ranked, place = columns.Partita(page.raw), columns.PAGE_BY_WIND
    figure_columns = columns.figures_at(place, ranked, columns.PARTITA)
    sheets = _addresses("desk:sheet" if page.at_desk else "live:table", tournament.code, number)
    at = figure_columns.index(columns.TABLE)
    cells = [*cells_of(figure_columns, place, [line["line"] for line in of_group], ranked)]
    lines = []
    for line, row in _named(tournament, page, of_group, cells):
        row["cells"][at] = _sheet_link(line["line"].table, sheets)
        row["hint"] = line.get("why", "")
        row["wind"] = "" if wind else line.get("wind", "")
        lines.append(row)
    words = _("Partita %(number)s, %(wind)s") % {"number": number, "wind": label}
    heads = [
        head._replace(kind=TABLE_OF) if column is columns.TABLE else head
        for column, head in zip(
            (None, None, *figure_columns), _heads(figure_columns, place), strict=True
        )
    ]
    return Table(words, heads, lines, wind, label, "compact")


TABLE_OF = "num table-of"


def _sheet_link(table: int | str | None, sheets: Callable[[int | str], str]) -> Cell:
    url = sheets(table) if table else ""
    return Cell(words=str(table or NOTHING), url=url, kind=TABLE_OF)
