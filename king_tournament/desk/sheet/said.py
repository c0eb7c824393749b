"""What was said before a hand, in dispute: its auction call by call, or the two hands proposed and the answer.

Nothing that is typed here is stored. ``king.sheet.bidding`` and ``king.sheet.choice`` know the rules and judge.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from king.cards import SUITS, WINDS, Wind
from king.rulesets.base import HandPlan
from king.sheet.bidding import PASS, Bidding, Said, is_sold, judge_bidding, sold_contract
from king.sheet.choice import Choice, ChoiceRefused, Proposal, is_proposed, next_choice
from king.sheet.points import place_row
from king.sheet.row import Row
from king.sheet.sale import OfferAuction, open_sale
from king_tournament.desk.page import DeskRequest, desk_page, find_round, find_tournament, staff_only
from king_tournament.desk.sheet.views import find_sheet
from scoring.scored_sheets import ScoredTable, king_rows, scored_table
from tournaments.models import Round
from wording import naming
from wording.sentences import say

MOST_CALLS = 60


@staff_only
@never_cache
@require_http_methods(["GET", "POST"])
def said(request: DeskRequest, code: str, number: int, table: int, hand: int) -> HttpResponse:
    """The auction, or the proposals, of a hand of a table, as far as they are told here."""
    round_ = find_round(find_tournament(code), number)
    rules = round_.tournament.rules
    if round_.stage == Round.Stage.SEATING or not 1 <= hand <= rules.length:
        raise Http404
    scored = scored_table(find_sheet(round_, table))
    plan = rules.schedule(scored.scored.settings)[hand - 1]
    rows = king_rows(scored.rows)
    row = next((written for written in rows if written.hand == hand), None)
    seats = [(wind, scored.seats[wind].player.full_name) for wind in WINDS if wind in scored.seats]
    context: dict[str, Any] = {"round": round_, "table": scored, "hand": hand, "seats": seats}
    if is_sold(rules, plan):
        context |= _auction(request.POST, scored, plan, row)
    if is_proposed(rules, plan):
        context |= _proposals(request.POST, scored, plan, rows)
    if len(context) == 4:
        raise Http404
    return desk_page(request, "desk/sheet/said.html", round_.tournament, step="tables", number=number, **context)


# --- the auction


def _auction(given: Mapping[str, str], table: ScoredTable, plan: HandPlan, row: Row | None) -> dict[str, Any]:
    rules, settings = table.scored.ruleset, table.scored.settings
    dealer = plan.dealer if row is None else place_row(rules, row, settings).dealer
    seller = Wind(given["seller"]) if given.get("seller") in WINDS else dealer or WINDS[0]
    contract = rules.contract(sold_contract(rules) or "")
    opened = open_sale(rules, contract, seller, settings)
    calls = _calls(given)
    bidding = judge_bidding(opened, calls)
    owners = _owners_words(bidding)
    speaker = bidding.sale.turn or seller
    steps = opened.steps if isinstance(opened, OfferAuction) else tuple((bid,) for bid in opened.allowed)
    allowed = {str(bid) for bid in bidding.sale.allowed}
    return {
        "bidding": bidding,
        "calls": ", ".join(map(str, calls)),
        "speaker": speaker,
        "bids": [(str(bid), say(bid.phrase), str(bid) in allowed) for step in steps for bid in step],
        "may_pass": bidding.sale.turn not in (None, seller),
        "owners_words": [(word, words, word in bidding.owner_may_say) for word, words in owners.items()],
        "heard": [(call.said.who, _call_words(call.said, owners), call.problem) for call in bidding.heard],
        "sheet_differs": row is not None and bidding.over and not bidding.agrees_with(row),
    }


def _calls(given: Mapping[str, str]) -> list[Said]:
    """What was said so far and now, or one less; what is no call is left out."""
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
    """What the owner of an auction may say at some time, in words."""
    if not isinstance(bidding.sale, OfferAuction):
        return {}
    said = {"accepts": _("accepts"), "refuses": _("refuses"), "haggles": _("asks for more")}
    if bidding.sale.contract.nulls is not None:
        said["ultimatum"] = _("“%(most)s or nulls”, to all") % {"most": bidding.sale.ultimatum.number}
    return said


def _call_words(said: Said, owners: Mapping[str, str]) -> str:
    if said.bid is not None:
        return say(said.bid.phrase)
    return _("passes") if said.word == PASS else owners.get(said.word, said.word)


# --- the proposals


def _proposals(given: Mapping[str, str], table: ScoredTable, plan: HandPlan, rows: tuple[Row, ...]) -> dict[str, Any]:
    rules = table.scored.ruleset
    choice = next_choice(rules, [row for row in rows if row.hand < plan.number], table.scored.settings)
    context: dict[str, Any] = {
        "contracts": [rules.contract(code) for code in rules.counts],
        "trumps": [(str(suit), naming.suit_name(suit)) for suit in SUITS],
        "with_trump": rules.trump_in_proposals,
        "proposal_fields": [("first", _("One hand proposed")), ("second", _("The other")), ("answer", _("The answer"))],
        "given": given,
    }
    if choice is None or choice.plan.number != plan.number:
        return context | {"missing": plan.number if choice is None else choice.plan.number}
    row = next((written for written in rows if written.hand == plan.number), None)
    verdict, third = _judged(choice, given)
    differs = row is not None and third is not None and rules.third_counts and row.third != third
    allowed = ", ".join(map(naming.contract_name, choice.allowed))
    return context | {"allowed": allowed, "verdict": verdict, "sheet_differs": differs}


def _judged(choice: Choice, given: Mapping[str, str]) -> tuple[list[tuple[bool, str]], bool | None]:
    """Sentences, each with whether it is well, and whether the answer is a third option (None: none was given)."""
    proposed = tuple(found for name in ("first", "second") if (found := _proposal(given, name)) is not None)
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
    doubled = _("The answer is a third option: if that pair loses the hand, the difference counts double.")
    plain = _("The answer is a third option, and must be played.")
    return [*said, (True, doubled if choice.ruleset.third_counts else plain)], True


def _proposal(given: Mapping[str, str], name: str) -> Proposal | None:
    contract, trump = given.get(name, ""), given.get(f"{name}_trump", "")
    return Proposal(contract, trump if trump in tuple(map(str, SUITS)) else None) if contract else None
