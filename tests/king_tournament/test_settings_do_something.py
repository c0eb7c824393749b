"""Every setting has an effect: in each system that offers it, some result differs between its
values.

A witness is the smallest part of the program that a setting reaches: a score, a schedule, an
allowed bid, a legal card, a key of the phone, a sentence on the card of the hands.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from king.cards import SUITS, WINDS, Card, Deal, Rank, Suit
from king.play.domino import Domino, threshold
from king.play.misdeal import misdeal
from king.play.replay import start_play
from king.play.tricks import Play, play_rules
from king.rulesets import RULESETS, units
from king.rulesets.base import HandPlan, Order, RuleSet
from king.rulesets.contracts import Contract, Family
from king.rulesets.setting import Setting
from king.rulesets.settings import Settings
from king.sheet import ruling_kinds
from king.sheet.checks import check_row
from king.sheet.choice import next_choice
from king.sheet.full_sheet import score
from king.sheet.row import Row, Sale
from king.sheet.rulings import Ruling
from king.sheet.sale import AskedSale, Bid, OfferAuction, leader_after_sale, open_sale
from king_tournament.sheet.keys import contract_keys
from tests.services import thorough
from wording.play_rules import special_rules

N, E, S, W = WINDS
Witness = Callable[[RuleSet, Settings], Any]


def contract_of(ruleset: RuleSet, wanted: Callable[[Contract], bool]) -> Contract:
    """First contract of the system that satisfies ``wanted``."""
    return next(
        contract
        for contract in ruleset.contracts
        if contract.code in ruleset.counts and wanted(contract)
    )


def row_for(
    ruleset: RuleSet, settings: Settings, contract: Contract, units: Iterable[int], **said: Any
) -> Row:
    """Row in which this contract was played, with the right chooser and these units of the four
    winds.
    """
    plans = ruleset.schedule(settings)
    plan = next((hand for hand in plans if hand.contract in (None, contract)), plans[0])
    if ruleset.order is not Order.FIXED and plan.contract is None and plan.chooser is not None:
        said["chooser"] = str(plan.chooser)
    counts = dict(zip(map(str, ruleset.winds), units, strict=len(ruleset.winds) == len(WINDS)))
    return Row(plan.number, contract.code, counts, **said)


def points(
    ruleset: RuleSet, settings: Settings, rows: Iterable[Row], rulings: Iterable[Ruling] = ()
) -> Any:
    """Totals, and the codes of the problems."""
    scored = score(ruleset, rows, rulings, settings)
    return scored.totals, [problem.code for problem in scored.problems]


def sold(ruleset: RuleSet, settings: Settings, **said: Any) -> Row:
    """Row of a hand that its dealer sold to the next wind. The buyer took one trick; the rest went
    to a wind of another side.
    """
    contract = contract_of(ruleset, lambda candidate: candidate.sale)
    row = row_for(ruleset, settings, contract, (0, 0, 0, 0), **said)
    dealer = ruleset.schedule(settings)[row.hand - 1].dealer
    assert dealer is not None
    buyer = dealer.after()
    units = dict.fromkeys("NESW", 0) | {
        buyer.value: 1,
        buyer.partner.value: 0,
        dealer.value: (contract.units or 0) - 1,
    }
    null = said.get("direction") == "down"
    if null:
        units = dict.fromkeys("NESW", 0) | {buyer.value: (contract.units or 0) - 1, dealer.value: 1}
    price = 2 if null else 3
    return replace(
        row, units=units, sale=Sale(dealer.value, buyer.value, price, "null" if null else None)
    )


def sale_of(ruleset: RuleSet, settings: Settings) -> AskedSale | OfferAuction:
    """Sale of a hand that North owns."""
    return open_sale(ruleset, contract_of(ruleset, lambda contract: contract.sale), N, settings)


def after_a_bid_of_three(ruleset: RuleSet, settings: Settings) -> OfferAuction:
    """Auction in which the first player passes and the second offers three tricks."""
    auction = sale_of(ruleset, settings)
    assert isinstance(auction, OfferAuction)
    one, two, _three = auction.bidders
    return auction.passed(one).bid(two, Bid(3))


def may_book_after_three(ruleset: RuleSet, settings: Settings) -> bool:
    """Whether the owner may book the hand if nobody bids above three."""
    auction = after_a_bid_of_three(ruleset, settings)
    while auction.turn is not None:
        auction = auction.passed(auction.turn)
    return auction.may_book_unplayed


def after_another_bid(ruleset: RuleSet, settings: Settings) -> Any:
    """Turns after a pass, an offer and a higher offer, and after one more pass."""
    auction = after_a_bid_of_three(ruleset, settings)
    return auction.bid(auction.bidders[2], Bid(4)).turn, auction.bid(
        auction.bidders[2], Bid(4)
    ).passed(auction.bidders[0] if not settings.pass_is_final else auction.bidders[1]).turn


def preferred(ruleset: RuleSet, settings: Settings) -> Any:
    """Bids that the first player may make after the second bid higher and the third passed."""
    auction = sale_of(ruleset, settings)
    assert isinstance(auction, OfferAuction)
    one, two, three = auction.bidders
    return auction.bid(one, Bid(1)).bid(two, Bid(2)).passed(three).allowed


def offences(ruleset: RuleSet, settings: Settings, family: Family) -> Any:
    """Totals with two illegal plays of one side in a hand of this family."""
    contract = contract_of(ruleset, lambda candidate: candidate.family is family)
    units = (0, 1, 1, 1) if contract.units is None else (contract.units, 0, 0, 0)
    row = row_for(ruleset, settings, contract, units)
    offender = str(ruleset.columns[0])
    return points(
        ruleset, settings, [row], [Ruling(ruling_kinds.ILLEGAL_PLAY, row.hand, offender)] * 2
    )[0]


def two_offenders(ruleset: RuleSet, settings: Settings) -> Any:
    """Totals and adjustments when one player of each side plays illegally in a negative hand."""
    contract = contract_of(ruleset, lambda candidate: candidate.family is Family.NEGATIVE)
    row = row_for(ruleset, settings, contract, (contract.units or 0, 0, 0, 0))
    both = Ruling(ruling_kinds.ILLEGAL_PLAY, row.hand, offenders=("N", "E"))
    return points(ruleset, settings, [row], [both])[0], score(
        ruleset, [row], [both], settings
    ).adjustments


def turned(ruleset: RuleSet, settings: Settings) -> Any:
    """Problems of a hand that was bought for tricks and played down."""
    row = sold(ruleset, settings, direction="down")
    assert row.sale is not None
    return points(ruleset, settings, [replace(row, sale=replace(row.sale, polarity=None))])[1]


def slam(ruleset: RuleSet, settings: Settings) -> Any:
    """Totals when North takes everything in a hand with a slam."""
    contract = contract_of(
        ruleset, lambda candidate: candidate.cappotto and candidate.unit is not units.TRICKS
    )
    return points(
        ruleset, settings, [row_for(ruleset, settings, contract, (contract.units or 0, 0, 0, 0))]
    )[0]


def score_error(ruleset: RuleSet, settings: Settings) -> Any:
    """Adjustments and residual of a ruled row with a trick too few."""
    contract = contract_of(ruleset, lambda candidate: candidate.family is Family.POSITIVE)
    row = row_for(ruleset, settings, contract, ((contract.units or 0) - 1, 0, 0, 0))
    offender = "NS" if ruleset.by_side else "N"
    scored = score(ruleset, [row], [Ruling(ruling_kinds.SCORE_ERROR, row.hand, offender)], settings)
    return scored.adjustments, scored.residual


def domino_of(*units: int) -> Witness:
    """Return a witness for points and problems of a Domino with these cards left."""

    def witness(ruleset: RuleSet, settings: Settings) -> Any:
        contract = contract_of(ruleset, lambda candidate: candidate.family is Family.DOMINO)
        row = row_for(ruleset, settings, contract, units)
        return points(ruleset, settings, [row])[0], [
            problem.code for problem in check_row(ruleset, row, settings)
        ]

    return witness


def deals(ruleset: RuleSet) -> list[Deal]:
    """Deals: each wind with one suit, one wind with a whole suit, and three random ones."""
    each, (north, *others) = ruleset.cards_each, ruleset.winds
    chance, owners = random.Random(7), [*ruleset.winds] * each
    first = Deal.numbered(0, ruleset.deck, len(ruleset.winds))
    found = [first, Deal(north * each + "".join(others) * each)]
    for _deal in range(3):
        chance.shuffle(owners)
        found.append(Deal("".join(owners)))
    return found


def plays(wanted: Callable[[Contract], bool], trumps: Suit = Suit.SPADES) -> Witness:
    """Return a witness that lists the legal cards in hands of each such contract, where the last
    legal card is always played.
    """

    def witness(ruleset: RuleSet, settings: Settings) -> Any:
        found = []
        for contract in filter(wanted, ruleset.contracts):
            for deal, leader in product(deals(ruleset), ruleset.winds):
                trump = trumps if contract.trump else None
                play = start_play(deal, contract, play_rules(ruleset, settings), leader, trump)
                while not play.over:
                    legal = sorted(play.legal(), key=str)
                    found.append((play.turn, tuple(legal)))
                    card = legal[-1] if legal else None
                    play = play.placed(card) if isinstance(play, Domino) else play.placed(legal[-1])
        return found

    return witness


def card_of_the_hands(ruleset: RuleSet, settings: Settings) -> Any:
    """Special rules of each contract on the card of the hands."""
    return [
        list(special_rules(ruleset.contract(code), ruleset, settings)) for code in ruleset.counts
    ]


def claims(highest: Rank) -> Witness:
    """Return a witness for the contracts whose deal may be claimed void with no card above this
    rank.
    """

    def witness(ruleset: RuleSet, settings: Settings) -> Any:
        hand = [Card(suit, highest) for suit in SUITS]
        return [misdeal(settings, contract, N, hand) is None for contract in ruleset.played]

    return witness


def schedule(*fields: str) -> Witness:
    """Return a witness for these fields of every row of the match."""
    return lambda ruleset, settings: [
        tuple(getattr(plan, name) for name in fields) for plan in ruleset.schedule(settings)
    ]


def turn_of_play(ruleset: RuleSet, settings: Settings) -> Any:
    """Wind that plays second."""
    contract = contract_of(ruleset, lambda candidate: candidate.unit is units.TRICKS)
    trump = SUITS[0] if contract.trump else None
    play = start_play(deals(ruleset)[1], contract, play_rules(ruleset, settings), N, trump)
    assert isinstance(play, Play)
    return play.placed(sorted(play.legal(), key=str)[-1]).turn


def second_choice(ruleset: RuleSet, settings: Settings) -> Any:
    """Whether the first player may choose a second declaration after one."""
    first, second = (
        row_for(ruleset, settings, ruleset.contract("D"), (13, 0, 0, 0), trump="S")
        for _ in range(2)
    )
    choosers = [plan.chooser for plan in ruleset.schedule(settings)]
    rows = [replace(first, hand=1, chooser=str(choosers[0]))]
    others = iter(code for code in ruleset.counts if code not in ("D", ruleset.last))
    rows += [Row(number, next(others), chooser=str(choosers[number - 1])) for number in (2, 3, 4)]
    choice = next_choice(ruleset, rows, settings)
    assert choice is not None
    assert second.contract == "D"
    return [contract.code for contract in choice.allowed]


def led_after_sale(ruleset: RuleSet, settings: Settings) -> Any:
    """Leaders of a hand that the dealer sold to N, E, S and W."""
    plan: HandPlan = ruleset.schedule(settings)[0]
    assert plan.dealer is not None
    return [
        leader_after_sale(plan, Sale(plan.dealer.value, buyer, 3), settings) for buyer in "NESW"
    ]


WITNESSES: Mapping[str, tuple[Witness, Mapping[str, object]]] = {
    "sale_settlement": (lambda r, s: points(r, s, [sold(r, s, trump="S")])[0], {}),
    "sale_counts": (contract_keys, {}),
    "null_settlement": (lambda r, s: points(r, s, [sold(r, s, direction="down")])[0], {}),
    "cappotto": (slam, {}),
    "cappotto_misere": (
        lambda r, s: points(
            r, s, [row_for(r, s, contract_of(r, lambda c: c.unit is units.TRICKS), (13, 0, 0, 0))]
        )[0],
        {"cappotto": "plus13"},
    ),
    "cappotto_others": (slam, {"cappotto": "plus13"}),
    "score_error_policy": (score_error, {}),
    "positive_penalty": (lambda r, s: offences(r, s, Family.POSITIVE), {}),
    "penalty_cap": (lambda r, s: offences(r, s, Family.POSITIVE), {}),
    "offenders_pay": (two_offenders, {}),
    "domino_penalty": (lambda r, s: offences(r, s, Family.DOMINO), {}),
    "domino_winners": (domino_of(0, 0, 3, 4), {}),
    # North went out, but North's side has more cards left than the other.
    "domino_bonus_to": (domino_of(0, 2, 9, 3), {}),
    "first_dealer": (schedule("dealer"), {}),
    "direction": (turn_of_play, {}),
    "leader": (schedule("leader"), {}),
    "leader_after_sale": (led_after_sale, {}),
    "sale_procedure": (
        lambda r, s: (type(sale_of(r, s)), getattr(sale_of(r, s), "fixed", None)),
        {},
    ),
    "bid_order": (lambda r, s: after_a_bid_of_three(r, s).allowed, {"sale_procedure": "auction"}),
    "pass_is_final": (after_another_bid, {"sale_procedure": "auction"}),
    "preference": (preferred, {"sale_procedure": "auction"}),
    "frustrated_at": (may_book_after_three, {"sale_procedure": "auction"}),
    "buyer_may_turn": (turned, {}),
    "book_unopened": (lambda r, s: sale_of(r, s).may_book_unplayed, {"sale_procedure": "auction"}),  # type: ignore[union-attr]
    "allow_no_trump": (
        lambda r, s: [
            problem.code
            for problem in check_row(
                r, row_for(r, s, contract_of(r, lambda c: c.trump), (0, 0, 0, 0), trump="NT"), s
            )
        ],
        {},
    ),
    "max_declarations_per_player": (second_choice, {}),
    "quick_game": (schedule("board", "contract", "dealer"), {}),
    "blind": (contract_keys, {}),
    "blind_counts": (contract_keys, {"blind": True}),
    "queens_replayed": (
        lambda r, s: points(
            r, s, [row_for(r, s, contract_of(r, lambda c: c.unit is units.QUEENS), (1, 1, 1, 1))]
        )[1],
        {},
    ),
    "first_trick_ban_figures": (
        plays(lambda contract: contract.unit in (units.QUEENS, units.KINGS_AND_JACKS)),
        {"discards": "free"},
    ),
    "first_trick_ban_cards": (
        plays(lambda contract: contract.unit in (units.KING_OF_HEARTS, units.EIGHT_OF_DIAMONDS)),
        {"forced_card": "free", "discards": "free"},
    ),
    "first_trick_ban_hearts": (
        plays(lambda contract: contract.unit is units.HEARTS),
        {"discards": "free"},
    ),
    "forced_card": (plays(lambda contract: contract.unit is units.KING_OF_HEARTS), {}),
    "forced_card_on_own_lead": (
        plays(lambda contract: contract.unit is units.KING_OF_HEARTS),
        {"forced_card": "when_led", "restricted_lead": "free"},
    ),
    "restricted_lead": (
        plays(lambda contract: contract.unit in (units.HEARTS, units.KING_OF_HEARTS)),
        {},
    ),
    "trump_after_ruff": (plays(lambda contract: contract.trump), {}),
    "must_ruff": (plays(lambda contract: contract.trump, Suit.DIAMONDS), {}),
    "must_overruff": (plays(lambda contract: contract.trump, Suit.DIAMONDS), {}),
    "highest_heart": (
        plays(lambda contract: contract.unit in (units.HEARTS, units.KING_OF_HEARTS)),
        {"restricted_lead": "until_cut"},
    ),
    "no_trumps_before": (lambda r, s: next_choice(r, [], s).allowed, {}),  # type: ignore[union-attr]
    "discards": (
        plays(lambda contract: bool(contract.unit.cards)),
        {"forced_card": "free", "restricted_lead": "free"},
    ),
    "plays_under": (plays(lambda contract: bool(contract.unit.cards)), {}),
    "misdeal_trump": (claims(Rank.TEN), {}),
    "misdeal_king": (claims(Rank.KING), {}),
    "king_tricks": (
        lambda r, s: (
            score(
                r, [row_for(r, s, contract_of(r, lambda c: c.trump), (13, 0, 0, 0))], (), s
            ).winner
        ),
        {},
    ),
    "king_place": (card_of_the_hands, {"king_tricks": 10}),
    "declarer_dummy": (card_of_the_hands, {}),
    "domino_opener": (
        plays(lambda contract: contract.family is Family.DOMINO),
        {"domino_start": "H7"},
    ),
    "domino_start": (
        plays(lambda contract: contract.family is Family.DOMINO),
        {"domino_opener": "holder"},
    ),
    "domino_ace": (plays(lambda contract: contract.family is Family.DOMINO), {}),
    "domino_redeal": (lambda r, s: [threshold(s, voided) for voided in range(3)], {}),
    "redeal_extremes": (lambda r, s: threshold(s, 0), {"domino_redeal": "fixed"}),
}
"""Witness of each setting, with other settings that its effect depends on."""


def values_of(setting: Setting) -> list[object]:
    """Every value, or the ends of a range."""
    if setting.kind == "flag":
        return [False, True]
    if setting.kind == "count":
        return sorted({setting.least, setting.least + 1, setting.most})
    return [0, 7] if setting.kind == "number" else list(setting.choices)


OFFERED = [
    (code, setting.key) for code, ruleset in RULESETS.items() for setting in ruleset.settings
]
ASKED = (
    OFFERED
    if thorough()
    else [(code, key) for key, code in {key: code for code, key in OFFERED}.items()]
)
"""In the long run each setting in every system that offers it, else each in one system."""


@pytest.mark.parametrize(("code", "key"), ASKED)
def test_a_setting_that_is_offered_changes_something(code: str, key: str) -> None:
    ruleset = RULESETS[code]
    witness, context = WITNESSES[key]
    setting = next(option for option in ruleset.settings if option.key == key)
    seen = [
        repr(witness(ruleset, ruleset.configure({**context, key: value})))
        for value in values_of(setting)
    ]
    assert len(set(seen)) > 1
    if setting.kind == "choice" and key not in (
        "restricted_lead",
        "forced_card",
        "leader",
        "cappotto_others",
    ):
        assert len(set(seen)) == len(seen), "two of its choices are the same"


def test_what_king_fu_does_not_tell_is_not_asked_there() -> None:
    asked = {setting.key for setting in RULESETS["pt_fu"].settings}
    assert not asked & {"first_dealer", "leader", "leader_after_sale"}


def test_where_a_row_always_makes_nothing_no_error_of_its_sum_can_be_charged() -> None:
    asking = {
        code
        for code, system in RULESETS.items()
        if any(s.key == "score_error_policy" for s in system.settings)
    }
    assert set(RULESETS) - asking == {
        "squadre",
        "squadre_terza",
        "pt_duplas",
        "pt_pareado",
        "pt_fu",
    }
