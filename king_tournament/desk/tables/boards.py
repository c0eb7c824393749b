"""The boards of a partita: dealt and sealed, typed, imported, exported."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import Max
from django.http import Http404, HttpResponse
from django.shortcuts import resolve_url
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from deals import services as deals
from deals.models import Board, BoardSet, may_see_cards
from deals.services import spares_left
from frame.outline import Button, Line
from frame.page import (
    Context,
    DeskRequest,
    boards_and_paper,
    desk_page,
    get_or_post,
    on_evening,
    preparers_only,
    read_number,
    round_press,
    round_step,
    runs,
    text_of,
)
from frame.parts import until_the_event_closes
from frame.visible import file_answer, tables_shown
from ground.roles import DEALING, ORGANIZER, holds, holds_dealing
from king.boards import contracts_of_board
from king.dealing import canonical_json
from king.notation import NOTATIONS
from king.sheet.comparison import Field
from king.sheet.points import Column
from king_tournament.desk.lists import lists_for
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
    is_own = not tournament.held_for
    may_type = (
        prepares
        and is_own
        and (not tournament.blind or holds_dealing(request.user, tournament.code))
    )
    context: Context = {"round": round_, "board_set": board_set}
    if board_set:
        context["sign_of_set"] = "done" if board_set.is_revealed else "closed"
    if round_ is None:
        context["empty"] = _not_seated(request, tournament, number)
    elif board_set is None:
        context |= _to_seal(round_, prepares=prepares, may_type=may_type)
    else:
        context |= _seal_of(tournament, board_set)
        context |= _steps_of(
            request, round_, board_set, context, prepares=prepares, may_type=may_type
        )
        if board_set.is_revealed:
            context["boards"] = tuple(_played(request, round_))
            context["columns"] = tournament.rules.columns
        else:
            context["paper"] = _packet_paper(request, round_)
        is_shown = may_see_cards(request.user, board_set, tournament.code)
        if prepares and is_own and is_shown and board_set.boards.exists():
            context["notations"] = [NOTATIONS[code] for code in NOTATIONS_OF_MACHINES]
        elif prepares and not board_set.is_revealed:
            sentence = until_the_event_closes(tournament) or _(
                "Files for duplicating machines are for the dealing role until the partita is closed."
            )
            context["words_below"] = [*context["words_below"], sentence]
    return desk_page(
        request, "desk/tables/boards.html", tournament, step="tables", number=number, **context
    )


def _not_seated(request: DeskRequest, tournament: Tournament, number: int) -> Context:
    empty = {
        "title": _("No boards yet"),
        "text": _("The boards of a partita are dealt and sealed once it is seated."),
    }
    if runs(request, tournament):
        url = resolve_url("desk:play", tournament.code, number)
        empty |= {"url": url, "action": _("Winds and seats")}
    return empty


def _to_seal(round_: Round, *, prepares: bool, may_type: bool) -> Context:
    place = (round_.tournament.code, round_.number)
    if not round_.tournament.plays_boards:
        sentence = _(
            "In this rule system the cards are dealt at the table: there is nothing to prepare."
        )
        return {"words": [sentence]}
    words = [
        _(
            "The program deals the same cards for every table and seals them. The seal has twelve letters and "
            "digits that everybody may write down. After the partita anybody can see by them that no card was "
            "changed."
        ),
        _(
            "Nobody sees a card before the partita is closed: not you, not the program's pages. Only the slips "
            "are printed."
        ),
    ]
    if not round_.is_seating:
        return {"words": words}
    if not prepares:
        return {"words": [*words, _("An organizer seals the boards.")]}
    by_hand: Context = {
        "text": _(
            "Typing cards in or reading them from a file shows them: tonight the organizer plays, so that takes "
            "the dealing role."
        )
    }
    if may_type:
        by_hand = {
            "text": _(
                "A club that shuffles and deals by hand types one deal in and prints its slips to copy it for "
                "the other tables; a machine's boards come in as a file. Whoever does it sees the cards."
            ),
            "buttons": [
                Button(_("Type boards in"), resolve_url("desk:type_board", *place, 1)),
                Button(_("Read a PBN file"), resolve_url("desk:import_boards", *place)),
            ],
        }
    return {"words": words, "seal_url": resolve_url("desk:seal", *place), "by_hand": by_hand}


def _when(moment: datetime) -> str:
    return formats.date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")


def _seal_of(tournament: Tournament, board_set: BoardSet) -> Context:
    """All that everybody may know of a set, as terms and values: in short, and the proof in full."""
    record = deals.public_record(board_set)
    count = board_set.boards.in_use().count()
    datum = board_set.document.get("datum") or ""
    transcribed = board_set.document.get("origin") == Board.Origin.TRANSCRIBED
    sealed = _when(board_set.sealed_at)
    if board_set.sealed_by:
        fields = {"when": sealed, "who": board_set.sealed_by.get_username()}
        sealed = _("%(when)s, by %(who)s") % fields
    facts = [
        (_("Seal"), short_form(board_set.commitment), "lead-figure mono"),
        (_("Sealed"), sealed, ""),
    ]
    if board_set.printed_at:
        title = _("On the tables") if transcribed else _("First printed")
        facts.append((title, _when(board_set.printed_at), ""))
    if board_set.revealed_at:
        facts.append((_("Revealed"), _when(board_set.revealed_at), ""))
    facts.append((_("Boards"), str(count or _("not dealt yet")), ""))
    if datum:
        values = filter(None, (_(datum), board_set.datum_value))
        facts.append((_("Public number"), ": ".join(values), ""))
    for board in board_set.boards.exclude(withdrawn_at=None).order_by("withdrawn_at"):
        fields = {"number": board.number, "reason": board.withdrawn_because}
        facts.append((_("Taken out"), _("hand %(number)s: %(reason)s") % fields, ""))
    openings = tournament.log.filter(kind__in=OPENINGS).order_by("-sequence")[:OPENINGS_SHOWN]
    return {
        "seal_facts": facts,
        "proof": _proof(board_set, record),
        "seed": record.get("seed"),
        "note": _note(board_set, record.get("seed")),
        "transcribed": transcribed,
        "count": count,
        "datum": datum,
        "openings": [
            (in_words(line), ", ".join(filter(None, (_when(line.at), line.author_name))))
            for line in openings
        ],
    }


def _proof(board_set: BoardSet, record: Mapping[str, Any]) -> list[tuple[str, object]]:
    named = {
        _("In full"): board_set.commitment,
        _("Seed"): record.get("seed"),
        _("Salt"): record.get("salt"),
    }
    proof: list[tuple[str, object]] = [(name, value) for name, value in named.items() if value]
    for key, value in record["document"].items():
        text = canonical_json(value) if isinstance(value, dict | list) else value
        proof.append((key, "–" if text is None else text))
    return proof


def _note(board_set: BoardSet, seed: object) -> str:
    note = ""
    if board_set.document.get("origin") == Board.Origin.TRANSCRIBED:
        note = _(
            "These boards were dealt by hand and typed in; the seal is made of the cards as they were typed."
        )
    elif not seed and not board_set.is_dealt_by_seed:
        note = _("These boards came from a file; the seal is made of their cards.")
    elif not seed:
        note = _(
            "Read the twelve letters and digits aloud, or hang them up, before the first card is played. The "
            "cards stay sealed until the partita is closed."
        )
    return note


def _steps_of(
    request: DeskRequest,
    round_: Round,
    board_set: BoardSet,
    seal: Context,
    *,
    prepares: bool,
    may_type: bool,
) -> Context:
    """All that may be done with a sealed set: the next step, the folds of what is rare, the rest below."""
    place = (round_.tournament.code, round_.number)
    is_sealed = board_set.state == BoardSet.State.SEALED
    may_replace = prepares and not round_.is_closed
    type_url = resolve_url("desk:type_board", *place, 1)
    below: list[str] = []
    if board_set.is_revealed:
        typing = [Button(_("Type the other boards in"), type_url, "link")]
        return {"buttons": typing if seal["transcribed"] and prepares else [], "words_below": below}
    context: Context = {"buttons": [], "words_below": below}
    is_own = not round_.tournament.held_for
    if not is_own and not seal["count"]:
        url = resolve_url("simultaneous:hall", place[0])
        context["buttons"] = [Button(_("Type the key of the event"), url, "next")]
    elif seal["datum"] and not seal["count"] and prepares:
        context["datum_url"] = resolve_url("desk:deal_with_datum", *place)
    elif round_.is_seating:
        title = _("Print the slips") if is_sealed else _("Print slips and score sheets")
        url = f"{resolve_url('desk:print', place[0])}?partita={place[1]}"
        context["buttons"] = [Button(title, url, "next")]
    if round_.is_seating and is_sealed and prepares and is_own:
        context["aside"] = _putting_aside(round_, board_set)
        context["aside"]["is_open"] = "reason" in request.POST and "board" not in request.POST
    elif round_.is_seating and not is_sealed:
        below.append(_("Slips have been printed, so the set stays as it is."))
    spares = spares_left(board_set)
    if may_replace and spares and seal["count"]:
        context["spoiled"] = _spoiled(round_, board_set, spares)
        context["spoiled"]["reason"] = text_of(request, "reason") if "board" in request.POST else ""
    if may_type and (seal["transcribed"] or (may_replace and seal["count"])):
        title = _("Other cards lay on the tables: type them in")
        if seal["transcribed"]:
            title = _("Type the other boards in")
        context["buttons"].append(Button(title, type_url, "link"))
    if prepares:
        text, title, value = (
            _(
                "Organizers may open the slips. If you play tonight, leave that to the dealing role."
            ),
            _("I play: keep them closed to me"),
            "yes",
        )
        if round_.tournament.blind:
            text = _("Only the dealing role opens the slips: the organizer may play.")
            title, value = _("Let organizers open them"), "no"
        blind = Button(title, resolve_url("desk:blind", *place), fields=(("blind", value),))
        context["blind"] = [Line("closed", text, (blind,))]
    return context


def _putting_aside(round_: Round, board_set: BoardSet) -> Context:
    place = (round_.tournament.code, round_.number)
    ways = [(_("Only put these aside"), resolve_url("desk:put_aside", *place))]
    if board_set.is_dealt_by_seed:
        again = resolve_url("desk:deal_again", *place)
        ways.insert(0, (_("Put these aside and seal others"), again))
    return {"ways": ways}


def _spoiled(round_: Round, board_set: BoardSet, spares: int) -> Context:
    text = ngettext(
        "One spare board was sealed with the set. It takes the place of a board that nobody has played yet.",
        "%(counter)s spare boards were sealed with the set. The next one takes the place of a board that nobody "
        "has played yet.",
        spares,
    )
    return {
        "text": text % {"counter": spares},
        "url": resolve_url("desk:replace_board", round_.tournament.code, round_.number),
        "last_dealt": board_set.boards.aggregate(last=Max("dealt_as"))["last"],
    }


def _packet_paper(request: DeskRequest, round_: Round) -> list[Context]:
    """Paper for whoever deals the packets; a list without ``url`` is withheld."""
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
        *(
            {
                "title": row["title"],
                "purpose": row["purpose"],
                "url": "" if row["withheld"] else row["url"],
            }
            for row in lists
        ),
    ]


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
