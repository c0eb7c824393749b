"""The wall of tables before, during and after play; its clock; calls of the arbiter."""

from collections.abc import Sequence

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from frame import page
from frame.backup import keep_copy
from frame.night import Blocker, filling, gather
from frame.page import (
    KEPT_SHUT,
    Context,
    DeskRequest,
    done_by_another,
    find_tournament,
    fresh_get,
    fresh_get_or_post,
    on_round,
    read_number,
    read_numbers,
    reads_closed_sheets,
    round_page,
    round_press,
    round_step,
    sheets_too,
    staff_only,
    tell,
)
from king.cards import WINDS
from king.sheet.row import Problem
from king_tournament.attempts import wrong_codes
from king_tournament.desk.tables.seats import ask_for_paper, post_and_print, prepared
from king_tournament.desk.tables.sitting import ways_to_fill
from scoring import round_steps
from scoring.calls import open_calls
from scoring.models import Call, Sheet
from scoring.publishing.final_hold import awaits_prize_giving, final_is_posted, hold_in_force
from scoring.remembered import numbers_of
from scoring.scored_sheets import ScoredTable, missing_hands, scored_round, scored_tables
from scoring.sheet_steps import close_ready_sheets
from screens.clock import Clock, clocks_of
from screens.pages.clock import clock_line
from tournaments.models import Round, Table, Tournament
from tournaments.seat_changes import publish_seating, seating_problems, waiting_entries
from wording.sentences import say

CALL, WRONG, DESK, WAITING, CLOSED = STATES = ("call", "wrong", "desk", "waiting", "closed")
TONES = {CALL: "wrong", WRONG: "wrong", DESK: "needs"}


def card_of(table: ScoredTable, call: Call | None = None, clock: Clock | None = None) -> Context:
    """A table on the wall. ``needs`` says what somebody has to do; ``empty`` are the chairs in which
    nobody sits while a hand is missing; ``moving`` the hands that are worth the average of the other
    tables while these are not closed.
    """
    sheet = table.sheet
    scored = table.scored
    missing = missing_hands(sheet, scored)
    unruled = [problem for problem in scored.problems if not problem.ruled]
    state, needs = _state_of(sheet, unruled, complete=not missing)
    if call:
        state = CALL
        needs = call_in_words(call)
    sitting = {seat.wind: seat for seat in (*table.seats.values(), *table.substitutes)}
    empty = table.empty_chairs if missing else ()
    entered = [row.hand for row in scored.rows]
    cells = dict.fromkeys(missing, "empty")
    cells |= dict.fromkeys(entered, "closed" if state == CLOSED else "entered")
    cells |= {ruling.hand: "ruled" for ruling in table.rulings if ruling.hand in cells}
    cells |= {problem.hand: "wrong" for problem in unruled if problem.hand in cells}
    return {
        "table": table.table,
        "number": table.table.number,
        "state": state,
        "tone": TONES.get(state, "needs" if empty else ""),
        "needs": needs,
        "seats": [
            {
                "wind": wind,
                "name": sitting[wind].player.full_name,
                "is_empty": wind in [chair.wind for chair in empty],
            }
            for wind in WINDS
            if wind in sitting
        ],
        "empty": empty,
        "next_hand": min(missing, default=0),
        "cells": sorted(cells.items()),
        "entered": len(entered),
        "length": table.table.round.tournament.rules.length,
        "last_entry": max((row.created_at for row in table.rows.values()), default=None),
        # The desk may close it unopened: an open sheet may still be written, an unsigned one is
        # looked at.
        "ready": state == DESK
        and scored.closable
        and sheet.state == Sheet.State.HANDED_IN
        and not sheet.handed_in_unsigned,
        "moving": [hand for hand, average in table.averages.items() if average.waiting],
        "clock": clock,
    }


def _state_of(sheet: Sheet, unruled: Sequence[Problem], *, complete: bool) -> tuple[str, str]:
    """Where the sheet stands, and what somebody has to do."""
    state = WAITING
    sentences = []
    if sheet.state == Sheet.State.OPEN and sheet.handed_in_at is not None:
        when = formats.time_format(timezone.localtime(sheet.handed_in_at))
        sentences.append(_("Handed in at %(when)s, and open again.") % {"when": when})
    if sheet.state == Sheet.State.CLOSED:
        state = CLOSED
    elif unruled:
        state = CALL if sheet.state == Sheet.State.HANDED_IN else WRONG
        # What has a hand comes first.
        problem = min(unruled, key=lambda problem: problem.hand is None)
        sentence = say(problem.phrase)
        if problem.hand is not None:
            sentence = _("Hand %(hand)s: %(problem)s") % {
                "hand": problem.hand,
                "problem": sentence,
            }
        sentences.append(sentence)
    elif complete or sheet.state == Sheet.State.HANDED_IN:
        state = DESK
        sentences.append(_("Every hand is there: look at it and close it."))
    return state, " ".join(sentences)


def call_in_words(call: Call) -> str:
    sentences = []
    if call.hand is not None:
        sentences.append(_("Hand %(hand)s.") % {"hand": call.hand})
    if call.text:
        text = call.text.replace("\n", " ")
        sentences.append(text if text.endswith((".", "?", "!")) else f"{text}.")
    when = formats.time_format(timezone.localtime(call.made_at))
    sentences.append(_("Called at %(when)s.") % {"when": when})
    if call.taken_by:
        sentences.append(_("%(who)s is on the way.") % {"who": call.taken_by.get_username()})
    return " ".join(sentences)


# --- the page


@sheets_too
@fresh_get_or_post
@on_round
def play(request: DeskRequest, round_: Round) -> HttpResponse:
    if request.htmx:
        if request.GET.get("stamp") == stamp_of(round_):
            return HttpResponse(status=204)
        return render(
            request,
            "desk/tables/play.html#wall",
            {"tournament": round_.tournament, "round": round_, **_wall(request, round_)},
        )
    facts = gather(round_.tournament)
    seated = facts.round(round_.number)
    context = {
        "unfit": seated.unfit if seated else (),
        "filling": filling(seated.newcomers) if seated and seated.newcomers else "",
        "may_go_back": round_.stage == Round.Stage.PROVISIONAL
        and not round_steps.later_has_started(round_),
        "wrong_codes": wrong_codes() if round_.is_playing else None,
        **_wall(request, round_),
    }
    if round_.is_seating:
        context |= {"start_blockers": _start_blockers(round_), **prepared(request, round_)}
    return round_page(request, "desk/tables/play.html", round_, facts=facts, **context)


def _wall(request: HttpRequest, round_: Round) -> Context:
    stamp = stamp_of(round_)  # Before the rest: what comes meanwhile is shown the next time.
    tournament = round_.tournament
    runs = page.runs(request, round_.tournament)
    calls = {call.table_id: call for call in open_calls(tournament)} if runs else {}
    clocks = clocks_of(round_)
    cards = [
        card_of(table, calls.get(table.table.pk), clocks.get(table.table.pk))
        for table in scored_round(round_)
    ]
    cards.sort(key=lambda card: int(card["number"]))
    empty = [card for card in cards if card["empty"]]
    waiting = waiting_entries(round_) if empty and runs else []
    for card in empty if runs else ():
        card["ways"] = [
            ways_to_fill(card["table"], chair, card["next_hand"], waiting, back="wall")
            for chair in card["empty"]
        ]
    reads_closed = reads_closed_sheets(request, tournament)
    for card in cards:
        card["shut"] = not reads_closed and (card["state"] == CLOSED or round_.is_closed)
    missing = [card for card in cards if card["state"] != CLOSED]
    last = round_.is_playing and round_.number >= tournament.planned_rounds
    return {
        "cards": cards,
        "groups": {state: [card for card in cards if card["state"] == state] for state in STATES},
        "empty": empty,
        "missing": missing,
        # With the last partita the desk says whether everybody sees the standing at once.
        "may_hold": not missing
        and last
        and hold_in_force(tournament) is None
        and not final_is_posted(tournament),
        "ready": [card for card in cards if card["ready"]],
        "any_typed": any(card["entered"] for card in cards),
        "shut_words": KEPT_SHUT if any(card["shut"] for card in cards) else "",
        "stamp": stamp,
        **clock_line(round_, clocks.get(None), may_change=runs),
    }


def stamp_of(round_: Round) -> str:
    """Changes whenever the wall would show something else: the numbers of the evening and of all
    its sheets.
    """
    numbers = numbers_of(round_.tournament.code)
    return "" if numbers is None else numbers.everything


WHERE = {
    "seating_not_published": "seating",
    "boards_not_sealed": "boards",
    "boards_not_dealt": "boards",
}


def _start_blockers(round_: Round) -> list[Blocker]:
    blockers = []
    for error in round_steps.start_blockers(round_):
        name = WHERE.get(error.code or "", "play")
        number = round_.number
        if name == "play":
            number = (error.params or {})["before"]
        url = resolve_url(f"desk:{name}", round_.tournament.code, number)
        blockers.append(Blocker(" ".join(map(str, error.messages)), url))
    return blockers


# --- the buttons


@staff_only
@round_press
def start(request: DeskRequest, round_: Round) -> None:
    """Where seats do not fit who is in the hall the page names them; a second press starts all the
    same.
    """
    if "anyway" not in request.POST and round_.is_seating:
        problems = seating_problems(round_)
        if problems:
            raise ValidationError(list(problems))
    if round_steps.start_round(round=round_, author=request.user).stage == Round.Stage.PLAYING:
        tell(request, _("Partita %(round)s is in play."), round=round_.number)
    else:
        sentence = _("Partita %(round)s has been played already: nothing was started.")
        messages.info(request, sentence % {"round": round_.number})


@staff_only
@round_press
def post_seats(request: DeskRequest, round_: Round) -> HttpResponse | None:
    """With the paper of the partita, unless it is posted without."""
    if "without_paper" not in request.POST:
        return post_and_print(request, round_)
    publish_seating(round=round_, author=request.user)
    tell(request, _("The seating of partita %(round)s is published."), round=round_.number)
    return None


@staff_only
@round_press
def make_paper(request: DeskRequest, round_: Round) -> None:
    ask_for_paper(request, round_)


undo_start = staff_only(
    round_step(
        round_steps.undo_start,
        gettext_lazy("The start of partita %(round)s is taken back."),
        "reason",
    )
)


back_to_play = staff_only(
    round_step(
        round_steps.take_back_to_play, gettext_lazy("Partita %(round)s is in play again."), "reason"
    )
)


@staff_only
@round_press
def close_ready(request: DeskRequest, round_: Round) -> None:
    """Of the tables that the button spoke of; one that has become ready since then is looked at
    first.
    """
    closed = close_ready_sheets(
        round=round_,
        author=request.user,
        tables=read_numbers(request, "table") if "table" in request.POST else None,
    )
    if closed:
        tables = ", ".join(str(sheet.table.number) for sheet in closed)
        tell(request, _("Sheets closed: tables %(tables)s."), tables=tables)
    else:
        sentence = _("No sheet was ready to be closed. Open one to see what it waits for.")
        messages.info(request, sentence)


@staff_only
@round_press
def close_round(request: DeskRequest, round_: Round) -> HttpResponse:
    round_steps.close_round(round=round_, author=request.user, held_back="held" in request.POST)
    keep_copy(f"{round_.tournament.code}-{round_.number}")
    sentence = _("Partita %(round)s is closed; its standing is posted.")
    if awaits_prize_giving(round_.tournament):
        sentence = _(
            "Partita %(round)s is closed. Its standing is ready; everybody sees it at the prize-giving."
        )
    who, when = round_steps.closed_by(round_)
    earlier = _("%(who)s had closed partita %(round)s already, at %(when)s.")
    if not done_by_another(request, who, when, earlier, round=round_.number):
        tell(request, sentence, round=round_.number)
    return redirect("desk:standings", round_.tournament.code)


# --- from every page of the desk


@sheets_too
@require_GET
def find_table(request: DeskRequest, code: str, table: int | None = None) -> HttpResponse:
    """Without a script the number is typed into a form."""
    tournament = find_tournament(code)
    if table is None:
        table = read_number(request.GET.get("table", "").strip(), 4)
    if table is None:
        messages.error(request, _("Type the number of a table."))
        return redirect("desk:tournament", code)
    started = tournament.rounds.exclude(stage=Round.Stage.SEATING).order_by("-number")
    round_ = started.filter(stage=Round.Stage.PLAYING).first() or started.first()
    if not round_:
        messages.info(request, _("No partita has started yet: there are no sheets to open."))
        return redirect("desk:tournament", code)
    numbers = list(round_.tables.order_by("number").values_list("number", flat=True))
    if table in numbers:
        return redirect("desk:sheet", code, round_.number, table)
    sentence = _("Partita %(round)s has no table %(table)s: its tables are %(first)s to %(last)s.")
    fields = {"round": round_.number, "table": table, "first": numbers[0], "last": numbers[-1]}
    messages.error(request, sentence % fields)
    return redirect("desk:play", code, round_.number)


# --- calls of the arbiter


@staff_only
@fresh_get
def calls(request: HttpRequest, code: str | None = None) -> HttpResponse:
    """Nothing (204) where the page shows it already: a call, a hand-in and whatever is done to a
    sheet after it have a line in the log, which counts. Two queries where nothing has changed.
    """
    evenings = Tournament.objects.filter(closed_at=None)
    if code is not None:
        evenings = Tournament.objects.filter(pk=find_tournament(code).pk)
    handed_in = Sheet.objects.filter(
        state=Sheet.State.HANDED_IN,
        table__round__stage=Round.Stage.PLAYING,
        table__round__tournament__in=evenings,
    )
    numbers = evenings.order_by("pk").values_list("pk", "revision")
    rows = handed_in.aggregate(rows=Sum("revision"))["rows"] or 0
    stamp = "-".join([*(f"{pk}.{revision}" for pk, revision in numbers), str(rows)])
    if request.GET.get("stamp") == stamp:
        return HttpResponse(status=204)
    called = list(
        Call.objects.filter(done_at=None, table__round__tournament__in=evenings)
        .select_related("table__round__tournament", "table__place", "taken_by")
        .order_by("made_at", "pk")
    )
    wanted = [(call.table, call_in_words(call), call.taken_by is None) for call in called]
    wanted.sort(key=lambda line: not line[2])
    for table in scored_tables(handed_in.exclude(table__in=[call.table_id for call in called])):
        card = card_of(table)
        if card["state"] == CALL:
            wanted.append((table.table, card["needs"], False))
    context = {
        "calls": [_wanted(*line, alone=code is not None) for line in wanted],
        "calls_url": request.path,
        "stamp": stamp,
        "waiting": [table.number for table, _words, waiting in wanted if waiting],
    }
    return render(request, "desk/base.html#calls", context)


def _wanted(table: Table, words: str, waiting: bool, *, alone: bool) -> Context:
    """``place`` is its own on the page, so that who has come to it with the keyboard is still there
    when the line changes.
    """
    evening = table.round.tournament
    text = _("Table %(table)s. %(problem)s") % {"table": table.number, "problem": words}
    return {
        "place": f"call-{table.pk}",
        "text": text if alone else f"{evening.name} · {text}",
        "url": resolve_url("desk:sheet", evening.code, table.round.number, table.number),
        "waiting": waiting,
    }
