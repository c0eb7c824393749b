"""Warnings for the desk about things that may be right. None keeps a sheet from being closed.

Four rules: a sheet that equals another table's; a row that no other table comes near
(``king.sheet.plausibility`` defines both); two players in each other's winds, by what the table
says; and a buyer who could not pay. Wrong winds are corrected in the table's panel of names
(``king_tournament.desk.tables.seat_panel``).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.http import HttpResponse
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _

from frame.outline import Button
from frame.page import DeskRequest, fresh_get, on_round, staff_only
from king.cards import Wind
from king.sheet.plausibility import PLACES, equal_sheets, far_rows, notes_of
from king.sheet.row import Row
from king.sheet.suggestions import Suggestion
from king.words import Phrase, gettext_noop, listed
from scoring import wrong_winds
from scoring.models import SeatReport
from scoring.scored_sheets import ScoredTable, king_rows, scored_round
from tournaments.models import Round
from wording.sentences import say


class SheetWarning(NamedTuple):
    """A warning. ``hand`` and ``wind`` are its place, if it has one; ``suggestion`` may explain it."""

    code: str
    table: int
    hand: int | None
    wind: str | None
    phrase: Phrase
    suggestion: Suggestion | None = None


def warnings_of(round: Round) -> list[SheetWarning]:
    """Warnings of a partita by table and hand. Six queries for any number of tables. Rows with a
    ruling are skipped, because the arbiter knows them.
    """
    scored = list(scored_round(round))
    if not scored:
        return []
    ruleset, settings = (
        scored[0].table.round.tournament.rules,
        scored[0].table.round.tournament.configured,
    )
    sheets = {table.number: _unruled_rows(table) for table in scored}
    all_rows = {table.number: king_rows(table.rows) for table in scored}
    warnings = [*_equal(equal_sheets(ruleset, all_rows)), *_exchange_warnings(scored)]
    warnings += [
        SheetWarning("row_far", far.table, far.hand, far.wind, far.phrase, far.suggestion)
        for far in far_rows(ruleset, sheets, settings)
    ]
    warnings += [
        SheetWarning(note.code, table.number, note.hand, note.wind, note.phrase)
        for table in scored
        for row in sheets[table.number]
        for note in notes_of(ruleset, row, table.scored.settings)
    ]
    return sorted(warnings, key=_place)


def _place(warning: SheetWarning) -> tuple[int, int, str, int]:
    wind = PLACES.index(warning.wind) if warning.wind in PLACES else -1
    return warning.table, warning.hand or 0, warning.code, wind


def _unruled_rows(table: ScoredTable) -> tuple[Row, ...]:
    ruled = {ruling.hand for ruling in table.rulings if ruling.hand is not None}
    return tuple(row for row in king_rows(table.rows) if row.hand not in ruled)


def _equal(pairs: Iterable[tuple[int, int]]) -> Iterator[SheetWarning]:
    others: dict[int, list[int]] = defaultdict(list)
    for one, other in pairs:
        others[one].append(other)
        others[other].append(one)
    for table, equal in others.items():
        phrase = Phrase(EQUAL if len(equal) == 1 else EQUAL_MANY, {"tables": listed(equal, ", ")})
        yield SheetWarning("equal_sheet", table, None, None, phrase)


def _exchange_warnings(tables: Iterable[ScoredTable]) -> Iterator[SheetWarning]:
    by_sheet = {scored.sheet.pk: scored for scored in tables}
    reports = SeatReport.objects.filter(sheet__in=by_sheet).order_by("pk")
    last = {report.sheet_id: report for report in reports}
    for key, table in by_sheet.items():
        if key not in last:
            continue
        seats = (*table.seats.values(), *table.substitutes)
        for sits, belongs in wrong_winds.displaced(last[key], seats):
            fields = {
                "who": sits.name,
                "wind": Wind(belongs.wind),
                "other": belongs.name,
            }
            phrase = Phrase(SITS, fields)
            yield SheetWarning("seats_exchanged", table.number, None, belongs.wind, phrase)


EQUAL = gettext_noop(
    "This sheet is the same as that of table {tables}: was it entered for the wrong table?"
)
EQUAL_MANY = gettext_noop(
    "This sheet is the same as those of tables {tables}: was it entered for the wrong table?"
)
SITS = gettext_noop("The table says that {who} sits {wind}, but the seating has {other}")


SAID_AT_THE_ROW = ("buyer_short", "slam")
"""Warnings that a table's own sheet says beside the row."""


@staff_only
@fresh_get
@on_round
def look(request: DeskRequest, round_: Round) -> HttpResponse:
    """Load the warnings separately from the page. Every table is compared with every other, and
    nobody should wait for that.
    """
    table = request.GET.get("table", "")
    warnings = warnings_of(round_)
    put_right: list[Button] = []
    if table:
        warnings = [
            warning
            for warning in warnings
            if str(warning.table) == table and warning.code not in SAID_AT_THE_ROW
        ]
        # On the table's own page the way to put it right stands below.
        exchanged = [warning.table for warning in warnings if warning.code == "seats_exchanged"]
        place = round_.tournament.code, round_.number
        put_right = [
            Button(_("Exchange the seats"), resolve_url("desk:who_sits", *place, number), "link")
            for number in exchanged[:1]
        ]
    context = {
        "warnings": warnings,
        "lines": [(warning, _words(warning)) for warning in warnings],
        "round": round_,
        "tournament": round_.tournament,
        "leads": not table,
        "put_right": put_right,
    }
    return render(request, "desk/tables/_worth_a_look.html", context)


def _words(warning: SheetWarning) -> str:
    phrases = [warning.phrase, *([warning.suggestion.phrase] if warning.suggestion else [])]
    return ". ".join(map(say, phrases))
