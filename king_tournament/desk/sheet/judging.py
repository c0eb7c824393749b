"""A hand in dispute: judged card by card, and what was said before it, its auction or the hands
proposed.

Nothing that is typed here is stored: ``king`` knows the rules and judges.
"""

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from frame.page import (
    Context,
    DeskRequest,
    find_round,
    fresh_get_or_post,
    press,
    refusals,
    round_page,
    staff_only,
    text_of,
)
from king.cards import SUITS, WINDS, Card, Deal, Side, Suit, Wind
from king.notation.typed import Played, read_played, write_played
from king.play import tricks
from king.play.domino import Domino
from king.play.replay import Report, replay
from king.rulesets.base import HandPlan, RuleSet
from king.rulesets.contracts import Contract, Family
from king.rulesets.settings import Settings
from king.sheet.choice import Choice, ChoiceRefused, Proposal, is_proposed, is_worded, next_choice
from king.sheet.full_sheet import ScoredRow
from king.sheet.points import place_row
from king.sheet.row import Row
from king.sheet.sale import (
    PASS,
    Bidding,
    OfferAuction,
    Said,
    Selling,
    is_sold,
    judge_bidding,
    leader_after_sale,
    open_sale,
    sold_contract,
)
from king_tournament.desk.sheet.judge_page import (
    STANDS,
    asked_of,
    proposal_fields,
    said_field,
)
from king_tournament.desk.tables.sitting import address_of, find_sheet, on_sheet
from scoring.calls import disputed_board, open_disputed_board, tables_waited_for
from scoring.models import Sheet
from scoring.scored_sheets import ScoredTable, king_rows, scored_table
from wording import naming
from wording.sentences import say

Typed = Mapping[str, str]

NO_TRUMP = "NT"


class Facts(NamedTuple):
    """Facts of the hand before its first card. ``trump`` is NT for none chosen, empty where it is
    missing.
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
        """Whether a trump has to be known before a trick has a winner."""
        return self.contract.trump and self.direction != "down"

    @property
    def suit(self) -> Suit | None:
        return Suit(self.trump) if self.asks_trump and self.trump in tuple(Suit) else None


def facts_of(table: ScoredTable, hand: int, typed: Typed) -> Facts | None:
    """Facts of the hand by sheet and system, changed by what is ``typed``; None: no contract is
    known.
    """
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
    """``differs``: the hand is finished, and the sheet says something else."""
    rules = tricks.play_rules(table.scored.ruleset, table.scored.settings)
    if facts.start is not None and facts.start in deal.deck:
        rules = replace(rules, domino_opener=tricks.DominoOpener.HOLDER, domino_start=facts.start)
    text = typed.get("cards", "")
    players = len(deal.winds)
    played = read_played(text, players)
    if not played.problems:
        played = _changed(played, deal, facts, rules, typed)
        text = write_played(played.cards, played.leaders, players)
    report = _replayed(deal, facts, rules, played)
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
    }


UNFINISHED = ("cards_missing", "turns_missing")
"""That the hand is not over is on the page anyway."""


def _replayed(deal: Deal, facts: Facts, rules: tricks.PlayRules, played: Played) -> Report:
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


def _changed(
    played: Played, deal: Deal, facts: Facts, rules: tricks.PlayRules, typed: Typed
) -> Played:
    """A lead from another hand than the rightful one is kept as such."""
    cards = played.cards
    leaders = dict(played.leaders)
    players = len(deal.winds)
    if "undo" in typed:
        last = len(cards[:-1]) // players
        return Played(
            cards[:-1], {trick: wind for trick, wind in leaders.items() if trick <= last}, ()
        )
    if "pass" in typed:
        return Played((*cards, None), leaders, ())
    tapped = read_played(typed.get("add", "")).cards
    if not tapped:
        return played
    led_by = typed.get("led_by", "")
    play = _replayed(deal, facts, rules, played).play
    leads = isinstance(play, tricks.Play) and not play.table
    if leads and led_by in deal.winds and led_by != play.turn:
        leaders[len(cards) // players + 1] = Wind(led_by)
    return Played((*cards, tapped[0]), leaders, ())


# --- what is shown


def _hands(
    play: tricks.Play | Domino,
) -> dict[Wind, list[tuple[Suit, list[tuple[Card, str]]]]]:
    """By wind and suit the cards that were dealt there: legal now, held, or played."""
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
    """By trick, or lap of Domino: the wind, its card (None: a pass), whether it took the trick, and
    the rules it breaks.
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
    """``query`` fills in the form of a ruling."""
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
            "kind": "illegal_play",
            "hand": hand,
            "offender": str(column or ""),
            "reason": reason,
        }
        yield {
            "place": where,
            "wind": wind,
            "player": table.seats[wind].player.full_name if wind in table.seats else "",
            "sentence": sentence,
            "query": urlencode(fields),
        }


def _counts(
    table: ScoredTable, hand: int, facts: Facts, report: Report
) -> Iterator[tuple[Wind | Side, int, int | None]]:
    """The units of each column by the cards, and by the sheet (None: not entered)."""
    row = _row(table, hand)
    units = report.play.units_of(facts.contract)
    for column in table.scored.ruleset.columns:
        written = row.row.units.get(str(column)) if row else None
        yield column, sum(units[wind] for wind in column.winds), written


def trumps(ruleset: RuleSet, settings: Settings, facts: Facts) -> tuple[tuple[str, str], ...]:
    if not facts.asks_trump:
        return ()
    named = tuple((suit.value, f"{naming.suit_name(suit)} {suit.symbol}") for suit in SUITS)
    return (*named, (NO_TRUMP, _("no trump"))) if settings.allow_no_trump else named


@staff_only
@fresh_get_or_post
@on_sheet
def judge_hand(request: DeskRequest, sheet: Sheet, hand: int) -> HttpResponse:
    """Nothing of what is typed here is stored; opening the board is, in the log."""

    round_ = sheet.table.round
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
        context |= {"board": board, "known": facts, "choices": () if facts else rules.contracts}
        if facts:
            named = trumps(rules, settings, facts)
            context["contract"] = facts.contract
            context["asked"] = asked_of(facts, board.deal, named)
            if not named or facts.trump:
                context["judged"] = judge(scored, hand, board.deal, facts, request.POST)
                context["stands"] = STANDS
                context["rule_url"] = "" if round_.is_official else address_of(sheet.table, "rule")
    if request.htmx:
        context |= {"tournament": round_.tournament, "round": round_}
        return render(request, "desk/sheet/_judge.html", context, status=status)
    return round_page(request, "desk/sheet/judge.html", round_, status=status, **context)


@staff_only
@press
def open_board(request: DeskRequest, code: str, number: int, table: int, hand: int) -> None:
    sheet = find_sheet(request, code, number, table)
    open_disputed_board(sheet=sheet, hand=hand, by=request.user, reason=text_of(request, "reason"))


# --- what was said before the hand


MOST_CALLS = 60


@staff_only
@fresh_get_or_post
def said(request: DeskRequest, code: str, number: int, table: int, hand: int) -> HttpResponse:
    round_ = find_round(code, number)
    typed = request.POST
    rules = round_.tournament.rules
    if round_.is_seating or not 1 <= hand <= rules.length:
        raise Http404
    sheet = find_sheet(request, code, number, table)
    scored = scored_table(sheet)
    settings = scored.scored.settings
    plan = rules.schedule(settings)[hand - 1]
    rows = king_rows(scored.rows)
    row = next((written for written in rows if written.hand == hand), None)
    proposed = is_proposed(rules, plan)
    worded = is_worded(rules, plan)
    context: Context = {
        "table": scored,
        "hand": hand,
        "here": request.path,
        "sheet_url": address_of(sheet.table, "sheet"),
    }
    if is_sold(rules, plan):
        context |= _auction(typed, scored, plan, row)
    elif not proposed and not worded:
        raise Http404
    if proposed or worded:
        # For the hand, or for one before it that is not on the sheet.
        choice = next_choice(rules, [row for row in rows if row.hand < hand], settings)
        assert choice is not None
        context |= {
            "allowed": ", ".join(map(naming.contract_name, choice.allowed)),
            "missing": choice.plan.number if choice.plan.number != hand else None,
            **(_proposals if proposed else _word_and_hand)(typed, choice, row),
        }
    return round_page(request, "desk/sheet/said.html", round_, status=200, **context)


def _auction(typed: Typed, table: ScoredTable, plan: HandPlan, row: Row | None) -> Context:
    rules = table.scored.ruleset
    settings = table.scored.settings
    dealer = plan.dealer if not row else place_row(rules, row, settings).dealer
    seller = Wind(typed["seller"]) if typed.get("seller") in WINDS else dealer or WINDS[0]
    contract = rules.contract(sold_contract(rules) or "")
    opened = open_sale(rules, contract, seller, settings)
    calls = _calls(typed)
    bidding = judge_bidding(opened, calls)
    owners = _owners_words(bidding)
    bids = list(opened.allowed)
    if isinstance(opened, OfferAuction):
        bids = [bid for step in opened.steps for bid in step]
    allowed = set(map(str, bidding.sale.allowed))
    return {
        "bidding": bidding,
        "sale_title": naming.term_heading(rules, "sale"),
        "calls": ", ".join(map(str, calls)),
        "seller": seller,
        "speaker": bidding.sale.turn or seller,
        "winds": WINDS,
        "bids": [
            *((str(bid), say(opened.words(bid)), str(bid) in allowed) for bid in bids),
            ("pass", _("passes"), bidding.sale.turn not in (None, seller)),
        ],
        "owners_words": [
            (word, words, word in bidding.sale.may_say) for word, words in owners.items()
        ],
        "heard": [
            (call.who, _call_words(opened, call, owners), problem)
            for call, problem in bidding.heard
        ],
        "sheet_differs": row is not None and bidding.over and not bidding.agrees_with(row),
    }


def _calls(typed: Typed) -> list[Said]:
    texts = [text for text in typed.get("calls", "").split(",") if text.strip()]
    if "undo" in typed:
        texts = texts[:-1]
    elif "owner" in typed:
        texts.append(f"{typed.get('seller', '')} {typed['owner']}")
    elif "add" in typed:
        texts.append(f"{typed.get('who', '')} {typed['add']}")
    calls = []
    for text in texts[:MOST_CALLS]:
        with contextlib.suppress(ValueError):
            calls.append(Said.parse(text))
    return calls


def _owners_words(bidding: Bidding) -> dict[str, str]:
    if not isinstance(bidding.sale, OfferAuction):
        return {}
    words = {"accepts": _("accepts"), "refuses": _("refuses"), "haggles": _("asks for more")}
    if bidding.sale.contract.nulls:
        words["ultimatum"] = _("“%(ultimatum)s”, to all") % {
            "ultimatum": say(bidding.sale.ultimatum_words)
        }
    return words


def _call_words(sale: Selling, call: Said, owners: Typed) -> str:
    if call.bid is not None:
        return say(sale.words(call.bid))
    return _("passes") if call.word == PASS else owners.get(call.word, call.word)


Verdict = Iterator[tuple[str, Any]]
"""Sentences, each with what must then stand on the sheet."""


def _judged(verdict: Verdict) -> tuple[list[tuple[bool, str]], Any]:
    """The sentences up to the first refusal, each with whether it is well."""
    sentences = []
    on_the_sheet = None
    try:
        for sentence, written in verdict:
            sentences.append((True, sentence))
            on_the_sheet = written
    except ChoiceRefused as refusal:
        return [*sentences, (False, say(refusal.phrase))], None
    return sentences, on_the_sheet


def _proposals(typed: Typed, choice: Choice, row: Row | None) -> Context:
    rules = choice.ruleset
    verdict, third = _judged(_verdict_on_proposals(typed, choice))
    named = {
        "first": _("One hand proposed"),
        "second": _("The other"),
        "answer": _("The answer"),
    }
    return {
        "choice_fields": proposal_fields(rules, typed, named),
        "verdict": verdict,
        "sheet_differs": row is not None
        and third is not None
        and rules.third_counts
        and row.third != third,
    }


def _verdict_on_proposals(typed: Typed, choice: Choice) -> Verdict:
    first, second, answer = (_proposal(typed, name) for name in ("first", "second", "answer"))
    proposed = tuple(proposal for proposal in (first, second) if proposal)
    if not proposed:
        return
    choice.verify_proposals(proposed)
    yield _("These may be proposed."), None
    if answer is None:
        return
    if not choice.is_third(proposed, answer, typed.get("heard") or None):
        yield _("The answer is one of them."), False
    elif choice.ruleset.third_counts:
        yield (
            _(
                "The answer is a third option: if that pair loses the hand, the difference counts double."
            ),
            True,
        )
    else:
        yield _("The answer is a third option, and must be played."), True


def _proposal(typed: Typed, name: str) -> Proposal | None:
    contract = typed.get(name, "")
    trump = typed.get(f"{name}_trump", "")
    return Proposal(contract, trump if trump in tuple(Suit) else None) if contract else None


def _word_and_hand(typed: Typed, choice: Choice, row: Row | None) -> Context:
    """One of a pair says positive or negative, the other which hand (R10)."""
    verdict, named = _judged(_verdict_on_word(typed, choice))
    families = (Family.POSITIVE, Family.NEGATIVE)
    words = [(family.value, naming.term(choice.ruleset, family)) for family in families]
    answer = {"answer": _("The hand that his partner named")}
    return {
        "choice_fields": [
            [said_field(typed, "word", _("What was said"), words)],
            *proposal_fields(choice.ruleset, typed, answer),
        ],
        "verdict": verdict,
        "sheet_differs": bool(row is not None and named and row.contract != named),
    }


def _verdict_on_word(typed: Typed, choice: Choice) -> Verdict:
    word = typed.get("word", "")
    named = typed.get("answer", "")
    if word not in (Family.POSITIVE, Family.NEGATIVE):
        return
    if named:
        choice.verify_named(Family(word), named)
        yield _("This may be said, and the hand named."), named
    else:
        choice.verify_word(Family(word))
        yield _("This may be said."), None
