"""Standings, boards and files of an event that everybody may see, once it is closed."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from king.boards import DealtBoard, contracts_of_board
from king.simultaneous.fields import BoardField, luck, read_fields
from king.simultaneous.merging import HallState
from simultaneous.event_file import event_of, terms_of
from simultaneous.lines import Context, line_of, rounds_of
from simultaneous.models import Event, Posting, Report
from simultaneous.ranking import named_reports, result_of
from wording.naming import contract_name

IN_WORDS = {
    HallState.LATE: gettext_lazy(
        "late: compared with the field without being in it, for it told no closing code in time"
    ),
    HallState.REFUSED: gettext_lazy("no report of it counts"),
    HallState.AWAITED: gettext_lazy("told its closing code; its report is awaited"),
    HallState.MISSING: gettext_lazy("did not report"),
}


def is_public(posting: Posting) -> bool:
    return posting.event.is_closed and not posting.provisional


def last_posting(event: Event) -> Posting | None:
    if not event.is_closed:
        return None
    return event.postings.filter(provisional=False).order_by("-number").first()


# --- halls


def halls_of(event: Event, posting: Posting | None) -> list[Context]:
    """Each with its state in words, said of those alone that are not in the field; ``ranked`` where
    the standing has lines of it.
    """
    reported = Report.objects.filter(hall=OuterRef("pk"))
    halls = event.halls.annotate(has_reported=Exists(reported)).order_by("number")
    if posting is None:
        return [
            {"number": hall.number, "name": hall.name, "words": _in_play(hall)} for hall in halls
        ]
    states = {line["hall"]: HallState(line["state"]) for line in posting.result["halls"]}
    halls_and_states = [(hall, states.get(hall.number, HallState.MISSING)) for hall in halls]
    return [
        {
            "number": hall.number,
            "name": hall.name,
            "words": "" if state is HallState.IN_FIELD else IN_WORDS[state],
            "ranked": state in (HallState.IN_FIELD, HallState.LATE),
        }
        for hall, state in halls_and_states
    ]


def _in_play(hall: Any) -> str:
    if hall.has_reported:
        return _("has reported")
    if hall.code:
        return _("has told its closing code")
    if hall.opened_at:
        return _("has taken the key")
    return _("takes part") if hall.joined_at else _("invited")


def lines_of_hall(posting: Posting, number: int) -> list[Context]:
    """By per cent, with the place in the hall beside that over all halls, and that at the wind."""
    rows = posting.lines.filter(hall__number=number).select_related("hall").order_by("place")
    at_wind: dict[str, list[tuple[str, int]]] = {}
    for row in rows:
        if row.wind:
            at_wind.setdefault(row.name, []).append((row.wind, row.rank))
    lines = [line_of(row, rounds_of(posting.event)) for row in rows if not row.wind]
    for line in lines:
        line["local"] = 1 + sum(other["percent"] > line["percent"] for other in lines)
        line["at_wind"] = at_wind.get(line["row"].name, ())
    return lines


def changed_lines(posting: Posting) -> list[Context]:
    """Points of the sheets before and after; None of who has come or gone."""
    names = dict(posting.event.halls.values_list("number", "name"))
    return [
        {
            "name": line["name"],
            "hall": names.get(line["hall"], ""),
            "before": None if line["before"] is None else Fraction(line["before"]),
            "after": None if line["after"] is None else Fraction(line["after"]),
        }
        for line in posting.changes.get("lines", ())
    ]


# --- boards


def boards_of(posting: Posting) -> list[Context]:
    """In order, each with its cards, its ``fields`` and what was commented."""
    event = posting.event
    terms = terms_of(event)
    comments = {(one.round, one.board): one.text for one in event.comments.all()}
    fields: dict[tuple[int, int], list[BoardField]] = {}
    boards = {plan.number: plan.board for plan in terms.ruleset.schedule(terms.rules_in_force)}
    for field in read_fields(posting.boards, terms.ruleset):
        fields.setdefault((field.round, boards[field.hand]), []).append(field)
    return [
        _board(dealt, fields.get((dealt.round_number or 1, dealt.board), []), posting)
        | {"comment": comments.get((dealt.round_number or 1, dealt.board), "")}
        for dealt in terms.deal(event.key)
    ]


def _board(dealt: DealtBoard, fields: list[BoardField], posting: Posting) -> Context:
    rules = terms_of(posting.event).ruleset
    contracts = contracts_of_board(rules, dealt.contract)
    return {
        "round": dealt.round_number or 1,
        "number": dealt.board,
        "name": ", ".join(map(contract_name, contracts)),
        "contract": contracts[0] if len(contracts) == 1 else None,
        "dealer": dealt.dealer,
        "deal": dealt.deal,
        "hands": [(wind, dealt.deal.hand(wind)) for wind in dealt.deal.winds],
        "fields": fields,
        "luck": luck(rules, fields),
    }


def told(board: Context, posting: Posting) -> list[Context]:
    """Of each field of the board, by column, how often each number of points was made and its worth."""
    rules = terms_of(posting.event).ruleset
    return [_told(field, rules) for field in board["fields"]]


def _told(field: BoardField, rules: Any) -> Context:
    contract = rules.find_contract(field.contract) if field.contract else None
    return {
        "name": contract_name(contract) if contract else "",
        "tables": field.times,
        "columns": {
            column: {"made": made, "mean": field.mean(column), "worth": field.worth(column)}
            for column, made in field.made.items()
        },
    }


# --- files for those who repeat the ranking, in the form in which ``king`` writes them


def as_file(form: Mapping[str, object]) -> bytes:
    return f"{json.dumps(form, ensure_ascii=False, indent=1)}\n".encode()


def event_file(event: Event) -> bytes:
    return as_file(event_of(event).as_json())


def result_file(posting: Posting) -> bytes:
    return as_file(result_of(posting).as_json())


def reports(event: Event) -> Iterator[tuple[str, str]]:
    """Their names and contents, which are as they came."""
    return ((name, row.content) for name, row in named_reports(event))


def reports_file(event: Event) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as folder:
        for name, content in reports(event):
            # The same reports are the same bytes, whenever they are asked for.
            folder.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return archive.getvalue()
