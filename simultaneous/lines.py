"""A standing as pages show it: a hundred lines at a time, searched by name, or those of a hall."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.core.paginator import Paginator
from django.utils.http import urlencode

from ground.names import cleaned, search_text
from simultaneous.models import Event, PostedLine, Posting
from simultaneous.ranking import ORDER

LINES_ON_A_PAGE = 100
LONGEST_SEARCH = 80

Context = dict[str, Any]


def standing_lines(posting: Posting, asked: Mapping[str, str]) -> Context:
    """For ``simultaneous/_standing.html``; ``asked`` are ``wind``, ``hall``, ``page``, and the name
    ``q``. Names that are searched, and a hall without a page, are listed alone, and each of their
    lines leads to its page in the whole list.
    """
    wind, number, page = (asked.get(name, "") for name in ("wind", "hall", "page"))
    winds = posting.lines.order_by().values_list("wind", flat=True).distinct()
    wind = wind if wind in winds else ""
    halls = list(posting.event.halls.order_by("number"))
    own = next((hall for hall in halls if str(hall.number) == number), None)
    search = cleaned(asked.get("q", "")[:LONGEST_SEARCH])
    rows = posting.lines.filter(wind=wind).select_related("hall").order_by("place")
    is_part = bool(search)
    for word in search_text(search).split():
        rows = rows.filter(search__contains=f" {word}")
    if own is not None and not page:
        rows = rows.filter(hall=own)
        is_part = True
    kept = {"wind": wind, "hall": own.number if own else ""}
    listed = Paginator(rows, LINES_ON_A_PAGE).get_page(page)
    return {
        "posting": posting,
        "wind": wind,
        "winds": [
            {"wind": one, "query": _query(kept | {"wind": one, "q": search})}
            for one in ORDER
            if one in winds
        ],
        "halls": halls,
        "own": own,
        "search": search,
        "is_part": is_part,
        "whole": _query(kept | {"page": 1}),
        "rounds": rounds_of(posting.event),
        "page": listed,
        "query": f"{_query(kept | {'q': search})}&",
        "lines": [
            line_of(row)
            | {
                "is_own": row.hall == own and not is_part,
                "url": _place_of(row, kept) if is_part else "",
            }
            for row in listed
        ],
    }


def rounds_of(event: Event) -> list[int]:
    return list(event.terms["document"]["rounds"])


def first_lines(posting: Posting, wind: str, most: int) -> list[Context]:
    rows = posting.lines.filter(wind=wind, place__lte=most).select_related("hall")
    return [line_of(row) for row in rows.order_by("place")]


def line_of(row: PostedLine) -> Context:
    return {
        "row": row,
        "percent": Fraction(row.percent),
        "total": Fraction(row.total),
        "cells": [
            Fraction(row.earned[str(number)]) if str(number) in row.earned else None
            for number in rounds_of(row.posting.event)
        ],
    }


def _place_of(row: PostedLine, kept: Context) -> str:
    page = (row.place - 1) // LINES_ON_A_PAGE + 1
    return f"?{_query(kept | {'page': page})}#place-{row.place}"


def _query(fields: Context) -> str:
    return urlencode({name: value for name, value in fields.items() if value})
