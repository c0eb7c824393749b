"""Checks of what precedes a disputed hand: its auction, or the hands that were proposed and named.

Nothing typed here is stored. The rules are those of ``king``.
"""

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from frame.page import Context, DeskRequest, fresh_get_or_post, round_page, staff_only
from king.cards import SUITS, WINDS, Suit, Wind
from king.rulesets.base import HandPlan, RuleSet
from king.rulesets.contracts import Family
from king.sheet.choice import Choice, ChoiceRefused, Proposal, is_proposed, is_worded, next_choice
from king.sheet.points import place_row
from king.sheet.row import Row
from king.sheet.sale import (
    PASS,
    Bidding,
    OfferAuction,
    Selling,
    WrittenCall,
    is_sold,
    judge_bidding,
    open_sale,
    sold_contract,
)
from king_tournament.desk.tables.seat_panel import address_of, on_sheet
from scoring.models import Sheet
from scoring.scored_sheets import ScoredTable, king_rows, scored_table
from wording import naming
from wording.sentences import say

Typed = Mapping[str, str]

MOST_CALLS = 60


@staff_only
@fresh_get_or_post
@on_sheet
def check_auction(request: DeskRequest, sheet: Sheet, hand: int) -> HttpResponse:
    typed = request.POST
    rules = sheet.tournament.rules
    if not 1 <= hand <= rules.length:
        raise Http404
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
        # Next choice: of this hand, or of an earlier one that is not on the sheet.
        choice = next_choice(rules, [row for row in rows if row.hand < hand], settings)
        assert choice is not None
        context |= {
            "allowed": ", ".join(map(naming.contract_name, choice.allowed)),
            "missing": choice.plan.number if choice.plan.number != hand else None,
            **(_proposals if proposed else _word_and_hand)(typed, choice, row),
        }
    return round_page(request, "desk/sheet/auction.html", sheet.round, status=200, **context)


def _auction(typed: Typed, table: ScoredTable, plan: HandPlan, row: Row | None) -> Context:
    rules = table.scored.ruleset
    settings = table.scored.settings
    owner = plan.owner if not row else place_row(rules, row, settings).owner
    seller = Wind(typed["seller"]) if typed.get("seller") in WINDS else owner or WINDS[0]
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


def _calls(typed: Typed) -> list[WrittenCall]:
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
            calls.append(WrittenCall.parse(text))
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


def _call_words(sale: Selling, call: WrittenCall, owners: Typed) -> str:
    if call.bid is not None:
        return say(sale.words(call.bid))
    return _("passes") if call.word == PASS else owners.get(call.word, call.word)


Verdict = Iterator[tuple[str, Any]]
"""Sentences, each with what must then stand on the sheet."""


def _verdict_sentences(verdict: Verdict) -> tuple[list[tuple[bool, str]], Any]:
    """Sentences up to the first refusal, each with whether it is allowed; and what the sheet should
    have then, None after a refusal.
    """
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
    verdict, third = _verdict_sentences(_verdict_on_proposals(typed, choice))
    labels = {
        "first": _("One hand proposed"),
        "second": _("The other"),
        "answer": _("The answer"),
    }
    return {
        "choice_fields": proposal_fields(rules, typed, labels),
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
    """Context of a call in which one of a pair says positive or negative and the other names the
    hand (R10).
    """
    verdict, contract = _verdict_sentences(_verdict_on_word(typed, choice))
    families = (Family.POSITIVE, Family.NEGATIVE)
    words = [(family.value, naming.term(choice.ruleset, family)) for family in families]
    answer = {"answer": _("The hand that the partner named")}
    return {
        "choice_fields": [
            [choice_field(typed, "word", _("What was said"), words)],
            *proposal_fields(choice.ruleset, typed, answer),
        ],
        "verdict": verdict,
        "sheet_differs": bool(row is not None and contract and row.contract != contract),
    }


def _verdict_on_word(typed: Typed, choice: Choice) -> Verdict:
    word = typed.get("word", "")
    contract = typed.get("answer", "")
    if word not in (Family.POSITIVE, Family.NEGATIVE):
        return
    if contract:
        choice.verify_named(Family(word), contract)
        yield _("This may be said, and the hand named."), contract
    else:
        choice.verify_word(Family(word))
        yield _("This may be said."), None


def choice_field(typed: Mapping[str, str], name: str, label: str, options: Any) -> Context:
    return {"name": name, "label": label, "options": options, "given": typed.get(name, "")}


def proposal_fields(
    rules: RuleSet, typed: Mapping[str, str], labels: Mapping[str, str]
) -> list[list[Context]]:
    """Fields for each hand in ``labels``, by the field's name, with its trump if one may be named
    with it; at the end, the trump that the partner asked for.
    """
    contracts = [(code, naming.contract_name(rules.contract(code))) for code in rules.counts]
    lines = [[choice_field(typed, name, label, contracts)] for name, label in labels.items()]
    if not rules.trump_in_proposals:
        return lines
    suits = [(str(suit), naming.suit_name(suit)) for suit in SUITS]
    for line in lines:
        name = f"{line[0]['name']}_trump"
        line.append(choice_field(typed, name, _("Trump said with it"), suits))
    trump_label = _("Trump that the partner asked to hear")
    return [*lines, [choice_field(typed, "heard", trump_label, suits)]]
