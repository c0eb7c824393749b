"""A row of the sheet as the page draws it: its words, its marks, and the contracts that each of its
fields is for.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from frame.page import Context
from king_tournament.desk.tables.sitting import address_of
from scoring.models import Sheet
from tournaments.models import Table
from wording import naming


def draw_rows(
    grid: Context, table: Table, columns: Any, refused: Mapping[int, Context], *, runs: bool
) -> None:
    """Adds to each row of the ``grid`` what its template writes; ``refused`` as ``sheet_page``."""
    stories = address_of(table, "history").replace("/history/", "/rows/") if runs else ""
    for row in grid["rows"]:
        wrong = refused.get(row["hand"], {})
        row |= _words(row) | _marks(row, columns, wrong) | _fields(row)
        row["story_url"] = f"{stories}{row['hand']}/" if stories else ""


def _words(row: Context) -> Context:
    hand = {"hand": row["hand"]}
    labels = {
        "contract": _("Hand %(hand)s, contract"),
        "trump": _("Hand %(hand)s, trump"),
        "buyer": _("Hand %(hand)s, sold to"),
        "price": _("Hand %(hand)s, price in tricks"),
        "partner": _("Hand %(hand)s, partner"),
        "rare": _("Hand %(hand)s: special cases"),
    }
    dealer = row["plan"].dealer
    return {
        "labels": {name: words % hand for name, words in labels.items()},
        "deals": _("%(wind)s deals") % {"wind": naming.wind_name(dealer)} if dealer else "",
        "expects": _("expected %(expected)s") % {"expected": row["expected"]},
    }


def _marks(row: Context, columns: Any, wrong: Context) -> Context:
    is_wrong = row["state"] == "wrong" or bool(wrong)
    alone = row["fields"]["alone"]
    return {
        "is_free": row["plan"].contract is None,
        "kind": "row-wrong" if is_wrong else "row-ruled" if row["state"] == "ruled" else "",
        "based_on": wrong.get("version") or row["version"],
        "said_wrong": [*row["problems"], *wrong.get("messages", ())],
        "invalid": "aria-invalid=true" if row["problems"] or wrong else "",
        "control_hidden": "hidden" if row["control"] == row["running"] else "",
        "cells": [
            {
                "column": column,
                "points": row["points"].get(column, ""),
                "kind": "alone" if column in alone else "",
            }
            for column in columns
        ],
    }


def _fields(row: Context) -> Context:
    """``for``: where the contract is still to be chosen, the contracts that a field is for."""
    fields, values = row["fields"], row["values"]
    is_free = row["plan"].contract is None

    def use(contracts: Any) -> str:
        return " ".join(contracts) if is_free else ""

    return {
        "for": {
            "trump": use(fields["trumped"]),
            "sale": use(fields["sold"]),
            "rare": use(fields["rare_for"]),
        },
        "rare": [{**odd, "for": use(odd["contracts"])} for odd in fields["rare"]],
        "counts": [
            {
                "column": column,
                "kind": "alone" if column in fields["alone"] else "",
                "fields": [
                    {
                        **count,
                        "value": values.get(count["field"]) or "",
                        "for": use(count["contracts"]) if len(counts) > 1 else "",
                        "placeholder": naming.column_letters(count["field"])
                        if len(counts) > 1 or count["field"] != column
                        else "",
                    }
                    for count in counts
                ],
            }
            for column, counts in fields["counts"]
        ],
    }


def table_class(grid: Context) -> str:
    kinds = {
        "no-sale": not grid["any_sale"],
        "in-points": grid["paper"] == Sheet.Paper.POINTS,
        "of-differences": bool(grid["leader"]),
        "of-soloists": grid["any_alone"] and not grid["leader"],
    }
    return " ".join(kind for kind, is_so in kinds.items() if is_so)


def total_lines(grid: Context) -> list[Context]:
    """The foot of the columns: with rulings beside the sheet three lines, else the total alone; the
    others wait for the first of them.
    """
    is_adjusted = grid["adjusted"]
    hidden = "" if is_adjusted else "hidden"
    lines = [
        ("sheet", _("Sheet"), "", hidden, is_adjusted),
        ("adjustment", _("Rulings, beside the sheet"), "", hidden, False),
        ("total", _("Total"), "sheet-total", "", not is_adjusted),
    ]
    return [
        {
            "name": name,
            "title": title,
            "kind": kind,
            "hidden": hidden_now,
            "has_sum": has_sum,
            "cells": [
                {"column": total["column"], "points": total[name]} for total in grid["totals"]
            ],
        }
        for name, title, kind, hidden_now, has_sum in lines
    ]
