"""Panel "Who sits here": the four names of a table, and changes of them. Somebody else plays from
hand 1, or substitutes from a later one; two sit in each other's winds; a chair is empty. It is
shown on the sheet and on a page of its own.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils.translation import gettext as _, pgettext
from django.views.decorators.http import require_GET

from frame import page
from frame.outline import Button
from frame.page import (
    LONGEST_SEARCH,
    Context,
    DeskRequest,
    PressView,
    View,
    fresh_get_or_post,
    number_of,
    press,
    press_on,
    round_page,
    say_with_undo,
    staff_only,
    tell,
    text_of,
)
from frame.ruling_lines import rests_note
from frame.sheet_rights import visible_sheet
from king.cards import WINDS
from king.standing.ranking import Line
from king.standing.reveal import prizes
from king.standing.round_results import Seat as RankedSeat, seat_order
from king.words import folded
from night.lookups import find_round, find_row, read_number
from scoring import wrong_winds
from scoring.latecomers import next_hand
from scoring.models import Ruling, Sheet
from scoring.sheet_steps import seen_of
from scoring.standing import TournamentStandings
from tournaments.entries import return_to_play, set_present
from tournaments.head_count import entry_size
from tournaments.models import Entry, Player, Round, Seat, Table
from tournaments.roster import find_players, people_for
from tournaments.seat_changes import empty_chairs, waiting_entries
from tournaments.substitutes import house_player_for, seat_at, substitute, take_seat
from wording import naming
from wording.errata import changes_between
from wording.rests import with_marks
from wording.ruling_words import seats_in_words
from wording.sentences import refusal

OFFERED = 12
MOST_WAYS = 3
"""Players who wait that an empty chair offers as buttons."""
HOUSE = "house"


def find_table(code: str, number: int, table: int) -> Table:
    round_ = find_round(code, number)
    place = get_object_or_404(round_.tables.select_related("place"), number=table)
    place.round = round_
    return place


def on_sheet(view: PressView) -> Callable[..., Any]:
    """Pass the sheet of the address to the view instead of code, number and table."""

    @wraps(view)
    def wrapper(request: DeskRequest, code: str, number: int, table: int, **key: Any) -> Any:
        return view(request, visible_sheet(request, code, number, table), **key)

    return wrapper


def sheet_press(view: PressView) -> View:
    return press(on_sheet(view))


table_press = press_on(find_table)


def address_of(table: Table, name: str = "who_sits") -> str:
    return resolve_url(
        f"desk:{name}", table.round.tournament.code, table.round.number, table.number
    )


# --- an empty chair


def ways_to_fill(
    table: Table, chair: Seat, hand: int, waiting: Sequence[Entry], back: str = ""
) -> list[Button]:
    """Buttons to fill an empty chair; the last is a link to everybody else. ``hand`` is as in
    ``next_hand``.
    """
    sent = (
        ("wind", chair.wind),
        ("read", chair.player_id),
        ("from_hand", hand),
        ("back", back),
    )
    plays = _("%(player)s plays") if hand == 1 else _("%(player)s sits in from hand %(hand)s")
    # One player of a waiting pair could substitute for another pair's player.
    sitting = waiting[:MOST_WAYS] if hand == 1 or entry_size(table.round.tournament) == 1 else ()
    sitters: list[tuple[str, object]] = [
        *((entry.title, entry.members.all()[0].player_id) for entry in sitting),
        (pgettext("who takes a chair", "House player"), HOUSE),
    ]
    sit = address_of(table, "sit_here")
    here = _("%(player)s is here after all") % {"player": chair.name}
    return [
        *(
            Button(plays % {"player": name, "hand": hand}, sit, fields=(*sent, ("player", key)))
            for name, key in sitters
        ),
        Button(here, address_of(table, "is_here"), fields=sent),
        Button(_("Somebody else …"), f"{address_of(table)}?wind={chair.wind}", "link"),
    ]


def ways_before_play(round_: Round) -> dict[tuple[int, str], list[Button]]:
    """Ways to fill the empty chairs of a partita that is seated but not started, by table and wind."""
    chairs = empty_chairs(round_)
    waiting = waiting_entries(round_) if chairs else []
    for chair in chairs:
        chair.table.round = round_
    return {
        (chair.table_id, chair.wind): ways_to_fill(chair.table, chair, 1, waiting)
        for chair in chairs
    }


@staff_only
@table_press
def is_here(request: DeskRequest, place: Table) -> HttpResponse:
    entry = seat_at(place, text_of(request, "wind")).entry
    if entry.withdrawn_at:
        return_to_play(entry=entry, author=request.user)
    else:
        set_present(entry=entry, present=True, author=request.user)
    tell(request, _("%(player)s is here."), player=entry.title)
    return _panel_redirect(request, place)


def _panel_redirect(request: DeskRequest, table: Table) -> HttpResponse:
    """Redirect to the page that has the button."""
    round_ = table.round
    if round_.is_seating or request.POST.get("back") == "wall":
        return redirect("desk:play", round_.tournament.code, round_.number)
    return redirect(address_of(table, "sheet"))


# --- somebody else


@staff_only
@table_press
def sit_here(request: DeskRequest, place: Table) -> HttpResponse:
    """Seat a player. From hand 1 they play for themselves; from a later hand they substitute for
    the seat's entry.
    """
    hand = number_of(request, "from_hand", 3)
    if hand is None:
        raise refusal(_("Write from which hand on, as a number."), "no_such_hand")
    with transaction.atomic():
        seat = seat_at(place, text_of(request, "wind"))
        player = _chosen_player(request, place)
        fields = {"player": player.full_name, "gone": seat.name, "hand": hand}
        of_several = entry_size(place.round.tournament) > 1
        if hand > 1:
            substitute(seat=seat, player=player, from_hand=hand, author=request.user)
            sentence = _("%(player)s sits in from hand %(hand)s; the result stays with %(gone)s.")
            if of_several:
                fields["gone"] = seat.entry.title
        else:
            read = number_of(request, "read", 11)
            take_seat(seat=seat, player=player, author=request.user, read=read)
            sentence = _(
                "%(player)s plays from hand 1, and the result is theirs. %(gone)s has no seat "
                "here and counts as not in the hall."
            )
            if seat.entry.members.filter(player=player).exists():
                sentence = _(
                    "%(player)s plays from hand 1 in place of %(gone)s, with the others of that entry."
                )
    tell(request, sentence, **fields)
    return _panel_redirect(request, place)


def _chosen_player(request: DeskRequest, table: Table) -> Player:
    if request.POST.get("player") == HOUSE:
        return house_player_for(table)
    player: Player | None = find_row(Player.objects, text_of(request, "player"))
    if not player:
        matches = find_players(text_of(request, "q")[:LONGEST_SEARCH], limit=2)
        player = matches[0] if len(matches) == 1 else None
    if not player:
        sentence = _(
            "Choose who sits there: type a few letters of the name, then choose from the list."
        )
        raise refusal(sentence, "nobody_chosen")
    return player


@staff_only
@require_GET
def find_sitter(request: DeskRequest, code: str, number: int, table: int) -> HttpResponse:
    place = find_table(code, number, table)
    query = page.letters(request)
    context = {
        "candidates": _candidates(place.round, query),
        "query": query,
        "wind": request.GET.get("wind", "")[:1],
    }
    return render(request, "desk/tables/_candidates.html", context)


def _candidates(round_: Round, query: str) -> list[Player]:
    """Players of the roster who match the letters. Without letters, those in the hall without a
    seat, then house players.
    """
    if folded(query):
        people = people_for(round_.tournament)
        return find_players(query, limit=OFFERED, among=people)
    waiting = [member.player for entry in waiting_entries(round_) for member in entry.members.all()]
    house = Player.objects.filter(is_house=True).exclude(pk__in=round_.seats.values("player"))
    return list(dict.fromkeys([*waiting[:OFFERED], *house[:MOST_WAYS]]))


# --- another wind


def exchange(
    request: DeskRequest,
    round: Round,
    first: Seat,
    second: Seat,
    one: int | None,
    other: int | None,
    undo: str = "",
) -> None:
    """Exchange two players. ``one`` and ``other`` are those whom the user saw there. ``undo`` is
    the address of the reverse step.
    """
    read = None if one is None or other is None else (one, other)
    fields = {"first": first.name, "second": second.name}
    warnings = wrong_winds.exchange_seats(
        round=round, first=first, second=second, author=request.user, read=read
    )
    sentence = _("%(first)s and %(second)s have changed places.") % fields
    if undo:
        sent = {"seat": f"{first.pk}:{other}", "other": f"{second.pk}:{one}"}
        say_with_undo(request, sentence, undo, **sent)
    else:
        messages.success(request, sentence)
    for warning in warnings:
        messages.warning(request, str(warning))


def seat_read(text: str) -> tuple[str, int | None]:
    """Split a seat as a page sends it into the seat and the player whom the user saw there:
    ``12:345``, or ``N:345`` at one table.
    """
    seat, _colon, player = text.partition(":")
    return seat, read_number(player)


@staff_only
@table_press
def exchange_here(request: DeskRequest, place: Table) -> HttpResponse:
    """Exchange two seats of the table by correcting the seating, without a ruling."""
    (first, one), (second, other) = map(seat_read, text_of(request, "exchange").partition("-")[::2])
    seats = {seat.wind: seat for seat in place.seats.filter(from_hand=1)}
    if first not in seats or second not in seats or first == second:
        raise refusal(
            _("Choose two winds of this table: their players change places."), "two_seats"
        )
    exchange(request, place.round, seats[first], seats[second], one, other)
    return _panel_redirect(request, place)


@staff_only
@sheet_press
def sit_right(request: DeskRequest, sheet: Sheet) -> HttpResponse:
    """Answer the table's own report of who sits where: they sit as the seating says."""
    now = wrong_winds.sitting_now(sheet)
    wrong_winds.report_seats(
        sheet=sheet,
        players={wind: seat.player_id for wind, seat in now.items()},
        device=request.META.get("REMOTE_ADDR", ""),
        author=request.user,
    )
    tell(request, _("Saved: who sits where at table %(table)s."), table=sheet.table.number)
    return redirect(address_of(sheet.table, "sheet"))


@staff_only
@sheet_press
def look_at_winds(request: DeskRequest, sheet: Sheet) -> HttpResponse:
    """Preview the ruling on wrong winds. Nothing is stored."""
    return _page(
        request, sheet.table, wrong_winds.preview_exchange(sheet=sheet, **_form_fields(request))
    )


@staff_only
@sheet_press
def rule_winds(request: DeskRequest, sheet: Sheet) -> HttpResponse:
    """Rule on wrong winds. A ruling whose effect was not previewed is previewed first."""
    typed = _form_fields(request)
    if request.POST.get("looked_at") != _read(request):
        return _page(request, sheet.table, wrong_winds.preview_exchange(sheet=sheet, **typed))
    wrong_winds.rule_seats(
        sheet=sheet,
        reason=text_of(request, "reason"),
        arbiter=request.user,
        seen=request.POST.get("seen"),
        **typed,
    )
    tell(request, _("The ruling is made."))
    return redirect(address_of(sheet.table, "sheet"))


def _form_fields(request: DeskRequest) -> Context:
    return {
        "winds": (text_of(request, "wind")[:2], text_of(request, "other")[:2]),
        "hand": number_of(request, "hand", 3) or 0,
        "follows": text_of(request, "follows"),
        "alone": "alone" in request.POST,
    }


def _read(request: DeskRequest) -> str:
    """Typed fields as one text, to check that a submitted ruling is the one that was previewed."""
    return "-".join(
        request.POST.get(name, "")[:10] for name in ("wind", "other", "hand", "follows", "alone")
    )


def _results_by_wind(
    looked: tuple[TournamentStandings, TournamentStandings],
) -> list[tuple[RankedSeat, str, str]]:
    before, after = (prizes(standing.standings).winds for standing in looked)
    return [
        (wind, _firsts(before.get(wind, ())), _firsts(after.get(wind, ())))
        for wind in sorted({*before, *after}, key=seat_order)
    ]


def _firsts(lines: Iterable[Line]) -> str:
    return (
        ", ".join(
            with_marks(
                f"{line.entry} {naming.number(line.match_points)} "
                f"({naming.number(line.total, signed=True)})",
                line.rests,
            )
            for line in lines
        )
        or naming.NOTHING
    )


# --- the panel


@staff_only
@fresh_get_or_post
def who_sits(request: DeskRequest, code: str, number: int, table: int) -> HttpResponse:
    """Page of a table's seats. ``?wind=N`` opens the changes of that seat. The sheet's page loads
    it as a fragment.
    """
    return _page(request, find_table(code, number, table))


def _page(
    request: DeskRequest,
    table: Table,
    looked: tuple[TournamentStandings, TournamentStandings] | None = None,
) -> HttpResponse:
    round_ = table.round
    sheet = Sheet.objects.filter(table=table).first()
    typed = request.POST or request.GET
    if sheet:
        sheet.table = table
    back = Button(
        _("Back to the seats"), resolve_url("desk:play", round_.tournament.code, round_.number)
    )
    if sheet:
        back = Button(_("Back to the sheet"), address_of(table, "sheet"))
    context: Context = {
        "table": table,
        "back": [back],
        "winds_url": address_of(table, "rule_winds" if looked else "look_at_winds"),
        "seen": seen_of(sheet) if sheet else "",  # Before the seats are read.
        "may_sit": not round_.is_closed,
        "hands": round_.tournament.rules.length,
        "rulable": sheet is not None
        and round_.stage in (Round.Stage.PLAYING, Round.Stage.PROVISIONAL),
        "typed": typed,
    }
    hand = 0
    if sheet:
        context |= _of_the_winds(sheet, looked)
        context["looked_at"] = _read(request)
        if looked:
            fields = _form_fields(request)
            context["moved"] = wrong_winds.exchanged_names(
                sheet, fields["winds"], fields["hand"], alone=fields["alone"]
            )
    if not round_.is_closed:
        hand = next_hand(sheet)
    context["hand"] = hand or 1
    context["chairs"] = _chairs(table, hand)
    if request.POST:
        context["candidates"] = _candidates(round_, text_of(request, "q")[:LONGEST_SEARCH])
    template, status = "desk/tables/who_sits.html", 200 if looked else None
    return round_page(request, template, round_, part="panel", status=status, **context)


def _chairs(table: Table, hand: int) -> list[Context]:
    seats: dict[str, list[Seat]] = {}
    for seat in table.seats.select_related("player", "entry").order_by("from_hand"):
        seats.setdefault(seat.wind, []).append(seat)
    winds = [wind for wind in WINDS if wind in seats]
    of_several = entry_size(table.round.tournament) > 1
    empty = {wind for wind in winds if hand and seats[wind][-1].is_empty}
    waiting = waiting_entries(table.round) if empty else []
    return [
        {
            "wind": wind,
            "seat": seats[wind][0],
            "of_several": of_several,
            "stays_with": seats[wind][0].entry.title if of_several else seats[wind][0].name,
            "later": seats[wind][1:],
            "now": seats[wind][-1],
            "ways": ways_to_fill(table, seats[wind][0], hand, waiting) if wind in empty else (),
        }
        for wind in winds
    ]


def _of_the_winds(
    sheet: Sheet, looked: tuple[TournamentStandings, TournamentStandings] | None
) -> Mapping[str, Any]:
    now = wrong_winds.sitting_now(sheet)
    ruled = (
        sheet.rulings.filter(kind=Ruling.Kind.SEATS)
        .select_related("arbiter")
        .order_by("created_at", "pk")
    )
    report = sheet.seat_reports.select_related("author").order_by("-pk").first()
    elsewhere = wrong_winds.displaced(report, now.values())
    changes = changes_between(*(each.standings for each in looked)) if looked else ()
    prized = [
        line
        for each in looked or ()
        for lines in prizes(each.standings).winds.values()
        for line in lines
    ]
    rests = [*(dict(change.rests) for change in changes), *(line.rests for line in prized)]
    return {
        "report": report,
        "displaced": elsewhere,
        "put_right": _seating_buttons(sheet, now, elsewhere),
        "rulings": [(ruling, seats_in_words(ruling)) for ruling in ruled],
        "looked": looked,
        "by_wind": _results_by_wind(looked) if looked else (),
        "changes": changes,
        "rests_note": rests_note(sheet.tournament, rests),
    }


def _seating_buttons(
    sheet: Sheet, now: Mapping[str, Seat], elsewhere: Sequence[tuple[Seat, Seat]]
) -> list[Button]:
    """Buttons that correct the seating: the first exchange that puts somebody into the seat where
    they really sit. With more than two players the exchanges follow one another.
    """
    buttons = []
    if elsewhere and sheet.round.is_playing and all(seat.pk for seat in now.values()):
        second, first = elsewhere[0]
        value = f"{first.wind}:{first.player_id}-{second.wind}:{second.player_id}"
        title = _("Exchange %(first)s and %(second)s in the seating") % {
            "first": naming.wind_name(first.wind),
            "second": naming.wind_name(second.wind),
        }
        url = address_of(sheet.table, "exchange_here")
        buttons = [Button(title, url, fields=(("exchange", value),))]
    right = address_of(sheet.table, "sit_right")
    return [*buttons, Button(_("Say that they sit as the seating says"), right, fields=())]
