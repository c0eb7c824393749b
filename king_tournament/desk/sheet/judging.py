"""A hand in dispute, judged card by card.

Nothing that is typed here is stored: ``king`` knows the rules and judges.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _, gettext_lazy

from deals.models import Board
from frame.page import (
    Context,
    DeskRequest,
    fresh_get_or_post,
    refusals,
    round_page,
    staff_only,
    text_of,
)
from king.cards import SUITS, WINDS, Card, Deal, Side, Suit, Wind
from king.notation.typed_cards import PlayedCards, read_played, write_played
from king.play import tricks
from king.play.domino import Domino
from king.play.replay import Report, replay
from king.rulesets.base import RuleSet
from king.rulesets.contracts import Contract, Family
from king.rulesets.settings import Settings
from king.sheet.full_sheet import ScoredRow
from king.sheet.row import Row
from king.sheet.ruling_kinds import ILLEGAL_PLAY
from king.sheet.sale import leader_after_sale
from king_tournament.desk.tables.seat_panel import address_of, on_sheet, sheet_press
from king_tournament.replay.typed_hand import HandRecord
from king_tournament.replay.typed_page import link_to
from scoring.calls import disputed_board, open_disputed_board, tables_waited_for
from scoring.models import Sheet
from scoring.scored_sheets import ScoredTable, scored_table
from wording import naming
from wording.naming import card_letters
from wording.sentences import say

Typed = Mapping[str, str]

NO_TRUMP = "NT"


class Facts(NamedTuple):
    """Facts of the hand before its first card. ``trump`` is NT if none was chosen, and empty if it
    is not known.
    """

    contract: Contract
    leader: Wind
    trump: str
    direction: str | None = None
    also: tuple[Contract, ...] = ()
    """Further contracts of the same cards, in the quick game (O15)."""
    start: Card | None = None
    """The card that Domino begins with, where whoever chose it has named one (R2); its holder lays it."""

    @property
    def is_domino(self) -> bool:
        return self.contract.family is Family.DOMINO

    @property
    def asks_trump(self) -> bool:
        """Whether the trump must be known to tell who takes a trick."""
        return self.contract.trump and self.direction != "down"

    @property
    def suit(self) -> Suit | None:
        return Suit(self.trump) if self.asks_trump and self.trump in tuple(Suit) else None


def facts_of(table: ScoredTable, hand: int, typed: Typed) -> Facts | None:
    """Facts of the hand by sheet and system, with those ``typed``. None if the contract is unknown."""
    rules = table.scored.ruleset
    settings = table.scored.settings
    plan = rules.schedule(settings)[hand - 1]
    row = _row(table, hand)
    contract = (
        plan.contract
        or rules.find_contract(typed.get("contract"))
        or (row.contract if row else None)
    )
    if not contract:
        return None
    written = row.row if row else Row(hand)
    sale = written.sale if written.sale is not None and written.sale.buyer in WINDS else None
    leader = typed.get("leader", "")
    trump = typed.get("trump", written.trump or "")
    start = typed.get("start", written.start or "")
    return Facts(
        contract,
        Wind(leader)
        if leader in rules.winds
        else leader_after_sale(plan, sale, settings, contract, rules.winds) or WINDS[0],
        trump if trump in (*tuple(Suit), NO_TRUMP) else "",
        written.direction,
        tuple(
            other.contract
            for other in rules.played_on(plan.board, settings)
            if other.number != plan.number and other.contract
        ),
        _card_named(start) if contract.family is Family.DOMINO else None,
    )


def _card_named(text: str) -> Card | None:
    try:
        return Card.parse(text)
    except ValueError:
        return None


def _row(table: ScoredTable, hand: int) -> ScoredRow | None:
    return next((row for row in table.scored.rows if row.hand == hand), None)


def judge(table: ScoredTable, hand: int, deal: Deal, facts: Facts, typed: Typed) -> Context:
    """Judge the typed cards of a hand. ``differs``: the hand is finished, and the sheet says
    something else.
    """
    rules = tricks.play_rules(table.scored.ruleset, table.scored.settings)
    if facts.start is not None and facts.start in deal.deck:
        rules = replace(rules, domino_opener=tricks.DominoOpener.HOLDER, domino_start=facts.start)
    text = typed.get("cards", "")
    players = len(deal.winds)
    played = read_played(text, players)
    if not played.problems:
        played = _with_changed_lead(played, deal, facts, rules, typed)
        text = write_played(played.cards, played.leaders, players, letters=card_letters)
    report = _replay_until(deal, facts, rules, played)
    record = HandRecord(
        table.scored.ruleset,
        (facts.contract, *facts.also),
        rules,
        facts.leader,
        facts.suit,
        played.cards,
        played.leaders,
    )
    finished = report.play.settled and not played.problems and not report.problems
    counts = list(_counts(table, hand, facts, report))
    problems = [problem.phrase for problem in report.problems if problem.code not in UNFINISHED]
    return {
        "text": text,
        "hands": _hands(report.play),
        "lines": _lines(report),
        "findings": list(_findings(table, hand, report)),
        "counts": counts,
        "problems": [*map(say, played.problems), *map(say, problems if played.cards else ())],
        "turn": report.play.turn,
        "starts_trick": isinstance(report.play, tricks.Play)
        and not report.play.table
        and report.play.turn is not None,
        "finished": finished,
        "differs": finished
        and any(written not in (None, units) for _column, units, written in counts),
        "domino": isinstance(report.play, Domino),
        "begun": bool(text.strip()),
        "told": None if played.problems else record,
    }


UNFINISHED = ("cards_missing", "turns_missing")
"""That the hand is not over is on the page anyway."""


def _replay_until(deal: Deal, facts: Facts, rules: tricks.PlayRules, played: PlayedCards) -> Report:
    return replay(
        deal,
        facts.contract,
        played.cards,
        rules=rules,
        leader=facts.leader,
        trump=facts.suit,
        leaders=played.leaders,
        also=facts.also,
    )


def _with_changed_lead(
    played: PlayedCards, deal: Deal, facts: Facts, rules: tricks.PlayRules, typed: Typed
) -> PlayedCards:
    """Cards after the typed one. A lead from another hand than the rightful one is stored as
    such.
    """
    cards = played.cards
    leaders = dict(played.leaders)
    players = len(deal.winds)
    if "undo" in typed:
        last = len(cards[:-1]) // players
        return PlayedCards(
            cards[:-1], {trick: wind for trick, wind in leaders.items() if trick <= last}, ()
        )
    if "pass" in typed:
        return PlayedCards((*cards, None), leaders, ())
    tapped = read_played(typed.get("add", "")).cards
    if not tapped:
        return played
    led_by = typed.get("led_by", "")
    play = _replay_until(deal, facts, rules, played).play
    leads = isinstance(play, tricks.Play) and not play.table
    if leads and led_by in deal.winds and led_by != play.turn:
        leaders[len(cards) // players + 1] = Wind(led_by)
    return PlayedCards((*cards, tapped[0]), leaders, ())


# --- what is shown


def _hands(
    play: tricks.Play | Domino,
) -> dict[Wind, list[tuple[Suit, list[tuple[Card, str]]]]]:
    """Dealt cards by wind and suit, each ``legal`` now, ``held`` or ``played``."""
    legal = play.legal() if play.turn else ()

    def state(card: Card, wind: Wind) -> str:
        if card not in play.hands[wind]:
            return "played"
        return "legal" if card in legal and play.turn is wind else "held"

    hands = {
        wind: [card for card in play.deal.deck if card in play.deal.hands[wind]]
        for wind in play.deal.winds
    }
    return {
        wind: [
            (suit, [(card, state(card, wind)) for card in cards if card.suit is suit])
            for suit in SUITS
        ]
        for wind, cards in hands.items()
    }


def _lines(report: Report) -> list[list[tuple[Wind, Card | None, bool, list[str]]]]:
    """Cards by trick, or by lap of Domino: wind, card (None for a pass), whether it took the trick,
    and the rules it breaks.
    """
    breaches: dict[int, list[str]] = {}
    for illegal in report.illegal:
        breaches.setdefault(illegal.turn, []).append(say(illegal.breach.phrase))
    if isinstance(report.play, Domino):
        laid = [(turn.wind, turn.card, False) for turn in report.play.turns]
    else:
        laid = []
        for trick in report.tricks:
            for place, card in enumerate(trick.cards):
                wind = trick.leader.after(
                    place, report.play.rules.direction, report.play.deal.winds
                )
                laid.append((wind, card, wind is trick.winner))
    cards = [(*card, breaches.get(turn, [])) for turn, card in enumerate(laid, start=1)]
    return [cards[at : at + 4] for at in range(0, len(cards), 4)]


def _findings(table: ScoredTable, hand: int, report: Report) -> Iterator[Context]:
    """Yield the breaches found, as sentences. ``query`` fills in the form of a ruling."""
    for card in report.illegal:
        wind = card.breach.wind
        sentence = say(card.breach.phrase)
        place = (
            _("Trick %(number)s") if isinstance(report.play, tricks.Play) else _("Lap %(number)s")
        )
        where = place % {"number": card.trick}
        column = table.scored.ruleset.column(wind)
        reason = _("%(place)s: %(sentence)s.") % {"place": where, "sentence": sentence}
        fields = {
            "kind": ILLEGAL_PLAY.code,
            "hand": hand,
            "offender": str(column or ""),
            "reason": reason,
        }
        yield {
            "place": where,
            "wind": wind,
            "player": table.seats[wind].name if wind in table.seats else "",
            "sentence": sentence,
            "query": urlencode(fields),
        }


def _counts(
    table: ScoredTable, hand: int, facts: Facts, report: Report
) -> Iterator[tuple[Wind | Side, int, int | None]]:
    """Yield the units of each column: by the cards, and by the sheet. The latter is None if not
    entered.
    """
    row = _row(table, hand)
    units = report.play.units_of(facts.contract)
    for column in table.scored.ruleset.columns:
        written = row.row.units.get(str(column)) if row else None
        yield column, sum(units[wind] for wind in column.winds), written


def _shared(board: Board, record: HandRecord | None) -> Context:
    """Context of the link to the typed cards. It is shown only once everybody may see the board. It
    tells only what was typed, but even that would be too much while others still have to play the
    board.
    """
    if record is None or not record.cards:
        return {}
    if not board.board_set.is_revealed:
        return {"shared_later": True}
    return {"shared": link_to(record)}


STANDS = {"legal": gettext_lazy("legal"), "played": gettext_lazy("played")}
"""What is said of a card to those who listen; nothing of one that is only held."""

Option = tuple[str, Any, list[tuple[Any, str]], Any]
"""Name, label, values with their words, and the one that is chosen."""


def play_choices(facts: Any, deal: Deal, trumps: tuple[tuple[str, str], ...]) -> list[Option]:
    """Options that the play of a hand follows from. Changing one judges the hand again."""
    winds: list[tuple[Any, str]] = [(wind, naming.wind_name(wind)) for wind in deal.winds]
    options: list[Option] = [("leader", _("First lead"), winds, facts.leader)]
    if facts.is_domino:
        cards: list[tuple[Any, str]] = [("", _("as usual"))]
        cards += ((card, say(card)) for card in deal.deck)
        options.append(("start", _("The opening card of Domino"), cards, facts.start or ""))
    if trumps:
        first = [] if facts.trump else [("", _("choose"))]
        options.append(("trump", _("Trump"), [*first, *trumps], facts.trump))
    return options


def trumps(ruleset: RuleSet, settings: Settings, facts: Facts) -> tuple[tuple[str, str], ...]:
    if not facts.asks_trump:
        return ()
    suits = tuple((suit.value, f"{naming.suit_name(suit)} {suit.symbol}") for suit in SUITS)
    return (*suits, (NO_TRUMP, _("no trump"))) if settings.allow_no_trump else suits


@staff_only
@fresh_get_or_post
@on_sheet
def judge_hand(request: DeskRequest, sheet: Sheet, hand: int) -> HttpResponse:
    """Page that judges a hand. Nothing that is typed here is stored, but the log notes that the
    board was opened.
    """

    round_ = sheet.round
    scored = scored_table(sheet)
    rules = scored.scored.ruleset
    settings = scored.scored.settings
    if not 1 <= hand <= rules.length:
        raise Http404
    plan = rules.schedule(settings)[hand - 1]
    context: Context = {
        "table": scored,
        "hand": hand,
        "plan": plan,
        "contract": plan.contract,
        "here": request.path,
        "sheet_url": address_of(sheet.table, "sheet"),
    }
    status = None
    board = None
    try:
        board = disputed_board(sheet=sheet, hand=hand, by=request.user)
        context["waiting"] = tables_waited_for(sheet, hand) if not board else ()
    except ValidationError as error:
        status, context["refused"] = 422, refusals(error)
    if board:
        status = 200
        facts = facts_of(scored, hand, request.POST)
        context |= {"board": board, "known": facts, "choices": () if facts else rules.played}
        if facts:
            suits = trumps(rules, settings, facts)
            context["contract"] = facts.contract
            context["asked"] = play_choices(facts, board.deal, suits)
            if not suits or facts.trump:
                context["judged"] = judge(scored, hand, board.deal, facts, request.POST)
                context |= _shared(board, context["judged"]["told"])
                context["stands"] = STANDS
                context["rule_url"] = "" if round_.is_official else address_of(sheet.table, "rule")
    template = "desk/sheet/judge.html"
    return round_page(request, template, round_, part="answer", status=status, **context)


@staff_only
@sheet_press
def open_board(request: DeskRequest, sheet: Sheet, hand: int) -> None:
    open_disputed_board(sheet=sheet, hand=hand, by=request.user, reason=text_of(request, "reason"))
