"""Lists for helpers and the arbiter, as pages that the browser prints."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Prefetch
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from frame import page
from frame.night import BOARDS, PLAY, PLAYERS, STANDINGS
from frame.page import DeskRequest
from frame.visible import sees_results
from ground.roles import DEALING, ORGANIZER, holds
from king.boards import plan_boards
from king.cards import WINDS, Wind
from king.notation.files import packing_runs
from king.rulesets.base import RuleSet
from king.words import alphabetical
from king_tournament.templatetags.king import wind_badge
from printing.documents.slips import Slips, tables_of
from printing.occasion import Options, check_plays_boards
from printing.services import open_card_list
from scoring.log_check import check_log
from scoring.models import Sheet
from tournaments.board_steps import may_open_cards
from tournaments.log import in_words
from tournaments.models import Entry, Round, Seat, Tournament
from wording.naming import board_title, checksum_rule, drawn_place, short_form, wind_name
from wording.rules import deck_words

LISTS: dict[str, dict[str, Any]] = {
    "entries": {
        "title": gettext_lazy("Entry list"),
        "purpose": gettext_lazy("Everybody who is entered, to tick who is here and who has paid."),
        "step": PLAYERS,
    },
    "decks": {
        "title": gettext_lazy("Deck-order lists"),
        "purpose": gettext_lazy("How to deal each board from a sorted deck, in one pass."),
        "step": BOARDS,
        "of_round": True,
        "shows_cards": True,
    },
    "ticks": {
        "title": gettext_lazy("Tick list"),
        "purpose": gettext_lazy("Count and checksum of each packet, a box for each table."),
        "step": BOARDS,
        "of_round": True,
        "shows_cards": True,
    },
    "plan": {
        "title": gettext_lazy("Plan for two helpers"),
        "purpose": gettext_lazy(
            "Which hand is dealt while which is played, and the decks that it takes. No card is on it."
        ),
        "step": BOARDS,
        "of_round": True,
    },
    "delivery": {
        "title": gettext_lazy("Delivery checklist"),
        "purpose": gettext_lazy("Which sheets are in, and checked."),
        "step": PLAY,
        "of_round": True,
    },
    "rulings": {
        "title": gettext_lazy("Rulings"),
        "purpose": gettext_lazy("Every ruling of the evening, the revoked ones too."),
        "step": PLAY,
        "address": "rulings",
    },
    "log": {
        "title": gettext_lazy("Log"),
        "purpose": gettext_lazy(
            "Every line of the log with its seal, and whether all of it holds."
        ),
        "step": STANDINGS,
    },
}
"""By the name of their address, in the order of the night."""

CARDS_SEALED = gettext_lazy(
    "The cards are sealed: their slips are opened by the dealing role. Ask whoever holds it."
)


def lists_for(
    request: DeskRequest, tournament: Tournament, round_: Round | None, step: str = ""
) -> list[dict[str, Any]]:
    """The lists that the reader may know of, with their addresses; ``withheld`` says why one is not
    opened.
    """
    has_boards = tournament.plays_boards or tournament.rounds.exclude(board_set=None).exists()
    shown = []
    for key, about in LISTS.items():
        if step not in ("", about["step"]):
            continue
        if about["step"] == BOARDS and not has_boards:
            continue
        if about["step"] != BOARDS and not sees_results(request.user, tournament):
            continue
        prepares = holds(request.user, ORGANIZER, DEALING, evening=tournament.code)
        if about.get("shows_cards") and not prepares:
            continue
        where: list[Any] = [tournament.code]
        if about.get("of_round"):
            if round_ is None:
                continue
            where.append(round_.number)
        board_set = round_.board_set if round_ is not None else None
        withheld = (
            bool(about.get("shows_cards"))
            and board_set is not None
            and not may_open_cards(request.user, tournament, board_set)
        )
        shown.append(
            {
                "key": key,
                "url": reverse("desk:" + about.get("address", f"list_{key}"), args=where),
                "withheld": CARDS_SEALED if withheld else "",
                **about,
            }
        )
    return shown


def _list_page(
    request: DeskRequest,
    tournament: Tournament,
    key: str,
    *,
    number: int | None = None,
    above: Iterable[str] = (),
    template: str = "list",
    **content: Any,
) -> HttpResponse:
    """Cells are words, or true and false for a box that is ticked or not; a line of one cell is a
    heading.
    """
    return page.desk_page(
        request,
        f"desk/lists/{template}.html",
        tournament,
        number=number,
        title=LISTS[key]["title"],
        partita=number,
        above=[sentence for sentence in above if sentence],
        now=timezone.now(),
        **content,
    )


# --- of the evening


@page.staff_only
@never_cache
@require_GET
def entries(request: DeskRequest, code: str) -> HttpResponse:
    tournament = page.find_tournament(code)
    sides = tournament.rules.sides
    entered = sorted(tournament.entries.with_players(), key=lambda entry: alphabetical(entry.title))
    counts = {
        "pairs": ngettext("%(count)d pair", "%(count)d pairs", len(entered)),
        "teams": ngettext("%(count)d team", "%(count)d teams", len(entered)),
    }
    count = counts.get(sides, ngettext("%(count)d entry", "%(count)d entries", len(entered)))
    paid = _("paid %(fee)s") % {"fee": tournament.fee} if tournament.fee else _("paid")
    drawn = _("Drawn") if sides in ("pairs", "teams") else _("Wind")
    columns = [_("here"), paid, _("No."), _("Name"), _("Club"), drawn, _("Note")]
    return _list_page(
        request,
        tournament,
        "entries",
        count=count % {"count": len(entered)},
        tables=[(columns, [_entry_cells(entry, sides) for entry in entered])],
    )


def _entry_cells(entry: Entry, sides: str) -> list[Any]:
    players = [member.player for member in entry.members.all()]
    name = entry.title
    if entry.name:
        name = f"{entry.name} ({', '.join(player.full_name for player in players)})"
    drawn: Any = ""
    if entry.wind:
        wind = Wind(entry.wind)
        drawn = drawn_place(wind, sides) if sides in ("pairs", "teams") else wind_badge(wind, True)
    if entry.wind_number:
        drawn = format_html("{} {}", drawn, entry.wind_number)
    notes = [] if entry.present else [_("not here yet")]
    if entry.withdrawn_at is not None:
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


@page.staff_only
@never_cache
@require_GET
def log(request: DeskRequest, code: str) -> HttpResponse:
    tournament = page.find_tournament(code)
    chain = check_log(tournament)
    if chain.fault is None:
        above = [
            _("All lines are as they were written. Seal of the last one: %(seal)s")
            % {"seal": chain.seal}
        ]
    else:
        above = [
            _("Line %(number)s does not hold: %(reason)s.")
            % {"number": fault.number, "reason": fault.reason}
            for fault in chain.faults
        ]
    lines = [
        [
            str(line.sequence),
            formats.date_format(timezone.localtime(line.at), "SHORT_DATE_FORMAT")
            + f" {timezone.localtime(line.at):%H:%M:%S}",
            line.author_name,
            in_words(line),
            short_form(line.hash),
        ]
        for line in tournament.log.order_by("sequence")
    ]
    columns = [_("Line"), _("Time"), _("Who"), _("What"), _("Seal")]
    return _list_page(
        request,
        tournament,
        "log",
        above=above,
        count=ngettext("%(count)d line", "%(count)d lines", len(lines)) % {"count": len(lines)},
        tables=[(columns, lines)],
    )


# --- of a partita


@page.staff_only
@never_cache
@require_GET
def delivery(request: DeskRequest, code: str, number: int) -> HttpResponse:
    round_ = page.find_round(code, number)
    sitting = Prefetch("seats", Seat.objects.first_sitting().select_related("entry", "player"))
    tables = round_.tables.order_by("number").select_related("sheet").prefetch_related(sitting)
    rows, came = [], 0
    for table in tables:
        sheet = getattr(table, "sheet", None)
        seats = sorted(table.seats.all(), key=lambda seat: "NESW".index(seat.wind))
        names = [seat.entry.name or seat.player.full_name for seat in seats]
        closed = sheet is not None and sheet.state == Sheet.State.CLOSED
        handed_in = None if sheet is None else sheet.handed_in_at
        came += closed or handed_in is not None
        at = "" if handed_in is None else f"{timezone.localtime(handed_in):%H:%M}"
        words = " · ".join(dict.fromkeys(names))
        rows.append([str(table.number), words, at, closed, False, closed, ""])
    columns = [pgettext("column of a list", "Table"), _("Names"), _("in at"), _("sum right")]
    columns += [pgettext("of a sheet", "signed"), _("closed"), _("Note")]
    return _list_page(
        request,
        round_.tournament,
        "delivery",
        number=number,
        count=_("%(came)d of %(all)d in") % {"came": came, "all": len(rows)},
        tables=[(columns, rows)],
    )


@page.boards_and_paper
@never_cache
@require_GET
def plan(request: DeskRequest, code: str, number: int) -> HttpResponse:
    """Two sets of decks, A and B, take turns: the cards of hand k are free again when hand k + 1
    begins, and are dealt as hand k + 2. Neither boards nor cards are read.
    """
    round_ = page.find_round(code, number)
    tournament = round_.tournament
    rules = tournament.rules
    settings = rules.configure(tournament.settings)
    try:
        check_plays_boards(tournament, round_)
        tables = len(tables_of(tournament, round_, Options()))
    except ValidationError as error:
        page.say_no(request, error)
        return redirect("desk:print", code)
    hands = [rules.played_on(board.board, settings) for board in plan_boards(rules, settings)]
    titles = [
        board_title(hand, (), [row.number for row in rows])
        for hand, rows in enumerate(hands, start=1)
    ]
    lines = []
    for at, rows in enumerate(hands):
        contracts = [row.contract for row in rows if row.contract is not None]
        lines.append(
            [
                titles[at - 1] if at else _("before the start"),
                board_title(at + 1, contracts, [row.number for row in rows]),
                "AB"[at % 2],
                _("cards of: %(hand)s") % {"hand": titles[at - 2]} if at > 1 else _("sorted decks"),
                *[False] * 3,
            ]
        )
    columns = [_("While this is played"), _("prepare"), _("Decks"), _("from")]
    columns += [_("dealt"), _("counted"), _("on the tables")]
    count = ngettext("%(count)d table", "%(count)d tables", tables) % {"count": tables}
    return _list_page(
        request,
        tournament,
        "plan",
        number=number,
        count=count,
        above=_how_to_prepare(rules, hands=len(hands), tables=tables),
        tables=[(columns, lines)],
    )


def _how_to_prepare(rules: RuleSet, *, hands: int, tables: int) -> list[str]:
    decks = _(
        "Decks: %(in_turn)d in two sets, A and B, that take turns; %(at_once)d where every hand is prepared "
        "before the evening. Each hand is %(packets)d packets."
    ) % {
        "in_turn": min(2, hands) * tables,
        "at_once": hands * tables,
        "packets": 4 * tables,
    }
    return [
        f"{decks} {deck_words(rules)}",
        _(
            "First helper: takes a deck of the set, sorts it, deals it by the deck-order list or looks the cards out by "
            "the slips, one table after the other."
        ),
        _(
            "Second helper: counts each packet and its checksum, puts its label on, ticks it off, and lays the four "
            "packets of a table together."
        ),
        _(
            "The cards of a hand come back when everybody has begun the next one, never before its row is written. "
            "Nobody who plays helps, and the lists stay face down."
        ),
    ]


def _cards(request: DeskRequest, round_: Round, key: str) -> Slips:
    if round_.board_set is not None and not may_open_cards(
        request.user, round_.tournament, round_.board_set
    ):
        raise PermissionDenied(CARDS_SEALED)
    options = Options(round=round_.number, copies="one" if key == "decks" else "tables")
    return open_card_list(
        tournament=round_.tournament, document=key, options=options, author=request.user
    )


@page.preparers_only
@never_cache
@require_GET
def decks(request: DeskRequest, code: str, number: int) -> HttpResponse:
    """A board is dealt from a sorted deck in one pass, run by run, without searching a card (§7,
    6): the deck lies face up, ace of spades on top, and the list says to which wind each run goes.
    """
    round_ = page.find_round(code, number)
    try:
        cards = _cards(request, round_, "decks")
    except ValidationError as error:
        return _refused(request, round_, error)
    boards = []
    for board in cards.rounds[0].boards:
        runs = packing_runs(board.deal)
        size = board.deal.size // 4
        checks = [
            _("%(wind)s %(count)d cards, checksum %(checksum)s")
            % {"wind": wind_name(wind), "count": size, "checksum": board.deal.checksum(wind)}
            for wind in WINDS
        ]
        suits = [
            (suit, list(of_suit))
            for suit, of_suit in groupby(runs, key=lambda run: run.cards[0].suit)
        ]
        boards.append({"title": board.title, "suits": suits, "checks": checks})
    how = _(
        "Sort the deck: ace of spades on top, each suit from the ace down, spades, hearts, diamonds, clubs. "
        "Lay each run on the pile of its wind; at the end each pile has as many cards as the others."
    )
    return _list_page(
        request,
        round_.tournament,
        "decks",
        number=number,
        above=[cards.deck, how],
        template="decks",
        boards=boards,
        commitment=cards.rounds[0].commitment,
    )


TABLES_ACROSS = 16
"""Boxes that a line has room for."""


@page.preparers_only
@never_cache
@require_GET
def ticks(request: DeskRequest, code: str, number: int) -> HttpResponse:
    """One helper looks the cards out, the other counts the packet and its checksum, and ticks: a
    packet without a tick is not on its table yet.
    """
    round_ = page.find_round(code, number)
    try:
        cards = _cards(request, round_, "ticks")
    except ValidationError as error:
        return _refused(request, round_, error)
    [slips] = cards.rounds
    parts = []
    for first in range(0, len(slips.tables), TABLES_ACROSS):
        across: Sequence[int | None] = slips.tables[first : first + TABLES_ACROSS]
        columns = [_("Wind"), _("cards"), _("checksum")]
        columns += [_("set") if table is None else str(table) for table in across]
        rows: list[list[Any]] = []
        for board in slips.boards:
            rows.append([board.title])
            rows += [
                [
                    wind_badge(wind, True),
                    str(board.deal.size // 4),
                    board.deal.checksum(wind),
                    *[False] * len(across),
                ]
                for wind in WINDS
            ]
        parts.append((columns, rows))
    return _list_page(
        request,
        round_.tournament,
        "ticks",
        number=number,
        above=[checksum_rule()],
        tables=parts,
        commitment=slips.commitment,
    )


def _refused(request: DeskRequest, round_: Round, error: ValidationError) -> HttpResponse:
    page.say_no(request, error)
    return redirect("desk:print", round_.tournament.code)
