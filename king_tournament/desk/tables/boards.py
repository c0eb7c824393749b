"""The boards of a partita: dealt and sealed, typed, imported, exported."""

from collections.abc import Iterable

from django.db.models import Max
from django.http import Http404, HttpResponse
from django.shortcuts import resolve_url
from django.utils.translation import gettext as _, gettext_lazy

from deals import services as deals
from deals.models import Board, BoardSet, may_see_cards
from deals.services import spares_left
from frame.page import (
    Context,
    DeskRequest,
    boards_and_paper,
    desk_page,
    get_or_post,
    on_evening,
    preparers_only,
    round_press,
    round_step,
    text_of,
)
from frame.public import file_answer
from ground.roles import DEALING, ORGANIZER, holds, holds_dealing
from king.boards import contracts_of_board
from king.dealing import canonical_json
from king.notation import NOTATIONS
from king.sheet.comparison import Field
from king.sheet.points import Column
from king_tournament.desk.lists import lists_for
from night.lookups import read_number
from night.visibility import tables_shown
from printing.document_list import DOCUMENTS
from scoring.round_steps import replace_board
from scoring.scored_sheets import compare_tables
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
    prepares = holds(request.user, ORGANIZER, DEALING, evening=tournament.code)
    context: Context = {
        "round": round_,
        "board_set": board_set,
        "prepares": prepares,
        "may_type": prepares
        and not tournament.held_for
        and (not tournament.blind or holds_dealing(request.user, tournament.code)),
    }
    if round_ and board_set:
        context |= _seal_of(tournament, board_set)
        context["waits_for_datum"] = prepares and context["datum"] and not context["count"]
        is_shown = may_see_cards(request.user, board_set, tournament.code)
        if board_set.is_revealed:
            context["boards"] = tuple(_revealed_boards(request, round_))
            context["columns"] = tournament.rules.columns
        else:
            context["paper"] = _packet_paper(request, round_)
        if prepares and is_shown and not tournament.held_for and board_set.boards.exists():
            context["notations"] = [NOTATIONS[code] for code in NOTATIONS_OF_MACHINES]
    return desk_page(
        request, "desk/tables/boards.html", tournament, step="tables", number=number, **context
    )


def _seal_of(tournament: Tournament, board_set: BoardSet) -> Context:
    """Context of everything that everybody may know of a set, with its proof in full."""
    record = deals.public_record(board_set)
    details = {
        _("In full"): board_set.commitment,
        _("Seed"): record.get("seed"),
        _("Salt"): record.get("salt"),
    }
    proof: list[tuple[str, object]] = [(name, value) for name, value in details.items() if value]
    for key, value in record["document"].items():
        text = canonical_json(value) if isinstance(value, dict | list) else value
        proof.append((key, "–" if text is None else text))
    openings = tournament.log.filter(kind__in=OPENINGS).order_by("-sequence")[:OPENINGS_SHOWN]
    return {
        "seal": short_form(board_set.commitment),
        "proof": proof,
        "seed": record.get("seed"),
        "transcribed": board_set.document.get("origin") == Board.Origin.TRANSCRIBED,
        "count": board_set.boards.in_use().count(),
        "datum": board_set.document.get("datum") or "",
        "withdrawn": board_set.boards.exclude(withdrawn_at=None).order_by("withdrawn_at"),
        "openings": [(in_words(line), line) for line in openings],
        "spares": spares_left(board_set),
        "last_dealt": board_set.boards.aggregate(last=Max("dealt_as"))["last"],
    }


def _packet_paper(request: DeskRequest, round_: Round) -> list[Context]:
    """Documents and lists for the people who deal the packets. A list without ``url`` is
    withheld.
    """
    tournament = round_.tournament
    if not round_.board_set or not round_.board_set.boards.in_use().exists():
        return []
    printing = f"{resolve_url('desk:print', tournament.code)}?partita={round_.number}"
    documents = [DOCUMENTS[key] for key in PAPER_OF_HELPERS]
    paper = [
        {
            "title": document.title,
            "purpose": document.purpose,
            "url": f"{printing}#document-{document.key}",
        }
        for document in documents
    ]
    lists = [row for row in lists_for(request, tournament, round_) if "of_boards" in row]
    return [
        *paper,
        *(row | {"url": "" if row["withheld"] else row["url"]} for row in lists),
    ]


def _revealed_boards(request: DeskRequest, round_: Round) -> Iterable[Context]:
    """Yield the boards of a revealed set with the rows that may be seen. The number of queries does
    not grow with the tables.
    """
    tournament = round_.tournament
    rules = round_.tournament.rules
    tables = compare_tables(tables_shown(request.user, round_))
    compared = {comparison.hand: comparison.fields for comparison in tables}
    boards = Board.objects.revealed().in_use().filter(board_set=round_.board_set)
    for board in boards.order_by("number"):
        hands = hands_of_board(tournament, board.number)
        contracts = contracts_of_board(rules, board.contract)
        fields = [field for hand in hands for field in compared.get(hand, ())]
        yield {
            "board": board,
            "title": naming.board_title(
                board.number, contracts, hands, naming.game_of(rules, contracts)
            ),
            "hands": board.deal.hands,
            "fields": [_played_field(field, rules.columns) for field in fields],
        }


def _played_field(field: Field, columns: tuple[Column, ...]) -> Context:
    """Results of a board for one contract: table, points by column and rulings; then the figures."""
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
        gettext_lazy("New boards are sealed in place of the old ones; the log says so."),
        "reason",
    )
)


put_aside = preparers_only(
    round_step(
        board_services.put_boards_aside,
        gettext_lazy(
            "The boards have been put aside; the log says so. Others can be sealed, typed in or read from a file."
        ),
        "reason",
    )
)


@preparers_only
@round_press
def replace(request: DeskRequest, round_: Round) -> str:
    """Replace a board by the next spare. The page's board is replaced, not a spare that came since."""
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
    if closed:
        return _("From now on only the dealing role may open the slips.")
    return _("From now on organizers may open the slips too.")


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
