"""Views of the public pages: the evenings, one evening, its standings, sheets and boards, and the
hall's screen.
"""

import hashlib
from collections.abc import Sequence
from itertools import chain

from django.apps import apps
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from deals.models import Board
from deals.transfer import file_name
from frame.calendar_file import calendar_links
from frame.page import Context
from frame.page_cache import cached_page, evening_revision, standing_revision
from frame.parts import Link
from frame.public import LiveRequest, find_evening_for
from frame.publication_cache import compared_of, last_page, published_page, tables_of
from frame.standing_page import StandingPage
from king.words import alphabetical
from king_tournament.live import standing_tables
from king_tournament.live.previews import preview_of_entry, preview_of_evening
from king_tournament.live.race import podium_of, race_of
from king_tournament.live.sheet_page import (
    board_page,
    places_of,
    same_commitment,
    sealed_rounds,
    set_page,
    sheet_page,
)
from king_tournament.replay.boards import played_again, published_board
from night import evenings
from night.lookups import find_evening, read_number
from night.visibility import find_publication, find_seated_round, seated_rounds
from printing.documents.person_paper import picture_of_evening
from printing.pictures import as_svg
from scoring.log_check import publication_line
from scoring.models import Publication
from scoring.player_evening import PlayedRound, gather_evening
from scoring.publishing.final_hold import awaits_prize_giving, shown_publications
from scoring.publishing.review import UnderReview, under_review
from scoring.robot_means import means_of
from scoring.standings_cache import numbers_of
from screens.hall import (
    everybody_of,
    hall_of,
    people_called,
    people_nearly_called,
    without_a_seat,
)
from screens.pages.reveal import reveal_state
from screens.reveals import public_reveal
from tournaments.models import Entry, Seat, Tournament

LONGEST_SEARCH = 80
LONGEST_NUMBER = 5


@never_cache
@require_safe
def front_page(request: HttpRequest) -> HttpResponse:
    lists = evenings.evenings_on(timezone.localdate(), request.GET.get("page"))
    for evening in chain.from_iterable(lists.values()):
        evening.state, evening.words = evenings.progress_words(evening)
    return render(
        request,
        "live/front.html",
        {
            "evenings": lists,
            "page": lists["past"],
            "circuits": evenings.circuits_shown(),
            "has_events": _has_events(),
            "calendar": calendar_links(request, resolve_url("live:calendar")),
        },
    )


def _has_events() -> bool:
    """Whether there is a drawn event. False if the app of events is not installed."""
    if not apps.is_installed("simultaneous"):
        return False
    events = apps.get_model("simultaneous", "Event")._default_manager
    return bool(events.exclude(drawn_at=None).exists())


@cached_page(evening_revision, shows_address=True)
@never_cache
@require_safe
def evening(request: LiveRequest, code: str) -> HttpResponse:
    """Page of the evening, for htmx only its changing part, or 204 if the reader's page is up to
    date. While a final standing is shown place by place, the page has nothing else, because every
    phone asks for it at each step.
    """
    tournament = find_evening(code)
    stamp = stamp_of(tournament)
    if request.htmx and request.GET.get("stamp") == stamp:
        return HttpResponse(status=204)
    template = "live/evening.html#evening" if request.htmx else "live/evening.html"
    letters = request.GET.get("q", "")[:LONGEST_SEARCH]
    hold = public_reveal(tournament)
    page = None if hold else last_page(tournament)
    content: Context = (
        _evening(tournament, letters, page)
        if not hold
        else {"tournament": tournament, "reveal": reveal_state(hold)}
    )
    if not request.htmx and content.get("is_over") and len(content["found"]) == 1:
        return redirect("live:entry", code, content["found"][0]["entry"])
    context = {
        **content,
        "preview": preview_of_evening(request, tournament, page),
        "stamp": stamp,
        "now": "evening",
        "part": bool(request.htmx),
    }
    return render(request, template, context)


def stamp_of(tournament: Tournament) -> str:
    """Stamp that changes whenever anything changes that the public may see. Every phone asks for
    it.
    """
    numbers = numbers_of(tournament.code)
    return "" if numbers is None else numbers.everything


def _evening(tournament: Tournament, letters: str, page: StandingPage | None) -> Context:
    rounds = list(seated_rounds(tournament))
    hall = None
    if rounds:
        rounds[-1].tournament = tournament
        hall = hall_of(rounds[-1])
    entered = tournament.entries.filter(withdrawn_at__isnull=True).with_players()
    counted = evenings.with_progress(Tournament.objects.filter(pk=tournament.pk)).get()
    # Once nobody sits any more a name leads to its evening.
    is_over = hall is not None and hall.round.is_closed
    people: Sequence[Context] = ()
    if hall and letters:
        people = everybody_of(hall) if is_over else [*hall.people, *without_a_seat(hall)]
    matches = people_called(people, letters)
    nearby = people_nearly_called(people, letters) if not matches else []
    return {
        "tournament": tournament,
        "progress": evenings.progress_words(counted),
        "hall": hall,
        "earlier": rounds[:-1],
        "wanted": letters.strip(),
        "found": matches or nearby,
        "nobody": not matches,
        "is_over": is_over,
        "page": page,
        **_standing_notes(tournament, page),
        # While nobody has a seat yet.
        "entries": () if rounds else sorted(entered, key=lambda entry: alphabetical(entry.title)),
    }


def _standing_notes(tournament: Tournament, page: StandingPage | None) -> Context:
    return {
        "review": under_review(tournament, page.published.publication if page else None),
        "awaits": awaits_prize_giving(tournament),
    }


@cached_page(standing_revision, shows_address=True)
@never_cache
@require_safe
def standing(request: LiveRequest, code: str, number: int | None = None) -> HttpResponse:
    tournament = find_evening(code)
    publication = find_publication(tournament, number)
    if request.htmx:
        return _whats_new(request, tournament, publication)
    page = published_page(tournament, publication) if publication else None
    publications = shown_publications(tournament).only(
        "number", "state", "created_at", "tournament"
    )
    notes = _standing_notes(tournament, page)
    context: Context = {
        "tournament": tournament,
        "page": page,
        "publications": list(publications),
        "now": "standing",
        "mark": mark_of(notes["review"]),
        "preview": preview_of_evening(request, tournament, page),
        **notes,
    }
    if page:
        latest = page.published.publication
        context |= {
            "line": publication_line(latest),
            "is_last": latest.number == context["publications"][0].number,
            "podium": podium_of(page),
            "race": None if notes["review"] else race_of(page),
            **standing_tables.tables(tournament, page),
        }
        if context["race"]:
            context["tabs"].append({"text": _("Hand by hand"), "url": "#race"})
        if context["is_last"]:
            context["files"] = [
                Link(_("Print (PDF)"), resolve_url("live:standings_paper", code)),
                Link(_("Spreadsheet (.xlsx)"), resolve_url("live:results_workbook", code)),
            ]
    return render(request, "live/standing.html", context)


@cached_page(standing_revision)
@never_cache
@require_safe
def standing_part(
    request: LiveRequest, code: str, number: int, round: int | None = None
) -> HttpResponse:
    tournament = find_evening(code)
    publication = find_publication(tournament, number)
    assert publication is not None
    page = published_page(tournament, publication)
    lists = standing_tables.tables(tournament, page)
    context = {"tournament": tournament, "page": page, "now": "standing"}
    if round is None:
        context |= {"title": lists["winds_title"], "tables": lists["winds"]}
    else:
        partite = {partita["number"]: partita for partita in lists["rounds"]}
        if round not in partite:
            raise Http404
        context |= partite[round]
    template = "live/_lists.html" if request.htmx else "live/standing_part.html"
    return render(request, template, context)


def mark_of(review: UnderReview) -> str:
    return hashlib.sha256(repr(review).encode()).hexdigest()[:8]


def _whats_new(
    request: HttpRequest, tournament: Tournament, publication: Publication | None
) -> HttpResponse:
    if not publication:
        return HttpResponse(status=204)
    context = {"tournament": tournament, "publication": publication}
    if request.GET.get("seen") != str(publication.number):
        return render(request, "live/_newer.html", context)
    review = under_review(tournament, publication)
    if request.GET.get("mark", mark_of(UnderReview())) == mark_of(review):
        return HttpResponse(status=204)
    return render(
        request, "live/_watch.html", {**context, "review": review, "mark": mark_of(review)}
    )


@never_cache
@require_safe
def boards(request: HttpRequest, code: str) -> HttpResponse:
    tournament = find_evening_for(request, code)
    page = last_page(tournament)
    sets = [
        set_page(tournament, round_) | {"again": played_again(round_, page)}
        for round_ in sealed_rounds(tournament)
    ]
    context = {"tournament": tournament, "sets": sets, "now": "boards"}
    return render(request, "live/boards.html", context)


@never_cache
@require_safe
def verify(request: HttpRequest, code: str, number: int | None = None) -> HttpResponse:
    tournament = find_evening_for(request, code)
    sealed = sealed_rounds(tournament)
    round_ = sealed.last() if number is None else sealed.filter(number=number).first()
    if not round_ or not round_.board_set:
        raise Http404
    written = request.GET.get("commitment", "")[:LONGEST_SEARCH]
    context = {
        "tournament": tournament,
        "set": set_page(tournament, round_),
        "now": "boards",
        "written": written,
        "file_name": file_name(round_.board_set, "pbn"),
        "same": same_commitment(round_.board_set, written),
        "numbers": sealed.values_list("number", flat=True),
    }
    return render(request, "live/verify.html", context)


@cached_page(evening_revision)
@never_cache
@require_safe
def board(request: HttpRequest, code: str, number: int, board: int) -> HttpResponse:
    tournament = find_evening(code)
    round_ = find_seated_round(tournament, number)
    boards = Board.objects.revealed().in_use().filter(board_set=round_.board_set_id)
    dealt = get_object_or_404(boards, number=board)
    page = last_page(tournament)
    own = read_number(request.GET.get("table", ""), LONGEST_NUMBER)
    compared = compared_of(page) if page else None
    means = means_of(page.published.publication if page else None)
    context = {
        "tournament": tournament,
        "round": round_,
        "page": board_page(round_, dealt, tables_of(page, round_), compared, means, own),
        "again": published_board(round_, dealt, page),
        "own": own,
        "before": boards.filter(number__lt=board).order_by("-number").first(),
        "after": boards.filter(number__gt=board).order_by("number").first(),
        "now": "boards",
    }
    return render(request, "live/board.html", context)


@cached_page(evening_revision)
@never_cache
@require_safe
def table(request: HttpRequest, code: str, number: int, table: int) -> HttpResponse:
    tournament = find_evening(code)
    round_ = find_seated_round(tournament, number)
    seated = next(iter(hall_of(round_, table).tables), None)
    if not seated:
        raise Http404
    page = last_page(tournament)
    published = page.published if page else None
    sheet = next(
        (sheet_page(scored) for scored in tables_of(page, round_) if scored.number == table),
        None,
    )
    revealed = round_.board_set is not None and round_.board_set.is_revealed
    for sitter in chain.from_iterable(seated["seats"].values()):
        if sitter["from_hand"] == 1:
            sitter["url"] = resolve_url("live:entry", code, sitter["entry"])
    context = {
        "tournament": tournament,
        "round": round_,
        "table": seated,
        "sheet": sheet,
        "revealed": revealed,
    }
    context |= _standing_notes(tournament, page)
    return render(request, "live/table.html", {**context, "published": published, "now": "evening"})


def _mates(entry: Entry, round_: PlayedRound) -> list[tuple[int, Context]]:
    """Players at each table of the round by wind, each with the page of the entry if it is
    another's.
    """
    return [
        (table, {wind: [_mate(entry, seat) for seat in seats] for wind, seats in by_wind.items()})
        for table, by_wind in round_.mates
    ]


def _mate(entry: Entry, seat: Seat) -> Context:
    url = resolve_url("live:entry", entry.tournament.code, seat.entry.number)
    return {
        "name": seat.name,
        "fills": seat.fills,
        "from_hand": seat.from_hand,
        "url": "" if seat.entry == entry else url,
    }


@cached_page(evening_revision, shows_address=True)
@never_cache
@require_safe
def entry(request: HttpRequest, code: str, number: int) -> HttpResponse:
    tournament = find_evening(code)
    competitor = get_object_or_404(tournament.entries.with_players(), number=number)
    rounds = list(seated_rounds(tournament))
    if not rounds:
        raise Http404
    page = last_page(tournament)
    overall, lines = page.of_entry(competitor) if page else (None, {})
    played = gather_evening(competitor, page.published, compared_of(page)) if page else None
    partite = played.rounds if played else ()
    drawn = picture_of_evening(played) if played else None
    places = places_of(competitor, rounds)
    context = {
        "tournament": tournament,
        "entry": competitor,
        "page": page,
        **_standing_notes(tournament, page),
        "overall": overall,
        "rounds": [
            (round_, places.get(round_.pk, ()), lines.get(round_.number)) for round_ in rounds
        ],
        "played": played,
        "hands": {round_.number: round_ for round_ in partite},
        "mates": {round_.number: _mates(competitor, round_) for round_ in partite},
        "picture": as_svg(drawn, "course-title", "course-words") if drawn else "",
        "preview": preview_of_entry(request, competitor, page, played),
        "now": "evening",
    }
    return render(request, "live/entry.html", context)
