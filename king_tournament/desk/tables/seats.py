"""The next partita: prepared in one press, or step by step: winds drawn, seats planned, exchanged,
published, filled.
"""

from collections.abc import Iterable

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _, gettext_lazy, ngettext_lazy
from django.views.decorators.http import require_POST

from frame.outline import Button, Line
from frame.page import (
    Context,
    DeskRequest,
    desk_page,
    fresh_get,
    number_of,
    on_evening,
    on_round,
    organizer_only,
    press,
    read_numbers,
    round_press,
    round_step,
    say_with_undo,
    show_refusal,
    staff_only,
    tell,
    text_of,
)
from frame.person_entry import tell_who_sits_down
from ground.addresses import public_address
from king_tournament.desk.documents import ask_for
from king_tournament.desk.players import odd_number_panel
from king_tournament.desk.players.groups import drawn_labels
from king_tournament.desk.players.views import players_page
from king_tournament.desk.tables.cards import cards_of_seats
from king_tournament.desk.tables.seat_panel import exchange, seat_read
from night.facts import NightFacts, RoundFacts
from night.lookups import find_round, find_tournament, read_number
from night.next_steps import ODD, PLAYERS, TABLES, filling, sitting_down
from printing import services as paper_services
from printing.models import PrintJob
from printing.paper_status import WHOLE, held_too, whole_paper, why_outdated
from printing.services import changes_of
from printing.tasks import rescue
from scoring import latecomers, round_steps
from scoring.latecomers import Chair
from tournaments import round_seating as services, seat_changes
from tournaments.board_steps import may_open_cards
from tournaments.head_count import HeadCount, draws_first, head_count
from tournaments.models import Entry, Round, Tournament
from tournaments.odd_numbers import Way
from tournaments.round_seating import may_draw_again
from wording.sentences import refusal

# --- a partita that has no seats yet


def planning_page(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    last = tournament.rounds.filter(tables__isnull=False).order_by("-number").first()
    coming = last.number + 1 if last else 1
    if last and last.is_seating:
        title = _("Partita %(before)s comes first")
        text = _(
            "Its seating is planned and it has not started. Partita %(number)s can be planned as soon "
            "as it is in play."
        )
        context = _not_yet(tournament, number, last.number, title, text)
    elif number != coming or number > tournament.planned_rounds:
        title = _("Partita %(number)s cannot be planned yet")
        text = _("Partite are planned one after another; the settings say how many there are.")
        before = min(coming, tournament.planned_rounds)
        context = _not_yet(tournament, number, before, title, text)
    else:
        context = planning(request, tournament, number, kind="next")
    return desk_page(
        request,
        "desk/tables/seating_plan.html",
        tournament,
        step=TABLES,
        number=number,
        **context,
    )


def _not_yet(tournament: Tournament, number: int, before: int, title: str, text: str) -> Context:
    fields = {"number": number, "before": before}
    return {
        "empty": {
            "title": title % fields,
            "text": text % fields,
            "url": resolve_url("desk:play", tournament.code, before),
            "action": _("Seats of partita %(before)s") % fields,
        }
    }


UNDRAWN = {
    "pairs": ngettext_lazy(
        "%(counter)s pair in the hall has no line yet.",
        "%(counter)s pairs in the hall have no line yet.",
        "counter",
    ),
    "teams": ngettext_lazy(
        "%(counter)s team in the hall is not drawn yet.",
        "%(counter)s teams in the hall are not drawn yet.",
        "counter",
    ),
}
USUAL_UNDRAWN = ngettext_lazy(
    "%(counter)s player in the hall has no wind yet.",
    "%(counter)s players in the hall have no wind yet.",
    "counter",
)
BY_LOT = {
    "pairs": gettext_lazy("One pair sits this partita out"),
    "teams": gettext_lazy("One team sits this partita out"),
}
USUAL_BY_LOT = ngettext_lazy(
    "%(counter)s sits this partita out", "%(counter)s sit this partita out", "counter"
)


def planning(request: DeskRequest, tournament: Tournament, number: int, *, kind: str) -> Context:
    """Form that seats a partita, or seats it again. The button of the next step is filled."""
    count = head_count(tournament)
    undrawn = count.undrawn if draws_first(tournament) else 0
    players, winds = (
        Button(title, resolve_url(f"desk:{name}", tournament.code), "link")
        for title, name in ((_("Players"), "players"), (_("The winds"), "winds"))
    )
    mend = (players,) if count.even else (players, winds)
    lines = [Line("info", str(sentence), mend) for sentence in count.sentences]
    if undrawn:
        sentence = UNDRAWN.get(count.sides, USUAL_UNDRAWN) % {"counter": undrawn}
        lines.append(Line("blocked", sentence, (winds,)))
    first = None if count.even else winds
    if count.playing < count.seats or count.incomplete or count.over:
        first = players
    elif undrawn:
        first = winds
    title = _("Seat partita %(number)s") % {"number": number}
    if kind != "next":
        title = _("Plan it again")
    elif first:
        kind = "quiet"
    url = resolve_url("desk:plan_seating", tournament.code, number)
    return {
        "planning": lines,
        "seen": services.last_change(tournament, number),
        "plan": Button(title, url, kind, ()),
        "plan_first": [first._replace(kind="next")] if first and kind == "quiet" else (),
        "over": _rest_choice(request, tournament, count) if count.over else None,
    }


def _rest_choice(request: DeskRequest, tournament: Tournament, count: HeadCount) -> Context:
    """Choice of who sits out if tables are not full: by name, or by lot."""
    out = sorted(read_numbers(request, "out"))
    labels = drawn_labels(tournament)
    return {
        "title": BY_LOT.get(count.sides, USUAL_BY_LOT) % {"counter": count.over},
        "places": [out[place] if place < len(out) else None for place in range(count.over)],
        "entries": [
            (entry, labels.get(entry.wind))
            for entry in tournament.entries.playing().order_by("number").with_players()
        ],
    }


# --- the seats, before the start or to be exchanged in play


def seats_shown(request: DeskRequest, round_: Round, facts: NightFacts) -> Context:
    tournament = round_.tournament
    place = (tournament.code, round_.number)
    hint = _("Choose two players: they change places.")
    if tournament.rules.by_side:
        hint = _(
            "Choose one player from each of two entries: they change places, and so do their partners."
        )
    swap_url = resolve_url("desk:swap_seats", *place)
    context: Context = {
        "cards": cards_of_seats(round_, request.POST.getlist("seat")),
        "exchange": {"url": swap_url if round_.is_seating else f"{swap_url}?seats", "hint": hint},
    }
    if round_.is_seating and round_.seating_published_at is None:
        title = _("Do not seat partita %(number)s yet") % {"number": round_.number}
        cancel_url = resolve_url("desk:cancel_seating", *place)
        context |= planning(request, tournament, round_.number, kind="quiet")
        context["give_up"] = [Button(title, cancel_url, "revoke", ())]
    if not round_.is_seating:
        back = Button(_("Back to the tables"), resolve_url("desk:play", *place))
        return context | {"buttons": [back]}
    seated = facts.round(round_.number)
    unfit = seated.unfit if seated else ()
    context |= {
        "is_fit": not unfit,
        "certificate": services.certificate(round_),
        "resting": resting_in(round_),
        "may_draw_again": round_.seating_published_at is None and may_draw_again(round_),
        "last_change": services.last_change(tournament, round_.number),
        "with_slips": _with_slips(request, round_),
    }
    missing = _start_blockers(round_)
    is_dealt = not tournament.plays_boards or round_.board_set is not None
    if unfit:
        context["missing"] = [Line("blocked", sentence) for sentence in unfit]
        context["buttons"] = _mending(request, round_, seated, missing)
    elif not round_.seating_published_at and is_dealt:
        context["paper"] = paper_of(request, round_)
    elif not round_.seating_published_at:
        publish = _("Publish the seating")
        url, fields = resolve_url("desk:post_seats", *place), (("without_paper", "1"),)
        context["buttons"] = [Button(publish, url, "next", fields)]
        context["missing"] = missing
    elif missing:
        context["missing"] = missing
        context["paper"] = paper_of(request, round_) if is_dealt else None
    else:
        title = _("Start partita %(number)s") % {"number": round_.number}
        context["buttons"] = [Button(title, resolve_url("desk:start", *place), "next", ())]
        context["paper"] = paper_of(request, round_)
    return context


def _mending(
    request: DeskRequest, round_: Round, seated: RoundFacts | None, missing: list[Line]
) -> list[Button]:
    place = (round_.tournament.code, round_.number)
    buttons = odd_number_panel.ways_once_seated(request, round_)
    if seated and seated.newcomers:
        url = resolve_url("desk:fill_seats", *place)
        buttons.append(Button(filling(seated.newcomers), url, "next", ()))
    elif seated and seated.late:
        buttons.append(late_button(round_, seated.late[0], "next"))
    if not missing:
        title = _("Start partita %(number)s anyway") % {"number": round_.number}
        start, anyway = resolve_url("desk:start", *place), (("anyway", "1"),)
        buttons.append(Button(title, start, fields=anyway))
    return buttons


def late_button(round_: Round, chair: Chair, kind: str) -> Button:
    place = (round_.tournament.code, round_.number, chair.entry.pk)
    sent = (("back", "tables"),)
    return Button(sitting_down(chair), resolve_url("desk:sit_down", *place), kind, sent)


@staff_only
@press
def sit_late(request: DeskRequest, code: str, number: int, pk: int) -> HttpResponse:
    """Seat a latecomer on the chair of a player who only completes a table."""
    round_ = find_round(code, number)
    chair = latecomers.sit_down(round=round_, entry=pk, author=request.user)
    fields = {"player": chair.entry.title, "gone": chair.seat.name, "hand": chair.hand}
    filler = chair.seat.entry_id
    sentence = _("%(player)s sits in the seat of %(gone)s, who leaves.")
    if chair.hand > 1:
        sentence = _(
            "%(player)s sits in the seat of %(gone)s from hand %(hand)s, and plays ranked from the next partita on."
        )
    sent: dict[str, object] = {"filler": filler, "hand": chair.hand}
    if "back" in request.POST:
        sent["back"] = "tables"
    undo = resolve_url("desk:stand_up", code, number, pk)
    say_with_undo(request, sentence % fields, undo, **sent)
    return _back_from_late(request, round_)


@staff_only
@press
def stand_up(request: DeskRequest, code: str, number: int, pk: int) -> HttpResponse:
    """Undo that a latecomer sat down. Refused once they have played."""
    round_ = find_round(code, number)
    late = latecomers.stand_up(
        round=round_,
        entry=pk,
        filler=number_of(request, "filler") or 0,
        hand=number_of(request, "hand") or 0,
        author=request.user,
    )
    sentence = _("Undone: %(player)s is in the hall and has no seat.")
    tell(request, sentence, player=late.title)
    return _back_from_late(request, round_)


def _back_from_late(request: DeskRequest, round_: Round) -> HttpResponse:
    place = (round_.tournament.code, round_.number)
    if "back" in request.POST:
        return redirect("desk:play", *place)
    return redirect("desk:players", place[0])


def _start_blockers(round_: Round) -> list[Line]:
    lines = []
    for error in round_steps.start_blockers(round_):
        text = " ".join(map(str, error.messages))
        name = "boards" if error.code in ("boards_not_sealed", "boards_not_dealt") else "play"
        number = (error.params or {}).get("before", round_.number)
        line = Line("blocked", text)
        if (name, number) != ("play", round_.number):
            url = resolve_url(f"desk:{name}", round_.tournament.code, number)
            line = Line("blocked", "", (Button(text, url, "link"),))
        lines.append(line)
    return lines


def resting_in(round: Round) -> Iterable[Entry]:
    numbers = round.seating_note.get("sitting_out", [])
    return round.tournament.entries.filter(number__in=numbers).order_by("number").with_players()


@staff_only
@press
def plan(request: DeskRequest, code: str, number: int) -> str:
    tournament = find_tournament(code)
    out = read_numbers(request, "out")
    by_lot = text_of(request, "over") == "lot" and not out
    chosen = tournament.entries.filter(number__in=out)
    services.plan_round(
        tournament=tournament,
        author=request.user,
        sitting_out=() if by_lot else chosen,
        sit_out_by_lot=by_lot,
        number=number,
        seen=number_of(request, "seen"),
    )
    return _("Partita %(round)s is planned. Look at it, then publish it.") % {"round": number}


@staff_only
@round_press
def draw_again(request: DeskRequest, round_: Round) -> str:
    services.draw_again(round=round_, author=request.user, seen=number_of(request, "seen"))
    return _("Drawn again: new winds and new seats.")


@staff_only
@round_press
def swap(request: DeskRequest, round: Round) -> None:
    pressed = [*request.POST.getlist("seat"), *request.POST.getlist("other")]
    ticked = {read_number(seat): player for seat, player in map(seat_read, pressed)}
    seats = list(round.seats.filter(pk__in=[key for key in ticked if key is not None]))
    if len(seats) != 2:
        sentence = _("Select two seats: their players change places. %(count)s are selected.")
        raise refusal(sentence, "two_seats", count=len(seats))
    one, other = (ticked[seat.pk] for seat in seats)
    exchange(request, round, seats[0], seats[1], one, other, undo=request.get_full_path())


@staff_only
@round_press
def fill(request: DeskRequest, round: Round) -> None:
    filled = seat_changes.fill_empty_seats(round=round, author=request.user)
    tell_who_sits_down(request, filled)
    if not filled:
        sentence = _("There is no empty seat for anybody who is waiting: check who is in the hall.")
        messages.warning(request, sentence)


cancel = staff_only(
    round_step(seat_changes.cancel_round, gettext_lazy("Partita %(round)s is no longer planned."))
)


withdraw = staff_only(
    round_step(
        seat_changes.withdraw_seating,
        gettext_lazy("The seating of partita %(round)s is withdrawn: it can be changed again."),
        "reason",
    )
)


# --- all of it in one press; before play each part can be redone


@organizer_only
@require_POST
@on_evening
def prepare(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Prepare a partita. An odd number of players is asked about on *Players*; that page also shows
    a refused choice again.
    """
    try:
        with transaction.atomic():
            odd_number_panel.take_worth(request, tournament)
            round_ = services.prepare_round(
                tournament=tournament,
                author=request.user,
                number=number,
                way=text_of(request, "way"),
                playing=number_of(request, "playing"),
                fillers=odd_number_panel.fillers_named(request, tournament),
                resting=odd_number_panel.resting_named(request, tournament),
                again="again" in request.POST,
            )
        ask_for_paper(request, round_)
    except ValidationError as error:
        problem = getattr(error, "code", "")
        if problem == "not_full":
            return redirect(resolve_url("desk:players", tournament.code) + ODD)
        if problem == "worth_not_said":
            return _ask_what_a_rest_is_worth(request, tournament, number)
        show_refusal(request, error)
        if problem != "seats_changed":
            return players_page(request, tournament)
    return redirect("desk:play", tournament.code, number)


def _ask_what_a_rest_is_worth(
    request: DeskRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """Page that asks what a rest is worth. It is asked once, before the first of two partite."""
    prepare_url = resolve_url("desk:prepare", tournament.code, number)
    sent = [("way", Way.REST), ("playing", request.POST.get("playing", ""))]
    sent += [("resting", entry) for entry in request.POST.getlist("resting")]
    sent += [("again", "1")] if "again" in request.POST else []
    buttons = [
        Button(str(words), prepare_url, kind, (*sent, ("worth", worth)))
        for kind, worth, words in (
            (
                "next",
                odd_number_panel.AVERAGE,
                _("The mean: their other partita counted twice"),
            ),
            ("quiet", odd_number_panel.ZERO, _("No points")),
        )
    ]
    players_url = resolve_url("desk:players", tournament.code) + ODD
    buttons.append(Button(_("This many points: back to the players"), players_url, "link"))
    line = _("Players who rest play one partita of two. What is the one that they sit out worth?")
    return desk_page(
        request,
        "desk/tables/prepare.html",
        tournament,
        step=PLAYERS,
        number=number,
        lines=[Line("info", line)],
        buttons=buttons,
        status=200,
    )


def _with_slips(request: DeskRequest, round_: Round) -> bool:
    return round_.board_set is not None and may_open_cards(
        request.user, round_.tournament, round_.board_set
    )


def ask_for_paper(request: DeskRequest, round_: Round) -> PrintJob:
    address = public_address(request)
    options = {"round": round_.number, "base_url": address, **held_too(round_, address)}
    with_slips, without = WHOLE
    document = with_slips if _with_slips(request, round_) else without
    return ask_for(request, round_.tournament, document, options)


def paper_of(request: DeskRequest, round_: Round) -> Context:
    """State of the partita's documents. The page asks for it again until the seating is
    published.
    """
    job = whole_paper(round_, with_slips=_with_slips(request, round_))
    return {
        "job": job,
        "waits": job is not None and job.state in PrintJob.UNFINISHED,
        "is_right": job and job.state == PrintJob.State.DONE and _is_right(request, job),
    }


def _is_right(request: DeskRequest, job: PrintJob) -> bool:
    outdated = why_outdated(job, changes_of(job.tournament), public_address(request))
    return not outdated and not paper_services.boards_have_changed(job)


@staff_only
@fresh_get
@on_round
def paper(request: DeskRequest, round_: Round) -> HttpResponse:
    """State of the partita's documents, polled while they are made. The page is loaded again once
    the seating is published, perhaps in another tab.
    """

    rescue(round_.tournament.print_jobs.filter(document__in=WHOLE, state__in=PrintJob.UNFINISHED))
    context = {
        "paper": paper_of(request, round_),
        "round": round_,
        "tournament": round_.tournament,
    }
    answer = render(request, "desk/tables/_paper.html", context)
    if round_.seating_published_at:
        answer["HX-Refresh"] = "true"
    return answer


def publish_and_print(request: DeskRequest, round_: Round) -> HttpResponse:
    seat_changes.publish_seating(round=round_, author=request.user)
    job = whole_paper(round_, with_slips=_with_slips(request, round_))
    if not job or job.state == PrintJob.State.FAILED or not _is_right(request, job):
        job = ask_for_paper(request, round_)
    if job.state != PrintJob.State.DONE:
        return redirect("desk:print", round_.tournament.code)
    return redirect("desk:print_file", round_.tournament.code, job.pk)
