"""A hand in dispute: judged card by card, and what was said before it, its auction or the hands
proposed.

Nothing that is typed here is stored: ``king`` knows the rules and judges.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from deals.models import Board
from frame import page
from frame.page import DeskRequest
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
    is_sold,
    judge_bidding,
    leader_after_sale,
    open_sale,
    sold_contract,
)
from king_tournament.desk.sheet.views import find_sheet
from scoring.calls import disputed_board, open_disputed_board, tables_waited_for
from scoring.scored_sheets import ScoredTable, king_rows, scored_table
from tournaments.models import Round
from wording import naming
from wording.sentences import say

NO_TRUMP = "NT"
Laid = tuple[Wind, Card | None, bool, tuple[str, ...]]
"""The wind, its card (None: a pass), whether it took the trick, and the rules it breaks."""


@dataclass(frozen=True)
class Facts:
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


def facts_of(table: ScoredTable, hand: int, given: Mapping[str, str]) -> Facts | None:
    """Facts of the hand by sheet and system, changed by what the page was ``given``; None: no
    contract is known.
    """
    rules, settings = table.scored.ruleset, table.scored.settings
    plan = rules.schedule(settings)[hand - 1]
    row = _row(table, hand)
    contract = (
        plan.contract
        or rules.find_contract(given.get("contract"))
        or (row.contract if row else None)
    )
    if contract is None:
        return None
    written = row.row if row is not None else None
    known = (
        (written.start, written.trump, written.direction)
        if written is not None
        else (None, None, None)
    )
    start, trump, leader = (
        given.get("start", known[0] or ""),
        given.get("trump", known[1] or ""),
        given.get("leader", ""),
    )
    return Facts(
        contract,
        Wind(leader) if leader in tuple(Wind) else _leader(plan, written, settings, contract),
        trump if trump in (*tuple(Suit), NO_TRUMP) else "",
        known[2],
        tuple(
            other.contract
            for other in rules.played_on(plan.board, settings)
            if other.number != plan.number and other.contract is not None
        ),
        _card_named(start) if contract.family is Family.DOMINO else None,
    )


def _card_named(text: str) -> Card | None:
    try:
        return Card.parse(text)
    except ValueError:
        return None


def _leader(plan: HandPlan, written: Row | None, settings: Settings, contract: Contract) -> Wind:
    """A buyer that is no wind is left to the checks."""
    sale = written.sale if written is not None else None
    known = sale if sale is not None and sale.buyer in WINDS else None
    return leader_after_sale(plan, known, settings, contract) or WINDS[0]


def _row(table: ScoredTable, hand: int) -> ScoredRow | None:
    return next((row for row in table.scored.rows if row.hand == hand), None)


def judge(
    table: ScoredTable, hand: int, deal: Deal, facts: Facts, given: Mapping[str, str]
) -> dict[str, Any]:
    """``differs``: the hand is finished, and the sheet says something else."""
    rules = tricks.play_rules(table.scored.ruleset, table.scored.settings)
    if facts.start is not None and facts.start in deal.deck:
        rules = replace(rules, domino_opener=tricks.DominoOpener.HOLDER, domino_start=facts.start)
    played = read_played(given.get("cards", ""))
    if not played.problems:
        played = _changed(played, deal, facts, rules, given)
    report = _replayed(deal, facts, rules, played)
    text = given.get("cards", "") if played.problems else write_played(played.cards, played.leaders)
    domino = isinstance(report.play, Domino)
    finished = report.play.settled and not played.problems and not report.problems
    counts = list(_counts(table, hand, facts, report))
    # That the hand is not over is on the page anyway.
    shown = [
        problem
        for problem in report.problems
        if problem.code not in ("cards_missing", "turns_missing")
    ]
    return {
        "text": text,
        "hands": _hands(report),
        "lines": list(_laps(report) if domino else _tricks(report)),
        "findings": list(_findings(table, hand, report)),
        "counts": counts,
        "problems": [
            *map(say, played.problems),
            *(say(problem.phrase) for problem in shown if played.cards),
        ],
        "turn": report.play.turn,
        "starts_trick": isinstance(report.play, tricks.Play)
        and not report.play.table
        and report.play.turn is not None,
        "finished": finished,
        "differs": finished
        and any(written not in (None, units) for _column, units, written in counts),
        "domino": domino,
        "begun": bool(text.strip()),
    }


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
    played: Played, deal: Deal, facts: Facts, rules: tricks.PlayRules, given: Mapping[str, str]
) -> Played:
    """A lead from another hand than the rightful one is kept as such."""
    if "undo" in given:
        cards = played.cards[:-1]
        return Played(
            cards, {at: wind for at, wind in played.leaders.items() if at <= len(cards) // 4}, ()
        )
    if "pass" in given:
        return Played((*played.cards, None), played.leaders, ())
    tapped = read_played(given.get("add", "")).cards
    if not tapped:
        return played
    leaders = dict(played.leaders)
    led_by = given.get("led_by", "")
    play = _replayed(deal, facts, rules, played).play
    if (
        isinstance(play, tricks.Play)
        and not play.table
        and led_by in tuple(Wind)
        and led_by != play.turn
    ):
        leaders[len(played.cards) // 4 + 1] = Wind(led_by)
    return Played((*played.cards, tapped[0]), leaders, ())


# --- what is shown


def _hands(report: Report) -> dict[Wind, list[tuple[Suit, list[tuple[Card, str]]]]]:
    play = report.play
    legal = frozenset() if play.turn is None else play.legal()
    return {
        wind: [
            (
                suit,
                [(card, _state(card, wind, play, legal)) for card in _suit(play.deal, wind, suit)],
            )
            for suit in SUITS
        ]
        for wind in WINDS
    }


def _suit(deal: Deal, wind: Wind, suit: Suit) -> Iterator[Card]:
    return (card for card in deal.deck if card.suit is suit and card in deal.hands[wind])


def _state(card: Card, wind: Wind, play: tricks.Play | Domino, legal: frozenset[Card]) -> str:
    if card not in play.hands[wind]:
        return "played"
    return "legal" if card in legal and play.turn is wind else "held"


def _breaches(report: Report) -> dict[tuple[int, int], tuple[tricks.Breach, ...]]:
    found: dict[tuple[int, int], tuple[tricks.Breach, ...]] = {}
    for card in report.illegal:
        place = (card.trick, card.turn)
        found[place] = (*found.get(place, ()), card.breach)
    return found


def _tricks(report: Report) -> Iterator[list[Laid]]:
    breaches = _breaches(report)
    for number, trick in enumerate(report.tricks, start=1):
        cards: list[Laid] = []
        for place, card in enumerate(trick.cards):
            wind = trick.leader.after(place, report.play.rules.direction)
            broken = breaches.get((number, 4 * (number - 1) + place + 1), ())
            said = tuple(say(breach.phrase) for breach in broken)
            cards.append((wind, card, wind is trick.winner, said))
        yield cards


def _laps(report: Report) -> Iterator[list[Laid]]:
    assert isinstance(report.play, Domino)
    breaches = {card.turn: (say(card.breach.phrase),) for card in report.illegal}
    turns = report.play.turns
    for at in range(0, len(turns), 4):
        yield [
            (turn.wind, turn.card, False, breaches.get(place, ()))
            for place, turn in enumerate(turns[at : at + 4], start=at + 1)
        ]


def _findings(table: ScoredTable, hand: int, report: Report) -> Iterator[dict[str, Any]]:
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
    units = report.units_of(facts.contract)
    for column in table.scored.ruleset.columns:
        written = row.row.units.get(str(column)) if row is not None else None
        yield column, sum(units[wind] for wind in column.winds), written


def trumps(ruleset: RuleSet, settings: Settings, facts: Facts) -> tuple[tuple[str, str], ...]:
    if not facts.asks_trump:
        return ()
    named = tuple((suit.value, f"{naming.suit_name(suit)} {suit.symbol}") for suit in SUITS)
    return (*named, (NO_TRUMP, _("no trump"))) if settings.allow_no_trump else named


@page.staff_only
@never_cache
@require_http_methods(["GET", "POST"])
def judge_hand(request: DeskRequest, code: str, number: int, table: int, hand: int) -> HttpResponse:
    """Nothing of what is typed here is stored; opening the board is, in the log."""
    round_ = page.find_round(page.find_tournament(code), number)
    sheet = find_sheet(request, round_, table)
    if not 1 <= hand <= round_.tournament.rules.length:
        raise Http404
    try:
        if request.POST.get("step") == "open":
            reason = request.POST.get("reason", "")
            open_disputed_board(sheet=sheet, hand=hand, by=request.user, reason=reason)
            return redirect(request.path)
        board = disputed_board(sheet=sheet, hand=hand, by=request.user)
    except ValidationError as error:
        return _page(
            request, round_, scored_table(sheet), hand, status=422, refused=page.refusals(error)
        )
    scored = scored_table(sheet)
    if board is None:
        return _page(request, round_, scored, hand, waiting=tables_waited_for(sheet, hand))
    return _judged(request, round_, scored, hand, board)


def _judged(
    request: DeskRequest, round_: Round, table: ScoredTable, hand: int, board: Board
) -> HttpResponse:
    facts = facts_of(table, hand, request.POST)
    rules = table.scored.ruleset
    context: dict[str, Any] = {
        "board": board,
        "known": facts,
        "choices": () if facts else rules.contracts,
    }
    if facts is not None:
        context["trumps"] = trumps(rules, table.scored.settings, facts)
        if not context["trumps"] or facts.trump:
            context["judged"] = judge(table, hand, board.deal, facts, request.POST)
    return _page(request, round_, table, hand, **context)


def _page(
    request: DeskRequest,
    round_: Round,
    table: ScoredTable,
    hand: int,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    rules, settings = table.scored.ruleset, table.scored.settings
    plan = rules.schedule(settings)[hand - 1]
    context = {
        "table": table,
        "hand": hand,
        "plan": plan,
        "cards": request.POST.get("cards", ""),
        "may_rule": round_.stage != Round.Stage.OFFICIAL,
        **context,
    }
    if request.htmx:
        context |= {"tournament": round_.tournament, "round": round_}
        return render(request, "desk/sheet/judge.html#judge", context, status=status)
    return page.round_page(request, "desk/sheet/judge.html", round_, status=status, **context)


# --- what was said before the hand


MOST_CALLS = 60


@page.staff_only
@never_cache
@require_http_methods(["GET", "POST"])
def said(request: DeskRequest, code: str, number: int, table: int, hand: int) -> HttpResponse:
    round_ = page.find_round(page.find_tournament(code), number)
    rules = round_.tournament.rules
    if round_.stage == Round.Stage.SEATING or not 1 <= hand <= rules.length:
        raise Http404
    scored = scored_table(find_sheet(request, round_, table))
    plan = rules.schedule(scored.scored.settings)[hand - 1]
    rows = king_rows(scored.rows)
    row = next((written for written in rows if written.hand == hand), None)
    seats = [(wind, scored.seats[wind].player.full_name) for wind in WINDS if wind in scored.seats]
    context: dict[str, Any] = {"table": scored, "hand": hand, "seats": seats}
    if is_sold(rules, plan):
        context |= _auction(request.POST, scored, plan, row)
    if is_proposed(rules, plan):
        context |= _proposals(request.POST, scored, plan, rows, row)
    if is_worded(rules, plan):
        context |= _word_and_hand(request.POST, scored, plan, rows, row)
    if len(context) == 3:
        raise Http404
    return page.round_page(request, "desk/sheet/said.html", round_, status=200, **context)


def _auction(
    given: Mapping[str, str], table: ScoredTable, plan: HandPlan, row: Row | None
) -> dict[str, Any]:
    rules, settings = table.scored.ruleset, table.scored.settings
    dealer = plan.dealer if row is None else place_row(rules, row, settings).dealer
    seller = Wind(given["seller"]) if given.get("seller") in WINDS else dealer or WINDS[0]
    contract = rules.contract(sold_contract(rules) or "")
    opened = open_sale(rules, contract, seller, settings)
    calls = _calls(given)
    bidding = judge_bidding(opened, calls)
    owners = _owners_words(bidding)
    speaker = bidding.sale.turn or seller
    steps = (
        opened.steps
        if isinstance(opened, OfferAuction)
        else tuple((bid,) for bid in opened.allowed)
    )
    allowed = {str(bid) for bid in bidding.sale.allowed}
    return {
        "bidding": bidding,
        "calls": ", ".join(map(str, calls)),
        "speaker": speaker,
        "bids": [
            (str(bid), say(bid.phrase), str(bid) in allowed) for step in steps for bid in step
        ],
        "may_pass": bidding.sale.turn not in (None, seller),
        "owners_words": [
            (word, words, word in bidding.sale.may_say) for word, words in owners.items()
        ],
        "heard": [
            (said.who, _call_words(said, owners), problem) for said, problem in bidding.heard
        ],
        "sheet_differs": row is not None and bidding.over and not bidding.agrees_with(row),
    }


def _calls(given: Mapping[str, str]) -> list[Said]:
    texts = [text for text in given.get("calls", "").split(",") if text.strip()]
    if "undo" in given:
        texts = texts[:-1]
    elif "owner" in given:
        texts.append(f"{given.get('seller', '')} {given['owner']}")
    elif "add" in given:
        texts.append(f"{given.get('who', '')} {given['add']}")
    calls = []
    for text in texts[:MOST_CALLS]:
        try:
            calls.append(Said.parse(text))
        except ValueError:
            continue
    return calls


def _owners_words(bidding: Bidding) -> dict[str, str]:
    if not isinstance(bidding.sale, OfferAuction):
        return {}
    said = {"accepts": _("accepts"), "refuses": _("refuses"), "haggles": _("asks for more")}
    if bidding.sale.contract.nulls is not None:
        said["ultimatum"] = _("“%(most)s or nulls”, to all") % {
            "most": bidding.sale.ultimatum.number
        }
    return said


def _call_words(said: Said, owners: Mapping[str, str]) -> str:
    if said.bid is not None:
        return say(said.bid.phrase)
    return _("passes") if said.word == PASS else owners.get(said.word, said.word)


def _proposals(
    given: Mapping[str, str],
    table: ScoredTable,
    plan: HandPlan,
    rows: tuple[Row, ...],
    row: Row | None,
) -> dict[str, Any]:
    rules = table.scored.ruleset
    context = _asked_for(rules, given) | {
        "trumps": [(str(suit), naming.suit_name(suit)) for suit in SUITS],
        "with_trump": rules.trump_in_proposals,
        "proposal_fields": [
            ("first", _("One hand proposed")),
            ("second", _("The other")),
            ("answer", _("The answer")),
        ],
    }
    choice = _choice_of(table, plan, rows)
    if choice.plan.number != plan.number:
        return context | {"missing": choice.plan.number}
    verdict, third = _judged_proposals(choice, given)
    differs = row is not None and third is not None and rules.third_counts and row.third != third
    return context | {"allowed": _allowed(choice), "verdict": verdict, "sheet_differs": differs}


def _asked_for(rules: RuleSet, given: Mapping[str, str]) -> dict[str, Any]:
    return {"contracts": [rules.contract(code) for code in rules.counts], "given": given}


def _choice_of(table: ScoredTable, plan: HandPlan, rows: tuple[Row, ...]) -> Choice:
    """For the hand, or for one before it that is not on the sheet."""
    before = [row for row in rows if row.hand < plan.number]
    choice = next_choice(table.scored.ruleset, before, table.scored.settings)
    assert choice is not None
    return choice


def _allowed(choice: Choice) -> str:
    return ", ".join(map(naming.contract_name, choice.allowed))


def _word_and_hand(
    given: Mapping[str, str],
    table: ScoredTable,
    plan: HandPlan,
    rows: tuple[Row, ...],
    row: Row | None,
) -> dict[str, Any]:
    """One of a pair says positive or negative, the other which hand (R10)."""
    choice = _choice_of(table, plan, rows)
    context = _asked_for(table.scored.ruleset, given) | {
        "words": [(Family.POSITIVE.value, _("positive")), (Family.NEGATIVE.value, _("negative"))],
        "proposal_fields": [("answer", _("The hand that his partner named"))],
    }
    if choice.plan.number != plan.number:
        return context | {"missing": choice.plan.number}
    verdict = _judged_word(choice, given.get("word", ""), given.get("answer", ""))
    named = given.get("answer") if verdict and verdict[-1][0] else None
    differs = bool(row is not None and named and row.contract != named)
    return context | {"allowed": _allowed(choice), "verdict": verdict, "sheet_differs": differs}


def _judged_word(choice: Choice, word: str, named: str) -> list[tuple[bool, str]]:
    if word not in (Family.POSITIVE, Family.NEGATIVE):
        return []
    try:
        if not named:
            choice.verify_word(Family(word))
            return [(True, _("This may be said."))]
        choice.verify_named(Family(word), named)
    except ChoiceRefused as refusal:
        return [(False, say(refusal.phrase))]
    return [(True, _("This may be said, and the hand named."))]


def _judged_proposals(
    choice: Choice, given: Mapping[str, str]
) -> tuple[list[tuple[bool, str]], bool | None]:
    """Sentences, each with whether it is well, and whether the answer is a third option (None: none
    was given).
    """
    proposed = tuple(
        found for name in ("first", "second") if (found := _proposal(given, name)) is not None
    )
    if not proposed:
        return [], None
    try:
        choice.verify_proposals(proposed)
    except ChoiceRefused as refusal:
        return [(False, say(refusal.phrase))], None
    said = [(True, _("These may be proposed."))]
    answer = _proposal(given, "answer")
    if answer is None:
        return said, None
    try:
        third = choice.is_third(proposed, answer, given.get("heard") or None)
    except ChoiceRefused as refusal:
        return [*said, (False, say(refusal.phrase))], None
    if not third:
        return [*said, (True, _("The answer is one of them."))], False
    doubled = _(
        "The answer is a third option: if that pair loses the hand, the difference counts double."
    )
    plain = _("The answer is a third option, and must be played.")
    return [*said, (True, doubled if choice.ruleset.third_counts else plain)], True


def _proposal(given: Mapping[str, str], name: str) -> Proposal | None:
    contract, trump = given.get(name, ""), given.get(f"{name}_trump", "")
    return (
        Proposal(contract, trump if trump in tuple(map(str, SUITS)) else None) if contract else None
    )
