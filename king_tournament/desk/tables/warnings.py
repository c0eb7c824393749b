"""Warnings that the desk should look at though nothing is wrong by itself; none keeps a sheet from being closed.

Four rules: a sheet equal to another table's and a row that no other table comes near (``king.sheet.second_look`` says
exactly when), two players in each other's winds by what the table or the paper says, and a buyer who could not pay
(``king.sheet.second_look``). Two in each other's winds are put right here too: what the table says is kept, the seats
are exchanged, or it is ruled from when.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from king.cards import Wind
from king.sheet.row import Row
from king.sheet.second_look import PLACES, equal_sheets, far_rows, notes_of
from king.sheet.suggestions import Suggestion
from king.standings.ranking import Line
from king.standings.reveal import prizes
from king.standings.round_results import Seat, seat_order
from king.words import Phrase, gettext_noop, listed
from king_tournament.desk import page
from king_tournament.desk.page import DeskRequest
from king_tournament.desk.sheet.views import find_sheet, sheet_address
from king_tournament.desk.tables.seats import exchange, seat_read
from scoring import wrong_winds
from scoring.models import Reading, Ruling, SeatReport, Sheet
from scoring.scored_sheets import (
    PLAYERS,
    WINDS_STAY,
    ScoredTable,
    king_rows,
    rules_in_force,
    scored_round,
    scored_table,
)
from scoring.sheet_steps import seen_of
from scoring.standing import TournamentStandings
from tournaments.models import Player, Round
from tournaments.names import search_text
from wording import naming
from wording.errata import changes_between
from wording.regulation import seats_in_words


@dataclass(frozen=True)
class SheetWarning:
    """One thing to look at: ``hand`` and ``wind`` where it has such a place; a ``suggestion`` where one explains it."""

    code: str
    table: int
    hand: int | None
    wind: str | None
    phrase: Phrase
    suggestion: Suggestion | None = None


def warnings_of(round: Round, tables: Iterable[ScoredTable] | None = None) -> tuple[SheetWarning, ...]:
    """Every warning of a partita by table and hand. Eight queries for any number of tables; two with ``tables``.

    Rows that a ruling concerns are the arbiter's already and are passed over.
    """
    scored = tuple(scored_round(round) if tables is None else tables)
    if not scored:
        return ()
    ruleset, settings = rules_in_force(scored[0].table.round.tournament)
    sheets = {table.table.number: _unruled_rows(table) for table in scored}
    found = [
        *_equal(equal_sheets(ruleset, {table.table.number: king_rows(table.rows) for table in scored})),
        *_exchanged(scored),
        *(
            SheetWarning("row_far", far.table, far.hand, far.wind, far.phrase, far.suggestion)
            for far in far_rows(ruleset, sheets, settings)
        ),
        *(
            SheetWarning(note.code, table.table.number, note.hand, note.wind, note.phrase)
            for table in scored
            for row in sheets[table.table.number]
            for note in notes_of(ruleset, row, table.scored.settings)
        ),
    ]
    return tuple(sorted(found, key=_place))


def _place(warning: SheetWarning) -> tuple[int, int, str, int]:
    wind = PLACES.index(warning.wind) if warning.wind in PLACES else -1
    return warning.table, warning.hand or 0, warning.code, wind


def _unruled_rows(table: ScoredTable) -> tuple[Row, ...]:
    ruled = {ruling.hand for ruling in table.rulings if ruling.hand is not None}
    return tuple(row for row in king_rows(table.rows) if row.hand not in ruled)


def _equal(pairs: Iterable[tuple[int, int]]) -> Iterator[SheetWarning]:
    others: dict[int, list[int]] = {}
    for one, other in pairs:
        others.setdefault(one, []).append(other)
        others.setdefault(other, []).append(one)
    for table, equal in others.items():
        phrase = Phrase(EQUAL if len(equal) == 1 else EQUAL_MANY, {"tables": listed(equal, ", ")})
        yield SheetWarning("equal_sheet", table, None, None, phrase)


def _exchanged(tables: Iterable[ScoredTable]) -> Iterator[SheetWarning]:
    """By the last report of the table, else by the names of the last reading that has any."""
    by_sheet = {scored.sheet.pk: scored for scored in tables}
    reports = {report.sheet_id: report for report in SeatReport.objects.filter(sheet__in=by_sheet).order_by("pk")}
    readings = {
        reading.sheet_id: reading
        for reading in Reading.objects.filter(sheet__in=by_sheet).exclude(names={}).order_by("number")
    }
    for key, table in by_sheet.items():
        if key in reports:
            seats = (*table.seats.values(), *table.substitutes)
            for place in wrong_winds.displaced(reports[key], seats):
                fields = {"who": place.sits.player.full_name, "wind": Wind(place.wind),
                          "other": place.belongs.player.full_name}  # fmt: skip
                yield SheetWarning("seats_exchanged", table.table.number, None, place.wind, Phrase(SITS, fields))
        elif key in readings:
            yield from _exchanged_on_paper(table, readings[key])


def _exchanged_on_paper(table: ScoredTable, reading: Reading) -> Iterator[SheetWarning]:
    """A name that belongs to another wind of this very table; one that nobody here has is for the reader to look at."""
    players: dict[str, Player] = {}
    for seat in (*table.seats.values(), *table.substitutes):
        players[seat.wind] = seat.player
    for wind, name in reading.names.items():
        if wind not in players or _is_called(players[wind], name):
            continue
        fields = {"who": name, "wind": Wind(wind), "other": players[wind].full_name}
        if any(other != wind and _is_called(player, name) for other, player in players.items()):
            yield SheetWarning("seats_exchanged", table.table.number, None, wind, Phrase(SITS_ON_PAPER, fields))
        else:
            yield SheetWarning("other_name", table.table.number, None, wind, Phrase(OTHER_NAME, fields))


def _is_called(player: Player, name: str) -> bool:
    """Whether the name on the paper can be this player's: each word or initial of it is, in any order."""
    own = set(search_text(player.surname, player.given_name).split())
    written = set(search_text(name).split())
    words = (word in own or (len(word) == 1 and any(part.startswith(word) for part in own)) for word in written)
    return bool(written) and all(words)


EQUAL = gettext_noop("This sheet is the same as that of table {tables}: was it entered for the wrong table?")
EQUAL_MANY = gettext_noop("This sheet is the same as those of tables {tables}: was it entered for the wrong table?")
SITS = gettext_noop("The table says that {who} sits {wind}, where the seating has {other}")
SITS_ON_PAPER = gettext_noop("On the paper {who} is {wind}, where the seating has {other}")
OTHER_NAME = gettext_noop("On the paper {wind} is {who}; the seating has {other}")


SAID_AT_THE_ROW = ("buyer_short", "slam")
"""Warnings that a table's own sheet says beside the row."""


@page.staff_only
@never_cache
@require_GET
def look(request: DeskRequest, code: str, number: int) -> HttpResponse:
    """Apart from the pages that show it: every table is compared with every other, and nobody should wait for that."""
    round_ = page.find_round(page.find_tournament(code), number)
    table = request.GET.get("table", "")
    found = [warning for warning in warnings_of(round_) if table in ("", str(warning.table))]
    if table:
        found = [warning for warning in found if warning.code not in SAID_AT_THE_ROW]
    context = {
        "tournament": round_.tournament, "round": round_, "warnings": found, "one_table": bool(table),
        # On the table's own page the way to put it right stands below.
        "seats_exchanged": next(
            (warning.table for warning in found if table and warning.code == "seats_exchanged"), None
        ),
        "may_substitute": not round_.is_closed,
    }  # fmt: skip
    return render(request, "desk/tables/_worth_a_look.html", context)


# --- in each other's winds


@page.staff_only
@never_cache
@require_http_methods(["GET", "POST"])
def seats(request: DeskRequest, code: str, number: int, table: int) -> HttpResponse:
    round_ = page.find_round(page.find_tournament(code), number)
    sheet = find_sheet(request, round_, table)
    if request.method == "GET":
        return _page(request, round_, sheet)
    with page.saying_no(request):
        if "look" in request.POST or ("rule" in request.POST and request.POST.get("read") != _read(request)):
            return _page(request, round_, sheet, looked=wrong_winds.preview_exchange(sheet=sheet, **_typed(request)))
        if "rule" in request.POST:
            wrong_winds.rule_seats(
                sheet=sheet, reason=request.POST.get("reason", ""), arbiter=request.user,
                seen=request.POST.get("seen"), **_typed(request),
            )  # fmt: skip
            messages.success(request, _("The ruling is made."))
        elif "exchange" in request.POST:
            _exchange(request, round_, sheet)
        else:
            wrong_winds.report_seats(
                sheet=sheet,
                players={wind: request.POST.get(f"seat-{wind}", "") for wind in wrong_winds.sitting_now(sheet)},
                device=request.META.get("REMOTE_ADDR", ""), author=request.user,
            )  # fmt: skip
            messages.success(request, _("Kept: who sits where at table %(table)s.") % {"table": table})
        return redirect(sheet_address(round_, table, "seat_report"))
    return _page(request, round_, sheet)


def _exchange(request: DeskRequest, round_: Round, sheet: Sheet) -> None:
    (first, one), (second, other) = map(seat_read, request.POST["exchange"].partition("-")[::2])
    now = wrong_winds.sitting_now(sheet)
    if first not in now or second not in now or first == second or not (now[first].pk and now[second].pk):
        raise ValidationError(_("Choose two winds of this table: their players change places."), code="two_seats")
    exchange(request, round_, now[first], now[second], one, other)


def _typed(request: DeskRequest) -> dict[str, Any]:
    return {
        "winds": (request.POST.get("first", "")[:2], request.POST.get("second", "")[:2]),
        "hand": page.read_number(request.POST.get("hand", ""), 3) or 0,
        "follows": request.POST.get("follows", ""),
    }


def _read(request: DeskRequest) -> str:
    """The typed fields as one text: only what has been looked at is signed."""
    return "-".join(request.POST.get(name, "")[:10] for name in ("first", "second", "hand", "follows"))


def _by_wind(looked: tuple[TournamentStandings, TournamentStandings]) -> list[tuple[Seat, str, str]]:
    before, after = (prizes(standing.standings).winds for standing in looked)
    return [
        (wind, _firsts(before.get(wind, ())), _firsts(after.get(wind, ())))
        for wind in sorted({*before, *after}, key=seat_order)
    ]


def _firsts(lines: Iterable[Line]) -> str:
    return ", ".join(f"{line.entry} {naming.number(line.match_points)} ({naming.number(line.total, signed=True)})"
                     for line in lines) or naming.NOTHING  # fmt: skip


def _page(
    request: DeskRequest,
    round_: Round,
    sheet: Sheet,
    *,
    looked: tuple[TournamentStandings, TournamentStandings] | None = None,
) -> HttpResponse:
    seen = seen_of(sheet)  # Before the seats are read.
    now = wrong_winds.sitting_now(sheet)
    planned = {seat.wind: seat for seat in sheet.table.seats.select_related("player").filter(from_hand=1)}
    ruled = sheet.rulings.filter(kind=Ruling.Kind.SEATS).select_related("arbiter").order_by("created_at", "pk")
    report = sheet.seat_reports.select_related("author").order_by("-pk").first()
    elsewhere = wrong_winds.displaced(report, now.values()) if report is not None else ()
    said = {wind: request.POST.get(f"seat-{wind}") or (report.players.get(wind) if report else None) for wind in now}
    context: dict[str, Any] = {
        "table": scored_table(sheet), "sheet": sheet, "report": report, "displaced": elsewhere,
        "places": [(wind, seat, str(said[wind] or seat.player_id)) for wind, seat in now.items()],
        # The first exchange that puts somebody in the seat where he sits; with more than two, one after the other.
        "exchange": (elsewhere[0].belongs, elsewhere[0].sits) if elsewhere else None,
        "open_round": round_.stage in (Round.Stage.PLAYING, Round.Stage.PROVISIONAL),
        "may_exchange": round_.stage == Round.Stage.PLAYING and all(seat.pk for seat in now.values()),
        "planned": [(wind, planned[wind].player.full_name) for wind in now if wind in planned],
        "ruled": [(ruling, seats_in_words(ruling)) for ruling in ruled],
        "typed": request.POST, "seen": seen, "hands": round_.tournament.rules.length,
        "winds_asked": [("first", _("One of the two winds")), ("second", _("The other wind"))],
        "follows": [
            (PLAYERS, _("The points follow the players"), _("From that hand on what is written under a wind belongs "
             "to whoever really sat there; what was written before stays with whom the seating has there.")),
            (WINDS_STAY, _("The points follow the winds"), _("All that is written under a wind belongs to whom the "
             "seating has there, whoever sat there; only who really sat there is put on record.")),
        ],
        "by_wind": _by_wind(looked) if looked else (),
        "changes": changes_between(*(standing.as_json() for standing in looked)) if looked else (),
        "looked": looked, "read": _read(request),
    }  # fmt: skip
    return page.round_page(request, "desk/tables/seat_report.html", round_, status=200 if looked else None, **context)
