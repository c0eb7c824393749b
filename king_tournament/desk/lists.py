"""Lists for helpers and the arbiter, as pages that the browser prints."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Prefetch
from django.http import HttpResponse
from django.shortcuts import redirect, resolve_url
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext

from frame.page import (
    Context,
    DeskRequest,
    boards_and_paper,
    desk_page,
    fresh_get,
    on_evening,
    on_round,
    preparers_only,
    show_refusal,
    show_refusals,
    staff_only,
)
from frame.print_rights import CARDS_SEALED
from ground.roles import DEALING, ORGANIZER, holds
from king.boards import plan_boards
from king.cards import Deal, Suit, Wind
from king.notation.files import Run, packing_runs
from king.rulesets.base import RuleSet
from king.words import alphabetical
from king_tournament.templatetags.king import wind_badge
from night.visibility import sees_results
from printing.document_context import Options, check_plays_boards
from printing.documents.slips import RoundSlips, Slips, tables_of
from printing.services import open_card_list
from scoring.log_check import check_log
from tournaments.board_steps import may_open_cards
from tournaments.log import in_words
from tournaments.models import Entry, Round, Seat, Tournament
from wording.naming import (
    board_title,
    checksum_rule,
    drawn_place,
    game_of,
    short_form,
    wind_name,
)
from wording.rules import deck_words

LISTS: dict[str, Context] = {
    "entries": {
        "title": gettext_lazy("Entry list"),
        "purpose": gettext_lazy("Everybody who is entered, to tick who is here and who has paid."),
    },
    "decks": {
        "title": gettext_lazy("Deck-order lists"),
        "purpose": gettext_lazy("How to deal each board from a sorted deck, in one pass."),
        "of_boards": True,
        "of_round": True,
        "shows_cards": True,
    },
    "ticks": {
        "title": gettext_lazy("Tick list"),
        "purpose": gettext_lazy("Count and checksum of each packet, a box for each table."),
        "of_boards": True,
        "of_round": True,
        "shows_cards": True,
    },
    "plan": {
        "title": gettext_lazy("Plan for two helpers"),
        "purpose": gettext_lazy(
            "Which hand is dealt while which is played, and the decks needed. It shows no cards."
        ),
        "of_boards": True,
        "of_round": True,
    },
    "delivery": {
        "title": gettext_lazy("Delivery checklist"),
        "purpose": gettext_lazy("Which sheets are in, and checked."),
        "of_round": True,
    },
    "rulings": {
        "title": gettext_lazy("Rulings"),
        "purpose": gettext_lazy("Every ruling of the evening, including the revoked ones."),
        "address": "rulings",
    },
    "log": {
        "title": gettext_lazy("Log"),
        "purpose": gettext_lazy(
            "Every line of the log with its seal, and whether all of them hold."
        ),
    },
}
"""By the name of their address, in the order of the night."""


def lists_for(request: DeskRequest, tournament: Tournament, round_: Round | None) -> list[Context]:
    """Lists that the reader may know of, with addresses; ``withheld`` says why one cannot be
    opened.
    """
    boards = tournament.plays_boards or tournament.rounds.exclude(board_set=None).exists()
    prepares = holds(request.user, ORGANIZER, DEALING, evening=tournament.code)
    lists = []
    for key, listed in LISTS.items():
        shows_cards = "shows_cards" in listed
        place: list[Any] = [tournament.code]
        if shows_cards and not prepares:
            continue
        if not (boards if "of_boards" in listed else sees_results(request.user, tournament)):
            continue
        if "of_round" in listed:
            if not round_:
                continue
            place.append(round_.number)
        board_set = round_ and round_.board_set
        is_withheld = (
            shows_cards and board_set and not may_open_cards(request.user, tournament, board_set)
        )
        lists.append(
            {
                "key": key,
                "url": resolve_url("desk:" + listed.get("address", f"list_{key}"), *place),
                "withheld": CARDS_SEALED if is_withheld else "",
                **listed,
            }
        )
    return lists


def _list_page(
    request: DeskRequest,
    tournament: Tournament,
    key: str,
    *,
    number: int | None = None,
    **more: Any,
) -> HttpResponse:
    """Page of a list. ``tables`` are columns and lines. A cell is text, or a bool for a tick box. A
    line of a single cell is a heading.
    """
    template = f"desk/lists/{'decks' if key == 'decks' else 'list'}.html"
    return desk_page(
        request,
        template,
        tournament,
        number=number,
        title=LISTS[key]["title"],
        partita=number,
        now=timezone.now(),
        **more,
    )


# --- of the evening


@staff_only
@fresh_get
@on_evening
def entries(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    entered = sorted(tournament.entries.with_players(), key=lambda entry: alphabetical(entry.title))
    sides = tournament.rules.sides
    size = len(entered)
    counts = {
        "pairs": ngettext("%(count)d pair", "%(count)d pairs", size),
        "teams": ngettext("%(count)d team", "%(count)d teams", size),
    }
    count = counts.get(sides) or ngettext("%(count)d entry", "%(count)d entries", size)
    paid = _("paid %(fee)s") % {"fee": tournament.fee} if tournament.fee else _("paid")
    drawn = _("Drawn") if sides in counts else _("Wind")
    columns = [_("here"), paid, _("No."), _("Name"), _("Club"), drawn, _("Note")]
    tables = [(columns, [_entry_cells(entry, sides) for entry in entered])]
    return _list_page(request, tournament, "entries", count=count % {"count": size}, tables=tables)


def _entry_cells(entry: Entry, sides: str) -> list[Any]:
    players = [member.player for member in entry.members.all()]
    name = entry.title
    drawn = ""
    if entry.name:
        name = f"{entry.name} ({', '.join(player.full_name for player in players)})"
    if entry.wind:
        wind = Wind(entry.wind)
        drawn = drawn_place(wind, sides) if sides in ("pairs", "teams") else wind_badge(wind, True)
    if entry.wind_number:
        drawn = format_html("{} {}", drawn, entry.wind_number)
    notes = [] if entry.present else [_("not here yet")]
    if entry.withdrawn_at:
        notes = [_("withdrawn")]
    if entry.unranked:
        notes.append(_("not ranked"))
    return [
        entry.present and entry.withdrawn_at is None,
        entry.fee_paid,
        str(entry.number),
        name,
        " – ".join(dict.fromkeys(player.club for player in players if player.club)),
        drawn,
        ", ".join(notes),
    ]


@staff_only
@fresh_get
@on_evening
def log(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    chain = check_log(tournament)
    above = [
        _("Line %(number)s does not hold: %(reason)s.")
        % {"number": fault.number, "reason": fault.reason}
        for fault in chain.faults
    ]
    if chain.fault is None:
        whole = _("All lines are as they were written. Seal of the last one: %(seal)s")
        above = [whole % {"seal": chain.seal}]
    lines = []
    for line in tournament.log.order_by("sequence"):
        at = timezone.localtime(line.at)
        day = formats.date_format(at, "SHORT_DATE_FORMAT")
        seal = short_form(line.hash)
        lines.append(
            [str(line.sequence), f"{day} {at:%H:%M:%S}", line.author_name, in_words(line), seal]
        )
    columns = [_("Line"), _("Time"), _("Who"), _("What"), _("Seal")]
    count = ngettext("%(count)d line", "%(count)d lines", len(lines)) % {"count": len(lines)}
    return _list_page(
        request, tournament, "log", above=above, count=count, tables=[(columns, lines)]
    )


# --- of a partita


@staff_only
@fresh_get
@on_round
def delivery(request: DeskRequest, round_: Round) -> HttpResponse:
    sitting = Prefetch("seats", Seat.objects.first_sitting().select_related("entry", "player"))
    tables = round_.tables.order_by("number").select_related("sheet").prefetch_related(sitting)
    rows = []
    came = 0
    for table in tables:
        sheet = getattr(table, "sheet", None)
        seats = sorted(table.seats.all(), key=lambda seat: "NESW".index(seat.wind))
        names = dict.fromkeys(seat.entry.name or seat.name for seat in seats)
        closed = sheet is not None and sheet.is_closed
        handed_in = sheet and sheet.handed_in_at
        came += closed or handed_in is not None
        at = f"{timezone.localtime(handed_in):%H:%M}" if handed_in else ""
        rows.append([str(table.number), " · ".join(names), at, closed, False, closed, ""])
    columns = [pgettext("column of a list", "Table"), _("Names"), _("in at"), _("sum correct")]
    columns += [pgettext("of a sheet", "signed"), _("closed"), _("Note")]
    return _list_page(
        request,
        round_.tournament,
        "delivery",
        number=round_.number,
        count=_("%(came)d of %(all)d in") % {"came": came, "all": len(rows)},
        tables=[(columns, rows)],
    )


@boards_and_paper
@fresh_get
@on_round
def plan(request: DeskRequest, round_: Round) -> HttpResponse:
    """Plan of two sets of decks, A and B, used in turn: cards of hand k are free again when hand k
    + 1 begins, and are then dealt as hand k + 2. Reads neither boards nor cards.
    """

    tournament = round_.tournament
    try:
        check_plays_boards(tournament, round_)
        tables = len(tables_of(tournament, round_, Options()))
    except ValidationError as error:
        show_refusal(request, error)
        return redirect("desk:print", tournament.code)
    rules, settings = tournament.rules, tournament.configured
    lines = []
    titles = [_("before the start")]
    for hand, board in enumerate(plan_boards(rules, settings), start=1):
        rows = rules.played_on(board.board, settings)
        contracts = [row.contract for row in rows if row.contract]
        numbers = [row.number for row in rows]
        lines.append(
            [
                titles[-1],
                board_title(hand, contracts, numbers, game_of(rules, contracts)),
                "BA"[hand % 2],
                _("cards of: %(hand)s") % {"hand": titles[-2]} if hand > 2 else _("sorted decks"),
                *[False] * 3,
            ]
        )
        titles.append(board_title(hand, (), numbers))
    columns = [_("While this is played"), _("prepare"), _("Decks"), _("from")]
    columns += [_("dealt"), _("counted"), _("on the tables")]
    return _list_page(
        request,
        tournament,
        "plan",
        number=round_.number,
        count=ngettext("%(count)d table", "%(count)d tables", tables) % {"count": tables},
        above=_how_to_prepare(rules, hands=len(lines), tables=tables),
        tables=[(columns, lines)],
    )


def _how_to_prepare(rules: RuleSet, *, hands: int, tables: int) -> list[str]:
    decks = _(
        "Decks: %(in_turn)d in two sets, A and B, that take turns; %(at_once)d if every hand is "
        "prepared before the evening. Each hand is %(packets)d packets."
    ) % {
        "in_turn": min(2, hands) * tables,
        "at_once": hands * tables,
        "packets": 4 * tables,
    }
    return [
        f"{decks} {deck_words(rules)}",
        _(
            "First helper: takes a deck of the set, sorts it, deals it by the deck-order list or "
            "picks the cards out by the slips, one table after the other."
        ),
        _(
            "Second helper: counts each packet and its checksum, puts on its label, ticks it off, "
            "and lays the four packets of a table together."
        ),
        _(
            "The cards of a hand come back when everybody has begun the next one, never before its row is written. "
            "Nobody who plays helps, and the lists stay face down."
        ),
    ]


def _cards(request: DeskRequest, round_: Round, key: str) -> Slips:
    board_set = round_.board_set
    if board_set and not may_open_cards(request.user, round_.tournament, board_set):
        raise PermissionDenied(CARDS_SEALED)
    options = Options(round=round_.number, copies="one" if key == "decks" else "tables")
    return open_card_list(
        tournament=round_.tournament, document=key, options=options, author=request.user
    )


@preparers_only
@fresh_get
@on_round
def decks(request: DeskRequest, round_: Round) -> HttpResponse:
    """List for dealing each board from a sorted deck in one pass, run by run, without searching for
    cards (§7, 6). The deck lies face up, ace of spades on top; the list says to which wind each run
    goes.
    """

    with show_refusals(request):
        cards = _cards(request, round_, "decks")
        how = _(
            "Sort the deck: ace of spades on top, each suit from the ace down, spades, hearts, diamonds, clubs. "
            "Lay each run on the pile of its wind; at the end each pile has as many cards as the others."
        )
        return _list_page(
            request,
            round_.tournament,
            "decks",
            number=round_.number,
            above=list(filter(None, (cards.deck, how))),
            boards=[
                {"title": board.title, "suits": _runs(board.deal), "checks": _checks(board.deal)}
                for board in cards.rounds[0].boards
            ],
            commitment=cards.rounds[0].commitment,
        )
    return redirect("desk:print", round_.tournament.code)


def _runs(deal: Deal) -> list[tuple[Suit, list[Run]]]:
    by_suit = groupby(packing_runs(deal), key=lambda run: run.cards[0].suit)
    return [(suit, list(runs)) for suit, runs in by_suit]


def _checks(deal: Deal) -> list[str]:
    sentence = _("%(wind)s %(count)d cards, checksum %(checksum)s")
    return [
        sentence
        % {"wind": wind_name(wind), "count": deal.cards_each, "checksum": deal.checksum(wind)}
        for wind in deal.winds
    ]


TABLES_ACROSS = 16
"""Boxes that a line has room for."""


@preparers_only
@fresh_get
@on_round
def ticks(request: DeskRequest, round_: Round) -> HttpResponse:
    """Tick list for two helpers: one finds the cards, the other counts the packet, compares the
    checksum and ticks it. A packet without a tick does not go to its table.
    """

    with show_refusals(request):
        [slips] = _cards(request, round_, "ticks").rounds
        return _list_page(
            request,
            round_.tournament,
            "ticks",
            number=round_.number,
            above=[checksum_rule()],
            tables=[
                _tick_table(slips, slips.tables[first : first + TABLES_ACROSS])
                for first in range(0, len(slips.tables), TABLES_ACROSS)
            ],
            commitment=slips.commitment,
        )
    return redirect("desk:print", round_.tournament.code)


def _tick_table(
    slips: RoundSlips, tables: Sequence[int | None]
) -> tuple[list[str], list[list[Any]]]:
    columns = [_("Wind"), _("cards"), _("checksum")]
    columns += [_("set") if table is None else str(table) for table in tables]
    rows: list[list[Any]] = []
    for board in slips.boards:
        rows.append([board.title])
        for wind in board.deal.winds:
            cells = [wind_badge(wind, True), str(board.deal.cards_each), board.deal.checksum(wind)]
            rows.append([*cells, *[False] * len(tables)])
    return columns, rows
