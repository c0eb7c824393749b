"""The captain's pages. The code on the table's card is the key: there is no account and no session
to lose.
"""

import json
import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from deals.models import WindChoice
from frame import home_screen
from king.cards import SUITS
from king_tournament import attempts
from king_tournament.api.refusals import LARGEST_BODY
from king_tournament.attempts import counted_code
from king_tournament.models import Attempt
from king_tournament.sheet.entry import (
    answer_to,
    enter_submitted_row,
    find_by_card,
    key_by_card,
    refusal_words,
)
from king_tournament.sheet.keys import Shown
from king_tournament.sheet.state import stamp_at, stamp_held, state_of
from night.visibility import last_published
from scoring import sheet_steps
from scoring.calls import call_arbiter, end_call, open_call, report_fault
from scoring.models import HandResult, Sheet
from scoring.rows import say_first_dealer
from scoring.scored_sheets import sat
from scoring.sheet_steps import gives_back, proof_of, sign_sheet, signing_code, tell_handed_in
from scoring.wrong_winds import displaced, seats_there, sitting_now, tell_seats
from tournaments.models import Place, Player, Round, Seat, SignaturePolicy
from wording.sentences import refusal

from .page import page_of

LONGEST_CODE = 40
"""Characters that are said again to somebody who typed no code of ours."""

_TABLE_ADDRESS = re.compile(r"/t/([0-9a-z]+)")


@never_cache
@require_http_methods(["GET", "POST"])
def find(request: HttpRequest) -> HttpResponse:
    typed = "".join(request.POST.get("code", "").split()).lower()
    in_address = _TABLE_ADDRESS.search(typed)
    code = in_address[1] if in_address else typed[:LONGEST_CODE]
    refusal = ""
    if request.method == "POST":
        if Place.objects.filter(code=code).exists():
            return redirect("captain:place", code=code)
        refusal = _no_such_table(code)
    status = 404 if refusal else 200
    return render(request, "captain/find.html", {"code": code, "refusal": refusal}, status=status)


def _no_such_table(code: str) -> str:
    return _(
        "No table has the code “%(code)s”. Check the card on the table: six letters and digits."
    ) % {"code": code}


@never_cache
@require_GET
def place(request: HttpRequest, code: str) -> HttpResponse:
    """Page that waits for the table's sheet. It polls, and stays as it is while the server does not
    answer. From a closed sheet (``?next``) it waits for the next one.
    """
    table_place = Place.objects.select_related("tournament").filter(code=code.lower()).first()
    if not table_place:
        return render(
            request,
            "captain/find.html",
            {"code": code, "refusal": _no_such_table(code)},
            status=404,
        )
    playing = (
        table_place.tables.filter(round__stage=Round.Stage.PLAYING)
        .select_related("round", "sheet")
        .order_by("-round__number")
        .first()
    )
    closed = playing is not None and playing.sheet.state == Sheet.State.CLOSED
    if playing and not (closed and "next" in request.GET):
        address = resolve_url("captain:sheet", table_place.code, playing.round.number)
        return HttpResponseClientRedirect(address) if request.htmx else redirect(address)  # type: ignore[attr-defined]
    context: dict[str, Any] = {
        "place": table_place,
        "closed": playing,
        "over": table_place.tournament.closed_at is not None,
        "played": table_place.tables.exclude(round__stage=Round.Stage.SEATING).count(),
    }
    published = last_published(table_place.tournament)
    tables = table_place.tables.filter(round__in=published.rounds if published else ())
    last = tables.select_related("round").order_by("-round__number").first()
    if last:
        context |= {"last": last, "sat": sat(Seat.objects.filter(table=last))}
    return render(request, "captain/waiting.html", context)


@require_GET
def worker(request: HttpRequest) -> HttpResponse:
    return render(request, "captain/worker.js", content_type="text/javascript")


@require_GET
def manifest(request: HttpRequest, code: str) -> HttpResponse:
    """Web app manifest, whose icon opens the table's sheet in play, or the page that waits for it.
    It does not reveal whether the table exists.
    """
    return home_screen.manifest(request, _("Your table"), resolve_url("captain:place", code))


@never_cache
@require_GET
def sheet(request: HttpRequest, code: str, number: int) -> HttpResponse:
    try:
        sheet_row = find_by_card(code, number)
        page = page_of(sheet_row)
    except Sheet.DoesNotExist:
        known = Place.objects.filter(code=code.lower()).exists()
        return redirect("captain:place", code=code) if known else place(request, code)
    names = page["sheet"]["seats"]["names"]
    context = {
        "table": sheet_row.table,
        "round": sheet_row.table.round,
        "seats": [(wind, names[wind]) for wind in WindChoice.values if wind in names],
        "suits": [str(suit) for suit in SUITS],
        "page": page,
    }
    return render(request, "captain/sheet.html", context)


View = Callable[[HttpRequest, str, int], HttpResponse]


def on_sheet_of_card(view: View) -> View:
    """Decorator that finds the sheet of a card. Answers 410 if there is none (any more), because a
    start may be undone meanwhile.
    """

    @wraps(view)
    def answered(request: HttpRequest, code: str, number: int) -> HttpResponse:
        try:
            return view(request, code, number)
        except Sheet.DoesNotExist:
            message = _("This table is no longer in the evening. Ask the desk for the right card.")
            return JsonResponse({"message": message, "code": code}, status=410)

    return answered


@counted_code
@on_sheet_of_card
def whole_state(request: HttpRequest, code: str, number: int) -> HttpResponse:
    return JsonResponse(state_of(find_by_card(code, number)))


@never_cache
@require_GET
def state(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """State of the sheet, or 204 if the phone has it already: one query. Every phone asks every two
    seconds.
    """
    stamp = request.GET.get("stamp")
    if stamp and stamp == stamp_at(code.lower(), number):
        return HttpResponse(status=204)
    return whole_state(request, code=code, number=number)


def _body(request: HttpRequest, sheet: Sheet) -> Shown:
    """Body of a request of a phone. Refused if it cannot be read, or if the page was opened before
    the start was taken back, because its sheet no longer exists.
    """
    try:
        body = json.loads(request.body) if len(request.body) <= LARGEST_BODY else None
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise refusal(_("The phone sent something unreadable. Reload the page."), "unreadable")
    if body.get("sheet") not in (None, sheet.pk):
        raise refusal(
            _(
                "This partita was started again since the phone opened its page. Reload the page, "
                "check who sits here, then enter the hand."
            ),
            "other_sheet",
        )
    return body


@csrf_exempt
@require_POST
@on_sheet_of_card
def enter(request: HttpRequest, code: str, number: int) -> HttpResponse:
    sheet = key_by_card(code, number)

    def now(stored: HandResult | None) -> Shown:
        if not stored:
            return state_of(find_by_card(code, number))
        timezone.activate(stored.sheet.tournament.zone)
        return state_of(stored.sheet, stamp_held(stored.sheet))

    status, answer = answer_to(lambda: enter_submitted_row(sheet, _body(request, sheet)), now)
    return JsonResponse(answer, status=status)


Act = Callable[[HttpRequest, Sheet, Shown], dict[str, str] | None]


def asked_by_phone(act: Act) -> View:
    """Decorator that answers with the sheet as it is afterwards, and with the sentence of a
    refusal. ``act`` may return more.
    """

    @csrf_exempt
    @require_POST
    @on_sheet_of_card
    @wraps(act)
    def answered(request: HttpRequest, code: str, number: int) -> HttpResponse:
        sheet = find_by_card(code, number)
        answer = {"message": ""}
        status = 200
        try:
            answer |= act(request, sheet, _body(request, sheet)) or {}
        except ValidationError as refusal:
            answer = refusal_words(refusal)
            status = 422
        sheet.refresh_from_db()
        return JsonResponse({**answer, "sheet": state_of(sheet)}, status=status)

    return answered


@asked_by_phone
def hand_in(request: HttpRequest, sheet: Sheet, body: Shown) -> None:
    with_problems = body.get("with_problems") is True
    captain = body.get("captain") if body.get("captain") in WindChoice.values else None
    seen = str(body["seen"]) if "seen" in body else None
    sheet_steps.hand_in(
        sheet=sheet,
        by=_device(body),
        with_problems=with_problems,
        captain=captain,
        seen=seen,
        other_paper=body.get("other_paper") is True,
    )
    if with_problems:
        call_arbiter(table=sheet.table, device=_device(body))


@asked_by_phone
def call(request: HttpRequest, sheet: Sheet, body: Shown) -> None:
    """Call the arbiter, or take back the call that the phone showed. A later call is not taken
    back.
    """
    current = open_call(sheet.table)
    if body.get("back") is not True:
        call_arbiter(table=sheet.table, hand=body.get("hand"), device=_device(body))
    elif current and body.get("call") in (None, current.pk):
        end_call(call=current, author=None)


@asked_by_phone
def fault(request: HttpRequest, sheet: Sheet, body: Shown) -> None:
    words = _text_of(body, "fault")
    version = _text_of(body, "version")
    report_fault(sheet=sheet, fault=words, version=version, device=_device(body))


@asked_by_phone
def seats(request: HttpRequest, sheet: Sheet, body: Shown) -> None:
    players = body.get("players")
    tell_seats(
        sheet=sheet, players=players if isinstance(players, dict) else {}, device=_device(body)
    )


@asked_by_phone
def was_handed_in(request: HttpRequest, sheet: Sheet, body: Shown) -> None:
    """Store that the phone knows of a hand-in that the desk has lost by restoring a backup."""
    tell_handed_in(sheet=sheet, at=body.get("at"))


@asked_by_phone
def first_dealer(request: HttpRequest, sheet: Sheet, body: Shown) -> None:
    wind = _text_of(body, "wind")
    seen = _text_of(body, "seen")
    say_first_dealer(sheet=sheet, wind=wind, seen=seen, device=_device(body))


@asked_by_phone
def sign(request: HttpRequest, sheet: Sheet, body: Shown) -> dict[str, str]:
    wind = _text_of(body, "wind")
    seen = _text_of(body, "seen")
    player = _signer(request, sheet, body)
    sign_sheet(sheet=sheet, wind=wind, device=_device(body), seen=seen, player=player)
    return {"proof": "" if not player else proof_of(sheet, player, wind, seen)}


def _signer(request: HttpRequest, sheet: Sheet, body: Shown) -> Player | None:
    tournament = sheet.table.round.tournament
    wind = _text_of(body, "wind")
    if tournament.signatures == SignaturePolicy.NONE:
        return None
    now = sitting_now(sheet)
    report = sheet.seat_reports.order_by("-pk").first()
    seat = seats_there(now, displaced(report, now.values())).get(wind)
    player = seat.player if seat else None
    if (
        not seat
        or not player
        or gives_back(sheet, player, wind, _text_of(body, "seen"), _text_of(body, "proof"))
    ):
        return player
    typed = "".join(_text_of(body, "own_code").split())
    fields = {"player": seat.name}
    if not typed:
        sentence = _(
            "%(player)s signs with the code on their own slip. Without the slip the desk signs for them."
        )
        raise refusal(sentence % fields, "code_missing")
    attempt = attempts.begin(Attempt.Kind.SIGNING, request, f"{tournament.code} {player.pk}")
    if not attempt:
        sentence = _(
            "Too many wrong codes for %(player)s. Wait five minutes, or let the desk sign for them."
        )
        raise refusal(sentence % fields, "too_many")
    if not constant_time_compare(typed, signing_code(tournament, player)):
        sentence = _("That is not the signing code of %(player)s: five digits, on their own slip.")
        raise refusal(sentence % fields, "code_wrong")
    attempts.forget_misses(attempt)
    return player


def _text_of(body: Shown, name: str) -> str:
    """Text from the body. Half of an emoji, which JSON can contain but nothing can store, becomes a
    question mark.
    """
    return str(body.get(name, "")).encode(errors="replace").decode()


def _device(body: Shown) -> str:
    return str(body.get("device", ""))[:60]
