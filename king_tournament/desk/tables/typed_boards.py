"""Boards that were dealt by hand or by a machine: typed in card by card, or read from a file."""

import base64
from collections.abc import Mapping

from django.core import signing
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from deals.transfer import BoardsPreview, remark_line
from frame.page import (
    Context,
    DeskRequest,
    fresh_get_or_post,
    preparers_only,
    refusals,
    round_page,
    tell,
    text_of,
    unsigned,
    while_open,
)
from king.boards import contracts_of_board, plan_boards
from king.cards import DECKS, RANKS, READ_AS, SUITS, WINDS, Suit, Wind
from king.notation.reading import LARGEST_FILE
from night.lookups import find_round
from tournaments import board_steps as board_services
from tournaments.models import Round
from wording import naming
from wording.sentences import refusal

SALT = "desk.boards"
LONGEST_SUIT = 60
PROBLEMS_SHOWN = 200


def _round(code: str, number: int) -> Round:
    round_ = find_round(code, number)
    if not round_.tournament.plays_boards:
        raise Http404
    return round_


# --- typed in


@preparers_only
@while_open("desk:boards", "number")
@fresh_get_or_post
def type_board(request: DeskRequest, code: str, number: int, hand: int) -> HttpResponse:
    round_ = _round(code, number)
    rules, settings = round_.tournament.rules, round_.tournament.configured
    plans = plan_boards(rules, settings)
    if not 1 <= hand <= len(plans):
        raise Http404
    typed = _typed_deal(request.POST)
    refused: list[str] = []
    if request.method == "POST":
        try:
            board_services.transcribe_board(
                round=round_,
                number=hand,
                hands={wind: ".".join(typed[wind, suit] for suit in SUITS) for wind in WINDS},
                author=request.user,
                reason=text_of(request, "reason"),
            )
        except ValidationError as error:
            refused = refusals(error)
        else:
            tell(request, _("Hand %(board)s is typed in."), board=hand)
            return _next_hand_redirect(round_, hand, len(plans))
    plan = plans[hand - 1]
    there = _there(round_)
    hands = board_services.hands_of_board(round_.tournament, hand)
    contracts = contracts_of_board(rules, plan.contract)
    return round_page(
        request,
        "desk/tables/boards_type.html",
        round_,
        hand=hand,
        title=naming.board_title(hand, contracts, hands, naming.game_of(rules, contracts)),
        dealer=plan.dealer,
        numbers=[(planned.board, planned.board in there) for planned in plans],
        there=hand in there,
        rows=[
            (wind, [(suit, f"{wind}_{suit}", typed[wind, suit]) for suit in SUITS])
            for wind in rules.winds
        ],
        suits=SUITS,
        deck=" ".join(map(str, DECKS[rules.deck])),
        each=rules.cards_each,
        refused=refused,
        words={"twice": _("twice"), "none": _("none left"), "of": _("{n} of {all}")}
        | {
            "letters": {rank.value: naming.rank_letter(rank) for rank in RANKS},
            "read": dict(READ_AS),
        },
    )


def _typed_deal(sent: Mapping[str, str]) -> dict[tuple[Wind, Suit], str]:
    return {
        (wind, suit): sent.get(f"{wind}_{suit}", "").replace(".", " ").strip()[:LONGEST_SUIT]
        for wind in WINDS
        for suit in SUITS
    }


def _there(round_: Round) -> set[int]:
    if not round_.board_set:
        return set()
    return set(round_.board_set.boards.in_use().values_list("number", flat=True))


def _next_hand_redirect(round_: Round, hand: int, last: int) -> HttpResponse:
    there = _there(Round.objects.select_related("board_set").get(pk=round_.pk))
    waiting = [
        number for number in (*range(hand + 1, last + 1), *range(1, hand)) if number not in there
    ]
    if waiting:
        return redirect("desk:type_board", round_.tournament.code, round_.number, waiting[0])
    return redirect("desk:boards", round_.tournament.code, round_.number)


# --- read from a file


@preparers_only
@while_open("desk:boards", "number")
@fresh_get_or_post
def import_boards(request: DeskRequest, code: str, number: int) -> HttpResponse:
    round_ = _round(code, number)
    if request.method == "GET":
        return round_page(request, "desk/tables/boards_import.html", round_)
    try:
        raw = _file_sent(request, round_)
        preview = board_services.preview_boards(round=round_, file=raw)
        if "signed" in request.POST:
            board_services.import_boards(round=round_, preview=preview, author=request.user)
            tell(request, _("The boards of the file are sealed."))
            return redirect("desk:boards", round_.tournament.code, round_.number)
        status = 422 if preview.problems else 200
        context = _preview_context(preview, round_, raw)
    except ValidationError as error:
        status = 422
        context = {"refused": refusals(error)}
    return round_page(request, "desk/tables/boards_import.html", round_, status=status, **context)


def _preview_context(preview: BoardsPreview, round_: Round, raw: bytes) -> Context:
    signed = ""
    if not preview.problems:
        # The file travels with the page, signed, so that nothing lies about on the server between
        # the two steps.
        packed = base64.b85encode(raw).decode()
        signed = signing.dumps({"round": round_.pk, "file": packed}, salt=SALT, compress=True)
    return {
        "preview": preview,
        "signed": signed,
        "boards": naming.join_words(map(str, preview.numbers)),
        "problems": [remark_line(remark) for remark in preview.problems[:PROBLEMS_SHOWN]],
        "more": max(0, len(preview.problems) - PROBLEMS_SHOWN),
        "notes": [remark_line(remark) for remark in preview.notes[:PROBLEMS_SHOWN]],
    }


def _file_sent(request: DeskRequest, round_: Round) -> bytes:
    if "signed" in request.POST:
        upload = unsigned(request.POST["signed"], SALT) or {}
        if upload.get("round") != round_.pk:
            raise refusal(_("The preview has been lost. Choose the file again."), "preview_lost")
        return base64.b85decode(upload["file"])
    file = request.FILES.get("file")
    if not file:
        raise refusal(_("Choose a file."), "no_file")
    return bytes(file.read(LARGEST_FILE + 1))
