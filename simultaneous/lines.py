"""Standing as pages show it: a hundred lines at a time, searched by name, or only those of a hall."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.utils.http import urlencode
from django.utils.translation import gettext, gettext_lazy

from frame.parts import cells_of, heads_of
from ground.names import clean_text, search_text
from simultaneous.models import Event, EventPublication, PublicationLine
from simultaneous.ranking import ORDER
from wording import columns
from wording.columns import Column, Kind, Place, Print, Shown, always, columns_at, only
from wording.naming import number
from wording.rests import Rests, foot, points_text

LINES_ON_A_PAGE = 100
LONGEST_SEARCH = 80

Context = dict[str, Any]


NOTHING = Fraction(0)
"""What a partita that was sat out is worth in an event."""

LATE = "late"
"""The list of halls without a place, beside those of the winds."""


class EventStanding(NamedTuple):
    """A standing of all halls: the numbers of its partite, and the key of the column that
    counts.
    """

    rounds: Sequence[int]
    main: str = "percent"


PERCENT = Column[Context](
    key="percent",
    title="%",
    short="%",
    hint="",
    kind=Kind.PERCENT,
    value=lambda line, _over: line["percent"],
    when=always,
    faces=only(page=Shown.ALWAYS, paper=Print(15, 1, 0), narrow=Print(15, 1, 0)),
)
TOTAL = Column[Context](
    key="total",
    title=columns.TOTAL.title,
    short=columns.TOTAL.short,
    hint="",
    kind=Kind.POINTS,
    value=lambda line, _over: line["total"],
    when=always,
    faces=only(page=Shown.ALWAYS),
)
HALL = Column[Context](
    key="hall",
    title=gettext_lazy("Hall"),
    short=gettext_lazy("Hall"),
    hint="",
    kind=Kind.TEXT,
    value=lambda line, _over: line["row"].hall.name,
    when=always,
    # A page has it below the name.
    faces=only(paper=Print(60, 1, 0.2), narrow=Print(30, 1, 0.2)),
)


def _parts(over: EventStanding) -> Iterator[Column[Context]]:
    """A column for each partita. None if the event has only one."""
    for at, partita in enumerate(over.rounds if len(over.rounds) > 1 else ()):
        title = gettext("Partita %(number)s") % {"number": partita}
        yield Column[Context](
            key=f"partita-{partita}",
            title=title,
            short=title,
            hint="",
            kind=Kind.POINTS,
            value=partial(_part_figure, at),
            when=always,
            faces=only(page=Shown.NOT_ON_PHONES),
        )


def _part_figure(at: int, line: Context, _over: EventStanding) -> str:
    words: str = line["cells"][at]
    return words


EVENT: columns.Declared = (PERCENT, columns.Each("partite", _parts), TOTAL, HALL)
"""The columns of a standing over the halls, beside place and name."""
EVENT_PAGE = Place("page", ("percent", "partite", columns.OTHERS, "total"))
EVENT_PAPER = Place("paper", ("hall", columns.OTHERS, "percent"))
EVENT_BY_WIND = EVENT_PAPER._replace(face="narrow")
"""A list of a wind has half a page."""


def standing_lines(publication: EventPublication, query: Mapping[str, str]) -> Context:
    """Context of ``simultaneous/_standing.html``. ``query`` may have ``wind``, ``hall``, ``page``
    and a name ``q``. A search for a name, and a hall without a ``page``, list only their own lines,
    each with a link to its page in the whole list.
    """
    lists = _lists_of(publication)
    halls = list(publication.event.halls.order_by("number"))
    own = next((hall for hall in halls if str(hall.number) == query.get("hall", "")), None)
    page, wind = query.get("page", ""), query.get("wind", "")
    if not wind or wind not in lists:
        is_late = (
            own is not None and not page and publication.lines.filter(hall=own, late=True).exists()
        )
        wind = LATE if is_late else ""
    search = clean_text(query.get("q", "")[:LONGEST_SEARCH])
    rows = publication.lines.filter(wind="", late=True)
    if wind != LATE:
        rows = publication.lines.filter(wind=wind, late=False)
    rows = rows.select_related("hall").order_by("place")
    first = rows.values_list("place", flat=True).first() or 1
    is_part = bool(search)
    for word in search_text(search).split():
        rows = rows.filter(search__contains=f" {word}")
    if own is not None and not page:
        rows = rows.filter(hall=own)
        is_part = True
    filters = {"wind": wind, "hall": own.number if own else ""}
    listed = Paginator(rows, LINES_ON_A_PAGE).get_page(page)
    over = EventStanding(rounds_of(publication.event))
    event_columns = columns_at(EVENT_PAGE, over, EVENT)
    own_lines = [line_of(row) for row in listed]
    lines = [
        line
        | {
            "figures": figures,
            "is_own": row.hall == own and not is_part,
            "url": _place_of(row, filters, first) if is_part else "",
        }
        for row, line, figures in zip(
            listed, own_lines, cells_of(event_columns, EVENT_PAGE, own_lines, over), strict=True
        )
    ]
    return {
        "publication": publication,
        "wind": wind,
        "is_late": wind == LATE,
        "winds": [
            {"wind": one, "query": _query(filters | {"wind": one, "q": search})} for one in lists
        ],
        "halls": halls,
        "own": own,
        "search": search,
        "is_part": is_part,
        "whole": _query(filters | {"page": 1}),
        "heads": heads_of(event_columns, EVENT_PAGE),
        "page": listed,
        "query": f"{_query(filters | {'q': search})}&",
        "lines": lines,
        "rests_note": rests_note(lines),
    }


def _lists_of(publication: EventPublication) -> list[str]:
    """Winds of the lists that have lines: overall first, then by wind, then the late halls."""
    there = set(publication.lines.order_by().values_list("wind", "late").distinct())
    lists = [wind for wind in ORDER if (wind, False) in there]
    return [*lists, LATE] if ("", True) in there else lists


def rounds_of(event: Event) -> list[int]:
    return [number for document in event.terms["documents"] for number in document["rounds"]]


def first_lines(publication: EventPublication, wind: str, most: int) -> list[Context]:
    rows = publication.lines.filter(wind=wind, late=False, place__lte=most).select_related("hall")
    return [line_of(row) for row in rows.order_by("place")]


def late_lines(publication: EventPublication) -> list[Context]:
    rows = publication.lines.filter(wind="", late=True).select_related("hall")
    return [line_of(row) for row in rows.order_by("place")]


def line_of(row: PublicationLine) -> Context:
    """Cells of a line. ``cells`` has the points of each partita, marked if it was sat out.
    ``rests`` lists the partite sat out; they do not count in the mean.
    """
    rounds = rounds_of(row.publication.event)
    return {
        "row": row,
        "percent": Fraction(row.percent),
        "total": Fraction(row.total),
        "cells": [_cell(row.earned.get(str(partita))) for partita in rounds],
        "rests": rests_in(row.earned, rounds),
    }


def _cell(percent: str | None) -> str:
    return (
        points_text(NOTHING, rested=True)
        if percent is None
        else number(Fraction(percent), fixed=True)
    )


def rests_in(played: Mapping[str, Any], rounds: Iterable[int]) -> Rests:
    return {partita: NOTHING for partita in rounds if str(partita) not in played}


def rests_note(lines: Iterable[Mapping[str, Any]]) -> str:
    """Footnote for a list with a partita that somebody sat out."""
    return foot((line["rests"] for line in lines), NOTHING)


def _place_of(row: PublicationLine, filters: Context, first: int) -> str:
    """Link to the line in the whole list. ``first`` is the place of the list's first line."""
    page = (row.place - first) // LINES_ON_A_PAGE + 1
    return f"?{_query(filters | {'page': page})}#place-{row.place}"


def _query(fields: Context) -> str:
    return urlencode({name: value for name, value in fields.items() if value})
