"""The next partita: prepared in one press, or step by step: winds drawn, seats planned, exchanged,
posted, filled.
"""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from deals.models import BoardSet
from frame.night import TABLES, gather, next_step
from frame.night import WINDS as STEP
from frame.page import (
    Context,
    DeskRequest,
    desk_page,
    evening_press,
    find_tournament,
    fresh_get,
    get_or_post,
    number_of,
    on_evening,
    on_round,
    organizer_only,
    own_step,
    press,
    read_number,
    read_numbers,
    refusals,
    round_press,
    round_step,
    say_no,
    staff_only,
    tell,
    text_of,
)
from ground.addresses import public_address
from king.cards import WINDS, Wind
from king.words import alphabetical
from king_tournament.desk.documents import (
    WHOLE,
    ask_for,
    held_too,
    rescue,
    whole_paper,
    why_outdated,
)
from king_tournament.desk.players.groups import WORDS, drawn_labels, seat_headings
from king_tournament.desk.tables.sitting import empty_with_ways, exchange, seat_read
from printing import services as paper_services
from printing.models import PrintJob
from printing.services import changes_of
from tournaments import round_seating as services
from tournaments import seat_changes
from tournaments.board_steps import may_open_cards
from tournaments.head_count import HeadCount, draws_first, head_count, seats_of_entries
from tournaments.log import LogKind, in_words
from tournaments.models import Entry, Round, Tournament, joined_members
from tournaments.wind_draw import (
    change_wind,
    draw_winds,
    drawn_slots,
    last_draw,
    type_winds,
    written_draw,
)
from wording import naming
from wording.sentences import refusal


@staff_only
@get_or_post
def winds(request: DeskRequest, code: str) -> HttpResponse:
    return _wind_page(request, find_tournament(code))


def _wind_page(request: DeskRequest, tournament: Tournament, **more: Any) -> HttpResponse:
    entries = list(tournament.entries.playing().order_by("number").with_players())
    drawn = [entry for entry in entries if entry.wind_number is not None]
    facts = gather(tournament)
    count = head_count(tournament)
    last = _last_draw(tournament)
    drawn.sort(key=lambda entry: entry.wind_number or 0)
    by_wind = [
        (wind, [entry for entry in drawn if entry.wind == wind.value])
        for wind in seats_of_entries(tournament)
    ]
    # The way to the seating once everybody is drawn; the page says what the hall lacks.
    coming = next_step(facts)
    if request.method == "POST" or facts.must_draw or not coming or coming.key != STEP:
        coming = None
    else:
        coming = own_step(request, tournament, coming._replace(blockers=()))
    context = {
        "entries": sorted(entries, key=lambda entry: alphabetical(entry.title)),
        "undrawn": [entry for entry in entries if entry.wind_number is None],
        "by_wind": by_wind,
        "labels": drawn_labels(tournament),
        "headings": seat_headings(tournament),
        "words": WORDS[tournament.rules.sides],
        "drawn": drawn,
        "draw": last if drawn else None,
        "seen": last["line"].sequence if last else 0,
        "count": count,
        "even_move": _even_move(count, by_wind),
        "started": tournament.is_frozen,
        "draws_first": draws_first(tournament),
        "too_few": count.playing < count.seats,
        "winds": seats_of_entries(tournament),
        "wrong": {},
        "typed": {entry.number: f"{entry.wind}{entry.wind_number}" for entry in drawn},
        "facts": facts,
        "next_step": coming,
        **more,
    }
    return desk_page(request, "desk/tables/winds.html", tournament, step=TABLES, **context)


def _even_move(
    count: HeadCount, by_wind: list[tuple[Wind, list[Entry]]]
) -> tuple[int, Wind] | None:
    """The last entry of the longest line, and the wind of the shortest; None where no move fills
    the tables.
    """
    if count.even or count.over or count.undrawn:
        return None
    (shortest, _few), *_between, (_longest, many) = sorted(by_wind, key=lambda line: len(line[1]))
    return many[-1].number, shortest


def _last_draw(tournament: Tournament) -> Context | None:
    """``repeats``: whether drawing again from its seed gives the same winds."""
    line = last_draw(tournament)
    if line is None:
        return None
    seed = str(line.fields.get("seed", ""))
    repeats = False
    if seed:
        numbers = [int(number) for number in str(line.fields.get("entries", "")).split()]
        repeats = written_draw(drawn_slots(tournament, numbers, seed))["winds"] == line.fields.get(
            "winds"
        )
    settled = tournament.log.filter(kind=LogKind.DRAW_SETTLED, sequence=line.sequence + 1).first()
    return {
        "line": line,
        "seed": seed,
        "repeats": repeats,
        "settled": settled and in_words(settled),
    }


@staff_only
@evening_press
def draw(request: DeskRequest, tournament: Tournament) -> str:
    drawn = draw_winds(
        tournament=tournament,
        author=request.user,
        seed=text_of(request, "seed")[:200] or None,
        seen=number_of(request, "seen"),
    )
    return _("The draw is made: %(count)s entries.") % {"count": len(drawn)}


@staff_only
@require_POST
@on_evening
def type_in(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    typed = {
        number: str(text)[:20]
        for name, text in request.POST.items()
        if name.startswith("wind-") and (number := read_number(name[5:], 6)) is not None
    }
    try:
        drawn = type_winds(tournament=tournament, author=request.user, winds=typed)
    except ValidationError as error:
        wrong, general = _by_entry(error)
        return _wind_page(
            request, tournament, typed=typed, wrong=wrong, general=general, typing=True
        )
    tell(request, _("The draw is recorded: %(count)s entries."), count=len(drawn))
    return redirect("desk:winds", tournament.code)


def _by_entry(error: ValidationError) -> tuple[dict[int, list[str]], list[str]]:
    wrong: dict[int, list[str]] = {}
    general: list[ValidationError] = []
    for problem in error.error_list:
        number = (problem.params or {}).get("number")
        if isinstance(number, int) and problem.code != "entry_unknown":
            wrong.setdefault(number, []).extend(refusals(problem))
        else:
            general.append(problem)
    # While slips are missing, the winds cannot be even: saying so would only hide what there is to
    # do.
    shown = [
        problem
        for problem in general
        if not wrong or problem.code not in ("winds_uneven", "slip_numbers")
    ]
    return wrong, [sentence for problem in shown for sentence in refusals(problem)]


@staff_only
@evening_press
def change(request: DeskRequest, tournament: Tournament) -> str:
    number = number_of(request, "number", 5)
    wind = text_of(request, "wind")
    if number is None or wind not in WINDS:
        raise refusal(_("Choose a player and a wind."), "nobody_chosen")
    entry = get_object_or_404(tournament.entries, number=number)
    moved = change_wind(entry=entry, wind=Wind(wind), author=request.user)
    place = drawn_labels(tournament).get(moved.wind)
    name = naming.column_name(place) if place else seat_headings(tournament)[Wind(moved.wind)]
    fields = {"player": moved.title, "wind": name, "number": moved.wind_number}
    return _("%(player)s now has %(wind)s %(number)s.") % fields


# --- the seating


@staff_only
@get_or_post
@on_evening
def seating(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    round = tournament.rounds.select_related("board_set").filter(number=number).first()
    tables = _tables(round) if round else []
    context: Context = {
        "seen": services.last_change(tournament, number),
        "out": read_numbers(request, "out"),
    }
    if not round or not tables:
        context |= _before(tournament, number)
        template = "desk/tables/seating_plan.html"
    else:
        round.tournament = tournament
        ticked = map(seat_read, request.POST.getlist("seat"))
        seating = round.is_seating
        problems = seat_changes.seating_problems(round) if seating else ()
        template = "desk/tables/seating.html"
        context |= {
            "round": round,
            "tables": tables,
            "certificate": services.certificate(round),
            "met_again": {
                number for pair in round.seating_note.get("repeated", ()) for number in pair
            },
            "resting": _resting(round),
            # The empty chairs are shown with the ways to fill them.
            "problems": [problem for problem in problems if problem.code != "seated_and_gone"],
            "empty": empty_with_ways(round) if seating else (),
            "may_exchange": not round.is_closed,
            "by_side": tournament.rules.by_side,
            "selected": {read_number(seat) for seat, _player in ticked},
        }
    if not round or (round.is_seating and round.seating_published_at is None):
        context |= _planning(tournament)
    return desk_page(request, template, tournament, step=TABLES, number=number, **context)


def _before(tournament: Tournament, number: int) -> Context:
    last = tournament.rounds.filter(tables__isnull=False).order_by("-number").first()
    waiting = last is not None and last.is_seating
    first_free = last.number + 1 if last else 1
    return {
        "comes_next": not waiting and number == first_free and number <= tournament.planned_rounds,
        "before": last.number if waiting and last else None,
        "first_free": min(first_free, tournament.planned_rounds),
    }


def _planning(tournament: Tournament) -> Context:
    """``comes_first`` is the page where what keeps the partita from being seated is put right."""
    count = head_count(tournament)
    must_draw = draws_first(tournament)
    players = {"title": _("To the players"), "url": resolve_url("desk:players", tournament.code)}
    winds = {"title": _("To the winds"), "url": resolve_url("desk:winds", tournament.code)}
    comes_first = None if count.even else winds
    if count.playing < count.seats or count.incomplete:
        comes_first = players
    elif must_draw and count.undrawn:
        comes_first = winds
    elif count.over:
        comes_first = players
    return {
        "count": count,
        "entries": tournament.entries.playing().order_by("number").with_players(),
        "labels": drawn_labels(tournament),
        "draws_first": must_draw,
        "comes_first": comes_first,
    }


def _tables(round: Round) -> list[Context]:
    seats = (
        round.seats.select_related("table__place", "player", "entry")
        .prefetch_related(joined_members("entry__members"))
        .order_by("table__number")
    )
    tables = []
    for number, group in groupby(seats, key=lambda seat: seat.table.number):
        sitting = sorted(group, key=lambda seat: (WINDS.index(seat.wind), seat.from_hand))
        tables.append({"number": number, "table": sitting[0].table, "seats": sitting})
    return tables


def _resting(round: Round) -> Iterable[Entry]:
    numbers = round.seating_note.get("sitting_out", [])
    resting = round.tournament.entries.filter(number__in=numbers)
    return resting.order_by("number").with_players() if numbers else ()


@staff_only
@press
def plan(request: DeskRequest, code: str, number: int) -> HttpResponse:
    tournament = find_tournament(code)
    by_lot = text_of(request, "over") == "lot"
    chosen = tournament.entries.filter(number__in=read_numbers(request, "out"))
    round = services.plan_round(
        tournament=tournament,
        author=request.user,
        sitting_out=() if by_lot else chosen,
        sit_out_by_lot=by_lot,
        number=number,
        seen=number_of(request, "seen"),
    )
    tell(
        request, _("Partita %(round)s is planned. Look at it, then publish it."), round=round.number
    )
    return redirect("desk:seating", code, round.number)


@staff_only
@round_press
def swap(request: DeskRequest, round: Round) -> None:
    ticked = {
        read_number(seat): player for seat, player in map(seat_read, request.POST.getlist("seat"))
    }
    seats = list(round.seats.filter(pk__in=[key for key in ticked if key is not None]))
    if len(seats) != 2:
        sentence = _("Select two seats: their players change places. %(count)s are selected.")
        raise refusal(sentence, "two_seats", count=len(seats))
    exchange(request, round, seats[0], seats[1], *(ticked[seat.pk] for seat in seats))


publish = staff_only(
    round_step(
        seat_changes.publish_seating,
        gettext_lazy("The seating of partita %(round)s is published."),
    )
)


@staff_only
@round_press
def fill(request: DeskRequest, round: Round) -> HttpResponse:
    filled = seat_changes.fill_empty_seats(round=round, author=request.user)
    for came, left in filled:
        fields = {"player": came.title, "gone": left.title}
        tell(request, _("%(player)s sits in the seat of %(gone)s."), **fields)
    if not filled:
        sentence = _("No seat is empty for somebody who waits: look who is in the hall.")
        messages.warning(request, sentence)
    return redirect("desk:play", round.tournament.code, round.number)


cancel = staff_only(
    round_step(seat_changes.cancel_round, gettext_lazy("Partita %(round)s is no longer planned."))
)


withdraw = staff_only(
    round_step(
        seat_changes.withdraw_seating,
        gettext_lazy("The seating of partita %(round)s is taken back: it can be changed again."),
        "reason",
    )
)


# --- all of it in one press; before play each part can be redone


@organizer_only
@require_POST
@on_evening
def prepare(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    try:
        round_ = services.prepare_round(
            tournament=tournament,
            author=request.user,
            number=number,
            way=text_of(request, "way"),
            playing=number_of(request, "playing"),
        )
        ask_for_paper(request, round_)
    except ValidationError as error:
        problem = getattr(error, "code", "")
        if problem != "not_full":
            say_no(request, error)
        if problem in ("not_full", "hall_changed") and (count := head_count(tournament)).over:
            return desk_page(
                request,
                "desk/tables/prepare.html",
                tournament,
                step="players",
                number=number,
                count=count,
                status=200,
            )
        if problem != "seats_changed":
            return redirect("desk:tournament", tournament.code)
    return redirect("desk:play", tournament.code, number)


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


def prepared(request: DeskRequest, round_: Round) -> Context:
    tournament = round_.tournament
    boards = round_.board_set
    slips = _with_slips(request, round_)
    job = whole_paper(round_, with_slips=slips)
    return {
        "seated": round_.seats.filter(from_hand=1)
        .select_related("table", "player")
        .order_by("table__number", "pk"),
        "resting": _resting(round_),
        "certificate": services.certificate(round_),
        "board_set": boards,
        "boards_ready": not tournament.plays_boards or boards is not None,
        "slips_withheld": boards is not None and not slips,
        "is_sealed": boards is not None and boards.state == BoardSet.State.SEALED,
        "paper": job,
        "paper_waits": job is not None and job.state in PrintJob.UNFINISHED,
        "paper_ready": job is not None
        and job.state == PrintJob.State.DONE
        and _is_right(request, job),
    }


def _is_right(request: DeskRequest, job: PrintJob) -> bool:
    outdated = why_outdated(job, changes_of(job.tournament), public_address(request))
    return not outdated and not paper_services.boards_have_changed(job)


@staff_only
@fresh_get
@on_round
def paper(request: DeskRequest, round_: Round) -> HttpResponse:
    """How far the paper is, asked for while it is made, and until it has been printed and posted
    from another tab.
    """

    rescue(round_.tournament.print_jobs.filter(document__in=WHOLE, state__in=PrintJob.UNFINISHED))
    context = {"tournament": round_.tournament, "round": round_, **prepared(request, round_)}
    answer = render(request, "desk/tables/play.html#paper", context)
    if round_.seating_published_at:
        answer["HX-Refresh"] = "true"
    return answer


def post_and_print(request: DeskRequest, round_: Round) -> HttpResponse:
    seat_changes.publish_seating(round=round_, author=request.user)
    job = whole_paper(round_, with_slips=_with_slips(request, round_))
    if not job or job.state == PrintJob.State.FAILED or not _is_right(request, job):
        job = ask_for_paper(request, round_)
    if job.state != PrintJob.State.DONE:
        return redirect("desk:print", round_.tournament.code)
    return redirect("desk:print_file", round_.tournament.code, job.pk)
