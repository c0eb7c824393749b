"""The wall of tables before, during and after play; its clock; calls of the arbiter."""

from collections.abc import Mapping

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Sum
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_GET
from django_htmx.http import reswap, retarget

from frame import page
from frame.outline import Line
from frame.page import (
    Context,
    DeskRequest,
    fresh_get,
    fresh_get_or_post,
    on_evening,
    read_numbers,
    round_page,
    round_press,
    round_step,
    sheets_too,
    staff_only,
    tell,
    tell_if_done,
)
from frame.parts import why_kept_shut
from frame.sheet_rights import reads_closed_sheets
from king_tournament.attempts import wrong_codes
from king_tournament.desk.tables.cards import CALL, CLOSED, call_in_words, card_of
from king_tournament.desk.tables.seat_panel import ways_to_fill
from king_tournament.desk.tables.seats import (
    ask_for_paper,
    late_button,
    planning_page,
    publish_and_print,
    resting_in,
    seats_shown,
)
from king_tournament.desk.tables.sent_cards import (
    cards_of_wall,
    changed_cards,
    draw,
    marks_of,
    seal,
)
from night.backup import keep_copy
from night.facts import NightFacts, gather
from night.lookups import find_tournament, read_number
from scoring import round_steps
from scoring.calls import open_calls
from scoring.latecomers import chairs_for_latecomers
from scoring.models import Call, Sheet
from scoring.publishing.final_hold import awaits_prize_giving, final_is_published, hold_in_force
from scoring.scored_sheets import scored_round, scored_tables
from scoring.sheet_steps import close_ready_sheets
from scoring.standings_cache import numbers_of
from screens.clock import Clock, clocks_of
from screens.pages.clock import clock_line
from seasons.qualifying import corrected_since
from tournaments.models import Round, Tournament
from tournaments.seat_changes import (
    publish_seating,
    seating_problems,
    standing_entries,
    waiting_entries,
)

# --- the page


@sheets_too
@fresh_get_or_post
@on_evening
def play(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Page of a partita: its seating until seats are drawn, then its wall of tables. ``?seats``
    also shows the seats in play, to be exchanged.
    """
    round_ = tournament.rounds.select_related("board_set").filter(number=number).first()
    if round_ is None or not round_.tables.exists():
        is_one = 0 < number <= tournament.planned_rounds + 1
        if not is_one or not page.runs(request, tournament):
            raise Http404
        return planning_page(request, tournament, number)
    round_.tournament = tournament
    if request.htmx and request.GET.get("stamp") == stamp_of(round_):
        return HttpResponse(status=204)
    runs = page.runs(request, tournament)
    # A part of the page has neither the row of steps nor the notes that need these.
    facts = None if request.htmx else gather(tournament)
    context: Context
    if not runs and round_.is_seating:
        sentence = _("Partita %(round)s has not started: its sheets come with the start.")
        context = {"note": sentence % {"round": number}}
    elif runs and (round_.is_seating or ("seats" in request.GET and not round_.is_closed)):
        context = seats_shown(request, round_, facts or gather(tournament))
    else:
        context = _play_context(request, round_, runs=runs)
        if runs and round_.is_playing:
            context["missing"] = _came_late(round_, facts)
    context["state"] = STAGES.get(round_.stage, round_.stage)
    if request.htmx:
        return _part(request, round_, context)
    context |= {
        "corrected_since": corrected_since(tournament) if runs else "",
        "may_go_back": runs and round_.is_provisional and not round_steps.later_has_started(round_),
    }
    return round_page(request, "desk/tables/play.html", round_, facts=facts, **context)


def _part(request: DeskRequest, round_: Round, context: Context) -> HttpResponse:
    """Answer to a wall that is open: the cards that it does not show yet, or all of it where that
    is not known.
    """
    if context.get("changed") is None:
        answer = round_page(request, "desk/tables/play.html", round_, part="wall", **context)
        return retarget(reswap(answer, "outerHTML"), "#tables")
    context["news"] = [draw(request, round_, card, alone=True) for card in context["changed"]]
    context |= {"tournament": round_.tournament, "round": round_}
    return render(request, "desk/tables/_wall_news.html", context)


def _came_late(round_: Round, facts: NightFacts | None) -> list[Line]:
    """Line for each person in the hall without a seat, with a chair that they may take from a
    player who completes a table.
    """
    seated = facts and facts.round(round_.number)
    late = seated.late if seated else chairs_for_latecomers(round_)
    sentence = _("%(player)s is in the hall and has no seat.")
    chairs = {chair.entry.pk: (late_button(round_, chair, "small"),) for chair in late}
    return [
        Line("info", sentence % {"player": entry.title}, chairs.get(entry.pk, ()))
        for entry in standing_entries(round_)
    ]


STAGES: Mapping[str, str] = {"playing": "current", "seating": "waiting"}


def _play_context(request: DeskRequest, round_: Round, *, runs: bool) -> Context:
    stamp = stamp_of(round_)  # Before the rest: what comes meanwhile is shown the next time.
    tournament = round_.tournament
    place = (tournament.code, round_.number)
    clocks = clocks_of(round_)
    cards = _cards(request, round_, clocks, runs=runs)
    missing = [card for card in cards if card["state"] != CLOSED]
    for card in missing[:1]:
        card["key"] = "j"
        seal(card)
    marks = marks_of(round_, cards)
    changed = None
    if request.htmx and round_.is_playing:
        changed = changed_cards(cards, marks, request.GET.get("cards", ""))
    if changed is None:
        for card in cards:
            card["html"] = draw(request, round_, card)
    asks = QueryDict(mutable=True)
    asks.update({"stamp": stamp, "cards": marks})
    return {
        "asks": f"{resolve_url('desk:play', *place)}?{asks.urlencode()}"
        if round_.is_playing
        else "",
        "changed": changed,
        "stamp": stamp,
        "cards": cards,
        "resting": resting_in(round_),
        "closed_count": len(cards) - len(missing),
        "note": why_kept_shut(tournament) if any(not card["url"] for card in cards) else "",
        "any_typed": any(card["entered"] for card in cards),
        "may_look": runs and not round_.is_official,
        "codes": wrong_codes() if runs and round_.is_playing and not request.htmx else None,
        "closes": runs and round_.is_playing,
        "any_missing": bool(missing),
        "ready": [card["number"] for card in cards if card["ready"]],
        "asks_to_hold": round_.number >= tournament.planned_rounds
        and hold_in_force(tournament) is None
        and not final_is_published(tournament),
        **clock_line(round_, clocks.get(None), may_change=runs),
    }


def _cards(
    request: HttpRequest, round_: Round, clocks: Mapping[int | None, Clock], *, runs: bool
) -> list[Context]:
    calls = {call.table_id: call for call in open_calls(round_.tournament)} if runs else {}
    cards = cards_of_wall(round_, scored_round(round_), calls, clocks)
    empty = [card for card in cards if card["empty"] and runs]
    waiting = waiting_entries(round_) if empty else []
    for card in empty:
        card["ways"] = [
            ways_to_fill(card["table"], chair, card["next_hand"], waiting, back="wall")
            for chair in card["empty"]
        ]
        seal(card)
    if not reads_closed_sheets(request, round_.tournament):
        for card in cards:
            if card["state"] == CLOSED or round_.is_closed:
                card["url"] = None
                seal(card)
    return cards


def stamp_of(round_: Round) -> str:
    """Stamp that changes when the wall does, from the revisions of the evening and all its sheets."""
    numbers = numbers_of(round_.tournament.code)
    return "" if numbers is None else numbers.everything


# --- the buttons


@staff_only
@round_press
def start(request: DeskRequest, round_: Round) -> None:
    """Start the partita. If the seats do not match who is in the hall, show the problems; a second
    click starts it anyway.
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
    """Publish the seating and print its documents, unless ``without_paper``."""
    if "without_paper" not in request.POST:
        return publish_and_print(request, round_)
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
        gettext_lazy("The start of partita %(round)s is undone."),
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
    """Close the ready sheets among the tables that the button listed. A sheet that became ready
    since is looked at first.
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
        sentence = _("No sheet was ready to be closed. Open one to see what it is waiting for.")
        messages.info(request, sentence)


@staff_only
@round_press
def close_round(request: DeskRequest, round_: Round) -> HttpResponse:
    round_steps.close_round(round=round_, author=request.user, held_back="held" in request.POST)
    keep_copy(f"{round_.tournament.code}-{round_.number}")
    sentence = _("Partita %(round)s is closed; its standings are published.")
    if awaits_prize_giving(round_.tournament):
        sentence = _(
            "Partita %(round)s is closed. Its standings are ready; everybody sees them at the prize-giving."
        )
    who, when = round_steps.closed_by(round_)
    earlier = _("%(who)s had closed partita %(round)s already, at %(when)s.")
    if not tell_if_done(request, who, when, earlier, round=round_.number):
        tell(request, sentence, round=round_.number)
    return redirect("desk:standings", round_.tournament.code)


# --- from every page of the desk


@sheets_too
@require_GET
def find_table(request: DeskRequest, code: str, table: int | None = None) -> HttpResponse:
    """Redirect to the table of the number typed. Used without JavaScript."""
    tournament = find_tournament(code)
    if table is None:
        table = read_number(request.GET.get("table", "").strip(), 4)
    if table is None:
        messages.error(request, _("Type the number of a table."))
        return redirect("desk:tournament", code)
    started = tournament.rounds.started().order_by("-number")
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
    """Calls and sheets handed in, or 204 if the page has them: each of these adds a line to the
    log, and the lines are counted. Two queries if nothing has changed.
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
    lines = [(call.table, call_in_words(call), call.taken_by is None) for call in called]
    lines.sort(key=lambda line: not line[2])
    for table in scored_tables(handed_in.exclude(table__in=[call.table_id for call in called])):
        card = card_of(table)
        if card["state"] == CALL:
            lines.append((table.table, card["needs"], False))
    context = {
        "calls": lines,
        "alone": code is not None,
        "calls_url": request.path,
        "stamp": stamp,
        "waiting": [table.number for table, _words, waiting in lines if waiting],
    }
    return render(request, "desk/_calls.html", context)
