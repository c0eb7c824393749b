"""Standings, boards and files of an event that everybody may see, once it is closed."""

from __future__ import annotations

import io
import json
import zipfile
from collections import defaultdict
from fractions import Fraction
from typing import Any

from django.db.models import Exists, OuterRef, Sum
from django.utils.translation import gettext as _, gettext_lazy

from king.boards import contracts_of_board
from king.reading import as_json
from king.simultaneous.fields import BoardField, luck, read_fields
from king.simultaneous.merging import HallState
from simultaneous.event_file import read_salted, terms_of
from simultaneous.lines import Context, line_of
from simultaneous.models import Event, EventPublication, Report
from simultaneous.ranking import named_reports
from wording.naming import contract_name

IN_WORDS = {
    HallState.IN_FIELD: "",
    HallState.LATE: gettext_lazy(
        "late: it gave no closing code in time, so it is compared with the field but has no place"
    ),
    HallState.REFUSED: gettext_lazy("none of its reports counts"),
    HallState.AWAITED: gettext_lazy("gave its closing code; its report is awaited"),
    HallState.MISSING: gettext_lazy("did not report"),
}
ADDED = gettext_lazy(
    "added after another hall had reported, so it is compared with the field but has no place"
)


def last_publication(event: Event) -> EventPublication | None:
    """The last publication after the close, or None. Defers its large columns, which are rarely
    needed.
    """
    if not event.is_closed:
        return None
    publications = event.publications.filter(provisional=False).order_by("-number")
    return publications.defer(*LARGE_COLUMNS).first()


LARGE_COLUMNS = ("result", "boards", "far_boards", "places", "changes", "made_of")


# --- halls


def halls_of(event: Event, publication: EventPublication | None) -> list[Context]:
    """Halls with their state in words, given only for those that are not in the field or were added
    after the first key. ``ranked``: it is in the field. ``listed``: the standing has lines of it.
    """
    reported = Report.objects.filter(hall=OuterRef("pk"))
    states = {}
    if publication is not None:
        states = {line["hall"]: HallState(line["state"]) for line in publication.result["halls"]}
    halls = []
    for hall in event.halls.annotate(has_reported=Exists(reported)).order_by("number"):
        state = states.get(hall.number, HallState.MISSING)
        halls.append(
            {
                "number": hall.number,
                "name": hall.name,
                "words": _state_words(hall, None if publication is None else state),
                "ranked": state is HallState.IN_FIELD,
                "listed": state in (HallState.IN_FIELD, HallState.LATE),
            }
        )
    return halls


def _state_words(hall: Any, state: HallState | None) -> str:
    """State of a hall in words. ``state`` is the one in the standing, if there is one."""
    if hall.without_place and state in (None, HallState.LATE):
        words = ADDED if state else _("added after another hall had reported, so it has no place")
        return str(words)
    words = _in_play(hall) if state is None else str(IN_WORDS[state])
    if hall.added_at is None:
        return words
    added = _("added after the first key was given")
    return f"{words}; {added}" if words else added


def _in_play(hall: Any) -> str:
    if hall.has_reported:
        return _("has reported")
    if hall.code:
        return _("has given its closing code")
    if hall.opened_at:
        return _("has taken the key")
    return _("takes part") if hall.joined_at else _("invited")


def in_play(event: Event) -> dict[str, int]:
    """Number of halls that have opened, and number of their tables as far as their programs say."""
    opened = event.halls.filter(opened_at__isnull=False)
    tables = opened.aggregate(count=Sum("tables"))["count"]
    return {"halls_in_play": opened.count(), "tables_in_play": tables or 0}


def lines_of_hall(publication: EventPublication, number: int) -> list[Context]:
    """Lines of a hall by percentage. Each has the place in the hall, the place over all halls, and
    the place at its wind.
    """
    rows = publication.lines.filter(hall__number=number).select_related("hall").order_by("place")
    at_wind: dict[str, list[tuple[str, int]]] = {}
    for row in rows:
        if row.wind and row.rank is not None:
            at_wind.setdefault(row.name, []).append((row.wind, row.rank))
    lines = [line_of(row) for row in rows if not row.wind]
    for line in lines:
        line["local"] = 1 + sum(other["percent"] > line["percent"] for other in lines)
        line["at_wind"] = at_wind.get(line["row"].name, ())
    return lines


def changed_lines(publication: EventPublication) -> list[Context]:
    """Changed lines with the points of the sheets before and after. The one before is None for an
    added line, the one after for a removed line.
    """
    names = dict(publication.event.halls.values_list("number", "name"))
    return [
        {
            "name": line["name"],
            "hall": names.get(line["hall"], ""),
            "before": None if line["before"] is None else Fraction(line["before"]),
            "after": None if line["after"] is None else Fraction(line["after"]),
        }
        for line in publication.changes.get("lines", ())
    ]


# --- boards


def boards_of(publication: EventPublication) -> list[Context]:
    """Boards of partite whose key is told, in order, each with its cards, ``fields`` and comment."""
    event = publication.event
    terms = terms_of(event)
    rules = terms.ruleset
    comments = {(comment.round, comment.board): comment.text for comment in event.comments.all()}
    places = {plan.number: plan.board for plan in rules.schedule(terms.rules_in_force)}
    fields = defaultdict[tuple[int, int], list[BoardField]](list)
    for field in read_fields(publication.boards, rules):
        fields[field.round, places[field.hand]].append(field)
    boards = []
    for dealt in terms.deal(*(key.letters for key in event.told_keys)):
        place = dealt.round_number or 1, dealt.board
        contracts = contracts_of_board(rules, dealt.contract)
        boards.append(
            {
                "round": place[0],
                "number": dealt.board,
                "name": ", ".join(map(contract_name, contracts)),
                "dealer": dealt.dealer,
                "deal": dealt.deal,
                "hands": [(wind, dealt.deal.hand(wind)) for wind in dealt.deal.winds],
                "fields": fields[place],
                "luck": luck(rules, fields[place]),
                "comment": comments.get(place, ""),
            }
        )
    return boards


# --- files for those who repeat the ranking, in the form in which ``king`` writes them


def as_file(document: object) -> bytes:
    return f"{json.dumps(as_json(document), ensure_ascii=False, indent=1)}\n".encode()


def reports_file(publication: EventPublication) -> bytes:
    """Zip of the reports that the standing was made from, as they were at that moment; event and
    result files are of the same moment.
    """
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as folder:
        for name, row in named_reports(publication.event, publication.made_of):
            # The same reports are the same bytes, whenever they are asked for.
            content = as_file(read_salted(row).published())
            folder.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return archive.getvalue()
