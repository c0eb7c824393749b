"""Boards with their cards at the desk: typed in from a deal by hand, read from a file, taken away as a file.

Whoever does one of these sees cards, so that the services ask for the dealing role where the organizer plays.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core import signing
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from deals.access import may_see_cards
from deals.imported import PbnPreview, remark_line
from king.boards import contracts_of_board, plan_boards
from king.cards import SUITS, Suit
from king.deal import DECKS
from king.notation.pbn_reading import LARGEST_FILE
from king.winds import WINDS, Wind
from king_tournament.desk.page import desk_page, find_round, find_tournament, preparers_only, refusals, say_no
from printing import wording
from scoring.reading import rules_in_force
from tournaments import boards as board_services
from tournaments.models import Round

SALT = "desk.boards"
LONGEST_SUIT = 60
PROBLEMS_SHOWN = 200


def _round(code: str, number: int) -> Round:
    round_ = find_round(find_tournament(code), number)
    if not round_.tournament.plays_boards:
        raise Http404
    return round_


def _page(request: HttpRequest, template: str, round_: Round, status: int = 200, **context: Any) -> HttpResponse:
    context = {"round": round_, "board_set": round_.board_set, **context}
    return desk_page(
        request, template, round_.tournament, step="boards", number=round_.number, status=status, **context
    )


# --- typed in


@preparers_only
@never_cache
@require_http_methods(["GET", "POST"])
def type_board(request: HttpRequest, code: str, number: int, hand: int) -> HttpResponse:
    """One board as it lies on the tables: four hands by suit; the next one follows by itself."""
    round_ = _round(code, number)
    rules, settings = rules_in_force(round_.tournament)
    plans = plan_boards(rules, settings)
    if not 1 <= hand <= len(plans):
        raise Http404
    typed = _typed(request.POST)
    refused: list[str] = []
    if request.method == "POST":
        try:
            hands = {wind: ".".join(typed[wind, suit] for suit in SUITS) for wind in WINDS}
            reason = request.POST.get("reason", "")
            board_services.transcribe_board(round=round_, number=hand, hands=hands, author=request.user, reason=reason)
        except ValidationError as error:
            refused = refusals(error)
        else:
            messages.success(request, _("Hand %(board)s is typed in.") % {"board": hand})
            return _to_the_next(round_, hand, len(plans))
    return _grid(request, round_, hand, typed, refused)


def _grid(
    request: HttpRequest, round_: Round, hand: int, typed: Mapping[tuple[Wind, Suit], str], refused: list[str]
) -> HttpResponse:
    rules, settings = rules_in_force(round_.tournament)
    plans = plan_boards(rules, settings)
    plan, there = plans[hand - 1], _there(round_)
    hands = board_services.hands_of_board(round_.tournament, hand)
    context = {
        "hand": hand, "title": wording.board_title(hand, contracts_of_board(rules, plan.contract), hands),
        "dealer": plan.dealer,
        "numbers": [(each.board, each.board in there) for each in plans], "there": hand in there,
        "rows": [(wind, [(suit, f"{wind}_{suit}", typed[wind, suit]) for suit in SUITS]) for wind in WINDS],
        "suits": SUITS, "deck": " ".join(map(str, DECKS[rules.deck])), "each": rules.cards_each,
        "refused": refused, "reason": request.POST.get("reason", ""),
        "may_see": round_.board_set is not None and may_see_cards(request.user, round_.board_set),
        "words": {"twice": _("twice"), "none": _("none left"), "of": _("{n} of {all}")},
    }  # fmt: skip
    return _page(request, "desk/boards_type.html", round_, 422 if refused else 200, **context)


def _typed(given: Mapping[str, str]) -> dict[tuple[Wind, Suit], str]:
    """What stands in the grid, a suit of a hand in each field."""
    return {
        (wind, suit): given.get(f"{wind}_{suit}", "").replace(".", " ").strip()[:LONGEST_SUIT]
        for wind in WINDS for suit in SUITS
    }  # fmt: skip


def _there(round_: Round) -> set[int]:
    if round_.board_set is None:
        return set()
    return set(round_.board_set.boards.in_use().values_list("number", flat=True))


def _to_the_next(round_: Round, hand: int, last: int) -> HttpResponse:
    """The next board that is not there yet; back to the page of boards when all are."""
    there = _there(Round.objects.select_related("board_set").get(pk=round_.pk))
    waiting = [number for number in (*range(hand + 1, last + 1), *range(1, hand)) if number not in there]
    if waiting:
        return redirect("desk:type_board", round_.tournament.code, round_.number, waiting[0])
    return redirect("desk:boards", round_.tournament.code, round_.number)


# --- read from a file


@preparers_only
@never_cache
@require_http_methods(["GET", "POST"])
def import_boards(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """A PBN file, looked at first: every problem with its line, or the boards that would be taken."""
    round_ = _round(code, number)
    if request.method == "GET":
        return _page(request, "desk/boards_import.html", round_)
    try:
        raw = _file_sent(request, round_)
        preview = board_services.preview_boards(round=round_, file=raw)
        if "signed" in request.POST:
            board_services.import_boards(round=round_, preview=preview, author=request.user)
            messages.success(request, _("The boards of the file are sealed."))
            return redirect("desk:boards", round_.tournament.code, round_.number)
    except ValidationError as error:
        return _page(request, "desk/boards_import.html", round_, 422, refused=refusals(error))
    return _page(
        request, "desk/boards_import.html", round_, 422 if preview.problems else 200, **_looked_at(preview, round_, raw)
    )


def _looked_at(preview: PbnPreview, round_: Round, raw: bytes) -> dict[str, Any]:
    signed = ""
    if not preview.problems:
        # The file travels with the page, signed, so that nothing lies about on the server between the two steps.
        packed = base64.b85encode(raw).decode()
        signed = signing.dumps({"round": round_.pk, "file": packed}, salt=SALT, compress=True)
    return {
        "preview": preview, "signed": signed, "boards": wording.joined(map(str, preview.numbers)),
        "problems": [remark_line(remark) for remark in preview.problems[:PROBLEMS_SHOWN]],
        "more": max(0, len(preview.problems) - PROBLEMS_SHOWN),
        "notes": [remark_line(remark) for remark in preview.notes[:PROBLEMS_SHOWN]],
    }  # fmt: skip


def _file_sent(request: HttpRequest, round_: Round) -> bytes:
    """The file that was chosen, or the one that was looked at a moment ago."""
    if "signed" in request.POST:
        try:
            kept = signing.loads(request.POST["signed"], salt=SALT)
        except signing.BadSignature:
            kept = {}
        if kept.get("round") != round_.pk:
            raise ValidationError(_("The preview has been lost. Choose the file again."), code="preview_lost")
        return base64.b85decode(kept["file"])
    file = request.FILES.get("file")
    if file is None:
        raise ValidationError(_("Choose a file."), code="no_file")
    return bytes(file.read(LARGEST_FILE + 1))


# --- taken away as a file


@preparers_only
@require_POST
def export_boards(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The boards in one of the notations; who took them is in the log."""
    round_ = find_round(find_tournament(code), number)
    notation = request.POST.get("notation", "")
    try:
        file = board_services.export_boards(round=round_, notation=notation, by=request.user)
    except ValidationError as error:
        say_no(request, error)
        return redirect("desk:boards", round_.tournament.code, round_.number)
    answer = HttpResponse(file.content, content_type=file.media_type)
    answer["Content-Disposition"] = f'attachment; filename="{file.file_name}"'
    answer["Cache-Control"] = "no-store"
    return answer
