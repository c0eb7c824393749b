"""The boards of a partita: dealt and sealed, typed, imported, exported."""

import base64
from collections.abc import Iterable, Mapping

from django.core import signing
from django.core.exceptions import ValidationError
from django.db.models import Max
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from deals import services as deals
from deals.models import Board, BoardSet, may_see_cards
from deals.services import spares_left
from deals.transfer import PbnPreview, remark_line
from frame.page import (
    Context,
    DeskRequest,
    boards_and_paper,
    desk_page,
    find_round,
    fresh_get_or_post,
    get_or_post,
    on_evening,
    preparers_only,
    read_number,
    refusals,
    round_page,
    round_press,
    round_step,
    tell,
    text_of,
)
from frame.visible import file_answer, tables_shown
from ground.roles import DEALING, ORGANIZER, holds, holds_dealing
from king.boards import contracts_of_board, plan_boards
from king.cards import DECKS, SUITS, WINDS, Suit, Wind
from king.dealing import canonical_json
from king.notation import NOTATIONS
from king.notation.pbn import LARGEST_FILE
from king.sheet.comparison import Field
from king.sheet.points import Column
from king_tournament.desk.lists import lists_for
from printing.document_list import DOCUMENTS
from scoring.round_steps import replace_board
from scoring.scored_sheets import compare_tables, rules_in_force
from tournaments import board_steps as board_services
from tournaments.board_steps import hands_of_board, seal_boards
from tournaments.log import OPENINGS, in_words
from tournaments.models import Round, Tournament
from wording import naming
from wording.naming import short_form
from wording.results import mark_words
from wording.sentences import refusal

NOTATIONS_OF_MACHINES = ("pbn", "dlm", "dup", "bri", "lin")
PAPER_OF_HELPERS = ("slips", "labels")
OPENINGS_SHOWN = 20


@boards_and_paper
@get_or_post
@on_evening
def boards(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    round_ = tournament.rounds.select_related("board_set__sealed_by").filter(number=number).first()
    if round_:
        round_.tournament = tournament
    elif not 1 <= number <= tournament.planned_rounds:
        raise Http404
    board_set = round_.board_set if round_ else None
    context: Context = {
        "round": round_,
        "board_set": board_set,
        "may_change": round_ is not None and round_.is_seating,
        "may_replace": round_ is not None and not round_.is_closed,
        "prepares": holds(request.user, ORGANIZER, DEALING, evening=tournament.code),
        "may_type": not tournament.blind or holds_dealing(request.user, tournament.code),
    }
    if board_set:
        context |= _of_set(request, tournament, board_set)
        context["lists"] = [
            listed for listed in lists_for(request, tournament, round_) if "of_boards" in listed
        ]
        shown = round_ is not None and board_set.is_revealed
        context["boards"] = tuple(_played(request, round_)) if round_ and shown else ()
        context["columns"] = tournament.rules.columns
    return desk_page(
        request, "desk/tables/boards.html", tournament, step="tables", number=number, **context
    )


def _of_set(request: DeskRequest, tournament: Tournament, board_set: BoardSet) -> Context:
    record = deals.public_record(board_set)
    openings = tournament.log.filter(kind__in=OPENINGS).order_by("-sequence")[:OPENINGS_SHOWN]
    return {
        "commitment": board_set.commitment,
        "commitment_short": short_form(board_set.commitment),
        "transcribed": board_set.document.get("origin") == Board.Origin.TRANSCRIBED,
        "seed": record.get("seed", ""),
        "salt": record.get("salt", ""),
        "document": {
            key: canonical_json(value) if isinstance(value, dict | list) else value
            for key, value in record["document"].items()
        },
        "count": board_set.boards.in_use().count(),
        "spares": spares_left(board_set),
        "last_dealt": board_set.boards.aggregate(last=Max("dealt_as"))["last"],
        "datum": board_set.document.get("datum") or "",
        "datum_value": board_set.datum_value,
        "withdrawn": board_set.boards.exclude(withdrawn_at=None).order_by("withdrawn_at"),
        "may_export": may_see_cards(request.user, board_set, tournament.code)
        and board_set.boards.exists(),
        "notations": [NOTATIONS[code] for code in NOTATIONS_OF_MACHINES],
        "paper": [DOCUMENTS[key] for key in PAPER_OF_HELPERS],
        "openings": [(line, in_words(line)) for line in openings],
    }


def _played(request: DeskRequest, round_: Round) -> Iterable[Context]:
    """The boards of a revealed set with the rows that may be seen; the same few queries for any
    number of tables.
    """
    tournament = round_.tournament
    rules = round_.tournament.rules
    tables = compare_tables(tables_shown(request.user, round_))
    compared = {comparison.hand: comparison.fields for comparison in tables}
    boards = Board.objects.shown().in_use().filter(board_set=round_.board_set)
    for board in boards.order_by("number"):
        hands = hands_of_board(tournament, board.number)
        contracts = contracts_of_board(rules, board.contract)
        fields = [field for hand in hands for field in compared.get(hand, ())]
        yield {
            "board": board,
            "title": naming.board_title(board.number, contracts, hands),
            "hands": board.deal.hands,
            "fields": [_played_field(field, rules.columns) for field in fields],
        }


def _played_field(field: Field, columns: tuple[Column, ...]) -> Context:
    """The results of a board as one hand: table, points by column and what the arbiter made of it;
    then the figures.
    """
    names = {"mean": _("mean"), "best": _("best"), "spread": _("spread")}
    return {
        "field": field,
        "rows": [
            (
                result.table,
                [result.points[column] for column in columns],
                mark_words(result.mark),
            )
            for result in field.results
        ],
        "figures": [
            (word, [getattr(field.figures[column], name) for column in columns])
            for name, word in names.items()
            if field.is_compared
        ],
    }


# --- the buttons


@preparers_only
@round_press
def seal(request: DeskRequest, round_: Round) -> str:
    seal_boards(
        round=round_,
        author=request.user,
        datum_description=text_of(request, "datum"),
        datum_sha256=text_of(request, "datum_sha256")[:100],
    )
    return _("The boards of partita %(round)s are sealed.") % {"round": round_.number}


deal_with_datum = preparers_only(
    round_step(
        board_services.deal_with_datum,
        gettext_lazy("The boards of partita %(round)s are dealt."),
        "value",
    )
)


deal_again = preparers_only(
    round_step(
        board_services.deal_boards_again,
        gettext_lazy("Other boards are sealed in place of those; the log says so."),
        "reason",
    )
)


put_aside = preparers_only(
    round_step(
        board_services.put_boards_aside,
        gettext_lazy(
            "The boards are put aside; the log says so. Others can be sealed, typed in or read from a file."
        ),
        "reason",
    )
)


@preparers_only
@round_press
def replace(request: DeskRequest, round_: Round) -> str:
    """The spare takes the place of the board that was on the page, not of a spare that came since."""
    reason = text_of(request, "reason")
    hand, dealt = (read_number(request.POST.get(name, ""), 3) for name in ("board", "last_dealt"))
    if hand is None:
        raise refusal(_("Type the number of the hand whose packet is spoiled."), "no_number")
    board = round_.board_set and round_.board_set.boards.in_use().filter(number=hand).first()
    seen = min(board.dealt_as, dealt) if board and dealt is not None else None
    replace_board(round=round_, number=hand, reason=reason, author=request.user, seen=seen)
    return _("A spare has taken the place of hand %(board)s: print its slips again.") % {
        "board": hand
    }


@preparers_only
@round_press
def blind(request: DeskRequest, round_: Round) -> str:
    closed = request.POST.get("blind") == "yes"
    board_services.set_blind(tournament=round_.tournament, blind=closed, author=request.user)
    sentence = _("From now on organizers open the slips too.")
    if closed:
        sentence = _("From now on only the dealing role opens the slips.")
    return sentence


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
@fresh_get_or_post
def type_board(request: DeskRequest, code: str, number: int, hand: int) -> HttpResponse:
    round_ = _round(code, number)
    rules, settings = rules_in_force(round_.tournament)
    plans = plan_boards(rules, settings)
    if not 1 <= hand <= len(plans):
        raise Http404
    typed = _typed(request.POST)
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
            return _to_the_next(round_, hand, len(plans))
    plan = plans[hand - 1]
    there = _there(round_)
    hands = board_services.hands_of_board(round_.tournament, hand)
    return round_page(
        request,
        "desk/tables/boards_type.html",
        round_,
        hand=hand,
        title=naming.board_title(hand, contracts_of_board(rules, plan.contract), hands),
        dealer=plan.dealer,
        numbers=[(planned.board, planned.board in there) for planned in plans],
        there=hand in there,
        rows=[
            (wind, [(suit, f"{wind}_{suit}", typed[wind, suit]) for suit in SUITS])
            for wind in WINDS
        ],
        suits=SUITS,
        deck=" ".join(map(str, DECKS[rules.deck])),
        each=rules.cards_each,
        refused=refused,
        words={"twice": _("twice"), "none": _("none left"), "of": _("{n} of {all}")},
    )


def _typed(sent: Mapping[str, str]) -> dict[tuple[Wind, Suit], str]:
    return {
        (wind, suit): sent.get(f"{wind}_{suit}", "").replace(".", " ").strip()[:LONGEST_SUIT]
        for wind in WINDS
        for suit in SUITS
    }


def _there(round_: Round) -> set[int]:
    if not round_.board_set:
        return set()
    return set(round_.board_set.boards.in_use().values_list("number", flat=True))


def _to_the_next(round_: Round, hand: int, last: int) -> HttpResponse:
    there = _there(Round.objects.select_related("board_set").get(pk=round_.pk))
    waiting = [
        number for number in (*range(hand + 1, last + 1), *range(1, hand)) if number not in there
    ]
    if waiting:
        return redirect("desk:type_board", round_.tournament.code, round_.number, waiting[0])
    return redirect("desk:boards", round_.tournament.code, round_.number)


# --- read from a file


@preparers_only
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
        context = _what_was_read(preview, round_, raw)
    except ValidationError as error:
        status = 422
        context = {"refused": refusals(error)}
    return round_page(request, "desk/tables/boards_import.html", round_, status=status, **context)


def _what_was_read(preview: PbnPreview, round_: Round, raw: bytes) -> Context:
    signed = ""
    if not preview.problems:
        # The file travels with the page, signed, so that nothing lies about on the server between
        # the two steps.
        packed = base64.b85encode(raw).decode()
        signed = signing.dumps({"round": round_.pk, "file": packed}, salt=SALT, compress=True)
    return {
        "preview": preview,
        "signed": signed,
        "boards": naming.joined(map(str, preview.numbers)),
        "problems": [remark_line(remark) for remark in preview.problems[:PROBLEMS_SHOWN]],
        "more": max(0, len(preview.problems) - PROBLEMS_SHOWN),
        "notes": [remark_line(remark) for remark in preview.notes[:PROBLEMS_SHOWN]],
    }


def _file_sent(request: DeskRequest, round_: Round) -> bytes:
    if "signed" in request.POST:
        try:
            kept = signing.loads(request.POST["signed"], salt=SALT)
        except signing.BadSignature:
            kept = {}
        if kept.get("round") != round_.pk:
            raise refusal(_("The preview has been lost. Choose the file again."), "preview_lost")
        return base64.b85decode(kept["file"])
    file = request.FILES.get("file")
    if not file:
        raise refusal(_("Choose a file."), "no_file")
    return bytes(file.read(LARGEST_FILE + 1))


# --- taken away as a file


@preparers_only
@round_press
def export_boards(request: DeskRequest, round_: Round) -> HttpResponse:
    file = board_services.export_boards(
        round=round_, notation=text_of(request, "notation"), by=request.user
    )
    answer = file_answer(file.content, file.file_name, file.media_type)
    answer["Cache-Control"] = "no-store"
    return answer
