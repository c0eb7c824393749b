"""The wall of tables before, during and after play; its clock; calls of the arbiter."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Q, Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from frame import page
from frame.backup import keep_copy
from frame.night import Blocker, filling, gather
from frame.page import DeskRequest
from ground.roles import ARBITER, ORGANIZER
from king_tournament.attempts import wrong_codes
from king_tournament.desk.tables.seats import ask_for_paper, post_and_print, prepared
from king_tournament.desk.tables.sitting import ways_to_fill
from scoring import round_steps
from scoring.calls import open_calls
from scoring.clock import Clock, change_clock, changes_of, clocks_of, is_paused, undo_clock_change
from scoring.models import Call, ClockChange, Sheet
from scoring.publishing.final_hold import awaits_prize_giving, final_is_posted, hold_in_force
from scoring.remembered import numbers_of
from scoring.scored_sheets import ScoredTable, missing_hands, scored_round, scored_tables
from scoring.sheet_steps import close_ready_sheets
from tournaments.board_steps import set_blind
from tournaments.models import Round, Seat, Table, Tournament
from tournaments.seat_changes import publish_seating, seating_problems, waiting_entries
from wording import naming
from wording.sentences import say

CALL, WRONG, DESK, WAITING, CLOSED = "call", "wrong", "desk", "waiting", "closed"


@dataclass(frozen=True)
class TableCard:
    """A table on the wall. ``state`` is a key of the states in words; ``needs`` says what somebody
    has to do.

    ``moving``: hands that are worth the average of the other tables while these are not closed.
    ``empty``: the chairs in which nobody sits, while a hand is missing; ``next_hand`` is the first
    of those.
    """

    number: int
    state: str
    needs: str
    seats: tuple[tuple[str, str], ...]
    cells: tuple[tuple[int, str], ...]
    entered: int
    length: int
    last_entry: datetime | None
    ready: bool
    moving: tuple[int, ...] = ()
    clock: Clock | None = None
    empty: tuple[Seat, ...] = ()
    next_hand: int = 0

    @property
    def empty_winds(self) -> tuple[str, ...]:
        return tuple(seat.wind for seat in self.empty)

    @property
    def tone(self) -> str:
        return {CALL: "wrong", WRONG: "wrong", DESK: "needs"}.get(
            self.state, "needs" if self.empty else ""
        )


def card_of(each: ScoredTable, call: Call | None = None, clock: Clock | None = None) -> TableCard:
    unruled = [problem for problem in each.scored.problems if not problem.ruled]
    missing = missing_hands(each.sheet, each.scored)
    wrong = {problem.hand for problem in unruled}
    ruled = {ruling.hand for ruling in each.rulings}
    entered = {row.hand for row in each.scored.rows}
    length = each.table.round.tournament.rules.length
    hands = sorted(entered | set(missing))
    state = CALL if call is not None else _state(each.sheet, bool(unruled), complete=not missing)
    first = next(
        (problem for problem in unruled if problem.hand is not None),
        unruled[0] if unruled else None,
    )
    said = "" if first is None else say(first.phrase)
    if first is not None and first.hand is not None:
        said = _("Hand %(hand)s: %(problem)s") % {"hand": first.hand, "problem": said}
    return TableCard(
        number=each.table.number,
        state=state,
        needs=call_in_words(call) if call is not None else _needs(each.sheet, state, said),
        seats=tuple(_sitting(each)),
        cells=tuple((hand, _cell(hand, entered, wrong, ruled, each.sheet)) for hand in hands),
        entered=len(entered),
        length=length,
        last_entry=max((row.created_at for row in each.rows.values()), default=None),
        # The desk may close it unopened: an open sheet may still be written, an unsigned one is
        # looked at.
        ready=each.scored.closable
        and each.sheet.state == Sheet.State.HANDED_IN
        and not each.sheet.handed_in_unsigned,
        moving=tuple(hand for hand, average in each.averages.items() if average.waiting),
        clock=clock,
        empty=each.empty_chairs if missing else (),
        next_hand=min(missing, default=0),
    )


def call_in_words(call: Call) -> str:
    parts = [_("Hand %(hand)s.") % {"hand": call.hand}] if call.hand is not None else []
    if call.text:
        said = call.text.replace("\n", " ")
        parts.append(said if said.endswith((".", "?", "!")) else f"{said}.")
    when = formats.time_format(timezone.localtime(call.made_at))
    parts.append(_("Called at %(when)s.") % {"when": when})
    if call.taken_by is not None:
        parts.append(_("%(who)s is on the way.") % {"who": call.taken_by.get_username()})
    return " ".join(parts)


def _needs(sheet: Sheet, state: str, problem: str) -> str:
    back = ""
    if sheet.state == Sheet.State.OPEN and sheet.handed_in_at is not None:
        when = formats.time_format(timezone.localtime(sheet.handed_in_at))
        back = _("Handed in at %(when)s, and open again.") % {"when": when}
    if state == DESK:
        problem = _("Every hand is there: look at it and close it.")
    return " ".join(filter(None, [back, problem if state in (CALL, WRONG, DESK) else ""]))


def _state(sheet: Sheet, wrong: bool, *, complete: bool) -> str:
    if sheet.state == Sheet.State.CLOSED:
        return CLOSED
    if sheet.state == Sheet.State.HANDED_IN:
        return CALL if wrong else DESK
    if wrong:
        return WRONG
    return DESK if complete else WAITING


def _sitting(each: ScoredTable) -> Iterable[tuple[str, str]]:
    now = {seat.wind: seat.player.full_name for seat in each.seats.values()}
    now |= {seat.wind: seat.player.full_name for seat in each.substitutes}
    return [(wind, now[wind]) for wind in "NESW" if wind in now]


def _cell(
    hand: int, entered: set[int], wrong: set[int | None], ruled: set[int | None], sheet: Sheet
) -> str:
    if hand in wrong:
        return "wrong"
    if hand in ruled:
        return "ruled"
    if hand not in entered:
        return "empty"
    return "closed" if sheet.state == Sheet.State.CLOSED else "entered"


# --- the page


@page.sheets_too
@never_cache
@require_http_methods(["GET", "POST"])
def play(request: DeskRequest, code: str, number: int) -> HttpResponse:
    tournament = page.find_tournament(code)
    round_ = page.find_round(tournament, number)
    if request.method == "POST":
        page.verify_role(request, tournament, ORGANIZER, ARBITER)
        return _take_step(request, round_)
    if request.htmx:
        if request.GET.get("stamp") == stamp_of(round_):
            return HttpResponse(status=204)
        return render(
            request,
            "desk/tables/play.html#wall",
            {"tournament": tournament, "round": round_, **_wall(request, round_)},
        )
    return _page(request, round_)


def _page(request: DeskRequest, round_: Round) -> HttpResponse:
    blockers = _start_blockers(round_) if round_.stage == Round.Stage.SEATING else ()
    facts = gather(round_.tournament)
    seated = facts.round(round_.number)
    context = {
        "start_blockers": blockers,
        "reason": request.POST.get("reason", ""),
        "unfit": seated.unfit if seated is not None else (),
        "filling": filling(seated.newcomers) if seated is not None and seated.newcomers else "",
        "may_go_back": round_.stage == Round.Stage.PROVISIONAL
        and not round_steps.later_has_started(round_),
        "wrong_codes": wrong_codes() if round_.stage == Round.Stage.PLAYING else None,
        **(prepared(request, round_) if round_.stage == Round.Stage.SEATING else {}),
        **_wall(request, round_),
    }
    return page.round_page(request, "desk/tables/play.html", round_, facts=facts, **context)


def _wall(request: HttpRequest, round_: Round) -> dict[str, Any]:
    stamp = stamp_of(
        round_
    )  # Before the rest is read: what comes meanwhile is shown the next time.
    tables = scored_round(round_)
    calls = open_calls(round_.tournament) if page.runs(request, round_.tournament) else ()
    called, clocks = {call.table_id: call for call in calls}, clocks_of(round_)
    cards = [
        card_of(table, called.get(table.table.pk), clocks.get(table.table.pk)) for table in tables
    ]
    chairs = (
        _empty_chairs(zip(tables, cards, strict=True))
        if page.runs(request, round_.tournament)
        else {}
    )
    cards.sort(key=lambda card: card.number)
    groups = {
        state: [card for card in cards if card.state == state]
        for state in (CALL, WRONG, DESK, WAITING, CLOSED)
    }
    missing = [card for card in cards if card.state != CLOSED]
    return {
        "cards": cards,
        "groups": groups,
        "empty": [card for card in cards if card.empty],
        "chairs": chairs,
        "missing": missing,
        "may_hold": not missing and _may_hold(round_),
        "ready": [card for card in cards if card.state == DESK and card.ready],
        "any_typed": any(card.entered for card in cards),
        # Tables whose sheet the reader may not open.
        "shut": ()
        if page.reads_closed_sheets(request, round_.tournament)
        else [card for card in cards if card.state == CLOSED or round_.is_closed],
        "shut_words": page.KEPT_SHUT,
        "stamp": stamp,
        **clock_line(round_, clocks.get(None), may_change=page.runs(request, round_.tournament)),
    }


def _may_hold(round_: Round) -> bool:
    """With the last partita the desk says whether everybody sees the standing at once; said before,
    it is not asked.
    """
    tournament = round_.tournament
    last = round_.stage == Round.Stage.PLAYING and round_.number >= tournament.planned_rounds
    return last and hold_in_force(tournament) is None and not final_is_posted(tournament)


def _empty_chairs(
    tables: Iterable[tuple[ScoredTable, TableCard]],
) -> dict[int, list[dict[str, Any]]]:
    """By table, with the ways to fill them."""
    empty = [(scored.table, card) for scored, card in tables if card.empty]
    waiting = waiting_entries(empty[0][0].round) if empty else []
    return {
        table.number: [
            {
                "wind": seat.wind,
                "ways": ways_to_fill(table, seat, card.next_hand, waiting, back="wall"),
            }
            for seat in card.empty
        ]
        for table, card in empty
    }


def stamp_of(round_: Round) -> str:
    """Changes whenever the wall would show something else: the numbers of the evening and of all
    its sheets.
    """
    numbers = numbers_of(round_.tournament.code)
    return "" if numbers is None else numbers.everything


def _start_blockers(round_: Round) -> tuple[Blocker, ...]:
    code, number = round_.tournament.code, round_.number
    pages = {
        "seating_not_published": "seating",
        "boards_not_sealed": "boards",
        "boards_not_dealt": "boards",
    }
    blockers = []
    for error in round_steps.start_blockers(round_):
        if error.code == "previous_not_closed":
            url = reverse("desk:play", args=[code, (error.params or {})["before"]])
        else:
            url = reverse(f"desk:{pages[error.code or '']}", args=[code, number])
        blockers.append(Blocker(" ".join(map(str, error.messages)), url))
    return tuple(blockers)


def _take_step(request: DeskRequest, round_: Round) -> HttpResponse:
    step, params, author = request.POST.get("step"), {"round": round_.number}, request.user
    reason = request.POST.get("reason", "")
    try:
        if step in ("start", "start_anyway"):
            if step == "start" and round_.stage == Round.Stage.SEATING and seating_problems(round_):
                return _page(
                    request, round_
                )  # it names them, and starts all the same at a second press
            if round_steps.start_round(round=round_, author=author).stage == Round.Stage.PLAYING:
                messages.success(request, _("Partita %(round)s is in play.") % params)
            else:
                messages.info(
                    request,
                    _("Partita %(round)s has been played already: nothing was started.") % params,
                )
        elif step == "post":
            return post_and_print(request, round_)
        elif step == "paper":
            ask_for_paper(request, round_)
        elif step == "post_only":
            publish_seating(round=round_, author=author)
            messages.success(request, _("The seating of partita %(round)s is published.") % params)
        elif step in ("blind", "sighted"):
            set_blind(tournament=round_.tournament, blind=step == "blind", author=author)
        elif step == "undo_start":
            round_steps.undo_start(round=round_, author=author, reason=reason)
            messages.success(request, _("The start of partita %(round)s is taken back.") % params)
        elif step == "back_to_play":
            round_steps.take_back_to_play(round=round_, author=author, reason=reason)
            messages.success(request, _("Partita %(round)s is in play again.") % params)
        elif step == "close_ready":
            _close_ready(request, round_)
        elif step in ("close", "close_held"):
            round_steps.close_round(round=round_, author=author, held_back=step == "close_held")
            keep_copy(f"{round_.tournament.code}-{round_.number}")
            if awaits_prize_giving(round_.tournament):
                said = _(
                    "Partita %(round)s is closed. Its standing is ready; everybody sees it at the prize-giving."
                )
            else:
                said = _("Partita %(round)s is closed; its standing is posted.")
            messages.success(request, said % params)
            return redirect("desk:standings", round_.tournament.code)
        else:
            raise page.no_such_step()
    except ValidationError as error:
        page.say_no(request, error)
        round_.refresh_from_db()
        return _page(request, round_)
    return redirect("desk:play", round_.tournament.code, round_.number)


def _close_ready(request: DeskRequest, round_: Round) -> None:
    """Of the tables that the button spoke of; one that has become ready since then is looked at
    first.
    """
    sent = request.POST.getlist("table")
    read = {number for text in sent if (number := page.read_number(text, 4)) is not None}
    closed = close_ready_sheets(round=round_, author=request.user, tables=read if sent else None)
    if closed:
        tables = ", ".join(str(sheet.table.number) for sheet in closed)
        messages.success(request, _("Sheets closed: tables %(tables)s.") % {"tables": tables})
    else:
        messages.info(
            request, _("No sheet was ready to be closed. Open one to see what it waits for.")
        )


# --- from every page of the desk


@page.sheets_too
@require_GET
def find_table(request: DeskRequest, code: str, table: int) -> HttpResponse:
    tournament = page.find_tournament(code)
    started = tournament.rounds.exclude(stage=Round.Stage.SEATING).order_by("-number")
    round_ = started.filter(stage=Round.Stage.PLAYING).first() or started.first()
    if round_ is None:
        messages.info(request, _("No partita has started yet: there are no sheets to open."))
        return redirect("desk:tournament", code)
    numbers = list(round_.tables.order_by("number").values_list("number", flat=True))
    if table not in numbers:
        fields = {"round": round_.number, "table": table, "first": numbers[0], "last": numbers[-1]}
        messages.error(
            request,
            _("Partita %(round)s has no table %(table)s: its tables are %(first)s to %(last)s.")
            % fields,
        )
        return redirect("desk:play", code, round_.number)
    return redirect("desk:sheet", code, round_.number, table)


@page.sheets_too
@require_GET
def find_typed_table(request: DeskRequest, code: str) -> HttpResponse:
    """For who has no script."""
    table = page.read_number(request.GET.get("table", "").strip(), 4)
    if table is None:
        messages.error(request, _("Type the number of a table."))
        return redirect("desk:tournament", page.find_tournament(code).code)
    return redirect("desk:find_table", code, table)


# --- calls of the arbiter


@page.staff_only
@never_cache
@require_GET
def calls(request: HttpRequest, code: str | None = None) -> HttpResponse:
    """Nothing (204) where the page shows it already. Two queries where nothing has changed."""
    tournament = None if code is None else page.find_tournament(code)
    stamp = _stamp_of(tournament)
    if request.GET.get("stamp") == stamp:
        return HttpResponse(status=204)
    wanted = sorted(_wanted(tournament), key=lambda line: not line["waiting"])
    waiting = [line["table"] for line in wanted if line["waiting"]]
    context = {"calls": wanted, "calls_url": request.path, "stamp": stamp, "waiting": waiting}
    return render(request, "desk/base.html#calls", context)


def _open_calls(tournament: Tournament | None) -> Q:
    open_ones = Q(done_at=None)
    if tournament is None:
        return open_ones & Q(table__round__tournament__closed_at=None)
    return open_ones & Q(table__round__tournament=tournament)


def _handed_in(tournament: Tournament | None) -> Q:
    playing = Q(table__round__stage=Round.Stage.PLAYING, state=Sheet.State.HANDED_IN)
    return playing if tournament is None else playing & Q(table__round__tournament=tournament)


def _stamp_of(tournament: Tournament | None) -> str:
    """A call, a hand-in and whatever is done to a sheet after it have a line in the log, which
    counts.
    """
    evenings = Tournament.objects.filter(closed_at=None)
    if tournament is not None:
        evenings = Tournament.objects.filter(pk=tournament.pk)
    numbers = evenings.order_by("pk").values_list("pk", "revision")
    sheets = Sheet.objects.filter(_handed_in(tournament)).aggregate(rows=Sum("revision"))
    return "-".join([*(f"{pk}.{revision}" for pk, revision in numbers), str(sheets["rows"] or 0)])


def _wanted(tournament: Tournament | None) -> Iterator[dict[str, Any]]:
    alone, open_calls = (
        tournament is not None,
        Call.objects.filter(_open_calls(tournament)).order_by("made_at", "pk"),
    )
    called = list(open_calls.select_related("table__round__tournament", "table__place", "taken_by"))
    for call in called:
        yield _wanted_at(
            call.table, call_in_words(call), alone=alone, waiting=call.taken_by is None
        )
    at_the_desk = Sheet.objects.filter(_handed_in(tournament)).exclude(
        table__in=[call.table_id for call in called]
    )
    for table in scored_tables(at_the_desk):
        card = card_of(table)
        if card.state == CALL:
            yield _wanted_at(table.table, card.needs, alone=alone, waiting=False)


def _wanted_at(table: Table, words: str, *, alone: bool, waiting: bool) -> dict[str, Any]:
    """``place`` is its own on the page, so that who has come to it with the keyboard is still there
    when the line changes.
    """
    evening = table.round.tournament
    text = _("Table %(table)s. %(problem)s") % {"table": table.number, "problem": words}
    return {
        "place": f"call-{table.pk}",
        "text": text if alone else f"{evening.name} · {text}",
        "url": reverse("desk:sheet", args=[evening.code, table.round.number, table.number]),
        "table": table.number,
        "waiting": waiting,
    }


# --- the clock


EXTRA = {"plus_1": 1, "plus_5": 5, "minus_1": -1}
"""Minutes that the buttons of extra time give."""


def clock_line(
    round_: Round, clock: Clock | None, table: Table | None = None, *, may_change: bool
) -> dict[str, Any]:
    """Context of ``desk/tables/_clock.html``: of the hall, or of one table."""
    if (
        clock is None
        or not may_change
        or round_.stage != Round.Stage.PLAYING
        or clock.stands == "stopped"
    ):
        return {"clock": clock}
    changes = changes_of(round_)
    mine = [change for change in changes if table is None or change.table_id == table.pk]
    return {
        "clock": clock,
        "clock_table": table,
        "clock_buttons": True,
        "clock_paused": is_paused(changes, table),
        "clock_change": mine[-1] if mine else None,
        "clock_done": _in_words(mine[-1]) if mine else "",
    }


def _in_words(change: ClockChange) -> str:
    what = change.get_kind_display()
    if change.kind == ClockChange.Kind.EXTRA:
        what = _("%(minutes)s minutes") % {
            "minutes": naming.number(change.seconds // 60, signed=True)
        }
    who = pgettext("the clock", "all")
    if change.table is not None:
        who = _("table %(number)s") % {"number": change.table.number}
    return ", ".join((who, what, formats.time_format(timezone.localtime(change.at))))


@page.staff_only
@require_POST
def clock(request: DeskRequest, code: str, number: int) -> HttpResponse:
    round_ = page.find_round(page.find_tournament(code), number)
    named = request.POST.get("table", "")
    table = round_.tables.filter(number=page.read_number(named, 4) or 0).first() if named else None
    if named and table is None:
        raise Http404
    step, author = request.POST.get("step", ""), request.user
    with page.saying_no(request):
        if step == "undo":
            change = round_.clock_changes.filter(
                pk=page.read_number(request.POST.get("change", "")) or 0
            ).first()
            if change is not None:
                undo_clock_change(change=change, author=author)
        elif step in EXTRA:
            change_clock(
                round=round_,
                kind=ClockChange.Kind.EXTRA,
                table=table,
                minutes=EXTRA[step],
                author=author,
            )
        elif step in ("pause", "resume") or (step == "begin" and table is not None):
            change_clock(round=round_, kind=step, table=table, author=author)
        else:
            raise page.no_such_step()
    return (
        redirect("desk:sheet", code, number, table.number)
        if table
        else redirect("desk:play", code, number)
    )
