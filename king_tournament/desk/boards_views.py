"""The boards of a partita: sealed before play, no card seen until it is closed, then every hand with every result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from deals import services as deals
from deals.access import holds_dealing, may_see_cards
from deals.models import Board, BoardSet
from deals.replacing import spares_left
from king.boards import contracts_of_board
from king.cards import Card
from king.comparison import Field
from king.contracts import Contract
from king.dealing import canonical_json
from king.notation import NOTATIONS
from king.scoring import Column
from king.winds import Wind
from king_tournament.accounts.roles import DEALING, ORGANIZER, holds
from king_tournament.desk.log_views import OPENINGS
from king_tournament.desk.page import boards_and_paper, desk_page, find_tournament, say_no
from printing import wording
from printing.documents import DOCUMENTS
from printing.log_words import in_words
from printing.paper import short_form
from printing.results import is_compared, mark_words
from scoring.boards import replace_board
from scoring.comparison import compare_tables
from scoring.reading import scored_round
from tournaments import boards as board_services
from tournaments import services
from tournaments.models import Round, Tournament

NOTATIONS_OF_MACHINES = ("pbn", "dlm", "dup", "bri", "lin")
PAPER_OF_HELPERS = ("slips", "deck_lists", "tick_list", "dealing_plan", "labels")
OPENINGS_SHOWN = 20


@dataclass(frozen=True)
class PlayedField:
    """The results of a board as one hand: table, points by column and what the arbiter made of it; then the figures."""

    field: Field
    rows: tuple[tuple[int, tuple[Any, ...], str], ...]
    figures: tuple[tuple[str, tuple[Any, ...]], ...]


@dataclass(frozen=True)
class PlayedBoard:
    """A board that may be seen, with what each table made of it."""

    board: Board
    title: str
    contract: Contract | None
    hands: Mapping[Wind, frozenset[Card]]
    fields: tuple[PlayedField, ...]


@boards_and_paper
@require_http_methods(["GET", "POST"])
def boards(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The set of a partita: seal it, see that it is sealed, see the hands once the partita is closed."""
    tournament = find_tournament(code)
    round_ = tournament.rounds.select_related("board_set__sealed_by").filter(number=number).first()
    if round_ is None and not 1 <= number <= tournament.planned_rounds:
        raise Http404
    if round_ is not None:
        round_.tournament = tournament
        if request.method == "POST":
            return _take_step(request, round_)
    return _page(request, tournament, number, round_)


def _page(
    request: HttpRequest, tournament: Tournament, number: int, round_: Round | None, status: int = 200
) -> HttpResponse:
    board_set = round_.board_set if round_ is not None else None
    context: dict[str, Any] = {
        "round": round_,
        "board_set": board_set,
        "may_change": round_ is not None and round_.stage == Round.Stage.SEATING,
        "may_replace": round_ is not None and not round_.is_closed,
        "prepares": holds(request.user, ORGANIZER, DEALING),
        "may_type": not tournament.blind or holds_dealing(request.user),
        "reason": request.POST.get("reason", ""), "step_asked": request.POST.get("step", ""),
        "typed_datum": request.POST.get("datum", ""), "typed_board": request.POST.get("board", ""),
    }  # fmt: skip
    if board_set is not None:
        context |= _of_set(board_set) | _cards_of(request, tournament, board_set)
        shown = round_ is not None and board_set.is_revealed
        context["boards"] = tuple(_played(round_, tournament)) if round_ is not None and shown else ()
        context["columns"] = tournament.rules.columns
    template = "desk/boards.html"
    return desk_page(request, template, tournament, step="boards", number=number, status=status, **context)


def _cards_of(request: HttpRequest, tournament: Tournament, board_set: BoardSet) -> dict[str, Any]:
    """Who may take the cards away, on what paper, and who has looked at them."""
    lines = tournament.log.filter(kind__in=OPENINGS).order_by("-sequence")[:OPENINGS_SHOWN]
    return {
        "may_export": may_see_cards(request.user, board_set) and board_set.boards.exists(),
        "notations": [NOTATIONS[code] for code in NOTATIONS_OF_MACHINES],
        "paper": [DOCUMENTS[key] for key in PAPER_OF_HELPERS],
        "openings": [(line, in_words(line)) for line in lines],
    }


def _of_set(board_set: BoardSet) -> dict[str, Any]:
    record = deals.public_record(board_set)
    return {
        "commitment": board_set.commitment,
        "commitment_short": short_form(board_set.commitment),
        "transcribed": board_set.document.get("origin") == Board.Origin.TRANSCRIBED,
        "seed": record.get("seed", ""),
        "document": {
            key: canonical_json(value) if isinstance(value, dict | list) else value
            for key, value in record["document"].items()
        },
        "count": board_set.boards.in_use().count(),
        "spares": spares_left(board_set),
        "last_dealt": board_set.boards.aggregate(last=Max("dealt_as"))["last"],
        "datum": board_set.document.get("datum") or "",
        "datum_value": board_set.datum_value,
        "withdrawn": list(board_set.boards.exclude(withdrawn_at=None).order_by("withdrawn_at")),
    }


def _played(round_: Round, tournament: Tournament) -> Iterable[PlayedBoard]:
    """The boards of a revealed set with every table's row; the same few queries for any number of tables."""
    rules = tournament.rules
    compared = {each.hand: each.fields for each in compare_tables(scored_round(round_))}
    for board in Board.objects.shown().in_use().filter(board_set=round_.board_set).order_by("number"):
        hands = services.hands_of_board(tournament, board.number)
        contracts = contracts_of_board(rules, board.contract)
        fields = [field for hand in hands for field in compared.get(hand, ())]
        yield PlayedBoard(
            board,
            wording.board_title(board.number, contracts, hands),
            contracts[0] if len(contracts) == 1 else None,
            board.deal.hands,
            tuple(_played_field(field, rules.columns) for field in fields),
        )


def _played_field(field: Field, columns: tuple[Column, ...]) -> PlayedField:
    rows = tuple(
        (each.table, tuple(each.points[column] for column in columns), mark_words(each.mark)) for each in field.results
    )
    names = {"mean": _("mean"), "best": _("best"), "spread": _("spread")} if is_compared(field) else {}
    figures = tuple(
        (word, tuple(getattr(field.figures[column], name) for column in columns)) for name, word in names.items()
    )
    return PlayedField(field, rows, figures)


def _take_step(request: HttpRequest, round_: Round) -> HttpResponse:
    if not holds(request.user, ORGANIZER, DEALING):
        raise PermissionDenied(_("Your account does not have the role that this page needs."))
    step = STEPS.get(request.POST.get("step", ""))
    try:
        if step is None:
            raise ValidationError(_("This page has no such step: use its buttons."), code="no_step")
        messages.success(request, step(request, round_))
    except ValidationError as error:
        round_.refresh_from_db()
        say_no(request, error)
        return _page(request, round_.tournament, round_.number, round_, status=422)
    return redirect("desk:boards", round_.tournament.code, round_.number)


# --- the steps, each with what is said when it is taken


def _seal(request: HttpRequest, round_: Round) -> str:
    datum = request.POST.get("datum", "")
    services.seal_boards(round=round_, author=request.user, datum_description=datum)
    return _("The boards of partita %(round)s are sealed.") % {"round": round_.number}


def _type_datum(request: HttpRequest, round_: Round) -> str:
    board_services.deal_with_datum(round=round_, value=request.POST.get("value", ""), author=request.user)
    return _("The boards of partita %(round)s are dealt.") % {"round": round_.number}


def _deal_again(request: HttpRequest, round_: Round) -> str:
    services.deal_boards_again(round=round_, author=request.user, reason=request.POST.get("reason", ""))
    return _("Other boards are sealed in place of those; the log says so.")


def _put_aside(request: HttpRequest, round_: Round) -> str:
    services.put_boards_aside(round=round_, author=request.user, reason=request.POST.get("reason", ""))
    return _("The boards are put aside; the log says so. Others can be sealed, typed in or read from a file.")


def _replace(request: HttpRequest, round_: Round) -> str:
    text = request.POST.get("board", "")
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise ValidationError(_("Type the number of the hand whose packet is spoiled."), code="no_number")
    number, reason = int(text), request.POST.get("reason", "")
    seen = _looked_at(request, round_, number)
    board = replace_board(round=round_, number=number, reason=reason, author=request.user, seen=seen)
    return _("A spare has taken the place of hand %(board)s: print its slips again.") % {"board": board.number}


def _looked_at(request: HttpRequest, round_: Round, number: int) -> int | None:
    """The number that the board on the page was dealt as; a spare that came later was not on it."""
    text = request.POST.get("last_dealt", "")
    board = round_.board_set and round_.board_set.boards.in_use().filter(number=number).first()
    if not board or not (text.isascii() and text.isdigit() and len(text) < 4):
        return None
    return min(board.dealt_as, int(text))


def _make_blind(request: HttpRequest, round_: Round) -> str:
    board_services.set_blind(tournament=round_.tournament, blind=True, author=request.user)
    return _("From now on only the dealing role opens the slips.")


def _make_sighted(request: HttpRequest, round_: Round) -> str:
    board_services.set_blind(tournament=round_.tournament, blind=False, author=request.user)
    return _("From now on organizers open the slips too.")


STEPS: Mapping[str, Callable[[HttpRequest, Round], str]] = {
    "seal": _seal, "datum": _type_datum, "again": _deal_again, "replace": _replace, "blind": _make_blind,
    "sighted": _make_sighted, "aside": _put_aside,
}  # fmt: skip
